"""The goal of a search: which rule parameters may change, what is aimed at, and how many games it may take."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from caravan.balance.aims import Aim
from caravan.balance.aims_read import read_aims
from caravan.blocks import GREATEST_SEED
from caravan.board import Board
from caravan.bots.registry import parse_bot
from caravan.errors import CaravanError, PlanError, nearest, nearest_of
from caravan.files import read_text
from caravan.given import require_whole
from caravan.rules import PRESETS, Rules, require_rules
from caravan.sweeps.axes import Axis, BoardShelf, read_axes
from caravan.version import __version__
from caravan.wording import shown

KEYS = (
    "name", "rules", "players", "bots", "games", "games_per_trial", "fresh_games", "seed", "axes", "aims", "boards",
)  # fmt: skip
PLAYER_COUNTS = (2, 3, 4)
LEAST_GAMES_OF_A_TRIAL = 20

Candidate = tuple[int, ...]
"""A rule set to try: for each axis the place of its level."""


class Goal:
    """Everything that decides how a search goes.

    Parameters
    ----------
    axes : mapping
        Which rule parameters may change, and the values that they may take, as for a sweep: ``{"camels": [4, 5, 6]}``,
        ``{"camels": {"from": 3, "to": 7}}``, or several parameters that change together.
    aims : sequence of mapping
        What is aimed at, each as a table in a goal's file: ``{"aim": "fair_seats"}``, or ``{"measure":
        "length.turns.mean", "window": [40, 45], "role": "must"}``.
    rules : Rules, optional
        What the axes change, and what the answer is compared with; by default the standard rules.
    players : int or sequence of int, optional
        2 to 4, or several of them; by default the rules' own number.
    bots : str or sequence of str, default "planner"
        The styles, each playing itself.
    games : int, default 40000
        How many games the search may play in all; judging the answer on fresh seeds comes on top.
    games_per_trial : int, default 200
        How many games a rule set plays at a time with each number of players and each style.
    fresh_games : int, default 2000
        The same when the answers are judged.
    seed : int, default 0
        From 0 to 2^63 - 1.
    name : str, optional
        What the goal is called.
    boards : mapping of str to Board, optional
        Boards that the axis ``board`` may name.
    open_board : callable, optional
        Reads the board file of a path as the goal has it.

    Raises
    ------
    PlanError, RulesError, BotError, CaravanError
        Where this can't be carried out; the message names what is wrong and what is allowed.
    """

    def __init__(
        self,
        axes: Mapping[str, Any],
        aims: Sequence[Mapping[str, Any]],
        *,
        rules: Rules | None = None,
        players: int | Sequence[int] | None = None,
        bots: str | Sequence[str] = "planner",
        games: int = 40_000,
        games_per_trial: int = 200,
        fresh_games: int = 2000,
        seed: int = 0,
        name: str = "",
        boards: Mapping[str, Board] | None = None,
        open_board: Any = Board.read,
    ) -> None:
        if not isinstance(name, str):
            raise PlanError(f"name: must be a text, not {shown(name)}")
        self.name = name
        base = require_rules(Rules() if rules is None else rules)
        self.players = _player_counts(base.players if players is None else players)
        self.rules = base.replace(players=self.players[0])
        for count in self.players:
            self.rules.replace(players=count).require_playable()
        self.bots = _styles(bots)
        self.axes: tuple[Axis, ...] = _axes(axes, BoardShelf(boards or {}, open_board))
        self.aims: tuple[Aim, ...] = read_aims(aims, self.players, self.bots)
        self.games_per_trial = require_whole(games_per_trial, "games_per_trial", LEAST_GAMES_OF_A_TRIAL, 10**6)
        self.fresh_games = require_whole(fresh_games, "fresh_games", LEAST_GAMES_OF_A_TRIAL, 10**7)
        self.games = require_whole(games, "games", 1, 10**9)
        self.seed = require_whole(seed, "seed", 0, GREATEST_SEED)

    @classmethod
    def from_toml(cls, text: str, source: str = "the goal", folder: str | Path = ".", **changes: Any) -> Goal:
        """Read a goal from the text of its file.

        Parameters
        ----------
        text : str
            TOML.
        source : str
            What to call the text in a message.
        folder : str or Path
            Where paths in it start.
        **changes
            Arguments of `Goal` that take the place of what the text says, such as ``games``.

        Returns
        -------
        Goal

        Raises
        ------
        PlanError
            If it can't be read or carried out; the message begins with ``source``.
        """
        try:
            return cls(**{**_arguments(text, Path(folder)), **changes})
        except CaravanError as error:
            raise PlanError(f"{source}: {error}") from error

    @classmethod
    def read(cls, path: str | Path) -> Goal:
        """Read a goal's file; paths in it start from its folder."""
        return cls.from_toml(read_text(path, PlanError), str(path), Path(path).parent)

    @property
    def id(self) -> str:
        """A short name for everything that decides what the search finds, the version included."""
        content = {
            "version": __version__,
            "rules": repr(self.rules.key()),
            "axes": [[axis.parameters, repr([level.settings for level in axis.levels])] for axis in self.axes],
            "aims": [asdict(aim) for aim in self.aims],
            "plan": [self.players, self.bots, self.games, self.games_per_trial, self.fresh_games, self.seed],
        }
        return "g" + hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:8]

    def rules_of(self, candidate: Candidate) -> Rules:
        """Make the rules of a candidate, which may be unplayable."""
        changes = {
            parameter: list(value) if isinstance(value, tuple) else value
            for axis, place in zip(self.axes, candidate, strict=True)
            for parameter, value in zip(axis.parameters, axis.levels[place].settings, strict=True)
        }
        return self.rules.replace(**changes)

    def values_of(self, candidate: Candidate) -> dict[str, str | int | bool]:
        """Give what a candidate's axes are set to, as the cells of a table, by parameter."""
        return {
            parameter: cell
            for axis, place in zip(self.axes, candidate, strict=True)
            for parameter, cell in zip(axis.parameters, axis.levels[place].cells, strict=True)
        }

    @property
    def baseline(self) -> Candidate | None:
        """The present rules as a candidate; None where they lie outside the axes."""
        values = {key: tuple(v) if isinstance(v, list) else v for key, v in self.rules.values().items()}
        places = tuple(axis.place_of(tuple(values[parameter] for parameter in axis.parameters)) for axis in self.axes)
        return None if -1 in places else places


