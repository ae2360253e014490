"""How bots differ by what they do: measured in games of each bot against itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np

from caravan.batch import Batch
from caravan.blocks import Block
from caravan.kernel.layout import ENDED_BY_DEADLOCK, ENDED_BY_TURN_LIMIT
from caravan.ladder.played import SelfPlay
from caravan.ladder.results import Results
from caravan.measures.estimate import Estimate, Figures, Floats
from caravan.measures.evidence import means, proportions, ratios
from caravan.measures.play import STEPS, steps_taken
from caravan.measures.sample import Sample

ACTIONS = tuple(f"action.{step}" for step in STEPS)
SPACE_KINDS = ("entries.numbered", "entries.city", "entries.plain")


@dataclasses.dataclass(frozen=True)
class StyleMeasure:
    """Something by which styles differ.

    Attributes
    ----------
    name, unit, meaning : str
        For tables; the meaning is a line.
    """

    name: str
    unit: str
    meaning: str


STYLE_MEASURES = (
    *(
        StyleMeasure(name, "share of steps", f"which part of all steps, passes included, is {step.replace('_', '-')}")
        for name, step in zip(ACTIONS, STEPS, strict=True)
    ),
    StyleMeasure("steals", "thefts per game", "goods stolen, by all players together"),
    StyleMeasure("turns", "turns per game", "turns of all players together"),
    StyleMeasure("delivered", "goods per game", "goods brought to their cities, by all players together"),
    StyleMeasure("delivered_rare", "goods per game", "those of them that are rare"),
    StyleMeasure("undelivered", "goods per game", "goods still on camels when the game ends"),
    StyleMeasure("score", "points per seat", "the mean score"),
    StyleMeasure("spaces", "spaces per game", "different spaces that camels enter in a game"),
    StyleMeasure(
        "effective_spaces",
        "spaces",
        "on how many spaces a game's entries would be, if each had as many and two met on one as often as they do",
    ),
    StyleMeasure("entries.numbered", "share of entries", "which part of all entries is into spaces where goods appear"),
    StyleMeasure("entries.city", "share of entries", "which part is into cities"),
    StyleMeasure("entries.plain", "share of entries", "which part is into other spaces"),
    StyleMeasure("deadlocks", "share of games", "games that end by deadlock"),
    StyleMeasure("turn_limits", "share of games", "games that end at the turn limit"),
)
"""What the style table holds, in its order."""


def styles_of(results: Results) -> Iterator[tuple[int, tuple[Estimate, ...]]]:
    """Measure the style of every bot.

    Parameters
    ----------
    results : Results
        Of one number of players.

    Yields
    ------
    bot : int
        By its number.
    estimates : tuple of Estimate
        One for each of `STYLE_MEASURES`, with intervals over games, each of which has its own seed.
    """
    for bot in range(len(results.names)):
        detail = results.self_play(bot).self_play
        if detail is None:
            raise AssertionError(f"{results.names[bot]} played itself, and what it did wasn't kept")
        yield bot, style_of(results, bot, detail)


def style_of(results: Results, bot: int, detail: SelfPlay) -> tuple[Estimate, ...]:
    """Measure the style of one bot.

    Parameters
    ----------
    results : Results
        The ladder's.
    bot : int
        By its number.
    detail : SelfPlay
        Its games against itself.

    Returns
    -------
    tuple of Estimate
        One for each of `STYLE_MEASURES`.
    """
    request = results.request.batch_request(results.self_play(bot).fixture)
    offsets = np.zeros(len(detail.games) + 1, dtype=np.int64)  # without a log nobody asks for them
    sample = Sample(Batch.from_blocks(request, [Block(0, None, offsets, detail.games, detail.seats)]))
    figures = Figures.joined(
        _action_mix(sample),
        _counts(sample),
        _space_use(sample, detail.entries.astype(np.float64), _kinds_of_spaces(results)),
        _stuck(sample, detail),
    )
    return tuple(
        dataclasses.replace(estimate, measure=measure.name, unit=measure.unit)
        for estimate, measure in zip(figures.estimates("", "", sample.games), STYLE_MEASURES, strict=True)
    )


def _action_mix(sample: Sample) -> Figures:
    taken = steps_taken(sample).sum(axis=1)
    return ratios(sample, taken, np.broadcast_to(taken.sum(axis=0), taken.shape).copy(), "no steps at all")


def _counts(sample: Sample) -> Figures:
    def of_all(column: str) -> Floats:
        return np.asarray(sample.of_seats(column).sum(axis=0), dtype=np.float64)

    rows = (
        of_all("steals"),
        sample.of_games("turns"),
        of_all("rare") + of_all("common"),
        of_all("rare"),
        of_all("undelivered"),
    )
    scores = means(sample, sample.of_seats("score").mean(axis=0)[None, :])
    return Figures.joined(means(sample, np.stack(rows), least=0.0), scores)


def _space_use(sample: Sample, entries: Floats, kinds: Floats) -> Figures:
    """Measure where camels go.

    If two of a game's n entries are picked, they are of the same space with the chance sum c (c - 1) / (n (n - 1)), c
    being the entries of each space; one over its mean is the effective number of spaces (Simpson 1949, Hill 1973).
    """
    number = entries.sum(axis=1)
    pairs = number * (number - 1.0)
    met = np.divide((entries * (entries - 1.0)).sum(axis=1), pairs, out=np.zeros_like(pairs), where=pairs > 0.0)
    different = means(sample, (entries > 0.0).sum(axis=1, dtype=np.float64)[None, :], least=0.0)
    none_met = "no two entries of a game are of one space"
    effective = ratios(sample, (pairs > 0.0).astype(np.float64)[None, :], met[None, :], none_met)
    by_kind = (entries @ kinds).T
    shares = ratios(sample, by_kind, np.broadcast_to(number, by_kind.shape).copy(), "no entries at all")
    return Figures.joined(different, effective, shares)


def _kinds_of_spaces(results: Results) -> Floats:
    """Say which spaces are numbered, cities or neither; shape (spaces, kinds)."""
    board = results.request.rules.board
    kinds = np.zeros((board.width * board.height, len(SPACE_KINDS)))
    kinds[list(board.numbered), 0] = 1.0
    kinds[list(board.cities), 1] = 1.0
    kinds[:, 2] = 1.0 - kinds[:, :2].sum(axis=1)
    return kinds


def _stuck(sample: Sample, detail: SelfPlay) -> Figures:
    reasons = detail.games["end_reason"]
    return proportions(sample, np.stack([reasons == ENDED_BY_DEADLOCK, reasons == ENDED_BY_TURN_LIMIT]))
