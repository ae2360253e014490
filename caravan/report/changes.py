"""What a change of the rules does: before and after, figure by figure and style by style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caravan.agreement import Verdict, judge
from caravan.report.blocks import Block, Finding, Paragraph, Picture, Table
from caravan.report.evidence import Group, Row
from caravan.report.figures.differences import differences
from caravan.report.sentences import Sentence, joined, listed, sentence

EQUAL, UNSURE = "practically equal", "can't tell"


@dataclass(frozen=True)
class Figure:
    """A figure that is compared.

    Attributes
    ----------
    measure : str
        The measure and its part.
    called : str
        What it is called in a list.
    claim : str
        A clause with ``{after}`` and ``{before}``.
    up, down : str
        What it means where the figure is higher, or lower, as a clause without numbers.
    """

    measure: str
    called: str
    claim: str
    up: str
    down: str


FIGURES = (
    Figure(
        "first_player_advantage",
        "advantage of going first",
        "seat {seat} wins {after} percentage points beyond a fair share instead of {before}",
        "Going first is worth more",
        "Going first is worth less",
    ),
    Figure(
        "length.turns.mean",
        "length of a game",
        "{after} turns instead of {before}",
        "Games get longer",
        "Games get shorter",
    ),
    Figure(
        "score.mean",
        "mean score",
        "{after} points on average instead of {before}",
        "Players score more",
        "Players score less",
    ),
    Figure(
        "winning_margin.mean",
        "winner's margin",
        "the winner is {after} points ahead of the second instead of {before}",
        "Wins get clearer",
        "Games end closer",
    ),
    Figure(
        "lead_changes.mean",
        "changes of the lead",
        "{after} times a game instead of {before}",
        "The lead changes more often",
        "The lead changes less often",
    ),
    Figure(
        "lead_settled.mean",
        "when the lead is settled",
        "the winner leads for good when {after} of the goods are picked up, instead of {before}",
        "Games stay open longer",
        "Games are settled earlier",
    ),
    Figure(
        "steals", "thefts", "{after} in a game instead of {before}", "More goods are stolen", "Fewer goods are stolen"
    ),
    Figure(
        "ties.after_tie_break",
        "shared wins",
        "{after} of the games instead of {before}",
        "More wins are shared",
        "Fewer wins are shared",
    ),
    Figure(
        "endings.delivery",
        "endings by delivery",
        "{after} of the games instead of {before}",
        "More games end as they should, by a delivery",
        "Fewer games end as they should, by a delivery",
    ),
)
"""What is compared, the most important first."""

SHAPE = ("first_player_advantage",)
"""Figures that have a seat, the first."""


@dataclass(frozen=True)
class Pairing:
    """A rule set beside the baseline, under one style.

    Attributes
    ----------
    style : str
        Who played in every seat, or the line-up.
    before, after : Group
        The figures of the two.
    """

    style: str
    before: Group
    after: Group

    def rows(self, figure: Figure) -> tuple[Row, Row] | None:
        """Give the rows of a figure before and after; None where one is missing."""
        seat = 1 if figure.measure in SHAPE else None
        before, after = self.before.find(figure.measure, seat), self.after.find(figure.measure, seat)
        return None if before is None or after is None else (before, after)


def verdict(rows: Sequence[tuple[str, Row]]) -> Verdict:
    """Say what several styles find together about a difference."""
    intervals = {
        style: (row.number("difference_low"), row.number("difference_high"))
        if row.has_difference
        else (row.number("difference"),) * 2
        if row.verdict == EQUAL
        else (float("nan"),) * 2
        for style, row in rows
    }
    return judge({style: (ends[0], ends[1]) for style, ends in intervals.items()}, 0.0)


def findings(pairings: Sequence[Pairing]) -> tuple[Finding, ...]:
    """Say what the change does, what it leaves as it was, and what the games can't tell.

    Parameters
    ----------
    pairings : sequence of Pairing
        One for each style.

    Returns
    -------
    tuple of Finding
        What is shown comes first; what isn't comes together at the end.
    """
    shown, equal, open_ = [], [], []
    for figure in FIGURES:
        pairs = [(pairing.style, rows) for pairing in pairings if (rows := pairing.rows(figure)) is not None]
        if not pairs:
            continue
        after = [(style, rows[1]) for style, rows in pairs]
        words = {row.verdict for _, row in after}
        if words == {EQUAL}:
            equal.append((figure, after))
        elif words <= {EQUAL, UNSURE}:
            open_.append((figure, after))
        else:
            shown.append(_finding(figure, pairs))
    found = list(shown)
    if equal:
        found.append(_together(equal, "Practically unchanged: ", pairings))
    if open_:
        found.append(_together(open_, "The games can't tell whether these change: ", pairings))
    return tuple(found)


def _finding(figure: Figure, pairs: Sequence[tuple[str, tuple[Row, Row]]]) -> Finding:
    after = [(style, rows[1]) for style, rows in pairs]
    together = verdict(after)
    clear = [(style, rows) for style, rows in pairs if rows[1].side_of_difference]
    parts = listed(_clause(figure, before, now, named=len(pairs) > 1) for _, (before, now) in clear or pairs)
    if together.above and together.below:
        claim = sentence(f"It depends on how one plays whether {_small(figure.up)} or not: {{parts}}.", parts=parts)
    else:
        said = figure.up if together.above else figure.down
        claim = sentence(f"{said}: {{parts}}.", parts=parts)
    return Finding(claim, _evidence(pairs, together))


def _clause(figure: Figure, before: Row, after: Row, *, named: bool) -> Sentence:
    signed = figure.measure in SHAPE
    said = sentence(
        figure.claim,
        after=after.shown(signed=signed, against=before.value),
        before=before.shown(signed=signed, against=after.value),
        **({"seat": after.seat_number} if after.seat else {}),
    )
    return sentence("{said} ({style})", said=said, style=after.style) if named else said


def _evidence(pairs: Sequence[tuple[str, tuple[Row, Row]]], together: Verdict) -> Sentence:
    parts = [
        sentence(
            f"Difference {{gap}}{_points(after)} ({{low}} to {{high}}), {{basis}}",
            gap=after.shown("difference", signed=True, against=0.0),
            low=after.shown("difference_low", signed=True, against=0.0),
            high=after.shown("difference_high", signed=True, against=0.0),
            basis=_basis(before, after),
        )
        if after.has_difference
        else sentence("{basis}: no range", basis=_basis(before, after))
        for _, (before, after) in pairs
    ]
    agreement = _agreement([(style, after) for style, (_, after) in pairs], together)
    return sentence("{parts}. {agreement}.", parts=joined(parts, ". "), agreement=agreement)


def _basis(before: Row, after: Row) -> Sentence:
    """Say how many games there are of each, and who played."""
    if before.cells["games"] == after.cells["games"]:
        return sentence("{games} under each rule set, {who}", games=after.games_counted, who=after.line_up)
    return sentence(
        "{before} before and {after} after, {who}",
        before=before.games_counted,
        after=after.games_counted,
        who=after.line_up,
    )


def bases_of(pairings: Sequence[Pairing]) -> Sentence:
    """Say for each style how many games of each rule set there are."""
    return joined((_basis(pairing.before.first, pairing.after.first) for pairing in pairings), "; ")


def _points(row: Row) -> str:
    return " percentage points" if row.is_share else f" {row.unit}"


def _agreement(after: Sequence[tuple[str, Row]], together: Verdict) -> Sentence:
    if len(after) == 1:
        return sentence("One style only: it may hold for that style alone")
    if together.above and together.below:
        return sentence("The styles find the opposite of each other")
    if not together.unsure:
        return sentence("The styles agree" if together.word == "agreed" else "The styles agree, but think alike")
    rows = [row for style, row in after if style in together.unsure]
    equal = all(row.verdict == EQUAL for row in rows)
    who = listed(row.style for row in rows)
    what = "finds a difference too small to matter" if equal else "can't tell"
    if len(rows) > 1:
        what = what.replace("finds", "find")
    return sentence(f"{{who}} {what}", who=who)


def _together(
    figures: Sequence[tuple[Figure, Sequence[tuple[str, Row]]]], start: str, pairings: Sequence[Pairing]
) -> Finding:
    names = listed(sentence(figure.called) for figure, _ in figures)
    parts = [
        sentence(
            f"{figure.called.capitalize()}: {{gaps}}",
            gaps=listed(
                sentence(
                    f"{{gap}}{_points(row)} ({{low}} to {{high}})",
                    gap=row.shown("difference", signed=True, against=0.0),
                    low=row.shown("difference_low", signed=True, against=0.0),
                    high=row.shown("difference_high", signed=True, against=0.0),
                )
                if row.has_difference
                else _without_interval(row)
                for _, row in (rows if _differs(rows) else rows[:1])
            ),
        )
        for figure, rows in figures
    ]
    bases = bases_of(pairings)
    return Finding(
        Sentence((start,)) + names + sentence("."),
        sentence(
            f"{{parts}}. {'By style in this order: ' if len(pairings) > 1 else ''}{{bases}}.",
            parts=joined(parts, ". "),
            bases=bases,
        ),
    )


def _differs(rows: Sequence[tuple[str, Row]]) -> bool:
    """Tell whether any game of any style came out otherwise."""
    return any(row.has_difference or row.number("difference") != 0.0 for _, row in rows)


def _without_interval(row: Row) -> Sentence:
    if row.number("difference") == 0.0:
        return sentence("the same in every game")
    return sentence("{gap}, no range", gap=row.shown("difference", signed=True))


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


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
    caption = sentence("Before and after: {basis}.", basis=_basis(pairing.before.first, pairing.after.first))
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


def summary_of_change(pairings: Sequence[Pairing]) -> Sentence:
    """Say in one sentence what changes beyond doubt, without numbers."""
    said = []
    for figure in FIGURES:
        rows = [(one.style, pair[1]) for one in pairings if (pair := one.rows(figure)) is not None]
        if rows and not {row.verdict for _, row in rows} <= {EQUAL, UNSURE}:
            together = verdict(rows)
            if bool(together.above) != bool(together.below):
                said.append(sentence(_small(figure.up if together.above else figure.down)))
    if not said:
        return sentence("nothing is shown to change")
    return listed(said[:3])


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
