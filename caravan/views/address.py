"""The page's state as one word in its address: read whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from caravan.board import Board
from caravan.errors import CaravanError, RulesError
from caravan.rules import Rules
from caravan.views.address_error import AddressError
from caravan.views.own_bots import offered_bot
from caravan.views.rule_words import LONGEST_BOARD_TEXT, board_from_text, board_to_text, setting_text, to_text

FORM = "1"
"""The form of the word; a later form gets another number, so that old links can be told apart."""

MAX_GAMES = 50_000
MAX_SEED = 2**53 - 1
"""The greatest seed that a browser's numbers hold exactly."""

MOST_COMPARED = 3
"""How many further styles a picture has room for."""

USUAL_COMPANY = ("beam",)
"""The further styles that join where nobody chooses: one that is strong and thinks differently."""

_SEPARATOR = "~"
_BATCH = ("players", "bots", "games", "seed", "compare")
_NONE = "none"
_BOARD = "board"
_LONGEST = 2000 + LONGEST_BOARD_TEXT


@dataclass(frozen=True)
class LabState:
    """Everything that a link to the page carries.

    Attributes
    ----------
    preset : str
        The rule set that the changes start from.
    changes : mapping of str to object
        Rule parameters that differ from the preset, without `players` and `board`.
    players : int
        How many sit at the table.
    bots : tuple of str
        One for each seat.
    games : int
        How many are played, from 1 to 50,000.
    seed : int
        The master seed, from 0 to 2^53 - 1.
    compare : tuple of str
        Up to three further styles, whose win shares join those of the bots.
    board : Board or None
        A board of one's own; None for the preset's.
    """

    preset: str = "standard"
    changes: Mapping[str, Any] = field(default_factory=dict)
    players: int = 4
    bots: tuple[str, ...] = ("planner",) * 4
    games: int = 5000
    seed: int = 7
    compare: tuple[str, ...] = USUAL_COMPANY
    board: Board | None = None


def to_word(state: LabState) -> str:
    """Write a state as one word.

    Parameters
    ----------
    state : LabState
        What the page shows; its changes have to be allowed.

    Returns
    -------
    str
        Such as ``1~standard~camels=6~players=2~bots=planner,planner~games=5000~seed=7~compare=beam``; a board of one's
        own follows the other changes, packed.
    """
    settings = [f"{name}={setting_text(value)}" for name, value in state.changes.items()]
    if state.board is not None:
        settings.append(f"{_BOARD}={board_to_text(state.board)}")
    batch = [
        f"players={state.players}",
        f"bots={','.join(state.bots)}",
        f"games={state.games}",
        f"seed={state.seed}",
        f"compare={','.join(state.compare) or _NONE}",
    ]
    return _SEPARATOR.join([FORM, state.preset, *settings, *batch])


def word_of_rules(
    rules: Rules, bots: Sequence[str], games: int, seed: int, compare: Sequence[str] = USUAL_COMPANY
) -> str:
    """Write the word that shows a rule set in the Lab, for other pages to lead there.

    Parameters
    ----------
    rules : Rules
        The rule set, with its number of players.
    bots : sequence of str
        One for each seat, or one for all.
    games, seed : int
        How many games, from which seed.
    compare : sequence of str, optional
        Further styles.

    Returns
    -------
    str
        To be given to ``visit.go_to("lab", word)``.
    """
    preset = to_text(rules).partition(";")[0]
    base = Rules.preset(preset)
    changes = {name: ours for name, (_, ours) in rules.differences(base).items() if name not in {"players", _BOARD}}
    line_up = tuple(bots) if len(bots) > 1 else tuple(bots) * rules.players
    board = None if rules.board == base.board else rules.board
    return to_word(LabState(preset, changes, rules.players, line_up, games, seed, tuple(compare), board))


def from_word(word: str) -> LabState:
    """Read a state.

    Parameters
    ----------
    word : str
        From `to_word`, or from anywhere.

    Returns
    -------
    LabState
        Every part of it is allowed, and its rules can be played.

    Raises
    ------
    AddressError
        If any part can't be read or isn't allowed: with every part that is wrong, in words.
    """
    if len(word) > _LONGEST:
        raise AddressError(f"it is {len(word):,} characters long, more than any link of this page")
    form, *rest = word.split(_SEPARATOR)
    if form != FORM or not rest:
        raise AddressError(f"it must begin with '{FORM}{_SEPARATOR}' and the name of a preset")
    preset, *settings = rest
    try:
        rules = Rules.preset(preset)
        batch: dict[str, str] = {}
        for setting in settings:
            name, _, value = (part.strip() for part in setting.partition("="))
            if name in batch:
                raise AddressError(f"'{name}' is there twice")
            if name in _BATCH:
                batch[name] = value
            elif name == _BOARD:
                rules = rules.replace(board=board_from_text(value))
            else:
                rules = rules.parse_setting(setting)
        return _state(preset, rules, batch)
    except RulesError as error:
        raise AddressError("; ".join(map(str, error.problems))) from error
    except AddressError:
        raise
    except CaravanError as error:
        raise AddressError(str(error)) from error


def _state(preset: str, rules: Rules, batch: Mapping[str, str]) -> LabState:
    usual = LabState()
    if "players" in batch:
        rules = rules.parse_setting(f"players={batch['players']}")
    rules.require_playable()
    players = int(rules.players)
    texts = batch.get("bots", usual.bots[0]).split(",")
    bots = tuple(offered_bot(text) for text in texts)
    if len(bots) == 1:
        bots *= players
    if len(bots) != players:
        raise AddressError(f"bots: {players} players need {players} bots, or one for all, not {len(bots)}")
    changes = {name: ours for name, (_, ours) in rules.differences(Rules.preset(preset)).items() if name != "players"}
    board = changes.pop(_BOARD, None)
    games = _whole("games", batch.get("games"), usual.games, 1, MAX_GAMES)
    seed = _whole("seed", batch.get("seed"), usual.seed, 0, MAX_SEED)
    return LabState(preset, changes, players, bots, games, seed, _compared(batch.get("compare"), usual.compare), board)


def _compared(text: str | None, usual: tuple[str, ...]) -> tuple[str, ...]:
    if text is None:
        return usual
    styles = () if text == _NONE else tuple(offered_bot(style) for style in text.split(","))
    if len(styles) > MOST_COMPARED or len(set(styles)) < len(styles):
        raise AddressError(f"compare: up to {MOST_COMPARED} different styles can be compared, not '{text}'")
    return styles


def _whole(name: str, text: str | None, usual: int, low: int, high: int) -> int:
    if text is None:
        return usual
    # isdecimal alone takes digits of other scripts, which int reads too but people wouldn't expect.
    if not (text.isascii() and text.isdecimal() and low <= int(text) <= high):
        raise AddressError(f"{name}: must be a whole number from {low:,} to {high:,}, not '{text}'")
    return int(text)
