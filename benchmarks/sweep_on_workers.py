"""A large sweep on some workers: ``python -m benchmarks.sweep_on_workers processes 2 FOLDER``.

It prints how many seconds the sweep took, once the workers were there and had loaded what is compiled, and the peak
memory of this process in GB.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from caravan.executors import open_executor
from caravan.sweeps import SweepPlan, sweep

GAMES = 500
AXES = {
    "rare_value": {"from": 4, "to": 8},
    "camels": {"from": 3, "to": 7},
    "actions_per_turn": {"from": 3, "to": 6},
    "demand_value": [1, 2],
}
"""200 cells."""

BYTES_OF_MAXRSS = 1 if sys.platform == "darwin" else 1024


def plan(games: int = GAMES) -> SweepPlan:
    return SweepPlan(AXES, games=games, players=4, seed=1)


def main(arguments: Sequence[str] | None = None) -> int:
    kind, workers, out, *games = sys.argv[1:] if arguments is None else arguments
    with open_executor(kind, int(workers)) as executor:
        with tempfile.TemporaryDirectory() as folder:
            sweep(SweepPlan({"camels": {"from": 3, "to": 7}}, games=200, players=4), folder, executor=executor)
        start = time.perf_counter()
        done = sweep(plan(*map(int, games)), Path(out), executor=executor)
        seconds = time.perf_counter() - start
    if set(done.cells["status"]) != {"played"}:
        raise SystemExit("not every cell was played")
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES_OF_MAXRSS / 1e9)
    return 0


if __name__ == "__main__":
    sys.exit(main())
