"""Takes in a visitor's log, part by part, and has it read and checked. Without any widget."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import param

from caravan.errors import CaravanError
from caravan.rules import Rules
from caravan.views.limits import MB, server_limits
from caravan.views.replaying.sources import LogSource
from caravan.views.runs import ListenerGone
from caravan.views.uploads import LogFaults, UploadError, read_log, read_rules, shown_name
from caravan.views.visit import Visit

STATES = ("idle", "receiving", "reading", "done", "faulty", "failed")
RULES_ENDING = ".toml"

_log = logging.getLogger(__name__)


class LogUpload(param.Parameterized):
    """One upload after the other.

    Parameters
    ----------
    visit : Visit
        Whose uploads they are.
    on_log : callable
        Given a log that follows the rules.
    """

    state = param.Selector[str](default="idle", objects=list(STATES), constant=True)
    called = param.String(default="", constant=True, doc="What the upload is called.")
    words = param.String(default="", constant=True, doc="What went wrong, or what was read.")
    faults = param.ClassSelector(class_=LogFaults, default=None, allow_None=True, constant=True)
    rules = param.ClassSelector(
        class_=Rules, default=None, allow_None=True, constant=True, doc="Those of the rules file that came last."
    )
    rules_name = param.String(default="", constant=True, doc="What that file is called.")

    def __init__(self, visit: Visit, on_log: Callable[[LogSource], object]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._visit = visit
        self._on_log = on_log
        self._content = bytearray()
        self._missing = 0
        self._generation = 0

    def begin(self, name: str, size: int) -> bool:
        """Begin an upload, and give up the one before.

        Parameters
        ----------
        name : str
            What the visitor's file is called.
        size : int
            Its bytes.

        Returns
        -------
        bool
            Whether it will be taken.
        """
        self._generation += 1
        self._content, self._missing = bytearray(), size
        called, limits = shown_name(name), server_limits()
        if not 0 < size <= limits.upload_bytes:
            reason = "the file is empty"
            if size > 0:
                reason = f"it has {size / MB:,.1f} MB, and this server takes at most {limits.upload_megabytes} MB"
            self._missing = 0
            self._change(state="failed", called=called, words=f"{called}: {reason}.", faults=None)
            return False
        self._change(state="receiving", called=called, words="", faults=None)
        return True

    def receive(self, part: bytes, rules: Rules | None = None) -> bool:
        """Take a part of the file.

        Parameters
        ----------
        part : bytes
            The next bytes; more than were announced are refused.
        rules : Rules, optional
            By which the log was played; by default the standard ones.

        Returns
        -------
        bool
            Whether there is more to come.
        """
        if self.state != "receiving":
            return False
        if not 0 < len(part) <= self._missing:
            self._content = bytearray()
            self._change(state="failed", words=f"{self.called}: it didn\u2019t arrive whole. Please try again.")
            return False
        self._content += part
        self._missing -= len(part)
        if self._missing:
            return True
        content, self._content = bytes(self._content), bytearray()
        self._change(state="reading")
        self._visit.worker.submit(self._read, self._generation, self.called, content, rules)
        return False

    def stop(self) -> None:
        """Give up what is being uploaded or read."""
        self._generation += 1
        self._content = bytearray()
        if self.state in {"receiving", "reading"}:
            self._change(state="idle", words=f"{self.called} was given up.")

    def dismiss(self) -> None:
        """Take the list of faults away."""
        if self.state in {"faulty", "failed"}:
            self._change(state="idle", words="", faults=None)

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self._generation += 1
        self._content = bytearray()

    def _read(self, generation: int, name: str, content: bytes, rules: Rules | None) -> None:
        """Read an upload, in a worker's thread."""
        if generation != self._generation:
            return
        try:
            if name.casefold().endswith(RULES_ENDING):
                own = read_rules(name, content)
                own.require_playable()
                arrive: Callable[[], object] = partial(self._take_rules, generation, own)
            else:
                found = read_log(name, content, rules=rules)
                if isinstance(found, LogFaults):
                    arrive = partial(self._refuse, generation, found)
                else:
                    arrive = partial(self._accept, generation, LogSource.of(found))
        except UploadError as error:
            arrive = partial(self._fail, generation, str(error))
        except CaravanError as error:
            arrive = partial(self._fail, generation, f"{name}: {error}")
        except Exception:
            _log.exception("An upload can't be read")
            arrive = partial(self._fail, generation, f"{name}: it can\u2019t be read.")
        with contextlib.suppress(ListenerGone):
            self._visit.post(arrive)

    def _accept(self, generation: int, log: LogSource) -> None:
        if generation == self._generation:
            games = f"{log.games():,} game{'' if log.games() == 1 else 's'}"
            told = f"{self.called}: {games} in {len(log.log.rows):,} events, all by the rules."
            self._change(state="done", words=told, faults=None)
            self._on_log(log)

    def _refuse(self, generation: int, faults: LogFaults) -> None:
        if generation == self._generation:
            self._change(state="faulty", faults=faults, words="")

    def _take_rules(self, generation: int, rules: Rules) -> None:
        if generation == self._generation:
            self._change(
                state="idle", rules=rules, rules_name=self.called, words=f"The next log is read by {self.called}."
            )

    def _fail(self, generation: int, words: str) -> None:
        if generation == self._generation:
            self._change(state="failed", words=words, faults=None)

    def _change(self, **changes: Any) -> None:
        with param.edit_constant(self):
            self.param.update(**changes)
