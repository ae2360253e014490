"""What all tests share: Chromium for the browser tests, a served dashboard, and a clean slate after each test."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SECONDS_FOR_FIRST_PAGE = 180

# What the command prints is as wide as where there is no terminal, in workers too, which are told of one.
os.environ.pop("COLUMNS", None)

# No test measures time, and a test's first example may compile.
settings.register_profile(
    "caravan",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("caravan")


def browser_required() -> bool:
    return os.environ.get("CARAVAN_REQUIRE_BROWSER", "0") not in {"", "0"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if {"browser", "context", "page"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if CHROMIUM is None and item.get_closest_marker("browser"):
        reason = f"needs Chromium: none of {', '.join(CHROMIUM_NAMES)} is on the PATH"
        if browser_required():
            pytest.fail(f"{reason}, and CARAVAN_REQUIRE_BROWSER is set", pytrace=False)
        pytest.skip(reason)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Have pytest-playwright start the system's Chromium: no browser is downloaded."""
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=10) as response:
            return response.status == 200
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture(scope="session")
def dashboard_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the dashboard, served for all tests of the session as the README says."""
    port = free_port()
    log = tmp_path_factory.mktemp("served") / "panel.log"
    command = [sys.executable, "-m", "panel", "serve", "dashboards/", "--address", "127.0.0.1", "--port", str(port)]
    with log.open("w", encoding="utf-8") as output:
        server = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
    try:
        url = f"http://127.0.0.1:{port}/dashboards"
        give_up = time.monotonic() + SECONDS_FOR_FIRST_PAGE
        while not answers(url):
            if server.poll() is not None or time.monotonic() > give_up:
                pytest.fail(f"no page at {url}; the server said:\n{log.read_text(encoding='utf-8')}", pytrace=False)
            time.sleep(0.2)
        yield url
    finally:
        server.terminate()
        try:
            server.wait(timeout=15)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@pytest.fixture(autouse=True)
def fresh_panel_state() -> Iterator[None]:
    """Leave no server, cache or session of Panel behind, where a test used Panel at all."""
    yield
    panel = sys.modules.get("panel")
    if panel is not None:
        panel.state.kill_all_servers()
        panel.state.reset()
