"""``caravan report``: one page for people who know no statistics, from a folder of results."""

from __future__ import annotations

import sys
from pathlib import Path

from caravan.cli.arguments import Options
from caravan.cli.progress import Progress


def report(options: Options) -> int:
    """Write the report of a folder, and say where it is."""
    with Progress(sys.stderr, f"reading {options.folder}, measuring and drawing"):
        from caravan.report import write_report

        written = write_report(options.folder, options.html, baseline=options.baseline, overwrite=options.overwrite)
    page, summary, figures = written
    count = len(list(Path(figures).glob("*.svg"))) if figures.is_dir() else 0
    print(f"{page}: open it in a browser, or print it")
    print(f"{summary}: the figures that its sentences rest on")
    if count:
        print(f"{figures}: its {count} figures as PNG and SVG")
    return 0
