"""What several comparisons share is found once."""

from __future__ import annotations

import pytest

from caravan import Rules, simulate
from caravan.comparison import Comparison, Memory
from caravan.comparison import result as results


def test_what_is_remembered_is_made_once() -> None:
    memory = Memory()
    assert [memory.remember("key", lambda number=number: number) for number in (1, 2)] == [1, 1]


def test_what_was_asked_for_last_stays_longest() -> None:
    memory, made = Memory(most=2), []
    for key in ("a", "b", "a", "c", "a", "b"):
        memory.remember(key, lambda key=key: made.append(key))
    assert made == ["a", "b", "c", "b"]


def test_another_margin_measures_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = {name: simulate(rules, bots="planner", games=60, seed=3) for name, rules in RULE_SETS.items()}
    measured = []
    monkeypatch.setattr(results, "summary", _counting(results.summary, measured))

    def judged(margins: dict[str, float], memory: Memory | None) -> Comparison:
        return Comparison(
            RULE_SETS, {"planner": batches}, margins, {"planner": "one"}, {"planner": 60}, only=ONLY, memory=memory
        )

    memory = Memory()
    first = judged({}, memory).difference("length.turns.mean")
    wide = judged({"length": 1000.0}, memory)
    assert wide.verdict(wide.differences("planner", "camels=6")["length.turns.mean", None]) == "practically equal"
    assert len(measured) <= 4
    count = len(measured)
    assert wide.differences("planner", "camels=6")["length.turns.mean", None] == first
    assert len(measured) == count
    assert {label.partition(".")[0] for label, _ in wide.differences("planner", "camels=6")} == {"length"}


RULE_SETS = {"standard": Rules(), "camels=6": Rules(camels=6)}
ONLY = ("length",)


def _counting(summary, measured):  # type: ignore[no-untyped-def]
    def counted(*given, **settings):  # type: ignore[no-untyped-def]
        measured.append(given)
        return summary(*given, **settings)

    return counted
