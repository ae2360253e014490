"""A ladder's figures on a page of their own, which opens without a network."""

from __future__ import annotations

import html
import math
from typing import Any, Protocol

import pandas as pd
from bokeh.models import Model

from caravan.plots import ladder_matrix, ladder_ratings
from caravan.plots.standalone_page import standalone_page

_COUNTS = {2: "Two players", 3: "Three players", 4: "Four players"}


class RequestLike(Protocol):
    """What a page asks of what a ladder was made from; see `caravan.ladder.LadderRequest`."""

    rules: Any
    names: tuple[str, ...]
    players: tuple[int, ...]
    seed: int

    def games_of_a_pairing(self, players: int) -> int:
        """Tell how many games a pairing plays."""

    def seeds(self, players: int) -> int:
        """Tell on how many seeds."""


class LadderLike(Protocol):
    """What a page shows; see `caravan.ladder.Ladder`."""

    @property
    def request(self) -> RequestLike:
        """What it was made from."""

    @property
    def games(self) -> int:
        """All games played."""

    @property
    def pairings(self) -> pd.DataFrame:
        """The pairings."""

    @property
    def ratings(self) -> pd.DataFrame:
        """The ratings."""

    @property
    def triples(self) -> pd.DataFrame:
        """The triples that go round in a circle."""

    @property
    def styles(self) -> pd.DataFrame:
        """The styles."""

    @property
    def speed(self) -> pd.DataFrame:
        """The speeds."""


def page(ladder: LadderLike) -> str:
    """Put a ladder's figures on a page.

    Parameters
    ----------
    ladder : LadderLike
        Complete.

    Returns
    -------
    str
        HTML that needs nothing else; legible on a light screen and on a dark one.
    """
    request = ladder.request
    figures: dict[str, Model] = {}
    parts = [part for players in request.players for part in _section(ladder, players, figures)]
    title = f"Caravan ladder of {len(request.names)} bots"
    origin = f"{ladder.games:,} games, rules {request.rules.id}, seed {request.seed}"
    return standalone_page(title, origin, "\n".join(parts), figures)


def _section(ladder: LadderLike, players: int, figures: dict[str, Model]) -> list[str]:
    """Write the part of one number of players, and draw its figures."""
    request = ladder.request
    pairings, ratings, triples, styles, speed = (
        frame[frame["players"] == players]
        for frame in (ladder.pairings, ladder.ratings, ladder.triples, ladder.styles, ladder.speed)
    )
    order = ratings["bot"].tolist()
    names = {part: f"{part}_{players}" for part in ("matrix", "ratings", "speed")}
    figures[names["matrix"]] = ladder_matrix.figure(pairings, order, names["matrix"])
    figures[names["ratings"]] = ladder_ratings.figure(ratings, names["ratings"])
    figures[names["speed"]] = ladder_ratings.speed_figure(ratings, speed, names["speed"])
    number = f"{request.games_of_a_pairing(players):,} games a pairing on {request.seeds(players):,} seeds"
    fair = f"{100 / players:.3g}"
    against = "" if players == 2 else f" The bot of the column has the other {players - 1} seats."
    return [
        f"<h2>{_COUNTS[players]}</h2>",
        f'<p class="quiet">{number}, each seed from every seat</p>',
        _headed(ladder_matrix.finding(pairings, order)),
        _quiet(
            f"Wins in percent of the row's bot against the column's, and the 95% interval below.{against} Blue: more "
            f"than a fair share of {fair}%, orange: less; bold where the interval excludes it."
        ),
        f"<!-- {names['matrix']} -->",
        *_circles(triples),
        _headed(ladder_ratings.finding(ratings)),
        _quiet(f"{ratings['model'].iloc[0]}, by all games but those of a bot against itself."),
        f"<!-- {names['ratings']} -->",
        _headed(ladder_ratings.speed_finding(ratings, speed)),
        _quiet("Speed depends on the machine."),
        f"<!-- {names['speed']} -->",
        "<h3>How they play</h3>",
        _quiet("Each bot against itself, with 95% intervals; docs/ladder.md says what is measured."),
        _style_table(styles, order),
    ]


def _headed(finding: str) -> str:
    return f"<h3>{html.escape(finding)}</h3>"


def _quiet(words: str) -> str:
    return f'<p class="quiet">{html.escape(words)}</p>'


def _circles(triples: pd.DataFrame) -> list[str]:
    if triples.empty:
        return ["<p>No three bots go round in a circle.</p>"]
    shown = triples[triples["verdict"] == "shown"]
    rows: Any = shown.itertuples(index=False)
    circles = [f"{row.first} beats {row.second} beats {row.third} beats {row.first}" for row in rows]
    listed = "; ".join(circles[:5]) + (f"; and {len(circles) - 5} more" if len(circles) > 5 else "")
    said = f"In a circle, with all three intervals above 0: {listed}." if circles else "No circle of three is shown."
    suggested = len(triples) - len(shown)
    more = f" By values alone, {suggested} {'is' if suggested == 1 else 'are'} suggested." if suggested else ""
    return [f"<p>{html.escape(said + more)}</p>"]


def _style_table(styles: pd.DataFrame, order: list[str]) -> str:
    rows: Any = styles.itertuples(index=False)
    cells = {(row.measure, row.bot): row for row in rows}
    lines = ["<tr><th>measure</th>" + "".join(f"<th>{html.escape(bot)}</th>" for bot in order) + "</tr>"]
    for measure in dict.fromkeys(styles["measure"]):
        unit = cells[measure, order[0]].unit
        factor, shown = (100.0, unit.replace("share", "%", 1)) if unit.startswith("share") else (1.0, unit)
        name = f"{measure.replace('.', ': ').replace('_', ' ')} <small>{shown}</small>"
        figures = "".join(f"<td>{_cell(cells[measure, bot], factor)}</td>" for bot in order)
        lines.append(f"<tr><td>{name}</td>{figures}</tr>")
    return f'<div class="wide"><table>{"".join(lines)}</table></div>'


def _cell(row: Any, factor: float) -> str:
    if math.isnan(row.value):
        return "-"
    span = "" if math.isnan(row.low) else f"{factor * row.low:.1f} to {factor * row.high:.1f}"
    return f"{factor * row.value:.1f}<small>{span}</small>"
