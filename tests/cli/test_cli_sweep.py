"""``caravan sweep``: said beforehand, gone on with by the same command, told at the end; mistakes in words."""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pytest
from running import Command, one_line

import caravan.cli.sweep as command
from caravan.cli.folder import SWEEP_FILES
from caravan.cli.sweep_words import SweepProgress, beforehand, outcome, standing_line
from caravan.executors import dask_workers
from caravan.sweeps import Standing

PLAN = """
name = "thefts"
games = 30
players = 2
bots = "grabber"
[axes]
steal_cost = [1, 2]
enter_empty_cost = [1, 5]
"""
"""Half of its four cells can't be played."""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    return path


@pytest.fixture
def no_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what comes after the games, which takes a second."""
    monkeypatch.setattr(command, "_findings", lambda *given: ["So it is."])


def contents(folder: Path) -> dict[str, bytes]:
    """All files but the page, in which Bokeh goes on counting its parts through one process."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "sweep.html"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_a_folder_gets_the_page_the_tables_and_the_games(caravan: Command, plan: Path) -> None:
    out = plan.parent / "new" / "out"
    ran = caravan("sweep", plan, "--out", out)
    assert (ran.code, ran.err) == (0, "")
    first, second, *rest = ran.out.splitlines()
    assert first.startswith("thefts: 4 cells, 120 games, about ")
    assert second == "2 cells played, 60 games"
    assert rest[:2] == [
        "2 cells failed:",
        "  2 cells (1, 3): enter_empty_cost: 5 is more than a turn's 4 actions (actions_per_turn)",
    ]
    assert any(line.startswith("- ") for line in rest)
    assert rest[-1].endswith(f"are in {out}")
    assert sorted(path.name for path in out.iterdir()) == sorted(SWEEP_FILES)
    page = (out / "sweep.html").read_text(encoding="utf-8")
    assert "<html" in page
    assert "<pre>caravan sweep plan.toml --out again</pre>" in page
    before = contents(out)
    assert caravan("sweep", plan, "--out", out).out == ran.out
    assert contents(out) == before


@pytest.mark.usefixtures("no_analysis")
def test_the_plan_in_the_folder_goes_on_with_it(caravan: Command, plan: Path) -> None:
    out = plan.parent / "out"
    assert caravan("sweep", plan, "--out", out).code == 0
    before = contents(out)
    assert caravan("sweep", out / "plan.toml", "--out", out).code == 0
    assert contents(out) == before


