from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played import Played

from caravan.errors import LogError
from caravan.events import events_frame, game_events, games_frame, rows_from_events, seats_frame
from caravan.game import Game
from caravan.kernel.layout import ACTIONS, END_REASONS, EVENT, pack
from caravan.kernel.tally import tally
from caravan.rules import Rules
from caravan.testing import boards

COLUMNS = {
    "game": "int64",
    "event": "int32",
    "turn": "int16",
    "seat": "Int8",
    "action": "category",
    "cost": "int8",
    "actions_left": "int8",
    "source": "category",
    "target": "category",
    "good": "category",
    "under": "boolean",
    "demand": "int16",
    "victim": "Int8",
    "points": "int16",
    "end_reason": "category",
}


def test_the_log_has_these_columns_in_this_order_and_of_these_types(played: Played) -> None:
    assert {name: str(kind) for name, kind in played.events.dtypes.items()} == COLUMNS
    assert list(played.events) == list(COLUMNS)
    assert isinstance(played.events.index, pd.RangeIndex)


def test_categories_are_complete_and_in_a_fixed_order(played: Played) -> None:
    board = played.rules.board
    categories = {
        name: list(played.events[name].cat.categories) for name, kind in COLUMNS.items() if kind == "category"
    }
    assert categories == {
        "action": list(ACTIONS),
        "source": list(board.space_names),
        "target": list(board.space_names),
        "good": [good.name for good in board.goods],
        "end_reason": list(END_REASONS[1:]),
    }
    assert not any(played.events[name].cat.ordered for name in categories)


def test_rows_are_sorted_by_game_and_event_both_from_0(played: Played) -> None:
    lengths = np.diff(played.offsets)
    assert played.events["game"].tolist() == np.repeat(np.arange(len(lengths)), lengths).tolist()
    assert played.events["event"].tolist() == [event for length in lengths for event in range(length)]


def test_a_cell_says_what_the_kernel_wrote(played: Played) -> None:
    board = played.rules.board
    goods = [good.name for good in board.goods]

    def cells(row: np.void) -> list[object]:
        return [
            int(row["turn"]),
            int(row["seat"]) or None,
            ACTIONS[row["action"]],
            int(row["cost"]),
            int(row["actions_left"]),
            board.space_names[row["source"]] if row["source"] >= 0 else None,
            board.space_names[row["target"]] if row["target"] >= 0 else None,
            goods[row["good"]] if row["good"] >= 0 else None,
            bool(row["under"]) if row["under"] >= 0 else None,
            int(row["demand"]),
            int(row["victim"]) or None,
            int(row["points"]),
            END_REASONS[row["end_reason"]] or None,
        ]

    shown = played.events.iloc[:, 2:].astype(object)
    shown = shown.where(shown.notna(), None)
    assert shown.to_numpy().tolist() == [cells(row) for row in played.rows]


def test_blocks_join_to_the_log_of_the_whole(played: Played) -> None:
    cut = 3
    first = events_frame(played.rows, played.offsets[: cut + 1], played.rules)
    second = events_frame(played.rows, played.offsets[cut:], played.rules, first_game=cut)
    pd.testing.assert_frame_equal(pd.concat([first, second], ignore_index=True), played.events)


def test_a_frame_shares_no_memory_with_the_rows(played: Played) -> None:
    rows = played.rows.copy()
    frame = events_frame(rows, played.offsets, played.rules)
    rows[:] = 0
    pd.testing.assert_frame_equal(frame, played.events)


def test_no_games_make_a_log_without_rows_but_with_all_columns() -> None:
    frame = events_frame(np.zeros(0, dtype=EVENT), np.zeros(1, dtype=np.int64), Rules())
    assert len(frame) == 0
    assert {name: str(kind) for name, kind in frame.dtypes.items()} == COLUMNS


def test_a_game_under_way_has_its_log_too() -> None:
    game = Game(seed=7, number=12)
    game.play("place d4")
    log = game_events(game)
    assert log["action"].tolist() == ["seed"] * 8 + ["place"]
    assert log["game"].unique().tolist() == [12]
    pd.testing.assert_frame_equal(log, game.events())


def test_a_frame_leads_back_to_the_kernels_rows(played: Played) -> None:
    log = rows_from_events(played.events, played.rules)
    assert (log.rows == played.rows).all()
    assert log.offsets.tolist() == played.offsets.tolist()
    assert log.games.tolist() == played.games["game"].tolist()
    assert log.events.tolist() == played.events["event"].tolist()


def test_games_needn_t_begin_with_number_0(played: Played) -> None:
    log = rows_from_events(played.events[played.events["game"] >= 5], played.rules)
    assert log.games.tolist() == [5, 6, 7]
    assert log.offsets[0] == 0


