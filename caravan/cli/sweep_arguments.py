"""What can be written after ``caravan sweep``, with its help."""

from __future__ import annotations

import argparse

from caravan.cli.executor_arguments import add_executor
from caravan.cli.values import folder

SWEEP = """\
Play many rule sets on the same game seeds and say what matters. A plan, a file in TOML, names the parameters that
vary, with their values, and how they are put together: all with all, one at a time, or a sample of them. With --out, a
folder gets:

  sweep.html       what matters, in words and figures: start here
  cells.csv        one row for each rule set, number of players and line-up: what it is, and whether it was played
  summary.csv      every measure of every cell, with its interval
  sensitivity.csv  what each parameter does to each measure, with its interval
  tasks/           the games of all cells, as Parquet
  plan.toml        the plan, with its rules and boards; store.toml says which version played

A run that is stopped, or whose machine fails, leaves what it has finished in the folder, and the same command goes on
from there. The files are the same to the byte whatever the workers, and however often it was stopped. A rule set that
can't be played is a row with the reason; the others go on. The exit code is 0 all the same, but 1 if a rule set that
can be played failed, as when a bot of one's own does, or if none of them can be played."""

SWEEP_ENDING = """\
a plan:
  games = 500
  players = [2, 4]
  bots = ["planner", "beam"]
  design = "one_at_a_time"
  [axes]
  camels = [4, 5, 6]
  rare_value = {from = 4, to = 8}
  refill_after = [3, 4, 5]

examples:
  caravan sweep plan.toml --out results/what-matters
  caravan sweep plan.toml --out results/what-matters --processes --workers 8
  caravan sweep plan.toml --out results/what-matters --dask tcp://10.0.0.5:8786"""


def add_sweep(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``caravan sweep``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The command's.
    """
    played = parser.add_argument_group("what is played")
    played.add_argument("plan", metavar="PLAN", help="the file of a plan (.toml)")
    played.add_argument("--large", action="store_true", help="begin, though it will take more than an hour")
    written = parser.add_argument_group("what is written")
    written.add_argument(
        "--out",
        type=folder,
        metavar="DIR",
        help="the folder for the results, from which a run that was stopped goes on; without it nothing is written",
    )
    add_executor(parser)
