"""What several styles of play say about a rule set: on what they agree, what they dispute, what is undecided.

A finding from one style may hold for that style alone. `agree` has several styles play the same rules, each against
itself, and says of each effect whether at least two that think differently find it and none finds the opposite.
`robustness` asks them with several numbers of players.
"""

from __future__ import annotations

from caravan.agreement.asking import ALWAYS, BLOCK_OF_SLOW_GAMES, VERDICT_COLUMNS, Agreement, Finding, agree
from caravan.agreement.fair import Fair, fair_value, verdict_sentence
from caravan.agreement.families import family_of, family_of_guest, kin, kin_sentences
from caravan.agreement.keeps_sign import Robustness, robustness, robustness_of
from caravan.agreement.styles import USUAL_STYLES, is_slow, self_play_requests, usual_games
from caravan.agreement.verdict import MEANINGS, Verdict, judge, meanings_in_words, side_of, widest_gap

__all__ = [
    "ALWAYS",
    "BLOCK_OF_SLOW_GAMES",
    "MEANINGS",
    "USUAL_STYLES",
    "VERDICT_COLUMNS",
    "Agreement",
    "Fair",
    "Finding",
    "Robustness",
    "Verdict",
    "agree",
    "fair_value",
    "family_of",
    "family_of_guest",
    "is_slow",
    "judge",
    "kin",
    "kin_sentences",
    "meanings_in_words",
    "robustness",
    "robustness_of",
    "self_play_requests",
    "side_of",
    "usual_games",
    "verdict_sentence",
    "widest_gap",
]
