"""What each parameter of a sweep does to a figure, in sentences, tables and pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from caravan.report.blocks import Block, Finding, Table
from caravan.report.compared_figures import FIGURES, Figure
from caravan.report.evidence import Row
from caravan.report.sentences import Named, Part, Sentence, joined, listed, sentence
from caravan.report.sweep_folder import Effect, SweepFolder

_TIES = Figure(
    "ties.before_tie_break",
    "ties for the highest score",
    "",
    "More games are level at the top",
    "Fewer games are level at the top",
)
TOLD = {figure.measure: figure for figure in (*FIGURES, _TIES)}
"""The figures of a sweep that are told of, by measure."""

_MOST_TOLD = 3


@dataclass(frozen=True)
class Change:
    """One change of one axis, and what it does to a figure under each number of players and line-up.

    Attributes
    ----------
    axis, before, after : str
        The axis and its levels.
    title : str
        What the axis is called in words.
    effects : tuple of (str, Effect)
        By number of players and line-up, named where there are several.
    """

    axis: str
    before: str
    after: str
    title: str
    effects: tuple[tuple[str, Effect], ...]

    @property
    def shown(self) -> list[tuple[str, Effect]]:
        """The effects that the games show."""
        return [(name, effect) for name, effect in self.effects if effect.is_shown]

    @property
    def size(self) -> float:
        """How large the largest of them is."""
        numbers = [abs(effect.row.value) for _, effect in self.effects if not math.isnan(effect.row.value)]
        return max(numbers, default=0.0)

    @property
    def directions(self) -> set[str]:
        """In which directions the effects go that are shown."""
        return {effect.row.verdict for _, effect in self.shown}

    @property
    def words(self) -> Sentence:
        """Say what is changed."""
        return sentence(
            "{axis} from {before} to {after}",
            axis=Named(_small(self.title), "plan axes"),
            before=Named(self.before, f"plan {self.axis}"),
            after=Named(self.after, f"plan {self.axis}"),
        )


def changes_of(folder: SweepFolder, measure: str) -> list[Change]:
    """List the changes of all axes for a figure, the largest first."""
    plan = folder.sweep.plan
    titles = {axis.name: axis.title for axis in plan.axes}
    several_players, several_bots = len(plan.players) > 1, len(plan.bots) > 1
    seat = 1 if measure == "first_player_advantage" else None
    parted: dict[tuple[str, str, str], list[tuple[str, Effect]]] = {}
    for effect in folder.effects:
        if effect.measure == measure and effect.seat == seat and effect.is_change and effect.row.has_value:
            names = (f"{effect.players} players" if several_players else "", effect.bots if several_bots else "")
            name = ", ".join(filter(None, names))
            parted.setdefault((effect.axis, effect.before, effect.after), []).append((name, effect))
    found = [Change(*key, titles[key[0]], tuple(effects)) for key, effects in parted.items()]
    return sorted(found, key=lambda change: -change.size)


def findings(folder: SweepFolder) -> tuple[Finding, ...]:
    """Say what matters, figure by figure."""
    found, quiet = [], []
    for measure, figure in TOLD.items():
        changes = changes_of(folder, measure)
        if not changes:
            continue
        told = [_finding(figure, changes, verdict) for verdict in ("raises", "lowers")]
        disputed = [change for change in changes if len(change.directions) > 1]
        found += [finding for finding in told if finding is not None]
        found += [_disputed(figure, change) for change in disputed]
        if not any(change.shown for change in changes):
            quiet.append((figure, changes))
    if quiet:
        found.append(_not_shown(quiet))
    return tuple(found)


def _finding(figure: Figure, changes: Sequence[Change], verdict: str) -> Finding | None:
    clear = [change for change in changes if change.directions == {verdict}]
    if not clear:
        return None
    told = clear[:_MOST_TOLD]
    several = any(len(change.effects) > 1 for change in told)
    parts = listed(_most(change) if several else _by(change) for change in told)
    claim = sentence(f"{figure.up if verdict == 'raises' else figure.down} with {{parts}}.", parts=parts)
    others = [change for change in changes if not change.shown]
    rows = [effect.row for change in told for _, effect in change.shown]
    said = basis(rows, "In brackets the range")
    if several:
        every = joined((Sentence(_capital(_by(change).parts)) for change in told), ". ")
        said = sentence("{every}. {said}", every=every, said=said)
    if others:
        said += sentence(" Not shown to matter here: {others}.", others=listed(change.words for change in others))
    return Finding(claim, said)


def _most(change: Change) -> Sentence:
    """Give the largest effect of a change, with whom it is."""
    _, effect = max(change.shown, key=lambda pair: abs(pair[1].row.value))
    alone = len(change.shown) == 1
    return sentence(
        f"{{what}}: {'' if alone else 'up to '}{{value}}{unit_of(effect.row)} ({{range}}){{name}}",
        what=change.words,
        value=effect.row.shown(signed=True, against=0.0),
        range=effect.row.interval(signed=True, against=0.0),
        name=_name_of(effect, named=True),
    )


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _capital(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    first = parts[0]
    if isinstance(first, Named):
        first = Named(first.text[:1].upper() + first.text[1:], first.origin)
    return (first, *parts[1:])


def _by(change: Change) -> Sentence:
    values = listed(
        sentence(
            f"{{value}}{unit_of(effect.row)} ({{range}}){{name}}",
            value=effect.row.shown(signed=True, against=0.0),
            range=effect.row.interval(signed=True, against=0.0),
            name=_name_of(effect, named=bool(name)),
        )
        for name, effect in change.shown
    )
    unsure = [effect for _, effect in change.effects if not effect.is_shown]
    but = sentence("")
    if unsure:
        but = sentence(", not shown {names}", names=listed(_name_of(effect, named=True) for effect in unsure))
    return sentence("{what}: {values}{but}", what=change.words, values=values, but=but)


def _name_of(effect: Effect, *, named: bool) -> Sentence:
    if not named:
        return sentence("")
    return sentence(
        " with {players} players, {bots}", players=effect.row.counted("players"), bots=effect.row.word("bots")
    )


def _disputed(figure: Figure, change: Change) -> Finding:
    claim = sentence(f"It depends on the players whether {_small(figure.up)} or not: {{what}}.", what=_by(change))
    rows = [effect.row for _, effect in change.shown]
    return Finding(claim, basis(rows, "In brackets the range"))


def _not_shown(quiet: Sequence[tuple[Figure, Sequence[Change]]]) -> Finding:
    names = listed(sentence(figure.called) for figure, _ in quiet)
    rows = [effect.row for _, changes in quiet for change in changes for _, effect in change.effects]
    parts = [
        sentence(
            f"{figure.called.capitalize()}: {{parts}}",
            parts=listed(
                sentence(
                    f"{{what}} {{value}}{unit_of(effect.row)}",
                    what=change.words,
                    value=effect.row.shown(signed=True),
                )
                for change in changes[:_MOST_TOLD]
                for _, effect in change.effects[:1]
            ),
        )
        for figure, changes in quiet
    ]
    return Finding(
        sentence("None of the parameters is shown to change: {names}.", names=names),
        sentence("{parts}. {basis}", parts=joined(parts, ". "), basis=basis(rows)),
    )


def unit_of(row: Row) -> str:
    """Write the unit of an effect, with a blank before it."""
    return " percentage points" if row.is_share else f" {row.unit}"


def basis(rows: Sequence[Row], ranges: str = "Ranges") -> Sentence:
    """Say how the ranges of effects were made, if there are any, and of how many games."""
    kinds = {row.cells["interval"]: row for row in rows if row.cells["interval"]}
    told = sentence(f"{ranges}: {{kinds}}", kinds=listed(row.word("interval") for row in kinds.values()))
    return sentence(
        "{told}; {games} in each cell.",
        told=told if kinds else sentence("No ranges"),
        games=rows[0].games_counted,
    )


def shares_table(folder: SweepFolder, measures: Sequence[str]) -> tuple[Block, ...]:
    """Set the axes' shares of the differences between cells side by side, where there are any."""
    found: list[Block] = []
    for measure in measures:
        rows = [
            effect
            for effect in folder.effects
            if effect.measure == measure
            and effect.index == "total"
            and effect.row.has_value
            and effect.seat in (None, 1)
        ]
        if not rows:
            continue
        titles = {axis.name: axis.title for axis in folder.sweep.plan.axes}
        lines = tuple(
            (
                sentence("{axis}{who}", axis=Named(titles[effect.axis], "plan axes"), who=_who(folder, effect)),
                sentence("{share} ({range})", share=effect.row.shown(), range=effect.row.interval())
                if effect.row.has_interval
                else sentence("{share}", share=effect.row.shown()),
            )
            for effect in rows
        )
        caption = sentence(
            f"How much of the differences between cells in {TOLD[measure].called} each parameter accounts for, by "
            "itself and together with others; such shares can add up to more than all."
        )
        found.append(Table(caption, ("", "share of the differences"), lines))
    return tuple(found)


def _who(folder: SweepFolder, effect: Effect) -> Sentence:
    plan = folder.sweep.plan
    return _name_of(effect, named=len(plan.players) > 1 or len(plan.bots) > 1)
