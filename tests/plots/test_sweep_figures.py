"""The figures of a sweep: what they show, what they say while there is nothing yet, and how they are renewed."""

from __future__ import annotations

import html
import itertools
import re
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from bokeh.models import HoverTool
from bokeh.models.annotations import Label

sys.path.append(str(Path(__file__).parents[1] / "sweeps"))
from made_sweeps import MadeSweep, made_sweep

from caravan.errors import CaravanError
from caravan.plots import response, shades, sweep_heat_map, sweep_page, tornado
from caravan.plots.canvas import Figure, source_of
from caravan.sweeps import SweepPlan
from caravan.sweeps.sensitivity import sensitivity

LENGTH = "length.turns.mean"
AXES = {"camels": [4, 5, 6], "rare_value": [4, 6, 8], "opening_actions": [[1, 2, 3], []]}


def by_camels(where: np.ndarray) -> np.ndarray:
    return 80.0 - 20.0 * where[:, 0] + 2.0 * where[:, 2]


@pytest.fixture(scope="module")
def grid() -> MadeSweep:
    return made_sweep(SweepPlan(AXES, games=40, players=[2, 3], name="A <grid>"), by_camels)


@pytest.fixture(scope="module")
def table(grid: MadeSweep) -> pd.DataFrame:
    return sensitivity(grid, [LENGTH])


@pytest.fixture(scope="module")
def one_by_one() -> MadeSweep:
    return made_sweep(SweepPlan(AXES, "one_at_a_time", games=60), by_camels)


@pytest.fixture(scope="module")
def unfinished() -> MadeSweep:
    return made_sweep(SweepPlan(AXES, games=60), by_camels, finished=0)


def words_inside(plot: Figure) -> str:
    return next(label.text for label in plot.center if isinstance(label, Label) and label.visible)


def is_empty(plot: Figure) -> bool:
    return any(isinstance(label, Label) and label.visible for label in plot.center)


def test_a_tornado_has_the_largest_effect_at_the_top(grid: MadeSweep, table: pd.DataFrame) -> None:
    shown = tornado.read(grid, table, LENGTH)
    assert shown.axes[0] == "Camels per player"
    assert sorted(filter(None, shown.columns["heading"])) == sorted(shown.axes)
    top = max(range(len(shown.columns["row"])), key=lambda bar: shown.columns["row"][bar])
    assert shown.columns["axis"][top] == "Camels per player"
    assert shown.columns["low"][top] <= -20.0 <= shown.columns["high"][top]
    assert shown.columns["label"][top].startswith("4 \u2192 6: -")
    assert shown.columns["colour"][top] == tornado.LOWERS
    assert re.fullmatch(
        r"Camels per player, from 4 to 6, lowers length \(turns, mean\) most: -[0-9.]+ turns", shown.finding
    )
    plot = tornado.figure(shown)
    assert plot.xaxis[0].axis_label == "Change in turns"
    assert list(source_of(plot).data) == list(shown.columns)
    assert shown.provenance.lines[0].startswith(
        "18 cells (grid) of 40 games on the same seeds \u00b7 2 players, planner"
    )
    assert f"sweep {grid.plan.id}" in shown.provenance.lines[0]


def test_what_is_not_shown_is_pale(grid: MadeSweep, table: pd.DataFrame) -> None:
    shown = tornado.read(grid, table, LENGTH, players=3)
    verdicts = dict(zip(shown.columns["verdict"], shown.columns["filling"], strict=True))
    assert verdicts["not shown"] < verdicts["lowers"]


def test_one_at_a_time_has_a_bar_to_each_end(one_by_one: MadeSweep) -> None:
    shown = tornado.read(one_by_one, sensitivity(one_by_one, [LENGTH]), LENGTH)
    camels = [
        change for axis, change in zip(shown.columns["axis"], shown.columns["change"], strict=True) if "Camels" in axis
    ]
    assert camels == ["5 to 4", "5 to 6"]
    rows = [row for axis, row in zip(shown.columns["axis"], shown.columns["row"], strict=True) if "Camels" in axis]
    assert rows[0] > rows[1]


def test_a_response_curve_goes_through_the_levels_with_a_band_for_each_number_of_players(grid: MadeSweep) -> None:
    shown = response.read(grid, LENGTH, "camels")
    assert shown.ticks == {4.0: "4", 5.0: "5", 6.0: "6"}
    assert shown.columns["x"] == [4.0, 5.0, 6.0] * 2
    assert [label for label in shown.columns["label"] if label] == ["2 players", "3 players"]
    for low, middle, high in zip(shown.columns["low"], shown.columns["y"], shown.columns["high"], strict=True):
        assert low < middle < high
    assert shown.columns["next_x"][:3] == [5.0, 6.0, 6.0]
    assert shown.finding.startswith("Camels per player: length (turns, mean) goes from ")
    plot = response.figure(shown)
    assert plot.xaxis[0].axis_label == "Camels per player"
    assert plot.yaxis[0].axis_label == "length (turns, mean)\n(turns)"
    assert not is_empty(plot)


