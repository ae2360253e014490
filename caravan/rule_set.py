"""What any rule set can do: be compared, copied, named, written to a file and read back, whatever its parameters."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any, Self

import param

from caravan import rules_file
from caravan.errors import BoardError, Problem, RulesError, nearest
from caravan.files import write_atomically
from caravan.parameters import RuleParameter


class RuleSet(param.Parameterized):
    """A set of rule parameters, which a subclass declares; one of them is the board.

    Parameters
    ----------
    **values
        Parameters by name; the others keep their defaults.

    Raises
    ------
    RulesError
        If a name is unknown or a value isn't allowed; it lists everything that is wrong.
    """

    def __init__(self, **values: Any) -> None:
        if problems := self._faults(values):
            raise RulesError(*problems)
        super().__init__(**values)  # type: ignore[no-untyped-call]

    @classmethod
    @functools.cache
    def _declared(cls) -> dict[str, RuleParameter]:
        parameters: dict[str, Any] = cls.param.objects(instance=False)
        return {name: parameter for name, parameter in parameters.items() if isinstance(parameter, RuleParameter)}

    @classmethod
    def _faults(cls, values: Mapping[str, Any]) -> list[Problem]:
        """List unknown names and values that aren't allowed, each parameter looked at by itself."""
        parameters = cls._declared()
        problems = []
        for name, value in values.items():
            if name not in parameters:
                problems.append(Problem(name, f"there is no such rule parameter{nearest(name, parameters)}"))
            elif fault := parameters[name].fault(parameters[name].settle(value)):
                problems.append(Problem(name, fault))
        return problems

    @classmethod
    def sections(cls) -> dict[str, list[str]]:
        """List the parameters by section, in the order in which people should see them.

        Returns
        -------
        dict of str to list of str
            The section's heading, and the names of its parameters.
        """
        sections: dict[str, list[str]] = {}
        for name, parameter in cls._declared().items():
            sections.setdefault(parameter.metadata["section"], []).append(name)
        return sections

    def replace(self, **changes: Any) -> Self:
        """Make a copy with some parameters changed.

        Parameters
        ----------
        **changes
            Parameters by name.

        Returns
        -------
        RuleSet
            The copy; this rule set stays as it is.

        Raises
        ------
        RulesError
            If a name is unknown or a value isn't allowed.
        """
        return type(self)(**{**self.values(), **changes})

    def parse_setting(self, setting: str) -> Self:
        """Make a copy with one parameter changed, as it is written on a command line.

        Parameters
        ----------
        setting : str
            ``name=value``, where a list is ``1,2,3`` or ``none``, a flag ``true`` or ``false``, and a board the path of
            its file.

        Returns
        -------
        RuleSet
            The copy.

        Raises
        ------
        RulesError
            If the setting can't be read, the name is unknown or the value isn't allowed.
        """
        name, equals, text = (part.strip() for part in setting.partition("="))
        if not equals or not name:
            raise RulesError(Problem(setting, "a setting is written name=value, for example camels=6"))
        if name not in self._declared():
            raise RulesError(*self._faults({name: text}))
        try:
            value = self._declared()[name].read(text)
        except BoardError as error:
            raise RulesError(Problem(name, str(error))) from error
        return self.replace(**{name: value})

    def values(self) -> dict[str, Any]:
        """Give every parameter's value by name; the lists are copies."""
        return {
            name: list(value) if isinstance(value := getattr(self, name), list) else value for name in self._declared()
        }

    def differences(self, other: RuleSet) -> dict[str, tuple[Any, Any]]:
        """Compare with another rule set.

        Parameters
        ----------
        other : RuleSet
            The rule set to compare with.

        Returns
        -------
        dict of str to tuple
            For each parameter that differs, the other's value and this one's.
        """
        theirs, ours = other.values(), self.values()
        return {name: (theirs[name], ours[name]) for name in ours if theirs[name] != ours[name]}

    def key(self) -> tuple[Hashable, ...]:
        """Give everything that makes the rule set what it is as a value that can be hashed."""
        return tuple(tuple(value) if isinstance(value, list) else value for value in self.values().values())

    @property
    def id(self) -> str:
        """A short name for the rules: an r and 8 hexadecimal digits, the same on every machine and in every process.

        The r keeps a spreadsheet from taking it for a number. Everything counts that can change a game, except
        `players`; the board's name can't change one.
        """
        content = {
            name: value
            for name, value in self.values().items()
            if self._declared()[name].metadata.get("named_by_id", True) or value != self._declared()[name].default
        }
        del content["players"]
        board = content.pop("board")
        content["grid"] = board.grid
        content["goods"] = [[good.letter, good.name, good.rare] for good in board.goods]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return "r" + hashlib.sha256(text.encode()).hexdigest()[:8]

    def to_toml(self) -> str:
        """Write the rules, with their board, as the text of a rules file, which `from_toml` reads back."""
        return rules_file.to_toml(
            self.sections(), self.values(), {name: p.label or name for name, p in self._declared().items()}
        )

    @classmethod
    def from_toml(cls, text: str, source: str = "the rules") -> Self:
        """Read rules from the text of a rules file.

        Parameters
        ----------
        text : str
            TOML with the tables ``rules`` and ``board``; parameters that are missing keep their defaults, and without
            ``board`` it is the standard board.
        source : str, optional
            What to call the text in a message, usually the file's name.

        Returns
        -------
        RuleSet
            The rules, which may still be unplayable: see `problems`.

        Raises
        ------
        RulesError
            If the text isn't TOML, a name is unknown or a value isn't allowed.
        """
        values = rules_file.from_toml(text, source)
        if problems := cls._faults(values):
            raise RulesError(*rules_file.located(problems, text, source))
        return cls(**values)

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read a rules file.

        Parameters
        ----------
        path : str or Path
            The TOML file.

        Returns
        -------
        RuleSet
            The rules.

        Raises
        ------
        RulesError
            If the file can't be read, a name is unknown or a value isn't allowed.
        """
        return cls.from_toml(rules_file.read(path), str(path))

    def write(self, path: str | Path) -> None:
        """Write a rules file, whole or not at all.

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

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, RuleSet) else NotImplemented

    # Rules can be changed, so their hash can't follow their values: param and Panel keep watchers by the object itself.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        changed = self.differences(type(self)())
        return f"{type(self).__name__}({', '.join(f'{name}={ours!r}' for name, (_, ours) in changed.items())})"

    __str__ = __repr__
