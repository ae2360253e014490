"""What is said of a whole game: how it ended, who led, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from caravan.kernel.layout import END_REASONS, pack
from caravan.kernel.tally import tally
from caravan.views.replaying.sources import BatchSource, LogSource, Source
from caravan.views.replaying.tape import Tape
from caravan.wording import in_words

_BY = {
    "delivery": "by a delivery with the bag empty",
    "deadlock": "in a deadlock",
    "turn_limit": "at the turn limit",
}


@dataclass(frozen=True)
class GameWords:
    """Sentences on a game.

    Attributes
    ----------
    finding : str
        Who won, by how much, and how often the lead changed.
    ending : str
        How it ended.
    course : str
        The final scores.
    origin : str
        Where the game comes from.
    stem : str
        What its files are called, without their endings.
    """

    finding: str
    ending: str
    course: str
    origin: str
    stem: str


def words_of(tape: Tape, source: Source, game: int) -> GameWords:
    """Put a game into words.

    Parameters
    ----------
    tape : Tape
        The game, whole.
    source : Source
        Among which games it is.
    game : int
        Its number.

    Returns
    -------
    GameWords
    """
    games, seats = tally(tape.rows, np.array([0, len(tape)]), pack(tape.rules)[0])
    winners = [place + 1 for place in np.flatnonzero(seats["rank"][0] == 1).tolist()]
    margin, changes = int(games["winning_margin"][0]), int(games["lead_changes"][0])
    if len(winners) > 1:
        won = f"Seats {in_words(map(str, winners))} share the win"
    elif margin:
        won = f"Seat {winners[0]} wins by {_counted(margin, 'point')}"
    else:
        won = f"Seat {winners[0]} wins by goods delivered, level on points"
    lead = "the lead never changes" if changes == 0 else f"the lead changes {_counted(changes, 'time')}"
    if changes == 0 and len(winners) == 1 and margin == 0:
        lead = "nobody ever leads alone"
    reason = END_REASONS[int(games["end_reason"][0])]
    turns = int(games["turns"][0])
    who = f"seat {winners[0]} wins" if len(winners) == 1 else f"seats {in_words(map(str, winners))} share the win"
    scores = in_words(f"{score} for seat {seat}" for seat, score in enumerate(tape.scores[-1].tolist(), start=1))
    return GameWords(
        f"{won}; {lead}",
        f"Ended in turn {turns} {_BY.get(reason, '')}: {who}",
        f"The scores at the end are {scores}.",
        _origin(source, game),
        _stem(source, game),
    )


def _origin(source: Source, game: int) -> str:
    rules = f"rules {source.rules.id}, {source.rules.players} players"
    if isinstance(source, LogSource):
        return f"Game {game:,} of {source.name}, {rules}"
    bots = source.names
    line_up = bots[0] if len(set(bots)) == 1 else ", ".join(bots)
    seed = f", seed {source.request.seed}" if isinstance(source, BatchSource) else ""
    return f"Game {game:,} of {source.games():,}: {line_up}, {rules}{seed}"


def _stem(source: Source, game: int) -> str:
    return f"caravan-{source.rules.id}-game-{game}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
