"""The same request gives the same bytes, however and wherever it is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Command, caravan_process

from caravan.cli import main

GAMES = 80
BATCH = ["simulate", "--players", "3", "--bots", "planner,grabber,random", "--games", str(GAMES), "--seed", "11"]
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
    return written(folder / "out")


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("reference") / "out"
    assert main([*BATCH, "--out", str(folder)]) == 0
    files = written(folder)
    assert files["events.csv"].count(b"\n") > GAMES * 20
    return files


@pytest.mark.parametrize(
    ("words", "hash_seed"),
    [(["--threads", "1"], "1"), (["--threads", "2", "--block-size", "1"], "2")],
    ids=lambda value: " ".join(value) if isinstance(value, list) else f"hash seed {value}",
)
def test_every_file_is_the_same_to_the_byte_in_any_process(
    reference: dict[str, bytes], tmp_path: Path, words: list[str], hash_seed: str
) -> None:
    assert played([*BATCH, *words], tmp_path, PYTHONHASHSEED=hash_seed) == reference


@pytest.mark.parametrize(
    "words",
    [["--threads", "2"], ["--threads", "3", "--block-size", "1"], ["--block-size", "7"], ["--block-size", "1000"]],
    ids=" ".join,
)
def test_every_file_is_the_same_to_the_byte_with_any_threads_and_blocks(
    reference: dict[str, bytes], caravan: Command, tmp_path: Path, words: list[str]
) -> None:
    assert caravan(*BATCH, *words, "--out", tmp_path / "out").code == 0
    assert written(tmp_path / "out") == reference


def test_uncompiled_rules_and_bots_give_the_same_bytes(tmp_path: Path) -> None:
    assert main([*FEW, "--out", str(tmp_path / "compiled")]) == 0
    assert played(FEW, tmp_path, NUMBA_DISABLE_JIT="1") == written(tmp_path / "compiled")
