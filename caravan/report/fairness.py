"""Whether the seats are equal: who wins, who scores, what it is worth to go first."""

from __future__ import annotations

from collections.abc import Sequence

from caravan.measures import Sample
from caravan.report.blocks import Block, Finding, Paragraph, Picture, Table
from caravan.report.compared_figures import EQUAL, UNSURE
from caravan.report.evidence import Group, Row
from caravan.report.figures.seats import Layer, scores, win_shares
from caravan.report.sentences import Named, Sentence, joined, listed, sentence

_ORDINARY_CHANCE = 0.05
LEAST_CHANCE_SHOWN = 0.001


def claim_of_shares(group: Group) -> Sentence:
    """Say which seats win more or less than a fair share, as far as the intervals show.

    Parameters
    ----------
    group : Group
        With ``win_share`` for every seat.

    Returns
    -------
    Sentence
        With a full stop.
    """
    rows = group.seats("win_share")
    fair = 1.0 / group.players
    more, less = ([row for row in rows if row.side_of(fair) == wanted] for wanted in (1, -1))
    if not more and not less:
        return sentence(
            "No seat stands out: in these games every seat may have its fair share of the wins, {fair}.",
            fair=rows[0].fair_share,
        )
    parts: list[Sentence] = []
    for unequal, word in ((more, "more"), (less, "less")):
        if unequal:
            shares = listed(
                sentence(
                    "{share} ({interval})",
                    share=row.shown(against=fair),
                    interval=row.interval(against=fair),
                )
                for row in unequal
            )
            parts.append(
                sentence(
                    f"{{seats}} {'wins' if len(unequal) == 1 else 'win'} {word} than a fair share: {{shares}}",
                    seats=seats_in_words(unequal, small=bool(parts)),
                    shares=shares,
                )
            )
    return sentence("{parts}. Fair would be {fair}.", parts=joined(parts, "; "), fair=rows[0].fair_share)


def seats_in_words(rows: Sequence[Row], *, small: bool = False) -> Sentence:
    """Name seats: ``Seat 1`` or ``Seats 1 and 3``, with their bots where the bots differ."""
    differ = len(set(rows[0].bots)) > 1
    names = []
    for row in rows:
        name = sentence("{seat}", seat=row.seat_number)
        if differ:
            bot = row.word("bots")
            name += sentence(" ({bot})", bot=type(bot)(row, "bots", row.bots[(row.seat or 1) - 1], "who sits there"))
        names.append(name)
    word = "seat " if len(rows) == 1 else "seats "
    return Sentence((word if small else word.capitalize(),)) + listed(names)


def claim_of_first_player(row: Row) -> Sentence:
    """Say what it is worth to go first."""
    side = row.side_of(0.0)
    if not row.has_interval:
        return sentence("There are too few games to say what going first is worth.")
    if side:
        return sentence(
            f"Going first is {'an advantage' if side > 0 else 'a disadvantage'}: seat {{seat}} wins {{effect}} "
            f"percentage points {'more' if side > 0 else 'less'} than a fair share (between {{low}} and {{high}}).",
            seat=row.seat_number,
            effect=row.shown(size=True, against=0.0),
            low=row.shown("low" if side > 0 else "high", size=True, against=0.0),
            high=row.shown("high" if side > 0 else "low", size=True, against=0.0),
        )
    return sentence(
        "Going first is neither shown to help nor to hurt: seat {seat} wins {effect} percentage points {word} than "
        "a fair share, but anything from {interval} goes with these games.".replace(
            "{word}", "more" if row.value >= 0 else "less"
        ),
        seat=row.seat_number,
        effect=row.shown(size=True),
        interval=row.interval(signed=True),
    )


