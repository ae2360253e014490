"""The files of a sweep, as the command line writes them."""

# mypy: allow-untyped-calls

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from typing import Any

import panel_material_ui as pmui
from panel.layout import Column
from panel.viewable import Viewer

from caravan.views.file_button import file_button
from caravan.views.look import CARD, side_by_side, stack
from caravan.views.sweeping.played_sweep import FILES, PlayedSweep
from caravan.views.words import Words

_MEANINGS = {
    "cells.csv": "One row for each cell: what it is, and whether it was played.",
    "summary.csv": "Every measure of every cell, with its interval.",
    "sensitivity.csv": "What each parameter does to each of the usual measures, with its interval.",
    "plan.toml": "The plan: caravan sweep plays it on the command line, with the same figures.",
}


class TakeAway(Viewer):
    """Offers a sweep's files.

    Parameters
    ----------
    sweep : callable
        Gives what there is of the sweep, or None.
    """

    def __init__(self, sweep: Callable[[], PlayedSweep | None]) -> None:
        super().__init__()
        self._sweep = sweep
        self.buttons = {name: self._button(name) for name in FILES}
        rows = [
            side_by_side(
                self.buttons[name],
                Words(f'<p class="faint">{_MEANINGS[name]}</p>', align="center"),
                margin=(4, 0),
                align_items="center",
                gap="14px",
            )
            for name in FILES
        ]
        self._layout = stack(Words("<h2>Take it with you</h2>", margin=(0, 0, 10, 0)), *rows, **CARD)

    def __panel__(self) -> Column:
        return self._layout

    def _button(self, name: str) -> pmui.FileDownload:
        return file_button(name, name, functools.partial(self._write, name), width=150)

    def follow(self, picture: Any) -> None:
        """Offer the files once there is something in them."""
        there = picture is not None and bool(picture.figures)
        for button in self.buttons.values():
            if button.disabled == there:
                button.disabled = not there

    async def _write(self, name: str) -> tuple[str, bytes]:
        """Write a file in another thread, so that the page stays alive."""
        sweep = self._sweep()
        if sweep is None:
            raise ValueError("there is nothing to download yet")
        content = await asyncio.to_thread(sweep.file, name)
        return f"caravan-sweep-{sweep.plan.id}-{name}", content.encode()
