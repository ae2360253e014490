from __future__ import annotations

import re

import pytest
from running import Command, one_line

from caravan import luck_of_the_bag, restricted_play
from caravan.measures.elsewhere import ELSEWHERE


def test_luck_of_the_bag_is_told_with_its_interval(caravan: Command) -> None:
    words = ["--players", "2", "--bots", "grabber", "--bags", "30", "--games", "3", "--seed", "5"]
    ran = caravan("study", "luck_of_the_bag", *words)
    assert (ran.code, ran.err) == (0, "")
    whole = luck_of_the_bag(None, 2, "grabber", 30, 3, 5)[0]
    assert f"{100 * whole.value:.1f}" in ran.out
    assert f"{100 * whole.low:.1f} to {100 * whole.high:.1f}" in ran.out
    assert "30 bags, 3 games with each, 2 players, grabber, seed 5" in ran.out
    assert len(re.findall(r"^  -?\d+\.\d  ", ran.out, re.M)) == 1  # one seat's margin is the other's, turned round


def test_restricted_play_is_told_in_wins_and_points(caravan: Command) -> None:
    ran = caravan("study", "restricted_play", "--players", "2", "--games", "60")
    assert (ran.code, ran.err) == (0, "")
    for one in restricted_play(None, 2, 0, 60):
        assert f"{one.low:.1f} to {one.high:.1f}" in ran.out
    assert "no_stealing: it never steals" in ran.out


def test_robustness_is_told_in_sentences(caravan: Command) -> None:
    words = ["--bots", "planner,grabber", "--games", "20", "--measure", "seat_margin"]
    ran = caravan("study", "robustness", *words)
    assert (ran.code, ran.err) == (0, "")
    told = " ".join(ran.out.split())
    assert told.startswith("Robustness over 2, 3 and 4 players, seed 0")
    assert re.search(r"seat_margin 1 planner( -?\d+\.\d+ \(-?\d+\.\d+ to -?\d+\.\d+\)){3}", told), told
    assert re.search(r"seat_effect 3 planner -( [+-]\d+\.\d \([+-]\d+\.\d to [+-]\d+\.\d\)){2}", told), told
    assert told.count("seat_margin of seat 1: ") == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["luck"], "luck_of_the_bag"),
        (["restricted_play", "--bots", "beam"], "--bots: restricted_play doesn't take it"),
        (["robustness", "--bags", "5"], "--bags: robustness doesn't take it"),
        (["luck_of_the_bag", "--measure", "score"], "--measure: luck_of_the_bag doesn't take it"),
        (["luck_of_the_bag", "--games", "planner=5"], "takes one number"),
        (["luck_of_the_bag", "--bags", "1"], "--bags: found 1, allowed is a whole number, 2 or more"),
        (["luck_of_the_bag", "--bags", "0"], "--bags: found 0, allowed is a whole number, 2 or more"),
        (["luck_of_the_bag", "--games", "1"], "--games: found 1, allowed is a whole number, 2 or more"),
        (["restricted_play", "--players", "5"], "players"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(caravan: Command, words: list[str], complaint: str) -> None:
    ran = caravan("study", *words)
    assert ran.code == 2
    assert complaint in one_line(ran)


def test_every_study_in_the_list_of_measures_can_be_asked(caravan: Command) -> None:
    for one in ELSEWHERE:
        command = one.command.split()[1:]
        if command[0] == "study":
            assert command[1] == one.name
            assert caravan(*command, "--games", "none").code == 2
