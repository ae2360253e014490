"""The page with further styles: layers that arrive, what they agree on, and how they are stopped and chosen."""

from __future__ import annotations

import queue
from html import unescape

import pytest
from held_engine import PATIENCE, Hand

from caravan.batch import Block
from caravan.plots.canvas import source_of
from caravan.views import runs
from caravan.views import visit as visit_of
from caravan.views.figure_card import _with_seats_in_one_piece
from caravan.views.lab_page import LabPage
from caravan.views.runs import RunBook
from caravan.views.warm_up import WarmUp

NOISY = "planner:noise=0.5"


class Visit:
    """A page with an engine in hand for the line-up, which never waits, and one for the styles behind it."""

    def __init__(self, blocks: list[Block], word: str) -> None:
        self.front, self.back = Hand(blocks), Hand(blocks)
        self.front.release(10_000)
        self.letters: queue.Queue = queue.Queue()
        warm_up = WarmUp(lambda report: None)
        warm_up.wait(60)
        visitor = visit_of.Visit.alone(RunBook(self.front), behind=RunBook(self.back), post=self.letters.put)
        self.lab = LabPage(visitor, warm_up)
        self.lab.open(word)
        self.lab.start()

    def until(self, *states: str) -> None:
        """Read letters until the line-up is done and the further styles are in some states."""
        while self.lab.runner.state != "done" or [layer.state for layer in self.lab.others.layers] != list(states):
            self.letters.get(timeout=PATIENCE)()

    @property
    def card(self):
        return self.lab.pictures.figures[0]

    @property
    def title(self) -> str:
        return unescape(self.card.finding.html)

    @property
    def legend(self) -> str:
        return unescape(self.card.legend.html)

    @property
    def status(self) -> str:
        return unescape(self.lab.status.words.html)

    @property
    def shown(self) -> dict:
        return source_of(self.card.figure).data


@pytest.fixture
def visit(blocks: list[Block], monkeypatch: pytest.MonkeyPatch) -> Visit:
    monkeypatch.setattr(runs, "SECONDS_BETWEEN_PICTURES", 0.0)
    monkeypatch.setattr(runs, "WORK_TO_PAUSE", 0.0)
    return Visit(blocks, f"1~standard~games=500~compare={NOISY}")


def test_the_line_up_is_shown_at_once_and_undecided_until_a_second_style_has_played(visit: Visit) -> None:
    visit.until("waiting")
    assert visit.title.startswith("<h2>Undecided, planner alone: ")
    assert "<b>planner</b> 500 games" in visit.legend
    assert f"<b>{NOISY}</b> 500 games to come" in visit.legend
    assert len(visit.shown["share"]) == 4
    assert "All 500 games played" in visit.status
    assert f"To compare: {NOISY}, 0 of 500 games" in visit.status


def test_a_layer_joins_while_it_plays_and_the_verdict_follows(visit: Visit) -> None:
    visit.until("waiting")
    figure, source = visit.card.figure, source_of(visit.card.figure)
    visit.back.release(1)
    visit.until("playing")
    assert list(visit.shown["bot"]) == ["planner"] * 4 + [NOISY] * 4
    assert f"<b>{NOISY}</b> 100 of 500 games" in visit.legend
    assert "so far" in visit.title
    assert "Undecided between styles so far." in visit.lab.cards.words.html
    visit.back.release(4)
    visit.until("done")
    assert f"<b>{NOISY}</b> 500 games" in visit.legend
    assert "so far" not in visit.title
    assert any(word in visit.title for word in ("Disputed", "Undecided"))  # both are planners
    assert "think alike" in visit.card.caption.html
    assert "between styles" in visit.lab.cards.words.html
    assert "Agreed: two styles or more that think differently find it" in visit.card.caption.html
    assert (visit.card.figure, source_of(visit.card.figure)) == (figure, source)
    assert "To compare" not in visit.status


def test_moving_a_slider_takes_the_layers_away_with_the_picture_they_belong_to(visit: Visit) -> None:
    visit.back.release(5)
    visit.until("done")
    before = visit.shown["share"]
    visit.lab.model.edit("camels", 6)
    assert visit.shown["share"] == before
    visit.until("waiting")
    assert len(visit.shown["share"]) == 4
    assert visit.lab.runner.snapshot.request.rules.camels == 6
    visit.back.release(5)
    visit.until("done")
    assert len(visit.shown["share"]) == 8


