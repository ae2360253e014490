"""What a figure says while it has nothing to show, or can't show anything."""

from __future__ import annotations

from typing import Any

from bokeh.models.annotations import Label, Title

from caravan.plots import canvas
from caravan.plots.canvas import Figure
from caravan.plots.palette import NEUTRAL
from caravan.plots.sweep_provenance import SweepProvenance

_NAME = "nothing_to_show"


def say_nothing_shown(plot: Figure, words: str) -> None:
    """Write words into the middle of a figure, or take them away.

    Parameters
    ----------
    plot : Figure
        With its ranges set.
    words : str
        Why there is nothing to see; empty where there is.
    """
    across, up = canvas.range_ends(plot.x_range), canvas.range_ends(plot.y_range)
    middle: dict[str, Any] = {
        "x": sum(across) / 2.0,
        "y": sum(up) / 2.0,
        "text": words,
        "visible": bool(words),
    }
    for label in plot.center:
        if isinstance(label, Label) and label.name == _NAME:
            label.update(**middle)
            return
    label = Label(
        name=_NAME,
        text_align="center",
        text_baseline="middle",
        text_color=NEUTRAL,
        text_font=canvas.FONT,
        text_font_style="italic",
        **middle,
    )
    plot.add_layout(label)


def add_words(plot: Figure, finding: str, provenance: SweepProvenance) -> None:
    """Write the finding above a sweep's figure and what it rests on below, for one that stands alone."""
    plot.title = Title(text=finding)
    for line in provenance.lines:
        plot.add_layout(Title(text=line, text_font_size="0.85em", text_font_style="normal"), "below")