@pytest.mark.usefixtures("no_analysis")
def test_without_a_folder_nothing_is_written(caravan: Command, plan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(plan.parent)
    ran = caravan("sweep", "plan.toml", "--workers", 1)
    assert (ran.code, ran.err) == (0, "")
    assert "on 1 worker\n" in ran.out
    assert [path.name for path in plan.parent.iterdir()] == ["plan.toml"]


@pytest.mark.usefixtures("no_analysis")
def test_a_long_sweep_waits_for_a_word(caravan: Command, plan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = plan.parent / "out"
    plan.write_text(PLAN.replace("games = 30", "games = 300_000_000"), encoding="utf-8")
    ran = caravan("sweep", plan, "--out", out, "--workers", 2)
    assert (ran.code, ran.out) == (2, "")
    assert one_line(ran).startswith("caravan sweep: thefts: 4 cells, 1,200,000,000 games, about ")
    assert one_line(ran).endswith(" on 2 workers: more than an hour; --large begins it all the same")
    assert not out.exists()
    monkeypatch.setattr(command, "SECONDS_UNASKED", 0.0)
    plan.write_text(PLAN, encoding="utf-8")
    assert caravan("sweep", plan).code == 2
    assert caravan("sweep", plan, "--large").code == 0


MANY = """steal_cost = {from = 0, to = 20}
camels = {from = 1, to = 10}
rare_value = {from = 0, to = 50}
common_value = {from = 0, to = 99}"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("steal_cost", "steal_cots", "did you mean 'steal_cost'?"),
        ("[1, 2]", "[]", "steal_cost"),
        ("games = 30", "games = 0", "games: found 0, allowed is a whole number from 1"),
        ("steal_cost = [1, 2]", MANY.replace("99", "50"), "1,092,420 cells, 32,772,600 games, about "),
    ],
    ids=["unknown", "empty", "no games", "a million cells"],
)
def test_a_plan_that_cant_be_meant(caravan: Command, plan: Path, old: str, new: str, message: str) -> None:
    plan.write_text(PLAN.replace(old, new), encoding="utf-8")
    ran = caravan("sweep", plan, "--out", plan.parent / "out")
    assert (ran.code, ran.out) == (2, "")
    assert message in one_line(ran)
    assert [path.name for path in plan.parent.iterdir()] == ["plan.toml"]


def test_a_plan_that_isnt_there(caravan: Command, tmp_path: Path) -> None:
    ran = caravan("sweep", tmp_path / "none.toml")
    assert ran.code == 2
    assert "there is no such file" in one_line(ran)


@pytest.mark.usefixtures("no_analysis")
def test_the_folder_of_another_plan_is_left_alone(caravan: Command, plan: Path) -> None:
    out = plan.parent / "out"
    assert caravan("sweep", plan, "--out", out).code == 0
    before = contents(out)
    plan.write_text(PLAN.replace("games = 30", "games = 31"), encoding="utf-8")
    ran = caravan("sweep", plan, "--out", out)
    assert ran.code == 2
    assert "holds the sweep of another plan (games 30 instead of 31): choose another folder, or go on" in one_line(ran)
    assert contents(out) == before


@pytest.mark.usefixtures("no_analysis")
def test_other_commands_leave_a_sweeps_folder_alone(caravan: Command, plan: Path) -> None:
    out = plan.parent / "out"
    assert caravan("sweep", plan, "--out", out).code == 0
    before = contents(out)
    for words in ([], ["--overwrite"]):
        assert caravan("simulate", "--games", 2, "--out", out, *words).code == 2
    assert contents(out) == before


@pytest.mark.usefixtures("no_analysis")
def test_a_full_disk_loses_nothing_and_the_command_to_go_on_is_named(
    caravan: Command, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, whole, numbers = plan.parent / "out", Path.write_bytes, iter(range(100))

    def until_full(path: Path, data: bytes) -> int:
        if next(numbers) < 3:  # the plan, what it is made from, the only task
            return whole(path, data)
        raise OSError(28, "No space left on device", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", until_full)
        ran = caravan("sweep", plan, "--out", out, "--workers", 1)
    assert ran.code == 2
    assert "can't be written: the disk is full; what is finished (" in one_line(ran)
    assert one_line(ran).endswith(
        f" of 4 cells, 0 of 120 games) is kept in {out}, and this goes on from there: "
        f"caravan sweep {plan} --out {out} --workers 1"
    )
    kept = {name: data for name, data in contents(out).items() if name.startswith("tasks")}
    assert list(kept) == ["tasks/000000.parquet"]
    assert caravan(*one_line(ran).rpartition(": caravan ")[2].split()).code == 0
    assert contents(out)["tasks/000000.parquet"] == kept["tasks/000000.parquet"]


@pytest.mark.usefixtures("no_analysis")
def test_after_ctrl_c_the_command_to_go_on_is_named(
    caravan: Command, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, stands = plan.parent / "out", SweepProgress.stands

    def interrupted(progress: SweepProgress, now: Standing) -> None:
        stands(progress, now)
        if now.games:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(SweepProgress, "stands", interrupted)
        ran = caravan("sweep", plan, "--out", out)
    assert ran.code == 130
    assert one_line(ran) == (
        f"caravan sweep: stopped; what is finished (4 of 4 cells, 60 of 120 games) is kept in {out}, "
        f"and this goes on from there: caravan sweep {plan} --out {out}"
    )
    assert caravan("sweep", plan, "--out", out).code == 0


def test_a_scheduler_that_doesnt_answer(caravan: Command, plan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_workers, "SECONDS_TO_ANSWER", 0.3)
    ran = caravan("sweep", plan, "--out", plan.parent / "out", "--dask", "tcp://127.0.0.1:9")
    assert ran.code == 2
    assert one_line(ran) == (
        "caravan sweep: no Dask scheduler answers at tcp://127.0.0.1:9; one is started by `dask scheduler`, which "
        "prints its address"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--dask", "plan.toml"), "--dask: found 'plan.toml', allowed is a scheduler's address, as in tcp://"),
        (("plan.toml", "--dask", "--processes"), "--processes: not allowed with argument --dask"),
        (("plan.toml", "--workers", 0), "--workers: found '0', allowed is a whole number from 1 to 1024"),
        ((), "the following arguments are required: PLAN"),
    ],
)
def test_what_cant_be_asked_for(caravan: Command, words: tuple[object, ...], message: str) -> None:
    ran = caravan("sweep", *words)
    assert ran.code == 2
    assert message in one_line(ran)


class TestWords:
    """What is said."""

    def test_beforehand(self) -> None:
        assert beforehand("", 1, 40, 0.1, 1) == "1 cell, 40 games, about 1 s on 1 worker"
        assert (
            beforehand("goods", 200, 100_000, 70.4, 2)
            == "goods: 200 cells, 100,000 games, about 1 min 10 s on 2 workers"
        )

    def test_on_the_way(self) -> None:
        now = Standing(60, 200, 30_000, 100_000, 12.0, 42.0)
        assert standing_line(now, 10.0) == "60 of 200 cells, 30,000 of 100,000 games, 3,000 games/s, 25 s left"

    def test_what_an_earlier_run_had_played_says_nothing_of_the_pace(self) -> None:
        begun = Standing(10, 200, 5_000, 100_000, 2.0, 42.0, 5_000, 2.0)
        assert standing_line(begun, 10.0) == "10 of 200 cells, 5,000 of 100,000 games"
        now = Standing(60, 200, 30_000, 100_000, 12.0, 42.0, 5_000, 2.0)
        assert standing_line(now, 10.0) == "60 of 200 cells, 30,000 of 100,000 games, 2,500 games/s, 30 s left"

    def test_on_a_terminal_the_line_is_written_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        moments = iter([0.0, 10.0])
        monkeypatch.setattr("caravan.cli.sweep_words.time.monotonic", lambda: next(moments))
        screen = io.StringIO()
        monkeypatch.setattr(screen, "isatty", lambda: True, raising=False)
        progress = SweepProgress(screen, "")
        assert progress.kept is None
        progress.stands(Standing(0, 4, 0, 100, 0.0, 8.0))
        progress.stands(Standing(1, 4, 25, 100, 2.0, 8.0))
        assert screen.getvalue() == "\r1 of 4 cells, 25 of 100 games, 2 games/s, 30 s left"
        assert progress.kept == "1 of 4 cells, 25 of 100 games"

    @pytest.fixture
    def cells(self) -> pd.DataFrame:
        errors = ["", *"bbcabbbbb", "dear", "e"]
        status = ["failed" if error else "played" for error in errors]
        return pd.DataFrame({"scenario": range(12), "games": [10, *[0] * 11], "status": status, "error": errors})

    def test_each_reason_is_told_once_with_a_count(self, cells: pd.DataFrame) -> None:
        assert outcome(cells, ["So it is."]).splitlines() == [
            "1 cell played, 10 games",
            "11 cells failed:",
            "  7 cells (1, 2, 5, 6, 7, 8, ...): b",
            "  cell 3: c",
            "  cell 4: a",
            "  ... and 2 cells more, for other reasons, listed in cells.csv",
            "",
            "- So it is.",
        ]

    def test_sentences_are_broken_into_lines_that_stand_under_each_other(
        self, cells: pd.DataFrame, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        said = outcome(cells, ["So it is with all of the parameters that were varied.", "Or not."]).splitlines()
        assert said[-3:] == ["- So it is with all of the parameters", "  that were varied.", "- Or not."]


FAILING = """
class Own:
    def choose(self, game):
        if game.rules.camels == 1:
            raise KeyError("lost")
        return game.legal_actions[0]
"""


@pytest.mark.usefixtures("no_analysis")
def test_a_script_can_tell_whether_cells_failed_that_can_be_played(
    caravan: Command, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(plan.parent)
    assert caravan("sweep", plan).code == 0  # two of its cells can't be played, which is no failure
    Path("own.py").write_text(FAILING, encoding="utf-8")
    own = 'games = 1\nplayers = 2\nbots = "own.py:Own,random"\n[axes]\ncamels = [1, 2]\n'
    plan.write_text(own, encoding="utf-8")
    ran = caravan("sweep", plan)
    assert ran.code == 1
    assert "cell 0: bot own.py:Own" in ran.out
    plan.write_text(PLAN.replace("[1, 5]", "[5, 6]"), encoding="utf-8")
    assert caravan("sweep", plan).code == 1
