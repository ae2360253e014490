"""What there is: rule parameters, bots, measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caravan.cli.arguments import Options
from caravan.cli.tables import paragraph, table

if TYPE_CHECKING:
    from caravan.bots.styles import Style


def rules(options: Options) -> int:
    """List the rule parameters, or write a preset as a rules file."""
    from caravan.rules import PRESETS, Rules

    if options.preset is not None:
        print(Rules.preset(options.preset).to_toml(), end="")
        return 0
    standard = Rules().values()
    rows = []
    for section, names in Rules.sections().items():
        rows += [("", "", "", ""), (section.upper(), "", "", "")]
        for name in names:
            parameter = Rules.param[name]
            value = "standard" if name == "board" else written(standard[name])
            rows.append((f"  {name}", value, _allowed(parameter), str(parameter.doc)))
    print(table(rows, ("parameter", "standard", "allowed", "meaning")))
    print("\npresets")
    print(table([(name, _changes(changes)) for name, changes in PRESETS.items()], indent=2))
    print()
    print(
        paragraph("Change parameters with --set NAME=VALUE, or write a rules file: `caravan rules --preset standard`.")
    )
    return 0


def written(value: Any) -> str:
    """Write a parameter's value as --set takes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return (",".join(map(str, value)) or "none") if isinstance(value, list) else str(value)


def _allowed(parameter: Any) -> str:
    """Say what a parameter takes."""
    metadata = parameter.metadata
    if "limits" in metadata:
        low, high = metadata["limits"]
        return f"up to {metadata['most']}{' different' if metadata['distinct'] else ''} from {low}-{high}"
    if bounds := getattr(parameter, "bounds", None):
        return f"{bounds[0]}-{bounds[1]}"
    if choices := getattr(parameter, "objects", None):
        return ", ".join(choices)
    return "a board file" if parameter.name == "board" else "true, false"


def _changes(changes: Any) -> str:
    if not changes:
        return "the standard game"
    return "the standard game with " + ", ".join(f"{name}={written(value)}" for name, value in changes.items())


def bots(_options: Options) -> int:
    """List the bots and their settings."""
    from caravan.bots.registry import shortest
    from caravan.bots.styles import STYLES

    first_with: dict[tuple[str, ...], Style] = {}
    for style in STYLES.values():
        print(table([(style.name, style.meaning)]))
        first = first_with.setdefault(tuple(setting.name for setting in style.settings), style)
        if style.settings and first is not style:
            print(paragraph(_as_another_but(style, first), indent=len(style.name) + 2))
        elif style.settings:
            rows = [
                (
                    setting.name,
                    shortest(setting.default),
                    f"{shortest(setting.low)} to {shortest(setting.high)}",
                    setting.meaning,
                )
                for setting in style.settings
            ]
            print(table(rows, ("setting", "usual", "allowed", "meaning"), indent=len(style.name) + 2))
        print()
    print(paragraph("One bot plays in every seat, or give one for each: --bots planner,planner,random."))
    print(paragraph("A setting follows the name: --bots planner:noise=0.5:kept=2."))
    print(
        paragraph(
            "A bot of your own is a class with choose(game), which returns one of game.legal_actions, in a file of "
            "Python: --bots my_bots.py:Miser."
        )
    )
    return 0


def _as_another_but(style: Style, first: Style) -> str:
    from caravan.bots.registry import shortest

    changed = [
        f"{setting.name}={shortest(setting.default)}"
        for setting, usual in zip(style.settings, first.settings, strict=True)
        if setting.default != usual.default
    ]
    return f"The same settings as {first.name}" + (f", usually {', '.join(changed)}." if changed else ".")


def measures(options: Options) -> int:
    """List the measures, or explain one."""
    from caravan.measures import all_measures
    from caravan.measures.elsewhere import ELSEWHERE

    if options.name is not None:
        print(_explained(options.name))
        return 0
    rows = [(measure.name, measure.unit, measure.meaning) for measure in all_measures()]
    print(table(rows, ("measure", "unit", "meaning")))
    print("\nasked for by other commands")
    print(table([(one.command, one.unit, one.meaning) for one in ELSEWHERE], indent=2))
    return 0


def _explained(asked: str) -> str:
    from caravan.measures import find_measure
    from caravan.measures.elsewhere import ELSEWHERE

    name = asked.partition(".")[0]
    for one in ELSEWHERE:
        if one.name == name:
            how = one.command
            return _told(one.name, one.unit, one.meaning, one.source, how)
    measure = find_measure(name)
    how = f'summary.csv of `caravan simulate --out DIR`; in a notebook batch.measure("{measure.name}")'
    return _told(measure.name, measure.unit, measure.meaning, measure.source, how, ", ".join(measure.needs))


def _told(name: str, unit: str, meaning: str, source: str, how: str, needs: str = "") -> str:
    rows = [("counts", unit), ("where it stands", how), ("read from", needs), ("source", source)]
    return f"{name}\n\n{paragraph(meaning, 2)}\n\n{table([row for row in rows if row[1]], indent=2)}"