@st.composite
def any_rows(draw: st.DrawFn, rules: Rules) -> np.ndarray:
    limits = {
        "turn": (0, 10_000),
        "demand": (-2000, 2000),
        "points": (-2000, 2000),
        "seat": (0, 4),
        "action": (0, len(ACTIONS) - 1),
        "cost": (0, 20),
        "actions_left": (0, 20),
        "source": (-1, len(rules.board.space_names) - 1),
        "target": (-1, len(rules.board.space_names) - 1),
        "good": (-1, len(rules.board.goods) - 1),
        "under": (-1, 1),
        "victim": (0, 4),
        "end_reason": (0, 3),
    }
    count = draw(st.integers(0, 12))
    rows = np.zeros(count, dtype=EVENT)
    for name, (low, high) in limits.items():
        rows[name] = draw(st.lists(st.integers(low, high), min_size=count, max_size=count))
    return rows


@given(st.data())
@settings(max_examples=60)
def test_whatever_the_rows_hold_the_frame_leads_back_to_them(data: st.DataObject) -> None:
    rules = Rules(board=data.draw(boards()))
    rows = data.draw(any_rows(rules))
    frame = events_frame(rows, np.array([0, len(rows)]), rules)
    assert (rows_from_events(frame, rules).rows == rows).all()


def test_a_log_as_plain_pandas_reads_it_is_understood(played: Played, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    played.events.to_csv(path, index=False)
    assert (rows_from_events(pd.read_csv(path), played.rules).rows == played.rows).all()


def test_further_columns_and_another_order_do_no_harm_in_memory(played: Played) -> None:
    frame = played.events.assign(round=played.events["turn"] // 4).loc[:, lambda log: log.columns[::-1]]
    assert (rows_from_events(frame, played.rules).rows == played.rows).all()


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("action", "mvoe", "found 'mvoe', allowed is one of seed, place, move,"),
        ("action", "mvoe", "did you mean 'move'?"),
        ("target", "z9", "found 'z9', allowed is a name from a1 to g7, or nothing"),
        ("good", "slat", "did you mean 'salt'?"),
        ("cost", 300, "found 300, allowed is a whole number from -128 to 127"),
        ("cost", 1.5, "found 1.5, allowed is a whole number from -128 to 127"),
        ("turn", None, "found nothing, allowed is a whole number from -32768 to 32767"),
        ("turn", True, "found true, allowed is a whole number"),
        ("seat", "one", "found 'one', allowed is a seat from 1 to 4, or nothing"),
        ("seat", "1", "found '1', allowed is a seat from 1 to 4, or nothing; did you mean 1?"),
        ("victim", 1e9, "allowed is a seat from 1 to 4, or nothing"),
        ("under", "maybe", "found 'maybe', allowed is true or false, or nothing"),
        ("end_reason", "boredom", "found 'boredom', allowed is one of delivery, deadlock, turn_limit"),
        ("game", 10**30, "allowed is a whole number from -9223372036854775808"),
    ],
)
def test_a_cell_that_cant_be_read_is_named(full: Played, column: str, value: object, said: str) -> None:
    events = full.events.astype({column: object})
    events.loc[57, column] = value
    with pytest.raises(LogError, match=rf"^the log, row 57, column '{column}': ") as caught:
        rows_from_events(events, full.rules)
    assert said in str(caught.value)


def test_a_missing_column_is_named_with_what_may_be_meant(full: Played) -> None:
    with pytest.raises(LogError, match=r"column 'cost' is missing; is it the one called 'costs'\?"):
        rows_from_events(full.events.rename(columns={"cost": "costs"}), full.rules)


def test_a_column_that_is_there_twice_is_refused(full: Played) -> None:
    events = pd.concat([full.events, full.events[["cost"]]], axis="columns")
    with pytest.raises(LogError, match="there are 2 columns 'cost'"):
        rows_from_events(events, full.rules)


def test_the_tables_are_what_the_log_adds_up_to(played: Played) -> None:
    games, seats = tally(played.rows, played.offsets, pack(played.rules)[0])
    pd.testing.assert_frame_equal(games_frame(games, played.rules, played.bots, 1), played.games)
    pd.testing.assert_frame_equal(seats_frame(seats, played.bots), played.seats)


def test_the_bots_of_a_line_up_are_categories_in_seat_order(full: Played) -> None:
    assert list(full.seats["bot"].cat.categories) == ["planner", "grabber", "random"]
    assert full.seats["bot"].tolist()[:4] == ["planner", "grabber", "random", "planner"]
    assert full.games["bots"].unique().tolist() == ["planner,grabber,random,planner"]


def test_a_table_of_later_games_is_numbered_on(full: Played) -> None:
    games, seats = tally(full.rows, full.offsets, pack(full.rules)[0])
    assert games_frame(games, full.rules, full.bots, 1, first_game=100)["game"].tolist()[:2] == [100, 101]
    assert seats_frame(seats, full.bots, first_game=100)["game"].tolist()[:5] == [100, 100, 100, 100, 101]
