"""What matters in a sweep: one long table of effects, Morris's measures and Sobol's shares, each with its interval."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd
from scipy import special

from caravan.measures.holm import holm
from caravan.measures.intervals import CONFIDENCE
from caravan.sweeps import elementary_effects, variance_shares
from caravan.sweeps.contrasts import FEWEST_GAMES
from caravan.sweeps.effects import effects
from caravan.sweeps.elementary_effects import morris_indices
from caravan.sweeps.findings import NO_VERDICT
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.readings import USUAL_MEASURES, Readings, SweepLike, read_cells
from caravan.sweeps.variance_shares import surface_findings

SENSITIVITY_COLUMNS = (
    "players",
    "bots",
    "measure",
    "seat",
    "axis",
    "index",
    "before",
    "after",
    "value",
    "unit",
    "low",
    "high",
    "interval",
    "p_value",
    "p_holm",
    "verdict",
    "cells",
    "games",
    "note",
)
"""The columns of the table."""

SHOWN_BELOW = 0.05
SHARE = "share of variance"


def sensitivity(sweep: SweepLike, measures: Sequence[str] = USUAL_MEASURES, *, by_game: bool = True) -> pd.DataFrame:
    """Work out what matters in a sweep, as far as its cells are there.

    Parameters
    ----------
    sweep : SweepLike
        Finished or running.
    measures : sequence of str
        Measures with their parts, such as ``length.turns.mean``; all seats of each.
    by_game : bool, default True
        Whether to read the cells' games: differences between cells on the same seeds are then judged game by game.

    Returns
    -------
    DataFrame
        The columns of `SENSITIVITY_COLUMNS`, one row for each number. ``index`` says which:

        - ``effect``, in the figure's unit: what the change from ``before`` to ``after`` does (grids, one at a time,
          and Latin hypercubes, on the surface).
        - ``mu``, ``mu_star`` and ``sigma``, in the figure's unit for a change over the whole axis: Morris's mean
          effect, mean absolute effect, and how much the effect differs from place to place (Morris's design).
        - ``first_order`` and ``total``, shares of the variance between rule sets: Sobol's (grids, hypercubes). Where
          the surface can't be relied on there is no value, and ``note`` says why.

        Intervals are at 95% and hold one by one. ``p_holm`` is adjusted over all rows of the same index, of
        the same measure and seat in the sweep, and ``verdict`` rests on it: ``raises``, ``lowers``, ``matters`` or
        ``not shown``.

    Raises
    ------
    CaravanError
        If there is no such measure.
    """
    rows = [row for readings in read_cells(sweep, measures, by_game=by_game) for row in _rows(sweep.plan, readings)]
    _judge(rows)
    frame = pd.DataFrame(rows, columns=list(SENSITIVITY_COLUMNS))
    whole = {"players": "int64", "seat": "Int8", "cells": "int64", "games": "int64"}
    numbers = dict.fromkeys(("value", "low", "high", "p_value", "p_holm"), "float64")
    words = ("bots", "measure", "axis", "index", "before", "after", "unit", "interval", "verdict", "note")
    return frame.astype({**whole, **numbers, **dict.fromkeys(words, "str")})


def _rows(plan: SweepPlan, readings: Readings) -> Iterator[dict[str, Any]]:
    common = {
        "players": readings.players,
        "bots": readings.bots,
        "measure": readings.measure,
        "seat": readings.seat,
        "games": readings.games,
    }
    for row in (*_effect_rows(plan, readings), *_morris_rows(plan, readings), *_surface_rows(plan, readings)):
        blank = {"before": "", "after": "", "p_value": math.nan, "p_holm": math.nan, "verdict": "", "note": ""}
        yield {**common, **blank, **row, "axis": plan.axes[row["axis"]].name, "unit": row.get("unit", readings.unit)}


def _few(readings: Readings, needed: int) -> str:
    return "" if readings.games >= needed else f"{NO_VERDICT}: it takes {needed} games in each cell"


def _effect_rows(plan: SweepPlan, readings: Readings) -> Iterator[dict[str, Any]]:
    few = _few(readings, FEWEST_GAMES)
    for effect in effects(plan, readings):
        found = effect.contrast
        left_out = f"{effect.left_out} cells left out, which lack a counterpart" if effect.left_out else ""
        yield {
            "axis": effect.axis,
            "index": "effect",
            "before": plan.level_in_words(effect.axis, effect.before),
            "after": plan.level_in_words(effect.axis, effect.after),
            "value": found.value,
            "low": found.low,
            "high": found.high,
            "interval": found.interval,
            "p_value": found.p_value,
            "cells": effect.cells,
            "note": "; ".join(filter(None, (few, left_out))),
        }


def _morris_rows(plan: SweepPlan, readings: Readings) -> Iterator[dict[str, Any]]:
    for one in morris_indices(plan, readings):
        words = [plan.level_in_words(one.axis, level) for level in (0, len(plan.axes[one.axis]) - 1)]
        left_out = f"{one.left_out} walks left out, which lack a cell" if one.left_out else ""
        bare = math.isnan(one.noise)
        unsure = _few(readings, elementary_effects.FEWEST_GAMES) or (f"{NO_VERDICT}: luck isn't known" if bare else "")
        common = {
            "axis": one.axis,
            "before": words[0],
            "after": words[1],
            "cells": int(readings.present.sum()),
            "note": "; ".join(filter(None, (unsure, left_out))),
        }
        yield {
            **common,
            "index": "mu",
            "value": one.mu,
            "low": one.mu_low,
            "high": one.mu_high,
            "interval": "" if bare else elementary_effects.METHOD_OF_MEAN,
            "p_value": one.mu_p_value,
        }
        yield {
            **common,
            "index": "mu_star",
            "value": one.mu_star,
            "low": one.mu_star_low,
            "high": one.mu_star_high,
            "interval": "" if bare else elementary_effects.METHOD,
            "p_value": one.p_value,
            "note": common["note"]
            if bare
            else "; ".join(filter(None, (f"noise alone would give {one.noise:.3g}", left_out))),
        }
        yield {
            **common,
            "index": "sigma",
            "value": one.sigma,
            "low": one.sigma_low,
            "high": one.sigma_high,
            "interval": "" if bare else elementary_effects.METHOD_OF_SPREAD,
        }


def _surface_rows(plan: SweepPlan, readings: Readings) -> Iterator[dict[str, Any]]:
    found = surface_findings(plan, readings)
    if found is None:
        return
    note = f"surface over {found.cells} cells foretells {found.r_squared:.0%}" if found.r_squared > 0.0 else ""
    if found.refusal:
        for axis in range(len(plan.axes)):
            for index in ("first_order", "total"):
                yield {
                    "axis": axis,
                    "index": index,
                    "value": math.nan,
                    "unit": SHARE,
                    "low": math.nan,
                    "high": math.nan,
                    "interval": "",
                    "cells": found.cells,
                    "verdict": "refused",
                    "note": found.refusal,
                }
        return
    for share in found.shares:
        common = {
            "axis": share.axis,
            "unit": SHARE,
            "interval": variance_shares.METHOD,
            "cells": found.cells,
            "note": found.caution or note,
        }
        yield {**common, "index": "first_order", "value": share.first, "low": share.first_low, "high": share.first_high}
        yield {**common, "index": "total", "value": share.total, "low": share.total_low, "high": share.total_high}
    if plan.design.kind == "grid":
        return  # there the cells themselves show the effects
    for effect in found.mean_effects:
        freedom = readings.games - 1  # what runs along an axis is known from that many games, however many the cells
        half = float(special.stdtrit(freedom, (1.0 + CONFIDENCE) / 2.0)) * effect.error
        yield {
            "axis": effect.axis,
            "index": "effect",
            "before": plan.level_in_words(effect.axis, effect.before),
            "after": plan.level_in_words(effect.axis, effect.after),
            "value": effect.value,
            "low": effect.value - half,
            "high": effect.value + half,
            "interval": "surface, t 95%",
            "p_value": 2.0 * float(special.stdtr(freedom, -abs(effect.value) / effect.error))
            if effect.error > 0.0
            else math.nan,
            "cells": found.cells,
            "note": found.caution or note,
        }


def _judge(rows: list[dict[str, Any]]) -> None:
    """Adjust probabilities over all rows of a measure and seat, and say what is shown."""
    families: dict[tuple[str, int | None, str], list[dict[str, Any]]] = {}
    for row in rows:
        if row["index"] in ("effect", "mu", "mu_star"):
            families.setdefault((row["measure"], row["seat"], row["index"]), []).append(row)
    for (_, _, index), family in families.items():
        for row, adjusted in zip(family, holm([row["p_value"] for row in family]), strict=True):
            row["p_holm"] = adjusted
            if not adjusted < SHOWN_BELOW:
                row["verdict"] = "not shown"
            elif index == "mu_star":
                row["verdict"] = "matters"
            else:
                row["verdict"] = "raises" if row["value"] > 0.0 else "lowers"
