"""What a change of the rules is said to do: no more than the games show, all figures taken together."""

from __future__ import annotations

import pytest

from caravan.playtest_summary import COLUMNS
from caravan.report import changes, fairness, strategy
from caravan.report.blocks import Finding
from caravan.report.compared_figures import Pairing, standing
from caravan.report.evidence import Evidence, Group

Line = dict[str, object]


def group(*lines: Line, rules: str = "r2", games: int = 400) -> Group:
    usual = {"rules_id": rules, "players": 4, "bots": "planner", "games": games, "seeds": games}
    rows = [",".join(str({**usual, **line}.get(column, "")) for column in COLUMNS) for line in lines]
    return Group(Evidence("\n".join([",".join(COLUMNS), *rows])).rows)


def figure(measure: str, before: float, after: float, low: object, high: object, verdict: str, **cells: object) -> Line:
    ends = {"difference": after - before, "difference_low": low, "difference_high": high, "verdict": verdict}
    return {"measure": measure, "value": after, "unit": "points", **ends, **cells}


def pairing(*lines: Line, games: int = 400) -> Pairing:
    before = [{**line, "value": float(str(line["value"])) - float(str(line["difference"]))} for line in lines]
    return Pairing("planner", group(*before, rules="r1", games=games), group(*lines, games=games))


def told(*lines: Line, games: int = 400) -> tuple[Finding, ...]:
    made = pairing(*lines, games=games)
    return changes.findings([made], standing([made]))


LONGER = figure("length.turns.mean", 60.0, 65.0, 4.0, 6.0, "higher", unit="turns")
BARELY = figure("lead_changes.mean", 16.0, 15.6, -0.79, -0.01, "worse", unit="changes per game")
OPEN = figure("steals", 6.0, 6.1, -0.5, 0.7, "can't tell", unit="thefts per game")
EFFECT = {"unit": "percentage points", "seat": 1}


def test_a_difference_that_many_figures_would_bring_by_luck_is_marked_and_stands_behind_the_others() -> None:
    first, second, _ = told(BARELY, LONGER, OPEN)
    assert first.claim.text.startswith("Games get longer: 65 turns instead of 60.")
    assert "may be chance" not in first.evidence.text
    assert second.claim.text.startswith("The lead changes less often")
    assert "This may be chance: of the 3 differences that this report looks at" in second.evidence.text


def test_a_difference_that_is_looked_at_alone_needs_no_such_caveat() -> None:
    (only,) = told(BARELY)
    assert "chance" not in only.evidence.text


def test_a_title_names_what_stands_and_nothing_else() -> None:
    both, doubtful = pairing(BARELY, LONGER, OPEN), pairing(BARELY, OPEN)
    assert changes.summary_of_change([both], standing([both])).text == "games get longer"
    assert changes.summary_of_change([doubtful], standing([doubtful])).text == "nothing is shown to change"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (1.0, -4.0, "seat 1 wins 4.0 percentage points less than a fair share instead of 1.0 more"),
        (-1.0, -4.0, "seat 1 wins 4.0 percentage points less than a fair share instead of 1.0"),
        (1.0, 4.0, "seat 1 wins 4.0 percentage points more than a fair share instead of 1.0"),
    ],
)
def test_an_effect_on_either_side_of_fair_is_said_in_words(before: float, after: float, words: str) -> None:
    low, high = after - before - 1.0, after - before + 1.0
    line = {**figure("first_player_advantage", before, after, low, high, "worse"), **EFFECT}
    (found,) = told({**line, "low": after - 0.5, "high": after + 0.5})
    assert words in found.claim.text


def test_one_game_is_not_called_every_game() -> None:
    same = figure("steals", 6.0, 6.0, "", "", "can't tell", note="seed 1; one game shows no variation")
    other = figure("length.turns.mean", 69.0, 53.0, "", "", "can't tell", unit="turns", note="seed 1; one game")
    (found,) = told(same, other, games=1)
    assert "Thefts: the same in the only game." in found.evidence.text
    assert "Length of a game: \u221216 turns, from the only game." in found.evidence.text


def test_only_what_no_pair_of_games_moves_is_the_same_in_every_game() -> None:
    steady = figure("steals", 6.0, 6.0, "", "", "can't tell", note="seed 1; the same difference in all 40 games")
    level = figure("score.mean", 40.0, 40.0, "", "", "can't tell", note="seed 1; 5 games are too few for an interval")
    (found,) = told(steady, level)
    assert "Thefts: the same in every game." in found.evidence.text
    assert "Mean score: +0 points, no range." in found.evidence.text


def shares(*rows: tuple[float, float, float], verdicts: tuple[str, ...] = (), rules: str = "r2") -> Group:
    lines = [
        {
            "measure": "win_share",
            "seat": seat,
            "value": value,
            "unit": "share",
            "low": low,
            "high": high,
            "interval": "Goodman 95% over all seats",
            "verdict": verdict,
        }
        for seat, ((low, value, high), verdict) in enumerate(zip(rows, verdicts or ("",) * 4, strict=True), start=1)
    ]
    return group(*lines, rules=rules)


def test_seats_that_are_unequal_are_not_put_down_to_a_change_that_cannot_be_told() -> None:
    fair = (0.23, 0.25, 0.27)
    after = shares((0.26, 0.29, 0.32), fair, fair, (0.18, 0.21, 0.24), verdicts=("can't tell", "", "", "worse"))
    before = shares((0.25, 0.28, 0.31), fair, fair, (0.22, 0.25, 0.28), rules="r1")
    claim = fairness.findings(after, ("standard", before))[0].claim.text
    assert claim.endswith(
        "Fair would be 25%. Whether the change does that, the games can't tell: under standard seat 1 wins 28%. "
        "The change has a part in that: under standard seat 4 wins 25%."
    )
    assert fairness.claim_of_change(shares(fair, fair, fair, fair), "standard", before) is None


@pytest.mark.parametrize(("p", "words"), [(2.3e-11, "below 0.001"), (0.0, "below 0.001"), (0.0421, "of 0.042")])
def test_a_small_probability_is_never_nought(p: float, words: str) -> None:
    seats = shares(*[(0.23, 0.25, 0.27)] * 4)
    chance = group({"measure": "seat_chi_square.p_value", "value": p, "unit": "probability"})
    found = fairness.blocks([("", Group((*seats.rows, *chance.rows)))], None)
    assert any(
        f"with a probability {words} (chi-square" in str(sentence) for block in found for sentence in _said(block)
    )


def _said(block: object) -> tuple[object, ...]:
    return getattr(block, "sentences", ())


def test_what_sets_winners_apart_is_judged_for_all_sources_together() -> None:
    barely = {"unit": "share of points gained", "value": 0.02, "low": 0.0005, "high": 0.0395}
    surely = {"unit": "share of points gained", "value": -0.03, "low": -0.04, "high": -0.02}
    first, *others = (f"point_sources.{source}.difference" for source in strategy.SOURCES)
    doubtful = [{"measure": name, **barely} for name in others]
    assert strategy.claim_of_winners(group({"measure": first, **barely}, *doubtful)) is None
    claim = strategy.claim_of_winners(group({"measure": first, **surely}, *doubtful))
    assert claim is not None
    assert claim.text == (
        "Winners make 3.0 percentage points less of their points from rare goods (\u22124.0 to \u22122.0) than the "
        "others."
    )
