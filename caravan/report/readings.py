"""How to read a report's numbers, for people who know no statistics."""

from __future__ import annotations

from caravan.report.blocks import Block, Heading, Paragraph
from caravan.report.evidence import Group
from caravan.report.sentences import sentence

SMALL_SAMPLE = 100
"""Below so many games a report says that it rests on few."""


def how_to_read(group: Group, *, compared: bool = False) -> tuple[Block, ...]:
    """Explain what an interval is.

    Parameters
    ----------
    group : Group
        Whose intervals are explained.
    compared : bool, default False
        Whether two rule sets are compared, so that differences need a word.

    Returns
    -------
    tuple of Block
    """
    shares = group.seats("win_share")
    row = next((row for row in group.rows if row.has_interval), group.first)
    example = (
        sentence(
            "Take seat {seat}: it won {share} of these games, and the range is {interval}.",
            seat=shares[0].seat_number,
            share=shares[0].shown(),
            interval=shares[0].interval(),
        )
        if shares and shares[0].has_interval
        else sentence("")
    )
    level = sentence("{level} interval", level=row.level) if row.has_interval else sentence("interval")
    blocks: list[Block] = [
        Heading("How to read the ranges"),
        Paragraph(
            (
                "No two games are alike: goods come in another order, players choose differently. Play as many games "
                "again, and every figure would come out a little different.",
                "So each figure here has a range beside it, from a lowest to a highest value that go well with the "
                "games.",
                example,
                "Play endlessly many games, and the share would settle at some true value; the range is where to look "
                "for it.",
                sentence(
                    "Statisticians call the range a {level}: made in this way, about nineteen ranges out of twenty "
                    "hold the true value.",
                    level=level,
                ),
            )
        ),
        Paragraph(
            (
                "A narrow range means that we know well, a wide one that more games are needed. Where the range holds "
                "the value that would be fair, the games don't show that anything is unfair. That is not the same as "
                "showing that it is fair: an effect may be too small for so few games.",
                "And each range holds by itself: look at twenty, and one of them misses on average.",
            )
        ),
    ]
    if compared:
        blocks.append(
            Paragraph(
                (
                    "A comparison shows the range of the difference. Where it holds zero, the games don't show that "
                    "the change did anything to that figure. Where it lies on one side of zero, the change did, or it "
                    "is one of the few that lie there by luck among so many figures: where that can't be ruled out, "
                    "the finding says so. Practically unchanged means that the whole range is smaller than what "
                    "matters at a table; from which size on it matters is written in the notes of the summary.",
                )
            )
        )
    return tuple(blocks)
