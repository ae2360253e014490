"""The file of a task gives back what went into it."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
from small_sweep import small_plan

from caravan.blocks import play_run
from caravan.sweeps.task_file import Header, decode, encode, read_header


class TestTaskFiles:
    """The file of a task gives back what went into it."""

    def test_there_and_back(self) -> None:
        request = small_plan().scenario(13).request
        assert request is not None
        blocks = tuple(play_run(request, 7, 120))
        assert [len(block) for block in blocks] == [100, 20]
        header = Header("s1", [[4, 0, 3], [13, 7, 120]], {4: 'no, that\'s "wrong"'})
        content = encode(header, [(13, blocks)])
        assert content == encode(header, [(13, blocks)])
        said = read_header(content)
        assert (said.plan, said.outline, said.errors) == (header.plan, header.outline, header.errors)
        (block,) = decode(content).values()
        assert list(decode(content)) == [13]
        assert block.first == 7
        assert np.array_equal(block.games, np.concatenate([one.games for one in blocks]))
        assert np.array_equal(block.seats, np.concatenate([one.seats for one in blocks]))

    def test_one_in_which_all_failed_has_no_rows(self) -> None:
        content = encode(Header("s1", [[4, 0, 3]], {4: "broken"}), [])
        assert read_header(content).errors == {4: "broken"}
        assert pd.read_parquet(io.BytesIO(content)).empty
