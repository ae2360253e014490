"""How to make everything again: commands that can be pasted anywhere, with the files that they need."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from caravan.board import Board
from caravan.report.background import changes, written
from caravan.report.blocks import Block, Commands, Paragraph, Table
from caravan.report.sentences import Named
from caravan.report.tables import Played
from caravan.rules import PRESETS, Rules
from caravan.version import __version__

OUT, BEFORE = "again", "before"
"""Where the commands write to, in the folder where they are typed."""


@dataclass
class Recipe:
    """Commands, and the files that have to be there before they are typed.

    Attributes
    ----------
    commands : list of str
        In order, each quoted as a shell wants it.
    files : dict of str to str
        What to save, by the files' names.
    """

    commands: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    def add(self, *words: str) -> None:
        """Add a command, word by word."""
        self.commands.append(shlex.join(("caravan", *words)))

    def simulate(self, played: Played, out: str) -> None:
        """Add the command that plays a batch."""
        bots = played.bot_names
        who = bots[0] if len(set(bots)) == 1 else ",".join(bots)
        preset = preset_of(played.rules)
        rules = ("--rules", preset) if preset else self._settings(played.rules, Rules(), "--set")
        numbers = ("--players", played.players), ("--games", played.games), ("--seed", played.seed)
        self.add(
            "simulate",
            *rules,
            *(word for name, number in numbers[:1] for word in (name, str(number))),
            "--bots",
            who,
            *(word for name, number in numbers[1:] for word in (name, str(number))),
            "--out",
            out,
        )

    def compare(self, rule_sets: Mapping[str, Rules], options: Sequence[str], out: str) -> None:
        """Add the command that compares rule sets, the first of them the baseline.

        Parameters
        ----------
        rule_sets : mapping of str to Rules
            By name.
        options : sequence of str
            Players, bots, games and so on.
        out : str
            Where it writes to.
        """
        base, *others = rule_sets.values()
        preset = preset_of(base)
        words = [preset or "standard"]
        if all(preset_of(rules) == name for name, rules in rule_sets.items()):
            words = list(rule_sets)
        else:
            words += () if preset else self._settings(base, Rules(), "--set")
            for rules in others:
                settings = self._settings(rules, base, "")
                words += ("--change", " ".join(settings))
        self.add("compare", *words, *options, "--out", out)

    def _settings(self, rules: Rules, base: Rules, option: str) -> tuple[str, ...]:
        """Write what changes a rule set into another, each with an option before it if one is given."""
        found = []
        for name, (_, ours) in changes(rules, base).items():
            value = self._board_file(ours) if isinstance(ours, Board) else written(ours)
            found += [*filter(None, (option,)), f"{name}={value}"]
        return tuple(found)

    def _board_file(self, board: Board) -> str:
        text = board.to_toml()
        for name, content in self.files.items():
            if content == text:
                return name
        name = f"board-{len(self.files) + 1}.toml" if self.files else "board.toml"
        self.files[name] = text
        return name


def preset_of(rules: Rules) -> str:
    """Name the preset that a rule set is, whoever plays; empty where it is none."""
    return next((name for name in PRESETS if Rules.preset(name).id == rules.id), "")


def again_blocks(recipe: Recipe, facts: Iterable[tuple[str, str]]) -> tuple[Block, ...]:
    """Say how to make everything again.

    Parameters
    ----------
    recipe : Recipe
        What to type, and what to save before.
    facts : iterable of (str, str)
        What everything depends on: names and values.

    Returns
    -------
    tuple of Block
    """
    rows = tuple((name, Named(value, name)) for name, value in (*facts, ("Caravan Lab", __version__)))
    found: list[Block] = [
        Paragraph(
            ("The same rules, players, number of games and seed give the same games on any machine, in this version.",)
        )
    ]
    for name, text in recipe.files.items():
        found += [Paragraph((f"Save these lines as {name}:",)), Commands(tuple(text.rstrip("\n").split("\n")), name)]
    then = "Then type, in the same folder:" if recipe.files else "Type, in any folder:"
    found += [
        Paragraph((then,)),
        Commands(tuple(recipe.commands)),
        Table("What everything follows from.", ("", ""), rows, look="words"),
    ]
    return tuple(found)
