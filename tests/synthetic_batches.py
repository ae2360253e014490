"""Batches made up for the tests of measures and reports: frames as a real batch has them, without a game played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from caravan.rules import Rules

STEP_COLUMNS = ("place", "move", "pick_up", "transfer", "deliver", "rainbow", "passed")
END_REASONS = ("delivery", "deadlock", "turn_limit")


@dataclass
class MadeRequest:
    rules: Rules
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int

    @property
    def bot_names(self) -> tuple[str, ...]:
        return self.bots


@dataclass
class MadeBatch:
    request: MadeRequest
    games: pd.DataFrame
    seats: pd.DataFrame
    frames: list[pd.DataFrame] = field(default_factory=list)

    def event_frames(self) -> Iterator[pd.DataFrame]:
        yield from self.frames

    def first(self, games: int) -> MadeBatch:
        """The same batch while only its first games have come in."""
        players = self.request.players
        return MadeBatch(self.request, self.games.iloc[:games], self.seats.iloc[: games * players])


def made_batch(
    demand: Sequence[Sequence[int]] | np.ndarray,
    *,
    rare: np.ndarray | int = 0,
    common: np.ndarray | int = 0,
    penalty: np.ndarray | int = 0,
    steps: dict[str, np.ndarray | int] | None = None,
    steals: np.ndarray | int = 0,
    turns: Sequence[int] | np.ndarray | int = 60,
    end_reasons: Sequence[str] | None = None,
    lead_changes: Sequence[int] | np.ndarray | int = 0,
    rules: Rules | None = None,
    bots: tuple[str, ...] | None = None,
    planned: int | None = None,
    seed: int = 7,
) -> MadeBatch:
    """Make a batch from what each seat has, in arrays of shape (games, players).

    With nothing but demand markers a seat's score is their number, which makes cases easy to write by hand.
    """
    rules = rules or Rules()
    demand = np.asarray(demand, dtype=np.int64)
    games, players = demand.shape
    shape = demand.shape
    rare, common, penalty, steals = (np.broadcast_to(numbers, shape) for numbers in (rare, common, penalty, steals))
    steps = {name: np.broadcast_to((steps or {}).get(name, 0), shape) for name in STEP_COLUMNS}
    turns, lead_changes = (np.broadcast_to(numbers, (games,)) for numbers in (turns, lead_changes))
    score = rare * rules.rare_value + common * rules.common_value + demand * rules.demand_value + penalty
    goods = rare + common if rules.tie_break == "most_goods" else np.zeros(shape, dtype=np.int64)
    standing = score * 1_000 + goods
    rank = 1 + (standing[:, None, :] > standing[:, :, None]).sum(axis=2)
    winners = (rank == 1).sum(axis=1)
    ordered = np.sort(score, axis=1)[:, ::-1]
    sole = np.where(winners == 1, np.argmax(rank == 1, axis=1) + 1, -1)
    reasons = list(end_reasons) if end_reasons is not None else ["delivery"] * games
    actions = sum((numbers.sum(axis=1) for name, numbers in steps.items() if name != "passed"), steals.sum(axis=1))
    line_up = bots or ("planner",) * players
    games_frame = pd.DataFrame(
        {
            "game": np.arange(games, dtype=np.int64),
            "rules_id": pd.array([rules.id] * games, dtype="str"),
            "players": np.full(games, players, dtype=np.int8),
            "bots": pd.array([",".join(line_up)] * games, dtype="str"),
            "seed": np.full(games, seed, dtype=np.int64),
            "turns": turns.astype(np.int16),
            "events": np.full(games, 100, dtype=np.int32),
            "actions": np.asarray(actions, dtype=np.int32),
            "end_reason": pd.Categorical(reasons, categories=END_REASONS),
            "winner": pd.array([number if number > 0 else None for number in sole.tolist()], dtype="Int8"),
            "winners": winners.astype(np.int8),
            "level": (score == ordered[:, :1]).sum(axis=1).astype(np.int8),
            "winning_margin": (ordered[:, 0] - ordered[:, 1]).astype(np.int32),
            "spread": (ordered[:, 0] - ordered[:, -1]).astype(np.int32),
            "lead_changes": lead_changes.astype(np.int16),
        }
    )
    seats_frame = pd.DataFrame(
        {
            "game": np.repeat(np.arange(games, dtype=np.int64), players),
            "seat": np.tile(np.arange(1, players + 1, dtype=np.int8), games),
            "bot": pd.Categorical(list(line_up) * games, categories=sorted(set(line_up))),
            "score": score.ravel().astype(np.int32),
            "rank": rank.ravel().astype(np.int8),
            "win_share": ((rank == 1) / winners[:, None]).ravel(),
            "rare": rare.ravel().astype(np.int16),
            "common": common.ravel().astype(np.int16),
            "demand": demand.ravel().astype(np.int16),
            "steals": steals.ravel().astype(np.int16),
            "robbed": np.zeros(games * players, dtype=np.int16),
            "undelivered": np.zeros(games * players, dtype=np.int16),
            "penalty": penalty.ravel().astype(np.int16),
            **{name: numbers.ravel().astype(np.int16) for name, numbers in steps.items()},
        }
    )
    request = MadeRequest(rules, players, line_up, games if planned is None else planned, seed)
    return MadeBatch(request, games_frame, seats_frame)


def random_batch(
    games: int, players: int = 4, *, seed: int = 1, planned: int | None = None, rules: Rules | None = None
) -> MadeBatch:
    """Make a batch that looks like games between competent bots, a few of them ending badly, some of them tied."""
    rng = np.random.default_rng(seed)
    shape = (games, players)
    edge = np.linspace(0.8, -0.4, players)
    return made_batch(
        rng.poisson(6.0 + edge, shape),
        rare=rng.binomial(12, 0.9 / players, shape),
        common=rng.binomial(36, 0.78 / players, shape),
        penalty=-rng.binomial(3, 0.05, shape),
        steps={
            "place": rng.poisson(5, shape),
            "move": rng.poisson(30, shape),
            "pick_up": rng.poisson(10, shape),
            "transfer": rng.poisson(4, shape),
            "deliver": rng.poisson(9, shape),
            "passed": rng.poisson(1, shape),
        },
        steals=rng.poisson(1.5, shape),
        turns=rng.integers(50, 75, games),
        end_reasons=rng.choice(END_REASONS, games, p=[0.98, 0.015, 0.005]).tolist(),
        lead_changes=rng.poisson(3, games),
        rules=rules,
        planned=planned,
        seed=seed,
    )
