"""Before and after side by side: a figure of the differences, and tables."""

from __future__ import annotations

from collections.abc import Sequence

from caravan.report.blocks import Block, Paragraph, Picture, Table
from caravan.report.changes import bases_of, basis
from caravan.report.compared_figures import FIGURES, SHAPE, Pairing
from caravan.report.evidence import Row
from caravan.report.figures.differences import differences
from caravan.report.sentences import Sentence, sentence


def blocks(pairings: Sequence[Pairing], name: str, title: Sentence, before: str, after: str) -> tuple[Block, ...]:
    """Set before and after side by side.

    Parameters
    ----------
    pairings : sequence of Pairing
        One for each style.
    name : str
        Of the figure's files.
    title : Sentence
        The finding over the figure.
    before, after : str
        What the two rule sets are called.

    Returns
    -------
    tuple of Block
    """
    groups: dict[str, list[tuple[str, list[tuple[str, Row]]]]] = {}
    for figure in FIGURES:
        rows = [
            (one.style, pair[1])
            for one in pairings
            if (pair := one.rows(figure)) is not None and pair[1].has_difference
        ]
        if rows:
            unit = "percentage points" if rows[0][1].is_share else rows[0][1].unit
            groups.setdefault(unit, []).append((figure.called.capitalize(), rows))
    found: list[Block] = []
    if groups:
        caption = sentence(
            "Mark: the figure after less the figure before. Bar: its range. {bases}.", bases=bases_of(pairings)
        )
        drawing = differences(list(groups.items()), title.text, caption.text, name=name)
        found.append(Picture(title, caption, drawing))
    found += [table(pairing, before, after) for pairing in pairings]
    return tuple(found)


def table(pairing: Pairing, before: str, after: str) -> Table:
    """Set before and after side by side for one style."""
    rows = []
    for figure in FIGURES:
        pair = pairing.rows(figure)
        if pair is not None:
            unit = "" if pair[1].is_share or "per game" in pair[1].unit else f", in {pair[1].unit}"
            rows.append(_line(figure.called.capitalize() + unit, *pair, signed=figure.measure in SHAPE))
    for seat in range(1, pairing.after.players + 1):
        one, two = pairing.before.find("win_share", seat), pairing.after.find("win_share", seat)
        if one is not None and two is not None:
            rows.append(_line(sentence("Wins of seat {seat}", seat=two.seat_number), one, two))
    caption = sentence(
        "Before and after, each verdict by its own range: {basis}.",
        basis=basis(pairing.before.first, pairing.after.first),
    )
    return Table(caption, ("", before, after, "difference, and its range", "verdict"), tuple(rows))


def _line(called: str | Sentence, before: Row, after: Row, *, signed: bool = False) -> tuple[str | Sentence, ...]:
    gap = sentence("{gap}", gap=after.shown("difference", signed=True, against=0.0))
    if after.has_difference:
        gap = sentence(
            "{gap} ({low} to {high})",
            gap=gap,
            low=after.shown("difference_low", signed=True, against=0.0),
            high=after.shown("difference_high", signed=True, against=0.0),
        )
    return (
        called,
        sentence("{value}", value=before.shown(signed=signed)),
        sentence("{value}", value=after.shown(signed=signed)),
        gap,
        sentence("{verdict}", verdict=after.word("verdict")),
    )


def note(paired: bool) -> Paragraph:
    """Explain how the two were compared."""
    return Paragraph(
        (
            "Both rule sets were played from the same seeds: the same goods came in the same order. So what chance "
            "does to both is no doubt about their difference, and the ranges are narrower than for games that "
            "have nothing in common."
            if paired
            else "The two folders were played from different seeds, so they are compared as independent games: the "
            "ranges of the differences are wider than if the seeds were the same.",
        )
    )
