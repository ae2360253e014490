"""``caravan train``: learn from games what positions are worth."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING

from caravan.cli.arguments import Options
from caravan.cli.progress import COMPILING, StagedProgress
from caravan.errors import OutputError
from caravan.files import write_atomically

if TYPE_CHECKING:
    from caravan.training import Training


def train(options: Options) -> int:
    """Learn weights, write them, and print how well they foretell games that were held out."""
    if options.out.exists() and not options.overwrite:
        raise OutputError(f"{options.out} is there already; --overwrite replaces it")
    if not options.out.resolve().parent.is_dir():
        raise OutputError(f"{options.out} can't be written: there is no folder {options.out.parent}")
    with ExitStack() as stack:
        progress = stack.enter_context(StagedProgress(sys.stderr, f"learning ({COMPILING})"))
        from caravan.training import train as learn

        executor = ThreadPoolExecutor(options.threads)
        stack.callback(executor.shutdown, wait=False, cancel_futures=True)
        asked = {name: getattr(options, name) for name in ("rule_sets", "games", "seed")}
        given = {name: number for name, number in asked.items() if number is not None}
        training = learn(**given, executor=executor, progress=progress.part_plays)
    write_atomically(options.out, training.to_toml())
    print(told(training))
    print(f"\nthe weights are in {options.out}")
    return 0


def told(training: Training) -> str:
    """Say how well a training foretells.

    Parameters
    ----------
    training : Training
        What came of it.

    Returns
    -------
    str
        A table, a line for each stage, number of players and kind of rule set.
    """
    lines = [
        "The lead that a seat still wins over the table's mean, in points, in rule sets that were held out:",
        "its spread, the error once it is foretold, and the share of its variance that is",
        "",
        f"{'stage':<8}{'players':>8}  {'rules':<10}{'positions':>10}{'spread':>8}{'error':>8}{'foretold':>10}",
    ]
    lines += [
        f"{fit.stage:<8}{fit.players:>8}  {fit.rules:<10}{fit.positions:>10,}{fit.spread:>8.2f}{fit.error:>8.2f}"
        f"{fit.explained:>10.1%}"
        for fit in training.fits
    ]
    return "\n".join(lines)
