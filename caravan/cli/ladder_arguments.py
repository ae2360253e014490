"""What can be written after ``caravan ladder``, with its help."""

from __future__ import annotations

import argparse

from caravan.cli.values import folder, whole, wholes

LADDER = """\
Let bots play each other and rate them. Every pairing meets on the same game seeds in all seats: with two players in
swapped pairs, with three or four one against the rest in every seat, and then all different at mixed tables. With
--out, a folder gets:

  ladder.html      the figures: who beats whom, ratings, ratings against speed
  ratings.csv      each bot's rating with its interval (Bradley-Terry, Plackett-Luce), the strongest first
  pairings.csv     win share and score margin of every pairing, with intervals; deadlocks and turn limits
  mixed.csv        the same at tables where all bots differ (three and four players)
  triples.csv      bots that go round in a circle: each beats the next, the last the first
  styles.csv       how the bots differ by what they do, each against itself
  seat_terms.csv   what each seat is worth
  speed.csv        games per second of one core: this alone depends on the machine
  ladder.toml      what it was made from; rules.toml has the rules

The same bots, players, games, seed and rules give the same tables, whatever the threads. A run that is stopped keeps
what it has finished beside the folder, and the same command goes on from there."""

LADDER_ENDING = """\
examples:
  caravan ladder --bots planner,grabber,random --players 2 --games 400 --seed 7 --out results/ladder
  caravan ladder --bots planner,planner:noise=0.5,my_bot.py:MyBot --players 2,3,4 --games 120"""


def add_ladder(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``caravan ladder``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The command's.
    """
    played = parser.add_argument_group("what is played")
    played.add_argument(
        "--bots", required=True, metavar="BOTS", help="two or more, with commas between; my_bots.py:Miser is your own"
    )
    played.add_argument(
        "--players", type=wholes(2, 4), metavar="N,N", help="2, 3, 4 or several of them; default: as the rules say"
    )
    played.add_argument(
        "--games",
        type=whole(1),
        default=1000,
        metavar="N",
        help="games of each pairing, over all seats; rounded up to a multiple of the players; default: 1000",
    )
    played.add_argument("--seed", type=whole(0), default=0, metavar="N", help="where all chance comes from; default: 0")
    played.add_argument(
        "--rules",
        default="standard",
        metavar="NAME|FILE",
        help="a preset (standard, introductory, published, rainbow) or a rules file (.toml); default: standard",
    )
    played.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a rule parameter, as in camels=6; can be repeated",
    )
    written = parser.add_argument_group("what is written")
    written.add_argument(
        "--out", type=folder, metavar="DIR", help="the folder for the results; without it nothing is written"
    )
    written.add_argument(
        "--overwrite", action="store_true", help="put the new results in the place of those in the folder"
    )
    how = parser.add_argument_group("how it runs (no influence on the results but speed.csv)")
    how.add_argument("--threads", type=whole(1, 1024), metavar="N", help="default: one for each core")
