"""The Sweep page: what parameters do to a rule set, one or two at a time, or all; and what makes its seats equal."""

from __future__ import annotations

from caravan.views.sweeping.question import AxisChoice, Question
from caravan.views.sweeping.question_words import sweep_word
from caravan.views.sweeping.sweep_page import SweepPage

__all__ = ["AxisChoice", "Question", "SweepPage", "sweep_word"]
