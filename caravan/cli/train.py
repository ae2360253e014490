"""``caravan train``: learn from games what positions are worth."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING

from caravan.cli.arguments import Options
from caravan.cli.progress import COMPILING, Progress
from caravan.errors import OutputError
from caravan.files import write_atomically

if TYPE_CHECKING:
    from caravan.training import Training


class StageProgress(Progress):
    """How far a training has come: the stage, and the games played in it."""

    stage = ""

    def stage_plays(self, stage: str, done: int, games: int) -> None:
        """Tell how many games of a stage have been played, and how many there are."""
        if stage != self.stage:
            self.stage, self._begun = stage, None
        self.games_done(done, games)

    def say(self, text: str) -> None:
        """Write something in the place of what is there."""
        super().say(f"{self.stage}: {text}" if text and self.stage else text)


def train(options: Options) -> int:
    """Learn weights, write them, and print how well they foretell games that were held out."""
    if options.out.exists() and not options.overwrite:
        raise OutputError(f"{options.out} is there already; --overwrite replaces it")
    if not options.out.resolve().parent.is_dir():
        raise OutputError(f"{options.out} can't be written: there is no folder {options.out.parent}")
    with ExitStack() as stack:
        progress = stack.enter_context(StageProgress(sys.stderr, f"learning ({COMPILING})"))
        from caravan.training import train as learn

        executor = ThreadPoolExecutor(options.threads)
        stack.callback(executor.shutdown, wait=False, cancel_futures=True)
        training = learn(
            options.rule_sets, options.games, options.seed, executor=executor, progress=progress.stage_plays
        )
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
