"""Written parts of the page."""

# mypy: allow-untyped-calls

from __future__ import annotations

from html import escape
from typing import Any

import param
from panel.custom import JSComponent

_WORDS = """
:host { color: var(--panel-on-surface-color); font-family: var(--bokeh-base-font); font-size: 15px; line-height: 1.45; }
h2 { font-size: 18px; font-weight: 600; line-height: 1.3; margin: 0; text-wrap: balance; }
p { margin: 0; }
.faint { color: color-mix(in srgb, var(--panel-on-surface-color) 66%, transparent); font-size: 13.5px; }
.faint p + p { margin-top: 1px; }
"""


class Words(JSComponent):
    """Words that follow the page's theme, and change without disturbing the page.

    A Panel pane makes its style sheets anew for each change, and a change of a Bokeh model has the whole page laid out
    again. A picture has eight such parts, so that this would take longer than to play the games.

    Parameters
    ----------
    html : str
        What is written; whatever people typed must be escaped.
    *styles : str
        Further style sheets.
    **params
        Passed on to the component.
    """

    html = param.String(default="", doc="What is written.")

    _esm = """
export function render({model}) {
  const words = document.createElement("div")
  const write = () => { words.innerHTML = model.html }
  model.on("html", write)
  write()
  return words
}
"""

    def __init__(self, html: str = "", *styles: str, **params: Any) -> None:
        settings = {"sizing_mode": "stretch_width", "margin": 0, "stylesheets": [_WORDS, *styles]}
        super().__init__(html=html, **{**settings, **params})


def paragraphs(lines: tuple[str, ...], css_class: str = "") -> str:
    """Write lines as paragraphs, escaped."""
    inside = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return f'<div class="{css_class}">{inside}</div>' if css_class else inside
