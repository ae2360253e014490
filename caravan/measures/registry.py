"""The list of measures: what each is called, what it means, what it needs, where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from caravan.errors import CaravanError, nearest_of
from caravan.measures.estimate import Estimate
from caravan.measures.sample import BatchLike, Sample

Calculation = Callable[[Sample], tuple[Estimate, ...]]


@dataclass(frozen=True)
class Measure:
    """One measure.

    Attributes
    ----------
    name : str
        How it is asked for.
    unit : str
        What its figures count.
    meaning : str
        One line for designers.
    needs : tuple of str
        The tables it reads: ``games``, ``seats``, ``events``.
    source : str
        Where the definition or the interval comes from.
    about_seats : bool
        Whether it compares seats, so that unequal bots would blur it.
    calculate : callable
        Takes a `Sample`, gives the estimates.
    """

    name: str
    unit: str
    meaning: str
    needs: tuple[str, ...]
    source: str
    about_seats: bool
    calculate: Calculation


_MEASURES: dict[str, Measure] = {}


def register(
    name: str, unit: str, meaning: str, *, needs: tuple[str, ...], source: str, about_seats: bool = False
) -> Callable[[Calculation], Calculation]:
    """Enter a function into the list of measures.

    Parameters
    ----------
    name, unit, meaning, needs, source, about_seats
        As in `Measure`.

    Returns
    -------
    callable
        A decorator that leaves the function as it is.

    Raises
    ------
    ValueError
        If the name is taken.
    """

    def enter(calculate: Calculation) -> Calculation:
        if name in _MEASURES:
            raise ValueError(f"there is a measure called '{name}' already")
        _MEASURES[name] = Measure(name, unit, meaning, needs, source, about_seats, calculate)
        return calculate

    return enter


def all_measures(*, with_events: bool = True) -> tuple[Measure, ...]:
    """List the measures.

    Parameters
    ----------
    with_events : bool, default True
        Whether to list those that read the event log too, which takes longer.

    Returns
    -------
    tuple of Measure
        In the order of the playtest summary.
    """
    return tuple(entry for entry in _MEASURES.values() if with_events or "events" not in entry.needs)


def find_measure(name: str) -> Measure:
    """Look a measure up.

    Parameters
    ----------
    name : str
        Its name.

    Returns
    -------
    Measure
        The one called so.

    Raises
    ------
    CaravanError
        If there is none.
    """
    if name not in _MEASURES:
        raise CaravanError(f"there is no measure called '{name}'{nearest_of(name, _MEASURES, 'measures')}")
    return _MEASURES[name]


def measure(batch: BatchLike | Sample, name: str) -> tuple[Estimate, ...]:
    """Take one measure of a batch.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far. Whoever takes several measures saves time with one `Sample`.
    name : str
        The measure's name.

    Returns
    -------
    tuple of Estimate
        One for each of its seats and parts.

    Raises
    ------
    CaravanError
        If there is no such measure.
    """
    entry = find_measure(name)
    return entry.calculate(batch if isinstance(batch, Sample) else Sample(batch))


def summary(
    batch: BatchLike | Sample, names: Iterable[str] | None = None, *, with_events: bool = False
) -> tuple[Estimate, ...]:
    """Take many measures of a batch.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far.
    names : iterable of str, optional
        Which measures; all of them by default.
    with_events : bool, default False
        Where no names are given, whether to include those that read the event log.

    Returns
    -------
    tuple of Estimate
        Measure after measure.

    Raises
    ------
    CaravanError
        If there is no such measure.
    """
    chosen = all_measures(with_events=with_events) if names is None else tuple(map(find_measure, names))
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    return tuple(estimate for entry in chosen for estimate in entry.calculate(sample))
