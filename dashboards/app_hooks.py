"""What the server does when it starts: compile the rules in the background, while pages are served already.

It keeps to this machine unless it is given an ``--address``, reads the limits that the environment variables set (see
docs/server.md), and loads the bots that the environment variable ``CARAVAN_BOTS`` names.
"""

import sys
from typing import Any

from caravan.errors import CaravanError
from caravan.views.limits import server_limits
from caravan.views.local_only import listen_on_this_machine_only, require_address_of_other_servers
from caravan.views.own_bots import own_bots
from caravan.views.warm_up import engine_warm_up

try:  # before the server begins to listen
    require_address_of_other_servers()
    listen_on_this_machine_only()
    server_limits()
except CaravanError as error:
    sys.exit(f"The dashboard can't be served: {error}")


def on_server_loaded(_server_context: Any) -> None:
    """Begin to get the engine ready, and load the bots that whoever starts the server offers."""
    engine_warm_up.start()
    own_bots()


def on_server_unloaded(_server_context: Any) -> None:
    """Give up what is still being played."""
    from caravan.views.app import shared_book_behind, shared_run_book

    shared_run_book().close()
    shared_book_behind().close()
