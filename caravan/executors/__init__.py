"""Where games are played: threads of this process, processes of this machine, or workers of a Dask cluster.

All are executors in the shape of `concurrent.futures`, so that whoever plays games needn't know which it has; what is
played is the same to the byte on each.
"""

from __future__ import annotations

from caravan.executors.opening import KINDS, open_executor

__all__ = ["KINDS", "open_executor"]
