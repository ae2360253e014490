"""How often intervals of ``caravan tune`` and ``caravan fair`` hold: ``python -m benchmarks.tuning_coverage --docs``.

Figures are drawn that vary like normal ones with a standard error of 1, or games are drawn from many thousand real
ones. Either way the true loss is known. It has to lie within its interval in 93% to 97% of all tries, or more often
where it is known why.
"""

from __future__ import annotations

import argparse
import functools
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.coverage import REPETITIONS, Coverage, as_csv
from benchmarks.handbook import with_table
from caravan import Goal, Rules
from caravan.balance.figures import Cell
from caravan.balance.fresh import Fresh, judged
from caravan.balance.loss_intervals import METHOD, Interval, Seen, difference_of, interval_of
from caravan.balance.loss_terms import Terms
from caravan.balance.played_check import check_of
from caravan.batch import simulate
from caravan.measures import Estimate, Sample
from caravan.measures.bootstrap import mean, ratio
from caravan.measures.estimate import Floats
from caravan.measures.underlying import OfMeans, Statistic

DOCS = Path(__file__).resolve().parent.parent / "docs" / "balance.md"
NAME = "tuning_coverage"
POPULATION, GAMES, POPULATION_SEED = 20_000, 400, 20
NEAR = "near its least: it can't lie above"
TOGETHER = "all seats and styles at once"
INF = math.inf

Windows = tuple[tuple[float, float], ...]
Trial = Callable[[np.random.Generator], bool]


@dataclass(frozen=True)
class Case:
    """An interval, and what it is tried on.

    Attributes
    ----------
    interval, figure : str
        What the table says.
    games : int
        Games in each try; 0 where figures are drawn.
    conservative : str
        Why it may hold more often than in 97%.
    make : callable
        Makes what tries it once, and says whether the interval held.
    """

    interval: str
    figure: str
    games: int
    conservative: str
    make: Callable[[], Trial]

    @property
    def is_difference(self) -> bool:
        return self.interval.startswith("difference")


@dataclass(frozen=True)
class Normal:
    """Figures that vary like normal ones.

    Attributes
    ----------
    windows : tuple of pairs
        For each figure; both ends the same for a target.
    weights : tuple of float
    covariance : ndarray of float64, shape (figures, figures)
    slopes : tuple of float
        None where nothing is to be as large or as small as possible.
    """

    windows: Windows
    weights: tuple[float, ...]
    covariance: Floats
    slopes: tuple[float, ...] = ()

    @functools.cached_property
    def terms(self) -> Terms:
        low, high = np.array(self.windows, dtype=np.float64).T
        slopes = np.array(self.slopes or (0.0,) * len(low))
        return Terms(low, high, np.array(self.weights), slopes)

    def seen(self, figures: Floats, wander: Floats) -> Seen:
        errors = np.sqrt(np.diag(self.covariance))
        return Seen(self.terms, figures, wander, self.terms.chance(errors))


def root_of(covariance: Floats) -> Floats:
    lengths, axes = np.linalg.eigh(covariance)
    return np.asarray(axes[:, lengths > 1e-9] * np.sqrt(lengths[lengths > 1e-9]))


def of_loss(normal: Normal, true: Sequence[float]) -> Trial:
    centre, wander = np.array(true, dtype=np.float64), root_of(normal.covariance)
    loss = float(normal.terms.loss(centre))

    def trial(rng: np.random.Generator) -> bool:
        figures = centre + wander @ rng.standard_normal(wander.shape[1])
        return holds(interval_of(normal.seen(figures, wander)), loss)

    return trial


def of_difference(normal: Normal, first: Sequence[float], second: Sequence[float], alike: float) -> Trial:
    centre, half = np.array([*first, *second], dtype=np.float64), len(first)
    wander = root_of(np.kron(np.array([[1.0, alike], [alike, 1.0]]), normal.covariance))
    gap = float(normal.terms.loss(centre[:half]) - normal.terms.loss(centre[half:]))

    def trial(rng: np.random.Generator) -> bool:
        figures = centre + wander @ rng.standard_normal(wander.shape[1])
        pair = normal.seen(figures[:half], wander[:half]), normal.seen(figures[half:], wander[half:])
        return holds(difference_of(*pair), gap)

    return trial


def holds(interval: Interval, true: float) -> bool:
    return interval.low - 1e-9 <= true <= interval.high + 1e-9


def seats(players: int) -> Normal:
    """Seats' effects, whose sum is nothing."""
    covariance = (np.eye(players) - 1.0 / players) * players / (players - 1)
    return Normal(((0.0, 0.0),) * players, (1.0 / players,) * players, covariance)


def alone(low: float, high: float, figures: int = 1, likeness: float = 0.0) -> Normal:
    covariance = likeness + (1.0 - likeness) * np.eye(figures)
    return Normal(((low, high),) * figures, (1.0 / figures,) * figures, covariance)


