"""Luck: how much of a result lies in the order of the bag, and how much in what the players do.

It plays games of its own, the same bag several times over, which no batch holds.
"""

from __future__ import annotations

from caravan.luck.intraclass import shares_between_groups
from caravan.luck.of_the_bag import luck_of_the_bag

__all__ = ["luck_of_the_bag", "shares_between_groups"]
