"""``caravan agree``: ask several styles of play what a rule set does, and tell on what they agree."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from caravan.cli.arguments import Options
from caravan.cli.folder import RULES, SUMMARY, VERDICTS, results_written_together
from caravan.cli.progress import COMPILING, StagedProgress
from caravan.cli.simulate import rules_asked_for
from caravan.errors import CaravanError
from caravan.files import write_atomically
from caravan.rules import Rules
from caravan.wording import shown

if TYPE_CHECKING:
    from caravan.agreement import Agreement

FILES = (SUMMARY, VERDICTS, RULES)


def agree(options: Options) -> int:
    """Have several styles play, write the figures if a folder is given, and print on what they agree."""
    rules = rules_asked_for(options, "RULES")
    if options.out is None:
        agreement = _ask(options, rules)
    else:
        with results_written_together(options.out, FILES, overwrite=options.overwrite) as folder:
            agreement = _ask(options, rules)
            _write(agreement, folder)
    from caravan.cli.agreement_words import told

    print(told(agreement))
    if options.out is not None:
        print(f"\n{', '.join(FILES)} are in {options.out}")
    return 0


def games_asked_for(text: str | None) -> int | dict[str, int] | None:
    """Read ``--games``.

    Parameters
    ----------
    text : str or None
        ``500``, or ``planner=20000,beam=500``.

    Returns
    -------
    int, dict of str to int, or None
        One number for all styles, or a number for each that is named.

    Raises
    ------
    CaravanError
        Where it is neither.
    """
    if text is None:
        return None
    if "=" not in text:
        return _number(text)
    games: dict[str, int] = {}
    for entry in text.split(","):
        # A bot's own settings have an equals sign too, as in planner:noise=0.5=2000.
        name, equals, number = entry.strip().rpartition("=")
        if not equals or not name:
            raise CaravanError(f"--games: found {shown(entry)}, allowed is BOT=N, as in planner=20000,beam=500")
        if name in games:
            raise CaravanError(f"--games: '{name}' is there twice")
        games[name] = _number(number)
    return games


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise CaravanError(
            f"--games: found {shown(text)}, allowed is a whole number, or BOT=N as in planner=20000,beam=500"
        ) from None


def _ask(options: Options, rules: Rules) -> Agreement:
    games = games_asked_for(options.games)
    with ExitStack() as stack:
        progress = stack.enter_context(StagedProgress(sys.stderr, f"asking the styles ({COMPILING})"))
        from caravan.agreement import agree as ask

        executor = None
        if options.threads is not None:
            executor = ThreadPoolExecutor(options.threads)
            stack.callback(executor.shutdown, wait=False, cancel_futures=True)
        return ask(
            rules,
            styles=options.bots,
            measures=options.measures,
            games=games,
            seed=options.seed,
            executor=executor,
            progress=progress.part_plays,
            block_size=options.block_size,
        )


def _write(agreement: Agreement, folder: Path) -> None:
    from caravan.playtest_summary import as_csv

    write_atomically(folder / SUMMARY, as_csv(agreement.estimates))
    write_atomically(folder / VERDICTS, as_csv(agreement.verdicts))
    agreement.rules.write(folder / RULES)
