from __future__ import annotations

import numpy as np
import pytest

from caravan.batch import BatchRequest, play_blocks
from caravan.errors import LogError
from caravan.kernel.layout import ACTIONS
from caravan.views.replaying.event_table import GAME_ITSELF, MOST_ROWS_AT_ONCE, EventTable, Filter
from caravan.views.replaying.sources import LogRows
from caravan.views.replaying.tape import told

REQUEST = BatchRequest(games=6, seed=5)


@pytest.fixture(scope="module")
def table() -> EventTable:
    (block,) = play_blocks(REQUEST)
    return EventTable(LogRows(np.asarray(block.rows), block.offsets, np.arange(10, 16)), REQUEST.rules)


def test_no_condition_lets_all_rows_through(table: EventTable) -> None:
    places = table.find(Filter())
    assert places.tolist() == list(range(len(table.log.rows)))
    assert table.of_game(places, 12)[0] == table.log.offsets[2]


@pytest.mark.parametrize(
    ("wanted", "column", "value"),
    [
        (Filter(seat=2), "seat", 2),
        (Filter(seat=GAME_ITSELF), "seat", 0),
        (Filter(action="deliver"), "action", ACTIONS.index("deliver")),
        (Filter(good="salt"), "good", [good.name for good in REQUEST.rules.board.goods].index("salt")),
    ],
)
def test_rows_can_be_filtered_by_a_cell(table: EventTable, wanted: Filter, column: str, value: int) -> None:
    rows = table.log.rows
    assert table.find(wanted).tolist() == np.flatnonzero(rows[column] == value).tolist()


def test_rows_can_be_filtered_by_what_is_said_of_them(table: EventTable) -> None:
    sentences = told(table.log.rows, REQUEST.rules)
    for text in ("salt c5", "DELIVERS", "seat 3 picks", "+1", "nothing of the kind"):
        words = text.casefold().split()
        expected = [place for place, said in enumerate(sentences) if all(word in said.casefold() for word in words)]
        assert table.find(Filter(text=text)).tolist() == expected


def test_conditions_add_up(table: EventTable) -> None:
    both = set(table.find(Filter(seat=1)).tolist()) & set(table.find(Filter(text="salt")).tolist())
    assert set(table.find(Filter(seat=1, text="salt")).tolist()) == both


def test_a_part_has_game_event_turn_seat_points_and_words(table: EventTable) -> None:
    places = table.find(Filter(action="deliver"))
    part = table.part(places, 3, 5)
    assert len(part) == 5
    game, event, turn, seat, points, words = part[0]
    row = table.log.of(game)[event]
    assert (row["turn"], row["seat"], row["points"]) == (turn, seat, points)
    assert words == told(np.array([row]), REQUEST.rules)[0]
    assert table.part(places, 0, 10**9) == table.part(places, 0, MOST_ROWS_AT_ONCE)
    assert table.part(places, len(places), 5) == []


def test_the_events_of_a_game_are_found_among_the_rows(table: EventTable) -> None:
    places = table.find(Filter(seat=1))
    before, events = table.of_game(places, 13)
    assert [entry[:2] for entry in table.part(places, before, len(events))] == [[13, event] for event in events]
    with pytest.raises(LogError, match="no game 99"):
        table.of_game(places, 99)


def test_what_a_browser_sends_is_no_condition_unless_it_is_allowed() -> None:
    rules = REQUEST.rules
    assert Filter.read({"seat": 2, "action": "move", "good": "salt", "text": " c5 "}, rules) == Filter(
        2, "move", "salt", "c5"
    )
    for nonsense in (None, 7, {"seat": 9, "action": "fly", "good": "plutonium", "text": 4}, {"seat": "1"}):
        assert Filter.read(nonsense, rules) == Filter()
    assert len(Filter.read({"text": "x" * 9999}, rules).text) < 100
