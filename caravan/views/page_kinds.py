"""The pages of the dashboard, in the order of the navigation; each is imported when it is first shown."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import cast

from caravan.views.page import PageView
from caravan.views.visit import Visit


@dataclass(frozen=True)
class PageKind:
    """A page that can be made.

    Attributes
    ----------
    name : str
        Its name in the address.
    title : str
        What it is called in the navigation.
    home : str
        The module and the class, as ``module:Class``.
    """

    name: str
    title: str
    home: str

    def make(self, visit: Visit) -> PageView:
        """Make the page for a visitor."""
        module, _, kind = self.home.partition(":")
        return cast("PageView", getattr(importlib.import_module(module), kind)(visit))


PAGE_KINDS = (
    PageKind("lab", "Lab", "caravan.views.lab_page:LabPage"),
    PageKind("compare", "Compare", "caravan.views.comparing.compare_page:ComparePage"),
    PageKind("sweep", "Sweep", "caravan.views.sweeping.sweep_page:SweepPage"),
    PageKind("replay", "Replay", "caravan.views.replaying.replay_page:ReplayPage"),
)
"""All pages; the first is shown where an address names none."""


def load_pages() -> None:
    """Import every page, so that the first visitor of each needn't wait for it."""
    for kind in PAGE_KINDS:
        importlib.import_module(kind.home.partition(":")[0])
