"""``caravan sweep``: play many rule sets, keep what is finished, say what matters."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from caravan.cli.arguments import Options
from caravan.cli.executor_arguments import LOCAL, executor_asked_for
from caravan.cli.interrupts import Terminated
from caravan.cli.progress import COMPILING
from caravan.cli.sweep_words import SweepProgress, beforehand, outcome
from caravan.errors import Cancelled, CaravanError, OutputError, WorkersError
from caravan.files import write_atomically

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from caravan.sweeps import Sweep, SweepPlan

SENSITIVITY, PAGE = "sensitivity.csv", "sweep.html"
CELLS_FAILED = 1
"""The exit code where a cell that can be played wasn't."""

SECONDS_UNASKED = 3600.0
"""A sweep that takes longer than this may be meant otherwise; it begins only where one says so."""


def sweep(options: Options) -> int:
    """Play a sweep, or what is missing of it, and print what matters."""
    with ExitStack() as stack:
        from caravan.blocks import cores, workers_of
        from caravan.sweeps import SweepPlan

        plan = SweepPlan.read(options.plan)
        plan.require_affordable()
        # A cluster that is there already tells how many workers it has only once it is asked.
        known = options.dask is None or options.dask is LOCAL
        if known:
            _tell_beforehand(plan, options, options.workers or cores())
        progress = stack.enter_context(SweepProgress(sys.stderr, f"getting ready ({COMPILING})"))
        with _going_on(options, progress), executor_asked_for(options) as executor:
            if not known:
                _tell_beforehand(plan, options, workers_of(executor))
            done = _play(plan, options, executor, progress)
        progress.say("all games played, working out what matters")
        sentences = _findings(done, options, progress)
    print(outcome(done.cells, sentences))
    if options.out is not None:
        print(f"\n{PAGE}, cells.csv, summary.csv, {SENSITIVITY} and the games in tasks are in {options.out}")
    return exit_code(done)


def exit_code(done: Sweep) -> int:
    """Tell a script whether it has all that its plan could give.

    Parameters
    ----------
    done : Sweep
        Finished.

    Returns
    -------
    int
        0 if every cell was played whose rules can be; a grid may well hold others. `CELLS_FAILED` if one failed while
        it was played, as when a bot of one's own does, or if none could be played at all.
    """
    cells = done.cells
    failed = cells.loc[cells["status"] == "failed", "scenario"].tolist()
    broken = any(done.plan.scenario(number).request is not None for number in failed)
    return CELLS_FAILED if broken or len(failed) == len(cells) else 0


def _tell_beforehand(plan: SweepPlan, options: Options, workers: int) -> None:
    from caravan.sweeps.tasks import MEASURING_SECONDS

    size = plan.size()
    seconds = (size.core_seconds + size.cells * MEASURING_SECONDS) / workers
    said = beforehand(plan.name, size.cells, size.games, seconds, workers)
    if seconds > SECONDS_UNASKED and not options.large:
        raise CaravanError(f"{said}: more than an hour; --large begins it all the same")
    print(said, flush=True)


def _play(plan: SweepPlan, options: Options, executor: Executor, progress: SweepProgress) -> Sweep:
    from caravan.sweeps import sweep as play

    return play(plan, options.out, executor=executor, progress=progress.stands)


@contextmanager
def _going_on(options: Options, progress: SweepProgress) -> Iterator[None]:
    """Where a run ends before its end, say what is kept, and how to go on."""
    try:
        yield
    except (Cancelled, KeyboardInterrupt, Terminated) as error:
        raise Cancelled(f"stopped{_kept(options, progress)}") from error
    except (OutputError, WorkersError) as error:
        raise type(error)(f"{error}{_kept(options, progress)}") from error


def _kept(options: Options, progress: SweepProgress) -> str:
    kept = progress.kept
    if kept is None or options.out is None:
        return ""
    return f"; what is finished ({kept}) is kept in {options.out}, and this goes on from there: {command(options)}"


def command(options: Options) -> str:
    """Write the command that goes on with a sweep.

    Parameters
    ----------
    options : Options
        Of the one that was stopped.

    Returns
    -------
    str
        As it is typed.
    """
    words = ["caravan", "sweep", options.plan, "--out", options.out]
    words += ["--large"] * options.large + ["--processes"] * options.processes
    words += [] if options.workers is None else ["--workers", str(options.workers)]
    words += [] if options.dask is None else ["--dask", *([] if options.dask is LOCAL else [options.dask])]
    return shlex.join(words)


def _findings(done: Sweep, options: Options, progress: SweepProgress) -> list[str]:
    from caravan.sweeps.findings import findings
    from caravan.sweeps.sensitivity import sensitivity

    table = sensitivity(done)
    if options.out is not None:
        from caravan.plots.sweep_page import page
        from caravan.spreadsheets import as_csv

        write_atomically(Path(options.out) / SENSITIVITY, as_csv(table))
        progress.say("drawing")
        write_atomically(Path(options.out) / PAGE, page(done, table))
    return findings(done.plan, table)
