"""What winners do otherwise, where points come from, which rules are used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from caravan.comparison import holm, p_value
from caravan.measures import Sample
from caravan.measures.spaces import space_use
from caravan.report.blocks import Block, Finding, Paragraph, Picture, Table, TableCell
from caravan.report.compared_figures import ONE_IN_TWENTY
from caravan.report.evidence import Group, Row
from caravan.report.figures.board_map import board_maps
from caravan.report.figures.seats import share_bars
from caravan.report.sentences import Sentence, listed, sentence
from caravan.report.tension import evidence_of

SOURCES = {"rare": "rare goods", "common": "common goods", "demand": "demand markers"}
STEPS = {
    "place": "placing a camel",
    "move": "moving a camel",
    "pick_up": "picking up a good",
    "transfer": "handing a good on",
    "deliver": "delivering",
    "steal": "stealing",
    "rainbow": "moving the rainbow camel",
    "pass": "passing",
}
USES = {**STEPS, "tie_break": "the tie-break"}
_RARELY = 0.01


def claim_of_sources(group: Group) -> Sentence | None:
    """Say where points come from."""
    rows = [(words, group.find(f"point_sources.{source}")) for source, words in SOURCES.items()]
    there = sorted(((words, row) for words, row in rows if row is not None), key=lambda pair: -pair[1].value)
    if not there:
        return None
    shares = listed(sentence(f"{{share}} from {words}", share=row.shown()) for words, row in there)
    return sentence("Points come {shares}.", shares=shares)


def claim_of_winners(group: Group) -> Sentence | None:
    """Say which source of points and which actions weigh more with winners, as far as the intervals show."""
    rows = {words: group.find(f"point_sources.{source}.difference") for source, words in SOURCES.items()}
    said = [_more_or_less(row, f"of their points from {words}", side) for words, row, side in _clear(rows)]
    if not said:
        return None
    return sentence("Winners make {parts} than the others.", parts=listed(said))


def claim_of_actions(group: Group) -> Sentence | None:
    """Say which two kinds of action set winners most apart."""
    clear = _clear({words: group.find(f"action_mix.{step}.difference") for step, words in STEPS.items()})
    if not clear:
        return None
    clear.sort(key=lambda entry: -abs(entry[1].value))
    parts = listed(
        sentence(
            f"{{size}} percentage points {'more' if side > 0 else 'less'} on {words} ({{interval}})",
            size=row.shown(size=True, against=0.0),
            interval=row.interval(signed=True, against=0.0),
        )
        for words, row, side in clear[:2]
    )
    return sentence("Of their actions, winners spend {parts} than the others.", parts=parts)


def _clear(rows: Mapping[str, Row | None]) -> list[tuple[str, Row, int]]:
    """Pick the differences that are shown when all of these are taken together, each with its side."""
    there = [(words, row) for words, row in rows.items() if row is not None and row.has_interval]
    adjusted = holm([p_value(row.value, row.low, row.high) for _, row in there])
    return [
        (words, row, row.side_of(0.0)) for (words, row), p in zip(there, adjusted, strict=True) if p < ONE_IN_TWENTY
    ]


def claim_of_steals(group: Group) -> Sentence | None:
    """Say how often goods are stolen."""
    row = group.find("steals")
    if row is None:
        return None
    if row.value == 0.0:
        return sentence("Nobody steals in these games.")
    return sentence("All players together steal {steals} goods in a game.", steals=row.shown())


def findings(group: Group) -> tuple[Finding, ...]:
    """Say what makes winners."""
    found = []
    sources = claim_of_sources(group)
    winners = claim_of_winners(group) or claim_of_actions(group)
    if sources is not None:
        claim = sources if winners is None else sentence("{one} {two}", one=sources, two=winners)
        found.append(Finding(claim, sentence("Shares of all points gained; {basis}.", basis=group.basis)))
    steals = claim_of_steals(group)
    if steals is not None:
        found.append(Finding(steals, evidence_of(group, group.find("steals"), "the mean number of thefts")))
    return tuple(found)


def blocks(group: Group, sample: Sample | None) -> tuple[Block, ...]:
    """Tell what players do, what winners do otherwise, and where.

    Parameters
    ----------
    group : Group
        The figures of one rule set and line-up.
    sample : Sample, optional
        Its games, for the map of the board.

    Returns
    -------
    tuple of Block
    """
    found: list[Block] = [
        Paragraph(
            (
                "A game offers choices where more than one way leads to points, and where winners don't simply do more "
                "of the one right thing. What sets winners apart need not be what made them win.",
            )
        ),
        *_picture_of_sources(group),
    ]
    said = [
        words
        for words in (claim_of_winners(group), claim_of_actions(group), claim_of_steals(group), _unused(group))
        if words is not None
    ]
    if said:
        found.append(Paragraph(tuple(said)))
    if table := _action_table(group):
        found.append(table)
    return (*found, *_board(group, sample))


def claim_of_spaces(group: Group) -> Sentence | None:
    """Say over how many spaces camels and goods are spread."""
    camels, goods = group.find("spaces_used.camel_turns"), group.find("spaces_used.passes_through")
    if camels is None:
        return None
    said = sentence(
        "Camels use as much of the board as if they stood on {spaces} spaces equally often", spaces=camels.shown()
    )
    if goods is not None:
        said += sentence("; goods on their way, as if through {spaces}", spaces=goods.shown())
    return said + sentence(".")


def _board(group: Group, sample: Sample | None) -> tuple[Block, ...]:
    title = claim_of_spaces(group)
    if title is None or sample is None:
        return () if title is None else (Paragraph((title,)),)
    used = space_use(sample, 1)
    if used.empty:
        return (Paragraph((title,)),)
    sums = used.groupby(["use", "space"], observed=True)["per_game"].sum()
    maps = [
        (words, {str(space): float(amount) for space, amount in sums.loc[use].items()})
        for use, words in _MAPS.items()
        if use in sums.index.get_level_values(0)
    ]
    caption = sentence(
        "The darker, the more. Numbers: how often in a game; for camels, at the ends of how many turns a camel stands "
        "there. In the corner of a space: its number, or the letter of the good that its city wants. {basis}.",
        basis=group.basis,
    )
    return (Picture(title, caption, board_maps(sample.rules.board, maps, title.text, caption.text)),)


_MAPS = {
    "camel_turns": "Where camels stand",
    "pick_ups": "Where goods are picked up",
    "passes_through": "Where goods pass through",
    "thefts": "Where goods are stolen",
}


def _more_or_less(row: Row, what: str, side: int) -> Sentence:
    return sentence(
        f"{{size}} percentage points {'more' if side > 0 else 'less'} {what} ({{interval}})",
        size=row.shown(size=True, against=0.0),
        interval=row.interval(signed=True, against=0.0),
    )


def _picture_of_sources(group: Group) -> Sequence[Block]:
    bars: list[tuple[str, list[tuple[str, Row]]]] = []
    for source, words in SOURCES.items():
        pair = [(who, group.find(f"point_sources.{source}.{who}")) for who in ("winners", "others")]
        if all(row is not None for _, row in pair):
            bars.append((words.capitalize(), [(who, row) for who, row in pair if row is not None]))
    title = claim_of_sources(group)
    if not bars or title is None:
        return ()
    row = bars[0][1][0][1]
    caption = sentence(
        "Bars: the share of the points gained by winners, and by the others, that comes from each source. Lines: the "
        "{level} interval ({kind}). {basis}.",
        level=row.level,
        kind=row.word("interval"),
        basis=group.basis,
    )
    drawing = share_bars(
        bars, title.text, caption.text, name="point_sources", axis="Share of the points that winners, or others, gain"
    )
    return (Picture(title, caption, drawing),)


def _unused(group: Group) -> Sentence | None:
    """Say which rules are hardly used, though the rule set has them."""
    rare = [
        (words, row)
        for use, words in USES.items()
        if (row := group.find(f"action_use.{use}")) is not None
        and row.value < _RARELY
        and "not in these rules" not in row.cells["note"]
    ]
    if not rare:
        return None
    parts = listed(sentence(f"{words} ({{share}} of the games)", share=row.shown()) for words, row in rare)
    return sentence("Hardly ever used: {parts}.", parts=parts)


def _action_table(group: Group) -> Table | None:
    rows: list[tuple[TableCell, ...]] = []
    for step, words in STEPS.items():
        parts = [group.find(f"action_mix.{step}{part}") for part in ("", ".winners", ".others", ".difference")]
        use = group.find(f"action_use.{step}")
        if all(row is not None for row in parts) and parts[0] is not None and parts[0].value > 0.0:
            cells = [sentence("{share}", share=row.shown()) for row in parts[:3] if row is not None]
            gap = parts[3]
            assert gap is not None
            cells.append(
                sentence("{gap} ({interval})", gap=gap.shown(signed=True), interval=gap.interval(signed=True))
                if gap.has_interval
                else sentence("\u2013")
            )
            cells.append(sentence("{share}", share=use.shown()) if use is not None else sentence("\u2013"))
            rows.append((words.capitalize(), *cells))
    if not rows:
        return None
    headings = (
        "",
        "all",
        "winners",
        "others",
        "winners \u2212 others, in percentage points",
        "games in which it is used",
    )
    return Table(
        sentence("What players spend their actions on, as shares of all steps. {basis}.", basis=group.basis),
        headings,
        tuple(rows),
    )
