"""The plan of a sweep: which rule sets are played, with how many players, by which bots, how often."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from caravan.blocks import GREATEST_SEED, BatchRequest
from caravan.board import Board
from caravan.bots.registry import parse_line_up
from caravan.errors import CaravanError, PlanError, RulesError
from caravan.files import read_text
from caravan.given import require_whole
from caravan.rules import Rules, require_rules
from caravan.sweeps import plan_file
from caravan.sweeps.axes import Axis, BoardShelf, cell_of, read_axes, shown_cell
from caravan.sweeps.cost import seconds_per_game
from caravan.sweeps.designs import AT_BASE, Design, Point, read_design
from caravan.sweeps.line_ups import line_ups, player_counts, title_of
from caravan.sweeps.plan_size import PlanSize
from caravan.sweeps.scenario import CellValue, Scenario
from caravan.version import __version__

MOST_CELLS = 10_000
"""A plan with more cells than this is taken for a mistake, unless it says itself how many it may have."""


class SweepPlan:
    """Everything that decides what a sweep plays. All cells are played on the same seeds.

    Parameters
    ----------
    axes : mapping
        For each axis a list of values or a table, as in a plan's file: ``{"camels": [4, 5, 6]}``,
        ``{"camels": {"from": 3, "to": 7}}``; or several parameters that change together, under a name of one's own:
        ``{"worth": {"rare_value": [4, 6], "common_value": [2, 3]}}``.
    design : str or mapping, default "grid"
        ``grid``, ``one_at_a_time``, ``{"kind": "latin_hypercube", "points": 60}`` or ``{"kind": "morris"}``.
    base : Rules, optional
        What the axes change; by default the standard rules.
    games : int, default 500
        For each cell.
    seed : int, default 0
        From 0 to 2^63 - 1, the same in all cells.
    players : int or sequence of int, optional
        2 to 4, or several of them, each crossed with all points; by default the base rules' own number.
    bots : str or sequence of str, default "planner"
        One line-up, or several, each crossed with all points: ``["planner", "beam"]``. Within a line-up commas part
        the seats: ``"planner,beam"``.
    name : str, optional
        What the sweep is called.
    most_cells : int, default 10000
        A plan with more is refused before anything is played.
    boards : mapping of str to Board, optional
        Boards that the axis ``board`` may name.
    open_board : callable, optional
        Reads the board file of a path as the plan has it; by default from the present folder.

    Attributes
    ----------
    name : str
    base : Rules
    axes : tuple of Axis
    design : Grid, OneAtATime, LatinHypercube or Morris
    games, seed, most_cells : int
    players : tuple of int
        In rising order.
    bots : tuple of str
        One text for each line-up.

    Raises
    ------
    PlanError, RulesError, BotError, CaravanError
        Where this can't be carried out; the message names what is wrong and what is allowed.

    Examples
    --------
    >>> plan = SweepPlan({"camels": [4, 5, 6], "rare_value": [5, 6, 7]}, games=100)
    >>> plan.size().cells
    9
    """

    def __init__(
        self,
        axes: Mapping[str, Any],
        design: str | Mapping[str, Any] = "grid",
        *,
        base: Rules | None = None,
        games: int = 500,
        seed: int = 0,
        players: int | Sequence[int] | None = None,
        bots: str | Sequence[str] = "planner",
        name: str = "",
        most_cells: int = MOST_CELLS,
        boards: Mapping[str, Board] | None = None,
        open_board: Any = Board.read,
    ) -> None:
        self.name = title_of(name)
        given = require_rules(Rules() if base is None else base)
        self.games = require_whole(games, "games", 1, 10**9)
        self.seed = require_whole(seed, "seed", 0, GREATEST_SEED)
        self.most_cells = require_whole(most_cells, "most_cells", 1, 10**7)
        self.players = player_counts(given.players if players is None else players)
        self.base = given.replace(players=self.players[0])
        self.bots = line_ups(bots, self.players)
        self.axes: tuple[Axis, ...] = read_axes(axes, BoardShelf(boards or {}, open_board))
        self.design: Design = read_design(design, self.axes)

    @classmethod
    def from_toml(cls, text: str, source: str = "the plan", folder: str | Path = ".") -> SweepPlan:
        """Read a plan from the text of its file.

        Parameters
        ----------
        text : str
            TOML.
        source : str, optional
            What to call the text in a message, usually the file's name.
        folder : str or Path, optional
            Where paths in the plan start.

        Returns
        -------
        SweepPlan

        Raises
        ------
        PlanError
            Naming the source, the table and the key, what was found and what is allowed.
        """
        try:
            return cls(**plan_file.arguments(text, Path(folder)))
        except CaravanError as error:
            raise PlanError(f"{source}: {error}") from error

    @classmethod
    def read(cls, path: str | Path) -> SweepPlan:
        """Read a plan's file; paths in it start from its folder.

        Parameters
        ----------
        path : str or Path
            The TOML file.

        Returns
        -------
        SweepPlan

        Raises
        ------
        PlanError
            If it can't be read or carried out.
        """
        text = read_text(path, lambda message: PlanError(f"plan: {message}"))
        return cls.from_toml(text, str(path), Path(path).parent)

    def to_toml(self) -> str:
        """Write the plan as the text of a file that needs no other: rules and boards are in it."""
        return plan_file.to_toml(self)

    @property
    def strata(self) -> tuple[tuple[int, str], ...]:
        """The numbers of players and the line-ups with which every point is played."""
        return tuple((players, bots) for players in self.players for bots in self.bots)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The rule parameters on the axes, in order."""
        return tuple(parameter for axis in self.axes for parameter in axis.parameters)

    @property
    def columns(self) -> tuple[str, ...]:
        """What the values of a scenario are called: ``players``, ``bots``, then the rule parameters."""
        return ("players", "bots", *self.parameters)

    @functools.cached_property
    def base_point(self) -> Point:
        """The base rules as a point: the level of each axis, or `AT_BASE` where it isn't one of the levels."""
        return tuple(axis.place_of(self._base_settings(axis)) for axis in self.axes)

    def size(self) -> PlanSize:
        """Count cells and games, and say how long they take, without laying out a plan that is too large."""
        cells = self.design.most_points(self.axes) * len(self.strata)
        if cells <= self.most_cells:
            cells = len(self)
        each = [seconds_per_game(parse_line_up(bots, players), players) for players, bots in self.strata]
        games = cells * self.games
        return PlanSize(cells, games, games * sum(each) / len(each))

    def require_affordable(self) -> None:
        """Make sure that the plan hasn't more cells than it allows itself.

        Raises
        ------
        PlanError
            With the number of cells and games, and the time they would take.
        """
        size = self.size()
        if size.cells > self.most_cells:
            raise PlanError(
                f"the plan makes {size}; it may have {self.most_cells:,} cells: thin out the axes, take the design "
                f"latin_hypercube or morris, or write most_cells = {size.cells} if you mean it"
            )

    @functools.cached_property
    def points(self) -> tuple[Point, ...]:
        """The points of the design, each once; `PlanError` if there are too many."""
        if self.design.most_points(self.axes) * len(self.strata) > self.most_cells:
            self.require_affordable()
        return tuple(self.design.points(self.axes, self.base_point))

    def __len__(self) -> int:
        return len(self.points) * len(self.strata)

    def level_in_words(self, axis: int, level: int) -> str:
        """Write a level of an axis.

        Parameters
        ----------
        axis : int
            Its place among the plan's axes.
        level : int
            From 0, or `AT_BASE` for the base rules' own value.

        Returns
        -------
        str
            Such as ``5``, ``on`` or ``6 / 3``.
        """
        own = self.axes[axis]
        if level != AT_BASE:
            return str(own.levels[level])
        return " / ".join(shown_cell(cell_of(value)) for value in self._base_settings(own))

    def number(self, stratum: int, point: int) -> int:
        """Give the number of the scenario that plays a point with a number of players and a line-up.

        Parameters
        ----------
        stratum, point : int
            Places in `strata` and in `points`.

        Returns
        -------
        int
        """
        return stratum * len(self.points) + point

    def scenario(self, number: int) -> Scenario:
        """Make one scenario.

        Parameters
        ----------
        number : int
            From 0 to ``len(plan) - 1``.

        Returns
        -------
        Scenario
            With an error where the combination can't be played.

        Raises
        ------
        PlanError
            If there is no such scenario, or the plan is too large.
        """
        if not 0 <= number < len(self):
            raise PlanError(f"there is no scenario {number}; they are numbered from 0 to {len(self) - 1}")
        stratum, place = divmod(number, len(self.points))
        players, bots = self.strata[stratum]
        settings, cells = self._settings_at(self.points[place])
        values: dict[str, CellValue] = {"players": players, "bots": bots, **cells}
        try:
            rules = self.base.replace(**settings, players=players)
            return Scenario(number, values, BatchRequest(rules, players, bots, self.games, self.seed), "")
        except RulesError as error:
            return Scenario(number, values, None, str(error))

    def scenarios(self) -> Iterator[Scenario]:
        """Go through the scenarios in order: players, then line-ups, then the points of the design.

        Yields
        ------
        Scenario

        Raises
        ------
        PlanError
            If the plan is too large.
        """
        return map(self.scenario, range(len(self)))

    @property
    def id(self) -> str:
        """A short name for all that decides the results: an s and 8 hexadecimal digits, the same on every machine.

        The version counts; the sweep's name and what its boards are called don't.
        """
        text = json.dumps(self._content, sort_keys=True, separators=(",", ":"))
        return "s" + hashlib.sha256(text.encode()).hexdigest()[:8]

    @property
    def key(self) -> tuple[Any, ...]:
        """A hashable value, the same for two plans exactly if they are the same but for the name."""
        own = (self.games, self.seed, self.players, self.bots)
        return (__version__, self.base.key(), self.axes, self.design, *own)

    @property
    def _content(self) -> dict[str, Any]:
        return {
            "version": __version__,
            "rules": self.base.id,
            "axes": [
                [axis.name, list(axis.parameters), [[_plain(one) for one in level.settings] for level in axis.levels]]
                for axis in self.axes
            ],
            "design": [self.design.kind, repr(self.design)],
            "games": self.games,
            "seed": self.seed,
            "players": list(self.players),
            "bots": list(self.bots),
        }

    def _base_settings(self, axis: Axis) -> tuple[Any, ...]:
        values = self.base.values()
        return tuple(
            tuple(values[parameter]) if isinstance(values[parameter], list) else values[parameter]
            for parameter in axis.parameters
        )

    def _settings_at(self, point: Point) -> tuple[dict[str, Any], dict[str, CellValue]]:
        settings: dict[str, Any] = {}
        cells: dict[str, CellValue] = {}
        for axis, place in zip(self.axes, point, strict=True):
            if place == AT_BASE:
                chosen = self._base_settings(axis)
                shown = tuple(map(cell_of, chosen))
            else:
                chosen, shown = axis.levels[place].settings, axis.levels[place].cells
            settings |= dict(zip(axis.parameters, chosen, strict=True))
            cells |= dict(zip(axis.parameters, shown, strict=True))
        return settings, cells

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, SweepPlan) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        axes = ", ".join(f"{axis.name} ({len(axis)})" for axis in self.axes)
        counts = ",".join(map(str, self.players))
        return f"<SweepPlan {self.design.kind} over {axes}; {counts} players, {' and '.join(self.bots)}>"


def _plain(value: Any) -> Any:
    if isinstance(value, Board):
        return [value.grid, [[good.letter, good.name, good.rare] for good in value.goods]]
    return list(value) if isinstance(value, tuple) else value
