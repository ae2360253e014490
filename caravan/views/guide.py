"""A short guided start for the first visit, which the help button brings back, with the keys at its end."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent

_HERE = Path(__file__).parent

STEPS = (
    {
        "title": "Welcome to the lab",
        "words": "Bots have just played the standard game for you, thousands of times. Everything on this page is made "
        "of such games. Change a rule, and they play it again at once.",
        "target": "",
    },
    {
        "title": "Move a rule",
        "words": "Each slider is a rule. Give the players a sixth camel, for instance: the pictures follow while you "
        "drag, and a button beside the slider leads back. Nothing can be broken here.",
        "target": '[data-name="camels"]',
    },
    {
        "title": "Read the sentence first",
        "words": "Above each picture a sentence says what was found, as far as the games bear it out. The lines "
        "through the points are intervals: where they hold the fair share, nobody can tell yet, and more games "
        "may help.",
        "target": ".bk-panel-models-esm-ReactiveESM h2",
    },
    {
        "title": "Ask a second kind of player",
        "words": "Bots differ as people do. What a second style finds as well is worth more than a thousand further "
        "games of the first: under \u201cCompare with\u201d you choose who joins.",
        "target": "",
    },
    {
        "title": "Four pages, one game",
        "words": "Lab plays one set of rules. Compare sets several side by side, Sweep moves a rule through its whole "
        "range, Replay shows a game move by move. The address of a page holds all that is set: keep it, or send it to "
        "someone.",
        "target": "nav",
    },
    {
        "title": "All of it by keyboard",
        "words": "Tab leads from control to control, arrows move sliders.",
        "target": "",
    },
)
"""What is said, and at what it points: a CSS selector, or nothing."""

KEYS = (
    ("Ctrl+Z", "take the last change back"),
    ("Ctrl+Y", "make it again"),
    ("Tab, Shift+Tab", "to the next control, and back"),
    ("Arrows", "move a slider, choose in a list"),
    ("Enter, Space", "press a button, open a list"),
    ("Escape", "close this, or a list"),
)


class Guide(JSComponent):
    """Shows the start, one step at a time.

    Parameters
    ----------
    is_open : bool
        Whether it is shown at first.
    """

    is_open = param.Boolean(default=False, doc="Whether it is shown.")
    turn = param.Integer(default=0, doc="Raised to begin it anew.")
    steps = param.List(default=[dict(step) for step in STEPS], doc="See `STEPS`.")
    keys = param.List(default=[list(key) for key in KEYS], doc="See `KEYS`.")

    _esm = _HERE / "guide.js"
    _stylesheets = [str(_HERE / "guide.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, is_open: bool = False) -> None:
        super().__init__(is_open=is_open, sizing_mode="stretch_width", margin=0)
        self.on_closed: Callable[[], object] = lambda: None

    def open(self) -> None:
        """Begin anew."""
        self.is_open = True
        self.turn += 1

    def _handle_msg(self, data: Any) -> None:
        if isinstance(data, dict) and data.get("closed") is True:
            self.is_open = False
            self.on_closed()
