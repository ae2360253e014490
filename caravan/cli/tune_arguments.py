"""What can be written after ``caravan tune``, with its help."""

from __future__ import annotations

import argparse

from caravan.cli.executor_arguments import add_executor
from caravan.cli.values import folder, whole

TUNE = """\
Search for the rules that reach your aims best. A goal is a file that says which rule parameters may change, between
which values, and what you want: seats that are fair, games of a certain length, few ties, many changes of the lead,
skill that matters, or any other measure. What must be, what you wish and what you would trade off are kept apart.

Rule sets are proposed by Optuna, played on common seeds within the number of games that the goal allows, and the best
of them run a race. The answers are then played on fresh seeds beside the present rules, so that you see how much of
what the search promised is true. With --out, a folder gets:

  summary.csv     the winner and the present rules, every measure, in the columns of the playtest summary
  front.csv       every answer: aims and losses, in the search and on fresh seeds
  trials.csv      everything that was tried
  rules.toml      the winner's rules; answer_2.toml and so on those of the other answers
  front.html      the trade-offs as a picture, where there are any
  goal.toml       the goal as it was read

The same goal gives the same answer on any machine. With --out, a run that is stopped, or killed, keeps what it has
played beside the folder, and the same command goes on from there."""

TUNE_ENDING = """\
examples:
  caravan tune data/goals/shorter_and_fair.toml --out results/shorter
  caravan tune my-goal.toml --games 100000 --seed 2 --workers 2 --out results/mine"""


def add_tune(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``caravan tune``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The command's.
    """
    asked = parser.add_argument_group("what is asked")
    asked.add_argument("goal", metavar="GOAL.toml", help="the goal's file; docs/balance.md says what it may hold")
    asked.add_argument("--games", type=whole(1), metavar="N", help="games of the search; default: as the goal says")
    asked.add_argument(
        "--seed", type=whole(0), metavar="N", help="where all chance comes from; default: as the goal says"
    )
    written = parser.add_argument_group("what is written")
    written.add_argument(
        "--out", type=folder, metavar="DIR", help="the folder for the results; without it nothing is written"
    )
    written.add_argument(
        "--overwrite", action="store_true", help="put the new results in the place of those in the folder"
    )
    add_executor(parser)
