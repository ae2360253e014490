from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mutations import KINDS
from played import Played

from caravan.errors import LogError
from caravan.events import check, replay
from caravan.rules import Rules


def test_everything_that_can_be_in_a_log_is_in_the_log_that_is_spoilt(full: Played) -> None:
    assert set(full.events["action"]) == set(full.events["action"].cat.categories)
    assert set(full.events["under"].dropna()) == {True, False}
    assert check(full.events, full.rules) == []


def test_there_are_many_kinds_of_faults() -> None:
    assert len(KINDS) >= 40


@pytest.mark.parametrize("name", KINDS)
def test_a_fault_is_told_where_it_is(full: Played, name: str) -> None:
    mutation = KINDS[name](full)
    first = check(mutation.events, full.rules)[0]
    told = (first.game, first.event, first.column)
    assert told == (mutation.game, mutation.event, mutation.column), first
    assert mutation.words in first.reason


@pytest.mark.parametrize("name", KINDS)
def test_a_fault_in_one_game_leaves_the_others_alone(full: Played, name: str) -> None:
    mutation = KINDS[name](full)
    found = {violation.game for violation in check(mutation.events, full.rules)}
    apart = {"event_numbers_from_1", "a_negative_game", "games_out_of_order", "a_game_twice", "a_game_missing"}
    assert found == {mutation.game} or name in apart


VALUES = {
    "game": st.integers(-1, 9),
    "event": st.integers(-1, 500),
    "turn": st.integers(-1, 130),
    "seat": st.one_of(st.none(), st.integers(-1, 6)),
    "cost": st.integers(-1, 5),
    "actions_left": st.integers(-1, 5),
    "under": st.sampled_from([None, True, False]),
    "demand": st.integers(-2, 5),
    "victim": st.one_of(st.none(), st.integers(-1, 6)),
    "points": st.integers(-7, 10),
}


def is_same(old: object, new: object) -> bool:
    return old is new or (pd.isna(old) and new is None) or (not pd.isna(old) and new is not None and bool(old == new))


@st.composite
def changed_cells(draw: st.DrawFn, played: Played) -> tuple[pd.DataFrame, str]:
    """Change one cell of a log to another value of its type."""
    column = draw(st.sampled_from(list(played.events)))
    row = draw(st.integers(0, len(played.events) - 1))
    kind = played.events[column].dtype
    names = [None, *kind.categories] if isinstance(kind, pd.CategoricalDtype) else []
    value = draw(st.sampled_from(names) if names else VALUES[column])
    assume(not is_same(played.events[column].iloc[row], value))
    cells = played.events[column].copy()
    cells.iloc[row] = pd.NA if value is None and not names else value
    return played.events.assign(**{column: cells}), column


@given(st.data())
@settings(max_examples=400)
def test_any_changed_cell_is_told_unless_it_makes_another_possible_game(full: Played, data: st.DataObject) -> None:
    """Where a camel went, or what was drawn, may have been otherwise if nothing later depends on it."""
    events, column = data.draw(changed_cells(full))
    if not check(events, full.rules):
        assert column in ("target", "good")
        for game in full.games["game"]:
            log = replay(events, full.rules, game).events()
            pd.testing.assert_frame_equal(log, events[events["game"] == game].reset_index(drop=True))


def test_a_seat_outside_the_range_of_its_type_cant_be_read(full: Played) -> None:
    events = full.events.astype({"seat": "Int64"})
    events.loc[9, "seat"] = 200
    with pytest.raises(LogError, match="row 9, column 'seat': found 200"):
        check(events, full.rules)


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=2, unique=True))
@settings(max_examples=50)
def test_rows_in_another_order_are_told(full: Played, places: list[int]) -> None:
    first, second = (place % len(full.events) for place in places)
    assume(first != second)
    order = np.arange(len(full.events))
    order[[first, second]] = order[[second, first]]
    assert check(full.events.iloc[order], full.rules)


@given(st.integers(0, 10**6))
@settings(max_examples=50)
def test_a_missing_row_is_told(full: Played, place: int) -> None:
    assert check(full.events.drop(index=place % len(full.events)), full.rules)


@pytest.mark.parametrize(
    "changes",
    [
        {"enter_occupied_cost": 1},
        {"pick_up_cost": 2},
        {"camels": 4},
        {"rare_value": 5},
        {"demand_value": 2},
        {"undelivered_penalty": "none"},
        {"refill_after": 3},
        {"refill_demand": 0},
        {"opening_actions": [1, 2]},
        {"starting_demand": [1]},
        {"rainbow_camel": False},
        {"theft_markers": 0},
        {"rare_count": 2},
        {"turn_limit": 50},
    ],
    ids=str,
)
def test_a_log_by_other_rules_is_told(full: Played, changes: dict[str, object]) -> None:
    assert check(full.events, full.rules.replace(**changes), limit=1)


def test_a_log_by_another_number_of_players_is_told(full: Played) -> None:
    first = check(full.events, full.rules, players=3)[0]
    assert (first.column, first.reason) == ("seat", "the seat is 4 (seats are 1 to 3), but it is the turn of seat 1")
    assert check(full.events, Rules.preset("rainbow").replace(players=2), players=4) == []
