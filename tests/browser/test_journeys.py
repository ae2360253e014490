"""What designers do on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest
from lab_page import SMALL, LabPage

from caravan.rules import Rules

DARK = "#1f1e1c"


def test_the_first_page_shows_the_standard_game(standard: LabPage) -> None:
    shares = standard.source("win_share")
    assert shares["seat"] == [1, 2, 3, 4]
    assert sum(shares["share"]) == pytest.approx(1.0)
    assert len(standard.source("scores")["mean"]) == 4
    assert sum(standard.source("length")["games"]) == 500
    for name in ("First-player advantage", "Mean score", "Length of a game", "Endings"):
        assert standard.page.get_by_text(name, exact=True).is_visible()
    assert standard.page.get_by_text("Deadlock, nobody can move").is_visible()


def test_moving_a_slider_gives_a_new_picture_and_a_new_address_and_a_way_back(standard: LabPage) -> None:
    before = standard.source("win_share")["share"]
    standard.slider("camels").focus()
    standard.page.keyboard.press("ArrowRight")
    standard.wait_for_caption(Rules(camels=6).id)
    standard.wait_until_done()
    assert standard.source("win_share")["share"] != before
    assert "camels=6" in standard.word
    assert standard.number("camels").input_value() == "6"
    assert standard.page.get_by_text("1 changed").is_visible()
    back = standard.row("camels").get_by_role("button", name="Standard: 5")
    back.click()
    standard.wait_for_caption(Rules().id)
    standard.wait_until_done()
    assert standard.source("win_share")["share"] == before
    assert standard.word == SMALL
    assert standard.number("camels").input_value() == "5"
    assert back.is_hidden()


def test_a_value_that_isnt_allowed_is_explained_beside_it_and_the_picture_stays(standard: LabPage) -> None:
    before = standard.source("win_share")
    standard.number("camels").fill("15")
    error = standard.row("camels").get_by_role("alert").filter(has_text="must be a whole number from 1 to 10, not 15")
    error.wait_for()
    standard.wait_for_status("still show the earlier rules")
    assert standard.source("win_share") == before
    assert "camels" not in standard.word
    standard.number("camels").fill("7")
    standard.wait_for_caption(Rules(camels=7).id)
    assert not error.is_visible()
    standard.lead_back("camels")


def test_parameters_that_dont_fit_open_the_section_that_has_to_change(standard: LabPage) -> None:
    assert not standard.row("enter_occupied_cost").is_visible()
    standard.open_section("Turns")
    standard.number("actions_per_turn").fill("1")
    alert = standard.row("enter_occupied_cost").get_by_role("alert").filter(has_text="more than a turn's 1 actions")
    alert.wait_for()
    assert standard.row("enter_occupied_cost").is_visible()
    standard.back("actions_per_turn").click()
    alert.wait_for(state="hidden")


def test_opening_turns_can_be_taken_away_and_added(standard: LabPage) -> None:
    standard.open_section("Turns")
    fewer = standard.row("opening_actions").get_by_role("button", name="One fewer")
    for _ in range(3):
        fewer.click()
    standard.wait_for_caption(Rules(opening_actions=[]).id)
    assert fewer.is_disabled()
    standard.row("opening_actions").get_by_role("button", name="One more").click()
    standard.number("opening_actions").fill("3")
    standard.wait_for_caption(Rules(opening_actions=[3]).id)
    standard.lead_back("opening_actions")


def test_starting_demand_is_ticked_on_the_board(standard: LabPage) -> None:
    standard.open_section("Demand and refill")
    standard.row("starting_demand").get_by_label("Space 3 (d6)").check()
    standard.wait_for_caption(Rules(starting_demand=[1, 2, 3, 7, 8]).id)
    assert "starting_demand=1,2,3,7,8" in standard.word
    standard.lead_back("starting_demand")


def test_the_dark_page_is_complete(standard: LabPage) -> None:
    standard.page.get_by_label("Toggle theme").click()
    standard.wait_for_theme(f"colour === '{DARK}'")
    standard.slider("camels").focus()
    standard.page.keyboard.press("ArrowRight")
    standard.wait_for_caption(Rules(camels=6).id)
    standard.page.get_by_label("Toggle theme").click()
    standard.wait_for_theme(f"colour !== '{DARK}'")
    standard.lead_back("camels")


def test_a_preset_sets_all_fields(standard: LabPage) -> None:
    for preset, camels in (("introductory", "6"), ("standard", "5")):
        standard.page.get_by_role("combobox", name="Start from").click()
        standard.page.get_by_role("menuitem", name=preset.capitalize()).click()
        standard.wait_for_caption(Rules.preset(preset).id)
        assert standard.number("camels").input_value() == camels


def test_players_and_bots_can_be_chosen(standard: LabPage) -> None:
    page = standard.page
    page.get_by_role("button", name="2", exact=True).click()
    standard.wait_for_source("win_share", "data.seat.length === 2")
    page.get_by_label("Seat 2").click()
    page.get_by_role("menuitem", name="random").click()
    standard.wait_for_caption("planner, random")
    assert "players=2~bots=planner,random" in standard.word
    standard.wait_until_done()
    assert standard.source("win_share")["share"][0] > 0.9
    page.get_by_label("Seat 2").click()
    page.get_by_role("menuitem", name="planner", exact=True).click()
    standard.wait_for_source("win_share", "data.share[0] < 0.9")
    page.get_by_role("button", name="4", exact=True).click()
    standard.wait_for_source("win_share", "data.seat.length === 4")


def test_tables_and_rules_can_be_downloaded(standard: LabPage, tmp_path: Path) -> None:
    standard.slider("camels").focus()
    standard.page.keyboard.press("ArrowRight")
    rules = Rules(camels=6)
    standard.wait_for_caption(rules.id)
    standard.wait_until_done()
    for button in ("Summary", "Seats", "Events", "Rules"):
        with standard.page.expect_download() as waiting:
            standard.page.get_by_role("button", name=button).click()
        file = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(file)
        if button == "Rules":
            assert Rules.read(file) == rules
        else:
            assert file.name == f"caravan-{rules.id}-4p-planner-500-games-seed-7-{button.lower()}.csv"
            assert len(pd.read_csv(file)) >= 100
    standard.lead_back("camels")


def test_a_second_style_joins_the_picture_and_the_verdict_is_in_words(standard: LabPage) -> None:
    page = standard.page
    assert len(standard.source("win_share")["share"]) == 4
    page.get_by_label("Compare with").click()
    page.get_by_role("menuitem", name="hurried", exact=True).click()
    standard.wait_for_source("win_share", "data.share.length === 8 && data.games[4] === '500 games'")
    assert standard.source("win_share")["bot"] == ["planner"] * 4 + ["hurried"] * 4
    page.get_by_role("heading", name=re.compile(r"^(Agreed|Disputed|Undecided)(?!.*so far)")).wait_for()
    assert standard.word == SMALL.replace("compare=none", "compare=hurried")


def test_a_link_leads_back_to_the_same_page(lab: LabPage) -> None:
    word = "1~published~camels=7~players=3~bots=planner,planner,planner~games=200~seed=9~compare=planner:noise=0.5"
    shown = []
    for link in (word, word):
        lab.open(link).wait_until_done()
        lab.wait_for_source("win_share", "data.share.length === 6 && data.games[3] === '200 games'")
        shown.append(lab.source("win_share"))
        assert lab.number("camels").input_value() == "7"
        assert lab.word == word
    assert shown[0] == shown[1]


def test_a_bad_link_is_explained_and_does_no_harm(lab: LabPage) -> None:
    lab.open("1~standard~camel%3D%3Cimg src=x onerror=alert(1)%3E")
    notice = lab.page.get_by_role("alert").filter(has_text="did you mean 'camels'")
    notice.wait_for()
    assert lab.page.locator("img[src=x]").count() == 0
    lab.wait_until_done()


def test_a_long_run_can_be_stopped_and_taken_up_again(lab: LabPage) -> None:
    lab.open("1~standard~games=50000~compare=none")
    lab.wait_for_status(r"[1-9][\d,]* of 50,000 games")
    lab.page.get_by_role("button", name="Stop").click()
    lab.wait_for_status(r"Stopped after [\d,]+ of 50,000 games")
    assert lab.source("win_share") is not None
    lab.page.get_by_role("button", name="Play on").click()
    lab.wait_for_status(r"^\s*[1-9][\d,]* of 50,000 games")
    lab.page.get_by_role("button", name="Stop").click()
    lab.wait_for_status("Stopped after")


def test_a_narrow_page_begins_with_the_pictures_and_fits(lab: LabPage) -> None:
    lab.page.set_viewport_size({"width": 390, "height": 844})
    lab.open(SMALL).wait_until_done()
    lab.page.get_by_label("Open drawer").wait_for()
    assert lab.too_wide() == []
    lab.page.get_by_label("Open drawer").click()
    lab.slider("camels").focus()
    lab.page.keyboard.press("ArrowRight")
    lab.wait_for_caption(Rules(camels=6).id)
