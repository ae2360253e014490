"""A game as a browser can play it: the position after each of its events, in a compact form, and what is said of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from caravan.errors import LogError
from caravan.events.told import tell
from caravan.kernel import actions, bits, chains, layout, retrace, turns
from caravan.kernel.layout import ACTIONS, DEMAND, END_REASONS, EVENT, FILL_NOTHING, OFF_BOARD, UNDER
from caravan.rules import Rules

LONGEST = 20_000
"""Events of the longest game that can be shown; a usual one has 300."""

_TRAVELS = (layout.TRANSFER, layout.DELIVER)

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Places:
    """Where each number of a frame stands.

    Attributes
    ----------
    places : dict of str to int
        The first place of each kind of numbers.
    size : int
        How many numbers a frame has.
    """

    places: dict[str, int]
    size: int

    @classmethod
    def of(cls, rules: Rules) -> Places:
        """Lay a frame out for a rule set, with its number of players."""
        board = rules.board
        lengths = {
            **dict.fromkeys(("turn", "seat", "left", "picked", "rainbow", "ended"), 1),
            "bag": len(board.goods),
            "waiting": len(board.numbered),
            "markers": len(board.numbered),
            **dict.fromkeys(("score", "theft", "demand", "rare", "common"), rules.players),
            **dict.fromkeys(("space", "load"), rules.players * rules.camels),
        }
        places, size = {}, 0
        for name, length in lengths.items():
            places[name] = size
            size += length
        return cls(places, size)


@dataclass(frozen=True)
class Tape:
    """A game with the position after each of its events.

    Attributes
    ----------
    rules : Rules
        Its rules, with the number of players.
    rows : ndarray of `layout.EVENT`, shape (events,)
        Its log.
    places : Places
        What the columns of `frames` are.
    frames : ndarray of int64, shape (events, size)
        The positions. Spaces are -1 for a camel off the board, goods waiting -1 for none; a load is 0, or the good's
        index + 1, 32 more if it lies under its camel; ``ended`` is a position in `layout.END_REASONS`.
    paths : dict of int to tuple of int
        For each event in which a good travels, the spaces of the shortest chain that it can have taken.
    """

    rules: Rules
    rows: npt.NDArray[Any]
    places: Places
    frames: Numbers
    paths: dict[int, tuple[int, ...]]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def ready(self) -> int:
        """The event after which the first turn begins."""
        before = np.flatnonzero(self.rows["turn"] == 0)
        return int(before[-1]) if len(before) else 0

    def column(self, name: str, count: int = 1) -> Numbers:
        """Give some numbers of all frames, of shape (events, count)."""
        first = self.places.places[name]
        return self.frames[:, first : first + count]

    @property
    def scores(self) -> Numbers:
        """The score of each seat after each event, of shape (events, players)."""
        return self.column("score", self.rules.players)


def tape_of(rows: npt.NDArray[Any], rules: Rules) -> Tape:
    """Play a game again from its log, event by event.

    Every event is the kernel's own: it carries out each action and each draw that the rows tell of, and what it writes
    must be what the log has.

    Parameters
    ----------
    rows : ndarray of `layout.EVENT`, shape (events,)
        One game, from its set-up on.
    rules : Rules
        Its rules, with the number of players.

    Returns
    -------
    Tape

    Raises
    ------
    LogError
        If the rows depart from the rules, or the game is longer than `LONGEST`.
    """
    rows = np.ascontiguousarray(rows).view(np.ndarray).view(EVENT)
    if len(rows) > LONGEST:
        raise LogError(f"the game has {len(rows):,} events, more than the {LONGEST:,} that can be shown")
    if not len(rows):
        raise LogError("the game has no events")
    player = _Player(rows, rules)
    player.play()
    return Tape(rules, rows, player.places, player.frames, player.paths)


class _Player:
    """Plays one game's rows in the kernel, and keeps what it passes."""

    def __init__(self, rows: npt.NDArray[Any], rules: Rules) -> None:
        self.places = Places.of(rules)
        self.frames = np.zeros((len(rows), self.places.size), dtype=np.int64)
        self.paths: dict[int, tuple[int, ...]] = {}
        self._rows = rows
        self._records = rows.view(np.recarray)
        self._rules = rules
        self._states = layout.new_states()
        self._packed = layout.pack(rules)[0]
        self._step = layout.new_step()[0]
        self._scores = np.zeros(rules.players, dtype=np.int64)
        self._number_of = {space: number for number, space in enumerate(rules.board.numbered)}

    def play(self) -> None:
        """Fill the frames; raise LogError where the rows can't be followed."""
        state = self._states[0]
        turns.set_up(state, self._packed)
        at = 0
        while at < len(self._rows):
            self._step.count = 0
            if state.to_fill != FILL_NOTHING:
                self._draw(state, at)
            else:
                self._act(state, at)
            at = self._keep(at)

    def _draw(self, state: Any, at: int) -> None:
        good = int(self._rows["good"][at])
        if not 0 <= good < len(self._rules.board.goods) or state.bag[good] < 1:
            raise self._departs(at)
        turns.put_good(state, self._packed, good, self._step)

    def _act(self, state: Any, at: int) -> None:
        code = retrace.code_of_row(state, self._packed, self._records[at])
        if code == actions.NO_ACTION or not actions.is_legal(state, self._packed, code):
            raise self._departs(at)
        if self._rows["action"][at] in _TRAVELS:
            self.paths[at] = self._path(state, int(self._rows["source"][at]), int(self._rows["target"][at]))
        turns.apply_action(state, self._packed, code, self._step)

    def _keep(self, at: int) -> int:
        """Keep the position after each event of the step just done; return the next event."""
        count = int(self._step.count)
        written = self._step.rows[:count]
        rows = self._rows[at : at + count]
        if rows.tobytes() != written.tobytes():
            raise self._departs(at)
        frame = self._frame()
        self.frames[at : at + count] = frame
        scores = slice(self.places.places["score"], self.places.places["score"] + self._rules.players)
        for place, row in enumerate(rows):
            if row["seat"]:
                self._scores[row["seat"] - 1] += row["points"]
            self.frames[at + place, scores] = self._scores
            if row["action"] == DEMAND:  # these markers weren't there yet in the events before, nor was the end
                marker = self.places.places["markers"] + self._number_of[int(row["target"])]
                self.frames[at : at + place, marker] -= row["demand"]
        self.frames[at : at + count - 1, self.places.places["ended"]] = 0
        return at + count

    def _frame(self) -> Numbers:
        state = self._states.view(np.ndarray).view(layout.STATE)[0]
        board, players, camels = self._rules.board, self._rules.players, self._rules.camels
        return np.concatenate(
            [
                [state["turn"], state["seat"] + 1, state["actions_left"], state["since_refill"], state["rainbow"]],
                [state["end_reason"]],
                state["bag"][: len(board.goods)],
                state["good_at"][: len(board.numbered)],
                state["demand_at"][: len(board.numbered)],
                np.zeros(players, dtype=np.int64),
                *(state[name][:players] for name in ("theft_markers", "demand", "rare", "common")),
                state["camel_space"][:players, :camels].ravel(),
                state["camel_load"][:players, :camels].ravel(),
            ]
        ).astype(np.int64)

    def _path(self, state: Any, source: int, target: int) -> tuple[int, ...]:
        """Find the shortest chain from space to space."""
        own, _, _ = chains.spaces_of_seat(state, self._packed, int(state.seat))
        links = np.uint64(own) | np.uint64(chains.rainbow_space(state))
        layers = [bits.bit(source)]
        while not int(layers[-1]) >> target & 1:
            wider = np.uint64(chains.grown(layers[-1], self._packed)) & links
            if wider == layers[-1]:
                raise LogError("no chain leads there")
            layers.append(wider)
        path = [target]
        for layer in reversed(layers[:-1]):
            before = int(chains.neighbours(bits.bit(path[-1]), self._packed)) & int(layer)
            path.append((before & -before).bit_length() - 1)
        return tuple(reversed(path))

    def _departs(self, at: int) -> LogError:
        return LogError(f"event {at}: the log departs from the rules here")


