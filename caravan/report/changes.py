"""What a change of the rules does, in sentences: figure by figure and style by style."""

from __future__ import annotations

from collections.abc import Sequence

from caravan.agreement import Verdict
from caravan.comparison.differences import SAME
from caravan.report.blocks import Finding
from caravan.report.compared_figures import EQUAL, FIGURES, SHAPE, UNSURE, Figure, Pairing, Standing, verdict
from caravan.report.evidence import Row
from caravan.report.sentences import Sentence, joined, listed, sentence


def findings(pairings: Sequence[Pairing], sure: Standing) -> tuple[Finding, ...]:
    """Say what the change does, what it leaves as it was, and what the games can't tell.

    Parameters
    ----------
    pairings : sequence of Pairing
        One for each style.
    sure : Standing
        Which differences stand when all that the report looks at are taken together.

    Returns
    -------
    tuple of Finding
        What is shown comes first, and of that what stands; what isn't comes together at the end.
    """
    shown: list[tuple[bool, Finding]] = []
    equal, open_ = [], []
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
            stands = sure.holds(row for _, row in after)
            shown.append((stands, _finding(figure, pairs, None if stands else sure)))
    found = [one for wanted in (True, False) for stands, one in shown if stands == wanted]
    if equal:
        found.append(_together(equal, "Practically unchanged: ", pairings))
    if open_:
        found.append(_together(open_, "The games can't tell whether these change: ", pairings))
    return tuple(found)


def _finding(figure: Figure, pairs: Sequence[tuple[str, tuple[Row, Row]]], doubt: Standing | None) -> Finding:
    after = [(style, rows[1]) for style, rows in pairs]
    together = verdict(after)
    clear = [(style, rows) for style, rows in pairs if rows[1].side_of_difference]
    parts = listed(_clause(figure, before, now, named=len(pairs) > 1) for _, (before, now) in clear or pairs)
    if together.above and together.below:
        claim = sentence(f"It depends on how one plays whether {_small(figure.up)} or not: {{parts}}.", parts=parts)
    else:
        said = figure.up if together.above else figure.down
        claim = sentence(f"{said}: {{parts}}.", parts=parts)
    evidence = _evidence(pairs, together)
    if doubt is not None:
        evidence += sentence(
            " This may be chance: of the {count} differences that this report looks at some stand out by luck, and "
            "this one isn't sure enough to rule that out.",
            count=doubt.counted,
        )
    return Finding(claim, evidence)


def _clause(figure: Figure, before: Row, after: Row, *, named: bool) -> Sentence:
    signed = figure.measure in SHAPE
    said = sentence(
        figure.claim.replace("{more}", _more(after)),
        after=after.shown(size=signed, against=before.value),
        before=before.shown(size=signed, against=after.value),
        **({"seat": after.seat_number} if after.seat else {}),
    )
    if signed and _more(before) != _more(after):
        said += sentence(f" {_more(before)}")
    return sentence("{said} ({style})", said=said, style=after.style) if named else said


def _more(row: Row) -> str:
    return "less" if row.value < 0.0 else "more"


def _evidence(pairs: Sequence[tuple[str, tuple[Row, Row]]], together: Verdict) -> Sentence:
    parts = [
        sentence(
            f"Difference {{gap}}{_points(after)} ({{low}} to {{high}}), {{basis}}",
            gap=after.shown("difference", signed=True, against=0.0),
            low=after.shown("difference_low", signed=True, against=0.0),
            high=after.shown("difference_high", signed=True, against=0.0),
            basis=basis(before, after),
        )
        if after.has_difference
        else sentence("{basis}: no range", basis=basis(before, after))
        for _, (before, after) in pairs
    ]
    agreement = _agreement([(style, after) for style, (_, after) in pairs], together)
    return sentence("{parts}. {agreement}.", parts=joined(parts, ". "), agreement=agreement)


def basis(before: Row, after: Row) -> Sentence:
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
    return joined((basis(pairing.before.first, pairing.after.first) for pairing in pairings), "; ")


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
    alike = row.number("difference") == 0.0
    if row.number("games") == 1.0:
        return sentence("the same in the only game") if alike else _bare(row, ", from the only game")
    return sentence("the same in every game") if alike and SAME in row.cells["note"] else _bare(row, ", no range")


def _bare(row: Row, ending: str) -> Sentence:
    return sentence(f"{{gap}}{_points(row)}{ending}", gap=row.shown("difference", signed=True))


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def summary_of_change(pairings: Sequence[Pairing], sure: Standing) -> Sentence:
    """Say in one sentence what changes beyond doubt, all figures taken together, without numbers."""
    said = []
    for figure in FIGURES:
        rows = [(one.style, pair[1]) for one in pairings if (pair := one.rows(figure)) is not None]
        if sure.holds(row for _, row in rows) and not {row.verdict for _, row in rows} <= {EQUAL, UNSURE}:
            together = verdict(rows)
            if bool(together.above) != bool(together.below):
                said.append(sentence(_small(figure.up if together.above else figure.down)))
    if not said:
        return sentence("nothing is shown to change")
    return listed(said[:3])
