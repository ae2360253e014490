"""The board: its spaces, the numbered spaces where goods appear, and the cities that want them."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caravan.errors import BoardError, nearest
from caravan.files import read_text, write_atomically
from caravan.grid import COLUMNS, Layout, draw_grid, read_grid, require_size, space_indices, space_names
from caravan.wording import shown

MAX_GOODS = 16
MAX_NUMBERED = 9
_NAMED_AT_MOST = 6
# Words that the texts of actions and positions, and the tables, use for something else.
RESERVED_WORDS = frozenset({"false", "nan", "none", "null", "pass", "top", "true", "under"})

_GOOD_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_SPACE_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


@dataclass(frozen=True)
class Good:
    """A type of good.

    Attributes
    ----------
    letter : str
        The mark of its city in the grid, ``A`` to ``Z``.
    name : str
        One word of lowercase letters, digits, ``_`` and ``-``, beginning with a letter.
    rare : bool
        Whether it is one of the rare goods.
    """

    letter: str
    name: str
    rare: bool

    def __post_init__(self) -> None:
        if not isinstance(self.letter, str) or not re.fullmatch("[A-Z]", self.letter):
            raise BoardError(f"a good's letter must be one of A to Z, not {self.letter!r}")
        if not isinstance(self.name, str) or not _GOOD_NAME.fullmatch(self.name):
            raise BoardError(
                f"goods.{self.letter}: the name must be one word of lowercase letters, digits, '_' and '-', "
                f"beginning with a letter, not {self.name!r}"
            )
        if self.name in RESERVED_WORDS or _SPACE_NAME.fullmatch(self.name):
            raise BoardError(f"goods.{self.letter}: a good can't be called {self.name!r}, which means something else")
        if not isinstance(self.rare, bool):
            raise BoardError(f"goods.{self.letter}: rare must be true or false, not {self.rare!r}")


@dataclass(frozen=True)
class Board:
    """A board, complete and fit to play on.

    A space's index is ``row * width + column``, with row 0 at the bottom and column 0 at the left, so ``a1`` is 0.

    Attributes
    ----------
    name : str
        What the board is called; it plays no part in the game.
    width, height : int
        Columns (at most 26) and rows; at most 64 spaces in all, blocked ones counted.
    goods : tuple of Good
        The types of good, 1 to 16.
    numbered : tuple of int
        The spaces of numbers 1, 2, ...; 1 to 9 of them.
    cities : tuple of int
        The space of each good's city, in the order of `goods`.
    blocked : tuple of int
        The spaces that no camel can enter, in rising order.

    Raises
    ------
    BoardError
        If the board can't be played on.
    """

    name: str
    width: int
    height: int
    goods: tuple[Good, ...]
    numbered: tuple[int, ...]
    cities: tuple[int, ...]
    blocked: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for field in ("goods", "numbered", "cities"):
            object.__setattr__(self, field, tuple(getattr(self, field)))
        object.__setattr__(self, "blocked", tuple(sorted(self.blocked)))
        self._check_name_and_size()
        self._check_goods()
        self._check_spaces()
        self._check_connected()

    def _check_name_and_size(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip() or not self.name.isprintable():
            raise BoardError(f"the name must be a text on one line, not {self.name!r}")
        for field in ("width", "height"):
            value = getattr(self, field)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise BoardError(f"the {field} must be a whole number of at least 1, not {value!r}")
        require_size(self.width, self.height)

    def _check_goods(self) -> None:
        if not 1 <= len(self.goods) <= MAX_GOODS:
            raise BoardError(f"a board has 1 to {MAX_GOODS} goods, not {len(self.goods)}")
        for what in ("letter", "name"):
            seen: set[str] = set()
            for good in self.goods:
                value = getattr(good, what)
                if value in seen:
                    raise BoardError(f"two goods have the {what} {value!r}")
                seen.add(value)
        if len(self.cities) != len(self.goods):
            raise BoardError(
                f"every good has one city, but there are {len(self.goods)} goods and {len(self.cities)} cities"
            )
        if not 1 <= len(self.numbered) <= MAX_NUMBERED:
            raise BoardError(f"a board has 1 to {MAX_NUMBERED} numbered spaces, not {len(self.numbered)}")

    def _check_spaces(self) -> None:
        size = self.width * self.height
        uses = [(space, f"numbered space {number}") for number, space in enumerate(self.numbered, start=1)]
        uses += [(space, f"the city of {good.name}") for good, space in zip(self.goods, self.cities, strict=True)]
        uses += [(space, "a blocked space") for space in self.blocked]
        taken: dict[int, str] = {}
        for space, use in uses:
            if isinstance(space, bool) or not isinstance(space, int) or not 0 <= space < size:
                raise BoardError(f"{use} must be a space from 0 to {size - 1}, not {space!r}")
            if space in taken:
                raise BoardError(f"{self.space_name(space)} can't be both {taken[space]} and {use}")
            taken[space] = use

    def _check_connected(self) -> None:
        open_spaces = set(range(self.width * self.height)) - set(self.blocked)
        reached = {self.numbered[0]}
        frontier = [self.numbered[0]]
        while frontier:
            for space in self._neighbours(frontier.pop()):
                if space in open_spaces and space not in reached:
                    reached.add(space)
                    frontier.append(space)
        if cut_off := open_spaces - reached:
            fewer, others = sorted((sorted(reached), sorted(cut_off)), key=len)
            raise BoardError(
                f"the open spaces must be connected, but there is no way from {self._listed(fewer)} "
                f"to {self._listed(others) if len(others) <= _NAMED_AT_MOST else f'the other {len(others)}'}"
            )

    def _listed(self, spaces: list[int]) -> str:
        named = ", ".join(self.space_name(space) for space in spaces[:_NAMED_AT_MOST])
        return named + (f" and {len(spaces) - _NAMED_AT_MOST} more" if len(spaces) > _NAMED_AT_MOST else "")

    def _neighbours(self, space: int) -> list[int]:
        row, column = divmod(space, self.width)
        steps = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        return [r * self.width + c for r, c in steps if 0 <= r < self.height and 0 <= c < self.width]

    @property
    def space_names(self) -> tuple[str, ...]:
        """The name of every space by index: column letter and row number, ``a1`` at the bottom left."""
        return space_names(self.width, self.height)

    def space_name(self, space: int) -> str:
        """Name a space.

        Parameters
        ----------
        space : int
            The index, from 0 to ``width * height - 1``.

        Returns
        -------
        str
            For example ``d4``.
        """
        return self.space_names[space]

    def parse_space(self, text: str) -> int:
        """Read the name of a space.

        Parameters
        ----------
        text : str
            For example ``d4``.

        Returns
        -------
        int
            Its index.

        Raises
        ------
        BoardError
            If the board has no such space; blocked spaces have names too.
        """
        space = space_indices(self.width, self.height).get(text)
        if space is None:
            raise BoardError(f"there is no space {text!r}: spaces are a1 to {self.space_names[-1]}")
        return space

    @property
    def grid(self) -> str:
        """The board drawn as text, one line for each row, the top row first."""
        cities = {good.letter: space for good, space in zip(self.goods, self.cities, strict=True)}
        return draw_grid(Layout(self.width, self.height, self.numbered, cities, self.blocked))

    def __str__(self) -> str:
        rows = self.grid.splitlines()
        margin = len(str(self.height))
        lines = [f"{number:>{margin}}  {row}" for number, row in zip(range(self.height, 0, -1), rows, strict=True)]
        return "\n".join([*lines, " " * (margin + 2) + " ".join(COLUMNS[: self.width])])

    @staticmethod
    def standard() -> Board:
        """Give the standard board, which comes with the package."""
        return _standard()

    @classmethod
    def from_grid(cls, name: str, grid: str, goods: tuple[Good, ...]) -> Board:
        """Make a board from its drawing.

        Parameters
        ----------
        name : str
            What the board is called.
        grid : str
            One line for each row, the top row first. Digits are numbered spaces, capital letters cities, ``.`` desert
            and ``#`` blocked; blanks between the marks may be left out.
        goods : tuple of Good
            The goods whose letters the grid shows.

        Returns
        -------
        Board
            The board.

        Raises
        ------
        BoardError
            If the drawing can't be read or the board can't be played on.
        """
        layout = read_grid(grid)
        letters = [good.letter for good in goods]
        for letter, space in layout.cities.items():
            if letter not in letters:
                city = space_names(layout.width, layout.height)[space]
                raise BoardError(f"the city {letter} at {city} has no good: there is no [goods.{letter}]")
        for good in goods:
            if good.letter not in layout.cities:
                raise BoardError(f"{good.name} has no city: there is no {good.letter} in the grid")
        return cls(
            name=name,
            width=layout.width,
            height=layout.height,
            goods=tuple(goods),
            numbered=layout.numbered,
            cities=tuple(layout.cities[letter] for letter in letters),
            blocked=layout.blocked,
        )

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Board:
        """Make a board from a TOML table that was read already.

        Parameters
        ----------
        table : mapping
            The keys ``name``, ``grid`` and ``goods``.

        Returns
        -------
        Board
            The board.

        Raises
        ------
        BoardError
            If a key is unknown, missing or of the wrong type, or the board can't be played on.
        """
        _check_keys(table, {"name": str, "grid": str, "goods": dict}, "")
        goods = []
        for letter, entry in table["goods"].items():
            if not isinstance(entry, dict):
                raise BoardError(f"goods.{letter} must be a table with a name, not {shown(entry)}")
            _check_keys({"rare": False, **entry}, {"name": str, "rare": bool}, f"goods.{letter}.")
            goods.append(Good(letter, entry["name"], entry.get("rare", False)))
        return cls.from_grid(table["name"], table["grid"], tuple(goods))

    @classmethod
    def from_toml(cls, text: str, source: str = "the board") -> Board:
        """Read a board from the text of a board file.

        Parameters
        ----------
        text : str
            TOML with ``name``, ``grid`` and a table for each good.
        source : str, optional
            What to call the text in a message, usually the file's name.

        Returns
        -------
        Board
            The board.

        Raises
        ------
        BoardError
            If the text isn't TOML, or not of a board that can be played on.
        """
        try:
            table = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise BoardError(f"{source}: not valid TOML: {error}") from error
        try:
            return cls.from_table(table)
        except BoardError as error:
            raise BoardError(f"{source}: {error}") from error

    @classmethod
    def read(cls, path: str | Path) -> Board:
        """Read a board file.

        Parameters
        ----------
        path : str or Path
            The TOML file.

        Returns
        -------
        Board
            The board.

        Raises
        ------
        BoardError
            If the file can't be read, or isn't of a board that can be played on.
        """
        return cls.from_toml(read_text(path, BoardError), str(path))

    def to_toml(self, within: str = "") -> str:
        """Write the board as TOML, its grid drawn as text.

        Parameters
        ----------
        within : str, optional
            The table that holds it, for example ``board`` in a rules file; by default it stands alone.

        Returns
        -------
        str
            The text, which `from_toml` reads back.
        """
        head = f"[{within}]\n" if within else ""
        path = f"{within}.goods" if within else "goods"
        name = self.name.replace("\\", "\\\\").replace('"', '\\"')
        goods = "".join(
            f'\n[{path}.{good.letter}]\nname = "{good.name}"\nrare = {str(good.rare).lower()}\n' for good in self.goods
        )
        return f'{head}name = "{name}"\ngrid = """\n{self.grid}\n"""\n{goods}'

    def write(self, path: str | Path) -> None:
        """Write a board file, whole or not at all.

        Parameters
        ----------
        path : str or Path
            The TOML file; one already there is replaced.

        Raises
        ------
        OutputError
            If it can't be written.
        """
        write_atomically(path, self.to_toml())


@functools.cache
def _standard() -> Board:
    return Board.read(Path(__file__).parent / "boards" / "standard.toml")


_KINDS = {str: "a text", bool: "true or false", dict: "a table"}


def _check_keys(table: Mapping[str, Any], wanted: Mapping[str, type], path: str) -> None:
    for key in table:
        if key not in wanted:
            raise BoardError(f"unknown key '{path}{key}'{nearest(key, wanted)}")
    for key, kind in wanted.items():
        if key not in table:
            raise BoardError(f"'{path}{key}' is missing")
        if not isinstance(table[key], kind):
            raise BoardError(f"'{path}{key}' must be {_KINDS[kind]}, not {shown(table[key])}")
