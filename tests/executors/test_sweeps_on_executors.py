"""The same sweep on threads, processes and Dask, stopped and killed in all ways, has the same files to the byte."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from caravan.executors.dask_workers import DaskExecutor
from caravan.executors.processes import ProcessExecutor
from caravan.sweeps import Standing, sweep

HERE = Path(__file__).parent
SMALL = HERE.parent / "sweeps"
sys.path.insert(0, str(SMALL))

from small_sweep import PLAN, TASKS, cut_small, files_in, small_plan  # noqa: E402

SECONDS_TO_COME_SO_FAR = 240


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a run on threads that nothing disturbed."""
    out = tmp_path_factory.mktemp("undisturbed") / "out"
    with pytest.MonkeyPatch.context() as patch:
        cut_small(patch)
        sweep(small_plan(), out)
    return files_in(out)


@pytest.fixture(autouse=True)
def _small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    cut_small(monkeypatch)


def test_processes_make_the_same_files(processes: ProcessExecutor, expected: dict[str, bytes], tmp_path: Path) -> None:
    sweep(small_plan(), tmp_path / "out", executor=processes)
    assert files_in(tmp_path / "out") == expected


def test_a_dask_cluster_makes_the_same_files_though_a_worker_is_killed_in_mid_run(
    dask_workers: DaskExecutor, expected: dict[str, bytes], tmp_path: Path
) -> None:
    killed = []

    def kill_one(standing: Standing) -> None:
        if not killed and standing.games >= standing.all_games // 8:
            killed.append(dask_workers.submit(os.getpid).result())
            os.kill(killed[0], signal.SIGKILL)

    sweep(small_plan(), tmp_path / "out", executor=dask_workers, progress=kill_one)
    assert killed
    assert files_in(tmp_path / "out") == expected


RUN = f"""
import sys, time
sys.path.insert(0, {str(SMALL)!r})

def main():
    import small_sweep
    from caravan.cli import main
    from caravan.sweeps import store, tasks

    tasks.TASK_SECONDS, tasks.MEASURING_SECONDS = small_sweep.TASK_SECONDS, small_sweep.MEASURING_SECONDS
    most = int(sys.argv.pop(1))
    keep = store.FolderStore.keep_task

    def keep_and_stand_still(place, number, content):
        keep(place, number, content)
        if len(list(place.folder.glob("tasks/*.parquet"))) >= most:
            time.sleep(600)

    store.FolderStore.keep_task = keep_and_stand_still
    sys.exit(main())

if __name__ == "__main__":
    main()
"""
"""The command, whose writer stands still once a number of tasks is there, while its workers go on."""


@contextmanager
def run_that_has_come(tasks: int, words: Sequence[object], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the command in a group of processes of its own, until there is a number of tasks."""
    script = folder / "run.py"
    script.write_text(RUN, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script), str(tasks), "sweep", *map(str, words)],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            give_up = time.monotonic() + SECONDS_TO_COME_SO_FAR
            while len(list(folder.glob("out/tasks/*.parquet"))) < tasks:
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < give_up
                time.sleep(0.02)
            yield process
        finally:
            if group_is_alive(process.pid):
                os.killpg(process.pid, signal.SIGKILL)


def group_is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_run_that_is_killed_at_a_third_and_again_at_two_thirds_ends_with_the_same_files(
    expected: dict[str, bytes], tmp_path: Path
) -> None:
    plan, out = tmp_path / "plan.toml", tmp_path / "out"
    plan.write_text(PLAN, encoding="utf-8")
    words = [plan, "--out", out]

    with run_that_has_come(TASKS // 3, [*words, "--processes", "--workers", 1], tmp_path) as run:
        run.kill()
        run.wait()
        give_up = time.monotonic() + 30
        while group_is_alive(run.pid) and time.monotonic() < give_up:
            time.sleep(0.02)
        assert not group_is_alive(run.pid), "workers outlive the run"
    there = files_in(out)
    assert TASKS // 3 <= sum(name.startswith("tasks") for name in there) < 2 * TASKS // 3

    with run_that_has_come(2 * TASKS // 3, words, tmp_path) as run:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    assert "summary.csv" not in files_in(out)
    assert {name: content for name, content in files_in(out).items() if name in there} == there

    sweep(small_plan(), out)
    assert files_in(out) == expected
