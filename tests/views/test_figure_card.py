"""The card of a figure: what it says, its table on demand, what its files hold, and what stands there instead."""

from __future__ import annotations

import io

import pandas as pd
import pytest
from synthetic_batches import random_batch

from caravan.plots import length, scores, win_share
from caravan.views.figure_card import FigureFrame


class Untabled:
    """A plot without a table."""

    figure = staticmethod(win_share.figure)
    update = staticmethod(win_share.update)


@pytest.fixture
def frame() -> FigureFrame:
    return FigureFrame("win_share", win_share, "Who wins from which seat")


def test_before_anything_is_shown_there_is_nothing_to_save(frame: FigureFrame) -> None:
    assert "Who wins from which seat" in frame.finding.html
    assert not frame.tools.ready
    assert frame.tools.wish("csv") is None
    assert frame.tools.wish("png") is None


def test_a_figure_stands_between_its_finding_and_what_it_rests_on(frame: FigureFrame) -> None:
    shown = win_share.read(random_batch(400))
    frame.show(shown)
    assert "400 games" in frame.caption.html
    first = frame.figure
    frame.show(win_share.read(random_batch(500, seed=3)))
    assert frame.figure is first
    assert "500 games" in frame.caption.html


def test_the_table_is_made_only_while_it_is_open_and_follows(frame: FigureFrame) -> None:
    frame.show(win_share.read(random_batch(400)))
    assert frame.tools.table == {}
    frame.tools.open = True
    before = frame.tools.table
    assert before["caption"] == "Who wins from which seat"
    assert [row[0] for row in before["rows"]] == ["1", "2", "3", "4"]
    frame.show(win_share.read(random_batch(500, players=3, seed=3)))
    assert len(frame.tools.table["rows"]) == 3
    frame.tools.open = False
    assert frame.tools.table == {}


@pytest.mark.parametrize("plot", [win_share, scores, length])
def test_a_csv_file_is_the_table_and_is_named_after_what_is_shown(plot: object) -> None:
    frame = FigureFrame(plot.NAME, plot, "Something")
    shown = plot.read(random_batch(400))
    frame.show(shown)
    wish = frame.tools.wish("csv")
    assert wish["name"] == f"caravan-rbabbcfa1-4p-planner-400-games-seed-1-{plot.NAME.replace('_', '-')}.csv"
    saved = pd.read_csv(io.StringIO(wish["text"]))
    pd.testing.assert_frame_equal(saved, plot.table(shown), check_dtype=False)
    assert "Kind of interval" in saved.columns


def test_a_saved_picture_has_its_finding_and_what_it_rests_on(frame: FigureFrame) -> None:
    shown = win_share.read(random_batch(400))
    frame.show(shown)
    wish = frame.tools.wish("svg")
    assert wish["figure"] == frame.figure.id
    assert wish["finding"] == shown.finding
    assert wish["lines"] == list(shown.provenance.lines)
    assert frame.tools.wish("exe") is None


def test_a_failure_is_told_as_text_and_the_figure_comes_back(frame: FigureFrame) -> None:
    shown = win_share.read(random_batch(400))
    frame.show(shown)
    drawn = frame.figure
    frame.fail("No <b>room</b>")
    assert "No &lt;b&gt;room&lt;/b&gt;" in frame.instead.html
    assert "Who wins from which seat" in frame.finding.html
    assert frame.tools.wish("png") is None
    frame.wait()
    assert "aria-busy" in frame.instead.html
    frame.show(shown)
    assert frame.figure is drawn
    assert frame.tools.ready


def test_a_plot_without_a_table_offers_none() -> None:
    frame = FigureFrame("win_share", Untabled, "Who wins")
    frame.show(win_share.read(random_batch(400)))
    assert not frame.tools.tabular
    assert frame.tools.wish("csv") is None
    frame.tools.open = True
    assert frame.tools.table == {}
