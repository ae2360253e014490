"""Teaching bots what positions are worth: games are played, and a seat's prospects are fitted to what it earned.

In a first stage simpler styles play, all of them with mistakes, so that positions of every kind come up. In a second
one the expert itself plays, judging by what the first stage taught. What is fitted is a seat's lead over the mean of
the table, since leads are what a bot compares; half of all rule sets are the standard game, half are drawn at random,
so that the weights hold beyond it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from caravan.board import Board
from caravan.bots.lessons import collect_lessons
from caravan.bots.prospects import FEATURE_NAMES
from caravan.bots.records import FEATURES, new_scratch
from caravan.bots.registry import pack_bots
from caravan.bots.weights import PLAYERS
from caravan.errors import BoardError, Cancelled
from caravan.given import require_whole
from caravan.kernel.layout import MAX_SPACES, new_states, new_step, pack
from caravan.kernel.streams import new_streams
from caravan.rules import PRESETS, Rules

Floats = npt.NDArray[np.float64]

RULE_SETS, GAMES, SEED = 400, 20, 1
"""What the weights that ship with the package were trained with: rule sets for each stage and number of players, games
for each rule set, and the seed."""

HELD_OUT = 5
"""One rule set of so many is left out of the fit, and tells how far it holds."""

RIDGE = 1e-4
"""Penalty on a weight, in variances of its feature; it settles what the positions leave open."""

_POSITIONS_OF_A_GAME = 400


@dataclass(frozen=True)
class Stage:
    """A part of the training.

    Attributes
    ----------
    name : str
    bots : tuple of str
        Who plays, one bot at all seats, rule sets taking turns with them.
    every : int
        At one decision of so many all seats are described.
    """

    name: str
    bots: tuple[str, ...]
    every: int


STAGES = (
    Stage("pool", ("planner:noise=0.2", "planner:noise=0.4", "miser:noise=0.2", "hurried:noise=0.2"), 7),
    Stage("expert", ("expert:games=3:turns=3:doubt=1",), 5),
)


@dataclass(frozen=True)
class Fit:
    """How well weights foretell leads in rule sets that they weren't fitted to.

    Attributes
    ----------
    stage : str
    players : int
    rules : str
        ``standard`` or ``varied``.
    positions : int
        Seats described, in held-out games.
    spread, error : float
        Root mean square of the lead still to be won over the mean of the table, in points: as it is, and what is left
        of it once it is foretold.
    """

    stage: str
    players: int
    rules: str
    positions: int
    spread: float
    error: float

    @property
    def explained(self) -> float:
        """Share of the lead's variance that is foretold."""
        return 1.0 - (self.error / self.spread) ** 2 if self.spread > 0 else 0.0


@dataclass(frozen=True, eq=False)
class Training:
    """What came of a training.

    Attributes
    ----------
    weights : numpy array of float64, shape (3, features)
        For 2, 3 and 4 players, in the order of `bots.prospects.FEATURE_NAMES`, rounded to four places.
    fits : tuple of Fit
        The held-out errors of all stages.
    rule_sets, games, seed : int
        What it was made with.
    """

    weights: Floats
    fits: tuple[Fit, ...]
    rule_sets: int
    games: int
    seed: int

    def to_toml(self) -> str:
        """Write the weights as a file that `bots.weights.read_weights` reads, with a note of how they came about."""
        lines = [
            "# What the features of a position weigh, in points of a seat's lead over the mean of the table.",
            "# Learned from games by:",
            f"#   caravan train --rule-sets {self.rule_sets} --games {self.games} --seed {self.seed} --out FILE",
            "#",
            "# Error of the lead foretold in rule sets that were held out (root mean square, in points), and without",
            "# any foretelling:",
        ]
        for fit in self.fits:
            lines.append(
                f"#   {fit.stage:<7}{fit.players} players  {fit.rules:<9}{fit.error:7.3f} of {fit.spread:7.3f}"
                f"   n = {fit.positions}"
            )
        for players, row in zip(PLAYERS, self.weights, strict=True):
            lines += ["", f"[weights.players_{players}]"]
            lines += [f"{name} = {weight:.4f}" for name, weight in zip(FEATURE_NAMES, row, strict=True)]
        return "\n".join(lines) + "\n"


