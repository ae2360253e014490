"""What each parameter of a sweep does to a figure, in pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from caravan.plots.sweep_map_cells import is_about_zero, scale_in_words
from caravan.report.blocks import Block, Picture
from caravan.report.compared_figures import Figure
from caravan.report.figures.sweeps import Response, heat_map, responses, tornado
from caravan.report.sentences import Named, sentence
from caravan.report.sweep_effects import TOLD, Change, basis, changes_of, unit_of
from caravan.report.sweep_folder import SweepFolder
from caravan.sweeps.designs import Grid
from caravan.sweeps.effects import level_means
from caravan.sweeps.readings import Readings, read_cells

_MOST_PANELS = 4


def figure_blocks(folder: SweepFolder, measure: str) -> tuple[Block, ...]:
    """Draw what the parameters do to a figure.

    Parameters
    ----------
    folder : SweepFolder
        The sweep.
    measure : str
        The figure.

    Returns
    -------
    tuple of Block
        The effects with intervals; the figure along each axis; over the two axes that matter most.
    """
    figure, changes = TOLD[measure], changes_of(folder, measure)
    if not changes:
        return ()
    stem = measure.partition(".")[0]
    unit = unit_of(changes[0].effects[0][1].row).strip()
    rows = [effect.row for change in changes for _, effect in change.effects]
    strongest = changes[0]
    title = (
        sentence(f"{figure.called.capitalize()}: most changed by {{what}}", what=strongest.words)
        if any(change.shown for change in changes)
        else sentence(f"{figure.called.capitalize()}: no parameter is shown to change it")
    )
    line = "; line: its range" if any(row.has_interval for row in rows) else ""
    caption = sentence(
        f"Mark and bar: what the change does, on average over the other parameters{line}. {{basis}}", basis=basis(rows)
    )
    lines = [
        (
            f"{change.title}\n{change.before} \u2192 {change.after}",
            [(name, effect.row) for name, effect in change.effects],
        )
        for change in changes
    ]
    drawing = tornado(lines, unit, title.text, caption.text, name=f"{stem}_effects")
    effects = Picture(title, caption, drawing)
    if not any(change.shown for change in changes):
        return (effects,)
    return (effects, *_along_axes(folder, figure, stem), *_over_two(folder, figure, changes, stem))


def _readings(folder: SweepFolder, measure: str) -> list[Readings]:
    seat = 1 if measure == "first_player_advantage" else None
    there = set(folder.sweep.summary["measure"])
    told = tuple(name for name in TOLD if name in there)  # all at once, as each cell's games are read but once
    return [one for one in read_cells(folder.sweep, told) if one.measure == measure and one.seat == seat]


def _along_axes(folder: SweepFolder, figure: Figure, stem: str) -> tuple[Block, ...]:
    plan = folder.sweep.plan
    readings = _readings(folder, figure.measure)
    panels = []
    for number, axis in enumerate(plan.axes):
        curves = {}
        levels: list[int] = []
        for one in readings:
            means = level_means(plan, number, one)
            levels = [level for level, _ in means] or levels
            curves[_stratum(folder, one)] = dict(means)
        there = sorted({level for means in curves.values() for level in means})
        if len(there) < 2:
            continue
        factor = 100.0 if readings[0].unit.startswith("share") else 1.0
        ends = tuple(
            (
                name,
                tuple(
                    (factor * means[level].low, factor * means[level].value, factor * means[level].high)
                    if level in means
                    else (math.nan,) * 3
                    for level in there
                ),
            )
            for name, means in curves.items()
        )
        panels.append(Response(axis.title, tuple(plan.level_in_words(number, level) for level in there), ends))
    if not panels:
        return ()
    title = sentence(f"{figure.called.capitalize()} along each parameter")
    caption = sentence(
        "Line: the figure at each value, on average over the other parameters; band: its range. {games} in each cell.",
        games=folder.evidence.rows[0].games_counted,
    )
    unit = "percentage points" if readings[0].unit.startswith("share") else readings[0].unit
    drawing = responses(panels[:_MOST_PANELS], unit, title.text, caption.text, name=f"{stem}_curves")
    return (Picture(title, caption, drawing),)


def _stratum(folder: SweepFolder, one: Readings) -> str:
    plan = folder.sweep.plan
    parts = (f"{one.players} players" if len(plan.players) > 1 else "", one.bots if len(plan.bots) > 1 else "")
    return ", ".join(filter(None, parts))


def _over_two(folder: SweepFolder, figure: Figure, changes: Sequence[Change], stem: str) -> tuple[Block, ...]:
    """Draw a figure over the two axes that change it most, where a grid was played."""
    plan = folder.sweep.plan
    if not isinstance(plan.design, Grid) or len(plan.axes) < 2:
        return ()
    order = list(dict.fromkeys(change.axis for change in changes))[:2]
    numbers = [next(place for place, axis in enumerate(plan.axes) if axis.name == name) for name in order]
    if len(numbers) < 2:
        return ()
    across, down = (plan.axes[number] for number in numbers)
    reading = _readings(folder, figure.measure)[0]
    sums, counts = (np.zeros((len(down), len(across))) for _ in range(2))
    for point, value in zip(plan.points, reading.values, strict=True):
        if not math.isnan(value):
            sums[point[numbers[1]], point[numbers[0]]] += value
            counts[point[numbers[1]], point[numbers[0]]] += 1
    values = np.divide(sums, counts, out=np.full_like(sums, np.nan), where=counts > 0)
    if np.isnan(values).all():
        return ()
    factor, unit = (100.0, "percent") if reading.unit.startswith("share") else (1.0, reading.unit)
    title = sentence(
        f"{figure.called.capitalize()} by {{across}} and {{down}}",
        across=Named(across.title.lower(), "plan axes"),
        down=Named(down.title.lower(), "plan axes"),
    )
    who = _stratum(folder, reading)
    about_zero = is_about_zero(figure.measure, reading.unit)
    averaged = "on average over the other parameters" if len(plan.axes) > 2 else "in each cell"
    caption = sentence(
        f"Numbers: the figure {averaged}{{who}}; {scale_in_words(about_zero=about_zero)}. {{games}} in each cell.",
        who=Named(f", with {who}" if who else "", "plan"),
        games=folder.evidence.rows[0].games_counted,
    )
    drawing = heat_map(
        factor * values,
        (across.title, [str(level) for level in across.levels]),
        (down.title, [str(level) for level in down.levels]),
        unit,
        title.text,
        caption.text,
        name=f"{stem}_map",
        about_zero=about_zero,
    )
    return (Picture(title, caption, drawing),)
