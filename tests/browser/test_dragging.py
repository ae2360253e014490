"""Dragging a slider: the page and the engine in one process, so that the runs can be counted."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import panel as pn
import pytest
from lab_page import LabPage
from playwright.sync_api import Page

from caravan.views.app import build, shared_book_behind, shared_run_book

MANY = "1~standard~games=50000~compare=planner:noise=0.5"


@pytest.fixture
def address() -> Iterator[str]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    server = pn.serve({"lab": build}, port=port, address="127.0.0.1", threaded=True, show=False)
    try:
        wait_for_port(port)
        yield f"http://127.0.0.1:{port}/lab"
    finally:
        server.stop()


def wait_for_port(port: int) -> None:
    give_up = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < give_up, "the server doesn't answer"
            time.sleep(0.05)
        else:
            return


def runs() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "caravan-run"}


def living() -> tuple[int, int]:
    return shared_run_book().playing, shared_book_behind().playing


def test_dragging_over_ten_values_leaves_only_the_last_runs_alive(page: Page, address: str) -> None:
    """One of the line-up, and one of the style that is compared with it."""
    of_other_tests = runs()
    lab = LabPage(page, address).open(MANY)
    lab.wait_for_status(r"[1-9][\d,]* of 50,000 games")
    box = lab.slider("camels").bounding_box()
    assert box is not None
    height = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 9, height)
    page.mouse.down()
    for step in range(1, 11):
        page.mouse.move(box["x"] + 9 + step * (box["width"] - 18) / 10, height)
        page.wait_for_timeout(30)
    page.mouse.up()
    lab.wait_for_status(r"[1-9][\d,]* of 50,000 games")
    assert lab.number("camels").input_value() == "10"
    # A cancelled run finishes the blocks it has begun.
    for _ in range(200):
        if (living(), len(runs() - of_other_tests)) == ((1, 1), 2):
            break
        page.wait_for_timeout(50)
    assert (living(), len(runs() - of_other_tests)) == ((1, 1), 2)
    page.get_by_role("button", name="Stop").click()
    lab.wait_for_status("Stopped after")
    assert living() == (0, 0)
    assert lab.complaints == []
