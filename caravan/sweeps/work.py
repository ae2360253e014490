"""What a worker does for a sweep: it plays the games of a task, and measures cells; it writes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from caravan.batch import Batch
from caravan.blocks import BatchRequest, Block, play_run
from caravan.errors import CaravanError, LogError
from caravan.measures import all_measures
from caravan.playtest_summary import as_csv, summary_frame
from caravan.sweeps.task_file import Header, decode, encode

LEFT_OUT = frozenset({"fair_compensation"})
"""Measures that take as long as the games of a cell; `caravan fair` and a cell's own batch have them."""


@dataclass(frozen=True)
class PieceOrder:
    """A run of a cell's games to be played.

    Attributes
    ----------
    scenario : int
        The cell's number.
    request : BatchRequest
        The cell's batch.
    first, games : int
        The run's first game, and how many.
    """

    scenario: int
    request: BatchRequest
    first: int
    games: int


@dataclass(frozen=True)
class TaskOrder:
    """A task to be done; it can be sent to another process.

    Attributes
    ----------
    plan : str
        The id of the plan.
    pieces : tuple of PieceOrder
    """

    plan: str
    pieces: tuple[PieceOrder, ...]


@dataclass(frozen=True)
class TaskResult:
    """What came of a task.

    Attributes
    ----------
    content : bytes
        The task's file.
    errors : mapping of int to str
        Scenarios that failed, and why.
    summaries : mapping of int to str
        The measures of each cell that was played whole, as CSV.
    """

    content: bytes
    errors: Mapping[int, str]
    summaries: Mapping[int, str]


@dataclass(frozen=True)
class Measured:
    """What came of measuring a cell.

    Attributes
    ----------
    summary : str
        Its measures as CSV, or empty.
    error : str
        Why they couldn't be taken, or empty.
    damaged : int
        The place of a file that can't be read; -1 where there is none.
    """

    summary: str
    error: str = ""
    damaged: int = -1


def do_task(order: TaskOrder) -> TaskResult:
    """Play a task's games, and measure the cells of which it has all games.

    Parameters
    ----------
    order : TaskOrder
        What to do.

    Returns
    -------
    TaskResult
        The same wherever it is done. A scenario that fails is an error in it, and the others go on.
    """
    played: list[tuple[int, Sequence[Block]]] = []
    errors: dict[int, str] = {}
    summaries: dict[int, str] = {}
    for piece in order.pieces:
        try:
            blocks = tuple(play_run(piece.request, piece.first, piece.games))
        except MemoryError:
            raise
        except Exception as error:  # whatever a bot of one's own does wrong
            errors[piece.scenario] = _told(error)
            continue
        played.append((piece.scenario, blocks))
        if piece.games == piece.request.games:
            measured = measure_blocks(piece.scenario, piece.request, blocks)
            if measured.error:
                errors[piece.scenario] = measured.error
            else:
                summaries[piece.scenario] = measured.summary
    outline = [[piece.scenario, piece.first, piece.games] for piece in order.pieces]
    return TaskResult(encode(Header(order.plan, outline, errors), played), errors, summaries)


def measure_cell(scenario: int, request: BatchRequest, files: Sequence[bytes]) -> Measured:
    """Measure a cell from the files of its tasks.

    Parameters
    ----------
    scenario : int
        The cell's number.
    request : BatchRequest
        Its batch.
    files : sequence of bytes
        In the order of its games.

    Returns
    -------
    Measured
    """
    blocks = []
    for place, content in enumerate(files):
        try:
            blocks.append(decode(content)[scenario])
        except (LogError, KeyError):
            return Measured("", damaged=place)
    return measure_blocks(scenario, request, blocks)


def measure_blocks(scenario: int, request: BatchRequest, blocks: Sequence[Block]) -> Measured:
    """Measure the games of a cell.

    Parameters
    ----------
    scenario : int
        The cell's number.
    request : BatchRequest
        Its batch.
    blocks : sequence of Block
        All its games.

    Returns
    -------
    Measured
        The playtest summary, with the scenario's number in front.
    """
    try:
        frame = summary_frame(Batch.from_blocks(request, blocks), measures_of_a_sweep())
    except MemoryError:
        raise
    except Exception as error:
        return Measured("", f"its games can't be measured: {_told(error)}")
    frame.insert(0, "scenario", scenario)
    return Measured(as_csv(frame))


def measures_of_a_sweep() -> tuple[str, ...]:
    """List the measures that are taken of every cell: those that need no log and little time.

    Returns
    -------
    tuple of str
        Their names, in the order of the playtest summary.
    """
    return tuple(entry.name for entry in all_measures(with_events=False) if entry.name not in LEFT_OUT)


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, CaravanError) else f"{type(error).__name__}: {error}"
