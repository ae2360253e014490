from __future__ import annotations

import pandas as pd
import pytest
from played import Played

from caravan.errors import LogError, RulesError
from caravan.events import replay, rows_from_events
from caravan.game import Game
from caravan.rules import Rules


def of_game(played: Played, game: int) -> pd.DataFrame:
    return played.events[played.events["game"] == game].reset_index(drop=True)


def test_a_replayed_game_has_the_log_it_was_replayed_from(played: Played) -> None:
    for game in played.games["game"]:
        replayed = replay(played.events, played.rules, game)
        pd.testing.assert_frame_equal(replayed.events(), of_game(played, game))
        assert replayed.number == game


def test_a_replayed_game_ends_as_the_tables_say(played: Played) -> None:
    for game, row in played.games.set_index("game").iterrows():
        outcome = replay(played.events, played.rules, game).outcome()
        seats = played.seats[played.seats["game"] == game]
        assert outcome.reason == row["end_reason"]
        assert list(outcome.scores) == seats["score"].tolist()
        assert list(outcome.ranks) == seats["rank"].tolist()
        assert list(outcome.win_shares) == seats["win_share"].tolist()


def test_a_replay_stops_at_any_event_with_what_follows_from_it(full: Played) -> None:
    log = of_game(full, 2)
    for event in log["event"][::5]:
        game = replay(full.events, full.rules, 2, event)
        count = len(game.rows)
        assert event < count
        assert (game.rows == full.rows[full.offsets[2] :][:count]).all()
        after = log[event + 1 : count]
        assert set(after["action"]) <= {"seed", "demand", "refill", "end"}


def test_the_position_is_that_of_the_game_as_it_was_played() -> None:
    game = Game(seed=3)
    for action in ("place a7", "place g7", "pick_up g7"):
        game.play(action)
    while not game.end_reason:
        game.play(game.legal_actions[0])
    positions = {}
    again = Game(seed=3)
    for action in game.history:
        again.play(action)
        positions[len(again.rows) - 1] = again.position()
    log = game.events()
    for event in list(positions)[:: len(positions) // 20]:
        assert replay(log, game.rules, event=event).position() == positions[event]


def test_a_replayed_game_can_be_undone_action_by_action(full: Played) -> None:
    game = replay(full.events, full.rules, 1, 100)
    before = replay(full.events, full.rules, 1, 99)
    game.undo()
    assert game.position() == before.position()
    while game.history:
        game.undo()
    assert len(game.rows) == len(full.rules.board.numbered)


def test_goods_come_from_the_log_and_not_from_a_stream() -> None:
    """Two logs that differ only in what is drawn: each leads to its own goods."""
    games = [Game(seed=seed) for seed in (1, 2)]
    for game in games:
        while not game.end_reason:
            game.play(game.copy().choose("planner"))
        refills = replay(game.events(), game.rules).events().query("action == 'refill'")["good"].tolist()
        assert refills == game.events().query("action == 'refill'")["good"].tolist()
        assert len(refills) == 40
    assert games[0].waiting != games[1].waiting


def test_the_only_game_of_a_log_needs_no_number(full: Played) -> None:
    assert replay(of_game(full, 4), full.rules).number == 4
    with pytest.raises(LogError, match="the log has 8 games: say which one to replay"):
        replay(full.events, full.rules)


def test_the_number_of_players_can_be_given(full: Played) -> None:
    assert replay(full.events, full.rules.replace(players=2), 0, players=4).players == 4
    with pytest.raises(LogError, match="seat"):
        replay(full.events, full.rules.replace(players=2), 0)


def test_games_and_events_that_arent_there_are_named(full: Played) -> None:
    with pytest.raises(LogError, match="there is no game 99: the log has games from 0 to 7"):
        replay(full.events, full.rules, 99)
    with pytest.raises(LogError, match="game 0: there is no event 9999: the log has events from 0 to"):
        replay(full.events, full.rules, 0, 9999)
    with pytest.raises(LogError, match="the log has no rows"):
        replay(full.events.head(0), full.rules)


def test_a_log_that_departs_from_the_rules_is_replayed_only_up_to_there(full: Played) -> None:
    log = of_game(full, 0)
    event = int(log.index[log["action"] == "deliver"][0])
    log.loc[event, "points"] += 1
    assert len(replay(log, full.rules, event=event - 1).rows) == event
    with pytest.raises(LogError, match=f"^game 0, event {event}: points are"):
        replay(log, full.rules)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda log: log.drop(index=9), r"^game 0, event \d+: "),
        (lambda log: log.head(3), "game 0, event 2: a row of 'seed' must follow, but the log ends here"),
        (lambda log: log.assign(good=log["good"].where(log["event"] != 3)), "event 3: a 'seed' must name the good"),
        (lambda log: log.assign(action=log["action"].where(log["event"] != 9)), "game 0, event 9: "),
        (lambda log: pd.concat([log, log.tail(1)]), "the game has ended .*, but its rows go on"),
        (lambda log: pd.concat([log, log.assign(game=1), log]), "game 0: its rows must stand together, but are in 2"),
    ],
)
def test_a_log_that_cant_be_followed_is_explained(full: Played, change: object, said: str) -> None:
    with pytest.raises(LogError, match=said):
        replay(change(of_game(full, 0)), full.rules, 0)


def test_rules_that_cant_be_played_are_refused(full: Played) -> None:
    with pytest.raises(RulesError):
        replay(full.events, Rules(refill_after=9), 0)


def test_a_game_under_way_is_replayed_as_far_as_it_goes() -> None:
    game = Game(seed=1)
    game.play("place d4")
    again = replay(game.events(), game.rules)
    assert again.position() == game.position()
    assert (rows_from_events(again.events(), game.rules).rows == game.rows).all()
