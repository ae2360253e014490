"""Ask several styles of play the same question: what a rule set does in games of each style against itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import pandas as pd

from caravan.agreement.fair import Fair, difference_sentence, fair_value, verdict_sentence
from caravan.agreement.families import FamilyOf, family_of, family_of_guest, kin_sentences
from caravan.agreement.styles import is_slow, self_play_requests
from caravan.agreement.verdict import Interval, Verdict, judge, widest_gap
from caravan.batch import EVENT_MEMORY, Batch, simulate
from caravan.blocks import BatchRequest, Cancel
from caravan.bots.registry import is_compiled
from caravan.errors import CaravanError, nearest_of
from caravan.measures import Sample, find_measure, summary
from caravan.playtest_summary import summary_frame
from caravan.rules import Rules, playable

FIRST_PLAYER = "first_player_advantage"
ALWAYS = (FIRST_PLAYER, "seat_effect")
"""The measures that are always taken: what it is worth to go first, and to sit in each seat."""

BLOCK_OF_SLOW_GAMES = 10
"""Games that a thread plays at a time where a style is slow, so that no core idles long at the end."""

VERDICT_COLUMNS = (
    "rules_id",
    "players",
    "measure",
    "seat",
    "unit",
    "fair",
    "verdict",
    "above",
    "below",
    "unsure",
    "lowest",
    "lowest_style",
    "highest",
    "highest_style",
    "told_apart",
    "words",
)
"""The columns of an agreement's verdicts."""

_NUMBERS = {"seat": "Int8", "fair": "float64", "lowest": "float64", "highest": "float64"}

Progress = Callable[[str, int, int], object]


@dataclass(frozen=True)
class Finding:
    """One figure under every style, and what the styles say together.

    Attributes
    ----------
    measure : str
        The measure and its part.
    seat : int or None
        The seat from 1, or None for a figure of the whole game.
    intervals : mapping of str to tuple of float
        Each style's interval; NaN where an end is missing.
    fair : Fair or None
        The value that favours nobody, if there is one.
    verdict : Verdict or None
        What the styles say together, where there is a fair value and any interval.
    words : str
        The same in sentences; where there is no verdict, whether the styles differ.
    """

    measure: str
    seat: int | None
    intervals: Mapping[str, Interval]
    fair: Fair | None
    verdict: Verdict | None
    words: str


