"""Whether workers run the same code as whoever gives them work: what the results depend on, to the byte."""

from __future__ import annotations

import functools
import importlib.metadata
import platform
from collections.abc import Callable, Mapping
from typing import Any

from caravan.errors import WorkersError
from caravan.kernel.cache import sources_hash
from caravan.version import __version__

Code = tuple[tuple[str, str], ...]

_PACKAGES = ("numpy", "numba", "pandas", "pyarrow", "scipy")
_WAY_ON = "install the same there as here, or start the workers again"


@functools.cache
def code_here() -> Code:
    """Tell what decides the results in this process.

    Returns
    -------
    tuple of pairs of str
        What it is, and which: Caravan Lab's version, a hash of the rules and bots as they are compiled, Python, and the
        packages that play, measure and write.
    """
    return (
        ("caravan", __version__),
        ("rules and bots", sources_hash()),
        ("Python", ".".join(platform.python_version_tuple()[:2])),
        *((name, importlib.metadata.version(name)) for name in _PACKAGES),
    )


def require_same(here: Code, there: Code, whose: str) -> None:
    """Make sure that a worker runs the same code.

    Parameters
    ----------
    here, there : tuple of pairs of str
        From `code_here`, of whoever gives the work and of who does it.
    whose : str
        Who does it, to be named.

    Raises
    ------
    WorkersError
        With all that differs, if it doesn't.
    """
    known: Mapping[str, str] = dict(there)
    unlike = [
        f"{name} {known.get(name, 'none')} instead of {version}" for name, version in here if known.get(name) != version
    ]
    if unlike:
        raise WorkersError(f"{whose} has {', '.join(unlike)}, so its games could differ; {_WAY_ON}")


def run_with_same_code(here: Code, function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Do a task on a worker, unless it runs other code, as one that has joined late may.

    Parameters
    ----------
    here : tuple of pairs of str
        From `code_here`, of whoever gives the work.
    function : callable
        The task.
    given : tuple
    named : dict
        What it is called with.

    Returns
    -------
    object
        What the task returns.

    Raises
    ------
    WorkersError
        If the worker runs other code.
    """
    require_same(here, code_here(), f"the worker on {platform.node()}")
    return function(*given, **named)
