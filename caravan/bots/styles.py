"""The styles of play that ship with the package, each with the settings by which it can be varied."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Setting:
    """A number by which a style can be varied.

    Attributes
    ----------
    name : str
    default, low, high : float
        Its usual value and the range allowed, both ends included.
    meaning : str
        What it does, in a line.
    whole : bool
        Whether only whole numbers are allowed.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False


@dataclass(frozen=True)
class Style:
    """A way of playing.

    Attributes
    ----------
    name : str
    meaning : str
        How it plays, in a line.
    settings : tuple of Setting
        At most eight.
    weights : str
        What it judges positions by: ``learned``, ``by_hand``, or nothing.
    family : str
        What it has in common with others that think alike; two of one family are no two witnesses.
    """

    name: str
    meaning: str
    settings: tuple[Setting, ...] = field(default=())
    weights: str = ""
    family: str = "planner"


_PLANNER = (
    Setting("discount", 0.75, 0.05, 1.0, "worth of points that come a turn later"),
    Setting("carried", 2.0, 0.0, 20.0, "points added to goods it carries already"),
    Setting("steal", 0.0, -20.0, 20.0, "points added to goods it could steal; -20: it never steals"),
    Setting("noise", 0.0, 0.0, 1.0, "how far its judgement of a plan may be off, as a share"),
    Setting("kept", 1.0, 1.0, 10.0, "free camels that it won't load", whole=True),
    Setting("rainbow", 1.0, 0.0, 1.0, "1: pays for the rainbow camel where that helps; 0: leaves it alone", whole=True),
    Setting("rare", 1.0, 0.0, 1.0, "share of a rare good's points that it heeds"),
    Setting(
        "relay",
        1.0,
        0.0,
        1.0,
        "1: fetches goods that it must hand on in a later turn; 0: only if there are no others",
        whole=True,
    ),
)

_BEAM = (
    Setting("width", 3, 1, 16, "positions followed at each action of a turn", whole=True),
    Setting("plans", 6, 1, 12, "plans tried from each position", whole=True),
    Setting("finalists", 3, 2, 16, "ends of the turn that are played on, the planner's own among them", whole=True),
    Setting("games", 2, 1, 1000, "times that each is played on", whole=True),
    Setting("rounds", 1, 0, 20, "rounds that are played on", whole=True),
    Setting("doubt", 1.0, 0.0, 10.0, "standard errors by which another turn must beat the planner's"),
)

_ROLLOUT = (
    Setting("games", 8, 1, 1000, "times that each plan is played on", whole=True),
    Setting("turns", 6, 1, 100, "turns that are played on", whole=True),
    Setting("plans", 4, 1, 12, "plans tried", whole=True),
    Setting("doubt", 1.0, 0.0, 10.0, "standard errors by which another plan must beat the planner's"),
    Setting("patience", 0.0, 0.0, 10.0, "standard errors by which a plan may lie behind before it is dropped"),
    Setting("pool", 1.0, 0.0, 1.0, "1: plays on with a pool of styles; 0: with the planner alone", whole=True),
)


def _with(settings: tuple[Setting, ...], **defaults: float) -> tuple[Setting, ...]:
    return tuple(replace(setting, default=defaults.get(setting.name, setting.default)) for setting in settings)


_STYLES = (
    Style(
        "random",
        "any legal action, each equally likely: for tests and for counting, never for conclusions",
        family="chance",
    ),
    Style(
        "grabber",
        "random, but delivers, steals and picks up when it can, and never loads its last free camel",
        family="chance",
    ),
    Style(
        "planner",
        "brings home the good that pays best per action, relays with few camels, thinks anew at every action",
        _PLANNER,
    ),
    Style(
        "weak",
        "a planner that makes people's mistakes: misjudges plans and never steals",
        _with(_PLANNER, noise=0.5, steal=-20),
    ),
    Style("miser", "a planner that keeps its theft markers: never steals", _with(_PLANNER, steal=-20)),
    Style("common", "a planner that leaves rare goods alone while anything else pays", _with(_PLANNER, rare=0)),
    Style(
        "hurried",
        "a planner that looks to this turn, and leaves goods that it would have to hand on in another to the last",
        _with(_PLANNER, discount=0.3, relay=0),
    ),
    Style("beam", "searches whole turns and plays the best few on for a round", _BEAM, "learned", "beam"),
    Style(
        "rollout",
        "plays its best plans on with a pool of styles, and judges by rule of thumb",
        _ROLLOUT,
        "by_hand",
        "playing on",
    ),
    Style(
        "expert",
        "plays its best plans on with a pool of styles, and judges by what games have taught",
        _with(_ROLLOUT, doubt=1.5),
        "learned",
        "playing on",
    ),
    Style(
        "expert:deep",
        "the expert with more time: more plans, played on further and more often",
        _with(_ROLLOUT, games=32, turns=8, plans=5, doubt=1.5, patience=1),
        "learned",
        "playing on",
    ),
)
STYLES = {style.name: style for style in _STYLES}
"""All styles by name; a style's place in the order is its number in compiled code."""
