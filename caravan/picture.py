"""A game drawn as an SVG picture, on a card of its own so that it can be read on light pages and on dark ones."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from caravan.board import Board
from caravan.drawing import camels_by_space, headline, letters
from caravan.table import Camel

if TYPE_CHECKING:
    from caravan.game import Game

SEATS = ("#3578d4", "#c8620a", "#2a9c6b", "#c05a9e")
"""The seats' colours: blue, orange, green, purple, told apart by colour-blind readers."""

RARE = ("#6a3d9a", "#8c1d40", "#0b4f6c", "#3d3d3d", "#7a4f00", "#1b5e20", "#4a148c", "#37474f")
COMMON = ("#f5f5f5", "#ffd54f", "#a5d6a7", "#ffab91", "#b3e5fc", "#e1bee7", "#d7ccc8", "#cfd8dc")
"""The goods' colours in board order: dark with a white letter for rare goods, light with a black one for common."""

CARD, SAND, LINE, INK, BLOCKED = "#fdf8ec", "#f1e2bf", "#c9b48a", "#2b2620", "#8d8271"
CELL, MARGIN, TOP, PANEL = 86, 26, 34, 236
MARK_HEIGHT = 26


def as_svg(game: Game) -> str:
    """Draw a game as a picture.

    Parameters
    ----------
    game : Game
        The game.

    Returns
    -------
    str
        An SVG document: the board with goods, demand markers and camels, and beside it what each seat has.
    """
    board = game.rules.board
    width = MARGIN * 2 + board.width * CELL + PANEL
    height = max(TOP + board.height * CELL + MARGIN, TOP + 84 * game.players + 96)
    colours = good_colours(board)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="13" fill="{INK}" role="img">',
        f"<title>Caravan: {escape(headline(game))}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{CARD}"/>',
        _text(MARGIN, 22, headline(game), 'font-weight="bold"'),
        *_spaces(board, colours),
        *_waiting(game, colours),
        *_camels(game, colours),
        *_panel(game, colours, MARGIN * 2 + board.width * CELL),
        "</svg>",
    ]
    return "\n".join(parts)


def good_colours(board: Board) -> dict[str, tuple[str, str]]:
    """Give the fill and the letter's colour of each good by its name."""
    colours = {}
    for rare, fills, ink in ((True, RARE, "#ffffff"), (False, COMMON, "#000000")):
        names = [good.name for good in board.goods if good.rare is rare]
        colours.update({name: (fills[place % len(fills)], ink) for place, name in enumerate(names)})
    return colours


def _corner(board: Board, space: int) -> tuple[int, int]:
    """Give the upper left corner of a space."""
    row, column = divmod(space, board.width)
    return MARGIN + column * CELL, TOP + (board.height - 1 - row) * CELL


def _spaces(board: Board, colours: dict[str, tuple[str, str]]) -> Iterator[str]:
    numbers = {space: str(number) for number, space in enumerate(board.numbered, start=1)}
    cities = dict(zip(board.cities, board.goods, strict=True))
    for space in range(board.width * board.height):
        x, y = _corner(board, space)
        fill = BLOCKED if space in board.blocked else SAND
        yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="{LINE}"/>'
        if space in numbers:
            yield _text(x + 5, y + 15, numbers[space], 'font-weight="bold"')
        if space in cities:
            good = cities[space]
            yield (
                f'<rect x="{x + 3}" y="{y + 3}" width="{CELL - 6}" height="{CELL - 6}" rx="10" fill="none" '
                f'stroke="{INK}" stroke-width="4.5"/>'
            )
            yield (
                f'<rect x="{x + 3}" y="{y + 3}" width="{CELL - 6}" height="{CELL - 6}" rx="10" fill="none" '
                f'stroke="{colours[good.name][0]}" stroke-width="3"/>'
            )
            yield _text(x + 9, y + 19, f"{good.letter}", 'font-weight="bold"')
            yield _text(x + CELL / 2, y + CELL - 8, good.name, 'font-size="10" text-anchor="middle"')
    for column in range(board.width):
        yield _text(
            MARGIN + (column + 0.5) * CELL, TOP + board.height * CELL + 17, board.space_names[column][0], _MIDDLE
        )
    for row in range(board.height):
        yield _text(MARGIN - 12, TOP + (board.height - row - 0.5) * CELL + 5, str(row + 1), _MIDDLE)


def _waiting(game: Game, colours: dict[str, tuple[str, str]]) -> Iterator[str]:
    board = game.rules.board
    for waiting in game.waiting:
        x, y = _corner(board, board.parse_space(waiting.space))
        yield _good(x + 30, y + 13, 9, letters(game)[waiting.good], colours[waiting.good])
        if waiting.demand:
            yield f'<rect x="{x + 42}" y="{y + 5}" width="21" height="16" rx="3" fill="#ffffff" stroke="{INK}"/>'
            yield _text(x + 52.5, y + 17, f"+{waiting.demand}", 'font-size="11" text-anchor="middle"')


