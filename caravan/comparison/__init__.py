"""Rule sets compared on the same seeds: differences of every figure, their intervals, and a verdict on each.

`compare` plays and compares, `compare_live` does so while one looks on, and `compare_batches` takes batches that are at
hand.
"""

from __future__ import annotations

from caravan.comparison.comparing import compare, compare_batches, compare_live
from caravan.comparison.differences import Difference
from caravan.comparison.findings import Finding
from caravan.comparison.folder import write_folder
from caravan.comparison.foresight import Foresight, Need, foresee
from caravan.comparison.headlines import Headline, headline_figures
from caravan.comparison.margins import MARGIN_OF_SHARES, MARGINS_BY_UNIT, PART_OF_THE_BASELINE, usual_margin
from caravan.comparison.memory import Memory
from caravan.comparison.playing import MOST_GAMES_UNASKED, USUAL_STYLES, usual_games_of_a_comparison
from caravan.comparison.points import Group, Point, comment_on, games_to_decide, headline_findings, in_short
from caravan.comparison.result import Comparison
from caravan.comparison.rule_sets import named_rule_sets
from caravan.comparison.tables import FINDING_COLUMNS, HEADLINE_COLUMNS
from caravan.comparison.verdicts import GOOD, VERDICTS
from caravan.comparison.wording import figure_in_words, interval_in_words
from caravan.measures.holm import holm, p_value

__all__ = [
    "FINDING_COLUMNS",
    "GOOD",
    "HEADLINE_COLUMNS",
    "MARGINS_BY_UNIT",
    "MARGIN_OF_SHARES",
    "MOST_GAMES_UNASKED",
    "PART_OF_THE_BASELINE",
    "USUAL_STYLES",
    "VERDICTS",
    "Comparison",
    "Difference",
    "Finding",
    "Foresight",
    "Group",
    "Headline",
    "Memory",
    "Need",
    "Point",
    "comment_on",
    "compare",
    "compare_batches",
    "compare_live",
    "figure_in_words",
    "foresee",
    "games_to_decide",
    "headline_figures",
    "headline_findings",
    "holm",
    "in_short",
    "interval_in_words",
    "named_rule_sets",
    "p_value",
    "usual_games_of_a_comparison",
    "usual_margin",
    "write_folder",
]
