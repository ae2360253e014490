"""A cell of a sweep: one rule set, one number of players and one line-up, and the batch that is to be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from caravan.blocks import BatchRequest

CellValue = int | bool | str
"""A value as it stands in a cell of a table: lists are written ``1,2,3``, boards by their labels."""


@dataclass(frozen=True, eq=False)
class Scenario:
    """A cell of a sweep.

    Attributes
    ----------
    number : int
        Its place in the plan, from 0.
    values : mapping of str to int, bool or str
        ``players`` and ``bots``, then each parameter on an axis, in the order of the plan's `columns`.
    request : BatchRequest or None
        What is to be played; None where this combination can't be played.
    error : str
        Why it can't, in words; empty where it can.
    """

    number: int
    values: Mapping[str, CellValue]
    request: BatchRequest | None
    error: str
