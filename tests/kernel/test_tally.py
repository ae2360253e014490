from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravan.batch import simulate
from caravan.game import Game
from caravan.kernel.layout import ACTIONS, DELIVER, END, EVENT, PASS, PICK_UP, RAINBOW, STEAL, pack
from caravan.kernel.tally import GAMES, SEATS, tally
from caravan.rules import Rules
from caravan.testing import choose, games, rules

COUNTED = ("place", "move", "pick_up", "transfer", "deliver", "rainbow")


@pytest.fixture(
    scope="module",
    params=[
        (Rules(), 4, "planner"),
        (Rules.preset("rainbow"), 4, "planner,grabber,random,planner"),
        (Rules(turn_limit=60, tie_break="shared"), 3, "random"),
        (Rules.preset("published"), 2, "grabber"),
    ],
    ids=["standard", "rainbow", "level", "penalty"],
)
def batch(request):
    by, players, bots = request.param
    return simulate(by, players, bots, games=30, seed=2)


def by_seat(batch, events):
    """Group rows by game and seat, with a row for every seat."""
    index = pd.MultiIndex.from_frame(batch.seats[["game", "seat"]].astype("int64"))
    keyed = events.assign(seat=events["seat"].astype("int64"))
    return lambda column, how: keyed.groupby(["game", "seat"])[column].agg(how).reindex(index, fill_value=0).tolist()


def test_a_score_is_the_sum_of_the_seats_points(batch):
    events = batch.events[batch.events["seat"].notna()]
    assert batch.seats["score"].tolist() == by_seat(batch, events)("points", "sum")


@pytest.mark.parametrize("action", COUNTED)
def test_actions_are_counted_by_kind(batch, action):
    events = batch.events[batch.events["action"] == action]
    assert batch.seats[action].tolist() == by_seat(batch, events)("event", "count")


def test_passes_are_counted_apart_from_actions(batch):
    passes = batch.events[batch.events["action"] == "pass"]
    assert batch.seats["passed"].tolist() == by_seat(batch, passes)("event", "count")
    acted = batch.events["seat"].notna() & ~batch.events["action"].isin(["pass", "end"])
    assert batch.games["actions"].tolist() == acted.groupby(batch.events["game"]).sum().tolist()


def test_goods_delivered_are_rare_or_common(batch):
    rare = [good.name for good in batch.rules.board.goods if good.rare]
    delivered = batch.events[batch.events["action"] == "deliver"]
    is_rare = delivered["good"].isin(rare)
    assert batch.seats["rare"].tolist() == by_seat(batch, delivered[is_rare])("event", "count")
    assert batch.seats["common"].tolist() == by_seat(batch, delivered[~is_rare])("event", "count")


def test_demand_is_what_was_taken_less_what_was_paid(batch):
    moved = batch.events[batch.events["action"].isin(["pick_up", "rainbow"])]
    assert batch.seats["demand"].tolist() == by_seat(batch, moved)("demand", "sum")


def test_thefts_are_counted_for_the_thief_and_for_the_victim(batch):
    thefts = batch.events[batch.events["action"] == "steal"]
    assert batch.seats["steals"].tolist() == by_seat(batch, thefts)("event", "count")
    assert batch.seats["robbed"].tolist() == by_seat(batch, thefts.assign(seat=thefts["victim"]))("event", "count")


