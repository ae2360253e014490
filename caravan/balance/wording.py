"""What makes the seats of a game equal, in sentences and tables: the same ones for every reader."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from caravan.agreement import Verdict, meanings_in_words
from caravan.agreement.figure_words import number_in_words
from caravan.balance.fair_table import words_of_games
from caravan.balance.played_check import WORTH_KNOWING, rounded_up
from caravan.balance.screening import Screened
from caravan.balance.starts import FairStart, Start
from caravan.measures import Estimate
from caravan.wording import in_words

_UNIT = "percentage points"
_NAMES = {"now": "as it is", "points": "with the points", "opening": "with the opening"}
_STARTS = {"now": "the start as it is", "points": "the start with the points", "opening": "the start with the opening"}
_FINE = 2.0
"""An effect of a seat that is worth knowing, in percentage points."""

Row = tuple[str, ...]


@dataclass(frozen=True)
class WordTable:
    """A table with what stands above it.

    Attributes
    ----------
    heading : str
        What it tells.
    columns : tuple of str
        What its columns are called.
    rows : tuple of tuple of str
        As they are read, a cell for each column.
    """

    heading: str
    columns: Row
    rows: tuple[Row, ...]


def answer(found: FairStart) -> tuple[str | WordTable, ...]:
    """Tell what makes the seats of a game equal.

    Parameters
    ----------
    found : FairStart
        From `caravan.balance.fair_start`.

    Returns
    -------
    tuple of str and WordTable
        Paragraphs and tables in the order in which they are read: how the seats fare now, the points they would need,
        both starts as played, whether the points did what was foretold, and which start is fairest.
    """
    fair = f"{100 / found.rules.players:.3g}%"
    tried = len({row.opening for row in found.screened})
    return (
        f"Games under each start: {words_of_games(found.games)}.",
        _effects(f"As it is: each seat's share of the wins, less a fair {fair}, in percentage points", found.now),
        _needed(found),
        _effects(f"Played with the points {listed_points(found.points.rules.starting_points)}", found.points),
        _checks(found),
        check_sentence(found),
        _effects(
            f"Played with the opening {listed_points(found.opening.rules.opening_actions)}, the fairest of {tried} "
            "tried",
            found.opening,
        ),
        finals_sentence(found),
        recommendation(found),
        f"{meanings_in_words()}. Intervals: 95%, over all seats of a style at once; those of points one by one.",
        *(f"Note: {remark}" for remark in found.remarks),
    )


def finding(found: FairStart) -> str:
    """Say in one sentence what the styles find of the present start, and which start is fairest.

    Parameters
    ----------
    found : FairStart

    Returns
    -------
    str
        Without a full stop.
    """
    seats = {
        word: [f"seat {seat}" for seat, verdict in enumerate(found.now.verdicts, start=1) if verdict.word == word]
        for word in ("agreed", "disputed")
    }
    if seats["agreed"]:
        isnt = "isn't" if len(seats["agreed"]) == 1 else "aren't"
        said = f"As it is, the styles agree that {in_words(seats['agreed'])} {isnt} fair"
    elif seats["disputed"]:
        said = f"As it is, the styles dispute {in_words(seats['disputed'])}"
    else:
        said = "As it is, the styles agree of no seat that it isn't fair"
    best = fairest(found)
    unsure = found.recommended is not found.now and not found.is_clearly_closer(found.recommended, found.now)
    doubt = ", but these games can't tell it from the start as it is" if unsure else ""
    return f"{said}; {best[0].lower()}{best[1:]}{doubt}"


def recommendation(found: FairStart) -> str:
    """Say which start is fairest, how far from fair it still is, and how sure both are.

    Parameters
    ----------
    found : FairStart

    Returns
    -------
    str
        Sentences.
    """
    best = found.recommended
    style, effect = best.largest
    others = " and ".join(f"{_closeness(start)} {_NAMES[start.name]}" for start in found.starts if start is not best)
    return (
        f"{fairest(found)}: with what chance alone shows taken off, a seat is then typically {_closeness(best)} "
        f"percentage points from its fair share, against {others}; in brackets, between what and what that lies "
        f"with 95%. {_sure_sentence(found)} Largest effect left: {effect.value:+.1f} ({style}, seat {effect.seat}, "
        f"{_span(effect.low, effect.high)}). {_agreed_sentence(best)}"
    )


def _closeness(start: Start) -> str:
    low, high = start.closeness.typical
    return f"{_typical(start.typical)} ({_typical(low)} to {_typical(max(high, start.typical))})"


def _sure_sentence(found: FairStart) -> str:
    """Say from which other starts the fairest can be told."""
    best = found.recommended
    others = [start for start in found.starts if start is not best and start.rules != best.rules]
    clear = [start for start in others if found.is_clearly_closer(best, start)]
    unclear = [start for start in others if start not in clear]
    said = []
    if clear:
        said.append(f"It is closer than {_listed(clear)}, by more than chance explains.")
    if unclear:
        said.append(f"These games can't tell it from {_listed(unclear)}.")
        reach, games = _reach(best)
        if reach > _FINE:
            wanted = rounded_up(games * (reach / _FINE) ** 2)
            said.append(
                f"They show a seat's effect give or take {reach:.1f} percentage points at best; {wanted:,} games under "
                f"each start would show it give or take {_FINE:g}."
            )
    return " ".join(said)


def _listed(starts: Sequence[Start]) -> str:
    return in_words([_STARTS[start.name] for start in starts])


def _reach(start: Start) -> tuple[float, int]:
    """Give how far the intervals of the surest style's effects reach, and how many games it played."""
    return min((max(effect.high - effect.low for effect in row) / 2.0, row[0].games) for row in start.effects.values())


