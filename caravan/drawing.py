"""A game drawn as text.

Each space has its mark on top: ``3 S+2`` is numbered space 3 where a good of letter S waits with two demand markers,
``[S]`` the city that wants it, ``#`` a blocked space. Below stand the camels by seat: ``2`` is an unladen camel of
seat 2, ``2S`` one with salt on top, ``2s`` one with salt under it, ``2Sx3`` three of them, ``*`` the rainbow camel.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from caravan.table import Camel

if TYPE_CHECKING:
    from caravan.game import Game

_WIDTH = 7
RAINBOW = "*"


def as_text(game: Game) -> str:
    """Draw a game as text: how it stands, the board with everything on it, and what each seat has.

    Parameters
    ----------
    game : Game
        The game.

    Returns
    -------
    str
        Lines of plain characters.
    """
    return "\n".join([headline(game), "", *_board(game), "", *_seats(game), "", *_supplies(game)])


def headline(game: Game) -> str:
    """Say on one line how a game stands."""
    outcome = game.outcome()
    if outcome is None:
        return f"turn {game.turn}, seat {game.seat} to act, {_counted(game.actions_left, 'action')} left"
    words = {"delivery": "a delivery with the bag empty", "deadlock": "deadlock", "turn_limit": "the turn limit"}
    who = f"seat {outcome.winners[0]} wins"
    if len(outcome.winners) > 1:
        who = f"seats {', '.join(map(str, outcome.winners[:-1]))} and {outcome.winners[-1]} share the win"
    return f"ended in turn {game.turn} by {words[outcome.reason]}: {who}"


def camels_by_space(game: Game) -> dict[str, Counter[tuple[int, Camel]]]:
    """Count the camels in each space that has any, by seat and load, in seat order."""
    found: dict[str, Counter[tuple[int, Camel]]] = {}
    for seat in range(1, game.players + 1):
        for camel in game.camels(seat):
            if camel.space is not None:
                found.setdefault(camel.space, Counter())[seat, camel] += 1
    return found


def letters(game: Game) -> dict[str, str]:
    """Give the letter of each good by its name."""
    return {good.name: good.letter for good in game.rules.board.goods}


def _board(game: Game) -> list[str]:
    board = game.rules.board
    marks = _marks(game)
    tokens = _tokens(game)
    columns = [name[0] for name in board.space_names[: board.width]]
    margin = len(str(board.height))
    blank = " " * margin
    rule = f"{blank} +{('-' * _WIDTH + '+') * board.width}"
    names = f"{blank}  {' '.join(column.center(_WIDTH) for column in columns)}".rstrip()
    lines = [names, rule]
    for row in reversed(range(board.height)):
        spaces = range(row * board.width, (row + 1) * board.width)
        cells = [[marks[space], *_wrapped(tokens.get(board.space_names[space], []))] for space in spaces]
        for line in range(max(2, *map(len, cells))):
            label = str(row + 1) if line == 0 else ""
            texts = ((cell[line] if line < len(cell) else "").ljust(_WIDTH) for cell in cells)
            lines.append(f"{label:>{margin}} |{'|'.join(texts)}|")
        lines.append(rule)
    return [*lines, names]


def _marks(game: Game) -> list[str]:
    """Give the upper line of each space: its number with the good that waits there, its city, or blocked."""
    board = game.rules.board
    marks = [""] * (board.width * board.height)
    for number, space in enumerate(board.numbered, start=1):
        marks[space] = f" {number}"
    for waiting in game.waiting:
        demand = f"+{waiting.demand}" if waiting.demand else ""
        marks[board.parse_space(waiting.space)] = f" {waiting.number} {letters(game)[waiting.good]}{demand}"
    for good, space in zip(board.goods, board.cities, strict=True):
        marks[space] = f" [{good.letter}]"
    for space in board.blocked:
        marks[space] = "#" * _WIDTH
    return marks


def _tokens(game: Game) -> dict[str, list[str]]:
    tokens: dict[str, list[str]] = {}
    for space, camels in camels_by_space(game).items():
        for (seat, camel), count in camels.items():
            letter = letters(game)[camel.good] if camel.good else ""
            times = f"x{count}" if count > 1 else ""
            tokens.setdefault(space, []).append(f"{seat}{letter.lower() if camel.under else letter}{times}")
    if game.rainbow:
        tokens.setdefault(game.rainbow, []).append(RAINBOW)
    return tokens


def _wrapped(tokens: list[str]) -> list[str]:
    """Put a space's camels on as many lines as they need."""
    lines: list[str] = []
    for token in tokens:
        if lines and len(lines[-1]) + 1 + len(token) <= _WIDTH:
            lines[-1] += f" {token}"
        else:
            lines.append(f" {token}")
    return lines


def _seats(game: Game) -> list[str]:
    lines = ["seat  score  rare  common  demand  theft  off board  carries"]
    scores = game.scores()
    for seat in range(1, game.players + 1):
        camels = game.camels(seat)
        carried = Counter(f"{camel.good}{' (under)' if camel.under else ''}" for camel in camels if camel.good)
        cargo = ", ".join(f"{count} {what}" if count > 1 else what for what, count in sorted(carried.items()))
        lines.append(
            f"{seat:>4}  {scores[seat - 1]:>5}  {game.rare_delivered[seat - 1]:>4}  "
            f"{game.common_delivered[seat - 1]:>6}  {game.demand[seat - 1]:>6}  {game.theft_markers[seat - 1]:>5}  "
            f"{sum(camel.space is None for camel in camels):>9}  {cargo or '-'}"
        )
    return lines


def _supplies(game: Game) -> list[str]:
    bag = {name: count for name, count in game.bag.items() if count}
    lines = ["the bag is empty: the next delivery ends the game" if not game.end_reason else "the bag is empty"]
    if bag:
        goods = ", ".join(f"{count} {name}" for name, count in bag.items())
        lines = [f"in the bag: {sum(bag.values())} ({goods})"]
        if not game.end_reason:
            to_go = game.rules.refill_after - game.since_refill
            lines.append(f"next refill: after {_counted(to_go, 'good')} picked up")
    marks = letters(game)
    name, letter = next(iter(marks.items()))
    return [
        *lines,
        f"goods: {', '.join(f'{mark} {good}' for good, mark in marks.items())}",
        f"camels: 1 of seat 1, 1{letter} with {name} on top, 1{letter.lower()} with {name} under it",
    ]


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
