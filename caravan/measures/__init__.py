"""Measures of a batch of games, each figure with its interval and the number of games behind it.

Ask for one with `measure`, for many with `summary`; `all_measures` lists them. To add one, write a small function that
takes a `Sample` and returns estimates, and give it `register`.
"""

from __future__ import annotations

# The order in which they enter the registry is that of the playtest summary.
# isort: off
from caravan.measures import seats, compensation, scores, endings, play, progress
from caravan.measures import course, contact, spaces, good_life, branching

# isort: on
from caravan.measures.course import comeback_by_deficit, lead_over_time
from caravan.measures.estimate import Estimate
from caravan.measures.evidence import IntervalKind, interval_kind, interval_sentence
from caravan.measures.frames import as_frame
from caravan.measures.good_life import good_lives
from caravan.measures.progress import action_mix_by_progress
from caravan.measures.registry import Measure, all_measures, find_measure, measure, summary
from caravan.measures.sample import BatchLike, Sample
from caravan.measures.spaces import space_use

__all__ = [
    "BatchLike",
    "Estimate",
    "IntervalKind",
    "Measure",
    "Sample",
    "action_mix_by_progress",
    "all_measures",
    "as_frame",
    "branching",
    "comeback_by_deficit",
    "compensation",
    "contact",
    "course",
    "endings",
    "find_measure",
    "good_life",
    "good_lives",
    "interval_kind",
    "interval_sentence",
    "lead_over_time",
    "measure",
    "play",
    "progress",
    "scores",
    "seats",
    "space_use",
    "spaces",
    "summary",
]
