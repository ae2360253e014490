"""What a store was made from: the version, the plan, and the code that played, all of which decide its bytes."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caravan.bots.registry import is_compiled
from caravan.errors import CaravanError, OutputError
from caravan.files import read_text, reason
from caravan.kernel.cache import sources_hash
from caravan.sweeps.plan import SweepPlan
from caravan.version import __version__
from caravan.wording import in_words, shown

ORIGIN, PLAN = "store.toml", "plan.toml"


@dataclass(frozen=True)
class Origin:
    """What a store is made from.

    Attributes
    ----------
    plan : SweepPlan
        The plan.
    version : str
        Of the package.
    code : str
        A hash of the rules and bots as they are compiled.
    own_bots : str
        A hash of the files of bots that don't ship with the package; empty without any.
    """

    plan: SweepPlan
    version: str
    code: str
    own_bots: str

    @classmethod
    def here(cls, plan: SweepPlan) -> Origin:
        """Describe a store that is made now."""
        return cls(plan, __version__, sources_hash(), _hash_of_own_bots(plan))

    def to_toml(self) -> str:
        """Write it down."""
        said = self._said()
        lines = [f"{name} = {json.dumps(value)}" for name, value in said.items()]
        return "\n".join(
            ["# What the files beside this one were made from, so that nothing else gets among them", *lines, ""]
        )

    def _said(self) -> dict[str, str]:
        return {"version": self.version, "plan": self.plan.id, "code": self.code, "own_bots": self.own_bots}

    def require_same_as(self, folder: Path) -> None:
        """Make sure that a store was made from the same.

        Parameters
        ----------
        folder : Path
            The store's.

        Raises
        ------
        OutputError
            Saying what differs, and how to go on.
        """
        there = read_origin(folder / ORIGIN, lambda message: OutputError(f"{message}; choose another folder"))
        if there["version"] != self.version:
            raise OutputError(
                f"{folder} holds a sweep played by caravan {shown(there['version'])}, and this is {self.version}: "
                f"choose another folder, or go on with `pip install caravan-lab=={there['version']}`"
            )
        if there["plan"] != self.plan.id:
            raise OutputError(
                f"{folder} holds the sweep of another plan{_differences(folder / PLAN, self.plan)}: choose another "
                f"folder, or go on with the plan {folder / PLAN}"
            )
        if there["code"] != self.code:
            raise OutputError(
                f"{folder} holds games of other rules and bots than those of this program, though both are version "
                f"{self.version}: choose another folder, or go back to the program that played them"
            )
        if there["own_bots"] != self.own_bots:
            raise OutputError(
                f"{folder} holds games of {in_words(own_bots(self.plan))} as it was before it was changed: choose "
                "another folder, or change it back"
            )


def own_bots(plan: SweepPlan) -> tuple[str, ...]:
    """List the files of the bots that don't ship with the package, as the plan writes them."""
    seats = [seat for line_up in plan.bots for seat in line_up.split(",")]
    return tuple(dict.fromkeys(seat.rpartition(":")[0] for seat in seats if not is_compiled(seat)))


def _hash_of_own_bots(plan: SweepPlan) -> str:
    files = own_bots(plan)
    if not files:
        return ""
    digest = hashlib.sha256()
    for name in files:
        try:
            digest.update(Path(name).expanduser().read_bytes())
        except OSError as error:
            raise CaravanError(f"bots: {name} can't be read: {reason(error)}") from error
    return digest.hexdigest()[:16]


def read_origin(path: Path, refuse: Callable[[str], CaravanError]) -> dict[str, str]:
    """Read what a store says of itself.

    Parameters
    ----------
    path : Path
        The file.
    refuse : callable
        Makes the error to raise from a sentence that names the file.

    Returns
    -------
    dict of str to str
        The plan's id as ``plan``, ``version``, ``code`` and ``own_bots``.
    """
    text = read_text(path, refuse)
    try:
        said: dict[str, Any] = tomllib.loads(text)
    except ValueError as error:
        raise refuse(f"{path} can't be read: it isn't TOML") from error
    names = ("version", "plan", "code", "own_bots")
    missing = [name for name in names if not isinstance(said.get(name), str)]
    if missing:
        raise refuse(f"{path} can't be read: it doesn't say {in_words(missing)}")
    return {name: said[name] for name in names}


def _differences(path: Path, plan: SweepPlan) -> str:
    """Say in which points the plan of a store differs from another."""
    try:
        other = SweepPlan.read(path)
    except CaravanError:
        return ""
    unlike = [
        f"{name} {_short(there)} instead of {_short(here)}"
        for name, there, here in (
            ("games", other.games, plan.games),
            ("seed", other.seed, plan.seed),
            ("players", other.players, plan.players),
            ("bots", other.bots, plan.bots),
            ("design", other.design.kind, plan.design.kind),
        )
        if there != here
    ]
    changed = plan.base.differences(other.base)
    unlike += [
        f"{name} {_short(there)} instead of {_short(here)}"
        for name, (there, here) in changed.items()
        if name != "players"
    ]
    if other.axes != plan.axes:
        unlike.append(f"the axes {in_words(_axes(other))} instead of {in_words(_axes(plan))}")
    return f" ({'; '.join(unlike)})" if unlike else ""


def _axes(plan: SweepPlan) -> list[str]:
    return [f"{axis.name} with {len(axis)} values" for axis in plan.axes]


def _short(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
