"""Kinds of faults in a log, each with what `check` must say of it.

A kind changes a good log of the games in ``full`` and names the event at which, the column in which and some of the
words with which the first violation must be told. A game is never changed without need in more than one place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd
from played import Played

KINDS: dict[str, Callable[[Played], Mutation]] = {}
"""Every kind by its name."""


@dataclass(frozen=True)
class Mutation:
    """A log with a fault.

    Attributes
    ----------
    events : DataFrame
        The faulty log.
    game, event : int
        Where the first violation must be told.
    column : str
        In which column.
    words : str
        Part of the reason.
    """

    events: pd.DataFrame
    game: int
    event: int
    column: str
    words: str


def kind(make: Callable[[Played], Mutation]) -> Callable[[Played], Mutation]:
    KINDS[make.__name__] = make
    return make


def rows(played: Played, condition: str) -> pd.Index:
    """The places of the rows for which a condition holds."""
    return played.events.query(condition).index


def with_cell(
    played: Played, condition: str, column: str, value: Any, words: str, *, which: int = 0, at: int = 0, of: str = ""
) -> Mutation:
    """Change a cell of the first row for which a condition holds.

    ``value`` may be worked out from the old one; ``at`` says how many rows later the fault shows, ``of`` in which
    column, where it isn't the same.
    """
    place = rows(played, condition)[which]
    events = played.events.copy()
    old = events.loc[place, column]
    events.loc[place, column] = value(old) if callable(value) else value
    row = events.loc[place + at]
    return Mutation(events, int(row["game"]), int(row["event"]), of or column, words)


def other_of(column: str, played: Played) -> Callable[[Any], Any]:
    categories = list(played.events[column].cat.categories)
    return lambda old: categories[(categories.index(old) + 1) % len(categories)]


def by_seat(action: str) -> str:
    return f"action == '{action}'"


# Turns and seats


@kind
def a_turn_too_late(log: Played) -> Mutation:
    return with_cell(log, by_seat("pick_up"), "turn", lambda old: old + 1, "but this happens in turn")


@kind
def a_turn_number_in_the_set_up(log: Played) -> Mutation:
    return with_cell(log, by_seat("seed"), "turn", 1, "the turn is 1, but this happens in turn 0")


@kind
def a_refill_in_the_next_turn(log: Played) -> Mutation:
    return with_cell(log, by_seat("refill"), "turn", lambda old: old + 1, "but this happens in turn")


@kind
def an_end_in_another_turn(log: Played) -> Mutation:
    return with_cell(log, "end_reason.notna()", "turn", lambda old: old - 1, "but this happens in turn")


@kind
def the_wrong_seat(log: Played) -> Mutation:
    return with_cell(log, by_seat("deliver"), "seat", lambda old: old % 4 + 1, "but it is the turn of seat")


@kind
def a_seat_that_isnt_at_the_table(log: Played) -> Mutation:
    return with_cell(log, by_seat("place"), "seat", 5, "the seat is 5 (seats are 1 to 4), but it is the turn of seat 1")


@kind
def a_seat_0(log: Played) -> Mutation:
    return with_cell(log, by_seat("seed"), "seat", 0, "the seat is 0 (seats are 1 to 4), but no seat acts")


@kind
def no_seat(log: Played) -> Mutation:
    return with_cell(log, by_seat("transfer"), "seat", pd.NA, "the seat is nothing, but it is the turn of seat")


@kind
def a_seat_that_refills(log: Played) -> Mutation:
    return with_cell(log, by_seat("refill"), "seat", 1, "the seat is 1, but no seat acts in this 'refill'")


@kind
def a_penalty_of_another_seat(log: Played) -> Mutation:
    return with_cell(log, "action == 'end' and seat == 2", "seat", 3, "but this penalty is of seat 2")


# Actions


@kind
def a_place_called_a_move(log: Played) -> Mutation:
    return with_cell(log, by_seat("place"), "action", "move", "the rest of the row tells of 'place'")


@kind
def a_transfer_called_a_delivery(log: Played) -> Mutation:
    return with_cell(log, by_seat("transfer"), "action", "deliver", "the rest of the row tells of 'transfer'")


@kind
def a_delivery_called_a_transfer(log: Played) -> Mutation:
    return with_cell(log, by_seat("deliver"), "action", "transfer", "tells of 'deliver'")


@kind
def a_theft_called_a_pick_up(log: Played) -> Mutation:
    return with_cell(log, by_seat("steal"), "action", "pick_up", "tells of 'steal'")


@kind
def a_refill_called_a_seed(log: Played) -> Mutation:
    return with_cell(log, by_seat("refill"), "action", "seed", "tells of 'refill'")


@kind
def no_action(log: Played) -> Mutation:
    return with_cell(log, by_seat("rainbow"), "action", None, "the action is nothing, but the rest of the row")


# Costs and actions left


@kind
def a_cost_too_low(log: Played) -> Mutation:
    return with_cell(log, "action == 'move' and cost == 2", "cost", 1, "but this move costs 2: a camel stands in")


@kind
def a_cost_too_high(log: Played) -> Mutation:
    return with_cell(log, "action == 'place' and cost == 1", "cost", 2, "but this place costs 1: no camel stands in")


@kind
def a_refill_that_costs_an_action(log: Played) -> Mutation:
    return with_cell(log, by_seat("refill"), "cost", 1, "but this refill costs 0")


@kind
def an_action_too_many_left(log: Played) -> Mutation:
    return with_cell(log, by_seat("pick_up"), "actions_left", lambda old: old + 1, "left in the turn")


@kind
def a_pass_that_gives_up_other_actions(log: Played) -> Mutation:
    return with_cell(log, by_seat("pass"), "actions_left", lambda old: old + 1, "given up")


@kind
def actions_left_at_the_end(log: Played) -> Mutation:
    return with_cell(log, "end_reason.notna()", "actions_left", 2, "must be 0 in a row of no seat's action")


# Spaces


@kind
def a_move_from_where_no_camel_is(log: Played) -> Mutation:
    place = rows(log, by_seat("move"))[20]
    row = log.events.loc[place]
    before = log.events[(log.events["game"] == row["game"]) & (log.events["seat"] == row["seat"])]
    been = set(before["target"]) | set(before["source"])
    nowhere = next(space for space in log.rules.board.space_names if space not in been)
    events = log.events.copy()
    events.loc[place, "source"] = nowhere
    words = f"it has no camel in {nowhere}"
    return Mutation(events, int(row["game"]), int(row["event"]), "action", words)


@kind
def a_camel_placed_from_a_space(log: Played) -> Mutation:
    return with_cell(log, by_seat("place"), "source", "c3", "the source is c3, but a row of 'place' has none here")


@kind
def a_transfer_from_elsewhere(log: Played) -> Mutation:
    return with_cell(log, by_seat("transfer"), "source", other_of("source", log), "the source is")


@kind
def a_theft_from_one_space_to_another(log: Played) -> Mutation:
    return with_cell(log, by_seat("steal"), "source", other_of("source", log), "the source is")


@kind
def a_move_to_its_own_space(log: Played) -> Mutation:
    place = rows(log, "action == 'move' and actions_left > 0")[0]
    row = log.events.loc[place]
    events = log.events.copy()
    events.loc[place, "target"] = row["source"]
    return Mutation(events, int(row["game"]), int(row["event"]), "action", "a camel moves to another space")


@kind
def a_pick_up_from_the_desert(log: Played) -> Mutation:
    return with_cell(log, by_seat("pick_up"), "target", "b2", "the target is b2, but must be")


@kind
def a_delivery_to_another_city(log: Played) -> Mutation:
    return with_cell(log, by_seat("deliver"), "target", "b2", "the target is b2, but must be")


@kind
def no_target(log: Played) -> Mutation:
    return with_cell(log, by_seat("steal"), "target", None, "the target is nothing, but must be")


@kind
def a_rainbow_camel_on_the_edge(log: Played) -> Mutation:
    return with_cell(log, by_seat("rainbow"), "target", "a3", "a3 lies on the board's edge", of="action")


@kind
def a_seed_on_another_space(log: Played) -> Mutation:
    return with_cell(log, by_seat("seed"), "target", "g7", "but the next empty numbered space is a7")


@kind
def a_refill_of_another_space(log: Played) -> Mutation:
    return with_cell(log, by_seat("refill"), "target", "d4", "but the next empty numbered space is")


@kind
def markers_on_another_space(log: Played) -> Mutation:
    return with_cell(log, by_seat("demand"), "target", "d4", "but the next good to get markers is in")


# Goods


@kind
def another_good_picked_up(log: Played) -> Mutation:
    return with_cell(log, by_seat("pick_up"), "good", other_of("good", log), "waits there")


@kind
def another_good_delivered(log: Played) -> Mutation:
    return with_cell(log, by_seat("deliver"), "good", other_of("good", log), "the good is")


@kind
def another_good_stolen(log: Played) -> Mutation:
    return with_cell(log, by_seat("steal"), "good", other_of("good", log), "the good is")


@kind
def a_good_on_a_move(log: Played) -> Mutation:
    return with_cell(log, by_seat("move"), "good", "salt", "the good is salt, but a row of 'move' has none here")


@kind
def a_seed_of_no_good(log: Played) -> Mutation:
    return with_cell(log, by_seat("seed"), "good", None, "the good is nothing, but 'seed' must name what is drawn")


@kind
def more_goods_of_a_kind_than_there_are(log: Played) -> Mutation:
    """The last refill draws ivory, of which there are three, all of them drawn by then."""
    drawn = log.events.query("game == 0 and action in ['seed', 'refill']")
    kinds = drawn["good"].drop_duplicates(keep="last")
    gone = next(name for name in kinds.index if name < drawn.index[-1])
    last = drawn.index[-1]
    events = log.events.copy()
    events.loc[last, "good"] = events.loc[gone, "good"]
    event = int(events.loc[last, "event"])
    return Mutation(events, 0, event, "good", "of them have been drawn already")


@kind
def a_good_drawn_that_is_another_later(log: Played) -> Mutation:
    """The good that is drawn first is called another; it shows when it is picked up, or gets markers."""
    first = int(rows(log, "game == 0 and action == 'seed'")[0])
    later = log.events.loc[first + 1 :].query("action in ['pick_up', 'demand']")
    shows = later[later["target"] == log.events.loc[first, "target"]].index[0]
    events = log.events.copy()
    events.loc[first, "good"] = other_of("good", log)(events.loc[first, "good"])
    return Mutation(events, 0, int(events.loc[shows, "event"]), "good", "the good is")


# Goods under camels


@kind
def a_stolen_good_that_lies_on_top(log: Played) -> Mutation:
    return with_cell(log, "under == True", "under", False, "under is false, but the good lay under its camel")


@kind
def a_good_that_lies_under_without_a_theft(log: Played) -> Mutation:
    return with_cell(log, "under == False", "under", True, "under is true, but the good lay on top of its camel")


@kind
def a_transfer_that_says_nothing_of_how_the_good_lay(log: Played) -> Mutation:
    return with_cell(log, by_seat("transfer"), "under", pd.NA, "under is nothing, but the good lay")


@kind
def a_move_that_says_how_a_good_lay(log: Played) -> Mutation:
    return with_cell(log, by_seat("move"), "under", False, "under is false, but a row of 'move' says nothing of it")


# Demand markers


@kind
def a_demand_marker_missed(log: Played) -> Mutation:
    return with_cell(log, "action == 'pick_up' and demand == 2", "demand", 1, "demand is 1, but the good has 2")


@kind
def a_corner_without_its_marker(log: Played) -> Mutation:
    return with_cell(log, "action == 'seed' and demand == 1", "demand", 0, "demand is 0, but the good gets 1")


@kind
def two_markers_in_a_refill(log: Played) -> Mutation:
    return with_cell(log, by_seat("demand"), "demand", 2, "demand is 2, but a refill adds 1")


@kind
def a_new_good_with_a_marker(log: Played) -> Mutation:
    return with_cell(log, by_seat("refill"), "demand", 1, "demand is 1, but a row of 'refill' has 0")


@kind
def a_rainbow_camel_for_nothing(log: Played) -> Mutation:
    return with_cell(log, by_seat("rainbow"), "demand", 0, "demand is 0, but the price is -1")


# Victims


@kind
def another_victim(log: Played) -> Mutation:
    return with_cell(log, by_seat("steal"), "victim", lambda old: old % 4 + 1, "is robbed here")


@kind
def a_theft_without_a_victim(log: Played) -> Mutation:
    return with_cell(log, by_seat("steal"), "victim", pd.NA, "the victim is nothing, but seat")


@kind
def a_victim_of_a_delivery(log: Played) -> Mutation:
    return with_cell(log, by_seat("deliver"), "victim", 1, "the victim is 1, but nobody is robbed here")


# Points


@kind
def a_point_too_many(log: Played) -> Mutation:
    return with_cell(log, by_seat("deliver"), "points", lambda old: old + 1, "but this deliver scores")


@kind
def markers_that_dont_count(log: Played) -> Mutation:
    return with_cell(log, "action == 'pick_up' and demand == 1", "points", 0, "points are 0, but this pick_up scores 1")


@kind
def a_penalty_too_small(log: Played) -> Mutation:
    return with_cell(log, "action == 'end' and points < -1", "points", -1, "points are -1, but this end scores")


@kind
def points_for_a_move(log: Played) -> Mutation:
    return with_cell(log, by_seat("move"), "points", 3, "points are 3, but this move scores 0")


# The end


@kind
def another_end_reason(log: Played) -> Mutation:
    return with_cell(
        log, "end_reason == 'delivery'", "end_reason", "deadlock", "is deadlock, but the game ends by delivery"
    )


@kind
def no_end_reason(log: Played) -> Mutation:
    return with_cell(log, "end_reason.notna()", "end_reason", None, "is nothing, but the game ends by delivery")


@kind
def an_end_reason_before_the_end(log: Played) -> Mutation:
    return with_cell(log, by_seat("pass"), "end_reason", "deadlock", "but a row of 'pass' has none here")


# Rows missing, there twice, out of order


def without(log: Played, place: int, column: str, words: str, *, shows: int = 0) -> Mutation:
    """Leave a row out and number the others anew; the fault shows so many rows later."""
    game = int(log.events.loc[place, "game"])
    events = numbered_anew(log.events.drop(index=place))
    return Mutation(events, game, int(log.events.loc[place, "event"]) + shows, column, words)


def numbered_anew(events: pd.DataFrame) -> pd.DataFrame:
    events = events.reset_index(drop=True)
    return events.assign(event=events.groupby("game").cumcount().astype("int32"))


@kind
def a_row_missing(log: Played) -> Mutation:
    place = rows(log, "game == 2")[50]
    events = log.events.drop(index=place)
    return Mutation(events, 2, 51, "event", "the event is 51, but must be 50")


@kind
def a_pick_up_missing(log: Played) -> Mutation:
    place = rows(log, "game == 1 and action == 'pick_up' and actions_left > 0")[0]
    return without(log, place, "actions_left", "left in the turn")


@kind
def a_seed_missing(log: Played) -> Mutation:
    return without(log, rows(log, "action == 'seed'")[7], "action", "a 'seed' of g1 must come here, not 'place'")


@kind
def a_demand_row_missing(log: Played) -> Mutation:
    return without(log, rows(log, "action == 'demand'")[0], "action", "the row 'demand")


@kind
def a_demand_row_twice(log: Played) -> Mutation:
    place = int(rows(log, "action == 'demand'")[0])
    events = numbered_anew(log.events.loc[[*range(place + 1), place, *range(place + 1, len(log.events))]])
    return Mutation(events, 0, int(log.events.loc[place, "event"]) + 1, "action", "'demand' has no place here, where")


@kind
def a_refill_missing(log: Played) -> Mutation:
    place = rows(log, "action == 'refill' and game == 3")
    last = next(index for index in place if index + 1 not in place)
    return without(log, last, "action", "a 'refill' of")


@kind
def a_pass_missing(log: Played) -> Mutation:
    return without(log, rows(log, "action == 'pass'")[0], "turn", "and no pass says that they are given up")


@kind
def a_penalty_missing(log: Played) -> Mutation:
    place = rows(log, "action == 'end' and points < 0")[0]
    return without(log, place, "action", "the row 'end of seat")


@kind
def a_penalty_twice(log: Played) -> Mutation:
    place = int(rows(log, "action == 'end' and points < 0")[0])
    events = numbered_anew(log.events.loc[[*range(place + 1), place, *range(place + 1, len(log.events))]])
    event = int(log.events.loc[place, "event"]) + 1
    return Mutation(events, 0, event, "action", "'end' has no place here, where the game ends (delivery)")


@kind
def an_end_missing(log: Played) -> Mutation:
    place = rows(log, "end_reason.notna() and game == 3")[0]
    events = log.events.drop(index=place)
    event = int(log.events.loc[place, "event"]) - 1
    return Mutation(events, 3, event, "action", "the row 'end' is missing here")


@kind
def a_game_that_breaks_off(log: Played) -> Mutation:
    events = log.events.query("game != 3 or event < 100")
    return Mutation(events, 3, 99, "action", "the game breaks off after this event")


@kind
def a_game_that_breaks_off_in_its_set_up(log: Played) -> Mutation:
    events = log.events.query("game != 3 or event < 5")
    return Mutation(events, 3, 4, "action", "where a good must be drawn for d2: its 'end' is missing")


@kind
def a_game_that_ends_early(log: Played) -> Mutation:
    end = log.events.query("game == 3 and end_reason.notna()")
    events = numbered_anew(pd.concat([log.events.query("game < 3 or (game == 3 and event < 100)"), end]))
    return Mutation(events, 3, 100, "action", "the game can't end here, where it is turn")


@kind
def a_game_that_goes_on_after_its_end(log: Played) -> Mutation:
    last = log.events.query("game == 3").index[-1]
    events = numbered_anew(log.events.loc[[*range(last + 1), last, *range(last + 1, len(log.events))]])
    event = int(log.events.loc[last, "event"]) + 1
    return Mutation(events, 3, event, "action", "the game has ended (delivery) before this event, but 1 row follows")


@kind
def a_row_twice(log: Played) -> Mutation:
    place = int(rows(log, "game == 1 and action == 'pick_up' and actions_left > 0")[0])
    events = log.events.loc[[*range(place + 1), place, *range(place + 1, len(log.events))]]
    event = int(log.events.loc[place, "event"])
    return Mutation(events, 1, event, "event", f"the event is {event}, but must be {event + 1}")


@kind
def a_delivery_twice(log: Played) -> Mutation:
    place = int(rows(log, "game == 1 and action == 'deliver' and actions_left > 0")[0])
    events = numbered_anew(log.events.loc[[*range(place + 1), place, *range(place + 1, len(log.events))]])
    event = int(log.events.loc[place, "event"]) + 1
    return Mutation(events, 1, event, "action", "can't 'deliver")


@kind
def an_action_after_the_turn_is_over(log: Played) -> Mutation:
    """A placing is written twice, the second time as the first row of the next turn."""
    place = int(rows(log, "game == 1 and turn == 3 and actions_left == 0")[0])
    events = numbered_anew(log.events.loc[[*range(place + 1), place, *range(place + 1, len(log.events))]])
    event = int(log.events.loc[place, "event"]) + 1
    return Mutation(events, 1, event, "turn", "turn 3 is over already: it is turn 4 of seat 4")


def swapped(log: Played, first: int, second: int) -> pd.DataFrame:
    order = list(range(len(log.events)))
    order[first], order[second] = order[second], order[first]
    return log.events.loc[order]


@kind
def two_rows_swapped(log: Played) -> Mutation:
    place = int(rows(log, "game == 2 and action == 'pick_up' and actions_left > 1")[0])
    event = int(log.events.loc[place, "event"])
    return Mutation(
        swapped(log, place, place + 1), 2, event + 1, "event", f"the event is {event + 1}, but must be {event}"
    )


@kind
def two_actions_in_the_wrong_order(log: Played) -> Mutation:
    """A good is picked up before its camel came."""
    places = rows(log, "game == 2 and action == 'pick_up'")
    place = next(int(p) for p in places if log.events.loc[p - 1, "target"] == log.events.loc[p, "target"])
    events = numbered_anew(swapped(log, place - 1, place))
    return Mutation(events, 2, int(log.events.loc[place - 1, "event"]), "action", "can't 'pick_up")


@kind
def refills_out_of_order(log: Played) -> Mutation:
    places = rows(log, "action == 'refill'")
    place = next(int(p) for p in places if p + 1 in places)
    events = numbered_anew(swapped(log, place, place + 1))
    event = int(log.events.loc[place, "event"])
    return Mutation(events, 0, event, "target", "but the next empty numbered space is")


@kind
def markers_after_the_new_goods(log: Played) -> Mutation:
    demand = log.events.query("action == 'demand'").index
    refill = log.events.query("action == 'refill'").index
    last = next(int(place) for place in demand if place + 1 in refill)
    events = numbered_anew(swapped(log, last, last + 1))
    return Mutation(events, 0, int(log.events.loc[last, "event"]), "action", "'refill' has no place here")


@kind
def a_refill_that_isnt_due(log: Played) -> Mutation:
    refill = int(rows(log, "action == 'refill'")[0])
    place = int(rows(log, "game == 0 and action == 'place'")[2])
    order = [*range(place), refill, *range(place, len(log.events))]
    events = numbered_anew(log.events.loc[order])
    return Mutation(events, 0, int(log.events.loc[place, "event"]), "action", "'refill' has no place here, where it is")


# The numbers of events and games


@kind
def an_event_number_twice(log: Played) -> Mutation:
    return with_cell(log, "event == 40", "event", 39, "the event is 39, but must be 40")


@kind
def a_gap_in_the_event_numbers(log: Played) -> Mutation:
    events = log.events.copy()
    events.loc[(events["game"] == 1) & (events["event"] >= 40), "event"] += 10
    return Mutation(events, 1, 50, "event", "the event is 50, but must be 40")


@kind
def event_numbers_from_1(log: Played) -> Mutation:
    return Mutation(log.events.assign(event=log.events["event"] + 1), 0, 1, "event", "the event is 1, but must be 0")


@kind
def a_row_of_another_game(log: Played) -> Mutation:
    return with_cell(log, "game == 1 and event == 40", "game", 5, "the game is 5, but the rows around it are of game 1")


@kind
def a_negative_game(log: Played) -> Mutation:
    return Mutation(log.events.assign(game=log.events["game"] - 1), -1, 0, "game", "games are numbered from 0")


@kind
def a_game_missing(log: Played) -> Mutation:
    return Mutation(log.events.query("game != 3"), 4, 0, "game", "game 4 comes after game 2: 3 is missing")


@kind
def games_out_of_order(log: Played) -> Mutation:
    order = [*log.events.query("game == 1").index, *log.events.query("game == 0").index]
    return Mutation(log.events.loc[order], 0, 0, "game", "game 0 comes after game 1: games must be in order")


@kind
def a_game_twice(log: Played) -> Mutation:
    events = pd.concat([log.events.query("game < 2"), log.events.query("game == 0")])
    return Mutation(events, 0, 0, "game", "rows of game 0 stood further up already")
