"""Rule sets and boards as short texts that fit into an address: read whole or not at all."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any

from caravan.board import Board
from caravan.errors import CaravanError, RulesError
from caravan.rules import PRESETS, Rules
from caravan.views.address_error import AddressError

_SEPARATOR = ";"
_BOARD = "board"
_LONGEST_BOARD = 8000
"""Characters of a board's file; the largest board that can be played takes about 2,500 with names of usual length."""

LONGEST_BOARD_TEXT = 2500
"""Characters of a packed board that a link has room for; with names of usual length a board takes at most some 500."""


def to_text(rules: Rules) -> str:
    """Write a rule set as a preset and what differs from it; the number of players is left out.

    Parameters
    ----------
    rules : Rules
        Allowed values; its board is written too where it isn't the preset's.

    Returns
    -------
    str
        Such as ``standard;camels=6``. The preset is the one with the fewest differences.
    """
    differences = {name: _changes(rules, Rules.preset(name)) for name in PRESETS}
    preset = min(differences, key=lambda name: len(differences[name]))
    settings = [f"{name}={setting_text(value)}" for name, value in differences[preset].items()]
    return _SEPARATOR.join([preset, *settings])


def from_text(text: str) -> Rules:
    """Read a rule set.

    Parameters
    ----------
    text : str
        From `to_text`, or from anywhere.

    Returns
    -------
    Rules
        Every value is allowed; whether all of them can be played together, `Rules.problems` tells.

    Raises
    ------
    AddressError
        If any part can't be read or isn't allowed.
    """
    preset, *settings = text.split(_SEPARATOR)
    try:
        rules = Rules.preset(preset)
        for setting in settings:
            name, _, value = (part.strip() for part in setting.partition("="))
            if name == "players":
                raise AddressError("the number of players isn't a part of a rule set's text")
            rules = rules.replace(board=board_from_text(value)) if name == _BOARD else rules.parse_setting(setting)
    except RulesError as error:
        raise AddressError("; ".join(map(str, error.problems))) from error
    return rules


def setting_text(value: Any) -> str:
    """Write a rule parameter's value as `Rules.parse_setting` reads it, and a board as `board_from_text` does."""
    if isinstance(value, Board):
        return board_to_text(value)
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) or "none" if isinstance(value, list | tuple) else str(value)


def board_to_text(board: Board) -> str:
    """Pack a board into letters, digits, hyphens and underscores.

    Parameters
    ----------
    board : Board
        Any board.

    Returns
    -------
    str
        Its file's text, compressed: some 300 characters for a board of the usual size.
    """
    return base64.urlsafe_b64encode(zlib.compress(board.to_toml().encode(), 9)).decode().rstrip("=")


def fits_a_link(board: Board) -> bool:
    """Tell whether a link has room for a board: names can be of any length."""
    return len(board.to_toml()) <= _LONGEST_BOARD and len(board_to_text(board)) <= LONGEST_BOARD_TEXT


def board_from_text(text: str) -> Board:
    """Unpack a board.

    Parameters
    ----------
    text : str
        From `board_to_text`, or from anywhere.

    Returns
    -------
    Board
        One that can be played.

    Raises
    ------
    AddressError
        If it can't be read, or isn't a board that can be played.
    """
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        reader = zlib.decompressobj()
        content = reader.decompress(packed, _LONGEST_BOARD)
        if not reader.eof or reader.unused_data:
            raise AddressError("its board is cut off, or longer than any board")
        return Board.from_toml(content.decode(), "the link's board")
    except (binascii.Error, zlib.error, UnicodeDecodeError) as error:
        raise AddressError("its board can't be read; perhaps a part of the link is missing") from error
    except AddressError:
        raise
    except CaravanError as error:
        raise AddressError(str(error)) from error


def _changes(rules: Rules, base: Rules) -> dict[str, Any]:
    return {name: ours for name, (_, ours) in rules.differences(base).items() if name != "players"}
