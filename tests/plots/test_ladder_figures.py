"""The figures of a ladder, and the page they stand on."""

from __future__ import annotations

import itertools
import math
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page, expect
from test_palette import contrast

from caravan.ladder import Ladder, run_ladder
from caravan.ladder.tables import COLUMNS
from caravan.plots import ladder_matrix, ladder_page, ladder_ratings, shades
from caravan.plots.canvas import source_of
from caravan.rules import Rules

NAN = math.nan
APART = "a is rated highest and stands apart: no game shows how far above b it is"


def pairings(edges: dict[tuple[str, str], float], reach: float = 0.1) -> pd.DataFrame:
    """A table of pairings of two players from the edge of one over the other."""
    both = {**edges, **{(b, a): -edge for (a, b), edge in edges.items()}}
    rows = [
        dict.fromkeys(COLUMNS["pairings"], 0)
        | {"players": 2, "bot": bot, "against": other, "games": 100, "seeds": 50}
        | {"win_share": (1 + edge) / 2, "win_low": (1 + edge - reach) / 2, "win_high": (1 + edge + reach) / 2}
        | {"edge": edge, "edge_low": edge - reach, "edge_high": edge + reach}
        | {"margin": 10 * edge, "margin_low": NAN, "margin_high": NAN}
        for (bot, other), edge in both.items()
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS["pairings"]))


def ratings(*rows: tuple[str, float, float, float]) -> pd.DataFrame:
    """A table of ratings, the highest first."""
    return pd.DataFrame(
        [
            dict.fromkeys(COLUMNS["ratings"], "")
            | {"players": 2, "bot": bot, "rating": rating, "rating_low": low, "rating_high": high}
            | {"games": 100, "seeds": 50, "model": "Bradley-Terry"}
            for bot, rating, low, high in rows
        ],
        columns=list(COLUMNS["ratings"]),
    )


def speeds(**games_per_second: float) -> pd.DataFrame:
    return pd.DataFrame({"bot": list(games_per_second), "games_per_second": list(games_per_second.values())})


@pytest.mark.parametrize(
    ("edges", "sentence"),
    [
        ({("a", "b"): 0.3}, "a beats b"),
        ({("a", "b"): 0.3, ("a", "c"): 0.3, ("b", "c"): 0.0}, "a beats every other bot"),
        ({("a", "b"): 0.3, ("c", "a"): 0.3, ("b", "c"): 0.3}, "a is rated highest, yet c beats it"),
        ({("b", "a"): 0.3, ("c", "a"): 0.3, ("b", "c"): 0.0}, "a is rated highest, yet b and c beat it"),
        ({("a", "b"): 0.3, ("a", "c"): 0.05, ("b", "c"): 0.0}, "No bot is shown to beat all others; a beats 1 of 2"),
        ({("a", "b"): 0.05, ("a", "c"): 0.05, ("b", "c"): 0.0}, "No bot is shown to beat another"),
    ],
)
def test_the_matrix_title_says_no_more_than_the_intervals_show(
    edges: dict[tuple[str, str], float], sentence: str
) -> None:
    order = sorted({bot for pair in edges for bot in pair})
    assert ladder_matrix.finding(pairings(edges), order) == sentence


def test_every_cell_has_its_share_and_its_interval_in_words() -> None:
    edges = {("a", "b"): 0.3, ("a", "c"): 0.02, ("b", "c"): -0.4}
    data = source_of(ladder_matrix.figure(pairings(edges), ["a", "b", "c"], "matrix")).data
    rows = zip(*(data[name] for name in ("x", "y", "share", "span")), strict=True)
    cells = {(x, y): (share, span) for x, y, share, span in rows}
    assert len(cells) == 6
    assert cells[1, 2] == ("65.0", "60 to 70")
    assert cells[0, 1] == ("35.0", "30 to 40")


def test_a_share_is_bold_where_its_interval_excludes_a_fair_one() -> None:
    edges = {("a", "b"): 0.3, ("a", "c"): 0.02, ("b", "c"): -0.4}
    data = ladder_matrix.read(pairings(edges), ["a", "b", "c"])
    bold = dict(zip(zip(data["bot"], data["against"], strict=True), data["weight"], strict=True))
    assert bold["a", "b"] == bold["b", "a"] == "bold"
    assert bold["a", "c"] == "normal"


@pytest.mark.parametrize("fair", [1 / 2, 1 / 3, 1 / 4])
def test_words_stand_out_from_every_cell(fair: float) -> None:
    for share in np.linspace(0.0, 1.0, 101):
        colour = ladder_matrix.cell_colour(float(share), fair)
        assert contrast(shades.words_on(colour), shades.as_hex(colour)) >= 4.0


