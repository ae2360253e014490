from __future__ import annotations

import numpy as np
import pytest

from caravan.bots.prospects import FEATURE_NAMES
from caravan.bots.registry import pack_bots
from caravan.bots.weights import LEARNED, learned_weights, read_weights, weights_by_hand
from caravan.errors import BotError


def test_every_number_of_players_has_weights_of_its_own():
    weights = learned_weights()
    assert weights.shape == (3, len(FEATURE_NAMES))
    assert len({tuple(row) for row in weights.tolist()}) == 3


def test_styles_judge_by_what_their_entry_says():
    packed = pack_bots(["expert", "beam", "rollout", "planner"])
    assert np.array_equal(packed[0].weight, learned_weights())
    assert np.array_equal(packed[1].weight, learned_weights())
    assert np.array_equal(packed[2].weight, weights_by_hand())
    assert not packed[3].weight.any()


def changed(tmp_path, old: str, new: str):
    text = LEARNED.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "weights.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[weights.players_3]", "[weights.players_5]", r"weights.toml: there is no table \[weights.players_3\]"),
        ("carried_near = ", "carried_near = 'much' #", "carried_near must be a number, found 'much'"),
        ("carried_near = ", "carried_near = nan #", "carried_near must be a number, found nan"),
        ("carried_near = ", "carried_nearer = ", "unknown feature 'carried_nearer'"),
        ("carried_near = ", "carried_near == ", "not valid TOML"),
    ],
)
def test_a_damaged_file_of_weights_is_explained(tmp_path, old, new, words):
    with pytest.raises(BotError, match=words):
        read_weights(changed(tmp_path, old, new))


def test_a_missing_file_of_weights_is_explained(tmp_path):
    with pytest.raises(BotError, match="can't be read"):
        read_weights(tmp_path / "none.toml")
