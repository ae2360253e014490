"""The tidy event log: kernel rows and files as frames and back, replay and check of any log."""

from __future__ import annotations

from caravan.events.columns import EVENT_COLUMNS, GAMES_TYPES, SEATS_TYPES, events_types
from caravan.events.frames import events_frame, games_frame, seats_frame

__all__ = [
    "EVENT_COLUMNS",
    "GAMES_TYPES",
    "SEATS_TYPES",
    "events_frame",
    "events_types",
    "games_frame",
    "seats_frame",
]
