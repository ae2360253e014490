"""How games go before and after a change: the lead as it grows, and the board as it is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from caravan.measures import Sample
from caravan.measures.course import lead_over_time
from caravan.measures.spaces import space_use
from caravan.report.blocks import Block, Heading, Paragraph, Picture
from caravan.report.changes import basis
from caravan.report.compared_figures import EQUAL, UNSURE, Pairing, Standing
from caravan.report.evidence import Row
from caravan.report.figures.board_map import board_maps
from caravan.report.figures.course import leads_compared
from caravan.report.sentences import Named, Sentence, sentence

USES = {
    "camel_turns": "Camels",
    "passes_through": "Goods passing through",
    "thefts": "Thefts",
}
"""Uses of the board that are drawn, if they occur."""


@dataclass(frozen=True)
class _Told:
    """A figure of the course of games in a title.

    Attributes
    ----------
    measure : str
        The measure and its part.
    up, down, equal, unsure : str
        What is said where it rises, falls, stays practically the same, or where the games can't tell.
    clause : str
        With ``{after}`` and ``{before}``.
    """

    measure: str
    up: str
    down: str
    equal: str
    unsure: str
    clause: str


_LEAD = _Told(
    "lead_settled.mean",
    "Games stay open longer",
    "Games are settled earlier",
    "Games stay open practically as long",
    "The games can't tell whether the lead is settled earlier or later",
    "the winner leads for good when {after} of the goods are picked up, instead of {before}",
)
_BOARD = _Told(
    "spaces_used.camel_turns",
    "Camels use more of the board",
    "Camels use less of the board",
    "Camels use practically as much of the board",
    "The games can't tell whether camels use more of the board or less",
    "as if they stood on {after} spaces equally often, instead of {before}",
)
_DRAMA = "drama.mean"


def rows_of_course(pairing: Pairing) -> tuple[Row, ...]:
    """List the differences that the titles of the figures are about."""
    found = (pairing.after.find(told.measure) for told in (_LEAD, _BOARD))
    return tuple(row for row in found if row is not None)


def course_blocks(
    pairing: Pairing, before: Sample, after: Sample, names: tuple[str, str], sure: Standing, *, again: bool
) -> tuple[Block, ...]:
    """Set the course of games before and after a change side by side.

    Parameters
    ----------
    pairing : Pairing
        What was measured of these games.
    before, after : Sample
        The games, with their logs.
    names : (str, str)
        What the two rule sets are called.
    sure : Standing
        Which differences stand when all that the report looks at are taken together; a title claims no others.
    again : bool
        Whether the games were played again for this.

    Returns
    -------
    tuple of Block
        Nothing where the logs don't tell.
    """
    found = [*_lead(pairing, before, after, names, sure), *_board(pairing, before, after, names, sure)]
    if not found:
        return ()
    why = sentence(
        "What happens from turn to turn isn't in the tables, so games were played again for it, move by move: {basis}, "
        "the first ones.",
        basis=basis(pairing.before.first, pairing.after.first),
    )
    return (Heading("How the games go"), *((Paragraph((why,)),) if again else ()), *found)


def _title(told: _Told, pairing: Pairing, sure: Standing) -> tuple[Sentence, Row] | None:
    """Say what a figure's difference comes to, and give its row."""
    before, after = pairing.before.find(told.measure), pairing.after.find(told.measure)
    if before is None or after is None:
        return None
    side = after.side_of_difference
    if after.verdict == EQUAL:
        words = told.equal
    else:
        open_ = after.verdict == UNSURE or not side or not sure.holds([after])
        words = told.unsure if open_ else told.up if side > 0 else told.down
    said = sentence(
        f"{words}: {told.clause}.",
        after=after.shown(against=before.value),
        before=before.shown(against=after.value),
    )
    return said, after