def three_aims(*, large: bool = False) -> Normal:
    """Four seats to be fair, a surer target (or something to be large), and a window."""
    covariance = np.zeros((7, 7))
    covariance[:4, :4] = seats(4).covariance
    covariance[4:, 4:] = np.diag([0.04, 0.25, 1.0])
    covariance[4, 5] = covariance[5, 4] = 0.05
    return Normal(
        ((0.0, 0.0),) * 4 + ((0.0, 0.0), (-1.0, 1.0), (0.0, 0.0)),
        (0.25,) * 4 + (0.0 if large else 1.0, 1.0, 1.0),
        covariance,
        (0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0) if large else (),
    )


HIT, CLOSE, FAR = (0.0,) * 7, (0.5, 0.0, 0.0, -0.5, 0.2, 0.3, 0.5), (2.0, 0.0, 0.0, -2.0, 1.0, -2.0, 3.0)
ONE, EDGE, FOUR_EDGES = alone(0.0, 0.0), alone(-INF, 0.0), alone(-INF, 0.0, 4, 0.5)


def spread(players: int, by: float) -> tuple[float, ...]:
    """Effects of seats of which the first wins too often at the cost of the last."""
    return (by, *(0.0,) * (players - 2), -by)


@dataclass(frozen=True)
class Played:
    """Real games of two rule sets on the same seeds, taken for all games there are."""

    length: Floats
    wins: Floats
    rare: Floats
    points: Floats


@functools.cache
def played(camels: int) -> Played:
    sample = Sample(simulate(Rules(camels=camels), 4, "planner", POPULATION, POPULATION_SEED))
    rare = sample.of_seats("rare").sum(axis=0) * float(Rules().rare_value)
    return Played(sample.of_games("turns"), sample.of_seats("win_share"), rare, sample.of_seats("score").sum(axis=0))


CELL = Cell(4, "planner")


def estimates_of(games: Played, drawn: np.ndarray) -> tuple[Estimate, ...]:
    """Take the figures of a batch: its length, the seats' effects, and the share of points from rare goods."""

    def estimate(name: str, part: str, statistic: Statistic, *columns: Floats, seat: int | None = None) -> Estimate:
        made_of = OfMeans(np.stack(columns), statistic)
        value = float(statistic(made_of.columns.mean(axis=1)[None])[0])
        return Estimate(name, value, math.nan, math.nan, "", made_of.games, "", seat, part, evidence=made_of)

    return (
        estimate("length", "turns.mean", mean, games.length[drawn]),
        *(
            estimate("seat_effect", "", mean, 100.0 * (wins[drawn] - 0.25), seat=seat)
            for seat, wins in enumerate(games.wins, start=1)
        ),
        estimate("point_sources", "rare", ratio, games.rare[drawn], games.points[drawn]),
    )


@functools.cache
def truth(camels: int) -> dict[str, float]:
    everything = estimates_of(played(camels), np.arange(POPULATION))
    return {one.label + str(one.seat or ""): one.value for one in everything}


def goal_for(length: float, rare: float) -> Goal:
    """A goal whose targets for length and rare goods lie so many tolerances from the true figures with 5 camels."""
    true = truth(5)
    return Goal(
        {"camels": [5, 6]},
        [
            {"aim": "length", "target": true["length.turns.mean"] - length, "tolerance": 1.0},
            {"aim": "fair_seats"},
            {"measure": "point_sources.rare", "at_most": true["point_sources.rare"] - 0.01 * rare, "tolerance": 0.01},
        ],
    )


def of_games(length: float, rare: float, *, difference: bool = False) -> Trial:
    goal = goal_for(length, rare)

    def fresh(camels: int, drawn: np.ndarray) -> Fresh:
        return judged(goal, {CELL: estimates_of(played(camels), drawn)}, {})

    def exact(camels: int) -> float:
        figures = judged(goal, {CELL: estimates_of(played(camels), np.arange(POPULATION))}, {})
        (loss, _) = figures.made_of
        return float(loss.terms.loss(figures.wander.values))

    true = exact(6) - exact(5) if difference else exact(5)

    def trial(rng: np.random.Generator) -> bool:
        drawn = rng.integers(POPULATION, size=GAMES)
        here = fresh(5, drawn)
        return holds(fresh(6, drawn).less(here)[0] if difference else here.losses[0], true)

    return trial


