"""A server that only this machine can reach, unless whoever starts it says otherwise.

Left to themselves, ``panel serve`` and the server below it listen on every network that the machine is part of.
"""

from __future__ import annotations

import functools
import ipaddress
import sys
from collections.abc import Sequence
from socket import socket
from typing import Any

from caravan.errors import CaravanError

THIS_MACHINE = "localhost"
CERTAINLY_THIS_MACHINE = "127.0.0.1"


class ServerError(CaravanError):
    """A server that can't be started as it should be."""


def listen_on_this_machine_only() -> None:
    """Have a server that is started from now on, without an address, listen on this machine alone.

    Raises
    ------
    ServerError
        If that can't be had from the server that is installed.
    """
    import bokeh.server.server as bokeh_server

    bind: Any = getattr(bokeh_server, "bind_sockets", None)
    if bind is None:
        raise ServerError("this version of Bokeh can't be kept to this machine: add --address 127.0.0.1")
    if not isinstance(bind, _BindHere):
        bokeh_server.bind_sockets = _BindHere(bind)


class _BindHere:
    """Opens a server's sockets: where no address is given, those of this machine."""

    def __init__(self, bind: Any) -> None:
        functools.update_wrapper(self, bind)
        self._bind = bind

    def __call__(self, address: str | None, port: int) -> tuple[list[socket], int]:
        if address:
            return self._opened(address, port)
        sockets, bound = self._opened(THIS_MACHINE, port)
        if all(ipaddress.ip_address(each.getsockname()[0]).is_loopback for each in sockets):
            return sockets, bound
        for each in sockets:
            each.close()
        return self._opened(CERTAINLY_THIS_MACHINE, port)

    def _opened(self, address: str, port: int) -> tuple[list[socket], int]:
        sockets, bound = self._bind(address, port)
        return list(sockets), int(bound)


def require_address_of_other_servers(arguments: Sequence[str] = ()) -> None:
    """Refuse to start under a server that `listen_on_this_machine_only` has no say in, unless an address is given.

    Parameters
    ----------
    arguments : sequence of str, optional
        The command's; by default this process's.

    Raises
    ------
    ServerError
        If there is none.
    """
    given = list(arguments or sys.argv)
    words = " ".join(given).replace("=", " ").split()
    other = "--server" in words and words[words.index("--server") + 1 : words.index("--server") + 2] != ["tornado"]
    if other and "--address" not in words:
        raise ServerError("with --server, say on which address to listen: add --address 127.0.0.1 for this machine")
