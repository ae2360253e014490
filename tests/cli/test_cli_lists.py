from __future__ import annotations

import re

import pytest
from running import Command, one_line

from caravan import PRESETS, Rules
from caravan.bots.styles import STYLES
from caravan.measures import all_measures, find_measure
from caravan.measures.elsewhere import ELSEWHERE


def test_rules_lists_every_parameter_with_its_value_and_what_it_may_be(caravan: Command) -> None:
    ran = caravan("rules")
    assert (ran.code, ran.err) == (0, "")
    lines = {line.split()[0]: line for line in ran.out.splitlines() if line.startswith("  ") and line.split()}
    for name, value in Rules().values().items():
        assert name in lines
        if isinstance(value, int) and not isinstance(value, bool):
            low, high = Rules.param[name].bounds
            assert lines[name].split()[1:3] == [str(value), f"{low}-{high}"]
    assert lines["opening_actions"].split()[1] == "1,2,3"
    assert "victim, box" in lines["theft_marker_to"]
    assert "true, false" in lines["rainbow_camel"]


def test_rules_lists_every_preset(caravan: Command) -> None:
    presets = caravan("rules").out.split("\npresets\n")[1]
    assert all(f"  {name} " in presets for name in PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_written_as_a_rules_file_that_reads_back(caravan: Command, name: str) -> None:
    ran = caravan("rules", "--preset", name)
    assert (ran.code, ran.err) == (0, "")
    assert Rules.from_toml(ran.out) == Rules.preset(name)


def test_an_unknown_preset_is_an_error_that_suggests_the_nearest(caravan: Command) -> None:
    ran = caravan("rules", "--preset", "publishd")
    assert ran.code == 2
    assert "did you mean 'published'?" in one_line(ran)


def test_bots_lists_every_bot_with_its_settings(caravan: Command) -> None:
    ran = caravan("bots")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    for style in STYLES.values():
        (place,) = (index for index, line in enumerate(lines) if line.startswith(f"{style.name} "))
        told = " ".join(lines[place : lines.index("", place)])
        for setting in style.settings:
            shown = f" {setting.name} +{re.escape(f'{setting.default:g}')} "
            first = next(other for other in STYLES.values() if setting in other.settings or other is style)
            if "same settings as" not in told:
                assert re.search(shown, told), setting
            elif first is style:
                assert f"{setting.name}={setting.default:g}" in told


def test_measures_lists_every_measure_with_its_unit(caravan: Command) -> None:
    ran = caravan("measures")
    assert (ran.code, ran.err) == (0, "")
    listed = ran.out.split("\n\n")[0]
    first_words = [line.split()[0] for line in listed.splitlines() if not line.startswith(" ")]
    assert first_words == ["measure", *(measure.name for measure in all_measures())]


def test_measures_lists_those_that_other_commands_are_asked_for(caravan: Command) -> None:
    heading, *lines = caravan("measures").out.split("\n\n")[1].splitlines()
    assert heading == "asked for by other commands"
    for one in ELSEWHERE:
        assert any(line.startswith(f"  {one.command}") for line in lines)


@pytest.mark.parametrize("asked", ["win_share", "score.mean"])
def test_one_measure_is_told_with_its_source(caravan: Command, asked: str) -> None:
    measure = find_measure(asked.partition(".")[0])
    told = " ".join(caravan("measures", asked).out.split())
    for words in (measure.name, measure.unit, measure.meaning, measure.source, f'batch.measure("{measure.name}")'):
        assert words in told
    assert "caravan simulate" in told


def test_a_measure_that_other_commands_are_asked_for_is_told_with_its_command(caravan: Command) -> None:
    assert "caravan study robustness" in caravan("measures", "robustness").out


def test_a_measure_that_does_not_exist_is_refused_with_the_nearest(caravan: Command) -> None:
    ran = caravan("measures", "win_shares")
    assert (ran.code, ran.out) == (2, "")
    assert "did you mean 'win_share'?" in one_line(ran)


@pytest.mark.parametrize("command", ["rules", "bots", "measures"])
@pytest.mark.parametrize("columns", ["60", "80", "200"])
def test_a_list_fits_the_terminal(
    caravan: Command, monkeypatch: pytest.MonkeyPatch, command: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    longest = max(map(len, caravan(command).out.splitlines()))
    assert longest <= max(int(columns), 90)
