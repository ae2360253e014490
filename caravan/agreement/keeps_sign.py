"""Whether a finding keeps its sign: over the styles that find it, and over the numbers of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Literal

from caravan.agreement.asking import Agreement, Finding, Progress, agree
from caravan.agreement.verdict import Verdict
from caravan.blocks import Cancel
from caravan.errors import CaravanError
from caravan.rules import Rules
from caravan.wording import in_words

PLAYER_COUNTS = (2, 3, 4)

Word = Literal["robust", "turns", "open"]

MEANINGS: Mapping[Word, str] = {
    "robust": "at every number of players the styles agree on the same side",
    "turns": "somewhere it is found on one side and somewhere on the other, by another style or with other players",
    "open": "neither, as at some number of players too few styles find it",
}
"""What each word means, as a clause."""


@dataclass(frozen=True)
class Robustness:
    """How a finding fares over styles and numbers of players.

    Attributes
    ----------
    measure : str
        The measure and its part.
    seat : int or None
        The seat from 1, or None for a figure of the whole game.
    verdicts : mapping of int to Verdict
        What the styles say together with each number of players; numbers for which there is no such seat, or no
        interval, are left out.
    word : str
        ``robust``, ``turns`` or ``open``.
    words : str
        The same in a sentence.
    """

    measure: str
    seat: int | None
    verdicts: Mapping[int, Verdict]
    word: Word
    words: str


def robustness(
    rules: Rules | None = None,
    players: Sequence[int] = PLAYER_COUNTS,
    *,
    styles: Sequence[Any] | str | None = None,
    measures: Iterable[str] = (),
    games: int | Mapping[str, int] | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> tuple[Robustness, ...]:
    """Ask several styles at several numbers of players, and say which findings keep their sign.

    Parameters
    ----------
    rules : Rules, optional
        The rule set; by default the standard one.
    players : sequence of int, optional
        Two numbers or more, from 2 to 4.
    styles, measures, games, seed, executor, progress, cancel
        As for `agree`, which is asked once for each number of players.

    Returns
    -------
    tuple of Robustness
        As from `robustness_of`.

    Raises
    ------
    RulesError, BotError, CaravanError
        Where the request can't be played or measured; the message names what is wrong and what is allowed.
    Cancelled
        Where ``cancel`` stopped the run.
    """
    wanted = tuple(measures)
    return robustness_of(
        [
            agree(
                rules,
                number,
                styles=styles,
                measures=wanted,
                games=games,
                seed=seed,
                executor=executor,
                progress=progress,
                cancel=cancel,
            )
            for number in _several(players)
        ]
    )


def robustness_of(agreements: Sequence[Agreement]) -> tuple[Robustness, ...]:
    """Say which findings of several agreements keep their sign.

    Parameters
    ----------
    agreements : sequence of Agreement
        Of the same rules with different numbers of players.

    Returns
    -------
    tuple of Robustness
        One for each figure that has a fair value and is there with two numbers of players or more.

    Raises
    ------
    CaravanError
        Where there are fewer than two agreements, or two with the same number of players.
    """
    _several([agreement.rules.players for agreement in agreements])
    found: dict[tuple[str, int | None], dict[int, Finding]] = {}
    for agreement in agreements:
        for finding in agreement.findings:
            if finding.verdict is not None:
                found.setdefault((finding.measure, finding.seat), {})[agreement.rules.players] = finding
    return tuple(_judged(measure, seat, findings) for (measure, seat), findings in found.items() if len(findings) > 1)


def _several(players: Sequence[int]) -> Sequence[int]:
    if len(players) < 2 or len(set(players)) < len(players):
        listed = ", ".join(map(str, players)) or "none"
        raise CaravanError(f"players: robustness takes two different numbers or more, found {listed}")
    return players


def _judged(measure: str, seat: int | None, findings: Mapping[int, Finding]) -> Robustness:
    verdicts = {players: one.verdict for players, one in findings.items() if one.verdict is not None}
    above = [players for players, verdict in verdicts.items() if verdict.above]
    below = [players for players, verdict in verdicts.items() if verdict.below]
    sides = {verdict.side for verdict in verdicts.values()}
    word: Word = "turns" if above and below else "robust" if len(sides) == 1 and "" not in sides else "open"
    return Robustness(measure, seat, verdicts, word, _sentence(word, findings, verdicts, above, below))


def _sentence(
    word: Word,
    findings: Mapping[int, Finding],
    verdicts: Mapping[int, Verdict],
    above: Sequence[int],
    below: Sequence[int],
) -> str:
    fair = next(one.fair for one in findings.values() if one.fair is not None)
    if word == "robust":
        return f"Robust: with {_counts(findings)} players styles agree that {fair.above if above else fair.below}."
    if word == "turns":
        return (
            f"Turns: with {_counts(above)} players a style finds that {fair.above}, with {_counts(below)} that "
            f"{fair.below}."
        )
    agreed = [players for players, verdict in verdicts.items() if verdict.side]
    if agreed:
        return (
            f"Open: styles agree that {fair.above if above else fair.below} with {_counts(agreed)} players, but not "
            f"with {_counts([players for players in verdicts if players not in agreed])}."
        )
    return f"Open: with no number of players do styles agree that {fair.above}, or that {fair.below}."


def _counts(players: Iterable[int]) -> str:
    return in_words([str(number) for number in players])
