from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from running import Command, caravan_process, one_line

import caravan as package
from caravan.cli.arguments import read_arguments

COMMANDS = ("simulate", "check", "show", "rules", "bots", "measures")


def test_help_names_every_command_and_the_exit_codes(caravan: Command) -> None:
    ran = caravan("--help")
    assert ran.code == 0
    assert ran.err == ""
    assert all(f"    {name}" in ran.out for name in COMMANDS)
    assert "exit codes: 0 done" in ran.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(caravan: Command, name: str) -> None:
    ran = caravan(name, "--help")
    assert ran.code == 0
    assert f"usage: caravan {name}" in ran.out


def test_the_version_is_the_packages(caravan: Command) -> None:
    assert caravan("--version").out == f"caravan {package.__version__}\n"


def test_help_loads_no_heavy_library() -> None:
    code = (
        "import sys\nfrom caravan.cli import main\nmain(['--help'])\n"
        "heavy = {'numba', 'pandas', 'numpy', 'param', 'pyarrow', 'scipy'} & set(sys.modules)\nassert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "a command is missing: simulate, "),
        (["simulat"], "there is no command 'simulat'; did you mean 'simulate'? Commands are simulate,"),
        (["--rules", "standard"], "COMMAND"),
        (["simulate", "--gmaes", "5"], "there is no option '--gmaes'; did you mean '--games'?"),
        (["simulate", "--over"], "there is no option '--over'"),
        (["simulate", "results"], "it can do nothing with 'results': it takes options alone"),
        (["agree", "standard", "published"], "it can do nothing with 'published': it takes RULES and options alone"),
        (["check", "results", "others"], "it can do nothing with 'others': it takes DIR and options alone"),
        (["simulate", "--games"], "--games: expected one argument"),
        (["simulate", "--games", "many"], "--games: found 'many', allowed is a whole number"),
        (["simulate", "--games", "2.5"], "--games: found '2.5', allowed is a whole number"),
        (["simulate", "--seed", "0x7"], "--seed: found '0x7', allowed is a whole number"),
        (["simulate", "--threads", "0"], "--threads: found '0', allowed is a whole number from 1 to 1024"),
        (["simulate", "--block-size", "0"], "--block-size: found '0', allowed is a whole number, 1 or more"),
        (["simulate", "--format", "cvs"], "--format: allowed is csv or parquet, found 'cvs'; did you mean 'csv'?"),
        (["show", "results"], "--game"),
        (["show", "results", "--game", "-1"], "--game: found '-1', allowed is a whole number, 0 or more"),
        (["check"], "DIR"),
        (["rules", "--preset"], "--preset: expected one argument"),
    ],
    ids=lambda value: " ".join(value) or "nothing" if isinstance(value, list) else "",
)
def test_a_command_line_that_cant_be_understood_is_told_in_one_line(
    caravan: Command, words: list[str], said: str
) -> None:
    ran = caravan(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert said in one_line(ran)


def test_debug_may_stand_before_or_after_the_command() -> None:
    assert read_arguments(["--debug", "bots"]).debug
    assert read_arguments(["bots", "--debug"]).debug
    assert not read_arguments(["bots"]).debug


@pytest.mark.parametrize(("words", "environment"), [(["--debug"], {}), ([], {"CARAVAN_DEBUG": "1"})])
def test_debugging_adds_where_an_error_arose(
    caravan: Command, monkeypatch: pytest.MonkeyPatch, words: list[str], environment: dict[str, str]
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    ran = caravan("rules", "--preset", "nonsense", *words)
    assert ran.code == 2
    assert "Traceback" in ran.err
    assert ran.err.strip().splitlines()[-1].startswith("caravan rules: preset: there is no 'nonsense'")


def test_a_fault_of_the_program_is_told_in_one_line_that_says_how_to_report_it(
    caravan: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(_options: object) -> int:
        raise ZeroDivisionError("division\nby zero")

    monkeypatch.setattr("caravan.cli.lists.bots", break_down)
    ran = caravan("bots")
    assert ran.code == 2
    assert one_line(ran) == (
        "caravan bots: a fault of this program, please report it with what `--debug` adds: "
        "ZeroDivisionError: division by zero"
    )


def test_python_runs_the_package_as_the_command(tmp_path: Path) -> None:
    ran = caravan_process(["bots"], tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("random")


def test_the_exit_code_reaches_the_shell(tmp_path: Path) -> None:
    ran = caravan_process(["rules", "--preset", "nonsense"], tmp_path)
    assert ran.code == 2
    one_line(ran)


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m caravan rules | head -n 1'
    result = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert result.stdout.startswith("parameter")
    assert result.stderr == ""


def test_a_full_disk_under_the_standard_output_is_an_error(tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m caravan rules > /dev/full'
    result = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr == "caravan rules: what it prints can't be used: the disk is full\n"
