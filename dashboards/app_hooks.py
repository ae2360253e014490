"""What the server does when it starts: compile the rules in the background, while pages are served already.

It also loads the bots that the environment variable ``CARAVAN_BOTS`` names.
"""

from typing import Any

from caravan.views.own_bots import own_bots
from caravan.views.warm_up import engine_warm_up


def on_server_loaded(_server_context: Any) -> None:
    """Begin to get the engine ready, and load the bots that whoever starts the server offers."""
    engine_warm_up.start()
    own_bots()


def on_server_unloaded(_server_context: Any) -> None:
    """Give up what is still being played."""
    from caravan.views.app import shared_book_behind, shared_run_book

    shared_run_book().close()
    shared_book_behind().close()
