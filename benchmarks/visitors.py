"""Many visitors at once: ``python -m benchmarks.visitors --sessions 25 --minutes 3``, on a quiet machine.

Each visitor is a session of the server, over a websocket of its own, but without a browser. They come one after the
other, each when the one before has all figures. Once all are there, each moves a slider every few seconds, to rules
that nobody has played yet.

Measured are the waits for the page, with all its figures, and for the first picture of all figures after each move,
errors, and the server's memory: while they play, and once all have closed their pages.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy as np

from benchmarks.figures import Figure
from benchmarks.protocol_visitor import LAB_PICTURES, ProtocolVisitor

ROOT = Path(__file__).resolve().parent.parent
GAMES = 5000
SECONDS_BETWEEN_MOVES = 5.0
SECONDS_TO_SETTLE = 60
MOST_PATIENCE = 60.0
VALUES = range(51)
"""What the slider can be set to."""


@dataclass
class Stay:
    """What one visitor met with."""

    opening: float = float("nan")
    waits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@contextmanager
def served(log: IO[str]) -> Iterator[tuple[str, int]]:
    """Serve the dashboard in a process of its own; give its address and the process."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    command = [sys.executable, "-m", "panel", "serve", "dashboards/", "--port", str(port)]
    server = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if server.poll() is not None:
                    raise RuntimeError("the server ended") from None
                time.sleep(0.1)
        yield f"http://localhost:{port}/dashboards", server.pid
    finally:
        server.terminate()
        server.wait()


def memory_of(process: int) -> float:
    """Read how many MB a process has in memory (on Linux)."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else float("nan")


async def visit(
    number: int, address: str, door: asyncio.Lock, all_there: asyncio.Event, minutes: float, stay: Stay
) -> None:
    """Be one visitor: open the page, wait for the others, move the slider every few seconds, leave."""
    chance = random.Random(number)
    visitor = ProtocolVisitor(address)
    try:
        async with door:
            came = time.monotonic()
            await visitor.enter(f"?lab=1~standard~games={GAMES}~seed={1000 + number}")
            stay.opening = await visitor.pictures(LAB_PICTURES, seconds=300) - came
        values = chance.sample(VALUES, len(VALUES))
        while not all_there.is_set():
            await visitor.listen(0.5)
        until = time.monotonic() + 60 * minutes
        await visitor.listen(chance.uniform(0, SECONDS_BETWEEN_MOVES))
        move = 0
        while time.monotonic() < until:
            moved = time.monotonic()
            await visitor.tell("RuleFields", {"name": "rare_value", "value": values[move % len(values)]})
            move += 1
            stay.waits.append(await visitor.pictures(LAB_PICTURES, MOST_PATIENCE) - moved)
            await visitor.listen(SECONDS_BETWEEN_MOVES - (time.monotonic() - moved))
    except Exception as error:
        stay.errors.append(f"visitor {number}: {type(error).__name__}: {error}")
    finally:
        stay.errors += visitor.errors
        visitor.leave()


async def measure(sessions: int, minutes: float, address: str, process: int) -> tuple[list[Stay], dict[str, float]]:
    """Have all visitors there at once, and watch the server's memory."""
    await warm_up(address)
    memory = {"before anyone": memory_of(process)}
    stays = [Stay() for _ in range(sessions)]
    door, all_there = asyncio.Lock(), asyncio.Event()
    visits = [
        asyncio.create_task(visit(number, address, door, all_there, minutes, stay)) for number, stay in enumerate(stays)
    ]
    while not all(stay.errors or stay.opening > 0 for stay in stays):
        await asyncio.sleep(0.5)
    all_there.set()
    quarters = 4
    for quarter in range(1, quarters + 1):
        await asyncio.sleep(60 * minutes / quarters)
        memory[f"after {60 * minutes * quarter / quarters:.0f} s"] = memory_of(process)
    await asyncio.gather(*visits)
    for seconds in range(0, SECONDS_TO_SETTLE + 1, SECONDS_TO_SETTLE // 4):
        memory[f"{seconds} s after all left"] = memory_of(process)
        if seconds < SECONDS_TO_SETTLE:
            await asyncio.sleep(SECONDS_TO_SETTLE // 4)
    return stays, memory


async def warm_up(address: str) -> None:
    """Visit once, so that everything is compiled and imported."""
    visitor = ProtocolVisitor(address)
    await visitor.enter(f"?lab=1~standard~games={GAMES}~compare=none")
    await visitor.pictures(LAB_PICTURES, seconds=180)
    visitor.leave()
    await asyncio.sleep(20)  # until the server has noticed


def main() -> int:
    """Measure and print; the exit code tells whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=25)
    parser.add_argument("--minutes", type=float, default=3.0)
    asked = parser.parse_args()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        with served(log) as (address, process):
            stays, memory = asyncio.run(measure(asked.sessions, asked.minutes, address, process))
        log.seek(0)
        logged = [line.strip() for line in log if re.search(r"ERROR|Traceback|Error:", line)]
    waits = np.array([wait for stay in stays for wait in stay.waits])
    openings = np.array([stay.opening for stay in stays])
    errors = [error for stay in stays for error in stay.errors] + logged
    for error in errors[:10]:
        print(error)
    typical, longest = np.nanmedian(openings), np.nanmax(openings)
    print(f"from the address to all figures, one after the other: median {typical:.1f} s, {longest:.1f} at most")
    for when, size in memory.items():
        print(f"memory {when}: {size:.0f} MB")
    before, last = memory["before anyone"], list(memory.values())[-1]
    later = [size for when, size in memory.items() if when.startswith("after")]
    moves = f"{len(waits)} moves of {asked.sessions} sessions"
    figures = [
        Figure("errors", len(errors), 0.0, "", False, moves),
        Figure("from a slider to its first picture, median", float(np.median(waits)), 3.0, "s", False, moves),
        Figure("the same, 95 of 100", float(np.quantile(waits, 0.95)), 3.0, "s", False, moves),
        Figure("the same, the longest", float(waits.max()), 3.0, "s", False, moves),
        Figure("memory gained in the second half", later[-1] - later[1], 50.0, "MB", False, "levels off"),
        Figure("memory more than before, all gone", last - before, 100.0, "MB", False, f"{SECONDS_TO_SETTLE} s later"),
    ]
    for figure in figures:
        print(figure)
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
