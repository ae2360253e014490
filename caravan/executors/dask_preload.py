"""What a worker of a cluster on this machine does first; Dask loads this module there by its name."""

from __future__ import annotations

import logging
import signal
from typing import Any


def dask_setup(worker: Any) -> None:
    """Make a worker keep silent, and leave Ctrl-C to whoever started it.

    Parameters
    ----------
    worker : distributed.Worker
        The worker; Dask calls this in its main thread.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("distributed", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
