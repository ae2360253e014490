"""What a ladder found out, in a few tables."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import pandas as pd

from caravan.cli.headline import rules_in_words
from caravan.cli.tables import paragraph, table
from caravan.ladder import Ladder, LadderRequest, skill_ladder

TRIPLES_SHOWN = 10
WIDE = 0.05
"""Where an interval of a win share is this wide or wider, wins are printed without decimals."""

COUNTS_SHOWN = {
    "turns": "turns",
    "steals": "steals",
    "delivered": "delivered",
    "delivered_rare": "rare",
    "undelivered": "left",
    "spaces": "spaces",
    "effective_spaces": "effective",
}
ACTIONS_SHOWN = {
    "action.place": "place",
    "action.move": "move",
    "action.pick_up": "pick up",
    "action.transfer": "transfer",
    "action.deliver": "deliver",
    "action.steal": "steal",
    "action.rainbow": "rainbow",
    "action.pass": "pass",
}
"""What of the style table is printed, in two parts, and over which heading."""


def told(ladder: Ladder) -> str:
    """Tell what a ladder found out.

    Parameters
    ----------
    ladder : Ladder
        Complete.

    Returns
    -------
    str
        Many lines: for each number of players the ratings, the matrices of win shares and of margins, the triples that
        go round in a circle, and the styles.
    """
    request = ladder.request
    bots = f"{len(request.names)} bots, {ladder.games:,} games from seed {request.seed}"
    parts = [paragraph(f"{bots}, {rules_in_words(request.rules)}")]
    for players in request.players:
        parts += _one_count(ladder, players)
    return "\n\n".join(part for part in parts if part)


def _one_count(ladder: Ladder, players: int) -> list[str]:
    ratings, pairings, mixed, styles = (
        frame[frame["players"] == players] for frame in (ladder.ratings, ladder.pairings, ladder.mixed, ladder.styles)
    )
    order = ratings["bot"].tolist()
    return [
        _heading(ladder.request, players),
        _rating_table(ladder, ratings, pairings, mixed),
        *(paragraph(f"Note: {note}.") for note in _rating_notes(ratings)),
        _seat_line(ladder.seat_terms[ladder.seat_terms["players"] == players]),
        *(paragraph(rungs.sentence) for rungs in skill_ladder(pairings, ratings)),
        _wins(pairings, players, order),
        _margins(pairings, order),
        _stuck(pairings),
        _triples(ladder.triples[ladder.triples["players"] == players]),
        *_style_tables(styles, order),
    ]


def _heading(request: LadderRequest, players: int) -> str:
    games, seeds = request.games_of_a_pairing(players), request.seeds(players)
    rounded = "" if games == request.games else f" ({request.games:,} rounded up, so that all seats are played)"
    title = f"{players} PLAYERS: {games:,} games a pairing{rounded}, on {seeds:,} seeds, each from every seat"
    return paragraph(title)


def _rating_table(ladder: Ladder, ratings: pd.DataFrame, pairings: pd.DataFrame, mixed: pd.DataFrame) -> str:
    beaten = pairings[pairings["edge_low"] > 0.0].groupby("bot").size()
    wins = dict(zip(mixed["bot"], _rows(mixed), strict=True))
    players = int(ratings["players"].iloc[0])
    speeds = ladder.speed[ladder.speed["players"] == players].set_index("bot")["games_per_second"]
    rows = []
    for place, row in enumerate(_rows(ratings), start=1):
        mixed_row = wins.get(row.bot)
        rows.append(
            (
                str(place),
                row.bot,
                f"{row.rating:+.0f}",
                _span(row.rating_low, row.rating_high),
                f"{beaten.get(row.bot, 0)} of {len(ratings) - 1}",
                *([_plus_minus(mixed_row.win_share, mixed_row.win_low, mixed_row.win_high, 100)] if mixed_row else []),
                _speed(speeds[row.bot]),
            )
        )
    headings = ("", "bot", "rating", "interval", "beats", *(["wins % in mixed company"] if wins else []), "games/s")
    return table(rows, headings)


def _rating_notes(ratings: pd.DataFrame) -> list[str]:
    grouped: dict[str, list[str]] = {}
    for row in _rows(ratings):
        if row.note:
            grouped.setdefault(row.note, []).append(row.bot)
    return [f"{', '.join(bots)}: {note}" for note, bots in grouped.items()]


def _seat_line(terms: pd.DataFrame) -> str:
    listed = ", ".join(
        f"seat {row.seat} {row.term:+.0f} ({_span(row.term_low, row.term_high)})" for row in _rows(terms)
    )
    return paragraph(f"What a seat is worth, in rating points: {listed}.")


def _matrix(order: list[str], cells: dict[tuple[str, str], str], caption: str) -> str:
    rows = [
        (str(place), bot, *(cells.get((bot, other), "-") for other in order))
        for place, bot in enumerate(order, start=1)
    ]
    grid = table(rows, ("", "bot", *(str(place) for place in range(1, len(order) + 1))))
    return f"{paragraph(caption)}\n\n{grid}"


def _wins(pairings: pd.DataFrame, players: int, order: list[str]) -> str:
    whole = float((pairings["win_high"] - pairings["win_low"]).max()) >= WIDE
    cells = {
        (row.bot, row.against): _plus_minus(row.win_share, row.win_low, row.win_high, 100, 0 if whole else 1)
        for row in _rows(pairings)
    }
    others = "" if players == 2 else f", who has the other {players - 1} seats"
    caption = f"Wins in percent, of the row's bot against the column's{others}, with the reach of the 95% interval:"
    return _matrix(order, cells, caption)


def _margins(pairings: pd.DataFrame, order: list[str]) -> str:
    cells = {(row.bot, row.against): f"{row.margin:+.1f}" for row in _rows(pairings)}
    return _matrix(order, cells, "Points ahead of the mean of the others (intervals are in pairings.csv):")


def _stuck(pairings: pd.DataFrame) -> str:
    stuck = pairings[(pairings["deadlocks"] > 0) | (pairings["turn_limits"] > 0)]
    if stuck.empty:
        return "All games of the pairings ended by a delivery."
    bots = sorted(set(stuck["bot"]) & set(stuck["against"]), key=list(pairings["bot"]).index)
    return paragraph(
        f"Games that ended by deadlock or at the turn limit are counted. In pairings.csv they stand at {len(stuck)} "
        f"pairings, of {', '.join(bots)}."
    )


def _triples(triples: pd.DataFrame) -> str:
    if triples.empty:
        return "No three bots go round in a circle."
    shown, suggested = (int((triples["verdict"] == verdict).sum()) for verdict in ("shown", "suggested"))
    lines = [
        f"{row.first} beats {row.second} beats {row.third} beats {row.first}"
        f" (edges in percent: {'; '.join(_percent_span(row, number) for number in (1, 2, 3))}): {row.verdict}"
        for row in list(_rows(triples))[:TRIPLES_SHOWN]
    ]
    more = len(triples) - len(lines)
    heading = f"Circles of three: {shown} shown (each interval, by itself, lies above 0), {suggested} suggested."
    ending = [f"and {more} more in triples.csv"] if more else []
    return "\n".join(paragraph(line) for line in (heading, *lines, *ending))


def _percent_span(row: Any, number: int) -> str:
    value, low, high = (getattr(row, f"edge_{number}{end}") for end in ("", "_low", "_high"))
    return f"{100 * value:+.1f}, {_span(100 * low, 100 * high, 1)}"


def _style_tables(styles: pd.DataFrame, order: list[str]) -> list[str]:
    values = {(row.bot, row.measure): row.value for row in _rows(styles)}

    def part(columns: dict[str, str], factor: float, caption: str) -> str:
        rows = [(bot, *(_number(values[bot, name] * factor) for name in columns)) for bot in order]
        return f"{paragraph(caption)}\n\n{table(rows, ('bot', *columns.values()))}"

    counts = (
        "How they play, each against itself (intervals are in styles.csv): a game's turns, steals, goods delivered, "
        "rare ones among them, goods left on camels, spaces entered, and the effective number of spaces:"
    )
    return [
        part(COUNTS_SHOWN, 1.0, counts),
        part(ACTIONS_SHOWN, 100.0, "Each action's part of all, in percent:"),
    ]


def _rows(frame: pd.DataFrame) -> Iterable[Any]:
    return frame.itertuples(index=False)


def _span(low: float, high: float, digits: int = 0) -> str:
    if math.isnan(low) and math.isnan(high):
        return ""
    if math.isnan(high):
        return f"above {low:+.{digits}f}"
    if math.isnan(low):
        return f"below {high:+.{digits}f}"
    return f"{low:+.{digits}f} to {high:+.{digits}f}"


def _plus_minus(value: float, low: float, high: float, factor: float, digits: int = 1) -> str:
    """Write a value with the larger distance to an end of its interval."""
    reach = factor * max(high - value, value - low)
    number = f"{factor * value:.{digits}f}"
    return number if math.isnan(reach) else f"{number}±{reach:.{digits}f}"


def _number(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.1f}"


def _speed(games_per_second: float) -> str:
    if math.isnan(games_per_second):
        return "-"
    return f"{games_per_second:,.0f}" if games_per_second >= 10 else f"{games_per_second:.2g}"
