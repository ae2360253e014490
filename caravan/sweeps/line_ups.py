"""Who plays in a sweep: its numbers of players and its line-ups, as they are given; and what it is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan.bots.registry import FILE_MARK, is_compiled, parse_bot
from caravan.errors import BotError, PlanError
from caravan.given import described, require_whole
from caravan.guests import load_guest

PLAYER_COUNTS = (2, 3, 4)


def title_of(name: Any) -> str:
    """Make sure that a sweep's name fits a heading."""
    if not isinstance(name, str) or not (name.isprintable() and len(name) <= 120):
        raise PlanError(f"name: must be a text of one line and at most 120 letters, not {described(name)}")
    return name


def player_counts(players: Any) -> tuple[int, ...]:
    """Read a number of players, or several, each once; they come back in rising order."""
    given = list(players) if isinstance(players, list | tuple | range) else [players]
    if not given:
        raise PlanError("players: the list is empty; allowed are 2, 3 and 4, each once")
    counts = [require_whole(count, "players", PLAYER_COUNTS[0], PLAYER_COUNTS[-1]) for count in given]
    if len(set(counts)) < len(counts):
        raise PlanError(f"players: found {', '.join(map(str, counts))}; each number of players once")
    return tuple(sorted(counts))


def line_ups(bots: Any, players: Sequence[int]) -> tuple[str, ...]:
    """Read a line-up, or several, each once and for as many seats as there are players; load bots of one's own."""
    given = [bots] if isinstance(bots, str) else bots
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        raise PlanError(
            f"bots: found {described(bots)}, allowed are texts, one for each line-up, such as planner or planner,beam; "
            "a bot of your own is written my_bots.py:Miser"
        )
    if not given:
        raise PlanError("bots: the list is empty; give at least one line-up, such as planner")
    found = tuple(_line_up(one, players) for one in given)
    twice = next((one for place, one in enumerate(found) if one in found[:place]), None)
    if twice is not None:
        raise PlanError(f"bots: {twice} is there twice; each line-up once")
    return found


def _line_up(written: str, players: Sequence[int]) -> str:
    seats = [seat.strip() for seat in written.split(",")]
    if len(seats) > 1 and any(count != len(seats) for count in players):
        counts = " and ".join(map(str, players))
        raise BotError(
            f"bots: the line-up {written} is for {len(seats)} seats, but there are games of {counts} players; "
            "give one bot for all seats"
        )
    named = [seat if FILE_MARK in seat else str(parse_bot(seat)) for seat in seats]
    for seat in named:
        if not is_compiled(seat):
            load_guest(seat)  # so that a wrong name is known now, and not in every cell
    return named[0] if len(set(named)) == 1 else ",".join(named)