def told(rows: npt.NDArray[Any], rules: Rules) -> list[str]:
    """Say what happens in each event.

    Parameters
    ----------
    rows : ndarray of `layout.EVENT`, shape (events,)
        Any rows of a log.
    rules : Rules
        Names spaces and goods.

    Returns
    -------
    list of str
        Such as ``Seat 2 delivers salt from d4 to c5 (+3)``.
    """
    spaces, goods = rules.board.space_names, [good.name for good in rules.board.goods]
    columns = [rows[name].tolist() for name in EVENT.names or ()]
    sentences = []
    for values in zip(*columns, strict=True):
        row = dict(zip(EVENT.names or (), values, strict=True))
        record = {
            **row,
            "action": ACTIONS[row["action"]],
            "seat": row["seat"] or None,
            "source": spaces[row["source"]] if row["source"] >= 0 else None,
            "target": spaces[row["target"]] if row["target"] >= 0 else None,
            "good": goods[row["good"]] if row["good"] >= 0 else None,
            "end_reason": END_REASONS[row["end_reason"]] or None,
        }
        words = tell([record])
        if row["seat"] and ACTIONS[row["action"]] not in ("seed", "end"):
            words = f"seat {row['seat']} {words}"
        sentences.append(words[:1].upper() + words[1:])
    return sentences


def as_json(tape: Tape, **more: Any) -> str:
    """Write a tape for the browser: the first frame, and for each later event what changes.

    Parameters
    ----------
    tape : Tape
        The game.
    **more
        What else is sent with it.

    Returns
    -------
    str
        JSON. ``changes`` has for each event a flat list of places and new values; ``words`` what is said of it;
        ``lit`` the space left, the space entered and the seat that acts, or -1, -1 and 0; ``paths`` as in `Tape`.
    """
    frames = tape.frames
    changes: list[list[int]] = []
    for event in range(1, len(frames)):
        where = np.flatnonzero(frames[event] != frames[event - 1])
        changes.append(np.stack([where, frames[event][where]], axis=1).ravel().tolist())
    rows = tape.rows
    goes = np.stack([rows["source"], rows["target"], rows["seat"], rows["good"]], axis=1).astype(int)
    parts = {
        "places": tape.places.places,
        "size": tape.places.size,
        "players": tape.rules.players,
        "camels": tape.rules.camels,
        "first": frames[0].tolist(),
        "changes": changes,
        "actions": rows["action"].tolist(),
        "names": list(ACTIONS),
        "turns": rows["turn"].tolist(),
        "goes": goes.tolist(),
        "words": told(rows, tape.rules),
        "points": rows["points"].tolist(),
        "paths": {str(event): list(path) for event, path in tape.paths.items()},
        "refillAfter": tape.rules.refill_after,
        "under": UNDER,
        "off": OFF_BOARD,
        "reasons": list(END_REASONS),
        "ready": tape.ready,
        **more,
    }
    return json.dumps(parts, separators=(",", ":"))
