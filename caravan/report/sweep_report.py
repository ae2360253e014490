"""The report of a sweep over many rule sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan.report import background
from caravan.report.again import OUT, Recipe, again_blocks
from caravan.report.batch_report import game_section, method_section, with_rows
from caravan.report.blocks import Block, Page, Paragraph, Section, Table
from caravan.report.evidence import Group, Row
from caravan.report.readings import how_to_read
from caravan.report.sentences import Named, Sentence, sentence
from caravan.report.sweep_effects import findings, shares_table
from caravan.report.sweep_folder import SweepFolder
from caravan.report.sweep_pictures import figure_blocks
from caravan.rules import Rules
from caravan.version import __version__
from caravan.wording import in_words

MOST_CELLS_LISTED = 60

SECTIONS = (
    ("fairness", "Is it fair?", ("first_player_advantage",)),
    ("tension", "Is it tense?", ("winning_margin.mean", "ties.before_tie_break")),
    ("strategy", "What do players do?", ("steals",)),
    ("length", "How long does it take?", ("length.turns.mean",)),
)
"""Which figures are told of where."""

LISTED = (
    ("first_player_advantage", 1, "advantage of going first, in percentage points"),
    ("length.turns.mean", None, "turns"),
    ("score.mean", None, "mean score"),
    ("winning_margin.mean", None, "winner's margin"),
    ("endings.delivery", None, "end by a delivery"),
)


def page_of_sweep(folder: SweepFolder) -> Page:
    """Write the report of a sweep.

    Parameters
    ----------
    folder : SweepFolder
        The sweep, finished or not.

    Returns
    -------
    Page
    """
    plan = folder.sweep.plan
    groups = {
        int(key[0]): group
        for key, group in folder.evidence.groups("scenario")
        if key[0] and group.first.cells["rules_id"]
    }
    any_group = groups[min(groups)]
    shown = _shown_cell(folder, groups)
    batch = folder.batch(shown)
    values = _values(folder, shown)
    intro = Paragraph(
        (
            sentence(
                "This game was played in cell {number}: {values}.",
                number=Named(str(shown), "cells"),
                values=Named(values, f"cells {shown}"),
            ),
        )
    )
    game = game_section(batch)
    named = _differing_rules(folder, groups)
    sections = [
        Section(
            "findings", "What we found", (*findings(folder), *_failures(folder), *how_to_read(any_group, compared=True))
        ),
        *(
            Section(key, title, _about(folder, groups, measures))
            for key, title, measures in SECTIONS
            if any(effect.measure in measures for effect in folder.effects)
        ),
        Section("endings", "How does it end?", _endings(folder, groups)),
        Section("cells", "All rule sets", (_cell_table(folder, groups),)),
        Section(game.key, game.title, (intro, *game.blocks)),
        _method(folder, list(groups.values())),
        Section("rules", "What was assumed of the rules", background.assumption_blocks(plan.base, named)),
        Section("again", "How to make it again", _again(folder)),
    ]
    return with_rows(Page(_title(folder), (_lead(folder, any_group),), tuple(sections)))


def _title(folder: SweepFolder) -> str:
    plan = folder.sweep.plan
    axes = in_words(axis.title.lower() for axis in plan.axes)
    return plan.name or (
        f"What matters: {axes}" if len(axes) < 70 else f"What matters among {len(plan.axes)} parameters"
    )


def _lead(folder: SweepFolder, group: Group) -> Sentence:
    plan = folder.sweep.plan
    played = int((folder.sweep.cells["status"] == "played").sum())
    said = sentence(
        "{cells} cells, each with {games} from the same seeds: {axes}; {players} players; played by {bots}.",
        cells=Named(f"{played:,}", "cells played"),
        games=group.first.games_counted,
        axes=Named("; ".join(f"{axis.title}: {', '.join(map(str, axis.levels))}" for axis in plan.axes), "plan axes"),
        players=Named(in_words(map(str, plan.players)), "plan players"),
        bots=Named(in_words(plan.bots), "plan bots"),
    )
    if not folder.finished:
        said += sentence(" The sweep isn't finished, so everything here is about what has been played so far.")
    return said


def _failures(folder: SweepFolder) -> tuple[Block, ...]:
    cells = folder.sweep.cells
    failed = cells[cells["status"] == "failed"]
    if failed.empty:
        return ()
    rows = tuple(
        (
            Named(str(row["scenario"]), "cells"),
            Named(_values(folder, int(row["scenario"])), "cells"),
            Named(str(row["error"]), "cells"),
        )
        for row in failed.to_dict("records")
    )
    said = sentence(
        "{number} of the cells can't be played; they are left out.", number=Named(str(len(failed)), "cells failed")
    )
    return (
        Paragraph((said,)),
        Table("Cells that can't be played, and why.", ("cell", "what", "why"), rows[:MOST_CELLS_LISTED], look="words"),
    )


def _about(folder: SweepFolder, groups: dict[int, Group], measures: Sequence[str]) -> tuple[Block, ...]:
    found: list[Block] = []
    for measure in measures:
        found += figure_blocks(folder, measure)
        if (said := _extremes(folder, groups, measure)) is not None:
            found.append(Paragraph((said,)))
    return (*found, *shares_table(folder, measures))


def _extremes(folder: SweepFolder, groups: dict[int, Group], measure: str) -> Sentence | None:
    """Say in which cells a figure is lowest and highest."""
    seat = 1 if measure == "first_player_advantage" else None
    rows = [(number, row) for number, group in groups.items() if (row := group.find(measure, seat)) is not None]
    if len(rows) < 2:
        return None
    (least, low), (most, high) = min(rows, key=lambda pair: pair[1].value), max(rows, key=lambda pair: pair[1].value)
    if low.value == high.value:
        return None
    return sentence(
        "It is lowest in cell {least} ({least_values}): {low}{low_range}, and highest in cell {most} ({most_values}): "
        "{high}{high_range}. The extremes of many cells owe something to chance.",
        least=Named(str(least), "cells"),
        most=Named(str(most), "cells"),
        least_values=Named(_values(folder, least), f"cells {least}"),
        most_values=Named(_values(folder, most), f"cells {most}"),
        low=low.shown(),
        low_range=_range(low),
        high=high.shown(),
        high_range=_range(high),
    )


def _range(row: Row) -> Sentence:
    return sentence(" ({range})", range=row.interval()) if row.has_interval else sentence("")


def _endings(folder: SweepFolder, groups: dict[int, Group]) -> tuple[Block, ...]:
    rows = [(number, row) for number, group in groups.items() if (row := group.find("endings.delivery")) is not None]
    if not rows:
        return (Paragraph(("The summary holds no endings.",)),)
    worst, row = min(rows, key=lambda pair: pair[1].value)
    if row.value == 1.0:
        return (Paragraph(("In every cell every game ended as it should, by a delivery with the bag empty.",)),)
    said = sentence(
        "Not all games end as they should, by a delivery with the bag empty: fewest in cell {worst} ({values}), "
        "{share} "
        "({range}) of the games.",
        worst=Named(str(worst), "cells"),
        values=Named(_values(folder, worst), f"cells {worst}"),
        share=row.shown(against=1.0),
        range=row.interval(),
    )
    return (Paragraph((said,)),)


def _cell_table(folder: SweepFolder, groups: dict[int, Group]) -> Table:
    rows = []
    for number, group in list(groups.items())[:MOST_CELLS_LISTED]:
        cells: list[Any] = [Named(str(number), "cells"), Named(_values(folder, number), f"cells {number}")]
        for measure, seat, _ in LISTED:
            row = group.find(measure, seat)
            cells.append(
                sentence("\u2013") if row is None else sentence("{value}{range}", value=row.shown(), range=_range(row))
            )
        rows.append(tuple(cells))
    more = len(groups) > MOST_CELLS_LISTED
    caption = "The first cells; all of them are in the summary." if more else "What came of each rule set, with ranges."
    return Table(caption, ("cell", "what", *(words for _, _, words in LISTED)), tuple(rows), look="cells")


def _values(folder: SweepFolder, number: int) -> str:
    plan = folder.sweep.plan
    values = plan.scenario(number).values
    fixed = {"players": len(plan.players) == 1, "bots": len(plan.bots) == 1}
    return ", ".join(f"{name}={value}" for name, value in values.items() if not fixed.get(name, False))


def _shown_cell(folder: SweepFolder, groups: dict[int, Group]) -> int:
    """Choose the cell whose rules are the base's, or else the first."""
    plan = folder.sweep.plan
    for number, group in groups.items():
        if group.first.cells["rules_id"] == plan.base.id:
            return number
    return min(groups)


