"""What can be written after ``caravan check-bot``, with its help."""

from __future__ import annotations

import argparse

from caravan.cli.values import whole, wholes

CHECK_BOT = """\
Play with a bot, one of the package or one of your own, and tell what is wrong with it: whether it chooses legal
actions only, answers the same when asked again, knows nothing of what is hidden, goes by the position, plays the same
games in another process, and brings its games to an end; for 2 to 4 players, under all presets, and under rules and
boards that are hard or drawn by chance."""

CHECK_BOT_ENDING = """\
examples:
  caravan check-bot planner
  caravan check-bot my_bot.py:MyBot --players 2 --seconds 20

exit codes: 0 no fault, 1 faults found, 2 there is no such bot."""


def add_check_bot(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``caravan check-bot``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The command's.
    """
    parser.add_argument("bot", metavar="BOT", help="as in --bots of simulate: planner:noise=0.5, my_bots.py:Miser")
    tried = parser.add_argument_group("what is tried")
    tried.add_argument(
        "--players",
        type=wholes(2, 4),
        default=(2, 3, 4),
        metavar="N,N",
        help="the numbers of players; default: 2,3,4",
    )
    tried.add_argument(
        "--games",
        type=whole(1, 10**6),
        default=5,
        metavar="N",
        help="games against itself for each preset and number of players; default: 5",
    )
    tried.add_argument(
        "--rule-sets",
        type=whole(0, 10**4),
        default=20,
        metavar="N",
        help="how many of the hard rule sets, and as many drawn by chance; default: 20",
    )
    tried.add_argument(
        "--positions",
        type=whole(0, 100),
        default=4,
        metavar="N",
        help="in how many positions of a game it is questioned; default: 4",
    )
    tried.add_argument(
        "--choices",
        type=whole(1, 10**6),
        metavar="N",
        help="after how many of its choices a game is broken off, for slow bots; default: never",
    )
    tried.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, metavar="N", help="default: 0")
    tried.add_argument("--only", metavar="CASE", help="one case alone, as a fault names it")
    parser.add_argument(
        "--seconds",
        type=whole(1, 10**6),
        default=60,
        metavar="N",
        help="about how long it may take; what is left by then is left out, and that is said; default: 60",
    )
