"""Trying rule sets out: played a chunk of games at a time, on the same seeds for all, within a budget of games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from caravan.balance.aims import Aim
from caravan.balance.fair_games import seed_for
from caravan.balance.figures import (
    Figure,
    FigureKey,
    Figures,
    cells_of,
    figure_of,
    games_of_a_chunk,
    keys_of,
    labels_of,
    play_cell,
    pooled,
)
from caravan.balance.goal import Candidate, Goal
from caravan.balance.how_to_play import HowToPlay
from caravan.balance.journal import Journal
from caravan.errors import RulesError

WISHES = "wishes"
"""What the figure of all wishes together is called."""


DOUBT = 1.0
"""While a search goes on, what must be is taken for missed only where it is missed by more standard errors than this:
rules that were unlucky in a few games get their chance, and more games settle it."""


@dataclass(frozen=True)
class Judgement:
    """How well figures reach a goal's aims.

    Attributes
    ----------
    losses : tuple of float
        One for each objective, the less the better; see `objectives_of`.
    violation : float
        By how much what must be is missed, in tolerances, all aims together; 0 where nothing is.
    """

    losses: tuple[float, ...]
    violation: float

    @property
    def is_allowed(self) -> bool:
        """Whether everything that must be is so."""
        return self.violation <= 0.0

    @property
    def order(self) -> tuple[float, float]:
        """What orders judgements where a single figure has to: what must be first, then the sum of the losses."""
        return max(self.violation, 0.0), sum(self.losses)


def objectives_of(goal: Goal) -> tuple[str, ...]:
    """Name what a search makes small: the wishes, all together, and each trade-off by itself."""
    names = [aim.name for aim in goal.aims if aim.role == "trade_off"]
    has_wishes = any(aim.role == "wish" for aim in goal.aims)
    return (WISHES, *names) if has_wishes or not names else tuple(names)


def judge(goal: Goal, figures: Figures, doubt: float = 0.0) -> Judgement:
    """Judge figures by a goal's aims.

    An aim that is about several numbers of players or styles counts with the mean of its losses over them; what must
    be has to be so for each of them.

    Parameters
    ----------
    goal : Goal
    figures : mapping
        All that the aims are about.
    doubt : float, default 0
        How many standard errors a figure that must be so is allowed to be better than it looks.

    Returns
    -------
    Judgement
    """
    wishes, trade_offs, violation = 0.0, {}, 0.0
    for aim in goal.aims:
        groups = groups_of(goal, aim, figures)
        if aim.role == "must":
            missed = [
                aim.violation([one.value for one in group], [one.error for one in group], doubt) for group in groups
            ]
            violation += sum(max(one, 0.0) for one in missed)
            continue
        losses = [aim.loss([one.value for one in group], [one.error for one in group]) for group in groups]
        loss = sum(losses) / len(losses) if losses else math.inf
        if aim.role == "wish":
            wishes += aim.weight * loss
        else:
            trade_offs[aim.name] = loss
    return Judgement(tuple(wishes if name == WISHES else trade_offs[name] for name in objectives_of(goal)), violation)


def groups_of(goal: Goal, aim: Aim, figures: Figures) -> list[list[Figure]]:
    """Group the figures that an aim is about by cell."""
    keys = [keys_of(aim, cell, figures) for cell in cells_of(goal)]
    return [[figures[key] for key in group] for group in keys if group]


class Trials:
    """The rule sets that a search has tried, and the games it has left.

    Parameters
    ----------
    goal : Goal
    journal : Journal
    how : HowToPlay

    Attributes
    ----------
    goal : Goal
    spent : int
        Games played so far.
    chunk : int
        Games that one more chunk of a rule set takes.
    unplayable : dict of candidate to str
        Why a candidate can't be played.
    """

    def __init__(self, goal: Goal, journal: Journal, how: HowToPlay) -> None:
        self.goal = goal
        self.spent = 0
        self.chunk = games_of_a_chunk(goal)
        self.unplayable: dict[Candidate, str] = {}
        self._journal = journal
        self._how = how
        self._parts: dict[Candidate, list[Figures]] = {}

    @property
    def left(self) -> int:
        """How many games are left."""
        return self.goal.games - self.spent

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The candidates that were played, in the order in which they first were."""
        return tuple(self._parts)

    def can_afford(self, chunks: int = 1) -> bool:
        """Tell whether so many chunks can still be played."""
        return chunks * self.chunk <= self.left

    def chunks_of(self, candidate: Candidate) -> int:
        """Tell how many chunks a candidate has played."""
        return len(self._parts.get(candidate, ()))

    def play(self, candidate: Candidate) -> bool:
        """Let a candidate play one more chunk.

        Returns
        -------
        bool
            False where its rules can't be played, which costs no games.
        """
        if candidate in self.unplayable:
            return False
        try:
            rules = self.goal.rules_of(candidate)
            for players in self.goal.players:
                rules.replace(players=players).require_playable()
        except RulesError as error:
            self.unplayable[candidate] = str(error)
            return False
        parts = self._parts.setdefault(candidate, [])
        parts.append(self._figures(candidate, len(parts)))
        self.spent += self.chunk
        self._how.tell("search", self.spent, self.goal.games)
        return True

    def figures(self, candidate: Candidate) -> Figures:
        """Give the figures of all chunks of a candidate that was played."""
        return pooled(self._parts[candidate])

    def judgement(self, candidate: Candidate, doubt: float = DOUBT) -> Judgement:
        """Judge a candidate that was played by all its chunks, as `judge` does."""
        return judge(self.goal, self.figures(candidate), doubt)

    def best(self, among: Sequence[Candidate] | None = None) -> Candidate:
        """Name the best candidate by `Judgement.order`, the earlier one where two are equal."""
        return min(self.candidates if among is None else among, key=lambda one: self.judgement(one).order)

    def _figures(self, candidate: Candidate, number: int) -> Figures:
        key = f"{'-'.join(map(str, candidate))} chunk {number}"
        cells = cells_of(self.goal)
        entry = self._journal.get(key)
        if entry is None:
            rules, seed = self.goal.rules_of(candidate), seed_for(self.goal.seed, f"search {number}")
            quiet = HowToPlay(self._how.executor, None, self._how.cancel)
            found: list[list[object]] = []
            for place, cell in enumerate(cells):
                labels = labels_of(self.goal, cell)
                for estimate in play_cell(cell, rules, labels, self.goal.games_per_trial, seed, quiet).estimates:
                    figure = figure_of(estimate)
                    found.append([place, estimate.label, estimate.seat, figure.value, figure.error])
            entry = {"figures": found}
            self._journal.add(key, entry)
        figures: dict[FigureKey, Figure] = {}
        for place, label, seat, value, error in entry["figures"]:
            figures[cells[place], label, seat] = Figure(value, error)
        return figures
