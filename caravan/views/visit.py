"""One visitor of the dashboard: what all pages of theirs share."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal

from caravan.views.live_runner import Post
from caravan.views.runs import RunBook

Kind = Literal["info", "error"]


def _nowhere(page: str, word: str) -> None:
    raise LookupError(f"there is no page '{page}' here to open with '{word}'")


def _silent(text: str, kind: Kind) -> None:
    """Say nothing, since nobody listens."""


@dataclass
class Visit:
    """One visitor.

    Attributes
    ----------
    book : RunBook
        Where batches are asked for.
    behind : RunBook
        The same, for those that give way to others.
    worker : concurrent.futures.Executor
        For long work that isn't a batch, such as a comparison or the reading of an upload.
    post : callable
        Has a function called in the page's own thread, the only one in which a page may be changed; raises
        `caravan.views.runs.ListenerGone` once the visitor has left.
    leave_for : callable
        Opens another page: its name and its word.
    speak : callable
        Shows a notice: its text, which need not be escaped, and its kind.
    """

    book: RunBook
    behind: RunBook
    worker: Executor
    post: Post = lambda function: function()
    leave_for: Callable[[str, str], object] = _nowhere
    speak: Callable[[str, Kind], object] = _silent
    left: bool = field(default=False, init=False)

    @classmethod
    def alone(cls, book: RunBook, **parts: Any) -> Visit:
        """Make a visit without a server, for a notebook or a test.

        Parameters
        ----------
        book : RunBook
            Serves for both kinds of batches.
        **parts
            Other attributes; by default long work is done on one thread, and functions are called at once.
        """
        worker = parts.pop("worker", None) or ThreadPoolExecutor(1, "caravan-worker")
        return cls(book, parts.pop("behind", book), worker, **parts)

    def go_to(self, page: str, word: str) -> None:
        """Open another page.

        Parameters
        ----------
        page : str
            Its name: ``lab``, ``compare``, ``sweep`` or ``replay``.
        word : str
            What it shall show; see `caravan.views.page.PageView.open`.
        """
        self.leave_for(page, word)

    def say(self, text: str, kind: Kind = "info") -> None:
        """Show a notice.

        Parameters
        ----------
        text : str
            Plain text; whatever looks like HTML is shown as it stands.
        kind : {"info", "error"}
            Whether something went wrong.
        """
        self.speak(text, kind)
