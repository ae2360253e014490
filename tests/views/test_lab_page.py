"""The whole page without a browser: what is set on one side and what is shown on the other."""

from __future__ import annotations

from html import unescape

import pytest
from held_engine import Hand

from caravan.plots.canvas import source_of
from caravan.views import visit
from caravan.views.address_error import AddressError
from caravan.views.lab_page import LabPage
from caravan.views.runs import RunBook
from caravan.views.warm_up import WarmUp


def ready() -> WarmUp:
    warm_up = WarmUp(lambda report: None)
    warm_up.wait(60)
    return warm_up


class Visit:
    """A page whose engine is in hand; letters are read when the test says so."""

    def __init__(
        self, engine: Hand, word: str = "1~standard~games=500~compare=none", warm_up: WarmUp | None = None
    ) -> None:
        import queue

        self.engine = engine
        self.letters: queue.Queue = queue.Queue()
        visitor = visit.Visit.alone(RunBook(engine), post=self.letters.put)
        self.lab = LabPage(visitor, warm_up or ready())
        self.lab.open(word)
        self.lab.start()

    def until(self, state: str) -> None:
        while self.lab.runner.state != state:
            self.letters.get(timeout=60)()

    @property
    def status(self) -> str:
        return unescape(self.lab.status.words.html)


def test_a_finished_batch_fills_cards_figures_and_files(free: Hand) -> None:
    visit = Visit(free)
    visit.until("done")
    lab = visit.lab
    assert "First-player advantage" in lab.cards.words.html
    for card in lab.pictures.figures:
        assert card.figure is not None
        assert len(source_of(card.figure).data) > 0
        assert "500 games" in card.caption.html
        assert "seed 7" in card.caption.html
    assert "All 500 games played" in visit.status
    assert not any(button.disabled for button in lab.downloads.buttons.values())


def test_a_figure_is_kept_and_its_source_too_when_rules_change(free: Hand) -> None:
    visit = Visit(free)
    visit.until("done")
    figures = [card.figure for card in visit.lab.pictures.figures]
    sources = [source_of(figure) for figure in figures]
    visit.lab.model.edit("camels", 6)
    visit.until("done")
    assert [card.figure for card in visit.lab.pictures.figures] == figures
    assert [source_of(card.figure) for card in visit.lab.pictures.figures] == sources
    assert visit.lab.runner.snapshot.request.rules.camels == 6
    assert visit.lab.runner.snapshot.request.rules.id in visit.lab.pictures.figures[0].caption.html


def test_moving_anything_starts_anew(free: Hand) -> None:
    visit = Visit(free)
    visit.until("done")
    model = visit.lab.model
    for change in (
        lambda: model.edit("rare_value", 9),
        lambda: setattr(model, "seed", 8),
        lambda: setattr(model, "bot_2", "random"),
        lambda: setattr(model, "games", 200),
        lambda: model.choose_preset("published"),
    ):
        generation = visit.lab.runner.generation
        change()
        assert visit.lab.runner.generation == generation + 1
        visit.until("done")


def test_unplayable_rules_keep_the_last_picture_and_say_whose_it_is(free: Hand) -> None:
    visit = Visit(free)
    visit.until("done")
    before = visit.lab.runner.snapshot
    visit.lab.model.edit("camels", 99)
    assert visit.lab.runner.snapshot is before
    assert "These rules can\u2019t be played" in visit.status
    assert "Camels per player: must be a whole number from 1 to 10, not 99" in visit.status
    assert "still show the earlier rules" in visit.status
    assert visit.lab._pictures.styles["opacity"] == "0.45"
    visit.lab.model.edit("camels", 5)
    assert visit.lab._pictures.styles["opacity"] == "1"
    assert "All 500 games played" in visit.status


def test_progress_is_shown_and_can_be_stopped_and_taken_up_again(hand: Hand) -> None:
    visit = Visit(hand)
    hand.release(1)
    visit.until("playing")
    assert "100 of 500 games" in visit.status
    button = visit.lab.status.button
    assert (button.label, button.disabled) == ("Stop", False)
    button.clicks += 1
    assert "Stopped after 100 of 500 games" in visit.status
    assert (button.label, button.disabled) == ("Play on", False)
    hand.release(100)
    button.clicks += 1
    visit.until("done")
    assert (button.label, button.disabled) == ("Stop", True)