@dataclass(frozen=True)
class Agreement:
    """What several styles say about a rule set.

    Attributes
    ----------
    rules : Rules
        The rule set, with the number of players.
    seed : int
        The master seed of every style's games.
    games : mapping of str to int
        How many games each style played against itself, by the bot's text.
    estimates : DataFrame
        The playtest summary's columns (`caravan.playtest_summary.COLUMNS`), one row per measure, seat and style, with
        ``verdict`` filled in where there is a fair value. ``bots`` names the style once for every seat.
    findings : tuple of Finding
        One for each measure and seat, in the same order.
    remarks : tuple of str
        What to bear in mind about all of them, as sentences.
    """

    rules: Rules
    seed: int
    games: Mapping[str, int]
    estimates: pd.DataFrame
    findings: tuple[Finding, ...]
    remarks: tuple[str, ...]

    @property
    def first_player(self) -> Finding:
        """What the styles say about going first."""
        return self.finding(FIRST_PLAYER, 1)

    def finding(self, measure: str, seat: int | None = None) -> Finding:
        """Look up what the styles say about one figure.

        Parameters
        ----------
        measure : str
            The measure and its part, such as ``seat_effect`` or ``length.turns.mean``.
        seat : int, optional
            The seat from 1, for a figure that has one.

        Raises
        ------
        CaravanError
            Where that wasn't measured.
        """
        for finding in self.findings:
            if (finding.measure, finding.seat) == (measure, seat):
                return finding
        where = "" if seat is None else f" of seat {seat}"
        known = dict.fromkeys(finding.measure for finding in self.findings)
        raise CaravanError(f"there is no '{measure}'{where} in this agreement{nearest_of(measure, known, 'figures')}")

    @property
    def verdicts(self) -> pd.DataFrame:
        """One row per measure and seat, with the columns of `VERDICT_COLUMNS`.

        ``above``, ``below`` and ``unsure`` list styles with a semicolon between them. ``lowest`` and ``highest`` are
        the least and the greatest of the styles' values. ``told_apart`` is ``yes`` where two styles' intervals don't
        overlap.
        """
        rows = [self._verdict_row(finding) for finding in self.findings]
        frame = pd.DataFrame(rows, columns=list(VERDICT_COLUMNS))
        texts = dict.fromkeys(set(VERDICT_COLUMNS) - {"players", *_NUMBERS}, "str")
        return frame.astype({**texts, **_NUMBERS})

    def rows_of(self, finding: Finding) -> pd.DataFrame:
        """Give the estimates behind a finding, one row for each style."""
        chosen = self.estimates["measure"] == finding.measure
        seats = self.estimates["seat"]
        return self.estimates[
            chosen & (seats.isna() if finding.seat is None else (seats == finding.seat).fillna(False))
        ]

    def _verdict_row(self, finding: Finding) -> dict[str, Any]:
        rows = self.rows_of(finding)
        values = dict(zip(self.games, rows["value"], strict=True))
        there = {style: value for style, value in values.items() if not math.isnan(value)}
        lowest = min(there, key=there.__getitem__, default="")
        highest = max(there, key=there.__getitem__, default="")
        verdict = finding.verdict
        styles = (verdict.above, verdict.below, verdict.unsure) if verdict else ((), (), ())
        above, below, unsure = ("; ".join(names) for names in styles)
        return {
            "rules_id": self.rules.id,
            "players": self.rules.players,
            "measure": finding.measure,
            "seat": finding.seat,
            "unit": rows["unit"].iloc[0],
            "fair": finding.fair.value if finding.fair else None,
            "verdict": verdict.word if verdict else "",
            "above": above,
            "below": below,
            "unsure": unsure,
            "lowest": there.get(lowest),
            "lowest_style": lowest,
            "highest": there.get(highest),
            "highest_style": highest,
            "told_apart": "yes" if widest_gap(finding.intervals) else "no",
            "words": finding.words,
        }


def agree(
    rules: Rules | None = None,
    players: int | None = None,
    *,
    styles: Sequence[Any] | str | None = None,
    measures: Iterable[str] = (),
    games: int | Mapping[str, int] | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    block_size: int | None = None,
) -> Agreement:
    """Ask several styles what a rule set does, and say on what they agree.

    Each style plays against itself, in every seat, from the same seed. The same call gives the same result in the same
    version, whatever the machine.

    Parameters
    ----------
    rules : Rules, optional
        The rule set; by default the standard one.
    players : int, optional
        2 to 4; by default the rule set's own number.
    styles : str or sequence of bots, optional
        By default `USUAL_STYLES`.
    measures : iterable of str
        What is measured beside the seats' effects: a measure such as ``length``, or one of its parts, such as
        ``length.turns.mean``.
    games : int or mapping of str to int, optional
        How many games: one number for all styles, or a number for each by name. By default as many as a style's speed
        allows (`usual_games`).
    seed : int
        From 0 to 2^63 - 1.
    executor, cancel, block_size
        As for `caravan.simulate`; no influence on the result.
    progress : callable, optional
        Called with the style that plays, its games done and its games in all.

    Returns
    -------
    Agreement

    Raises
    ------
    RulesError, BotError, CaravanError
        Where the request can't be played or measured; the message names what is wrong and what is allowed.
    Cancelled
        Where ``cancel`` stopped the run.
    """
    rules = playable(Rules() if rules is None else rules, players)
    requests = self_play_requests(rules, styles, games, seed)
    wanted = _wanted_labels(next(iter(requests.values())), tuple(measures))
    frames = []
    for style, request in requests.items():
        batch = simulate(
            request.rules,
            None,
            request.bots,
            request.games,
            request.seed,
            executor=executor,
            progress=None if progress is None else _told(progress, style),
            cancel=cancel,
            block_size=block_size or (BLOCK_OF_SLOW_GAMES if is_slow(request.bots[0]) else None),
            event_memory=EVENT_MEMORY if _needs_log(wanted) else 0,
        )
        frames.append(_chosen(batch, wanted))
    return _agreement(rules, seed, requests, frames)


