"""``caravan train``: a file of weights and how well they foretell, or nothing."""

from __future__ import annotations

import re

from running import Command, one_line

from caravan import training
from caravan.bots.weights import read_weights
from caravan.errors import Cancelled

SMALL = ("--rule-sets", 20, "--games", 1, "--seed", 3)


def test_it_writes_weights_that_bots_can_read_and_tells_how_far_off_they_are(caravan: Command, tmp_path):
    out = tmp_path / "weights.toml"
    ran = caravan("train", *SMALL, "--out", out)
    assert ran.code == 0, ran.err
    assert read_weights(out).shape[0] == 3
    assert "caravan train --rule-sets 20 --games 1 --seed 3" in out.read_text(encoding="utf-8")
    assert "expert" in ran.out
    assert "held out" in ran.out


def test_it_replaces_no_file_unless_told_to(caravan: Command, tmp_path):
    out = tmp_path / "weights.toml"
    out.write_text("mine", encoding="utf-8")
    ran = caravan("train", *SMALL, "--out", out)
    assert ran.code == 2
    assert "--overwrite" in one_line(ran)
    assert out.read_text(encoding="utf-8") == "mine"


def test_too_few_rule_sets_are_refused(caravan: Command, tmp_path):
    ran = caravan("train", "--rule-sets", 5, "--out", tmp_path / "weights.toml")
    assert ran.code == 2
    assert "20 or more" in one_line(ran)


def test_a_folder_that_is_not_there_is_said_before_anything_is_played(caravan: Command, tmp_path):
    ran = caravan("train", "--out", tmp_path / "none" / "weights.toml")
    assert ran.code == 2
    assert "none" in one_line(ran)


def test_what_is_not_asked_for_is_as_in_python_and_as_the_help_says(caravan: Command, tmp_path, monkeypatch):
    asked = {}

    def stop(*numbers, **named):
        asked.update(named)
        raise Cancelled("enough")

    monkeypatch.setattr(training, "train", stop)
    caravan("train", "--out", tmp_path / "weights.toml")
    assert not {"rule_sets", "games", "seed"} & set(asked)
    caravan("train", "--seed", 0, "--out", tmp_path / "weights.toml")
    assert {name: asked[name] for name in ("rule_sets", "games", "seed") if name in asked} == {"seed": 0}
    said = " ".join(caravan("train", "--help").out.split())
    for option, number in (("rule-sets", training.RULE_SETS), ("games", training.GAMES), ("seed", training.SEED)):
        assert re.search(rf"--{option} N [^;]*; default: {number}\b", said), said
