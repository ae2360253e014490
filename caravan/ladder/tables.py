"""The tables of a ladder, one row for each fact, as they are written to files."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from caravan import spreadsheets
from caravan.ladder.pairings import Figure, MixedRecord, Pairing
from caravan.ladder.plan import LadderRequest
from caravan.ladder.ratings import SANDWICH, Ratings
from caravan.ladder.triples import Triple
from caravan.measures.estimate import Estimate

_ORIGIN = {
    "rules_id": "the rule set's short name",
    "seed": "the ladder's master seed",
    "players": "how many sat at the table",
}
_WINS = {
    "win_share": "the bot's part of the wins, a shared win counting in equal parts",
    "win_low": "its interval's lower end",
    "win_high": "its interval's upper end",
    "interval": "how that interval was made",
}
_MARGIN = {
    "margin": "the bot's score less the mean of the others' scores",
    "margin_low": "its interval's lower end",
    "margin_high": "its interval's upper end",
}
_ENDINGS = {
    "deadlocks": "games that ended by deadlock; they count like all others",
    "turn_limits": "games that ended at the turn limit; they count like all others",
}
_NUMBERS = {"games": "games behind the row", "seeds": "game seeds behind them, which are the observations"}
_NOTE = {"note": "what to bear in mind; often empty"}

COLUMNS: Mapping[str, Mapping[str, str]] = {
    "pairings": {
        **_ORIGIN,
        "bot": "the one",
        "against": "the bot in all other seats",
        **_NUMBERS,
        **_WINS,
        "by_ratings": "the win share that the ratings let expect",
        **_MARGIN,
        "edge": "win share of `bot` against `against` less that of `against` against `bot`: above 0 for the better one",
        "edge_low": "its interval's lower end",
        "edge_high": "its interval's upper end",
        **_ENDINGS,
        **_NOTE,
    },
    "mixed": {
        **_ORIGIN,
        "bot": "the bot",
        **_NUMBERS,
        **_WINS,
        "mean_rank": "its mean place, 1 for the winner; ties count the better place",
        "rank_low": "its interval's lower end",
        "rank_high": "its interval's upper end",
        **_MARGIN,
        **_ENDINGS,
        **_NOTE,
    },
    "ratings": {
        **_ORIGIN,
        "bot": "the bot",
        "rating": "Elo points; 400 more are odds of ten to one to finish ahead",
        "rating_low": "its interval's lower end",
        "rating_high": "its interval's upper end",
        "interval": "how that interval was made",
        **_NUMBERS,
        "model": "the model",
        **_NOTE,
    },
    "seat_terms": {
        **_ORIGIN,
        "seat": "the seat, from 1",
        "term": "what sitting there is worth, in Elo points; all seats add up to 0",
        "term_low": "its interval's lower end",
        "term_high": "its interval's upper end",
        "interval": "how that interval was made",
        **_NUMBERS,
    },
    "triples": {
        **_ORIGIN,
        "verdict": "`shown`: all three intervals lie above 0; `suggested`: only the values do",
        "first": "a bot that beats the second",
        "second": "a bot that beats the third",
        "third": "a bot that beats the first",
        **{
            f"{edge}{end}": meaning
            for edge, pair in (("edge_1", "first over the second"), ("edge_2", "second over the third"))
            for end, meaning in (("", f"edge of the {pair}"), ("_low", "lower end"), ("_high", "upper end"))
        },
        "edge_3": "edge of the third over the first",
        "edge_3_low": "lower end",
        "edge_3_high": "upper end",
    },
    "styles": {
        **_ORIGIN,
        "bot": "the bot, in every seat",
        "measure": "what is measured",
        "value": "the figure",
        "low": "its interval's lower end",
        "high": "its interval's upper end",
        "unit": "what the three numbers count",
        "games": "games behind the row, each with its own seed",
        "interval": "how that interval was made",
        **_NOTE,
    },
    "speed": {
        "players": "how many sat at the table",
        "bot": "the bot, in every seat",
        "games": "games it played against itself",
        "seconds": "processor time of all threads that played them",
        "games_per_second": "games to a second of one processor core",
    },
}
"""Every table with its columns and what they mean."""


def _frame(table: str, rows: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=list(COLUMNS[table]))


def _origin(request: LadderRequest, players: int) -> dict[str, Any]:
    return {"rules_id": request.rules.id, "seed": request.seed, "players": players}


def _figure(name: str, figure: Figure, value: str = "") -> dict[str, float]:
    return {value or name: figure.value, f"{name}_low": figure.low, f"{name}_high": figure.high}


def pairings_frame(request: LadderRequest, found: Mapping[int, tuple[Iterable[Pairing], Ratings]]) -> pd.DataFrame:
    """Put pairings into a table: for each number of players, those found and the ratings."""
    return _frame(
        "pairings",
        (
            {
                **_origin(request, players),
                "bot": request.names[one.bot],
                "against": request.names[one.other],
                "games": one.games,
                "seeds": one.seeds,
                **_figure("win", one.win_share, "win_share"),
                "interval": one.interval,
                "by_ratings": ratings.expected.get((one.bot, one.other), math.nan),
                **_figure("margin", one.margin),
                **_figure("edge", one.edge),
                "deadlocks": one.deadlocks,
                "turn_limits": one.turn_limits,
                "note": one.note,
            }
            for players, (pairings, ratings) in found.items()
            for one in pairings
        ),
    )


def mixed_frame(request: LadderRequest, found: Mapping[int, Iterable[MixedRecord]]) -> pd.DataFrame:
    """Put what came of mixed tables into a table."""
    return _frame(
        "mixed",
        (
            {
                **_origin(request, players),
                "bot": request.names[one.bot],
                "games": one.games,
                "seeds": one.seeds,
                **_figure("win", one.win_share, "win_share"),
                "interval": one.interval,
                **_figure("rank", one.mean_rank, "mean_rank"),
                **_figure("margin", one.margin),
                "deadlocks": one.deadlocks,
                "turn_limits": one.turn_limits,
                "note": one.note,
            }
            for players, records in found.items()
            for one in records
        ),
    )


def ratings_frame(request: LadderRequest, found: Mapping[int, Ratings]) -> pd.DataFrame:
    """Put ratings into a table, the strongest first."""
    return _frame(
        "ratings",
        (
            {
                **_origin(request, players),
                "bot": request.names[one.bot],
                "rating": one.rating,
                "rating_low": one.low,
                "rating_high": one.high,
                "interval": one.interval,
                "games": one.games,
                "seeds": one.seeds,
                "model": ratings.model,
                "note": one.note,
            }
            for players, ratings in found.items()
            for one in ratings.bots
        ),
    )


def seat_terms_frame(request: LadderRequest, found: Mapping[int, Ratings]) -> pd.DataFrame:
    """Put what the seats are worth into a table."""
    return _frame(
        "seat_terms",
        (
            {
                **_origin(request, players),
                "seat": one.seat,
                "term": one.term,
                "term_low": one.low,
                "term_high": one.high,
                "interval": "" if math.isnan(one.low) else SANDWICH,
                "games": one.games,
                "seeds": one.seeds,
            }
            for players, ratings in found.items()
            for one in ratings.seats
        ),
    )


def triples_frame(request: LadderRequest, found: Mapping[int, Iterable[Triple]]) -> pd.DataFrame:
    """Put triples that go round in a circle into a table."""
    return _frame(
        "triples",
        (
            {
                **_origin(request, players),
                "verdict": one.verdict,
                **dict(zip(("first", "second", "third"), (request.names[bot] for bot in one.bots), strict=True)),
                **{
                    name: value
                    for number, edge in enumerate(one.edges, start=1)
                    for name, value in _figure(f"edge_{number}", edge).items()
                },
            }
            for players, triples in found.items()
            for one in triples
        ),
    )


def styles_frame(
    request: LadderRequest, found: Mapping[int, Iterable[tuple[int, tuple[Estimate, ...]]]]
) -> pd.DataFrame:
    """Put styles into a table, bot by bot."""
    return _frame(
        "styles",
        (
            {
                **_origin(request, players),
                "bot": request.names[bot],
                "measure": one.measure,
                "value": one.value,
                "low": one.low,
                "high": one.high,
                "unit": one.unit,
                "games": one.games,
                "interval": one.interval,
                "note": one.note,
            }
            for players, styles in found.items()
            for bot, estimates in styles
            for one in estimates
        ),
    )


def speed_frame(rows: Iterable[tuple[int, str, int, float]]) -> pd.DataFrame:
    """Put speeds into a table, from players, bot, games and seconds."""
    return _frame(
        "speed",
        (
            {
                "players": players,
                "bot": bot,
                "games": games,
                "seconds": seconds,
                "games_per_second": games / seconds if seconds > 0.0 else math.nan,
            }
            for players, bot, games, seconds in rows
        ),
    )


def as_csv(frame: pd.DataFrame) -> str:
    """Write a table as text: decimal points, six significant digits, empty cells for what is missing."""
    return spreadsheets.as_csv(frame)
