"""What can be written after ``caravan study``, with its help."""

from __future__ import annotations

import argparse

from caravan.cli.values import one_of, whole

STUDIES = ("luck_of_the_bag", "restricted_play", "robustness")

STUDY = """\
Ask something that takes games of its own:

  luck_of_the_bag   how much of the result lies in the order in which goods come out of the bag: every bag is played
                    several times, and what its games have in common is the bag's
  restricted_play   how many wins and points a planner loses that may not steal, ignores rare goods, never relays, or
                    looks no further than this turn: what these are worth
  robustness        which findings about the seats keep their sign over styles of play and numbers of players"""

STUDY_ENDING = """\
examples:
  caravan study luck_of_the_bag --players 2 --bots planner --bags 500
  caravan study restricted_play my-rules.toml --players 3 --games 6000
  caravan study robustness --bots planner,beam --games planner=5000,beam=500"""


def add_study(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``caravan study``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The command's.
    """
    parser.add_argument("study", type=one_of(*STUDIES), metavar="STUDY", help=", ".join(STUDIES))
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
    asked.add_argument(
        "--players", type=whole(), metavar="N", help="2 to 4; default: as the rules say; for robustness always 2, 3, 4"
    )
    asked.add_argument(
        "--bots",
        metavar="BOTS",
        help="luck_of_the_bag: one bot, or one for each seat; default: planner; robustness: the styles; default: "
        "planner, beam, rollout and expert",
    )
    asked.add_argument(
        "--games",
        metavar="N",
        help="luck_of_the_bag: with each bag; default: 10; restricted_play: for each restriction; default: 2000; "
        "robustness: for each style, one number or as in planner=5000,beam=500; default: as many as fit its speed",
    )
    asked.add_argument("--bags", type=whole(), metavar="N", help="luck_of_the_bag: how many bags; default: 200")
    asked.add_argument(
        "--measure",
        dest="measures",
        action="append",
        default=[],
        metavar="NAME",
        help="robustness: ask of this too, as in fair_compensation; can be repeated",
    )
    asked.add_argument("--seed", type=whole(), default=0, metavar="N", help="where all chance comes from; default: 0")