def claim_of_change(group: Group, called: str, baseline: Group) -> Sentence | None:
    """Say whether it was the change of the rules that made seats unequal.

    Parameters
    ----------
    group : Group
        The figures under the changed rules, with differences from the baseline's.
    called : str
        The baseline's name.
    baseline : Group
        The figures under the baseline.

    Returns
    -------
    Sentence or None
        None where no seat is shown to be unequal.
    """
    fair = 1.0 / group.players
    words = {
        UNSURE: "Whether the change does that, the games can't tell",
        EQUAL: "The change does practically nothing to that",
        "": "The change has a part in that",
    }
    pairs = zip(group.seats("win_share"), baseline.seats("win_share"), strict=False)
    found: dict[str, list[Sentence]] = {}
    for row, before in pairs:
        if row.side_of(fair):
            kind = row.verdict if row.verdict in words else ""
            share = before.shown(against=row.value)
            found.setdefault(kind, []).append(
                sentence("seat {seat} wins {share}", seat=row.seat_number, share=share),
            )
    name = Named(called, "rules")
    said = [
        sentence(f"{words[kind]}: under {{name}} {{shares}}.", name=name, shares=listed(shares))
        for kind, shares in found.items()
    ]
    return joined(said) if said else None


def findings(group: Group, baseline: tuple[str, Group] | None = None) -> tuple[Finding, ...]:
    """Say whether the seats are equal.

    Parameters
    ----------
    group : Group
        The figures of one rule set and line-up.
    baseline : (str, Group), optional
        What they are compared with: its name and figures.

    Returns
    -------
    tuple of Finding
    """
    rows = group.seats("win_share")
    if not rows:
        return ()
    if not group.one_bot:
        evidence = sentence("{basis}. The bots differ, so seat and skill can't be told apart.", basis=group.basis)
        return (Finding(claim_of_shares(group), evidence),)
    moved = None if baseline is None else claim_of_change(group, *baseline)
    claim = claim_of_shares(group)
    claim = claim if moved is None else joined((claim, moved))
    found = [Finding(claim, _evidence_of_shares(group))]
    first = group.find("first_player_advantage", 1)
    if first is not None and first.side_of(0.0) and not rows[0].side_of(1.0 / group.players):
        # The interval for seat 1 alone is narrower than the one that holds for all seats at once.
        evidence = sentence("{kind}, for this seat alone; {basis}.", kind=first.word("interval"), basis=group.basis)
        found.append(Finding(claim_of_first_player(first), evidence))
    return tuple(found)


def _evidence_of_shares(group: Group) -> Sentence:
    rows = group.seats("win_share")
    shares = listed(sentence("{share} ({interval})", share=row.shown(), interval=row.interval()) for row in rows)
    return sentence(
        "Shares of the wins from seat {first} on: {shares}. {kind}; {basis}.",
        first=rows[0].seat_number,
        shares=shares,
        kind=rows[0].word("interval"),
        basis=group.basis,
    )


