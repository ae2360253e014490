"""A whole ladder: everyone against everyone, and all that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from caravan.blocks import Cancel, cores
from caravan.ladder import tables
from caravan.ladder.kept import Kept
from caravan.ladder.pairings import mixed_records_of, pairings_of
from caravan.ladder.plan import Fixture, LadderRequest
from caravan.ladder.played import Played, play_all, play_fixture
from caravan.ladder.ratings import ratings_of
from caravan.ladder.results import Results
from caravan.ladder.styles import styles_of
from caravan.ladder.triples import triples_of
from caravan.rules import Rules


@dataclass(frozen=True)
class Ladder:
    """What a ladder found out, in tables; `tables.COLUMNS` says what their columns mean.

    Attributes
    ----------
    request : LadderRequest
        What it was made from.
    games : int
        All games that were played.
    pairings, mixed, ratings, seat_terms, triples, styles : DataFrame
        The same for the same request, on any machine.
    speed : DataFrame
        How fast each bot played against itself, which depends on the machine and its load.
    """

    request: LadderRequest
    games: int
    pairings: pd.DataFrame
    mixed: pd.DataFrame
    ratings: pd.DataFrame
    seat_terms: pd.DataFrame
    triples: pd.DataFrame
    styles: pd.DataFrame
    speed: pd.DataFrame

    def tables(self) -> dict[str, pd.DataFrame]:
        """Give all tables by name."""
        return {name: getattr(self, name) for name in tables.COLUMNS}


def run_ladder(
    bots: Any,
    players: int | Sequence[int] | None = None,
    games: int = 1000,
    seed: int = 0,
    rules: Rules | None = None,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    cancel: Cancel | None = None,
    keep: str | Path | None = None,
) -> Ladder:
    """Let bots play each other, and rate them.

    Parameters
    ----------
    bots : str or sequence
        Two or more, all different: ``"planner,grabber"`` or ``["planner", MyBot]``.
    players : int or sequence of int, optional
        2 to 4, or several of them; by default the rule set's own number.
    games : int
        For each pairing, rounded up to a multiple of the players; as many for each bot against itself, and at least as
        many for each bot at mixed tables.
    seed : int
        From 0 to 2^63 - 1.
    rules : Rules, optional
        The rule set; by default the standard one.
    threads : int, optional
        How many play at a time; by default one for each core. No influence on the tables.
    progress : callable, optional
        Called now and then with the games done and the games in all.
    cancel : threading.Event or callable, optional
        Asked a few times a second; once set (or true), the run stops.
    keep : str or Path, optional
        A folder for finished line-ups, from which a run that was stopped goes on. It isn't emptied; `kept.clear` does.

    Returns
    -------
    Ladder

    Raises
    ------
    RulesError, BotError, CaravanError
        Where this can't be played; the message names what is wrong and what is allowed.
    Cancelled
        Where ``cancel`` stopped the run.
    """
    request = LadderRequest(bots, players, games, seed, rules)
    kept = Kept(keep, request) if keep is not None else None
    played = play_ladder(request, threads=threads, progress=progress, cancel=cancel, kept=kept)
    return ladder_of(request, played)


def play_ladder(
    request: LadderRequest,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    cancel: Cancel | None = None,
    kept: Kept | None = None,
) -> tuple[Played, ...]:
    """Play all games of a ladder; see `run_ladder`."""
    fixtures = request.fixtures()
    total = sum(fixture.games for fixture in fixtures)
    found = {fixture: kept.find(fixture) if kept is not None else None for fixture in fixtures}
    finished = [played for played in found.values() if played is not None]
    done = sum(played.fixture.games for played in finished)
    missing = [fixture for fixture, played in found.items() if played is None]

    def games_done(games: int) -> None:
        nonlocal done
        done += games
        if progress is not None:
            progress(done, total)

    _compile(request, missing)
    games_done(0)
    for played in play_all(request, missing, threads=threads or cores(), cancel=cancel, games_done=games_done):
        finished.append(played)
        if kept is not None:
            kept.keep(played)
    return tuple(finished)


def ladder_of(request: LadderRequest, played: Sequence[Played]) -> Ladder:
    """Work out all tables from the games.

    Parameters
    ----------
    request : LadderRequest
        The ladder.
    played : sequence of Played
        All its fixtures, in whatever order.

    Returns
    -------
    Ladder
    """
    results = {players: Results(request, players, played) for players in request.players}
    pairings = {players: pairings_of(found) for players, found in results.items()}
    ratings = {players: ratings_of(found) for players, found in results.items()}
    speeds = [
        (players, name, own.fixture.games, own.self_play.seconds)
        for players, found in results.items()
        for bot, name in enumerate(request.names)
        for own in [found.self_play(bot)]
        if own.self_play is not None
    ]
    return Ladder(
        request,
        sum(one.fixture.games for one in played),
        tables.pairings_frame(request, {players: (pairings[players], ratings[players]) for players in results}),
        tables.mixed_frame(request, {players: mixed_records_of(found) for players, found in results.items()}),
        tables.ratings_frame(request, ratings),
        tables.seat_terms_frame(request, ratings),
        tables.triples_frame(request, {players: triples_of(found) for players, found in pairings.items()}),
        tables.styles_frame(request, {players: styles_of(found) for players, found in results.items()}),
        tables.speed_frame(speeds),
    )


def _compile(request: LadderRequest, fixtures: Sequence[Fixture]) -> None:
    """Play a game of each compiled bot beforehand, so that no time that is measured goes into compiling."""
    for fixture in fixtures:
        if fixture.kind == "self-play" and request.is_compiled(fixture):
            play_fixture(request, Fixture("self-play", fixture.line_up, 0, 1))
            return
