"""Whether searching beats tuning one parameter at a time: ``python -m benchmarks.tuning``.

Both play the same number of games for the same goal, begin with the present rules, and judge all rule sets on common
seeds; both find out again, with more games, about what looked good. What each comes to is then judged on fresh seeds,
the same for both. The whole is repeated with other seeds. One at a time means: go round the axes, try every level of
one while the others stay, keep the best, go on with the next; when a whole round changes nothing, play what is left of
the games by trying the round again with more games for each.
"""

from __future__ import annotations

import argparse
import csv
import math
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scipy.special import stdtrit

from caravan.balance.fresh import judge_on_fresh_seeds
from caravan.balance.goal import Candidate, Goal
from caravan.balance.how_to_play import HowToPlay
from caravan.balance.journal import Journal
from caravan.balance.loss_intervals import Interval
from caravan.balance.search import search
from caravan.balance.trials import Trials

GOAL = Path(__file__).parents[1] / "data" / "goals" / "shorter_and_fair.toml"
FIRST_SEED = 21
"""Seeds below were looked at while the search was built, so they'd flatter it."""

METHODS = ("caravan tune", "one at a time")
COLUMNS = (
    "repetition",
    "method",
    "games",
    "rule_sets",
    "searched",
    "fresh",
    "low",
    "high",
    "drop",
    "rules_id",
    "settings",
)


@dataclass(frozen=True)
class Outcome:
    """What a method has come to.

    Attributes
    ----------
    method : str
    goal : Goal
        With the repetition's seed.
    candidate : tuple of int
        The rule set chosen.
    games, rule_sets : int
        Games played in the search, and different rule sets.
    searched : float
        Its loss as the search saw it.
    fresh : Interval
        Its loss on fresh seeds.
    """

    method: str
    goal: Goal
    candidate: Candidate
    games: int
    rule_sets: int
    searched: float
    fresh: Interval


def one_at_a_time(trials: Trials) -> tuple[Candidate, float]:
    """Tune one parameter after the other, as people do.

    Parameters
    ----------
    trials : Trials
        Nothing tried yet; the present rules must lie within the axes.

    Returns
    -------
    tuple of int
        The best that it has come to.
    float
        Its loss in the search.
    """
    best = trials.goal.baseline
    if best is None:
        raise ValueError("the present rules lie outside the axes")
    chunks = 1
    while trials.can_afford():
        before, spent = best, trials.spent
        for axis, levels in enumerate(trials.goal.axes):
            around = [(*best[:axis], level, *best[axis + 1 :]) for level in range(len(levels))]
            for candidate in around:
                while trials.chunks_of(candidate) < chunks and trials.can_afford() and trials.play(candidate):
                    pass
            best = trials.best([candidate for candidate in around if trials.chunks_of(candidate) >= chunks] or [best])
        if best == before:
            chunks += 1  # nothing changes any more: look again, more closely
        elif trials.spent == spent:
            break
    return best, sum(trials.judgement(best).losses)


def searching(trials: Trials) -> tuple[Candidate, float]:
    """Search as ``caravan tune`` does; give the winner and the loss that is expected of it."""
    found = search(trials)
    winner = found.finishers[0]
    return winner, sum(found.model.believed([winner])[winner][0].losses)


def repeated(goal_file: Path, seeds: Sequence[int], games: int | None, fresh_games: int) -> list[Outcome]:
    """Let both methods loose on a goal again and again.

    Parameters
    ----------
    goal_file : Path
    seeds : sequence of int
        One for each repetition.
    games, fresh_games : int or None
        In the place of the goal's.

    Returns
    -------
    list of Outcome
        Two for each repetition.
    """
    text = goal_file.read_text(encoding="utf-8")
    changes = {key: value for key, value in (("games", games), ("fresh_games", fresh_games)) if value is not None}
    outcomes = []
    for seed in seeds:
        goal = Goal.from_toml(text, str(goal_file), goal_file.parent, seed=seed, **changes)
        for method, choose in zip(METHODS, (searching, one_at_a_time), strict=True):
            trials = Trials(goal, Journal(None, goal.id), HowToPlay())
            chosen, searched = choose(trials)
            fresh = judge_on_fresh_seeds(goal, goal.rules_of(chosen), method, HowToPlay())
            outcomes.append(
                Outcome(
                    method,
                    goal,
                    chosen,
                    trials.spent,
                    len(trials.candidates),
                    searched,
                    fresh.losses[-1],
                )
            )
            print(_line(outcomes[-1], seed), flush=True)
    return outcomes


def _line(outcome: Outcome, repetition: int) -> str:
    fresh = outcome.fresh
    return (
        f"{repetition:>2}  {outcome.method:<14} {outcome.games:>7,} games {outcome.rule_sets:>4} rule sets   in the "
        f"search {outcome.searched:6.2f}   on fresh seeds {fresh.value:6.2f} ({fresh.low:.2f} to {fresh.high:.2f})"
    )


def verdict(outcomes: Sequence[Outcome]) -> str:
    """Say which method is better over all repetitions."""
    searched, walked = ([outcome.fresh.value for outcome in outcomes if outcome.method == method] for method in METHODS)
    pairs = list(zip(searched, walked, strict=True))
    better = sum(mine < theirs for mine, theirs in pairs)
    gaps = [mine - theirs for mine, theirs in pairs]
    error = statistics.stdev(gaps) / len(gaps) ** 0.5 if len(gaps) > 1 else math.nan
    reach = float(stdtrit(len(gaps) - 1, 0.975)) * error
    gap = statistics.fmean(gaps)
    return (
        f"Mean loss on fresh seeds: {METHODS[0]} {statistics.fmean(searched):.2f}, {METHODS[1]} "
        f"{statistics.fmean(walked):.2f}; difference {gap:+.2f} ({gap - reach:+.2f} to {gap + reach:+.2f}, t interval "
        f"over repetitions). {METHODS[0]} is better in {better} of {len(pairs)} repetitions."
    )


def main(words: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--goal", type=Path, default=GOAL, help="the goal's file, with a single figure to make small")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED, help=f"default: {FIRST_SEED}")
    parser.add_argument("--games", type=int, help="games of each search; default: as the goal says")
    parser.add_argument("--fresh-games", type=int, default=12_000, help="default: 12,000, so that little is luck")
    parser.add_argument("--out", type=Path, help="a CSV file for the table")
    options = parser.parse_args(words)
    outcomes = repeated(
        options.goal,
        range(options.first_seed, options.first_seed + options.repetitions),
        options.games,
        options.fresh_games,
    )
    print(verdict(outcomes))
    if options.out is not None:
        with options.out.open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(COLUMNS)
            for outcome in outcomes:
                fresh, goal = outcome.fresh, outcome.goal
                settings = "; ".join(f"{key}={value}" for key, value in goal.values_of(outcome.candidate).items())
                numbers = (outcome.searched, fresh.value, fresh.low, fresh.high, fresh.value - outcome.searched)
                table.writerow(
                    (
                        goal.seed,
                        outcome.method,
                        outcome.games,
                        outcome.rule_sets,
                        *(f"{number:.4g}" for number in numbers),
                        goal.rules_of(outcome.candidate).id,
                        settings,
                    )
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
