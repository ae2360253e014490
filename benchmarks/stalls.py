"""How often games between skilled bots stall: ``python -m benchmarks.stalls --games 2000 --out results/stalls.csv``.

Each bot plays against itself and against each other one, for every number of players under every preset. A stall is a
deadlock or an end at the turn limit. A line is printed, and written to the file, for each cell as it is done; the same
command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, cycle, islice
from pathlib import Path

from caravan.rules import PRESETS, Rules

SKILLED = ("planner", "beam", "rollout", "expert")
"""The styles that claim not to stall and are worth a long run."""

PLAYERS = (2, 3, 4)
COLUMNS = ("preset", "players", "bots", "seed", "games", "deadlocks", "turn_limits")


@dataclass(frozen=True)
class Cell:
    """Some games between one or two bots.

    Attributes
    ----------
    preset : str
    players : int
    bots : tuple of str
        One against itself; or two, which sit in turn around the table, each in the first seat in half of the games.
    """

    preset: str
    players: int
    bots: tuple[str, ...]

    @property
    def line_ups(self) -> list[str]:
        orders = [self.bots, self.bots[::-1]] if len(self.bots) > 1 else [self.bots]
        return [",".join(islice(cycle(order), self.players)) for order in orders]

    @property
    def name(self) -> str:
        return " v ".join(self.bots)


@dataclass(frozen=True)
class Count:
    """How the games of a cell ended."""

    games: int
    deadlocks: int
    turn_limits: int

    @property
    def stalls(self) -> int:
        return self.deadlocks + self.turn_limits


def cells(bots: Sequence[str], presets: Sequence[str] = tuple(PRESETS), players: Sequence[int] = PLAYERS) -> list[Cell]:
    """List the cells: each bot against itself first, then each pair."""
    pairs = sorted(combinations_with_replacement(bots, 2), key=lambda pair: pair[0] != pair[1])
    return [
        Cell(preset, number, tuple(dict.fromkeys(pair))) for pair in pairs for preset in presets for number in players
    ]


def count(cell: Cell, games: int, seed: int) -> Count:
    """Play a cell's games."""
    from caravan.batch import simulate

    reasons: list[str] = []
    rules, line_ups = Rules.preset(cell.preset), cell.line_ups
    for place, line_up in enumerate(line_ups):
        share = (games + len(line_ups) - 1 - place) // len(line_ups)
        if share:
            batch = simulate(rules, cell.players, line_up, share, seed, block_size=10, event_memory=0)
            reasons += batch.games.end_reason.astype(str).tolist()
    return Count(len(reasons), reasons.count("deadlock"), reasons.count("turn_limit"))


def counts(todo: Sequence[Cell], games: int, seed: int, file: Path | None) -> Iterator[tuple[Cell, Count]]:
    """Count cell by cell; those that a file has already are read from there, and the others added to it."""
    known = _read(file) if file is not None and file.exists() else {}
    for cell in todo:
        found = known.get((cell, seed, games))
        if found is None:
            found = count(cell, games, seed)
            if file is not None:
                _add(file, cell, seed, found)
        yield cell, found


def _read(file: Path) -> dict[tuple[Cell, int, int], Count]:
    with file.open(encoding="utf-8", newline="") as lines:
        return {
            (
                Cell(row["preset"], int(row["players"]), tuple(row["bots"].split(" v "))),
                int(row["seed"]),
                int(row["games"]),
            ): Count(int(row["games"]), int(row["deadlocks"]), int(row["turn_limits"]))
            for row in csv.DictReader(lines)
        }


def _add(file: Path, cell: Cell, seed: int, found: Count) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    is_new = not file.exists()
    with file.open("a", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines)
        if is_new:
            writer.writerow(COLUMNS)
        writer.writerow([cell.preset, cell.players, cell.name, seed, found.games, found.deadlocks, found.turn_limits])


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print the table; the exit code is 1 if any game stalled."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stalls", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20, help="games of each cell; default: 20")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bots", default=",".join(SKILLED), help="default: %(default)s")
    parser.add_argument("--presets", default=",".join(PRESETS), help="default: %(default)s")
    parser.add_argument("--players", default="2,3,4", help="default: %(default)s")
    parser.add_argument("--out", type=Path, help="a CSV file to keep the counts in, and to go on from")
    options = parser.parse_args(arguments)
    players = [int(number) for number in options.players.split(",")]
    todo = cells(options.bots.split(","), options.presets.split(","), players)
    print(f"{'bots':<22} {'preset':<13} {'players':>7} {'games':>7} {'deadlocks':>9} {'turn limits':>11}")
    games = stalls = 0
    for cell, found in counts(todo, options.games, options.seed, options.out):
        games += found.games
        stalls += found.stalls
        row = f"{found.games:>7,} {found.deadlocks:>9,} {found.turn_limits:>11,}"
        print(f"{cell.name:<22} {cell.preset:<13} {cell.players:>7} {row}", flush=True)
    print(f"{stalls:,} of {games:,} games stalled, seed {options.seed}")
    return 1 if stalls else 0


if __name__ == "__main__":
    sys.exit(main())
