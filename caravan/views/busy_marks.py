"""Ways round what Panel's sign of being busy costs, which our page doesn't show.

The mark on the page: a Material page follows whether the server is busy, in its own model's data. Whenever those
change, Panel looks through all models of the page, some 20 to 50 milliseconds, four times for each event, and this for
every page that was ever open, whosever event it was: the server's mark also keeps all pages that follow it from being
cleared away once their visitors have left.

The clearing, in Panel 1.10, would keep a core busy from the first event on for as long as the server runs: Panel clears
away old marks every ten seconds, and begins to do so in the thread that deals with the first event, which with Bokeh
3.10 is never the one with the server's loop; so it asks to be called again, without end, and the session of that event
never ends either. The old marks are also cleared away with every event, which is enough for a page without the sign.
"""

from __future__ import annotations

from typing import Any

import param
from panel.util.parameters import edit_readonly
from panel_material_ui.template.base import Page


class _Calm(param.Parameterized):
    """What is never busy."""

    busy = param.Boolean(default=False)


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


def leave_busy_out(page: Page) -> None:
    """Keep a page from following whether the server is busy.

    Parameters
    ----------
    page : panel_material_ui.Page
        Has no sign of being busy.
    """
    with edit_readonly(page):
        # Another reference, and not a value, since only then the server's is let go of.
        page.busy = _Calm().param.busy  # type: ignore[no-untyped-call]
