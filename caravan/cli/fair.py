"""``caravan fair``: find out how many points, or which opening turns, make the seats of a game equal."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from caravan.cli.agree import games_asked_for
from caravan.cli.arguments import Options
from caravan.cli.executor_arguments import executor_asked_for
from caravan.cli.folder import FAIR, FAIR_FILES, RULES, WITH_OPENING, WITH_POINTS, results_written_together
from caravan.cli.interrupts import Terminated, undisturbed
from caravan.cli.progress import COMPILING, StagedProgress
from caravan.cli.simulate import rules_asked_for
from caravan.errors import Cancelled, OutputError
from caravan.files import reason, write_atomically
from caravan.rules import Rules
from caravan.version import __version__

UNFINISHED = "fair_unfinished.csv"

if TYPE_CHECKING:
    from caravan.balance import FairStart, FinishedPart


def fair(options: Options) -> int:
    """Find what makes the seats equal, write it if a folder is given, and tell it."""
    rules = rules_asked_for(options, "RULES")
    finished: list[FinishedPart] = []
    found: FairStart | None = None
    try:
        if options.out is None:
            found = _find(options, rules, finished)
        else:
            with results_written_together(options.out, FAIR_FILES, overwrite=options.overwrite) as folder:
                found = _find(options, rules, finished)
                _write(found, folder)
            (Path(options.out) / UNFINISHED).unlink(missing_ok=True)
    except (Cancelled, KeyboardInterrupt, Terminated) as error:
        if found is not None:
            raise
        with undisturbed():
            raise Cancelled(f"stopped; {_kept(options.out, finished)}") from error
    from caravan.cli.fair_words import told

    print(told(found))
    if options.out is not None:
        print(f"\n{', '.join(FAIR_FILES)} are in {options.out}")
    return 0


def _kept(out: str | None, finished: Sequence[FinishedPart]) -> str:
    """Write what has finished, where there is a folder for it, and say so."""
    if not finished:
        return "no style had played all its games under any start, so nothing is kept"
    from caravan.balance import unfinished_table
    from caravan.balance.starts import PARTS
    from caravan.playtest_summary import as_csv

    what = ", ".join(f"{part.style} {PARTS[part.name]}" for part in finished)
    if out is None:
        return f"finished were {what}; nothing is kept, as there is no --out"
    place = Path(out) / UNFINISHED
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(place, as_csv(unfinished_table(finished)))
    except OSError as error:
        raise OutputError(f"{place} can't be written: {reason(error)}") from error
    return f"what had finished ({what}) is in {place}, marked as unfinished; the command begins anew"


def _find(options: Options, rules: Rules, finished: list[FinishedPart]) -> FairStart:
    games = games_asked_for(options.games)
    with ExitStack() as stack:
        progress = stack.enter_context(StagedProgress(sys.stderr, f"asking the styles ({COMPILING})"))
        from caravan.balance import fair_start

        return fair_start(
            rules,
            styles=options.bots,
            games=games,
            seed=options.seed,
            executor=stack.enter_context(executor_asked_for(options)),
            progress=progress.part_plays,
            finished=finished.append,
        )


def _write(found: FairStart, folder: Path) -> None:
    from caravan.balance import fair_table
    from caravan.playtest_summary import as_csv

    write_atomically(folder / FAIR[0], as_csv(fair_table(found)))
    write_atomically(folder / FAIR[1], origin(found))
    found.points.rules.write(folder / WITH_POINTS)
    found.opening.rules.write(folder / WITH_OPENING)
    found.recommended.rules.write(folder / RULES)


def origin(found: FairStart) -> str:
    """Write down what was asked and what it came to, as TOML.

    Parameters
    ----------
    found : FairStart

    Returns
    -------
    str
    """
    games = ", ".join(f"{json.dumps(style)} = {number}" for style, number in found.games.items())
    return "\n".join(
        [
            f"version = {json.dumps(__version__)}",
            f"rules_id = {json.dumps(found.rules.id)}",
            f"players = {found.rules.players}",
            f"seed = {found.seed}",
            f"games = {{ {games} }}",
            f"recommended = {json.dumps(found.recommended.name)}",
            f"opening_actions = {found.opening.rules.opening_actions}",
            f"starting_points = {found.points.rules.starting_points}",
            f"holds = {str(found.holds).lower()}",
            f"games_suffice = {str(found.tells).lower()}",
            "",
        ]
    )
