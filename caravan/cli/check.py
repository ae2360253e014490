"""``caravan check``: hold the games of a folder against its rules, and its tables against its log."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from caravan.cli.arguments import Options
from caravan.cli.folder import any_of_them, find_file
from caravan.cli.progress import COMPILING, Progress
from caravan.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

    from caravan.events import TablesCheck


def check(options: Options) -> int:
    """List every way in which the log of a folder departs from the rules, or the tables from the log."""
    rules = Rules.read(find_file(options.folder, "rules"))
    rules.require_playable()
    path = find_file(options.folder, "events")
    has_tables = any_of_them(options.folder, "games", "seats")
    tables = [find_file(options.folder, table) for table in ("games", "seats")] if has_tables else []
    with Progress(sys.stderr, f"reading {path} ({COMPILING})") as progress:
        from caravan.events import check_blocks

        reading = _Reading(path, rules, progress)
        found, games, listed = 0, set(), []
        for violation in check_blocks(reading, rules, tables=_tables_check(tables, rules)):
            found += 1
            games.add(violation.game)
            if found <= options.limit:
                listed.append(str(violation))
    extent = f"{_counted(reading.games, 'game')}, {_counted(reading.events, 'event')}"
    if not found:
        also = ", and the tables say what the log says" if tables else ""
        print(f"{extent}: every move is by the rules{also}")
        return 0
    print("\n".join(listed))
    if found > options.limit:
        print(f"... and {found - options.limit:,} more; --limit {found} lists all")
    summary = f"{_counted(found, 'violation')} found in {_counted(len(games), 'game')}; the log has {extent}"
    print(f"caravan check: {summary}", file=sys.stderr)
    return 1


def _tables_check(paths: Sequence[Path], rules: Rules) -> TablesCheck | None:
    """Read the games and seats tables, if there are any, to be compared with the log."""
    if not paths:
        return None
    from caravan.events import TablesCheck, read_games, read_seats
    from caravan.events.origin import Origin

    games, seats = paths
    return TablesCheck(read_games(games), read_seats(seats), rules, Origin(str(games)), Origin(str(seats)))


class _Reading:
    """The blocks of a log, counted as they are read."""

    def __init__(self, path: Path, rules: Rules, progress: Progress) -> None:
        self._path = path
        self._rules = rules
        self._progress = progress
        self.games = 0
        self.events = 0

    def __iter__(self) -> Iterator[pd.DataFrame]:
        from caravan.events import event_blocks

        for block in event_blocks(self._path, self._rules):
            self.events += len(block)
            self.games += block["game"].nunique()
            self._progress.games_done(self.games)
            yield block


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
