"""Further styles: they play behind the visitor's own line-up, one at a time, and never for rules that are gone."""

from __future__ import annotations

import pytest
from desk import Desk
from held_engine import PATIENCE, Hand, eventually, request

from caravan.batch import Block
from caravan.views import other_styles
from caravan.views.live_runner import LiveRunner
from caravan.views.other_styles import OtherStyles, requests_beside
from caravan.views.runs import RunBook

NOISY, HONEST = "planner:noise=0.5", "planner:steal=-20"


class Table:
    """A runner, further styles behind it, an engine in hand for each, and letters that the test reads when it likes."""

    def __init__(self, blocks: list[Block], *, free: bool = True) -> None:
        self.front, self.back = Hand(blocks), Hand(blocks)
        if free:
            self.front.release(10_000)
        self.books = RunBook(self.front), RunBook(self.back)
        self.desk = Desk()
        self.read, self.until = self.desk.read, self.desk.read_until
        self.runner = LiveRunner(self.books[0], self.desk.post)
        self.others = OtherStyles(self.runner, self.books[1], self.desk.post)

    def play(self, *styles: str, **settings: object) -> None:
        wanted = request(**settings)
        self.others.choose(wanted, styles)
        self.runner.start(wanted)

    @property
    def states(self) -> list[str]:
        return [layer.state for layer in self.others.layers]

    @property
    def played_behind(self) -> list[str]:
        return [asked.bot_names[0] for asked in self.back.asked]


@pytest.fixture
def table(blocks: list[Block]) -> Table:
    return Table(blocks)


def test_every_style_plays_the_same_rules_and_seed_against_itself() -> None:
    wanted = request(games=300, seed=9, rules=request().rules.replace(camels=6))
    (beside,) = requests_beside(wanted, [NOISY])
    assert beside.bot_names == (NOISY,) * 4
    assert (beside.rules, beside.seed, beside.games) == (wanted.rules, 9, 300)


def test_a_slow_style_plays_as_many_games_as_fit_its_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_styles, "usual_games", lambda bot: 50)
    assert [beside.games for beside in requests_beside(request(games=500), [NOISY])] == [50]
    assert [beside.games for beside in requests_beside(request(games=20), [NOISY])] == [20]


def test_a_style_that_sits_at_the_table_already_doesnt_join() -> None:
    assert requests_beside(request(), ["planner"]) == ()
    assert len(requests_beside(request(), ["planner", NOISY, NOISY])) == 1


def test_nothing_joins_where_the_bots_differ_by_seat() -> None:
    assert requests_beside(request(bots="planner,planner,planner,random"), [NOISY]) == ()


def test_it_waits_until_the_line_up_is_done(blocks: list[Block]) -> None:
    table = Table(blocks, free=False)
    table.play(NOISY)
    table.front.release(1)
    table.until(lambda: table.runner.snapshot is not None)
    assert table.states == ["waiting"]
    assert table.books[1].playing == 0
    table.front.release(4)
    table.until(lambda: table.runner.state == "done")
    eventually(lambda: table.played_behind == [NOISY])


def test_beside_a_slow_line_up_it_waits_for_its_first_picture(
    blocks: list[Block], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_styles, "is_slow", lambda bot: True)
    table = Table(blocks, free=False)
    table.play(NOISY)
    table.read()
    assert table.books[1].playing == 0
    table.front.release(1)
    table.until(lambda: table.runner.snapshot is not None)
    eventually(lambda: table.played_behind == [NOISY])
    assert table.runner.state == "playing"


def test_styles_play_one_after_the_other_and_end_complete(table: Table) -> None:
    table.play(NOISY, HONEST)
    table.until(lambda: table.runner.state == "done")
    eventually(lambda: table.played_behind == [NOISY])
    assert table.books[1].playing == 1
    table.back.release(1)
    table.until(lambda: table.states == ["playing", "waiting"])
    table.back.release(4)
    table.until(lambda: table.states[0] == "done")
    eventually(lambda: table.played_behind == [NOISY, HONEST])
    table.back.release(5)
    table.until(lambda: table.states == ["done", "done"])
    assert [layer.done for layer in table.others.layers] == [500, 500]
    assert not table.others.busy


