"""What a change does to a game: differences with their intervals, below each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan.report.blocks import Drawing
from caravan.report.evidence import Row
from caravan.report.figures.canvas import INK, QUIET, drawn, with_signs
from caravan.report.figures.seats import MARKERS

STYLE_COLOURS = ("#3b6ea5", "#b5651d", "#4b8b5a", "#8a5a9e")
"""For styles of play, apart from the seats' colours."""


def differences(
    groups: Sequence[tuple[str, Sequence[tuple[str, Sequence[tuple[str, Row]]]]]],
    title: str,
    caption: str,
    *,
    name: str,
) -> Drawing:
    """Draw differences with intervals, one panel for each unit, one line for each figure, one mark for each style.

    Parameters
    ----------
    groups : sequence of (str, sequence of (str, sequence of (str, Row)))
        The unit; the figures in that unit; for each the rows of the styles.
    title, caption : str
        The words of the files.
    name : str
        Of the files.
    """
    styles = list(dict.fromkeys(style for _, figures in groups for _, rows in figures for style, _ in rows))

    def draw(axes: Any) -> None:
        panels = [axes] if len(groups) == 1 else list(axes)
        for panel, (unit, figures) in zip(panels, groups, strict=True):
            panel.axvline(0.0, color=QUIET, linewidth=1.2)
            for place, (_, rows) in enumerate(figures):
                for style, row in rows:
                    number = styles.index(style)
                    shift = (number - (len(styles) - 1) / 2) * min(0.28, 0.6 / len(styles))
                    factor = 100.0 if row.is_share else 1.0
                    low, value, high = (
                        factor * row.number(column) for column in ("difference_low", "difference", "difference_high")
                    )
                    colour = STYLE_COLOURS[number % len(STYLE_COLOURS)]
                    panel.plot(
                        [low, high], [place + shift] * 2, color=colour, linewidth=4, alpha=0.45, solid_capstyle="round"
                    )
                    panel.plot(value, place + shift, MARKERS[number % len(MARKERS)], color=colour, markersize=6)
            panel.set_yticks(range(len(figures)), [called for called, _ in figures])
            panel.set_ylim(len(figures) - 0.5, -0.5)
            panel.set_xlabel(f"Difference, in {unit}")
            panel.margins(x=0.12)
            with_signs(panel.xaxis)
        if len(styles) > 1:
            for number, style in enumerate(styles):
                panels[0].plot(
                    [],
                    [],
                    MARKERS[number % len(MARKERS)],
                    color=STYLE_COLOURS[number % len(STYLE_COLOURS)],
                    label=style,
                )
            panels[0].legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=min(4, len(styles)), borderaxespad=0.2)
        for panel in panels:
            panel.tick_params(axis="y", labelcolor=INK)

    lines = [len(figures) for _, figures in groups]
    height = sum(0.62 + count * max(0.34, 0.17 * len(styles) + 0.12) for count in lines) + (
        0.3 if len(styles) > 1 else 0
    )
    return drawn(
        name,
        title,
        caption,
        draw,
        height=height,
        shape=(len(groups), 1),
        settings={"height_ratios": [count + 0.6 for count in lines]},
    )
