"""The model of the measures: what it proposes where the measures are known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from caravan import Goal, Rules
from caravan.balance.features import features
from caravan.balance.figures import cells_of
from caravan.balance.goal import Candidate
from caravan.balance.how_to_play import HowToPlay
from caravan.balance.journal import Journal
from caravan.balance.model import Model
from caravan.balance.trials import Trials

AXES = {"camels": {"from": 2, "to": 9}, "common_count": {"from": 4, "to": 12}, "tie_break": ["most_goods", "shared"]}


def played(aims: list[dict[str, object]], known: list[Candidate]) -> Trials:
    """Trials of rules whose length is 10 camels + 2 common_count, and 5 more for shared wins; none is played."""
    goal = Goal(AXES, aims, rules=Rules(players=2))
    journal = Journal(None, goal.id)
    trials = Trials(goal, journal, HowToPlay())
    assert len(cells_of(goal)) == 1
    for candidate in known:
        camels, common, shared = candidate
        length = 10.0 * (camels + 2) + 2.0 * (common + 4) + 5.0 * shared
        figures = [[0, "length.turns.mean", None, length, 0.1], [0, "steals", None, float(common), 0.1]]
        wanted = [figure for figure in figures if figure[1] in {aim.measure for aim in goal.aims}]
        journal.add(f"{'-'.join(map(str, candidate))} chunk 0", {"figures": wanted})
        assert trials.play(candidate)
    return trials


def model_of(trials: Trials) -> Model:
    return Model(trials, np.random.default_rng(1))


KNOWN = [(0, 0, 0), (7, 8, 1), (0, 8, 1), (7, 0, 0), (3, 4, 0), (2, 6, 1), (5, 2, 1), (1, 3, 0), (6, 7, 0)]


def test_levels_on_a_scale_are_placed_by_their_numbers_and_others_apart() -> None:
    goal = Goal(AXES, [{"aim": "fair_seats"}])
    placed = features(goal, [(0, 0, 0), (7, 4, 1)])
    assert placed[:, :2].tolist() == [[0.0, 0.0], [1.0, 0.5]]
    assert np.linalg.norm(placed[0, 2:] - placed[1, 2:]) == pytest.approx(1.0)


def test_an_opening_is_placed_by_what_its_turns_lack_of_an_ordinary_one() -> None:
    axes = {"opening_actions": [[1, 2], [], [3, 4, 5]], "actions_per_turn": [4, 5], "starting_demand": [[1, 2], [2, 9]]}
    goal = Goal(axes, [{"aim": "fair_seats"}])
    placed = features(goal, [(0, 0, 0), (1, 1, 0), (2, 1, 1)])
    assert placed[:, :3].tolist() == [[-0.6, -0.4, 0.0], [0.0, 0.0, 0.0], [-0.4, -0.2, 0.0]]
    assert placed[:, 3].tolist() == [0.0, 1.0, 1.0]
    assert (placed[:, 4:] > 0).tolist() == [[True, True, False], [True, True, False], [False, True, True]]


def test_it_proposes_what_hits_the_target() -> None:
    model = model_of(played([{"aim": "length", "target": 71, "tolerance": 1}], KNOWN))
    proposed = model.propose(most_chunks=4)
    assert proposed is not None
    camels, common, shared = proposed
    assert 10 * (camels + 2) + 2 * (common + 4) + 5 * shared == pytest.approx(71, abs=2)


def test_it_keeps_to_what_must_be() -> None:
    must = {"aim": "length", "at_most": 60, "role": "must"}
    model = model_of(played([must, {"measure": "steals", "maximise": True}], KNOWN))
    proposed = model.propose(most_chunks=4)
    assert proposed is not None
    camels, common, shared = proposed
    assert 10 * (camels + 2) + 2 * (common + 4) + 5 * shared <= 62
    assert common >= 7


def test_it_has_nothing_to_say_before_there_are_two_rule_sets_or_once_all_have_played() -> None:
    aims = [{"aim": "length", "target": 71}]
    assert model_of(played(aims, [(0, 0, 0)])).propose(most_chunks=4) is None
    everything = [(camels, common, shared) for camels in range(8) for common in range(9) for shared in range(2)]
    assert model_of(played(aims, everything)).propose(most_chunks=1) is None


def test_figures_that_are_missing_are_left_out() -> None:
    trials = played([{"aim": "length", "target": 71}], KNOWN)
    bad = (7, 7, 0)
    trials._journal.add("7-7-0 chunk 0", {"figures": [[0, "length.turns.mean", None, math.nan, 0.0]]})
    trials.play(bad)
    assert model_of(trials).propose(most_chunks=4) is not None


def test_what_is_believed_of_a_lucky_rule_set_leans_on_the_others() -> None:
    trials = played([{"aim": "length", "target": 55, "tolerance": 1}], KNOWN)
    lucky = (4, 4, 0)  # its length would be 76
    trials._journal.add("4-4-0 chunk 0", {"figures": [[0, "length.turns.mean", None, 55.0, 10.0]]})
    trials.play(lucky)
    judgement, figures = model_of(trials).believed([lucky])[lucky]
    (figure,) = figures.values()
    assert figure.value == pytest.approx(76, abs=2)
    assert figure.error < 5.0
    assert sum(judgement.losses) == pytest.approx((figure.value - 55) ** 2 + figure.error**2, rel=1e-6)
    assert sum(trials.judgement(lucky).losses) < 0.0
