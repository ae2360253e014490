"""Whether games are close and stay open."""

from __future__ import annotations

from caravan.measures import Sample
from caravan.measures.course import lead_over_time
from caravan.report.blocks import Block, Finding, Paragraph, Picture, Table, TableCell
from caravan.report.evidence import Group, Row
from caravan.report.figures.course import changes_of_lead, lead_bands
from caravan.report.sentences import Cell, Sentence, sentence


def claim_of_margin(group: Group) -> Sentence | None:
    """Say by how much games are won."""
    margin = group.find("winning_margin.mean")
    if margin is None:
        return None
    low, high = group.find("winning_margin.p25"), group.find("winning_margin.p75")
    said = sentence("The winner is {margin} points ahead of the second on average", margin=margin.shown())
    if low is not None and high is not None and low.value < high.value:
        said += sentence("; in the middle half of the games by {low} to {high}", low=low.shown(), high=high.shown())
    return said + sentence(".")


def claim_of_lead(group: Group) -> Sentence | None:
    """Say how often the lead changes."""
    mean, never = group.find("lead_changes.mean"), group.find("lead_changes.none")
    if mean is None:
        return None
    said = sentence("The lead changes {times} times in a game", times=mean.shown())
    if never is not None:
        said += (
            sentence("; in {share} of the games it never does", share=never.shown())
            if never.value > 0.0
            else sentence("; there is no game in which it never does")
        )
    return said + sentence(".")


def claim_of_ties(group: Group) -> Sentence | None:
    """Say how often the win is shared."""
    before, after = group.find("ties.before_tie_break"), group.find("ties.after_tie_break")
    if before is None or after is None:
        return None
    return sentence(
        "In {before} of the games ({before_range}) several players have the same highest score; in {after} "
        "({after_range}) they still share the win after the tie-break.",
        before=before.shown(),
        before_range=before.interval(),
        after=after.shown(),
        after_range=after.interval(),
    )


def findings(group: Group) -> tuple[Finding, ...]:
    """Say how close games are."""
    lead, margin = claim_of_lead(group), claim_of_margin(group)
    found = []
    if margin is not None:
        found.append(Finding(margin, evidence_of(group, group.find("winning_margin.mean"), "the mean margin")))
    if lead is not None:
        found.append(Finding(lead, evidence_of(group, group.find("lead_changes.mean"), "the mean number of changes")))
    settling = claim_of_settling(group)
    if settling is not None:
        found.append(Finding(settling, evidence_of(group, group.find("lead_settled.mean"), "the mean")))
    return tuple(found)


def evidence_of(group: Group, row: Row | None, what: str) -> Sentence:
    """Say what a figure rests on: its interval, how that was made, how many games, which bots."""
    if row is None or not row.has_interval:
        return sentence("{basis}.", basis=group.basis)
    return sentence(
        f"Range of {what}: {{interval}} ({{kind}}); {{basis}}.",
        interval=row.interval(),
        kind=row.word("interval"),
        basis=group.basis,
    )


def claim_of_settling(group: Group) -> Sentence | None:
    """Say when the winner leads for good."""
    mean, never = group.find("lead_settled.mean"), group.find("lead_settled.from_the_start")
    if mean is None:
        return None
    said = sentence(
        "On average {share} of the goods are picked up before the winner leads for good", share=mean.shown()
    )
    if never is not None:
        said += (
            sentence("; in {share} of the games the winner is never behind", share=never.shown())
            if never.value > 0.0
            else sentence("; every winner is behind at some time")
        )
    return said + sentence(".")