def _told(progress: Progress, style: str) -> Callable[[int, int], object]:
    return lambda done, games: progress(style, done, games)


def _wanted_labels(request: BatchRequest, measures: tuple[str, ...]) -> list[str]:
    """List the labels of all figures that are wanted; those of a batch without games are as those of any other."""
    nothing_yet = Sample(Batch(request, ()))
    wanted: dict[str, None] = {}
    for asked in (*ALWAYS, *measures):
        name, _, part = asked.partition(".")
        labels = list(dict.fromkeys(estimate.label for estimate in summary(nothing_yet, [name])))
        meant = [label for label in labels if label == asked or label.startswith(f"{asked}.")]
        if not meant:
            raise CaravanError(f"the measure '{name}' has no part '{part}'{_parts_meant(part, labels)}")
        wanted.update(dict.fromkeys(meant))
    return list(wanted)


def _parts_meant(part: str, labels: list[str]) -> str:
    parts = [label.partition(".")[2] for label in labels if "." in label]
    if not parts:
        return "; it has no parts"
    groups = dict.fromkeys(part.rpartition(".")[0] for part in parts if "." in part)
    return nearest_of(part, [*groups, *parts], "parts")


def _needs_log(labels: Iterable[str]) -> bool:
    return any("events" in find_measure(label.partition(".")[0]).needs for label in labels)


def _chosen(batch: Batch, labels: list[str]) -> pd.DataFrame:
    frame = summary_frame(batch, dict.fromkeys(label.partition(".")[0] for label in labels))
    places = {label: place for place, label in enumerate(labels)}
    chosen = frame[frame["measure"].isin(labels)]
    return chosen.sort_values("measure", key=lambda column: column.map(places), kind="stable")


def _agreement(rules: Rules, seed: int, requests: Mapping[str, BatchRequest], frames: list[pd.DataFrame]) -> Agreement:
    families = {
        style: family_of(style) if is_compiled(request.bots[0]) else family_of_guest(style)
        for style, request in requests.items()
    }
    findings, rows = [], []
    for place in range(len(frames[0])):
        group = pd.concat([frame.iloc[[place]] for frame in frames], ignore_index=True)
        finding = _finding(group, rules.players, families)
        findings.append(finding)
        rows.append(group.assign(verdict=finding.verdict.word if finding.verdict else ""))
    estimates = pd.concat(rows, ignore_index=True)
    games = {style: request.games for style, request in requests.items()}
    return Agreement(
        rules, seed, games, estimates, tuple(findings), _remarks(requests, estimates, families.__getitem__)
    )


def _finding(group: pd.DataFrame, players: int, families: Mapping[str, str]) -> Finding:
    label, seat = str(group["measure"].iloc[0]), group["seat"].iloc[0]
    number = None if pd.isna(seat) else int(seat)
    ends = zip(group["low"].astype(float), group["high"].astype(float), strict=True)
    intervals: dict[str, Interval] = dict(zip(families, ends, strict=True))
    fair = fair_value(label, number, players)
    if fair is None or all(math.isnan(low) and math.isnan(high) for low, high in intervals.values()):
        return Finding(label, number, intervals, fair, None, difference_sentence(intervals))
    verdict = judge(intervals, fair.value, families.__getitem__)
    return Finding(label, number, intervals, fair, verdict, verdict_sentence(verdict, fair))


def _remarks(requests: Mapping[str, BatchRequest], estimates: pd.DataFrame, family_of: FamilyOf) -> tuple[str, ...]:
    remarks = []
    notes = dict(zip(estimates["bots"], estimates["note"], strict=True))
    for style, request in requests.items():
        said = notes[",".join(request.bot_names)].split("; ")
        remarks += [f"{style}: {clause}." for clause in said if clause.startswith(("games that ended", "weak bots"))]
    remarks += kin_sentences(requests, family_of)
    if len(requests) == 1:
        remarks.append("Only one style played, and it takes two to agree.")
    return tuple(remarks)
