"""A whole position as a text on one line, all but the order of the bag.

It has parts between bars, here for two players::

    turn 14 left 3 picked 2 | 1 a1 d4:salt off e5:gold:under theft 1 demand 3 rare 1 common 2 | 2 g7 theft 1 demand 0
    rare 0 common 1 | waiting 1:ivory 2:salt+1 | bag ivory:2 salt:5 | rainbow d3

- ``turn``: the turn, the actions left in it, the goods picked up since the last refill.
- A part for each seat: its camels (the space; after a colon the good carried; ``:under`` if it lies under its camel;
  ``off`` for a camel off the board), its theft and demand markers, the rare and common goods it has delivered.
- ``waiting``: the goods on numbered spaces, with the demand markers on them. ``bag``: how many of which goods it holds.
- ``rainbow``: where the rainbow camel stands. ``stuck``: the seats that passed, the last ones in a row, because they
  could do nothing else. ``ended``: why the game is over. Each only where it applies.

In a text to be read much may be left out: actions left (then all of the turn's), ``picked`` (0), camels (off the
board), theft markers (as at the start), demand and goods delivered (0), waiting goods (none), the bag (then it holds
all goods that are nowhere else).
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from caravan.errors import BoardError, InvalidText, nearest, nearest_of
from caravan.kernel.layout import END_REASONS, NO_GOOD, OFF_BOARD, STATE, UNDER
from caravan.rules import Rules
from caravan.wording import shown

_PARTS = ("turn", "1", "2", "3", "4", "waiting", "bag", "rainbow", "stuck", "ended")
_SEAT_NUMBERS = {"theft": "theft_markers", "demand": "demand", "rare": "rare", "common": "common"}
_LARGEST = 30_000


def write(fields: Any, rules: Rules) -> str:
    """Write a position.

    Parameters
    ----------
    fields : ndarray of `caravan.kernel.layout.STATE`, shape (1,)
        The position, with no draw due.
    rules : Rules
        The rules it is played by.

    Returns
    -------
    str
        A text on one line that `read` turns into the same position.
    """
    state = fields[0]
    board = rules.board
    names = [good.name for good in board.goods]
    parts = [f"turn {state['turn']} left {state['actions_left']} picked {state['since_refill']}"]
    for seat in range(state["players"]):
        camels = [
            _camel(space, load, board.space_names, names)
            for space, load in zip(
                state["camel_space"][seat][: rules.camels].tolist(),
                state["camel_load"][seat][: rules.camels].tolist(),
                strict=True,
            )
        ]
        while camels and camels[-1] == "off":
            camels.pop()
        numbers = [f"{word} {state[field][seat]}" for word, field in _SEAT_NUMBERS.items()]
        parts.append(" ".join([str(seat + 1), *camels, *numbers]))
    waiting = [
        f"{number + 1}:{names[good]}" + (f"+{demand}" if demand else "")
        for number, (good, demand) in enumerate(zip(state["good_at"], state["demand_at"], strict=True))
        if number < len(board.numbered) and good != NO_GOOD
    ]
    parts.append(" ".join(["waiting", *waiting]))
    parts.append(
        " ".join(["bag", *(f"{name}:{left}" for name, left in zip(names, state["bag"], strict=False) if left)])
    )
    if state["rainbow"] != OFF_BOARD:
        parts.append(f"rainbow {board.space_names[state['rainbow']]}")
    if stuck := [str(seat + 1) for seat in range(state["players"]) if state["forced_passes"] >> seat & 1]:
        parts.append(" ".join(["stuck", *stuck]))
    if state["end_reason"]:
        parts.append(f"ended {END_REASONS[state['end_reason']]}")
    return " | ".join(parts)


def _camel(space: int, load: int, spaces: tuple[str, ...], goods: list[str]) -> str:
    if space == OFF_BOARD:
        return "off"
    if not load:
        return spaces[space]
    return f"{spaces[space]}:{goods[load % UNDER - 1]}{':under' if load > UNDER else ''}"


def read(text: str, rules: Rules) -> Any:
    """Read a position.

    Parameters
    ----------
    text : str
        As `write` makes it; what may be left out is said above.
    rules : Rules
        The rules it is played by; the number of players is that of the text.

    Returns
    -------
    ndarray of `caravan.kernel.layout.STATE`, shape (1,)
        The position.

    Raises
    ------
    InvalidText
        If the text can't be read, or goods or markers don't add up to those of the rules.
    """
    return _Reader(text, rules).read()


class _Reader:
    """Reads one text; every message says in which part the fault is."""

    def __init__(self, text: str, rules: Rules) -> None:
        if not isinstance(text, str):
            raise InvalidText(f"a position is a text, not {shown(text)}")
        self.rules = rules
        self.board = rules.board
        self.goods = {good.name: index for index, good in enumerate(self.board.goods)}
        self.state = np.zeros(1, dtype=STATE)
        self.part = ""
        self.parts: dict[str, list[str]] = {}
        for part in text.split("|"):
            key, *words = part.lower().split() or [""]
            if key not in _PARTS:
                self.refuse(f"there is no part {shown(key)}{nearest_of(key, _PARTS, 'parts')}")
            if key in self.parts:
                self.refuse(f"the part '{key}' is there twice")
            self.parts[key] = words

    def refuse(self, message: str) -> NoReturn:
        place = f", part '{self.part}'" if self.part else ""
        raise InvalidText(f"the position can't be read{place}: {message}")

    def read(self) -> Any:
        for key in ("turn", "1", "2"):
            if key not in self.parts:
                self.refuse(f"the part '{key}' is missing")
        players = 2 + ("3" in self.parts) + ("4" in self.parts)
        if "4" in self.parts and "3" not in self.parts:
            self.refuse("the part '3' is missing")
        state = self.state
        state["players"] = players
        state["camel_space"] = OFF_BOARD
        state["good_at"] = NO_GOOD
        state["rainbow"] = OFF_BOARD
        state["theft_markers"][0, :players] = self.rules.theft_markers
        for part, words in self.parts.items():
            self.part = part
            if part.isdigit():
                self.read_seat(int(part) - 1, words)
            else:
                getattr(self, f"read_{part}")(words)
        self.part = "bag"
        self.check_goods()
        self.part = "turn"
        self.check_turn()
        self.part = ""
        self.check_theft_markers()
        return state

    def read_turn(self, words: list[str]) -> None:
        if not words:
            self.refuse("the turn's number is missing")
        turn = self.number(words[0], 1, self.rules.turn_limit)
        opening = self.rules.opening_actions
        most = opening[turn - 1] if turn <= len(opening) else self.rules.actions_per_turn
        given = self.numbers(words[1:], {"left": most, "picked": 127})
        self.state["turn"] = turn
        self.state["seat"] = (turn - 1) % int(self.state["players"][0])
        self.state["actions_left"] = given.get("left", most)
        self.state["since_refill"] = given.get("picked", 0)

    def read_seat(self, seat: int, words: list[str]) -> None:
        count = next((place for place, word in enumerate(words) if word in _SEAT_NUMBERS), len(words))
        camels = words[:count]
        if len(camels) > self.rules.camels:
            self.refuse(f"{len(camels)} camels are more than the rules' {self.rules.camels}")
        for camel, word in enumerate(camels):
            if word != "off":
                space, load = self.camel(word)
                self.state["camel_space"][0, seat, camel] = space
                self.state["camel_load"][0, seat, camel] = load
        most = {"theft": 4 * self.rules.theft_markers, "demand": _LARGEST, "rare": _LARGEST, "common": _LARGEST}
        for word, value in self.numbers(words[count:], most).items():
            self.state[_SEAT_NUMBERS[word]][0, seat] = value

    def camel(self, word: str) -> tuple[int, int]:
        name, *cargo = word.split(":")
        space = self.space(name)
        if not cargo:
            return space, 0
        good = self.good(cargo[0])
        if cargo[1:] not in ([], ["under"]):
            self.refuse(f"{shown(word)} isn't a camel; one with a good under it is {name}:{cargo[0]}:under")
        if space == self.board.cities[good]:
            self.refuse(f"{name} is the city of {cargo[0]}: it would have been delivered there")
        return space, good + 1 + (UNDER if cargo[1:] else 0)

    def read_waiting(self, words: list[str]) -> None:
        for word in words:
            number, _, rest = word.partition(":")
            name, _, demand = rest.partition("+")
            index = self.number(number, 1, len(self.board.numbered)) - 1
            if self.state["good_at"][0, index] != NO_GOOD:
                self.refuse(f"number {number} is there twice")
            self.state["good_at"][0, index] = self.good(name)
            self.state["demand_at"][0, index] = self.number(demand, 0, _LARGEST) if demand else 0

    def read_bag(self, words: list[str]) -> None:
        for word in words:
            name, _, count = word.partition(":")
            good = self.good(name)
            if self.state["bag"][0, good]:
                self.refuse(f"{name} is there twice")
            self.state["bag"][0, good] = self.number(count, 0, self.count(good))

    def read_rainbow(self, words: list[str]) -> None:
        if not self.rules.rainbow_camel:
            self.refuse("these rules have no rainbow camel")
        if len(words) != 1:
            self.refuse("it needs one space")
        space = self.space(words[0])
        row, column = divmod(space, self.board.width)
        if row in (0, self.board.height - 1) or column in (0, self.board.width - 1):
            self.refuse(f"{words[0]} lies on the board's edge, where the rainbow camel can't stand")
        self.state["rainbow"] = space

    def read_stuck(self, words: list[str]) -> None:
        for word in words:
            self.state["forced_passes"] |= 1 << (self.number(word, 1, int(self.state["players"][0])) - 1)

    def read_ended(self, words: list[str]) -> None:
        if len(words) != 1 or words[0] not in END_REASONS:
            self.refuse(f"it needs one of {', '.join(END_REASONS[1:])}")
        self.state["end_reason"] = END_REASONS.index(words[0])

    def check_goods(self) -> None:
        state = self.state
        elsewhere = [0] * len(self.goods)
        for load in state["camel_load"][0].ravel().tolist():
            if load:
                elsewhere[load % UNDER - 1] += 1
        for good in state["good_at"][0].tolist():
            if good != NO_GOOD:
                elsewhere[good] += 1
        for rare, kind in ((True, "rare"), (False, "common")):
            members = [index for index, good in enumerate(self.board.goods) if good.rare is rare]
            delivered = int(state[kind].sum())
            if "bag" not in self.parts:
                if delivered:
                    self.refuse(f"it is missing, and can't be left out where {kind} goods have been delivered")
                for good in members:
                    state["bag"][0, good] = max(0, self.count(good) - elsewhere[good])
            for good in members:
                found = elsewhere[good] + int(state["bag"][0, good])
                if found > self.count(good):
                    self.refuse(f"the rules have {self.count(good)} of {self.board.goods[good].name}, not {found}")
            total = sum(self.count(good) for good in members)
            found = delivered + sum(elsewhere[good] + int(state["bag"][0, good]) for good in members)
            if found != total:
                self.refuse(
                    f"the rules have {total} {kind} goods, but {found} are in the bag, waiting, on camels or delivered"
                )
        state["bag_left"] = state["bag"].sum()

    def check_turn(self) -> None:
        state = self.state[0]
        reason = END_REASONS[state["end_reason"]]
        everyone = (1 << int(state["players"])) - 1
        if not reason and state["actions_left"] == 0:
            self.refuse("no actions are left, so another turn would have begun")
        if state["bag_left"] and state["since_refill"] >= self.rules.refill_after:
            self.refuse(f"the bag is refilled from after {self.rules.refill_after} goods picked up")
        if (state["forced_passes"] == everyone) != (reason == "deadlock"):
            self.refuse("all seats are stuck exactly when the game has ended by deadlock")
        if reason == "delivery" and state["bag_left"]:
            self.refuse("a delivery ends the game only with an empty bag")
        if reason == "turn_limit" and (state["turn"] != self.rules.turn_limit or state["actions_left"]):
            self.refuse(f"the turn limit is the end of turn {self.rules.turn_limit}")

    def check_theft_markers(self) -> None:
        total = int(self.state["players"][0]) * self.rules.theft_markers
        found = int(self.state["theft_markers"].sum())
        if found > total or (found < total and self.rules.theft_marker_to == "victim"):
            self.refuse(f"the rules have {total} theft markers, but the seats hold {found}")

    def numbers(self, words: list[str], most: dict[str, int]) -> dict[str, int]:
        """Read words each followed by a number, such as ``theft 1 demand 3``."""
        given: dict[str, int] = {}
        for place in range(0, len(words), 2):
            word, *value = words[place : place + 2]
            if word not in most:
                self.refuse(f"{shown(word)} has no meaning here{nearest(word, most)}; it can be {', '.join(most)}")
            if not value:
                self.refuse(f"the number after '{word}' is missing")
            if word in given:
                self.refuse(f"'{word}' is there twice")
            given[word] = self.number(value[0], 0, most[word])
        return given

    def number(self, word: str, low: int, high: int) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 10 and low <= int(word) <= high):
            self.refuse(f"{shown(word)} isn't a number from {low} to {high}")
        return int(word)

    def space(self, name: str) -> int:
        try:
            space = self.board.parse_space(name)
        except BoardError as error:
            self.refuse(str(error))
        if space in self.board.blocked:
            self.refuse(f"{name} is blocked")
        return space

    def good(self, name: str) -> int:
        if name not in self.goods:
            self.refuse(f"there is no good {shown(name)}{nearest_of(name, self.goods, 'goods')}")
        return self.goods[name]

    def count(self, good: int) -> int:
        return self.rules.rare_count if self.board.goods[good].rare else self.rules.common_count
