"""What the project says about itself is true: README, docs, notebooks, layers, public names."""

from __future__ import annotations

import ast
import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import caravan
from caravan import Rules
from caravan.bots.styles import STYLES
from caravan.cli import main

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "data").rglob("*.md")])
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
README = ROOT / "README.md"
BOTS = ROOT / "docs" / "bots.md"
FEW_GAMES = 20
MAIN_COMMAND = "pip install -e . && panel serve dashboards/ --show"
TEST_COMMAND = 'pip install -e ".[test]" && pytest'


def code_blocks(document: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```$", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )


def with_few_games(code: str) -> str:
    return re.sub(r"(--games |\bgames ?= ?)(\d+)", lambda said: f"{said[1]}{min(int(said[2]), FEW_GAMES)}", code)


def run(command: list[str], folder: Path, **environment: str) -> str:
    """Run a command as a reader would, with this Python's commands first on the path; return what it prints."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    result = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, f"{' '.join(command)}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def follow(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Do what a command line of the docs says, here and in the present folder; return what it prints.

    Whether the installed command starts at all is a question for other tests.
    """
    program, *words = shlex.split(command)
    if program == "cp":
        shutil.copy(*words)
        return ""
    assert program == "caravan"
    capsys.readouterr()
    code = main(words)
    printed, said = capsys.readouterr()
    assert code == 0, f"{command}\n{printed}\n{said}"
    return printed


def table_rows(document: Path, heading: str) -> list[list[str]]:
    section = document.read_text(encoding="utf-8").split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_readme_names_the_two_commands() -> None:
    blocks = [block.strip() for block in code_blocks(README, "sh")]
    assert MAIN_COMMAND in blocks
    assert TEST_COMMAND in blocks


def test_the_readmes_caravan_commands_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [line for block in code_blocks(README, "sh") for line in block.splitlines()]
    commands = [line for line in lines if line.split()[0] in {"caravan", "cp"}]
    assert commands
    shutil.copytree(ROOT / "data", tmp_path / "data")
    for plan in (tmp_path / "data" / "plans").iterdir():
        plan.write_text(with_few_games(plan.read_text(encoding="utf-8")), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for command in commands:
        follow(with_few_games(command), capsys)
    for name in ("summary.csv", "games.csv", "seats.csv", "events.csv", "rules.toml"):
        assert (tmp_path / "results" / "standard" / name).stat().st_size


def test_every_caravan_command_that_the_readme_mentions_exists(tmp_path: Path) -> None:
    mentioned = set(re.findall(r"`caravan ([\w-]+)", README.read_text(encoding="utf-8")))
    assert mentioned
    for name in sorted(mentioned):
        run(["caravan", name, "--help"], tmp_path)


@pytest.mark.parametrize(
    "document",
    [document for document in PAGES if code_blocks(document, "python")],
    ids=lambda document: document.relative_to(ROOT).as_posix(),
)
def test_a_pages_python_runs_from_top_to_bottom(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "page.py"
    script.write_text(with_few_games("\n".join(code_blocks(document, "python"))), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(script), run_name="__main__")


@pytest.mark.parametrize("document", PAGES, ids=lambda document: document.relative_to(ROOT).as_posix())
def test_a_pages_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (document.parent / target).exists()]
    assert not missing


def test_the_changelog_begins_with_this_version() -> None:
    versions = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert versions[0] == caravan.__version__


def as_the_docs_write(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return (", ".join(map(str, value)) or "none") if isinstance(value, list) else str(value)


def test_the_docs_list_every_rule_parameter_in_its_section_with_its_standard_value() -> None:
    standard = Rules().values()
    expected = [
        (section, name, as_the_docs_write(standard[name]))
        for section, names in Rules.sections().items()
        if section != "Board"
        for name in names
    ]
    listed, section = [], ""
    for heading, name, value, _allowed in table_rows(ROOT / "docs" / "rules.md", "Every parameter"):
        section = heading or section
        listed.append((section, name.strip("`"), value))
    assert sorted(listed) == sorted(expected)


def test_the_docs_state_the_standard_value_wherever_they_mention_it_in_brackets() -> None:
    said = re.findall(r"`(\w+)`\s\[([^\]]+)\]", (ROOT / "docs" / "rules.md").read_text(encoding="utf-8"))
    standard = {name: as_the_docs_write(value) for name, value in Rules().values().items()}
    standard["rainbow_camel"] = "off"
    assert len(said) > len(standard) // 2
    assert [(name, value) for name, value in said if standard[name] != value] == []


def test_the_docs_list_every_preset() -> None:
    listed = [row[0].strip("`") for row in table_rows(ROOT / "docs" / "rules.md", "Presets")]
    assert listed == list(caravan.PRESETS)


def test_the_docs_show_the_standard_board_as_it_is() -> None:
    drawn = next(block for block in code_blocks(ROOT / "docs" / "rules.md", "text") if "a b c" in block)
    rows = [line[4:].rstrip() for line in drawn.splitlines() if line[:2].strip().isdigit()]
    assert rows == caravan.Board.standard().grid.strip().splitlines()


def test_the_docs_rules_file_can_be_played() -> None:
    text = code_blocks(ROOT / "docs" / "rules.md", "toml")[0]
    rules = Rules.from_toml(text.split("[board]")[0])
    assert rules.differences(Rules()) == {
        "camels": (5, 6),
        "opening_actions": ([1, 2, 3], [2, 3]),
        "undelivered_penalty": ("none", "triangular"),
    }


def test_the_docs_list_every_bot() -> None:
    listed = [row[0].strip("`") for row in table_rows(BOTS, "Those of the package")]
    assert listed == list(STYLES)


@pytest.fixture
def bots_folder(tmp_path: Path) -> Path:
    """A folder with the bot of the docs, saved as they say."""
    (tmp_path / "my_bot.py").write_text(code_blocks(BOTS, "python")[0], encoding="utf-8")
    return tmp_path


def test_the_docs_commands_about_bots_work(
    bots_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = [line for block in code_blocks(BOTS, "sh") for line in block.splitlines()]
    assert [command.split()[:2] for command in commands] == [
        ["caravan", "check-bot"],
        ["caravan", "simulate"],
        ["caravan", "ladder"],
        ["CARAVAN_BOTS=my_bot.py:MyBot", "panel"],
    ]
    monkeypatch.chdir(bots_folder)
    for command in commands[:-1]:
        checked = command.replace("check-bot", "check-bot --players 2 --games 1 --rule-sets 0 --choices 40")
        said = follow(with_few_games(command) if checked == command else checked, capsys)
        assert "my_bot.py:MyBot" in said
    assert "my_bot.py:MyBot" in (bots_folder / "results" / "my-bot" / "seats.csv").read_text(encoding="utf-8")


def test_the_docs_bot_is_offered_by_the_dashboard(bots_folder: Path) -> None:
    setting, *command = code_blocks(BOTS, "sh")[-1].split()
    assert command[:3] == MAIN_COMMAND.partition("&& ")[2].split()[:3]
    name, _, value = setting.partition("=")
    page = "import sys; from caravan.views.app import build; build(); "
    menus = "from caravan.views.own_bots import offered_bots, own_bots; print(offered_bots(), own_bots().problems)"
    said = run([sys.executable, "-c", page + menus], bots_folder, **{name: value})
    assert "'my_bot.py:MyBot') ()" in said


def test_the_docs_name_everything_that_a_guest_is_checked_for() -> None:
    from caravan.testing import check_bot

    class Passing:
        def choose(self, game: Any) -> str:
            return "pass"

    report = check_bot(Passing, only="one-turn")
    listed = [row[0] for row in table_rows(BOTS, "Check it")]
    printed = code_blocks(BOTS, "console")[0]
    assert set(report.looked_at) <= set(listed)
    assert [line[2:38].strip() for line in printed.splitlines() if " yes " in line] == listed


def test_what_the_docs_say_a_bot_can_ask_a_game_is_there() -> None:
    named = set(re.findall(r"game\.(\w+)", BOTS.read_text(encoding="utf-8")))
    assert len(named) > 15
    assert sorted(name for name in named if not hasattr(caravan.Game(), name)) == []


def test_the_docs_say_what_becomes_of_an_illegal_answer() -> None:
    class MyBot:
        def choose(self, game: Any) -> str:
            return "move d4 d5"

    with pytest.raises(caravan.CaravanError) as caught:
        caravan.simulate(players=2, bots=["planner", MyBot], games=1, seed=7)
    assert str(caught.value) == code_blocks(BOTS, "text")[0].strip()


@pytest.fixture(scope="module")
def small_batch() -> Any:
    return caravan.simulate(Rules(), players=2, bots="random", games=1, seed=1)


def test_the_docs_list_the_event_logs_columns_in_order(small_batch: Any) -> None:
    listed = [row[0].strip("`") for row in table_rows(ROOT / "docs" / "event-log.md", "Columns")]
    assert listed == list(small_batch.events.columns)


@pytest.mark.parametrize("table", ["games", "seats"])
def test_the_docs_list_a_summary_tables_columns(table: str, small_batch: Any) -> None:
    listed, current = [], ""
    for heading, columns, _meaning in table_rows(ROOT / "docs" / "event-log.md", "The two tables beside it"):
        current = heading.strip("`") or current
        if current == table:
            listed += re.findall(r"`(\w+)`", columns)
    assert sorted(listed) == sorted(getattr(small_batch, table).columns)


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_kept_without_outputs(notebook: Path) -> None:
    content = json.loads(notebook.read_text(encoding="utf-8"))
    cells = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
    assert cells
    assert [cell for cell in cells if cell["outputs"] or cell["execution_count"] is not None] == []
    assert [cell for cell in content["cells"] if cell["metadata"]] == []


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_valid_python_and_lets_ci_play_fewer_games(notebook: Path) -> None:
    content = json.loads(notebook.read_text(encoding="utf-8"))
    code = "\n".join("".join(cell["source"]) for cell in content["cells"] if cell["cell_type"] == "code")
    ast.parse(code)
    assert "simulate(" not in code or "CARAVAN_NOTEBOOK_GAMES" in code


def test_each_layer_imports_only_lower_ones() -> None:
    run(["lint-imports", "--no-logo", "--no-cache"], ROOT)


def test_every_public_name_resolves() -> None:
    for name in caravan.__all__:
        assert getattr(caravan, name) is not None
    assert set(caravan.__all__) <= set(dir(caravan))


def test_an_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        caravan.nonsense  # noqa: B018


def loaded_by(statement: str, folder: Path) -> set[str]:
    code = f"{statement}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    return {name.partition(".")[0] for name in json.loads(run([sys.executable, "-c", code], folder))}


def test_importing_the_package_loads_no_heavy_library(tmp_path: Path) -> None:
    heavy = {"bokeh", "numba", "pandas", "panel", "pyarrow", "scipy", "statsmodels"}
    assert not loaded_by("import caravan", tmp_path) & heavy


def test_boards_and_rules_need_neither_the_compiler_nor_tables(tmp_path: Path) -> None:
    heavy = {"bokeh", "numba", "pandas", "panel", "pyarrow"}
    assert not loaded_by("from caravan import Board, Rules; Rules()", tmp_path) & heavy
