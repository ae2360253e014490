"""The same request gives the same bytes, however and wherever it is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import caravan_process

BATCH = ["simulate", "--players", "3", "--bots", "planner,grabber,random", "--games", "150", "--seed", "11"]
FEW = [
    "simulate",
    "--players",
    "2",
    "--bots",
    "planner,grabber",
    "--games",
    "2",
    "--seed",
    "11",
    "--set",
    "turn_limit=60",
]


def played(words: list[str], folder: Path, **environment: str) -> dict[str, bytes]:
    ran = caravan_process([*words, "--out", "out"], folder, **environment)
    assert (ran.code, ran.err) == (0, "")
    return {path.name: path.read_bytes() for path in (folder / "out").iterdir()}


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    files = played([*BATCH, "--threads", "1"], tmp_path_factory.mktemp("reference"), PYTHONHASHSEED="1")
    assert files["events.csv"].count(b"\n") > 150 * 20
    return files


@pytest.mark.parametrize(
    ("words", "hash_seed"),
    [
        (["--threads", "1"], "2"),
        (["--threads", "2"], "1"),
        (["--threads", "2", "--block-size", "1"], "3"),
        (["--block-size", "7"], "4"),
        (["--block-size", "1000"], "5"),
        ([], "random"),
    ],
    ids=lambda value: " ".join(value) or "as usual" if isinstance(value, list) else f"hash seed {value}",
)
def test_every_file_is_the_same_to_the_byte(
    reference: dict[str, bytes], tmp_path: Path, words: list[str], hash_seed: str
) -> None:
    assert played([*BATCH, *words], tmp_path, PYTHONHASHSEED=hash_seed) == reference


def test_uncompiled_rules_and_bots_give_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "compiled").mkdir()
    (tmp_path / "plain").mkdir()
    compiled = played(FEW, tmp_path / "compiled", NUMBA_DISABLE_JIT="0")
    assert played(FEW, tmp_path / "plain", NUMBA_DISABLE_JIT="1") == compiled
