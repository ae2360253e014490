"""A report as one HTML file that needs nothing else."""

from __future__ import annotations

import functools
from importlib import resources

from jinja2 import Environment, Template

from caravan.report.blocks import Page
from caravan.version import __version__


def html_of(page: Page, summary: str) -> str:
    """Set a report in HTML.

    Parameters
    ----------
    page : Page
        The report.
    summary : str
        The name of the file beside it that holds the figures.

    Returns
    -------
    str
        A document with its style and its figures inside. Names that look like HTML are shown as text.
    """
    return _template().render(page=page, version=__version__, look=_file("page.css"), summary=summary) + "\n"


@functools.cache
def _template() -> Template:
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_file("page.html"))


def _file(name: str) -> str:
    return (resources.files("caravan.report") / name).read_text(encoding="utf-8")
