"""The page without a browser: everything that is set leads to what is shown, and back."""

from __future__ import annotations

import base64
import io
import json

import pandas as pd
import pytest
from desk import Desk
from held_engine import Hand

from caravan.comparison import compare_batches
from caravan.playtest_summary import as_csv
from caravan.rules import Rules
from caravan.views import address
from caravan.views.address_error import AddressError
from caravan.views.comparing import adding_word, compare_word, from_word
from caravan.views.comparing import pictures as picture_taking
from caravan.views.comparing.compare_page import ComparePage
from caravan.views.comparing.model import CompareModel
from caravan.views.comparing.rule_set_list import RuleSetList
from caravan.views.comparing.take_away import report_file, summary_file
from caravan.views.replaying.address import from_word as replay_from_word
from caravan.views.runs import RunBook
from caravan.views.visit import Visit

WORD = "1~bots=planner,miser~games=100~set=standard~set=Six%7E:introductory"


class Desktop:
    """A page on a desk, with what it says and where it leads."""

    def __init__(self, engine: Hand, word: str = WORD) -> None:
        self.desk = Desk()
        self.said: list[str] = []
        self.went: list[tuple[str, str]] = []
        visit = Visit.alone(
            RunBook(engine),
            post=self.desk.post,
            leave_for=lambda page, word: self.went.append((page, word)),
            speak=lambda text, _: self.said.append(text),
        )
        self.page = ComparePage(visit)
        self.page.open(word)
        self.page.sidebar()
        self.page.main()

    def settle(self) -> ComparePage:
        self.page.start()
        self.desk.read_until(
            lambda: (
                self.page.runs.state == "done"
                and (picture := self.page.pictures.picture) is not None
                and picture.question.settled
                and picture.question.state == self.page.model.state
            )
        )
        return self.page


@pytest.fixture
def desktop(free: Hand) -> Desktop:
    return Desktop(free)


def test_everything_is_shown_once_the_games_are_there(desktop: Desktop) -> None:
    page = desktop.settle()
    assert page.word == WORD
    assert "All 400 games played" in page.status.words.html
    assert "Two rule sets differ in camels per player" in page.differing.heading.html
    assert "Under Six~ the styles don&#x27;t agree on any difference" in page.found.words.html
    assert "Six~" in page.beside[0].finding.html
    assert page.style.options == ["planner", "miser"]
    assert page.shares.figure is not None
    assert list(page.shares.figure.renderers[0].data_source.data["letter"]) == ["A", "B"] * 4
    assert not page.files.buttons["summary"].disabled
    json.dumps([page.sets.fields.rows, page.differing.table.rows, page.differing.table.sets, page.margins.fields.rows])


def test_a_change_of_the_rules_changes_word_names_and_table_and_can_be_taken_back(desktop: Desktop) -> None:
    page = desktop.settle()
    page.rules.fields.on_entered("rare_value", 8)
    assert page.word == WORD + ";rare_value=8"
    assert [row["values"] for row in page.differing.table.rows] == [["5", "6"], ["6", "8"]]
    assert page.files.buttons["summary"].disabled
    desktop.settle()
    assert len(page.visit.book._engine.asked) == 6  # type: ignore[attr-defined] # standard was played once
    page.undo()
    assert page.word == WORD
    assert page.can_redo
    page.redo()
    assert page.word == WORD + ";rare_value=8"


def test_the_list_is_told_what_to_do_in_messages(desktop: Desktop) -> None:
    page = desktop.page
    fields = page.sets.fields
    first, second = (entry.number for entry in page.model.entries)
    fields._handle_msg({"act": "preset", "name": "published"})
    assert [row["called"] for row in fields.rows] == ["standard", "Six~", "published"]
    assert fields.chosen not in {first, second}
    fields._handle_msg({"act": "rename", "number": first, "name": "<b>Now</b>"})
    fields._handle_msg({"act": "baseline", "number": second})
    fields._handle_msg({"act": "move", "number": first, "step": 1})
    fields._handle_msg({"act": "choose", "number": second})
    assert from_word(page.word).names == ("Six~", "published", "<b>Now</b>")
    assert "&lt;b&gt;" not in page.sets.fields.rows[2]["called"]
    fields._handle_msg({"act": "remove", "number": second})
    assert from_word(page.word).names == ("published", "<b>Now</b>")
    for nonsense in ({}, [], {"act": "remove"}, {"act": "remove", "number": 999}, {"act": "preset", "name": "x"}, None):
        fields._handle_msg(nonsense)
    assert from_word(page.word).names == ("published", "<b>Now</b>")