def _arguments(text: str, folder: Path) -> dict[str, Any]:
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise PlanError(f"not valid TOML: {error}") from error
    for key in tables:
        if key not in KEYS:
            raise PlanError(f"unknown key '{key}'{_where_it_belongs(key)}")
    for key, example in (("axes", "camels = [4, 5, 6]"), ("aims", 'aim = "fair_seats"')):
        if key not in tables:
            table = "[axes]" if key == "axes" else "[[aims]]"
            raise PlanError(f"there is no table {table}; begin one, for example with {example}")
    boards = tables.pop("boards", {})
    if not isinstance(boards, Mapping) or not all(isinstance(table, Mapping) for table in boards.values()):
        raise PlanError(f"[boards]: must hold a table for each board, such as [boards.oasis], not {shown(boards)}")
    return {
        **tables,
        "rules": _rules(tables.get("rules", "standard"), folder),
        "boards": {str(label): Board.from_table(dict(table)) for label, table in boards.items()},
        "open_board": lambda path: Board.read(folder / path),
    }


def _where_it_belongs(key: str) -> str:
    parameters = [name for names in Rules.sections().values() for name in names]
    if key in parameters:
        return f"; {key} is a rule parameter: it belongs under [axes] to vary, under [rules] to be fixed"
    return nearest_of(key, KEYS, "keys")


def _rules(written: Any, folder: Path) -> Rules:
    """Take a preset, the path of a rules file, or a table of changes to one of them."""
    changes = dict(written) if isinstance(written, Mapping) else {}
    called = changes.pop("base", "standard") if isinstance(written, Mapping) else written
    if not isinstance(called, str):
        raise PlanError(f"rules: must be a preset, the path of a rules file or a table, not {shown(called)}")
    if called in PRESETS:
        rules = Rules.preset(called)
    elif called.endswith(".toml"):
        rules = Rules.read(folder / called)
    else:
        raise PlanError(
            f"rules: there is no preset '{called}'{nearest(called, PRESETS)}; presets are {', '.join(PRESETS)}, or "
            "give the path of a .toml file"
        )
    return rules.replace(**changes)


def _axes(axes: Any, boards: BoardShelf) -> tuple[Axis, ...]:
    if isinstance(axes, Mapping) and "players" in axes:
        raise PlanError("[axes] players: is no axis; write players = [2, 4] at the top, and aims hold for each of them")
    return read_axes(axes, boards)


def _player_counts(players: Any) -> tuple[int, ...]:
    given = list(players) if isinstance(players, list | tuple) else [players]
    counts = [require_whole(count, "players", PLAYER_COUNTS[0], PLAYER_COUNTS[-1]) for count in given]
    if not counts or len(set(counts)) < len(counts):
        raise PlanError(f"players: allowed are {', '.join(map(str, PLAYER_COUNTS))}, each once; found {shown(given)}")
    return tuple(sorted(counts))


def _styles(bots: Any) -> tuple[str, ...]:
    given = bots.split(",") if isinstance(bots, str) else bots
    if not isinstance(given, list | tuple) or not given or not all(isinstance(bot, str) for bot in given):
        raise PlanError(f'bots: must be a style or several, as in ["planner", "beam"], not {shown(bots)}')
    names = tuple(str(parse_bot(bot)) for bot in given)
    if len(set(names)) < len(names):
        raise PlanError(f"bots: each style once; found {', '.join(names)}")
    return names
