"""What designers do on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest
from lab_page import BACKGROUND, LabPage

from caravan.rules import Rules

SMALL = "1~standard~games=500~compare=none"


def test_the_first_page_shows_the_standard_game(lab: LabPage) -> None:
    lab.open(SMALL).wait_until_done()
    shares = lab.source("win_share")
    assert shares["seat"] == [1, 2, 3, 4]
    assert sum(shares["share"]) == pytest.approx(1.0)
    assert len(lab.source("scores")["mean"]) == 4
    assert sum(lab.source("length")["games"]) == 500
    for name in ("First-player advantage", "Mean score", "Length of a game", "Endings"):
        assert lab.page.get_by_text(name, exact=True).is_visible()
    assert lab.page.get_by_text("Deadlock, nobody can move").is_visible()


def test_moving_a_slider_gives_a_new_picture_and_a_new_address(lab: LabPage) -> None:
    lab.open(SMALL).wait_until_done()
    before = lab.source("win_share")["share"]
    lab.slider("camels").focus()
    lab.page.keyboard.press("ArrowRight")
    lab.wait_for_caption(Rules(camels=6).id)
    lab.wait_until_done()
    assert lab.source("win_share")["share"] != before
    assert "camels=6" in lab.word
    assert lab.number("camels").input_value() == "6"


def test_a_changed_value_is_marked_and_leads_back_to_the_preset(lab: LabPage) -> None:
    lab.open(SMALL).wait_until_done()
    lab.slider("camels").focus()
    lab.page.keyboard.press("ArrowRight")
    back = lab.row("camels").get_by_role("button", name="Standard: 5")
    back.wait_for()
    assert lab.page.get_by_text("1 changed").is_visible()
    back.click()
    lab.wait_for_caption(Rules().id)
    assert lab.number("camels").input_value() == "5"
    assert back.is_hidden()


def test_a_value_that_isnt_allowed_is_explained_beside_it_and_the_picture_stays(lab: LabPage) -> None:
    lab.open(SMALL).wait_until_done()
    before = lab.source("win_share")
    lab.number("camels").fill("15")
    error = lab.row("camels").get_by_role("alert").filter(has_text="must be a whole number from 1 to 10, not 15")
    error.wait_for()
    lab.wait_for_status("still show the earlier rules")
    assert lab.source("win_share") == before
    assert "camels" not in lab.word
    lab.number("camels").fill("7")
    lab.wait_for_caption(Rules(camels=7).id)
    assert not error.is_visible()


def test_parameters_that_dont_fit_open_the_section_that_has_to_change(lab: LabPage) -> None:
    lab.open(SMALL).wait_until_done()
    lab.open_section("Turns")
    lab.number("actions_per_turn").fill("1")
    lab.row("enter_occupied_cost").get_by_role("alert").filter(has_text="more than a turn's 1 actions").wait_for()
    assert lab.row("enter_occupied_cost").is_visible()


def test_opening_turns_can_be_taken_away_and_added(lab: LabPage) -> None:
    lab.open(SMALL).wait_until_done()
    lab.open_section("Turns")
    fewer = lab.row("opening_actions").get_by_role("button", name="One fewer")
    for _ in range(3):
        fewer.click()
    lab.wait_for_caption(Rules(opening_actions=[]).id)
    assert fewer.is_disabled()
    lab.row("opening_actions").get_by_role("button", name="One more").click()
    lab.number("opening_actions").fill("3")
    lab.wait_for_caption(Rules(opening_actions=[3]).id)


def test_starting_demand_is_ticked_on_the_board(lab: LabPage) -> None:
    lab.open(SMALL).wait_until_done()
    lab.open_section("Demand and refill")
    lab.row("starting_demand").get_by_label("Space 3 (d6)").check()
    lab.wait_for_caption(Rules(starting_demand=[1, 2, 3, 7, 8]).id)
    assert "starting_demand=1,2,3,7,8" in lab.word


def test_players_and_bots_can_be_chosen(lab: LabPage) -> None:
    lab.open(SMALL).wait_until_done()
    lab.page.get_by_role("button", name="2", exact=True).click()
    lab.wait_for_source("win_share", "data.seat.length === 2")
    lab.page.get_by_label("Seat 2").click()
    lab.page.get_by_role("menuitem", name="random").click()
    lab.wait_for_caption("planner, random")
    assert "players=2~bots=planner,random" in lab.word
    lab.wait_until_done()
    assert lab.source("win_share")["share"][0] > 0.9


def test_a_second_style_joins_the_picture_and_the_verdict_is_in_words(lab: LabPage) -> None:
    lab.open("1~standard~bots=planner:noise=0.5~games=2000~compare=none").wait_until_done()
    assert len(lab.source("win_share")["share"]) == 4
    lab.page.get_by_label("Compare with").click()
    lab.page.get_by_role("menuitem", name="planner", exact=True).click()
    lab.wait_for_source("win_share", "data.share.length === 8")
    assert lab.source("win_share")["bot"] == ["planner:noise=0.5"] * 4 + ["planner"] * 4
    lab.wait_for_source("win_share", "data.share.length === 8 && data.games[4] === '2,000 games'")
    lab.page.get_by_role("heading", name=re.compile(r"^(Agreed|Disputed|Undecided)(?!.*so far)")).wait_for()
    assert lab.word.endswith("~compare=planner")
    shown = lab.source("win_share")
    lab.open(lab.word).wait_until_done()
    lab.wait_for_source("win_share", "data.share.length === 8 && data.games[4] === '2,000 games'")
    assert lab.source("win_share") == shown


def test_a_link_leads_back_to_the_same_page(lab: LabPage) -> None:
    word = "1~published~camels=7~players=3~bots=planner,random,planner~games=200~seed=9~compare=planner:noise=0.5"
    lab.open(word).wait_until_done()
    assert lab.number("camels").input_value() == "7"
    assert lab.word == word
    first = lab.source("win_share")
    lab.open(lab.word).wait_until_done()
    assert lab.source("win_share") == first


def test_a_bad_link_is_explained_and_does_no_harm(lab: LabPage) -> None:
    lab.open("1~standard~camel%3D%3Cimg src=x onerror=alert(1)%3E")
    notice = lab.page.get_by_role("alert").filter(has_text="did you mean 'camels'")
    notice.wait_for()
    assert lab.page.locator("img[src=x]").count() == 0
    lab.wait_until_done()


def test_a_preset_sets_all_fields(lab: LabPage) -> None:
    lab.open(SMALL).wait_until_done()
    lab.page.get_by_label("Start from").click()
    lab.page.get_by_role("menuitem", name="Introductory").click()
    lab.wait_for_caption(Rules.preset("introductory").id)
    assert lab.number("camels").input_value() == "6"


def test_a_long_run_can_be_stopped_and_taken_up_again(lab: LabPage) -> None:
    lab.open("1~standard~games=50000")
    lab.wait_for_status(r"[1-9][\d,]* of 50,000 games")
    lab.page.get_by_role("button", name="Stop").click()
    lab.wait_for_status(r"Stopped after [\d,]+ of 50,000 games")
    assert lab.source("win_share") is not None
    lab.page.get_by_role("button", name="Play on").click()
    lab.wait_for_status(r"^\s*[1-9][\d,]* of 50,000 games")
    lab.page.get_by_role("button", name="Stop").click()
    lab.wait_for_status("Stopped after")


@pytest.mark.parametrize(
    ("button", "ending"), [("Summary", "-summary.csv"), ("Seats", "-seats.csv"), ("Events", "-events.csv")]
)
def test_tables_can_be_downloaded(lab: LabPage, tmp_path: Path, button: str, ending: str) -> None:
    lab.open("1~standard~games=200").wait_until_done()
    with lab.page.expect_download() as waiting:
        lab.page.get_by_role("button", name=button).click()
    download = waiting.value
    assert download.suggested_filename == f"caravan-{Rules().id}-4p-planner-200-games-seed-7{ending}"
    download.save_as(tmp_path / "table.csv")
    assert len(pd.read_csv(tmp_path / "table.csv")) >= 100


def test_rules_can_be_downloaded(lab: LabPage, tmp_path: Path) -> None:
    lab.open("1~published~games=200").wait_until_done()
    with lab.page.expect_download() as waiting:
        lab.page.get_by_role("button", name="Rules").click()
    waiting.value.save_as(tmp_path / "rules.toml")
    assert Rules.read(tmp_path / "rules.toml") == Rules.preset("published")


def test_the_dark_page_is_complete(lab: LabPage) -> None:
    lab.open(SMALL).wait_until_done()
    lab.page.get_by_label("Toggle theme").click()
    lab.page.wait_for_function(f"name => ({BACKGROUND.strip()})(name) === '#1f1e1c'", arg="win_share")
    lab.slider("camels").focus()
    lab.page.keyboard.press("ArrowRight")
    lab.wait_for_caption(Rules(camels=6).id)


def test_a_narrow_page_begins_with_the_pictures_and_fits(lab: LabPage) -> None:
    lab.page.set_viewport_size({"width": 390, "height": 844})
    lab.open(SMALL).wait_until_done()
    lab.page.get_by_label("Open drawer").wait_for()
    assert lab.too_wide() == []
    lab.page.get_by_label("Open drawer").click()
    lab.slider("camels").focus()
    lab.page.keyboard.press("ArrowRight")
    lab.wait_for_caption(Rules(camels=6).id)
