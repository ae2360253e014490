"""The kinds of rule parameter: each says in words what it allows, and accepts nothing else."""

from __future__ import annotations

import operator
from typing import Any

import param

from caravan.board import Board
from caravan.errors import Problem, RulesError, nearest


class RuleParameter(param.Parameter):
    """What every kind of rule parameter has in common; mixed into a class of param, so that widgets fit it."""

    __slots__: list[str] = []

    def settle(self, value: Any) -> Any:
        """Bring a value into the one form in which it is kept; a value that isn't allowed is returned as it is."""
        return value

    def fault(self, value: Any) -> str:
        """Say what is wrong with a value.

        Parameters
        ----------
        value : object
            What was given.

        Returns
        -------
        str
            What is allowed and what was found; empty if nothing is wrong.
        """
        raise NotImplementedError

    def read(self, text: str) -> Any:
        """Turn a text from a command line into a value; a text that can't be is returned as it is, for `fault`."""
        return text

    def _validate(self, val: Any) -> None:
        if fault := self.fault(self.settle(val)):
            raise RulesError(Problem(self.name or "default", fault))

    def __set__(self, obj: Any, value: Any) -> None:
        super().__set__(obj, self.settle(value))


class Whole(RuleParameter, param.Integer):
    """A whole number within bounds."""

    __slots__: list[str] = []

    def settle(self, value: Any) -> Any:
        return _whole(value)

    def fault(self, value: Any) -> str:
        low, high = self.bounds
        if type(value) is int and low <= value <= high:
            return ""
        return f"must be a whole number from {low} to {high}, not {_shown(value)}"

    def read(self, text: str) -> Any:
        return _read_whole(text)


class Flag(RuleParameter, param.Boolean):
    """On or off."""

    __slots__: list[str] = []

    def fault(self, value: Any) -> str:
        return "" if isinstance(value, bool) else f"must be true or false, not {_shown(value)}"

    def read(self, text: str) -> Any:
        return {"true": True, "false": False}.get(text.lower(), text)


class Choice(RuleParameter, param.Selector):
    """One word of a few."""

    __slots__: list[str] = []

    def fault(self, value: Any) -> str:
        allowed = list(self.objects)
        if isinstance(value, str) and value in allowed:
            return ""
        hint = nearest(value, allowed) if isinstance(value, str) else ""
        return f"must be {' or '.join(map(repr, allowed))}, not {_shown(value)}{hint}"


class WholeList(RuleParameter, param.List):
    """Whole numbers in a row; the limits of each are in the metadata, those of their count in `bounds`."""

    __slots__: list[str] = []

    def settle(self, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            return value
        numbers = [_whole(item) for item in value]
        if self.metadata["distinct"] and all(type(item) is int for item in numbers):
            numbers.sort()
        return numbers

    def fault(self, value: Any) -> str:
        low, high = self.metadata["limits"]
        most = self.bounds[1]
        distinct = self.metadata["distinct"]
        allowed = (
            f"must be a list of at most {most} {'different ' if distinct else ''}whole numbers from {low} to {high}"
        )
        if not isinstance(value, list):
            return f"{allowed}, not {_shown(value)}"
        for item in value:
            if type(item) is not int or not low <= item <= high:
                return f"{allowed}; {_shown(item)} isn't one"
            if distinct and value.count(item) > 1:
                return f"{allowed}; {item} is there twice"
        return f"{allowed}, not {len(value)} numbers" if len(value) > most else ""

    def read(self, text: str) -> Any:
        inner = text.strip().removeprefix("[").removesuffix("]").strip()
        return [_read_whole(item) for item in inner.split(",")] if inner else []


class BoardParameter(RuleParameter, param.ClassSelector):
    """The board."""

    __slots__: list[str] = []

    def fault(self, value: Any) -> str:
        return "" if isinstance(value, Board) else f"must be a board, not {_shown(value)}"

    def read(self, text: str) -> Any:
        return Board.read(text)


def _whole(value: Any) -> Any:
    """Take whole numbers of other libraries for what they are; true and false aren't numbers here."""
    if isinstance(value, bool):
        return value
    try:
        return operator.index(value)
    except TypeError:
        return value


def _read_whole(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        return text.strip()


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
