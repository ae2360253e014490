"""A sweep plays every cell, keeps what is finished, goes on where it stopped, and ends with the same bytes."""

from __future__ import annotations

import io
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from small_sweep import TASKS, cut_small, files_in, small_plan

from caravan import simulate
from caravan.blocks import play_run
from caravan.errors import Cancelled, CaravanError, LogError, OutputError
from caravan.measures import find_measure
from caravan.playtest_summary import COLUMNS, as_csv, summary_frame
from caravan.sweeps import Standing, Sweep, SweepPlan, open_sweep, running, store_origin, sweep, work
from caravan.sweeps import store as store_module
from caravan.sweeps.task_file import COLUMNS as TASK_COLUMNS
from caravan.sweeps.task_file import Header, decode, encode, read_header
from caravan.sweeps.tasks import tasks_of
from caravan.sweeps.work import TaskOrder

MEASURES = ("score", "length")


@pytest.fixture(autouse=True)
def _small_and_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    make_small_and_quick(monkeypatch)


def make_small_and_quick(patch: pytest.MonkeyPatch) -> None:
    cut_small(patch)
    patch.setattr(work, "measures_of_a_sweep", lambda: MEASURES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished sweep, not to be changed."""
    out = tmp_path_factory.mktemp("sweep") / "new" / "out"
    with pytest.MonkeyPatch.context() as patch:
        make_small_and_quick(patch)
        sweep(small_plan(), out)
    return out


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    out = tmp_path / "out"
    for name, content in files_in(folder).items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    return out


@pytest.fixture(scope="module")
def done(folder: Path) -> Sweep:
    return open_sweep(folder)


class StopAfter:
    """Says to stop once a number of tasks is in a folder."""

    def __init__(self, folder: Path, tasks: int) -> None:
        self.folder = folder
        self.tasks = tasks

    def __call__(self) -> bool:
        return len(list(self.folder.glob("tasks/*.parquet"))) >= self.tasks


class TestTasks:
    """Tasks."""

    def test_every_game_of_every_cell_is_in_one_task(self) -> None:
        plan = small_plan()
        found = [piece for task in tasks_of(plan) for piece in task.outline]
        playable = [scenario.number for scenario in plan.scenarios() if scenario.request is not None]
        games = [(number, game) for number, first, count in found for game in range(first, first + count)]
        assert games == [(number, game) for number in playable for game in range(plan.games)]

    def test_small_cells_share_a_task_and_large_ones_have_several(self) -> None:
        tasks = list(tasks_of(small_plan()))
        assert [task.number for task in tasks] == list(range(TASKS))
        assert [len(task.pieces) for task in tasks] == [2, *[1] * 8]
        assert [task.games for task in tasks] == [120, 60, 60, 60, 60, 30, 30, 30, 30]
        assert all(task.seconds <= 0.02 for task in tasks)

    def test_a_task_takes_about_a_second(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.undo()
        plan = SweepPlan({"camels": [4, 5], "rare_value": [5, 6]}, games=20_000, players=[2, 4])
        assert all(0.7 < task.seconds <= 1.0 for task in tasks_of(plan))


class TestResults:
    """What a sweep gives."""

    def test_a_cell_that_cant_be_played_is_a_row_with_the_reason(self, done: Sweep) -> None:
        cells = done.cells
        assert list(cells["scenario"]) == list(range(16))
        failed = cells[cells["enter_occupied_cost"] == 5]
        assert set(failed["status"]) == {"failed"}
        assert set(failed["error"]) == {"enter_occupied_cost: 5 is more than a turn's 4 actions (actions_per_turn)"}
        assert set(failed["games"]) == {0}
        assert set(cells.drop(failed.index)["status"]) == {"played"}
        assert set(cells.drop(failed.index)["games"]) == {60}

    @pytest.mark.parametrize("number", [0, 1, 13])
    def test_a_cells_games_are_those_of_its_batch(self, done: Sweep, number: int) -> None:
        request = done.plan.scenario(number).request
        assert request is not None
        alone = simulate(request.rules, request.players, "planner", 60, 5)
        batch = done.batch(number)
        pd.testing.assert_frame_equal(batch.games, alone.games)
        pd.testing.assert_frame_equal(batch.seats, alone.seats)
        pd.testing.assert_frame_equal(batch.events_of(59), alone.events_of(59))

    @pytest.mark.parametrize("number", [1, 12])
    def test_a_cells_measures_are_those_of_its_batch(self, done: Sweep, number: int) -> None:
        text = as_csv(summary_frame(done.batch(number), MEASURES))
        own = done.summary[done.summary["scenario"] == number].drop(columns="scenario")
        assert as_csv(own) == text

    def test_all_measures_are_taken_that_are_quick_and_need_no_log(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.undo()
        names = work.measures_of_a_sweep()
        assert {"first_player_advantage", "score", "length"} <= set(names)
        assert "fair_compensation" not in names
        assert all("events" not in find_measure(name).needs for name in names)

    def test_the_summary_has_the_playtest_summarys_columns(self, done: Sweep) -> None:
        assert tuple(done.summary.columns) == ("scenario", *COLUMNS)
        played = done.cells.loc[done.cells["status"] == "played", "scenario"]
        assert list(done.summary["scenario"].unique()) == list(played)

    def test_memory_gives_the_same_as_a_folder(self, done: Sweep) -> None:
        kept = sweep(small_plan())
        pd.testing.assert_frame_equal(kept.cells, done.cells)
        pd.testing.assert_frame_equal(kept.summary, done.summary)
        pd.testing.assert_frame_equal(kept.batch(13).seats, done.batch(13).seats)

    def test_a_cell_without_games_says_why(self, done: Sweep) -> None:
        with pytest.raises(CaravanError, match="scenario 2 has no games: enter_occupied_cost"):
            done.batch(2)
        with pytest.raises(CaravanError, match="scenario: found 16, allowed is a whole number from 0 to 15"):
            done.batch(16)

    def test_a_task_opens_as_a_table(self, folder: Path) -> None:
        table = pd.read_parquet(folder / "tasks" / "000000.parquet")
        assert tuple(table.columns) == TASK_COLUMNS
        assert len(table) == 2 * 60 * 2
        assert set(table["scenario"]) == {0, 1}
        assert set(table["end_reason"]) <= {"delivery", "deadlock", "turn_limit"}

    def test_the_folder_holds_nothing_else(self, folder: Path) -> None:
        names = sorted(path.name for path in folder.iterdir())
        assert names == ["cells.csv", "plan.toml", "store.toml", "summary.csv", "tasks"]
        assert len(list((folder / "tasks").iterdir())) == TASKS
        assert SweepPlan.read(folder / "plan.toml") == small_plan()

    def test_tables_open_in_a_spreadsheet(self, folder: Path) -> None:
        for name in ("cells.csv", "summary.csv"):
            text = (folder / name).read_bytes().decode("utf-8")
            assert "\r" not in text
            assert text.endswith("\n")
            assert not pd.read_csv(io.StringIO(text)).empty


class TestProgress:
    """How far it has come."""

    def test_it_rises_to_the_end(self, tmp_path: Path) -> None:
        seen: list[Standing] = []
        sweep(small_plan(), tmp_path / "out", progress=seen.append)
        cells, games = [one.cells for one in seen], [one.games for one in seen]
        assert cells == sorted(cells)
        assert games == sorted(games)
        assert (cells[-1], games[-1]) == (16, 8 * 60)
        assert {one.all_cells for one in seen} == {16}

    def test_what_is_there_already_counts_at_once(self, copied: Path) -> None:
        seen: list[Standing] = []
        sweep(small_plan(), copied, progress=seen.append)
        assert seen[-1].cells == 16
        assert seen[-1].games == 8 * 60


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


OWN_BOT = """
class Own:
    def choose(self, game):
        if game.rules.camels == 1 and game.turn > 8:
            raise KeyError("lost")
        return game.legal_actions[0]
"""


class TestOwnBots:
    """Bots written in Python, which may fail."""

    @pytest.fixture
    def plan(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SweepPlan:
        monkeypatch.chdir(tmp_path)
        Path("own.py").write_text(OWN_BOT, encoding="utf-8")
        return SweepPlan({"camels": [1, 2]}, games=2, players=2, bots="own.py:Own,random")

    def test_a_cell_in_which_one_fails_is_a_row_with_its_error_and_the_others_go_on(self, plan: SweepPlan) -> None:
        first = sweep(plan, "out")
        assert list(first.cells["status"]) == ["failed", "played"]
        assert first.cells["error"][0].startswith("bot own.py:Own (seat 1, game 0, turn 9)")
        assert first.cells["error"][0].endswith("failed: KeyError: 'lost'")
        assert set(first.summary["scenario"]) == {1}
        again = sweep(plan, "out")
        pd.testing.assert_frame_equal(again.cells, first.cells)
        pd.testing.assert_frame_equal(open_sweep("out").cells, first.cells)

    def test_one_that_was_changed_meanwhile_is_noticed(self, plan: SweepPlan) -> None:
        sweep(plan, "out")
        Path("own.py").write_text(OWN_BOT + "\n", encoding="utf-8")
        with pytest.raises(OutputError, match=r"holds games of own\.py as it was before it was changed"):
            sweep(plan, "out")
        assert store_origin.own_bots(plan) == ("own.py",)


class TestTaskFiles:
    """The file of a task gives back what went into it."""

    def test_there_and_back(self) -> None:
        request = small_plan().scenario(13).request
        assert request is not None
        blocks = tuple(play_run(request, 7, 120))
        assert [len(block) for block in blocks] == [100, 20]
        header = Header("s1", [[4, 0, 3], [13, 7, 120]], {4: 'no, that\'s "wrong"'})
        content = encode(header, [(13, blocks)])
        assert content == encode(header, [(13, blocks)])
        said = read_header(content)
        assert (said.plan, said.outline, said.errors) == (header.plan, header.outline, header.errors)
        (block,) = decode(content).values()
        assert list(decode(content)) == [13]
        assert block.first == 7
        assert np.array_equal(block.games, np.concatenate([one.games for one in blocks]))
        assert np.array_equal(block.seats, np.concatenate([one.seats for one in blocks]))

    def test_one_in_which_all_failed_has_no_rows(self) -> None:
        content = encode(Header("s1", [[4, 0, 3]], {4: "broken"}), [])
        assert read_header(content).errors == {4: "broken"}
        assert pd.read_parquet(io.BytesIO(content)).empty
