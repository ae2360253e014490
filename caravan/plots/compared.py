"""What pictures that show several rule sets at once have in common: their rows, signs and words.

Colours stay those of the seats; rule sets are told apart by letter, place and shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bokeh.models import FixedTicker

from caravan.comparison import Comparison, Difference, figure_in_words, headline_figures
from caravan.comparison.verdicts import Word
from caravan.measures import Sample
from caravan.plots.canvas import Ends, Figure
from caravan.wording import in_words

LETTERS = "ABCDEF"
MARKERS = ("circle", "square", "diamond", "triangle", "inverted_triangle", "hex")
SIGNS = ("\u25cf", "\u25a0", "\u25c6", "\u25b2", "\u25bc", "\u2b22")
"""The shapes of the rule sets, as figures draw them and as letters; the first is the baseline's."""

BETWEEN_GROUPS = 0.75
ROW_HEIGHT = 27
PAIRED = "Bars that overlap can still differ: differences are taken game by game, from the same seeds."

_MOST_WITH_NAMES = 3
_CANT_TELL: Word = "can't tell"
_EQUAL: Word = "practically equal"
_SURE = ("better", "worse", "higher", "lower")


@dataclass(frozen=True)
class Entrant:
    """One rule set under one style.

    Attributes
    ----------
    place : int
        From 0, the baseline's.
    name : str
        What the rule set is called.
    sample : Sample
        Its games so far.
    judged : mapping of (str, int or None) to (Difference, str)
        Its main differences from the baseline, and what each comes to, by measure and seat; empty for the baseline and
        where there is nothing to compare yet.
    """

    place: int
    name: str
    sample: Sample
    judged: Mapping[tuple[str, int | None], tuple[Difference, Word]] = field(default_factory=dict)

    @property
    def letter(self) -> str:
        """What it is called in the picture."""
        return LETTERS[self.place]

    @property
    def marker(self) -> str:
        """Its shape."""
        return MARKERS[self.place]


@dataclass(frozen=True)
class ComparedProvenance:
    """What a picture of several rule sets rests on.

    Attributes
    ----------
    lines : tuple of str
        Which shape is which rule set, what was played, which intervals there are.
    stem : str
        What files about it are called.
    """

    lines: tuple[str, ...]
    stem: str


def judged_by(comparison: Comparison, style: str, rules: str) -> dict[tuple[str, int | None], tuple[Difference, Word]]:
    """Take the main differences of a rule set from a comparison.

    Parameters
    ----------
    comparison : Comparison
        Complete, or so far.
    style : str
        Which style played.
    rules : str
        The rule set's name.

    Returns
    -------
    dict of (str, int or None) to (Difference, str)
        By measure and seat, each with its verdict.
    """
    found = comparison.differences(style, rules)
    keys = [(one.measure, one.seat) for one in headline_figures(comparison.players)]
    return {key: (found[key], comparison.verdict(found[key])) for key in keys if key in found}


def provenance_of(entrants: Sequence[Entrant], interval: str, legend: str) -> ComparedProvenance:
    """Say what a picture rests on.

    Parameters
    ----------
    entrants : sequence of Entrant
        At least one.
    interval : str
        How its intervals were made.
    legend : str
        What its bars and lines are, as a sentence.

    Returns
    -------
    ComparedProvenance
    """
    first = entrants[0].sample
    request = first.batch.request
    signs = " \u00b7 ".join(f"{SIGNS[one.place]} {one.letter} {one.name} ({one.sample.rules.id})" for one in entrants)
    counts = dict.fromkeys(_games(one.sample) for one in entrants)
    alike = len(counts) == 1
    games = next(iter(counts)) if alike else in_words(f"{one.letter} {_games(one.sample)}" for one in entrants)
    bot = request.bot_names[0]
    played = f"{games} under each rule set" if alike else games
    facts = f"{played} \u00b7 {first.players} players \u00b7 {bot} in every seat \u00b7 seed {request.seed}"
    growing = any(one.sample.growing for one in entrants)
    holds = "valid whenever you look" if growing else "for this number of games"
    reading = (f"Interval: {interval}, {holds}.",) if interval else ()
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", f"caravan-comparison-{first.players}p-{bot}-seed-{request.seed}")
    return ComparedProvenance((signs, f"{legend} {PAIRED}", facts, *reading), stem)


def _games(sample: Sample) -> str:
    return f"{sample.games:,} of {sample.planned:,} games" if sample.growing else f"{sample.games:,} games"


