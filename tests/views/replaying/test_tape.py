from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from caravan.blocks import BatchRequest, play_blocks
from caravan.errors import LogError
from caravan.events import game_events, replay
from caravan.game import Game
from caravan.kernel.layout import ACTIONS, DEMAND, END, NO_GOOD, OFF_BOARD, REFILL, SEED, UNDER
from caravan.rules import PRESETS, Rules
from caravan.testing import games
from caravan.views.replaying.tape import LONGEST, Tape, as_json, tape_of, told

_BY_THE_GAME = (SEED, DEMAND, REFILL, END)


def played(rules: Rules, bots: str = "planner", seed: int = 7) -> Any:
    request = BatchRequest(rules, None, bots, 1, seed)
    return next(iter(play_blocks(request))).rows


def standing(game: Game) -> dict[str, list[int]]:
    """A game as the kernel's own replay has it, in the terms of a tape."""
    board, rules = game.rules.board, game.rules
    names = [good.name for good in board.goods]
    waiting, markers = [NO_GOOD] * len(board.numbered), [0] * len(board.numbered)
    for good in game.waiting:
        waiting[good.number - 1], markers[good.number - 1] = names.index(good.good), good.demand
    camels = [camel for seat in range(1, game.players + 1) for camel in game.camels(seat)]
    return {
        "turn": [game.turn],
        "seat": [game.seat],
        "left": [game.actions_left],
        "picked": [game.since_refill],
        "rainbow": [OFF_BOARD if game.rainbow is None else board.parse_space(game.rainbow)],
        "ended": [["", "delivery", "deadlock", "turn_limit"].index(game.end_reason or "")],
        "bag": list(game.bag.values()),
        "waiting": waiting,
        "markers": markers,
        "score": list(game.scores()),
        "theft": list(game.theft_markers),
        "demand": list(game.demand),
        "rare": list(game.rare_delivered),
        "common": list(game.common_delivered),
        "space": [OFF_BOARD if camel.space is None else board.parse_space(camel.space) for camel in camels],
        "load": [names.index(camel.good) + 1 + UNDER * camel.under if camel.good else 0 for camel in camels],
        "rules": [rules.players],
    }


def frame(tape: Tape, event: int) -> dict[str, list[int]]:
    ends = [*list(tape.places.places.values())[1:], tape.places.size]
    numbers = {
        name: tape.frames[event, first:end].tolist()
        for (name, first), end in zip(tape.places.places.items(), ends, strict=True)
    }
    return {**numbers, "rules": [tape.rules.players]}


def require_the_kernels_own(rows: Any, rules: Rules, events: Any, step: int = 1) -> None:
    """Compare a tape with `replay` wherever all that follows from an action has happened."""
    tape = tape_of(rows, rules)
    number = int(events["game"].iloc[0])
    for event in range(0, len(rows), step):
        following = rows["action"][event + 1] if event + 1 < len(rows) else None
        if event + 1 == len(rows) or (following not in _BY_THE_GAME):
            assert frame(tape, event) == standing(replay(events, rules, number, event)), f"event {event}"


@given(games(max_actions=30))
@settings(max_examples=12)
def test_a_tape_shows_what_the_kernel_replays(game: Game) -> None:
    require_the_kernels_own(game.rows, game.rules, game_events(game))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_shown_to_its_end(preset: str) -> None:
    rules = Rules.preset(preset)
    rows = played(rules, "planner,planner:steal=-20,random,planner")
    game = replay_of(rows, rules)
    tape = tape_of(rows, rules)
    assert frame(tape, len(tape) - 1) == standing(game)
    assert tape.scores[-1].tolist() == list(game.scores())


def replay_of(rows: Any, rules: Rules) -> Game:
    from caravan.events import events_frame

    return replay(events_frame(rows, np.array([0, len(rows)]), rules), rules)


def test_every_action_of_seats_is_seen() -> None:
    seen: set[str] = set()
    for seed in range(3):
        rules = Rules.preset("rainbow")
        rows = played(rules, "random,planner:steal=20,grabber,planner", seed)
        seen |= {ACTIONS[action] for action in rows["action"]}
        require_the_kernels_own(rows, rules, replay_of(rows, rules).events(), 13)
    assert seen == set(ACTIONS)


def test_goods_and_markers_come_one_by_one() -> None:
    rules = Rules()
    tape = tape_of(played(rules), rules)
    for event, action in enumerate(tape.rows["action"][1:].tolist(), start=1):
        before, after = tape.frames[event - 1], tape.frames[event]
        if action in (SEED, REFILL):
            first = tape.places.places["waiting"]
            assert np.count_nonzero(before[first : first + 8] != after[first : first + 8]) == 1
        if action == DEMAND:
            assert tape.column("markers", 8)[event].sum() == tape.column("markers", 8)[event - 1].sum() + 1


def test_a_travelling_good_takes_a_chain_of_the_seats_own_camels() -> None:
    rules = Rules()
    tape = tape_of(played(rules), rules)
    assert tape.paths
    for event, path in tape.paths.items():
        row = tape.rows[event]
        assert (path[0], path[-1]) == (row["source"], row["target"])
        camels = tape.column("space", 20)[event - 1].reshape(4, 5)[row["seat"] - 1].tolist()
        assert set(path) <= set(camels)
        for space, following in itertools.pairwise(path):
            step = abs(space // 7 - following // 7) + abs(space % 7 - following % 7)
            assert step == 1


def test_the_browser_is_told_only_what_changes() -> None:
    rules = Rules()
    tape = tape_of(played(rules), rules)
    sent = json.loads(as_json(tape))
    at = np.array(sent["first"])
    for event, changes in enumerate(sent["changes"], start=1):
        at[changes[::2]] = changes[1::2]
        assert np.array_equal(at, tape.frames[event])
    assert len(sent["words"]) == len(tape) == len(sent["goes"])
    assert len(as_json(tape)) < 60_000
    assert sent["ready"] == 7


def test_events_are_told_with_the_seat_that_acts() -> None:
    rules = Rules()
    game = Game(rules, seed=7).played("place a7, place g7, pass")
    words = told(game.rows, rules)
    assert words[0].startswith("A good lies ready: ")
    assert words[8:] == [
        "Seat 1 places a camel at a7",
        "Seat 2 places a camel at g7",
        "Seat 2 passes with 1 action left",
    ]


def test_what_departs_from_the_rules_is_refused() -> None:
    rules = Rules()
    rows = played(rules).copy()
    rows["target"][20] = (rows["target"][20] + 1) % 49
    with pytest.raises(LogError, match="departs from the rules"):
        tape_of(rows, rules)
    with pytest.raises(LogError, match="no events"):
        tape_of(rows[:0], rules)
    with pytest.raises(LogError, match="more than"):
        tape_of(np.zeros(LONGEST + 1, dtype=rows.dtype), rules)