def test_a_failure_is_shown_with_a_way_to_try_again(hand: Hand) -> None:
    visit = Visit(hand)
    hand.error = MemoryError("no room for <b>games</b>")
    hand.release(1)
    visit.until("failed")
    assert "MemoryError: no room for <b>games</b>" in visit.status
    assert "<b>games" not in visit.lab.status.words.html
    button = visit.lab.status.button
    assert (button.label, button.disabled) == ("Try again", False)
    hand.error = None
    hand.release(100)
    button.clicks += 1
    visit.until("done")


def test_a_first_start_says_what_it_is_doing(hand: Hand) -> None:
    import threading

    going = threading.Event()
    over = threading.Event()

    def compile_slowly(report: object) -> None:
        report("compiling chains of camels", 0.3)
        going.set()
        over.wait(60)

    warm_up = WarmUp(compile_slowly)
    warm_up.start()
    assert going.wait(60)
    visit = Visit(hand, warm_up=warm_up)
    assert "Getting ready" in visit.status
    assert "compiling chains of camels" in visit.status
    over.set()


def test_a_link_sets_the_whole_page(free: Hand) -> None:
    visit = Visit(free, "1~published~camels=7~players=4~bots=planner,random,grabber,planner~games=500~seed=3")
    visit.until("done")
    model = visit.lab.model
    assert (model.preset, model.draft["camels"], model.seed) == ("published", 7, 3)
    assert visit.lab.setup.preset.value == "published"
    assert [seat.value for seat in visit.lab.setup.seats] == ["planner", "random", "grabber", "planner"]
    assert visit.lab.rules.fields.values["camels"] == 7


def test_a_link_that_cant_be_followed_changes_nothing(free: Hand) -> None:
    visit = Visit(free, "1~standard~camels=7~games=500~compare=none")
    word = visit.lab.word
    with pytest.raises(AddressError, match="did you mean 'camels'"):
        visit.lab.open("1~standard~camel=7")
    assert visit.lab.word == word
    assert visit.lab.model.changes == {"camels": 7}


def test_a_link_may_set_what_the_fields_dont_usually_offer(free: Hand) -> None:
    lab = Visit(free).lab
    word = "1~standard~players=2~bots=planner:noise=0.5,planner~games=123~seed=7~compare=planner:noise=0.25"
    lab.open(word)
    assert lab.word == word
    assert lab.setup.compare.value == ["planner:noise=0.25"]
    assert lab.setup.seats[0].value == "planner:noise=0.5"
    assert lab.setup.games.value == 123


def test_the_way_back_leads_through_every_change(free: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    visit = Visit(free)
    lab = visit.lab
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr(lab.history, "_clock", lambda: next(clock))
    assert not lab.can_undo
    words = [lab.word]
    for change in (
        lambda: lab.model.edit("camels", 6),
        lambda: lab.model.choose_preset("published"),
        lambda: setattr(lab.model, "players", 2),
        lambda: setattr(lab.model, "compare", ["beam"]),
    ):
        change()
        words.append(lab.word)
    assert len(set(words)) == len(words)
    for word in reversed(words[:-1]):
        lab.undo()
        assert lab.word == word
    assert not lab.can_undo
    assert (lab.model.draft["camels"], lab.model.preset, lab.model.players) == (5, "standard", 4)
    for word in words[1:]:
        lab.redo()
        assert lab.word == word
    assert not lab.can_redo


def test_a_change_that_cant_be_played_is_taken_back_by_the_first_undo(free: Hand) -> None:
    visit = Visit(free)
    visit.lab.model.edit("camels", 99)
    assert visit.lab.model.problems
    assert visit.lab.can_undo
    visit.lab.undo()
    assert visit.lab.model.draft["camels"] == 5
    assert not visit.lab.model.problems


def test_the_lab_leads_to_the_other_pages_with_its_rules(free: Hand) -> None:
    lab = Visit(free).lab
    lab.open("1~published~camels=7~players=4~bots=planner,planner,planner,random~games=500~seed=9~compare=none")
    opened = []
    lab.visit.leave_for = lambda page, word: opened.append((page, word))
    for button in lab.links.buttons.values():
        button.clicks += 1
    pages = dict(opened)
    assert list(pages) == ["compare", "sweep", "replay"]
    assert "published;camels=7" in pages["compare"]
    assert "set=published" in pages["compare"]
    assert "published;camels=7" in pages["sweep"]
    assert pages["replay"].endswith("players=4~bots=planner,planner,planner,random~seed=9~games=500~game=0")


def test_unchanged_rules_are_compared_with_nothing_yet(free: Hand) -> None:
    lab = Visit(free).lab
    assert lab.links.word("compare").count("set=") == 1
