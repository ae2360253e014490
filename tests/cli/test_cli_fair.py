"""``caravan fair``: tables and sentences for people, files, errors in words."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pandas as pd
import pytest
from running import Command, one_line

from caravan import Rules
from caravan.balance import FAIR_COLUMNS, screening, starts

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


def test_what_had_finished_when_it_was_stopped_is_kept_and_marked(
    caravan: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr(starts, "screen", interrupted)
        ran = caravan("fair", *FEW, "--out", out, "--workers", 1)
        without = caravan("fair", *FEW, "--workers", 1)
        patch.setattr(starts, "_played", interrupted)
        at_once = caravan("fair", *FEW, "--out", tmp_path / "none", "--workers", 1)
    assert (ran.code, without.code, at_once.code) == (130, 130, 130)
    assert one_line(ran) == (
        f"caravan fair: stopped; what had finished (planner as it is, grabber as it is) is in "
        f"{out / 'fair_unfinished.csv'}, marked as unfinished; the command begins anew"
    )
    assert "finished were planner as it is, grabber as it is; nothing is kept, as there is no --out" in without.err
    assert "so nothing is kept" in one_line(at_once)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert [path.name for path in out.iterdir()] == ["fair_unfinished.csv"]
    kept = pd.read_csv(out / "fair_unfinished.csv")
    assert set(kept["verdict"]) == {"unfinished"}
    assert caravan("fair", *FEW, "--out", out, "--workers", 1).code == 0
    assert not (out / "fair_unfinished.csv").exists()
    now = pd.read_csv(out / "fair.csv").query("step == 'now'")
    assert now["value"].tolist() == kept["value"].tolist()


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


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
