"""Fair starts: which openings are worth trying, which points make the seats equal, and whether they do it in play."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from caravan import Rules, fair_start, simulate
from caravan.balance import FAIR_COLUMNS, FairStart, fair_table, screening
from caravan.balance.closeness import closeness_of
from caravan.balance.fair_games import fair_requests, most_games_of_an_opening, seed_for, usual_games
from caravan.balance.imbalance import fairest_points, from_zero, imbalance
from caravan.balance.openings import plain, sensible_openings
from caravan.balance.played_check import WORTH_KNOWING, check_of
from caravan.errors import Cancelled, CaravanError
from caravan.measures import measure

STYLES = ("planner", "grabber")
SHORT = Rules(actions_per_turn=2, opening_actions=[1], rare_count=1, common_count=2, players=3)


@pytest.fixture(scope="module")
def found() -> FairStart:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screening, "ROUNDS", ((20, 4), (20, 2)))
        return fair_start(SHORT, styles=STYLES, games=60, seed=5)


def test_openings_never_fall_and_are_written_without_ordinary_turns_at_their_end() -> None:
    openings = sensible_openings(4, 4)
    assert len(openings) == len(set(openings)) == 70
    assert () in openings
    assert (1, 2, 3) in openings
    for opening in openings:
        assert list(opening) == sorted(opening)
        assert set(opening) <= {1, 2, 3, 4, 5}
        assert opening[-1:] != (4,)
    assert plain([1, 4, 4], 4) == (1,)
    assert max(max(opening, default=0) for opening in sensible_openings(9, 2)) == 10


def test_an_ordinary_turn_at_the_end_of_an_opening_changes_no_game() -> None:
    short, long = (
        simulate(Rules(opening_actions=opening), 2, "planner", 5, 3).events for opening in ([1, 2], [1, 2, 4])
    )
    assert short.equals(long)


def test_imbalance_is_nought_on_average_where_the_seats_are_equal() -> None:
    chance = np.random.default_rng(1)
    tries = [imbalance(np.eye(3)[chance.integers(0, 3, 50)].T) for _ in range(1000)]
    assert abs(np.mean(tries)) < 4 * np.std(tries) / np.sqrt(1000)
    wins = np.eye(3)[[0, 0, 0, 1]].T
    assert imbalance(np.tile(wins, 1000)) == pytest.approx(
        ((75 - 100 / 3) ** 2 + (25 - 100 / 3) ** 2 + (100 / 3) ** 2) / 3, 0.01
    )


def test_the_fairest_points_are_found_from_anywhere_and_begin_at_nought() -> None:
    def judge(points: tuple[int, ...]) -> float:
        return sum((mine - wanted) ** 2 for mine, wanted in zip(points, (3, 0, 7), strict=True))

    assert fairest_points(judge, [0.0, 0.0, 0.0]) == (3, 0, 7)
    assert fairest_points(judge, [40.0, -3.2, 9.9]) == (3, 0, 7)
    assert from_zero([5, 7]) == (0, 2)
    assert fairest_points(lambda points: -max(points), [0.0, 99.0]) == (0, 100)


def test_the_games_of_a_style_are_fixed_by_its_speed_unless_they_are_given() -> None:
    requests = fair_requests(Rules(), "planner,beam,expert", {"beam": 50}, 1)
    assert {style: request.games for style, request in requests.items()} == {
        "planner": usual_games("planner"),
        "beam": 50,
        "expert": usual_games("expert"),
    }
    with pytest.raises(CaravanError, match="games: found 4 for planner, allowed is 20 or more"):
        fair_requests(Rules(), "planner", 4, 1)


def test_the_seats_effects_are_those_of_the_games_that_anyone_can_play(found: FairStart) -> None:
    for start, seed in ((found.now, 5), (found.points, seed_for(5, "played")), (found.opening, seed_for(5, "played"))):
        for style in STYLES:
            batch = simulate(start.rules, None, style, 60, seed)
            assert start.effects[style] == measure(batch, "seat_effect")


def test_points_are_added_for_the_seats_and_nothing_else_changes(found: FairStart) -> None:
    assert set(found.points.rules.differences(found.rules)) <= {"starting_points"}
    assert min(found.points.rules.starting_points or [0]) == 0
    assert set(found.opening.rules.differences(found.rules)) == {"opening_actions"}


def test_what_is_foretold_is_the_other_half_of_the_games_with_the_points_added(found: FairStart) -> None:
    points = [*found.points.rules.starting_points, 0, 0, 0][:3]
    seats = simulate(found.rules, None, "planner", 60, 5).seats
    seats = seats[seats["game"] >= 30]
    totals = seats["score"].to_numpy().reshape(-1, 3) + np.array(points)
    goods = (seats["rare"] + seats["common"]).to_numpy().reshape(-1, 3)
    standing = totals * 1000 + goods
    won = standing == standing.max(axis=1, keepdims=True)
    effects = 100 * ((won / won.sum(axis=1, keepdims=True)).mean(axis=0) - 1 / 3)
    mine = [check for check in found.checks if check.style == "planner"]
    assert [check.foretold for check in mine] == pytest.approx(effects)
    assert [check.played for check in mine] == pytest.approx([e.value for e in found.points.effects["planner"]])
    assert all((check.low + check.high) / 2 == pytest.approx(check.foretold) for check in mine)


def test_the_check_holds_with_95_percent_where_nothing_but_chance_differs() -> None:
    chance = np.random.default_rng(2)
    tries = 800
    held = [
        all(
            check.holds
            for check in check_of(
                "a", *(np.eye(3)[chance.choice(3, games, p=(0.5, 0.3, 0.2))].T for games in (150, 300))
            )
        )
        for _ in range(tries)
    ]
    assert 0.93 <= sum(held) / tries <= 0.98


def test_with_few_games_it_is_not_said_that_it_holds() -> None:
    verdicts = {}
    for games in (100, 4000):
        even = np.eye(2)[[0, 1] * (games // 2)].T
        first, _ = check_of("a", even[:, : games // 2], even)
        verdicts[games] = first.verdict
        wanted = first.games_wanted
        enough = np.eye(2)[[0, 1] * (wanted // 2)].T
        assert check_of("a", enough[:, : wanted // 2], enough)[0].reach == pytest.approx(WORTH_KNOWING, rel=0.03)
    assert verdicts == {100: "too few games", 4000: "holds"}


def test_openings_are_tried_in_no_more_games_than_were_asked_for(found: FairStart) -> None:
    assert screening.rounds_within(None) == screening.rounds_within(2500) == screening.ROUNDS
    assert screening.rounds_within(200) == ((40, 20), (160, 4))
    assert screening.rounds_within(1)[0] == (1, 20)
    assert most_games_of_an_opening(200, STYLES) == 200
    assert most_games_of_an_opening({"planner": 300, "beam": 900}, ("planner", "beam")) == 300
    assert most_games_of_an_opening({"beam": 900}, ("planner", "beam")) is None
    assert most_games_of_an_opening({"beam": 900}, ("beam",)) == 900
    assert most_games_of_an_opening(None, STYLES) is None
    assert max(row.games for row in found.screened if row.round) == 40


def test_how_close_a_start_is_has_an_interval_and_is_compared_on_the_same_seeds(found: FairStart) -> None:
    for start in found.starts:
        low, high = start.closeness.typical
        assert 0.0 <= low <= start.typical + 1.0
        assert start.typical - 1.0 <= high
        assert not found.is_clearly_closer(start, start)
    even, uneven = (
        closeness_of({"a": measure(simulate(rules, 2, "planner", 300, 1), "seat_effect")}, ["a"], 1)
        for rules in (Rules(), Rules(starting_points=[40]))
    )
    assert even.less(uneven).high < 0.0 < uneven.less(even).low
    assert replace(even, seed=2).less(uneven).high < 0.0


def test_a_seat_that_plays_otherwise_is_caught() -> None:
    often, seldom = (np.eye(2)[[0] * wins + [1] * (100 - wins)].T for wins in (80, 30))
    first, second = check_of("a", often, seldom)
    assert (first.holds, second.holds) == (False, False)


def test_the_winner_of_the_openings_was_in_the_finals_on_seeds_of_their_own(found: FairStart) -> None:
    finals = [row for row in found.screened if row.round == 0]
    assert {row.opening for row in finals} == {row.opening for row in found.screened if row.round == 2 and row.goes_on}
    assert tuple(found.opening.rules.opening_actions) == finals[0].opening
    assert finals[0].goes_on
    assert len({row.opening for row in found.screened if row.round == 1}) == len(sensible_openings(2, 3)) - 1
    assert len({seed_for(5, part) for part in ("openings", "finals", "played")} | {5}) == 4


def test_the_recommended_start_is_typically_closest_to_fair(found: FairStart) -> None:
    assert found.recommended.typical == min(start.typical for start in found.starts)
    for start in found.starts:
        style, effect = start.largest
        assert abs(effect.value) == max(abs(e.value) for several in start.effects.values() for e in several)
        assert style in STYLES


def test_the_table_holds_everything_in_tidy_rows(found: FairStart) -> None:
    frame = fair_table(found)
    assert list(frame.columns) == list(FAIR_COLUMNS)
    assert list(dict.fromkeys(frame["step"])) == ["now", "played", "static", "foretold", "round 1", "round 2", "finals"]
    assert set(frame.loc[frame["step"] == "played", "verdict"]) <= {"agreed", "disputed", "undecided"}
    assert set(frame.loc[frame["step"] == "foretold", "verdict"]) <= {"too few games", "fails"}
    assert (frame["seat"].isin([1, 2, 3])).all()


def test_the_same_call_gives_the_same_answer_whatever_plays_the_games(
    found: FairStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screening, "ROUNDS", ((20, 4), (20, 2)))
    told: list[tuple[str, int, int]] = []
    with ThreadPoolExecutor(1) as one:
        again = fair_start(SHORT, styles=STYLES, games=60, seed=5, executor=one, progress=lambda *now: told.append(now))
    assert fair_table(again).equals(fair_table(found))
    assert told[0][0] == "as it is, planner"
    assert all(0 <= done <= games for _, done, games in told)


def test_a_search_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        fair_start(SHORT, styles=STYLES, games=60, cancel=lambda: True)
