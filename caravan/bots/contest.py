"""A contest between choices that are played on with the same draws: the first stands unless another beats it clearly.

The first is the planner's own choice. It is a prior, without which few samples would mislead more than they teach.
"""

from __future__ import annotations

from numba import njit

LEAST_VARIANCE = 0.5
"""Added to the variance of gains, in points squared, so that few equal samples aren't taken for certainty."""


@njit(cache=True, nogil=True)
def clear_gains(entries, count):
    """Forget how entries fared."""
    for index in range(count):
        entries[index].dropped = 0
        entries[index].gain = 0.0
        entries[index].squares = 0.0


@njit(cache=True, nogil=True)
def standard_error(entry, samples):
    """Give the standard error of an entry's mean gain over the first entry, in points."""
    mean = entry.gain / samples
    variance = max(entry.squares / samples - mean * mean, 0.0) + LEAST_VARIANCE
    return (variance / samples) ** 0.5


@njit(cache=True, nogil=True)
def note_gain(entry, gain, samples, patience):
    """Note a gain over the first entry, and drop the entry once it has fallen behind.

    Parameters
    ----------
    samples : int
        How many gains the entry has with this one.
    patience : float
        By how many standard errors it may lie behind.
    """
    entry.gain += gain
    entry.squares += gain * gain
    if samples >= 2 and entry.gain / samples + patience * standard_error(entry, samples) <= 0.0:
        entry.dropped = 1


@njit(cache=True, nogil=True)
def best_entry(entries, count, samples, doubt):
    """Find the entry whose mean gain, less some standard errors, is greatest; 0, the first, where none is above 0."""
    best = 0
    best_gain = 0.0
    for index in range(1, count):
        entry = entries[index]
        if entry.dropped == 0:
            gain = entry.gain / samples - doubt * standard_error(entry, samples)
            if gain > best_gain:
                best = index
                best_gain = gain
    return best
