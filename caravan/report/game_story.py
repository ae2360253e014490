"""A game told turn by turn, with the board at a few moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from caravan.drawing import headline
from caravan.events import replay
from caravan.events.told import phrases, records_of
from caravan.game import Game
from caravan.report.blocks import Block, BoardPicture, Paragraph, Picture, Table
from caravan.report.figures.course import one_game
from caravan.report.sentences import Named, Sentence, listed, sentence
from caravan.report.typical_game import TRAITS, TypicalGame
from caravan.rules import Rules

_MOMENTS = {
    "the start": "At the start, before the first turn",
    "one third": "After a third of all pick-ups",
    "two thirds": "After two thirds of all pick-ups",
    "the end": "At the end",
}


def blocks(chosen: TypicalGame, rows: pd.DataFrame, rules: Rules, bots: Sequence[str]) -> tuple[Block, ...]:
    """Tell a game.

    Parameters
    ----------
    chosen : TypicalGame
        Which game, and why.
    rows : DataFrame
        Its events.
    rules : Rules
        The rules, with the number of players.
    bots : sequence of str
        In seat order.

    Returns
    -------
    tuple of Block

    Raises
    ------
    LogError
        If the events depart from the rules.
    """
    rows = rows.reset_index(drop=True)
    final = replay(rows, rules, chosen.number)
    turns = list(_turns(rows))
    scores = _scores_after(rows, [last for _, _, last in turns], rules.players)
    return (
        Paragraph(_why(chosen)),
        _picture(chosen, turns, scores, bots, final),
        *_boards(chosen, rows, rules),
        _table(chosen, rows, turns, scores),
    )


def _why(chosen: TypicalGame) -> tuple[str | Sentence, ...]:
    origin = f"game {chosen.number}"
    game = sentence("Game {number} is the most typical one", number=Named(str(chosen.number), "games"))
    traits = listed(
        sentence(
            f"{words} ({{own}}; half of all games have at most {{median}})",
            own=Named(_number(chosen.traits[name]), f"{origin} {name}"),
            median=Named(_number(chosen.medians[name]), f"median {name}"),
        )
        for name, words in TRAITS.items()
        if name in ("turns", "best", "winning_margin", "lead_changes")
    )
    return (
        sentence(
            "{game}: of all games it lies nearest to the middle, by {traits}, and by actions, scores and thefts.",
            game=game,
            traits=traits,
        ),
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _turns(rows: pd.DataFrame) -> Iterator[tuple[int, int, int]]:
    """List turns by their number, first row and last row; the set-up is turn 0, the end belongs to the last."""
    numbers = rows["turn"].to_numpy()
    starts = np.flatnonzero(np.diff(numbers, prepend=numbers[0] - 1))
    for first, after in zip(starts, [*starts[1:], len(numbers)], strict=True):
        yield int(numbers[first]), int(first), int(after) - 1


def _scores_after(rows: pd.DataFrame, places: Sequence[int], players: int) -> list[list[int]]:
    """Add up each seat's points until after each of some rows."""
    seats, points = rows["seat"].fillna(0).to_numpy(dtype=np.int64), rows["points"].to_numpy(dtype=np.int64)
    sums = [np.cumsum(np.where(seats == seat, points, 0)) for seat in range(1, players + 1)]
    return [[int(total[place]) for place in places] for total in sums]


def _picture(
    chosen: TypicalGame,
    turns: Sequence[tuple[int, int, int]],
    scores: list[list[int]],
    bots: Sequence[str],
    final: Game,
) -> Picture:
    outcome = final.outcome()
    winners = outcome.winners if outcome is not None else ()
    origin = f"game {chosen.number}"
    who = listed(Named(str(seat), f"{origin} winner") for seat in winners)
    title = (
        sentence(
            f"{'Seat' if len(winners) == 1 else 'Seats'} {{who}} {'wins' if len(winners) == 1 else 'share the win'} "
            "with {points} points after {turns} turns",
            who=who,
            points=Named(str(max(score[-1] for score in scores)), f"{origin} best"),
            turns=Named(str(turns[-1][0]), f"{origin} turns"),
        )
        if winners
        else sentence("How the scores grow")
    )
    caption = sentence(
        "The score of each seat after every turn of game {number}.", number=Named(str(chosen.number), "games")
    )
    numbers = [number for number, _, _ in turns]
    return Picture(title, caption, one_game(numbers, scores, bots, title.text, caption.text))


def _boards(chosen: TypicalGame, rows: pd.DataFrame, rules: Rules) -> Iterator[BoardPicture]:
    for name, place in _moments(rows).items():
        game = replay(rows, rules, chosen.number, int(rows["event"].iloc[place]))
        caption = sentence(
            f"{_MOMENTS[name]}: {{state}}.", state=Named(headline(game), f"game {chosen.number} event {place}")
        )
        svg = game._repr_svg_()
        yield BoardPicture(caption, svg, str(game))


def _moments(rows: pd.DataFrame) -> dict[str, int]:
    """Give the row after which each moment is."""
    actions = rows["action"].astype(str).to_numpy()
    picked = np.flatnonzero(actions == "pick_up")
    moments = {"the start": int(np.flatnonzero(actions == "seed")[-1])}
    if len(picked) >= 3:
        moments["one third"] = _end_of_turn(rows, picked[len(picked) // 3])
        moments["two thirds"] = _end_of_turn(rows, picked[2 * len(picked) // 3])
    return {**moments, "the end": len(rows) - 1}


def _end_of_turn(rows: pd.DataFrame, place: int) -> int:
    turn = rows["turn"].iloc[place]
    return int(np.flatnonzero((rows["turn"] == turn).to_numpy())[-1])


def _table(
    chosen: TypicalGame, rows: pd.DataFrame, turns: Sequence[tuple[int, int, int]], scores: list[list[int]]
) -> Table:
    told = []
    origin = f"game {chosen.number}"
    records = records_of(rows)
    for place, (number, first, last) in enumerate(turns):
        seats = [record["seat"] for record in records[first : last + 1] if record["seat"] is not None]
        seat = seats[0] if number and seats else None
        words = "; ".join(phrases(records[first : last + 1]))
        standing = " : ".join(str(score[place]) for score in scores)
        told.append(
            (
                Named("Set-up" if number == 0 else f"{number}", f"{origin} turn"),
                Named("" if seat is None else f"{int(seat)}", f"{origin} seat"),
                Named(words[:1].upper() + words[1:], f"{origin} events"),
                Named(standing, f"{origin} scores"),
            )
        )
    caption = sentence(
        "Game {number} move by move. The last column has the scores after the turn, from seat {first} to seat {last}.",
        number=Named(str(chosen.number), "games"),
        first=Named("1", "seats"),
        last=Named(str(len(scores)), "seats"),
    )
    return Table(caption, ("Turn", "Seat", "What happens", "Scores"), tuple(told), look="story")
