"""What a search has found, as tidy tables: its trials, and its answers on fresh seeds beside the present rules."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pandas as pd

from caravan.balance.aims import Aim
from caravan.balance.figures import cells_of, keys_of
from caravan.balance.goal import Candidate
from caravan.balance.loss_intervals import METHOD, Interval
from caravan.balance.scales import Scale, scales_of
from caravan.balance.trials import objectives_of
from caravan.balance.tuning import Answer, Tuning
from caravan.measures import Estimate

FRONT_COLUMNS = (
    "answer",
    "rules_id",
    "what",
    "measure",
    "role",
    "wanted",
    "players",
    "bots",
    "seat",
    "unit",
    "searched",
    "fresh",
    "low",
    "high",
    "interval",
    "drop",
    "drop_low",
    "drop_high",
    "baseline",
    "difference",
    "difference_low",
    "difference_high",
    "met",
    "games",
    "note",
)
"""The columns of the answers' table, after which come the axes' values."""

SUM = "all objectives"


def trials_table(found: Tuning) -> pd.DataFrame:
    """List the trials of a search.

    Parameters
    ----------
    found : Tuning
        From `tune`.

    Returns
    -------
    DataFrame
        One row per trial: ``trial`` from 0, each axis's value, ``games`` that the rule set had played by then,
        ``violation`` of what must be, a column ``loss.NAME`` for each objective (in squared tolerances, or tolerances
        where as much or as little as possible is wanted), ``error`` where the rules can't be played.
    """
    names = objectives_of(found.goal)
    chunk = found.spent // max(sum(_chunks(found).values()), 1)
    rows = []
    for number, proposal in enumerate(found.proposals):
        judgement = proposal.judgement
        losses = judgement.losses if judgement is not None else (math.nan,) * len(names)
        rows.append(
            {
                "trial": number,
                **found.goal.values_of(proposal.candidate),
                "games": proposal.chunks * chunk,
                "violation": judgement.violation if judgement is not None else math.nan,
                **{f"loss.{name}": loss for name, loss in zip(names, losses, strict=True)},
                "error": found.unplayable.get(proposal.candidate, ""),
            }
        )
    return pd.DataFrame(rows)


def front_table(found: Tuning) -> pd.DataFrame:
    """List the answers of a search and the present rules, every figure that an aim is about and every objective.

    Parameters
    ----------
    found : Tuning
        From `tune`.

    Returns
    -------
    DataFrame
        The columns of `FRONT_COLUMNS` and one for each axis. ``answer`` is 1 for the winner and 0 for the present
        rules. ``what`` is an aim or an objective. ``searched`` is what the search thought, ``fresh`` what fresh seeds
        showed, ``drop`` the latter less the former, with the fresh figure's interval; for objectives, whose losses are
        to be small, a drop above 0 says that the search was too hopeful. ``difference`` is that to the present rules on
        the same seeds, with its interval for objectives. ``met`` says for an aim whether the interval lies within what
        is wanted: ``yes``, ``no``, or ``can't tell``. ``note`` gives a loss as the command shows it: the root of a
        squared distance.
    """
    rows = [
        row for answer in (*found.answers, found.baseline) for row in (*_losses(found, answer), *_aims(found, answer))
    ]
    frame = pd.DataFrame(rows)
    axes = [parameter for axis in found.goal.axes for parameter in axis.parameters]
    return frame.loc[:, [*FRONT_COLUMNS, *axes]].astype({"seat": "Int8", "players": "Int8"})


def _chunks(found: Tuning) -> dict[Candidate, int]:
    return {proposal.candidate: proposal.chunks for proposal in found.proposals}


def _row(found: Tuning, answer: Answer, **cells: Any) -> dict[str, Any]:
    values = answer.rules.values()
    if answer.candidate is not None:
        axes: dict[str, Any] = found.goal.values_of(answer.candidate)
    else:
        names = [parameter for axis in found.goal.axes for parameter in axis.parameters]
        axes = {name: str(values[name]) for name in names}
    empty = dict.fromkeys(FRONT_COLUMNS, "")
    numbers = ("searched", "low", "high", "drop", "drop_low", "drop_high", "baseline")
    missing = dict.fromkeys((*numbers, "difference", "difference_low", "difference_high"), math.nan)
    nobody: dict[str, Any] = {"seat": None, "players": None}
    return {**empty, **missing, **nobody, "answer": answer.number, "rules_id": answer.rules.id, **cells, **axes}


def _losses(found: Tuning, answer: Answer) -> Iterator[dict[str, Any]]:
    names = (*objectives_of(found.goal), SUM)
    scales = {scale.name: scale for scale in scales_of(found.goal)}
    units = {scale.name: scale.unit_of_losses for scale in scales_of(found.goal)} | {SUM: "sum of the losses"}
    before = (*answer.searched.losses, sum(answer.searched.losses)) if answer.searched else (math.nan,) * len(names)
    beside = answer.fresh.less(found.baseline.fresh)
    for place, name in enumerate(names):
        if name == SUM and len(names) == 2:
            continue
        fresh: Interval = answer.fresh.losses[place]
        yield _row(
            found,
            answer,
            what=name,
            measure="loss",
            role="objective",
            wanted="as little as possible",
            unit=units[name],
            searched=before[place],
            fresh=fresh.value,
            low=fresh.low,
            high=fresh.high,
            interval=METHOD if math.isfinite(fresh.low) else "",
            drop=fresh.value - before[place],
            drop_low=fresh.low - before[place],
            drop_high=fresh.high - before[place],
            baseline=found.baseline.fresh.losses[place].value,
            difference=beside[place].value,
            difference_low=beside[place].low,
            difference_high=beside[place].high,
            games=found.games_fresh,
            note=_as_shown(scales[name], fresh) if name in scales else "",
        )


def _as_shown(scale: Scale, loss: Interval) -> str:
    """Give a loss as the command and the pictures show it."""
    if not math.isfinite(loss.low):
        return ""
    ends = (loss.high, loss.low) if scale.more_is_better else (loss.low, loss.high)
    value, low, high = (f"{scale.shown(end):.3g}" for end in (loss.value, *ends))
    if not scale.is_root:
        return f"the measure itself: {value} ({low} to {high})"
    unit = "tolerances" if scale.aim is None else f"in the unit of {scale.aim.measure}"
    return f"the root, how far off it typically is: {value} ({low} to {high}), {unit}"


def _aims(found: Tuning, answer: Answer) -> Iterator[dict[str, Any]]:
    fresh = {(cell, one.label, one.seat): one for cell, several in answer.fresh.estimates.items() for one in several}
    beside = found.baseline.fresh.figures
    for aim in found.goal.aims:
        for cell in cells_of(found.goal):
            for key in keys_of(aim, cell, fresh):
                estimate, searched = fresh[key], answer.figures.get(key)
                before = searched.value if searched is not None else math.nan
                present = beside[key].value if key in beside else math.nan
                yield _row(
                    found,
                    answer,
                    what=aim.name,
                    measure=aim.measure,
                    role=aim.role,
                    wanted=aim.in_words(estimate.unit),
                    players=cell.players,
                    bots=f"{cell.bots} against {cell.weak}" if cell.weak else cell.bots,
                    seat=estimate.seat,
                    unit=estimate.unit,
                    searched=before,
                    fresh=estimate.value,
                    low=estimate.low,
                    high=estimate.high,
                    interval=estimate.interval,
                    drop=estimate.value - before,
                    drop_low=estimate.low - before,
                    drop_high=estimate.high - before,
                    baseline=present,
                    difference=estimate.value - present,
                    met=met(aim, estimate),
                    games=estimate.games,
                )


def met(aim: Aim, estimate: Estimate) -> str:
    """Say whether an aim is met on fresh seeds.

    Parameters
    ----------
    aim : Aim
    estimate : Estimate
        A figure that it is about.

    Returns
    -------
    str
        ``yes`` where the whole interval lies within what is wanted, ``no`` where all of it lies outside, ``can't tell``
        otherwise; empty for maximise and minimise. A target allows its tolerance either way.
    """
    if aim.kind in ("maximise", "minimise"):
        return ""
    slack = aim.tolerance if aim.kind == "target" else 0.0
    low, high = aim.low - slack, aim.high + slack
    first, last = (estimate.value if math.isnan(end) else end for end in (estimate.low, estimate.high))
    if low <= first and last <= high:
        return "yes"
    return "no" if last < low or first > high else "can't tell"
