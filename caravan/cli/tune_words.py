"""What a search for rules has found, as tables and sentences for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from caravan.balance.aims import ROLES
from caravan.balance.scales import Scale, scales_of
from caravan.balance.tuning import Tuning
from caravan.balance.tuning_tables import front_table
from caravan.cli.agreement_words import number_in_words
from caravan.cli.headline import rules_in_words
from caravan.cli.lists import written
from caravan.cli.tables import paragraph, table
from caravan.wording import in_words

_MOST_ANSWERS = 8


def told(found: Tuning) -> str:
    """Tell what a search for rules has found.

    Parameters
    ----------
    found : Tuning
        From `caravan.balance.tune`.

    Returns
    -------
    str
        What was searched, the winner's changes, its aims beside the present rules on fresh seeds, the other answers,
        and how much of what the search promised was luck.
    """
    goal = found.goal
    players = ", ".join(map(str, goal.players))
    fails = f", {len(found.unplayable)} more can't be played" if found.unplayable else ""
    parts = [
        paragraph(
            f"{goal.name or 'The goal'}: {players} players, {', '.join(goal.bots)}, seed {goal.seed}; present "
            f"{rules_in_words(goal.rules)}"
        ),
        paragraph(
            f"{found.tried:,} rule sets were tried in {found.spent:,} games{fails}; then each answer played "
            f"{found.games_fresh:,} games on fresh seeds, as did the present rules."
        ),
        _changes(found),
        f"{paragraph('On fresh seeds')}\n\n{_aims(found)}",
        paragraph(reached_sentence(found)),
        *_others(found),
        paragraph(drop_sentence(found)),
        paragraph(verdict_sentence(found)),
        paragraph(
            "; ".join(f"{role.replace('_', ' ')}: {meaning}" for role, meaning in ROLES.items())
            + ". Intervals: 95%, each by itself."
        ),
    ]
    return "\n\n".join(filter(None, parts))


def _changes(found: Tuning) -> str:
    changes = found.winner.rules.differences(found.goal.rules)
    changes.pop("players", None)
    if not changes:
        return paragraph("The winner is the present rules: nothing that was tried is better.")
    rows = [(name, _value(now), "->", _value(then)) for name, (now, then) in changes.items()]
    return f"{paragraph('The winner changes')}\n\n{table(rows, indent=2)}"


def _value(value: Any) -> str:
    return value.name if hasattr(value, "grid") else written(value)


def _aims(found: Tuning) -> str:
    frame = front_table(found)
    shown: Any = frame[(frame["answer"] == 1) & (frame["measure"] != "loss")].itertuples(index=False)
    rows = []
    for row in shown:
        where = f"{row.players} players" + (f", {row.bots}" if len(found.goal.bots) > 1 or " " in row.bots else "")
        seat = "" if pd.isna(row.seat) else str(row.seat)
        rows.append(
            (
                row.what,
                f"{row.role.replace('_', ' ')}: {row.wanted}",
                where,
                seat,
                _number(row.baseline, row.unit),
                f"{_number(row.fresh, row.unit)} ({_number(row.low, row.unit)} to {_number(row.high, row.unit)})",
                row.met or "",
            )
        )
    return table(rows, ("aim", "wanted", "with", "seat", "present", "winner", "met"), indent=2)


def reached_sentence(found: Tuning) -> str:
    """Say plainly which aims the winner misses, and of which it can't be told."""
    frame = front_table(found)
    aims: Any = frame[(frame["answer"] == 1) & (frame["measure"] != "loss")]
    several = len(found.goal.players) > 1 or len(found.goal.bots) > 1
    missed, unclear, reached = [], [], []
    for row in aims.itertuples(index=False):
        seat = "" if pd.isna(row.seat) else f" of seat {row.seat}"
        where = f" with {row.players} players, {row.bots}" if several else ""
        if row.met == "no":
            span = f"{_number(row.low, row.unit)} to {_number(row.high, row.unit)}"
            missed.append(f"{row.what}{seat}{where} is {_number(row.fresh, row.unit)} ({span}), wanted is {row.wanted}")
        elif row.met == "can't tell":
            unclear.append(row.what)
        elif row.met == "yes":
            reached.append(row.what)
    said = []
    if missed:
        said.append(
            f"Not reached: {'; '.join(missed)}. If the ranges under [axes] allow it at all, a search with more games "
            "may find it; else widen them, or vary something else."
        )
    if unclear:
        said.append(f"Too close to tell: {in_words(list(dict.fromkeys(unclear)))}; more fresh_games would tell.")
    if reached and not said:
        said.append("Reached: every aim that has a target or a window.")
    return " ".join(said)


