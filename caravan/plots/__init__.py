"""Figures: batches in, Bokeh figures out.

Each module has four functions. ``read`` takes from a batch what the figure shows, ``figure`` draws it, ``update`` shows
other data in a figure that stands already, by replacing its one data source, and ``table`` lays out in rows what is
shown.

Examples
--------
>>> from caravan import simulate
>>> from caravan.plots import win_share
>>> win_share.figure(win_share.read(simulate("standard")))  # doctest: +SKIP
"""

from __future__ import annotations

from caravan.plots import length, scores, win_share
from caravan.plots.palette import SEATS, seat_colour
from caravan.plots.provenance import Provenance

__all__ = ["SEATS", "Provenance", "length", "scores", "seat_colour", "win_share"]
