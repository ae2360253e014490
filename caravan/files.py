"""Reading and writing files so that a failure is explained and nothing is left half-written."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from caravan.errors import CaravanError, OutputError

_REASONS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.EROFS: "the disk can only be read",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "a part of the path is a file, not a folder",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would be larger than is allowed",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "its links lead in a circle",
}


def reason(error: OSError) -> str:
    """Say in words why the system refused a file.

    Parameters
    ----------
    error : OSError
        What the system raised.

    Returns
    -------
    str
        A clause such as ``the disk is full``.
    """
    return _REASONS.get(error.errno or 0) or (error.strerror or str(error) or type(error).__name__).lower()


def read_text(path: str | Path, refuse: Callable[[str], CaravanError]) -> str:
    """Read a whole UTF-8 text file.

    Parameters
    ----------
    path : str or Path
        The file; a byte order mark at its start is skipped.
    refuse : callable
        Makes the error to raise from a sentence that names the file.

    Returns
    -------
    str
        The text.

    Raises
    ------
    CaravanError
        The error made by `refuse`, where the file can't be read or isn't UTF-8.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise refuse(f"{path} can't be read: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise refuse(f"{path} can't be read: it isn't UTF-8 text (byte {error.start})") from error
    except ValueError as error:  # a path that holds a null character
        raise refuse(f"{str(path)!r} can't be read: it isn't a file's name") from error


@contextmanager
def written_whole(path: str | Path) -> Iterator[Path]:
    """Write a file under a passing name and give it its own name only once it is complete.

    A failure or an interruption inside the ``with`` block removes what was written and leaves a file that was there
    before untouched.

    Parameters
    ----------
    path : str or Path
        The file to write. Its folder must exist; a file already there is replaced.

    Yields
    ------
    Path
        An empty file beside it, to be written in the ``with`` block.

    Raises
    ------
    OutputError
        If the system refuses, there or inside the block.
    """
    target = Path(os.path.realpath(path))  # a link stays a link: what it points to is replaced
    passing = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        if target.is_dir():
            raise OutputError(f"{path} can't be written: it is a folder")
        passing.touch(exist_ok=False)
        with suppress(FileNotFoundError):
            passing.chmod(target.stat().st_mode & 0o777)
        yield passing
        passing.replace(target)
    except OutputError:
        raise
    except OSError as error:
        raise OutputError(f"{path} can't be written: {reason(error)}") from error
    finally:
        with suppress(OSError):
            passing.unlink()


def write_atomically(path: str | Path, content: str | bytes) -> None:
    """Write a file whole or not at all.

    Parameters
    ----------
    path : str or Path
        The file to write. Its folder must exist; a file already there is replaced.
    content : str or bytes
        What to write; text is written as UTF-8, its line ends unchanged.

    Raises
    ------
    OutputError
        If the system refuses; what was there before is then untouched.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    with written_whole(path) as passing:
        passing.write_bytes(data)
