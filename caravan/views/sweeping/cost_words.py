"""What a question takes before it is asked: cells, games and time, by a fixed table of speeds."""

from __future__ import annotations

from dataclasses import dataclass

from caravan.blocks import cores
from caravan.sweeps.cost import seconds_per_game
from caravan.sweeps.plan_size import duration_in_words
from caravan.sweeps.tasks import MEASURING_SECONDS
from caravan.views.sweeping.question import FAIR, Question, fair_games_in_all, plan_of

UNASKED_SECONDS = 60.0
"""What takes longer begins only when it is asked for a second time."""


@dataclass(frozen=True)
class Cost:
    """What a question takes.

    Attributes
    ----------
    words : str
        Such as ``25 cells, 12,500 games, about 4 seconds on 2 cores``.
    games : int
    seconds : float
        On the cores of this machine, if nobody else uses them.
    """

    words: str
    games: int
    seconds: float

    @property
    def is_large(self) -> bool:
        """Whether to ask once more before it begins."""
        return self.seconds > UNASKED_SECONDS


def cost_of(question: Question) -> Cost:
    """Say what a question takes.

    Parameters
    ----------
    question : Question
        One that can be asked.

    Returns
    -------
    Cost
    """
    workers = cores()
    if question.ask == FAIR:
        counted = fair_games_in_all(question)
        players = question.players[0]
        seconds = sum(games * seconds_per_game((style,), players) for style, games in counted.items())
        games, cells = sum(counted.values()), ""
    else:
        size = plan_of(question).size()
        seconds, games = size.core_seconds + size.cells * MEASURING_SECONDS, size.games
        cells = f"{size.cells:,} cells, "
    on = "1 core" if workers == 1 else f"{workers} cores"
    seconds /= workers
    return Cost(f"{cells}{games:,} games, {duration_in_words(seconds)} on {on}", games, seconds)
