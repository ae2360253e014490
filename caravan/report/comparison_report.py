"""The report of a comparison of rule sets, and of a batch beside its baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from caravan.errors import CaravanError, LogError
from caravan.report import background, change_tables, changes, endings, fairness
from caravan.report.again import OUT, Recipe, again_blocks
from caravan.report.batch_report import (
    LETTERS_OF_A_TITLE,
    again_section,
    findings,
    game_section,
    method_section,
    sample_of,
    sections_of,
    with_rows,
)
from caravan.report.before_after import BeforeAfter
from caravan.report.blocks import Block, Heading, Page, Paragraph, Section
from caravan.report.compared_figures import Pairing, Standing, standing
from caravan.report.comparison_folder import ComparisonFolder
from caravan.report.course_compared import course_blocks, rows_of_course
from caravan.report.evidence import Evidence, Group
from caravan.report.played_again import PlayedAgain, played_again
from caravan.report.readings import SMALL_SAMPLE, how_to_read
from caravan.report.sentences import Named, Sentence, joined, listed, sentence
from caravan.rules import Rules
from caravan.version import __version__

_COURSE_ELSEWHERE = "How games go from turn to turn is told above, before and after the change."


@dataclass(frozen=True)
class Change:
    """A rule set beside the baseline.

    Attributes
    ----------
    name : str
        What it is called.
    pairings : tuple of Pairing
        One for each style.
    """

    name: str
    pairings: tuple[Pairing, ...]


def page_of_comparison(folder: ComparisonFolder) -> tuple[Page, str]:
    """Write the report of a comparison.

    Parameters
    ----------
    folder : ComparisonFolder
        The comparison.

    Returns
    -------
    tuple of Page and str
        The page, and the summary that its sentences rest on.

    Raises
    ------
    LogError
        If its files don't belong together.
    """
    by_key = {(key[0], key[2]): group for key, group in folder.evidence.groups("rules_id", "players", "bots")}
    line_ups = {style: ",".join([style] * folder.players) for style in folder.styles}
    groups: dict[tuple[str, str], Group] = {}
    for name, rules in folder.rule_sets.items():
        for style, line_up in line_ups.items():
            if (rules.id, line_up) not in by_key:
                raise LogError(f"{folder.folder}: its summary has no figures of {name} under {style}")
            groups[name, style] = by_key[rules.id, line_up]
    found = tuple(
        Change(
            name, tuple(Pairing(style, groups[folder.baseline, style], groups[name, style]) for style in folder.styles)
        )
        for name in folder.others
    )
    pairings = [pairing for change in found for pairing in change.pairings]
    course: tuple[Block, ...]
    again = _again(folder)
    if isinstance(again, PlayedAgain):
        sure = standing([*pairings, again.pairing], rows_of_course(again.pairing))
        names = (folder.baseline, folder.others[0])
        course = course_blocks(again.pairing, again.before, again.after, names, sure, again=True)
        summary = again.summary
    else:
        sure, course, summary = standing(pairings), (again,), folder.evidence.text
    shown, style = folder.others[0], folder.styles[0]
    batch = folder.batch(shown, style)
    layers = [(f"{name}, {one}", groups[name, one]) for name in (shown, folder.baseline) for one in folder.styles]
    seats_moved = fairness.claim_of_change(groups[shown, style], folder.baseline, groups[folder.baseline, style])
    elsewhere = _COURSE_ELSEWHERE if isinstance(again, PlayedAgain) else ""
    detail = sections_of(groups[shown, style], layers, batch, seats_moved, elsewhere)
    several = len(folder.others) > 1 or len(folder.styles) > 1
    intro = sentence(
        "From here on this is about {name}, played by {style}.",
        name=Named(shown, "rules"),
        style=Named(style, "bots"),
    )
    first, *rest = detail
    detail = [Section(first.key, first.title, (Paragraph((intro,)), *first.blocks)), *rest] if several else detail
    every = [group for change in found for pairing in change.pairings for group in (pairing.before, pairing.after)]
    sections = [
        Section(
            "findings",
            "What we found",
            (
                *_findings(found, folder.baseline, sure),
                Heading(f"The game with {shown}, whether or not the change made it so"),
                *fairness.findings(groups[shown, style], (folder.baseline, groups[folder.baseline, style])),
                *endings.findings(groups[shown, style]),
                *how_to_read(groups[shown, style], compared=True),
            ),
        ),
        *(
            _before_after(change, folder.baseline, number, sure, course if number == 1 else ())
            for number, change in enumerate(found, start=1)
        ),
        *detail,
        game_section(batch),
        _method(every, folder.version),
        Section(
            "rules",
            "What was assumed of the rules",
            background.assumption_blocks(folder.rule_sets[shown], tuple(folder.rule_sets.items())),
        ),
        Section("again", "How to make it again", again_blocks(_recipe(folder), _facts(folder, groups))),
    ]
    title = _title(found, folder.baseline)
    lead = (_change_in_words(folder.rule_sets), _lead(found, stopped=folder.stopped), _players(folder.styles))
    return with_rows(Page(title, lead, tuple(sections))), summary


def _change_in_words(rule_sets: Mapping[str, Rules]) -> Sentence:
    """Say what the rule sets differ in, by the names that the parameters have for designers."""
    (called, base), *others = rule_sets.items()
    said = []
    for name, rules in others:
        parts = [
            sentence(
                "{label} {ours} instead of {theirs}",
                label=Named(_small(str(Rules.param[parameter].label)), f"label of {parameter}, for people"),
                ours=Named(background.written(ours), f"{name} {parameter}"),
                theirs=Named(background.written(theirs), f"{called} {parameter}"),
            )
            for parameter, (theirs, ours) in background.changes(rules, base).items()
        ]
        said.append(sentence("{name} means: {parts}.", name=Named(name, "rules"), parts=listed(parts)))
    return joined(said)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _players(bots: Sequence[str]) -> Sentence:
    """Say that those who played are programs."""
    who = listed(Named(bot, "bots") for bot in bots)
    if len(bots) == 1:
        return sentence("The player {who} is a program; what it does stands under Method and limits.", who=who)
    return sentence("The players {who} are programs; what each does stands under Method and limits.", who=who)


def _again(folder: ComparisonFolder) -> PlayedAgain | Paragraph:
    """Play games of the baseline and of the first other rule set again, or say why that can't be."""
    style = folder.styles[0]
    try:
        before, after = (folder.batch(name, style) for name in (folder.baseline, folder.others[0]))
        return played_again(style, before, after, folder.evidence.text, folder.margins)
    except CaravanError as error:
        return Paragraph((f"How the games go can't be shown: {error}.",), quiet=True)


