"""How often intervals hold the true figure: ``python -m benchmarks.coverage --out data/coverage.csv --handbook``.

A 95% interval should do so in 95% of batches. Each kind that the package shows is tried on thousands of batches, drawn
from games whose true figures are known. Intervals that must hold for several figures, or at every look, at once, and
those of counts and whole numbers, hold in at least 95%; all others must hold in 93% to 97%.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
import sys
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np

from benchmarks.handbook import put_into_handbook

LEAST, MOST = 0.93, 0.97
REPETITIONS = 2_000
POPULATION = 20_000


@dataclass(frozen=True)
class Coverage:
    """How often an interval held.

    Attributes
    ----------
    interval, figure : str
    games : int
        Games in each batch, or seeds.
    repetitions : int
        How many batches.
    coverage, error : float
        In which share of them the interval held the true figure, and that share's standard error.
    at_least : str
        Why it may hold more often than 97%; empty where it mustn't.
    """

    interval: str
    figure: str
    games: int
    repetitions: int
    coverage: float
    error: float
    at_least: str

    @property
    def is_sound(self) -> bool:
        return self.coverage >= LEAST and (bool(self.at_least) or self.coverage <= MOST)


COLUMNS = tuple(field.name for field in fields(Coverage))


def coverages(
    repetitions: int = REPETITIONS,
    population: int = POPULATION,
    seed: int = 1,
    *,
    thrifty: bool = False,
    only: str = "",
) -> Iterator[Coverage]:
    """Try all intervals, each on draws of its own, which no other case changes.

    Parameters
    ----------
    repetitions : int
        Batches for each.
    population : int
        How many games are played and taken for all that there are.
    seed : int
        Of the draws.
    thrifty : bool
        Whether dear intervals are tried on fewer batches.
    only : str
        Only those whose name has this in it.
    """
    from benchmarks.coverage_cases import cases

    for case in cases(population):
        if only not in case.interval:
            continue
        batches = max(20, repetitions // case.cost) if thrifty else repetitions
        draws = np.random.default_rng([seed, zlib.crc32(f"{case.interval}, {case.figure}, {case.games}".encode())])
        held = float(np.mean(case.trial(draws, batches)))
        error = math.sqrt(held * (1.0 - held) / batches)
        yield Coverage(
            case.interval, case.figure, case.games, batches, round(held, 4), round(error, 4), case.conservative
        )


def as_csv(rows: Iterable[Coverage]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(astuple(row) for row in rows)
    return text.getvalue()


def read(text: str) -> list[Coverage]:
    return [
        Coverage(
            row["interval"],
            row["figure"],
            int(row["games"]),
            int(row["repetitions"]),
            float(row["coverage"]),
            float(row["error"]),
            row["at_least"],
        )
        for row in csv.DictReader(io.StringIO(text))
    ]


def merged(old: Iterable[Coverage], new: Iterable[Coverage]) -> list[Coverage]:
    """Put rows that were tried anew in the place of the old ones, and others at the end."""
    rows = {(row.interval, row.figure, row.games): row for row in (*old, *new)}
    return list(rows.values())


def as_markdown(rows: Iterable[Coverage]) -> str:
    """Write the table as docs/measures.md has it."""
    lines = ["| interval | of | games | held | may hold more often |", "|---|---|---|---|---|"]
    lines += [
        f"| {row.interval} | {row.figure} | {row.games:,} | {row.coverage:.1%} ± {row.error:.1%} | {row.at_least} |"
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all intervals and print how often they held; the exit code is 1 if one doesn't hold as often as it should."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="batches for each; default: %(default)s")
    parser.add_argument("--population", type=int, default=POPULATION, help="games played; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="WORDS", help="try those whose name has these words in it")
    parser.add_argument("--out", type=Path, help="a CSV file for the table; rows of it that aren't tried stay")
    parser.add_argument("--handbook", action="store_true", help="put the table into docs/measures.md")
    options = parser.parse_args(arguments)
    rows, start = [], time.perf_counter()
    for row in coverages(options.repetitions, options.population, options.seed, only=options.only):
        rows.append(row)
        mark = "" if row.is_sound else "  NOT AS IT SHOULD BE"
        print(
            f"{row.interval:<36}{row.figure:<44}{row.games:>6,}  {row.coverage:.2%} +- {row.error:.2%}{mark}",
            flush=True,
        )
    if options.only and options.out is not None and options.out.exists():
        rows = merged(read(options.out.read_text(encoding="utf-8")), rows)
    if options.handbook:
        put_into_handbook("coverage", as_markdown(rows))
    if options.out is not None:
        options.out.write_text(as_csv(rows), encoding="utf-8")
    print(f"{len(rows)} intervals, {time.perf_counter() - start:.0f} s", file=sys.stderr)
    return 0 if all(row.is_sound for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
