"""Which figures of a comparison are looked at first, and what they are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Headline:
    """A figure to look at first.

    Attributes
    ----------
    measure : str
        The measure and its part.
    seat : int or None
        The seat from 1, or None for a figure of the whole game.
    heading : str
        What it is called in a table.
    figure : str
        What it is called in a sentence.
    """

    measure: str
    seat: int | None
    heading: str
    figure: str


_WHOLE_GAME = (
    Headline("score.mean", None, "mean score", "the mean score"),
    Headline("winning_margin.mean", None, "winner's lead", "the winner's lead at the end"),
    Headline("ties.after_tie_break", None, "shared wins", "the share of shared wins"),
    Headline("length.turns.mean", None, "turns", "the number of turns"),
    Headline("lead_changes.mean", None, "lead changes", "the number of lead changes"),
    Headline("steals", None, "thefts", "the number of thefts"),
    Headline("endings.delivery", None, "ends by a delivery", "the share of games that end by a delivery"),
)

_NAMES: Mapping[str, str] = {one.measure: one.figure for one in _WHOLE_GAME}


def headline_figures(players: int) -> tuple[Headline, ...]:
    """List the figures to look at first.

    Parameters
    ----------
    players : int
        How many play.

    Returns
    -------
    tuple of Headline
        With two players seat 2's effect only mirrors seat 1's, and is left out.
    """
    seats = range(1, 2 if players == 2 else players + 1)
    effects = (
        Headline("seat_effect", seat, f"seat {seat}, above fair", f"seat {seat}'s share of the wins") for seat in seats
    )
    return (*effects, *_WHOLE_GAME)


def name_of_figure(measure: str, seat: int | None) -> str:
    """Name a figure in a sentence."""
    if seat is None:
        return _NAMES.get(measure, measure)
    return f"seat {seat}'s share of the wins" if measure == "seat_effect" else f"{measure} of seat {seat}"
