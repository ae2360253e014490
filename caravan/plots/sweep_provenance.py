"""What a figure of a sweep rests on: its cells, games, players, bots, seed and kind of interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caravan.errors import CaravanError
from caravan.plots.provenance import line_up
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.readings import SweepLike
from caravan.wording import in_words


@dataclass(frozen=True)
class SweepProvenance:
    """Everything a reader needs to judge a figure or to make it again.

    Attributes
    ----------
    cells, failed, planned : int
        How many cells are there that the figure is about, how many can't be played, and how many there are in all.
    games, seed : int
        For each cell, and the seed of all.
    strata : tuple of (int, str)
        The numbers of players and line-ups shown.
    design : str
        How the cells were chosen.
    sweep_id : str
        The plan's short name.
    rules_id : str
        The base rules' short name.
    reading : str
        How to read the figure and its intervals, in one line or more.
    """

    cells: int
    failed: int
    planned: int
    games: int
    seed: int
    strata: tuple[tuple[int, str], ...]
    design: str
    sweep_id: str
    rules_id: str
    reading: str

    @classmethod
    def of(cls, sweep: SweepLike, strata: Sequence[tuple[int, str]], reading: str) -> SweepProvenance:
        """Describe a figure of some numbers of players and line-ups."""
        plan = sweep.plan
        points = len(plan.points)
        wanted = [place for place, stratum in enumerate(plan.strata) if stratum in strata]
        own = sweep.cells[(sweep.cells["scenario"] // points).isin(wanted)]
        return cls(
            int((own["status"] == "played").sum()),
            int((own["status"] == "failed").sum()),
            points * len(wanted),
            plan.games,
            plan.seed,
            tuple(strata),
            plan.design.kind.replace("_", " "),
            plan.id,
            plan.base.id,
            reading,
        )

    @property
    def stem(self) -> str:
        """What files about these cells are called: ``caravan-sweep-s0123abcd``."""
        return f"caravan-sweep-{self.sweep_id}"

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines under a figure."""
        playable = self.planned - self.failed
        counted = f"{self.cells:,}" if self.cells == playable else f"{self.cells:,} of {playable:,}"
        failed = f", {self.failed:,} more can't be played" if self.failed else ""
        played = [
            f"{counted} cells ({self.design}) of {self.games:,} games on the same seeds{failed}",
            *(
                f"{players} players, {line_up(bots.split(','))}"
                for players, bots in self.strata
                if len(self.strata) == 1
            ),
            f"base rules {self.rules_id}",
            f"sweep {self.sweep_id}",
            f"seed {self.seed}",
        ]
        return " · ".join(played), *self.reading.split("\n")


def chosen_stratum(plan: SweepPlan, players: int | None, bots: str | None) -> tuple[int, str]:
    """Choose a number of players and a line-up of a plan.

    Parameters
    ----------
    plan : SweepPlan
        The plan.
    players, bots : optional
        What is asked for; by default the plan's first.

    Returns
    -------
    tuple of int and str

    Raises
    ------
    CaravanError
        If the plan has no such pair.
    """
    wanted = (plan.players[0] if players is None else players, plan.bots[0] if bots is None else bots)
    if wanted not in plan.strata:
        there = in_words(f"{count} players ({line_up})" for count, line_up in plan.strata)
        raise CaravanError(f"the sweep has no cells of {wanted[0]} players ({wanted[1]}); there are {there}")
    return wanted
