"""``caravan study``: questions that take games of their own."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from caravan.cli.agree import games_asked_for
from caravan.cli.arguments import Options
from caravan.cli.headline import rules_in_words
from caravan.cli.progress import COMPILING, Progress, StagedProgress
from caravan.cli.simulate import rules_asked_for
from caravan.cli.tables import paragraph, table
from caravan.errors import CaravanError
from caravan.rules import Rules

if TYPE_CHECKING:
    from caravan.agreement import Agreement, Robustness
    from caravan.measures import Estimate

_FITTING = {
    "luck_of_the_bag": ("players", "bots", "games", "bags"),
    "restricted_play": ("players", "games"),
    "robustness": ("bots", "games", "measures"),
}


def study(options: Options) -> int:
    """Play what the question takes, and print the answer."""
    for option in ("players", "bots", "games", "bags", "measures"):
        if getattr(options, option) and option not in _FITTING[options.study]:
            name = option.removesuffix("s") if option == "measures" else option
            raise CaravanError(f"--{name}: {options.study} doesn't take it")
    rules = rules_asked_for(options, "RULES")
    parts = {"luck_of_the_bag": _luck, "restricted_play": _restricted, "robustness": _robustness}[options.study](
        options, rules
    )
    print("\n\n".join(parts))
    return 0


def _luck(options: Options, rules: Rules) -> list[str]:
    with Progress(sys.stderr, f"playing ({COMPILING})") as progress:
        from caravan.luck.of_the_bag import REPLICATIONS, SEEDS, luck_of_the_bag

        bags = _two_or_more("bags", SEEDS if options.bags is None else options.bags)
        each = _two_or_more("games", _one_number(options, REPLICATIONS))
        bots = options.bots or "planner"
        found = luck_of_the_bag(rules, None, bots, bags, each, options.seed, progress=progress.games_done)
    whole = found[0]
    rows = found if rules.players > 2 else found[:1]  # of two players one's margin is the other's, turned round
    return [
        paragraph(
            f"Luck of the bag: {bags:,} bags, {each:,} games with each, {rules.players} players, {bots}, seed "
            f"{options.seed}, {rules_in_words(rules)}"
        ),
        _table(rows, 100.0, [_seat(one) for one in rows], "part of the variance of the margin, in percent"),
        paragraph(
            f"About {max(whole.value, 0.0):.0%} of what sets one game's margins apart from another's lies in the order "
            "of the bag; the rest lies in what these bots do with it, and in the chance in their choices."
        ),
    ]


def _restricted(options: Options, rules: Rules) -> list[str]:
    with Progress(sys.stderr, f"playing ({COMPILING})") as progress:
        from caravan.ladder.restricted import FREE, GAMES, RESTRICTIONS, restricted_play

        games = _one_number(options, GAMES)
        found = restricted_play(rules, None, options.seed, games, progress=progress.games_done)
    shares, margins = found[: len(RESTRICTIONS)], found[len(RESTRICTIONS) :]
    names = [
        f"{one.part}: {restriction.meaning}" for one, restriction in zip(shares, RESTRICTIONS.values(), strict=True)
    ]
    return [
        paragraph(
            f"What one {FREE} loses among {FREE}s that does without something: {shares[0].games:,} games each, from "
            f"every seat on the same seeds, {rules.players} players, seed {options.seed}, {rules_in_words(rules)}"
        ),
        _table(shares, 1.0, names, "wins lost, in percentage points"),
        _table(margins, 1.0, names, "points lost against the mean of the others"),
    ]


def _robustness(options: Options, rules: Rules) -> list[str]:
    with StagedProgress(sys.stderr, f"asking the styles ({COMPILING})") as progress:
        from caravan.agreement import agree, robustness_of
        from caravan.agreement.keeps_sign import PLAYER_COUNTS

        agreements = [
            agree(
                rules,
                players,
                styles=options.bots,
                measures=options.measures,
                games=games_asked_for(options.games),
                seed=options.seed,
                progress=progress.part_plays,
            )
            for players in PLAYER_COUNTS
        ]
    found = robustness_of(agreements)
    games = ", ".join(f"{style} {number:,}" for style, number in agreements[0].games.items())
    counts = [f"{agreement.rules.players} players" for agreement in agreements]
    return [
        paragraph(
            f"Robustness over 2, 3 and 4 players, seed {options.seed}, games at each number of players: {games}; "
            f"{rules_in_words(rules)}"
        ),
        table(_figures(found, agreements), ("measure", "seat", "bot", *counts)),
        *(
            paragraph(f"{one.measure}{'' if one.seat is None else f' of seat {one.seat}'}: {one.words}")
            for one in found
        ),
    ]


def _figures(found: Sequence[Robustness], agreements: Sequence[Agreement]) -> list[tuple[str, ...]]:
    """Set each figure in rows, one for each style, with a column for each number of players."""
    from caravan.agreement.figure_words import with_range

    rows = []
    for one in found:
        cells: dict[str, list[str]] = {style: [] for style in agreements[0].games}
        for agreement in agreements:
            there = agreement.rules.players in one.verdicts
            frame = agreement.rows_of(agreement.finding(one.measure, one.seat)) if there else None
            for place, style in enumerate(agreement.games):
                row: Any = None if frame is None else frame.iloc[place]
                cells[style].append("-" if row is None else with_range(row.value, row.low, row.high, row.unit))
        for place, (style, of_style) in enumerate(cells.items()):
            named = ("", "") if place else (one.measure, str(one.seat or ""))
            rows.append((*named, style, *of_style))
    return rows


def _two_or_more(option: str, number: int) -> int:
    if number < 2:
        raise CaravanError(f"--{option}: found {number}, allowed is a whole number, 2 or more")
    return number


def _one_number(options: Options, usual: int) -> int:
    games = games_asked_for(options.games)
    if isinstance(games, dict):
        raise CaravanError(f"--games: {options.study} takes one number, found '{options.games}'")
    return usual if games is None else games


def _seat(estimate: Estimate) -> str:
    return "all seats" if estimate.seat is None else f"seat {estimate.seat}"


def _table(estimates: Sequence[Estimate], factor: float, names: Sequence[str], heading: str) -> str:
    rows = [
        (
            f"{factor * one.value:.1f}",
            f"{factor * one.low:.1f} to {factor * one.high:.1f}" if one.has_interval else "",
            name,
        )
        for one, name in zip(estimates, names, strict=True)
    ]
    return f"{heading}:\n{table(rows, ('value', '95% interval', ''), indent=2)}"
