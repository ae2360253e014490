from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hand_played import HandPlayed, played_game
from hypothesis import given, settings
from hypothesis import strategies as st
from synthetic_batches import random_batch

from caravan.batch import Batch, simulate
from caravan.measures import measure, space_use
from caravan.measures.bootstrap import abc_interval, expand
from caravan.measures.passages import shares_passed
from caravan.measures.spaces import effective_number
from caravan.rules import Rules


@pytest.fixture(scope="module")
def by_hand() -> HandPlayed:
    return HandPlayed((played_game()[0],))


@pytest.fixture(scope="module")
def batch() -> Batch:
    return simulate(Rules.preset("rainbow").replace(turn_limit=60), players=3, bots="planner,random,grabber", games=8)


def used(frame: pd.DataFrame, use: str, **where: int) -> dict[str, float]:
    rows = frame[(frame["use"] == use) & (frame["per_game"] != 0.0)]
    for column, value in where.items():
        rows = rows[(rows[column] == value).fillna(False)]
    return rows.groupby("space", observed=True)["per_game"].sum().to_dict()


def test_a_camel_counts_at_the_end_of_each_turn_it_stands_in_a_space(by_hand: HandPlayed):
    frame = space_use(by_hand, 1)
    assert used(frame, "camel_turns", seat=1) == {"a3": 4, "b3": 4, "c3": 5, "a1": 3, "c1": 1, "b1": 1}
    assert used(frame, "camel_turns", seat=2) == {"a3": 4, "b2": 4, "a2": 2, "c2": 2}


def test_the_ends_of_turns_belong_to_the_progress_then_reached(by_hand: HandPlayed):
    # One pick-up in turn 1, two in turn 3: turns 1 and 2 end in the second third, the others in the last.
    frame = space_use(by_hand, 3)
    assert used(frame, "camel_turns", seat=1, part=2) == {"a3": 2, "b3": 2, "c3": 2}
    assert used(frame, "camel_turns", seat=1, part=3) == {"a3": 2, "b3": 2, "c3": 3, "a1": 3, "c1": 1, "b1": 1}
    assert used(frame, "camel_turns", part=1) == {}


def test_pick_ups_thefts_and_markers_are_counted_where_they_happen(by_hand: HandPlayed):
    frame = space_use(by_hand, 3)
    assert used(frame, "pick_ups", seat=1) == {"a3": 2, "a1": 1}
    assert used(frame, "pick_ups", part=1) == {"a3": 1}
    assert used(frame, "thefts", seat=2) == {"a3": 1}
    assert used(frame, "waiting_markers") == {"a1": 1}
    assert frame.loc[frame["use"] == "waiting_markers", "seat"].isna().all()


def test_goods_pass_through_the_spaces_between_the_ends_of_their_own_chain(by_hand: HandPlayed):
    frame = space_use(by_hand, 1)
    assert used(frame, "passes_through", seat=1) == {"b3": 1, "b1": 1}
    assert used(frame, "passes_through", seat=2) == {"a2": 1}


def test_two_pick_ups_here_and_one_there_are_as_concentrated_as_1_8_spaces(by_hand: HandPlayed):
    numbers = {estimate.part: estimate.value for estimate in measure(by_hand, "spaces_used")}
    assert numbers["pick_ups"] == pytest.approx(9 / 5)
    assert numbers["thefts"] == pytest.approx(1.0)
    assert numbers["passes_through"] == pytest.approx(3.0)
    camels = np.array([8, 4, 5, 3, 1, 1, 4, 2, 2])
    assert numbers["camel_turns"] == pytest.approx(camels.sum() ** 2 / (camels**2).sum())


def test_every_space_and_seat_has_a_row_used_or_not(by_hand: HandPlayed):
    frame = space_use(by_hand, 3)
    assert len(frame) == 4 * 15 * 2 * 3 + 15 * 3
    assert set(frame["games"]) == {1}
    assert frame["error"].isna().all()


