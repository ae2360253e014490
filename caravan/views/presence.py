"""Whether a visitor is still there, which the server itself learns late where there is always something to be told."""

from __future__ import annotations

from typing import Any

SECONDS_TO_COME_BACK = 20.0
"""After this time without a connection a visitor has left; the server keeps a session for 15 seconds."""


class Presence:
    """Watches a session's connections.

    A server doesn't end a session for as long as a change of its page is under way, and a run brings one change after
    the other. So whoever posts changes has to notice that nobody looks any more.

    Parameters
    ----------
    context : SessionContext or None
        The session's; None where there is no server.
    """

    def __init__(self, context: Any) -> None:
        self._context = context
        self._was_there = False

    @property
    def is_over(self) -> bool:
        """Whether the visitor has left for good. One whose browser still loads the page hasn't."""
        if self._context is None:
            return False
        if self._context.destroyed:
            return True
        session = getattr(self._context, "session", None)
        if getattr(session, "connection_count", 1) > 0:
            self._was_there = True
            return False
        away = getattr(session, "milliseconds_since_last_unsubscribe", 0.0) / 1000.0
        return self._was_there and away > SECONDS_TO_COME_BACK
