"""The answer to what makes the seats equal, in the command's own sentences and tables."""

# mypy: allow-untyped-calls

from __future__ import annotations

import io
from collections.abc import Callable
from html import escape

import panel_material_ui as pmui
from panel.layout import Column
from panel.viewable import Viewer

from caravan.balance import FairStart, Start, fair_table
from caravan.balance.wording import WordTable, answer, finding, listed_points
from caravan.playtest_summary import as_csv
from caravan.views.look import CARD, side_by_side, stack
from caravan.views.words import Words

_STYLE = """
.answer { display: grid; gap: 12px; }
.scrolls { max-width: 100%; overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
.heading { font-weight: 600; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 17%, transparent); padding: 5px 16px 5px 0; }
th, td { text-align: left; white-space: nowrap; }
thead th { color: color-mix(in srgb, var(--panel-on-surface-color) 68%, transparent); font-weight: 600; }
tbody th { font-weight: 500; }
tr:last-child :is(td, th) { border-bottom: 0; }
.scrolls:focus-visible { outline: 2px solid var(--panel-primary-color); outline-offset: 2px; }
"""
_WAITING = (
    "<h2>What makes the seats equal</h2><p>First the styles play these rules as they are; then points for the seats "
    "and many openings are tried, and the best of each is played once more on fresh seeds. The answer comes at the "
    "end, in the words of the command <b>caravan fair</b>.</p>"
)


class FairCard(Viewer):
    """Shows a fair start once it is found.

    Parameters
    ----------
    on_open : callable
        Given the page to open and the start that is taken there.
    """

    def __init__(self, on_open: Callable[[str, Start], object]) -> None:
        super().__init__()
        self._on_open = on_open
        self._found: FairStart | None = None
        self.words = Words(_WAITING, _STYLE)
        self.points = self._button("lab", "points")
        self.opening = self._button("lab", "opening")
        self.compare = pmui.Button(label="Compare the fairest with the present rules", variant="outlined", margin=0)
        self.compare.on_click(lambda _: self._open_fairest())
        self.download = pmui.FileDownload(
            callback=self._table, filename="fair.csv", label="fair.csv", auto=True, embed=False, margin=0, width=132
        )
        self.download.variant = "outlined"  # given above, Panel 1.9 would take it for a deprecated name
        self._ways = side_by_side(
            self.points, self.opening, self.compare, self.download, gap="10px", flex_wrap="wrap", margin=(14, 0, 0, 0)
        )
        self._ways.visible = False
        self._layout = stack(self.words, self._ways, **CARD)

    def __panel__(self) -> Column:
        return self._layout

    def _button(self, page: str, name: str) -> pmui.Button:
        button = pmui.Button(label="", variant="outlined", margin=0)
        button.on_click(lambda _: self._open(page, name))
        return button

    def fill(self, found: FairStart | None) -> None:
        """Show an answer, or that there is none yet.

        Parameters
        ----------
        found : FairStart or None
            From `caravan.balance.fair_start`.
        """
        self._found = found
        self._ways.visible = found is not None
        if found is None:
            self.words.html = _WAITING
            return
        parts = "".join(map(_html, answer(found)))
        self.words.html = f'<div class="answer"><h2>{escape(finding(found))}</h2>{parts}</div>'
        self.points.label = f"Take the points {listed_points(found.points.rules.starting_points)} to Lab"
        self.opening.label = f"Take the opening {listed_points(found.opening.rules.opening_actions)} to Lab"
        self.compare.disabled = found.recommended is found.now

    def _open(self, page: str, name: str) -> None:
        if self._found is not None:
            self._on_open(page, self._found.points if name == "points" else self._found.opening)

    def _open_fairest(self) -> None:
        if self._found is not None:
            self._on_open("compare", self._found.recommended)

    def _table(self) -> io.BytesIO:
        return io.BytesIO(b"" if self._found is None else as_csv(fair_table(self._found)).encode())


def _html(part: str | WordTable) -> str:
    if isinstance(part, str):
        return f"<p>{escape(part)}</p>"
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in part.columns)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in part.rows
    )
    name = escape(part.heading, quote=True)
    return (
        f'<div><p class="heading">{name}</p>'
        f'<div class="scrolls" tabindex="0" role="region" aria-label="{name}"><table aria-label="{name}">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></div>"
    )
