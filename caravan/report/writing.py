"""Making a report and putting its files in their place, all or none."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from caravan.errors import OutputError
from caravan.files import reason
from caravan.report.blocks import Page
from caravan.report.page import html_of

USUAL_NAME = "report.html"


@dataclass(frozen=True)
class Report:
    """A report, ready to be written.

    Attributes
    ----------
    page : Page
        All it says.
    summary : str
        The summary that its sentences rest on, as CSV.
    """

    page: Page = field(repr=False)
    summary: str = field(repr=False)

    def html(self, name: str = USUAL_NAME) -> str:
        """Give the page, which is to be called so."""
        return html_of(self.page, names_of(name)[1])

    def files(self, name: str = USUAL_NAME) -> dict[str, bytes]:
        """Give all files by name.

        Parameters
        ----------
        name : str, default "report.html"
            The name of the page; the others are called after it.

        Returns
        -------
        dict of str to bytes
            The page, the summary, and two files for each figure in a folder of their own.
        """
        page, summary, figures = names_of(name)
        files = {
            page: self.html(page).encode("utf-8"),
            summary: self.summary.encode("utf-8"),
        }
        for drawing in self.page.drawings:
            svg, png = drawing.files()
            files[f"{figures}/{drawing.name}.svg"] = svg
            files[f"{figures}/{drawing.name}.png"] = png
        return files

    def write(self, path: str | Path, *, overwrite: bool = False) -> tuple[Path, ...]:
        """Write all files, or none.

        Parameters
        ----------
        path : str or Path
            The page; its folder is made if need be.
        overwrite : bool, default False
            Whether an earlier report of that name may be replaced.

        Returns
        -------
        tuple of Path
            The page, the summary, the folder of figures.

        Raises
        ------
        OutputError
            If there is one and `overwrite` is false, or the system refuses; then all is as it was.
        """
        place = Path(path)
        require_free(place, overwrite=overwrite)
        names = names_of(place.name)
        put_in_place(self.files(place.name), place.parent, names)
        return tuple(place.parent / name for name in names)


def names_of(page: str) -> tuple[str, str, str]:
    """Give the names of the page, of the summary beside it, and of the folder of its figures."""
    stem = page.removesuffix(".html")
    return page, f"{stem}-summary.csv", f"{stem}-figures"


def require_free(path: Path, *, overwrite: bool) -> None:
    """Make sure that a report can be written there.

    Raises
    ------
    OutputError
        If there is one already and `overwrite` is false, or the name isn't that of a page.
    """
    if path.suffix != ".html" or path.name == ".html":
        raise OutputError(f"{path} can't be the report: its name must end in .html")
    there = [name for name in names_of(path.name) if os.path.lexists(path.parent / name)]
    if there and not overwrite:
        raise OutputError(
            f"{path.parent} already holds {', '.join(there)}; choose another name, or add --overwrite to replace "
            f"{'it' if len(there) == 1 else 'them'}"
        )
    page, summary, figures = (path.parent / name for name in names_of(path.name))
    for file in (page, summary):
        if file.is_dir() and not file.is_symlink():
            raise OutputError(f"{file} can't be written: it is a folder")
    if figures.exists() and not figures.is_dir():
        raise OutputError(f"{figures} can't be written: it is a file, not a folder")


def put_in_place(files: Mapping[str, bytes], place: Path, names: tuple[str, ...]) -> None:
    """Write files to a passing folder, then exchange them for what is there; where that fails, change nothing.

    Parameters
    ----------
    files : mapping of str to bytes
        By their names, those in folders with a slash.
    place : Path
        Where they go; made if need be.
    names : tuple of str
        What is exchanged: files, and folders as a whole.

    Raises
    ------
    OutputError
        If the system refuses.
    """
    new_folders = [above for above in (place, *place.parents) if not above.exists()]
    passing = place / f".{secrets.token_hex(4)}.part"
    replaced, new = passing / "replaced", passing / "new"
    complete = False
    try:
        new.mkdir(parents=True)
        replaced.mkdir()
        for name, content in files.items():
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            (new / name).write_bytes(content)
        try:
            for name in names:
                if os.path.lexists(place / name):
                    (place / name).rename(replaced / name)
                if (new / name).exists():
                    (new / name).rename(place / name)
            complete = True
        finally:
            for name in () if complete else names:
                if os.path.lexists(replaced / name):
                    _take_away(place / name)
                    (replaced / name).rename(place / name)
                elif not (new / name).exists():
                    _take_away(place / name)
    except OSError as error:
        what = str(error.filename or place).replace(str(new), str(place))
        raise OutputError(f"{what} can't be written: {reason(error)}") from error
    finally:
        shutil.rmtree(passing, ignore_errors=True)
        for above in () if complete else new_folders:
            try:
                above.rmdir()
            except OSError:
                break


def _take_away(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
