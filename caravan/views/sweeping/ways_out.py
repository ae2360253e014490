"""Where a cell, or a start, leads: to the Lab, or to a comparison with the rules that were asked about."""

from __future__ import annotations

from collections.abc import Sequence

from caravan.rules import Rules
from caravan.views.address import MAX_GAMES, word_of_rules
from caravan.views.comparing.word import compare_word


def in_lab(rules: Rules, players: int, style: str, games: int, seed: int) -> str:
    """Write the word that shows a rule set in the Lab.

    Parameters
    ----------
    rules : Rules
        The rule set.
    players : int
    style : str
        Who plays every seat.
    games, seed : int

    Returns
    -------
    str
        To be given to ``visit.go_to("lab", word)``.
    """
    return word_of_rules(rules.replace(players=players), [style], min(games, MAX_GAMES), seed)


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
