"""What several styles of play say about a rule set: on what they agree, what they dispute, what is undecided.

A finding from one style may hold for that style alone. `agree` has several styles play the same rules, each against
itself, and says of each effect whether at least two of them find it and none finds the opposite.
"""

from __future__ import annotations

from caravan.agreement.asking import ALWAYS, VERDICT_COLUMNS, Agreement, Finding, agree
from caravan.agreement.fair import Fair, fair_value, verdict_sentence
from caravan.agreement.styles import is_slow, usual_games, usual_styles
from caravan.agreement.verdict import MEANINGS, Verdict, in_words, judge, meanings_in_words, side_of, widest_gap

__all__ = [
    "ALWAYS",
    "MEANINGS",
    "VERDICT_COLUMNS",
    "Agreement",
    "Fair",
    "Finding",
    "Verdict",
    "agree",
    "fair_value",
    "in_words",
    "is_slow",
    "judge",
    "meanings_in_words",
    "side_of",
    "usual_games",
    "usual_styles",
    "verdict_sentence",
    "widest_gap",
]
