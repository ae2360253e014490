"""What was shown before, so that a change can be taken back and made again."""

from __future__ import annotations

import time
from collections.abc import Callable

MOST_KEPT = 200
"""How many changes can be taken back."""

SECONDS_OF_ONE_CHANGE = 0.7
"""Changes that follow each other more closely are one: a slider that is dragged passes through many values."""


class History:
    """The words of one page, in the order in which they were shown.

    Parameters
    ----------
    clock : callable, optional
        Gives the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._words: list[str] = []
        self._at = -1
        self._changed = -float("inf")

    @property
    def can_undo(self) -> bool:
        """Whether something was shown before."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return self._at < len(self._words) - 1

    def remember(self, word: str) -> None:
        """Take note of what is shown now.

        Parameters
        ----------
        word : str
            What leads back to it; what was taken back before can't be made again, unless nothing has changed.
        """
        if self._words and word == self._words[self._at]:
            return
        now = self._clock()
        goes_on = self._at > 0 and not self.can_redo and now - self._changed < SECONDS_OF_ONE_CHANGE
        self._changed = now
        if goes_on:
            self._words[self._at] = word
            if word == self._words[self._at - 1]:  # led back by hand
                del self._words[self._at]
                self._at -= 1
            return
        self._words[self._at + 1 :] = [word]
        del self._words[:-MOST_KEPT]
        self._at = len(self._words) - 1

    def amend(self, word: str) -> None:
        """Lead back by another word to what is shown now; that is no change.

        Parameters
        ----------
        word : str
            Such as that of a later place in the same game.
        """
        if self._words:
            self._words[self._at] = word

    def back(self) -> str | None:
        """Take the last change back.

        Returns
        -------
        str or None
            What was shown before, if anything was.
        """
        return self._go(-1) if self.can_undo else None

    def forth(self) -> str | None:
        """Make a change again.

        Returns
        -------
        str or None
            What was shown before it was taken back, if anything was.
        """
        return self._go(1) if self.can_redo else None

    def _go(self, step: int) -> str:
        self._at += step
        self._changed = -float("inf")
        return self._words[self._at]
