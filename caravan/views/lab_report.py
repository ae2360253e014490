"""The report of what the Lab shows: the same page that the command line makes of a folder of results."""

from __future__ import annotations

import tempfile
from pathlib import Path

from caravan.batch import Batch
from caravan.events import table_writer
from caravan.playtest_summary import summary_csv
from caravan.report import make_report


def report_of(batch: Batch) -> bytes:
    """Make the report of a batch.

    Parameters
    ----------
    batch : Batch
        At least one game; where its log wasn't kept, the games are played again.

    Returns
    -------
    bytes
        HTML that needs nothing else.
    """
    with tempfile.TemporaryDirectory(prefix="caravan-") as place:
        folder = Path(place) / "batch"
        folder.mkdir()
        (folder / "rules.toml").write_text(batch.request.rules.to_toml(), encoding="utf-8")
        (folder / "summary.csv").write_text(summary_csv(batch), encoding="utf-8", newline="")
        for name, frames in (("games", [batch.games]), ("seats", [batch.seats]), ("events", batch.event_frames())):
            with table_writer(folder / f"{name}.parquet", name) as writer:
                for frame in frames:
                    writer.write(frame)
        return make_report(folder).html().encode()
