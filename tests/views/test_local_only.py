"""The server keeps to this machine unless it is told otherwise."""

from __future__ import annotations

import ipaddress
from socket import socket

import bokeh.server.server as bokeh_server
import pytest

from caravan.views.local_only import ServerError, listen_on_this_machine_only, require_address_of_other_servers


@pytest.fixture
def bind(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bokeh_server, "bind_sockets", bokeh_server.bind_sockets)
    listen_on_this_machine_only()
    listen_on_this_machine_only()
    opened: list[socket] = []

    def bind(address: str | None) -> set[str]:
        sockets, port = bokeh_server.bind_sockets(address, 0)
        opened.extend(sockets)
        assert {each.getsockname()[1] for each in sockets} == {port}
        return {each.getsockname()[0] for each in sockets}

    yield bind
    for each in opened:
        each.close()


@pytest.mark.parametrize("nothing", [None, ""])
def test_without_an_address_only_this_machine_reaches_the_server(bind, nothing: str | None) -> None:
    addresses = bind(nothing)
    assert addresses
    assert all(ipaddress.ip_address(address).is_loopback for address in addresses)


def test_an_address_that_is_given_is_taken(bind) -> None:
    assert bind("0.0.0.0") == {"0.0.0.0"}


def test_a_name_of_this_machine_that_leads_elsewhere_isnt_trusted(bind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravan.views.local_only.THIS_MACHINE", "0.0.0.0")
    assert bind(None) == {"127.0.0.1"}


def test_the_server_that_is_served_is_one_of_these(root, monkeypatch: pytest.MonkeyPatch) -> None:
    from panel.io.application import build_single_handler_application

    before = bokeh_server.bind_sockets
    monkeypatch.setattr(bokeh_server, "bind_sockets", getattr(before, "__wrapped__", before))
    build_single_handler_application(str(root / "dashboards"))
    assert hasattr(bokeh_server.bind_sockets, "__wrapped__")


def test_another_server_needs_an_address() -> None:
    require_address_of_other_servers(["panel", "serve", "dashboards/"])
    require_address_of_other_servers(["panel", "serve", "dashboards/", "--server", "tornado"])
    require_address_of_other_servers(["panel", "serve", "dashboards/", "--server=asgi", "--address=127.0.0.1"])
    with pytest.raises(ServerError, match="add --address"):
        require_address_of_other_servers(["panel", "serve", "dashboards/", "--server", "fastapi"])


def test_a_bokeh_that_cant_be_kept_here_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(bokeh_server, "bind_sockets")
    with pytest.raises(ServerError, match="--address"):
        listen_on_this_machine_only()
