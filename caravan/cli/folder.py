"""The folder that holds a batch's results: which files it has, and how they get there, all or none."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from caravan.cli.interrupts import Terminated, undisturbed
from caravan.errors import Cancelled, LogError, OutputError
from caravan.files import reason

RULES, SUMMARY, VERDICTS = "rules.toml", "summary.csv", "verdicts.csv"
TABLES = ("games", "seats", "events")
FORMATS = ("csv", "parquet")
FAIR, WITH_POINTS, WITH_OPENING = ("fair.csv", "fair.toml"), "with_points.toml", "with_opening.toml"
FAIR_FILES = (*FAIR, RULES, WITH_POINTS, WITH_OPENING)
TUNE_FILES, FRONT_PAGE = (SUMMARY, "front.csv", "trials.csv", "goal.toml"), "front.html"
MOST_ANSWERS = 12
RULE_SETS, COMPARISON_TOML = "rules", "comparison.toml"
COMPARISON_FILES = (
    SUMMARY,
    "headlines.csv",
    VERDICTS,
    "differences.html",
    "games.parquet",
    "seats.parquet",
    RULE_SETS,
    COMPARISON_TOML,
)
REPORT_FILES = ("report.html", "report-summary.csv", "report-figures")
FOLDERS = (RULE_SETS, "report-figures")
"""Those of the results that are folders."""

LADDER_TABLES = ("ratings", "pairings", "mixed", "seat_terms", "triples", "styles", "speed")
LADDER_FILES = (*(f"{table}.csv" for table in LADDER_TABLES), "ladder.html", "ladder.toml", RULES)
SWEEP_STORE = "store.toml"
SWEEP_FILES = (SUMMARY, "sweep.html", "cells.csv", "sensitivity.csv", "plan.toml", SWEEP_STORE, "tasks")
EVERY_FILE = (
    SUMMARY,
    VERDICTS,
    *(f"{table}.{form}" for table in TABLES for form in FORMATS),
    *(name for name in LADDER_FILES if name != RULES),
    *(name for name in FAIR_FILES if name != RULES),
    *(name for name in TUNE_FILES if name != SUMMARY),
    *(f"answer_{number}.toml" for number in range(2, MOST_ANSWERS + 1)),
    FRONT_PAGE,
    "headlines.csv",
    "differences.html",
    RULE_SETS,
    COMPARISON_TOML,
    *REPORT_FILES,
    RULES,
)
"""What a folder of results may hold."""


def result_files(form: str, *, events: bool) -> tuple[str, ...]:
    """List the files of a batch's results.

    Parameters
    ----------
    form : str
        ``csv`` or ``parquet``.
    events : bool
        Whether the log is among them.

    Returns
    -------
    tuple of str
        Their names.
    """
    tables = TABLES if events else TABLES[:2]
    return (SUMMARY, *(f"{table}.{form}" for table in tables), RULES)


def answer_file(number: int) -> str:
    """Name the rules file of one of a search's answers; the first, the winner, has the rules' usual file."""
    return RULES if number == 1 else f"answer_{number}.toml"


@contextmanager
def results_written_together(folder: str | Path, names: Sequence[str], *, overwrite: bool) -> Iterator[Path]:
    """Fill a folder with results, all of them or none.

    They are written to a passing folder inside it, and get their places only at the end of the ``with`` block. If
    that fails or is interrupted, the folder is as it was before; if it wasn't there, it isn't.

    Parameters
    ----------
    folder : str or Path
        Made if need be, with the folders above it.
    names : sequence of str
        The files that the ``with`` block will write.
    overwrite : bool
        Whether earlier results may be there. They go, all of them, once the new ones are complete: tables of two
        batches beside each other would mislead.

    Yields
    ------
    Path
        The passing folder.

    Raises
    ------
    OutputError
        If there are earlier results and `overwrite` is false, or the system refuses.
    Cancelled
        If the ``with`` block is interrupted.
    """
    place = Path(folder)
    new_folders = [above for above in (place, *place.parents) if not above.exists()]
    passing = place / f".{secrets.token_hex(4)}.part"
    complete = False
    try:
        place.mkdir(parents=True, exist_ok=True)
        _earlier_results(place, overwrite=overwrite)
        passing.mkdir()
        yield passing
        with undisturbed():
            _put_in_place(passing, place, names, overwrite=overwrite)
            complete = True
    except OutputError as error:
        raise OutputError(str(error).replace(str(passing), str(folder))) from error
    except (KeyboardInterrupt, Terminated) as error:
        outcome = f"all results are in {folder}" if complete else f"nothing in {folder} was changed"
        raise Cancelled(f"stopped; {outcome}") from error
    except OSError as error:
        what = str(error.filename or folder).replace(str(passing), str(folder))
        raise OutputError(f"{what} can't be written: {_why(error)}") from error
    finally:
        with undisturbed():
            shutil.rmtree(passing, ignore_errors=True)
            for above in () if complete else new_folders:
                with suppress(OSError):
                    above.rmdir()


def _why(error: OSError) -> str:
    return "it is a file, not a folder" if isinstance(error, FileExistsError) else reason(error)


def _earlier_results(place: Path, *, overwrite: bool) -> list[str]:
    """List the results that a folder holds; raise OutputError if they may not be replaced."""
    if os.path.lexists(place / SWEEP_STORE):
        raise OutputError(f"{place} holds a sweep, which no other results replace: choose another folder")
    there = [name for name in EVERY_FILE if os.path.lexists(place / name)]
    if there and not overwrite:
        raise OutputError(
            f"{place} already holds {', '.join(there)}; choose another folder, or add --overwrite to replace "
            f"{'it' if len(there) == 1 else 'them'}"
        )
    for name in there:
        is_folder = (place / name).is_dir() and not (place / name).is_symlink()
        if is_folder and name not in FOLDERS:
            raise OutputError(f"{place / name} can't be written: it is a folder")
    return there


def _put_in_place(passing: Path, place: Path, names: Sequence[str], *, overwrite: bool) -> None:
    """Exchange earlier results for new ones; where that fails half-way, exchange them back."""
    earlier = _earlier_results(place, overwrite=overwrite)
    replaced = passing / "replaced"
    replaced.mkdir()
    try:
        for name in earlier:
            (place / name).rename(replaced / name)
        for name in names:
            (passing / name).rename(place / name)
    except OSError:
        for name in names:
            if not (passing / name).exists():
                (place / name).rename(passing / name)
        for name in earlier:
            if os.path.lexists(replaced / name):
                (replaced / name).rename(place / name)
        raise


def any_of_them(folder: str | Path, *tables: str) -> bool:
    """Tell whether a folder holds any of some tables, in whatever format."""
    return any((Path(folder) / f"{table}.{form}").exists() for table in tables for form in FORMATS)


def find_file(folder: str | Path, table: str) -> Path:
    """Find a table, or the rules, in a folder of results.

    Parameters
    ----------
    folder : str or Path
        What `caravan simulate --out` wrote.
    table : str
        ``rules``, ``games``, ``seats`` or ``events``.

    Returns
    -------
    Path
        The file, which is there.

    Raises
    ------
    LogError
        If there is no such folder or file, or there are two.
    """
    place = Path(folder)
    names = [RULES] if table == "rules" else [f"{table}.{form}" for form in FORMATS]
    try:
        if not place.is_dir():
            what = "is a file, not a folder" if place.exists() else "can't be read: there is no such folder"
            raise LogError(f"{folder} {what}")
        there = [name for name in names if (place / name).exists()]
    except LogError:
        raise
    except (OSError, ValueError) as error:
        raise LogError(f"{folder} can't be read: {reason(error) if isinstance(error, OSError) else error}") from error
    if len(there) > 1:
        raise LogError(f"{folder} holds {' and '.join(there)}: take one of them away")
    if there:
        return place / there[0]
    if table == "events" and (place / RULES).exists():
        raise LogError(f"{folder} holds no {' or '.join(names)}: was it written with --no-events?")
    raise LogError(f"{folder} holds no {' or '.join(names)}: `caravan simulate --out {folder}` would write it")
