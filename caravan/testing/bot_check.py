"""The check that every bot should pass: those of the package, and those that users write."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from typing import Any

from caravan.blocks import BatchRequest, play_blocks
from caravan.errors import BotError, Cancelled, CaravanError
from caravan.given import require_whole
from caravan.kernel.layout import END_REASONS
from caravan.testing.asked_bots import AskedBot, asked_bot
from caravan.testing.bot_cases import Case, all_cases, case_named
from caravan.testing.bot_findings import Findings
from caravan.testing.bot_games import WatchedGames
from caravan.testing.bot_report import BATCH, PROCESS, WORKS, BotReport
from caravan.testing.second_process import Job, digest, digests_elsewhere, digests_here, digests_of

PLAYERS = (2, 3, 4)
GAMES = 5
RULE_SETS = 20
POSITIONS = 4
_SHARE_OF_FIRST_PROCESS = 0.5


class _TimeUp(Exception):  # noqa: N818 - nothing is wrong
    """Raised where the time for watching games is up."""


def check_bot(
    bot: Any,
    *,
    players: Sequence[int] = PLAYERS,
    games: int = GAMES,
    rule_sets: int = RULE_SETS,
    positions: int = POSITIONS,
    choices: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    only: str | None = None,
    second_process: bool = True,
    progress: Callable[[int, int], object] | None = None,
) -> BotReport:
    """Play with a bot, question it, and tell what is wrong with it.

    It plays against itself under every preset and under rule sets that are hard or drawn by chance, and at tables with
    others. Now and then, where it has chosen, it is asked once more with something changed that it can't know or
    that shouldn't matter. Its games are played again in another process.

    Parameters
    ----------
    bot : str, class or object
        The text of a bot, a class in a file as ``my_bot.py:MyBot``, or what has a method ``choose(game)``.
    players : sequence of int, optional
        The numbers of players to try.
    games : int, optional
        Games against itself for each preset and number of players.
    rule_sets : int, optional
        How many of the hard rule sets are tried, and as many drawn ones.
    positions : int, optional
        In how many positions of a game it is questioned.
    choices : int, optional
        After how many of its choices a game is broken off, for slow bots; by default games are played to their end.
        The properties of whole games aren't looked at where they aren't played.
    seed : int, optional
        Where all chance comes from: the same seed, the same games and positions.
    seconds : float, optional
        About how long it may take; it stops early, and says so. By default until all is done.
    only : str, optional
        The name of the one case to try, from a fault.
    second_process : bool, optional
        Whether the games are played again in another process.
    progress : callable, optional
        Called with the rounds of games done and the rounds in all.

    Returns
    -------
    BotReport
        Print it, or ask ``sound``, ``faults``, ``require_sound()``.

    Raises
    ------
    BotError
        If there is no such bot.
    CaravanError
        If another argument is wrong.
    """
    players = tuple(require_whole(number, "players", 2, 4) for number in players)
    if not players or len(set(players)) < len(players):
        raise CaravanError("players: found none, or one twice; allowed are different numbers from 2 to 4")
    games = require_whole(games, "games", 1, 10**6)
    rule_sets = require_whole(rule_sets, "rule_sets", 0, 10**4)
    positions = require_whole(positions, "positions", 0, 100)
    choices = None if choices is None else require_whole(choices, "choices", 1, 10**6)
    seed = require_whole(seed, "seed", 0, 2**63 - 1)
    asked = asked_bot(bot)
    cases = all_cases(players, games, rule_sets, seed)
    unusual = {
        name: value
        for name, value, usual in (
            ("players", players, PLAYERS),
            ("games", games, GAMES),
            ("rule_sets", rule_sets, RULE_SETS),
            ("positions", positions, POSITIONS),
            ("choices", choices, None),
            ("seed", seed, 0),
        )
        if value != usual
    }
    chosen = cases if only is None else (case_named(only, cases),)
    findings = Findings(asked, unusual)
    watch = functools.partial(WatchedGames, asked, findings, seed, positions, choices)
    check = _Check(asked, findings, seed, seconds, watch, progress)
    extent = f"seed {seed}, {' and '.join(map(str, players))} players" + (f", only {only}" if only else "")
    check.run(chosen)
    if second_process:
        check.in_another_process()
    return check.findings.report(extent, cases)


class _Check:
    """One check under way."""

    def __init__(
        self,
        bot: AskedBot,
        findings: Findings,
        seed: int,
        seconds: float | None,
        watch: Callable[[Callable[[], object]], WatchedGames],
        progress: Callable[[int, int], object] | None,
    ) -> None:
        self._bot = bot
        self.findings = findings
        self._seed = seed
        self._seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds * _SHARE_OF_FIRST_PROCESS
        self._progress = progress
        self._watched = watch(self._pause)
        self._digests: dict[str, list[str]] = {}
        self._cases: dict[str, Case] = {}

    def run(self, cases: Sequence[Case]) -> None:
        """Try the bot in all cases, or as many as there is time for."""
        rounds = [(case, number) for number in range(max(case.games for case in cases)) for case in cases]
        rounds = [(case, number) for case, number in rounds if number < self._games_watched(case)]
        batches = [case for case in cases if self._bot.compiled and case.is_preset]
        done = 0
        try:
            for case, number in rounds:
                self._watch(case, number)
                done = self._told(done + 1, len(rounds) + len(batches))
            for case in batches:
                self._play_batch(case)
                done = self._told(done + 1, len(rounds) + len(batches))
        except (_TimeUp, Cancelled):
            self.findings.remark(
                f"the {self._seconds:g} seconds were up after {done} of {len(rounds) + len(batches)} rounds of games; "
                "it wasn't asked the rest"
            )

    def _games_watched(self, case: Case) -> int:
        """Bots in Python are watched in every game; for compiled ones a batch follows, which is much faster."""
        return 1 if self._bot.compiled else case.games

    def _told(self, done: int, rounds: int) -> int:
        if self._progress is not None:
            self._progress(done, rounds)
        return done

    def _pause(self) -> None:
        if self._late():
            raise _TimeUp

    def _late(self) -> bool:
        return self._end is not None and time.monotonic() > self._end

    def _watch(self, case: Case, number: int) -> None:
        game = self._watched.against_itself(case, number)
        if game is not None:
            self._keep(case, number, [digest(game.rows)])
            if case.is_preset and not self._bot.compiled:
                self.findings.ended(case, [str(game.end_reason)])
        if number == 0:
            self._watched.at_a_mixed_table(case)
            if self._bot.compiled:
                self._watched.taking_over(case)

    def _keep(self, case: Case, number: int, digests: list[str]) -> None:
        """Keep the digests of games that follow on those kept so far."""
        kept = self._digests.setdefault(case.name, [])
        self._cases[case.name] = case
        if number == len(kept):
            kept += digests

    def _play_batch(self, case: Case) -> None:
        """Play a compiled bot's games under a preset as a batch; compare the first with the one that was watched."""
        if not self._digests.get(case.name):
            return  # a fault has broken off the first game: it could hang here
        request = BatchRequest(case.rules, case.rules.players, self._bot.bot, case.games, self._seed)
        reasons: list[str] = []
        digests: list[str] = []
        for block in play_blocks(request, cancel=self._late):
            reasons += [END_REASONS[reason] for reason in block.games["end_reason"].tolist()]
            digests += digests_of(block)
        self.findings.ended(case, reasons)
        self.findings.games += case.games - 1
        self._compare(case, digests[:1], self._digests[case.name][:1], BATCH)
        self._digests[case.name] = digests

    def _compare(self, case: Case, found: list[str], kept: list[str], name: str) -> None:
        self.findings.looked_at(name, "games", len(kept))
        for number, (one, other) in enumerate(zip(found, kept, strict=False)):
            if one != other:
                how = (
                    "another process, with another hash seed and other threads, goes another way"
                    if name == PROCESS
                    else "a batch goes another way than the bot asked move by move"
                )
                self.findings.fault(name, case, f"game {number} of seed {self._seed} in {how}")

    def in_another_process(self) -> None:
        """Play the games again in another process, and compare."""
        cases = [self._cases[name] for name, digests in self._digests.items() if digests]
        if not cases:
            return
        jobs = [Job(case.played, self._bot.bot, len(self._digests[case.name]), self._seed) for case in cases]
        try:
            answers = digests_elsewhere(jobs)
        except BotError as error:
            self._not_there(str(error), cases[0])
            return
        for case, job, found in zip(cases, jobs, answers, strict=True):
            kept = self._digests[case.name]
            # What differs from its games move by move in this process too is a matter of batches, not of processes.
            if found != kept and digests_here(job) == found:
                self._compare(case, found, kept, BATCH)
            else:
                self._compare(case, found, kept, PROCESS)

    def _not_there(self, words: str, case: Case) -> None:
        if isinstance(self._bot.bot, str):
            self.findings.fault(WORKS, case, f"in another process: {words}")
        else:
            self.findings.remark(f"its games weren't played again in another process: {words}")
