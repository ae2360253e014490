"""What a visitor may ask of the server: read once from environment variables, with a word on those that are wrong."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields

from caravan.errors import CaravanError

MB = 2**20


class LimitsError(CaravanError, ValueError):
    """An environment variable that isn't a limit."""


@dataclass(frozen=True)
class Limits:
    """What one visitor may ask for.

    Attributes
    ----------
    games : int
        Games of one run.
    seconds : int
        For how long one run is played.
    run_megabytes : int
        Memory that the results of one run take.
    runs : int
        Runs of one visitor that are in the making at a time.
    upload_megabytes : int
        Size of an uploaded log.
    upload_rows : int
        Rows of an uploaded log.
    upload_seconds : int
        Computing time for the reading of an upload.
    reading_megabytes : int
        Memory that the reading of an upload takes beside its own size.
    """

    games: int = 200_000
    seconds: int = 3600
    run_megabytes: int = 256
    runs: int = 24
    upload_megabytes: int = 32
    upload_rows: int = 1_000_000
    upload_seconds: int = 60
    reading_megabytes: int = 1024

    @property
    def upload_bytes(self) -> int:
        """The size of an uploaded log in bytes."""
        return self.upload_megabytes * MB


VARIABLES: Mapping[str, tuple[str, int, int]] = {
    "games": ("CARAVAN_MOST_GAMES", 100, 10**8),
    "seconds": ("CARAVAN_MOST_SECONDS", 1, 10**6),
    "run_megabytes": ("CARAVAN_MOST_RUN_MB", 1, 10**6),
    "runs": ("CARAVAN_MOST_RUNS", 4, 1000),
    "upload_megabytes": ("CARAVAN_MOST_UPLOAD_MB", 1, 1024),
    "upload_rows": ("CARAVAN_MOST_UPLOAD_ROWS", 100, 10**8),
    "upload_seconds": ("CARAVAN_MOST_UPLOAD_SECONDS", 1, 3600),
    "reading_megabytes": ("CARAVAN_MOST_READING_MB", 512, 10**6),
}
"""The environment variable of each limit, and the least and the greatest number that it may be."""


def read_limits(environment: Mapping[str, str]) -> Limits:
    """Read the limits from environment variables.

    Parameters
    ----------
    environment : mapping of str to str
        Such as ``os.environ``; limits that aren't there, or are empty, keep their defaults.

    Returns
    -------
    Limits

    Raises
    ------
    LimitsError
        If any isn't a whole number, or out of range; it names all of them.
    """
    found: dict[str, int] = {}
    problems = []
    for limit in fields(Limits):
        variable, least, greatest = VARIABLES[limit.name]
        text = environment.get(variable, "").strip().replace("_", "")
        if not text:
            continue
        if not re.fullmatch("[0-9]{1,12}", text) or not least <= int(text) <= greatest:
            shown = environment[variable][:40]
            problems.append(f"{variable}: found {shown!r}, allowed is a whole number from {least} to {greatest}")
        else:
            found[limit.name] = int(text)
    if problems:
        raise LimitsError("; ".join(problems))
    return Limits(**found)


@functools.cache
def server_limits() -> Limits:
    """Give the limits of this process, read when they are first asked for; raises LimitsError as `read_limits` does."""
    return read_limits(os.environ)