def _number(value: float, unit: str) -> str:
    return number_in_words(value, unit)


def _others(found: Tuning) -> list[str]:
    """Set the answers beside each other, with the axes that they set."""
    if len(found.answers) == 1:
        return []
    scales = scales_of(found.goal)
    rows = []
    for answer in (*found.answers[:_MOST_ANSWERS], found.baseline):
        values = answer.fresh.judgement.losses
        settings = (
            ", ".join(f"{name}={value}" for name, value in found.goal.values_of(answer.candidate).items())
            if answer.candidate is not None
            else ""
        )
        rows.append(
            (
                str(answer.number) if answer.number else "present",
                *(f"{scale.shown(loss):.3g}" for scale, loss in zip(scales, values, strict=True)),
                "yes" if answer.fresh.judgement.is_allowed else "no",
                settings,
            )
        )
    headings = ("answer", *(scale.name for scale in scales), "all musts", "rules")
    what = "None of these beats another in everything (the Pareto front)" if found.is_front else "The finalists"
    legend = "; ".join(scale.label for scale in scales) + roots_in_words(scales)
    return [f"{paragraph(f'{what}, on fresh seeds. {legend}.')}\n\n{table(rows, headings, indent=2)}"]


def drop_sentence(found: Tuning) -> str:
    """Say how much of what the search thought of its winner was luck."""
    winner = found.winner
    if winner.searched is None:
        return "The search never played its winner."
    parts = []
    for scale, before, after in zip(
        scales_of(found.goal), winner.searched.losses, winner.fresh.losses[:-1], strict=True
    ):
        low, high = sorted((scale.shown(after.low), scale.shown(after.high)))
        span = "no interval" if math.isnan(after.low) else f"{low:.3g} to {high:.3g}"
        true = f"{scale.shown(after.value):.3g} on fresh seeds ({span})"
        kept = "worse than promised" if before < after.low else "better than promised" if before > after.high else ""
        parts.append(f"{scale.name} {scale.shown(before):.3g} in the search, {true}{', ' if kept else ''}{kept}")
    roots = roots_in_words(scales_of(found.goal)) if len(found.answers) == 1 else ""
    return f"What the search promised, and what is true of it: {'; '.join(parts)}{roots}."


def roots_in_words(scales: Sequence[Scale]) -> str:
    """Say how the distances shown go with the losses in the table of answers."""
    roots = [scale.name for scale in scales if scale.is_root]
    return f" (of {in_words(roots)}, front.csv has the squares too, which are the losses)" if roots else ""


def verdict_sentence(found: Tuning) -> str:
    """Say whether the winner is better than the present rules."""
    winner, baseline = found.winner, found.baseline
    if not winner.fresh.judgement.is_allowed:
        return "On fresh seeds the winner misses something that must be: give the search more games or wider ranges."
    if not baseline.fresh.judgement.is_allowed:
        return "The present rules miss something that must be, and the winner doesn't."
    if winner.rules == baseline.rules:
        return ""
    better, worse = [], []
    for scale, gap in zip(scales_of(found.goal), winner.fresh.less(baseline.fresh)[:-1], strict=True):
        if gap.high < 0.0:
            better.append(scale.name)
        elif gap.low > 0.0:
            worse.append(scale.name)
    said = []
    if better:
        said.append(f"better than the present rules in {', '.join(better)}")
    if worse:
        said.append(f"worse in {', '.join(worse)}")
    return f"On fresh seeds the winner is {' and '.join(said) or 'not clearly better or worse than the present rules'}."