def _differing_rules(folder: SweepFolder, groups: dict[int, Group]) -> list[tuple[str, Rules]]:
    plan = folder.sweep.plan
    return [("base of the sweep", plan.base)] if background.changes(plan.base) else []


def _method(folder: SweepFolder, groups: Sequence[Group]) -> Section:
    section = method_section(_one_of_each_line_up(groups))
    said = (
        "All rule sets were played from the same seeds. An effect is what a change does on average over the other "
        "parameters. Among many effects some stand out by chance; so whether one is shown was judged for all of a "
        "figure together (Holm's method), while each range holds by itself."
    )
    return Section(section.key, section.title, (Paragraph((said,)), *section.blocks))


def _one_of_each_line_up(groups: Sequence[Group]) -> list[Group]:
    return list({(group.players, group.bots): group for group in groups}.values())


def _again(folder: SweepFolder) -> tuple[Block, ...]:
    plan = folder.sweep.plan
    recipe = Recipe(files={"plan.toml": plan.to_toml()})
    recipe.add("sweep", "plan.toml", "--out", OUT)
    recipe.add("report", OUT)
    facts = (
        ("plan", plan.id),
        ("base rules", plan.base.id),
        ("players", ", ".join(map(str, plan.players))),
        ("bots", "; ".join(plan.bots)),
        ("games in each cell", f"{plan.games:,}"),
        ("seed", str(plan.seed)),
        ("report by version", __version__),
    )
    return again_blocks(recipe, facts)
