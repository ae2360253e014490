from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hand_played import HandPlayed, played_game
from synthetic_batches import random_batch

from caravan.batch import Batch, simulate
from caravan.errors import LogError
from caravan.measures import Estimate, Sample, comeback_by_deficit, lead_over_time, measure
from caravan.measures.trace import trace_of
from caravan.rules import Rules


@pytest.fixture(scope="module")
def by_hand() -> HandPlayed:
    return HandPlayed((played_game()[0],))


@pytest.fixture(scope="module", params=["standard", "penalties and points at the start"])
def batch(request: pytest.FixtureRequest) -> Batch:
    if request.param == "standard":
        return simulate(players=3, bots="planner", games=40, seed=5)
    rules = Rules.preset("published").replace(starting_points=[0, 3], turn_limit=25, tie_break="shared")
    return simulate(rules, players=2, bots="planner,grabber", games=40, seed=5)


def by_part(estimates: tuple[Estimate, ...]) -> dict[str, Estimate]:
    return {estimate.part: estimate for estimate in estimates}


def test_the_winner_was_last_behind_just_before_the_second_of_three_pick_ups(by_hand: HandPlayed):
    parts = by_part(measure(by_hand, "lead_settled"))
    assert parts["mean"].value == pytest.approx(1 / 3)
    assert parts["from_the_start"].value == 0.0


def test_the_winner_was_a_point_behind_for_8_of_18_steps(by_hand: HandPlayed):
    assert by_part(measure(by_hand, "drama"))["mean"].value == pytest.approx(8 / 18)


def test_before_the_second_pick_up_the_seat_behind_still_won_and_after_it_it_lost(by_hand: HandPlayed):
    parts = by_part(measure(by_hand, "comeback"))
    for moment in ("at_1_3", "at_1_2"):
        assert parts[f"{moment}.leading"].value == 0.0
        assert parts[f"{moment}.behind_1_to_3"].value == 1.0
    assert parts["at_2_3.leading"].value == 1.0
    assert parts["at_2_3.behind_1_to_3"].value == 0.0
    assert parts["at_2_3.behind_4_to_6"].is_missing
    assert "no seat was so far behind" in parts["at_2_3.behind_4_to_6"].note


def test_the_lead_over_time_is_that_of_the_scores_just_before_the_next_pick_up(by_hand: HandPlayed):
    bands = lead_over_time(by_hand, 4)
    assert bands["progress"].tolist() == pytest.approx([0, 1 / 3, 2 / 3, 1] * 2)
    assert bands.loc[bands["lead"] == "leader", "p50"].tolist() == [1, 1, 1, 4]
    assert bands.loc[bands["lead"] == "winner", "p50"].tolist() == [-1, -1, 1, 4]


def test_standings_are_those_of_a_reading_row_by_row(batch: Batch):
    standings = trace_of(Sample(batch)).standings
    assert standings is not None
    place = 0
    for number, events in batch.events.groupby("game"):
        shares = batch.seats.loc[batch.seats["game"] == number, "win_share"].to_numpy()
        scores = np.zeros(batch.request.players)
        before, deficits, behind, last = [], [], False, np.zeros(len(shares))
        pick_ups = 0
        for row in events.itertuples():
            if row.action == "pick_up":
                before.append(scores.copy())
                pick_ups += 1
            if pd.notna(row.seat) and row.action != "end":
                scores[row.seat - 1] += row.points
                if row.action != "seed":
                    deficits.append(scores.max() - shares @ scores)
                    late = (scores < scores.max()) & (shares > 0)
                    last[late] = pick_ups
                    behind = behind or bool(late.any())
        here = standings.scores[:, place : place + pick_ups + 1]
        assert here.T.tolist() == [*(each.tolist() for each in before), scores.tolist()]
        assert standings.deficit[number] == pytest.approx(np.mean(deficits))
        assert standings.last_behind[number] == pytest.approx(shares @ last / pick_ups)
        assert standings.ever_behind[number] == behind
        place += pick_ups + 1
    assert place == standings.scores.shape[1]


def test_at_the_end_the_standings_are_the_scores_without_penalties(batch: Batch):
    sample = Sample(batch)
    end = trace_of(sample).standings.at(1.0)
    assert np.array_equal(end, sample.of_seats("score") - sample.of_seats("penalty"))


