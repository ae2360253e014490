"""The check of a bot as a class of tests for pytest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from caravan.testing.bot_check import GAMES, PLAYERS, POSITIONS, RULE_SETS, check_bot
from caravan.testing.bot_report import PROPERTIES, BotReport


class BotContract:
    """What every bot should pass: make a class of tests of it, and name the bot.

    Attributes
    ----------
    bot : str or class
        Who is tested.
    players, games, rule_sets, positions, choices, seed, second_process
        As `check_bot` takes them.

    Examples
    --------
    ::

        class TestMyBot(BotContract):
            bot = MyBot
    """

    bot: ClassVar[Any] = None
    players: ClassVar[Sequence[int]] = PLAYERS
    games: ClassVar[int] = GAMES
    rule_sets: ClassVar[int] = RULE_SETS
    positions: ClassVar[int] = POSITIONS
    choices: ClassVar[int | None] = None
    seed: ClassVar[int] = 0
    second_process: ClassVar[bool] = True
    _report: ClassVar[BotReport]

    @pytest.fixture
    def bot_report(self) -> BotReport:
        """Check the bot, once for all tests of the class."""
        made = type(self)
        if "_report" not in vars(made):
            made._report = check_bot(
                made.bot,
                players=made.players,
                games=made.games,
                rule_sets=made.rule_sets,
                positions=made.positions,
                choices=made.choices,
                seed=made.seed,
                second_process=made.second_process,
            )
        return made._report

    @pytest.mark.parametrize("what", PROPERTIES)
    def test_it(self, bot_report: BotReport, what: str) -> None:
        """Hold one property against what was found."""
        faults = [str(fault) for fault in bot_report.faults if fault.lacking == what]
        if faults:
            pytest.fail(f"{bot_report.bot}\n{faults[0]}", pytrace=False)
