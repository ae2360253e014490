"""Who wins from which seat: a point and an interval for each seat, beside the share that would be fair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bokeh.core.properties import value
from bokeh.models import NumeralTickFormatter
from bokeh.models.annotations import Span

from caravan.measures import BatchLike, Estimate, Sample, measure
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.palette import NEUTRAL, seat_colour
from caravan.plots.provenance import Provenance, seat_in_words, seat_labels

NAME = "win_share"
_HEIGHT = 300
_WHOLE = (-0.03, 1.27)
_LABELS_UP_TO = 0.85
"""The part of the axis beyond which there is no room for a figure beside an interval."""


@dataclass(frozen=True)
class WinShares:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each seat: ``seat``, ``row``, ``share``, ``low``, ``high``, ``label``, where the label stands,
        ``colour``, ``bot``.
    fair : float
        One over the number of players.
    finding : str
        What the figure shows, as a sentence.
    provenance : Provenance
        What it rests on.
    """

    columns: Columns
    fair: float
    finding: str
    provenance: Provenance


def read(batch: BatchLike | Sample) -> WinShares:
    """Take from a batch what the figure shows.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far.

    Returns
    -------
    WinShares
        Shares run from 0 to 1; where there is no interval yet, it spans them all.
    """
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    shares = measure(sample, "win_share")
    provenance = Provenance.of(sample.batch).with_interval(shares[0].interval)
    players = sample.players
    end = _x_ends([estimate.value for estimate in shares], 1.0 / players)[1]
    rows = [
        {
            "seat": seat,
            "row": canvas.row_of(seat, players),
            "share": estimate.value,
            "low": estimate.low if estimate.has_interval else 0.0,
            "high": estimate.high if estimate.has_interval else 1.0,
            **_label_place(estimate, 1.0 / players, end),
            "label": f"{100 * estimate.value:.1f}%",
            "colour": seat_colour(seat),
            "bot": bot,
        }
        for seat, (estimate, bot) in enumerate(zip(shares, provenance.bots, strict=True), start=1)
    ]
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    return WinShares(columns, 1.0 / players, finding(shares, provenance.bots), provenance)


def finding(shares: tuple[Estimate, ...], bots: tuple[str, ...]) -> str:
    """Say which seats win more or less than a fair share, as far as the intervals show.

    Parameters
    ----------
    shares : tuple of Estimate
        The measure ``win_share``.
    bots : tuple of str
        Who played, in seat order; named where they differ.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    fair = 1.0 / len(shares)
    names = [seat_in_words(seat, bots) for seat in range(1, len(bots) + 1)]
    bounded = [(name, estimate) for name, estimate in zip(names, shares, strict=True) if estimate.has_interval]
    more = [name for name, estimate in bounded if estimate.low > fair]
    less = [name for name, estimate in bounded if estimate.high < fair]
    if not bounded:
        return "Too few games yet to compare the seats"
    if not more and not less:
        return f"No seat stands out: each may have its fair share of {_percent(fair)}"
    direction = "more" if more else "less"
    sentence = (
        f"{_seats(more or less).capitalize()} {_win(more or less)} {direction} than {_their(more or less)} fair share"
    )
    return f"{sentence}, {_seats(less)} less" if more and less else f"{sentence} of {_percent(fair)}"


def _seats(names: list[str]) -> str:
    return f"seat {names[0]}" if len(names) == 1 else f"seats {', '.join(names[:-1])} and {names[-1]}"


def _win(names: list[str]) -> str:
    return "wins" if len(names) == 1 else "win"


def _their(names: list[str]) -> str:
    return "its" if len(names) == 1 else "their"


def _percent(share: float) -> str:
    return f"{100 * share:.3g}%"


def figure(shown: WinShares, *, with_words: bool = True) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : WinShares
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.

    Returns
    -------
    Figure
        Called ``win_share``, as is its data source.
    """
    plot = canvas.blank_figure(NAME, _x_range(shown), _y_range(shown), _HEIGHT)
    source = canvas.named_source(NAME, shown.columns)
    plot.add_layout(Span(location=shown.fair, dimension="height", line_color=NEUTRAL, line_dash=[6, 4]))
    plot.segment(
        "low", "row", "high", "row", source=source, color="colour", line_width=7, line_alpha=0.35, line_cap="round"
    )
    points = plot.scatter("share", "row", source=source, size=13, color="colour")
    plot.text(
        "label_at",
        "row",
        text="label",
        source=source,
        color="colour",
        x_offset="label_shift",
        text_align="label_side",
        text_baseline="middle",
        text_font=value(canvas.FONT),
        text_font_size="1.05em",
        text_font_style="bold",
    )
    plot.xaxis.bounds = (0.0, 1.0)
    plot.xaxis.formatter = NumeralTickFormatter(format="0%")
    plot.xaxis.axis_label = "Share of games won · dashed line: a fair share"
    canvas.add_hover(
        plot, points, [("seat", "@seat, @bot"), ("share", "@share{0.0%}"), ("interval", "@low{0.0%} to @high{0.0%}")]
    )
    canvas.label_seats(plot, seat_labels(shown.provenance.bots))
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: WinShares) -> None:
    """Show other data in a figure of `figure`, moving as little as possible.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : WinShares
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns)
    canvas.label_seats(plot, seat_labels(shown.provenance.bots))
    canvas.move_range(plot.y_range, _y_range(shown))
    canvas.move_range(plot.x_range, _x_range(shown))
    for line in plot.center:
        if isinstance(line, Span):
            line.location = shown.fair


def _label_place(estimate: Estimate, fair: float, end: float) -> dict[str, Any]:
    """Put the figure beside the interval, on the side away from the fair share."""
    if estimate.value < fair and estimate.has_interval and estimate.low > 0.2 * end:
        return {"label_at": estimate.low, "label_shift": -11, "label_side": "right"}
    at = min(estimate.high if estimate.has_interval else 1.0, _LABELS_UP_TO * end)
    return {"label_at": at, "label_shift": 11, "label_side": "left"}


def _x_range(shown: WinShares) -> Ends:
    return _x_ends(shown.columns["share"], shown.fair)


def _x_ends(shares: Sequence[float], fair: float) -> Ends:
    """Keep the fair share in the middle, unless a share comes too near to twice as much."""
    usual = (-0.04 * fair, 2.0 * fair)
    return usual if max(shares) <= _LABELS_UP_TO * usual[1] else _WHOLE


def _y_range(shown: WinShares) -> Ends:
    return 0.4, len(shown.provenance.bots) + 0.6
