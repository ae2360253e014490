"""Colours that everyone can tell apart, on a light page and on a dark one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest

from caravan.board import MAX_GOODS
from caravan.plots.palette import GOODS, NEUTRAL, SEATS, good_colour, good_ink, seat_colour

WHITE, NEAR_BLACK = "#ffffff", "#1f1e1c"

# Machado, Oliveira and Fernandes 2009, severity 1.
SIMULATED = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    "full colour vision": np.eye(3),
}


def linear(colour: str) -> np.ndarray:
    channels = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    dark, light = sorted(float(linear(colour) @ [0.2126, 0.7152, 0.0722]) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(light: np.ndarray) -> np.ndarray:
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ np.clip(light, 0, 1) / [0.9505, 1, 1.089]
    bent = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * bent[1] - 16, 500 * (bent[0] - bent[1]), 200 * (bent[1] - bent[2])])


def least_difference(colours: Sequence[str], seen_by: str) -> float:
    """How far the two most alike of some colours are apart for a reader."""
    seen = [lab(np.asarray(SIMULATED[seen_by]) @ linear(colour)) for colour in colours]
    return min(float(np.linalg.norm(one - other)) for one, other in itertools.combinations(seen, 2))


@pytest.mark.parametrize("page", [WHITE, NEAR_BLACK])
@pytest.mark.parametrize("colour", [*SEATS, NEUTRAL])
def test_every_colour_stands_out_from_the_page(colour: str, page: str) -> None:
    assert contrast(colour, page) >= 3.4


@pytest.mark.parametrize("seen_by", SIMULATED)
def test_any_two_seats_are_told_apart(seen_by: str) -> None:
    assert least_difference(SEATS, seen_by) >= 15


@pytest.mark.parametrize("seen_by", SIMULATED)
def test_any_two_goods_are_told_apart_and_those_of_a_usual_board_easily(seen_by: str) -> None:
    assert least_difference(GOODS, seen_by) >= 16
    assert least_difference(GOODS[:8], seen_by) >= 22


def test_every_good_that_a_board_can_have_has_a_colour_on_which_its_letter_is_read() -> None:
    for index in range(MAX_GOODS):
        assert contrast(good_colour(index), good_ink(index)) >= 4.5
    for index in (-1, MAX_GOODS):
        with pytest.raises(ValueError, match=f"0 to 15, not {index}"):
            good_colour(index)


def test_there_is_no_colour_for_a_fifth_seat() -> None:
    assert seat_colour(4) == SEATS[3]
    with pytest.raises(ValueError, match="1 to 4, not 5"):
        seat_colour(5)
