"""What stands below a figure: its table on demand, and its files."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import param
from panel.custom import JSComponent

from caravan.views.table_words import as_csv, for_reading

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Content:
    """What a figure shows at one moment, for its table and its files.

    Attributes
    ----------
    figure_id : str
        By which the browser finds the figure.
    stem : str
        What its files are called, without their endings.
    finding : str
        What it shows, as a sentence.
    lines : tuple of str
        What it rests on.
    table : callable or None
        Makes its table, if it has one.
    """

    figure_id: str
    stem: str
    finding: str
    lines: tuple[str, ...]
    table: Callable[[], pd.DataFrame] | None


class FigureTools(JSComponent):
    """Buttons for a figure's table and files; nothing is made or sent before it is asked for.

    Parameters
    ----------
    title : str
        What the figure is about, whatever it finds.
    tabular : bool
        Whether there is a table.
    """

    title = param.String(default="", doc="What the figure is about.")
    tabular = param.Boolean(default=True, doc="Whether there is a table to show and to save.")
    ready = param.Boolean(default=False, doc="Whether there is anything to show or to save.")
    open = param.Boolean(default=False, doc="Whether the table is shown.")
    table = param.Dict(default={}, doc="The table, while it is shown; see `caravan.views.table_words.for_reading`.")

    _esm = _HERE / "figure_tools.js"
    _stylesheets = [str(_HERE / "figure_tools.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, title: str, *, tabular: bool = True, **params: Any) -> None:
        self._content: Content | None = None
        super().__init__(title=title, tabular=tabular, sizing_mode="stretch_width", margin=(8, 0, 0, 0), **params)
        self.param.watch(self._fill, "open")

    def follow(self, content: Content | None) -> None:
        """Follow the figure.

        Parameters
        ----------
        content : Content or None
            What it shows now; None for nothing.
        """
        self._content = content
        if self.ready != (content is not None):
            self.ready = content is not None
        if self.open:
            self._fill()

    def _fill(self, *_: Any) -> None:
        content = self._content
        if not self.open or content is None or content.table is None:
            self.table = {}
        else:
            self.table = for_reading(content.table(), self.title)

    def _handle_msg(self, data: Any) -> None:
        wanted = data.get("want") if isinstance(data, dict) else None
        if isinstance(wanted, str) and (wish := self.wish(wanted)) is not None:
            self._send_msg(wish)

    def wish(self, wanted: str) -> dict[str, Any] | None:
        """Say what the browser needs to save a file.

        Parameters
        ----------
        wanted : str
            ``png``, ``svg`` or ``csv``.

        Returns
        -------
        dict or None
            None if there is no such file.
        """
        content = self._content
        if content is None:
            return None
        if wanted == "csv" and content.table is not None:
            return {"want": wanted, "name": f"{content.stem}.csv", "text": as_csv(content.table())}
        if wanted in {"png", "svg"}:
            return {
                "want": wanted,
                "name": f"{content.stem}.{wanted}",
                "figure": content.figure_id,
                "finding": content.finding,
                "lines": list(content.lines),
            }
        return None
