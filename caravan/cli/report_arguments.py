"""What can be written after ``caravan report``, with its help."""

from __future__ import annotations

import argparse

from caravan.cli.values import folder

REPORT = """\
Write a report that can be shown to people who know no statistics. It begins with the findings, in sentences, and goes
on with fairness, tension, strategy, length and endings, a typical game told move by move, method and limits, and how
to make everything again. It is one HTML file that needs no network and prints well. Beside it go

  report-summary.csv   the summary: every number in a sentence is a cell of it, and the page says which
  report-figures/      the figures as PNG and SVG

The folder is one that `caravan simulate`, `caravan compare` or `caravan sweep` wrote with --out. With --baseline, a
batch is compared with another one, before and after: game by game where both were played from the same seed."""

REPORT_ENDING = """\
examples:
  caravan report results/standard
  caravan report results/six-camels --baseline results/standard --html six-camels.html
  caravan report results/comparison --html for-the-publisher.html --overwrite"""


def add_report(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``caravan report``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The command's.
    """
    parser.add_argument(
        "folder", type=folder, metavar="DIR", help="what `caravan simulate`, `compare` or `sweep` wrote with --out"
    )
    parser.add_argument(
        "--baseline",
        type=folder,
        metavar="DIR2",
        help="for a batch: another batch, to set before and after side by side",
    )
    parser.add_argument(
        "--html",
        type=folder,
        metavar="FILE",
        help="the page; its other files are called after it; default: DIR/report.html",
    )
    parser.add_argument("--overwrite", action="store_true", help="put the new report in the place of one of that name")