def test_rules_come_from_a_file_or_a_link(desktop: Desktop) -> None:
    page = desktop.page
    rules = Rules(camels=8, players=2)
    page.sets.add_file("../my game.toml", base64.b64encode(rules.to_toml().encode()).decode())
    assert page.model.state.sets[-1].rules == Rules(camels=8)
    assert "my game" in page.model.state.names[-1]
    page.sets.add_link(
        "http://127.0.0.1:5006/dashboards?lab=" + address.word_of_rules(Rules(camels=9), ["planner"], 50, 1)
    )
    page.sets.add_link("?compare=" + compare_word({"Few": Rules(camels=2), "now": Rules()}))
    page.sets.add_link("published;camels=3")
    assert page.model.state.names[-3:] == ("camels=9", "Few", "camels=3, undelivered_penalty=triangular")
    page.sets.add_link("standard")
    assert "there already" in page.sets.fields.faults["words"]


@pytest.mark.parametrize(
    ("add", "said"),
    [
        (lambda sets: sets.add_link(""), "paste a link first"),
        (lambda sets: sets.add_link("https://example.org/?x=1"), "neither a link to the Lab"),
        (lambda sets: sets.add_link("?lab=1~standrad"), "did you mean"),
        (lambda sets: sets.add_file("<b>.toml", "not base 64!"), "<b>.toml can\u2019t be added"),
        (
            lambda sets: sets.add_file("x.toml", base64.b64encode(b"\xff\xfe\x00").decode()),
            "x.toml can\u2019t be added",
        ),
        (lambda sets: sets.add_file("x.toml", base64.b64encode(b"camels = 99").decode()), "camels"),
        (lambda sets: sets.add_file("x.toml", "A" * 200_000), "at most 32 kB"),
    ],
)
def test_what_cant_be_added_says_why_and_changes_nothing(add, said: str) -> None:  # type: ignore[no-untyped-def]
    sets = RuleSetList(CompareModel())
    add(sets)
    assert said in sets.fields.faults["words"]
    assert len(sets.fields.rows) == 2


def test_a_margin_judges_the_same_games_anew(desktop: Desktop) -> None:
    page = desktop.settle()
    asked = len(page.visit.book._engine.asked)  # type: ignore[attr-defined]
    page.margins.fields._handle_msg({"name": "ties", "value": 5})
    assert page.word == WORD + "~margin=ties:0.05"
    assert page.margins.fields.values == {"ties": 5.0}
    desktop.settle()
    rows = page.pictures.picture.beside[0].differences.rows
    assert set(rows[rows["measure"] == "ties.after_tie_break"]["margin"]) == {0.05}
    assert len(page.visit.book._engine.asked) == asked  # type: ignore[attr-defined]
    for nonsense in (-1, "5", True, float("nan")):
        page.margins.fields._handle_msg({"name": "ties", "value": nonsense})
    page.margins.fields._handle_msg({"name": "ties", "value": None})
    assert page.word == WORD


def test_who_plays_can_be_changed(desktop: Desktop) -> None:
    page = desktop.page
    page.setup.styles.value = ["planner"]
    page.setup.games.value = 200
    page.setup.seed.value = 12
    assert page.word == "1~bots=planner~games=200~seed=12~set=standard~set=Six%7E:introductory"
    page.setup.styles.value = []
    assert "Choose at least one style" in page.status.words.html
    assert page.word.startswith("1~bots=planner~")


def test_rules_that_cant_be_played_are_told_and_the_pictures_dimmed(desktop: Desktop) -> None:
    page = desktop.settle()
    page.rules.fields.on_entered("camels", 99)
    assert "B Six~: camels: must be a whole number from 1 to 10, not 99" in page.status.words.html
    assert page._pictures.styles["opacity"] == "0.45"
    page.rules.fields.on_entered("camels", 6)
    assert page._pictures.styles["opacity"] == "1"


def test_every_measure_is_taken_when_it_is_asked_for(desktop: Desktop) -> None:
    page = desktop.settle()
    assert page.measures.table.table == {}
    page.measures.show_all()
    desktop.desk.read_until(lambda: page.measures.table.table)
    table = page.measures.table.table
    assert len(table["rows"]) > 200
    assert "Under Six~" in page.measures.heading.html
    page.model.set_margin("length", 5.0)
    desktop.settle()
    assert page.measures.table.table == {}


