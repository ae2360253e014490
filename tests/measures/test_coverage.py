"""Intervals hold the true figure as often as they say; a small version of the table in docs/measures.md."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchmarks import coverage, power
from benchmarks.coverage import Coverage, coverages
from benchmarks.coverage_trials import Case, on_draws
from benchmarks.handbook import HANDBOOK, with_table
from benchmarks.power import powers
from caravan.measures.power import games_needed_for_share

BATCHES, POPULATION = 120, 400


@pytest.fixture(scope="module")
def small() -> list[Coverage]:
    return list(coverages(BATCHES, POPULATION, thrifty=True))


def too_seldom(row: Coverage) -> bool:
    return row.coverage < 0.95 - 4.5 * math.sqrt(0.95 * 0.05 / row.repetitions)


def test_every_kind_of_interval_holds_about_as_often_as_it_should(small):
    assert not [row for row in small if too_seldom(row)]


def test_an_interval_of_half_its_width_would_be_found_out():
    values = np.random.default_rng(1).normal(size=(1, POPULATION))

    def half(drawn):
        mean, error = drawn[0].mean(axis=1), drawn[0].std(axis=1) / 10
        return mean - 0.98 * error, mean + 0.98 * error

    held = on_draws(values, 100, half, float(values.mean()))(np.random.default_rng(2), BATCHES)
    assert too_seldom(Coverage("", "", 100, BATCHES, float(held.mean()), 0.0, ""))


def test_the_table_has_every_interval_that_is_tried(small, root):
    shipped = coverage.read((root / "data" / "coverage.csv").read_text(encoding="utf-8"))
    assert [(row.interval, row.figure, row.games, row.at_least) for row in shipped] == [
        (row.interval, row.figure, row.games, row.at_least) for row in small
    ]
    assert {row.repetitions for row in shipped} == {coverage.REPETITIONS}


def test_all_intervals_of_the_table_hold_as_often_as_they_should(root):
    shipped = coverage.read((root / "data" / "coverage.csv").read_text(encoding="utf-8"))
    assert [row for row in shipped if not row.is_sound] == []


@pytest.mark.parametrize("table", [coverage, power])
def test_the_handbook_has_the_table_of_the_file(root, table):
    name = table.__name__.rpartition(".")[2]
    rows = table.read((root / "data" / f"{name}.csv").read_text(encoding="utf-8"))
    handbook = HANDBOOK.read_text(encoding="utf-8")
    assert with_table(handbook, name, table.as_markdown(rows)) == handbook
    assert table.read(table.as_csv(rows)) == rows


def test_a_table_without_a_place_in_the_handbook_is_refused():
    with pytest.raises(ValueError, match="no place for the table of weather"):
        with_table("text", "weather", "")


def test_the_games_needed_find_the_effect_in_80_percent_of_batches():
    assert [row for row in powers(1_000) if not row.is_as_planned] == []


def test_the_table_of_power_has_the_games_that_are_needed(root):
    shipped = {row.question: row for row in power.read((root / "data" / "power.csv").read_text(encoding="utf-8"))}
    assert all(row.is_as_planned for row in shipped.values())
    assert shipped["win share off by 2 points, 3 players"].games == games_needed_for_share(0.02, 3)


def test_a_case_that_may_hold_more_often_says_why(small):
    assert {row.at_least for row in small if "sequence" in row.interval} == {"at every look"}
    assert Case("", "", 1, "", lambda rng, batches: np.ones(batches, dtype=bool)).conservative == ""
    assert not Coverage("", "", 1, 2_000, 0.99, 0.0, "").is_sound
    assert Coverage("", "", 1, 2_000, 0.99, 0.0, "at every look").is_sound
    assert not Coverage("", "", 1, 2_000, 0.92, 0.0, "at every look").is_sound


def test_rows_that_are_tried_anew_take_the_place_of_the_old_ones():
    old = [Coverage(name, "mean", 10, 2_000, 0.95, 0.005, "") for name in ("a", "b")]
    new = [Coverage("b", "mean", 10, 2_000, 0.96, 0.005, ""), Coverage("c", "mean", 10, 2_000, 0.94, 0.005, "")]
    assert coverage.merged(old, new) == [old[0], *new]