def blocks(
    groups: Sequence[tuple[str, Group]], sample: Sample | None, seats_moved: Sentence | None = None
) -> tuple[Block, ...]:
    """Tell everything about the seats.

    Parameters
    ----------
    groups : sequence of (str, Group)
        The rule set in question, under each style of play, with the names of the styles.
    sample : Sample, optional
        The games under the first of them, for the figure of scores.
    seats_moved : Sentence, optional
        Beside a baseline: whether the change made the seats what they are.

    Returns
    -------
    tuple of Block
    """
    group = groups[0][1]
    rows = group.seats("win_share")
    if not rows:
        return (Paragraph(("The summary holds no shares of the wins.",)),)
    layers = [Layer(name, of_style.seats("win_share")) for name, of_style in groups if of_style.seats("win_share")]
    ours = [one for _, one in groups if one.first.cells["rules_id"] == group.first.cells["rules_id"]]
    title = _by_style([(one, claim_of_shares(one)) for one in ours if one.seats("win_share")])
    basis = joined((one.basis for one in ours), "; ")
    caption = sentence(
        "Dot: the share of the games that the seat won. Bar: its {level} interval, {kind}. {basis}.",
        level=rows[0].level,
        kind=rows[0].word("interval"),
        basis=basis,
    )
    found: list[Block] = [
        Paragraph(
            (
                "Is any seat better than another? With equal players each should win equally often. A win that is "
                "shared counts in equal parts.",
            )
        ),
        Picture(title, caption, win_shares(layers, title.text, caption.text)),
    ]
    if seats_moved is not None:
        who = sentence("{style}: ", style=group.first.style) if len(ours) > 1 else sentence("")
        found.append(Paragraph((who + seats_moved,)))
    firsts = [(one, row) for one in ours if one.one_bot and (row := one.find("first_player_advantage", 1)) is not None]
    if firsts:
        found.append(Paragraph((_by_style([(one, claim_of_first_player(row)) for one, row in firsts]),)))
    chance = _chance(group)
    if chance is not None and len(ours) == 1:
        found.append(Paragraph((chance,), quiet=True))
    found.append(seat_table(group))
    means = group.seats("score.mean")
    if sample is not None and means:
        said = claim_of_scores(group)
        words = sentence(
            "Outline: how often each score came up. Thick bar: the middle half of the games; thin line: nine games in "
            "ten; ring: the median. {basis}.",
            basis=group.basis,
        )
        found.append(Picture(said, words, scores(sample.of_seats("score"), group.bots, means, said.text, words.text)))
    return tuple(found)


def _by_style(claims: Sequence[tuple[Group, Sentence]]) -> Sentence:
    """Say something once where all styles find the same, else style by style."""
    if len({said.text for _, said in claims}) == 1:
        return claims[0][1]
    return joined(sentence("{style}: {said}", style=one.first.style, said=said) for one, said in claims)


def claim_of_scores(group: Group) -> Sentence:
    """Say whether a seat scores more than another, as far as the intervals show."""
    means = group.seats("score.mean")
    best, worst = max(means, key=lambda row: row.value), min(means, key=lambda row: row.value)
    if best.has_interval and worst.has_interval and best.low > worst.high:
        return sentence(
            "{best} scores most, {most} points on average; {worst} least, {least}.",
            best=seats_in_words([best]),
            most=best.shown(),
            worst=seats_in_words([worst], small=True),
            least=worst.shown(),
        )
    return sentence(
        "All seats score much alike: {least} to {most} points on average.", least=worst.shown(), most=best.shown()
    )


def _chance(group: Group) -> Sentence | None:
    row = group.find("seat_chi_square.p_value")
    if row is None:
        return None
    likely = row.value >= _ORDINARY_CHANCE
    small = row.value < LEAST_CHANCE_SHOWN
    return sentence(
        "If all seats were equal, chance alone would make them differ by as much or more with a probability "
        f"{'below' if small else 'of'} {{p}} (chi-square test over all seats)"
        f"{': nothing out of the ordinary' if likely else ': hardly'}.",
        p=row.bounded_by(LEAST_CHANCE_SHOWN) if small else row.chance(),
    )


def seat_table(group: Group) -> Table:
    """Set what each seat gets side by side."""
    columns = (
        ("share of wins", "win_share", False),
        ("mean score", "score.mean", False),
        ("ahead of the others by", "seat_margin", True),
        ("last places", "last_place", False),
    )
    rows = []
    for place in range(group.players):
        cells = []
        for _, measure, signed in columns:
            row = group.find(measure, place + 1)
            if row is None:
                cells.append(sentence("\u2013"))
            elif row.has_interval:
                cells.append(
                    sentence(
                        "{value} ({interval})", value=row.shown(signed=signed), interval=row.interval(signed=signed)
                    )
                )
            else:
                cells.append(sentence("{value}", value=row.shown(signed=signed)))
        share = group.find("win_share", place + 1)
        rows.append((seats_in_words([share]) if share is not None else "", *cells))
    caption = sentence("What each seat gets, with intervals. {basis}.", basis=group.basis)
    return Table(caption, ("", *(name for name, _, _ in columns)), tuple(rows))
