"""Replay: any game of any batch, or of an uploaded log, event by event."""

# mypy: allow-untyped-calls

from __future__ import annotations

from dataclasses import replace
from typing import Any

from caravan.blocks import BatchRequest
from caravan.views.address import word_of_rules
from caravan.views.look import stack
from caravan.views.page import PageView
from caravan.views.replaying.address import ReplayState, from_word, to_word
from caravan.views.replaying.game_search import GameSearch
from caravan.views.replaying.log_upload import LogUpload
from caravan.views.replaying.replay_model import ReplayModel
from caravan.views.replaying.replay_player import ReplayPlayer
from caravan.views.replaying.side_panels import FaultList, GameFinder, GamePicker, LogField
from caravan.views.visit import Visit


class ReplayPage(PageView):
    """Shows games event by event.

    Parameters
    ----------
    visit : Visit
        Whose page it is.
    """

    name_in_address = "replay"
    title = "Replay"

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self.model = ReplayModel(visit, awake=False)
        self.search = GameSearch(visit)
        self.upload = LogUpload(visit, self.model.use_log)
        self.player = ReplayPlayer(self.model)
        self.picker = GamePicker(self.model, self._to_lab)
        self.finder = GameFinder(self.search, self.model)
        self.log_field = LogField(self.upload, self.model)
        self.faults = FaultList(self.upload)
        self.model.param.watch(self._follow_source, "source")
        self._game: ReplayState | None = None
        self.model.param.watch(self._note, ["shown", "awaited", "at"])

    def open(self, word: str) -> None:
        """Show the game and the place that a word of this page names; see `caravan.views.replaying.address`."""
        self.model.open(from_word(word) if word else ReplayState())
        self._note()

    def sidebar(self) -> list[Any]:
        """Give what decides which game is shown."""
        return [stack(self.picker, self.finder, self.log_field, margin=(16, 18, 28, 18), gap="26px")]

    def main(self) -> list[Any]:
        """Give the game, and above it what is wrong with an upload, if anything is."""
        return [stack(self.faults, self.player, margin=(16, 18, 32, 18))]

    def start(self) -> None:
        """Show the game, and look for others worth seeing."""
        self.model.wake()
        self.search.wake()

    def rest(self) -> None:
        """Look for nothing while another page is in front."""
        self.search.rest()

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self.upload.close()
        self.search.close()
        self.model.close()

    def _follow_source(self, event: Any) -> None:
        if event.new is not None:
            self.search.look_among(event.new)

    def _note(self, *_: Any) -> None:
        """Take note of the place; only another game is a change to be taken back, to the place where it was left."""
        place = self.model.place
        game, word = replace(place, at=None), to_word(place)
        if game == self._game:
            self.history.amend(word)
        self.remember(word, undoable=game != self._game)
        self._game = game

    def _to_lab(self, batch: BatchRequest) -> None:
        rules = batch.rules.replace(players=batch.players)
        self.visit.go_to("lab", word_of_rules(rules, batch.bot_names, batch.games, batch.seed))
