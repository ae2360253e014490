"""Every number in every sentence of a report stands in the line of the summary that the page names."""

from __future__ import annotations

import re

import pytest
from pages import Element, number_in, page_of, summary_of

from caravan.report import Report

REPORTS = ("batch_report", "before_after_report", "comparison_report", "sweep_report")
IN_PERCENT = ("share", "progress", "chance")


@pytest.fixture(params=REPORTS)
def report(request: pytest.FixtureRequest) -> Report:
    made: Report = request.getfixturevalue(request.param)
    return made


def cell(element: Element, lines: list[dict[str, str]]) -> tuple[dict[str, str], str]:
    line = lines[int(element.attributes["data-row"]) - 2]
    return line, line[element.attributes["data-column"]]


def says_the_same(element: Element, lines: list[dict[str, str]]) -> bool:
    """Whether what is shown is the summary's cell, rounded as shown; reckoned here anew."""
    line, content = cell(element, lines)
    shown, form = element.text, element.attributes.get("data-form", "")
    if form == "one over it":
        return shown == f"{100 / int(content):.3g}%"
    if form == "a bound above it":
        return 0.0 <= float(content) < float(shown)
    if "decimals" in form:
        if not content:
            return shown == "\u2013"
        share = line["unit"].startswith(IN_PERCENT) and element.attributes["data-column"] not in ("games", "players")
        value = float(content) * (100 if share else 1)
        value = abs(value) if form.endswith("size") else value
        number, decimals = number_in(shown)
        return abs(number - value) <= 0.5 * 10.0**-decimals + 1e-9
    if form == "who sits where":
        return all(name.strip() in content.split(",") for name in shown.removesuffix(" in every seat").split(","))
    if form in ("the first", "who sits there"):
        return shown in content.split(",")
    if form == "its level":
        return shown in content.split()
    if form == "its part":
        return re.findall(r"\d+", shown) == re.findall(r"\d+", content.rpartition(".")[2])
    return shown == content and not form


def test_every_number_is_its_cell_rounded_as_shown(report: Report) -> None:
    lines, numbers = summary_of(report), page_of(report).find("data")
    assert len(numbers) > 100
    wrong = [(element.text, element.attributes) for element in numbers if not says_the_same(element, lines)]
    assert not wrong, wrong[:5]


def test_the_page_repeats_the_cell_as_it_stands(report: Report) -> None:
    lines = summary_of(report)
    for element in page_of(report).find("data"):
        assert element.attributes["value"] == cell(element, lines)[1]


def test_no_sentence_has_a_number_of_unknown_origin(report: Report) -> None:
    for said in page_of(report).with_class("said"):
        loose = "".join(part for part in said.parts if isinstance(part, str))
        assert not re.search(r"\d", loose), said.text


def test_every_sentence_names_the_lines_of_its_numbers(report: Report) -> None:
    for said in page_of(report).with_class("said"):
        lines = {int(element.attributes["data-row"]) for element in said.find("data")}
        assert said.attributes.get("data-rows", "") == " ".join(map(str, sorted(lines))), said.text


def test_every_finding_rests_on_lines_and_says_on_how_many_games(report: Report) -> None:
    findings = page_of(report).with_class("finding")
    assert len(findings) >= 2
    for finding in findings:
        claim, evidence = finding.find("p")
        columns = {element.attributes["data-column"] for element in evidence.find("data")}
        assert "games" in columns, finding.text
        assert claim.text.strip().endswith("."), claim.text


def test_findings_come_first_and_every_line_used_is_listed_last(report: Report) -> None:
    page = page_of(report)
    sections = page.find("section")
    assert sections[0].attributes["id"] == "findings"
    assert sections[-1].attributes["id"] == "lines"
    (table,) = sections[-1].find("table")
    listed = {int(row.find("th")[0].text) for row in table.find("tr")[1:]}
    before = (*page.find("header"), *sections[:-1])
    in_cells = {id(one) for part in before for cell in part.find("td", "th") for one in cell.find("data")}
    numbers = [one for part in before for one in part.find("data") if id(one) not in in_cells]
    assert listed == {int(one.attributes["data-row"]) for one in numbers}


def test_numbers_of_the_rules_are_those_of_the_rules(comparison_report: Report) -> None:
    named = [
        one
        for one in page_of(comparison_report).with_class("named")
        if one.attributes["data-origin"].endswith(" camels")
    ]
    assert {(one.attributes["data-origin"], one.text) for one in named} == {
        ("standard camels", "5"),
        ("camels=6 camels", "6"),
        ("theft_markers=0 camels", "5"),
    }
