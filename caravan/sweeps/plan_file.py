"""The text of a plan's file: what is played at the top, the axes under ``[axes]``, the design under ``[design]``."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caravan.board import Board
from caravan.errors import BoardError, PlanError, RulesError, nearest
from caravan.rules import PRESETS, Rules
from caravan.sweeps.axes import Axis
from caravan.sweeps.designs import design_settings
from caravan.wording import shown

if TYPE_CHECKING:
    from caravan.sweeps.plan import SweepPlan

KEYS = ("name", "rules", "games", "seed", "players", "bots", "most_cells", "axes", "design", "board", "boards")


def arguments(text: str, folder: Path) -> dict[str, Any]:
    """Read what a plan's text gives, which `SweepPlan` has yet to accept.

    Parameters
    ----------
    text : str
        TOML.
    folder : Path
        Where paths in it start.

    Returns
    -------
    dict of str to object
        Arguments of `SweepPlan` by name.

    Raises
    ------
    PlanError
        If the text isn't TOML, a key is unknown, or rules or a board can't be read.
    """
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise PlanError(f"not valid TOML: {error}") from error
    for key in tables:
        if key not in KEYS:
            raise PlanError(f"unknown key '{key}'{_where_it_belongs(key)}")
    if "axes" not in tables:
        raise PlanError("there is no table [axes]; it names the rule parameters that vary, for example camels = [4, 5]")
    given = {key: tables[key] for key in tables if key not in ("rules", "board", "boards")}
    given["base"] = _base(tables, folder)
    given["boards"] = {str(label): _board(table, f"boards.{label}") for label, table in _boards(tables).items()}
    given["open_board"] = lambda path: Board.read(folder / path)
    return given


def to_toml(plan: SweepPlan) -> str:
    """Write a plan's text.

    Parameters
    ----------
    plan : SweepPlan
        The plan.

    Returns
    -------
    str
        TOML that needs no other file: the rules and every board are in it.
    """
    bots = plan.bots if len(plan.bots) > 1 or "," in plan.bots[0] else plan.bots[0]
    lines = [
        f"name = {_literal(plan.name)}",
        f"games = {plan.games}",
        f"seed = {plan.seed}",
        f"players = {_literal(plan.players)}",
        f"bots = {_literal(bots)}",
        f"most_cells = {plan.most_cells}",
        "",
        *_axes_lines(plan.axes),
        "",
    ]
    lines += ["[design]", f'kind = "{plan.design.kind}"']
    lines += [f"{key} = {value}" for key, value in design_settings(plan.design).items()]
    boards = "".join(f"\n{board.to_toml(f'boards.{_key(label)}')}" for label, board in _named_boards(plan).items())
    return "\n".join(lines) + f"\n\n{plan.base.to_toml()}{boards}"


def _where_it_belongs(key: str) -> str:
    if key in [name for names in Rules.sections().values() for name in names]:
        return f"; {key} is a rule parameter: it belongs under [axes] to vary, under [rules] to be fixed"
    if hint := nearest(key, KEYS):
        return hint
    return f"; keys are {', '.join(KEYS)}"


def _base(tables: Mapping[str, Any], folder: Path) -> Rules:
    written = tables.get("rules", {})
    if isinstance(written, str):
        rules = _rules_called(written, folder)
    elif isinstance(written, dict):
        changes = dict(written)
        base = changes.pop("base", "standard")
        if not isinstance(base, str):
            raise PlanError(f"[rules] base: must be a preset or the path of a rules file, not {shown(base)}")
        if "board" in changes:
            raise PlanError("[rules] board: the board is the table [board], not a key of [rules]")
        rules = _rules_called(base, folder)
        try:
            rules = rules.replace(**changes)
        except RulesError as error:
            raise PlanError(f"[rules] {error}") from error
    else:
        raise PlanError(f"rules: must be a preset, the path of a rules file or a table, not {shown(written)}")
    return rules.replace(board=_board(tables["board"], "board")) if "board" in tables else rules


def _rules_called(written: str, folder: Path) -> Rules:
    if written in PRESETS:
        return Rules.preset(written)
    if not written.endswith(".toml"):
        raise PlanError(
            f"rules: there is no preset '{written}'{nearest(written, PRESETS)}; "
            f"presets are {', '.join(PRESETS)}, or give the path of a .toml file"
        )
    return Rules.read(folder / written)


def _boards(tables: Mapping[str, Any]) -> Mapping[str, Any]:
    boards = tables.get("boards", {})
    if not isinstance(boards, dict):
        raise PlanError(f"[boards]: must hold a table for each board, such as [boards.oasis], not {shown(boards)}")
    return boards


def _board(table: Any, place: str) -> Board:
    if not isinstance(table, dict):
        raise PlanError(f"[{place}]: must be a table with name, grid and goods, not {shown(table)}")
    try:
        return Board.from_table(table)
    except BoardError as error:
        raise PlanError(f"[{place}]: {error}") from error


def _axes_lines(axes: tuple[Axis, ...]) -> list[str]:
    if all(len(axis.parameters) == 1 for axis in axes):
        return ["[axes]", *map(_axis_line, axes)]
    tables = [[f"[axes.{_key(axis.name)}]", *_axis_table(axis)] for axis in axes]  # so that the axes keep their order
    return "\n\n".join("\n".join(table) for table in tables).split("\n")


def _axis_line(axis: Axis) -> str:
    line = f"{axis.name} = {_literal([_written(axis, place, 0) for place in range(len(axis))])}"
    return f"{line:<36}# {axis.title}"


def _axis_table(axis: Axis) -> list[str]:
    names = axis.parameters if len(axis.parameters) > 1 else ("values",)
    return [
        f"{name} = {_literal([_written(axis, place, column) for place in range(len(axis))])}"
        for column, name in enumerate(names)
    ]


def _written(axis: Axis, place: int, column: int) -> Any:
    setting = axis.levels[place].settings[column]
    return axis.levels[place].cells[column] if isinstance(setting, Board) else setting


def _named_boards(plan: SweepPlan) -> dict[str, Board]:
    return {
        str(cell): setting
        for axis in plan.axes
        for level in axis.levels
        for setting, cell in zip(level.settings, level.cells, strict=True)
        if isinstance(setting, Board) and not (cell == "standard" and setting == Board.standard())
    }


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
