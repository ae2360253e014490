"""Where compiled code is kept, keyed by the sources it was compiled from.

Numba's own cache looks only at the file that defines a function, not at the files it calls into, so a changed rule in
one file could leave an old one running. Keeping the cache in a folder named by a hash of all compiled sources rules
that out, and lets a package installed read-only keep its cache elsewhere.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

import numba
import platformdirs

PACKAGE = Path(__file__).resolve().parent.parent
SOURCES = ("kernel/*.py", "bots/*.py", "bots/*.toml", "match.py")
"""What is compiled, and the weights by which bots judge: all that makes games what they are."""
FOLDERS_KEPT = 4


def sources_hash() -> str:
    """Hash every source file that is compiled, and the weights of the bots.

    Returns
    -------
    str
        Sixteen hexadecimal digits, the same wherever the package is installed.
    """
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(PACKAGE.glob(pattern)):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def use_cache_of_these_sources() -> Path:
    """Point numba at the cache folder of the present sources.

    ``NUMBA_CACHE_DIR``, where set, names the parent folder; otherwise it is the user's cache folder, or a temporary
    one where that can't be written.

    Returns
    -------
    Path
        The folder in use.
    """
    name = sources_hash()
    parents = [Path(tempfile.gettempdir()) / f"caravan-lab-{os.getuid() if hasattr(os, 'getuid') else 'user'}"]
    if "NUMBA_CACHE_DIR" in os.environ:
        parents.insert(0, Path(os.environ["NUMBA_CACHE_DIR"]))
    else:
        parents.insert(0, Path(platformdirs.user_cache_dir("caravan-lab")) / "compiled")
    for parent in parents:
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue
        numba.config.CACHE_DIR = str(folder)
        _forget_old_folders(parent, folder)
        return folder
    folder = Path(tempfile.mkdtemp(prefix="caravan-lab-"))
    numba.config.CACHE_DIR = str(folder)
    return folder


def _forget_old_folders(parent: Path, current: Path) -> None:
    def age(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    named_by_hash = [path for path in parent.iterdir() if len(path.name) == len(current.name) and path != current]
    for path in sorted(named_by_hash, key=age, reverse=True)[FOLDERS_KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)
