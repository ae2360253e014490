"""What a figure rests on: its games, rules, bots, seed and kind of interval."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from caravan.measures import BatchLike, interval_sentence


@dataclass(frozen=True)
class Provenance:
    """Everything a reader needs to judge a figure or to make it again.

    Attributes
    ----------
    games : int
        How many games were played.
    planned : int
        How many were asked for.
    bots : tuple of str
        Who played, in seat order.
    rules_id : str
        The rule set's short name.
    seed : int
        The batch's master seed.
    interval : str
        How the figure's intervals were made, such as ``Goodman 95% over all seats``; empty where it has none.
    reading : str
        How intervals of this batch are to be read, as a sentence: fixed in number, or valid at any moment.
    sign : str
        The shape that stands for this batch where others are shown beside it.
    further : tuple of str
        Lines about those others, or whatever else is to be noted.
    """

    games: int
    planned: int
    bots: tuple[str, ...]
    rules_id: str
    seed: int
    interval: str
    reading: str
    sign: str = ""
    further: tuple[str, ...] = ()

    @classmethod
    def of(cls, batch: BatchLike) -> Provenance:
        """Describe a batch.

        Parameters
        ----------
        batch : BatchLike
            The games played so far.

        Returns
        -------
        Provenance
            With no kind of interval named yet.
        """
        request = batch.request
        return cls(
            len(batch.games),
            request.games,
            tuple(request.bot_names),
            request.rules.id,
            request.seed,
            "",
            interval_sentence(batch),
        )

    def with_interval(self, interval: str) -> Provenance:
        """Name the kind of a figure's intervals."""
        return replace(self, interval=interval)

    def noting(self, *lines: str) -> Provenance:
        """Add lines about the figure."""
        return replace(self, further=(*self.further, *lines))

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines under a figure: what was played, and, where there are intervals, which they are."""
        facts = [
            self.games_in_words,
            f"{len(self.bots)} players",
            line_up(self.bots),
            f"rules {self.rules_id}",
            f"seed {self.seed}",
        ]
        played = f"{self.sign} {' · '.join(facts)}".strip()
        intervals = (f"Interval: {self._interval_in_words}",) if self.interval else ()
        return (played, *intervals, *self.further)

    @property
    def games_in_words(self) -> str:
        """How many games there are: ``5,000 games`` or ``350 of 2,000 games``."""
        return f"{self.games:,} games" if self.games == self.planned else f"{self.games:,} of {self.planned:,} games"

    @property
    def stem(self) -> str:
        """What files about these games are called: ``caravan-rbabbcfa1-4p-planner-5000-games-seed-7``."""
        bots = "-".join(dict.fromkeys(self.bots))
        text = f"caravan-{self.rules_id}-{len(self.bots)}p-{bots}-{self.games}-games-seed-{self.seed}"
        return re.sub(r"[^A-Za-z0-9._-]+", "-", text)

    def beside(self, other: Provenance) -> str:
        """Say what was played where that of another batch of the same rules, players and seed is said already."""
        played = f"{self.games_in_words} · {line_up(self.bots)}"
        if not self.interval or self._interval_in_words == other._interval_in_words:
            return played
        return f"{played} · interval: {self._interval_in_words}"

    @property
    def _interval_in_words(self) -> str:
        holds = "for this number of games" if self.games == self.planned else "valid whenever you look"
        return f"{self.interval}, {holds}"


def line_up(bots: Sequence[str]) -> str:
    """Say who played.

    Parameters
    ----------
    bots : sequence of str
        In seat order.

    Returns
    -------
    str
        ``planner in every seat`` or ``planner, planner, random``.
    """
    return f"{bots[0]} in every seat" if len(set(bots)) == 1 else ", ".join(bots)


def seat_in_words(seat: int, bots: Sequence[str]) -> str:
    """Name a seat in a sentence.

    Parameters
    ----------
    seat : int
        From 1.
    bots : sequence of str
        In seat order.

    Returns
    -------
    str
        Its number, with its bot where the bots differ: ``4 (random)``.
    """
    return f"{seat} ({bots[seat - 1]})" if len(set(bots)) > 1 else str(seat)


def seat_labels(bots: Sequence[str]) -> tuple[str, ...]:
    """Name the seats for an axis, with the bot on a line of its own.

    Parameters
    ----------
    bots : sequence of str
        In seat order.

    Returns
    -------
    tuple of str
        In seat order.
    """
    return tuple(f"Seat {seat}\n{bot}" for seat, bot in enumerate(bots, start=1))
