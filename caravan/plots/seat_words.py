"""What the seats' shares of the wins show, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from caravan.agreement import Verdict
from caravan.measures import Estimate
from caravan.plots.provenance import seat_in_words
from caravan.wording import in_words

TOO_FEW = "Too few games yet to compare the seats"


def finding(shares: tuple[Estimate, ...], bots: tuple[str, ...]) -> str:
    """Say which seats win more or less than a fair share, as far as the intervals show.

    Parameters
    ----------
    shares : tuple of Estimate
        The measure ``win_share``.
    bots : tuple of str
        Who played, in seat order; named where they differ.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    fair = 1.0 / len(shares)
    more, less = _more_and_less(shares, bots)
    if not any(estimate.has_interval for estimate in shares):
        return TOO_FEW
    if not more and not less:
        return f"No seat stands out: each may have its fair share of {_percent(fair)}"
    direction = "more" if more else "less"
    named = _seats(more or less)
    named = named[:1].upper() + named[1:]  # the names of bots keep their letters
    sentence = f"{named} {_win(more or less)} {direction} than {_their(more or less)} fair share"
    return f"{sentence}, {_seats(less)} less" if more and less else f"{sentence} of {_percent(fair)}"


def finding_of_one_style(shares: tuple[Estimate, ...], bots: tuple[str, ...]) -> str:
    """Say what one style shows while no other has played: nothing is agreed yet.

    Parameters
    ----------
    shares : tuple of Estimate
        The measure ``win_share``.
    bots : tuple of str
        Who played, the same in every seat.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    more, less = _more_and_less(shares, bots)
    if not any(estimate.has_interval for estimate in shares):
        return TOO_FEW
    found = _sides(more, less) or "no seat stands out"
    return f"Undecided, {bots[0]} alone: {found}"


def finding_of_styles(verdicts: Sequence[Verdict], *, settled: bool) -> str:
    """Say what several styles show together.

    Parameters
    ----------
    verdicts : sequence of Verdict
        One for each seat, in seat order.
    settled : bool
        Whether all games of all styles are there; until then, what is undecided may not stay so.

    Returns
    -------
    str
        Such as ``Agreed: seat 1 wins more, seat 4 less. Undecided: seats 2 and 3``.
    """
    numbered = [(str(seat), verdict) for seat, verdict in enumerate(verdicts, start=1)]
    more = [seat for seat, verdict in numbered if verdict.side == "above"]
    less = [seat for seat, verdict in numbered if verdict.side == "below"]
    parts = [f"Agreed: {found}"] if (found := _sides(more, less)) else []
    for word, shown in (("disputed", "Disputed"), ("undecided", "Undecided" if settled else "Undecided so far")):
        seats = [seat for seat, verdict in numbered if verdict.word == word]
        if len(seats) == len(numbered):
            return f"{shown} for every seat"
        if seats:
            parts.append(f"{shown}: {_seats(seats)}")
    return ". ".join(parts)


def _more_and_less(shares: tuple[Estimate, ...], bots: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Name the seats whose intervals lie above a fair share, and below it."""
    fair = 1.0 / len(shares)
    names = [seat_in_words(seat, bots) for seat in range(1, len(bots) + 1)]
    bounded = [(name, estimate) for name, estimate in zip(names, shares, strict=True) if estimate.has_interval]
    more = [name for name, estimate in bounded if estimate.low > fair]
    less = [name for name, estimate in bounded if estimate.high < fair]
    return more, less


def _sides(more: list[str], less: list[str]) -> str:
    """Say in few words which seats win more than a fair share, and which less."""
    if more and less:
        return f"{_seats(more)} {_win(more)} more, {_seats(less)} less"
    named = more or less
    return f"{_seats(named)} {_win(named)} {'more' if more else 'less'}" if named else ""


def _seats(names: list[str]) -> str:
    return f"seat {names[0]}" if len(names) == 1 else f"seats {in_words(names)}"


def _win(names: list[str]) -> str:
    return "wins" if len(names) == 1 else "win"


def _their(names: list[str]) -> str:
    return "its" if len(names) == 1 else "their"


def _percent(share: float) -> str:
    return f"{100 * share:.3g}%"
