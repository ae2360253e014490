"""What players do: which actions, how often they interfere, how often the lead changes."""

from __future__ import annotations

import numpy as np

from caravan.measures.estimate import Estimate, Figures, Floats
from caravan.measures.evidence import means, proportions
from caravan.measures.registry import register
from caravan.measures.sample import Sample
from caravan.measures.scores import by_winning

STEPS = ("place", "move", "pick_up", "transfer", "deliver", "steal", "rainbow", "pass")
"""What a seat can do, a pass included: its steps."""

RARELY = 0.01
"""A rule used in fewer than this share of the games is called rarely used."""

_COLUMNS = {"steal": "steals", "pass": "passed"}


def steps_taken(sample: Sample) -> Floats:
    """Count what each seat did.

    Parameters
    ----------
    sample : Sample
        The games.

    Returns
    -------
    ndarray of float64, shape (steps, players, games)
        In the order of `STEPS`.
    """
    return np.stack([sample.of_seats(_COLUMNS.get(step, step)) for step in STEPS])


@register(
    "action_mix",
    "share of steps",
    "Which part of all steps each kind of action makes up; winners, others.",
    needs=("games", "seats"),
    source="ratio of sums; DiCiccio & Efron 1992",
)
def action_mix(sample: Sample) -> tuple[Estimate, ...]:
    """Give the share of each kind of step, passes included: all seats, winners, others, and the difference."""
    taken = steps_taken(sample)
    return by_winning(sample, taken, taken.sum(axis=0), name="action_mix", unit="share of steps", parts=STEPS)


@register(
    "action_use",
    "share of games",
    "In which share of the games each kind of action, and the tie-break, is used at all.",
    needs=("games", "seats"),
    source="Wilson 1927",
)
def action_use(sample: Sample) -> tuple[Estimate, ...]:
    """Give the share of games in which a rule is used at least once; rarely used rules are marked."""
    breaks_ties = sample.rules.tie_break != "shared"
    level = sample.of_games("level") > 1
    used = np.concatenate([steps_taken(sample).any(axis=1), (level & breaks_ties)[None, :]])
    absent = {
        "steal": sample.rules.theft_markers == 0,
        "rainbow": not sample.rules.rainbow_camel,
        "tie_break": not breaks_ties,
    }
    names = (*STEPS, "tie_break")
    figures = proportions(sample, used)
    notes = [
        "not in these rules" if absent.get(name) else "used in fewer than 1% of games" if share < RARELY else ""
        for name, share in zip(names, figures.value, strict=True)
    ]
    return figures.with_notes(notes).estimates("action_use", "share of games", sample.games, parts=names)


@register(
    "steals",
    "thefts per game",
    "How many goods are stolen in a game, by all players together.",
    needs=("games", "seats"),
    source="DiCiccio & Efron 1992",
)
def steals(sample: Sample) -> tuple[Estimate, ...]:
    """Give thefts, summed over the seats, averaged over the games."""
    stolen = sample.of_seats("steals").sum(axis=0)
    return means(sample, stolen[None, :], least=0.0).estimates("steals", "thefts per game", sample.games)


@register(
    "lead_changes",
    "changes per game; share",
    "How often the set of leading seats changes in a game, and in which share of the games it never does.",
    needs=("games",),
    source="DiCiccio & Efron 1992; Wilson 1927",
)
def lead_changes(sample: Sample) -> tuple[Estimate, ...]:
    """Give the mean number of changes of the set of leaders, and the share of games with none."""
    changes = sample.of_games("lead_changes")
    count: Figures = means(sample, changes[None, :], least=0.0)
    never = proportions(sample, (changes == 0)[None, :])
    return (
        *count.estimates("lead_changes", "changes per game", sample.games, parts=("mean",)),
        *never.estimates("lead_changes", "share", sample.games, parts=("none",)),
    )
