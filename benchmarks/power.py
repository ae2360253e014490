"""Whether the games that a question needs suffice: ``python -m benchmarks.power --out data/power.csv --handbook``.

For effects on one seat's win share, and on its margin, batches of just as many games as `caravan.measures.power` asks
for are drawn with that effect; in 80% of them the 95% interval should leave out what would be fair.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np

from benchmarks.handbook import put_into_handbook
from caravan.measures import bootstrap
from caravan.measures.intervals import wilson
from caravan.measures.power import POWER, games_needed, games_needed_for_share

REPETITIONS = 10_000
AGREES = 4.0
"""Standard errors by which the power found may be off."""

PLAYERS, EFFECTS = (2, 3, 4), (1, 2, 5)
MARGINS = ((1.0, 10.0), (2.0, 10.0), (1.0, 15.0))


@dataclass(frozen=True)
class Power:
    """How often an effect was found.

    Attributes
    ----------
    question : str
    games : int
        As many as are needed for a power of 80%.
    repetitions : int
    power, error : float
        The share of batches in which it was found, and that share's standard error.
    """

    question: str
    games: int
    repetitions: int
    power: float
    error: float

    @property
    def is_as_planned(self) -> bool:
        return abs(self.power - POWER) <= AGREES * math.sqrt(POWER * (1.0 - POWER) / self.repetitions) + 1e-4


COLUMNS = tuple(field.name for field in fields(Power))


def powers(repetitions: int = REPETITIONS, seed: int = 1) -> Iterator[Power]:
    """Try all questions."""
    rng = np.random.default_rng(seed)
    for effect in EFFECTS:
        for players in PLAYERS:
            fair = 1.0 / players
            games = games_needed_for_share(effect / 100.0, players)
            low, high = wilson(rng.binomial(games, fair + effect / 100.0, repetitions), games)
            points = "1 point" if effect == 1 else f"{effect} points"
            yield _power(f"win share off by {points}, {players} players", games, (low > fair) | (high < fair))
    for effect, deviation in MARGINS:
        games = games_needed(effect, deviation)
        found = []
        for start in range(0, repetitions, 500):
            margins = rng.normal(effect, deviation, (min(500, repetitions - start), games))
            low, high = bootstrap.abc_interval(bootstrap.mean_of(margins))
            found.append((low > 0.0) | (high < 0.0))
        yield _power(f"margin off by {effect:g}, standard deviation {deviation:g}", games, np.concatenate(found))


def _power(question: str, games: int, found: np.ndarray) -> Power:
    share = float(found.mean())
    return Power(question, games, len(found), round(share, 4), round(math.sqrt(share * (1.0 - share) / len(found)), 4))


def as_csv(rows: Iterable[Power]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(astuple(row) for row in rows)
    return text.getvalue()


def read(text: str) -> list[Power]:
    return [
        Power(row["question"], int(row["games"]), int(row["repetitions"]), float(row["power"]), float(row["error"]))
        for row in csv.DictReader(io.StringIO(text))
    ]


def as_markdown(rows: Iterable[Power]) -> str:
    """Write the table as docs/measures.md has it."""
    lines = ["| effect | games needed | found in |", "|---|---|---|"]
    lines += [f"| {row.question} | {row.games:,} | {row.power:.1%} ± {row.error:.1%} |" for row in rows]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all questions and print the table; the exit code is 1 if an effect isn't found as often as planned."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.power", description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a CSV file for the table")
    parser.add_argument("--handbook", action="store_true", help="put the table into docs/measures.md")
    options = parser.parse_args(arguments)
    rows = list(powers(options.repetitions, options.seed))
    print(as_markdown(rows), end="")
    if options.handbook:
        put_into_handbook("power", as_markdown(rows))
    if options.out is not None:
        options.out.write_text(as_csv(rows), encoding="utf-8")
    return 0 if all(row.is_as_planned for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