def test_a_third_of_the_pick_ups_is_not_missed_by_rounding():
    standings = trace_of(Sample(HandPlayed((played_game()[0],)))).standings
    for moment in (1 / 3, Fraction(1, 3), 0.1 + 0.2 + 1 / 30):
        assert standings.at(float(moment)).T.tolist() == [[0.0, 1.0]]


def test_every_seat_has_a_chance_at_every_moment(batch: Batch):
    cases = comeback_by_deficit(batch, [1], [0.5])
    leaders, others = (estimate.value for estimate in cases)
    scores = trace_of(Sample(batch)).standings.at(0.5)
    leading = int((scores == scores.max(axis=0)).sum())
    assert leaders * leading + others * (scores.size - leading) == pytest.approx(len(batch))


def test_classes_of_deficits_are_named_by_their_ends():
    names = [estimate.part for estimate in comeback_by_deficit(random_batch(3), [1, 2, 5], [Fraction(3, 4), 0.9])]
    assert names[:4] == ["at_3_4.leading", "at_3_4.behind_1", "at_3_4.behind_2_to_4", "at_3_4.behind_5_or_more"]
    assert names[4] == "at_0.9.leading"


@pytest.mark.parametrize("deficits", [[], [0, 3], [1, 1]])
def test_classes_that_do_not_rise_from_one_are_refused(deficits: list[int]):
    with pytest.raises(ValueError, match="begin at 1 and rise"):
        comeback_by_deficit(random_batch(3), deficits)


def test_progress_beyond_the_end_is_refused():
    with pytest.raises(ValueError, match=r"from 0 to 1, not to 1\.5"):
        comeback_by_deficit(random_batch(3), moments=[1.5])
    with pytest.raises(ValueError, match="2 or more points, not 1"):
        lead_over_time(random_batch(3), 1)


def test_runaway_is_the_correlation_of_leads_with_margins(batch: Batch):
    parts = by_part(measure(batch, "runaway"))
    scores = np.sort(trace_of(Sample(batch)).standings.at(2 / 3), axis=0)
    expected = np.corrcoef(scores[-1] - scores[-2], batch.games["winning_margin"])[0, 1]
    assert parts["at_2_3"].value == pytest.approx(expected)


def test_a_leader_that_is_overtaken_has_a_margin_below_zero():
    batch = simulate(players=2, bots="planner", games=30, seed=8)
    sample = Sample(batch)
    early, final = trace_of(sample).standings.at(1 / 3), sample.of_seats("score")
    leads, margins = early[0] - early[1], final[0] - final[1]
    own = np.where(leads == 0, 0, np.sign(leads) * margins)
    expected = np.corrcoef(np.abs(leads), own)[0, 1]
    assert by_part(measure(batch, "runaway"))["leader.at_1_3"].value == pytest.approx(expected)


def test_a_lead_that_never_varies_has_no_correlation(by_hand: HandPlayed):
    assert all(
        estimate.is_missing and "the same in every game" in estimate.note for estimate in measure(by_hand, "runaway")
    )


def test_without_the_log_the_course_is_missing_and_says_why():
    batch = random_batch(10)
    for name in ("lead_settled", "drama", "comeback", "runaway"):
        for estimate in measure(batch, name):
            assert estimate.is_missing
            assert estimate.note == "the event log isn't at hand"
    assert lead_over_time(batch).empty


def test_half_a_log_is_none():
    batch = simulate(players=2, games=4, seed=1, block_size=2)
    rest = list(batch.event_frames())[:1]
    part = HandPlayed((played_game()[0],))
    part.games, part.seats, part.request = batch.games, batch.seats, batch.request
    part.event_frames = lambda: iter(rest)
    assert measure(part, "drama")[0].note == "the event log isn't at hand"


def test_a_log_of_other_games_is_refused():
    batch = HandPlayed((played_game()[0],))
    batch.games = batch.games.assign(game=[4])
    with pytest.raises(LogError, match="games of the games table"):
        measure(batch, "drama")


def test_the_course_is_the_same_block_by_block():
    whole, apart = (Sample(simulate(players=2, games=30, seed=4, block_size=size)) for size in (30, 7))
    for name in ("lead_settled", "drama", "comeback", "runaway", "occupied_entries", "good_life", "spaces_used"):
        assert repr(measure(whole, name)) == repr(measure(apart, name))
    assert lead_over_time(whole).equals(lead_over_time(apart))
