from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from played import Played

from caravan.agreement import agree
from caravan.batch import simulate
from caravan.cli.folder import LADDER_TABLES
from caravan.events import check, read_events, write_events
from caravan.kernel.layout import ACTIONS, END_REASONS
from caravan.ladder import Ladder, LadderRequest, run_ladder
from caravan.ladder import tables as ladder_tables
from caravan.ladder.pairings import Figure
from caravan.ladder.triples import Triple
from caravan.playtest_summary import COLUMNS, summary_frame
from caravan.rules import Rules
from caravan.sweeps import SweepPlan, open_sweep, sweep
from caravan.sweeps.sensitivity import sensitivity

DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.fixture(scope="module")
def dictionary() -> pd.DataFrame:
    return pd.read_csv(DATA / "data_dictionary.csv", dtype=str, keep_default_na=False)


def of_table(dictionary: pd.DataFrame, table: str) -> dict[str, str]:
    rows = dictionary[dictionary["table"] == table]
    return dict(zip(rows["column"], rows["type"], strict=True))


@pytest.mark.parametrize("table", ["events", "games", "seats"])
def test_every_column_is_named_in_order_with_its_type(dictionary: pd.DataFrame, full: Played, table: str) -> None:
    written = {name: str(kind) for name, kind in getattr(full, table).dtypes.items()}
    assert list(of_table(dictionary, table).items()) == list(written.items())


def test_every_column_of_the_summary_is_named_in_order_with_its_type(dictionary: pd.DataFrame) -> None:
    assert list(of_table(dictionary, "summary")) == list(COLUMNS)
    summary = summary_frame(simulate(Rules(), 2, "random", games=5))
    assert of_table(dictionary, "summary") == {name: str(kind) for name, kind in summary.dtypes.items()}


def test_every_column_of_the_verdicts_is_named_in_order_with_its_type(dictionary: pd.DataFrame) -> None:
    verdicts = agree(Rules(), 2, styles="random", games=5).verdicts
    assert of_table(dictionary, "verdicts") == {name: str(kind) for name, kind in verdicts.dtypes.items()}
    assert list(of_table(dictionary, "verdicts")) == list(verdicts.columns)


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sweep") / "out"
    sweep(SweepPlan({"camels": [1, 5]}, games=8, players=2, bots="random"), folder)
    return folder


def test_every_column_of_a_sweep_is_named_in_order_with_its_type(dictionary: pd.DataFrame, swept: Path) -> None:
    done = open_sweep(swept)
    cells = done.cells.drop(columns="camels")  # the parameters on the plan's axes stand between
    for table, frame in (
        ("cells", cells),
        ("tasks", pd.read_parquet(swept / "tasks" / "000000.parquet")),
        ("sensitivity", sensitivity(done, ["length.turns.mean"])),
    ):
        assert list(of_table(dictionary, table).items()) == [(name, str(kind)) for name, kind in frame.dtypes.items()]


@pytest.fixture(scope="module")
def ladder() -> Ladder:
    return run_ladder("random,grabber,weak", 3, games=6)


def made_triples() -> pd.DataFrame:
    edge = Figure(0.5, 0.25, 0.75)
    circle = Triple((0, 1, 2), (edge, edge, edge))
    return ladder_tables.triples_frame(LadderRequest("random,grabber,weak", 3), {3: [circle]})


@pytest.mark.parametrize("table", LADDER_TABLES)
def test_every_column_of_the_ladder_is_named_in_order_with_its_type(
    dictionary: pd.DataFrame, ladder: Ladder, table: str
) -> None:
    assert list(of_table(dictionary, table)) == list(ladder_tables.COLUMNS[table])
    frame = made_triples() if table == "triples" else ladder.tables()[table]  # so short a ladder may have no circle
    assert len(frame)
    assert of_table(dictionary, table) == {name: str(kind) for name, kind in frame.dtypes.items()}


def test_no_other_table_is_described(dictionary: pd.DataFrame) -> None:
    ladders = set(ladder_tables.COLUMNS)
    assert ladders == set(LADDER_TABLES)
    sweeps = {"cells", "tasks", "sensitivity"}
    assert set(dictionary["table"]) == {"events", "games", "seats", "summary", "verdicts"} | sweeps | ladders
    assert list(dictionary) == ["table", "column", "type", "unit", "meaning", "allowed"]


def test_every_column_has_a_meaning_and_what_is_allowed(dictionary: pd.DataFrame) -> None:
    assert (dictionary["meaning"] != "").all()
    assert (dictionary["allowed"] != "").all()


def test_a_number_has_a_unit_unless_it_is_a_name(dictionary: pd.DataFrame) -> None:
    names = {"scenario", "game", "event", "seat", "victim", "seed", "winner", "rank"}
    numbers = dictionary[dictionary["type"].str.contains("int|float|Int") & ~dictionary["column"].isin(names)]
    assert (numbers["unit"] != "").all()


def test_all_actions_and_end_reasons_are_listed(dictionary: pd.DataFrame) -> None:
    allowed = dictionary.set_index(["table", "column"])["allowed"]
    assert allowed["events", "action"] == ", ".join(ACTIONS)
    assert allowed["games", "end_reason"] == ", ".join(END_REASONS[1:])


def test_the_sample_game_follows_the_standard_rules() -> None:
    sample = read_events(DATA / "sample_game.csv", Rules())
    assert check(sample, Rules()) == []
    assert sample["game"].nunique() == 1


def test_the_sample_game_is_written_to_the_letter_as_it_was(tmp_path: Path) -> None:
    """So that no later version changes the format of the log unnoticed."""
    write_events(read_events(DATA / "sample_game.csv", Rules()), tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == (DATA / "sample_game.csv").read_bytes()
