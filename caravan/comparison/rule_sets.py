"""The rule sets of a comparison, each under a name: looked at before anything is played."""

from __future__ import annotations

from collections.abc import Sequence

from caravan.errors import CaravanError
from caravan.rules import PRESETS, Rules, playable
from caravan.wording import in_words

MOST_CHANGES_IN_A_NAME = 3


def named_rule_sets(
    baseline: Rules, others: Sequence[Rules], players: int | None = None, names: Sequence[str] | None = None
) -> dict[str, Rules]:
    """Give each rule set a name, and see to it that they can be compared.

    Parameters
    ----------
    baseline : Rules
        The rule set that the others are compared with.
    others : sequence of Rules
        At least one.
    players : int, optional
        How many play under all of them; by default as the rules say.
    names : sequence of str, optional
        What they are called, the baseline first; by default by preset, or by what they change.

    Returns
    -------
    dict of str to Rules
        The baseline first. All can be played, by the same number of players, and no two are the same.

    Raises
    ------
    RulesError, CaravanError
        Where that can't be; the message names the rule set.
    """
    given = (baseline, *others)
    if len(given) < 2:
        raise CaravanError("compare: there is one rule set, and nothing to compare it with")
    if names is not None and len(names) != len(given):
        raise CaravanError(f"compare: {len(given)} rule sets need as many names, found {len(names)}")
    rule_sets = [playable(rules, players) for rules in given]
    called = list(names) if names is not None else _names(rule_sets)
    if len({rules.players for rules in rule_sets}) > 1:
        found = in_words(f"{rules.players} under {name}" for name, rules in zip(called, rule_sets, strict=True))
        raise CaravanError(f"players: {found}; only games of as many players can be compared: give a number for all")
    seen: dict[str, str] = {}
    for name, rules in zip(called, rule_sets, strict=True):
        if rules.id in seen:
            raise CaravanError(f"compare: '{seen[rules.id]}' and '{name}' are the same rules ({rules.id})")
        seen[rules.id] = name
    for name in called:
        if called.count(name) > 1:
            raise CaravanError(f"compare: two different rule sets are called '{name}'")
    return dict(zip(called, rule_sets, strict=True))


def changes_in_words(rules: Rules, base: Rules) -> str:
    """Say how a rule set differs from another, such as ``camels=6, theft_markers=0``; empty where it doesn't."""
    return ", ".join(
        f"{name}={ours.name if name == 'board' else _value(ours)}"
        for name, (_, ours) in rules.differences(base).items()
        if name != "players"
    )


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _names(rule_sets: list[Rules]) -> list[str]:
    base = rule_sets[0]
    names = [_preset(base) or "baseline"]
    for rules in rule_sets[1:]:
        preset = _preset(rules)
        changed = [name for name in rules.differences(base) if name != "players"]
        if len(changed) == 1 or (preset is None and len(changed) <= MOST_CHANGES_IN_A_NAME):
            names.append(changes_in_words(rules, base))
        else:
            names.append(preset or f"rules {rules.id}")
    return names


def _preset(rules: Rules) -> str | None:
    return next((name for name in PRESETS if Rules.preset(name).id == rules.id), None)