def test_levels_without_a_scale_are_not_joined(grid: MadeSweep) -> None:
    shown = response.read(grid, LENGTH, "opening_actions")
    assert list(shown.ticks.values()) == ["1,2,3", "none"]
    assert shown.columns["x"] == shown.columns["next_x"]
    assert len(set(shown.columns["x"])) == len(shown.columns["x"])


def test_names_of_curves_do_not_cover_each_other(grid: MadeSweep) -> None:
    shown = response.read(grid, LENGTH, "rare_value")
    low, high = response._y_range(shown)
    pixels = response._INSIDE / (high - low)
    heights = sorted(
        (y - low) * pixels - shift
        for y, shift, label in zip(
            shown.columns["y"], shown.columns["label_shift"], shown.columns["label"], strict=True
        )
        if label
    )
    assert all(upper - lower >= response._LINE - 1e-6 for lower, upper in itertools.pairwise(heights))


def test_a_hypercube_has_a_curve_on_its_surface_and_morris_has_none() -> None:
    axes = {"camels": {"from": 3, "to": 8}, "rare_value": {"from": 4, "to": 9}}
    cube = made_sweep(SweepPlan(axes, {"kind": "latin_hypercube", "points": 24}, games=60), by_two)
    shown = response.read(cube, LENGTH, "camels")
    assert shown.columns["y"][0] - shown.columns["y"][-1] == pytest.approx(20.0, abs=3.0)
    walks = made_sweep(SweepPlan(axes, {"kind": "morris", "trajectories": 4}, games=60), by_two)
    assert words_inside(response.figure(response.read(walks, LENGTH, "camels"))) == response.NO_CURVE


def by_two(where: np.ndarray) -> np.ndarray:
    return 80.0 - 20.0 * where[:, 0]


def test_a_heat_map_has_figures_and_intervals_in_its_cells(grid: MadeSweep) -> None:
    shown = sweep_heat_map.read(grid, LENGTH, "camels", "rare_value")
    assert shown.across == ("4", "5", "6")
    assert shown.up == ("4", "6", "8")
    cells = dict(zip(zip(shown.columns["x"], shown.columns["y"], strict=True), shown.columns["figure"], strict=True))
    assert len(cells) == 9
    assert float(cells[0, 0]) == pytest.approx(81.0, abs=3.0)
    assert all(re.fullmatch(r"[0-9.]+ to [0-9.]+", span) for span in shown.columns["span"])
    assert shown.finding.startswith("Length (turns, mean) goes from ")
    assert shown.provenance.lines[-1] == "Each cell is an average over opening_actions"
    plot = sweep_heat_map.figure(shown)
    assert plot.xaxis[0].axis_label == "Camels per player"
    assert plot.yaxis[0].axis_label == "Points for a rare good"


def test_measures_that_compare_seats_are_white_at_0(grid: MadeSweep) -> None:
    shown = sweep_heat_map.read(grid, "seat_margin", "camels", "rare_value")
    assert "white: zero" in shown.provenance.lines[1]
    for figure, fill in zip(shown.columns["figure"], shown.columns["fill"], strict=True):
        red, blue = int(fill[1:3], 16), int(fill[5:7], 16)
        assert (blue >= red) if float(figure) > 0.0 else (red >= blue)


@pytest.mark.parametrize("place", np.linspace(-1.0, 1.0, 41))
def test_words_in_cells_can_be_read(place: float) -> None:
    shade = shades.diverging(float(place))
    assert contrast(shades.words_on(shade), shades.as_hex(shade)) >= 4.0


