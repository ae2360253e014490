"""What is said on a terminal while games are played."""

from __future__ import annotations

from caravan.cli import progress
from caravan.cli.progress import StagedProgress


class Terminal:
    """Remembers what is written."""

    text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


def test_the_part_that_is_played_is_named() -> None:
    terminal = Terminal()
    with StagedProgress(terminal, "asking") as progress:  # type: ignore[arg-type]
        progress.part_plays("beam", 10, 100)
        progress.say("20 of 100 games")
    assert "\rasking" in terminal.text
    assert "\rbeam: 20 of 100 games" in terminal.text
    assert terminal.text.endswith("\r")


def test_each_part_has_a_pace_of_its_own(monkeypatch) -> None:
    clock = iter([0.0, 1.0, 10.0, 12.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    terminal = Terminal()
    with StagedProgress(terminal, "asking") as shown:  # type: ignore[arg-type]
        shown.part_plays("planner", 0, 5000)
        shown.part_plays("planner", 1000, 5000)
        shown.part_plays("beam", 0, 100)
        shown.part_plays("beam", 40, 100)
    assert "planner: 1,000 of 5,000 games, 1,000 games/s, 4 s left" in terminal.text
    assert "beam: 40 of 100 games, 20 games/s, 3 s left" in terminal.text


def test_a_look_before_any_game_is_done_says_nothing_of_the_pace(monkeypatch) -> None:
    clock = iter([0.0, 5.0, 6.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    terminal = Terminal()
    with StagedProgress(terminal, "asking") as shown:  # type: ignore[arg-type]
        shown.part_plays("planner", 0, 100)
        shown.part_plays("planner", 0, 100)
        assert "games/s" not in terminal.text
        shown.part_plays("planner", 60, 100)
    assert "planner: 60 of 100 games, 10 games/s, 4 s left" in terminal.text