def _camels(game: Game, colours: dict[str, tuple[str, str]]) -> Iterator[str]:
    board = game.rules.board
    drawn: dict[str, list[str]] = {}
    for space, camels in camels_by_space(game).items():
        for (seat, camel), count in camels.items():
            drawn.setdefault(space, []).append(_camel(game, seat, camel, count, colours))
    if game.rainbow:
        drawn.setdefault(game.rainbow, []).append(_rainbow_camel())
    for space, shapes in drawn.items():
        x, y = _corner(board, board.parse_space(space))
        across = max(2, ceil(sqrt(len(shapes))))
        scale = 2 / across
        for place, shape in enumerate(shapes):
            row, column = divmod(place, across)
            left = x + 4 + column * (CELL - 6) / across
            above = y + MARK_HEIGHT - 2 + row * (CELL - MARK_HEIGHT) / across
            yield f'<g transform="translate({left:.1f} {above:.1f}) scale({scale:.2f})">{shape}</g>'


def _camel(game: Game, seat: int, camel: Camel, count: int, colours: dict[str, tuple[str, str]]) -> str:
    """Draw a camel in a field of 39 by 29, its good at the upper right, or at the lower right if it lies under it."""
    shape = f'<path d="{_BODY}" fill="{SEATS[seat - 1]}" stroke="{INK}" stroke-width="0.8"/>'
    shape += _text(12, 24, str(seat), 'font-size="14" font-weight="bold" fill="#ffffff" text-anchor="middle"')
    if camel.good:
        middle = 20 if camel.under else 9
        shape += _good(30, middle, 7.5, letters(game)[camel.good], colours[camel.good], dashed=camel.under)
    if count > 1:
        shape += _text(24, 10 if camel.under else 27, f"x{count}", 'font-size="10" font-weight="bold"')
    return f"<g>{_tip(seat, camel, count)}{shape}</g>"


def _rainbow_camel() -> str:
    stripes = "".join(
        f'<rect x="{2 + 4 * place}" y="12" width="4" height="16" fill="{colour}"/>'
        for place, colour in enumerate(("#d73027", "#fc8d59", "#fee090", "#91bfdb", "#4575b4"))
    )
    return f'<g><title>rainbow camel</title>{stripes}<path d="{_BODY}" fill="none" stroke="{INK}"/></g>'


def _tip(seat: int, camel: Camel, count: int) -> str:
    cargo = f" with {camel.good}{' under it' if camel.under else ''}" if camel.good else ""
    return f"<title>{f'{count} camels' if count > 1 else 'camel'} of seat {seat}{escape(cargo)}</title>"


def _good(x: float, y: float, radius: float, letter: str, colour: tuple[str, str], *, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="2 1.5"' if dashed else ""
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour[0]}" stroke="{INK}"{dashes}/>'
        f'<text x="{x}" y="{y + radius * 0.45:.1f}" font-size="{radius * 1.3:.1f}" font-weight="bold" '
        f'fill="{colour[1]}" text-anchor="middle">{letter}</text>'
    )


def _panel(game: Game, colours: dict[str, tuple[str, str]], x: int) -> Iterator[str]:
    y = TOP
    for seat, score in enumerate(game.scores(), start=1):
        active = game.end_reason is None and seat == game.seat
        yield (
            f'<rect x="{x}" y="{y}" width="{PANEL - 16}" height="76" rx="6" fill="{SAND if active else "none"}" '
            f'stroke="{SEATS[seat - 1]}" stroke-width="2"/>'
        )
        yield f'<circle cx="{x + 20}" cy="{y + 21}" r="12" fill="{SEATS[seat - 1]}"/>'
        yield _text(x + 20, y + 26, str(seat), 'font-weight="bold" fill="#ffffff" text-anchor="middle"')
        yield _text(x + 40, y + 26, f"{score} point{'' if score == 1 else 's'}", 'font-weight="bold"')
        yield _text(x + 10, y + 49, f"rare {game.rare_delivered[seat - 1]}, common {game.common_delivered[seat - 1]}")
        off = sum(camel.space is None for camel in game.camels(seat))
        yield _text(
            x + 10,
            y + 67,
            f"demand {game.demand[seat - 1]}, theft {game.theft_markers[seat - 1]}, off board {off}",
        )
        y += 84
    yield _text(x, y + 14, f"in the bag: {sum(game.bag.values())}", 'font-weight="bold"')
    for place, (name, count) in enumerate(game.bag.items()):
        left = x + 10 + place % 4 * 54
        above = y + 32 + place // 4 * 24
        yield _good(left, above, 9, letters(game)[name], colours[name])
        yield _text(left + 13, above + 5, str(count))


def _text(x: float, y: float, words: str, style: str = "") -> str:
    return f'<text x="{x}" y="{y}" {style}>{escape(words)}</text>'.replace(" >", ">")


_MIDDLE = 'text-anchor="middle"'
_BODY = "M2 28 V13 Q2 5 7 5 Q11 5 12 9.5 Q13 5 17 5 Q22 5 22 13 V28 Z"
