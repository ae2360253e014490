"""A sweep plays every cell of its plan in tasks, keeps what is finished, and says how far it is."""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pytest
from small_sweep import MEASURES, TASKS, small_plan

from caravan import simulate
from caravan.errors import CaravanError, OutputError
from caravan.measures import find_measure
from caravan.playtest_summary import COLUMNS, as_csv, summary_frame
from caravan.sweeps import Standing, Sweep, SweepPlan, open_sweep, store_origin, sweep, work
from caravan.sweeps.task_file import COLUMNS as TASK_COLUMNS
from caravan.sweeps.tasks import tasks_of

pytestmark = pytest.mark.usefixtures("small_and_quick")


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
        assert seen[-1].games == seen[-1].kept_games == 8 * 60
        assert seen[-1].kept_core_seconds == pytest.approx(seen[-1].core_seconds)

    def test_what_this_run_plays_is_told_from_what_was_there(self, copied: Path) -> None:
        (copied / "tasks" / "000003.parquet").unlink()
        seen: list[Standing] = []
        sweep(small_plan(), copied, progress=seen.append)
        assert seen[-1].games - seen[-1].kept_games == 60


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