def contrast(first: str, second: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((light(first), light(second)))
    return (lighter + 0.05) / (darker + 0.05)


def test_cells_that_cannot_be_played_say_so() -> None:
    plan = SweepPlan({"refill_after": [3, 9], "camels": [4, 5]}, games=60)
    shown = sweep_heat_map.read(made_sweep(plan, by_two), LENGTH, "camels", "refill_after")
    assert shown.columns["figure"].count(sweep_heat_map.BLANK) == 2
    assert "2 cells (grid) of 60 games on the same seeds, 2 more can't be played" in shown.provenance.lines[0]


def test_before_the_first_cell_every_figure_says_that_nothing_is_there_yet(unfinished: MadeSweep) -> None:
    table = sensitivity(unfinished, [LENGTH])
    figures = [
        (tornado.figure(tornado.read(unfinished, table, LENGTH)), tornado.EMPTY),
        (response.figure(response.read(unfinished, LENGTH, "camels")), response.EMPTY),
        (
            sweep_heat_map.figure(sweep_heat_map.read(unfinished, LENGTH, "camels", "rare_value")),
            sweep_heat_map.EMPTY,
        ),
    ]
    for plot, words in figures:
        assert words_inside(plot) == words


def test_figures_fill_in_as_cells_come(grid: MadeSweep, table: pd.DataFrame, unfinished: MadeSweep) -> None:
    bars = tornado.figure(tornado.read(unfinished, sensitivity(unfinished, [LENGTH]), LENGTH))
    curve = response.figure(response.read(unfinished, LENGTH, "camels"))
    cells = sweep_heat_map.figure(sweep_heat_map.read(unfinished, LENGTH, "camels", "rare_value"))
    sources = [source_of(plot) for plot in (bars, curve, cells)]
    tornado.update(bars, tornado.read(grid, table, LENGTH))
    response.update(curve, response.read(grid, LENGTH, "camels"))
    sweep_heat_map.update(cells, sweep_heat_map.read(grid, LENGTH, "camels", "rare_value"))
    for plot, source in zip((bars, curve, cells), sources, strict=True):
        assert source_of(plot) is source
        assert not is_empty(plot)
        assert len(next(iter(source.data.values())))
    fresh = tornado.figure(tornado.read(grid, table, LENGTH))
    assert (bars.height, bars.x_range.end, bars.y_range.end) == (fresh.height, fresh.x_range.end, fresh.y_range.end)
    assert source_of(bars).data == source_of(fresh).data


def test_a_heat_map_of_another_design_says_what_it_needs(one_by_one: MadeSweep) -> None:
    shown = sweep_heat_map.read(one_by_one, LENGTH, "camels", "rare_value")
    assert words_inside(sweep_heat_map.figure(shown)) == sweep_heat_map.NO_MAP


def test_what_is_not_in_the_sweep_is_refused_in_words(grid: MadeSweep) -> None:
    with pytest.raises(CaravanError, match="no axis 'camel'; did you mean 'camels'"):
        response.read(grid, LENGTH, "camel")
    with pytest.raises(CaravanError, match="two different axes"):
        sweep_heat_map.read(grid, LENGTH, "camels", "camels")
    with pytest.raises(CaravanError, match=r"no cells of 4 players \(planner\); there are 2 players"):
        tornado.read(grid, pd.DataFrame(), LENGTH, players=4)


def test_a_page_has_the_findings_and_the_figures_and_needs_no_network(grid: MadeSweep, table: pd.DataFrame) -> None:
    page = sweep_page.page(grid, table)
    assert "<title>A &lt;grid&gt;</title>" in page
    assert "lowers length (turns, mean)" in page
    assert page.count("<h3>") == 2 + 3 + 3
    without_scripts = re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL)
    assert "://" not in without_scripts
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=", page)


def test_the_tables_have_a_row_for_each_mark_with_its_interval(grid: MadeSweep, table: pd.DataFrame) -> None:
    curve = response.table(response.read(grid, LENGTH, "camels"))
    assert curve["Camels per player"].tolist() == ["4", "5", "6"] * 2
    assert set(curve["Players"]) == {2, 3}
    cells = sweep_heat_map.table(sweep_heat_map.read(grid, LENGTH, "camels", "rare_value"))
    assert len(cells) == 9
    bars = tornado.table(tornado.read(grid, table, LENGTH))
    assert bars["Parameter"].iloc[0] == "Camels per player"
    for frame, figure in (
        (curve, "length (turns, mean) (turns)"),
        (cells, "length (turns, mean) (turns)"),
        (bars, "Effect (turns)"),
    ):
        assert (frame["Interval from"] < frame[figure]).all()
        assert (frame[figure] < frame["Interval to"]).all()


def test_the_table_of_a_heat_map_says_why_a_cell_cannot_be_played() -> None:
    plan = SweepPlan({"refill_after": [3, 9], "camels": [4, 5]}, games=60)
    cells = sweep_heat_map.table(sweep_heat_map.read(made_sweep(plan, by_two), LENGTH, "camels", "refill_after"))
    why = cells["Can't be played because"]
    assert why[cells["Refill after"] == "9"].str.contains("refill_after").all()
    assert (why[cells["Refill after"] == "3"] == "").all()


