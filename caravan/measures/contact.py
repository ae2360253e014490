"""How much the players get into each other's way."""

from __future__ import annotations

import numpy as np

from caravan.measures.estimate import Estimate
from caravan.measures.evidence import means
from caravan.measures.rates import rates
from caravan.measures.registry import register
from caravan.measures.sample import Sample
from caravan.measures.trace import ENTRIES, trace_of, without_log

_UNIT = "entries per game"


@register(
    "occupied_entries",
    "entries per game; share of entries",
    "How often a camel enters a space where camels stand already, which costs more; where camels of others do.",
    needs=("games", "seats", "events"),
    source="DiCiccio & Efron 1992",
)
def occupied_entries(sample: Sample) -> tuple[Estimate, ...]:
    """Give entries into occupied spaces and into spaces with others' camels, a game, and the former's share of all."""
    trace = trace_of(sample)
    if trace is None:
        units = [_UNIT, _UNIT, "share of entries"]
        return without_log("occupied_entries", units, sample, ["mean", "beside_others", "share"])
    every, occupied, beside = (trace.entries[ENTRIES.index(name)] for name in ("all", "occupied", "beside_others"))
    rules = sample.rules
    same_price = rules.enter_occupied_cost <= rules.enter_empty_cost
    note = "entering an occupied space costs no more in these rules" if same_price else ""
    counts = means(sample, np.stack([occupied, beside]), least=0.0).with_notes([note] * 2)
    share = rates(sample, occupied[None, :], every[None, :], "no camel entered any space").with_notes([note])
    return (
        *counts.estimates("occupied_entries", _UNIT, sample.games, parts=["mean", "beside_others"]),
        *share.estimates("occupied_entries", "share of entries", sample.games, parts=["share"]),
    )
