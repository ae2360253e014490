"""Where a cell, or a start, leads: to the Lab, or to a comparison with the rules that were asked about."""

from __future__ import annotations

from collections.abc import Sequence

from caravan.rules import Rules
from caravan.views import address
from caravan.views.address import MAX_GAMES, LabState
from caravan.views.comparing.word import compare_word
from caravan.views.rule_words import to_text


def in_lab(rules: Rules, players: int, style: str, games: int, seed: int) -> str:
    """Write the word that shows a rule set in the Lab.

    Parameters
    ----------
    rules : Rules
        The rule set.
    players : int
    style : str
        Who plays every seat; or a line-up with commas between.
    games, seed : int

    Returns
    -------
    str
        To be given to ``visit.go_to("lab", word)``.
    """
    preset = to_text(rules).split(";", 1)[0]
    base = Rules.preset(preset)
    changes = {name: ours for name, (_, ours) in rules.differences(base).items() if name not in {"players", "board"}}
    bots = tuple(style.split(","))
    state = LabState(
        preset,
        changes,
        players,
        bots if len(bots) > 1 else bots * players,
        min(games, MAX_GAMES),
        seed,
        board=None if rules.board == base.board else rules.board,
    )
    return address.to_word(state)


def in_compare(base: Rules, rules: Rules, players: int, styles: Sequence[str], games: int, seed: int) -> str:
    """Write the word that compares a rule set with another; see `in_lab`.

    Parameters
    ----------
    base : Rules
        The baseline.
    rules : Rules
        What is held against it.
    players : int
    styles : sequence of str
    games, seed : int

    Returns
    -------
    str
        To be given to ``visit.go_to("compare", word)``.
    """
    return compare_word([base, rules], players=players, styles=styles, games=games, seed=seed)
