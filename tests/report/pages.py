"""A report's page as a reader's program sees it: its elements, and what stands in them."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from caravan.report import Report

VOID = {"meta", "br", "img", "link", "hr", "input"}


@dataclass
class Element:
    name: str
    attributes: dict[str, str]
    parts: list[str | Element] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)

    def find(self, *names: str) -> list[Element]:
        """All elements of these names in this one, in order."""
        found = []
        for part in self.parts:
            if isinstance(part, Element):
                found += [part] if part.name in names else []
                found += part.find(*names)
        return found

    def with_class(self, name: str) -> list[Element]:
        return [
            one for one in self.find("span", "div", "p", "figure") if name in one.attributes.get("class", "").split()
        ]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].parts.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].parts.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1].name == tag, f"</{tag}> closes <{self._open[-1].name}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].parts.append(data)


def parsed(html: str) -> Element:
    reader = _Reader()
    reader.feed(html)
    return reader.root


_PAGES: dict[int, tuple[Report, Element]] = {}


def page_of(report: Report) -> Element:
    """The report's page; the same each time, not to be changed."""
    if id(report) not in _PAGES:
        _PAGES[id(report)] = (report, parsed(report.html()))
    return _PAGES[id(report)][1]


def summary_of(report: Report) -> list[dict[str, str]]:
    """The lines of the summary's file, the first one after the heading first."""
    return list(csv.DictReader(io.StringIO(report.summary)))


def number_in(text: str) -> tuple[float, int]:
    """The number in a text, and how many digits it has behind the point."""
    (digits,) = re.findall(r"[\u2212+-]?[\d,]+(?:\.\d+)?", text)
    plain = digits.replace("\u2212", "-").replace(",", "")
    return float(plain), len(plain.partition(".")[2])