def test_camel_turns_are_those_of_a_reading_turn_by_turn(batch: Batch):
    expected: Counter[tuple[object, str]] = Counter()
    for _, events in batch.events.groupby("game"):
        stands: Counter[tuple[object, str]] = Counter()
        turn = 1
        for row in events.itertuples():
            while turn < row.turn:
                expected.update(+stands)
                turn += 1
            if row.action in ("place", "move", "rainbow"):
                owner = None if row.action == "rainbow" else row.seat
                stands[owner, row.target] += 1
                if isinstance(row.source, str):
                    stands[owner, row.source] -= 1
        expected.update(+stands)
    frame = space_use(batch)
    frame = frame[frame["use"] == "camel_turns"]
    found: Counter[tuple[object, str]] = Counter()
    for row in frame.itertuples():
        if row.per_game:
            found[None if row.seat is pd.NA else row.seat, row.space] += round(row.per_game * row.games)
    assert found == expected
    assert any(owner is None for owner, _ in found), "the rainbow camel was never used"


def test_uses_add_up_to_what_the_seats_table_counts(batch: Batch):
    frame = space_use(batch, 5)
    sums = frame.groupby(["use", "seat"], observed=True)["per_game"].sum() * len(batch)
    for use, column in (("pick_ups", "pick_up"), ("thefts", "steals")):
        assert sums[use].tolist() == pytest.approx(batch.seats.groupby("seat")[column].sum().tolist())


def test_the_error_is_that_of_the_mean_over_the_games(batch: Batch):
    frame = space_use(batch, 1)
    events = batch.events
    d6 = events[(events["action"] == "pick_up") & (events["target"] == "d6") & (events["seat"] == 1)]
    counts = np.bincount(d6["game"], minlength=len(batch))
    row = frame[(frame["use"] == "pick_ups") & (frame["space"] == "d6") & (frame["seat"] == 1)].iloc[0]
    assert row["per_game"] == pytest.approx(counts.mean())
    assert row["error"] == pytest.approx(counts.std(ddof=1) / np.sqrt(len(batch)))


def test_without_the_log_or_a_part_there_is_no_use_of_spaces():
    assert space_use(random_batch(5)).empty
    assert all("event log" in estimate.note for estimate in measure(random_batch(5), "spaces_used"))
    with pytest.raises(ValueError, match="1 or more parts, not 0"):
        space_use(random_batch(5), 0)


def shortest_chains(links: set[int], source: int, target: int, width: int) -> list[list[int]]:
    """All shortest chains, found by trying every one."""
    chains = [[source]]
    while chains:
        if done := [chain for chain in chains if chain[-1] == target]:
            return done
        chains = [
            [*chain, space]
            for chain in chains
            for space in links - set(chain)
            if abs(space % width - chain[-1] % width) + abs(space // width - chain[-1] // width) == 1
        ]
    return []


@settings(max_examples=60, deadline=None)
@given(
    width=st.integers(1, 4),
    links=st.lists(st.booleans(), min_size=12, max_size=12),
    ends=st.lists(st.integers(0, 11), min_size=2, max_size=2, unique=True),
)
def test_every_shortest_chain_counts_alike(width: int, links: list[bool], ends: list[int]):
    spaces = {space for space in range(12) if links[space]} | set(ends)
    grid = np.array([[space in spaces for space in range(12)]] * 2)
    # Alone and beside a longer chain, which must not disturb it.
    grid[1] = True
    both = np.array([ends[0], 0]), np.array([ends[1], 11])
    if width == 1 and ends == [0, 11]:
        grid[1] = grid[0]
    chain, space, share = shares_passed(grid, *both, width)
    expected = shortest_chains(spaces, *ends, width)
    counts = Counter(link for one in expected for link in one[1:-1])
    found = dict(zip(space[chain == 0].tolist(), share[chain == 0].tolist(), strict=True))
    assert found == pytest.approx({link: count / len(expected) for link, count in counts.items()})


def test_the_centre_lies_on_four_of_six_ways_across_a_square():
    _, space, share = shares_passed(np.ones((1, 9), dtype=bool), np.array([0]), np.array([8]), 3)
    shares = dict(zip(space.tolist(), share.tolist(), strict=True))
    assert shares == pytest.approx({1: 0.5, 3: 0.5, 2: 1 / 6, 6: 1 / 6, 4: 4 / 6, 5: 0.5, 7: 0.5})


def test_intervals_of_the_effective_number_hold_what_they_promise():
    rng = np.random.default_rng(9)
    chances = np.array([0.3, 0.2, 0.2, 0.1, 0.1, 0.05, 0.05])
    uses = rng.multinomial(rng.poisson(12, (2_000, 100)), chances).astype(np.float64)
    low, high = abc_interval(expand(np.moveaxis(uses, 2, 1), effective_number))
    true = 1.0 / (chances**2).sum()
    assert 0.93 < ((low <= true) & (true <= high)).mean() < 0.97
