"""How far a comparison has come, what is wrong, and what one can do about it."""

# mypy: allow-untyped-calls

from __future__ import annotations

from html import escape
from typing import Any

import panel as pn
import panel_material_ui as pmui
from panel.layout import Row
from panel.viewable import Viewer

from caravan.views.comparing.model import CompareModel
from caravan.views.comparing.pictures import ComparisonPictures
from caravan.views.comparing.playing import ComparisonRuns
from caravan.views.comparing.state import LETTERS
from caravan.views.look import CARD, side_by_side
from caravan.views.status_bar import STATUS_STYLE, getting_ready, status_line
from caravan.views.warm_up import WarmUp
from caravan.views.words import Words

_CHECK_WARM_UP_MS = 400
_STOP = "Stop"
_ACTIONS = {"stopped": "Play on", "failed": "Try again"}


class CompareStatus(Viewer):
    """Tells how far the runs are, and lets them be stopped and started again.

    Parameters
    ----------
    model : CompareModel
        Whose problems are told.
    runs : ComparisonRuns
        Whose progress is told.
    pictures : ComparisonPictures
        Told of if it fails.
    warm_up : WarmUp
        Whose progress is told while the runs wait for it.
    """

    def __init__(
        self, model: CompareModel, runs: ComparisonRuns, pictures: ComparisonPictures, warm_up: WarmUp
    ) -> None:
        super().__init__()
        self._model, self._runs, self._pictures, self._warm_up = model, runs, pictures, warm_up
        self._clock: Any = None
        self.words = Words("", STATUS_STYLE)
        self.button = pmui.Button(label=_STOP, variant="outlined", color="primary", disabled=True, margin=0, width=112)
        self._layout = side_by_side(self.words, self.button, align_items="center", gap="16px", **CARD)
        self.button.on_click(lambda _: self._act())
        runs.param.watch(self._show, ["parts", "state"])
        pictures.param.watch(self._show, ["words", "picture"])
        model.param.watch(self._show, ["entries", "trouble"])
        self._show()

    def __panel__(self) -> Row:
        return self._layout

    def watch_warm_up(self) -> None:
        """Look at the warm-up from time to time, for as long as it is at work; needs a running page."""
        if self._clock is None and self._warm_up.progress.state != "ready":
            self._clock = pn.state.add_periodic_callback(self._look_at_warm_up, period=_CHECK_WARM_UP_MS)

    def _look_at_warm_up(self) -> None:
        self._show()
        if self._warm_up.progress.state == "ready" and self._clock is not None:
            self._clock.stop()
            self._clock = None

    def _act(self) -> None:
        if self._runs.state == "playing":
            self._runs.stop()
            return
        if self._warm_up.progress.state == "failed":
            self._warm_up.start()
            self.watch_warm_up()
        if self._pictures.words:
            self._pictures.retry()
        self._runs.resume()

    def _show(self, *_: Any) -> None:
        runs, warm_up = self._runs, self._warm_up.progress
        state = "failed" if runs.state == "done" and self._pictures.words else runs.state
        if not self._model.playable:
            html = self._wrong()
        elif state == "playing" and not runs.done and warm_up.state in {"asleep", "working"}:
            html = getting_ready(warm_up)
        elif state == "failed":
            html = self._failed()
        else:
            html = self._games(state)
        if html != self.words.html:
            self.words.html = html
        self.button.param.update(label=_ACTIONS.get(state, _STOP), disabled=state in {"idle", "done"})

    def _failed(self) -> str:
        if self._pictures.words and self._runs.state == "done":
            return status_line("failed", "The games couldn\u2019t be compared", self._pictures.words)
        reasons = dict.fromkeys(part.words for part in self._runs.failures)
        named = [f"{part.style} under {part.rules}" for part in self._runs.failures]
        which = f" (and {len(named) - 1} more)" if len(named) > 1 else ""
        return status_line(
            "failed", "Some games couldn\u2019t be played", f"{named[0]}{which}: {'; '.join(reasons)}", self._share
        )

    @property
    def _share(self) -> float:
        return self._runs.done / self._runs.planned if self._runs.planned else 0.0

    def _games(self, state: str) -> str:
        runs = self._runs
        if state == "stopped":
            return status_line(state, f"Stopped after {runs.done:,} of {runs.planned:,} games", "", self._share)
        if state == "done":
            by_style: dict[str, int] = {}
            for part in runs.parts:
                by_style[part.style] = part.request.games
            each = " and ".join(f"{games:,} of {style}" for style, games in by_style.items())
            return status_line(state, f"All {runs.planned:,} games played", f"{each} under each rule set.", 1.0)
        if not runs.done:
            return status_line(state, "Dealing the first games", "", 0.0)
        now = next((part.style for part in runs.parts if part.state == "playing"), "")
        at = f"Now: {now}. Figures move until all are played." if now else "Figures move until all are played."
        return status_line(state, f"{runs.done:,} of {runs.planned:,} games", at, self._share)

    def _wrong(self) -> str:
        model = self._model
        items = [model.trouble] if model.trouble else []
        for place, entry in enumerate(model.entries):
            named = f"{LETTERS[place]} {entry.called}"
            items += [f"{named}: {problem.message if not problem.parameter else problem}" for problem in entry.problems]
        listed = "".join(f"<li>{escape(item)}</li>" for item in items)
        return (
            '<div class="status wrong" role="status"><div class="line"><b>This can\u2019t be compared</b>'
            f"<span>What is shown below still is what was set before.</span></div><ul>{listed}</ul></div>"
        )
