"""The compiled kernel: the only place where a rule of the game is carried out.

Everything here is plain Python over integers that numba compiles; with ``NUMBA_DISABLE_JIT=1`` the same source runs
uncompiled and plays the same games.
"""

from __future__ import annotations

from caravan.kernel.cache import use_cache_of_these_sources

use_cache_of_these_sources()
