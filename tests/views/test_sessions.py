"""Real sessions of a real server, without a browser: they end, they fail, and they don't disturb one another."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from benchmarks.protocol_visitor import ProtocolVisitor
from caravan.views import app, presence
from caravan.views.engine import CompiledEngine

PATIENCE = 120.0
LONG = "?lab=1~standard~games=50000~bots=rollout~compare=none~seed={}"
SHORT = "?lab=1~standard~games=200~bots=grabber~compare=none~seed={}"


@asynccontextmanager
async def served(root: Path) -> AsyncIterator[tuple[str, Callable[[], Sequence[object]]]]:
    """Serve the dashboard in this process; a page that is closed is given up at once. Give its address and sessions."""
    from bokeh.server.server import Server
    from panel.io.application import build_single_handler_application

    application = build_single_handler_application(str(root / "dashboards"))
    server = Server(
        {"/dashboards": application},
        port=0,
        unused_session_lifetime_milliseconds=100,
        check_unused_sessions_milliseconds=100,
    )
    server.start()
    try:
        yield f"http://localhost:{server.port}/dashboards", lambda: server.get_sessions("/dashboards")
    finally:
        server.stop()


async def eventually(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.05)


@pytest.fixture(autouse=True)
def leaves_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "SECONDS_TO_COME_BACK", 0.1)


def run(root: Path, story: Callable[[str, Callable[[], Sequence[object]]], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with served(root) as (address, sessions):
            await story(address, sessions)

    # A browser's test before this one leaves its thread with a loop that runs.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(whole())).result()


async def entered(address: str, query: str) -> ProtocolVisitor:
    visitor = ProtocolVisitor(address)
    await visitor.enter(query)
    return visitor


def test_visitors_share_games_and_nothing_else_and_what_nobody_waits_for_any_more_is_given_up(root: Path) -> None:
    async def story(address: str, sessions: Callable[[], Sequence[object]]) -> None:
        anna, ben = [await entered(address, LONG.format(1)) for _ in range(2)]
        book = app.shared_run_book()
        await eventually(lambda: book.playing == 1)
        await anna.tell("RuleFields", {"name": "rare_value", "value": 17})
        await anna.until(lambda page: "rare_value" in page.shown_address(), PATIENCE)
        await eventually(lambda: book.playing == 2)
        await ben.listen(0.3)
        assert "rare_value" not in ben.shown_address()
        anna.leave()
        await eventually(lambda: book.playing == 1)
        ben.leave()
        await eventually(lambda: book.playing == 0)
        await eventually(lambda: not sessions())
        assert not anna.errors + ben.errors

    run(root, story)


def test_a_run_that_fails_is_told_on_the_page_and_the_log_names_the_cause(
    root: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class BrokenError(Exception):
        """Breaks a run."""

    def broken(*_: object) -> None:
        raise BrokenError("no room for <b>games</b>")

    async def story(address: str, sessions: Callable[[], Sequence[object]]) -> None:
        with monkeypatch.context() as patched, caplog.at_level(logging.ERROR):
            patched.setattr(CompiledEngine, "play", broken)
            visitor = await entered(address, SHORT.format(2))
            await visitor.until(lambda page: "no room for &lt;b&gt;games" in page.texts, PATIENCE)
        assert "<b>games</b>" not in visitor.texts
        assert any(record.exc_info and record.exc_info[0] is BrokenError for record in caplog.records)
        await visitor.tell("RuleFields", {"name": "rare_value", "value": 9})
        await visitor.until(lambda page: "All 200 games played" in page.texts, PATIENCE)
        assert not visitor.errors
        visitor.leave()

    run(root, story)
