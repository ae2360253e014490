"""The kinds of rule parameter: each says in words what it allows, and accepts nothing else."""

from __future__ import annotations

import operator
from typing import Any

import param

from caravan.board import Board
from caravan.errors import Problem, RulesError, nearest
from caravan.given import whole_number_meant
from caravan.wording import shown


class RuleParameter:
    """What every kind of rule parameter has in common; mixed into a kind of param's own, so that widgets fit it."""

    __slots__ = ()

    name: str | None
    label: str | None
    default: Any
    metadata: dict[str, Any]

    def settle(self, value: Any) -> Any:
        """Bring a value into the one form in which it is kept; what isn't allowed is returned as it is."""
        return value

    def fault(self, value: Any) -> str:
        """Say what is allowed and what a settled value is instead; an empty text if nothing is wrong."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        """Turn a text from a command line into a value; what can't be turned is returned as it is, for `fault`."""
        return text

    def _validate(self, val: Any) -> None:
        if fault := self.fault(self.settle(val)):
            raise RulesError(Problem(self.name or "default", fault))

    def __set__(self, obj: Any, val: Any) -> None:
        super().__set__(obj, self.settle(val))  # type: ignore[misc]


class Whole(RuleParameter, param.Integer[int]):
    """A whole number within bounds."""

    __slots__ = ()

    def settle(self, value: Any) -> Any:
        """Take whole numbers of other libraries as Python's own."""
        return _whole(value)

    def fault(self, value: Any) -> str:
        """Say what is wrong with a number."""
        low, high = self.bounds or (None, None)
        if type(value) is int and (low is None or low <= value) and (high is None or value <= high):
            return ""
        return f"must be a whole number from {low} to {high}, not {shown(value)}{whole_number_meant(value)}"

    def read(self, text: str) -> Any:
        """Read a number such as ``6``."""
        return _read_whole(text)


class Flag(RuleParameter, param.Boolean[bool]):
    """On or off."""

    __slots__ = ()

    def fault(self, value: Any) -> str:
        """Say what is wrong with a flag."""
        return "" if isinstance(value, bool) else f"must be true or false, not {shown(value)}"

    def read(self, text: str) -> Any:
        """Read ``true`` or ``false``."""
        return {"true": True, "false": False}.get(text.lower(), text)


class Choice(RuleParameter, param.Selector[str]):
    """One word of a few."""

    __slots__ = ()

    def fault(self, value: Any) -> str:
        """Say what is wrong with a word."""
        allowed = list(self.objects)
        if isinstance(value, str) and value in allowed:
            return ""
        hint = nearest(value, allowed) if isinstance(value, str) else ""
        return f"must be {' or '.join(map(repr, allowed))}, not {shown(value)}{hint}"


class WholeList(RuleParameter, param.List[list[int]]):
    """Whole numbers in a row."""

    __slots__ = ()

    def settle(self, value: Any) -> Any:
        """Make a list of Python's own numbers; where no number may come twice, order plays no part and is settled."""
        if not isinstance(value, list | tuple):
            return value
        numbers = [_whole(item) for item in value]
        if self.metadata["distinct"] and all(type(item) is int for item in numbers):
            numbers.sort()
        return numbers

    def fault(self, value: Any) -> str:
        """Say what is wrong with a list."""
        low, high = self.metadata["limits"]
        most = self.metadata["most"]
        distinct = self.metadata["distinct"]
        allowed = (
            f"must be a list of at most {most} {'different ' if distinct else ''}whole numbers from {low} to {high}"
        )
        if not isinstance(value, list):
            return f"{allowed}, not {shown(value)}"
        for item in value:
            if type(item) is not int or not low <= item <= high:
                return f"{allowed}; {shown(item)} isn't one"
            if distinct and value.count(item) > 1:
                return f"{allowed}; {item} is there twice"
        return f"{allowed}, not of {len(value)}" if len(value) > most else ""

    def read(self, text: str) -> Any:
        """Read numbers such as ``1,2,3``, with or without brackets; ``none`` or an empty text is an empty list."""
        inner = text.strip().removeprefix("[").removesuffix("]").strip()
        return [_read_whole(item) for item in inner.split(",")] if inner not in ("", "none") else []


class BoardParameter(RuleParameter, param.ClassSelector[Board]):
    """The board."""

    __slots__ = ()

    def fault(self, value: Any) -> str:
        """Say what is wrong with a board."""
        return "" if isinstance(value, Board) else f"must be a board, not {shown(value)}"

    def read(self, text: str) -> Any:
        """Read the board file of that path."""
        return Board.read(text)


def whole(section: str, default: int, bounds: tuple[int, int], label: str, doc: str) -> Whole:
    """Declare a whole number within bounds, both allowed."""
    return Whole(default, bounds=bounds, label=label, doc=doc, metadata={"section": section}, allow_refs=False)


def flag(section: str, default: bool, label: str, doc: str) -> Flag:
    """Declare something that is on or off."""
    return Flag(default, label=label, doc=doc, metadata={"section": section}, allow_refs=False)


def choice(section: str, words: list[str], label: str, doc: str) -> Choice:
    """Declare a choice between words, the first of which is the default."""
    return Choice(
        default=words[0], objects=words, label=label, doc=doc, metadata={"section": section}, allow_refs=False
    )


def whole_list(
    section: str,
    default: list[int],
    label: str,
    doc: str,
    *,
    most: int,
    limits: tuple[int, int],
    distinct: bool,
    named_by_id: bool = True,
) -> WholeList:
    """Declare a list of at most `most` whole numbers within `limits`; if `distinct`, none may come twice.

    A parameter that came after rule sets had got their ids isn't `named_by_id`: its default leaves them as they are.
    """
    metadata = {"section": section, "most": most, "limits": limits, "distinct": distinct, "named_by_id": named_by_id}
    return WholeList(
        default, item_type=int, bounds=(0, most), label=label, doc=doc, metadata=metadata, allow_refs=False
    )


def board_parameter(section: str, default: Board, label: str, doc: str) -> BoardParameter:
    """Declare a board; boards never change, so the default is shared."""
    return BoardParameter(
        class_=Board,
        default=default,
        instantiate=False,
        label=label,
        doc=doc,
        metadata={"section": section},
        allow_refs=False,
    )


def _whole(value: Any) -> Any:
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
