"""What makes the seats of a game equal, as tables and sentences for people."""

from __future__ import annotations

import math
from collections.abc import Sequence

from caravan.agreement import Verdict, meanings_in_words
from caravan.balance.fair_table import words_of_games
from caravan.balance.screening import Screened
from caravan.balance.starts import FairStart, Start
from caravan.cli.agreement_words import number_in_words
from caravan.cli.headline import rules_in_words
from caravan.cli.tables import paragraph, table
from caravan.measures import Estimate

_UNIT = "percentage points"


def told(found: FairStart) -> str:
    """Tell what makes the seats of a game equal.

    Parameters
    ----------
    found : FairStart
        From `caravan.balance.fair_start`.

    Returns
    -------
    str
        How the seats fare now, the points they would need, both starts as played, whether the points did what was
        foretold, and which start is fairest.
    """
    rules = found.rules
    fair = f"{100 / rules.players:.3g}%"
    parts = [
        paragraph(
            f"A fair start for {rules.players} players: each style against itself, seed {found.seed}, "
            f"{rules_in_words(rules)}"
        ),
        paragraph(f"Games under each start: {words_of_games(found.games)}."),
        _block(
            f"As it is: each seat's share of the wins, less a fair {fair}, in percentage points", *_effects(found.now)
        ),
        _block("Points that would make the seats equal, worked out from these games, less their mean", *_needed(found)),
        _block(f"Played with the points {_numbers(found.points.rules.starting_points)}", *_effects(found.points)),
        _block("Was that foretold? Each seat's effect, and where the played one had to lie", *_checks(found)),
        paragraph(check_sentence(found)),
        _block(
            f"Played with the opening {_numbers(found.opening.rules.opening_actions)}, the fairest of "
            f"{len({row.opening for row in found.screened})} tried",
            *_effects(found.opening),
        ),
        paragraph(finals_sentence(found)),
        paragraph(recommendation(found)),
        paragraph(
            f"{meanings_in_words()}. Intervals: 95%, over all seats of a style at once; those of points one by one."
        ),
        *(paragraph(f"Note: {remark}") for remark in found.remarks),
    ]
    return "\n\n".join(parts)


def recommendation(found: FairStart) -> str:
    """Say which start is fairest, and how far from fair it still is.

    Parameters
    ----------
    found : FairStart

    Returns
    -------
    str
        Sentences.
    """
    best = found.recommended
    how = {
        "now": "The start as it is comes closest to equal seats",
        "points": f"Closest to equal seats comes the start with the points {_numbers(best.rules.starting_points)}",
        "opening": f"Closest to equal seats comes the opening {_numbers(best.rules.opening_actions)}",
    }[best.name]
    style, effect = best.largest
    others = ", ".join(f"{_typical(start.typical)} {_NAMES[start.name]}" for start in found.starts if start is not best)
    return (
        f"{how}: with what chance alone shows taken off, a seat is then typically {_typical(best.typical)} percentage "
        f"points from its fair share, against "
        f"{others}. Largest effect left: {effect.value:+.1f} ({style}, seat {effect.seat}, "
        f"{_span(effect.low, effect.high)}). {_agreed_sentence(best)}"
    )


_NAMES = {"now": "as it is", "points": "with the points", "opening": "with the opening"}


def check_sentence(found: FairStart) -> str:
    """Say whether the start with points came out as foretold."""
    missed = [check for check in found.checks if not check.holds]
    if not missed:
        return f"It holds: all {len(found.checks)} played figures lie within the interval of what was foretold."
    listed = ", ".join(f"{check.style} in seat {check.seat}" for check in missed)
    return (
        f"It doesn't hold for {listed}: with points to start from they play otherwise than without, so believe "
        "what was played, not what was worked out."
    )


def finals_sentence(found: FairStart) -> str:
    """Name the openings of the finals, with how far from fair their seats were there."""
    last = [row for row in found.screened if row.round == 0]
    by_opening: dict[tuple[int, ...], Screened] = {row.opening: row for row in last}
    listed = "; ".join(
        f"{_numbers(opening)} ({_typical(math.sqrt(max(row.imbalance, 0.0)))})" for opening, row in by_opening.items()
    )
    return (
        f"In the finals, on other seeds, were the openings {listed}; in brackets, how far a seat typically was "
        "from its fair share."
    )


def _agreed_sentence(start: Start) -> str:
    agreed = [f"seat {seat}" for seat, verdict in enumerate(start.verdicts, start=1) if verdict.word == "agreed"]
    disputed = [f"seat {seat}" for seat, verdict in enumerate(start.verdicts, start=1) if verdict.word == "disputed"]
    said = []
    if agreed:
        said.append(f"The styles still agree that {', '.join(agreed)} isn't fair.")
    if disputed:
        said.append(f"Disputed between the styles: {', '.join(disputed)}, so it depends on who plays.")
    return " ".join(said) or "For no seat do the styles agree that it is unfair, nor do they dispute any."


def _block(heading: str, rows: Sequence[Sequence[str]], headings: Sequence[str]) -> str:
    return f"{paragraph(heading)}\n\n{table(rows, headings, indent=2)}"


def _effects(start: Start) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    rows = [(style, *(_figure(effect) for effect in effects)) for style, effects in start.effects.items()]
    rows.append(("verdict", *map(_word, start.verdicts)))
    return rows, ("bot", *(f"seat {seat}" for seat in range(1, start.rules.players + 1)))


def _needed(found: FairStart) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    rows = []
    for style, needed in found.needed.items():
        figures = zip(needed.points, needed.low, needed.high, strict=True)
        rows.append((style, *(f"{value:+.1f} ({_span(low, high)})" for value, low, high in figures)))
    return rows, ("bot", *(f"seat {seat}" for seat in range(1, found.rules.players + 1)))


def _checks(found: FairStart) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        (
            check.style,
            str(check.seat),
            f"{check.foretold:+.1f}",
            _span(check.low, check.high),
            f"{check.played:+.1f}",
            "holds" if check.holds else "fails",
        )
        for check in found.checks
    ]
    return rows, ("bot", "seat", "foretold", "had to lie within", "played", "")


def _figure(effect: Estimate) -> str:
    return f"{number_in_words(effect.value, _UNIT)} ({_span(effect.low, effect.high)})"


def _span(low: float, high: float) -> str:
    return f"{number_in_words(low, _UNIT)} to {number_in_words(high, _UNIT)}"


def _word(verdict: Verdict) -> str:
    return {"above": "agreed: more", "below": "agreed: less", "": verdict.word}[verdict.side]


def _typical(value: float) -> str:
    return f"{value:.1f}"


def _numbers(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers)) or "none"
