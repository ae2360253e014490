"""What a visitor may ask for, as whoever starts the server says."""

from __future__ import annotations

from dataclasses import fields

import pytest

from caravan.views.limits import VARIABLES, Limits, LimitsError, read_limits


def test_without_variables_the_limits_are_the_usual_ones() -> None:
    assert read_limits({}) == Limits()
    assert read_limits({"CARAVAN_MOST_RUNS": " "}) == Limits()


def test_every_limit_has_a_variable_whose_range_holds_its_usual_value() -> None:
    assert set(VARIABLES) == {field.name for field in fields(Limits)}
    for name, (_, least, greatest) in VARIABLES.items():
        assert least <= getattr(Limits(), name) <= greatest


def test_a_variable_sets_its_limit() -> None:
    assert read_limits({"CARAVAN_MOST_GAMES": "5_000"}).games == 5000
    assert read_limits({"CARAVAN_MOST_UPLOAD_MB": "5"}).upload_bytes == 5 * 2**20


@pytest.mark.parametrize("text", ["many", "-5", "1e6", "99", "9" * 30, "5.5", "\u0661\u0662\u0663\u0664"])
def test_a_wrong_variable_is_named_with_what_is_allowed(text: str) -> None:
    with pytest.raises(LimitsError, match=r"CARAVAN_MOST_GAMES: found .*, allowed is a whole number from 100 to"):
        read_limits({"CARAVAN_MOST_GAMES": text})


def test_all_wrong_variables_are_named_at_once() -> None:
    with pytest.raises(LimitsError) as caught:
        read_limits({"CARAVAN_MOST_GAMES": "x", "CARAVAN_MOST_RUNS": "y"})
    assert "CARAVAN_MOST_GAMES" in str(caught.value)
    assert "CARAVAN_MOST_RUNS" in str(caught.value)


def test_every_limit_is_in_the_docs(root) -> None:
    text = (root / "docs" / "server.md").read_text(encoding="utf-8")
    for name, (variable, _, _) in VARIABLES.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{variable}`"))
        assert f"{getattr(Limits(), name):,}" in row
