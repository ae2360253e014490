"""Damaged and hostile uploads: each is refused in words, and nothing of it is kept or run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hostile_uploads import KINDS, HostileUpload, Maker

from caravan import Board, Rules, simulate
from caravan.events import write_events
from caravan.views import reading_apart, uploads
from caravan.views.limits import Limits
from caravan.views.uploads import LogFaults, UploadError, read_board, read_log, read_rules, shown_name

LONGEST = 1000
NO_WORDS = re.compile(
    r"Traceback|\b[A-Z]\w*(Error|Exception|Warning)\b|Arrow[A-Z]|<class |0x[0-9a-f]{6,}|site-packages"
)
LIMITS = Limits(upload_rows=5000)


def make(folder: Path, seed: int = 0) -> Maker:
    """Make uploads from games of the standard rules."""
    rules = Rules(players=2)
    events = simulate(rules, bots="grabber", games=3, seed=4).events.reset_index(drop=True)
    for ending in ("csv", "parquet"):
        write_events(events, folder / f"log.{ending}")
    csv, parquet = ((folder / f"log.{ending}").read_bytes() for ending in ("csv", "parquet"))
    return Maker(events, csv, parquet, rules.to_toml(), Board.standard().to_toml(), seed)


def words_about(upload: HostileUpload, limits: Limits = LIMITS) -> list[str]:
    """Have an upload read; give what is said of it."""
    if upload.aims_at == "log":
        found = read_log(upload.name, upload.content, limits)
        assert isinstance(found, LogFaults), f"{upload} was taken"
        assert found.name == shown_name(upload.name)
        assert found.found >= len(found.faults) > 0
        return [str(fault) for fault in found.faults]
    with pytest.raises(UploadError) as caught:
        (read_rules if upload.aims_at == "rules" else read_board)(upload.name, upload.content)
    return [str(caught.value)]


@pytest.fixture(scope="module")
def maker(tmp_path_factory: pytest.TempPathFactory) -> Maker:
    return make(tmp_path_factory.mktemp("log"))


@pytest.fixture
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read CSV in this process, which is quicker; what reads Parquet stays apart."""
    apart = uploads._ask_apart

    def ask(content: bytes, types: dict, limits: Limits) -> tuple:
        if content.startswith(b"PAR1"):
            return apart(content, types, limits)
        columns = [(name, uploads._kind(kind), uploads._names(kind)) for name, kind in types.items()]
        return reading_apart.answer({"columns": columns, "most_rows": limits.upload_rows, "most_bytes": 10**8}, content)

    monkeypatch.setattr(uploads, "_ask_apart", ask)


@pytest.mark.parametrize("number", range(len(KINDS)), ids=[kind.__name__ for kind in KINDS])
def test_every_kind_is_refused_in_words(
    maker: Maker, number: int, read_here: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    for words in words_about(maker.upload(number)):
        assert words.strip()
        assert len(words) <= LONGEST
        assert words.isprintable()
        assert not NO_WORDS.search(words), words
    assert list(tmp_path.iterdir()) == []


def test_a_reader_without_room_says_so(maker: Maker) -> None:
    bomb = maker.upload(next(place for place, kind in enumerate(KINDS) if kind.__name__ == "parquet_bomb_of_texts"))
    limits = Limits(reading_megabytes=64)
    (words,) = words_about(bomb, limits)
    assert "more memory than this server gives" in words


def test_the_same_seed_makes_the_same_uploads(maker: Maker) -> None:
    numbers = [place for place, kind in enumerate(KINDS) if "bomb" not in kind.__name__]
    assert [maker.upload(number) for number in numbers] == [maker.upload(number) for number in numbers]
    assert maker.upload(3).content != maker.upload(3 + len(KINDS)).content
