"""The life of a good: how long it waits, how often it changes hands, how long it is carried, what never arrives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from caravan.measures.estimate import Estimate, Figures, Floats
from caravan.measures.evidence import ratios
from caravan.measures.rates import rates
from caravan.measures.registry import register
from caravan.measures.sample import BatchLike, Sample
from caravan.measures.trace import LIFE, trace_of, without_log

STAGES = ("waiting", "transfers", "steals", "carrying", "not_picked_up", "not_delivered")
"""What is told of the goods."""

_UNITS = ("turns", "transfers per good", "thefts per good", "turns", "share of goods drawn", "share of goods picked up")
_PER = {"waiting": "picked_up", "transfers": "picked_up", "steals": "picked_up", "carrying": "delivered"}
_NEEDS = ("games", "seats", "events")
_SOURCE = "ratio of sums; DiCiccio & Efron 1992; Wilson 1927"


@register(
    "good_life",
    "turns; times per good; share",
    "How long goods wait and are carried, how often they change hands, and how many never arrive; rare, common.",
    needs=_NEEDS,
    source=_SOURCE,
)
def good_life(sample: Sample) -> tuple[Estimate, ...]:
    """Tell of all goods, of the rare ones and of the common ones."""
    goods = sample.rules.board.goods
    rare = [place for place, good in enumerate(goods) if good.rare]
    common = [place for place, good in enumerate(goods) if not good.rare]
    return _lives(sample, "good_life", ["", ".rare", ".common"], [range(len(goods)), rare, common])


@register(
    "good_life_by_kind",
    "turns; times per good; share",
    "The life of a good for each kind of good.",
    needs=_NEEDS,
    source=_SOURCE,
)
def good_life_by_kind(sample: Sample) -> tuple[Estimate, ...]:
    """Tell of the goods of each kind."""
    names = [f".{good.name}" for good in sample.rules.board.goods]
    return _lives(sample, "good_life_by_kind", names, [[place] for place in range(len(names))])


@register(
    "good_life_by_space",
    "turns; times per good; share",
    "The life of a good for each numbered space where goods appear.",
    needs=_NEEDS,
    source=_SOURCE,
)
def good_life_by_space(sample: Sample) -> tuple[Estimate, ...]:
    """Tell of the goods that appeared in each numbered space, in the order of the numbers."""
    board = sample.rules.board
    names = [f".{board.space_name(space)}" for space in board.numbered]
    first = len(board.goods)
    return _lives(sample, "good_life_by_space", names, [[first + place] for place in range(len(names))])


def _lives(sample: Sample, measure: str, names: Sequence[str], groups: Sequence[Sequence[int]]) -> tuple[Estimate, ...]:
    """Give every stage for each group of the kinds and spaces of a trace."""
    trace = trace_of(sample)
    parts = [stage + name for stage in STAGES for name in names]
    units = [unit for unit in _UNITS for _ in names]
    if trace is None:
        return without_log(measure, units, sample, parts)
    sums: dict[str, Floats] = {
        what: np.stack([trace.life[place, list(group)].sum(axis=0, dtype=np.float64) for group in groups])
        for place, what in enumerate(LIFE)
    }
    turns = ("waiting", "transfers", "steals", "carrying")
    figures = Figures.joined(
        ratios(
            sample,
            np.concatenate([sums[stage] for stage in turns]),
            np.concatenate([sums[_PER[stage]] for stage in turns]),
            "there was no such good",
        ),
        rates(
            sample,
            np.concatenate([sums["drawn"] - sums["picked_up"], sums["picked_up"] - sums["delivered"]]),
            np.concatenate([sums["drawn"], sums["picked_up"]]),
            "there was no such good",
        ),
    )
    return tuple(_named(figures.with_notes(_left_out(sums)), measure, units, parts, sample.games))


def _left_out(sums: dict[str, Floats]) -> list[str]:
    """Say of the turns how many goods they can't tell of, because these never came so far."""
    drawn, picked, delivered = (sums[what].sum(axis=1) for what in ("drawn", "picked_up", "delivered"))
    waiting = [
        f"without {n:,.0f} of {m:,.0f} goods never picked up" for n, m in zip(drawn - picked, drawn, strict=True)
    ]
    carrying = [
        f"without {n:,.0f} of {m:,.0f} goods picked up and never delivered"
        for n, m in zip(picked - delivered, picked, strict=True)
    ]
    nothing = [""] * len(drawn)
    return [*waiting, *nothing, *nothing, *carrying, *nothing, *nothing]


def _named(
    figures: Figures, measure: str, units: Sequence[str], parts: Sequence[str], games: int
) -> Iterator[Estimate]:
    for place, (unit, part) in enumerate(zip(units, parts, strict=True)):
        yield from figures.only([place]).estimates(measure, unit, games, parts=[part])


def good_lives(batch: BatchLike | Sample) -> pd.DataFrame:
    """List every good that was drawn, and what became of it.

    Where a seat has two goods of one kind in the same space, nothing tells them apart; then the one that came there
    first leaves first.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far.

    Returns
    -------
    DataFrame
        One row for each good drawn, in the order of the log: ``game``; ``good``, its kind; ``rare``; ``space``, the
        numbered space where it appeared; ``appeared``, ``picked_up`` and ``delivered``, the turns (0 the set-up;
        missing where it never was); ``picked_up_by`` and ``delivered_by``, the seats; ``transfers``, the delivery not
        counted; ``steals``; ``waiting`` and ``carrying``, the turns from the first to the second and from the second to
        the third, missing with them.
    """
    from caravan.events.columns import good_type, space_type
    from caravan.measures.good_tracks import NEVER, good_tracks
    from caravan.measures.log_blocks import log_blocks

    sample = batch if isinstance(batch, Sample) else Sample(batch)
    board = sample.rules.board
    numbers = sample.batch.games["game"].to_numpy()
    blocks = [(block.first, good_tracks(block)) for block in log_blocks(sample)]

    def column(name: str) -> npt.NDArray[np.int64]:
        return np.concatenate([np.zeros(0, dtype=np.int64), *(getattr(tracks, name) for _, tracks in blocks)])

    def missing(name: str, absent: int) -> pd.arrays.IntegerArray:
        values = column(name)
        return pd.arrays.IntegerArray(values.astype(np.int8 if absent == 0 else np.int16), values == absent)

    game = np.concatenate([np.zeros(0, dtype=np.int64), *(first + tracks.game for first, tracks in blocks)])
    good = column("good")
    frame = pd.DataFrame(
        {
            "game": numbers[game],
            "good": pd.Categorical.from_codes(good, dtype=good_type(board)),
            "rare": np.array([kind.rare for kind in board.goods], dtype=np.bool_)[good],
            "space": pd.Categorical.from_codes(column("space"), dtype=space_type(board)),
            "appeared": column("appeared").astype(np.int16),
            "picked_up": missing("picked_up", NEVER),
            "delivered": missing("delivered", NEVER),
            "picked_up_by": missing("picked_up_by", 0),
            "delivered_by": missing("delivered_by", 0),
            "transfers": column("transfers").astype(np.int16),
            "steals": column("steals").astype(np.int16),
        }
    )
    return frame.assign(
        waiting=frame["picked_up"] - frame["appeared"], carrying=frame["delivered"] - frame["picked_up"]
    )
