"""Leaf counts of stored positions pin every rule at once, in the compiled kernel and in the uncompiled one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from perft import POSITIONS, depth_below, leaves, load
from reference_rules import Reference

MOST_UNCOMPILED = 12_000


def depths() -> list[tuple[str, int]]:
    return [(name, depth) for name, stored in POSITIONS.items() for depth in range(1, len(stored["leaves"]) + 1)]


@pytest.mark.parametrize(("name", "depth"), depths())
def test_the_compiled_kernel_finds_as_many_ways_to_play(name, depth):
    assert leaves(load(name), depth) == POSITIONS[name]["leaves"][depth - 1]


def test_the_uncompiled_kernel_finds_as_many_ways_to_play():
    found = subprocess.run(
        [sys.executable, "-W", "error", str(Path(__file__).parent / "perft.py"), str(MOST_UNCOMPILED)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(found.stdout) == {
        name: stored["leaves"][depth_below(name, MOST_UNCOMPILED) - 1] for name, stored in POSITIONS.items()
    }


@pytest.mark.parametrize("name", POSITIONS)
def test_the_rules_text_finds_as_many_ways_to_play_two_actions(name):
    game = load(name)
    total = 0
    for action in Reference.of(game).legal():
        game.play(action)
        total += len(Reference.of(game).legal())
        game.undo()
    assert total == POSITIONS[name]["leaves"][1]


@pytest.mark.parametrize("name", POSITIONS)
def test_counting_leaves_the_position_as_it_was(name):
    game = load(name)
    before = game.position()
    leaves(game, 2)
    assert game.position() == before
    assert game.history == ()
