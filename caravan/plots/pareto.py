"""What a search for rules has found: everything tried, the front, and where fresh seeds put it."""

from __future__ import annotations

import html
import itertools
import math
from collections.abc import Sequence
from typing import Any

from bokeh.core.properties import value
from bokeh.models import Model

from caravan.balance import Tuning
from caravan.balance.scales import Scale, scales_of
from caravan.balance.tuning import Answer
from caravan.plots import canvas
from caravan.plots.canvas import Ends, Figure
from caravan.plots.palette import NEUTRAL, SEATS
from caravan.plots.standalone_page import standalone_page

FRONT, PRESENT = SEATS[0], SEATS[1]
_HEIGHT = 460
_ROOM = 0.08
_MOST_PAIRS = 3


def figure(found: Tuning, pair: tuple[Scale, Scale], places: tuple[int, int], name: str) -> Figure:
    """Draw two objectives against each other.

    Parameters
    ----------
    found : Tuning
        From `caravan.balance.tune`.
    pair : tuple of Scale
        What is across and what is up.
    places : tuple of int
        Which of the objectives they are, from 0.
    name : str
        What the figure is to be called.

    Returns
    -------
    Figure
        Small dots: what was tried, as the search saw it, crosses where something is missed that must be; a line from
        there to each large dot, which is an answer on fresh seeds with its intervals; a diamond for the present rules.
    """
    tried = [_shown(pair, places, judgement.losses) for judgement in found.judged.values()]
    answers = [_answer(answer, pair, places) for answer in (*found.answers, found.baseline)]
    known = [*tried, *(answer[key] for answer in answers for key in ("fresh", "searched"))]
    x_range, y_range = (_ends([point[side] for point in known]) for side in (0, 1))
    plot = canvas.blank_figure(name, x_range, y_range, _HEIGHT)
    dots = canvas.named_source(
        name,
        {
            "x": [x for x, _ in tried],
            "y": [y for _, y in tried],
            "marker": ["circle" if judgement.is_allowed else "x" for judgement in found.judged.values()],
        },
    )
    plot.scatter("x", "y", source=dots, size=5, marker="marker", color=NEUTRAL, alpha=0.5)
    source = canvas.named_source(
        f"{name} answers",
        {
            "x": [answer["fresh"][0] for answer in answers],
            "y": [answer["fresh"][1] for answer in answers],
            "before_x": [answer["searched"][0] for answer in answers],
            "before_y": [answer["searched"][1] for answer in answers],
            **{key: [_within(answer[key], x_range) for answer in answers] for key in ("left", "right")},
            **{key: [_within(answer[key], y_range) for answer in answers] for key in ("bottom", "top")},
            "colour": [PRESENT if answer["number"] == 0 else FRONT for answer in answers],
            "marker": ["diamond" if answer["number"] == 0 else "circle" for answer in answers],
            "label": [_name(answer["number"]) for answer in answers],
            "rules": [answer["rules"] for answer in answers],
            "words": [answer["words"] for answer in answers],
        },
    )
    plot.segment("before_x", "before_y", "x", "y", source=source, color=NEUTRAL, line_dash="dotted")
    plot.segment("left", "y", "right", "y", source=source, color="colour", line_width=3, line_alpha=0.3)
    plot.segment("x", "bottom", "x", "top", source=source, color="colour", line_width=3, line_alpha=0.3)
    marks = plot.scatter("x", "y", source=source, size=12, color="colour", marker="marker")
    plot.text(
        "x", "y", text="label", source=source, x_offset=9, y_offset=-9, text_color=NEUTRAL,
        text_font=value(canvas.FONT), text_font_size="12px",
    )  # fmt: skip
    plot.xaxis.axis_label, plot.yaxis.axis_label = pair[0].label, pair[1].label
    canvas.add_hover(plot, marks, [("", "@label"), ("rules", "@rules"), ("fresh seeds", "@words")])
    return plot


def page(found: Tuning) -> str:
    """Put the front of a search on a page.

    Parameters
    ----------
    found : Tuning
        With two objectives or more.

    Returns
    -------
    str
        HTML that needs nothing else.
    """
    scales = scales_of(found.goal)
    pairs = list(itertools.combinations(range(len(scales)), 2))[:_MOST_PAIRS]
    figures: dict[str, Model] = {}
    parts = []
    for first, second in pairs:
        name = f"front_{first + 1}_{second + 1}"
        figures[name] = figure(found, (scales[first], scales[second]), (first, second), name)
        parts += [f"<h2>{html.escape(_heading(scales[first], scales[second]))}</h2>", f"<!-- {name} -->"]
    parts.append(
        '<p class="quiet">Small dots: rules that were tried, as the search saw them; crosses: those that miss '
        "something that must be. Dotted lines lead from there to the large dots: the answers on fresh seeds, with "
        "95% intervals. Number 1 is the winner; the diamond stands for the present rules.</p>"
    )
    goal = found.goal
    title = f"Trade-offs: {goal.name}" if goal.name else "Trade-offs"
    origin = (
        f"{found.tried:,} rule sets tried in {found.spent:,} games, each answer on {found.games_fresh:,} fresh ones; "
        f"{', '.join(map(str, goal.players))} players, {', '.join(goal.bots)}, present rules {goal.rules.id}, "
        f"seed {goal.seed}"
    )
    return standalone_page(title, origin, "\n".join(parts), figures)


def _heading(across: Scale, up: Scale) -> str:
    better = ["right" if across.more_is_better else "left", "up" if up.more_is_better else "down"]
    return f"{across.name.replace('_', ' ')} against {up.name.replace('_', ' ')}: better is {better[0]} and {better[1]}"


def _shown(pair: tuple[Scale, Scale], places: tuple[int, int], losses: Sequence[float]) -> Ends:
    across, up = (scale.shown(losses[place]) for scale, place in zip(pair, places, strict=True))
    return across, up


def _answer(answer: Answer, pair: tuple[Scale, Scale], places: tuple[int, int]) -> dict[str, Any]:
    fresh = _shown(pair, places, answer.fresh.judgement.losses)
    searched = _shown(pair, places, answer.searched.losses) if answer.searched is not None else fresh
    intervals = [answer.fresh.losses[place] for place in places]
    ends = [
        sorted((scale.shown(interval.low), scale.shown(interval.high)))
        for scale, interval in zip(pair, intervals, strict=True)
    ]
    return {
        "number": answer.number,
        "rules": answer.rules.id,
        "fresh": fresh,
        "searched": searched,
        "left": ends[0][0],
        "right": ends[0][1],
        "bottom": ends[1][0],
        "top": ends[1][1],
        "words": "; ".join(
            f"{number:.3g} ({low:.3g} to {high:.3g})" for number, (low, high) in zip(fresh, ends, strict=True)
        ),
    }


def _ends(numbers: Sequence[float]) -> Ends:
    finite = [number for number in numbers if math.isfinite(number)]
    reach = max(max(finite) - min(finite), 1e-6)
    return min(finite) - _ROOM * reach, max(finite) + 2 * _ROOM * reach


def _within(number: float, ends: Ends) -> float:
    return min(max(number, ends[0]), ends[1])


def _name(number: int) -> str:
    return str(number) if number else "present"
