"""What the Sweep page says of how far it is, and what one can do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from caravan.errors import Problem
from caravan.rules import Rules
from caravan.views.sweeping.cost_words import Cost
from caravan.views.sweeping.player import Progress

PLAY, STOP, GO_ON, RETRY, YES = "Play", "Stop", "Play on", "Try again", "Begin all the same"
STALE = "What is shown below still answers the question before."


@dataclass(frozen=True)
class Status:
    """What is said, and which button is offered.

    Attributes
    ----------
    html : str
        What is said.
    button : str
        What the button says.
    is_enabled : bool
        Whether it can be pressed.
    """

    html: str
    button: str
    is_enabled: bool = True


def wrong(problems: Sequence[Problem], button: str = PLAY) -> Status:
    """Say why a question can't be asked; what is being played already can be stopped all the same."""
    labels = {name: str(parameter.label) for name, parameter in Rules.param.objects(instance=False).items()}
    items = "".join(
        f"<li>{escape(labels[one.parameter])}: {escape(one.message)}</li>"
        if one.parameter in labels
        else f"<li>{escape(one.message)}</li>"
        for one in problems
    )
    return Status(
        '<div class="status wrong" role="status"><div class="line"><b>This can\u2019t be asked</b></div>'
        f"<ul>{items}</ul></div>",
        button,
        is_enabled=button == STOP,
    )


def ready(cost: Cost, *, stale: bool, confirming: bool) -> Status:
    """Say what a question takes before it is asked."""
    if confirming:
        return Status(line("ready", "This takes a while", f"{cost.words}. It can be stopped at any time."), YES)
    return Status(line("ready", "Ready to play", f"{cost.words}.", further=STALE if stale else ""), PLAY)


def sweep_status(state: str, progress: Progress, words: str, left: str) -> Status:
    """Say how far a sweep is.

    Parameters
    ----------
    state : str
        Of `SweepPlayer`.
    progress : Progress
        How far.
    words : str
        What went wrong.
    left : str
        How long the rest takes, if it is known.

    Returns
    -------
    Status
    """
    cells = f"{progress.cells:,} of {progress.all_cells:,} cells"
    games = f"{progress.games:,} of {progress.all_games:,} games"
    share = progress.games / progress.all_games if progress.all_games else 1.0
    if state == "failed":
        return Status(line("failed", "The cells couldn\u2019t be played", f"{words}. What was played is kept."), RETRY)
    if state == "playing":
        return Status(line(state, cells, f"{games}{left}", share), STOP)
    if state == "stopped":
        return Status(line(state, f"Stopped after {cells}", f"{games}; what was played is kept.", share), GO_ON)
    if progress.failed:
        failed = "1 cell failed" if progress.failed == 1 else f"{progress.failed:,} cells failed"
        return Status(line("failed", failed, "The list of cells says why.", share), RETRY)
    return Status(
        line(state, f"All {progress.all_cells:,} cells played", f"{progress.all_games:,} games", share), PLAY, False
    )


def fair_status(state: str, part: str, done: int, cost: Cost, words: str) -> Status:
    """Say how far a search for a fair start is; see `sweep_status`."""
    share = min(1.0, done / cost.games)
    games = f"{done:,} of about {cost.games:,} games"
    if state == "failed":
        return Status(line("failed", "The search failed", f"{words}. What was played is kept."), RETRY)
    if state == "playing":
        return Status(line(state, f"Playing: {part or 'as it is'}", games, share), STOP)
    if state == "stopped":
        return Status(line(state, f"Stopped after {games}", "What was played is kept.", share), GO_ON)
    return Status(line(state, "The search is done", f"{done:,} games", 1.0), PLAY, False)


def line(css_class: str, bold: str, words: str, share: float | None = None, further: str = "") -> str:
    """Write a line with a bar, escaped."""
    bar = f'<div class="bar"><i style="width:{100 * share:.1f}%"></i></div>' if share is not None else ""
    more = f'<span class="faint">{escape(further)}</span>' if further else ""
    return (
        f'<div class="status {css_class}" role="status"><div class="line"><b>{escape(bold)}</b>'
        f"<span>{escape(words)}</span></div>{bar}{more}</div>"
    )
