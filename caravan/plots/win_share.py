"""Who wins from which seat: a point and an interval for each seat, beside the share that would be fair.

Several styles of play can be shown at once, as layers: each has its own shape and its own line within a seat's row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
from bokeh.core.properties import value
from bokeh.models import NumeralTickFormatter
from bokeh.models.annotations import Span

from caravan.agreement import Verdict, judge, kin_sentences, meanings_in_words
from caravan.measures import BatchLike, Estimate, Sample, measure
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.palette import NEUTRAL, seat_colour
from caravan.plots.provenance import Provenance, seat_labels
from caravan.plots.seat_words import finding, finding_of_one_style, finding_of_styles

NAME = "win_share"
_HEIGHT = 300
_HEIGHT_OF_A_FURTHER_LAYER = 50
"""Added to the height for each layer beyond the second."""

_WHOLE = (-0.03, 1.27)
_LABELS_UP_TO = 0.85
"""The part of the axis beyond which there is no room for a figure beside an interval."""


_MARKERS = ("circle", "square", "diamond", "triangle")
SIGNS = ("\u25cf", "\u25a0", "\u25c6", "\u25b2")
"""The layers' shapes as letters, the first for the style that is shown first."""

MOST_LAYERS = len(SIGNS)
_SIZES = (13, 10, 14, 11)
"""So that the shapes look equally large, and the first a little larger."""

_BETWEEN_LAYERS = 0.3
_ROW = 0.6
"""How far layers of a seat are apart, and the part of its row that all of them may take."""


@dataclass(frozen=True)
class WinShares:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each layer and seat: ``seat``, ``row``, ``share``, ``low``, ``high``, ``label``, where the label
        stands, ``colour``, ``bot``, ``games`` in words, how many were ``played``, ``interval``, and the layer's shape.
    fair : float
        One over the number of players.
    finding : str
        What the figure shows, as a sentence.
    provenance : Provenance
        What it rests on.
    shares : tuple of Estimate
        The shares of the first layer.
    verdicts : tuple of Verdict
        What several styles say together, one for each seat; empty where there is one layer.
    slots : int
        For how many layers there is room; where there is more than one, the rows bear no bot's name.
    settled : bool
        Whether all games of all layers are there.
    """

    columns: Columns
    fair: float
    finding: str
    provenance: Provenance
    shares: tuple[Estimate, ...]
    verdicts: tuple[Verdict, ...] = ()
    slots: int = 1
    settled: bool = False


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
    end = _x_ends([estimate.value for estimate in shares], 1.0 / sample.players)[1]
    return WinShares(
        _columns(_rows(shares, provenance, 0, 1, end)),
        1.0 / sample.players,
        finding(shares, provenance.bots),
        provenance,
        shares,
        settled=not sample.growing,
    )


def together(first: WinShares, others: Sequence[WinShares | None]) -> WinShares:
    """Lay several styles over each other, each of which played the same rules against itself.

    Parameters
    ----------
    first : WinShares
        From `read`.
    others : sequence of WinShares or None
        At most three; None for a style that is still to come, for which room is kept, as it is for one that has played
        so few games that any share is possible.

    Returns
    -------
    WinShares
        The finding says on which seats the styles agree, as far as the intervals show that are there now.
    """
    shown = [layer if layer is not None and _says_anything(layer) else None for layer in others]
    layers = [(place, layer) for place, layer in enumerate((first, *shown)) if layer is not None]
    slots = 1 + len(others)
    if slots > MOST_LAYERS:
        raise ValueError(f"there is room for {MOST_LAYERS} layers, not {slots}")
    end = _x_ends([estimate.value for _, layer in layers for estimate in layer.shares], first.fair)[1]
    rows = [row for place, layer in layers for row in _rows(layer.shares, layer.provenance, place, slots, end)]
    further = tuple(f"{SIGNS[place]} {layer.provenance.beside(first.provenance)}" for place, layer in layers[1:])
    alike = kin_sentences(layer.provenance.bots[0] for _, layer in layers)
    provenance = replace(first.provenance, sign=SIGNS[0], further=(*further, f"{meanings_in_words()}.", *alike))
    settled = len(layers) == slots and all(layer.settled for _, layer in layers)
    if len(layers) == 1:
        words = finding_of_one_style(first.shares, first.provenance.bots)
        return replace(
            first, columns=_columns(rows), finding=words, provenance=provenance, slots=slots, settled=settled
        )
    verdicts = tuple(
        judge(
            {layer.provenance.bots[0]: (layer.shares[seat].low, layer.shares[seat].high) for _, layer in layers},
            first.fair,
        )
        for seat in range(len(first.shares))
    )
    words = finding_of_styles(verdicts, settled=settled)
    return WinShares(_columns(rows), first.fair, words, provenance, first.shares, verdicts, slots, settled)


def _says_anything(shown: WinShares) -> bool:
    """Tell whether the games rule out any share for each seat; the first few don't, and only stretch the axis."""
    return all(estimate.high - estimate.low < 1.0 for estimate in shown.shares)