def test_ten_rule_sets_in_a_row_leave_one_run_in_front_and_one_behind(table: Table) -> None:
    for camels in range(1, 11):
        table.play(NOISY, rules=request().rules.replace(camels=camels))
        table.until(lambda: table.runner.state == "done")
        eventually(lambda number=camels: len(table.back.asked) == number)
    assert table.books[1].playing == 1
    for _ in range(9):
        assert table.back.ended.acquire(timeout=PATIENCE)
    assert not table.back.ended.acquire(timeout=0.1)
    table.back.release(5)
    table.until(lambda: table.states == ["done"])
    assert table.others.layers[0].request.rules.camels == 10


def test_news_of_earlier_rules_is_dropped(table: Table) -> None:
    table.play(NOISY, seed=1)
    table.until(lambda: table.runner.state == "done")
    eventually(lambda: table.played_behind)
    table.read()
    table.back.release(1)
    eventually(lambda: table.desk.waiting >= 1)
    table.play(NOISY, seed=2)
    table.read()
    assert [(layer.request.seed, layer.snapshot) for layer in table.others.layers] == [(2, None)]


def test_layers_belong_only_to_a_picture_of_the_same_rules(table: Table) -> None:
    table.play(NOISY, seed=1)
    table.until(lambda: table.runner.state == "done")
    earlier = table.runner.snapshot
    assert table.others.belongs(earlier)
    table.others.choose(request(seed=2), [NOISY])
    assert not table.others.belongs(earlier)
    assert table.others.together_with(earlier) is earlier.win_share


def test_stopping_the_line_up_stops_the_others_and_playing_on_takes_them_up(
    blocks: list[Block], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_styles, "is_slow", lambda bot: True)
    table = Table(blocks, free=False)
    table.play(NOISY)
    table.front.release(1)
    table.until(lambda: table.runner.snapshot is not None)
    eventually(lambda: table.played_behind == [NOISY])
    table.runner.stop()
    assert table.states == ["stopped"]
    assert table.books[1].playing == 0
    table.front.release(100)
    table.runner.retry()
    table.until(lambda: table.runner.state == "done")
    table.back.release(100)
    table.until(lambda: table.states == ["done"])


def test_the_others_can_be_stopped_alone_and_keep_their_pictures(table: Table) -> None:
    table.play(NOISY)
    table.until(lambda: table.runner.state == "done")
    table.back.release(2)
    table.until(lambda: table.others.layers[0].snapshot is not None)
    table.others.stop()
    assert (table.states, table.others.busy, table.books[1].playing) == (["stopped"], False, 0)
    assert table.others.layers[0].snapshot.done >= 100
    table.back.release(100)
    table.others.resume()
    table.until(lambda: table.states == ["done"])


def test_a_style_that_fails_doesnt_keep_the_next_from_playing(table: Table) -> None:
    table.back.error = MemoryError("no room")
    table.play(NOISY, HONEST)
    table.until(lambda: table.runner.state == "done")
    table.back.release(1)
    table.until(lambda: table.states[0] == "failed")
    assert table.others.layers[0].words == "MemoryError: no room"
    table.back.error = None
    table.back.release(5)
    table.until(lambda: table.states == ["failed", "done"])
    table.back.release(5)
    table.others.resume()
    table.until(lambda: table.states == ["done", "done"])


def test_choosing_another_style_keeps_what_is_done(table: Table) -> None:
    table.play(NOISY)
    table.back.release(5)
    table.until(lambda: table.states == ["done"])
    done = table.others.layers[0]
    table.others.choose(request(), [HONEST, NOISY])
    assert table.states == ["waiting", "done"]
    assert table.others.layers[1] is done
    table.back.release(5)
    table.until(lambda: table.states == ["done", "done"])
    assert table.played_behind == [NOISY, HONEST]


def test_a_visitor_who_leaves_ends_the_styles_too(table: Table) -> None:
    table.play(NOISY)
    table.until(lambda: table.runner.state == "done")
    eventually(lambda: table.played_behind)
    table.others.close()
    table.runner.close()
    assert table.books[1].playing == 0
    assert table.back.ended.acquire(timeout=PATIENCE)
