"""Pictures of one visitor's comparison, taken behind the page's back whenever there is enough new to see."""

from __future__ import annotations

import logging
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Any

import param

from caravan.batch import Batch
from caravan.comparison import Memory
from caravan.errors import CaravanError
from caravan.views.comparing.model import CompareModel
from caravan.views.comparing.picture import Picture, Question, take_picture
from caravan.views.comparing.playing import ComparisonRuns
from caravan.views.comparing.state import games_of
from caravan.views.runs import ListenerGone
from caravan.views.visit import Visit

GROWTH = 1.4
"""A batch that has grown by so much is worth another picture: each look costs about as much as the one before."""

_log = logging.getLogger(__name__)


class ComparisonPictures(param.Parameterized):
    """Takes a picture whenever enough games have come in, or something else is asked.

    Parameters
    ----------
    visit : Visit
        Whose comparison it is.
    model : CompareModel
        What is asked.
    runs : ComparisonRuns
        What plays.
    """

    picture = param.ClassSelector(class_=Picture, default=None, allow_None=True, constant=True)
    words = param.String(default="", constant=True, doc="Why the last picture couldn't be taken.")

    def __init__(self, visit: Visit, model: CompareModel, runs: ComparisonRuns) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._visit, self._model, self._runs = visit, model, runs
        self._memory = Memory()
        self._asked: Question | None = None
        self._busy = False
        runs.param.watch(self._look, "parts")

    def question(self) -> Question:
        """Give what is asked now, with the games so far."""
        state = self._model.state
        batches: dict[str, dict[str, Batch]] = {}
        for part in self._runs.parts:
            if part.batch is not None:
                batches.setdefault(part.style, {})[part.rules] = part.batch
        order = dict.fromkeys(part.style for part in self._runs.parts)
        return Question(state, batches, {style: games_of(style, state.games) for style in order})

    def retry(self) -> None:
        """Take the picture once more that couldn't be taken."""
        self._asked = None
        self._look()

    def _look(self, *_: Any) -> None:
        if self._busy:
            return
        question = self.question()
        if not question.batches or not _worth_a_look(question, self._asked):
            return
        self._busy, self._asked = True, question
        future = self._visit.worker.submit(take_picture, question, self._memory)
        future.add_done_callback(self._taken)

    def _taken(self, future: Future[Picture]) -> None:
        """Hand the picture over to the page; called in the worker's thread."""
        try:
            self._visit.post(partial(self._receive, future))
        except ListenerGone:
            return
        except Exception:
            _log.exception("A picture of a comparison couldn't be handed over")

    def _receive(self, future: Future[Picture]) -> None:
        self._busy = False
        changes: dict[str, Any] = {"words": ""}
        try:
            changes["picture"] = future.result()
        except CancelledError:
            self._asked = None
        except CaravanError as error:
            changes["words"] = str(error)
        except Exception as error:
            _log.exception("A picture of a comparison couldn't be taken")
            changes["words"] = f"{type(error).__name__}: {error}"
        with param.edit_constant(self):
            self.param.update(**changes)
        self._look()


def _worth_a_look(question: Question, asked: Question | None) -> bool:
    """Tell whether there is enough new to see: another question, or a batch that has grown much or come to its end."""
    if asked is None or question.state != asked.state or tuple(question.planned) != tuple(asked.planned):
        return True
    for style, named in question.batches.items():
        for name, batch in named.items():
            before = asked.batches.get(style, {}).get(name)
            if before is batch:
                continue
            if before is None or len(batch) >= GROWTH * len(before):
                return True
            if len(batch) == question.planned[style] > len(before) or before.request.key != batch.request.key:
                return True
    return False
