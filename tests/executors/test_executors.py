"""Threads, processes and Dask workers play the same games, and are had, lost and let go of in words."""

from __future__ import annotations

import importlib.util
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import errands
import numpy as np
import pytest

from caravan.batch import BatchRequest, simulate
from caravan.blocks import Block, PacedSizes, is_apart, play_blocks, workers_of
from caravan.errors import CaravanError, WorkersError
from caravan.executors import dask_workers as dask_module
from caravan.executors import open_executor
from caravan.executors import processes as process_module
from caravan.executors.processes import ProcessExecutor, process_executor
from caravan.executors.same_code import code_here, require_same

REQUEST = BatchRequest(None, 2, "grabber,random", 150, 11)


@pytest.fixture(scope="module")
def expected() -> Block:
    (block,) = play_blocks(REQUEST, block_size=REQUEST.games)
    return block


@pytest.fixture(params=["processes", "dask_workers"])
def apart(request: pytest.FixtureRequest) -> Executor:
    """An executor whose workers are other processes."""
    executor: Executor = request.getfixturevalue(request.param)
    return executor


def test_workers_in_other_processes_play_the_same_games(apart: Executor, expected: Block) -> None:
    assert is_apart(apart)
    assert workers_of(apart) == 2
    blocks = list(play_blocks(REQUEST, executor=apart))
    assert np.array_equal(np.concatenate([block.games for block in blocks]), expected.games)
    assert np.array_equal(np.concatenate([block.seats for block in blocks]), expected.seats)
    assert expected.rows is not None
    rows = [block.rows for block in blocks if block.rows is not None]
    assert np.concatenate(rows).tobytes() == expected.rows.tobytes()


def test_logs_stay_where_they_are_made_if_nobody_wants_them(processes: Executor, expected: Block) -> None:
    blocks = list(play_blocks(REQUEST, executor=processes, with_log=False))
    assert all(block.rows is None for block in blocks)
    assert np.array_equal(np.concatenate([block.seats for block in blocks]), expected.seats)
    batch = simulate(None, 2, "grabber,random", 20, 11, executor=processes, event_memory=0)
    assert batch.events.equals(simulate(None, 2, "grabber,random", 20, 11).events)


def test_an_error_of_a_task_comes_back_as_it_is(apart: Executor) -> None:
    with pytest.raises(ValueError, match="these words"):
        apart.submit(errands.fail, "these words").result()


def test_workers_leave_ctrl_c_to_whoever_started_them(apart: Executor) -> None:
    assert apart.submit(errands.ignores_ctrl_c).result()


def test_the_task_of_a_worker_that_is_lost_is_done_by_another(tmp_path: Path) -> None:
    with process_executor(1) as executor:
        before = executor.submit(os.getpid).result()
        lost = executor.submit(errands.die_at_first, tmp_path / "mark")
        waiting = executor.submit(os.getpid)
        assert lost.result(timeout=120) not in (before, os.getpid())
        assert waiting.result(timeout=120) == lost.result()


def test_a_task_that_takes_every_worker_along_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "LOST_AT_MOST", 1)
    with process_executor(1) as executor:
        doomed = executor.submit(errands.die)
        with pytest.raises(WorkersError, match=r"a task was lost 2 times, each time with the process that did it"):
            doomed.result(timeout=120)


def test_what_cant_be_sent_is_said_in_words(processes: Executor) -> None:
    with pytest.raises(WorkersError, match=r"can't be sent to another process.*my_bots\.py"):
        processes.submit(lambda: None).result()


def test_a_task_that_is_called_back_before_it_is_begun_isnt_done(processes: ProcessExecutor, tmp_path: Path) -> None:
    futures: list[Future[Any]] = [processes.submit(errands.sleep, 0.2) for _ in range(12)]
    called_back = processes.submit((tmp_path / "done").touch)
    assert called_back.cancel()
    for future in futures:
        future.result()
    assert not (tmp_path / "done").exists()


PARENT = """
import os, sys, time
from caravan.executors import open_executor
sys.path.insert(0, sys.argv[1])
import errands
if __name__ == "__main__":
    with open_executor("processes", 1) as executor:
        pid = executor.submit(os.getpid).result()
        executor.submit(errands.sleep, 600)
        print(pid, flush=True)
        if sys.argv[2] == "stay":
            time.sleep(600)
        raise SystemExit(3)
"""


