"""Two rule sets or more on the same seeds: what each change does to every figure, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from caravan.agreement import family_of, family_of_guest, self_play_requests
from caravan.batch import Batch
from caravan.blocks import BatchRequest, Cancel
from caravan.bots.registry import is_compiled
from caravan.comparison.margins import checked_margins
from caravan.comparison.playing import USUAL_STYLES, play_in_step, usual_games_of_a_comparison
from caravan.comparison.result import Comparison
from caravan.comparison.rule_sets import changes_in_words, named_rule_sets
from caravan.errors import CaravanError
from caravan.measures import BatchLike, Sample, summary
from caravan.rules import Rules

Progress = Callable[[str, int, int], object]


def compare(
    baseline: Rules,
    *others: Rules,
    players: int | None = None,
    bots: Sequence[Any] | str = USUAL_STYLES,
    games: int | Mapping[str, int] | None = None,
    seed: int = 0,
    margins: Mapping[str, float] | None = None,
    names: Sequence[str] | None = None,
    with_events: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    block_size: int | None = None,
) -> Comparison:
    """Compare rule sets on the same seeds.

    Each style plays against itself, in every seat, under every rule set, and game i has the same seed under all. What
    chance does to both games is then no doubt about their difference. The same call gives the same result in the same
    version, whatever the machine.

    Parameters
    ----------
    baseline : Rules
        What the others are compared with.
    *others : Rules
        At least one.
    players : int, optional
        2 to 4; by default as the rules say, which then must be the same for all.
    bots : str or sequence of bots
        The styles; two that think differently by default.
    games : int or mapping of str to int, optional
        How many games under each rule set: one number for all styles, or a number for each by name. By default as many
        as a style's speed allows.
    seed : int
        From 0 to 2^63 - 1.
    margins : mapping of str to float, optional
        From which size on a difference matters, by measure, or measure and part, in its own unit:
        ``{"seat_effect": 2, "length.turns.mean": 1}``. For others see `caravan.comparison.usual_margin`.
    names : sequence of str, optional
        What the rule sets are called, the baseline first; by default by what they change.
    with_events : bool, default False
        Whether to take the measures too that read the event log, which takes longer.
    executor, cancel, block_size
        As for `caravan.simulate`; no influence on the result.
    progress : callable, optional
        Called with the style that plays, its games done under each rule set, and its games in all.

    Returns
    -------
    Comparison

    Raises
    ------
    RulesError, BotError, CaravanError
        Where that can't be played or compared; the message names what is wrong and what is allowed.
    Cancelled
        Where ``cancel`` stopped the run.

    Examples
    --------
    >>> from caravan import Rules, compare
    >>> comparison = compare(Rules(), Rules(camels=6), players=2, bots="planner", games=50)
    >>> comparison.difference("score.mean").games
    50
    """
    found: Comparison | None = None
    for found in compare_live(
        baseline,
        *others,
        players=players,
        bots=bots,
        games=games,
        seed=seed,
        margins=margins,
        names=names,
        with_events=with_events,
        executor=executor,
        cancel=cancel,
        block_size=block_size,
    ):
        if progress is not None:
            style = found.styles[-1]
            progress(style, found.games[style], found.planned[style])
    if found is None:
        raise AssertionError("a comparison without a game")
    return found


def compare_live(
    baseline: Rules,
    *others: Rules,
    players: int | None = None,
    bots: Sequence[Any] | str = USUAL_STYLES,
    games: int | Mapping[str, int] | None = None,
    seed: int = 0,
    margins: Mapping[str, float] | None = None,
    names: Sequence[str] | None = None,
    with_events: bool = False,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    block_size: int | None = None,
) -> Iterator[Comparison]:
    """Compare rule sets, and give the comparison so far after every round of blocks.

    While games of a style are still to come, its intervals hold however often one looks and whenever one stops; the
    last comparison has the intervals for the number of games that was planned. Nothing is measured before it is asked
    for, so that looking at every tenth one costs a tenth.

    Parameters
    ----------
    baseline, *others, players, bots, games, seed, margins, names, with_events, executor, cancel, block_size
        As for `compare`.

    Yields
    ------
    Comparison
        Growing; style after style.

    Raises
    ------
    RulesError, BotError, CaravanError, Cancelled
        As for `compare`; what is wrong with the request is said before the first game.
    """
    rule_sets = named_rule_sets(baseline, others, players, names)
    requests = {name: _requests(rules, bots, games, seed) for name, rules in rule_sets.items()}
    first = next(iter(requests.values()))
    checked = checked_margins(margins, _labels(next(iter(first.values())), with_events=with_events))
    families = {style: _family(style, request.bots[0]) for style, request in first.items()}
    planned = {style: request.games for style, request in first.items()}
    return _growing(rule_sets, requests, checked, families, planned, with_events, executor, cancel, block_size)


def _growing(
    rule_sets: Mapping[str, Rules],
    requests: Mapping[str, Mapping[str, BatchRequest]],
    margins: Mapping[str, float],
    families: Mapping[str, str],
    planned: Mapping[str, int],
    with_events: bool,
    executor: Executor | None,
    cancel: Cancel | None,
    block_size: int | None,
) -> Iterator[Comparison]:
    played: dict[str, Mapping[str, BatchLike]] = {}
    for style in planned:
        of_style = {name: by_style[style] for name, by_style in requests.items()}
        for batches in play_in_step(
            of_style, with_events=with_events, executor=executor, cancel=cancel, block_size=block_size
        ):
            played = {**played, style: batches}
            yield Comparison(rule_sets, played, margins, families, planned, with_events=with_events)


def compare_batches(
    baseline: BatchLike,
    other: BatchLike,
    *,
    margins: Mapping[str, float] | None = None,
    names: Sequence[str] | None = None,
    with_events: bool = False,
) -> Comparison:
    """Compare two batches that are at hand.

    Parameters
    ----------
    baseline, other : BatchLike
        Of the same players, bots and seed. Where one has more games, its first ones are compared.
    margins : mapping of str to float, optional
        From which size on a difference matters, as for `compare`.
    names : sequence of str, optional
        What the two are called; by default ``baseline``, and what the other changes.
    with_events : bool, default False
        Whether to take the measures too that read the event log.

    Returns
    -------
    Comparison
        While games of either are still to come, with intervals that hold however often one looks. Two batches of the
        same rules can be compared too, and don't differ.

    Raises
    ------
    CaravanError
        Where the batches can't be compared.
    """
    one, two = baseline.request, other.request
    for what, first, second in (
        ("players", one.players, two.players),
        ("seed", one.seed, two.seed),
        ("bots", ",".join(one.bot_names), ",".join(two.bot_names)),
    ):
        if first != second:
            raise CaravanError(f"compare: {what}: the batches must have the same, found {first} and {second}")
    if names is None:
        said = (
            changes_in_words(two.rules, one.rules)
            if isinstance(one.rules, Rules) and isinstance(two.rules, Rules)
            else ""
        )
        names = ("baseline", said or f"rules {two.rules.id}")
    if len(names) != 2 or names[0] == names[1]:
        raise CaravanError("compare: two batches need two different names")
    bots = tuple(one.bot_names)
    style = bots[0] if len(set(bots)) == 1 else ",".join(bots)
    checked = checked_margins(margins, _labels(one, with_events=with_events))
    return Comparison(
        {names[0]: one.rules, names[1]: two.rules},
        {style: {names[0]: baseline, names[1]: other}},
        checked,
        {style: family_of(style)},
        {style: min(one.games, two.games)},
        with_events=with_events,
    )


def _requests(
    rules: Rules, bots: Sequence[Any] | str, games: int | Mapping[str, int] | None, seed: int
) -> dict[str, BatchRequest]:
    return self_play_requests(rules, bots, games, seed, usual_games_of_a_comparison)


def _family(style: str, bot: Any) -> str:
    return family_of(style) if is_compiled(bot) else family_of_guest(style)


def _labels(request: Any, *, with_events: bool) -> list[str]:
    """List what will be measured; the labels of a batch without games are those of any other."""
    nothing_yet = Sample(Batch(request, ()))
    return [estimate.label for estimate in summary(nothing_yet, with_events=with_events)]
