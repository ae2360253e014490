"""The picture of a search's trade-offs."""

from __future__ import annotations

import pytest

from caravan import Goal, Rules, tune
from caravan.balance import Tuning
from caravan.balance.scales import scales_of
from caravan.plots import pareto
from caravan.plots.canvas import source_of


@pytest.fixture(scope="module")
def found() -> Tuning:
    goal = Goal(
        {"camels": [3, 4, 5], "actions_per_turn": [4, 5, 6]},
        [
            {"aim": "length", "minimise": True, "role": "trade_off"},
            {"measure": "steals", "maximise": True, "role": "trade_off"},
        ],
        rules=Rules(players=2, rare_count=1, common_count=2),
        games=400,
        games_per_trial=20,
        fresh_games=30,
    )
    return tune(goal)


def test_every_rule_set_and_every_answer_is_drawn_in_the_measures_own_unit(found: Tuning) -> None:
    across, up = scales_of(found.goal)
    plot = pareto.figure(found, (across, up), (0, 1), "front")
    tried = source_of(plot).data
    assert len(tried["x"]) == found.tried
    (answers,) = {r.data_source for r in plot.renderers if r.data_source.name == "front answers"}
    turns = [answer.fresh.figures for answer in (*found.answers, found.baseline)]
    expected = [
        next(f.value for (_, label, _), f in figures.items() if label == "length.turns.mean") for figures in turns
    ]
    assert list(answers.data["x"]) == pytest.approx(expected)
    assert list(answers.data["label"]) == [*(str(answer.number) for answer in found.answers), "present"]
    assert (across.more_is_better, up.more_is_better) == (False, True)


def test_the_page_says_which_way_is_better(found: Tuning) -> None:
    page = pareto.page(found)
    assert "length against steals: better is left and up" in page
    assert f"{found.tried} rule sets tried in {found.spent} games" in page
