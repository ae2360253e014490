"""Why an action is refused, and which actions a shortened one can mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from caravan.action import Action
from caravan.table import Camel

if TYPE_CHECKING:
    from caravan.game import Game


def readings_of(game: Game, action: Action) -> list[Action]:
    """List the legal actions that an action without a good can mean.

    Parameters
    ----------
    game : Game
        The game in whose position it is meant.
    action : Action
        A ``transfer``, ``deliver`` or ``steal`` that names no good.

    Returns
    -------
    list of Action
        In the order of the legal actions.
    """
    return [
        legal
        for legal in game.legal_actions
        if (legal.kind, legal.source, legal.target) == (action.kind, action.source, action.target)
        and action.victim in (None, legal.victim)
    ]


def reason_against(game: Game, action: Action) -> str:
    """Say why an action is illegal.

    Parameters
    ----------
    game : Game
        The game in whose position it is tried.
    action : Action
        An action that isn't legal there; its spaces and its good are those of the board.

    Returns
    -------
    str
        What was tried, why not, and what may have been meant.
    """
    if game.end_reason:
        return f"'{action}' comes too late: the game has ended ({game.end_reason})"
    reason = _REASONS[action.kind](game, action) or _against_cost(game, action) or "the rules don't allow it here"
    return f"seat {game.seat} can't '{action}': {reason}"


def _against_cost(game: Game, action: Action) -> str:
    cost = game.cost(action) if action.kind not in ("transfer", "deliver", "steal") else _cost_by_rule(game, action)
    if cost <= game.actions_left:
        return ""
    where = ""
    if action.kind in ("place", "move"):
        standing = "a camel stands" if _is_occupied(game, action.target) else "no camel stands"
        where = f" to enter {action.target}, where {standing}"
    return f"it costs {_actions(cost)}{where}, and {game.actions_left} {'is' if game.actions_left == 1 else 'are'} left"


def _cost_by_rule(game: Game, action: Action) -> int:
    return game.rules.steal_cost if action.kind == "steal" else game.rules.transfer_cost


def _against_place(game: Game, action: Action) -> str:
    if all(camel.space for camel in game.camels()):
        movable = _sorted_spaces(game, (camel for camel in game.camels() if not camel.good))
        hint = f"; to move one, '{Action('move', movable[0], action.target)}'" if movable else ""
        return f"all {len(game.camels())} of its camels are on the board{hint}"
    return _against_entering(game, action.target)


def _against_move(game: Game, action: Action) -> str:
    if action.source == action.target:
        return "a camel moves to another space"
    return _against_unladen(game, action.source, "move") or _against_entering(game, action.target)


def _against_entering(game: Game, space: str | None) -> str:
    board = game.rules.board
    return f"{space} is blocked" if space in [board.space_name(blocked) for blocked in board.blocked] else ""


def _against_unladen(game: Game, space: str | None, verb: str) -> str:
    """Say why no unladen camel of the seat to act is in a space."""
    here = [camel for camel in game.camels() if camel.space == space]
    if not here:
        return f"it has no camel in {space}{_whereabouts(game)}"
    if all(camel.good for camel in here):
        cargo = " and ".join(str(camel.good) for camel in here)
        return f"it has no unladen camel in {space}: what stands there carries {cargo}, and a laden camel can't {verb}"
    return ""


def _whereabouts(game: Game) -> str:
    spaces = _sorted_spaces(game, game.camels())
    return f"; its camels are in {', '.join(spaces)}" if spaces else "; all its camels are off the board"


def _against_pick_up(game: Game, action: Action) -> str:
    board = game.rules.board
    numbered = [board.space_name(space) for space in board.numbered]
    if action.target not in numbered:
        return f"{action.target} isn't a numbered space: those are {', '.join(numbered)}"
    if action.target not in [waiting.space for waiting in game.waiting]:
        return f"no good waits in {action.target}"
    return _against_unladen(game, action.target, "pick up")


def _against_transfer(game: Game, action: Action) -> str:
    if action.source == action.target:
        return "a transfer ends in another space than it began in"
    carriers = [camel for camel in game.camels() if camel.space == action.source and camel.good]
    if not carriers:
        return f"it has no laden camel in {action.source}{_carried(game)}"
    if action.good is not None and (reason := _against_cargo(action, carriers)):
        return reason
    city_goods = _goods_of_city(game, action.target)
    goods = {camel.good for camel in carriers} if action.good is None else {action.good}
    if action.kind == "transfer" and goods <= city_goods:
        meant = _with_kind(action, "deliver")
        return f"{action.target} is the city of {_listed(goods)}, where it is delivered: '{meant}'"
    if action.kind == "deliver" and not goods & city_goods:
        cities = [f"that of {good} is {_city_of(game, good)}" for good in sorted(map(str, goods))]
        meant = _with_kind(action, "transfer")
        also = f"; to pass it on, '{meant}'" if _would_be_legal(game, meant) else ""
        return f"{action.target} isn't its city: {', '.join(cities)}{also}"
    if reason := _against_cost(game, action):
        return reason
    return _against_receiver(game, action) or _against_chain(game, action)


def _against_cargo(action: Action, carriers: list[Camel]) -> str:
    if any((camel.good, camel.under) == (action.good, action.under) for camel in carriers):
        return ""
    if not any(camel.good == action.good for camel in carriers):
        found = _listed(f"{camel.good}{' (under)' if camel.under else ''}" for camel in carriers)
        return f"no camel of its in {action.source} carries {action.good}, only {found}"
    meant = Action(action.kind, action.source, action.target, action.good, not action.under)
    lies = "on top of its camel" if action.under else "under its camel"
    return f"the {action.good} in {action.source} lies {lies}: '{meant}'"


def _against_receiver(game: Game, action: Action) -> str:
    if action.kind == "deliver" and game.rainbow == action.target:
        return ""
    here = [camel for camel in game.camels() if camel.space == action.target]
    if not here:
        return f"it has no camel in {action.target} to take the good"
    if all(camel.good for camel in here):
        return f"it has no unladen camel in {action.target} to take the good"
    return ""


def _against_chain(game: Game, action: Action) -> str:
    links = {camel.space for camel in game.camels()} | {game.rainbow}
    board = game.rules.board
    names = board.space_names
    reached = {str(action.source)}
    frontier = [str(action.source)]
    while frontier:
        row, column = divmod(board.parse_space(frontier.pop()), board.width)
        for next_row, next_column in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= next_row < board.height and 0 <= next_column < board.width:
                name = names[next_row * board.width + next_column]
                if name in links and name not in reached:
                    reached.add(name)
                    frontier.append(name)
    if action.target in reached:
        return ""
    ends = [name for name in names if name in reached]
    return f"{action.source} and {action.target} aren't connected by its camels: from {action.source} they lead " + (
        f"only to {', '.join(name for name in ends if name != action.source)}" if len(ends) > 1 else "nowhere"
    )


def _against_steal(game: Game, action: Action) -> str:
    if action.victim == game.seat:
        return "nobody steals from their own camels"
    if action.victim is not None and action.victim > game.players:
        return f"there is no seat {action.victim}: seats are 1 to {game.players}"
    if reason := _against_unladen(game, action.target, "steal"):
        return reason
    victims = [action.victim] if action.victim else [seat for seat in _seats(game) if seat != game.seat]
    laden = [camel for seat in victims for camel in game.camels(seat) if camel.space == action.target and camel.good]
    whose = f"seat {action.victim}" if action.victim else "another seat"
    if not laden:
        return f"no laden camel of {whose} is in {action.target}"
    if action.good is not None and action.good not in [camel.good for camel in laden]:
        return f"no camel of {whose} in {action.target} carries {action.good}, only {_listed(c.good for c in laden)}"
    wanted = [camel for camel in laden if action.good in (None, camel.good)]
    if all(camel.under for camel in wanted):
        return f"the {wanted[0].good} in {action.target} lies under its camel, where it can't be stolen"
    if game.theft_markers[game.seat - 1] == 0:
        return "it has no theft marker"
    return ""


def _against_rainbow(game: Game, action: Action) -> str:
    board = game.rules.board
    if not game.rules.rainbow_camel:
        return "these rules have no rainbow camel (rainbow_camel)"
    row, column = divmod(board.parse_space(str(action.target)), board.width)
    if row in (0, board.height - 1) or column in (0, board.width - 1):
        return f"{action.target} lies on the board's edge, where the rainbow camel can't go"
    if game.rainbow == action.target:
        return f"the rainbow camel is in {action.target} already"
    if game.demand[game.seat - 1] < 1:
        return "it has no demand marker to pay with"
    return _against_entering(game, action.target)


def _carried(game: Game) -> str:
    laden = [f"{camel.good} in {camel.space}" for camel in game.camels() if camel.good]
    return f"; its camels carry {_listed(laden)}" if laden else "; none of its camels is laden"


def _would_be_legal(game: Game, action: Action) -> bool:
    return action in game.legal_actions


def _with_kind(action: Action, kind: str) -> Action:
    return Action(kind, action.source, action.target, action.good, action.under)


def _goods_of_city(game: Game, space: str | None) -> set[str]:
    board = game.rules.board
    return {good.name for good, city in zip(board.goods, board.cities, strict=True) if board.space_name(city) == space}


def _city_of(game: Game, name: str) -> str:
    board = game.rules.board
    names = [good.name for good in board.goods]
    return board.space_name(board.cities[names.index(name)])


def _is_occupied(game: Game, space: str | None) -> bool:
    return game.rainbow == space or any(camel.space == space for seat in _seats(game) for camel in game.camels(seat))


def _seats(game: Game) -> range:
    return range(1, game.players + 1)


def _sorted_spaces(game: Game, camels: Iterable[Camel]) -> list[str]:
    found = {camel.space for camel in camels}
    return [name for name in game.rules.board.space_names if name in found]


def _listed(words: Iterable[object]) -> str:
    return ", ".join(sorted({str(word) for word in words}))


def _actions(count: int) -> str:
    return f"{count} action{'' if count == 1 else 's'}"


_REASONS: dict[str, Callable[[Game, Action], str]] = {
    "place": _against_place,
    "move": _against_move,
    "pick_up": _against_pick_up,
    "transfer": _against_transfer,
    "deliver": _against_transfer,
    "steal": _against_steal,
    "rainbow": _against_rainbow,
    "pass": lambda _game, _action: "",
}