def blocks(group: Group, sample: Sample | None) -> tuple[Block, ...]:
    """Tell how close games are and how long they stay open.

    Parameters
    ----------
    group : Group
        The figures of one rule set and line-up.
    sample : Sample, optional
        Its games, for the figures.

    Returns
    -------
    tuple of Block
    """
    found: list[Block] = [Paragraph(("A game is tense while several players can still win it.",))]
    lead, mean = claim_of_lead(group), group.find("lead_changes.mean")
    if sample is not None and lead is not None and mean is not None:
        caption = sentence(
            "Bars: the share of the games with so many changes of the leader or leaders. Line: the mean, {mean} "
            "({interval}). {basis}.",
            mean=mean.shown(),
            interval=mean.interval(),
            basis=group.basis,
        )
        changes = sample.of_games("lead_changes")
        drawing = changes_of_lead(changes, lead.text, caption.text, mean.value, f"mean {mean.shown()}")
        found.append(Picture(lead, caption, drawing))
    elif lead is not None:
        found.append(Paragraph((lead,)))
    said = [words for words in (claim_of_margin(group), claim_of_ties(group)) if words is not None]
    if said:
        found.append(Paragraph(tuple(said)))
    return (*found, *_over_time(group, sample), *_comebacks(group), *_runaway(group))


def _over_time(group: Group, sample: Sample | None) -> tuple[Block, ...]:
    title = claim_of_settling(group)
    if title is None:
        return ()
    course = None if sample is None else lead_over_time(sample)
    drama = group.find("drama.mean")
    behind = (
        ()
        if drama is None
        else (
            Paragraph(
                (
                    sentence(
                        "Over the whole game the later winner is {points} points behind the leader on average "
                        "({interval}).",
                        points=drama.shown(),
                        interval=drama.interval(),
                    ),
                )
            ),
        )
    )
    if course is None or course.empty:
        return (Paragraph((title,)), *behind)
    caption = sentence(
        "Line: the median game. Dark band: the middle half of the games; light band: nine games in ten. Progress is "
        "counted in goods picked up. {basis}.",
        basis=group.basis,
    )
    return (Picture(title, caption, lead_bands(course, title.text, caption.text)), *behind)


def _comebacks(group: Group) -> tuple[Block, ...]:
    rows = group.beginning("comeback.")
    parts: dict[str, dict[str, Row]] = {}
    for row in rows:
        _, moment, deficit = row.measure.split(".")
        parts.setdefault(deficit, {})[moment] = row
    moments = [moment for moment in _MOMENTS if any(moment in found for found in parts.values())]
    if not parts or not moments:
        return ()
    none = sentence("\u2013")
    lines: list[tuple[TableCell, ...]] = []
    for deficit, found in parts.items():
        one = next(iter(found.values()))
        words = deficit.replace("behind_", "behind by ").replace("_", " ")
        cells = [
            none
            if (at := found.get(moment)) is None
            else sentence("{share} ({interval})", share=at.shown(), interval=at.interval())
            if at.has_interval
            else sentence("{share}", share=at.shown())
            for moment in moments
        ]
        lines.append((Cell(one, "measure", words[:1].upper() + words[1:], "its part"), *cells))
    caption = sentence(
        "The chance of winning of a seat that is so many points behind the leader. {basis}.", basis=group.basis
    )
    return (Table(caption, ("", *(_MOMENTS[moment] for moment in moments)), tuple(lines)),)


def _runaway(group: Group) -> tuple[Block, ...]:
    row = group.find("runaway.at_1_3")
    if row is None or not row.has_interval:
        return ()
    side = row.side_of(0.0)
    words = {
        1: "A large lead after a third of the game goes with a large margin at the end",
        0: "A large lead after a third of the game says nothing sure about the margin at the end",
        -1: "A large lead after a third of the game goes with a small margin at the end",
    }
    return (
        Paragraph(
            (
                sentence(
                    f"{words[side]}: a correlation of {{value}} ({{interval}}), where nought is no connection and "
                    "one a perfect one.",
                    value=row.shown(against=0.0),
                    interval=row.interval(against=0.0),
                ),
            )
        ),
    )


_MOMENTS = {"at_1_3": "after a third", "at_1_2": "at half", "at_2_3": "after two thirds"}