def test_the_summary_is_the_one_that_the_command_writes(desktop: Desktop) -> None:
    page = desktop.settle()
    name, content = summary_file(page.pictures.picture.question)
    assert name.endswith("-summary.csv")
    frame = pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False)
    batches = {part.rules: part.batch for part in page.runs.parts if part.style == "planner"}
    compared = compare_batches(batches["standard"], batches["Six~"], names=("standard", "Six~"))
    expected = pd.read_csv(io.StringIO(as_csv(compared.table)), dtype=str, keep_default_na=False)
    planner = frame[frame["bots"] == "planner,planner,planner,planner"].reset_index(drop=True)
    pd.testing.assert_frame_equal(planner, expected)


def test_the_report_is_a_page_of_its_own_with_names_as_text(free: Hand) -> None:
    word = compare_word({"<b>\u00c4 $x^{$": Rules(), "=1+1": Rules(camels=6)}, styles=["planner"], games=100)
    page = Desktop(free, word).settle()
    name, content = report_file(page.pictures.picture.question)
    text = content.decode()
    assert name.endswith("-report.html")
    assert text.startswith("<!")
    assert "&lt;b&gt;\u00c4 $x^{$" in text
    assert "<b>\u00c4" not in text


def test_ways_lead_to_the_lab_and_to_a_replay(desktop: Desktop) -> None:
    page = desktop.page
    for act in ("lab", "replay"):
        page.differing.table._handle_msg({"act": act, "number": 1})
    page.differing.table._handle_msg({"act": "lab", "number": 9})
    (lab, lab_word), (replay, replay_word) = desktop.went
    assert (lab, replay) == ("lab", "replay")
    state = address.from_word(lab_word)
    assert (state.preset, state.bots, state.games, state.compare) == ("introductory", ("planner",) * 4, 100, ("miser",))
    assert replay_from_word(replay_word).rules.camels == 6
    page.differing.table._handle_msg({"act": "baseline", "number": 1})
    assert from_word(page.word).names == ("Six~", "standard")


def test_a_rule_set_can_be_sent_here_from_another_page(desktop: Desktop, free: Hand) -> None:
    desktop.page.open(adding_word(Rules(camels=9), "nine"))
    assert from_word(desktop.page.word).names == ("standard", "Six~", "nine")
    assert desktop.page.model.chosen_entry.called in {"standard", "Six~", "nine"}
    fresh = Desktop(free, adding_word(Rules(camels=9)))
    assert from_word(fresh.page.word).names == ("standard", "camels=9")


def test_a_bad_word_changes_nothing(desktop: Desktop) -> None:
    with pytest.raises(AddressError):
        desktop.page.open("1~set=standard~set=standard")
    assert desktop.page.word == WORD


def test_one_rule_set_alone_says_what_to_do(free: Hand) -> None:
    page = Desktop(free, "1~bots=planner~games=100~set=standard").settle()
    assert "Add a second rule set" in page.found.words.html
    assert "nothing to be compared with" in page.differing.heading.html
    assert page.files.buttons["report"].disabled


def test_what_doesnt_fit_into_the_address_is_said_once(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravan.views.comparing.word.LONGEST", len(WORD))
    desktop.page.model.edit(desktop.page.model.chosen, "rare_value", 8)
    desktop.page.model.edit(desktop.page.model.chosen, "rare_value", 9)
    (words,) = desktop.said
    assert "doesn\u2019t fit into the address" in words
    assert desktop.page.word == WORD


def test_a_picture_that_cant_be_taken_is_told_and_tried_again(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ArithmeticError("<i>no</i>")

    take_picture = picture_taking.take_picture
    monkeypatch.setattr(picture_taking, "take_picture", broken)
    page = desktop.page
    page.start()
    desktop.desk.read_until(lambda: page.runs.state == "done" and page.pictures.words)
    assert "couldn\u2019t be compared" in page.status.words.html
    assert "&lt;i&gt;no" in page.status.words.html
    monkeypatch.setattr(picture_taking, "take_picture", take_picture)
    page.status._act()
    desktop.settle()
    assert "All 400 games played" in page.status.words.html


def test_stopping_and_leaving_give_up_what_is_played(hand: Hand) -> None:
    desktop = Desktop(hand)
    page = desktop.page
    page.start()
    desktop.desk.read_until(lambda: page.runs.state == "playing" and len(hand.asked) == 3)
    page.status._act()
    assert "Stopped after 0 of 400 games" in page.status.words.html
    assert page.status.button.label == "Play on"
    page.status._act()
    assert page.runs.state == "playing"
    page.close()
    assert page.visit.book.playing == 0
