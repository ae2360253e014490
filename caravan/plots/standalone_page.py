"""A page of figures that needs nothing else, and opens without a network."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from bokeh.document import Document
from bokeh.embed import components
from bokeh.models import Model
from bokeh.resources import Resources

_LOOK = """
:root { color-scheme: light dark; --page: #ffffff; --words: #1f1e1c; --quiet: #6a6a6a; --line: #d9d6d0; }
@media (prefers-color-scheme: dark) {
  :root { --page: #1f1e1c; --words: #eceae6; --quiet: #a5a29c; --line: #45423d; }
}
body { background: var(--page); color: var(--words); font: 16px/1.5 Roboto, Helvetica, Arial, sans-serif;
  margin: 2rem auto; max-width: 1120px; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; }
h2 { border-top: 1px solid var(--line); font-size: 1.3rem; margin-top: 2.5rem; padding-top: 1.5rem; }
h3 { font-size: 1.1rem; margin: 2rem 0 0; }
p { margin: 0.25rem 0; }
.quiet { color: var(--quiet); font-size: 0.9rem; max-width: 60rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.85rem; margin: 0.75rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: 0.2rem 0.7rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { background: var(--page); left: 0; position: sticky; text-align: left; }
small { color: var(--quiet); display: block; }
"""

_RANDOM_NAME = re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b")


def standalone_page(title: str, origin: str, body: str, figures: Mapping[str, Model]) -> str:
    """Put figures on a page.

    Parameters
    ----------
    title : str
        The page's.
    origin : str
        What the figures were made from, in a line.
    body : str
        HTML, with a comment such as ``<!-- matrix -->`` where the figure of that name goes.
    figures : mapping of str to Model
        By name.

    Returns
    -------
    str
        HTML, legible on a light screen and on a dark one.
    """
    document = Document()
    with document.models.freeze():  # or every figure that joins would have all others gone through again
        for figure in figures.values():
            document.add_root(figure)
    script, places = components(dict(figures)) if figures else ("", {})
    for name, place in places.items():
        body = body.replace(f"<!-- {name} -->", f'<div class="wide">{place}</div>')
    script, body = _with_plain_names(script, body)
    # Not render(), which adds what other packages loaded in this process have registered with Bokeh.
    resources = Resources(mode="inline", components=["bokeh"]).js_raw if figures else []
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            f'<head><meta charset="utf-8"><title>{html.escape(title)}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{_LOOK}</style>",
            *(f"<script>{resource}</script>" for resource in resources),
            "</head>",
            f'<body><h1>{html.escape(title)}</h1><p class="quiet">{html.escape(origin)}</p>',
            body,
            script,
            "</body></html>\n",
        ]
    )


def _with_plain_names(*texts: str) -> list[str]:
    """Put plain names in the place of the random ones that Bokeh gives, so that the same figures make the same page."""
    found = dict.fromkeys(name for text in texts for name in _RANDOM_NAME.findall(text))
    plain = {name: f"place-{number}" for number, name in enumerate(found, start=1)}
    return [_RANDOM_NAME.sub(lambda match: plain[match.group()], text) for text in texts]
