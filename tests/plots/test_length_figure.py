"""The figure of how long games take."""

from __future__ import annotations

import dataclasses

import pytest
from random_batches import random_batch
from synthetic_batches import MadeBatch

from caravan.plots import length
from caravan.plots.canvas import source_of


def lasting(batch: MadeBatch, turns: object) -> MadeBatch:
    return dataclasses.replace(batch, games=batch.games.assign(turns=turns))


def test_every_game_is_in_a_bar() -> None:
    columns = length.read(random_batch(400)).columns
    assert sum(columns["games"]) == 400
    assert sum(columns["share"]) == pytest.approx(1.0)


def test_the_title_gives_the_mean_and_nine_in_ten() -> None:
    batch = lasting(random_batch(101), range(101))
    assert length.read(batch).finding == "A game takes 50 turns on average; nine in ten take 5 to 95"


def test_games_that_are_all_alike_are_shown_too() -> None:
    shown = length.read(lasting(random_batch(50), 400))
    assert shown.finding == "Games take 400 turns"
    assert source_of(length.figure(shown)).data["turns"] == ["400"]


def test_few_games_at_the_turn_limit_dont_squeeze_the_others() -> None:
    batch = random_batch(400)
    turns = batch.games["turns"].where(batch.games["game"] > 3, 400)
    plot = length.figure(length.read(lasting(batch, turns)))
    assert plot.x_range.end < 120
    assert sum(source_of(plot).data["games"]) == 400


def test_the_axes_stay_while_lengths_move_a_little() -> None:
    plot = length.figure(length.read(random_batch(400)))
    axes = [(axis.start, axis.end) for axis in (plot.x_range, plot.y_range)]
    length.update(plot, length.read(random_batch(400, seed=8)))
    assert [(axis.start, axis.end) for axis in (plot.x_range, plot.y_range)] == axes
