"""Errors a person may meet, each saying what was found and what is allowed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


class CaravanError(Exception):
    """Any error that is explained in words and needs no traceback."""


class BoardError(CaravanError, ValueError):
    """A board that can't be read or played on."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a rule set.

    Attributes
    ----------
    parameter : str
        The name of the rule parameter to change.
    message : str
        What was found and what is allowed, as a sentence.
    """

    parameter: str
    message: str

    def __str__(self) -> str:
        return f"{self.parameter}: {self.message}"


class RulesError(CaravanError, ValueError):
    """A rule set that can't be read or played.

    Attributes
    ----------
    problems : tuple of Problem
        Everything that is wrong, at least one entry.
    """

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = problems


class IllegalAction(CaravanError, ValueError):  # noqa: N818 - the field's term for it
    """An action that the rules don't allow in the present position."""


class InvalidText(CaravanError, ValueError):  # noqa: N818
    """A text that can't be read as an action or a position."""


class LogError(CaravanError, ValueError):
    """An event log that can't be read."""


class BotError(CaravanError, ValueError):
    """A bot that is unknown, wrongly set up, or that broke the rules of play."""


class OutputError(CaravanError, OSError):
    """A file or a folder that can't be written."""


class PlanError(CaravanError, ValueError):
    """A plan of a sweep that can't be read or carried out."""


class WorkersError(CaravanError):
    """Workers that can't be had, run other code, or get lost again and again."""


class Cancelled(CaravanError):  # noqa: N818
    """A run that was stopped on request."""


def nearest(word: str, allowed: Iterable[str]) -> str:
    """Suggest the allowed word that a misspelt one is closest to.

    Parameters
    ----------
    word : str
        What was written.
    allowed : iterable of str
        What could have been meant.

    Returns
    -------
    str
        A clause such as ``; did you mean 'camels'?``, or an empty text where nothing is near.
    """
    matches = difflib.get_close_matches(word, list(allowed), n=1, cutoff=0.6)
    return f"; did you mean '{matches[0]}'?" if matches else ""


def nearest_of(word: str, allowed: Iterable[str], called: str) -> str:
    """Suggest the allowed word that a misspelt one is closest to, and list all of them.

    Parameters
    ----------
    word : str
        What was written.
    allowed : iterable of str
        What could have been meant.
    called : str
        What such words are, in the plural: ``goods``.

    Returns
    -------
    str
        A clause such as ``; did you mean 'salt'? Goods are gold, salt``, or ``; goods are gold, salt`` where nothing
        is near.
    """
    words = list(allowed)
    listed = f"are {', '.join(words)}"
    hint = nearest(word, words)
    return f"{hint} {called.capitalize()} {listed}" if hint else f"; {called} {listed}"