def test_a_penalty_is_the_points_of_the_seats_end_rows(batch):
    ends = batch.events[(batch.events["action"] == "end") & batch.events["seat"].notna()]
    assert batch.seats["penalty"].tolist() == by_seat(batch, ends)("points", "sum")
    if batch.rules.undelivered_penalty == "triangular":
        goods = batch.seats["undelivered"]
        assert batch.seats["penalty"].tolist() == (-goods * (goods - 1) // 2).tolist()


def test_a_games_length_is_its_rows_and_the_turn_of_its_end(batch):
    last = batch.events.groupby("game").tail(1)
    assert batch.games["turns"].tolist() == last["turn"].tolist()
    assert batch.games["events"].tolist() == (last["event"] + 1).tolist()
    assert batch.games["end_reason"].tolist() == last["end_reason"].tolist()


def test_ranks_and_win_shares_follow_from_scores_and_goods(batch):
    for _, seats in batch.seats.groupby("game"):
        goods = seats["rare"] + seats["common"] if batch.rules.tie_break == "most_goods" else 0
        standing = seats["score"] * 1000 + goods
        assert seats["rank"].tolist() == standing.rank(method="min", ascending=False).astype(int).tolist()
        winners = (seats["rank"] == 1).sum()
        assert seats["win_share"].tolist() == [1 / winners if rank == 1 else 0.0 for rank in seats["rank"]]


def test_a_games_figures_follow_from_its_seats(batch):
    for game, seats in batch.seats.groupby("game"):
        row = batch.games.set_index("game").loc[game]
        scores = sorted(seats["score"], reverse=True)
        winners = seats.loc[seats["rank"] == 1, "seat"].tolist()
        assert row["winners"] == len(winners)
        assert (pd.isna(row["winner"]) and len(winners) > 1) or winners == [row["winner"]]
        assert row["level"] == scores.count(scores[0])
        assert row["winning_margin"] == scores[0] - scores[1]
        assert row["spread"] == scores[0] - scores[-1]


def test_lead_changes_are_changes_of_the_set_of_leaders_once_somebody_has_scored(batch):
    players = batch.request.players
    for game, events in batch.events.groupby("game"):
        scores = [0] * players
        sets = []
        for seat, points, action in zip(events["seat"], events["points"], events["action"], strict=True):
            if points:
                scores[seat - 1] += points
            if points and action != "end":
                sets.append({seat for seat in range(players) if scores[seat] == max(scores)})
        sets.append({seat for seat in range(players) if scores[seat] == max(scores)})
        changes = sum(before != after for before, after in itertools.pairwise(sets))
        assert batch.games["lead_changes"].iloc[game] == changes


@given(rules(turn_limit=25), st.integers(0, 2**32), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_log_adds_up_to_what_the_game_itself_says(by, seed, random):
    game = Game(by, seed=seed)
    for _ in range(600):
        if game.end_reason:
            break
        game.play(choose(game, random.randrange(2**16), "lively"))
    rows = game.rows
    counted, seats = tally(rows, np.array([0, len(rows)]), pack(by)[0])
    seats = seats[0]
    assert seats["score"].tolist() == list(game.scores())
    assert seats["rare"].tolist() == list(game.rare_delivered)
    assert seats["common"].tolist() == list(game.common_delivered)
    assert seats["demand"].tolist() == list(game.demand)
    carried = [sum(camel.good is not None for camel in game.camels(seat)) for seat in range(1, game.players + 1)]
    assert seats["undelivered"].tolist() == carried
    if outcome := game.outcome():
        assert counted["turns"][0] == game.turn
        assert seats["rank"].tolist() == list(outcome.ranks)
        assert seats["win_share"].tolist() == list(outcome.win_shares)
        assert counted["winner"][0] == (outcome.winners[0] if len(outcome.winners) == 1 else 0)


def made_rows(*rows):
    """Write rows as (seat, action, points), and what else they need by name."""
    made = np.zeros(len(rows), dtype=EVENT)
    made["good"] = made["source"] = made["target"] = made["under"] = -1
    for row, (seat, action, points, *more) in zip(made, rows, strict=True):
        row["seat"], row["action"], row["points"] = seat, action, points
        for name, value in dict(*more).items():
            row[name] = value
    return made


def added_up(players, *rows, **changes):
    games, seats = tally(made_rows(*rows), np.array([0, len(rows)]), pack(Rules(players=players, **changes))[0])
    return games[0], seats[0]


THE_END = (0, END, 0, {"end_reason": 1})


def test_nobody_leads_before_the_first_point():
    game, _ = added_up(2, (1, PICK_UP, 0), (1, PICK_UP, 1), (1, DELIVER, 3, {"good": 4}), THE_END)
    assert game["lead_changes"] == 0


def test_drawing_level_and_going_ahead_are_two_lead_changes():
    game, _ = added_up(2, (1, PICK_UP, 1), (2, PICK_UP, 1), (2, PICK_UP, 1), THE_END)
    assert game["lead_changes"] == 2


def test_paying_for_the_rainbow_camel_can_cost_the_lead():
    game, seats = added_up(
        2, (1, PICK_UP, 1, {"demand": 1}), (2, PICK_UP, 1, {"demand": 1}), (1, RAINBOW, -1, {"demand": -1}), THE_END
    )
    assert game["lead_changes"] == 2
    assert seats["demand"].tolist() == [0, 1]


def test_penalties_at_the_end_change_the_lead_all_at_once():
    ties = [(seat, PICK_UP, 3) for seat in (1, 2, 3)]
    game, _ = added_up(3, *ties, (1, END, -1), (2, END, -1), (3, END, -1), THE_END)
    assert game["lead_changes"] == 2
    assert game["level"] == 3


def test_the_tie_break_names_one_winner_among_level_seats():
    level = [(1, PICK_UP, 3, {"demand": 3}), (2, DELIVER, 3, {"good": 4}), THE_END]
    game, seats = added_up(2, *level)
    assert (game["winner"], game["winners"], game["level"], game["winning_margin"]) == (2, 1, 2, 0)
    assert seats["rank"].tolist() == [2, 1]
    game, seats = added_up(2, *level, tie_break="shared")
    assert (game["winner"], game["winners"], game["level"]) == (0, 2, 2)
    assert seats["win_share"].tolist() == [0.5, 0.5]


def test_ranks_count_ties_once():
    _, seats = added_up(4, (1, PICK_UP, 5), (2, PICK_UP, 5), (3, PICK_UP, 2), THE_END)
    assert seats["rank"].tolist() == [1, 1, 3, 4]
    assert seats["win_share"].tolist() == [0.5, 0.5, 0.0, 0.0]


def test_a_theft_moves_a_good_from_camel_to_camel():
    _, seats = added_up(2, (1, PICK_UP, 0), (2, STEAL, 0, {"victim": 1}), (2, PASS, 0), THE_END)
    assert seats["undelivered"].tolist() == [0, 1]
    assert (seats["steals"].tolist(), seats["robbed"].tolist()) == ([0, 1], [1, 0])
    assert seats["passed"].tolist() == [0, 1]


def test_more_actions_than_16_bits_hold_are_counted():
    """Where entering is free, a game can have very many moves."""
    rows = made_rows((1, ACTIONS.index("move"), 0)).repeat(70_000)
    games, seats = tally(rows, np.array([0, len(rows)]), pack(Rules())[0])
    assert seats["move"][0, 0] == games["actions"][0] == 70_000


@given(games(max_actions=30), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_rows_of_any_content_can_be_added_up(game, random):
    """A faulty log is added up too: what can't be counted is left out."""
    rows = game.rows.copy()
    for name in EVENT.names:
        limits = np.iinfo(EVENT[name])
        rows[name][random.randrange(len(rows))] = random.randint(limits.min, limits.max)
    games_, seats = tally(rows, np.array([0, len(rows)]), pack(game.rules)[0])
    assert (games_.dtype, seats.dtype, seats.shape) == (GAMES, SEATS, (1, game.players))
