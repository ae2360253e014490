"""Every interval that the package shows, whatever it calls it, is tried in one of the tables of coverage."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import coverage_cases, sweep_coverage, tuning_coverage

LEVEL = "95%"
NAME = re.compile(rf"^[^:.;<]*[\w*] {LEVEL}(?!,? (interval|confidence)|\w)")
"""A method, then its level; sentences and captions have a colon, a full stop or a tag before it, or go on otherwise."""

TRIED_AS = {
    "Wilson": "Wilson",
    "Wilson of seeds": "Wilson of seeds",
    "Wilson, each by itself": "Wilson",
    "Wilson, with as many games as they count for": "from the cells' intervals",
    "Wilson*": "Wilson",  # "at its widest", where every win is shared alike
    "**": "Goodman, over all seats",  # or Wilson, for one seat
    "*": "inverted test",  # or, while games come in, the asymptotic confidence sequence
    "ABC bootstrap": "ABC bootstrap: mean",
    "ABC bootstrap*": "ABC bootstrap, over all seats",
    "ABC bootstrap over bags": "ABC bootstrap: luck of the bag",
    "ABC bootstrap over seeds": "ABC bootstrap over seeds",
    "ABC bootstrap, paired by seed": "paired: ABC bootstrap",
    "ABC bootstrap or chi-square over walks, noise of the cells taken off": "SALib bootstrap and t",
    "Bonett": "Bonett",
    "Newcombe, paired by seed": "paired: Newcombe",
    "SALib bootstrap over walks, widened for noise of the cells": "SALib bootstrap and t",
    "asymptotic confidence sequence": "asymptotic confidence sequence",
    "asymptotic confidence sequence of counts, each space by itself": "confidence sequence of counts",
    "asymptotic confidence sequence, paired by seed": "asymptotic confidence sequence",
    "confidence sequence*": "confidence sequence",
    "convexity and hybrid resampling": "convexity and hybrid resampling",
    "order statistics": "order statistics",
    "order statistics of the median, at each moment by itself": "order statistics",
    "order statistics, paired by seed": "paired: order statistics",
    "paired t": "paired t",
    "penalised profile likelihood": "penalised profile likelihood",
    "prediction over all seats and styles": "prediction",
    "sandwich, clustered by seed": "sandwich, clustered by seed",
    "score of counts, each space by itself": "score of counts",
    "square-and-add, independent games": "square-and-add, independent games",
    "surface, t": "surfaces drawn",
    "surfaces drawn": "surfaces drawn",
    "t over walks, widened for noise shared by the cells": "SALib bootstrap and t",
}
"""What the names in the code, without their level, are called in the tables: words of a row."""


def texts(path: Path) -> Iterator[str]:
    """Give the texts in a program, docstrings left out, with a star for what is filled in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    within = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value)
                if isinstance(part, ast.Constant)
                else LEVEL
                if re.search(r"\b_?LEVEL\b|\bCONFIDENCE\b", ast.unparse(part), re.IGNORECASE)
                else "*"
                for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (bare | within):
            yield node.value


@pytest.fixture(scope="module")
def names(root: Path) -> set[str]:
    """The intervals' names in the package, without their level."""
    found = {text for path in (root / "caravan").rglob("*.py") for text in texts(path)}
    return {text.replace(f" {LEVEL}", "", 1) for text in found if NAME.match(text)}


def test_every_name_of_an_interval_is_known(names: set[str]) -> None:
    assert names == set(TRIED_AS)


def test_every_interval_is_tried_in_one_of_the_tables() -> None:
    tried = {
        *(case.interval for case in coverage_cases.cases(100)),
        *(case.interval for case in sweep_coverage.CASES),
        *(case.interval for case in tuning_coverage.CASES),
    }
    assert [name for name, row in TRIED_AS.items() if not any(row in one for one in tried)] == []
