"""What a report can't be made of is said in one line, with exit code 2, and nothing is written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from caravan.cli import FAILED, main
from caravan.errors import CaravanError, LogError, OutputError
from caravan.report import make_report
from caravan.report.figures import canvas
from caravan.report.making import kind_of
from caravan.report.writing import put_in_place, require_free


def refusal(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    capsys.readouterr()
    assert main(["report", *map(str, words)]) == FAILED
    err = capsys.readouterr().err
    assert err.startswith("caravan report: ")
    assert err.count("\n") == 1
    return err


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the figures out, where only words matter."""
    for name in ("_svg", "_png"):
        monkeypatch.setattr(canvas, name, lambda _figure: b"<svg ></svg>")


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[Path], Path]:
    def copy(folder: Path) -> Path:
        shutil.copytree(folder, tmp_path / "copy")
        return tmp_path / "copy"

    return copy


def test_no_folder_an_empty_one_and_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no such folder" in refusal(capsys, tmp_path / "nowhere")
    assert "is empty: `caravan simulate --out" in refusal(capsys, tmp_path)
    (tmp_path / "file").touch()
    assert "is a file, not a folder" in refusal(capsys, tmp_path / "file")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["verdicts.csv", "rules.toml"], "caravan agree"),
        (["ladder.toml"], "ladder.html"),
        (["fair.csv", "fair.toml", "rules.toml"], r"a fair start.*caravan compare .*rules\.toml .*with_points\.toml"),
        (
            ["goal.toml", "front.csv", "summary.csv", "rules.toml"],
            r"found.*caravan compare standard .*rules\.toml",
        ),
        (["notes.txt"], "no results"),
        (["games.csv", "seats.csv"], r"no rules\.toml.*what was played by is missing"),
    ],
)
def test_folders_of_other_commands_are_told_apart(tmp_path: Path, names: list[str], words: str) -> None:
    for name in names:
        (tmp_path / name).touch()
    with pytest.raises(LogError, match=words):
        kind_of(tmp_path)


def test_a_folder_of_folders_names_those_that_can_be_reported_on(tmp_path: Path) -> None:
    for name, file in (("batch one", "rules.toml"), ("sweep", "plan.toml"), ("notes", "notes.txt")):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).touch()
    (tmp_path / "batch one" / "games.csv").touch()
    with pytest.raises(LogError) as refused:
        kind_of(tmp_path)
    assert str(refused.value).endswith(
        f"holds folders of results; name one of them: '{tmp_path}/batch one', {tmp_path}/sweep"
    )


def test_a_batch_without_its_seats(
    copied: Callable[[Path], Path], batch_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied(batch_folder)
    (folder / "seats.csv").unlink()
    assert "holds no seats.csv or seats.parquet" in refusal(capsys, folder)


def test_a_table_that_is_there_twice(copied: Callable[[Path], Path], batch_folder: Path) -> None:
    folder = copied(batch_folder)
    (folder / "games.parquet").touch()
    with pytest.raises(LogError, match=r"games\.csv and games\.parquet: take one of them away"):
        make_report(folder)


def test_a_damaged_table_is_named_with_row_and_column(copied: Callable[[Path], Path], batch_folder: Path) -> None:
    folder = copied(batch_folder)
    text = (folder / "games.csv").read_text(encoding="utf-8").splitlines()
    (folder / "games.csv").write_text("\n".join([*text[:3], text[3].replace("delivery", "boredom")]), encoding="utf-8")
    with pytest.raises(LogError, match="end_reason"):
        make_report(folder)


def test_tables_that_do_not_belong_together(copied: Callable[[Path], Path], batch_folder: Path) -> None:
    folder = copied(batch_folder)
    seats = pd.read_csv(folder / "seats.csv")
    seats.iloc[:-3].to_csv(folder / "seats.csv", index=False)
    with pytest.raises(LogError, match="is damaged: game 59"):
        make_report(folder)


def test_rules_that_are_not_those_of_the_games(copied: Callable[[Path], Path], batch_folder: Path) -> None:
    folder = copied(batch_folder)
    rules = (folder / "rules.toml").read_text(encoding="utf-8")
    (folder / "rules.toml").write_text(rules.replace("camels = 5", "camels = 6"), encoding="utf-8")
    with pytest.raises(LogError, match="was it changed, or written by another version"):
        make_report(folder)


def test_a_batch_without_a_game(copied: Callable[[Path], Path], batch_folder: Path) -> None:
    folder = copied(batch_folder)
    for table in ("games", "seats"):
        heading = (folder / f"{table}.csv").read_text(encoding="utf-8").splitlines()[0]
        (folder / f"{table}.csv").write_text(heading + "\n", encoding="utf-8")
    with pytest.raises(LogError, match="nothing to report"):
        make_report(folder)


def test_a_typical_game_that_comes_out_otherwise_is_not_told(
    copied: Callable[[Path], Path], changed_folder: Path, undrawn: None
) -> None:
    """As where the folder was written by another version."""
    folder = copied(changed_folder)
    seats = pd.read_parquet(folder / "seats.parquet")
    seats["steals"] = seats["steals"] + 1
    seats.to_parquet(folder / "seats.parquet", index=False)
    (section,) = [one for one in make_report(folder).page.sections if one.key == "game"]
    assert "written by another version" in str(section.blocks)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace(",verdict,", ",opinion,", 1), "its columns differ, as in 'verdict'"),
        (lambda text: text.replace("0.", "zero.", 1), "allowed is a number"),
        (lambda text: text.splitlines()[0] + "\n", "no rows"),
    ],
)
def test_a_comparison_with_a_damaged_summary(
    copied: Callable[[Path], Path], comparison_folder: Path, change: Callable[[str], str], words: str
) -> None:
    folder = copied(comparison_folder)
    text = (folder / "summary.csv").read_text(encoding="utf-8")
    (folder / "summary.csv").write_text(change(text), encoding="utf-8")
    with pytest.raises(LogError, match=words):
        make_report(folder)


