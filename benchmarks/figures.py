"""What is measured: each figure with its target, and the line in which it is told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured number beside what it should be.

    Attributes
    ----------
    name : str
        What was measured.
    value, target : float
        In the same unit.
    unit : str
    more_is_better : bool
        Whether the target is a least or a most.
    detail : str
        What else is good to know, as a clause.
    """

    name: str
    value: float
    target: float
    unit: str
    more_is_better: bool
    detail: str = ""

    @property
    def met(self) -> bool:
        return self.value >= self.target if self.more_is_better else self.value <= self.target

    def __str__(self) -> str:
        bound = "at least" if self.more_is_better else "at most"
        verdict = "met" if self.met else "MISSED"
        detail = f" ({self.detail})" if self.detail else ""
        return (
            f"{self.name:<44} {_shown(self.value):>7} {self.unit:<19} {verdict}: {bound} {_shown(self.target)}{detail}"
        )


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
