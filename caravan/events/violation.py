"""One departure of a log from the rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Violation:
    """One departure of a log, or of a table beside it, from the rules.

    Attributes
    ----------
    game : int
        The game's number.
    event : int or None
        The event's number as the log has it; None where the fault is in the games or seats table.
    column : str
        The column it shows in; for another table than the log with the table's name, such as ``seats.score``.
    reason : str
        What was found and what the rules give there.
    """

    game: int
    event: int | None
    column: str
    reason: str

    def __str__(self) -> str:
        place = f"game {self.game}" if self.event is None else f"game {self.game}, event {self.event}"
        return f"{place}, {self.column}: {self.reason}"
