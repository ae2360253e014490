"""How the board is used: which spaces matter, and how evenly."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd

from caravan.measures.estimate import Estimate, Figures, Floats
from caravan.measures.evidence import statistics
from caravan.measures.registry import register
from caravan.measures.sample import BatchLike, Sample
from caravan.measures.trace import USES, trace_of, without_log

_BY_SEATS = tuple(use for use in USES if use != "waiting_markers")


@register(
    "spaces_used",
    "spaces",
    "How many spaces share the camels, pick-ups, goods passing through and thefts: as many as if all were used alike.",
    needs=("games", "seats", "events"),
    source="M. O. Hill's number of order 2 (1973); DiCiccio & Efron 1992",
)
def spaces_used(sample: Sample) -> tuple[Estimate, ...]:
    """Give the effective number of spaces for each use, over all games together."""
    trace = trace_of(sample)
    if trace is None:
        return without_log("spaces_used", "spaces", sample, list(_BY_SEATS))
    # One use after the other, because each needs a good deal of memory.
    figures = Figures.joined(*(_effective_numbers(sample, trace.spaces[USES.index(use)]) for use in _BY_SEATS))
    return figures.estimates("spaces_used", "spaces", sample.games, parts=_BY_SEATS)


def _effective_numbers(sample: Sample, counts: npt.NDArray[np.float32]) -> Figures:
    columns = counts[None, :, :].astype(np.float64)
    return statistics(
        sample, columns, effective_number, undefined="it happened in no space", least=1.0, greatest=len(counts)
    )


def effective_number(means: Floats) -> Floats:
    """Say how many equal parts would be as uneven as these: the square of the sum over the sum of squares."""
    return np.asarray(means.sum(axis=1) ** 2 / (means * means).sum(axis=1), dtype=np.float64)


def space_use(batch: BatchLike | Sample, parts: int = 3) -> pd.DataFrame:
    """Count what happens in each space, by seat and progress.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far.
    parts : int, default 3
        Into how many equal parts progress is cut, at least 1.

    Returns
    -------
    DataFrame
        One row for each use, space, seat and part, whether it ever happened or not; blocked spaces are left out.
        ``use`` is

        - ``camel_turns``: a camel that stands in the space at the end of a turn, the last one included, counts 1;
        - ``pick_ups``: goods picked up there;
        - ``waiting_markers``: demand markers put on the goods that wait there, at the set-up and in refills;
        - ``passes_through``: goods that were handed on or delivered across the space, along a shortest chain of the
          seat's camels (the rainbow camel among them), without its two ends; where several chains are shortest, the
          space counts the share of them that lead through it;
        - ``thefts``: goods stolen there, by the thief's seat.

        ``space`` is its name; ``seat`` counts from 1 and is missing for waiting markers and for the rainbow camel's
        turns, which have a row only under rules with one; ``part`` counts from 1 (progress before the event; for camel
        turns at the turn's end); ``per_game`` is the mean over the games, ``error`` its standard error from game to
        game; ``games`` how many there are. No rows where the event log isn't at hand, or without games.

    Raises
    ------
    ValueError
        If `parts` is below 1.
    """
    if parts < 1:
        raise ValueError(f"progress can be cut into 1 or more parts, not {parts}")
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    return sample.remember((space_use, parts), lambda: _counted(sample, parts)).copy()


def _counted(sample: Sample, parts: int) -> pd.DataFrame:
    from caravan.measures.log_blocks import log_blocks
    from caravan.measures.traffic import Camels, uses_of

    board = sample.rules.board
    spaces = board.width * board.height
    shape = (sample.players + 1, parts, spaces)
    sums, squares = ({use: np.zeros(shape) for use in USES} for _ in range(2))
    games = 0
    for block in log_blocks(sample):
        for use in uses_of(block, Camels(block), parts):
            cell = (use.seat * parts + use.part) * spaces + use.space
            size = int(np.prod(shape))
            found = np.bincount(use.game * size + cell, weights=use.amount, minlength=block.games * size)
            counts = found.reshape(block.games, *shape)
            sums[use.name] += counts.sum(axis=0)
            squares[use.name] += np.square(counts).sum(axis=0)
        games += block.games
    frames = []
    if games == sample.games and games:
        frames = [_rows(sample, use, sums[use] / games, squares[use] / games) for use in USES]
    frame = (
        pd.concat(frames, ignore_index=True) if frames else _rows(sample, "", np.zeros((0, 0, 0)), np.zeros((0, 0, 0)))
    )
    return frame.assign(use=pd.Categorical(frame["use"], categories=USES), games=games)


def _rows(sample: Sample, use: str, mean: Floats, square: Floats) -> pd.DataFrame:
    """Lay the numbers of one use, of shape (seats with nobody, parts, spaces), out in rows."""
    from caravan.events.columns import space_type

    board = sample.rules.board
    by_nobody = use == "waiting_markers" or (use == "camel_turns" and sample.rules.rainbow_camel)
    by_seats = use != "waiting_markers"
    seats = [seat for seat in range(len(mean)) if (by_seats if seat else by_nobody)]
    open_spaces = [space for space in range(mean.shape[2]) if space not in set(board.blocked)]
    spread = np.maximum(square - mean**2, 0.0) / max(sample.games - 1, 1)
    chosen = np.ix_(seats, range(mean.shape[1]), open_spaces)
    seat, part, space = np.meshgrid(seats, np.arange(mean.shape[1]) + 1, open_spaces, indexing="ij")
    error = np.sqrt(spread[chosen]) if sample.games > 1 else np.full(seat.shape, np.nan)
    return pd.DataFrame(
        {
            "use": use,
            "space": pd.Categorical.from_codes(space.ravel().astype(np.int64), dtype=space_type(board)),
            "seat": pd.arrays.IntegerArray(seat.ravel().astype(np.int8), seat.ravel() == 0),
            "part": part.ravel().astype(np.int8),
            "per_game": mean[chosen].ravel(),
            "error": error.ravel(),
        }
    )
