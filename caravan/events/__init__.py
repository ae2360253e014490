"""The tidy event log: kernel rows and files as frames and back, replay and check of any log."""

from __future__ import annotations

from caravan.events.check import check, check_blocks, check_files, check_rows
from caravan.events.columns import EVENT_COLUMNS, GAMES_TYPES, SEATS_TYPES, events_types
from caravan.events.frames import events_frame, game_events, games_frame, seats_frame
from caravan.events.reading import event_blocks, read_events, read_games, read_seats
from caravan.events.replay import replay
from caravan.events.rows import Rows, rows_from_events
from caravan.events.tables_check import TablesCheck, check_tables
from caravan.events.violation import Violation
from caravan.events.writing import TableWriter, table_writer, write_events, write_games, write_seats

__all__ = [
    "EVENT_COLUMNS",
    "GAMES_TYPES",
    "SEATS_TYPES",
    "Rows",
    "TableWriter",
    "TablesCheck",
    "Violation",
    "check",
    "check_blocks",
    "check_files",
    "check_rows",
    "check_tables",
    "event_blocks",
    "events_frame",
    "events_types",
    "game_events",
    "games_frame",
    "read_events",
    "read_games",
    "read_seats",
    "replay",
    "rows_from_events",
    "seats_frame",
    "table_writer",
    "write_events",
    "write_games",
    "write_seats",
]
