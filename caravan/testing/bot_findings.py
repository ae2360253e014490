"""What is found while a bot is checked: how often each property was looked at, faults, remarks, stalls."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import replace
from typing import Any

from caravan.game import Game
from caravan.testing.asked_bots import AskedBot
from caravan.testing.bot_cases import Case
from caravan.testing.bot_report import ENDS, PROPERTIES, BotReport, Fault, Stalls


class Findings:
    """The findings about one bot.

    Parameters
    ----------
    bot : AskedBot
    options : dict of str to object
        What the check was called with and isn't usual, to be repeated in the line that shows a fault again.
    """

    def __init__(self, bot: AskedBot, options: dict[str, Any]) -> None:
        self._bot = bot
        self._options = options
        self._faults: dict[str, Fault] = {}
        self._looked_at: Counter[str] = Counter()
        self._units: dict[str, str] = {}
        self._remarks: dict[str, str] = {}
        self._stalls: dict[str, Stalls] = {}
        self.games = self.choices = self.positions = 0

    def looked_at(self, name: str, unit: str, times: int = 1) -> None:
        """Count that a property was looked at."""
        self._looked_at[name] += times
        self._units[name] = unit

    def fault(self, lacking: str, case: Case, words: str, game: Game | None = None) -> None:
        """Write down a fault; of each property only the first one is kept, and the others are counted."""
        if lacking in self._faults:
            found = self._faults[lacking]
            self._faults[lacking] = replace(found, times=found.times + 1)
            return
        position = "" if game is None else f"Game.from_position({game.position()!r}, {game.rules!r})"
        self._faults[lacking] = Fault(lacking, f"{case.name}: {words}", self.again(case), position)

    def has(self, lacking: str) -> bool:
        """Tell whether a fault of this property has been found."""
        return lacking in self._faults

    def remark(self, words: str, case: Case | None = None) -> None:
        """Write something down that isn't a fault; once, with the case in which it was seen first."""
        self._remarks.setdefault(words, "" if case is None else f" (first in {case.name})")

    def ended(self, case: Case, reasons: list[str]) -> None:
        """Count how games of the bot against itself under a preset have ended."""
        found = self._stalls.get(case.name, Stalls(case.name))
        self._stalls[case.name] = Stalls(
            case.name,
            found.games + len(reasons),
            found.deadlocks + reasons.count("deadlock"),
            found.turn_limits + reasons.count("turn_limit"),
        )
        self.looked_at(ENDS, "games under the presets", len(reasons))

    def again(self, case: Case) -> str:
        """Write the line that shows a fault again."""
        if isinstance(self._bot.bot, str):
            words = [f"--{name.replace('_', '-')} {_written(value)}" for name, value in self._options.items()]
            return " ".join(["caravan check-bot", shlex.quote(self._bot.bot), *words, f"--only {case.name}"])
        words = [f"{name}={value!r}" for name, value in self._options.items()]
        return f"check_bot({', '.join([self._bot.name, *words, f'only={case.name!r}'])})"

    def report(self, extent: str, cases: tuple[Case, ...]) -> BotReport:
        """Put the findings together."""
        self._judge_stalls(cases)
        return BotReport(
            bot=self._bot.name,
            extent=extent,
            looked_at=dict(self._looked_at),
            units=self._units,
            games=self.games,
            choices=self.choices,
            positions=self.positions,
            faults=[self._faults[name] for name in PROPERTIES if name in self._faults],
            remarks=[f"{words}{where}" for words, where in self._remarks.items()],
            stalls=list(self._stalls.values()),
        )

    def _judge_stalls(self, cases: tuple[Case, ...]) -> None:
        stalled = [stalls for stalls in self._stalls.values() if stalls.stalled]
        if not stalled:
            return
        games = sum(stalls.games for stalls in self._stalls.values())
        number = sum(stalls.stalled for stalls in stalled)
        deadlocks = sum(stalls.deadlocks for stalls in stalled)
        cells = ", ".join(f"{stalls.case} {stalls.stalled} of {stalls.games}" for stalls in stalled)
        words = (
            f"{number:,} of {games:,} games against itself under the presets ({number / games:.1%}) stalled, "
            f"{deadlocks:,} by deadlock and {number - deadlocks:,} at the turn limit: {cells}"
        )
        if self._bot.claims_to_end:
            first = next(case for case in cases if case.name == stalled[0].case)
            self.fault(ENDS, first, words)
        else:
            del self._looked_at[ENDS]
            self.remark(words)


def _written(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
