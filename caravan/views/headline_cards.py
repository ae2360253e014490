"""The cards at the top of the page."""

# mypy: allow-untyped-calls

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Any

from panel.viewable import Viewer

from caravan.agreement import Verdict
from caravan.views.headlines import Headline
from caravan.views.live_runner import LiveRunner
from caravan.views.look import CARE, LINE
from caravan.views.other_styles import OtherStyles
from caravan.views.words import Words

_STYLE = (
    """
.cards { display: grid; gap: 14px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 205px), 1fr)); }
.card { background: var(--panel-surface-color); border: 1px solid; border-radius: 12px; padding: 13px 16px 14px; }
.name { font-size: 14px; font-weight: 600; }
.value { font-size: 14px; line-height: 1.2; margin: 3px 0 6px; }
.value b { font-size: 27px; font-weight: 700; letter-spacing: -0.01em; white-space: nowrap; }
.notes { margin-top: 6px; }
.bar { background: color-mix(in srgb, currentColor 13%, transparent); border-radius: 5px; display: block; }
.bar { margin: 8px 0; }
"""
    f".card {{ border-color: {LINE}; }} .card.care {{ border-color: {CARE}; border-width: 2px; }}"
)
_NAMES = ("First-player advantage", "Mean score", "Length of a game", "Endings")


_BETWEEN_STYLES = {
    "agreed": "Agreed between styles.",
    "disputed": "Disputed between styles: see the picture of who wins from which seat.",
    "undecided": "Undecided between styles.",
}


class HeadlineCards(Viewer):
    """Shows a runner's headlines, and whether further styles bear the first of them out.

    Parameters
    ----------
    runner : LiveRunner
        Whose latest picture is shown.
    others : OtherStyles
        The further styles.
    """

    def __init__(self, runner: LiveRunner, others: OtherStyles) -> None:
        super().__init__()
        self._runner, self._others = runner, others
        self.words = Words(_empty(), _STYLE)
        runner.param.watch(self._show, "snapshot")
        others.param.watch(self._show, "layers")

    def __panel__(self) -> Words:
        return self.words

    def _show(self, event: Any) -> None:
        snapshot = self._runner.snapshot
        if snapshot is None or (event.name == "layers" and not self._others.belongs(snapshot)):
            return
        first, *further = snapshot.headlines
        shares = self._others.together_with(snapshot)
        if shares.verdicts:
            first = _with_verdict(first, shares.verdicts[0], settled=shares.settled)
        cards = (first, *further)
        html = f'<div class="cards">{"".join(map(_card, cards))}</div>'
        if html != self.words.html:
            self.words.html = html


def _with_verdict(headline: Headline, verdict: Verdict, *, settled: bool) -> Headline:
    so_far = verdict.word == "undecided" and not settled
    notes = (*headline.notes, "Undecided between styles so far." if so_far else _BETWEEN_STYLES[verdict.word])
    return replace(headline, notes=notes, needs_care=headline.needs_care or verdict.word == "disputed")


def _card(headline: Headline) -> str:
    notes = "".join(f"<p>{escape(note)}</p>" for note in headline.notes)
    return (
        f'<section class="card{" care" if headline.needs_care else ""}">'
        f'<p class="name">{escape(headline.name)}</p>'
        f'<p class="value"><b>{escape(headline.value)}</b> {escape(headline.unit)}</p>'
        f'<p>{escape(headline.words)}</p><div class="faint notes">{notes}</div></section>'
    )


def _empty() -> str:
    bars = "".join(
        f'<span class="bar" style="height:{height}px;width:{width}%"></span>'
        for height, width in ((26, 62), (12, 95), (12, 80))
    )
    cards = "".join(
        f'<section class="card" aria-busy="true"><p class="name">{name}</p>{bars}</section>' for name in _NAMES
    )
    return f'<div class="cards">{cards}</div>'
