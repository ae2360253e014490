"""The Replay page: one game, seen event by event."""
