"""How far a run has come, on a terminal; nothing where nobody is watching."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self, TextIO

BETWEEN_LOOKS = 0.1
COMPILING = "the very first run compiles the rules, which takes about a minute"


class Progress:
    """A line that is written over as games come in: how many, how fast, how long to go.

    Parameters
    ----------
    stream : TextIO
        Usually the standard error. Unless it is a terminal, nothing is written.
    first : str
        What to say at the beginning.
    """

    def __init__(self, stream: TextIO, first: str) -> None:
        self._stream = stream
        self._first = first
        self._watched = stream.isatty()
        self._begun: tuple[int, float] | None = None
        self._looked = 0.0
        self._length = 0

    def __enter__(self) -> Self:
        self.say(self._first)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.say("")

    def games_done(self, done: int, games: int | None = None, more: Callable[[], str] | None = None) -> None:
        """Tell how many games have been done and, where that is known, how many there are.

        What else there is to say, such as a result so far, is asked for only when the line is written.
        """
        now = time.monotonic()
        if self._begun is None:  # what came before was getting ready, and says nothing about the pace
            self._begun, self._looked = (done, now), now
        elif now - self._looked >= BETWEEN_LOOKS and done > self._begun[0]:  # a busy machine may have done none yet
            self._looked = now
            pace = line(done, games, (done - self._begun[0]) / max(now - self._begun[1], 1e-9))
            further = more() if more is not None and self._watched else ""
            self.say(f"{pace}; {further}" if further else pace)

    def say(self, text: str) -> None:
        """Write something in the place of what is there."""
        if self._watched:
            self._stream.write("\r" + text.ljust(self._length))
            if not text:
                self._stream.write("\r")
            self._stream.flush()
            self._length = len(text)


class StagedProgress(Progress):
    """How far a run of several parts has come: which part is being played, and the games of that part."""

    _part = ""

    def part_plays(self, part: str, done: int, games: int, more: Callable[[], str] | None = None) -> None:
        """Tell how many games of a part have been played, how many there are, and what else there is to say."""
        if part != self._part:
            self._part, self._begun = part, None  # the pace of one part says nothing about another's
        self.games_done(done, games, more)

    def say(self, text: str) -> None:
        """Write something in the place of what is there."""
        super().say(f"{self._part}: {text}" if text and self._part else text)


def line(done: int, games: int | None, rate: float) -> str:
    """Say how far a run has come.

    Parameters
    ----------
    done : int
        Games done.
    games : int or None
        Games in all, where that is known.
    rate : float
        Games in a second, above 0.

    Returns
    -------
    str
        Such as ``1,200 of 5,000 games, 3,450 games/s, 1 s left``.
    """
    pace = f"{rate:,.0f} games/s" if rate >= 10 else f"{rate:.1f} games/s"
    if games is None:
        return f"{done:,} games, {pace}"
    return f"{done:,} of {games:,} games, {pace}, {duration((games - done) / rate)} left"


def duration(seconds: float) -> str:
    """Write a time, such as ``2 s`` or ``3 min 20 s`` or ``1 h 5 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