def test_a_change_among_many_cells_that_are_alike_is_not_claimed() -> None:
    axes = {"camels": {"from": 1, "to": 8}, "rare_value": {"from": 2, "to": 9}}
    alike = made_sweep(SweepPlan(axes, games=60), lambda where: 80.0 + 0.0 * where[:, 0])
    finding = sweep_heat_map.read(alike, LENGTH, "camels", "rare_value").finding
    assert finding.startswith("No change in length")
    assert finding.endswith(" is shown with camels per player and points for a rare good")
    assert "no change in length" in response.read(alike, LENGTH, "camels").finding


def test_a_curves_title_says_what_the_sentences_say(grid: MadeSweep, table: pd.DataFrame) -> None:
    for axis in ("camels", "rare_value", "opening_actions"):
        finding = response.read(grid, LENGTH, axis, table=table).finding
        verdicts = set(table.loc[(table["axis"] == axis) & (table["index"] == "effect"), "verdict"])
        assert ("no change in" in finding) == (verdicts == {"not shown"}), finding
    camels = response.read(grid, LENGTH, "camels", table=table).finding
    assert re.fullmatch(
        r"Camels per player: length \(turns, mean\) goes from 8\d at 4 to 6\d at 6, . players, planner", camels
    )
    unsure = table.assign(verdict="not shown")
    assert (
        "neither up nor down from end to end, but goes from"
        in response.read(grid, LENGTH, "camels", table=unsure).finding
    )
    once = table.copy()
    once.loc[(once["players"] == 3), "verdict"] = "not shown"
    assert response.read(grid, LENGTH, "camels", table=once).finding.endswith(
        "2 players, planner; 1 of 2 curves show no change"
    )
    once.loc[(once["players"] == 3), "verdict"] = "raises"
    assert response.read(grid, LENGTH, "camels", table=once).finding.endswith("; the other way in 1 of 2 curves")


def test_a_map_whose_cells_are_too_unsure_says_which_parameters_matter_on_average(table: pd.DataFrame) -> None:
    alike = made_sweep(SweepPlan(AXES, games=40, players=[2, 3]), lambda where: 80.0 + 0.0 * where[:, 0])
    finding = sweep_heat_map.read(alike, LENGTH, "camels", "rare_value", table=table).finding
    assert finding == (
        "Length (turns, mean): no two of the 9 cells are shown to differ, but on average camels per player matters, "
        "2 players, planner"
    )


def test_a_maps_title_says_which_number_is_which_and_all_figures_have_as_many_decimals(grid: MadeSweep) -> None:
    shown = sweep_heat_map.read(grid, LENGTH, "camels", "rare_value")
    assert re.fullmatch(
        r"Length \(turns, mean\) goes from \d+(\.\d)? \(camels per player 6, points for a rare good \d\) to "
        r"\d+(\.\d)? turns \(camels per player 4, points for a rare good \d\), 2 players, planner",
        shown.finding,
    )
    assert len({len(figure.partition(".")[2]) for figure in shown.columns["figure"]}) == 1


def test_differences_are_found_that_only_games_on_the_same_seeds_show() -> None:
    # The luck that all cells share is twice what sets them apart.
    sweep = made_sweep(SweepPlan({"camels": [4, 5, 6]}, games=40), lambda where: 80.0 - 1.7 * where[:, 0])
    assert "goes from" in response.read(sweep, LENGTH, "camels").finding
    assert "no change" in response.read(sweep, LENGTH, "camels", by_game=False).finding


def test_a_page_says_once_what_cannot_be_told_and_how_to_make_it_again() -> None:
    small = made_sweep(SweepPlan({"camels": [4, 6], "rare_value": [4, 8]}, games=40), by_two)
    page = sweep_page.page(small, sensitivity(small, [LENGTH, "seat_margin"]))
    assert page.count("can&#x27;t be told for") == 1
    assert "shares of 2 parameters take 10 cells at least, and there are 4" in page
    saved = html.unescape(re.findall(r"<pre>(.*?)</pre>", page, flags=re.DOTALL)[0])
    assert SweepPlan.from_toml(saved) == small.plan
    assert "<pre>caravan sweep plan.toml --out again</pre>" in page
    assert sweep_page.JUDGED.split(":")[0] in page


def test_what_stands_beside_the_pointer_follows_the_axes(grid: MadeSweep) -> None:
    plot = response.figure(response.read(grid, LENGTH, "camels"))
    response.update(plot, response.read(grid, LENGTH, "rare_value"))
    assert plot.select_one(HoverTool).tooltips[0] == ("", "Points for a rare good: @level")
