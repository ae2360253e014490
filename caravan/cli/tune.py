"""``caravan tune``: search for the rules that reach a goal's aims best."""

from __future__ import annotations

import shutil
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from caravan.cli.arguments import Options
from caravan.cli.executor_arguments import executor_asked_for
from caravan.cli.folder import FRONT_PAGE, TUNE_FILES, answer_file, results_written_together
from caravan.cli.interrupts import Terminated
from caravan.cli.ladder import kept_beside
from caravan.cli.progress import COMPILING, StagedProgress
from caravan.errors import Cancelled, PlanError
from caravan.files import read_text, write_atomically

if TYPE_CHECKING:
    import pandas as pd

    from caravan.balance import Goal, Tuning

JOURNAL = "played.jsonl"


def tune(options: Options) -> int:
    """Search, write the answers if a folder is given, and tell them."""
    goal, text = _goal(options)
    names: tuple[str, ...] = ()
    if options.out is None:
        far = HowFar(goal)
        try:
            found = _search(options, goal, None, far)
        except (KeyboardInterrupt, Terminated) as error:
            raise Cancelled(f"stopped after {far}; none are kept, as there is no --out") from error
    else:
        found, names = _search_into(options, goal, text)
    from caravan.cli.tune_words import told

    print(told(found))
    if options.out is not None:
        print(f"\n{', '.join(names)} are in {options.out}")
    return 0


def _goal(options: Options) -> tuple[Goal, str]:
    """Read the goal, with what the command line changes in it, and give its text too."""
    from caravan.balance import Goal
    from caravan.balance.tuning import require_enough_games

    text = read_text(options.goal, PlanError)
    changes = {key: value for key in ("games", "seed") if (value := getattr(options, key)) is not None}
    goal = Goal.from_toml(text, options.goal, Path(options.goal).parent, **changes)
    try:
        require_enough_games(goal)
    except PlanError as error:
        raise PlanError(f"--{error}" if "games" in changes else f"{options.goal}: {error}") from error
    return goal, text


def _search_into(options: Options, goal: Goal, text: str) -> tuple[Tuning, tuple[str, ...]]:
    """Search and fill the folder; what was played stays beside it until that is done."""
    kept = kept_beside(options.out)
    written = False
    names: list[str] = []
    try:
        with results_written_together(options.out, names, overwrite=options.overwrite) as folder:
            found = _search(options, goal, kept / JOURNAL)
            names += _write(found, folder, text)
        written = True
    except Cancelled as error:
        games = 0 if written else games_kept(kept / JOURNAL, goal)
        if games:
            raise Cancelled(
                f"{error}; {games:,} of the search's {goal.games:,} games are kept in {kept}, and the same command "
                "goes on from there"
            ) from error
        raise
    finally:
        if written or not games_kept(kept / JOURNAL, goal):
            shutil.rmtree(kept, ignore_errors=True)
    return found, tuple(names)


class HowFar:
    """How far a search has come.

    Parameters
    ----------
    goal : Goal
    """

    def __init__(self, goal: Goal) -> None:
        self._games = goal.games
        self._done = 0

    def __str__(self) -> str:
        return f"{self._done:,} of the search's {self._games:,} games"

    def hear(self, part: str, done: int) -> None:
        """Take note of a part's games; those on fresh seeds don't count."""
        if part == "search":
            self._done = done


def games_kept(journal: Path, goal: Goal) -> int:
    """Say how many games a journal holds; its first line only says which goal it is about."""
    from caravan.balance.figures import games_of_a_chunk

    try:
        return max(journal.read_bytes().count(b"\n") - 1, 0) * games_of_a_chunk(goal)
    except OSError:
        return 0


def _search(options: Options, goal: Goal, journal: Path | None, far: HowFar | None = None) -> Tuning:
    with ExitStack() as stack:
        progress = stack.enter_context(StagedProgress(sys.stderr, f"getting ready ({COMPILING})"))
        from caravan.balance import tune as find

        def tell(part: str, done: int, games: int) -> None:
            if far is not None:
                far.hear(part, done)
            progress.part_plays(part, done, games)

        return find(goal, journal=journal, executor=stack.enter_context(executor_asked_for(options)), progress=tell)


def _write(found: Tuning, folder: Path, text: str) -> list[str]:
    from caravan.balance import front_table, trials_table
    from caravan.playtest_summary import as_csv

    summary, front, trials, goal = TUNE_FILES
    write_atomically(folder / summary, as_csv(winner_and_present(found)))
    write_atomically(folder / front, as_csv(front_table(found)))
    write_atomically(folder / trials, as_csv(trials_table(found)))
    write_atomically(folder / goal, text)
    for answer in found.answers:
        answer.rules.write(folder / answer_file(answer.number))
    names = [*TUNE_FILES, *(answer_file(answer.number) for answer in found.answers)]
    if found.is_front:
        from caravan.plots.pareto import page

        write_atomically(folder / FRONT_PAGE, page(found))
        names.append(FRONT_PAGE)
    return names


def winner_and_present(found: Tuning) -> pd.DataFrame:
    """Put the winner beside the present rules on the same fresh seeds, in the columns of the playtest summary.

    Parameters
    ----------
    found : Tuning

    Returns
    -------
    DataFrame
        For each number of players and style the present rules' rows, and the winner's with the differences.
    """
    import pandas as pd

    from caravan.comparison import compare_batches

    frames = [
        compare_batches(present[0], found.winner.fresh.batches[cell][0], names=("present", "winner")).table
        for cell, present in found.baseline.fresh.batches.items()
        if not cell.weak
    ]
    return pd.concat(frames, ignore_index=True)
