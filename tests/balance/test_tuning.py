"""A search for rules: within its games, the same every time, stopped and gone on with, and judged on fresh seeds."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from caravan import Goal, Rules, simulate, tune
from caravan.balance import FRONT_COLUMNS, Tuning, front_table, trials_table
from caravan.balance.fair_games import seed_for
from caravan.balance.front import pareto_front
from caravan.errors import Cancelled, CaravanError, PlanError
from caravan.measures import measure

SMALL = Rules(rare_count=1, common_count=2, players=2)
GOAL = Goal(
    {"camels": {"from": 2, "to": 6}, "actions_per_turn": {"from": 3, "to": 6}, "opening_actions": [[1, 2, 3], [2], []]},
    [
        {"aim": "length", "target": 14, "tolerance": 1},
        {"measure": "steals", "maximise": True, "tolerance": 0.5, "role": "trade_off"},
        {"aim": "skill_matters", "role": "must", "at_least": -50},
    ],
    rules=SMALL,
    games=1000,
    games_per_trial=20,
    fresh_games=60,
    seed=3,
)


@pytest.fixture(scope="module")
def found() -> Tuning:
    return tune(GOAL)


def test_the_search_keeps_within_its_games_and_begins_with_the_present_rules(found: Tuning) -> None:
    assert GOAL.games * 0.8 < found.spent <= GOAL.games
    assert found.proposals[0].candidate == GOAL.baseline
    assert found.games_fresh == 120
    assert found.tried == len(found.judged) == len({proposal.candidate for proposal in found.proposals})


def test_the_answers_are_a_front_of_which_the_search_knew_nothing_better(found: Tuning) -> None:
    chosen = {answer.candidate: answer.searched for answer in found.answers}
    assert len(pareto_front({key: value for key, value in chosen.items() if value is not None})) == len(chosen)
    assert [answer.number for answer in found.answers] == list(range(1, len(chosen) + 1))
    assert all(answer.chunks > 1 for answer in found.answers)


def test_fresh_figures_are_those_of_games_that_anyone_can_play(found: Tuning) -> None:
    fresh = seed_for(GOAL.seed, "fresh")
    for answer in (*found.answers, found.baseline):
        batch = simulate(answer.rules, 2, "planner", 60, fresh)
        expected = {estimate.label: estimate for estimate in measure(batch, "length") + measure(batch, "steals")}
        for cell, estimates in answer.fresh.estimates.items():
            for estimate in estimates:
                if not cell.weak:
                    assert estimate == expected[estimate.label]


def test_a_loss_has_an_interval_and_a_difference_from_itself_has_none(found: Tuning) -> None:
    for interval in found.winner.fresh.losses:
        assert interval.low <= interval.value <= interval.high
        assert interval.low < interval.high
    for gap in found.winner.fresh.less(found.winner.fresh):
        assert (gap.value, gap.low, gap.high) == (0.0, 0.0, 0.0)


def test_the_tables_hold_trials_and_answers_with_the_drop(found: Tuning) -> None:
    trials = trials_table(found)
    assert list(trials.columns) == [
        *("trial", "camels", "actions_per_turn", "opening_actions", "games"),
        *("violation", "loss.wishes", "loss.steals", "error"),
    ]
    assert len(trials) == len(found.proposals)
    front = front_table(found)
    assert list(front.columns) == [*FRONT_COLUMNS, "camels", "actions_per_turn", "opening_actions"]
    assert set(front["answer"]) == {0, *(answer.number for answer in found.answers)}
    winner = front[front["answer"] == 1]
    assert list(winner["what"]) == ["wishes", "steals", "all objectives", "length", "steals", "skill_matters"]
    assert (winner["drop"] - (winner["fresh"] - winner["searched"])).abs().max() < 1e-9
    present = front[(front["answer"] == 0) & (front["measure"] != "loss")]
    assert (present["difference"] == 0).all()


def test_the_same_goal_gives_the_same_answer_after_it_was_stopped_again_and_again(
    found: Tuning, tmp_path: Path
) -> None:
    journal = tmp_path / "played.jsonl"
    for allowed in (25, 50):
        asked = iter(range(allowed))
        with pytest.raises(Cancelled):
            tune(GOAL, journal=journal, cancel=lambda asked=asked: next(asked, None) is None)
    kept = journal.read_bytes()
    assert kept.count(b"\n") > 10
    with ThreadPoolExecutor(1) as one:
        again = tune(GOAL, journal=journal, executor=one)
    assert journal.read_bytes().startswith(kept)
    assert front_table(again).equals(front_table(found))
    assert trials_table(again).equals(trials_table(found))


def test_rules_that_cannot_be_played_cost_no_games_and_are_listed() -> None:
    goal = Goal(
        {"refill_after": [4, 9], "enter_occupied_cost": [2, 9], "camels": [4, 5, 6]},
        [{"aim": "length", "target": 14}],
        rules=SMALL,
        games=400,
        games_per_trial=20,
        fresh_games=20,
    )
    found = tune(goal)
    assert found.unplayable
    assert all("enter_occupied_cost" in reason or "refill_after" in reason for reason in found.unplayable.values())
    assert set(found.judged).isdisjoint(found.unplayable)
    errors = trials_table(found)["error"]
    assert (errors != "").any()
    assert not found.is_front
    losses = [sum(answer.searched.losses) for answer in found.answers if answer.searched is not None]
    assert losses == sorted(losses)


def test_too_few_games_and_rules_that_never_play_are_said_in_words() -> None:
    aims = [{"aim": "fair_seats"}]
    with pytest.raises(PlanError, match="games: 100 are too few; one trial takes 200"):
        tune(Goal({"camels": [4, 5]}, aims, games=100))
    never = Goal({"enter_occupied_cost": [8, 9]}, aims, rules=SMALL, games=400, games_per_trial=20)
    with pytest.raises(CaravanError, match="no rules within the axes can be played: enter_occupied_cost"):
        tune(never)


def test_nothing_is_lost_where_a_figure_is_missing() -> None:
    goal = Goal(
        {"theft_markers": [0, 1]},
        [{"measure": "point_sources.rare", "target": 0.5}],
        rules=SMALL.replace(rare_value=0, common_value=0, demand_value=0),
        games=400,
        games_per_trial=20,
        fresh_games=20,
    )
    found = tune(goal)
    assert math.isinf(found.winner.fresh.judgement.losses[0])
