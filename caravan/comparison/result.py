"""What a comparison of rule sets gives: differences, verdicts, tables."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pandas as pd

from caravan.agreement import kin_sentences
from caravan.comparison.differences import Difference, differences
from caravan.comparison.findings import Finding, finding_of
from caravan.comparison.headlines import headline_figures
from caravan.comparison.margins import figure_meant, margin_of
from caravan.comparison.memory import Memory
from caravan.comparison.playing import first_games
from caravan.comparison.tables import Judged, headlines_frame, verdicts_frame, with_differences
from caravan.comparison.verdicts import Word, fair_number, verdict_of
from caravan.errors import CaravanError, nearest_of
from caravan.measures import BatchLike, Estimate, Sample, summary
from caravan.measures.intervals import CONFIDENCE
from caravan.playtest_summary import COLUMNS, estimates_frame
from caravan.wording import in_words

Key = tuple[str, int | None]
Made = TypeVar("Made")


@dataclass(frozen=True)
class Comparison:
    """Rule sets that were played on the same seeds.

    Nothing is measured before it is asked for.

    Attributes
    ----------
    rule_sets : mapping of str to Rules
        By name, the baseline first.
    batches : mapping of str to mapping of str to BatchLike
        The games so far, by style and rule set.
    margins : mapping of str to float
        Those that were given.
    families : mapping of str to str
        Which styles think alike.
    planned : mapping of str to int
        How many games each style plays under each rule set, styles that are still to come included.
    with_events : bool
        Whether the measures that read the event log are taken too.
    only : tuple of str or None
        Which measures are taken; None for all.
    memory : Memory or None
        What other comparisons of the same games have found, where there are any.
    """

    rule_sets: Mapping[str, Any]
    batches: Mapping[str, Mapping[str, BatchLike]]
    margins: Mapping[str, float]
    families: Mapping[str, str]
    planned: Mapping[str, int]
    with_events: bool = False
    only: tuple[str, ...] | None = None
    memory: Memory | None = field(default=None, repr=False, compare=False)
    _kept: dict[tuple[str, ...], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Comparison of {in_words(self.others)} with {self.baseline}: {self.games_in_words}>"

    @property
    def baseline(self) -> str:
        """The name of the rule set that the others are compared with."""
        return next(iter(self.rule_sets))

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the other rule sets."""
        return tuple(self.rule_sets)[1:]

    @property
    def styles(self) -> tuple[str, ...]:
        """The styles that have begun to play."""
        return tuple(self.batches)

    @functools.cached_property
    def games(self) -> dict[str, int]:
        """How many games each style has played under every rule set."""
        return {style: min(len(batch.games) for batch in named.values()) for style, named in self.batches.items()}

    @property
    def players(self) -> int:
        """How many play."""
        return self._any_batch.request.players

    @property
    def seed(self) -> int:
        """The master seed of all batches."""
        return self._any_batch.request.seed

    @property
    def settled(self) -> bool:
        """Whether all planned games of all styles are there."""
        return self.games == dict(self.planned)

    @property
    def games_in_words(self) -> str:
        """Who played how many games under each rule set."""
        return in_words(f"{style} {self.played_in_words(style)}" for style in self.styles)

    @property
    def interval_words(self) -> str:
        """Say how the intervals shown are to be read."""
        growing = [style for style in self.styles if self.games[style] < self.planned[style]]
        full = [style for style in self.styles if style not in growing]
        fixed = f"{CONFIDENCE:.0%} intervals for a number of games that was settled before the first was played"
        anytime = f"{CONFIDENCE:.0%} confidence sequences, which hold however often you look and whenever you stop"
        if not growing:
            return f"{fixed}."
        return f"{anytime}." if not full else f"{in_words(full)}: {fixed}; {in_words(growing)}: {anytime}."

    def played_in_words(self, style: str) -> str:
        """Say how many games a style has played: ``4,000 games`` or ``350 of 2,000 games``."""
        done, planned = self.games[style], self.planned[style]
        games = "game" if planned == 1 else "games"
        return f"{done:,} {games}" if done == planned else f"{done:,} of {planned:,} {games}"

    def difference(
        self, measure: str, seat: int | None = None, *, style: str | None = None, rules: str | None = None
    ) -> Difference:
        """Give the difference of one figure from the baseline's.

        Parameters
        ----------
        measure : str
            The measure and its part, such as ``seat_effect`` or ``length.turns.mean``.
        seat : int, optional
            The seat from 1, for a figure that has one.
        style : str, optional
            Which style played; by default the first.
        rules : str, optional
            The name of the rule set; by default the first after the baseline.

        Raises
        ------
        CaravanError
            Where that wasn't compared.
        """
        style = self._known(style, self.styles, "styles") if style is not None else self.styles[0]
        rules = self._known(rules, self.others, "rule sets") if rules is not None else self.others[0]
        # A look at one figure, as while games come in, doesn't take all measures.
        whole = self._kept.get(("differences", style, rules))
        found = whole if whole is not None else self._differences(style, rules, [measure.partition(".")[0]])
        if (measure, seat) not in found:
            found = self.differences(style, rules)
        if (measure, seat) not in found:
            where = "" if seat is None else f" of seat {seat}"
            hint = figure_meant(measure, (label for label, _ in found))
            raise CaravanError(f"there is no '{measure}'{where} in this comparison{hint}")
        difference: Difference = found[measure, seat]
        return difference

    def differences(self, style: str, rules: str) -> dict[Key, Difference]:
        """Give the differences of all figures from the baseline's.

        Parameters
        ----------
        style : str
            Which style played.
        rules : str
            The name of the rule set.

        Returns
        -------
        dict of (str, int or None) to Difference
            By measure and seat.
        """
        key = ("differences", style, rules)
        if key not in self._kept:
            self._kept[key] = self._differences(style, rules, None)
        kept: dict[Key, Difference] = self._kept[key]
        return kept

    def margin(self, difference: Difference) -> float:
        """Give the size from which on a difference matters."""
        return margin_of(difference.label, difference.unit, difference.before.value, self.margins)

    def verdict(self, difference: Difference) -> Word:
        """Judge a difference against its margin."""
        return verdict_of(difference, self.margin(difference))

    @functools.cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the styles say together, one for each other rule set and figure."""
        found = []
        for rules in self.others:
            by_style = {style: self.differences(style, rules) for style in self.styles}
            for key in next(iter(by_style.values())):
                of_key = {style: of_style[key] for style, of_style in by_style.items() if key in of_style}
                words = {style: self.verdict(difference) for style, difference in of_key.items()}
                found.append(finding_of(rules, self.baseline, of_key, words, self.families))
        return tuple(found)

    def finding(self, measure: str, seat: int | None = None, *, rules: str | None = None) -> Finding:
        """Look up what the styles say together about one figure.

        Parameters
        ----------
        measure, seat, rules
            As for `difference`.

        Raises
        ------
        CaravanError
            Where that wasn't compared.
        """
        rules = self._known(rules, self.others, "rule sets") if rules is not None else self.others[0]
        for finding in self.findings:
            if (finding.rules, finding.measure, finding.seat) == (rules, measure, seat):
                return finding
        hint = figure_meant(measure, (finding.measure for finding in self.findings))
        raise CaravanError(f"there is no '{measure}' in this comparison{hint}")

    @functools.cached_property
    def table(self) -> pd.DataFrame:
        """The playtest summary of all rule sets and styles, one row per measure and seat, with `COLUMNS`.

        In the baseline's rows ``baseline`` is empty; the others have the baseline's ``rules_id`` there, and their
        difference from it with its interval and verdict. The note says how wide the interval would be without pairing.
        """
        frames = []
        for rules in self.rule_sets:
            for style in self.styles:
                sample, estimates = self._measured(style, rules)
                frame = estimates_frame(sample, estimates)
                if rules != self.baseline:
                    found = self.differences(style, rules)
                    judged = {
                        key: Judged(rules, style, "", row, self.margin(row), self.verdict(row))
                        for key, row in found.items()
                    }
                    frame = with_differences(frame, judged, str(self.rule_sets[self.baseline].id))
                frames.append(frame)
        return pd.concat(frames, ignore_index=True).loc[:, list(COLUMNS)]

    @functools.cached_property
    def headlines(self) -> pd.DataFrame:
        """The figures to look at first, one row per rule set, figure and style.

        The columns are `caravan.comparison.HEADLINE_COLUMNS`.
        ``independent`` is half the width that the interval would have without pairing; ``p_holm`` is the p-value
        adjusted for all rows of this table by Holm's method.
        """
        rows = []
        for rules in self.others:
            for headline in headline_figures(self.players):
                for style in self.styles:
                    found = self.differences(style, rules)[headline.measure, headline.seat]
                    rows.append(Judged(rules, style, headline.heading, found, self.margin(found), self.verdict(found)))
        return headlines_frame(rows)

    @functools.cached_property
    def verdicts(self) -> pd.DataFrame:
        """What the styles say together, one row per other rule set, measure and seat.

        The columns are `caravan.comparison.FINDING_COLUMNS`.
        ``above``, ``below``, ``unsure`` and ``equal`` list styles with a semicolon between them: those that find the
        figure higher, lower, neither, and those for which it is practically equal.
        """
        ids = {name: str(rules.id) for name, rules in self.rule_sets.items()}
        return verdicts_frame(self.findings, ids, self.players)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to bear in mind about all figures, as sentences."""
        remarks = list(kin_sentences(self.styles, self.families.__getitem__))
        if len(self.styles) == 1:
            remarks.append("Only one style played, and a finding may hold for that style alone.")
        return tuple(remarks)

    @property
    def _any_batch(self) -> BatchLike:
        return next(iter(next(iter(self.batches.values())).values()))

    def _known(self, name: str, allowed: Iterable[str], called: str) -> str:
        if name not in allowed:
            raise CaravanError(f"there is no '{name}' in this comparison{nearest_of(name, allowed, called)}")
        return name

    def sample(self, style: str, rules: str) -> Sample:
        """Give the games of a style under a rule set that are compared: as many as there are under all of them."""
        key = ("sample", style, rules)
        if key not in self._kept:
            batch = first_games(self.batches[style][rules], self.games[style], self.planned[style])
            self._kept[key] = self._remember(style, (rules,), "sample", lambda: Sample(batch))
        kept: Sample = self._kept[key]
        return kept

    def _measured(self, style: str, rules: str) -> tuple[Sample, tuple[Estimate, ...]]:
        key = ("estimates", style, rules)
        sample = self.sample(style, rules)
        if key not in self._kept:

            def measure() -> tuple[Estimate, ...]:
                return summary(sample, self.only, with_events=self.with_events)

            self._kept[key] = self._remember(style, (rules,), "estimates", measure)
        return sample, self._kept[key]

    def _differences(self, style: str, rules: str, names: Iterable[str] | None) -> dict[Key, Difference]:
        growing = self.games[style] < self.planned[style]

        def fair_of(label: str, seat: int | None) -> float | None:
            return fair_number(label, seat, self.players)

        def between(before: Sequence[Estimate], after: Sequence[Estimate]) -> dict[Key, Difference]:
            return differences(before, after, fair_of, planned=self.planned[style] if growing else None)

        if names is not None:
            before, after = (summary(self.sample(style, which), names) for which in (self.baseline, rules))
            return between(before, after)

        def of_all() -> dict[Key, Difference]:
            before, after = (self._measured(style, which)[1] for which in (self.baseline, rules))
            return between(before, after)

        return self._remember(style, (self.baseline, rules), "differences", of_all)

    def _remember(self, style: str, rules: tuple[str, ...], what: str, make: Callable[[], Made]) -> Made:
        """Make something, unless a comparison with the same memory made it from the same games."""
        keys = tuple(getattr(self.batches[style][name].request, "key", None) for name in rules)
        if self.memory is None or None in keys:
            return make()
        games = self.games[style], self.planned[style]
        return self.memory.remember((what, keys, games, self.only, self.with_events), make)
