"""What a report rests on: method and limits, what was assumed of the rules, how to make it again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan.bots.registry import is_compiled, parse_bot
from caravan.errors import BotError
from caravan.report.blocks import Block, Heading, Items, Paragraph, Table, TableCell
from caravan.report.evidence import Group, Row
from caravan.report.sentences import Named, Sentence, sentence
from caravan.rules import Rules

_WEAK = {"random", "grabber"}


def written(value: Any) -> str:
    """Write a rule parameter's value as ``--set`` takes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return str(getattr(value, "name", value))


def changes(rules: Rules, base: Rules | None = None) -> dict[str, tuple[Any, Any]]:
    """List how a rule set differs from another, the number of players left aside: name, theirs, ours."""
    standard = Rules() if base is None else base
    return {name: pair for name, pair in rules.differences(standard).items() if name != "players"}


def rules_in_words(rules: Rules, name: str = "rules") -> Sentence:
    """Say how a rule set differs from the standard game.

    Parameters
    ----------
    rules : Rules
        The rule set.
    name : str
        What it is called in the origins of the numbers.

    Returns
    -------
    Sentence
        Such as ``the standard game with camels = 6``, without a full stop.
    """
    found = changes(rules)
    if not found:
        return sentence("the standard game")
    parts = [
        sentence("{value}", value=Named(f"{parameter} = {written(ours)}", f"{name} {parameter}"))
        for parameter, (_, ours) in found.items()
    ]
    said = sentence("the standard game with ")
    for place, part in enumerate(parts):
        said += sentence(", ") + part if place else part
    return said


def method_blocks(groups: Sequence[Group], *, growing: bool = False) -> tuple[Block, ...]:
    """Say how the figures were made and what they can't show.

    Parameters
    ----------
    groups : sequence of Group
        One for each rule set and line-up, those of one style together.
    growing : bool, default False
        Whether games are missing from the batch.

    Returns
    -------
    tuple of Block
    """
    bots = list(dict.fromkeys(bot for group in groups for bot in group.bots))
    descriptions = [sentence("{bot}: " + _meaning(bot), bot=Named(bot, "bots")) for bot in bots]
    kinds = dict.fromkeys(
        " ".join(row.cells["interval"].split()) for group in groups for row in group.rows if row.cells["interval"]
    )
    blocks: list[Block] = [
        Paragraph(
            (
                "The games were played by computer players, each of which sees only what a person at the table would "
                "see. Everything that happens by chance follows from one number, the seed, so that every game can be "
                "played again and looked at.",
            )
        ),
        Heading("Who played"),
        Items(tuple(descriptions)),
        Heading("What the figures can't show"),
        Items(
            (
                *(
                    (
                        "Only one style of play is behind these figures. What holds for one player may not hold for "
                        "another: before changing a rule, ask a second style that thinks differently (caravan agree, "
                        "caravan compare).",
                    )
                    if len(bots) == 1
                    else ()
                ),
                *(
                    ("These players are weak: they show nothing about people who try to win.",)
                    if {bot.split(":")[0] for bot in bots} <= _WEAK
                    else ()
                ),
                "Computer players aren't people. They make other mistakes, hold no grudges, never talk, and don't "
                "have fun. Whether a game is enjoyable has to be found out at the table.",
                "A range takes care of chance, and of chance alone. It doesn't know whether the players play well, or "
                "whether the rules were read as they were meant.",
                "Each range holds by itself unless it says that it holds over all seats: of twenty, one misses on "
                "average. Among many figures some will stand out by chance.",
                "Every game is counted, also those that ended by deadlock or at the turn limit.",
            )
        ),
    ]
    if kinds:
        blocks += [
            Paragraph(
                (
                    sentence(
                        "The ranges were made by: {kinds}. Games are the unit: what the seats of one game have in "
                        "common is accounted for. The sources stand in docs/measures.md of Caravan Lab.",
                        kinds=Named("; ".join(kinds), "interval"),
                    ),
                ),
                quiet=True,
            )
        ]
    return tuple(blocks)


def _meaning(bot: str) -> str:
    try:
        style = parse_bot(bot).style if is_compiled(bot) else None
    except BotError:
        style = None
    return f"{style.meaning}." if style is not None else "a player of one's own."


