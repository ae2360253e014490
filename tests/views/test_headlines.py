"""The cards: plain words that claim no more than was seen."""

from __future__ import annotations

import numpy as np
import pytest
from synthetic_batches import made_batch

from caravan.measures import Sample
from caravan.views.headlines import Headline, headlines


def cards(scores: np.ndarray, **settings: object) -> dict[str, Headline]:
    return {card.name: card for card in headlines(Sample(made_batch(scores, **settings)))}  # type: ignore[arg-type]


def points(games: int = 1000, lead: int = 0) -> np.ndarray:
    scores = np.random.default_rng(1).integers(30, 60, (games, 4))
    scores[:, 0] += lead
    return scores


def test_an_advantage_beyond_chance_is_said_to_help() -> None:
    card = cards(points(lead=4))["First-player advantage"]
    assert card.value.startswith("+")
    assert "a fair share is 25." in card.words
    assert "Going first is worth " in card.words


def test_a_disadvantage_beyond_chance_is_said_to_hurt() -> None:
    card = cards(points(lead=-4))["First-player advantage"]
    assert card.value.startswith("\u2212")
    assert "Going first is worth a loss of " in card.words


def test_what_may_be_chance_is_said_to_be() -> None:
    assert "That may be chance" in cards(points(200))["First-player advantage"].words


def test_different_bots_come_with_a_warning() -> None:
    card = cards(points(), bots=("planner", "planner", "planner", "random"))["First-player advantage"]
    assert card.notes == ("The bots differ, so seat and skill are mixed here.",)
    assert "Going first" not in card.words


def test_all_endings_are_always_shown() -> None:
    card = cards(points())["Endings"]
    assert (card.value, card.needs_care) == ("100%", False)
    assert card.notes == ("Deadlock, nobody can move: 0%.", "Turn limit reached: 0%.")


def test_a_single_bad_ending_isnt_rounded_away() -> None:
    reasons = ["delivery"] * 9998 + ["deadlock", "turn_limit"]
    card = cards(points(10_000), end_reasons=reasons)["Endings"]
    assert (card.value, card.needs_care) == ("99.9%", True)
    assert card.notes == ("Deadlock, nobody can move: 0.1%.", "Turn limit reached: 0.1%.")


@pytest.mark.parametrize("games", [1, 2, 5])
def test_few_games_are_enough_for_cards(games: int) -> None:
    for card in cards(points(games)).values():
        assert "nan" not in f"{card.value} {card.words} {card.notes}"


def test_length_is_given_in_turns_rounds_and_actions() -> None:
    card = cards(points(), turns=66, steps={"move": 20})["Length of a game"]
    assert (card.value, card.unit) == ("66.0", "turns")
    assert card.notes[0] == "17.0 rounds, 80 actions."
