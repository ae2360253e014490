"""A way round a fault of Panel 1.10, which would keep a core busy from the first event on for as long as it serves.

Panel clears away old marks of being busy every ten seconds. It begins to do so in the thread that deals with the first
event, which with Bokeh 3.10 is never the one with the server's loop; so it asks to be called again, without end, and
the session of that event never ends either. The old marks are also cleared away with every event, which is enough for a
page without Panel's own sign of being busy.
"""

from __future__ import annotations

from typing import Any


class _CleanedWithEveryEvent:
    """Stands where Panel looks whether the clearing has begun."""

    def stop(self) -> None:
        """Do nothing, since nothing runs."""


def clear_busy_marks_with_events_only() -> None:
    """Keep Panel from beginning the clearing; without such a version of Panel it does nothing."""
    from panel.io.state import _state

    kept: Any = _state
    if getattr(kept, "_busy_cleanup_scheduled", True) is None:
        kept._busy_cleanup_scheduled = _CleanedWithEveryEvent()