@pytest.fixture
def parent(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A process that has given a worker a task of ten minutes, and the worker's number."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    words = [sys.executable, str(script), str(Path(__file__).parent), request.param]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process, int(process.stdout.readline())
        process.kill()


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ends(pid: int) -> bool:
    give_up = time.monotonic() + 30
    while is_alive(pid) and time.monotonic() < give_up:
        time.sleep(0.02)
    return not is_alive(pid)


@pytest.mark.parametrize("parent", ["stay"], indirect=True)
def test_workers_dont_outlive_a_process_that_is_killed(parent: tuple[subprocess.Popen[str], int]) -> None:
    process, worker = parent
    process.send_signal(signal.SIGKILL)
    assert ends(worker)


@pytest.mark.parametrize("parent", ["leave"], indirect=True)
def test_after_an_error_workers_end_in_the_middle_of_what_they_do(parent: tuple[subprocess.Popen[str], int]) -> None:
    process, worker = parent
    _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (3, "")
    assert ends(worker)


def test_a_worker_with_other_code_does_nothing(apart: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tuple((name, "0.0.1" if name == "numpy" else version) for name, version in code_here())
    monkeypatch.setattr(apart, "_code", other)
    with pytest.raises(WorkersError, match=r"has numpy .* instead of 0\.0\.1.*could differ"):
        apart.submit(os.getpid).result()


def test_all_that_differs_is_named() -> None:
    here = (("caravan", "2"), ("rules and bots", "ab"), ("Python", "3.13"))
    with pytest.raises(WorkersError) as caught:
        require_same(here, (("caravan", "1"), ("Python", "3.13")), "the Dask worker tcp://10.0.0.7:40000")
    assert str(caught.value) == (
        "the Dask worker tcp://10.0.0.7:40000 has caravan 1 instead of 2, rules and bots none instead of ab, so its "
        "games could differ; install the same there as here, or start the workers again"
    )


def test_a_cluster_that_is_there_is_used_and_left(scheduler: str, expected: Block) -> None:
    with open_executor("dask", scheduler=scheduler) as executor:
        assert workers_of(executor) == 2
        blocks = list(play_blocks(REQUEST, executor=executor, block_size=75))
    assert np.array_equal(np.concatenate([block.games for block in blocks]), expected.games)
    with open_executor("dask", scheduler=scheduler) as executor:
        assert executor.submit(os.getpid).result() != os.getpid()


def test_workers_of_a_cluster_with_other_code_are_named_before_any_work(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = code_here()
    monkeypatch.setattr(dask_module, "require_same", lambda _, there, whose: require_same(OTHER(here), there, whose))
    with pytest.raises(WorkersError, match=r"the Dask worker tcp://127\.0\.0\.1:\d+ has rules and bots"):
        open_executor("dask", scheduler=scheduler).__enter__()


def OTHER(here: Any) -> Any:
    return tuple((name, "other" if name == "rules and bots" else version) for name, version in here)


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of something that takes calls and never says a word."""
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        ear.listen()
        yield f"tcp://127.0.0.1:{ear.getsockname()[1]}"


@pytest.fixture
def nobody() -> str:
    """An address at which nobody is."""
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        return f"tcp://127.0.0.1:{ear.getsockname()[1]}"


@pytest.mark.parametrize("whom", ["silent", "nobody"])
def test_a_scheduler_that_doesnt_answer_is_an_error_in_words(
    whom: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dask_module, "SECONDS_TO_ANSWER", 0.6)
    address = request.getfixturevalue(whom)
    with pytest.raises(WorkersError, match=f"no Dask scheduler answers at {address}"):
        open_executor("dask", scheduler=address).__enter__()
    assert capfd.readouterr() == ("", "")


def test_it_is_waited_for_less_than_ten_seconds() -> None:
    assert dask_module.SECONDS_TO_ANSWER < 10


def test_a_scheduler_without_workers_is_an_error_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed: Any = pytest.importorskip("distributed")
    monkeypatch.setattr(dask_module, "SECONDS_TO_ANSWER", 1)
    settings = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(n_workers=0, processes=False, scheduler_kwargs=settings, silence_logs=50) as cluster:
        address = cluster.scheduler_address
        with pytest.raises(WorkersError, match="has no workers; one is started by `dask worker"):
            open_executor("dask", scheduler=address).__enter__()


def test_an_address_that_is_none_is_an_error_in_words() -> None:
    with pytest.raises(WorkersError, match=r"isn't the address of a Dask scheduler, such as tcp://"):
        open_executor("dask", scheduler="carrier-pigeon://coop:7").__enter__()


def test_without_dask_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(WorkersError, match=r"pip install 'caravan-lab\[dask\]'"):
        open_executor("dask").__enter__()


def test_dasks_loggers_are_as_before_afterwards(scheduler: str) -> None:
    before = {name: logging.getLogger(name).level for name in ("distributed", "distributed.client", "asyncio")}
    with open_executor("dask", scheduler=scheduler):
        pass
    assert {name: logging.getLogger(name).level for name in before} == before


def test_threads_are_as_many_as_asked_for() -> None:
    with open_executor("threads", 3) as executor:
        assert workers_of(executor) == 3
        assert not is_apart(executor)
        assert executor.submit(os.getpid).result() == os.getpid()


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("process",), "found 'process', allowed is threads, processes or dask; did you mean 'processes'?"),
        (("threads", 0), "workers: found 0, allowed is a whole number from 1 to 1024"),
        (("threads", None, "tcp://a:1"), "scheduler: only dask has one, not threads"),
        (("dask", 2, "tcp://a:1"), "workers: a cluster that is there already has its own; leave the number out"),
    ],
)
def test_what_cant_be_asked_for(asked: tuple[Any, ...], message: str) -> None:
    with pytest.raises(CaravanError) as caught:
        open_executor(*asked).__enter__()
    assert str(caught.value).removeprefix("executor: ") == message


class TestSizes:
    """Blocks for other processes grow until they take a while, and shrink towards the end."""

    def test_slow_games_go_out_one_by_one(self) -> None:
        sizes = PacedSizes(1000, 2)
        sizes.took(16, 160.0)
        assert next(iter(sizes)) == 1

    def test_quick_games_go_out_many_at_a_time_but_growing(self) -> None:
        sizes = PacedSizes(100_000, 2)
        sizes.took(16, 0.001)
        assert next(iter(sizes)) == 64

    def test_towards_the_end_everyone_gets_some(self) -> None:
        sizes = PacedSizes(400, 2)
        for _ in range(5):
            sizes.took(1000, 0.1)
        given = list(sizes)
        assert sum(given) == 400
        assert given[0] == 250
        assert given == sorted(given, reverse=True)
