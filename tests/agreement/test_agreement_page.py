"""What docs/agreement.md says about the numbers of games is so."""

from __future__ import annotations

from pathlib import Path

from caravan.agreement import VERDICT_COLUMNS, styles, usual_games
from caravan.bots.styles import STYLES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "agreement.md"


def rows(heading: str) -> list[list[str]]:
    section = PAGE.read_text(encoding="utf-8").split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_games_of_slow_styles_are_listed() -> None:
    listed = {bot: int(games.replace(",", "")) for bot, games in rows("Who is asked, and how often")}
    assert listed.pop("a bot of your own") == usual_games("my_bot.py:MyBot")
    assert listed.pop("any other") == usual_games("planner")
    assert listed == dict(styles._GAMES)


def test_the_families_are_listed() -> None:
    listed = {family: bots.replace("`", "").split(", ") for family, bots in rows("Who thinks alike")}
    families: dict[str, list[str]] = {}
    for style in STYLES.values():
        families.setdefault(style.family, []).append(style.name)
    assert listed == families


def test_the_columns_of_the_verdicts_are_listed() -> None:
    listed = [name for names, _ in rows("`verdicts.csv`") for name in names.replace("`", "").split(", ")]
    assert listed == list(VERDICT_COLUMNS)