def test_a_fair_share_is_nearly_white_and_the_ends_are_blue_and_orange() -> None:
    assert ladder_matrix.cell_colour(0.25, 0.25) == shades.MIDDLE
    assert ladder_matrix.cell_colour(1.0, 0.25) == shades.HIGH
    assert ladder_matrix.cell_colour(0.0, 0.25) == shades.LOW


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ((("a", 50, 40, 60), ("b", 10, 0, 20)), "a is rated highest, 40 points above b"),
        ((("a", 50, 30, 70), ("b", 40, 20, 60)), "a is rated highest, but its interval overlaps with that of b"),
        ((("a", 900, 700, NAN), ("b", 0, -9, 9)), APART),
        ((("a", 0, NAN, NAN), ("b", -900, NAN, -700)), APART),
    ],
)
def test_the_rating_title_says_no_more_than_the_intervals_show(
    rows: tuple[tuple[str, float, float, float], ...], sentence: str
) -> None:
    assert ladder_ratings.finding(ratings(*rows)) == sentence


def test_bots_far_below_are_drawn_at_the_edge_with_their_rating_in_words() -> None:
    table = ratings(("a", 50, 40, 60), ("b", -60, -70, -50), ("c", -1300, NAN, -900))
    plot = ladder_ratings.figure(table, "ratings")
    data = source_of(plot).data
    assert plot.x_range.start > -200
    assert data["at"][2] > plot.x_range.start
    assert data["label"][2] == "far off: -1,300 (below -900)"
    assert list(data["marker"]) == ["circle", "circle", "triangle"]


@pytest.mark.parametrize(
    ("fast", "sentence"),
    [
        ({"a": 20.0, "b": 3000.0}, "a, the strongest, plays 20 games a second; b, 110 points below, plays 3,000"),
        ({"a": 2.24, "b": 3000.0}, "a, the strongest, plays 2.2 games a second; b, 110 points below, plays 3,000"),
        ({"a": 2000.0, "b": 3000.0}, "a is the strongest, and no other is twice as fast"),
    ],
)
def test_the_speed_title_says_what_strength_costs(fast: dict[str, float], sentence: str) -> None:
    table = ratings(("a", 50, 40, 60), ("b", -60, -70, -50))
    assert ladder_ratings.speed_finding(table, speeds(**fast)) == sentence


DOTS = st.lists(st.tuples(st.floats(20, 800), st.floats(20, 380)), min_size=1, max_size=11)


@given(DOTS, st.integers(3, 20))
def test_labels_cover_neither_each_other_nor_dots(dots: list[tuple[float, float]], length: int) -> None:
    words = ["x" * length] * len(dots)
    places = ladder_ratings.label_places(dots, words, (850.0, 400.0))
    width, line = ladder_ratings._CHARACTER * length, ladder_ratings._LINE
    both = zip(dots, places, strict=True)
    boxes = [(x + right, y + up - line / 2 + 1, width, line - 2) for (x, y), (right, up) in both]
    for one, other in itertools.combinations(boxes, 2):
        assert abs(one[0] - other[0]) >= width or abs(one[1] - other[1]) >= line - 2
    for left, low, wide, high in boxes:
        assert all(not (left < x < left + wide and low < y < low + high) for x, y in dots)
        assert 0.0 <= left <= 850.0 - wide


@pytest.fixture(scope="module")
def ladder() -> Ladder:
    return run_ladder("planner,grabber,random", (2, 3), 12, 7, Rules(turn_limit=60))


def test_the_page_needs_no_network(ladder: Ladder) -> None:
    text = ladder_page.page(ladder)
    without_code = re.sub(r"(<script[^>]*>).*?</script>", r"\1", text, flags=re.S)
    assert "//" not in without_code
    assert "src=" not in without_code
    assert text.startswith("<!DOCTYPE html>")


def test_the_page_has_a_part_for_each_number_of_players_with_three_figures(ladder: Ladder) -> None:
    text = ladder_page.page(ladder)
    assert "<h2>Two players</h2>" in text
    assert "<h2>Three players</h2>" in text
    assert text.count("data-root-id") == 6
    assert "<!-- " not in text.split("<body>")[1].split("<script")[0]


def test_names_on_the_page_are_words_not_code() -> None:
    class Named:
        name = "<script>alert(1)</script>"

        def choose(self, game: object) -> object:
            return game.legal_actions[0]  # type: ignore[attr-defined]

    text = ladder_page.page(run_ladder(["random", Named], 2, 2, rules=Rules(turn_limit=4)))
    assert "<script>alert(1)" not in text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_draws_all_figures_offline(ladder: Ladder, page: Page, tmp_path: Path, scheme: str) -> None:
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("request", lambda asked: said.append(asked.url) if not asked.url.startswith(("file:", "data:")) else None)
    file = tmp_path / "ladder.html"
    file.write_text(ladder_page.page(ladder), encoding="utf-8")
    page.emulate_media(color_scheme=scheme)
    page.goto(file.as_uri())
    expect(page.locator(".bk-Figure")).to_have_count(6)
    expect(page.locator("canvas").first).to_be_visible()
    assert said == []
