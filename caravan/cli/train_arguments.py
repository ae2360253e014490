"""What can be written after ``caravan train``, with its help."""

from __future__ import annotations

import argparse
from pathlib import Path

from caravan.cli.values import whole

TRAIN = """\
Learn from games what positions are worth, as the bots beam and expert need to know it. Games are played under the
standard rules and under rules and boards drawn at random, first by simpler bots, then by the expert itself; what each
seat earned is fitted to what its position looked like. A fifth of the rule sets is held out, to tell how well the
weights foretell. With the defaults it takes about ten minutes on two cores and gives the weights that ship with the
package; put into their place, caravan/bots/learned_weights.toml, another file teaches the bots otherwise."""

TRAIN_ENDING = """\
example:
  caravan train --out learned_weights.toml"""


def add_train(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``caravan train``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The command's.
    """
    parser.add_argument(
        "--rule-sets",
        type=whole(20),
        metavar="N",
        help="rule sets, for each stage and number of players; default: 400",
    )
    parser.add_argument("--games", type=whole(1), metavar="N", help="games for each rule set; default: 20")
    parser.add_argument("--seed", type=whole(), metavar="N", help="where all chance comes from; default: 1")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file for the weights (.toml)")
    parser.add_argument("--overwrite", action="store_true", help="replace the file if it is there")
    parser.add_argument(
        "--threads", type=whole(1), metavar="N", help="how many threads play; default: one for each core"
    )