def test_a_comparison_that_does_not_say_what_was_asked(copied: Callable[[Path], Path], comparison_folder: Path) -> None:
    folder = copied(comparison_folder)
    for text in ("bots = [", "seed = 3\n"):
        (folder / "comparison.toml").write_text(text, encoding="utf-8")
        with pytest.raises(LogError, match="comparison"):
            make_report(folder)


def test_a_comparison_by_another_version_says_so(
    copied: Callable[[Path], Path], comparison_folder: Path, undrawn: None
) -> None:
    folder = copied(comparison_folder)
    text = (folder / "comparison.toml").read_text(encoding="utf-8")
    (folder / "comparison.toml").write_text(text.replace('version = "', 'version = "9.'), encoding="utf-8")
    method = next(section for section in make_report(folder).page.sections if section.key == "method")
    assert "by version 9." in str(method.blocks[0])


def test_a_baseline_is_for_batches(comparison_folder: Path, batch_folder: Path) -> None:
    with pytest.raises(CaravanError, match="a baseline is for a batch"):
        make_report(comparison_folder, batch_folder)
    with pytest.raises(CaravanError, match=r"baseline: .+ holds a comparison"):
        make_report(batch_folder, comparison_folder)


def test_a_baseline_of_the_same_rules_or_of_others_who_play(batch_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(CaravanError, match="no before and after"):
        make_report(batch_folder, batch_folder)
    for words, why in ((["--bots", "grabber"], "same bots"), (["--players", "2"], "as many players")):
        players = [] if "--players" in words else ["--players", "3"]
        out = tmp_path / words[1]
        asked = ["simulate", *players, *words, "--games", "5", "--set", "camels=6", "--no-events", "--out", str(out)]
        assert main(asked) == 0
        with pytest.raises(CaravanError, match=why):
            make_report(batch_folder, out)


def test_a_baseline_from_another_seed_is_compared_as_independent_games(
    batch_folder: Path, tmp_path: Path, undrawn: None
) -> None:
    asked = ["simulate", "--players", "3", "--set", "camels=6", "--games", "5", "--seed", "8", "--no-events"]
    assert main([*asked, "--out", str(tmp_path / "other")]) == 0
    report = make_report(tmp_path / "other", batch_folder)
    said = " ".join(sentence.text for sentence in report.page.sentences)
    assert "compared as independent games" in said
    assert "60 games before and 5 games after" in said
    assert "independent games" in report.summary


def test_even_a_single_game_has_a_report(tmp_path: Path, undrawn: None) -> None:
    assert main(["simulate", "--players", "2", "--games", "1", "--no-events", "--out", str(tmp_path / "one")]) == 0
    said = " ".join(sentence.text for sentence in make_report(tmp_path / "one").page.sentences)
    assert "1 game, planner in every seat" in said
    assert "That is few games" in said


def test_the_command_writes_a_page_its_summary_and_its_figures_the_same_every_time(
    changed_folder: Path, copied: Callable[[Path], Path], capsys: pytest.CaptureFixture[str], undrawn: None
) -> None:
    folder = copied(changed_folder)
    before = {path.name for path in folder.iterdir()}
    assert main(["report", str(folder)]) == 0
    written = {path.name for path in folder.iterdir()} - before
    assert written == {"report.html", "report-summary.csv", "report-figures"}
    figures = {path.name for path in (folder / "report-figures").iterdir()}
    assert {f"{name.partition('.')[0]}.{form}" for name in figures for form in ("png", "svg")} == figures
    assert "win_shares.svg" in figures
    assert "open it in a browser" in capsys.readouterr().out
    assert "already holds report.html" in refusal(capsys, folder)
    again = make_report(folder).files()
    assert {name: (folder / name).read_bytes() for name in again} == again


def test_an_earlier_report_goes_only_once_the_new_one_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new" / "report.html"
    names = ("report.html", "report-summary.csv", "report-figures")
    put_in_place(
        {"report.html": b"old", "report-summary.csv": b"old", "report-figures/old.png": b"old"}, path.parent, names
    )
    rename = Path.rename

    def fails_at_figures(self: Path, target: Path) -> Path:
        if self.name == "report-figures" and self.parent.name == "new":
            raise OSError(28, "no space", str(self))
        return rename(self, target)

    new = {"report.html": b"new", "report-summary.csv": b"new", "report-figures/new.png": b"new"}
    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", fails_at_figures)
        with pytest.raises(OutputError, match="the disk is full"):
            put_in_place(new, path.parent, names)
    assert {place.name for place in path.parent.iterdir()} == set(names)
    assert path.read_bytes() == b"old"
    assert [place.name for place in (path.parent / "report-figures").iterdir()] == ["old.png"]
    put_in_place(new, path.parent, names)
    assert [place.name for place in (path.parent / "report-figures").iterdir()] == ["new.png"]


def test_a_page_has_the_name_of_a_page(tmp_path: Path) -> None:
    for name in ("report", "report.pdf", ".html"):
        with pytest.raises(OutputError, match=r"must end in \.html"):
            require_free(tmp_path / name, overwrite=False)
    (tmp_path / "report.html").mkdir()
    with pytest.raises(OutputError, match="it is a folder"):
        require_free(tmp_path / "report.html", overwrite=True)