def assumption_blocks(rules: Rules, others: Sequence[tuple[str, Rules]] = ()) -> tuple[Block, ...]:
    """Say what was assumed of the rules, and which parameters differ from the standard game.

    Parameters
    ----------
    rules : Rules
        The rule set in question.
    others : sequence of (str, Rules)
        Further rule sets with their names.

    Returns
    -------
    tuple of Block
    """
    standard_board = rules.board == Rules().board
    board = (
        "The layout of the printed board isn't public. The one played on here is a reading: known is that the numbered "
        "spaces one, two, seven and eight are the corners, that common goods' cities lie near the middle and rare "
        "goods' cities far out. It looks the same after a quarter turn, so that no corner is better than another."
        if standard_board and all(other.board == rules.board for _, other in others)
        else "The games were played on a board of one's own; the layout of the printed board isn't public."
    )
    return (
        Paragraph(
            (
                "The rules were put together from what is public about Caravan. Where that is silent, a reading had "
                "to be chosen. If the printed rules say otherwise, the figures may change.",
            )
        ),
        Items(
            (
                board,
                "Most goods' names are made up; they have no influence.",
                "A space is never both numbered and a city. A good or a city doesn't make a space occupied.",
                "A transfer ends on another space than it began on. Demand markers don't run out; once the bag is "
                "empty, waiting goods gain no more.",
                "Two endings are added so that every game ends: deadlock, when all players have passed one after the "
                "other because nothing else was legal; and a limit of turns.",
                *(
                    ("The rainbow camel costs the same into an occupied space, and must change its space.",)
                    if rules.rainbow_camel
                    else ()
                ),
            )
        ),
        Heading("Which rules were played"),
        *_parameter_table(rules, others),
    )


def _parameter_table(rules: Rules, others: Sequence[tuple[str, Rules]]) -> tuple[Block, ...]:
    named = list(others) or [("these rules", rules)]
    named = [(called, one) for called, one in named if called != "standard" or changes(one)]
    standard = Rules()
    names = list(dict.fromkeys(name for _, one in named for name in changes(one)))
    if not names:
        return (Paragraph(("All parameters are those of the standard game.",)),)
    labels = {name: str(Rules.param[name].label) for name in names}
    rows: tuple[tuple[TableCell, ...], ...] = tuple(
        (
            f"{labels[name]} ({name})",
            Named(written(standard.values()[name]), f"standard {name}"),
            *(Named(written(one.values()[name]), f"{called} {name}") for called, one in named),
        )
        for name in names
    )
    caption = "Parameters that differ from the standard game; all others are as in the standard game."
    return (Table(caption, ("", "standard", *(called for called, _ in named)), rows, look="words"),)


def rows_behind(sentences: Sequence[Sentence]) -> tuple[Block, ...]:
    """List the rows of the summary that sentences rest on.

    Parameters
    ----------
    sentences : sequence of Sentence
        All of them.

    Returns
    -------
    tuple of Block
    """
    found: dict[int, Row] = {row.line: row for said in sentences for row in said.rows}
    several = len({(row.cells["rules_id"], row.cells["bots"]) for row in found.values()}) > 1
    compared = any(row.has_difference for row in found.values())
    rows = [_cells_of(found[line], several=several, compared=compared) for line in sorted(found)]
    extra = (*(("rules, bots",) if several else ()), "value", *(("difference",) if compared else ()))
    headings = ("line", "measure", "seat", *extra, "unit")
    return (
        Paragraph(
            (
                "Every number in a sentence or a table above is a cell of the summary beside this page. Point at a "
                "number to see which. Here are the lines behind the sentences.",
            )
        ),
        Table("Lines of the summary behind the sentences.", headings, tuple(rows), look="small"),
    )


def _cells_of(row: Row, *, several: bool, compared: bool) -> tuple[Named | Sentence, ...]:
    none = sentence("\u2013")
    cells: list[Named | Sentence] = [
        Named(str(row.line), "line"),
        sentence("{name}", name=row.word("measure")),
        sentence("{seat}", seat=row.seat_number) if row.seat else none,
    ]
    if several:
        cells.append(sentence("{rules}, {bots}", rules=row.word("rules_id"), bots=row.style))
    cells.append(_with_range(row, "value", ("low", "high"), there=row.has_interval))
    if compared:
        ends = ("difference_low", "difference_high")
        gap = _with_range(row, "difference", ends, there=row.has_difference)
        cells.append(gap if row.cells["difference"] else none)
    return (*cells, sentence("{unit}", unit=row.word("unit")))


def _with_range(row: Row, column: str, ends: tuple[str, str], *, there: bool) -> Sentence:
    """Write a figure and its range as they stand in the file."""
    if not there:
        return sentence("{value}", value=row.word(column))
    low, high = map(row.word, ends)
    return sentence("{value} ({low} to {high})", value=row.word(column), low=low, high=high)