def of_forecast(games: int) -> Trial:
    """Foretell one batch of the same games from another, as `caravan fair` does."""

    def trial(rng: np.random.Generator) -> bool:
        halves = [played(5).wins[:, rng.integers(POPULATION, size=number)] for number in (games // 2, games)]
        return all(check.holds for check in check_of("planner", *halves))

    return trial


def _losses() -> Iterator[tuple[str, str, Callable[[], Trial]]]:
    for off in (0, 1, 2, 5):
        yield f"one target, {words(off)}", NEAR if off < 5 else "", lambda off=off: of_loss(ONE, [off])
    for players in (2, 4):
        for off in (0, 1, 5):
            made = functools.partial(of_loss, seats(players), spread(players, off))
            yield (
                f"seats of {players} players, {words(off)}",
                NEAR if off * off < 2 * players or players > 2 else "",
                made,
            )
    for place, why in ((-5, NEAR), (-1, NEAR), (0, NEAR), (1, ""), (3, "")):
        yield f"one window, {where(place)}", why, lambda place=place: of_loss(EDGE, [place])
    for place, words_of in ((-1, "inside"), (0, "at"), (1, "outside")):
        yield (
            f"4 figures {words_of} their windows' edges",
            NEAR,
            lambda place=place: of_loss(FOUR_EDGES, [place] * 4),
        )
    for word, true in (("hit", HIT), ("near", CLOSE), ("far", FAR)):
        yield f"three aims, {word}", NEAR, lambda true=true: of_loss(three_aims(), true)
    yield "three aims, one to be large", NEAR, lambda: of_loss(three_aims(large=True), CLOSE)
    yield "12 figures, hit", NEAR, lambda: of_loss(alone(0.0, 0.0, 12), [0.0] * 12)


def _differences() -> Iterator[tuple[str, str, Callable[[], Trial]]]:
    for alike in (0.0, 0.3, 0.9):
        likeness = f"correlation {alike:g}"
        for first, second in ((0, 0), (0, 5), (5, 6)):
            yield (
                f"one target, {words(first)} and {words(second)}, {likeness}",
                "" if (first, alike) == (5, 0.0) else NEAR,
                lambda first=first, second=second, alike=alike: of_difference(ONE, [first], [second], alike),
            )
        yield (
            f"one window, {where(-1)} and {where(1)}, {likeness}",
            NEAR,
            lambda alike=alike: of_difference(EDGE, [-1], [1], alike),
        )
        for word, first, second in (("near and far", CLOSE, FAR), ("hit and hit", HIT, HIT)):
            yield (
                f"three aims, {word}, {likeness}",
                NEAR,
                lambda first=first, second=second, alike=alike: of_difference(three_aims(), first, second, alike),
            )


def words(off: float) -> str:
    return "hit" if off == 0 else f"{off:g} off"


def where(place: float) -> str:
    return "at its edge" if place == 0 else f"{abs(place):g} {'inside' if place < 0 else 'outside'}"


def _cases() -> Iterator[Case]:
    for figure, why, make in _losses():
        yield Case(f"loss: {METHOD}", figure, 0, why, make)
    for off, word in ((0.0, "hit"), (1.0, "near"), (8.0, "far")):
        yield Case(
            f"loss: {METHOD}",
            f"length, seats and rare goods, {word}",
            GAMES,
            NEAR,
            lambda off=off: of_games(off, off),
        )
    for figure, why, make in _differences():
        yield Case(f"difference of losses: {METHOD}", figure, 0, why, make)
    for off, word in ((0.0, "hit"), (8.0, "far")):
        yield Case(
            f"difference of losses: {METHOD}",
            f"5 and 6 camels: length, seats and rare goods, {word}",
            GAMES,
            NEAR,
            lambda off=off: of_games(off, off, difference=True),
        )
    for games in (200, 2000):
        yield Case(
            "prediction 95% over all seats and styles",
            "seats' effects, foretold from half the games",
            games,
            TOGETHER,
            lambda games=games: of_forecast(games),
        )


CASES = tuple(_cases())


def coverage_of(case: Case, repetitions: int) -> Coverage:
    """Try an interval so many times."""
    trial = case.make()
    rng = np.random.default_rng([1, CASES.index(case)])
    with threadpool_limits(1):
        held = float(np.mean([trial(rng) for _ in range(repetitions)]))
    error = math.sqrt(held * (1.0 - held) / repetitions)
    return Coverage(
        case.interval, case.figure, case.games, repetitions, round(held, 4), round(error, 4), case.conservative
    )


def as_markdown(rows: Iterable[Coverage]) -> str:
    """Write the table as docs/balance.md has it."""
    lines = ["| interval of | tried on | games | held | may hold more often |", "|---|---|---|---|---|"]
    lines += [
        f"| {row.interval.partition(':')[0].partition(' 95%')[0]} | {row.figure} | "
        f"{f'{row.games:,}' if row.games else 'normal figures'} | {row.coverage:.1%} ± {row.error:.1%} | "
        f"{row.at_least} |"
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all intervals and print how often they held; the exit code is 1 if one doesn't hold as often as it should."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tuning_coverage", description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="tries of each; default: %(default)s")
    parser.add_argument("--out", type=Path, help="a CSV file for the table")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/balance.md")
    options = parser.parse_args(arguments)
    rows, start = [], time.perf_counter()
    for case in CASES:
        rows.append(row := coverage_of(case, options.repetitions))
        mark = "" if row.is_sound else "  NOT AS IT SHOULD BE"
        print(f"{row.interval:<60}{row.figure:<64}{row.coverage:.2%} +- {row.error:.2%}{mark}", flush=True)
    if options.out is not None:
        options.out.write_text(as_csv(rows), encoding="utf-8")
    if options.docs:
        DOCS.write_text(with_table(DOCS.read_text(encoding="utf-8"), NAME, as_markdown(rows)), encoding="utf-8")
    print(f"{len(rows)} intervals, {time.perf_counter() - start:.0f} s", file=sys.stderr)
    return 0 if all(row.is_sound for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
