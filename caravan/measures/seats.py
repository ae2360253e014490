"""What it is worth to sit in a seat: wins, ranks, margins."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from caravan.measures.estimate import Estimate, Figures, Floats
from caravan.measures.evidence import means, seat_shares
from caravan.measures.registry import register
from caravan.measures.sample import Sample

_SHARES = ("games", "seats")
_SHARES_SOURCE = "Goodman 1965; with shared wins DiCiccio & Efron 1992"


@register(
    "win_share",
    "share",
    "Which part of the wins each seat takes; a shared win counts in equal parts.",
    needs=_SHARES,
    source=_SHARES_SOURCE,
    about_seats=True,
)
def win_share(sample: Sample) -> tuple[Estimate, ...]:
    """Give each seat's share of the wins, with intervals that hold for all seats at once."""
    return _win_shares(sample).estimates("win_share", "share", sample.games, seats=sample.seats)


@register(
    "seat_effect",
    "percentage points",
    "How much more than a fair part of the wins each seat takes.",
    needs=_SHARES,
    source=_SHARES_SOURCE,
    about_seats=True,
)
def seat_effect(sample: Sample) -> tuple[Estimate, ...]:
    """Give each seat's win share less one over the number of players, for all seats at once."""
    effects = _win_shares(sample).through(lambda share: _points_above_fair(share, sample.players))
    return effects.estimates("seat_effect", "percentage points", sample.games, seats=sample.seats)


@register(
    "first_player_advantage",
    "percentage points",
    "How much more than a fair part of the wins the first seat takes.",
    needs=_SHARES,
    source="Wilson 1927; with shared wins DiCiccio & Efron 1992",
    about_seats=True,
)
def first_player_advantage(sample: Sample) -> tuple[Estimate, ...]:
    """Give the first seat's win share less one over the number of players; the interval is for this seat alone."""
    first = seat_shares(sample, sample.winners, together=False).only([0])
    advantage = first.through(lambda share: _points_above_fair(share, sample.players))
    return advantage.estimates("first_player_advantage", "percentage points", sample.games, seats=(1,))


@register(
    "seat_chi_square",
    "chi-square; probability",
    "Whether chance alone could make the seats differ so much; read it beside the seat effects, never alone.",
    needs=_SHARES,
    source="Pearson 1900, with the variance of shared wins",
    about_seats=True,
)
def seat_chi_square(sample: Sample) -> tuple[Estimate, ...]:
    """Test whether the seats are interchangeable, and repeat the effects that the test is about.

    With win shares x in a game and k players, the statistic is the games times the sum over seats of
    (mean x - 1/k)^2, over the mean of sum (x - 1/k)^2 / (k - 1). Without shared wins this is Pearson's chi-square.
    """
    statistic = p_value = math.nan
    note = "no games"
    if sample.games:
        shares = sample.winners / sample.winners.sum(axis=0)
        apart = shares - 1.0 / sample.players
        effects = apart.mean(axis=1)
        spread = float((apart * apart).sum()) / sample.games / (sample.players - 1)
        listed = ", ".join(f"{100 * effect:+.1f}" for effect in effects)
        note = f"seat effects {listed} percentage points"
        if spread > 0.0:
            statistic = sample.games * float((effects * effects).sum()) / spread
            p_value = float(special.chdtrc(sample.players - 1, statistic))
        else:
            note = "every win was shared by all"
    rows = [("statistic", statistic, "chi-square", f"{sample.players - 1} degrees of freedom; {note}")]
    if sample.growing:
        rows.append(("p_value", math.nan, "probability", f"once all games are played: it allows one look; {note}"))
    else:
        rows.append(("p_value", p_value, "probability", note))
    return tuple(
        Estimate("seat_chi_square", value, math.nan, math.nan, unit, sample.games, "", None, part, clause)
        for part, value, unit, clause in rows
    )


@register(
    "elo",
    "Elo points",
    "By how many rating points a seat is better than the others, as in chess; 0 is fair.",
    needs=_SHARES,
    source="Elo 1978, for k players by odds against a fair share",
    about_seats=True,
)
def elo(sample: Sample) -> tuple[Estimate, ...]:
    """Give 400 log10(p (k - 1) / (1 - p)) for a seat's win share p among k players, for all seats at once."""
    shares = _win_shares(sample)
    rated = shares.through(lambda share: _rating(share, sample.players))
    lowest = np.where(shares.value == 0.0, "no win: below any rating", "no lower end: a share of 0 can't be ruled out")
    highest = np.where(
        shares.value == 1.0, "no loss: above any rating", "no upper end: a share of 1 can't be ruled out"
    )
    rated = rated.with_notes(np.where(shares.low == 0.0, lowest, "").tolist())
    rated = rated.with_notes(np.where(shares.high == 1.0, highest, "").tolist())
    return rated.estimates("elo", "Elo points", sample.games, seats=sample.seats)


@register(
    "seat_margin",
    "points",
    "By how many points a seat is ahead of the mean of the others.",
    needs=_SHARES,
    source="DiCiccio & Efron 1992",
    about_seats=True,
)
def seat_margin(sample: Sample) -> tuple[Estimate, ...]:
    """Give own score less the mean of the others' scores, averaged over games, each seat by itself."""
    scores = sample.of_seats("score")
    margins = scores - (scores.sum(axis=0) - scores) / (sample.players - 1)
    return means(sample, margins).estimates("seat_margin", "points", sample.games, seats=sample.seats)


@register(
    "mean_rank",
    "rank",
    "The mean place of each seat, 1 for the winner; ties count the better place.",
    needs=_SHARES,
    source="DiCiccio & Efron 1992",
    about_seats=True,
)
def mean_rank(sample: Sample) -> tuple[Estimate, ...]:
    """Give the rank after the tie-break, averaged over games, each seat by itself."""
    return means(sample, sample.of_seats("rank"), least=1.0).estimates(
        "mean_rank", "rank", sample.games, seats=sample.seats
    )


@register(
    "last_place",
    "share",
    "Which part of the last places each seat takes; a shared last place counts in equal parts.",
    needs=_SHARES,
    source=_SHARES_SOURCE,
    about_seats=True,
)
def last_place(sample: Sample) -> tuple[Estimate, ...]:
    """Give each seat's share of the last places, with intervals that hold for all seats at once."""
    shares = seat_shares(sample, sample.last, together=True)
    return shares.estimates("last_place", "share", sample.games, seats=sample.seats)


def _win_shares(sample: Sample) -> Figures:
    return seat_shares(sample, sample.winners, together=True)


def _rating(share: Floats, players: int) -> Floats:
    beyond_fair = share * players - 1.0
    beyond_fair = np.where(np.abs(beyond_fair) < 1e-12, 0.0, beyond_fair)  # thirds don't add up to the last digit
    return np.asarray(400.0 / np.log(10.0) * np.log1p(beyond_fair / (1.0 - share)), dtype=np.float64)


def _points_above_fair(share: Floats, players: int) -> Floats:
    return 100.0 * (share - 1.0 / players)