def page_of_before_after(compared: BeforeAfter, evidence: Evidence) -> Page:
    """Write the report of a batch beside its baseline.

    Parameters
    ----------
    compared : BeforeAfter
        The two batches.
    evidence : Evidence
        Their summary.

    Returns
    -------
    Page
    """
    before, after = compared.before.request, compared.after.request
    by_rules = {key[0]: group for key, group in evidence.groups()}
    group = by_rules[after.rules.id]
    base_name, name = _names(before.rules, after.rules)
    style = group.bots[0] if group.one_bot else ", ".join(group.bots)
    change = Change(name, (Pairing(style, by_rules[before.rules.id], group),))
    rule_sets = {base_name: before.rules, name: after.rules}
    remark = (Paragraph((compared.remark,)),) if compared.remark else ()
    sure = standing(change.pairings, rows_of_course(change.pairings[0]))
    course: tuple[Block, ...] = ()
    if compared.paired and compared.before.has_log and compared.after.has_log:
        pairing, samples = change.pairings[0], (sample_of(compared.before), sample_of(compared.after))
        course = course_blocks(pairing, *samples, (base_name, name), sure, again=False)
    before_after = _before_after(change, base_name, 1, sure, course, paired=compared.paired)
    layers = [(name, group), (base_name, by_rules[before.rules.id])]
    seats_moved = fairness.claim_of_change(group, base_name, by_rules[before.rules.id])
    sections = [
        Section(
            "findings",
            "What we found",
            (
                *_findings((change,), base_name, sure),
                Heading("The game as it is now, whether or not the change made it so"),
                *findings(group, (base_name, by_rules[before.rules.id])),
                *how_to_read(group, compared=True),
            ),
        ),
        Section(before_after.key, before_after.title, (*remark, *before_after.blocks)),
        *sections_of(group, layers, compared.after, seats_moved),
        game_section(compared.after),
        method_section((group,)),
        Section(
            "rules",
            "What was assumed of the rules",
            background.assumption_blocks(after.rules, tuple(rule_sets.items())),
        ),
        again_section(compared.after, compared.before),
    ]
    title = _title((change,), base_name)
    lead = (_change_in_words(rule_sets), _lead((change,), paired=compared.paired))
    players = _players(tuple(dict.fromkeys(after.bot_names)))
    return with_rows(Page(title, (*lead, players), tuple(sections)))


