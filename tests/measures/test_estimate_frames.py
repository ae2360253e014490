from __future__ import annotations

import math

import pandas as pd
from synthetic_batches import made_batch

from caravan import as_frame
from caravan.measures import measure
from caravan.measures.frames import ESTIMATE_COLUMNS


def test_estimates_become_rows_in_their_order():
    estimates = measure(made_batch([[5, 3]] * 7 + [[2, 4]] * 3), "score")
    frame = as_frame(estimates)
    assert list(frame.columns) == list(ESTIMATE_COLUMNS)
    assert frame["measure"].tolist() == [estimate.label for estimate in estimates]
    assert frame["value"].tolist() == [estimate.value for estimate in estimates]
    assert frame["seat"].isna().tolist() == [estimate.seat is None for estimate in estimates]
    assert set(frame["games"]) == {10}


def test_what_is_missing_stays_missing_and_says_why():
    row = as_frame(measure(made_batch([[5, 3]]), "winning_margin")).iloc[0]
    assert math.isnan(row["low"])
    assert "one game" in row["note"]


def test_no_estimates_are_a_table_without_rows():
    empty = as_frame([])
    assert empty.empty
    assert pd.concat([empty, as_frame(measure(made_batch([[5, 3]]), "win_share"))]).shape == (2, 9)
