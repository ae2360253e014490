"""The game as the browser plays it: board, standings, scores, controls and the list of its events."""

# mypy: allow-untyped-calls

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import param
from panel.custom import JSComponent

from caravan.events import events_frame, table_writer
from caravan.plots.palette import seat_colour
from caravan.views.board.board_data import board_data
from caravan.views.board.board_script import BOARD_STYLE
from caravan.views.replaying.event_table import Filter
from caravan.views.replaying.game_words import words_of
from caravan.views.replaying.replay_model import ReplayModel, ShownGame
from caravan.views.replaying.scripts import script_of
from caravan.views.replaying.tape import as_json, told
from caravan.views.table_words import as_csv

_HERE = Path(__file__).parent
_PART = 100
_SCRIPTS = (
    "elements",
    "tape",
    "stage",
    "standings",
    "timeline",
    "event_list",
    "event_filter",
    "transport",
    "picture_file",
    "replay_player",
)


class ReplayPlayer(JSComponent):
    """Shows the game of a model.

    Parameters
    ----------
    model : ReplayModel
        Told where the visitor stands, and which other game they want.
    """

    game = param.Dict(default={}, doc="The game, with the event to begin at; empty while there is none.")
    table = param.Dict(default={}, doc="Which rows are listed, where they aren't those sent with the game.")
    jump = param.Dict(default={}, doc="To which event of the game to go.")
    veil = param.Dict(default={}, doc="What is said where there is no game to see, or another one is on its way.")

    _esm = script_of(*_SCRIPTS, with_board=True)
    # As text, since Panel serves only files beside a component's own.
    _stylesheets = [Path(BOARD_STYLE).read_text(encoding="utf-8"), str(_HERE / "replay_player.css")]  # noqa: RUF012

    def __init__(self, model: ReplayModel, **params: Any) -> None:
        self._model = model
        self._filter = Filter()
        self._found: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._version = 0
        self._number = 0
        self._jumps = model.jumps
        super().__init__(name="replay_player", sizing_mode="stretch_width", margin=0, **params)
        model.param.watch(self._follow, ["shown", "jumps", "state", "words", "awaited"])
        self._follow()

    def _follow(self, *events: Any) -> None:
        changed = {event.name for event in events}
        shown = self._model.shown
        changes: dict[str, Any] = {"veil": self._veil()}
        if shown is not None and (not changed or "shown" in changed):
            self._number += 1
            self._find(shown)
            changes["game"] = self._game(shown)
        elif shown is not None and "jumps" in changed:
            changes["jump"] = {"shown": self._number, "at": self._model.at, "turn": self._model.jumps}
        self.param.update(**changes)

    def _veil(self) -> dict[str, Any]:
        model = self._model
        awaited = model.awaited
        if model.state == "failed":
            return {
                "state": "failed",
                "words": f"Game {model.game:,} can\u2019t be shown: {model.words}",
                "retry": True,
            }
        if model.state == "loading":
            return {"state": "loading", "words": "" if model.shown else f"Game {model.game:,} is on its way \u2026"}
        if awaited is not None:
            place = "" if awaited.at is None else f", event {awaited.at:,},"
            return {
                "state": "empty",
                "words": f"This link leads to game {awaited.game:,}{place} of a log that was uploaded. Nobody\u2019s "
                "uploads are kept here: load the same file at the side, and the page goes there.",
            }
        return {} if model.shown else {"state": "empty", "words": "Choose a game at the side."}

    def _find(self, shown: ShownGame) -> None:
        self._version += 1
        self._found = shown.table.find(self._filter)

    def _table(self, shown: ShownGame) -> dict[str, Any]:
        before, events = shown.table.of_game(self._found, shown.game)
        total = len(shown.table.log.rows)
        return {
            "shown": self._number,
            "version": self._version,
            "count": len(self._found),
            "total": total,
            "before": before,
            "events": None if len(events) == len(shown.tape) else events,
            "game": shown.game,
            "many": len(shown.table.log.numbers) > 1,
        }

    def _game(self, shown: ShownGame) -> dict[str, Any]:
        words = words_of(shown.tape, shown.source, shown.game)
        said = {"finding": words.finding, "ending": words.ending, "course": words.course, "from": words.origin}
        return {
            "tape": as_json(shown.tape, shown=self._number, stem=words.stem, **said),
            "board": board_data(shown.source.rules.board),
            "seats": [
                {"name": name, "colour": seat_colour(seat)} for seat, name in enumerate(shown.source.names, start=1)
            ],
            "at": self._model.at,
            "table": self._table(shown),
        }

    def _handle_msg(self, data: Any) -> None:
        shown = self._model.shown
        if not isinstance(data, dict) or shown is None:
            return
        if data.get("retry") is True:
            self._model.retry()
        elif "at" in data:
            if isinstance(data["at"], int) and data.get("shown") == self._number:
                self._model.stand_at(data["at"])
        elif "filter" in data:
            self._filter = Filter.read(data["filter"], shown.source.rules)
            self._find(shown)
            self.table = self._table(shown)
        elif "rows" in data:
            self._send_rows(shown, data)
        elif "open" in data:
            self._open(data["open"])
        elif data.get("want") in {"log", "scores"}:
            self._send_msg(self._file(shown, data["want"]))

    def _send_rows(self, shown: ShownGame, wanted: dict[str, Any]) -> None:
        first = wanted["rows"]
        if isinstance(first, int) and 0 <= first < len(self._found) and wanted.get("version") == self._version:
            rows = shown.table.part(self._found, first, _PART)
            self._send_msg({"rows": rows, "first": first, "version": self._version})

    def _open(self, place: Any) -> None:
        if isinstance(place, list) and len(place) == 2 and all(isinstance(number, int) for number in place):
            self._model.choose_game(place[0], max(0, place[1]))

    def _file(self, shown: ShownGame, kind: str) -> dict[str, Any]:
        words = words_of(shown.tape, shown.source, shown.game)
        return {"file": f"{words.stem}-{kind}.csv", "text": log_csv(shown) if kind == "log" else scores_csv(shown)}


def log_csv(shown: ShownGame) -> str:
    """Write a game's log as the command line does.

    Parameters
    ----------
    shown : ShownGame
        The game.

    Returns
    -------
    str
        CSV.
    """
    offsets = np.array([0, len(shown.tape)])
    frame = events_frame(shown.tape.rows, offsets, shown.source.rules, first_game=shown.game)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.csv"
        with table_writer(path, "events") as writer:
            writer.write(frame)
        return path.read_text(encoding="utf-8")


def scores_csv(shown: ShownGame) -> str:
    """Write the scores after each event of a game.

    Parameters
    ----------
    shown : ShownGame
        The game.

    Returns
    -------
    str
        CSV.
    """
    tape = shown.tape
    words = told(tape.rows, tape.rules)
    columns: dict[str, Any] = {"event": range(len(tape)), "turn": tape.rows["turn"].tolist(), "what happens": words}
    for seat in range(tape.rules.players):
        columns[f"points of seat {seat + 1}"] = tape.scores[:, seat].tolist()
    return as_csv(pd.DataFrame(columns))
