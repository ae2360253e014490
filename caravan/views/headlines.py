"""The figures at the top of the page, each with a sentence that needs no knowledge of statistics."""

from __future__ import annotations

from dataclasses import dataclass

from caravan.measures import Estimate, Sample, measure

_SURE = "(95% interval)"


@dataclass(frozen=True)
class Headline:
    """One card.

    Attributes
    ----------
    name : str
        What the card is about.
    value, unit : str
        The figure, and what it counts.
    words : str
        What it means, with its interval, as sentences.
    notes : tuple of str
        Further figures, each in a few words.
    needs_care : bool
        Whether something in it should make a designer look twice.
    """

    name: str
    value: str
    unit: str
    words: str
    notes: tuple[str, ...] = ()
    needs_care: bool = False


def headlines(sample: Sample) -> tuple[Headline, ...]:
    """Sum a batch up.

    Parameters
    ----------
    sample : Sample
        The games played so far, at least one.

    Returns
    -------
    tuple of Headline
        First-player advantage, mean score, length, endings.
    """
    return (_first_player(sample), _score(sample), _length(sample), _endings(sample))


def _first_player(sample: Sample) -> Headline:
    (advantage,) = measure(sample, "first_player_advantage")
    fair = 100.0 / sample.players
    mixed = len(set(sample.batch.request.bot_names)) > 1
    return Headline(
        "First-player advantage",
        _signed(advantage.value),
        "per 100 games",
        f"Seat 1 wins {advantage.value + fair:.1f} of 100 games; a fair share is {fair:.3g}. "
        + _certainty(advantage, "Seat and bot are" if mixed else "Going first is"),
        ("The bots differ, so seat and skill are mixed here.",) if mixed else (),
    )


def _certainty(advantage: Estimate, what: str) -> str:
    if not advantage.has_interval:
        return "It takes more games to say how sure that is."
    if advantage.low > 0.0:
        return f"{what} worth {advantage.low:.1f} to {advantage.high:.1f} wins {_SURE}."
    if advantage.high < 0.0:
        return f"{what} worth a loss of {-advantage.high:.1f} to {-advantage.low:.1f} wins {_SURE}."
    return f"That may be chance: {_signed(advantage.low)} to {_signed(advantage.high)} is possible {_SURE}."


def _score(sample: Sample) -> Headline:
    by_part = {(estimate.seat, estimate.part): estimate for estimate in measure(sample, "score")}
    overall = by_part[None, "mean"]
    margin = next(estimate for estimate in measure(sample, "winning_margin") if estimate.part == "mean")
    winner, last = by_part[None, "winner.mean"], by_part[None, "last.mean"]
    return Headline(
        "Mean score",
        f"{overall.value:.1f}",
        "points",
        f"Over all seats{_between(overall)}.",
        (
            f"The winner makes {winner.value:.1f}, the last {last.value:.1f}.",
            f"The winner leads by {margin.value:.1f}.",
        ),
    )


def _length(sample: Sample) -> Headline:
    parts = {estimate.part: estimate for estimate in measure(sample, "length")}
    turns = parts["turns.mean"]
    return Headline(
        "Length of a game",
        f"{turns.value:.1f}",
        "turns",
        f"Over all players{_between(turns)}.",
        (
            f"{parts['rounds.mean'].value:.1f} rounds, {parts['actions.mean'].value:.0f} actions.",
            f"Nine in ten games: {parts['turns.p05'].value:.0f} to {parts['turns.p95'].value:.0f} turns.",
        ),
    )


def _endings(sample: Sample) -> Headline:
    shares = {estimate.part: estimate for estimate in measure(sample, "endings")}
    normal, deadlock, limit = shares["delivery"], shares["deadlock"], shares["turn_limit"]
    interval = f": {_percent(normal.low)} to {_percent(normal.high)} {_SURE}" if normal.has_interval else ""
    return Headline(
        "Endings",
        _percent(normal.value),
        "by delivery",
        f"The proper end{interval}.",
        (
            f"Deadlock, nobody can move: {_percent(deadlock.value)}.",
            f"Turn limit reached: {_percent(limit.value)}.",
        ),
        needs_care=deadlock.value + limit.value > 0.0,
    )


def _between(estimate: Estimate) -> str:
    return f": {estimate.low:.1f} to {estimate.high:.1f} {_SURE}" if estimate.has_interval else ""


def _signed(value: float) -> str:
    text = f"{abs(value):.1f}"
    if float(text) == 0.0:
        return text
    return f"+{text}" if value > 0.0 else f"\u2212{text}"


def _percent(share: float) -> str:
    """Round so that neither none nor all is claimed where it isn't so."""
    if share in {0.0, 1.0}:
        return f"{100 * share:.0f}%"
    percent = min(max(100.0 * share, 0.1), 99.9)
    return f"{percent:.1f}%"
