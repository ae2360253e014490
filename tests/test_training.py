from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from caravan.board import Board
from caravan.bots.prospects import FEATURE_NAMES
from caravan.bots.weights import LEARNED, read_weights
from caravan.errors import Cancelled, CaravanError
from caravan.rules import Rules
from caravan.training import GAMES, RULE_SETS, SEED, STAGES, Lesson, draw_rule_sets, fit_weights, train

BIG = 2**70
"""Any whole number will do as a seed."""


def test_every_other_rule_set_is_the_standard_one_and_all_can_be_played():
    drawn = draw_rule_sets(random.Random(3), 40)
    assert all(rules == Rules() for rules in drawn[::2])
    assert all(rules != Rules() for rules in drawn[1::2])
    assert not any(rules.problems() for rules in drawn)
    assert sum(rules.board != Board.standard() for rules in drawn[1::2]) > 5


def test_the_same_seed_teaches_the_same_whatever_the_threads(tmp_path):
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(3) as three:
        first = train(20, 1, seed=BIG, executor=one)
        second = train(20, 1, seed=BIG, executor=three)
    assert first.seed == BIG
    assert first.to_toml() == second.to_toml()
    path = tmp_path / "weights.toml"
    path.write_text(first.to_toml(), encoding="utf-8")
    assert np.array_equal(read_weights(path), first.weights)
    assert [(fit.stage, fit.players, fit.rules) for fit in first.fits] == [
        (stage.name, players, rules) for stage in STAGES for players in (2, 3, 4) for rules in ("standard", "varied")
    ]


def made_up_lessons(weights, noise, seed=0):
    chance = np.random.default_rng(seed)
    lessons = []
    for _ in range(40):
        described = chance.normal(size=(200, len(FEATURE_NAMES)))
        lessons.append(Lesson(described, described @ weights + noise * chance.normal(size=200)))
    return lessons


def test_known_weights_are_found_again_and_the_error_left_is_the_noise():
    weights = np.linspace(-2, 2, len(FEATURE_NAMES))
    found, fits = fit_weights("made up", 2, made_up_lessons(weights, noise=3.0))
    assert found == pytest.approx(weights, abs=0.15)
    for fit in fits:
        assert fit.error == pytest.approx(3.0, rel=0.05)
        assert fit.explained == pytest.approx(1 - 9 / (9 + (weights**2).sum()), abs=0.05)


def test_rule_sets_held_out_teach_nothing():
    weights = np.ones(len(FEATURE_NAMES))
    lessons = made_up_lessons(weights, noise=1.0)
    spoilt = [
        Lesson(lesson.described, lesson.lead * 100) if index // 2 % 5 == 0 else lesson
        for index, lesson in enumerate(lessons)
    ]
    assert np.array_equal(fit_weights("a", 2, lessons)[0], fit_weights("a", 2, spoilt)[0])


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"rule_sets": 3}, "rule_sets.* from 20 to"),
        ({"games": 0}, "games.* from 1 to"),
        ({"seed": "seven"}, "seed"),
    ],
)
def test_what_cannot_be_trained_with_is_explained(settings, words):
    with pytest.raises(CaravanError, match=words):
        train(**settings)


def test_a_training_that_is_stopped_says_so():
    with pytest.raises(Cancelled):
        train(20, 1, cancel=lambda: True)


def test_the_weights_that_ship_say_how_they_came_about():
    text = LEARNED.read_text(encoding="utf-8")
    assert f"caravan train --rule-sets {RULE_SETS} --games {GAMES} --seed {SEED} --out FILE" in text
    assert "expert" in text
