"""The card of who wins from which seat: the visitor's line-up, further styles as layers, and on what they agree."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from caravan.plots import win_share
from caravan.plots.win_share import SIGNS, WinShares
from caravan.views.figure_card import FigureCard
from caravan.views.live_runner import LiveRunner
from caravan.views.other_styles import Layer, OtherStyles
from caravan.views.snapshot import Snapshot
from caravan.views.words import Words

_LEGEND_STYLE = """
.legend { display: flex; flex-wrap: wrap; gap: 2px 18px; list-style: none; margin: 0; padding: 0; }
.legend li { white-space: nowrap; }
.legend b { color: var(--panel-on-surface-color); font-weight: 600; }
"""
_MIXED = "The bots differ by seat, so there is no style to compare with: seats and skill are mixed."
_NO_OTHER = "What to compare with sits in every seat already: choose another style."


class WinShareCard(FigureCard):
    """Shows a runner's win shares by seat, and those of further styles as they come in.

    Parameters
    ----------
    runner : LiveRunner
        Whose latest picture is shown.
    others : OtherStyles
        Whose layers are laid over it.
    """

    def __init__(self, runner: LiveRunner, others: OtherStyles) -> None:
        self._runner, self._others = runner, others
        self.legend = Words("", _LEGEND_STYLE, margin=(6, 0, 0, 0), visible=False)
        super().__init__(runner, "win_share", win_share, "Who wins from which seat", self.legend)
        others.param.watch(self._show_layers, "layers")

    def _show_layers(self, _event: Any) -> None:
        snapshot = self._runner.snapshot
        if snapshot is not None and self._others.belongs(snapshot):
            self._show_snapshot(snapshot)

    def _shown(self, snapshot: Snapshot) -> WinShares:
        layers = self._others.layers if self._others.belongs(snapshot) else ()
        self._explain(snapshot, layers)
        return self._others.together_with(snapshot)

    def _explain(self, snapshot: Snapshot, layers: Sequence[Layer]) -> None:
        bots = dict.fromkeys(snapshot.request.bot_names)
        rows = [(next(iter(bots)), snapshot.win_share.provenance.games_in_words), *map(_progress, layers)]
        items = [
            f"<li>{sign} <b>{escape(bot)}</b> {escape(words)}</li>"
            for sign, (bot, words) in zip(SIGNS, rows, strict=False)
        ]
        if layers:
            html = f'<ul class="legend faint">{"".join(items)}</ul>'
        else:
            why_not = _MIXED if len(bots) > 1 else _NO_OTHER
            html = f'<p class="faint">{why_not}</p>' if self._others.wanted else ""
        if html != self.legend.html:
            self.legend.html = html
        if self.legend.visible != bool(html):
            self.legend.visible = bool(html)


def _progress(layer: Layer) -> tuple[str, str]:
    """Say how far a layer has come."""
    games = f"{layer.request.games:,} games"
    words = {
        "waiting": f"{games} to come",
        "playing": f"{layer.done:,} of {games}",
        "stopped": f"stopped after {layer.done:,} of {games}",
        "failed": f"couldn\u2019t be played: {layer.words}",
        "done": games,
    }
    return layer.bot, words[layer.state]
