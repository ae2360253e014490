"""``caravan check-bot``: what is wrong with a bot."""

from __future__ import annotations

import sys

from caravan.cli.arguments import Options
from caravan.cli.progress import COMPILING, Progress


def check_bot(options: Options) -> int:
    """Play with a bot, question it, and print what was found."""
    with Progress(sys.stderr, f"getting {options.bot} ready ({COMPILING})") as progress:
        from caravan.testing.bot_check import check_bot as check

        def told(done: int, rounds: int) -> None:
            last = ", playing them again in another process" if done == rounds else ""
            progress.say(f"{done} of {rounds} rounds of games{last}")

        report = check(
            options.bot,
            players=options.players,
            games=options.games,
            rule_sets=options.rule_sets,
            positions=options.positions,
            choices=options.choices,
            seed=options.seed,
            seconds=options.seconds,
            only=options.only,
            progress=told,
        )
    print(report)
    return 0 if report.sound else 1
