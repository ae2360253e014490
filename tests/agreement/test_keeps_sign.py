from __future__ import annotations

import pytest

from caravan.agreement import fair_value, judge
from caravan.agreement.asking import Agreement, Finding
from caravan.agreement.keeps_sign import robustness, robustness_of
from caravan.errors import CaravanError
from caravan.rules import Rules

ABOVE, BELOW, EITHER = (1.0, 3.0), (-3.0, -1.0), (-1.0, 1.0)


def agreement(players, *intervals, seat=1):
    """What planner, beam and rollout find of a seat's effect."""
    found = dict(zip(("planner", "beam", "rollout"), intervals, strict=False))
    fair = fair_value("seat_effect", seat, players)
    finding = Finding("seat_effect", seat, found, fair, judge(found, 0.0), "")
    return Agreement(Rules(players=players), 0, dict.fromkeys(found, 10), None, (finding,), ())


def only(*agreements):
    (found,) = robustness_of(agreements)
    return found


def test_a_finding_that_styles_agree_on_with_all_numbers_of_players_is_robust():
    found = only(agreement(2, ABOVE, ABOVE), agreement(3, ABOVE, ABOVE, EITHER))
    assert found.word == "robust"
    assert found.words == "Robust: with 2 and 3 players styles agree that seat 1 wins more than its fair share."
    assert (found.measure, found.seat, list(found.verdicts)) == ("seat_effect", 1, [2, 3])


def test_a_finding_on_the_other_side_with_more_players_turns():
    found = only(agreement(2, ABOVE, ABOVE), agreement(4, BELOW, EITHER))
    assert found.word == "turns"
    assert found.words == (
        "Turns: with 2 players a style finds that seat 1 wins more than its fair share, with 4 that seat 1 wins less "
        "than its fair share."
    )


def test_a_finding_that_styles_dispute_turns():
    assert only(agreement(2, ABOVE, BELOW), agreement(3, EITHER, EITHER)).word == "turns"


def test_a_finding_that_is_agreed_on_with_some_players_only_is_open():
    found = only(agreement(2, ABOVE, ABOVE), agreement(3, ABOVE, EITHER), agreement(4, EITHER, EITHER))
    assert found.word == "open"
    assert found.words == (
        "Open: styles agree that seat 1 wins more than its fair share with 2 players, but not with 3 and 4."
    )


def test_a_finding_of_one_style_is_open():
    found = only(agreement(2, BELOW, EITHER), agreement(3, BELOW, EITHER))
    assert found.word == "open"
    assert found.words.startswith("Open: with no number of players do styles agree")


def test_a_seat_that_is_there_with_one_number_of_players_alone_is_left_out():
    assert robustness_of([agreement(2, ABOVE, ABOVE), agreement(3, ABOVE, ABOVE, seat=3)]) == ()


@pytest.mark.parametrize("players", [[2], [], [3, 3]])
def test_it_takes_two_numbers_of_players(players):
    with pytest.raises(CaravanError, match="two different numbers or more"):
        robustness(players=players)


def test_styles_are_asked_with_each_number_of_players():
    found = robustness(players=(2, 3), styles="planner,grabber", games=20)
    assert {(one.measure, one.seat) for one in found} == {
        ("first_player_advantage", 1),
        ("seat_effect", 1),
        ("seat_effect", 2),
    }
    assert all(set(one.verdicts) == {2, 3} for one in found)
