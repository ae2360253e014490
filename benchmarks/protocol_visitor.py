"""A visitor without a browser, who speaks the server's protocol: opens the page, moves sliders, waits for pictures.

Far cheaper than a browser, so that many can visit at once from the machine that is measured.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

LARGEST_MESSAGE = 200 * 2**20
LAB_PICTURES = frozenset({"win_share", "scores", "length"})

Message = tuple[dict[str, Any], dict[str, Any]]


class ProtocolVisitor:
    """One visitor.

    Parameters
    ----------
    address : str
        The page's, such as ``http://localhost:5006/dashboards``.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._socket: WebSocketClientConnection | None = None
        self._sent = 0
        self._waiting: deque[Message] = deque()
        self._arrived: asyncio.Queue[Message | Exception] = asyncio.Queue()
        self._reader: asyncio.Task[None] | None = None
        self.models: dict[str, dict[str, Any]] = {}
        self.errors: list[str] = []

    async def enter(self, query: str = "") -> None:
        """Open the page, as a browser does."""
        page = await AsyncHTTPClient().fetch(f"{self._address}{query}", request_timeout=300)
        token = re.search(r'"token":"([^"]+)"', page.body.decode())
        if token is None:
            raise RuntimeError("the page has no session")
        request = HTTPRequest(f"{self._address.replace('http', 'ws', 1)}/ws", request_timeout=300)
        self._socket = await websocket_connect(
            request, subprotocols=["bokeh", token[1]], max_message_size=LARGEST_MESSAGE
        )
        self._reader = asyncio.create_task(self._read_on())
        await self._read()
        await self._ask("PULL-DOC-REQ", {})
        await self.say(None, "document_ready")

    async def say(self, model: str | None, event: str, data: Any = None) -> None:
        """Send an event, and wait until the server has dealt with it."""
        values: dict[str, Any] = {"type": "map"}
        buffers: list[bytes] = []
        if model is not None:
            values["entries"] = [["model", {"id": model}], ["data", _encoded(data, buffers)]]
        sent = {"type": "event", "name": event, "values": values}
        content = {"events": [{"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": sent}]}
        await self._ask("PATCH-DOC", content, buffers)

    async def tell(self, component: str, data: Any) -> None:
        """Send what a component of the page sends, such as the rule editor."""
        await self.say(self.component(component), "data_event", data)

    def component(self, name: str) -> str:
        """Find a component by the name of its class."""
        return next(key for key, model in self.models.items() if model.get("class_name") == name)

    def has(self, name: str) -> bool:
        """Tell whether the page has a component, by the name of its class."""
        return any(model.get("class_name") == name for model in self.models.values())

    def shown(self, name: str, attribute: str) -> Any:
        """Give what a component shows, by the name that it was given."""
        found = next(model for model in self.models.values() if model.get("name") == name)
        return decoded(found.get(attribute))

    async def pictures(self, names: frozenset[str], seconds: float = 60.0) -> float:
        """Wait until the sources of all these pictures have new data; give the time when the last one had."""
        missing = set(names)
        give_up = time.monotonic() + seconds
        while missing:
            _, content = await asyncio.wait_for(self._next(), max(0.01, give_up - time.monotonic()))
            for name in self._changed(content):
                missing.discard(name)
        return time.monotonic()

    async def until(self, holds: Callable[[ProtocolVisitor], object], seconds: float = 60.0) -> None:
        """Read what comes until something holds of what was read."""
        give_up = time.monotonic() + seconds
        while not holds(self):
            if self.errors:
                raise RuntimeError(self.errors[0])
            await asyncio.wait_for(self._next(), max(0.01, give_up - time.monotonic()))

    async def listen(self, seconds: float) -> None:
        """Read what comes for a while."""
        give_up = time.monotonic() + seconds
        while (left := give_up - time.monotonic()) > 0:
            try:
                await asyncio.wait_for(self._next(), left)
            except TimeoutError:
                return

    def shown_address(self) -> str:
        """Give the part of the address behind its question mark that the page has set last; empty if none."""
        return next((str(model["query"]) for model in self.models.values() if model.get("query")), "")

    @property
    def texts(self) -> str:
        """All HTML on the page, one piece after the other."""
        return "\n".join(str(model["html"]) for model in self.models.values() if "html" in model)

    def leave(self) -> None:
        """Close the page."""
        if self._socket is not None:
            self._socket.close()

    def _changed(self, content: dict[str, Any]) -> Iterator[str]:
        for event in content.get("events", ()):
            if event.get("kind") == "ColumnDataChanged":
                yield str(self.models.get(event["model"]["id"], {}).get("name"))
        yield from (str(model.get("name")) for model in _objects(content) if model.get("data"))

    async def _ask(self, kind: str, content: dict[str, Any], buffers: Sequence[bytes] = ()) -> None:
        """Send a message and wait for its answer.

        Of what comes before it, only that is waited for later which follows from the message: what comes after a change
        of the address.
        """
        assert self._socket is not None
        self._waiting.clear()
        follows = False
        self._sent += 1
        head = {"msgid": f"v{self._sent}", "msgtype": kind, "num_buffers": len(buffers)}
        for part in (head, {}, content):
            await self._socket.write_message(json.dumps(part))
        for place, buffer in enumerate(buffers):
            await self._socket.write_message(json.dumps({"id": str(place)}))
            await self._socket.write_message(buffer, binary=True)
        while True:
            head, content = await self._read()
            if head.get("reqid") == f"v{self._sent}":
                return
            follows |= any(event.get("attr") == "query" for event in content.get("events", ()))
            if follows:
                self._waiting.append((head, content))

    async def _next(self) -> Message:
        return self._waiting.popleft() if self._waiting else await self._read()

    async def _read(self) -> Message:
        """Take the next message that has arrived, and note what it says of the page."""
        arrived = await self._arrived.get()
        if isinstance(arrived, Exception):
            raise arrived
        head, content = arrived
        if head["msgtype"] == "ERROR":
            self.errors.append(content.get("text", "an error without words"))
        for model in _objects(content):
            self.models[model.pop("id")] = model
        for event in content.get("events", ()):
            if event.get("kind") == "ModelChanged":
                self.models.setdefault(event["model"]["id"], {})[event["attr"]] = event.get("new")
        return head, content

    async def _read_on(self) -> None:
        """Read message after message, each whole, whether or not anyone waits for it."""
        try:
            while True:
                parts = [await self._part() for _ in range(3)]
                head, _, content = map(json.loads, parts)
                for _ in range(2 * head.get("num_buffers", 0)):
                    await self._part()
                self._arrived.put_nowait((head, content))
        except ConnectionError as error:
            self._arrived.put_nowait(error)

    async def _part(self) -> str | bytes:
        assert self._socket is not None
        part = await self._socket.read_message()
        if part is None:
            raise ConnectionError("the server closed the connection")
        return part


def _objects(content: Any) -> Iterator[dict[str, Any]]:
    """Find the models in a message, with their attributes."""
    if isinstance(content, dict):
        if content.get("type") == "object" and "id" in content:
            yield {"id": content["id"], "type": content["name"], **content.get("attributes", {})}
        for value in content.values():
            yield from _objects(value)
    elif isinstance(content, list):
        for value in content:
            yield from _objects(value)


def decoded(data: Any) -> Any:
    """Read data as the protocol has them."""
    if isinstance(data, dict):
        if data.get("type") == "map":
            return {name: decoded(value) for name, value in data.get("entries", ())}
        return {name: decoded(value) for name, value in data.items()}
    return [decoded(value) for value in data] if isinstance(data, list) else data


def _encoded(data: Any, buffers: list[bytes]) -> Any:
    """Write plain data as the protocol has them; bytes go into buffers of their own."""
    if isinstance(data, bytes):
        buffers.append(data)
        return {"type": "bytes", "data": {"id": str(len(buffers) - 1)}}
    if isinstance(data, dict):
        return {"type": "map", "entries": [[name, _encoded(value, buffers)] for name, value in data.items()]}
    return [_encoded(value, buffers) for value in data] if isinstance(data, list) else data
