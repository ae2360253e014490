"""How an objective is shown to people: losses are squared tolerances, which nobody reads."""

from __future__ import annotations

import math
from dataclasses import dataclass

from caravan.balance.aims import Aim
from caravan.balance.goal import Goal
from caravan.balance.trials import WISHES, objectives_of


@dataclass(frozen=True)
class Scale:
    """How an objective's losses are shown.

    Attributes
    ----------
    name : str
        The objective's.
    label : str
        What is shown, for an axis.
    aim : Aim or None
        The trade-off behind it; None for all wishes together.
    """

    name: str
    label: str
    aim: Aim | None

    @property
    def more_is_better(self) -> bool:
        """Whether a larger shown value is better."""
        return self.aim is not None and self.aim.kind == "maximise"

    @property
    def unit_of_losses(self) -> str:
        """What the losses count: distances go in squared, as much or as little as possible as it is."""
        linear = self.aim is not None and self.aim.kind in ("maximise", "minimise")
        return "tolerances" if linear else "squared tolerances"

    @property
    def is_root(self) -> bool:
        """Whether what is shown is a distance, the root of the loss, which is its square."""
        return self.aim is None or self.aim.kind not in ("maximise", "minimise")

    def shown(self, loss: float) -> float:
        """Turn a loss into what is shown.

        Parameters
        ----------
        loss : float
            As in `Judgement.losses`.

        Returns
        -------
        float
            For as much or as little as possible the measure itself, for a target or a window how far off it typically
            is, both in the measure's unit; for wishes how far off they are, in tolerances.
        """
        if self.aim is None:
            return math.sqrt(max(loss, 0.0))
        if self.aim.kind in ("maximise", "minimise"):
            return (-loss if self.aim.kind == "maximise" else loss) * self.aim.tolerance
        return math.sqrt(max(loss, 0.0)) * self.aim.tolerance


def scales_of(goal: Goal) -> tuple[Scale, ...]:
    """Give a scale for each objective of a goal, in their order."""
    by_name = {aim.name: aim for aim in goal.aims}
    scales = []
    for name in objectives_of(goal):
        if name == WISHES:
            wishes = [aim.name for aim in goal.aims if aim.role == "wish"]
            scales.append(Scale(name, f"wishes: how far off they are, in tolerances ({', '.join(wishes)})", None))
            continue
        aim = by_name[name]
        if aim.kind in ("maximise", "minimise"):
            label = f"{aim.name}: {aim.measure}, {'more' if aim.kind == 'maximise' else 'less'} is better"
        else:
            label = f"{aim.name}: how far {aim.measure} is from {aim.in_words()}"
        scales.append(Scale(name, label, aim))
    return tuple(scales)