def _difference(row: Row) -> Sentence:
    if not row.has_difference:
        return sentence("no range of the difference")
    unit = "percentage points" if row.is_share else row.unit
    return sentence(
        f"difference {{gap}} {unit} ({{low}} to {{high}})",
        gap=row.shown("difference", signed=True, against=0.0),
        low=row.shown("difference_low", signed=True, against=0.0),
        high=row.shown("difference_high", signed=True, against=0.0),
    )


def _lead(pairing: Pairing, before: Sample, after: Sample, names: tuple[str, str], sure: Standing) -> tuple[Block, ...]:
    titled = _title(_LEAD, pairing, sure)
    courses = [lead_over_time(sample) for sample in (before, after)]
    if titled is None or any(course.empty for course in courses):
        return ()
    title, row = titled
    caption = sentence(
        "Line: the median game. Dark band: the middle half of the games; light band: nine games in ten. Progress is "
        "counted in goods picked up. Settled: {difference}. {basis}.",
        difference=_difference(row),
        basis=basis(pairing.before.first, pairing.after.first),
    )
    drawing = leads_compared(list(zip(names, courses, strict=True)), title.text, caption.text)
    found: list[Block] = [Picture(title, caption, drawing)]
    drama = pairing.before.find(_DRAMA), pairing.after.find(_DRAMA)
    if drama[0] is not None and drama[1] is not None:
        said = sentence(
            "Over the whole game the later winner is {after} points behind the leader on average, instead of {before}: "
            "{difference}.",
            after=drama[1].shown(against=drama[0].value),
            before=drama[0].shown(against=drama[1].value),
            difference=_difference(drama[1]),
        )
        found.append(Paragraph((said,)))
    return tuple(found)


def _board(
    pairing: Pairing, before: Sample, after: Sample, names: tuple[str, str], sure: Standing
) -> tuple[Block, ...]:
    titled = _title(_BOARD, pairing, sure)
    boards = [sample.rules.board for sample in (before, after)]
    if titled is None:
        return ()
    title, row = titled
    if boards[0] != boards[1]:
        other = sentence("The two are played on different boards, so their spaces aren't set side by side.")
        return (Paragraph((title, other)),)
    amounts = [_amounts(sample) for sample in (before, after)]
    maps = []
    for use, words in USES.items():
        if any(by_use.get(use) for by_use in amounts):
            most = max(max(by_use.get(use, {}).values(), default=0.0) for by_use in amounts)
            maps += [
                (f"{words}: {name}", by_use.get(use, {}), most) for name, by_use in zip(names, amounts, strict=True)
            ]
    if not maps:
        return (Paragraph((title,)),)
    caption = sentence(
        "Left: {before}. Right: {after}. The darker, the more, on the same scale for both. Numbers: how often in a "
        "game; for camels, at the ends of how many turns a camel stands there. In the corner of a space: its "
        "number, or the letter of the good that its city wants. Spaces: {difference}. {basis}.",
        before=Named(names[0], "rules"),
        after=Named(names[1], "rules"),
        difference=_difference(row),
        basis=basis(pairing.before.first, pairing.after.first),
    )
    drawing = board_maps(
        boards[0],
        [(called, amount) for called, amount, _ in maps],
        title.text,
        caption.text,
        name="space_use_compared",
        greatest=[most for *_, most in maps],
        row_height=2.6,
    )
    return (Picture(title, caption, drawing),)


def _amounts(sample: Sample) -> dict[str, Mapping[str, float]]:
    """Give how often in a game each space is used, by use; uses that never occur are left out."""
    used = space_use(sample, 1)
    if used.empty:
        return {}
    sums = used.groupby(["use", "space"], observed=True)["per_game"].sum()
    found: dict[str, Mapping[str, float]] = {}
    for use in USES:
        if use in sums.index.get_level_values(0):
            amounts = {str(space): float(amount) for space, amount in sums.loc[use].items()}
            if any(amounts.values()):
                found[use] = amounts
    return found
