"""The report of one batch of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from caravan.errors import CaravanError
from caravan.measures import Sample, summary
from caravan.playtest_summary import as_csv, estimates_frame
from caravan.report import background, endings, fairness, game_story, strategy, tension
from caravan.report.again import BEFORE, OUT, Recipe, again_blocks
from caravan.report.blocks import Block, Page, Paragraph, Section
from caravan.report.evidence import Evidence, Group
from caravan.report.one_game import events_of
from caravan.report.readings import SMALL_SAMPLE, how_to_read
from caravan.report.sentences import Named, Sentence, sentence
from caravan.report.tables import FolderBatch
from caravan.report.typical_game import typical_game
from caravan.rules import Rules

_NUMBERS = {2: "two", 3: "three", 4: "four"}
_NO_LOG = "There is no event log, so nothing is said here about how a game goes from turn to turn."
LETTERS_OF_A_TITLE = 60
"""Names made of changes are given up where they would be longer."""


def summary_of(batch: FolderBatch) -> str:
    """Measure a batch, with the measures that read the log where there is one."""
    sample = sample_of(batch)
    return as_csv(estimates_frame(sample, summary(sample, with_events=batch.has_log)))


def sample_of(batch: FolderBatch) -> Sample:
    """Give the batch's games as arrays, the same each time, so that its log is read once."""
    return batch.remember(Sample)


def page_of_batch(batch: FolderBatch, evidence: Evidence) -> Page:
    """Write the report of a batch.

    Parameters
    ----------
    batch : FolderBatch
        The games.
    evidence : Evidence
        Their summary.

    Returns
    -------
    Page
    """
    request = batch.request
    (_, group), *_ = evidence.groups()
    sections = [
        Section("findings", "What we found", (*findings(group), *how_to_read(group))),
        *sections_of(group, (("", group),), batch),
        game_section(batch),
        method_section((group,)),
        Section("rules", "What was assumed of the rules", background.assumption_blocks(request.rules)),
        again_section(batch),
    ]
    page = Page(title_of(request.rules), lead_of(group, request.rules), tuple(sections))
    return with_rows(page)


def title_of(rules: Rules) -> str:
    """Name a report."""
    found = background.changes(rules)
    number = _NUMBERS.get(rules.players, str(rules.players))
    if not found:
        return f"The standard game with {number} players"
    named = ", ".join(f"{name}={background.written(ours)}" for name, (_, ours) in found.items())
    return (
        f"The game with {named}, for {number} players"
        if len(named) < LETTERS_OF_A_TITLE
        else f"A changed game with {number} players"
    )


def lead_of(group: Group, rules: Rules) -> tuple[Sentence, ...]:
    """Say what was played."""
    said = [
        sentence(
            "{games} of {rules}, for {players} players: {who}.",
            games=group.first.games_counted,
            rules=background.rules_in_words(rules),
            players=group.first.counted("players"),
            who=group.first.line_up,
        )
    ]
    if group.first.number("games") < SMALL_SAMPLE:
        said.append(sentence("That is few games: most ranges below are wide, and little can be concluded."))
    return tuple(said)


def findings(group: Group, baseline: tuple[str, Group] | None = None) -> tuple[Block, ...]:
    """Say what matters most, most important first; beside a baseline, also whether the change made the seats so."""
    return (
        *fairness.findings(group, baseline),
        *tension.findings(group),
        *strategy.findings(group),
        *endings.findings(group),
    )


def sections_of(
    group: Group,
    styles: Sequence[tuple[str, Group]],
    batch: FolderBatch | None,
    seats_moved: Sentence | None = None,
    course_elsewhere: str = "",
) -> list[Section]:
    """Tell of fairness, tension, strategy, length and endings.

    Parameters
    ----------
    group : Group
        The figures of one rule set and line-up.
    styles : sequence of (str, Group)
        The same rule set under all styles, this one first, with their names.
    batch : FolderBatch, optional
        Its games.
    seats_moved : Sentence, optional
        Beside a baseline: whether the change made the seats what they are.
    course_elsewhere : str, optional
        Where the course of games is told, if there is no log of these.

    Returns
    -------
    list of Section
    """
    sample = None if batch is None else sample_of(batch)
    missing: tuple[Block, ...] = ()
    if batch is not None and not batch.has_log:
        missing = (Paragraph((course_elsewhere or _NO_LOG,), quiet=True),)
    return [
        Section("fairness", "Is it fair?", fairness.blocks(styles, sample, seats_moved)),
        Section("tension", "Is it tense?", (*tension.blocks(group, sample), *missing)),
        Section("strategy", "What makes winners?", strategy.blocks(group, sample)),
        Section("length", "How long does it take?", endings.length_blocks(group, sample)),
        Section("endings", "How does it end?", endings.ending_blocks(group)),
    ]


def game_section(batch: FolderBatch) -> Section:
    """Tell the most typical game, from the log or, without one, played again."""
    title = "A typical game"
    chosen = typical_game(batch.games, batch.seats)
    request = batch.request
    try:
        rows = events_of(batch, chosen.number)
    except CaravanError as error:
        why = sentence("Game {number} would be the most typical one.", number=Named(str(chosen.number), "games"))
        return Section("game", title, (Paragraph((why, f"It can't be told: {error}.")),))
    return Section("game", title, game_story.blocks(chosen, rows, request.rules, request.bot_names))


def method_section(groups: Sequence[Group]) -> Section:
    """Say how the figures were made, and their limits."""
    return Section("method", "Method and limits", background.method_blocks(groups))


def again_section(batch: FolderBatch, baseline: FolderBatch | None = None) -> Section:
    """Say how to make the games and the report again."""
    request = batch.request
    recipe = Recipe()
    if baseline is not None:
        recipe.simulate(baseline.request, BEFORE)
    recipe.simulate(request, OUT)
    recipe.add("report", OUT, *(("--baseline", BEFORE) if baseline is not None else ()))
    facts = (
        ("rules", request.rules.id),
        ("players", str(request.players)),
        ("bots", ", ".join(request.bot_names)),
        ("games", f"{request.games:,}"),
        ("seed", str(request.seed)),
    )
    return Section("again", "How to make it again", again_blocks(recipe, facts))


def with_rows(page: Page) -> Page:
    """Add the lines of the summary that the page's sentences rest on."""
    section = Section("lines", "Where the numbers come from", background.rows_behind(page.sentences))
    return replace(page, sections=(*page.sections, section))
