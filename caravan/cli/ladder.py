"""``caravan ladder``: let bots play each other, write the tables, tell who is strong."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from caravan.cli.arguments import Options
from caravan.cli.folder import LADDER_FILES, RULES, results_written_together
from caravan.cli.progress import COMPILING, Progress
from caravan.cli.simulate import rules_asked_for
from caravan.errors import Cancelled
from caravan.files import write_atomically
from caravan.rules import Rules
from caravan.version import __version__

if TYPE_CHECKING:
    from caravan.ladder import Ladder, LadderRequest

KEPT = ".unfinished"
"""What is added to a folder's name for the one beside it, in which a run that was stopped left its line-ups."""


def ladder(options: Options) -> int:
    """Play a ladder, write its tables if a folder is given, and print who is strong."""
    rules = rules_asked_for(argparse.Namespace(**{**vars(options), "players": None}))
    found = _play(options, rules) if options.out is None else _play_into(options, rules, kept_beside(options.out))
    from caravan.cli.ladder_words import told

    print(told(found))
    if options.out is not None:
        print(f"\n{', '.join(LADDER_FILES)} are in {options.out}")
    return 0


def kept_beside(folder: str) -> Path:
    """Name the folder in which a run that is stopped leaves what it has finished."""
    place = Path(folder).resolve()
    return place.parent / (place.name + KEPT)


def _play_into(options: Options, rules: Rules, kept: Path) -> Ladder:
    written = False
    try:
        with results_written_together(options.out, LADDER_FILES, overwrite=options.overwrite) as folder:
            found = _play(options, rules, folder, kept)
            written = True
    except Cancelled as error:
        finished = 0 if written else len(list(kept.glob("*.npz")))
        if finished:
            what = "1 line-up is" if finished == 1 else f"{finished:,} line-ups are"
            raise Cancelled(f"{error}; {what} kept in {kept}, and the same command goes on from there") from error
        raise
    finally:
        if written:
            _clear(kept)
    return found


def _clear(kept: Path) -> None:
    from caravan.ladder.kept import clear

    clear(kept)


def _play(options: Options, rules: Rules, folder: Path | None = None, kept: Path | None = None) -> Ladder:
    """Play all games and work out all tables; write them into a folder if there is one."""
    with Progress(sys.stderr, f"getting ready ({COMPILING})") as progress:
        from caravan.ladder import LadderRequest, ladder_of, play_ladder
        from caravan.ladder.kept import Kept

        players = options.players or rules.players
        request = LadderRequest(options.bots, players, options.games, options.seed, rules)
        played = play_ladder(
            request,
            threads=options.threads,
            progress=progress.games_done,
            kept=Kept(kept, request) if kept is not None else None,
        )
        progress.say("all games played, working out the tables")
        found = ladder_of(request, played)
        if folder is not None:
            _write(found, folder)
    return found


def _write(found: Ladder, folder: Path) -> None:
    from caravan.ladder.tables import as_csv
    from caravan.plots.ladder_page import page

    for name, frame in found.tables().items():
        write_atomically(folder / f"{name}.csv", as_csv(frame))
    write_atomically(folder / "ladder.html", page(found))
    write_atomically(folder / "ladder.toml", origin(found.request))
    found.request.rules.write(folder / RULES)


def origin(request: LadderRequest) -> str:
    """Write down what a ladder was made from, with the command that makes it again, as TOML.

    Parameters
    ----------
    request : LadderRequest
        The ladder.

    Returns
    -------
    str
        Beside it, ``rules.toml`` holds the rules.
    """
    bots, counts = ",".join(request.names), ",".join(map(str, request.players))
    words = f"--rules {RULES} --bots {bots} --players {counts} --games {request.games} --seed {request.seed}"
    lines = [
        f"# caravan ladder {words}",
        f"version = {json.dumps(__version__)}",
        f"bots = {json.dumps(list(request.names))}",
        f"players = {json.dumps(list(request.players))}",
        f"games = {request.games}",
        f"seed = {request.seed}",
        f"rules_id = {json.dumps(request.rules.id)}",
    ]
    return "\n".join(lines) + "\n"
