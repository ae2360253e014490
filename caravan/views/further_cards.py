"""Cards of the pictures that are read away from the page's thread, two of them with a choice of what they show."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

import panel_material_ui as pmui

from caravan.plots import action_mix, board_use
from caravan.views.figure_card import FigureFrame
from caravan.views.further_pictures import ActionReading, BoardReading, FurtherPictures, noting
from caravan.views.look import side_by_side

ALL_SEATS = "All seats"
_CHOICES = {"flex_wrap": "wrap", "gap": "10px"}


class FurtherCard(FigureFrame):
    """Shows one of the further pictures.

    Parameters
    ----------
    further : FurtherPictures
        Where it comes from.
    part : str
        Its name there.
    plot : module
        With ``figure``, ``update`` and ``table`` for it.
    waiting : str
        What the figure is about.
    *above
        What stands between the heading and the figure.
    """

    def __init__(self, further: FurtherPictures, part: str, plot: Any, waiting: str, *above: Any) -> None:
        super().__init__(plot.NAME, plot, waiting, *above)
        self._further, self._part = further, part
        self._last: Any = None
        self._looks = False
        further.param.watch(self._follow, ["shown", "failed"])
        self._follow()

    def look(self, looks: bool) -> None:
        """Have the picture read while someone looks, and no longer."""
        if looks != self._looks:
            self._looks = looks
            for part in self._parts():
                (self._further.want if looks else self._further.leave)(part)

    def _parts(self) -> tuple[str, ...]:
        """Say which parts are looked at."""
        return (self._part,)

    def _follow(self, *_: Any) -> None:
        part = self._parts()[-1]
        if part in self._further.failed:
            self._last = None
            self.fail(self._further.failed[part])
            return
        found = self._further.shown.get(part)
        if found is not None and found is not self._last:
            self._last = found
            self._show_found(found)

    def _show_found(self, found: Any) -> None:
        self.show(found)


class BoardCard(FurtherCard):
    """Shows how the board is used, for one use, one seat or all, and the whole game or a third of it.

    Parameters
    ----------
    further : FurtherPictures
        Where the counts come from.
    """

    def __init__(self, further: FurtherPictures) -> None:
        self.use = _select("What is counted", {words: use for use, (words, _) in board_use.USES.items()}, 300)
        self.seat = _select("By whom", {ALL_SEATS: 0})
        self.third = _select("When", {words: third for third, words in enumerate(board_use.THIRDS)})
        choices = side_by_side(self.use, self.seat, self.third, margin=(12, 0, 0, 0), **_CHOICES)
        super().__init__(further, "board", board_use, "Where on the board things happen", choices)
        self.use.param.watch(self._choose_use, "value")
        self.seat.param.watch(self._choose, "value")
        self.third.param.watch(self._choose, "value")

    def _parts(self) -> tuple[str, ...]:
        return ("passages",) if self.use.value == "passes_through" else ("board",)

    def _choose_use(self, event: Any) -> None:
        self.seat.disabled = event.new in board_use.BY_NOBODY
        if "passes_through" in {event.old, event.new}:
            was, is_now = (("passages",), ("board",)) if event.old == "passes_through" else (("board",), ("passages",))
            if self._looks:
                for part in is_now:
                    self._further.want(part)
                for part in was:
                    self._further.leave(part)
            self._last = None
            if is_now[0] not in self._further.shown:
                self.wait()
        self._choose()

    def _choose(self, *_: Any) -> None:
        self._last = None
        self._follow()

    def _show_found(self, found: BoardReading) -> None:
        use = self.use.value
        if use not in found.spaces:
            return
        _offer_seats(self.seat, found.sample.players)
        seat = 0 if use in board_use.BY_NOBODY else self.seat.value
        shown = board_use.read(found.sample, found.spaces[use], use, seat, self.third.value)
        self.show(noting(shown, found.note))


class ActionCard(FurtherCard):
    """Shows what is done in the course of a game, by one seat or all.

    Parameters
    ----------
    further : FurtherPictures
        Where the counts come from.
    """

    def __init__(self, further: FurtherPictures) -> None:
        self.seat = _select("By whom", {ALL_SEATS: 0})
        choices = side_by_side(self.seat, margin=(12, 0, 0, 0), **_CHOICES)
        super().__init__(further, "actions", action_mix, "What is done in the course of a game", choices)
        self.seat.param.watch(self._choose, "value")

    def _choose(self, *_: Any) -> None:
        self._last = None
        self._follow()

    def _show_found(self, found: ActionReading) -> None:
        _offer_seats(self.seat, found.sample.players)
        self.show(noting(action_mix.read(found.sample, found.steps, self.seat.value), found.note))


def _select(label: str, options: dict[str, Any], width: int = 150) -> pmui.Select:
    value = next(iter(options.values()))
    return pmui.Select(label=label, options=options, value=value, size="small", width=width, margin=0)


def _offer_seats(select: pmui.Select, players: int) -> None:
    """Offer as many seats as there are players."""
    options = {ALL_SEATS: 0, **{f"Seat {seat}": seat for seat in range(1, players + 1)}}
    if select.options != options:
        value = select.value if select.value in options.values() else 0
        select.param.update(options=options, value=value)
