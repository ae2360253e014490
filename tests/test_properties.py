"""What holds in every game: over random boards, rules, players and ways of playing."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_rules import Reference

from caravan.action import Action
from caravan.game import Game
from caravan.kernel.layout import ACTIONS, EVENT
from caravan.rules import PRESETS, Rules
from caravan.testing import STYLES, boards, choose, games, positions, rules

ONE_OF_EACH = st.sampled_from([Rules.preset(name) for name in ("standard", "introductory", "published", "rainbow")])


def goods_in_the_game(game: Game) -> Counter[str]:
    """Every good that hasn't been delivered."""
    found = Counter(game.bag)
    found.update(waiting.good for waiting in game.waiting)
    for seat in range(1, game.players + 1):
        found.update(camel.good for camel in game.camels(seat) if camel.good)
    return found


@given(games())
def test_no_good_is_lost_or_made(game):
    names = {rare: [good.name for good in game.rules.board.goods if good.rare is rare] for rare in (True, False)}
    count = {True: game.rules.rare_count, False: game.rules.common_count}
    found = goods_in_the_game(game)
    for rare, delivered in ((True, game.rare_delivered), (False, game.common_delivered)):
        assert sum(found[name] for name in names[rare]) + sum(delivered) == count[rare] * len(names[rare])
        assert all(found[name] <= count[rare] for name in names[rare])


@given(games(ONE_OF_EACH, max_actions=120))
def test_there_are_48_goods_in_the_standard_game(game):
    delivered = sum(game.rare_delivered) + sum(game.common_delivered)
    assert sum(goods_in_the_game(game).values()) + delivered == 48


@given(games())
def test_no_camel_is_lost_or_made(game):
    for seat in range(1, game.players + 1):
        assert len(game.camels(seat)) == game.rules.camels
        for camel in game.camels(seat):
            assert camel.space is not None or (camel.good is None and not camel.under)
            assert camel.good is not None or not camel.under
            if camel.space is not None:
                assert game.rules.board.parse_space(camel.space) not in game.rules.board.blocked


@given(games())
def test_theft_markers_go_round_or_into_the_box(game):
    thefts = sum(action.kind == "steal" for action in game.history)
    lost = thefts if game.rules.theft_marker_to == "box" else 0
    assert sum(game.theft_markers) == game.players * game.rules.theft_markers - lost
    assert min(game.theft_markers) >= 0


@given(games())
def test_demand_markers_come_with_goods_and_go_with_the_rainbow_camel(game):
    rows = game.rows
    assert sum(game.demand) + sum(waiting.demand for waiting in game.waiting) == sum(
        int(row["demand"]) for row in rows if ACTIONS[row["action"]] in ("seed", "rainbow", "demand")
    )
    assert min(game.demand) >= 0


@given(games(max_actions=120))
def test_a_score_is_the_sum_of_the_points_in_the_log(game):
    rows = game.rows
    for seat, score in enumerate(game.scores(), start=1):
        assert int(rows["points"][rows["seat"] == seat].sum()) == score


@given(games())
def test_undo_restores_every_earlier_position(game):
    twin = Game(game.rules, seed=game.seed)
    seen = [(twin.position(), twin.rows.tobytes(), twin.scores())]
    for action in game.history:
        twin.play(action)
        seen.append((twin.position(), twin.rows.tobytes(), twin.scores()))
    assert seen[-1][0] == game.position()
    for action, (position, rows, scores) in zip(reversed(twin.history), reversed(seen[:-1]), strict=False):
        assert twin.undo() == action
        assert (twin.position(), twin.rows.tobytes(), twin.scores()) == (position, rows, scores)


