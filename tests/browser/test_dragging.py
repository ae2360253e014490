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

from caravan.batch import BatchRequest
from caravan.rules import Rules
from caravan.views import other_styles
from caravan.views.app import build, shared_book_behind, shared_run_book

STYLE = "planner:noise=0.5"


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
    """How many line-ups are being played, and how many styles to compare them with."""
    return shared_run_book().playing, shared_book_behind().playing


def drag_camels(lab: LabPage) -> None:
    """Drag the slider over ten values."""
    box = lab.slider("camels").bounding_box()
    assert box is not None
    height = box["y"] + box["height"] / 2
    lab.page.mouse.move(box["x"] + 9, height)
    lab.page.mouse.down()
    for step in range(1, 11):
        lab.page.mouse.move(box["x"] + 9 + step * (box["width"] - 18) / 10, height)
        lab.page.wait_for_timeout(30)
    lab.page.mouse.up()


def wait_for_living(page: Page, of_other_tests: set[threading.Thread], expected: tuple[int, int]) -> None:
    """Wait until so many runs live, each with its thread; a cancelled run finishes the blocks it has begun."""
    for _ in range(200):
        if (living(), len(runs() - of_other_tests)) == (expected, sum(expected)):
            break
        page.wait_for_timeout(50)
    assert (living(), len(runs() - of_other_tests)) == (expected, sum(expected))


def test_dragging_over_ten_values_leaves_only_the_last_run_alive(page: Page, address: str) -> None:
    of_other_tests = runs()
    lab = LabPage(page, address).open(f"1~standard~games=50000~compare={STYLE}")
    lab.wait_for_status(r"[1-9][\d,]* of 50,000 games")
    drag_camels(lab)
    lab.wait_for_status(r"[1-9][\d,]* of 50,000 games")
    assert lab.number("camels").input_value() == "10"
    wait_for_living(page, of_other_tests, (1, 0))
    page.get_by_role("button", name="Stop").click()
    lab.wait_for_status("Stopped after")
    wait_for_living(page, of_other_tests, (0, 0))
    assert lab.complaints == []


def test_dragging_while_a_second_style_plays_leaves_one_run_of_it(
    page: Page, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def many_games_of_a_second_style(request: BatchRequest, _styles: object) -> tuple[BatchRequest, ...]:
        return (BatchRequest(request.rules, None, STYLE, 200_000, request.seed),)

    monkeypatch.setattr(other_styles, "requests_beside", many_games_of_a_second_style)
    of_other_tests = runs()
    lab = LabPage(page, address).open(f"1~standard~games=200~compare={STYLE}")
    lab.wait_for_status(rf"{STYLE}, [1-9][\d,]* of 200,000 games")
    drag_camels(lab)
    lab.wait_for_caption(Rules(camels=10).id)
    lab.wait_for_source("win_share", "data.share.length === 8")
    wait_for_living(page, of_other_tests, (0, 1))
    page.get_by_role("button", name="Stop").click()
    lab.wait_for_status(f"{STYLE}, stopped")
    wait_for_living(page, of_other_tests, (0, 0))
    assert lab.complaints == []
