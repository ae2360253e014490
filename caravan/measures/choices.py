"""How many legal actions there were at each step of a log, found by playing it again.

This is compiled as the kernel is, and kept beside it, but is no part of it: changing it recompiles nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import njit

from caravan.errors import LogError
from caravan.kernel.actions import count_actions, is_legal
from caravan.kernel.layout import EVENT, FILL_NOTHING, RUNNING, new_states, new_step, pack
from caravan.kernel.retrace import code_of_row, differences
from caravan.kernel.turns import apply_action, put_good, set_up

if TYPE_CHECKING:
    from caravan.measures.log_blocks import LogBlock
    from caravan.rules import Rules


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def count_choices(states: Any, rules: Any, step: Any, rows: Any, offsets: Any, choices: Any) -> Any:
    """Play games again and write down, for each step, how many actions were legal before it.

    Parameters
    ----------
    states : recarray of `layout.STATE`, shape (1,)
        Room to play in.
    rules, step : records
        The rules, and room for the rows of a step.
    rows : recarray of `layout.EVENT`, shape (events,)
        The games' rows, one game after the other.
    offsets : ndarray of int64, shape (games + 1,)
        Where each game begins in `rows`, and where the last one ends.
    choices : ndarray of int32, shape (events,)
        Written at each step; all zero before.

    Returns
    -------
    int
        The first row that can't follow from those before it, or -1.
    """
    state = states[0]
    for game in range(len(offsets) - 1):
        at = offsets[game]
        stop = offsets[game + 1]
        set_up(state, rules)
        while at < stop and state.end_reason == RUNNING:
            row = rows[at]
            step.count = 0
            if state.to_fill != FILL_NOTHING:
                if not 0 <= row.good < rules.goods or state.bag[row.good] < 1:
                    return at
                put_good(state, rules, row.good, step)
            else:
                code = code_of_row(state, rules, row)
                if not is_legal(state, rules, code):
                    return at
                choices[at] = count_actions(state, rules)
                apply_action(state, rules, code, step)
            if differences(row, step.rows[0]) > 0:
                return at
            at += step.count
        if at != stop or state.end_reason == RUNNING:
            return min(at, stop - 1)
    return -1


def choices_of(block: LogBlock, rules: Rules) -> npt.NDArray[np.int32]:
    """Count the legal actions, passing included, before each step of some games.

    Parameters
    ----------
    block : LogBlock
        The games.
    rules : Rules
        The rules they were played by.

    Returns
    -------
    ndarray of int32, shape (events,)
        0 where an event isn't a step.

    Raises
    ------
    LogError
        If the log departs from the rules.
    """
    choices = np.zeros(len(block.rows), dtype=np.int32)
    packed = pack(rules, block.players)
    rows = block.rows.view(EVENT).view(np.recarray)
    wrong = count_choices(new_states(), packed[0], new_step()[0], rows, block.offsets, choices)
    if wrong >= 0:
        game = int(block.game[wrong])
        event = int(wrong - block.offsets[game])
        raise LogError(f"the log departs from the rules at event {event} of its game {block.first + game}")
    return choices
