"""What was measured of games that several comparisons share, so that it is measured once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

MOST_KEPT = 120

Made = TypeVar("Made")


class Memory:
    """Keeps what comparisons of the same games have found; what was asked for last stays longest.

    Each rule set beside the baseline can then be a comparison of its own, and a margin can be changed, without anything
    being measured twice.

    Parameters
    ----------
    most : int, optional
        How many findings are kept.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def remember(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Give what was found, or find it.

        Parameters
        ----------
        key : hashable
            What stands for it; the same games measured alike have the same.
        make : callable
            Finds it, where it isn't there.

        Returns
        -------
        object
            Not to be changed.
        """
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                kept: Made = self._kept[key]
                return kept
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made