def _rows(
    shares: tuple[Estimate, ...], provenance: Provenance, place: int, slots: int, end: float
) -> list[dict[str, Any]]:
    """Describe one layer: where it stands in the seats' rows, what it shows and how it looks."""
    players = len(shares)
    spread = min(_ROW, _BETWEEN_LAYERS * (slots - 1))
    shift = spread * (0.5 - place / (slots - 1)) if slots > 1 else 0.0
    return [
        {
            "seat": seat,
            "row": canvas.row_of(seat, players) + shift,
            "share": estimate.value,
            "low": estimate.low if estimate.has_interval else 0.0,
            "high": estimate.high if estimate.has_interval else 1.0,
            "label": f"{100 * estimate.value:.1f}%",
            **_label_place(estimate, 1.0 / players, end),
            "label_size": "1.05em" if place == 0 else "0.9em",
            "colour": seat_colour(seat),
            "bot": bot,
            "games": provenance.games_in_words,
            "played": provenance.games,
            "interval": estimate.interval or "none yet",
            "marker": _MARKERS[place],
            "size": _SIZES[place],
            "width": 7 if place == 0 else 5,
        }
        for seat, (estimate, bot) in enumerate(zip(shares, provenance.bots, strict=True), start=1)
    ]


def _columns(rows: list[dict[str, Any]]) -> Columns:
    return {name: [row[name] for row in rows] for name in rows[0]}


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
    plot = canvas.blank_figure(NAME, _x_range(shown), _y_range(shown), _height(shown))
    source = canvas.named_source(NAME, shown.columns)
    plot.add_layout(Span(location=shown.fair, dimension="height", line_color=NEUTRAL, line_dash=[6, 4]))
    plot.segment(
        "low",
        "row",
        "high",
        "row",
        source=source,
        color="colour",
        line_width="width",
        line_alpha=0.35,
        line_cap="round",
    )
    points = plot.scatter("share", "row", source=source, size="size", marker="marker", color="colour")
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
        text_font_size="label_size",
        text_font_style="bold",
    )
    plot.xaxis.bounds = (0.0, 1.0)
    plot.xaxis.formatter = NumeralTickFormatter(format="0%")
    plot.xaxis.axis_label = "Share of games won · dashed line: a fair share"
    canvas.add_hover(
        plot,
        points,
        [
            ("seat", "@seat, @bot"),
            ("share", "@share{0.0%}"),
            ("interval", "@low{0.0%} to @high{0.0%}"),
            ("made from", "@games, @interval"),
        ],
    )
    canvas.label_seats(plot, _labels(shown))
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
    canvas.replace_columns(plot, shown.columns, _height(shown))
    canvas.label_seats(plot, _labels(shown))
    canvas.move_range(plot.y_range, _y_range(shown))
    canvas.move_range(plot.x_range, _x_range(shown))
    for line in plot.center:
        if isinstance(line, Span):
            line.location = shown.fair


def table(shown: WinShares) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : WinShares
        From `read` or `together`.

    Returns
    -------
    DataFrame
        One row for each layer and seat.
    """
    columns = shown.columns
    percent = {name: [100.0 * share for share in columns[name]] for name in ("share", "low", "high")}
    return pd.DataFrame(
        {
            "Seat": list(columns["seat"]),
            "Bot": list(columns["bot"]),
            "Games won (%)": percent["share"],
            "Interval from (%)": percent["low"],
            "Interval to (%)": percent["high"],
            "Fair share (%)": 100.0 * shown.fair,
            "Games": list(columns["played"]),
            "Kind of interval": list(columns["interval"]),
        }
    )


def _height(shown: WinShares) -> int:
    return _HEIGHT + _HEIGHT_OF_A_FURTHER_LAYER * max(0, shown.slots - 2)


def _labels(shown: WinShares) -> tuple[str, ...]:
    bots = shown.provenance.bots
    return tuple(f"Seat {seat}" for seat in range(1, len(bots) + 1)) if shown.slots > 1 else seat_labels(bots)


def _label_place(estimate: Estimate, fair: float, end: float) -> dict[str, Any]:
    """Put the figure beside the interval, away from the fair share if there is room; leave it out if there is none."""
    low, high = (estimate.low, estimate.high) if estimate.has_interval else (0.0, 1.0)
    room_before, room_behind = low > 0.2 * end, high <= _LABELS_UP_TO * end
    if room_before and (estimate.value < fair or not room_behind):
        return {"label_at": low, "label_shift": -11, "label_side": "right"}
    beside = {"label_at": min(high, end), "label_shift": 11, "label_side": "left"}
    return beside if room_behind else {**beside, "label": ""}


def _x_range(shown: WinShares) -> Ends:
    return _x_ends(shown.columns["share"], shown.fair)


def _x_ends(shares: Sequence[float], fair: float) -> Ends:
    """Keep the fair share in the middle; go to three times as much, or to the whole, where a share comes too near."""
    for end in (2.0 * fair, 3.0 * fair):
        if end <= 1.0 and max(shares) <= _LABELS_UP_TO * end:
            return -0.04 * fair, end
    return _WHOLE


def _y_range(shown: WinShares) -> Ends:
    return 0.4, len(shown.provenance.bots) + 0.6
