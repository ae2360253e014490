"""A page of the served dashboard for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lab_page import LabPage
from playwright.sync_api import Page


@pytest.fixture
def lab(page: Page, dashboard_url: str) -> Iterator[LabPage]:
    """The dashboard, not yet opened; it must end without complaint and without a request to anyone else."""
    lab = LabPage(page, dashboard_url)
    yield lab
    assert lab.complaints == []
    assert lab.strangers == []
