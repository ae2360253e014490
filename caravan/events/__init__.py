"""The tidy event log: kernel rows and files as frames and back, replay and check of any log."""

from __future__ import annotations

from caravan.events.columns import EVENT_COLUMNS, GAMES_TYPES, SEATS_TYPES, events_types
from caravan.events.frames import events_frame, game_events, games_frame, seats_frame
from caravan.events.rows import Rows, rows_from_events

__all__ = [
    "EVENT_COLUMNS",
    "GAMES_TYPES",
    "SEATS_TYPES",
    "Rows",
    "events_frame",
    "events_types",
    "game_events",
    "games_frame",
    "rows_from_events",
    "seats_frame",
]
