"""Plans as they are read and written, what is refused and how, and the scenarios that come of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from caravan.board import Board
from caravan.errors import CaravanError, PlanError
from caravan.rules import Rules
from caravan.sweeps import MOST_CELLS, SweepPlan

ROOT = Path(__file__).resolve().parents[2]
PLANS = sorted((ROOT / "data" / "plans").glob("*.toml"))


def plan_of(text: str, folder: Path = ROOT / "data" / "plans") -> SweepPlan:
    return SweepPlan.from_toml(text, "my.toml", folder)


def refusal(text: str) -> str:
    with pytest.raises(PlanError) as error:
        list(plan_of(text).scenarios())
    assert str(error.value).startswith("my.toml: ") or "the plan makes" in str(error.value)
    return str(error.value)


def test_a_short_plan_is_a_grid_over_the_standard_rules() -> None:
    plan = plan_of("[axes]\ncamels = [6, 4]\nrare_value = { from = 5, to = 7 }\n")
    assert plan.design.kind == "grid"
    assert (plan.games, plan.seed, plan.players, plan.bots) == (500, 0, (4,), ("planner",))
    cells = [scenario.values for scenario in plan.scenarios()]
    assert [(cell["camels"], cell["rare_value"]) for cell in cells] == [
        (4, 5),
        (4, 6),
        (4, 7),
        (6, 5),
        (6, 6),
        (6, 7),
    ]
    assert plan.columns == ("players", "bots", "camels", "rare_value")
    assert list(cells[0]) == list(plan.columns)


def test_every_point_is_played_with_each_number_of_players_and_each_line_up_on_the_same_seed() -> None:
    plan = plan_of('games = 30\nseed = 9\nplayers = [4, 2]\nbots = ["planner", "weak"]\n[axes]\ncamels = [4, 6]\n')
    scenarios = list(plan.scenarios())
    assert [(one.values["players"], one.values["bots"], one.values["camels"]) for one in scenarios] == [
        (players, bots, camels) for players in (2, 4) for bots in ("planner", "weak") for camels in (4, 6)
    ]
    assert [one.number for one in scenarios] == list(range(8))
    for one in scenarios:
        assert one.request is not None
        assert (one.request.games, one.request.seed) == (30, 9)
        assert one.request.players == one.values["players"]
        assert one.request.rules.camels == one.values["camels"]


def test_parameters_that_change_together_are_one_axis() -> None:
    plan = plan_of("[axes.worth]\nrare_value = [4, 6, 8]\ncommon_value = [2, 3, 4]\n")
    assert [(one.values["rare_value"], one.values["common_value"]) for one in plan.scenarios()] == [
        (4, 2),
        (6, 3),
        (8, 4),
    ]
    assert plan.axes[0].name == "worth"
    assert plan.axes[0].is_ordered


def test_lists_flags_words_and_boards_can_vary() -> None:
    plan = plan_of(
        """
        [axes]
        opening_actions = [[1, 2, 3], []]
        rainbow_camel = [false, true]
        tie_break = ["most_goods", "shared"]
        board = ["standard", "../boards/great_market.toml"]
        """
    )
    scenarios = list(plan.scenarios())
    assert len(scenarios) == 16
    assert scenarios[-1].values == {
        "players": 4,
        "bots": "planner",
        "opening_actions": "none",
        "rainbow_camel": True,
        "tie_break": "shared",
        "board": "great_market",
    }
    assert scenarios[-1].request is not None
    assert scenarios[-1].request.rules.board == Board.read(ROOT / "data" / "boards" / "great_market.toml")
    assert scenarios[0].values["opening_actions"] == "1,2,3"


def test_base_rules_are_a_preset_a_file_or_a_table() -> None:
    axes = "[axes]\ncamels = [4, 6]\n"
    assert plan_of(f'rules = "published"\n{axes}').base == Rules.preset("published")
    assert plan_of(f'rules = "../rules/no_opening.toml"\n{axes}').base.opening_actions == []
    changed = plan_of(f'{axes}[rules]\nbase = "published"\nrare_value = 8\n').base
    assert changed == Rules.preset("published").replace(rare_value=8)


def test_a_combination_that_cannot_be_played_is_a_scenario_with_an_error() -> None:
    scenarios = list(plan_of("[axes]\nrefill_after = [4, 9]\ncamels = [4, 5]\n").scenarios())
    assert [one.request is None for one in scenarios] == [False, False, True, True]
    assert "refill_after" in scenarios[2].error
    assert "choose 1 to 8" in scenarios[2].error
    assert scenarios[0].error == ""


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_the_plans_that_ship_can_be_played_and_read_back_the_same(path: Path, tmp_path: Path) -> None:
    plan = SweepPlan.read(path)
    assert all(scenario.request is not None for scenario in plan.scenarios())
    assert plan.size().core_seconds < 60.0
    copy = tmp_path / "elsewhere.toml"
    copy.write_text(plan.to_toml(), encoding="utf-8")
    again = SweepPlan.read(copy)
    assert again == plan
    assert again.id == plan.id
    assert again.to_toml() == plan.to_toml()
    assert again.points == plan.points
    assert again.scenario(len(plan) - 1).values == plan.scenario(len(plan) - 1).values


def test_a_plan_of_every_kind_of_axis_reads_back_the_same() -> None:
    board = Board.read(ROOT / "data" / "boards" / "great_market.toml")
    plan = SweepPlan(
        {
            'worth "of" goods': {"rare_value": [4, 6], "common_value": [2, 3]},
            "camels": {"from": 3, "to": 7, "step": 2},
            "board": ["standard", board],
            "opening_actions": [[1, 2, 3], []],
            "rainbow_camel": [False, True],
        },
        {"kind": "latin_hypercube", "points": 12, "seed": 4},
        base=Rules.preset("published"),
        players=[2, 3],
        bots=["planner", "planner:noise=0.5"],
        games=70,
        seed=2**62,
        name="Every kind",
    )
    again = SweepPlan.from_toml(plan.to_toml())
    assert again == plan
    assert again.axes == plan.axes
    assert again.name == "Every kind"


def test_the_id_heeds_what_decides_results_and_nothing_else() -> None:
    plan = plan_of("[axes]\ncamels = [4, 6]\n")
    assert plan_of('name = "x"\nmost_cells = 5\n[axes]\ncamels = [6, 4]\n').id == plan.id
    others = [
        "games = 499\n[axes]\ncamels = [4, 6]\n",
        "seed = 1\n[axes]\ncamels = [4, 6]\n",
        "players = 2\n[axes]\ncamels = [4, 6]\n",
        'bots = "weak"\n[axes]\ncamels = [4, 6]\n',
        "[axes]\ncamels = [4, 7]\n",
        'rules = "published"\n[axes]\ncamels = [4, 6]\n',
        'design = "one_at_a_time"\n[axes]\ncamels = [4, 6]\n',
    ]
    ids = {plan_of(text).id for text in others}
    assert len(ids) == len(others)
    assert plan.id not in ids


def test_the_id_is_the_same_in_another_process() -> None:
    code = "from caravan.sweeps import SweepPlan; print(SweepPlan({'camels': [4, 6]}, 'one_at_a_time').id)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == SweepPlan({"camels": [4, 6]}, "one_at_a_time").id


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[axes\n", ["not valid TOML", "line 1"]),
        ("games = 10\n", ["no table [axes]"]),
        ("[axes]\n", ["[axes]", "there is none", "camels"]),
        ("[axes]\ncamel = [4, 5]\n", ["[axes] camel", "no such rule parameter", "did you mean 'camels'?"]),
        ("[axes]\ncamels = []\n", ["[axes] camels", "empty"]),
        ("[axes]\ncamels = [5]\n", ["[axes] camels", "one value, 5", "[rules]"]),
        ("[axes]\ncamels = 5\n", ["[axes] camels", "must be a list", "5"]),
        ("[axes]\ncamels = [5, 11]\n", ["[axes] camels", "from 1 to 10", "not 11"]),
        ("[axes]\ncamels = [4, 5, 4]\n", ["[axes] camels", "4 is there twice"]),
        ("[axes]\nstarting_demand = [[1, 2], [2, 1]]\n", ["starting_demand", "is there twice"]),
        ("[axes]\nopening_actions = [1, 2]\n", ["opening_actions", "list of lists"]),
        ("[axes]\ntie_break = ['most_goods', 'share']\n", ["tie_break", "did you mean 'shared'?"]),
        ("[axes]\nrainbow_camel = { from = 0, to = 1 }\n", ["rainbow_camel", "range is for whole numbers"]),
        ("[axes]\ncamels = { from = 3 }\n", ["[axes] camels", "no 'to'"]),
        ("[axes]\ncamels = { from = 3, too = 5 }\n", ["[axes] camels", "'too'", "did you mean 'to'?"]),
        ("[axes]\ncamels = { from = 7, to = 3 }\n", ["7 down to 3"]),
        ("[axes]\ncamels = { from = 3, to = 8, step = 2 }\n", ["comes to 7 and 9, not to 8"]),
        ("[axes]\ncamels = { from = 3, to = 11 }\n", ["found 11", "from 1 to 10"]),
        ("[axes]\ncamels = { values = [3, 4], from = 3 }\n", ["values and from"]),
        (
            "[axes.worth]\nrare_value = [4, 6]\ncommon_value = [2]\n",
            ["[axes.worth]", "rare_value has 2", "common_value has 1"],
        ),
        ("[axes.worth]\nrare_value = [4, 6]\n", ["[axes.worth]", "rare_value is alone"]),
        (
            "[axes.worth]\nrare = [4, 6]\ncommon_value = [2, 3]\n",
            ["[axes.worth] rare", "no such rule parameter", "caravan rules"],
        ),
        ("[axes.camels]\nrare_value = [4, 6]\ncommon_value = [2, 3]\n", ["camels", "unknown key 'rare_value'"]),
        (
            "[axes]\nrare_value = [4, 6]\n[axes.worth]\nrare_value = [4, 6]\ncommon_value = [2, 3]\n",
            ["rare_value is on two axes"],
        ),
        ("[axes]\nplayers = [2, 3]\n", ["players", "at the top of the plan"]),
        ("[axes]\nboard = ['standard', 'oasis']\n", ["no board 'oasis'", ".toml"]),
        ("[axes]\nboard = ['standard', '../boards/nowhere.toml']\n", ["board", "nowhere.toml", "no such file"]),
        ("games = 0\n[axes]\ncamels = [4, 5]\n", ["games: found 0", "from 1"]),
        ("games = '500'\n[axes]\ncamels = [4, 5]\n", ["games: found '500'", "did you mean 500?"]),
        ("seed = -1\n[axes]\ncamels = [4, 5]\n", ["seed: found -1"]),
        ("players = [2, 5]\n[axes]\ncamels = [4, 5]\n", ["players: found 5", "from 2 to 4"]),
        ("players = [2, 2]\n[axes]\ncamels = [4, 5]\n", ["players: found 2, 2", "once"]),
        ("players = []\n[axes]\ncamels = [4, 5]\n", ["players", "empty"]),
        ("bots = 'planer'\n[axes]\ncamels = [4, 5]\n", ["no bot 'planer'", "did you mean 'planner'?"]),
        ("bots = []\n[axes]\ncamels = [4, 5]\n", ["bots", "empty"]),
        ("bots = ['planner', 'planner']\n[axes]\ncamels = [4, 5]\n", ["planner is there twice"]),
        ("bots = 'planner,weak,planner'\n[axes]\ncamels = [4, 5]\n", ["for 3 seats", "4 players"]),
        ("bots = 'nowhere.py:Mine'\n[axes]\ncamels = [4, 5]\n", ["nowhere.py"]),
        ("name = 3\n[axes]\ncamels = [4, 5]\n", ["name", "not 3"]),
        ("rules = 'publishd'\n[axes]\ncamels = [4, 5]\n", ["no preset 'publishd'", "did you mean 'published'?"]),
        ("rules = 'nowhere.toml'\n[axes]\ncamels = [4, 5]\n", ["nowhere.toml", "no such file"]),
        ("[axes]\ncamels = [4, 5]\n[rules]\ncamel = 6\n", ["[rules] camel", "did you mean 'camels'?"]),
        ("[axes]\ncamels = [4, 5]\n[board]\nname = 'x'\n", ["[board]", "grid"]),
        ("desing = 'grid'\n[axes]\ncamels = [4, 5]\n", ["unknown key 'desing'", "did you mean 'design'?"]),
        ("camels = [4, 5]\n[axes]\nrare_value = [4, 5]\n", ["unknown key 'camels'", "belongs under [axes]"]),
        ("design = 'lattice'\n[axes]\ncamels = [4, 5]\n", ["[design] kind", "'lattice'", "latin_hypercube"]),
        ("[axes]\ncamels = [4, 5]\n[design]\nkind = 'latin_hypercube'\n", ["[design]", "needs points"]),
        (
            "[axes]\ncamels = [4, 5]\n[design]\nkind = 'latin_hypercube'\npoints = 3\n",
            ["found 3", "only 2 combinations"],
        ),
        ("[axes]\ncamels = [4, 5]\n[design]\nkind = 'morris'\nlevels = 5\n", ["levels: found 5", "even"]),
        ("[axes]\ncamels = [4, 5]\n[design]\nkind = 'morris'\nwalks = 5\n", ["no 'walks'", "trajectories"]),
        ("[axes]\ncamels = [4, 5]\n[design]\nkind = 'grid'\nseed = 5\n", ["grid has no 'seed'", "no settings"]),
    ],
)
def test_bad_input_is_refused_in_words(text: str, words: list[str]) -> None:
    message = refusal(text)
    assert [word for word in words if word not in message] == []
    assert "\n" not in message.split("TOML: ")[-1]


def test_two_boards_need_two_names(tmp_path: Path) -> None:
    other = tmp_path / "great_market.toml"
    other.write_text((ROOT / "data" / "boards" / "oasis.toml").read_text(encoding="utf-8"), encoding="utf-8")
    text = f"[axes]\nboard = ['../boards/great_market.toml', {json.dumps(str(other))}]\n"
    assert "two boards are called great_market" in refusal(text)


def test_a_plan_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"nowhere\.toml can't be read: there is no such file"):
        SweepPlan.read(tmp_path / "nowhere.toml")


def test_a_million_cells_by_mistake_are_counted_before_anything_is_made() -> None:
    names = ("camels", "rare_value", "common_value", "actions_per_turn", "refill_after", "rare_count", "turn_limit")
    plan = SweepPlan({name: {"from": 1, "to": 9} for name in names})
    size = plan.size()
    assert size.cells == 9**7
    assert size.games == 500 * 9**7
    with pytest.raises(PlanError) as error:
        plan.scenario(0)
    assert "4,782,969 cells, 2,391,484,500 games, about" in str(error.value)
    assert f"{MOST_CELLS:,} cells" in str(error.value)
    assert "latin_hypercube" in str(error.value)
    with pytest.raises(PlanError, match="4,782,969"):
        plan.require_affordable()


def test_a_plan_may_have_as_many_cells_as_it_says_itself() -> None:
    axes = "[axes]\ncamels = [4, 5, 6]\nrare_value = [5, 6, 7]\n"
    with pytest.raises(PlanError, match="9 cells"):
        list(plan_of(f"most_cells = 8\n{axes}").scenarios())
    assert len(plan_of(f"most_cells = 9\n{axes}")) == 9


def test_a_size_is_told_in_words() -> None:
    assert str(SweepPlan({"camels": [4, 5]}, games=1).size()) == "2 cells, 2 games, about 1 second of one core"
    assert "about 6 minutes" in str(SweepPlan({"camels": [4, 5]}, games=500_000).size())


def test_there_is_no_scenario_beyond_the_last() -> None:
    with pytest.raises(PlanError, match="numbered from 0 to 1"):
        SweepPlan({"camels": [4, 5]}).scenario(2)


@pytest.mark.parametrize("bots", [3, [lambda game: None], [("planner",)]])
def test_line_ups_are_texts(bots: object) -> None:
    with pytest.raises(CaravanError, match="bots"):
        SweepPlan({"camels": [4, 5]}, bots=bots)  # type: ignore[arg-type]
