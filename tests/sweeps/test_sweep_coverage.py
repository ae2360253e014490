"""A sweep's intervals hold the true figure as often as they say; a small version of the table in docs/sweeps.md."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from benchmarks import sweep_coverage
from benchmarks.sweep_coverage import CASES, Held, Trials, coverages, held_in

SWEEPS = {"surfaces drawn: 60 cells": 1, "SALib bootstrap and t: Morris, 30 walks": 1}
"""Dear ones are tried on fewer than the others."""


@pytest.mark.parametrize("case", range(len(CASES)), ids=[case.interval for case in CASES])
def test_every_kind_of_interval_of_a_sweep_holds_about_as_often_as_it_should(case: int) -> None:
    sweeps = SWEEPS.get(CASES[case].interval, 10)
    found = [held_in(case, number) for number in range(sweeps)]
    for key in CASES[case].figures:
        held = float(np.mean([hit for of_sweep in found for hit in of_sweep[key]]))
        assert held >= 0.95 - 4.5 * math.sqrt(0.95 * 0.05 / sweeps), key


def test_a_run_that_was_stopped_goes_on_and_ends_with_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[int, int]] = []

    def trial(case: int, number: int) -> Held:
        made.append((case, number))
        return {key: [number % 3 > 0, True] for key in CASES[case].figures}

    monkeypatch.setattr(sweep_coverage, "held_in", trial)
    whole = list(coverages(6, Trials(tmp_path / "whole.jsonl")))
    assert len(made) == 6 * len(CASES)
    kept = (tmp_path / "whole.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "half.jsonl").write_text("\n".join(kept[: len(kept) // 2]) + "\n", encoding="utf-8")
    assert list(coverages(6, Trials(tmp_path / "half.jsonl"))) == whole
    assert len(made) == 6 * len(CASES) + len(kept) - len(kept) // 2
    assert json.loads(kept[0])[:2] == [CASES[0].interval, 0]
    assert all(row.coverage == pytest.approx(10 / 12, abs=1e-4) for row in whole)
