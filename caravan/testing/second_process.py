"""Games played again in another process, with another hash seed, other threads and other blocks.

As a program, ``python -m caravan.testing.second_process``, it reads what to play from its standard input and writes a
digest of every game's log to its standard output.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from caravan.blocks import BatchRequest, Block, play_blocks
from caravan.errors import BotError, CaravanError
from caravan.rules import Rules

_THREADS = 3
_GAMES_OF_A_BLOCK = 3


@dataclass(frozen=True)
class Job:
    """Some games to be played again.

    Attributes
    ----------
    rules : Rules
    bot : object
        Who plays in every seat.
    games, seed : int
        Games 0 and following of the batch with this seed.
    """

    rules: Rules
    bot: Any
    games: int
    seed: int


def digests_elsewhere(jobs: Sequence[Job]) -> list[list[str]]:
    """Play games in a process of its own.

    Parameters
    ----------
    jobs : sequence of Job

    Returns
    -------
    list of list of str
        For each job, and each of its games, a digest of the log.

    Raises
    ------
    BotError
        Where the bot can't be found from another process, or fails there.
    """
    sent = [
        {"rules": job.rules.to_toml(), "bot": _address(job.bot), "games": job.games, "seed": job.seed} for job in jobs
    ]
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "caravan.testing.second_process"],
        input=json.dumps(sent),
        env={
            **os.environ,
            "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1",
            "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path),
            "PYTHONIOENCODING": "utf-8",
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if ran.returncode:
        last = ran.stderr.strip().splitlines()[-1:] or [f"it ended with code {ran.returncode}"]
        raise BotError(last[0])
    digests: list[list[str]] = json.loads(ran.stdout.splitlines()[-1])
    return digests


def digests_here(job: Job, block_size: int | None = None) -> list[str]:
    """Play a job's games as a batch, in this process; give a digest of each log."""
    request = BatchRequest(job.rules, job.rules.players, job.bot, job.games, job.seed)
    if block_size is None:
        return [digest for block in play_blocks(request) for digest in digests_of(block)]
    with ThreadPoolExecutor(_THREADS) as threads:
        blocks = play_blocks(request, executor=threads, block_size=block_size)
        return [digest for block in blocks for digest in digests_of(block)]


def digest(rows: Any) -> str:
    """Condense a game's log.

    Parameters
    ----------
    rows : ndarray of `kernel.layout.EVENT`

    Returns
    -------
    str
        The same for the same rows only.
    """
    return hashlib.blake2b(np.ascontiguousarray(rows).tobytes(), digest_size=16).hexdigest()


def digests_of(block: Block) -> list[str]:
    """Give a digest of the log of every game of a block that has its log."""
    if block.rows is None:
        raise AssertionError("the block has let go of its log")
    return [digest(block.rows[begin:end]) for begin, end in itertools.pairwise(block.offsets.tolist())]


def _address(bot: Any) -> Any:
    """Say where another process finds a bot."""
    if isinstance(bot, str):
        return bot
    if not isinstance(bot, type):
        raise BotError("it was given as an object; give its class")
    if bot.__module__ == "__main__" or "<" in bot.__qualname__:
        raise BotError("its class can't be found from there; put it into a file and give my_bot.py:MyBot")
    return [bot.__module__, bot.__qualname__]


def _found(address: Any) -> Any:
    if isinstance(address, str):
        return address
    module, name = address
    found = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _main() -> int:
    sent = json.load(sys.stdin)
    try:
        jobs = [Job(Rules.from_toml(job["rules"]), _found(job["bot"]), job["games"], job["seed"]) for job in sent]
        answer = [digests_here(job, block_size=_GAMES_OF_A_BLOCK) for job in jobs]
    except CaravanError as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 1
    print("\n" + json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(_main())