def train(
    rule_sets: int = RULE_SETS,
    games: int = GAMES,
    seed: int = SEED,
    *,
    executor: Executor | None = None,
    progress: Callable[[str, int, int], object] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Training:
    """Learn weights from games.

    Parameters
    ----------
    rule_sets : int, optional
        Rule sets for each stage and number of players, at least 20.
    games : int, optional
        Games for each rule set, at least 1.
    seed : int, optional
        Where all chance comes from. The same numbers give the same weights, however many threads there are.
    executor : concurrent.futures.Executor, optional
        Threads to play in; by default one for each core.
    progress : callable, optional
        Called with the stage in words, the games played in it and its games in all.
    cancel : callable, optional
        Asked now and then; when it answers True the training stops.

    Returns
    -------
    Training

    Raises
    ------
    Cancelled
        When it was stopped.
    """
    rule_sets = require_whole(rule_sets, "rule_sets", 20, 100_000)
    games, seed = require_whole(games, "games", 1, 100_000), require_whole(seed, "seed")
    if executor is None:
        with ThreadPoolExecutor() as threads:
            return train(rule_sets, games, seed, executor=threads, progress=progress, cancel=cancel)
    weights = np.zeros((len(PLAYERS), FEATURES))
    fits: list[Fit] = []
    for stage in STAGES:
        taught = np.zeros_like(weights)
        for row, players in enumerate(PLAYERS):
            sets = draw_rule_sets(random.Random(f"{seed} {stage.name} {players}"), rule_sets)
            games_seed = random.Random(f"{seed} {stage.name} {players} games").getrandbits(62)
            course = _Course(stage, players, sets, weights, games, games_seed, cancel)
            lessons: list[Lesson] = []
            for lesson in executor.map(course.lesson, range(rule_sets)):
                lessons.append(lesson)
                if progress is not None:
                    progress(f"{stage.name}, {players} players", len(lessons) * games, rule_sets * games)
            taught[row], found = fit_weights(stage.name, players, lessons)
            fits += found
        weights = taught
    return Training(weights, tuple(fits), rule_sets, games, seed)


@dataclass(frozen=True, eq=False)
class Lesson:
    """What the games of one rule set teach: a row for each seat at each position described, less the table's mean."""

    described: Floats
    lead: Floats


def draw_rule_sets(chance: random.Random, count: int) -> list[Rules]:
    """Draw rule sets that can be played: the first, third, ... the standard game, the others at random.

    Parameters
    ----------
    chance : random.Random
        Where the draws come from.
    count : int
        How many.
    """
    drawn: list[Rules] = []
    while len(drawn) < count:
        rules = Rules() if len(drawn) % 2 == 0 else _draw_rules(chance)
        if not rules.problems():
            drawn.append(rules)
    return drawn


def _draw_rules(chance: random.Random) -> Rules:
    board = Board.standard() if chance.random() < 0.5 else _draw_board(chance)
    numbered = len(board.numbered)
    return Rules.preset(chance.choice(list(PRESETS))).replace(
        camels=chance.randint(3, 8),
        rare_value=chance.randint(3, 10),
        common_value=chance.randint(2, 6),
        demand_value=chance.randint(0, 2),
        refill_demand=chance.randint(0, 2),
        actions_per_turn=chance.randint(3, 6),
        refill_after=chance.randint(2, 6),
        theft_markers=chance.randint(0, 2),
        theft_marker_to=chance.choice(["victim", "victim", "box"]),
        enter_empty_cost=chance.choice([1, 1, 1, 1, 2]),
        enter_occupied_cost=chance.randint(1, 3),
        pick_up_cost=chance.choice([0, 1, 1, 1, 2]),
        transfer_cost=chance.choice([1, 1, 1, 1, 2]),
        steal_cost=chance.choice([0, 1, 1, 1, 2]),
        starting_demand=sorted(chance.sample(range(1, numbered + 1), chance.randint(0, numbered))),
        opening_actions=chance.choice([[], [1, 2, 3], [2, 3], [3, 3, 3], [1, 1, 2, 3]]),
        rare_count=chance.randint(2, 4),
        common_count=chance.randint(5, 10),
        board=board,
    )


def _draw_board(chance: random.Random) -> Board:
    """Draw a board with the standard goods: 6 to 9 spaces wide and high, up to five of them blocked."""
    standard = Board.standard()
    while True:
        width, height = chance.randint(6, 9), chance.randint(6, 9)
        if width * height > MAX_SPACES:
            continue
        cities, numbered, blocked = len(standard.cities), len(standard.numbered), chance.randint(0, 5)
        places = chance.sample(range(width * height), cities + numbered + blocked)
        try:
            return Board(
                name="drawn",
                width=width,
                height=height,
                goods=standard.goods,
                numbered=tuple(places[cities : cities + numbered]),
                cities=tuple(places[:cities]),
                blocked=tuple(sorted(places[cities + numbered :])),
            )
        except BoardError:
            continue


@dataclass(frozen=True, eq=False)
class _Course:
    """The games of a stage for a number of players."""

    stage: Stage
    players: int
    rule_sets: list[Rules]
    weights: Floats
    games: int
    seed: int
    cancel: Callable[[], bool] | None

    def lesson(self, index: int) -> Lesson:
        """Play the games of a rule set."""
        if self.cancel is not None and self.cancel():
            raise Cancelled("training was stopped")
        bot = self.stage.bots[index // 2 % len(self.stage.bots)]
        bots: Any = pack_bots([bot] * self.players)
        bots.weight[:] = self.weights
        room = self.games * _POSITIONS_OF_A_GAME * self.players
        described, earned = np.zeros((room, FEATURES)), np.zeros(room)
        with np.errstate(over="ignore"):
            rows = collect_lessons(
                new_states(),
                pack(self.rule_sets[index], self.players),
                bots,
                new_streams(),
                new_step(),
                new_scratch(),
                self.seed + index,
                self.games,
                self.stage.every,
                described,
                earned,
            )
        tables = described[:rows].reshape(-1, self.players, FEATURES)
        points = earned[:rows].reshape(-1, self.players)
        return Lesson(
            (tables - tables.mean(axis=1, keepdims=True)).reshape(-1, FEATURES),
            (points - points.mean(axis=1, keepdims=True)).reshape(-1),
        )


def fit_weights(stage: str, players: int, lessons: Sequence[Lesson]) -> tuple[Floats, list[Fit]]:
    """Fit weights by ridge regression to four rule sets of five, and try them on the fifth (Hoerl and Kennard 1970)."""
    learned = [lesson for index, lesson in enumerate(lessons) if index // 2 % HELD_OUT]
    described = np.concatenate([lesson.described for lesson in learned])
    lead = np.concatenate([lesson.lead for lesson in learned])
    penalty = RIDGE * len(lead) * (described.var(axis=0) + 1e-9)
    weights = np.linalg.solve(described.T @ described + np.diag(penalty), described.T @ lead)
    weights = np.round(weights, 4) + 0.0
    fits: list[Fit] = []
    for kind, rules in enumerate(("standard", "varied")):
        tried = [lesson for index, lesson in enumerate(lessons) if index // 2 % HELD_OUT == 0 and index % 2 == kind]
        true = np.concatenate([lesson.lead for lesson in tried])
        missed = true - np.concatenate([lesson.described for lesson in tried]) @ weights
        spread, error = (float(np.sqrt(np.mean(values**2))) for values in (true, missed))
        fits.append(Fit(stage, players, rules, len(true), spread, error))
    return weights, fits
