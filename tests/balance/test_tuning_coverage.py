"""The table of how often the intervals of losses hold."""

from __future__ import annotations

from pathlib import Path

from benchmarks.coverage import REPETITIONS, read
from benchmarks.handbook import with_table
from benchmarks.tuning_coverage import CASES, NAME, as_markdown
from caravan.balance.loss_intervals import METHOD


def test_the_table_has_every_interval_that_is_tried_and_all_hold_as_often_as_they_should(root: Path) -> None:
    rows = read((root / "data" / "tuning_coverage.csv").read_text(encoding="utf-8"))
    assert [(row.interval, row.figure, row.games, row.at_least) for row in rows] == [
        (case.interval, case.figure, case.games, case.conservative) for case in CASES
    ]
    assert {row.repetitions for row in rows} == {REPETITIONS}
    assert [row for row in rows if not row.is_sound] == []
    assert any(METHOD in row.interval for row in rows)


def test_the_page_has_the_table_of_the_file(root: Path) -> None:
    rows = read((root / "data" / "tuning_coverage.csv").read_text(encoding="utf-8"))
    page = (root / "docs" / "balance.md").read_text(encoding="utf-8")
    assert with_table(page, NAME, as_markdown(rows)) == page