@given(games(max_actions=30))
def test_what_is_undone_and_played_again_draws_the_same_goods(game):
    rows = game.rows.tobytes()
    undone = [game.undo() for _ in range(len(game.history) // 2)]
    for action in reversed(undone):
        game.play(action)
    assert game.rows.tobytes() == rows


@settings(max_examples=50)
@given(rules(), st.integers(0, 2**32), st.lists(st.integers(0, 2**16), max_size=40), st.sampled_from(STYLES))
def test_a_copy_is_independent_of_every_later_move(by, seed, choices, style):
    game = Game(by, seed=seed)
    copies: list[tuple[Game, tuple[object, ...]]] = []

    def fingerprint(of: Game) -> tuple[object, ...]:
        return (of.position(), of.rows.tobytes(), of.history, of.scores(), len(of.legal_actions), str(of))

    for choice in choices:
        if game.end_reason:
            break
        copies.append((game.copy(), fingerprint(game)))
        imagined = game.imagine(choice)
        copies.append((imagined, fingerprint(imagined)))
        game.play(choose(game, choice, style))
        for copy, before in copies:
            assert fingerprint(copy) == before
    history, rows = game.history, game.rows.tobytes()
    for copy, _ in copies:
        copy.play(choose(copy, seed, style))
    assert (game.history, game.rows.tobytes()) == (history, rows)


@given(games())
def test_a_copy_given_the_same_actions_draws_the_same_goods(game):
    twin = game.copy()
    for choice in range(10):
        if game.end_reason:
            break
        action = choose(game, choice, "lively")
        game.play(action)
        twin.play(action)
    assert twin.rows.tobytes() == game.rows.tobytes()


@given(games())
def test_legal_actions_are_distinct_counted_indexed_and_contained(game):
    actions = list(game.legal_actions)
    assert len(set(actions)) == len(actions) == len(game.legal_actions)
    assert [game.legal_actions[place] for place in range(len(actions))] == actions
    assert all(action in game.legal_actions for action in actions)
    assert not actions or str(actions[-1]) == "pass"


@given(games())
def test_legal_actions_are_those_of_the_rules_text(game):
    assert set(game.legal_actions) == Reference.of(game).legal()


@given(games(max_actions=20))
def test_different_legal_actions_lead_to_different_positions(game):
    reached = set()
    for action in game.legal_actions:
        reference = Reference.of(game)
        cost = reference.cost(action)
        reference.play(action, list(reference.bag.elements()))
        frozen = tuple(sorted((seat, repr(sorted(c.items(), key=repr))) for seat, c in reference.camels.items()))
        stock = (tuple(reference.theft.items()), tuple(reference.demand.items()), tuple(sorted(reference.waiting)))
        delivered = repr(reference.delivered)
        key = (frozen, stock, delivered, reference.rainbow, reference.turn, reference.actions_left, cost == 0)
        assert key not in reached or cost == 0
        reached.add(key)


def play_in_step(game: Game, reference: Reference, action: Action) -> None:
    """Play an action in both, and compare where it leads."""
    before = len(game.rows)
    assert game.cost(action) == reference.cost(action)
    game.play(action)
    goods = game.rules.board.goods
    drawn = [goods[row["good"]].name for row in game.rows[before:] if row["action"] == ACTIONS.index("refill")]
    reference.play(action, drawn)
    assert reference.same_as(Reference.of(game))


@given(games(max_actions=100))
def test_actions_do_what_the_rules_text_says(game):
    twin = Game(game.rules, seed=game.seed)
    reference = Reference.of(twin)
    for action in game.history:
        play_in_step(twin, reference, action)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_follow_the_rules_text(preset, players):
    choices = random.Random(players)
    game = Game(Rules.preset(preset), players=players, seed=players)
    reference = Reference.of(game)
    while game.outcome() is None:
        if choices.random() < 0.2:
            assert set(game.legal_actions) == reference.legal()
        play_in_step(game, reference, choose(game, choices.randrange(2**16), choices.choice(STYLES)))
    assert game.outcome().reason == reference.ended


@given(games())
def test_every_row_is_as_the_log_is_described(game):
    rows = game.rows
    assert rows.dtype == EVENT
    assert len(game.events()) == len(rows)
    setting_up = rows[: len(game.rules.board.numbered)]
    assert set(setting_up["action"]) == {ACTIONS.index("seed")}
    ends = rows[rows["end_reason"] > 0]
    assert len(ends) == (1 if game.end_reason else 0)
    assert not game.end_reason or rows[-1]["end_reason"] > 0
    by_game = rows[rows["seat"] == 0]
    assert not by_game["actions_left"].any()
    assert not by_game["cost"].any()


@given(positions())
def test_a_position_can_be_written_and_read_back(game):
    text = game.position()
    assert "\n" not in text
    again = Game.from_position(text, game.rules)
    assert again.position() == text
    assert list(again.legal_actions) == list(game.legal_actions)
    assert again.scores() == game.scores()
    assert again.outcome() == game.outcome()


@settings(max_examples=30)
@given(games(ONE_OF_EACH, max_actions=30))
def test_the_repr_of_a_game_makes_the_game_again(game):
    again = eval(repr(game), {"Game": Game, "Rules": Rules})
    assert again.rows.tobytes() == game.rows.tobytes()
    assert again.history == game.history


@given(games())
def test_every_game_can_be_drawn(game):
    text = str(game)
    assert all(f"\n{seat:>4}  " in text for seat in range(1, game.players + 1))
    assert game._repr_svg_().startswith("<svg")


@given(boards())
def test_random_boards_can_be_written_and_read_back(board):
    assert type(board).from_toml(board.to_toml()) == board


@given(rules())
def test_random_rules_can_be_played_written_and_read_back(made):
    made.require_playable()
    assert Rules.from_toml(made.to_toml()) == made
