"""Bots that go round in a circle are pointed out, and how sure that is."""

from __future__ import annotations

import pytest

from caravan.ladder.pairings import Figure, Pairing
from caravan.ladder.triples import triples_of

NONE = Figure(0.0, 0.0, 0.0)


def pairings(edges: dict[tuple[int, int], tuple[float, float]]) -> list[Pairing]:
    """Pairings both ways round, from the edge of one over the other and how far its interval reaches."""
    both = {**edges, **{(b, a): (-value, reach) for (a, b), (value, reach) in edges.items()}}
    return [
        Pairing(a, b, 100, 50, NONE, NONE, Figure(value, value - reach, value + reach), 0, 0, "", "")
        for (a, b), (value, reach) in sorted(both.items())
    ]


def test_three_that_beat_each_other_in_turn_are_shown() -> None:
    (triple,) = triples_of(pairings({(0, 1): (0.2, 0.1), (1, 2): (0.3, 0.1), (2, 0): (0.25, 0.1)}))
    assert triple.bots == (0, 1, 2)
    assert triple.verdict == "shown"
    assert [edge.value for edge in triple.edges] == [0.2, 0.3, 0.25]


def test_the_circle_is_told_in_the_direction_in_which_each_beats_the_next() -> None:
    (triple,) = triples_of(pairings({(1, 0): (0.2, 0.1), (2, 1): (0.3, 0.1), (0, 2): (0.25, 0.1)}))
    assert triple.bots == (0, 2, 1)
    assert [edge.value for edge in triple.edges] == [0.25, 0.3, 0.2]


@pytest.mark.parametrize("reach", [0.2, 0.5])
def test_a_circle_is_only_suggested_where_an_interval_reaches_zero(reach: float) -> None:
    (triple,) = triples_of(pairings({(0, 1): (0.2, reach), (1, 2): (0.3, 0.1), (2, 0): (0.25, 0.1)}))
    assert triple.verdict == "suggested"


def test_an_order_is_no_circle() -> None:
    assert triples_of(pairings({(0, 1): (0.2, 0.1), (1, 2): (0.3, 0.1), (0, 2): (0.4, 0.1)})) == ()


def test_level_bots_are_no_circle() -> None:
    assert triples_of(pairings({(0, 1): (0.0, 0.1), (1, 2): (0.3, 0.1), (2, 0): (0.4, 0.1)})) == ()


def test_what_is_shown_comes_before_what_is_suggested() -> None:
    circle = {(0, 1): (0.2, 0.3), (1, 2): (0.3, 0.1), (2, 0): (0.25, 0.1)}
    shown = {(3, 4): (0.2, 0.1), (4, 5): (0.3, 0.1), (5, 3): (0.25, 0.1)}
    between = {(a, b): (0.9, 0.05) for a in range(3) for b in range(3, 6)}
    assert [triple.bots for triple in triples_of(pairings({**circle, **shown, **between}))] == [(3, 4, 5), (0, 1, 2)]
