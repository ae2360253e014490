"""What aims make of figures, which rule sets beat which, and what is kept of a search."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from caravan import Goal
from caravan.balance.aims import Aim
from caravan.balance.figures import Cell, Figure, cells_of, figure_of, pooled
from caravan.balance.front import beats, compromise, in_order, pareto_front
from caravan.balance.journal import Journal
from caravan.balance.trials import Judgement, judge, objectives_of
from caravan.errors import PlanError
from caravan.measures import Estimate
from caravan.measures.bootstrap import mean
from caravan.measures.underlying import OfMeans

TARGET = Aim("a", "m", "target", 10.0, 10.0, 2.0)
WINDOW = Aim("a", "m", "window", 40.0, 50.0, 5.0)
MOST = Aim("a", "m", "maximise", -math.inf, math.inf, 2.0)


def test_a_target_costs_the_squared_distance_in_tolerances_less_what_chance_adds() -> None:
    assert TARGET.loss([14.0], [0.0]) == pytest.approx(4.0)
    assert TARGET.loss([14.0, 10.0], [0.0, 0.0]) == pytest.approx(2.0)
    assert TARGET.loss([14.0], [1.0]) == pytest.approx(4.0 - 0.25)
    chance = np.random.default_rng(1).normal(14.0, 1.0, 20_000)
    assert np.mean([TARGET.loss([value], [1.0]) for value in chance]) == pytest.approx(4.0, abs=0.1)


def test_a_window_costs_nothing_inside_and_the_squared_distance_outside() -> None:
    assert [WINDOW.loss([value], [9.0]) for value in (40.0, 45.0, 50.0, 55.0, 30.0)] == [0.0, 0.0, 0.0, 1.0, 4.0]


def test_as_much_as_possible_counts_in_tolerances() -> None:
    assert MOST.loss([6.0], [1.0]) == -3.0
    assert Aim("a", "m", "minimise", -math.inf, math.inf, 2.0).loss([6.0], [1.0]) == 3.0


def test_a_missing_figure_is_no_answer() -> None:
    assert TARGET.loss([math.nan], [0.0]) == math.inf
    assert TARGET.violation([math.nan]) == math.inf
    assert TARGET.loss([], []) == math.inf


def test_what_must_be_is_missed_by_the_figure_that_is_furthest_off_with_some_doubt() -> None:
    assert TARGET.violation([11.0, 12.0]) == pytest.approx(0.0)
    assert TARGET.violation([11.0, 14.0]) == pytest.approx(1.0)
    assert WINDOW.violation([45.0]) <= 0.0
    assert WINDOW.violation([55.0]) == pytest.approx(1.0)
    assert WINDOW.violation([55.0], [5.0], doubt=1.0) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("aim", "unit", "words"),
    [
        (TARGET, "points", "10, give or take 2"),
        (WINDOW, "turns", "between 40 and 50"),
        (MOST, "points", "as much as possible"),
        (Aim("a", "m", "window", 0.99, math.inf, 0.01), "share", "at least 99%"),
        (Aim("a", "m", "target", 0.33, 0.33, 0.03), "share of points gained", "33%, give or take 3%"),
    ],
)
def test_what_is_wanted_is_said_in_words(aim: Aim, unit: str, words: str) -> None:
    assert aim.in_words(unit) == words


def made_goal(*aims: dict[str, object]) -> Goal:
    return Goal({"camels": [4, 5]}, aims, players=[2, 3])


def test_wishes_are_one_figure_and_each_trade_off_one_of_its_own() -> None:
    length = {"measure": "length.turns.mean", "target": 50, "tolerance": 5}
    steals = {"measure": "steals", "maximise": True, "tolerance": 1, "role": "trade_off"}
    must = {"measure": "score.mean", "at_least": 30, "role": "must", "tolerance": 10}
    goal = made_goal(length, {**length, "name": "again", "weight": 2}, steals, must)
    assert objectives_of(goal) == ("wishes", "steals")
    two, three = cells_of(goal)
    figures = {
        (cell, label, None): Figure(value, 0.0)
        for cell, values in ((two, (55.0, 2.0, 40.0)), (three, (60.0, 4.0, 20.0)))
        for label, value in zip(("length.turns.mean", "steals", "score.mean"), values, strict=True)
    }
    judged = judge(goal, figures)
    assert judged.losses == (pytest.approx(3 * (1 + 4) / 2), pytest.approx(-3.0))
    assert judged.violation == pytest.approx(1.0)
    assert not judged.is_allowed


def test_skill_takes_games_of_its_own_with_the_strong_bot_in_each_seat() -> None:
    goal = made_goal({"aim": "skill_matters"}, {"aim": "fair_seats", "players": 3})
    assert cells_of(goal) == (Cell(3, "planner"), Cell(2, "planner", "weak"), Cell(3, "planner", "weak"))
    requests = Cell(3, "planner", "weak").requests(goal.rules, 100, 4)
    assert [request.bot_names for request in requests] == [
        ("planner", "weak", "weak"), ("weak", "planner", "weak"), ("weak", "weak", "planner"),
    ]  # fmt: skip
    assert {(request.games, request.seed) for request in requests} == {(34, 4)}
    assert Cell(3, "planner", "weak").games(100) == 102


def test_figures_of_several_chunks_are_their_mean_and_surer() -> None:
    key = (Cell(2, "planner"), "m", None)
    assert pooled([{key: Figure(1.0, 3.0)}, {key: Figure(2.0, 4.0)}]) == {key: Figure(1.5, 2.5)}


def test_the_standard_error_comes_from_the_games() -> None:
    games = np.random.default_rng(3).normal(5.0, 2.0, 400)
    made_of = OfMeans(games[None], mean)
    estimate = Estimate("m", float(games.mean()), 0.0, 9.0, "", 400, "", evidence=made_of)
    assert figure_of(estimate).error == pytest.approx(games.std() / 20)


JUDGED = {
    "a": Judgement((1.0, 5.0), 0.0),
    "b": Judgement((2.0, 2.0), 0.0),
    "c": Judgement((5.0, 1.0), 0.0),
    "d": Judgement((3.0, 3.0), 0.0),
    "e": Judgement((0.0, 0.0), 1.0),
    "f": Judgement((0.0, 0.0), 2.0),
}


def test_the_front_holds_what_none_beats_and_nothing_that_must_not_be() -> None:
    assert pareto_front(JUDGED) == ["a", "b", "c"]
    assert beats(JUDGED["b"], JUDGED["d"])
    assert not beats(JUDGED["a"], JUDGED["b"])
    assert beats(JUDGED["d"], JUDGED["e"])
    assert beats(JUDGED["e"], JUDGED["f"])
    assert not beats(JUDGED["a"], JUDGED["a"])


def test_fronts_come_one_after_another_and_the_loneliest_first() -> None:
    assert in_order(JUDGED) == ["a", "c", "b", "d", "e", "f"]
    alone = {"x": Judgement((3.0,), 0.0), "y": Judgement((1.0,), 0.0), "z": Judgement((0.0,), 1.0)}
    assert in_order(alone) == ["y", "x", "z"]


def test_the_compromise_is_closest_to_the_best_of_everything() -> None:
    assert compromise({key: JUDGED[key] for key in "abc"}) == "b"
    assert compromise({key: JUDGED[key] for key in "ef"}) == "e"


def test_a_journal_gives_back_what_it_was_given_even_after_a_line_was_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "new" / "played.jsonl"
    journal = Journal(path, "g1")
    journal.add("one", {"figures": [1, math.nan]})
    journal.add("two", {"figures": [2]})
    journal.close()
    with path.open("ab") as file:
        file.write(b'{"key": "three", "figu')
    again = Journal(path, "g1")
    assert (len(again), again.get("two")["figures"], again.get("three")) == (2, [2], None)  # type: ignore[index]
    again.add("three", {"figures": [3]})
    again.close()
    assert len(Journal(path, "g1")) == 3


def test_a_journal_of_another_goal_is_refused(tmp_path: Path) -> None:
    Journal(tmp_path / "played.jsonl", "g1").close()
    with pytest.raises(PlanError, match="holds what another goal or another version has played"):
        Journal(tmp_path / "played.jsonl", "g2")
    (tmp_path / "other").write_text("not a journal\n", encoding="utf-8")
    with pytest.raises(PlanError, match="it isn't what `caravan tune` has written"):
        Journal(tmp_path / "other", "g1")
