"""The rules once more, written from their text for reading and not for speed: what the kernel is held against.

A position is made of plain sets and counters of names. Nothing here knows the kernel.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from caravan.action import Action
from caravan.game import Game
from caravan.rules import Rules


@dataclass
class Reference:
    """A position as the rules' text speaks of it."""

    rules: Rules
    players: int
    turn: int
    actions_left: int
    camels: dict[int, Counter]  # of (space or None, good or None, under) for each seat
    theft: dict[int, int]
    demand: dict[int, int]
    delivered: dict[int, Counter]  # of True (rare) and False (common)
    waiting: dict[int, tuple[str, int]]  # good and demand by number
    bag: Counter
    since_refill: int
    rainbow: str | None
    ended: str | None
    last_passes: list[tuple[int, bool]] = field(default_factory=list)  # seat, forced; since the last other action

    @classmethod
    def of(cls, game: Game) -> Reference:
        seats = range(1, game.players + 1)
        return cls(
            rules=game.rules,
            players=game.players,
            turn=game.turn,
            actions_left=game.actions_left,
            camels={
                seat: Counter((camel.space, camel.good, camel.under) for camel in game.camels(seat)) for seat in seats
            },
            theft={seat: game.theft_markers[seat - 1] for seat in seats},
            demand={seat: game.demand[seat - 1] for seat in seats},
            delivered={
                seat: +Counter({True: game.rare_delivered[seat - 1], False: game.common_delivered[seat - 1]})
                for seat in seats
            },
            waiting={waiting.number: (waiting.good, waiting.demand) for waiting in game.waiting},
            bag=+Counter(game.bag),
            since_refill=game.since_refill,
            rainbow=game.rainbow,
            ended=game.end_reason,
        )

    def same_as(self, other: Reference) -> bool:
        ignored = {"last_passes", "rules"}
        return all(getattr(self, name) == getattr(other, name) for name in vars(self) if name not in ignored)

    @property
    def seat(self) -> int:
        return (self.turn - 1) % self.players + 1

    @property
    def names(self) -> list[str]:
        return list(self.rules.board.space_names)

    @property
    def open_spaces(self) -> list[str]:
        return [name for space, name in enumerate(self.names) if space not in self.rules.board.blocked]

    def number_of(self, space: str) -> int | None:
        numbered = [self.names[index] for index in self.rules.board.numbered]
        return numbered.index(space) + 1 if space in numbered else None

    def city_of(self, good: str) -> str:
        board = self.rules.board
        return self.names[board.cities[[kind.name for kind in board.goods].index(good)]]

    def is_rare(self, good: str) -> bool:
        return next(kind.rare for kind in self.rules.board.goods if kind.name == good)

    def neighbours(self, space: str) -> set[str]:
        column, row = space[0], int(space[1:])
        near = {
            f"{column}{row + 1}",
            f"{column}{row - 1}",
            f"{chr(ord(column) + 1)}{row}",
            f"{chr(ord(column) - 1)}{row}",
        }
        return near & set(self.names)

    def is_occupied(self, space: str) -> bool:
        return self.rainbow == space or any(
            where == space for camels in self.camels.values() for where, _, _ in camels.elements()
        )

    def entry_cost(self, space: str) -> int:
        return self.rules.enter_occupied_cost if self.is_occupied(space) else self.rules.enter_empty_cost

    def reached_from(self, space: str) -> set[str]:
        links = {where for where, _, _ in self.camels[self.seat]} | {self.rainbow}
        reached, frontier = {space}, [space]
        while frontier:
            for near in self.neighbours(frontier.pop()):
                if near in links and near not in reached:
                    reached.add(near)
                    frontier.append(near)
        return reached

    def legal(self) -> set[Action]:
        """Every legal action, by the table of the rules."""
        if self.ended:
            return set()
        rules, left = self.rules, self.actions_left
        own = self.camels[self.seat]
        found = {Action("pass")}
        affordable = [space for space in self.open_spaces if self.entry_cost(space) <= left]
        if own[None, None, False]:
            found |= {Action("place", None, space) for space in affordable}
        unladen = {space for space, good, _ in own if space and not good}
        for space in unladen:
            found |= {Action("move", space, target) for target in affordable if target != space}
            if self.number_of(space) in self.waiting and rules.pick_up_cost <= left:
                found.add(Action("pick_up", space, space))
        if rules.transfer_cost <= left:
            for space, good, under in own:
                if good:
                    for target in self.reached_from(space) - {space}:
                        city = target == self.city_of(good)
                        if target in unladen or (city and target == self.rainbow):
                            found.add(Action("deliver" if city else "transfer", space, target, good, under))
        if rules.steal_cost <= left and self.theft[self.seat] > 0:
            for victim, camels in self.camels.items():
                for space, good, under in camels:
                    if victim != self.seat and good and not under and space in unladen:
                        found.add(Action("steal", space, space, good, victim=victim))
        if rules.rainbow_camel and left >= 1 and self.demand[self.seat] >= 1:
            found |= {
                Action("rainbow", None, space)
                for space in self.open_spaces
                if len(self.neighbours(space)) == 4 and space != self.rainbow
            }
        return found

    def play(self, action: Action, drawn: list[str]) -> None:
        """Carry an action out; `drawn` are the goods that come out of the bag if it brings a refill."""
        rules, seat = self.rules, self.seat
        own = self.camels[seat]
        if action.kind == "pass":
            self.last_passes.append((seat, len(self.legal()) == 1))
            self.actions_left = 0
            last = self.last_passes[-self.players :]
            if len({passed for passed, _ in last}) == self.players and all(forced for _, forced in last):
                self.ended = "deadlock"
            else:
                self.next_turn()
            return
        self.last_passes = []
        self.actions_left -= self.cost(action)
        if action.kind in ("place", "move"):
            own[action.source, None, False] -= 1
            own[action.target, None, False] += 1
        elif action.kind == "pick_up":
            good, markers = self.waiting.pop(self.number_of(action.target))
            own[action.target, None, False] -= 1
            own[action.target, good, False] += 1
            self.demand[seat] += markers
            self.since_refill += 1
        elif action.kind in ("transfer", "deliver"):
            own[action.source, action.good, action.under] -= 1
            own[action.source, None, False] += 1
            if action.kind == "deliver":
                self.delivered[seat][self.is_rare(action.good)] += 1
            else:
                own[action.target, None, False] -= 1
                own[action.target, action.good, False] += 1
        elif action.kind == "steal":
            own[action.target, None, False] -= 1
            own[action.target, action.good, True] += 1
            self.camels[action.victim][action.target, action.good, False] -= 1
            self.camels[action.victim][action.target, None, False] += 1
            self.theft[seat] -= 1
            if rules.theft_marker_to == "victim":
                self.theft[action.victim] += 1
        elif action.kind == "rainbow":
            self.demand[seat] -= 1
            self.rainbow = action.target
        for camels in self.camels.values():
            camels += Counter()  # forget what is there no more
        if action.kind == "deliver" and not self.bag:
            self.ended = "delivery"
            return
        if action.kind == "pick_up" and self.since_refill >= rules.refill_after and self.bag:
            self.refill(drawn)
        self.next_turn()

    def cost(self, action: Action) -> int:
        rules = self.rules
        if action.kind in ("place", "move"):
            return self.entry_cost(str(action.target))
        costs: dict[str, Any] = {
            "pick_up": rules.pick_up_cost,
            "transfer": rules.transfer_cost,
            "deliver": rules.transfer_cost,
            "steal": rules.steal_cost,
            "rainbow": 1,
        }
        return costs.get(action.kind, 0)

    def refill(self, drawn: list[str]) -> None:
        self.since_refill = 0
        self.waiting = {
            number: (good, demand + self.rules.refill_demand) for number, (good, demand) in self.waiting.items()
        }
        for number in range(1, len(self.rules.board.numbered) + 1):
            if number not in self.waiting and self.bag:
                good = drawn.pop(0)
                self.bag[good] -= 1
                self.bag += Counter()
                self.waiting[number] = (good, 0)

    def next_turn(self) -> None:
        while self.actions_left == 0:
            if self.turn == self.rules.turn_limit:
                self.ended = "turn_limit"
                return
            self.turn += 1
            opening = self.rules.opening_actions
            self.actions_left = opening[self.turn - 1] if self.turn <= len(opening) else self.rules.actions_per_turn
