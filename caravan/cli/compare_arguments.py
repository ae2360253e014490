"""What can be written after ``caravan compare``, with its help."""

from __future__ import annotations

import argparse

from caravan.cli.executor_arguments import add_executor
from caravan.cli.values import folder, whole

COMPARE = """\
Play two rule sets or more on the same seeds, and say what the change does. Everything is measured game by game against
the game of the same seed, so that luck which helps both rule sets alike doesn't count as a difference. For every figure
there is a verdict by its 95% interval:

  better, worse      there is a difference, and the figure has a good direction (fairer seats, fewer deadlocks ...)
  higher, lower      there is a difference; whether it is good is for you to say
  practically equal  the whole interval lies within the margin, the size from which on a difference matters to you
  can't tell         neither: it takes more games

Two styles play, each against itself; where both find a difference, it is agreed. With --out, a folder gets:

  summary.csv       every figure of every rule set and style; differences with intervals and verdicts
  headlines.csv     the main figures, with p-values adjusted for their number
  verdicts.csv      what the styles say together, for every figure
  differences.html  the main differences with their intervals, as a picture
  games.parquet, seats.parquet   one row per game; one row per game and seat
  comparison.toml   what was asked, with the command that asks it again; rules/ has the rule sets

Ctrl-C stops the games, tells what is known so far, with intervals that allow for a stop at any time, and writes it."""

COMPARE_ENDING = """\
examples:
  caravan compare standard --change camels=6
  caravan compare standard introductory my-rules.toml --players 3 --out results/three-rule-sets
  caravan compare standard --change opening_actions=none --change "camels=6 theft_markers=0" --margin seat_effect=3
  caravan compare standard --change rare_value=7 --bots planner,beam --games planner=20000,beam=4000"""


def add_compare(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``caravan compare``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The command's.
    """
    asked = parser.add_argument_group("what is compared")
    asked.add_argument(
        "rules",
        nargs="+",
        metavar="RULES",
        help="presets (standard, introductory, published, rainbow) or rules files (.toml); the first is the baseline",
    )
    asked.add_argument(
        "--change",
        dest="changes",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="compare with the baseline changed in this, as in camels=6; several with blanks or commas between are "
        "one rule set, and repeated there are several rule sets",
    )
    asked.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a rule parameter in all rule sets, the baseline too; can be repeated",
    )
    asked.add_argument("--players", type=whole(), metavar="N", help="2 to 4, for all; default: as the rules say")
    asked.add_argument("--bots", metavar="BOTS", help="the styles, with commas between; default: planner and beam")
    asked.add_argument(
        "--games",
        metavar="N|BOT=N,...",
        help="how many games each style plays under each rule set: one number for all, or as in "
        "planner=20000,beam=500; default: as many as fit its speed",
    )
    asked.add_argument("--seed", type=whole(), default=0, metavar="N", help="where all chance comes from; default: 0")
    asked.add_argument(
        "--margin",
        dest="margins",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="from which size on a difference of this figure matters, in its own unit, as in seat_effect=2 or "
        "length.turns.mean=1; can be repeated; defaults are in docs/comparison.md",
    )
    asked.add_argument(
        "--events", action="store_true", help="take the measures too that read the event log, which takes longer"
    )
    asked.add_argument(
        "--trial",
        type=whole(0),
        metavar="N",
        help="games to try first, on other seeds, to say how many will be needed; 0 leaves it out; default: a "
        "twentieth, at most 200",
    )
    written = parser.add_argument_group("what is written")
    written.add_argument(
        "--out", type=folder, metavar="DIR", help="the folder for the results; without it nothing is written"
    )
    written.add_argument(
        "--overwrite", action="store_true", help="put the new results in the place of those in the folder"
    )
    add_executor(parser)
