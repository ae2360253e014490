"""What came of checking a bot: each property with what was looked at, and each fault with a way to see it again."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

from caravan.errors import BotError

WORKS = "answers without an error"
LEGAL = "chooses legal actions only"
TWICE = "asked again, answers the same"
BAG = "knows nothing of the bag's order"
OTHERS = "knows nothing of the others' chance"
UNTOUCHED = "leaves the game as it was"
POSITION = "goes by the position"
BATCH = "plays alone as in a batch"
PROCESS = "plays the same in another process"
ENDS = "brings its games to an end"
PROPERTIES = (WORKS, LEGAL, TWICE, BAG, OTHERS, UNTOUCHED, POSITION, BATCH, PROCESS, ENDS)
"""What a bot is checked for, in the order of the report; a bot in plain Python can't break some of it."""

_WIDTH = 110


@dataclass(frozen=True)
class Fault:
    """A property that a bot lacks.

    Attributes
    ----------
    lacking : str
        One of `PROPERTIES`.
    words : str
        What happened, the first time.
    again : str
        The command, or the line of Python, that shows it again.
    position : str
        Python that sets up the position in question; empty where it was seen over whole games.
    times : int
        How often it was seen in all.
    """

    lacking: str
    words: str
    again: str
    position: str = ""
    times: int = 1

    def __str__(self) -> str:
        often = "" if self.times == 1 else f" ({self.times:,} times; the first:)"
        lines = [
            textwrap.fill(f"{self.lacking}: NO{often}", _WIDTH),
            textwrap.fill(self.words, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False),
            f"  again:  {self.again}",
        ]
        return "\n".join([*lines, f"  there:  {self.position}"] if self.position else lines)


@dataclass(frozen=True)
class Stalls:
    """How a bot's games against itself ended under one preset.

    Attributes
    ----------
    case : str
        The preset with the number of players.
    games, deadlocks, turn_limits : int
        Games in all, and those among them that didn't end by a delivery.
    """

    case: str
    games: int = 0
    deadlocks: int = 0
    turn_limits: int = 0

    @property
    def stalled(self) -> int:
        """Games that didn't end by a delivery."""
        return self.deadlocks + self.turn_limits


@dataclass
class BotReport:
    """What came of checking a bot.

    Attributes
    ----------
    bot : str
    extent : str
        What was asked for, in words: players, seed, games, rule sets.
    looked_at : dict of str to int
        For each property how often it was looked at; one that isn't there wasn't.
    units : dict of str to str
        What was counted there: choices, positions, games.
    games, choices, positions : int
        Games played to their end, choices made in all games, positions in which the bot was questioned.
    faults : list of Fault
        One for each property that the bot lacks.
    remarks : list of str
        What isn't a fault but good to know, and what couldn't be checked.
    stalls : list of Stalls
        One for each preset and number of players.
    """

    bot: str
    extent: str = ""
    looked_at: dict[str, int] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    games: int = 0
    choices: int = 0
    positions: int = 0
    faults: list[Fault] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    stalls: list[Stalls] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether no fault was found."""
        return not self.faults

    def require_sound(self) -> None:
        """Raise BotError with every fault, if there are any."""
        if self.faults:
            raise BotError("\n\n".join([f"bot {self.bot}:", *map(str, self.faults)]))

    def __str__(self) -> str:
        lacking = {fault.lacking: fault for fault in self.faults}
        rows = []
        for name in PROPERTIES:
            if name in self.looked_at or name in lacking:
                verdict = "NO" if name in lacking else "yes"
                seen = self.looked_at.get(name, 0)
                rows.append(f"  {name:<36} {verdict:<4} {seen:>7,} {self.units.get(name, '')}".rstrip())
        played = f"{self.games:,} games, {self.choices:,} choices, {self.positions:,} positions"
        parts = [f"{self.bot}: {played} ({self.extent})", "\n".join(rows)]
        parts += [textwrap.fill(f"Note: {remark}", _WIDTH, break_on_hyphens=False) for remark in self.remarks]
        parts += [str(fault) for fault in self.faults]
        count = len(self.faults)
        parts.append("no fault found" if not count else f"{count} fault{'' if count == 1 else 's'} found")
        return "\n\n".join(parts)
