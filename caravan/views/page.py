"""What every page of the dashboard is, so that the navigation needs to know none of them."""

from __future__ import annotations

from typing import Any, ClassVar

import param

from caravan.views.history import History
from caravan.views.visit import Visit


class PageView(param.Parameterized):
    """One page: what stands at the side, what stands in the middle, and a word that leads back to it.

    Parameters
    ----------
    visit : Visit
        Whose page it is.
    """

    name_in_address: ClassVar[str]
    """The name of its word in the address, such as ``lab``."""

    title: ClassVar[str]
    """What it is called in the navigation."""

    word = param.String(default="", constant=True, doc="What `open` has to be given to show exactly what is seen.")
    can_undo = param.Boolean(default=False, constant=True, doc="Whether there is a change to take back.")
    can_redo = param.Boolean(default=False, constant=True, doc="Whether there is one to make again.")

    def __init__(self, visit: Visit) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.visit = visit
        self.history = History()

    def open(self, word: str) -> None:
        """Show what a word stands for; or change nothing, if it can't be followed.

        Parameters
        ----------
        word : str
            From `word`, or from anywhere; empty for the usual beginning.

        Raises
        ------
        AddressError
            If any part of the word can't be read or isn't allowed, in words.
        """
        raise NotImplementedError

    def sidebar(self) -> list[Any]:
        """Give what stands at the side; asked for once."""
        raise NotImplementedError

    def main(self) -> list[Any]:
        """Give what stands in the middle; asked for once."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Begin what doesn't change the page, while the browser still loads it."""

    def start(self) -> None:
        """Go on, because the page has come to the front, for the first time or again."""

    def rest(self) -> None:
        """Give up or pause what runs, because another page has come to the front."""

    def close(self) -> None:
        """Give up everything, because the visitor has left."""

    def remember(self, word: str, *, undoable: bool = True) -> None:
        """Take note of what is shown now; every page calls this whenever its word changes.

        Parameters
        ----------
        word : str
            What `open` has to be given to show it again.
        undoable : bool, default True
            Whether it is a change that a person would want to take back; the place of a replay isn't.
        """
        if undoable:
            self.history.remember(word)
        self._publish(word)

    def undo(self) -> None:
        """Take the last change back."""
        self._return_to(self.history.back())

    def redo(self) -> None:
        """Make again what was taken back."""
        self._return_to(self.history.forth())

    def _return_to(self, word: str | None) -> None:
        if word is not None:
            self.open(word)
            self._publish(word)

    def _publish(self, word: str) -> None:
        with param.edit_constant(self):
            self.param.update(word=word, can_undo=self.history.can_undo, can_redo=self.history.can_redo)
