"""How long games take and how they end."""

from __future__ import annotations

from caravan.measures import Sample
from caravan.report.blocks import Block, Finding, Paragraph, Picture, Table
from caravan.report.evidence import Group
from caravan.report.figures.course import counted
from caravan.report.sentences import Sentence, sentence
from caravan.report.tension import claim_of_ties, evidence_of

REASONS = {"delivery": "by a delivery with the bag empty", "deadlock": "by deadlock", "turn_limit": "at the turn limit"}


def claim_of_length(group: Group) -> Sentence | None:
    """Say how long a game takes."""
    mean = group.find("length.turns.mean")
    if mean is None:
        return None
    said = sentence("A game takes {turns} turns on average, all players together", turns=mean.shown())
    rounds = group.find("length.rounds.mean")
    if rounds is not None:
        said += sentence(" ({rounds} rounds)", rounds=rounds.shown())
    low, high = group.find("length.turns.p05"), group.find("length.turns.p95")
    if low is not None and high is not None and low.value < high.value:
        said += sentence("; nine games in ten take {low} to {high}", low=low.shown(), high=high.shown())
    return said + sentence(".")


def claim_of_endings(group: Group) -> Sentence | None:
    """Say how games end, with a word of warning where many don't end by a delivery."""
    rows = {reason: group.find(f"endings.{reason}") for reason in REASONS}
    delivery, deadlock, limit = rows.values()
    if delivery is None or deadlock is None or limit is None:
        return None
    if deadlock.value == 0.0 and limit.value == 0.0:
        return sentence(
            "Every game ended as it should, by a delivery: no deadlock (at most {deadlock} of games, by the range), no "
            "game cut off at the turn limit.",
            deadlock=deadlock.shown("high"),
        )
    return sentence(
        "{delivery} of the games end by a delivery, as they should; {deadlock} by deadlock ({deadlocks}), {limit} "
        "at the turn limit ({limits}). All of them are counted in every figure.",
        delivery=delivery.shown(),
        deadlock=deadlock.shown(against=0.0),
        deadlocks=deadlock.interval(),
        limit=limit.shown(against=0.0),
        limits=limit.interval(),
    )


def findings(group: Group) -> tuple[Finding, ...]:
    """Say how long games take and how they end."""
    found = []
    length, endings = claim_of_length(group), claim_of_endings(group)
    if length is not None:
        found.append(Finding(length, evidence_of(group, group.find("length.turns.mean"), "the mean number of turns")))
    if endings is not None:
        found.append(
            Finding(endings, evidence_of(group, group.find("endings.delivery"), "the share that end by a delivery"))
        )
    return tuple(found)


def length_blocks(group: Group, sample: Sample | None) -> tuple[Block, ...]:
    """Tell how long games take.

    Parameters
    ----------
    group : Group
        The figures of one rule set and line-up.
    sample : Sample, optional
        Its games, for the figure.

    Returns
    -------
    tuple of Block
    """
    title, mean = claim_of_length(group), group.find("length.turns.mean")
    if title is None or mean is None:
        return (Paragraph(("The summary holds no lengths.",)),)
    found: list[Block] = []
    if sample is not None:
        caption = sentence(
            "Bars: the share of the games that take so many turns. Line: the mean, {mean} ({interval}, {kind}). "
            "{basis}.",
            mean=mean.shown(),
            interval=mean.interval(),
            kind=mean.word("interval"),
            basis=group.basis,
        )
        drawing = counted(
            sample.of_games("turns"),
            title.text,
            caption.text,
            name="length",
            axis="Turns, counted over all players",
            mean=mean.value,
            called=f"mean {mean.shown()}",
        )
        found.append(Picture(title, caption, drawing))
    else:
        found.append(Paragraph((title,)))
    actions = group.find("length.actions.mean")
    if actions is not None and actions.has_interval:
        found.append(
            Paragraph(
                (
                    sentence(
                        "That is {actions} actions ({interval}), passes not counted.",
                        actions=actions.shown(),
                        interval=actions.interval(),
                    ),
                )
            )
        )
    return tuple(found)


def ending_blocks(group: Group) -> tuple[Block, ...]:
    """Tell how games end."""
    said = claim_of_endings(group)
    if said is None:
        return (Paragraph(("The summary holds no endings.",)),)
    rows = [(words, group.find(f"endings.{reason}")) for reason, words in REASONS.items()]
    table = Table(
        sentence("How games end. {basis}.", basis=group.basis),
        ("", "share of the games", "range"),
        tuple(
            (words, sentence("{share}", share=row.shown(against=0.0)), row.interval())
            for words, row in rows
            if row is not None
        ),
    )
    ties = claim_of_ties(group)
    return (Paragraph((said,)), table, *((Paragraph((ties,)),) if ties is not None else ()))
