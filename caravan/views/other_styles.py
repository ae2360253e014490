"""One visitor's further styles: played one after the other, after the line-up that the visitor has chosen.

While sliders move, nothing but the line-up is played, so that its pictures come as fast as they can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import param

from caravan.agreement import is_slow, usual_games
from caravan.batch import BatchRequest
from caravan.plots.win_share import WinShares, together
from caravan.views.live_runner import LiveRunner, Post
from caravan.views.runs import RunBook
from caravan.views.snapshot import Snapshot


@dataclass(frozen=True, eq=False)
class Layer:
    """A further style under the rules that are set.

    Attributes
    ----------
    request : BatchRequest
        The style against itself.
    state : str
        ``waiting`` for its turn, ``playing``, ``done``, ``stopped`` or ``failed``.
    done : int
        How many games were played.
    snapshot : Snapshot or None
        The latest picture.
    words : str
        What went wrong.
    """

    request: BatchRequest
    state: str = "waiting"
    done: int = 0
    snapshot: Snapshot | None = None
    words: str = ""

    @property
    def bot(self) -> str:
        """The style."""
        return self.request.bot_names[0]


def requests_beside(request: BatchRequest, styles: Sequence[str]) -> tuple[BatchRequest, ...]:
    """Say what further styles play beside a line-up.

    Parameters
    ----------
    request : BatchRequest
        What the visitor has set.
    styles : sequence of str
        The further styles.

    Returns
    -------
    tuple of BatchRequest
        The same rules and seed for each style against itself, as many games as fit its speed and no more than were
        asked for. None for a style that sits in every seat already, and none at all where the bots differ by seat:
        the seats' shares then show who is stronger, which no style against itself can confirm.
    """
    chosen = set(request.bot_names)
    if len(chosen) > 1:
        return ()
    return tuple(
        BatchRequest(request.rules, None, style, min(request.games, usual_games(style)), request.seed)
        for style in dict.fromkeys(styles)
        if style not in chosen
    )


class OtherStyles(param.Parameterized):
    """Plays further styles, one at a time, once the visitor's own line-up is done.

    A slow line-up may take minutes; beside it they begin once it has shown its first picture.

    Parameters
    ----------
    runner : LiveRunner
        What plays the visitor's own line-up.
    book : RunBook
        Where the further styles' batches are asked for; its engine gives way to the runner's.
    post : callable, optional
        As for `LiveRunner`.

    Attributes
    ----------
    wanted : tuple of str
        The styles that were chosen last.
    """

    layers = param.ClassSelector(class_=tuple, default=(), constant=True, doc="What there is of each further style.")

    def __init__(self, runner: LiveRunner, book: RunBook, post: Post = lambda function: function()) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._main = runner
        self._behind = LiveRunner(book, post)
        self._request: BatchRequest | None = None
        self.wanted: tuple[str, ...] = ()
        self._present: Layer | None = None
        runner.param.watch(self._follow_main, ["state", "snapshot"])
        self._behind.param.watch(self._follow, ["state", "done", "snapshot", "words"])

    @property
    def busy(self) -> bool:
        """Whether a style is being played, or will be without anyone's doing."""
        return any(layer.state in {"waiting", "playing"} for layer in self.layers) and self._main.state != "failed"

    @property
    def stopped(self) -> bool:
        """Whether a style was stopped before its end."""
        return any(layer.state == "stopped" for layer in self.layers)

    def choose(self, request: BatchRequest, styles: Sequence[str]) -> None:
        """Say beside what to play, and which styles; whatever was being played is given up.

        Parameters
        ----------
        request : BatchRequest
            What the visitor's own line-up plays.
        styles : sequence of str
            The further styles.
        """
        there = {layer.request.key: layer for layer in self.layers if layer.state == "done"}
        self._present = None
        self._behind.close()
        self._request, self.wanted = request, tuple(styles)
        beside = requests_beside(request, styles)
        self._show(tuple(there.get(style.key, Layer(style)) for style in beside))
        self._go_on()

    def belongs(self, snapshot: Snapshot | None) -> bool:
        """Tell whether the layers belong to a picture of the visitor's own line-up, and not to later rules."""
        return snapshot is not None and self._request is not None and snapshot.request.key == self._request.key

    def together_with(self, snapshot: Snapshot) -> WinShares:
        """Lay what there is of the further styles over a picture of the visitor's own line-up."""
        if not (self.layers and self.belongs(snapshot)):
            return snapshot.win_share
        return together(
            snapshot.win_share, [layer.snapshot.win_share if layer.snapshot else None for layer in self.layers]
        )

    def stop(self) -> None:
        """Give up what is being played; the pictures stay."""
        self._present = None
        self._behind.close()
        unfinished = {"waiting", "playing"}
        self._show(
            tuple(replace(layer, state="stopped") if layer.state in unfinished else layer for layer in self.layers)
        )

    def resume(self) -> None:
        """Play on what was stopped, and once more what failed."""
        ended = {"stopped", "failed"}
        self._show(tuple(replace(layer, state="waiting") if layer.state in ended else layer for layer in self.layers))
        self._go_on()

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self._present = None
        self._behind.close()

    def _follow_main(self, *events: Any) -> None:
        if self._main.state == "stopped":
            self.stop()
        elif self._main.state in {"playing", "done"} and self.belongs(self._main.snapshot):
            if any(event.name == "state" and event.old in {"stopped", "waiting"} for event in events) and self.stopped:
                self.resume()
            self._go_on()

    def _go_on(self) -> None:
        """Play the next style, unless one is being played, or it isn't time yet."""
        slow = self._request is not None and any(map(is_slow, self._request.bots))
        ready = self._main.state in ({"playing", "done"} if slow else {"done"}) and self.belongs(self._main.snapshot)
        following = next((layer for layer in self.layers if layer.state == "waiting"), None)
        if self._present is None and ready and following is not None:
            self._present = following
            self._behind.start(following.request)

    def _follow(self, *_: Any) -> None:
        layer, behind = self._present, self._behind
        if layer is None or behind.state in {"idle", "waiting", "stopped"}:
            return
        snapshot = behind.snapshot
        if snapshot is None or snapshot.request.key != layer.request.key:
            snapshot = layer.snapshot
        news = replace(layer, state=behind.state, done=behind.done, snapshot=snapshot, words=behind.words)
        over = behind.state in {"done", "failed"}
        self._present = None if over else news
        self._show(tuple(news if former is layer else former for former in self.layers))
        if over:
            self._go_on()

    def _show(self, layers: tuple[Layer, ...]) -> None:
        if layers != self.layers:
            with param.edit_constant(self):
                self.layers = layers
