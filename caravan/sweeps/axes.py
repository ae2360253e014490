"""The axes of a sweep: rule parameters with the values that they take, alone or several changing together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from caravan.board import Board
from caravan.errors import BoardError, CaravanError, PlanError, nearest
from caravan.given import require_whole
from caravan.parameters import BoardParameter, RuleParameter, Whole
from caravan.rules import Rules
from caravan.sweeps.scenario import CellValue
from caravan.wording import shown

RANGE_KEYS = ("from", "to", "step")
FORMS = "values = [...], or from = ..., to = ... and step = ..."


@dataclass(frozen=True)
class Level:
    """One place on an axis.

    Attributes
    ----------
    settings : tuple
        A value for each of the axis's parameters; lists as tuples, so that a level can be hashed.
    cells : tuple of int, bool or str
        The same as they stand in the cells of a table.
    """

    settings: tuple[Any, ...]
    cells: tuple[CellValue, ...]

    def __str__(self) -> str:
        return " / ".join(shown_cell(cell) for cell in self.cells)


@dataclass(frozen=True)
class Axis:
    """A parameter that varies, or several that change together.

    Attributes
    ----------
    name : str
        The parameter's name; where several change together, a name of the plan's own.
    parameters : tuple of str
        Their names.
    levels : tuple of Level
        Two or more, all different; whole numbers alone on an axis in rising order, anything else as it was written.
    is_ordered : bool
        Whether the levels lie on a scale: whole numbers. The ends of other axes are no lowest and highest.
    """

    name: str
    parameters: tuple[str, ...]
    levels: tuple[Level, ...]
    is_ordered: bool

    def __len__(self) -> int:
        return len(self.levels)

    @property
    def title(self) -> str:
        """What a figure calls the axis: the parameter's label, or the axis's own name."""
        if len(self.parameters) == 1:
            return str(Rules.param[self.name].label)
        return f"{self.name} ({' / '.join(self.parameters)})"

    def place_of(self, settings: tuple[Any, ...]) -> int:
        """Find the level with these settings; -1 if there is none."""
        return next((place for place, level in enumerate(self.levels) if level.settings == settings), -1)

    def positions(self) -> tuple[float, ...]:
        """Place the levels from 0, the first, to 1, the last: by their numbers if they have one, else evenly."""
        if self.is_ordered and len(self.parameters) == 1:
            numbers = [float(level.settings[0]) for level in self.levels]
            return tuple((number - numbers[0]) / (numbers[-1] - numbers[0]) for number in numbers)
        return tuple(place / (len(self.levels) - 1) for place in range(len(self.levels)))


class BoardShelf:
    """The boards that an axis may name.

    Parameters
    ----------
    boards : mapping of str to Board
        Those of the plan's own, by label.
    open_file : callable, optional
        Reads the board file of a path as it is written in the plan.
    """

    def __init__(self, boards: Mapping[str, Board], open_file: Any = Board.read) -> None:
        self._boards = {"standard": Board.standard(), **boards}
        self._open_file = open_file

    def find(self, written: Any) -> tuple[Board, str]:
        """Fetch a board by label or path, with its label; `BoardError` if there is none."""
        if isinstance(written, Board):
            return written, written.name
        if not isinstance(written, str):
            raise BoardError(f"a board is given by its name or by the path of its file, not as {shown(written)}")
        if written in self._boards:
            return self._boards[written], written
        if not written.endswith(".toml"):
            raise BoardError(
                f"there is no board '{written}'{nearest(written, self._boards)}; "
                f"boards are {', '.join(self._boards)}, or the path of a .toml file"
            )
        return self._open_file(written), written.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".toml")


def read_axes(tables: Any, boards: BoardShelf) -> tuple[Axis, ...]:
    """Read the axes of a plan.

    Parameters
    ----------
    tables : mapping
        What is written under ``[axes]``: for each axis a list of values, a table with ``values`` or with ``from``,
        ``to`` and ``step``, or a table of several parameters that change together.
    boards : BoardShelf
        Where boards are found.

    Returns
    -------
    tuple of Axis
        At least one.

    Raises
    ------
    PlanError
        Naming the table and the key, what was found and what is allowed.
    """
    if not isinstance(tables, Mapping):
        raise PlanError(f"[axes]: must be a table of rule parameters, not {shown(tables)}")
    if not tables:
        raise PlanError("[axes]: there is none; name at least one rule parameter, for example camels = [4, 5, 6]")
    axes = tuple(_read_axis(str(name), written, boards) for name, written in tables.items())
    owner: dict[str, str] = {}
    for axis in axes:
        for parameter in axis.parameters:
            if parameter in owner:
                raise PlanError(
                    f"[axes]: {parameter} is on two axes, {owner[parameter]} and {axis.name}; it can be on one only"
                )
            owner[parameter] = axis.name
    return axes


def _read_axis(name: str, written: Any, boards: BoardShelf) -> Axis:
    known = _parameters()
    if name in known or not isinstance(written, Mapping) or _is_one_parameter(written):
        parameter = _parameter(name, f"[axes] {name}")
        levels = [
            Level((value,), (cell,)) for value, cell in _values(parameter, written, f"[axes] {name}", boards, name)
        ]
        is_ordered = isinstance(parameter, Whole)
        if is_ordered:
            levels.sort(key=lambda level: level.settings)
        return _axis(name, (name,), levels, is_ordered)
    return _axis_together(name, written, boards)


def _axis_together(name: str, written: Mapping[str, Any], boards: BoardShelf) -> Axis:
    place = f"[axes.{name}]"
    if not written:
        raise PlanError(f"{place}: is empty; give {FORMS}, or several rule parameters that change together")
    parameters = {key: _parameter(key, f"{place} {key}") for key in written}
    if len(parameters) == 1:
        only = next(iter(parameters))
        raise PlanError(f"{place}: {only} is alone; write {only} = [...] under [axes]")
    columns = {
        key: _values(parameter, written[key], f"{place} {key}", boards, key) for key, parameter in parameters.items()
    }
    lengths = {key: len(column) for key, column in columns.items()}
    if len(set(lengths.values())) > 1:
        counted = ", ".join(f"{key} has {length}" for key, length in lengths.items())
        raise PlanError(f"{place}: parameters that change together need equally many values, but {counted}")
    levels = [
        Level(tuple(value for value, _ in row), tuple(cell for _, cell in row))
        for row in zip(*columns.values(), strict=True)
    ]
    return _axis(name, tuple(columns), levels, all(isinstance(one, Whole) for one in parameters.values()))


def _axis(name: str, parameters: tuple[str, ...], levels: list[Level], is_ordered: bool) -> Axis:
    seen: dict[tuple[Any, ...], Level] = {}
    labels: dict[tuple[CellValue, ...], Level] = {}
    for level in levels:
        if level.settings in seen:
            other = seen[level.settings]
            alike = "" if str(other) == str(level) else f", which is the same as {other}"
            raise PlanError(f"[axes] {name}: {level} is there twice{alike}; each value once")
        if level.cells in labels:
            raise PlanError(f"[axes] {name}: two boards are called {level}; name them under [boards.NAME]")
        seen[level.settings] = labels[level.cells] = level
    if len(levels) == 1:
        raise PlanError(
            f"[axes] {name}: has one value, {levels[0]}, so nothing varies; give two or more, or set it under [rules]"
        )
    return Axis(name, parameters, tuple(levels), is_ordered)


def _parameters() -> dict[str, RuleParameter]:
    parameters: dict[str, Any] = Rules.param.objects(instance=False)
    return {name: parameters[name] for names in Rules.sections().values() for name in names}


def _parameter(name: str, place: str) -> RuleParameter:
    known = _parameters()
    if name in ("players", "bots"):
        example = "players = [2, 3, 4]" if name == "players" else 'bots = ["planner", "beam"]'
        raise PlanError(
            f"{place}: is no axis; write {example} at the top of the plan, and every point is played with each"
        )
    if name not in known:
        hint = nearest(name, known) or "; 'caravan rules' lists them"
        raise PlanError(f"{place}: there is no such rule parameter{hint}")
    return known[name]


def _is_one_parameter(written: Mapping[str, Any]) -> bool:
    return any(key in written for key in ("values", *RANGE_KEYS))


def _values(
    parameter: RuleParameter, written: Any, place: str, boards: BoardShelf, name: str
) -> list[tuple[Any, CellValue]]:
    """Read the values of a parameter, each with what stands in a cell; lists as tuples."""
    if isinstance(written, Mapping):
        written = _from_table(parameter, written, place)
    if not isinstance(written, list | tuple | range):
        raise PlanError(f"{place}: must be a list of values, not {shown(written)}; give {FORMS}")
    if not written:
        raise PlanError(f"{place}: the axis is empty; give two values or more")
    values = []
    for one in written:
        label = ""
        try:
            value, label = boards.find(one) if isinstance(parameter, BoardParameter) else (parameter.settle(one), "")
        except BoardError as error:
            raise PlanError(f"{place}: {error}") from error
        if fault := parameter.fault(value):
            nested = "; an axis of lists is a list of lists" if _is_list_of(parameter, written) else ""
            raise PlanError(f"{place}: {name} {fault}{nested}")
        values.append((tuple(value) if isinstance(value, list) else value, label or cell_of(value)))
    return values


def _is_list_of(parameter: RuleParameter, written: Sequence[Any]) -> bool:
    return "limits" in parameter.metadata and not any(isinstance(one, list | tuple) for one in written)


def _from_table(parameter: RuleParameter, written: Mapping[str, Any], place: str) -> Any:
    allowed = ("values", *RANGE_KEYS)
    for key in written:
        if key not in allowed:
            raise PlanError(f"{place}: unknown key '{key}'{nearest(key, allowed)}; give {FORMS}")
    if "values" in written:
        if len(written) > 1:
            other = next(key for key in written if key != "values")
            raise PlanError(f"{place}: values and {other} can't both be given; give {FORMS}")
        return written["values"]
    if not isinstance(parameter, Whole):
        raise PlanError(f"{place}: a range is for whole numbers; give values = [...]")
    if missing := [key for key in ("from", "to") if key not in written]:
        raise PlanError(f"{place}: the range has no '{missing[0]}'; give {FORMS}")
    low, high = (int(bound or 0) for bound in parameter.bounds or (0, 10**6))
    try:
        first = require_whole(written["from"], "from", low, high)
        last = require_whole(written["to"], "to", low, high)
        step = require_whole(written.get("step", 1), "step", 1, 10**6)
    except CaravanError as error:
        raise PlanError(f"{place}: {error}") from error
    if first > last:
        raise PlanError(f"{place}: the range goes from {first} down to {last}; write the lower number first")
    if (last - first) % step:
        below = last - (last - first) % step
        raise PlanError(
            f"{place}: from {first} in steps of {step} comes to {below} and {below + step}, not to {last}; "
            f"choose another to or step"
        )
    return range(first, last + 1, step)


def cell_of(value: Any) -> CellValue:
    """Write a value as it stands in a cell: lists as ``1,2,3`` or ``none``."""
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) or "none"
    if isinstance(value, Board):
        return value.name
    return value if isinstance(value, int | str) else str(value)


def shown_cell(cell: CellValue) -> str:
    """Write a cell's value in a sentence: flags as ``on`` and ``off``."""
    return ("on" if cell else "off") if isinstance(cell, bool) else str(cell)
