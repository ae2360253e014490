"""A report is one page that needs nothing else, can be read by everybody, and shows names as they are."""

from __future__ import annotations

import itertools
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from pages import page_of, parsed, summary_of

from caravan.cli import main
from caravan.report import Report, make_report
from caravan.report.comparison_folder import read_comparison
from caravan.report.comparison_report import _again
from caravan.report.page import html_of

REPORTS = ("batch_report", "before_after_report", "comparison_report", "sweep_report")


@pytest.fixture(params=REPORTS)
def report(request: pytest.FixtureRequest) -> Report:
    made: Report = request.getfixturevalue(request.param)
    return made


def test_a_report_needs_nothing_from_elsewhere(report: Report) -> None:
    html = report.html()
    page = page_of(report)
    assert not page.find("script", "link", "img", "iframe", "object", "embed", "base")
    for element in page.find("a", "use", "image"):
        for name in ("href", "xlink:href", "src"):
            assert element.attributes.get(name, "#").startswith("#"), element.attributes
    assert not re.search(r"@import|url\((?!#)", html)


def test_a_report_can_be_read_by_a_screen_reader(report: Report) -> None:
    page = page_of(report)
    (html,) = page.find("html")
    assert html.attributes["lang"] == "en"
    assert len(page.find("h1")) == len(page.find("main")) == len(page.find("head")[0].find("title")) == 1
    levels = [int(heading.name[1]) for heading in page.find("h1", "h2", "h3")]
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    for table in page.find("table"):
        assert table.find("caption")[0].text.strip()
        assert all(heading.attributes.get("scope") in ("col", "row") for heading in table.find("th"))
        assert len({len(row.find("th", "td")) for row in table.find("tr")}) == 1
    for figure in page.find("figure"):
        assert figure.find("figcaption")[0].text.strip()


def test_no_two_things_on_a_page_have_the_same_name(report: Report) -> None:
    html = report.html()
    names = re.findall(r'\bid="([^"]+)"', html)
    assert len(names) == len(set(names))
    pointed = set(re.findall(r'(?:href="#|url\(#)([^")]+)', html))
    assert pointed <= set(names)


def test_contents_lead_to_every_section(report: Report) -> None:
    page = page_of(report)
    links = [link.attributes["href"] for nav in page.find("nav") for link in nav.find("a")]
    assert links == [f"#{section.attributes['id']}" for section in page.find("section")]


def test_every_figure_says_what_it_shows_and_on_how_many_games(report: Report) -> None:
    pictures = page_of(report).with_class("picture")
    assert pictures
    for picture in pictures:
        caption = picture.find("figcaption")[0]
        title = picture.find("h3")[0].text
        of_one_game = "score of each seat" in caption.text
        assert title.strip()
        assert of_one_game or any(one.attributes["data-column"] == "games" for one in caption.find("data")), (
            caption.text
        )


def test_a_page_is_light_in_print_and_turns_dark_on_a_dark_screen(batch_report: Report) -> None:
    style = page_of(batch_report).find("style")[0].text
    assert "@media screen and (prefers-color-scheme: dark)" in style
    assert "@media print" in style
    assert "size: A4" in style
    assert "var(--ink)" in batch_report.page.drawings[0].inline


def test_the_report_tells_a_whole_game(batch_report: Report, batch_folder: Path) -> None:
    page = page_of(batch_report)
    (section,) = [one for one in page.find("section") if one.attributes["id"] == "game"]
    assert len(section.with_class("board")) == 4
    (table,) = section.find("table")
    turns = [row.find("th", "td") for row in table.find("tr")[1:]]
    number = int(re.search(r"Game (\d+)", section.text)[1])  # type: ignore[index]
    seats = pd.read_csv(batch_folder / "seats.csv").query("game == @number")
    assert turns[-1][3].text == " : ".join(map(str, seats["score"]))
    games = pd.read_csv(batch_folder / "games.csv").set_index("game")
    assert int(turns[-1][0].text) == games.loc[number, "turns"]


def test_a_name_that_looks_like_html_is_text(batch_report: Report) -> None:
    page = replace(batch_report.page, title='<script>alert(1)</script> & "so"')
    html = html_of(page, "<b>.csv")
    assert "<script>" not in html
    assert parsed(html).find("h1")[0].text == '<script>alert(1)</script> & "so"'
    assert "<b>" not in html


def test_without_a_log_the_report_says_what_is_missing_and_plays_its_game_again(before_after_report: Report) -> None:
    sections = {one.attributes["id"]: one for one in page_of(before_after_report).find("section")}
    assert "no event log" in sections["tension"].text
    assert "no event log" in sections["before-after-1"].text
    assert len(sections["game"].with_class("board")) == 4


def test_a_comparison_shows_the_lead_and_the_board_before_and_after_by_games_played_again(
    comparison_report: Report,
) -> None:
    sections = {one.attributes["id"]: one for one in page_of(comparison_report).find("section")}
    told = sections["before-after-1"]
    names = [picture.attributes["aria-labelledby"] for picture in told.with_class("picture")]
    assert names == ["differences-title", "lead_compared-title", "space_use_compared-title"]
    assert "games were played again for it, move by move: 40 games under each rule set, planner in every" in told.text
    assert "How games go from turn to turn is told above" in sections["tension"].text
    for drawing in ("lead_compared", "space_use_compared"):
        (inline,) = [one.inline for one in comparison_report.page.drawings if one.name == drawing]
        assert inline.count("standard<") == inline.count("camels=6<") >= 2
    measures = {line["measure"] for line in summary_of(comparison_report)[-30:]}
    assert {"lead_settled.mean", "drama.mean", "spaces_used.camel_turns"} <= measures


def test_a_comparison_whose_games_come_out_otherwise_shows_no_course_and_says_why(
    comparison_folder: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(comparison_folder, tmp_path / "copy")
    seats = pd.read_parquet(folder / "seats.parquet")
    seats["steals"] = seats["steals"] + 1
    seats.to_parquet(folder / "seats.parquet", index=False)
    found = _again(read_comparison(folder))
    assert "played again they come out otherwise" in str(found)


def test_the_lead_of_a_comparison_says_what_differs_and_that_programs_played(comparison_report: Report) -> None:
    lead = page_of(comparison_report).with_class("lead")[0].text
    assert "camels=6 means: camels per player 6 instead of 5." in lead
    assert "The players planner and grabber are programs; what each does stands under Method and limits." in lead


def test_a_comparison_says_what_changes_beyond_doubt_in_the_right_direction(comparison_report: Report) -> None:
    claims = [finding.find("p")[0].text for finding in page_of(comparison_report).with_class("finding")]
    assert any(claim.startswith("Games get shorter:") for claim in claims)
    assert any(claim.startswith("Fewer goods are stolen: 0 in a game instead of") for claim in claims)


def test_a_sweep_says_which_cells_cannot_be_played(sweep_report: Report) -> None:
    findings = page_of(sweep_report).find("section")[0].text
    assert "can't be played" in findings
    assert "enter_occupied_cost=5" in findings


def test_a_sweep_of_one_game_in_each_cell_says_that_there_are_no_ranges(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text("games = 1\n[axes]\ncamels = [4, 6]\n", encoding="utf-8")
    assert main(["sweep", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "one")]) == 0
    text = page_of(make_report(tmp_path / "one")).text
    assert "No ranges; 1 game in each cell." in text
    assert "its range. No ranges" not in text
