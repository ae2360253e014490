"""One game of Caravan: play it, undo, ask, draw it, write it down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from caravan import position
from caravan.action import Action
from caravan.action_codes import coder_of
from caravan.bots import one_choice
from caravan.bots.records import SCRATCH
from caravan.bots.registry import is_compiled, pack_bots
from caravan.bots.styles import STYLES
from caravan.drawing import as_text
from caravan.errors import BotError, CaravanError, IllegalAction, InvalidText, nearest_of
from caravan.given import described, require_whole
from caravan.kernel import layout, one_game, streams
from caravan.legal_actions import LegalActions
from caravan.picture import as_svg
from caravan.refusal import readings_of, reason_against
from caravan.rules import Rules, playable
from caravan.table import Camel, Outcome, Table, WaitingGood
from caravan.wording import shown

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Action", "Camel", "Game", "LegalActions", "Outcome", "WaitingGood"]

_NO_DRAWS = np.empty(0, dtype=np.int64)
_SEED_BITS = (1 << 64) - 1
_ROWS_OFFSET = layout.STEP.itemsize - layout.MAX_ROWS_OF_A_STEP * layout.EVENT.itemsize


@dataclass(frozen=True, slots=True)
class _Origin:
    """From what a game can be played again: a position's bytes, or the set-up; and how many actions came before."""

    position: bytes = b""
    draws: tuple[str, ...] = ()
    actions: int = 0


