"""What is going on: getting ready, playing, done, stopped, failed; and what one can do about it."""

# mypy: allow-untyped-calls

from __future__ import annotations

from html import escape
from typing import Any

import panel as pn
import panel_material_ui as pmui
from panel.layout import Row
from panel.viewable import Viewer

from caravan.errors import Problem
from caravan.rules import Rules
from caravan.views.lab_model import LabModel
from caravan.views.live_runner import LiveRunner
from caravan.views.look import CARD, side_by_side
from caravan.views.other_styles import Layer, OtherStyles
from caravan.views.warm_up import Progress, WarmUp
from caravan.views.words import Words

STATUS_STYLE = """
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
_CHECK_WARM_UP_MS = 400
_STOP = "Stop"
_ACTIONS = {"stopped": "Play on", "failed": "Try again"}


class StatusBar(Viewer):
    """Tells how far a runner is, and lets it be stopped and started again.

    Parameters
    ----------
    model : LabModel
        Whose problems are told.
    runner : LiveRunner
        Whose progress is told.
    others : OtherStyles
        The further styles, whose progress is told once the runner is done.
    warm_up : WarmUp
        Whose progress is told while the runner waits for it.
    """

    def __init__(self, model: LabModel, runner: LiveRunner, others: OtherStyles, warm_up: WarmUp) -> None:
        super().__init__()
        self._model, self._runner, self._others, self._warm_up = model, runner, others, warm_up
        self.words = Words("", STATUS_STYLE)
        self.button = pmui.Button(label=_STOP, variant="outlined", color="primary", disabled=True, margin=0, width=112)
        self._layout = side_by_side(self.words, self.button, align_items="center", gap="16px", **CARD)
        self.button.on_click(lambda _: self._act())
        runner.param.watch(self._show, ["state", "done", "planned", "words", "snapshot"])
        others.param.watch(self._show_others, "layers")
        model.param.watch(self._show, "problems")
        self._clock: Any = None
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
        state = self._state()
        if self._runner.state in {"waiting", "playing"}:
            self._runner.stop()
            return
        if self._runner.state == "done":
            if state == "playing":
                self._others.stop()
            else:
                self._others.resume()
            return
        if self._warm_up.progress.state == "failed":
            self._warm_up.start()
            self.watch_warm_up()
        self._runner.retry()

    def _state(self) -> str:
        """Say what can be stopped or taken up again: the runner, or, once it is done, the further styles."""
        state: str = self._runner.state
        if state != "done":
            return state
        if self._others.busy:
            return "playing"
        states = {layer.state for layer in self._others.layers}
        return "stopped" if "stopped" in states else "failed" if "failed" in states else "done"

    def _show_others(self, *_: Any) -> None:
        if self._runner.state == "done":
            self._show()

    def _show(self, *_: Any) -> None:
        runner, state, problems = self._runner, self._runner.state, self._model.problems
        warm_up = self._warm_up.progress
        if problems:
            html = _wrong(problems, shows_picture=runner.snapshot is not None)
        elif state == "waiting" and warm_up.state in {"asleep", "working"}:
            html = getting_ready(warm_up)
        elif state == "waiting" and runner.snapshot is not None:
            return  # the first picture is but a moment away, and every change on the page delays it
        elif state == "failed":
            html = status_line("failed", "The games couldn\u2019t be played", runner.words)
        else:
            html = _games(state, runner.done, runner.planned, _reading(runner), self._others.layers)
        self.words.html = html
        state = self._state()
        self.button.param.update(label=_ACTIONS.get(state, _STOP), disabled=bool(problems) or state in {"idle", "done"})


def _reading(runner: LiveRunner) -> str:
    """Say how the intervals are to be read; how many games there are is said beside it."""
    return runner.snapshot.reading.partition(": ")[2] if runner.snapshot is not None else ""


def status_line(css_class: str, bold: str, words: str, share: float | None = None, further: str = "") -> str:
    """Write how far something is: what in bold, then further words, and a bar for a share from 0 to 1."""
    bar = f'<div class="bar"><i style="width:{100 * share:.1f}%"></i></div>' if share is not None else ""
    more = f'<span class="faint">{escape(further)}</span>' if further else ""
    return (
        f'<div class="status {css_class}" role="status"><div class="line"><b>{escape(bold)}</b>'
        f"<span>{escape(words)}</span></div>{bar}{more}</div>"
    )


def getting_ready(progress: Progress) -> str:
    """Write how far the engine is."""
    doing = f"Now: {progress.words}, {progress.seconds:.0f} s so far." if progress.words else ""
    return status_line(
        "ready",
        "Getting ready",
        f"At the first start the rules are compiled for this computer, which takes about a minute. {doing}",
        progress.share,
    )


def _games(state: str, done: int, planned: int, reading: str, layers: tuple[Layer, ...]) -> str:
    share = done / planned if planned else 0.0
    if state in {"idle", "waiting"}:
        return status_line(state, "Dealing the first games", "", share)
    if state == "playing":
        return status_line(state, f"{done:,} of {planned:,} games", "Figures move until all are played.", share)
    if state == "stopped":
        return status_line(state, f"Stopped after {done:,} of {planned:,} games", reading, share)
    if any(layer.state != "done" for layer in layers):
        together = sum(layer.done for layer in layers) / sum(layer.request.games for layer in layers)
        return status_line(state, f"All {planned:,} games played", reading, together, _beside(layers))
    return status_line(state, f"All {planned:,} games played", reading, share)


def _beside(layers: tuple[Layer, ...]) -> str:
    """Say how far the further styles have come."""
    said = [
        f"{layer.bot}, {layer.words or layer.state}"
        if layer.state in {"failed", "stopped"}
        else f"{layer.bot}, {layer.done:,} of {layer.request.games:,} games"
        for layer in layers
        if layer.state != "done"
    ]
    return f"To compare: {'; '.join(said)}"


def _wrong(problems: tuple[Problem, ...], *, shows_picture: bool) -> str:
    parameters = Rules.param.objects(instance=False)
    items = "".join(
        f"<li>{escape(getattr(parameters.get(problem.parameter), 'label', None) or problem.parameter)}: "
        f"{escape(problem.message)}</li>"
        for problem in problems
    )
    still = "The pictures below still show the earlier rules." if shows_picture else ""
    return (
        '<div class="status wrong" role="status"><div class="line"><b>These rules can\u2019t be played</b>'
        f"<span>{still}</span></div><ul>{items}</ul></div>"
    )
