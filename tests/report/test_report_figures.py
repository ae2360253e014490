"""Figures of a report: the same bytes every time, with their words in the files and without them on the page."""

from __future__ import annotations

import struct

import matplotlib as mpl
import numpy as np
import pytest

from caravan import Board
from caravan.report.blocks import Drawing
from caravan.report.figures.board_map import board_maps
from caravan.report.figures.course import counted, one_game

TITLE, CAPTION = "Games take long", "Bars: 40 games, planner in every seat."


def drawn() -> Drawing:
    turns = np.random.default_rng(3).integers(50, 80, 40).astype(np.float64)
    return counted(turns, TITLE, CAPTION, name="length", axis="Turns", mean=65.0, called="mean 65.0")


def test_a_figure_is_the_same_to_the_byte_whatever_somebodys_settings() -> None:
    first = drawn()
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "black", "svg.fonttype": "path"}):
        second = drawn()
        assert first.files() == second.files()
    assert first.inline == second.inline


def test_a_figures_files_say_what_it_shows_and_nothing_of_when_and_with_what_it_was_drawn() -> None:
    svg, png = drawn().files()
    assert TITLE.encode() in svg
    assert CAPTION.encode() in svg
    assert not any(mark in content for mark in (b"matplotlib.org", b"Matplotlib", b"dc:date") for content in (svg, png))
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    assert width > 700
    assert height > 300


def test_on_a_page_the_words_stand_beside_the_figure_and_its_colours_turn_with_the_page() -> None:
    inline = drawn().inline
    assert TITLE not in inline
    assert "var(--quiet)" in inline
    assert inline.startswith('<svg aria-hidden="true"')
    assert "<metadata>" not in inline
    assert " width=" not in inline.partition(">")[0]
    assert "<style>#length-figure_1 *{" in inline  # a style of its own reaches no other figure


def test_files_can_be_made_twice() -> None:
    drawing = drawn()
    assert drawing.files() == drawing.files()


@pytest.mark.parametrize("scores", [[[0, 3], [0, 3]], [[0, -4], [0, 0]]])
def test_one_game_of_few_points(scores: list[list[int]]) -> None:
    assert "Seat 2" in one_game([0, 1], scores, ("planner", "planner"), TITLE, CAPTION).inline


def test_a_board_where_nothing_happens() -> None:
    drawing = board_maps(Board.standard(), [("Thefts", {})], TITLE, CAPTION)
    assert "Thefts" in drawing.inline
