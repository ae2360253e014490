"""``caravan simulate``: play a batch, write its results, tell what came of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from caravan.cli.arguments import Options
from caravan.cli.folder import RULES, SUMMARY, result_files, results_written_together
from caravan.cli.progress import COMPILING, Progress
from caravan.errors import CaravanError, nearest
from caravan.files import write_atomically
from caravan.rules import PRESETS, Rules

if TYPE_CHECKING:
    import pandas as pd

    from caravan.batch import Batch, BatchRequest, Block


def simulate(options: Options) -> int:
    """Play a batch, write its results if a folder is given, and print what came of it."""
    rules = rules_asked_for(options)
    if options.out is None:
        batch, summary = _play(options, rules, None)
    else:
        names = result_files(options.format, events=options.events)
        with results_written_together(options.out, names, overwrite=options.overwrite) as folder:
            batch, summary = _play(options, rules, folder)
    from caravan.cli.headline import headline

    print(headline(batch, summary))
    if options.out is not None:
        print(f"\n{', '.join(names)} are in {options.out}")
    return 0


def rules_asked_for(options: Options, called: str = "--rules") -> Rules:
    """Make the rules from ``--rules``, ``--set`` and ``--players``.

    Parameters
    ----------
    options : Options
        From the command line.
    called : str, default "--rules"
        What the argument with the rules is called.

    Returns
    -------
    Rules
        They can be played.

    Raises
    ------
    RulesError
        If they can't be read or played.
    """
    rules = rules_named(options.rules, called)
    for setting in options.settings:
        rules = rules.parse_setting(setting)
    if options.players is not None:
        rules = rules.replace(players=options.players)
    rules.require_playable()
    return rules


def rules_named(name: str, called: str) -> Rules:
    """Read the rules that a preset or a file holds.

    Parameters
    ----------
    name : str
        The preset's name, or the file's path.
    called : str
        What the argument with the name is called.

    Returns
    -------
    Rules
        As they are there.

    Raises
    ------
    RulesError, CaravanError
        If they can't be read.
    """
    if name in PRESETS:
        return Rules.preset(name)
    if name.endswith(".toml") or Path(name).exists():
        return Rules.read(name)
    raise CaravanError(
        f"{called}: there is no preset and no file '{name}'{nearest(name, PRESETS)} (presets: {', '.join(PRESETS)})"
    )


def _play(options: Options, rules: Rules, folder: Path | None) -> tuple[Batch, pd.DataFrame]:
    """Play the batch, write its tables into a folder if there is one, and measure it."""
    with Progress(sys.stderr, f"0 of {options.games:,} games ({COMPILING})") as progress:
        from caravan.batch import BatchRequest
        from caravan.cli.written_batch import WrittenBatch
        from caravan.events import write_games, write_seats
        from caravan.playtest_summary import as_csv, summary_frame

        request = BatchRequest(rules, None, options.bots, options.games, options.seed)
        log = folder / f"events.{options.format}" if folder is not None and options.events else None
        batch = WrittenBatch(request, _blocks(request, options, log, progress), log)
        progress.say(f"{options.games:,} games played, measuring")
        summary = summary_frame(batch, with_events=log is not None)
        if folder is not None:
            write_games(batch.games, folder / f"games.{options.format}")
            write_seats(batch.seats, folder / f"seats.{options.format}")
            write_atomically(folder / SUMMARY, as_csv(summary))
            rules.write(folder / RULES)
    return batch, summary


def _blocks(request: BatchRequest, options: Options, log: Path | None, progress: Progress) -> Iterator[Block]:
    """Play the batch, writing its log as it comes."""
    from caravan.batch import play_blocks
    from caravan.blocks import without_log
    from caravan.events import events_frame, table_writer

    with ExitStack() as stack:
        writer = stack.enter_context(table_writer(log, "events")) if log is not None else None
        executor = None
        if options.threads is not None:
            executor = ThreadPoolExecutor(options.threads)
            stack.callback(executor.shutdown, wait=False, cancel_futures=True)
        done = 0
        for block in play_blocks(request, executor=executor, block_size=options.block_size):
            if writer is not None and block.rows is not None:
                writer.write(events_frame(block.rows, block.offsets, request.rules, first_game=block.first))
            yield without_log(block)
            done += len(block)
            progress.games_done(done, request.games)
