"""Where games are played, as asked for on the command line: the same options for every command that takes them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from caravan.cli.values import whole
from caravan.wording import shown

LOCAL = True
"""What the options hold as ``dask`` for a cluster on this machine; else the address, or None without Dask."""


def add_executor(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where games are played.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The command's.
    """
    how = parser.add_argument_group("how it runs (no influence on the results)")
    how.add_argument("--workers", type=whole(1, 1024), metavar="N", help="default: one for each core")
    kind = how.add_mutually_exclusive_group()
    kind.add_argument("--processes", action="store_true", help="play in processes, not in threads of one")
    kind.add_argument(
        "--dask",
        nargs="?",
        const=LOCAL,
        type=_address,
        metavar="ADDRESS",
        help="play on a Dask cluster: that of the scheduler at this address, as in tcp://10.0.0.5:8786; without one, a "
        "cluster of processes on this machine (needs `pip install 'caravan-lab[dask]'`)",
    )


@contextmanager
def executor_asked_for(options: argparse.Namespace) -> Iterator[Executor]:
    """Open the executor that was asked for, in a ``with`` statement.

    Parameters
    ----------
    options : argparse.Namespace
        From a parser with `add_executor`.

    Yields
    ------
    concurrent.futures.Executor
        It ends with the block; after an error or Ctrl-C in the middle of what it does.

    Raises
    ------
    CaravanError
        If the workers can't be had; the message says why.
    """
    from caravan.executors import open_executor

    if options.dask is not None:
        with open_executor("dask", options.workers, None if options.dask is LOCAL else options.dask) as workers:
            yield workers
    else:
        with open_executor("processes" if options.processes else "threads", options.workers) as workers:
            yield workers


def _address(text: str) -> str:
    if re.fullmatch(r"[a-z0-9+]+://\S+:\d+/?|[^\s:/]+:\d+", text):
        return text
    raise argparse.ArgumentTypeError(
        f"found {shown(text)}, allowed is a scheduler's address, as in tcp://10.0.0.5:8786, or nothing; "
        "what belongs to the command itself comes before --dask"
    )
