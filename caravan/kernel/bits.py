"""Sets of spaces as 64-bit masks: bit i stands for space i."""

from __future__ import annotations

import numba
import numpy as np
from numba import njit, types
from numba.extending import intrinsic

NONE = np.uint64(0)
ONE = np.uint64(1)

if numba.config.DISABLE_JIT:

    def count(mask):
        """Count the spaces of a set."""
        return int(mask).bit_count()

    def lowest(mask):
        """Find the lowest space of a set that isn't empty."""
        value = int(mask)
        return (value & -value).bit_length() - 1

else:

    @intrinsic
    def _population(typing_context, mask):
        def generate(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), generate

    @intrinsic
    def _trailing_zeros(typing_context, mask):
        def generate(context, builder, signature, arguments):
            return builder.cttz(arguments[0], context.get_constant(types.boolean, 0))

        return types.uint64(types.uint64), generate

    @njit(cache=True, nogil=True)
    def count(mask):
        """Count the spaces of a set."""
        return np.int64(_population(mask))

    @njit(cache=True, nogil=True)
    def lowest(mask):
        """Find the lowest space of a set that isn't empty."""
        return np.int64(_trailing_zeros(mask))


@njit(cache=True, nogil=True)
def bit(space):
    """Make the set of one space."""
    return ONE << np.uint64(space)


@njit(cache=True, nogil=True)
def bit_if(condition, space):
    """Make the set of one space where a condition holds, else the empty set; the space may then be any number."""
    return np.uint64(condition) << np.uint64(space & 63)


@njit(cache=True, nogil=True)
def without_lowest(mask):
    """Take the lowest space out of a set that isn't empty."""
    return mask & (mask - ONE)


@njit(cache=True, nogil=True)
def has(mask, space):
    """Tell whether a space is in a set."""
    return (mask >> np.uint64(space)) & ONE != NONE


@njit(cache=True, nogil=True)
def nth(mask, index):
    """Find the space of a set that has ``index`` lower ones in it."""
    space = 0
    for half in (32, 16, 8, 4, 2, 1):
        lower = (mask >> np.uint64(space)) & ((ONE << np.uint64(half)) - ONE)
        below = count(lower)
        if index >= below:
            index -= below
            space += half
    return space
