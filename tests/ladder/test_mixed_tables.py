"""Tables of different bots favour nobody."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravan.ladder.mixed_tables import mixed_tables

SIZES = st.tuples(st.integers(3, 9), st.integers(3, 4), st.integers(1, 300)).filter(lambda size: size[0] >= size[1])


def seatings(bots: int, players: int, games: int) -> list[tuple[int, ...]]:
    return [
        seating
        for table in mixed_tables(bots, players, games)
        for seating in table.rotations
        for _ in range(table.seeds)
    ]


@given(SIZES)
def test_every_bot_plays_equally_often_and_no_less_than_asked(size: tuple[int, int, int]) -> None:
    bots, _, games = size
    played = Counter(bot for seating in seatings(*size) for bot in seating)
    assert set(played) == set(range(bots))
    assert len(set(played.values())) == 1
    assert played[0] >= games


@given(SIZES)
def test_every_bot_sits_in_each_seat_equally_often(size: tuple[int, int, int]) -> None:
    seated = Counter((bot, seat) for seating in seatings(*size) for seat, bot in enumerate(seating))
    assert len(set(seated.values())) == 1


@given(SIZES)
def test_no_bot_meets_itself(size: tuple[int, int, int]) -> None:
    assert all(len(set(seating)) == size[1] for seating in seatings(*size))


@given(SIZES)
def test_no_two_tables_share_a_seed(size: tuple[int, int, int]) -> None:
    seeds = [table.first + seed for table in mixed_tables(*size) for seed in range(table.seeds)]
    assert seeds == list(range(len(seeds)))


def meetings(bots: int, players: int, games: int) -> Counter[tuple[int, int]]:
    return Counter(
        pair for seating in seatings(bots, players, games) for pair in itertools.combinations(sorted(seating), 2)
    )


@pytest.mark.parametrize(("bots", "players"), [(4, 3), (5, 3), (5, 4), (6, 4), (7, 3)])
def test_any_two_bots_meet_equally_often_once_all_sets_have_been_played(bots: int, players: int) -> None:
    sets = len(list(itertools.combinations(range(bots), players)))
    met = meetings(bots, players, sets * players * players // bots)
    assert len(met) == bots * (bots - 1) // 2
    assert len(set(met.values())) == 1


def test_with_few_games_any_two_bots_meet_about_equally_often() -> None:
    met = meetings(11, 4, 80)
    assert len(met) == 55
    assert max(met.values()) <= 1.4 * min(met.values())


def test_the_order_round_the_table_varies() -> None:
    after = Counter(
        (seating[seat - 1], seating[seat]) for seating in seatings(4, 4, 96) for seat in range(len(seating))
    )
    assert len(after) == 12
    assert len(set(after.values())) == 1


def test_tables_are_the_same_every_time() -> None:
    assert mixed_tables(7, 4, 100) == mixed_tables(7, 4, 100)


@pytest.mark.parametrize(("bots", "players"), [(5, 2), (2, 3), (3, 4)])
def test_there_are_none_with_two_players_nor_with_fewer_bots_than_seats(bots: int, players: int) -> None:
    assert mixed_tables(bots, players, 100) == ()
