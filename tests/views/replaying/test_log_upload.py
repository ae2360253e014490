from __future__ import annotations

from pathlib import Path

import pytest
from visits import visit_of

from caravan.rules import Rules
from caravan.views.replaying.log_upload import LogUpload
from caravan.views.replaying.sources import LogSource

SAMPLE = Path(__file__).parents[3] / "data" / "sample_game.csv"


@pytest.fixture
def taken() -> list[LogSource]:
    return []


@pytest.fixture
def upload(taken: list[LogSource]) -> LogUpload:
    return LogUpload(visit_of(None)[0], taken.append)


def send(upload: LogUpload, name: str, content: bytes, part: int = 5000, rules: Rules | None = None) -> None:
    assert upload.begin(name, len(content))
    for start in range(0, len(content), part):
        more = upload.receive(content[start : start + part], rules)
        assert more == (start + part < len(content))


def test_a_good_log_arrives_part_by_part(upload: LogUpload, taken: list[LogSource]) -> None:
    send(upload, "game.csv", SAMPLE.read_bytes())
    assert upload.state == "done"
    assert upload.words == "game.csv: 1 game in 330 events, all by the rules."
    assert (taken[0].games(), taken[0].rules.players, len(taken[0].log.rows)) == (1, 4, 330)


def test_a_faulty_log_is_explained_and_changes_nothing(upload: LogUpload, taken: list[LogSource]) -> None:
    lines = SAMPLE.read_text().splitlines()
    lines[12] = lines[12].replace("place", "fly")
    lines[20] = f"{lines[20]},more"
    send(upload, "game.csv", "\n".join(lines).encode())
    assert upload.state == "faulty"
    assert [(fault.row, fault.column) for fault in upload.faults.faults][:2] == [(13, "action"), (21, "")]
    assert taken == []
    upload.dismiss()
    assert (upload.state, upload.faults) == ("idle", None)


def test_rules_of_ones_own_come_first(upload: LogUpload, taken: list[LogSource]) -> None:
    send(upload, "mine.toml", Rules(rare_value=7).to_toml().encode())
    assert upload.rules_name == "mine.toml"
    assert upload.rules.rare_value == 7
    send(upload, "game.csv", SAMPLE.read_bytes(), rules=upload.rules)
    assert upload.state == "faulty"
    assert taken == []


def test_a_bad_rules_file_is_explained(upload: LogUpload) -> None:
    send(upload, "mine.toml", b"[rules]\ncamles = 6\n")
    assert upload.state == "failed"
    assert "did you mean 'camels'" in upload.words


@pytest.mark.parametrize("size", [0, -5, 10**12])
def test_what_is_empty_or_too_large_is_refused_at_once(upload: LogUpload, size: int) -> None:
    assert not upload.begin("game.csv", size)
    assert upload.state == "failed"
    assert not upload.receive(b"more")


def test_more_than_was_announced_is_refused(upload: LogUpload, taken: list[LogSource]) -> None:
    assert upload.begin("game.csv", 3)
    assert not upload.receive(b"abcd")
    assert "arrive whole" in upload.words
    assert taken == []


def test_an_upload_can_be_given_up(upload: LogUpload, taken: list[LogSource]) -> None:
    content = SAMPLE.read_bytes()
    assert upload.begin("game.csv", len(content))
    assert upload.receive(content[:100])
    upload.stop()
    assert upload.state == "idle"
    assert not upload.receive(content[100:])
    assert taken == []


def test_names_are_made_fit_to_be_shown(upload: LogUpload) -> None:
    send(upload, "../../etc/<img src=x>\u202e.csv", b"nonsense")
    assert upload.called == "<img src=x>.csv"
    assert upload.state == "faulty"
