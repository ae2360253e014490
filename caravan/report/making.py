"""From a folder of results to its report."""

from __future__ import annotations

import shlex
from pathlib import Path

from caravan.errors import CaravanError, LogError, OutputError
from caravan.files import reason
from caravan.report.batch_report import page_of_batch, summary_of
from caravan.report.before_after import before_and_after
from caravan.report.comparison_folder import read_comparison
from caravan.report.comparison_report import page_of_before_after, page_of_comparison
from caravan.report.evidence import Evidence
from caravan.report.sweep_folder import read_sweep
from caravan.report.sweep_report import page_of_sweep
from caravan.report.tables import read_batch
from caravan.report.writing import USUAL_NAME, Report, require_free

OTHER_FOLDERS = {
    "fair.toml": "a fair start, whose games aren't kept: to tell of it, compare, as in `caravan compare "
    "{folder}/rules.toml {folder}/with_points.toml --out DIR`, and report on DIR",
    "goal.toml": "what `caravan tune` found, whose games aren't kept: to tell of the winner, compare, as in "
    "`caravan compare standard {folder}/rules.toml --out DIR`, and report on DIR",
    "verdicts.csv": "the results of `caravan agree`, which keeps no games; `caravan compare` compares rule sets under "
    "several styles",
    "ladder.toml": "a ladder, which has its own page, ladder.html",
}
"""Folders that aren't reported on, by a file that tells them."""

KINDS = {"comparison.toml": "comparison", "plan.toml": "sweep"}
MOST_FOLDERS_NAMED = 6


def make_report(folder: str | Path, baseline: str | Path | None = None) -> Report:
    """Make the report of a folder of results.

    Parameters
    ----------
    folder : str or Path
        What ``caravan simulate --out``, ``caravan compare --out`` or ``caravan sweep --out`` wrote.
    baseline : str or Path, optional
        For a batch: another batch to compare it with.

    Returns
    -------
    Report

    Raises
    ------
    LogError, RulesError, CaravanError
        If the folder can't be read, or there is nothing to report; the message says why.
    """
    place = Path(folder)
    kind = kind_of(place)
    if baseline is not None and kind != "batch":
        raise CaravanError(f"{folder} holds a {kind}, which has a baseline of its own; a baseline is for a batch")
    if kind == "comparison":
        comparison = read_comparison(place)
        return Report(*page_of_comparison(comparison))
    if kind == "sweep":
        sweep = read_sweep(place)
        return Report(page_of_sweep(sweep), sweep.evidence.text)
    batch = read_batch(place)
    if baseline is not None:
        base = Path(baseline)
        if (found := kind_of(base)) != "batch":
            raise CaravanError(f"baseline: {baseline} holds a {found}; a baseline is a batch (caravan simulate --out)")
        compared = before_and_after(read_batch(base), batch)
        page = page_of_before_after(compared, Evidence(compared.summary))
        return Report(page, compared.summary)
    summary = summary_of(batch)
    return Report(page_of_batch(batch, Evidence(summary)), summary)


def write_report(
    folder: str | Path,
    html: str | Path | None = None,
    *,
    baseline: str | Path | None = None,
    overwrite: bool = False,
) -> tuple[Path, ...]:
    """Write the report of a folder of results.

    Parameters
    ----------
    folder : str or Path
        What ``caravan simulate --out``, ``caravan compare --out`` or ``caravan sweep --out`` wrote.
    html : str or Path, optional
        The page; by default ``report.html`` in the folder. Beside it go ``report-summary.csv``, which holds the
        figures, and ``report-figures/`` with the figures as PNG and SVG, all called after the page.
    baseline : str or Path, optional
        For a batch: another batch to compare it with, before and after.
    overwrite : bool, default False
        Whether an earlier report of that name may be replaced.

    Returns
    -------
    tuple of Path
        The page, the summary, the folder of figures.

    Raises
    ------
    CaravanError
        If the folder can't be reported on, or the files can't be written; then nothing has changed.
    """
    path = Path(folder) / USUAL_NAME if html is None else Path(html)
    require_free(path, overwrite=overwrite)
    return make_report(folder, baseline).write(path, overwrite=overwrite)


def kind_of(folder: Path) -> str:
    """Tell what a folder holds.

    Parameters
    ----------
    folder : Path
        Any.

    Returns
    -------
    str
        ``batch``, ``comparison`` or ``sweep``.

    Raises
    ------
    LogError
        If it is none of them.
    """
    try:
        if not folder.is_dir():
            what = "is a file, not a folder" if folder.exists() else "can't be read: there is no such folder"
            raise LogError(f"{folder} {what}")
        names = {path.name for path in folder.iterdir()}
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise LogError(f"{folder} can't be read: {reason(error)}") from error
    for name, kind in KINDS.items():
        if name in names:
            return kind
    quoted = shlex.quote(str(folder))
    for name, what in OTHER_FOLDERS.items():
        if name in names:
            raise LogError(f"{folder} holds {what.format(folder=quoted)}")
    if "rules.toml" in names:
        return "batch"
    if any(path.partition(".")[0] in ("games", "seats") for path in names):
        raise LogError(
            f"{folder} holds no rules.toml: what was played by is missing; `caravan simulate --out` writes it "
            "beside the games"
        )
    if within := _folders_of_results(folder):
        named = ", ".join(shlex.quote(str(path)) for path in within[:MOST_FOLDERS_NAMED])
        more = " and others" if len(within) > MOST_FOLDERS_NAMED else ""
        raise LogError(f"{folder} holds folders of results; name one of them: {named}{more}")
    what = "is empty" if not names else "holds no results"
    raise LogError(f"{folder} {what}: `caravan simulate --out {quoted}` would write some")


def _folders_of_results(folder: Path) -> list[Path]:
    """List the folders in this one that can be reported on."""
    telling = (*KINDS, "rules.toml")
    try:
        return sorted(path for path in folder.iterdir() if any((path / name).is_file() for name in telling))
    except OSError:
        return []
