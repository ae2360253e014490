"""Tuning rules: a search for a goal, its front judged on fresh seeds, and how the winner compares with the present."""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from caravan.balance.figures import Figures, cells_of, games_of_a_chunk
from caravan.balance.fresh import Fresh, judge_on_fresh_seeds
from caravan.balance.front import compromise, in_order, pareto_front
from caravan.balance.goal import Candidate, Goal
from caravan.balance.how_to_play import HowToPlay, Progress
from caravan.balance.journal import Journal
from caravan.balance.search import Proposal, search
from caravan.balance.trials import Judgement, Trials, objectives_of
from caravan.blocks import Cancel
from caravan.errors import CaravanError, PlanError
from caravan.rules import Rules

LEAST_TRIALS = 20
"""A search that can't try this many rule sets isn't worth beginning."""


@dataclass(frozen=True)
class Answer:
    """A rule set that the search has come to, or the present one.

    Attributes
    ----------
    number : int
        From 1; 0 for the present rules.
    candidate : tuple of int or None
        Its levels; None for present rules that lie outside the axes.
    rules : Rules
    searched : Judgement or None
        What the search expected of it, by its games and by those of its neighbours; None where it never played it.
    figures : mapping
        The figures that the search expected; empty where it never played it.
    chunks : int
        How many chunks it played in the search.
    fresh : Fresh
        How it fares on fresh seeds.
    """

    number: int
    candidate: Candidate | None
    rules: Rules
    searched: Judgement | None
    figures: Figures
    chunks: int
    fresh: Fresh


@dataclass(frozen=True)
class Tuning:
    """What a search has found.

    Attributes
    ----------
    goal : Goal
    proposals : tuple of Proposal
        Every trial, in order.
    unplayable : dict of candidate to str
        Why some couldn't be played.
    answers : tuple of Answer
        The front, or with a single figure to make small the finalists; the winner first. It was chosen before the fresh
        seeds were played.
    baseline : Answer
        The present rules.
    spent : int
        Games that the search played; judging on fresh seeds comes on top.
    games_fresh : int
        Games that each answer, and the present rules, played on fresh seeds.
    judged : dict of candidate to Judgement
        Every rule set that was played, judged by all its games.
    """

    goal: Goal
    proposals: tuple[Proposal, ...]
    unplayable: dict[Candidate, str]
    answers: tuple[Answer, ...]
    baseline: Answer
    spent: int
    games_fresh: int
    judged: dict[Candidate, Judgement]

    @property
    def winner(self) -> Answer:
        """The answer that is closest to the best of everything."""
        return self.answers[0]

    @property
    def tried(self) -> int:
        """How many different rule sets were played."""
        return len(self.judged)

    @property
    def is_front(self) -> bool:
        """Whether there is more than one figure to make small, so that the answers are a Pareto front."""
        return len(objectives_of(self.goal)) > 1


def tune(
    goal: Goal,
    *,
    journal: str | Path | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Tuning:
    """Search for the rules that reach a goal's aims best.

    Optuna proposes rule sets, each plays some games on the same seeds, and the best of them run a race. What comes out
    is played once more on fresh seeds, together with the present rules. The same goal gives the same result in the same
    version, whatever the machine and however often the run was stopped.

    Parameters
    ----------
    goal : Goal
        What may change, what is aimed at, how many games it may take.
    journal : str or Path, optional
        A file that keeps what was played, so that a run that was stopped, or killed, goes on from there.
    executor, cancel
        As for `caravan.simulate`; no influence on the result.
    progress : callable, optional
        Called with the part that is played, its games done and its games in all.

    Returns
    -------
    Tuning

    Raises
    ------
    PlanError, RulesError, CaravanError
        Where the goal can't be carried out, or the journal belongs to another one.
    Cancelled
        Where ``cancel`` stopped the run; what was played is in the journal.
    """
    require_enough_games(goal)
    how = HowToPlay(executor, progress, cancel)
    with closing(Journal(journal, goal.id)) as kept:
        trials = Trials(goal, kept, how)
        found = search(trials)
        if not found.finishers:
            reason = next(iter(trials.unplayable.values()), "")
            raise CaravanError(f"no rules within the axes can be played: {reason}")
        believed = found.model.believed(found.finishers, doubt=0.0)
        chosen = _chosen(goal, {one: judgement for one, (judgement, _) in believed.items()})
        answers = [
            _answer(
                trials, believed, number, one, goal.rules_of(one), f"fresh seeds, answer {number} of {len(chosen)}", how
            )
            for number, one in enumerate(chosen, start=1)
        ]
        known = [goal.baseline] if goal.baseline is not None and trials.chunks_of(goal.baseline) else []
        present = found.model.believed(known, doubt=0.0)
        baseline = _answer(trials, present, 0, goal.baseline, goal.rules, "fresh seeds, present rules", how)
    return Tuning(
        goal,
        found.proposals,
        dict(trials.unplayable),
        tuple(answers),
        baseline,
        trials.spent,
        sum(cell.games(goal.fresh_games) for cell in cells_of(goal)),
        {candidate: trials.judgement(candidate, doubt=0.0) for candidate in trials.candidates},
    )


def require_enough_games(goal: Goal) -> None:
    """Make sure that a goal's games are worth beginning with.

    Parameters
    ----------
    goal : Goal

    Raises
    ------
    PlanError
        Where they are too few for `LEAST_TRIALS` trials.
    """
    chunk = games_of_a_chunk(goal)
    if LEAST_TRIALS * chunk > goal.games:
        raise PlanError(
            f"games: {goal.games:,} are too few; one trial takes {chunk:,} ({goal.games_per_trial} for each of "
            f"{', '.join(map(str, cells_of(goal)))}), so give at least {LEAST_TRIALS * chunk:,}, or a smaller "
            "games_per_trial"
        )


def _chosen(goal: Goal, judged: dict[Candidate, Judgement]) -> list[Candidate]:
    """Choose the answers among those of the last round, the winner first."""
    if len(objectives_of(goal)) == 1:
        return in_order(judged)
    front = pareto_front(judged)
    winner = compromise({candidate: judged[candidate] for candidate in front})
    return [winner, *sorted((one for one in front if one != winner), key=lambda one: judged[one].losses)]


def _answer(
    trials: Trials,
    believed: dict[Candidate, tuple[Judgement, Figures]],
    number: int,
    candidate: Candidate | None,
    rules: Rules,
    part: str,
    how: HowToPlay,
) -> Answer:
    searched: Judgement | None = None
    figures: Figures = {}
    if candidate is not None and candidate in believed:
        searched, figures = believed[candidate]
    return Answer(
        number,
        candidate,
        rules,
        searched,
        figures,
        trials.chunks_of(candidate) if candidate is not None else 0,
        judge_on_fresh_seeds(trials.goal, rules, part, how),
    )
