"""A sweep's figures on a page of their own, which opens without a network."""

from __future__ import annotations

import html
import itertools
from collections.abc import Iterator, Sequence

import pandas as pd

from caravan.plots import response, sweep_heat_map, tornado
from caravan.plots.canvas import Figure
from caravan.plots.ladder_matrix import quiet
from caravan.plots.standalone_page import standalone_page
from caravan.sweeps.findings import effects_in_words, measure_in_words, refusals_in_words
from caravan.sweeps.readings import SweepLike

MOST_CURVES, MOST_MAPS = 4, 3
"""Of each measure; those of the axes that matter most."""

JUDGED = (
    "Sentences, bars and the titles of curves rest on the same verdicts: all changes of a figure are judged together "
    "(Holm), so that it says \u201cshown\u201d wrongly of any with a probability of 5% at most. The title of a map "
    "compares its lowest cell with its highest, judged over all pairs of cells (Bonferroni). Intervals hold one by one."
)
"""Why all that a page says goes together."""

_WIDTH = 940


def page(sweep: SweepLike, table: pd.DataFrame, *, by_game: bool = True) -> str:
    """Put a sweep's findings and figures on a page.

    Parameters
    ----------
    sweep : SweepLike
        Finished.
    table : DataFrame
        From `sensitivity`.
    by_game : bool, default True
        Whether the figures read the cells' games.

    Returns
    -------
    str
        HTML that needs nothing else: for each measure what changes it in words, a bar for each parameter, curves of
        those that matter most and, for a grid, heat maps of pairs of them, all of which rest on the same verdicts; at
        the end, of which measures the parameters' shares can't be told, and how to make it again. Measures of seats are
        drawn for the first.
    """
    figures: dict[str, Figure] = {}
    parts = [f'<p class="quiet">{html.escape(JUDGED)}</p>']
    told: list[pd.DataFrame] = []
    for measure in table["measure"].drop_duplicates():
        of_measure = table[table["measure"] == measure]
        seat = None if of_measure["seat"].isna().all() else int(of_measure["seat"].min())
        own = of_measure if seat is None else of_measure[of_measure["seat"] == seat]
        about = measure_in_words(measure, seat)
        parts.append(f"<h2>{html.escape(about[:1].upper() + about[1:])}</h2>")
        parts.append(_listed(effects_in_words(sweep.plan, own)))
        told.append(own)
        for finding, lines, plot in _figures(sweep, own, measure, seat, by_game):
            name = f"figure_{len(figures)}"
            plot.update(name=name, sizing_mode="fixed", width=_WIDTH)
            quiet(plot)
            figures[name] = plot
            notes = "".join(f'<p class="quiet">{html.escape(line)}</p>' for line in lines)
            parts.append(f"<h3>{html.escape(finding)}</h3><!-- {name} -->{notes}")
    plan = sweep.plan
    if refusals := refusals_in_words(plan, pd.concat(told)) if told else []:
        parts.append(f"<h2>What can't be told</h2>{_listed(refusals)}")
    parts.append(
        "<h2>How to make it again</h2><p>Save these lines as plan.toml:</p>"
        f"<details><summary>plan.toml</summary><pre>{html.escape(plan.to_toml())}</pre></details>"
        "<p>Then type, in the same folder:</p><pre>caravan sweep plan.toml --out again</pre>"
    )
    axes = ", ".join(axis.title for axis in plan.axes)
    origin = f"{plan.size()} · {plan.design.kind.replace('_', ' ')} over {axes} · seed {plan.seed} · sweep {plan.id}"
    return standalone_page(plan.name or "A sweep of the rules", origin, "\n".join(parts), figures)


def _listed(sentences: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{html.escape(one)}</li>" for one in sentences) + "</ul>"


def _figures(
    sweep: SweepLike, table: pd.DataFrame, measure: str, seat: int | None, by_game: bool
) -> Iterator[tuple[str, tuple[str, ...], Figure]]:
    plan = sweep.plan
    for players, bots in plan.strata:
        bars = tornado.read(sweep, table, measure, seat, players=players, bots=bots)
        if not bars.empty:
            yield bars.finding, bars.provenance.lines, tornado.figure(bars, with_words=False)
    effects = table[table["index"] == "effect"]
    reach = effects.assign(size=effects["value"].abs()).groupby("axis", sort=False)["size"].max()
    order = reach.sort_values(ascending=False, kind="stable").index.tolist()
    for axis in order[:MOST_CURVES]:
        curve = response.read(sweep, measure, axis, seat, by_game=by_game, table=table)
        if not curve.empty:
            yield curve.finding, curve.provenance.lines, response.figure(curve, with_words=False)
    if plan.design.kind == "grid":
        for across, up in itertools.islice(itertools.combinations(order, 2), MOST_MAPS):
            shown = sweep_heat_map.read(sweep, measure, across, up, seat, by_game=by_game, table=table)
            yield shown.finding, shown.provenance.lines, sweep_heat_map.figure(shown, with_words=False)
