"""Reports for people who know no statistics: findings first, each number traceable to a line of the summary.

`write_report` takes a folder of results and writes one page that needs nothing else, the summary its sentences rest
on, and the figures.
"""

from __future__ import annotations

from caravan.report.making import make_report, write_report
from caravan.report.writing import Report

__all__ = ["Report", "make_report", "write_report"]
