"""Asking a compiled bot for one action from Python: records go in as plain bytes, as in `kernel.one_game`."""

from __future__ import annotations

import numpy as np

from caravan.bots import choose as choosing
from caravan.bots import records
from caravan.kernel.one_game import RULES, STATE, STREAMS, entry

BOT = np.dtype((np.record, records.BOT))
SCRATCH = np.dtype((np.record, records.SCRATCH))


@entry
def choose(state_bytes, rules_bytes, stream_bytes, bot_bytes, scratch_bytes):
    """Choose an action for the seat to act; that seat's streams for choices and tie-breaks move on."""
    return choosing.choose(
        state_bytes.view(STATE)[0],
        rules_bytes.view(RULES)[0],
        bot_bytes.view(BOT)[0],
        stream_bytes.view(STREAMS)[0],
        scratch_bytes.view(SCRATCH)[0],
    )
