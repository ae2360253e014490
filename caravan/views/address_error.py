"""What is said of a link that can't be followed."""

from __future__ import annotations

from caravan.errors import CaravanError


class AddressError(CaravanError, ValueError):
    """A link that can't be followed."""