def rows_of(groups: Sequence[str], entrants: Sequence[Entrant]) -> dict[tuple[int, int], tuple[float, str]]:
    """Lay out the rows: groups below each other, in each the rule sets below each other.

    Parameters
    ----------
    groups : sequence of str
        What the groups are called, such as ``Seat 1``; one without a name needs no room for it.
    entrants : sequence of Entrant
        The rule sets.

    Returns
    -------
    dict of (int, int) to (float, str)
        By group and entrant: the height, and what stands beside it.
    """
    rows = {}
    height = len(groups) * len(entrants) + BETWEEN_GROUPS * (len(groups) - 1)
    for group, name in enumerate(groups):
        for place, one in enumerate(entrants):
            label = f"{name} \u00b7 {one.letter}" if name and place == 0 else one.letter
            rows[group, place] = (height, label)
            height -= 1.0
        height -= BETWEEN_GROUPS
    return rows


def y_range(heights: Iterable[float], room_above: float = 0.0) -> Ends:
    """Give the ends of the axis of rows."""
    listed = list(heights)
    return min(listed) - 0.8, max(listed) + 0.8 + room_above


def label_rows(figure: Figure, labels: Mapping[float, str]) -> None:
    """Write beside each row what it is, where that isn't written yet."""
    axis = figure.yaxis[0]
    overrides: dict[Any, Any] = dict(labels)
    if axis.major_label_overrides != overrides:
        axis.ticker = FixedTicker(ticks=list(labels))
        axis.major_label_overrides = overrides


def called(one: Entrant, entrants: Sequence[Entrant]) -> str:
    """Name a rule set in a heading: by its letter alone where there are many."""
    return f"{one.letter} {one.name}" if len(entrants) <= _MOST_WITH_NAMES else one.letter


def whole_game_finding(entrants: Sequence[Entrant], measure: str, opening: str, value: str) -> str:
    """Say how a figure of the whole game differs between rule sets.

    Parameters
    ----------
    entrants : sequence of Entrant
        The baseline first.
    measure : str
        The figure, one of the headlines.
    opening : str
        How the sentence begins, such as ``The mean score is``.
    value : str
        The baseline's value in words.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    sentence = f"{opening} {value} under {called(entrants[0], entrants)}"
    together: dict[Word, list[str]] = {}
    clauses = []
    for one in entrants[1:]:
        if (measure, None) not in one.judged:
            continue
        difference, word = one.judged[measure, None]
        if word in _SURE:
            change = figure_in_words(difference.value, difference.unit, signed=True)
            direction = "higher" if difference.value > 0.0 else "lower"
            verdict = "" if word == direction else f", {word}"
            clauses.append(f"{direction} under {called(one, entrants)} ({change}{verdict})")
        else:
            together.setdefault(word, []).append(called(one, entrants))
    if _EQUAL in together:
        clauses.append(f"practically equal under {in_words(together[_EQUAL])}")
    if _CANT_TELL in together:
        clauses.append(f"not surely different under {in_words(together[_CANT_TELL])}")
    return ", ".join([sentence, *clauses])


def seats_finding(entrants: Sequence[Entrant]) -> str:
    """Say whether who wins from which seat differs between rule sets.

    Parameters
    ----------
    entrants : sequence of Entrant
        The baseline first.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    sure, words = [], []
    for one in entrants[1:]:
        for (measure, seat), (difference, word) in one.judged.items():
            if measure == "seat_effect":
                words.append(word)
                if word in _SURE:
                    more = "more" if difference.value > 0.0 else "less"
                    fair = {"better": ", fairer", "worse": ", less fair"}.get(word, "")
                    change = figure_in_words(difference.value, difference.unit, signed=True)
                    sure.append(f"seat {seat} wins {more} under {called(one, entrants)} ({change} points{fair})")
    if sure:
        more_of_them = [f"{len(sure) - 3} more seats change"] if len(sure) > 3 else []
        sentence = in_words([*sure[:3], *more_of_them])
        return sentence[0].upper() + sentence[1:]
    if not words:
        return "Who wins from which seat, under each rule set"
    if all(word == _EQUAL for word in words):
        return "Who wins from which seat is practically equal under all rule sets"
    if any(one.sample.growing for one in entrants):
        return "No difference in who wins from which seat is shown so far"
    return "These games show no difference in who wins from which seat"
