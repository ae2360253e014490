"""What makes the seats of a game equal, laid out for a terminal."""

from __future__ import annotations

from caravan.balance.starts import FairStart
from caravan.balance.wording import WordTable, answer
from caravan.cli.headline import rules_in_words
from caravan.cli.tables import paragraph, table


def told(found: FairStart) -> str:
    """Tell what makes the seats of a game equal.

    Parameters
    ----------
    found : FairStart
        From `caravan.balance.fair_start`.

    Returns
    -------
    str
        A title, and then `caravan.balance.wording.answer` in lines.
    """
    rules = found.rules
    title = (
        f"A fair start for {rules.players} players: each style against itself, seed {found.seed}, "
        f"{rules_in_words(rules)}"
    )
    return "\n\n".join([paragraph(title), *map(_laid_out, answer(found))])


def _laid_out(part: str | WordTable) -> str:
    if isinstance(part, str):
        return paragraph(part)
    return f"{paragraph(part.heading)}\n\n{table(part.rows, part.columns, indent=2)}"
