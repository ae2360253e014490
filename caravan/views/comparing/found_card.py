"""What was found, in sentences: for each rule set what all styles together say of it."""

# mypy: allow-untyped-calls

from __future__ import annotations

from html import escape
from typing import Any

from panel.viewable import Viewer

from caravan.comparison import Comparison, Group, Point, figure_in_words, games_to_decide, in_short, interval_in_words
from caravan.plots.differences import finding
from caravan.views.comparing.picture import Beside, Picture
from caravan.views.look import CARD, LINE, stack
from caravan.views.words import Words
from caravan.wording import in_words

_SIGNS = {
    "better": "\u25b2",
    "worse": "\u25bc",
    "higher": "\u25c6",
    "lower": "\u25c6",
    "practically equal": "\u25a0",
    "disputed": "\u25c7",
    "can't tell": "\u25cb",
}
"""As the figure of the differences draws them."""

_WITH_FIGURES = ("better", "worse", "higher", "lower", "disputed")
_STYLE = (
    """
h2 { margin-bottom: 8px; }
section + section { margin-top: 14px; padding-top: 12px; }
h3 { font-size: 16px; font-weight: 600; line-height: 1.35; margin: 0 0 6px; }
dl { display: grid; gap: 5px 14px; grid-template-columns: max-content 1fr; margin: 0; }
dt { font-weight: 600; }
dd { margin: 0; }
dd ul { list-style: none; margin: 0; padding: 0; }
dd li + li { margin-top: 3px; }
.figures { color: color-mix(in srgb, var(--panel-on-surface-color) 66%, transparent); font-size: 13.5px; }
.remarks { margin-top: 12px; }
.open { margin-top: 8px; }
@media (max-width: 600px) { dl { grid-template-columns: 1fr; gap: 2px; } dd { margin: 0 0 8px; } }
"""
    f"section + section {{ border-top: 1px solid {LINE}; }}"
)
_WAITING = "What each rule set changes"
_ALONE = (
    "<h2>Nothing to compare yet</h2><p>Add a second rule set at the side: a preset, a copy to be changed, a rules "
    "file, or a link to the Lab. Then both are played from the same seeds, and what the change does is said here.</p>"
)
_BARS = (
    '<div aria-busy="true" style="display:grid;gap:12px;padding:12px 0">'
    + "".join(
        f'<i style="background:color-mix(in srgb, currentColor 10%, transparent);border-radius:6px;display:block;'
        f'height:18px;width:{width}%"></i>'
        for width in (72, 88, 61)
    )
    + "</div>"
)
_OF_ITSELF = "Each interval is for its figure alone: of twenty that don\u2019t differ, one will look as if it did."


class FoundCard(Viewer):
    """Says what was found."""

    def __init__(self) -> None:
        super().__init__()
        self.words = Words("", _STYLE)
        self._layout = stack(self.words, **CARD)
        self.wait()

    def __panel__(self) -> Any:
        return self._layout

    def wait(self) -> None:
        """Show that there is nothing to say yet."""
        self._say(f"<h2>{_WAITING}</h2>{_BARS}")

    def follow(self, picture: Picture) -> None:
        """Say what a picture shows."""
        if len(picture.question.state.sets) == 1:
            self._say(_ALONE)
        elif not picture.beside:
            self.wait()
        else:
            self._say(found_in_words(picture))

    def _say(self, html: str) -> None:
        if html != self.words.html:
            self.words.html = html


def found_in_words(picture: Picture) -> str:
    """Write what was found as HTML; names are shown as text."""
    sections = "".join(_section(beside, heads=len(picture.beside) > 1) for beside in picture.beside)
    first = picture.beside[0].comparison
    remarks = [first.interval_words, *first.remarks, _OF_ITSELF]
    said = "".join(f"<p>{escape(remark)}</p>" for remark in remarks)
    return f'<h2>{escape(heading(picture))}</h2>{sections}<div class="faint remarks">{said}</div>'


def heading(picture: Picture) -> str:
    """Say in one sentence what was found."""
    if len(picture.beside) == 1:
        beside = picture.beside[0]
        return finding(beside.comparison, beside.name)
    changing = [one for one in picture.beside if any(group.outcome in _WITH_FIGURES[:4] for group in _groups(one))]
    so_far = "" if all(one.comparison.settled for one in picture.beside) else " so far"
    if not changing:
        agreed = " that the styles agree on" if len(picture.beside[0].comparison.styles) > 1 else ""
        return f"No rule set is shown to change anything{agreed}{so_far}"
    named = in_words(f"{one.letter} {one.name}" for one in changing)
    if len(changing) == len(picture.beside):
        return f"Every rule set changes something{so_far}: {named}"
    return f"{len(changing)} of {len(picture.beside)} rule sets change something{so_far}: {named}"


def _groups(beside: Beside) -> tuple[Group, ...]:
    return in_short(beside.comparison, beside.name)


def _section(beside: Beside, *, heads: bool) -> str:
    comparison = beside.comparison
    head = f"<h3>{beside.letter} \u00b7 {escape(finding(comparison, beside.name))}</h3>" if heads else ""
    rows = []
    for group in _groups(beside):
        title = group.title if comparison.settled or group.outcome != "can't tell" else "Can\u2019t tell so far"
        sign = f'<span aria-hidden="true">{_SIGNS[group.outcome]}</span>'
        if group.outcome in _WITH_FIGURES:
            items = "".join(
                f'<li>{escape(_upper(str(point)))} <span class="figures">{escape(_figures(comparison, beside, point))}'
                "</span></li>"
                for point in group.points
            )
            said = f"<ul>{items}</ul>"
        else:
            said = escape(_upper("; ".join(map(str, group.points))) + ".")
        rows.append(f"<dt>{sign} {escape(title)}</dt><dd>{said}</dd>")
    wanted = games_to_decide(comparison) if comparison.settled else {}
    advice = ""
    if wanted:
        more = in_words(f"{games:,} games of {style}" for style, games in wanted.items())
        advice = f'<p class="faint open">What is open would probably take {escape(more)} to decide.</p>'
    return f"<section>{head}<dl>{''.join(rows)}</dl>{advice}</section>"


def _figures(comparison: Comparison, beside: Beside, point: Point) -> str:
    """Give a point's figures under each style: before, after, difference, interval, and a verdict that differs."""
    said = []
    for style in comparison.styles:
        found = comparison.differences(style, beside.name)[point.finding.measure, point.finding.seat]
        change = figure_in_words(found.value, found.unit, signed=True)
        span = interval_in_words(found.low, found.high, found.unit)
        interval = f", {span}" if span else ""
        before, after = (figure_in_words(one.value, found.unit) for one in (found.before, found.after))
        word = comparison.verdict(found)
        verdict = "" if word == point.finding.outcome else f", {word}"
        said.append(f"{style}: {before} \u2192 {after} ({change}{interval}){verdict}")
    return "; ".join(said)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
