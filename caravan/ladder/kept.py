"""Finished fixtures of a ladder that isn't finished, kept in a folder so that the next run goes on from there."""

from __future__ import annotations

import hashlib
import io
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from caravan.errors import OutputError
from caravan.files import reason, write_atomically
from caravan.kernel.cache import sources_hash
from caravan.ladder.plan import Fixture, LadderRequest
from caravan.ladder.played import Played, SelfPlay

_ENDING = ".npz"


class Kept:
    """A folder of finished fixtures.

    A fixture is found again only if its rules, bots, games and seed are the same, and the compiled code that played it.

    Parameters
    ----------
    folder : str or Path
        Made when the first fixture is kept.
    request : LadderRequest
        The ladder to which the fixtures belong.
    """

    def __init__(self, folder: str | Path, request: LadderRequest) -> None:
        self.folder = Path(folder)
        self._request = request
        self._sources = sources_hash()

    def keep(self, played: Played) -> None:
        """Put a fixture away; one with guests isn't kept, because their code may change unseen.

        Parameters
        ----------
        played : Played
            Complete.

        Raises
        ------
        OutputError
            If the system refuses.
        """
        if not self._request.is_compiled(played.fixture):
            return
        arrays: dict[str, Any] = {"score": played.score, "rank": played.rank, "end_reason": played.end_reason}
        if played.self_play is not None:
            detail = played.self_play
            arrays |= {"games": detail.games, "seats": detail.seats, "entries": detail.entries}
            arrays["seconds"] = np.array(detail.seconds)
        content = io.BytesIO()
        np.savez_compressed(content, allow_pickle=False, **arrays)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{self.folder} can't be written: {reason(error)}") from error
        write_atomically(self._path(played.fixture), content.getvalue())

    def find(self, fixture: Fixture) -> Played | None:
        """Fetch a fixture, if it is there and whole."""
        if not self._request.is_compiled(fixture):
            return None
        try:
            with np.load(self._path(fixture), allow_pickle=False) as arrays:
                found = {name: arrays[name] for name in arrays.files}
            detail = None
            if fixture.kind == "self-play":
                detail = SelfPlay(found["games"], found["seats"], found["entries"], float(found["seconds"]))
            return Played(fixture, found["score"], found["rank"], found["end_reason"], detail)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None

    def _path(self, fixture: Fixture) -> Path:
        key = (self._sources, fixture.kind, fixture.first, self._request.batch_request(fixture).key)
        return self.folder / (hashlib.sha256(repr(key).encode()).hexdigest()[:24] + _ENDING)


def clear(folder: str | Path) -> None:
    """Remove what was kept in a folder, and the folder if nothing else is in it.

    Parameters
    ----------
    folder : str or Path
        Need not be there.
    """
    for path in Path(folder).glob(f"*{_ENDING}"):
        with suppress(OSError):
            path.unlink()
    with suppress(OSError):
        Path(folder).rmdir()
