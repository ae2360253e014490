"""The table of what matters, and the sentences made from it."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from made_sweeps import MadeSweep, made_sweep

from caravan.errors import CaravanError
from caravan.sweeps import SweepPlan
from caravan.sweeps.contrasts import FEWEST_GAMES, FROM_CELLS, PAIRED, SCORE
from caravan.sweeps.findings import findings, measure_in_words, number_in_words
from caravan.sweeps.sensitivity import SENSITIVITY_COLUMNS, sensitivity

AXES = {"camels": [4, 5, 6], "rare_value": [4, 6, 8], "tie_break": ["most_goods", "shared"]}
LENGTH = ["length.turns.mean"]


def by_camels(where: np.ndarray) -> np.ndarray:
    return 80.0 - 20.0 * where[:, 0]


@pytest.fixture(scope="module")
def grid() -> MadeSweep:
    return made_sweep(SweepPlan(AXES, games=60, players=2, bots=["planner", "weak"]), by_camels)


@pytest.fixture(scope="module")
def table(grid: MadeSweep) -> pd.DataFrame:
    return sensitivity(grid, [*LENGTH, "seat_margin"])


def test_the_table_has_a_row_for_each_number_in_plain_columns(table: pd.DataFrame) -> None:
    assert tuple(table.columns) == SENSITIVITY_COLUMNS
    assert set(table["index"]) == {"effect", "first_order", "total"}
    assert set(table["axis"]) == set(AXES)
    assert table["value"].dtype == np.float64
    assert table.loc[table["measure"] == "length.turns.mean", "seat"].isna().all()
    assert set(table.loc[table["measure"] == "seat_margin", "seat"]) == {1, 2}
    assert not any(isinstance(cell, list | tuple) for column in table for cell in table[column])
    effects = table[(table["index"] == "effect") & (table["measure"] == "length.turns.mean")]
    assert len(effects) == 2 * 3
    assert set(effects["interval"]) == {PAIRED}
    assert set(effects["games"]) == {60}
    camels = effects[effects["axis"] == "camels"].iloc[0]
    assert (camels["before"], camels["after"], camels["cells"]) == ("4", "6", 12)
    assert camels["low"] <= -20.0 <= camels["high"]
    assert camels["verdict"] == "lowers"


def test_verdicts_rest_on_holm_over_all_effects_of_a_measure_and_seat(table: pd.DataFrame) -> None:
    for _, family in table[table["index"] == "effect"].groupby(["measure", "seat"], dropna=False):
        ordered = family.sort_values("p_value")
        expected = np.minimum(1.0, np.maximum.accumulate(ordered["p_value"] * np.arange(len(ordered), 0, -1)))
        assert ordered["p_holm"].to_numpy() == pytest.approx(expected.to_numpy())
        shown = ordered["p_holm"] < 0.05
        assert set(ordered.loc[~shown, "verdict"]) <= {"not shown"}
        assert set(ordered.loc[shown, "verdict"]) <= {"raises", "lowers"}


def test_shares_find_the_parameter_that_matters_and_are_refused_where_nothing_does(table: pd.DataFrame) -> None:
    length = table[(table["measure"] == "length.turns.mean") & (table["index"] == "total")]
    assert (length.loc[length["axis"] == "camels", "low"] > 0.8).all()
    margins = table[(table["measure"] == "seat_margin") & (table["index"] == "total")]
    refused = margins[margins["verdict"] == "refused"]
    assert len(refused)
    assert refused["value"].isna().all()
    assert (refused["note"] != "").all()


def test_shares_of_the_games_get_an_interval_that_holds_for_rare_events(grid: MadeSweep) -> None:
    effects = sensitivity(grid, ["ties.before_tie_break"]).query("index == 'effect'")
    assert set(effects["interval"]) == {SCORE}
    assert not effects["low"].isna().any()
    assert set(effects["verdict"]) == {"not shown"}


@pytest.mark.parametrize("games", [1, 2, 3])
def test_of_one_or_two_games_nothing_is_said_to_be_shown(games: int) -> None:
    plan = SweepPlan({"camels": [4, 6], "rare_value": [4, 8]}, games=games)
    table = sensitivity(made_sweep(plan, by_camels, games=games), [*LENGTH, "ties.before_tie_break"])
    effects = table.query("index == 'effect'")
    few = games < FEWEST_GAMES
    assert not effects["value"].isna().any()
    assert effects["p_value"].isna().all() == few
    assert set(effects["note"]) == ({"no verdict: it takes 3 games in each cell"} if few else {""})
    if few:
        assert set(effects["verdict"]) == {"not shown"}
        assert findings(plan, table)[0] == "No verdict on length (turns, mean): it takes 3 games in each cell."


def test_without_the_games_differences_rest_on_the_cells_intervals_and_are_less_sure() -> None:
    sweep = made_sweep(SweepPlan({"camels": [4, 6], "rare_value": [4, 8]}, games=60), by_camels)
    by_game, apart = (
        sensitivity(sweep, LENGTH, by_game=by_game).query("index == 'effect'") for by_game in (True, False)
    )
    assert set(apart["interval"]) == {FROM_CELLS}
    assert apart["value"].to_numpy() == pytest.approx(by_game["value"].to_numpy())
    assert ((apart["high"] - apart["low"]) > (by_game["high"] - by_game["low"])).all()


def test_a_sweep_that_is_still_running_says_what_can_be_said() -> None:
    plan = SweepPlan({"camels": [4, 5, 6], "rare_value": [4, 8]}, "one_at_a_time", games=60)
    assert sensitivity(made_sweep(plan, by_camels, finished=0), LENGTH).empty
    some = sensitivity(made_sweep(plan, by_camels, finished=3), LENGTH)
    assert set(some["axis"]) == {"camels"}
    assert some["after"].tolist() == ["4", "6"]


def test_cells_that_cannot_be_played_are_left_out_and_counted() -> None:
    plan = SweepPlan({"refill_after": [3, 4, 9], "camels": [4, 5, 6]}, games=60)
    sweep = made_sweep(plan, lambda where: 60.0 + 10.0 * where[:, 1])
    effects = sensitivity(sweep, LENGTH).query("index == 'effect'")
    assert set(effects["axis"]) == {"camels"}
    assert effects["note"].iloc[0] == "2 cells left out, which lack a counterpart"
    assert effects["cells"].iloc[0] == 4


def test_morris_has_three_rows_for_each_axis() -> None:
    plan = SweepPlan(AXES, {"kind": "morris", "trajectories": 8}, games=60)
    table = sensitivity(made_sweep(plan, by_camels), LENGTH)
    assert table["index"].tolist() == ["mu", "mu_star", "sigma"] * 3
    camels = table[table["axis"] == "camels"].set_index("index")
    assert camels.loc["mu", "low"] <= -20.0 <= camels.loc["mu", "high"]
    assert camels.loc["mu", "verdict"] == "lowers"
    assert camels.loc["mu_star", "verdict"] == "matters"
    assert "noise alone would give" in camels.loc["mu_star", "note"]
    assert set(table[table["axis"] != "camels"]["verdict"]) == {"not shown", ""}


def test_a_hypercube_has_effects_on_the_surface() -> None:
    plan = SweepPlan({"camels": {"from": 3, "to": 8}, "rare_value": {"from": 4, "to": 9}}, _hypercube(24), games=60)
    table = sensitivity(made_sweep(plan, by_camels), LENGTH)
    effects = table[table["index"] == "effect"].set_index("axis")
    assert effects.loc["camels", "interval"] == "surface, t 95%"
    assert effects.loc["camels", "low"] - 1.0 <= -20.0 <= effects.loc["camels", "high"] + 1.0
    assert "foretells" in effects.loc["camels", "note"]


def _hypercube(points: int) -> dict[str, object]:
    return {"kind": "latin_hypercube", "points": points, "seed": 2}


@pytest.mark.parametrize(
    ("measures", "words"),
    [(["lenght"], "did you mean 'length'?"), (["length.turns.median"], r"length\.turns\.mean")],
)
def test_a_measure_that_is_not_there_is_refused(grid: MadeSweep, measures: list[str], words: str) -> None:
    with pytest.raises(CaravanError, match=words):
        sensitivity(grid, measures)


def test_sentences_say_change_figure_interval_and_for_whom(grid: MadeSweep, table: pd.DataFrame) -> None:
    sentences = findings(grid.plan, table)
    row = table.query("index == 'effect' and axis == 'camels' and measure == 'length.turns.mean'")
    most = row.loc[row["value"].abs().idxmax()]
    first = sentences[0]
    assert first.startswith("Camels per player, from 4 to 6, on average over the other parameters, lowers length")
    assert "in every case" in first
    for number in (most["value"], most["low"], most["high"]):
        assert number_in_words(number) in first
    assert f"{most['players']} players ({most['bots']})" in first
    assert "Not shown to change length (turns, mean): " in sentences[1]
    assert all(sentence.endswith(".") for sentence in sentences)
    refused = [sentence for sentence in sentences if sentence.startswith("How much of the differences each parameter")]
    assert "seat 1's margin" in refused[0]
    assert sentences[-len(refused) :] == refused


def test_line_ups_that_disagree_are_a_dispute() -> None:
    plan = SweepPlan({"camels": [4, 6]}, games=60, players=2, bots=["planner", "weak"])
    rows = [
        {"bots": "planner", "value": 3.0, "low": 2.0, "high": 4.0, "verdict": "raises"},
        {"bots": "weak", "value": -2.0, "low": -3.0, "high": -1.0, "verdict": "lowers"},
    ]
    common = {"players": 2, "measure": "steals", "seat": None, "axis": "camels", "index": "effect", "before": "4"}
    table = pd.DataFrame([{**common, "after": "6", "unit": "thefts per game", "note": "", **row} for row in rows])
    assert findings(plan, table) == [
        "Camels per player, from 4 to 6, is disputed for steals: it raises it with 2 players (planner) "
        "(+3 thefts per game (2 to 4)) and lowers it with 2 players (weak) (-2 thefts per game (-3 to -1))."
    ]
    table.loc[1, "verdict"] = "not shown"
    assert findings(plan, table) == [
        "Camels per player, from 4 to 6, raises steals with 2 players (planner): +3 thefts per game (2 to 4); "
        "not shown with 2 players (weak)."
    ]


@pytest.mark.parametrize(
    ("label", "seat", "words"),
    [
        ("length.turns.mean", None, "length (turns, mean)"),
        ("seat_margin", 2, "seat 2's margin"),
        ("first_player_advantage", 1, "first-player advantage"),
        ("score.winner.p95", pd.NA, "score (winner, p95)"),
    ],
)
def test_measures_in_words(label: str, seat: object, words: str) -> None:
    assert measure_in_words(label, seat) == words


@pytest.mark.parametrize(("number", "words"), [(33.14, "33.1"), (0.00421, "0.00421"), (1240.4, "1,240"), (-0.0, "0")])
def test_numbers_in_words(number: float, words: str) -> None:
    assert number_in_words(number) == words


def test_a_missing_figure_is_no_figure() -> None:
    plan = SweepPlan({"camels": [4, 6]}, games=60)
    sweep = made_sweep(plan, by_camels)
    sweep.summary.loc[sweep.summary["measure"] == "length.turns.mean", "value"] = math.nan
    assert sensitivity(sweep, LENGTH).query("index == 'effect'").empty
