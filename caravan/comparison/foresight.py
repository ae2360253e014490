"""What a number of games will be able to tell: said before they are played, from a short trial on other seeds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from caravan.agreement import self_play_requests
from caravan.blocks import GREATEST_SEED, Cancel
from caravan.comparison.comparing import compare
from caravan.comparison.headlines import headline_figures, name_of_figure
from caravan.comparison.playing import USUAL_STYLES, usual_games_of_a_comparison
from caravan.comparison.rule_sets import named_rule_sets
from caravan.measures.intervals import CONFIDENCE, normal_quantile
from caravan.measures.power import POWER, games_needed
from caravan.rules import Rules
from caravan.wording import in_words

MOST_TRIAL_GAMES = 200
PART_OF_THE_GAMES = 20
LEAST_TRIAL_GAMES = 50
"""A trial has a twentieth of the planned games, but no more than the first number and no less than the last."""


@dataclass(frozen=True)
class Need:
    """How many games one figure needs under one style.

    Attributes
    ----------
    style : str
        The style.
    measure : str
        The measure and its part.
    seat : int or None
        The seat from 1, or None for a figure of the whole game.
    unit : str
        What it counts.
    margin : float
        The size from which on a difference matters.
    deviation : float
        The standard deviation of the difference from game to game, as seen in the trial; the largest where several
        rule sets are compared.
    games : int
        So many games under each rule set find a true difference as large as the margin with a chance of 80%.
    planned : int
        How many are planned.
    """

    style: str
    measure: str
    seat: int | None
    unit: str
    margin: float
    deviation: float
    games: int
    planned: int

    @property
    def enough(self) -> bool:
        """Whether the planned games are enough."""
        return self.planned >= self.games

    @property
    def half_width(self) -> float:
        """How far the interval will reach to either side after the planned games, about."""
        return normal_quantile(CONFIDENCE) * self.deviation / math.sqrt(self.planned)


@dataclass(frozen=True)
class Foresight:
    """What the planned games of a comparison will be able to tell.

    Attributes
    ----------
    needs : tuple of Need
        One for each style and headline figure that varied in the trial.
    trials : mapping of str to int
        How many games each style tried under each rule set; 0 for one whose planned games are too few for a trial.
    """

    needs: tuple[Need, ...]
    trials: Mapping[str, int]

    @property
    def sentences(self) -> tuple[str, ...]:
        """Say for each style, in a sentence, whether its planned games are enough, and how many it would take."""
        return tuple(self._sentence(style) for style in self.trials)

    def _sentence(self, style: str) -> str:
        needs = [need for need in self.needs if need.style == style]
        if not needs:
            return f"{style}: too few games for a trial, so it isn't known what they will tell."
        planned = f"{style}: {needs[0].planned:,} games under each rule set are"
        lacking: dict[str, int] = {}
        for need in needs:
            if not need.enough:
                figure = _name(need)
                lacking[figure] = max(lacking.get(figure, 0), need.games)
        if not lacking:
            return f"{planned} enough for all headline figures."
        figures = in_words(f"{figure} (about {_rounded(games):,})" for figure, games in lacking.items())
        if len(lacking) == len({_name(need) for need in needs}):
            return f"{planned} too few for any headline figure: {figures}."
        return f"{planned} enough for all headline figures but {figures}."


def foresee(
    baseline: Rules,
    *others: Rules,
    players: int | None = None,
    bots: Sequence[Any] | str = USUAL_STYLES,
    games: int | Mapping[str, int] | None = None,
    seed: int = 0,
    margins: Mapping[str, float] | None = None,
    trial: int | None = None,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
) -> Foresight:
    """Find out from a short trial what a comparison will be able to tell.

    The trial's games have other seeds than the comparison's, so that nothing is decided by what is then counted.

    Parameters
    ----------
    baseline, *others, players, bots, games, seed, margins, executor, cancel
        As for `caravan.comparison.compare`.
    trial : int, optional
        How many games each style tries under each rule set; by default a twentieth of those planned, from 50 to 200.
        A style tries no more games than it is to play.

    Returns
    -------
    Foresight

    Raises
    ------
    RulesError, BotError, CaravanError, Cancelled
        As for `caravan.comparison.compare`.
    """
    rule_sets = named_rule_sets(baseline, others, players)
    first = next(iter(rule_sets.values()))
    requests = self_play_requests(first, bots, games, seed, usual_games_of_a_comparison)
    trials = {style: _trial_games(request.games, trial) for style, request in requests.items()}
    trying = {style: request.bots[0] for style, request in requests.items() if trials[style]}
    if not trying:
        return Foresight((), trials)
    tried = compare(
        *rule_sets.values(),
        names=tuple(rule_sets),
        bots=list(trying.values()),
        games={style: trials[style] for style in trying},
        seed=_other_seed(seed),
        margins=margins,
        executor=executor,
        cancel=cancel,
    )
    needs = []
    for style in trying:
        for headline in headline_figures(tried.players):
            key = headline.measure, headline.seat
            found = [tried.differences(style, rules)[key] for rules in tried.others]
            varying = [difference for difference in found if difference.half_width > 0.0]
            if varying:
                widest = max(varying, key=lambda difference: difference.half_width)
                deviation = widest.half_width / normal_quantile(CONFIDENCE) * math.sqrt(widest.games)
                margin = tried.margin(widest)
                needed = games_needed(margin, deviation, power=POWER) if margin > 0.0 else 0
                planned = requests[style].games
                needs.append(Need(style, *key, widest.unit, margin, deviation, needed, planned))
    return Foresight(tuple(needs), trials)


def _trial_games(planned: int, trial: int | None) -> int:
    if trial is not None:
        return min(trial, planned)
    if planned < LEAST_TRIAL_GAMES:
        return 0
    return min(MOST_TRIAL_GAMES, max(LEAST_TRIAL_GAMES, planned // PART_OF_THE_GAMES))


def _other_seed(seed: int) -> int:
    """Give a seed far from the one given, whose games are therefore others."""
    return seed ^ (GREATEST_SEED // 2 + 1)


def _name(need: Need) -> str:
    """Name a figure in a sentence, the seats' shares by one name."""
    return "the seats' shares of the wins" if need.seat else name_of_figure(need.measure, None)


def _rounded(games: int) -> int:
    """Round up to two digits: a trial doesn't tell more."""
    step = int(10 ** max(0, len(str(games)) - 2))
    return -(-games // step) * step
