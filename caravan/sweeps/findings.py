"""What a sweep shows, in sentences made from its table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import pandas as pd

from caravan.sweeps.plan import SweepPlan
from caravan.wording import in_words

_DIRECTIONS = ("raises", "lowers")
NO_VERDICT = "no verdict"
"""How the note of an effect begins that can't be judged."""

_SHARES_TOLD = 3
_LEAST_SHARE = 0.02


def findings(plan: SweepPlan, table: pd.DataFrame) -> list[str]:
    """Say what matters in a sweep, and of what that can't be said: `effects_in_words`, then `refusals_in_words`."""
    return [*effects_in_words(plan, table), *refusals_in_words(plan, table)]


def effects_in_words(plan: SweepPlan, table: pd.DataFrame) -> list[str]:
    """Say what matters in a sweep.

    Parameters
    ----------
    plan : SweepPlan
        The plan.
    table : DataFrame
        From `sensitivity`.

    Returns
    -------
    list of str
        Sentences, those of one measure together: what each change does, with the largest first, for which numbers of
        players and line-ups it is shown, and where these disagree; then what is shown for none.
    """
    sentences = []
    for _, of_measure in table.groupby(["measure", "seat"], sort=False, dropna=False):
        first = of_measure.iloc[0]
        about = measure_in_words(first["measure"], first["seat"])
        sentences += [*_of_effects(plan, of_measure, about), *_of_shares(plan, of_measure, about)]
    return sentences


def refusals_in_words(plan: SweepPlan, table: pd.DataFrame) -> list[str]:
    """Say of which measures the parameters' shares can't be told, and why.

    Parameters
    ----------
    plan : SweepPlan
        The plan.
    table : DataFrame
        From `sensitivity`.

    Returns
    -------
    list of str
        A sentence for each reason.
    """
    refused = table[table["verdict"] == "refused"].drop_duplicates(["players", "bots", "measure", "seat"])
    sentences = []
    for note, group in refused.groupby("note", sort=False):
        named: dict[str, list[str]] = {}
        for _, row in group.iterrows():
            named.setdefault(measure_in_words(row["measure"], row["seat"]), []).append(_stratum(row))
        every = len(plan.strata)
        listed = [
            about if len(strata) == every else f"{about} with {in_words(strata)}" for about, strata in named.items()
        ]
        sentences.append(
            f"How much of the differences each parameter accounts for can't be told for {'; '.join(listed)}: {note}."
        )
    return sentences


def measure_in_words(label: str, seat: Any) -> str:
    """Write a measure for a sentence.

    Parameters
    ----------
    label : str
        With its part: ``length.turns.mean``.
    seat : int or None
        The seat, if it is a figure of one.

    Returns
    -------
    str
        Such as ``length (turns, mean)`` or ``seat 2's margin``.
    """
    name, *parts = label.split(".")
    words = name.replace("_", " ").replace("first player", "first-player")
    whose = ""
    if not (pd.isna(seat) or "first-player" in words):
        whose, words = f"seat {int(seat)}'s ", words.removeprefix("seat ")
    return f"{whose}{words}" + (f" ({', '.join(part.replace('_', ' ') for part in parts)})" if parts else "")


def axis_in_words(plan: SweepPlan, name: str) -> str:
    """Name an axis in a sentence: a parameter's label, or the axis's own name with its parameters."""
    return next(axis for axis in plan.axes if axis.name == name).title


def number_in_words(value: float) -> str:
    """Write a number with three digits that say something: ``33.1``, ``0.0042``, ``1,240``."""
    if abs(value) >= 1000.0:
        return f"{value:,.0f}"
    text = f"{value:.3g}"
    return "0" if text in ("0", "-0") else text


def decimals_for(values: Iterable[float]) -> int:
    """Say with how many decimals figures are written that are to be compared: at least two digits of their range."""
    there = [value for value in values if math.isfinite(value)]
    apart = max(there, default=0.0) - min(there, default=0.0)
    if not apart > 0.0:
        apart = max(map(abs, there), default=0.0)
    return 0 if apart >= 20.0 or apart == 0.0 else min(6, 1 - math.floor(math.log10(apart / 2.0)))


def with_decimals(value: float, decimals: int) -> str:
    """Write a number with so many decimals: ``33.1``, ``1,240``, and never a negative 0."""
    return f"{value if abs(value) * 10.0**decimals >= 0.5 else 0.0:,.{decimals}f}"


