"""A comparison as a folder: its tables, its rule sets, and what was asked."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pandas as pd

from caravan.comparison.result import Comparison
from caravan.files import write_atomically, written_whole
from caravan.playtest_summary import as_csv
from caravan.version import __version__

RULE_SETS, COMPARISON_TOML = "rules", "comparison.toml"


def write_folder(comparison: Comparison, folder: Path) -> None:
    """Write a comparison into a folder.

    Parameters
    ----------
    comparison : Comparison
        Complete, or stopped.
    folder : Path
        An empty one, which must exist.

    Raises
    ------
    OutputError
        If the system refuses.
    """
    write_atomically(folder / "summary.csv", as_csv(comparison.table))
    write_atomically(folder / "headlines.csv", as_csv(comparison.headlines))
    write_atomically(folder / "verdicts.csv", as_csv(comparison.verdicts))
    write_atomically(folder / COMPARISON_TOML, origin(comparison))
    (folder / RULE_SETS).mkdir()
    for name, file in rules_files(tuple(comparison.rule_sets)).items():
        comparison.rule_sets[name].write(folder / RULE_SETS / file)
    for table in ("games", "seats"):
        with written_whole(folder / f"{table}.parquet") as path:
            _all(comparison, table).to_parquet(path, index=False)


def _all(comparison: Comparison, table: str) -> pd.DataFrame:
    """Put the games, or the seats, of all rule sets and styles below one another, each with whose they are."""
    frames = []
    for name in comparison.rule_sets:
        for style in comparison.styles:
            batch = comparison.batches[style][name]
            frame: pd.DataFrame = getattr(batch, table)
            texts = frame.select_dtypes("category").columns
            frame = frame.astype(dict.fromkeys(texts, "str")).drop(columns="bots", errors="ignore")
            whose = {"rules": name, "bots": ",".join(batch.request.bot_names)}
            columns = pd.DataFrame(whose, index=frame.index).astype("str")
            frames.append(pd.concat([columns, frame], axis=1))
    return pd.concat(frames, ignore_index=True)


def rules_files(names: tuple[str, ...]) -> dict[str, str]:
    """Name the rule sets' files.

    Parameters
    ----------
    names : tuple of str
        What the rule sets are called.

    Returns
    -------
    dict of str to str
        By rule set: ``camels-6.toml`` for ``camels=6``; a number is added where two would be alike.
    """
    files: dict[str, str] = {}
    for name in names:
        stem = re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-")[:60] or "rules"
        taken = sum(
            re.fullmatch(rf"{re.escape(stem)}(-\d+)?\.toml", file, re.IGNORECASE) is not None for file in files.values()
        )
        files[name] = f"{stem}.toml" if not taken else f"{stem}-{taken + 1}.toml"
    return files


def origin(comparison: Comparison) -> str:
    """Write down what was asked, with the command that asks it again, as TOML.

    Parameters
    ----------
    comparison : Comparison
        Complete.

    Returns
    -------
    str
        The rule sets' files are in the folder ``rules`` beside it.
    """
    files = rules_files(tuple(comparison.rule_sets))
    words = ["caravan", "compare", *(f"{RULE_SETS}/{file}" for file in files.values())]
    words += ["--players", str(comparison.players), "--bots", ",".join(comparison.planned)]
    words += ["--games", ",".join(f"{style}={games}" for style, games in comparison.planned.items())]
    words += ["--seed", str(comparison.seed)]
    for name, margin in comparison.margins.items():
        words += ["--margin", f"{name}={margin:g}"]
    words += ["--events"] if comparison.with_events else []
    lines = [
        f"# {shlex.join(words)}",
        f"version = {json.dumps(__version__)}",
        f"baseline = {json.dumps(comparison.baseline, ensure_ascii=False)}",
        f"players = {comparison.players}",
        f"bots = {json.dumps(list(comparison.styles))}",
        f"seed = {comparison.seed}",
        f"events = {json.dumps(comparison.with_events)}",
        f"stopped = {json.dumps(not comparison.settled)}",
        "",
        "[games]",
        *(f"{json.dumps(style)} = {games}" for style, games in comparison.planned.items()),
        "",
        "[played]",
        *(f"{json.dumps(style)} = {games}" for style, games in comparison.games.items()),
        "",
        "[margins]",
        *(f"{json.dumps(name)} = {margin!r}" for name, margin in comparison.margins.items()),
    ]
    for name, rules in comparison.rule_sets.items():
        lines += [
            "",
            "[[rules]]",
            f"name = {json.dumps(name, ensure_ascii=False)}",
            f"id = {json.dumps(rules.id)}",
            f"file = {json.dumps(f'{RULE_SETS}/{files[name]}')}",
        ]
    return "\n".join(lines) + "\n"
