from __future__ import annotations

import math

import pandas as pd
import pytest

from caravan.errors import CaravanError
from caravan.ladder.rungs import skill_ladder

RATED = pd.DataFrame({"players": 2, "bot": ["master", "twin", "good", "novice"], "rating": [300, 120, 100, -500]})


def met(**low_ends):
    """Pairings of every bot against every other: an interval 0.2 wide, from the lower end given or from 0.3."""
    rows = []
    for bot in RATED["bot"]:
        for other in RATED["bot"]:
            low = low_ends.get(f"{bot}_{other}", 0.3)
            rows.append((2, bot, other, low + 0.1, low, low + 0.2))
    return pd.DataFrame(rows, columns=["players", "bot", "against", "win_share", "win_low", "win_high"])


def test_a_bot_stands_a_rung_higher_where_its_interval_lies_above_the_fair_share():
    (ladder,) = skill_ladder(met(good_novice=0.7, twin_good=0.45, master_good=0.6), RATED)
    assert [(step.bot, step.below, step.is_rung) for step in ladder.steps] == [
        ("novice", "", True),
        ("good", "novice", True),
        ("twin", "good", False),
        ("master", "good", True),
    ]
    assert ladder.rungs == 2
    assert ladder.sentence == "With 2 players the ladder has 2 rungs: novice < good < master."
    assert math.isnan(ladder.steps[0].win_share)
    assert ladder.steps[3].low == 0.6


def test_an_interval_that_only_touches_the_fair_share_makes_no_rung():
    (ladder,) = skill_ladder(met(good_novice=0.5), RATED)
    assert ladder.rungs == 0
    assert ladder.sentence == "With 2 players no bot beats a weaker one beyond doubt."


def test_a_higher_rating_alone_makes_no_rung():
    assert skill_ladder(met(), RATED)[0].rungs == 0


def test_only_the_bots_asked_for_count():
    (ladder,) = skill_ladder(met(master_twin=0.8), RATED, ["twin", "master"])
    assert ladder.sentence == "With 2 players the ladder has 1 rung: twin < master."
    with pytest.raises(CaravanError, match="'nobody' isn't on this ladder"):
        skill_ladder(met(), RATED, ["nobody"])


def test_the_shipped_ladder_has_more_rungs_with_fewer_players(root):
    tables = (pd.read_csv(root / "data" / "ladder" / f"{name}.csv") for name in ("pairings", "ratings"))
    ladders = skill_ladder(*tables)
    assert [ladder.players for ladder in ladders] == [2, 3, 4]
    assert all(step.is_rung for step in ladders[0].steps[:3])
    assert ladders[0].rungs >= ladders[2].rungs >= 3
