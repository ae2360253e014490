"""Speed, on one core.

Games are timed by the processor's time of this process, the best of several rounds: what else the machine does can only
slow it down.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from benchmarks.figures import Figure
from benchmarks.workloads import GamesWithoutLog, StateCopies, UniformPlay
from caravan.batch import BatchRequest, simulate

Report = Callable[[Figure], None]

PLANNER_GAMES = 1000
COPIES = 1_000_000
SEARCHING = {"beam": (10.0, 60), "rollout": (10.0, 60), "expert": (20.0, 60), "expert:deep": (2.0, 12)}
"""Games a second that each should reach, and how many games are timed."""

by_processor_time = pytest.mark.benchmark(timer=time.process_time)


@by_processor_time
@pytest.mark.parametrize("players", [2, 3, 4])
def test_uniform_random_play(benchmark: Any, report: Report, players: int) -> None:
    play, games = UniformPlay(players), 1500
    play(1)
    actions = benchmark.pedantic(play, args=(games,), rounds=15)
    rate = actions / benchmark.stats["min"]
    report(Figure(f"uniform random play, {players} players", rate / 1e6, 10.0, "million actions/s", True))


@by_processor_time
@pytest.mark.parametrize("players", [2, 3, 4])
def test_planner_games_with_their_log_and_tables(benchmark: Any, report: Report, players: int) -> None:
    with ThreadPoolExecutor(1) as one_thread:
        simulate(players=players, games=1, executor=one_thread)
        benchmark.pedantic(
            simulate, kwargs={"players": players, "games": PLANNER_GAMES, "executor": one_thread}, rounds=7
        )
    rate = PLANNER_GAMES / benchmark.stats["min"]
    report(Figure(f"planner against itself, {players} players", rate, 2000.0, "games/s", True))


@by_processor_time
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bot", list(SEARCHING))
def test_games_of_bots_that_search(benchmark: Any, report: Report, bot: str, players: int) -> None:
    target, games = SEARCHING[bot]
    with ThreadPoolExecutor(1) as one_thread:
        played = {"players": players, "bots": bot, "executor": one_thread}
        simulate(**played, games=1)
        benchmark.pedantic(simulate, kwargs={**played, "games": games}, rounds=2)
    report(Figure(f"{bot} against itself, {players} players", games / benchmark.stats["min"], target, "games/s", True))


@by_processor_time
def test_frames_beside_games_without_a_log(benchmark: Any, report: Report) -> None:
    request = BatchRequest(games=PLANNER_GAMES)
    play_without_log = GamesWithoutLog(request)
    seconds_without_log: list[float] = []

    def time_without_log() -> None:
        start = time.process_time()
        assert play_without_log() == request.games
        seconds_without_log.append(time.process_time() - start)

    def build_all_frames() -> int:
        batch = simulate(games=request.games, executor=one_thread)
        return len(batch.games) + len(batch.seats) + len(batch.events)

    with ThreadPoolExecutor(1) as one_thread:
        build_all_frames()
        play_without_log()
        benchmark.pedantic(build_all_frames, setup=time_without_log, rounds=15)
    bare, full = min(seconds_without_log), benchmark.stats["min"]
    detail = f"{request.games:,} planner games: {full:.3f} s, without a log {bare:.3f} s"
    report(Figure("all frames built, beside no log", full / bare, 1.3, "times", False, detail))


@by_processor_time
def test_copying_a_position(benchmark: Any, report: Report) -> None:
    copy = StateCopies()
    copy(1)
    benchmark.pedantic(copy, args=(COPIES,), rounds=15)
    report(Figure("copying a position", benchmark.stats["min"] / COPIES * 1e9, 20.0, "ns", False))


def test_importing_the_package_in_a_fresh_process(benchmark: Any, report: Report) -> None:
    code = "import time; start = time.perf_counter(); import caravan; print(time.perf_counter() - start)"
    seconds: list[float] = []

    def import_afresh() -> None:
        printed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        seconds.append(float(printed))

    benchmark.pedantic(import_afresh, rounds=11)
    detail = f"median of {len(seconds)}; the whole process {benchmark.stats['median']:.2f} s"
    report(Figure("import caravan", statistics.median(seconds), 0.3, "s", False, detail))