def span_in_words(value: float, low: float, high: float, unit: str, *, signed: bool = True) -> str:
    """Write a figure with its interval: ``+33.1 turns (32.5 to 33.7)``."""
    sign = "+" if signed and value > 0.0 else ""
    span = "" if pd.isna(low) or pd.isna(high) else f" ({number_in_words(low)} to {number_in_words(high)})"
    return f"{sign}{number_in_words(value)} {unit}{span}"


def _of_effects(plan: SweepPlan, rows: pd.DataFrame, about: str) -> Iterator[str]:
    effects = rows[rows["index"].isin(["effect", "mu"])]
    if effects.empty:
        return
    notes = effects["note"].str.partition(NO_VERDICT)
    if (notes[1] != "").all():
        yield f"No verdict on {about}{notes[2].iloc[0].partition(';')[0]}."
        return
    groups = [group for _, group in effects.groupby(["axis", "before", "after"], sort=False)]
    groups.sort(key=lambda group: -float(group["value"].abs().max()))
    quiet = []
    for group in groups:
        shown = group[group["verdict"].isin(_DIRECTIONS)]
        name = axis_in_words(plan, group["axis"].iloc[0])
        if shown.empty:
            quiet.append(f"{name} ({_change(group.iloc[0])})")
            continue
        yield _of_change(plan, name, group, shown, about)
    if quiet:
        yield f"Not shown to change {about}: {in_words(quiet)}."


def _of_change(plan: SweepPlan, name: str, group: pd.DataFrame, shown: pd.DataFrame, about: str) -> str:
    beginning = f"{name}, from {_change(group.iloc[0])}"
    if len(plan.axes) > 1 and plan.design.kind != "one_at_a_time":
        beginning += ", on average over the other parameters"
    if shown["verdict"].nunique() > 1:
        sides = []
        for direction in _DIRECTIONS:
            side = shown[shown["verdict"] == direction]
            sides.append(f"{direction} it with {in_words(_strata(side))} ({_figure(_most(side))})")
        return f"{beginning}, is disputed for {about}: it {' and '.join(sides)}."
    most = _most(shown)
    told = f"{beginning}, {most['verdict']} {about}"
    if len(group) == 1:
        return f"{told}: {_figure(most)} with {_stratum(most)}."
    if len(shown) == len(group):
        return f"{told} in every case, most with {_stratum(most)}: {_figure(most)}."
    others = in_words(_strata(group[~group["verdict"].isin(_DIRECTIONS)]))
    if len(shown) == 1:
        return f"{told} with {_stratum(most)}: {_figure(most)}; not shown with {others}."
    return (
        f"{told} with {in_words(_strata(shown))}, most with {_stratum(most)}: {_figure(most)}; not shown with {others}."
    )


def _of_shares(plan: SweepPlan, rows: pd.DataFrame, about: str) -> Iterator[str]:
    shares = rows[rows["index"].isin(["first_order", "total"])]
    for _, group in shares[shares["verdict"] != "refused"].groupby(["players", "bots"], sort=False):
        alone = {row["axis"]: row for _, row in group[group["index"] == "first_order"].iterrows()}
        totals = group[group["index"] == "total"].sort_values("value", ascending=False, kind="stable")
        parts = [
            f"{axis_in_words(plan, row['axis'])}: {_percent(alone[row['axis']])} of the variance by itself, "
            f"{_percent(row)} together with others"
            for place, (_, row) in enumerate(totals.iterrows())
            if place == 0 or (place < _SHARES_TOLD and row["low"] > _LEAST_SHARE)
        ]
        note = str(group["note"].iloc[0])
        caution = f" Caution, {note}." if note.startswith("shaky") else ""
        yield f"With {_stratum(group.iloc[0])}, {about} differs most by {'; then by '.join(parts)}.{caution}"


def _most(rows: pd.DataFrame) -> Any:
    return rows.sort_values("value", key=lambda values: -values.abs(), kind="stable").iloc[0]


def _figure(row: Any) -> str:
    return span_in_words(row["value"], row["low"], row["high"], row["unit"])


def _stratum(row: Any) -> str:
    return f"{row['players']} players ({row['bots']})"


def _percent(row: Any) -> str:
    return f"{100 * row['value']:.0f}% ({100 * row['low']:.0f} to {100 * row['high']:.0f})"


def _change(row: Any) -> str:
    return f"{row['before']} to {row['after']}"


def _strata(rows: pd.DataFrame) -> list[str]:
    return [_stratum(row) for _, row in rows.iterrows()]
