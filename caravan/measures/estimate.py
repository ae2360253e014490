"""What a measure says: a value with its interval, and several of them side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from caravan.measures.underlying import Evidence, Flags, Floats, Rising

__all__ = ["Estimate", "Figures", "Flags", "Floats"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """One figure with everything needed to judge it.

    Attributes
    ----------
    measure : str
        The measure's name in the registry, such as ``win_share``.
    value : float
        The figure; NaN where the games can't give one, and then `note` says why.
    low, high : float
        The ends of the interval; NaN where there is none, and then `note` says why. Either may be missing alone.
    unit : str
        What the three numbers count, such as ``points``.
    games : int
        How many games they rest on: all games of the batch, but where a measure looks at the first ones only, and then
        `note` says so.
    interval : str
        How the interval was made and at which level, such as ``Wilson 95%``; empty where there is none.
    seat : int or None
        The seat from 1, or None for a figure of the whole game.
    part : str
        Which of the measure's figures this is, such as ``mean`` or ``winner.p05``; empty where there is only one.
    note : str
        What to bear in mind, as a clause; often empty.
    evidence : Evidence or None
        What the figure was made of, from which an interval of its difference from another can be made; None where
        there is no such thing. It neither counts when estimates are compared nor is it shown.
    """

    measure: str
    value: float
    low: float
    high: float
    unit: str
    games: int
    interval: str
    seat: int | None = None
    part: str = ""
    note: str = ""
    evidence: Evidence | None = field(default=None, compare=False, repr=False)

    @property
    def label(self) -> str:
        """The measure and its part in one word, such as ``score.winner.mean``."""
        return f"{self.measure}.{self.part}" if self.part else self.measure

    @property
    def is_missing(self) -> bool:
        """Whether the games gave no value."""
        return math.isnan(self.value)

    @property
    def has_interval(self) -> bool:
        """Whether both ends of the interval are there."""
        return not (math.isnan(self.low) or math.isnan(self.high))

    def __str__(self) -> str:
        where = f" (seat {self.seat})" if self.seat is not None else ""
        what = "missing" if self.is_missing else f"{self.value:.4g} {self.unit}"
        span = f", {self.low:.4g} to {self.high:.4g} [{self.interval}]" if self.interval else ""
        note = f"; {self.note}" if self.note else ""
        return f"{self.label}{where}: {what}{span}, {self.games:,} games{note}"


@dataclass(frozen=True)
class Figures:
    """Several values with their intervals, one entry each.

    Attributes
    ----------
    value, low, high : ndarray of float64, shape (figures,)
        As in `Estimate`.
    method : tuple of str
        How each interval was made.
    note : tuple of str
        What to bear in mind about each.
    evidence : tuple of Evidence or None
        What each was made of; empty where that isn't known of any. Neither compared nor shown.
    """

    value: Floats
    low: Floats
    high: Floats
    method: tuple[str, ...]
    note: tuple[str, ...]
    evidence: tuple[Evidence | None, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of(
        cls,
        value: Floats,
        low: Floats,
        high: Floats,
        method: str,
        note: Sequence[str] | str = "",
        evidence: Sequence[Evidence | None] = (),
    ) -> Figures:
        """Put figures together whose intervals were all made in one way.

        Parameters
        ----------
        value, low, high : ndarray of float64, shape (figures,)
            The values and the ends; whatever isn't finite becomes NaN.
        method : str
            How the intervals were made.
        note : str or sequence of str, optional
            One note for all, or one for each.
        evidence : sequence of Evidence or None, optional
            What each was made of.

        Returns
        -------
        Figures
            Where both ends are missing, the method is empty.
        """
        value, low, high = (np.where(np.isfinite(ends), ends, np.nan) for ends in (value, low, high))
        notes = (note,) * len(value) if isinstance(note, str) else tuple(note)
        methods = tuple("" if bare else method for bare in np.isnan(low) & np.isnan(high))
        return cls(value, low, high, methods, notes, tuple(evidence))

    @classmethod
    def joined(cls, *groups: Figures) -> Figures:
        """Put groups of figures one after another."""
        return cls(
            np.concatenate([group.value for group in groups]),
            np.concatenate([group.low for group in groups]),
            np.concatenate([group.high for group in groups]),
            tuple(method for group in groups for method in group.method),
            tuple(note for group in groups for note in group.note),
            tuple(made_of for group in groups for made_of in group._each_evidence()),
        )

    def __len__(self) -> int:
        return len(self.value)

    def only(self, which: Sequence[int]) -> Figures:
        """Keep some of the figures, by their positions."""
        chosen, evidence = list(which), self._each_evidence()
        return Figures(
            self.value[chosen],
            self.low[chosen],
            self.high[chosen],
            tuple(self.method[index] for index in chosen),
            tuple(self.note[index] for index in chosen),
            tuple(evidence[index] for index in chosen),
        )

    def _each_evidence(self) -> tuple[Evidence | None, ...]:
        return self.evidence or (None,) * len(self)

    def through(self, rising: Rising) -> Figures:
        """Carry values and ends through a rising function, which keeps the intervals' coverage.

        Parameters
        ----------
        rising : callable
            Takes and gives an array; where it isn't finite, the number becomes missing.

        Returns
        -------
        Figures
            In the new unit.
        """
        with np.errstate(all="ignore"):
            value, low, high = (rising(ends) for ends in (self.value, self.low, self.high))
        value, low, high = (np.where(np.isfinite(ends), ends, np.nan) for ends in (value, low, high))
        bare = np.isnan(low) & np.isnan(high)
        methods = tuple("" if gone else method for gone, method in zip(bare, self.method, strict=True))
        evidence = tuple(None if made_of is None else made_of.through(rising) for made_of in self._each_evidence())
        return replace(self, value=value, low=low, high=high, method=methods, evidence=evidence)

    def with_notes(self, notes: Sequence[str]) -> Figures:
        """Add a note to each figure; an empty one adds nothing."""
        both = tuple("; ".join(filter(None, pair)) for pair in zip(self.note, notes, strict=True))
        return replace(self, note=both)

    def estimates(
        self,
        measure: str,
        unit: str,
        games: int,
        *,
        seats: Sequence[int | None] | None = None,
        parts: Sequence[str] | None = None,
    ) -> tuple[Estimate, ...]:
        """Name the figures.

        Parameters
        ----------
        measure : str
            The measure's name.
        unit : str
            What the figures count.
        games : int
            How many games they rest on.
        seats : sequence of int or None, optional
            The seat of each figure.
        parts : sequence of str, optional
            The part of each figure.

        Returns
        -------
        tuple of Estimate
            In the same order.
        """
        rows = zip(
            self.value.tolist(),
            self.low.tolist(),
            self.high.tolist(),
            self.method,
            self.note,
            seats or (None,) * len(self),
            parts or ("",) * len(self),
            self._each_evidence(),
            strict=True,
        )
        return tuple(
            Estimate(measure, value, low, high, unit, games, method, seat, part, note, evidence)
            for value, low, high, method, note, seat, part, evidence in rows
        )
