"""What can be written after ``caravan fair``, with its help."""

from __future__ import annotations

import argparse

from caravan.cli.executor_arguments import add_executor
from caravan.cli.values import folder, whole

FAIR = """\
Find out how many points at the start, or which opening turns, make all seats win equally often. Points are worked out
from games under the present rules, and then played, on seeds of their own, to see whether it comes out as foretold.
Openings are tried in rounds by a fast bot, the best of them by all styles, and the winner is judged on fresh seeds.

Every style plays a fixed number of games that fits its speed, so the answer is the same on any machine. With the usual
styles two cores take three to four minutes. With --out, a folder gets:

  fair.csv           everything that was found: every seat, style and start, every opening tried
  rules.toml         the rules with the fairest start
  with_points.toml   the rules with the points for the seats
  with_opening.toml  the rules with the fairest opening
  fair.toml          what was asked, and in short what came out

A run that is stopped leaves there what had finished: fair_unfinished.csv, with each style's seats under each start that
it has played, and no verdict."""

FAIR_ENDING = """\
examples:
  caravan fair --players 2
  caravan fair my-rules.toml --players 4 --bots planner,beam --games planner=8000,beam=1200 --out results/fair
  caravan fair standard --set opening_actions=none --players 3"""


def add_fair(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``caravan fair``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The command's.
    """
    asked = parser.add_argument_group("what is asked")
    asked.add_argument(
        "rules",
        nargs="?",
        default="standard",
        metavar="RULES",
        help="a preset (standard, introductory, published, rainbow) or a rules file (.toml); default: standard",
    )
    asked.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a rule parameter, as in camels=6; can be repeated",
    )
    asked.add_argument("--players", type=whole(), metavar="N", help="2 to 4; default: as the rules say")
    asked.add_argument(
        "--bots", metavar="BOTS", help="the styles, with commas between; default: planner, beam and expert"
    )
    asked.add_argument(
        "--games",
        metavar="N|BOT=N,...",
        help="how many games each style plays under each start: one number for all, or as in planner=8000,beam=1200; "
        "while openings are tried, none plays more than that either; default: as many as fit its speed",
    )
    asked.add_argument("--seed", type=whole(), default=0, metavar="N", help="where all chance comes from; default: 0")
    written = parser.add_argument_group("what is written")
    written.add_argument(
        "--out", type=folder, metavar="DIR", help="the folder for the results; without it nothing is written"
    )
    written.add_argument(
        "--overwrite", action="store_true", help="put the new results in the place of those in the folder"
    )
    add_executor(parser)
