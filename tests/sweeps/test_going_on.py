"""A sweep that was stopped goes on and ends with the same bytes; a store that holds something else is left alone."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from small_sweep import PLAN, TASKS, StopAfter, files_in, small_plan

from caravan.errors import Cancelled, CaravanError, LogError, OutputError
from caravan.sweeps import SweepPlan, open_sweep, running, sweep, work
from caravan.sweeps import store as store_module
from caravan.sweeps.work import TaskOrder

pytestmark = pytest.mark.usefixtures("small_and_quick")


class TestGoingOn:
    """A sweep that was stopped, in whatever way, ends with the same bytes."""

    @pytest.mark.parametrize("tasks", [1, TASKS // 2, TASKS - 1])
    def test_after_it_was_told_to_stop(self, folder: Path, tmp_path: Path, tasks: int) -> None:
        out = tmp_path / "out"
        with pytest.raises(Cancelled, match=r"stopped after \d+ of 16 cells"):
            sweep(small_plan(), out, cancel=StopAfter(out, tasks))
        assert not (out / "summary.csv").exists()
        sweep(small_plan(), out)
        assert files_in(out) == files_in(folder)

    def test_an_event_stops_it_too(self, tmp_path: Path) -> None:
        event = threading.Event()
        event.set()
        with pytest.raises(Cancelled):
            sweep(small_plan(), tmp_path / "out", cancel=event)

    def test_only_what_is_missing_is_played(self, copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (copied / "summary.csv").unlink()
        (copied / "tasks" / "000003.parquet").unlink()
        given_out: list[TaskOrder] = []

        def do_and_remember(order: TaskOrder) -> work.TaskResult:
            given_out.append(order)
            return work.do_task(order)

        monkeypatch.setattr(running, "do_task", do_and_remember)
        sweep(small_plan(), copied)
        assert [piece.scenario for order in given_out for piece in order.pieces] == [8]

    def test_under_another_name_the_plan_in_the_folder_is_renamed(self, copied: Path) -> None:
        (copied / "summary.csv").unlink()
        plan = SweepPlan.from_toml(PLAN.replace('"small"', '"renamed"'))
        assert plan.id == small_plan().id
        sweep(plan, copied)
        assert open_sweep(copied).plan.name == "renamed"

    @pytest.mark.parametrize("damage", ["cut", "empty", "gone", "scrambled", "another's"])
    def test_a_task_that_isnt_whole_is_made_again(self, folder: Path, copied: Path, damage: str) -> None:
        (copied / "summary.csv").unlink()
        path = copied / "tasks" / "000006.parquet"
        content = path.read_bytes()
        if damage == "gone":
            path.unlink()
        else:
            path.write_bytes(
                {
                    "cut": content[: len(content) // 2],
                    "empty": b"",
                    "scrambled": content[:300] + bytes(value ^ 255 for value in content[300:2000]) + content[2000:],
                    "another's": (copied / "tasks" / "000005.parquet").read_bytes(),
                }[damage]
            )
        sweep(small_plan(), copied)
        assert files_in(copied) == files_in(folder)

    def test_a_task_that_is_lost_after_the_end_is_made_again(self, folder: Path, copied: Path) -> None:
        (copied / "tasks" / "000000.parquet").unlink()
        with pytest.raises(LogError, match=r"scenario 1: .*000000\.parquet can't be read"):
            open_sweep(copied).batch(1)
        sweep(small_plan(), copied)
        assert files_in(copied) == files_in(folder)

    def test_what_a_killed_run_has_left_is_tidied(self, folder: Path, copied: Path) -> None:
        (copied / "summary.csv").unlink()
        (copied / "summaries").mkdir()
        for name in (
            ".plan.toml.0123abcd.part",
            "tasks/.000003.parquet.0123abcd.part",
            "summaries/.000001.csv.0123abcd.part",
        ):
            (copied / name).write_bytes(b"half")
        (copied / ".lock").touch()
        sweep(small_plan(), copied)
        assert files_in(copied) == files_in(folder)

    def test_an_unfinished_sweep_can_be_read(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        with pytest.raises(Cancelled):
            sweep(small_plan(), out, cancel=StopAfter(out, 4))
        read = open_sweep(out)
        missing = read.cells.loc[read.cells["status"] == "missing", "scenario"].tolist()
        assert missing
        assert set(read.summary["scenario"]).isdisjoint(missing)
        assert len(read.batch(0)) == 60
        with pytest.raises(CaravanError, match=f"scenario {missing[0]} has no games yet"):
            read.batch(missing[0])

    @pytest.mark.parametrize("write", range(4))
    def test_a_disk_that_fills_loses_nothing(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: int
    ) -> None:
        out, numbers, whole = tmp_path / "out", iter(range(1000)), Path.write_bytes

        def until_full(path: Path, data: Any) -> int:
            if next(numbers) < 2 + 5 * write:
                return whole(path, data)
            whole(path, data[:100])
            raise OSError(28, "No space left on device", str(path))

        with monkeypatch.context() as patch:
            patch.setattr(Path, "write_bytes", until_full)
            with pytest.raises(OutputError, match="the disk is full"):
                sweep(small_plan(), out)
        sweep(small_plan(), out)
        assert files_in(out) == files_in(folder)


class TestRefusals:
    """A store that holds something else is left alone."""

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (
                {"games": 70},
                r"holds the sweep of another plan \(games 60 instead of 70\): choose another folder, or go",
            ),
            ({"axes": {"camels": [1, 5]}}, r"the axes common_count with 2 values.* instead of camels with 2 values"),
            ({"seed": 6, "players": 3}, r"seed 5 instead of 6; players 2,4 instead of 3"),
        ],
    )
    def test_of_another_plan(self, copied: Path, change: dict[str, Any], message: str) -> None:
        axes = {"common_count": [3, 9], "enter_occupied_cost": [2, 5], "camels": [1, 5]}
        before = files_in(copied)
        with pytest.raises(OutputError, match=message):
            sweep(SweepPlan(**{"axes": axes, "games": 60, "players": [2, 4], "seed": 5, **change}), copied)
        assert files_in(copied) == before

    def test_of_another_base(self, copied: Path) -> None:
        text = (copied / "plan.toml").read_text(encoding="utf-8").replace("rare_value = 6", "rare_value = 7")
        with pytest.raises(OutputError, match="rare_value 6 instead of 7"):
            sweep(SweepPlan.from_toml(text), copied)

    @pytest.mark.parametrize(
        ("name", "value", "message"),
        [
            ("version", "0.0.9", r"played by caravan '0\.0\.9', and this is .*`pip install caravan-lab==0\.0\.9`"),
            ("code", "0" * 16, "games of other rules and bots than those of this program"),
        ],
    )
    def test_of_another_program(self, copied: Path, name: str, value: str, message: str) -> None:
        path = copied / "store.toml"
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text(
            "\n".join(f'{name} = "{value}"' if line.startswith(f"{name} =") else line for line in lines),
            encoding="utf-8",
        )
        with pytest.raises(OutputError, match=message):
            sweep(small_plan(), copied)

    @pytest.mark.parametrize(
        ("text", "message"),
        [("version = ", "it isn't TOML"), ("plan = 'x'\n", "it doesn't say version, code and own_bots")],
    )
    def test_of_nobody_knows_what(self, copied: Path, text: str, message: str) -> None:
        (copied / "store.toml").write_text(text, encoding="utf-8")
        with pytest.raises(OutputError, match=rf"store\.toml can't be read: {message}; choose another folder"):
            sweep(small_plan(), copied)

    def test_of_other_results(self, tmp_path: Path) -> None:
        (tmp_path / "summary.csv").write_text("mine", encoding="utf-8")
        with pytest.raises(OutputError, match=r"already holds summary\.csv of something else; choose another folder"):
            sweep(small_plan(), tmp_path)
        assert files_in(tmp_path) == {"summary.csv": b"mine"}

    def test_that_is_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "out").touch()
        with pytest.raises(OutputError, match=r"out.* can't be written: a part of the path is a file, not a folder"):
            sweep(small_plan(), tmp_path / "out")

    def test_in_which_another_run_is_at_work(self, copied: Path) -> None:
        pytest.importorskip("fcntl")
        with (
            store_module.FolderStore.of_plan(copied, small_plan()).at_work(),
            pytest.raises(OutputError, match="another run is at work in"),
        ):
            sweep(small_plan(), copied)

    def test_a_folder_without_a_sweep_cant_be_opened(self, tmp_path: Path) -> None:
        with pytest.raises(LogError, match=r"store\.toml can't be read: there is no such file"):
            open_sweep(tmp_path)
        with pytest.raises(LogError, match="there is no such folder"):
            open_sweep(tmp_path / "none")
