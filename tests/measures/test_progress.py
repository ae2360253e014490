from __future__ import annotations

import pandas as pd
import pytest
from synthetic_batches import MadeBatch, made_batch

from caravan.measures import Estimate, action_mix_by_progress, measure

ACTIONS = [
    "seed",
    "place",
    "move",
    "pick_up",
    "transfer",
    "deliver",
    "steal",
    "rainbow",
    "pass",
    "demand",
    "refill",
    "end",
]


def events(game: int, actions: list[str]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "game": pd.array([game] * len(actions), dtype="int64"),
            "event": range(len(actions)),
            "action": pd.Categorical(actions, categories=ACTIONS),
        }
    )


def batch_with(*frames: pd.DataFrame) -> MadeBatch:
    games = {int(number) for frame in frames for number in frame["game"]}
    batch = made_batch([[2, 1]] * len(games))
    batch.frames = list(frames)
    return batch


def shares(estimates: tuple[Estimate, ...]) -> dict[str, float]:
    return {estimate.part: estimate.value for estimate in estimates}


# Three pick-ups: one before each third ends.
GAME = ["seed", "place", "move", "pick_up", "move", "deliver", "pick_up", "refill", "steal", "pick_up", "pass", "end"]


def test_progress_is_counted_in_pick_ups_already_made():
    found = shares(action_mix_by_progress(batch_with(events(0, GAME)), 3))
    assert found["1_of_3.place"] == pytest.approx(1 / 3)
    assert found["1_of_3.pick_up"] == pytest.approx(1 / 3)
    assert found["2_of_3.deliver"] == pytest.approx(1 / 3)
    assert found["3_of_3.steal"] == pytest.approx(1 / 3)
    assert found["3_of_3.pass"] == pytest.approx(1 / 3)
    assert found["3_of_3.place"] == 0.0


def test_the_games_own_events_are_no_steps():
    found = shares(action_mix_by_progress(batch_with(events(0, GAME)), 1))
    assert found["1_of_1.move"] == pytest.approx(2 / 9)
    assert sum(found.values()) == pytest.approx(1.0)


def test_frames_of_several_games_give_what_one_frame_gives():
    first, second, third = events(0, GAME), events(1, [*GAME[:7], "end"]), events(2, ["seed", "pass", "pass", "end"])
    whole = pd.concat([first, second, third], ignore_index=True)
    apart = action_mix_by_progress(batch_with(pd.concat([first, second], ignore_index=True), third), 10)
    assert repr(apart) == repr(action_mix_by_progress(batch_with(whole), 10))


def test_a_game_without_pick_ups_stays_in_its_first_part():
    found = action_mix_by_progress(batch_with(events(0, ["seed", "move", "pass", "pass", "end"])), 2)
    assert shares(found)["1_of_2.pass"] == pytest.approx(2 / 3)
    last = next(estimate for estimate in found if estimate.part == "2_of_2.pass")
    assert last.is_missing
    assert "no step" in last.note


def test_text_columns_serve_as_well_as_categories():
    frame = events(0, GAME)
    plain = frame.assign(action=frame["action"].astype("str"))
    assert repr(action_mix_by_progress(batch_with(plain))) == repr(action_mix_by_progress(batch_with(frame)))


def test_thirds_are_the_registered_measure():
    batch = batch_with(events(0, GAME))
    assert repr(measure(batch, "action_mix_by_progress")) == repr(action_mix_by_progress(batch, 3))


def test_no_part_at_all_is_refused():
    with pytest.raises(ValueError, match="1 or more parts, not 0"):
        action_mix_by_progress(batch_with(events(0, GAME)), 0)