def _names(before: Rules, after: Rules) -> tuple[str, str]:
    named = ["standard" if not background.changes(rules) else _by_changes(rules) for rules in (before, after)]
    return (named[0], named[1]) if named[0] != named[1] else (f"rules {before.id}", f"rules {after.id}")


def _by_changes(rules: Rules) -> str:
    found = background.changes(rules)
    words = ", ".join(f"{name}={background.written(ours)}" for name, (_, ours) in found.items())
    return words if len(words) < LETTERS_OF_A_TITLE else f"rules {rules.id}"


def _title(found: Sequence[Change], baseline: str) -> str:
    names = [change.name for change in found]
    if len(names) == 1:
        return f"{names[0]} beside {baseline}: what changes"
    return f"{len(names)} rule sets beside {baseline}: what changes"


def _lead(found: Sequence[Change], *, paired: bool = True, stopped: bool = False) -> Sentence:
    pairings = found[0].pairings
    said = sentence(
        "Games of {players} players: {bases}.",
        players=pairings[0].after.first.counted("players"),
        bases=changes.bases_of(pairings),
    )
    if stopped:
        said += sentence(
            " The run was stopped before all games were played. Where games are missing, the ranges are wider: they "
            "hold whenever one stops."
        )
    if not paired:
        said += sentence(" The two were played from different seeds, and are compared as independent games.")
    if any(pairing.after.first.number("games") < SMALL_SAMPLE for pairing in pairings):
        said += sentence(" That is few games: most ranges below are wide, and little can be concluded.")
    return said


def _findings(found: Sequence[Change], baseline: str, sure: Standing) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for change in found:
        if len(found) > 1:
            blocks.append(Heading(f"{change.name} beside {baseline}"))
        blocks += changes.findings(change.pairings, sure)
    return tuple(blocks)


def _before_after(
    change: Change, baseline: str, number: int, sure: Standing, course: Sequence[Block], *, paired: bool = True
) -> Section:
    title = sentence(
        "{name} beside {baseline}: {what}",
        name=Named(change.name, "rules"),
        baseline=Named(baseline, "rules"),
        what=changes.summary_of_change(change.pairings, sure),
    )
    name = "differences" if number == 1 else f"differences_{number}"
    blocks = change_tables.blocks(change.pairings, name, title, baseline, change.name)
    return Section(
        f"before-after-{number}", f"Before and after: {change.name}", (change_tables.note(paired), *blocks, *course)
    )


def _method(groups: Sequence[Group], version: str) -> Section:
    section = method_section(groups)
    if version == __version__:
        return section
    warning = (
        f"The games were played by version {version} of Caravan Lab, this report was made by version {__version__}: "
        "games played again may come out otherwise."
    )
    return Section(section.key, section.title, (Paragraph((warning,)), *section.blocks))


def _recipe(folder: ComparisonFolder) -> Recipe:
    options = ["--players", str(folder.players), "--bots", ",".join(folder.styles)]
    options += ["--games", ",".join(f"{style}={games}" for style, games in folder.games.items())]
    options += ["--seed", str(folder.seed), "--trial", "0"]
    for name, margin in folder.margins.items():
        options += ["--margin", f"{name}={margin:g}"]
    recipe = Recipe()
    recipe.compare(folder.rule_sets, [*options, *(["--events"] if folder.with_events else [])], OUT)
    recipe.add("report", OUT)
    return recipe


def _facts(folder: ComparisonFolder, groups: dict[tuple[str, str], Group]) -> tuple[tuple[str, str], ...]:
    games = "; ".join(
        f"{style} {int(groups[folder.baseline, style].first.number('games')):,}" for style in folder.styles
    )
    rules = "; ".join(f"{name} ({one.id})" for name, one in folder.rule_sets.items())
    return (
        ("rules", rules),
        ("players", str(folder.players)),
        ("bots", ", ".join(folder.styles)),
        ("games under each rule set", games),
        ("seed", str(folder.seed)),
    )