def test_the_button_stops_the_further_styles_and_takes_them_up_again(visit: Visit) -> None:
    visit.until("waiting")
    visit.back.release(1)
    visit.until("playing")
    button = visit.lab.status.button
    assert (button.label, button.disabled) == ("Stop", False)
    button.clicks += 1
    assert f"{NOISY}, stopped" in visit.status
    assert "stopped after 100 of 500 games" in visit.legend
    assert (button.label, button.disabled) == ("Play on", False)
    visit.back.release(10)
    button.clicks += 1
    visit.until("done")
    assert (button.label, button.disabled) == ("Stop", True)


def test_a_style_that_fails_is_said_to_and_can_be_tried_again(visit: Visit) -> None:
    visit.until("waiting")
    visit.back.error = MemoryError("no <room>")
    visit.back.release(1)
    visit.until("failed")
    assert "couldn\u2019t be played: MemoryError: no <room>" in visit.legend
    assert "<room>" not in visit.card.legend.html
    button = visit.lab.status.button
    assert (button.label, button.disabled) == ("Try again", False)
    visit.back.error = None
    visit.back.release(10)
    button.clicks += 1
    visit.until("done")


def test_choosing_and_dropping_styles_leaves_the_line_ups_games_alone(visit: Visit) -> None:
    visit.back.release(5)
    visit.until("done")
    generation, word = visit.lab.runner.generation, visit.lab.word
    visit.lab.setup.compare.value = []
    assert visit.lab.others.layers == ()
    assert len(visit.shown["share"]) == 4
    assert not visit.card.legend.visible
    assert "between styles" not in visit.lab.cards.words.html
    assert visit.lab.word == word.replace(NOISY, "none")
    visit.lab.setup.compare.value = [NOISY]
    visit.until("done")
    assert len(visit.shown["share"]) == 8
    assert visit.lab.word == word
    assert visit.lab.runner.generation == generation


def test_the_address_follows_styles_that_were_chosen_while_the_rules_couldnt_be_played(visit: Visit) -> None:
    visit.until("waiting")
    visit.lab.model.edit("camels", 99)
    visit.lab.model.compare = []
    assert visit.lab.word.endswith(NOISY)
    visit.lab.model.edit("camels", 5)
    assert visit.lab.word.endswith("~compare=none")


def test_while_a_new_picture_is_awaited_the_page_says_nothing_new(visit: Visit) -> None:
    visit.back.release(5)
    visit.until("done")
    before = [visit.status, visit.title, visit.legend, visit.lab.cards.words.html, visit.card.caption.html]
    visit.lab.model.edit("camels", 6)
    assert [visit.status, visit.title, visit.legend, visit.lab.cards.words.html, visit.card.caption.html] == before


def test_bots_that_differ_by_seat_are_compared_with_nothing_and_it_is_said_why(visit: Visit) -> None:
    visit.until("waiting")
    visit.lab.model.bot_4 = "random"
    visit.until()
    assert "there is no style to compare with" in visit.legend
    assert len(visit.shown["share"]) == 4


def test_a_style_that_sits_in_every_seat_is_compared_with_nothing_and_it_is_said(visit: Visit) -> None:
    visit.lab.model.compare = ["planner"]
    visit.until()
    assert "sits in every seat already" in visit.legend


def test_every_style_but_the_weak_is_offered_and_those_of_the_link(visit: Visit) -> None:
    offered = visit.lab.setup.compare.options
    assert {"planner", NOISY} <= set(offered)
    assert not {"random", "grabber"} & set(offered)
    assert visit.lab.setup.compare.value == [NOISY]


def test_a_style_beside_the_line_up_is_described_with_it(visit: Visit) -> None:
    visit.lab.model.compare = ["grabber"]
    assert "<b>grabber</b>" in visit.lab.setup.bots.html


def test_leaving_ends_everything(visit: Visit) -> None:
    visit.until("waiting")
    visit.lab.close()
    assert visit.back.ended.acquire(timeout=PATIENCE)


def test_a_seats_number_stays_on_the_line_of_its_word() -> None:
    kept = _with_seats_in_one_piece("Agreed: seat 1 wins more, seats 3 and 4 less. Undecided: seat 2")
    assert kept == "Agreed: seat\u00a01 wins more, seats\u00a03 and 4 less. Undecided: seat\u00a02"
