"""The bar above the pictures: what the question takes, how far it is, and the button that begins and stops it."""

# mypy: allow-untyped-calls

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import panel_material_ui as pmui
from panel.layout import Row
from panel.viewable import Viewer

from caravan.sweeps.plan_size import duration_in_words
from caravan.views.look import CARD, side_by_side
from caravan.views.sweeping.fair_player import FairPlayer
from caravan.views.sweeping.player import Progress, SweepPlayer
from caravan.views.sweeping.question import FAIR
from caravan.views.sweeping.status_words import PLAY, STOP, Status, fair_status, ready, sweep_status, wrong
from caravan.views.sweeping.sweep_model import SweepModel
from caravan.views.words import Words

_STYLE = """
.status { display: grid; gap: 7px; }
.line { align-items: baseline; display: flex; flex-wrap: wrap; gap: 3px 10px; }
.line b { font-size: 16px; }
.bar { background: color-mix(in srgb, currentColor 13%, transparent); border-radius: 4px; height: 7px; }
.bar i {
  background: var(--panel-primary-color); border-radius: 4px; display: block; height: 100%;
  transition: width 0.2s linear;
}
.failed b, .wrong b { color: var(--danger-bg-color); }
ul { margin: 0; padding-left: 20px; }
"""
_LEAST_SHARE = 0.05
"""Before that, how long the rest takes can't be told."""


class SweepStatus(Viewer):
    """Tells how far a visitor's question is, and lets it be begun, stopped and gone on with.

    Parameters
    ----------
    model : SweepModel
        What is set.
    player : SweepPlayer
        What plays cells.
    fair : FairPlayer
        What looks for a fair start.
    is_stale : callable
        Tells whether what was played last answers another question than the one that is set.
    on_play : callable
        Begins what is set, or goes on with it.
    """

    def __init__(
        self,
        model: SweepModel,
        player: SweepPlayer,
        fair: FairPlayer,
        is_stale: Callable[[], bool],
        on_play: Callable[[], object],
    ) -> None:
        super().__init__()
        self._model, self._player, self._fair = model, player, fair
        self._is_stale, self._on_play = is_stale, on_play
        self._confirming = False
        self._begun: tuple[float, int] | None = None
        self.words = Words("", _STYLE, align="center")
        self.button = pmui.Button(label="Play", variant="contained", color="primary", margin=0, min_width=132)
        self.cancel = pmui.Button(label="Not now", variant="text", color="primary", margin=0, visible=False)
        buttons = side_by_side(self.cancel, self.button, gap="6px", justify_content="flex-end", flex="0 0 auto")
        buttons.sizing_mode = None
        self._layout = side_by_side(self.words, buttons, align_items="center", gap="12px", flex_wrap="wrap", **CARD)
        self.button.on_click(lambda _: self._act())
        self.cancel.on_click(lambda _: self._ask_again(confirming=False))
        player.param.watch(self._follow, ["state", "progress", "words"])
        fair.param.watch(self._follow, ["state", "part", "done", "words"])
        model.param.watch(self._forget, ["problems", "question", "cost"])
        self.refresh()

    def __panel__(self) -> Row:
        return self._layout

    @property
    def state(self) -> str:
        """The state of what plays the kind of question that is set."""
        return str(self._fair.state if self._model.ask == FAIR else self._player.state)

    def _act(self) -> None:
        if self.state == "playing" and not self._is_stale():
            (self._fair if self._model.ask == FAIR else self._player).stop()
        elif self._model.problems:
            return
        elif self._has_to_confirm():
            self._ask_again(confirming=True)
        else:
            self._confirming = False
            self._on_play()
            self.refresh()

    def _has_to_confirm(self) -> bool:
        goes_on = self.state in {"stopped", "failed"} and not self._is_stale()
        return bool(self._model.cost.is_large) and not self._confirming and not goes_on

    def _ask_again(self, *, confirming: bool) -> None:
        self._confirming = confirming
        self.refresh()

    def _forget(self, *_: Any) -> None:
        self._confirming = False
        self.refresh()

    def _follow(self, *events: Any) -> None:
        if any(event.name == "state" and event.new == "playing" for event in events):
            self._begun = None
        self.refresh()

    def refresh(self) -> None:
        """Say how things stand."""
        status = self._status()
        if self.words.html != status.html:
            self.words.html = status.html
        variant = "outlined" if status.button == STOP else "contained"
        wanted = {"label": status.button, "disabled": not status.is_enabled, "variant": variant}
        changed = {name: value for name, value in wanted.items() if getattr(self.button, name) != value}
        if changed:
            self.button.param.update(**changed)
        if self.cancel.visible != self._confirming:
            self.cancel.visible = self._confirming

    def _status(self) -> Status:
        model = self._model
        if model.problems:
            is_playing = self.state == "playing" and not self._is_stale()
            return wrong(model.problems, STOP if is_playing else PLAY)
        if self.state == "idle" or self._is_stale():
            return ready(model.cost, stale=self.state != "idle", confirming=self._confirming)
        if model.ask == FAIR:
            return fair_status(self.state, self._fair.part, self._fair.done, model.cost, self._fair.words)
        progress = self._player.progress
        return sweep_status(self.state, progress, self._player.words, self._left(progress))

    def _left(self, progress: Progress) -> str:
        """Say how long the rest takes, by how fast this run has been so far."""
        now = time.monotonic()
        if self._begun is None:
            self._begun = (now, progress.games)
        begun, games = self._begun
        played = progress.games - games
        if not progress.all_games or played < _LEAST_SHARE * progress.all_games:
            return ""
        return f", {duration_in_words((progress.all_games - progress.games) * (now - begun) / played)} left"
