"""Panel's marks of being busy cost our page nothing."""

from __future__ import annotations

import gc
import weakref

from panel.io.state import state
from panel.util.parameters import edit_readonly
from panel_material_ui.template.base import Page

from caravan.views.busy_marks import leave_busy_out


def follows(page: Page) -> bool:
    before = state.busy
    try:
        with edit_readonly(state):
            state.busy = True
        return bool(page.busy)
    finally:
        with edit_readonly(state):
            state.busy = before


def test_a_page_is_not_touched_whenever_some_visitor_does_something() -> None:
    page = Page(busy_indicator=None)
    leave_busy_out(page)
    assert not page.busy
    assert not follows(page)


def test_a_page_that_nobody_sees_any_more_is_cleared_away() -> None:
    page = Page(busy_indicator=None)
    leave_busy_out(page)
    left = weakref.ref(page)
    del page
    gc.collect()
    assert left() is None