def fairest(found: FairStart) -> str:
    """Name the start that comes closest to equal seats, as the beginning of a sentence."""
    best = found.recommended
    return {
        "now": "The start as it is comes closest to equal seats",
        "points": f"Closest to equal seats comes the start with the points {listed_points(best.rules.starting_points)}",
        "opening": f"Closest to equal seats comes the opening {listed_points(best.rules.opening_actions)}",
    }[best.name]


def check_sentence(found: FairStart) -> str:
    """Say whether the start with points came out as foretold, and for which styles the games are too few to tell."""
    styles = list(dict.fromkeys(check.style for check in found.checks))
    missed = [check for check in found.checks if check.verdict == "fails"]
    vague = {
        style: max((check for check in found.checks if check.style == style), key=lambda check: check.reach)
        for style in styles
        if any(check.style == style and check.verdict == "too few games" for check in found.checks)
    }
    telling = [check for check in found.checks if check.style not in vague]
    said = []
    if missed:
        listed = in_words([f"{check.style} in seat {check.seat}" for check in missed])
        said.append(
            f"It doesn't hold for {listed}: with points to start from they play otherwise than without, so believe "
            "what was played, not what was worked out."
        )
    elif telling:
        of = f" of {in_words(list(dict.fromkeys(check.style for check in telling)))}" if vague else ""
        said.append(
            f"It holds: all {len(telling)} played figures{of} lie within the interval of what was foretold, which "
            f"reaches at most {max(check.reach for check in telling):.1f} percentage points either way."
        )
    if vague:
        games = "; ".join(
            f"{style} {worst.reach:.1f}, {worst.games_wanted:,} games would do" for style, worst in vague.items()
        )
        said.append(
            f"{'The games are' if len(vague) == len(styles) else f'The games of {in_words(list(vague))} are'} too few "
            f"to tell whether it holds: an interval that reaches further than {WORTH_KNOWING:g} percentage points "
            f"either way holds nearly anything ({games})."
        )
    return " ".join(said)


def finals_sentence(found: FairStart) -> str:
    """Name the openings of the finals, with how far from fair their seats were there."""
    last = [row for row in found.screened if row.round == 0]
    by_opening: dict[tuple[int, ...], Screened] = {row.opening: row for row in last}
    listed = "; ".join(
        f"{listed_points(opening)} ({_typical(math.sqrt(max(row.imbalance, 0.0)))})"
        for opening, row in by_opening.items()
    )
    return (
        f"In the finals, on other seeds, were the openings {listed}; in brackets, how far a seat typically was "
        "from its fair share."
    )


def listed_points(numbers: Sequence[int]) -> str:
    """Write the points or actions of a start: ``1,2,3``, or ``none``."""
    return ",".join(map(str, numbers)) or "none"


def _agreed_sentence(start: Start) -> str:
    agreed = [f"seat {seat}" for seat, verdict in enumerate(start.verdicts, start=1) if verdict.word == "agreed"]
    disputed = [f"seat {seat}" for seat, verdict in enumerate(start.verdicts, start=1) if verdict.word == "disputed"]
    said = []
    if agreed:
        said.append(f"The styles still agree that {', '.join(agreed)} isn't fair.")
    if disputed:
        said.append(f"Disputed between the styles: {', '.join(disputed)}, so it depends on who plays.")
    return " ".join(said) or "For no seat do the styles agree that it is unfair, nor do they dispute any."


def _seats(players: int) -> Row:
    return ("bot", *(f"seat {seat}" for seat in range(1, players + 1)))


def _effects(heading: str, start: Start) -> WordTable:
    rows: list[Row] = [(style, *map(_figure, effects)) for style, effects in start.effects.items()]
    rows.append(("verdict", *map(_word, start.verdicts)))
    return WordTable(heading, _seats(start.rules.players), tuple(rows))


def _needed(found: FairStart) -> WordTable:
    rows: list[Row] = []
    for style, needed in found.needed.items():
        figures = zip(needed.points, needed.low, needed.high, strict=True)
        rows.append((style, *(f"{value:+.1f} ({_span(low, high)})" for value, low, high in figures)))
    heading = "Points that would make the seats equal, worked out from these games, less their mean"
    return WordTable(heading, _seats(found.rules.players), tuple(rows))


def _checks(found: FairStart) -> WordTable:
    rows = tuple(
        (
            check.style,
            str(check.seat),
            f"{check.foretold:+.1f}",
            _span(check.low, check.high),
            f"{check.played:+.1f}",
            check.verdict,
        )
        for check in found.checks
    )
    heading = "Was that foretold? Each seat's effect, and where the played one had to lie"
    return WordTable(heading, ("bot", "seat", "foretold", "had to lie within", "played", ""), rows)


def _figure(effect: Estimate) -> str:
    return f"{number_in_words(effect.value, _UNIT)} ({_span(effect.low, effect.high)})"


def _span(low: float, high: float) -> str:
    return f"{number_in_words(low, _UNIT)} to {number_in_words(high, _UNIT)}"


def _word(verdict: Verdict) -> str:
    return {"above": "agreed: more", "below": "agreed: less", "": verdict.word}[verdict.side]


def _typical(value: float) -> str:
    return f"{value:.1f}"
