"""``caravan compare``: play rule sets on the same seeds, write what differs, tell what it comes to."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caravan.cli.agree import games_asked_for
from caravan.cli.arguments import Options
from caravan.cli.executor_arguments import executor_asked_for
from caravan.cli.exit_codes import DONE, STOPPED
from caravan.cli.folder import COMPARISON_FILES, results_written_together
from caravan.cli.progress import COMPILING, StagedProgress
from caravan.cli.simulate import rules_named
from caravan.errors import CaravanError
from caravan.files import write_atomically
from caravan.rules import Rules
from caravan.wording import shown

if TYPE_CHECKING:
    from caravan.comparison import Comparison

_BETWEEN_CHANGES = re.compile(r"[\s,]+(?=[a-z_]+\s*=)")


def compare(options: Options) -> int:
    """Play the rule sets, write the results if a folder is given, and print what differs.

    Where Ctrl-C is pressed, that is done for the games that are there: their intervals allow for a stop at any time.
    """
    rule_sets = rule_sets_asked_for(options)
    margins = margins_asked_for(options.margins)
    if options.out is None:
        comparison = _play(options, rule_sets, margins)
    else:
        with results_written_together(options.out, COMPARISON_FILES, overwrite=options.overwrite) as folder:
            comparison = _play(options, rule_sets, margins)
            _write(comparison, folder)
    from caravan.cli.compare_words import told

    print(told(comparison, options.out))
    if options.out is not None:
        print(f"\n{', '.join(COMPARISON_FILES)} are in {options.out}")
    return DONE if comparison.settled else STOPPED


def rule_sets_asked_for(options: Options) -> dict[str, Rules]:
    """Make the rule sets from ``RULES``, ``--change``, ``--set`` and ``--players``.

    Parameters
    ----------
    options : Options
        From the command line.

    Returns
    -------
    dict of str to Rules
        By name, the baseline first; at least two.

    Raises
    ------
    RulesError, CaravanError
        If they can't be read, or there is one only.
    """
    rule_sets: dict[str, Rules] = {}

    def enter(name: str, rules: Rules, source: str) -> None:
        try:
            rules = rules if options.players is None else rules.replace(players=options.players)
            rules.require_playable()
        except CaravanError as error:
            raise CaravanError(f"{source}: {error}") from error
        if name in rule_sets:
            raise CaravanError(f"RULES: '{name}' is there twice; rule sets need different names")
        rule_sets[name] = rules

    for source in options.rules:
        rules = _changed(rules_named(source, "RULES"), options.settings)
        enter(Path(source).stem if source.endswith(".toml") else source, rules, source)
    base = _changed(rules_named(options.rules[0], "RULES"), options.settings)
    for change in options.changes:
        settings = [re.sub(r"\s*=\s*", "=", part.strip()) for part in _BETWEEN_CHANGES.split(change.strip(" ,"))]
        enter(", ".join(settings), _changed(base, settings), f"--change {shown(change)}")
    if len(rule_sets) < 2:
        raise CaravanError(
            "RULES: there is one rule set, and nothing to compare it with; name another, or change it as in "
            "--change camels=6"
        )
    return rule_sets


def _changed(rules: Rules, settings: list[str]) -> Rules:
    for setting in settings:
        rules = rules.parse_setting(setting)
    return rules


def margins_asked_for(texts: list[str]) -> dict[str, float]:
    """Read ``--margin``.

    Parameters
    ----------
    texts : list of str
        Each ``NAME=NUMBER``.

    Returns
    -------
    dict of str to float
        The margins by name.

    Raises
    ------
    CaravanError
        Where one can't be read or is there twice.
    """
    margins: dict[str, float] = {}
    for text in texts:
        name, equals, number = (part.strip() for part in text.partition("="))
        try:
            value = float(number)
        except ValueError:
            equals = ""
        if not equals or not name:
            raise CaravanError(f"--margin: found {shown(text)}, allowed is NAME=NUMBER, as in seat_effect=2")
        if name in margins:
            raise CaravanError(f"--margin: '{name}' is there twice")
        margins[name] = value
    return margins


def _play(options: Options, rule_sets: dict[str, Rules], margins: dict[str, float]) -> Comparison:
    from caravan.comparison import USUAL_STYLES, compare_live, foresee

    asked: dict[str, Any] = {
        "bots": USUAL_STYLES if options.bots is None else options.bots,
        "games": games_asked_for(options.games),
        "seed": options.seed,
        "margins": margins,
    }

    def begin(executor: Executor | None) -> Iterator[Comparison]:
        """Look at what was asked for, and be ready to play it."""
        names, events = tuple(rule_sets), options.events
        return compare_live(*rule_sets.values(), names=names, with_events=events, executor=executor, **asked)

    begin(None)  # what is wrong with it is said before workers are started
    found: Comparison | None = None
    with ExitStack() as stack:
        workers = options.workers is not None or options.processes or options.dask is not None
        executor = stack.enter_context(executor_asked_for(options)) if workers else None
        if options.trial != 0:
            with StagedProgress(sys.stderr, f"trying a few games on other seeds ({COMPILING})"):
                foresight = foresee(*rule_sets.values(), trial=options.trial, executor=executor, **asked)
            from caravan.cli.compare_words import foretold

            print(foretold(foresight), end="\n\n", flush=True)
        progress = stack.enter_context(StagedProgress(sys.stderr, f"playing ({COMPILING})"))
        try:
            for found in begin(executor):
                style = found.styles[-1]
                progress.part_plays(style, found.games[style], found.planned[style], functools.partial(_glimpse, found))
            progress.say("all games played, measuring")
        except KeyboardInterrupt:
            if found is None:
                raise
            progress.say("stopped, measuring what was played")
        if found is None:
            raise AssertionError("a comparison without a game")
        _ = found.headlines
    return found


def _glimpse(so_far: Comparison) -> str:
    from caravan.cli.compare_words import glimpse

    return glimpse(so_far)


def _write(comparison: Comparison, folder: Path) -> None:
    from caravan.comparison.folder import write_folder
    from caravan.plots.differences_page import page

    write_folder(comparison, folder)
    write_atomically(folder / "differences.html", page(comparison))