class Game(Table):
    """A game under way, with everything that has happened in it.

    Parameters
    ----------
    rules : Rules, optional
        By default the standard game's. The game keeps a copy of its own.
    players : int, optional
        2 to 4; by default the rules' own number.
    seed : int, optional
        Together with `number` it settles what is drawn from the bag: this is game `number` of a batch with the
        master seed `seed`.
    number : int, optional
        The game's number in its batch, from 0.
    draws : sequence of str, optional
        The goods to lie on the numbered spaces at first, in number order, instead of those that the seed would give;
        further ones come from the seed.

    Raises
    ------
    RulesError
        If the rules can't be played.
    CaravanError
        If a good in `draws` isn't in the bag, or there are too many.

    Examples
    --------
    >>> game = Game(seed=7)
    >>> game.play("place d4")
    >>> game.turn, game.seat, game.actions_left
    (2, 2, 2)
    """

    __slots__ = (
        "_chunks",
        "_coder",
        "_codes",
        "_origin",
        "_packed",
        "_snapshots",
        "_state",
        "_step",
        "_step_count",
        "_step_rows",
        "_streams",
        "number",
        "seed",
    )

    def __init__(
        self,
        rules: Rules | None = None,
        players: int | None = None,
        seed: int = 0,
        number: int = 0,
        *,
        draws: Sequence[str] = (),
    ) -> None:
        self._prepare(rules, players, seed, number)
        one_game.start_streams_of_game(self._streams, _bits(self.seed), _bits(self.number))
        goods = self._goods_of(draws)
        one_game.set_up(self._state, self._packed, self._streams, self._step, goods)
        self._keep_rows()
        self._require_drawn(goods)
        self._origin = _Origin(draws=tuple(draws))

    def _prepare(self, rules: Rules | None, players: int | None, seed: int, number: int) -> None:
        self._rules = playable(Rules() if rules is None else rules, players)
        self.seed, self.number = require_whole(seed, "seed"), require_whole(number, "number")
        self._packed = layout.pack(self._rules).view(np.ndarray).view(np.uint8)
        self._coder = coder_of(self._rules.board)
        self._codes: list[int] = []
        self._chunks: list[bytes] = []
        self._snapshots: list[tuple[bytes, bytes]] = []
        self._make_room()

    def _make_room(self) -> None:
        self._state = np.zeros(layout.STATE.itemsize, dtype=np.uint8)
        self._streams = np.zeros(streams.STREAMS.itemsize, dtype=np.uint8)
        self._step = np.zeros(layout.STEP.itemsize, dtype=np.uint8)
        self._fields = self._state.view(layout.STATE)
        self._step_count = self._step.view(layout.STEP)["count"]
        self._step_rows = self._step[_ROWS_OFFSET:]

    @classmethod
    def from_position(cls, text: str, rules: Rules | None = None, seed: int = 0) -> Game:
        """Go on from a position.

        Parameters
        ----------
        text : str
            The text of `position`, of which much may be left out: see `caravan.position`.
        rules : Rules, optional
            By default the standard game's; the number of players is that of the position.
        seed : int, optional
            It settles what is drawn from the bag.

        Returns
        -------
        Game
            Its history and events begin with the next action.

        Raises
        ------
        InvalidText
            If the text can't be read, or there can be no such position in a game of these rules.
        RulesError
            If the rules can't be played.
        """
        game = cls.__new__(cls)
        rules = playable(Rules() if rules is None else rules)
        state = position.read(text, rules)
        game._prepare(rules, int(state["players"].item()), seed, 0)
        game._state[:] = state.view(np.uint8)
        one_game.start_streams(game._streams, _bits(game.seed))
        game._origin = _Origin(position=game._state.tobytes())
        game._chunks.append(b"")
        return game

    @property
    def legal_actions(self) -> LegalActions:
        """The distinct legal actions of the present position: ask for ``len``, ``in``, iterate, index."""
        return LegalActions(self)

    @property
    def history(self) -> tuple[Action, ...]:
        """The actions played so far."""
        return tuple(self._coder.decode(code) for code in self._codes)

    @property
    def rows(self) -> Any:
        """The events so far as the kernel writes them: a read-only array of ``caravan.kernel.layout.EVENT``."""
        return np.frombuffer(b"".join(self._chunks), dtype=layout.EVENT)

    def play(self, action: Action | str, *, draws: Sequence[str] = ()) -> None:
        """Play an action of the seat to act, with all that follows from it.

        Parameters
        ----------
        action : Action or str
            What to do, or its text; the good and the victim may be left out where only one action can be meant.
        draws : sequence of str, optional
            The goods to come out of the bag if the action brings a refill, instead of those that the seed would give;
            further ones come from the seed.

        Raises
        ------
        IllegalAction
            If the rules don't allow it now; the position is unchanged, and the message says why.
        InvalidText
            If the text isn't an action.
        CaravanError
            If a good in `draws` isn't in the bag, or there are more than the action draws.
        """
        code = self._code(action)
        goods = self._goods_of(draws) if draws else _NO_DRAWS
        before = (self._state.tobytes(), self._streams.tobytes())
        if not one_game.play(self._state, self._packed, self._streams, self._step, code, goods):
            raise IllegalAction(reason_against(self, self._coder.decode(code)))
        self._snapshots.append(before)
        self._codes.append(code)
        self._keep_rows()
        if draws:
            try:
                self._require_drawn(goods)
            except CaravanError:
                self.undo()
                raise

    def undo(self) -> Action:
        """Take the last action back, with its draws and events.

        Returns
        -------
        Action
            The action that was taken back.

        Raises
        ------
        CaravanError
            If there is none: at the start, or where an imagined copy was made.
        """
        if not self._snapshots:
            raise CaravanError("there is no action to undo")
        self._restore(self._snapshots.pop())
        self._chunks.pop()
        return self._coder.decode(self._codes.pop())

    def choose(self, bot: str = "planner") -> Action:
        """Ask a bot that ships with the package what it would do.

        Asking moves the bot's own random stream on, so a second answer may be another one where it likes several
        actions alike. The bag is untouched: the bot doesn't know its order.

        Parameters
        ----------
        bot : str, optional
            A bot's text, such as ``planner`` or ``planner:noise=0.5``; ``caravan bots`` lists them.

        Returns
        -------
        Action
            A legal action, not yet played.

        Raises
        ------
        BotError
            If there is no such bot.
        CaravanError
            If the game has ended.
        """
        if self.end_reason is not None:
            raise CaravanError(f"the game has ended ({self.end_reason}), so there is nothing to choose")
        if not is_compiled(bot):
            ships = ", ".join(STYLES)
            raise BotError(f"choose asks a bot that ships with the package ({ships}), not {described(bot)}")
        settings = pack_bots([bot]).view(np.ndarray).view(np.uint8)
        scratch = np.zeros(SCRATCH.itemsize, dtype=np.uint8)
        code = one_choice.choose(self._state, self._packed, self._streams, settings, scratch)
        return self._coder.decode(int(code))

    def cost(self, action: Action | str) -> int:
        """Tell what an action costs, in actions.

        Parameters
        ----------
        action : Action or str
            The action; whether it is legal plays no part.

        Returns
        -------
        int
            0 or more.
        """
        return int(one_game.action_cost(self._state, self._packed, self._code(action)))

    def scores(self) -> tuple[int, ...]:
        """Points of each seat so far; once the game has ended, the penalty for undelivered goods is taken off."""
        return tuple(one_game.standings(self._state, self._packed)[0].tolist())

    def outcome(self) -> Outcome | None:
        """Tell how the game has ended; None while it goes on."""
        reason = self.end_reason
        if reason is None:
            return None
        scores, ranks = one_game.standings(self._state, self._packed).tolist()
        winners = tuple(seat for seat, rank in enumerate(ranks, start=1) if rank == 1)
        shares = tuple(1 / len(winners) if rank == 1 else 0.0 for rank in ranks)
        return Outcome(reason, winners, tuple(scores), tuple(ranks), shares)

    def events(self) -> pd.DataFrame:
        """Give the tidy log of the game so far: one row per event, as ``docs/event-log.md`` describes it."""
        from caravan.events import game_events

        return game_events(self)

    def copy(self) -> Game:
        """Make a copy that goes its own way; the same actions lead to the same draws in both."""
        twin = type(self).__new__(type(self))
        twin._rules, twin._packed, twin._coder = self._rules, self._packed, self._coder
        twin.seed, twin.number, twin._origin = self.seed, self.number, self._origin
        twin._codes, twin._chunks, twin._snapshots = self._codes.copy(), self._chunks.copy(), self._snapshots.copy()
        twin._make_room()
        twin._state[:] = self._state
        twin._streams[:] = self._streams
        return twin

    def imagine(self, seed: int = 0) -> Game:
        """Make a copy whose bag has another hidden order, for looking ahead without peeking.

        Parameters
        ----------
        seed : int, optional
            It settles what the copy draws; other seeds, other draws.

        Returns
        -------
        Game
            The copy, which can't be undone beyond this point.
        """
        twin = self.copy()
        twin.seed, twin.number = require_whole(seed, "seed"), 0
        twin._snapshots = []
        twin._origin = _Origin(position=self._state.tobytes(), actions=len(self._codes))
        one_game.start_streams(twin._streams, _bits(twin.seed))
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        kept = ("seed", "number", "_rules", "_origin", "_codes", "_chunks", "_snapshots")
        return {name: getattr(self, name) for name in kept} | {
            "bytes": (self._state.tobytes(), self._streams.tobytes())
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._prepare(kept["_rules"], None, kept["seed"], kept["number"])
        for name in ("_origin", "_codes", "_chunks", "_snapshots"):
            setattr(self, name, kept[name])
        self._restore(kept["bytes"])

    def position(self) -> str:
        """Give the whole position, all but the order of the bag, as a text on one line that `from_position` reads."""
        return position.write(self._fields, self._rules)

    def __str__(self) -> str:
        return as_text(self)

    def _repr_svg_(self) -> str:
        return as_svg(self)

    def __repr__(self) -> str:
        origin = self._origin
        if origin.position:
            text = position.write(np.frombuffer(origin.position, dtype=layout.STATE), self._rules)
            start = f"Game.from_position({text!r}, {self._rules!r}, seed={self.seed!r})"
        else:
            draws = f", draws={list(origin.draws)!r}" if origin.draws else ""
            start = f"Game({self._rules!r}, seed={self.seed!r}, number={self.number!r}{draws})"
        played = ", ".join(str(action) for action in self.history[origin.actions :])
        return f"{start}.played({played!r})" if played else start

    def played(self, actions: str | Iterable[Action | str]) -> Game:
        """Make a copy and play some actions in it.

        Parameters
        ----------
        actions : str or iterable of Action or str
            The actions in order; in a single text they are parted by commas.

        Returns
        -------
        Game
            The copy; this game stays as it is.
        """
        twin = self.copy()
        for action in actions.split(",") if isinstance(actions, str) else actions:
            twin.play(action)
        return twin

    def _restore(self, snapshot: tuple[bytes, bytes]) -> None:
        self._state[:] = np.frombuffer(snapshot[0], dtype=np.uint8)
        self._streams[:] = np.frombuffer(snapshot[1], dtype=np.uint8)

    def _code(self, action: Action | str) -> int:
        """Find the code of an action, with what it leaves out filled in from the position."""
        if isinstance(action, str):
            action = Action.from_text(action)
        elif not isinstance(action, Action):
            raise InvalidText(
                f"an action is one of game.legal_actions or its text, such as 'place d4', not {described(action)}"
            )
        kind = action.kind
        if action.good is None and kind in ("transfer", "deliver", "steal"):
            action = self._only_reading(action)
        rainbow = waiting = layout.OFF_BOARD
        if kind == "rainbow":
            rainbow = self._fields["rainbow"].item()
        elif kind == "pick_up":
            space = self._coder.space(str(action.target))
            if space in self._rules.board.numbered:
                waiting = self._fields["good_at"][0, self._rules.board.numbered.index(space)].item()
        return self._coder.encode(action, rainbow, waiting)

    def _only_reading(self, action: Action) -> Action:
        readings = readings_of(self, action)
        if not readings:
            raise IllegalAction(reason_against(self, action))
        if len(readings) > 1:
            raise IllegalAction(f"'{action}' can mean {' or '.join(map(str, readings))}: say which")
        return readings[0]

    def _goods_of(self, names: Sequence[str]) -> Any:
        known = [good.name for good in self._rules.board.goods]
        for name in names:
            if name not in known:
                raise CaravanError(f"there is no good {shown(name)}{nearest_of(str(name), known, 'goods')}")
        return np.array([known.index(name) for name in names], dtype=np.int64)

    def _require_drawn(self, goods: Any) -> None:
        """Make sure that the last step drew these goods first."""
        rows = np.frombuffer(self._chunks[-1], dtype=layout.EVENT)
        drawn = rows["good"][np.isin(rows["action"], (layout.SEED, layout.REFILL)) & (rows["seat"] == 0)].tolist()
        for place, good in enumerate(goods.tolist()):
            name = self._rules.board.goods[good].name
            if place >= len(drawn):
                raise CaravanError(f"{len(goods)} goods to be drawn were given, but only {len(drawn)} are drawn here")
            if drawn[place] != good:
                raise CaravanError(f"good {place + 1} to be drawn can't be {name}: the bag holds none by then")

    def _keep_rows(self) -> None:
        count = self._step_count.item()
        self._chunks.append(self._step_rows[: count * layout.EVENT.itemsize].tobytes())


def _bits(seed: int) -> np.uint64:
    """Take a seed of any size and sign as 64 bits."""
    return np.uint64(seed & _SEED_BITS)
