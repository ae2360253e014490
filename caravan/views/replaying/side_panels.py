"""What stands at the side of the page: which game, the games worth looking at, and a log of one's own."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent

from caravan.blocks import BatchRequest
from caravan.errors import CaravanError
from caravan.plots.palette import SEATS
from caravan.rules import PRESETS, Rules
from caravan.views.address import MAX_SEED
from caravan.views.own_bots import offered_bot, offered_bots
from caravan.views.replaying.address import MOST_GAMES
from caravan.views.replaying.game_search import GameSearch
from caravan.views.replaying.log_upload import LogUpload
from caravan.views.replaying.replay_model import ReplayModel
from caravan.views.replaying.scripts import script_of
from caravan.views.replaying.sources import LogSource
from caravan.views.rule_words import setting_text, to_text

_STYLE = str(Path(__file__).parent / "side.css")
_OWN, _SHOWN, _FILE = "own", "shown", "file"
_WIDE = {"sizing_mode": "stretch_width", "margin": 0}


class GamePicker(JSComponent):
    """Sets rules, players, bots, seed, games and the game's number.

    Parameters
    ----------
    model : ReplayModel
        What is set.
    to_lab : callable
        Given the batch whose rules the visitor wants to see in Lab.
    """

    offer = param.Dict(default={}, doc="What can be chosen.")
    values = param.Dict(default={}, doc="What is set, and what was wrong with the last wish.")

    _esm = script_of("elements", "game_picker")
    _stylesheets = [_STYLE]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, model: ReplayModel, to_lab: Callable[[BatchRequest], object], **params: Any) -> None:
        self._model = model
        self._to_lab = to_lab
        self._problem = ""
        offer = {
            "rules": [(name, name.capitalize()) for name in PRESETS],
            "bots": list(offered_bots()),
            "seats": list(SEATS),
            "games": MOST_GAMES,
        }
        super().__init__(offer=offer, values=self._values(), name="game_picker", **_WIDE, **params)
        model.param.watch(self._follow, ["source", "game"])

    def _follow(self, *_: Any) -> None:
        self.values = self._values()

    def _values(self) -> dict[str, Any]:
        model = self._model
        batch, source = model.batch, model.source
        log = ""
        if isinstance(source, LogSource):
            log = f"{source.name}: {source.games():,} game{'' if source.games() == 1 else 's'}"
        return {
            "log": log,
            "rules": _rules_in_words(batch.rules),
            "players": batch.players,
            "bots": list(batch.bot_names),
            "seed": batch.seed,
            "games": batch.games,
            "game": model.game,
            "last": source.number(MAX_SEED) if source is not None else batch.games - 1,
            "problem": self._problem,
        }

    def _handle_msg(self, data: Any) -> None:
        if not isinstance(data, dict):
            return
        self._problem = ""
        try:
            if data.get("lab") is True:
                self._to_lab(self._model.batch)
            elif data.get("batch") is True:
                self._model.use_batch()
            elif data.get("step") in (-1, 1):
                self._step(data["step"])
            elif isinstance(data.get("choose"), dict):
                self._choose(data["choose"])
        except CaravanError as error:
            self._problem = str(error)
        self._follow()

    def _step(self, count: int) -> None:
        """Go to the game before or after; a log's games needn't be numbered without a gap."""
        model = self._model
        if isinstance(model.source, LogSource) and count < 0:
            before = [number for number in model.source.log.numbers.tolist() if number < model.game]
            model.choose_game(before[-1] if before else model.game)
        else:
            model.choose_game(max(0, model.game + count))

    def _choose(self, wanted: dict[str, Any]) -> None:
        changes: dict[str, Any] = {}
        for name, low, high in (
            ("players", 2, 4),
            ("games", 1, MOST_GAMES),
            ("seed", 0, MAX_SEED),
            ("game", 0, MAX_SEED),
        ):
            if name in wanted:
                value = wanted[name]
                if not isinstance(value, int) or not low <= value <= high:
                    raise CaravanError(f"{name}: a whole number from {low:,} to {high:,} is allowed")
                changes[name] = value
        if wanted.get("rules") in PRESETS:
            changes["rules"] = Rules.preset(wanted["rules"])
        if isinstance(wanted.get("bots"), list):
            bots = [offered_bot(str(bot)) for bot in wanted["bots"] if bot]
            changes["bots"] = tuple(bots)
        if "game" in changes:
            self._model.choose_game(changes["game"])
        elif changes:
            self._model.choose(**changes)


class GameFinder(JSComponent):
    """Lists the games worth looking at.

    Parameters
    ----------
    search : GameSearch
        What was found.
    model : ReplayModel
        Told which game the visitor wants.
    """

    search = param.Dict(default={}, doc="How far the search has come, and what it found.")

    _esm = script_of("elements", "game_finder")
    _stylesheets = [_STYLE]  # noqa: RUF012

    def __init__(self, search: GameSearch, model: ReplayModel, **params: Any) -> None:
        self._search = search
        self._model = model
        super().__init__(search=self._told(), name="game_finder", **_WIDE, **params)
        search.param.watch(self._follow, ["state", "words", "done", "planned", "rankings"])
        model.param.watch(self._follow, "game")

    def _follow(self, *_: Any) -> None:
        self.search = self._told()

    def _told(self) -> dict[str, Any]:
        search = self._search
        return {
            "state": search.state,
            "words": search.words,
            "done": search.done,
            "planned": search.planned,
            "shown": self._model.game,
            "rankings": [
                {
                    "name": ranking.name,
                    "title": ranking.title,
                    "found": [{"game": found.game, "value": found.value} for found in ranking.found],
                }
                for ranking in search.rankings
            ],
        }

    def _handle_msg(self, data: Any) -> None:
        if not isinstance(data, dict):
            return
        if isinstance(data.get("game"), int) and data["game"] >= 0:
            self._model.choose_game(data["game"])
        elif data.get("act") == "stop":
            self._search.stop()
        elif data.get("act") == "search":
            self._search.search()


class LogField(JSComponent):
    """Takes a log from the visitor.

    Parameters
    ----------
    upload : LogUpload
        Where it goes.
    model : ReplayModel
        Whose rules are offered as those of the log.
    """

    upload = param.Dict(default={}, doc="How far the upload has come, and the rules on offer.")

    _esm = script_of("elements", "log_field")
    _stylesheets = [_STYLE]  # noqa: RUF012

    def __init__(self, upload: LogUpload, model: ReplayModel, **params: Any) -> None:
        self._upload = upload
        self._model = model
        self._key = _SHOWN
        super().__init__(upload=self._told(), name="log_field", **_WIDE, **params)
        upload.param.watch(self._follow, ["state", "words", "called", "rules_name"])
        model.param.watch(self._follow, ["source", "awaited"])

    def _follow(self, *events: Any) -> None:
        if any(event.name == "rules_name" and event.new for event in events):
            self._key = _FILE
        self.upload = self._told()

    def _told(self) -> dict[str, Any]:
        upload = self._upload
        options = [(_SHOWN, f"the rules shown: {self._rules_shown_in_words()}")]
        options += [(name, name.capitalize()) for name in PRESETS]
        if upload.rules_name:
            options.append((_FILE, upload.rules_name))
        return {
            "state": upload.state,
            "words": upload.words,
            "called": upload.called,
            "options": options,
            "key": self._key,
        }

    def _rules_shown(self) -> Rules:
        model = self._model
        if model.awaited is not None:
            return model.awaited.rules
        return model.source.rules if model.source is not None else model.batch.rules

    def _rules_shown_in_words(self) -> str:
        told = _rules_in_words(self._rules_shown())
        return str(told["own"] or told["key"])

    def _rules(self) -> Rules | None:
        if self._key == _FILE:
            return self._upload.rules
        return Rules.preset(self._key) if self._key in PRESETS else self._rules_shown()

    def _handle_msg(self, data: Any) -> None:
        if not isinstance(data, dict):
            return
        upload = self._upload
        if data.get("stop") is True:
            upload.stop()
        elif data.get("rules") in (_SHOWN, *PRESETS, *((_FILE,) if upload.rules_name else ())):
            self._key = data["rules"]
            self._follow()
        elif isinstance(data.get("begin"), dict):
            name, size = data["begin"].get("name"), data["begin"].get("size")
            if isinstance(name, str) and isinstance(size, int) and upload.begin(name, size):
                self._send_msg({"next": True})
        elif isinstance(data.get("part"), bytes | bytearray | memoryview) and upload.receive(
            bytes(data["part"]), self._rules()
        ):
            self._send_msg({"next": True})


class FaultList(JSComponent):
    """Lists everything that is wrong with the last upload.

    Parameters
    ----------
    upload : LogUpload
        Whose faults are listed.
    """

    faults = param.Dict(default={}, doc="A title, a note, and for each fault its place, column, reason and game.")

    _esm = script_of("elements", "fault_list")
    _stylesheets = [_STYLE]  # noqa: RUF012

    def __init__(self, upload: LogUpload, **params: Any) -> None:
        self._upload = upload
        super().__init__(name="fault_list", **_WIDE, **params)
        upload.param.watch(self._follow, "faults")

    def _follow(self, *_: Any) -> None:
        found = self._upload.faults
        if found is None:
            self.faults = {}
            return
        shown = len(found.faults)
        count = f"{found.found:,} fault{'' if found.found == 1 else 's'}"
        if not found.all_found:
            count = f"at least {count}"
        more = f" The first {shown:,} are listed." if found.found > shown else ""
        rest = "" if found.all_found else " Where a game couldn\u2019t be read, there may be more."
        self.faults = {
            "title": f"{found.name} can\u2019t be replayed: {count}",
            "note": f"Nothing was changed: what was shown before is still there.{more}{rest}",
            "faults": [
                (
                    fault.place,
                    fault.column,
                    _as_sentence(fault.reason),
                    "" if fault.game is None else f"Game {fault.game}, event {fault.event}",
                )
                for fault in found.faults
            ],
        }

    def _handle_msg(self, data: Any) -> None:
        if isinstance(data, dict) and data.get("dismiss") is True:
            self._upload.dismiss()


def _as_sentence(reason: str) -> str:
    """Make a clause a sentence; a column's name that it begins with stays as it is."""
    first = reason.split(" ", 1)[0]
    return f"{reason if '_' in first else reason[:1].upper() + reason[1:]}."


def _rules_in_words(rules: Rules) -> dict[str, str]:
    """Say which preset a rule set is, or by what it differs from the nearest."""
    text = to_text(rules)
    preset, _, changes = text.partition(";")
    if not changes:
        return {"key": preset, "own": "", "changes": ""}
    base = Rules.preset(preset)
    differing = {name: ours for name, (_, ours) in rules.differences(base).items() if name != "players"}
    told = [
        "a board of its own" if name == "board" else f"{base.param[name].label} {setting_text(value)}"
        for name, value in differing.items()
    ]
    count = f"{len(told)} change{'' if len(told) == 1 else 's'}"
    return {"key": _OWN, "own": f"{preset.capitalize()} with {count}", "changes": "; ".join(told)}
