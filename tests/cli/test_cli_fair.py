"""``caravan fair``: tables and sentences for people, files, errors in words."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pandas as pd
import pytest
from running import Command, one_line

from caravan import Rules
from caravan.balance import FAIR_COLUMNS, screening

SHORT = ("--set", "actions_per_turn=2", "--set", "opening_actions=none", "--set", "common_count=2", "--players", 2)
FEW = (*SHORT, "--bots", "planner,grabber", "--games", "planner=60,grabber=40", "--seed", 3)


@pytest.fixture(autouse=True)
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screening, "ROUNDS", ((10, 2),))


def test_it_tells_what_makes_the_seats_equal_and_whether_it_does(caravan: Command, tmp_path: Path) -> None:
    ran = caravan("fair", *FEW, "--out", tmp_path / "out", "--workers", 1)
    assert (ran.code, ran.err) == (0, "")
    for words in (
        "A fair start for 2 players: each style against itself, seed 3",
        "Games under each start: planner 60, grabber 40.",
        "As it is: each seat's share of the wins, less a fair 50%",
        "Points that would make the seats equal",
        "Played with the points",
        "had to lie within",
        "Played with the opening",
        "typically",
        "Agreed: two styles or more",
    ):
        assert words in ran.out, words
    assert "The games are too few to tell whether it holds" in ran.out or "It doesn't hold for" in ran.out
    assert "It holds" not in ran.out
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "fair.csv", "fair.toml", "rules.toml", "with_opening.toml", "with_points.toml",
    ]  # fmt: skip
    frame = pd.read_csv(tmp_path / "out" / "fair.csv")
    assert list(frame.columns) == list(FAIR_COLUMNS)
    settings = tomllib.loads((tmp_path / "out" / "fair.toml").read_text(encoding="utf-8"))
    assert settings["games_suffice"] is False
    assert settings["games"] == {"planner": 60, "grabber": 40}
    recommended = {"now": None, "points": "with_points.toml", "opening": "with_opening.toml"}[settings["recommended"]]
    if recommended is not None:
        assert Rules.read(tmp_path / "out" / "rules.toml") == Rules.read(tmp_path / "out" / recommended)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--games", "3"), "games: found 3 for planner, allowed is 20 or more"),
        (("--bots", "planer"), "did you mean 'planner'?"),
        (("standart",), "there is no preset and no file 'standart'; did you mean 'standard'?"),
        (("--players", "7"), "players: must be a whole number from 2 to 4, not 7"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(caravan: Command, words: tuple[str, ...], said: str) -> None:
    ran = caravan("fair", *words)
    assert ran.code == 2
    assert said in one_line(ran)
