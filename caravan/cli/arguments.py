"""What can be written after ``caravan``, with its help."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Callable
from typing import Any, NoReturn

from caravan.cli.check_bot_arguments import CHECK_BOT, CHECK_BOT_ENDING, add_check_bot
from caravan.cli.compare_arguments import COMPARE, COMPARE_ENDING, add_compare
from caravan.cli.fair_arguments import FAIR, FAIR_ENDING, add_fair
from caravan.cli.ladder_arguments import LADDER, LADDER_ENDING, add_ladder
from caravan.cli.report_arguments import REPORT, REPORT_ENDING, add_report
from caravan.cli.study_arguments import STUDY, STUDY_ENDING, add_study
from caravan.cli.sweep_arguments import SWEEP, SWEEP_ENDING, add_sweep
from caravan.cli.train_arguments import TRAIN, TRAIN_ENDING, add_train
from caravan.cli.tune_arguments import TUNE, TUNE_ENDING, add_tune
from caravan.cli.values import folder, one_of, whole
from caravan.errors import CaravanError, nearest, nearest_of
from caravan.version import __version__

Options = argparse.Namespace

ABOUT = """\
A design laboratory for the board game Caravan: play many games under rules of your own between bots, and see what
the rules do. Every number in the rules is a parameter; `caravan rules` lists them."""

ENDING = """\
examples:
  caravan simulate --players 4 --bots planner --games 1000 --seed 7 --out results/standard
  caravan simulate --set camels=6 --games 1000 --seed 7 --out results/six-camels
  caravan show results/standard --game 12 --event 80

exit codes: 0 done, 1 `check` or `check-bot` found something wrong, or cells of a `sweep` failed, 2 it couldn't be done
(bad input, unwritable folder), 130 stopped by Ctrl-C. What went wrong is said in one line; --debug, or CARAVAN_DEBUG=1,
adds where in the program."""

SIMULATE = """\
Play many games and say what came of them. With --out, a folder gets the results:

  summary.csv      every measure with its interval, one row per measure and seat: start here
  games, seats     one row per game; one row per game and seat (CSV or Parquet)
  events           one row for everything that happened in every game; any game can be rebuilt from it
  rules.toml       the rules and the board as they were played: copy it and play by it with --rules

The same rules, bots, games and seed give the same results on any machine. The folder gets all files or, if
anything goes wrong or Ctrl-C is pressed, none, and what was there before stays."""

SIMULATE_ENDING = """\
examples:
  caravan simulate --games 5000
  caravan simulate --rules rainbow --players 3 --bots planner,planner,grabber --games 500 --out results/rainbow
  caravan simulate --rules my-rules.toml --set rare_value=8 --set opening_actions=2,3 --out results/rare-eight"""

AGREE = """\
Ask several styles of play what a rule set does, each in games against itself, and say on what they agree. A finding
from one style may hold for that style alone: the advantage of going first can even change its sign with the player.

  agreed      two styles or more that think differently find an effect, and none finds the opposite
  disputed    two styles find the opposite of each other: it seems to depend on how one plays
  undecided   neither, as the games are too few, the effect is too small, or those who find it think alike

A style finds an effect where the whole 95% interval lies on one side of what would be fair. Every style plays a fixed
number of games that fits its speed, so the answer is the same on any machine. With --out, a folder gets summary.csv
(every figure of every style), verdicts.csv (what the styles say together) and rules.toml."""

AGREE_ENDING = """\
examples:
  caravan agree standard --players 4
  caravan agree standard --set opening_actions=none --out results/no-opening
  caravan agree my-rules.toml --bots planner,beam --games planner=20000,beam=500 --measure length.turns.mean"""

CHECK = """\
Play every game of a folder again, move by move, and list whatever its log has against the rules in its rules.toml,
and whatever its games and seats tables have against the log."""

SHOW = """\
Draw the board as it stood after an event of a game, with the event and a few before and after it. What follows from
an action belongs to it: after a pick_up that brings new goods, they lie there already."""

RULES = """\
List the rule parameters: what each is called in --set and in a rules file, its value in the standard game, what it
may be, and what it means. With --preset, write that preset as a rules file instead:

  caravan rules --preset standard > my-rules.toml"""

BOTS = "List the bots that can play, and the settings of each."

MEASURES = """\
List the measures that summary.csv holds: what each is called, what it counts and what it means; and those that other
commands are asked for. With a name, explain that one."""


class UsageError(CaravanError):
    """A command line that can't be understood; the message begins with the command."""


class _Parser(argparse.ArgumentParser):
    """A parser that gives its errors to `main`, to be told in one line."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def error(self, message: str) -> NoReturn:
        words = re.sub(r"^argument ([^:]+): ", r"\1: ", message)
        raise UsageError(f"{self.prog}: {words} (`{self.prog} --help` says more)")


def read_arguments(arguments: list[str]) -> Options:
    """Read a command line.

    Parameters
    ----------
    arguments : list of str
        What comes after ``caravan``.

    Returns
    -------
    Options
        The command as ``command``, its function as ``run``, and its options.

    Raises
    ------
    UsageError
        If it can't be understood.
    SystemExit
        After the help or the version has been printed.
    """
    parser, commands = _parsers()
    allowed = ", ".join(commands)
    first = next((word for word in arguments if word != "--debug"), None)
    if first is None:
        raise UsageError(f"caravan: a command is missing: {allowed} (`caravan --help` says more)")
    if not first.startswith("-") and first not in commands:
        raise UsageError(f"caravan: there is no command '{first}'{nearest_of(first, commands, 'commands')}")
    options, strange = parser.parse_known_args(arguments)
    if strange:
        known = [word for action in commands[options.command]._actions for word in action.option_strings]
        found = next((word for word in strange if word.startswith("-")), strange[0])
        prog = f"caravan {options.command}"
        if found.startswith("-"):
            said = f"there is no option '{found}'{nearest(found.partition('=')[0], known)}"
        else:
            said = f"it can do nothing with '{found}': it takes {_taken(commands[options.command])} alone"
        raise UsageError(f"{prog}: {said} (`{prog} --help` says more)")
    return options


def _taken(parser: argparse.ArgumentParser) -> str:
    """List what a command takes."""
    words = [str(action.metavar) for action in parser._actions if not action.option_strings]
    return " and ".join(filter(None, (", ".join(words), "options")))


def _parsers() -> tuple[_Parser, dict[str, _Parser]]:
    parser = _Parser(prog="caravan", description=ABOUT, epilog=ENDING)
    parser.add_argument("--version", action="version", version=f"caravan {__version__}")
    _add_debug(parser, default=False)
    group = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, title="commands")
    commands: dict[str, _Parser] = {}

    def command(name: str, summary: str, description: str, ending: str | None = None) -> _Parser:
        added = group.add_parser(name, help=summary, description=description, epilog=ending)
        added.set_defaults(run=_runner(name))
        commands[name] = added
        return added

    _add_simulate(command("simulate", "play many games and say what came of them", SIMULATE, SIMULATE_ENDING))
    _add_agree(command("agree", "say on what several styles of play agree", AGREE, AGREE_ENDING))
    add_compare(command("compare", "say what a change of the rules does", COMPARE, COMPARE_ENDING))
    add_sweep(command("sweep", "play many rule sets and say what matters", SWEEP, SWEEP_ENDING))
    add_ladder(command("ladder", "let bots play each other, and rate them", LADDER, LADDER_ENDING))
    add_study(command("study", "ask what takes games of its own: luck, restricted play", STUDY, STUDY_ENDING))
    add_fair(command("fair", "find points or opening turns that make the seats equal", FAIR, FAIR_ENDING))
    add_tune(command("tune", "search for the rules that reach your aims best", TUNE, TUNE_ENDING))
    add_report(command("report", "tell what was found, on a page for everybody", REPORT, REPORT_ENDING))
    add_train(command("train", "learn from games what positions are worth", TRAIN, TRAIN_ENDING))
    _add_check(command("check", "hold a folder's games against the rules, move by move", CHECK))
    add_check_bot(
        command("check-bot", "find out what is wrong with a bot, such as one of your own", CHECK_BOT, CHECK_BOT_ENDING)
    )
    _add_show(command("show", "draw the board at any point of a game", SHOW))
    rules = command("rules", "list the rule parameters, or write a rules file", RULES)
    rules.add_argument("--preset", metavar="NAME", help="standard, introductory, published or rainbow")
    command("bots", "list the bots", BOTS)
    measures = command("measures", "list the measures, or explain one", MEASURES)
    measures.add_argument("name", nargs="?", metavar="NAME", help="explain this one, as in win_share")
    for added in commands.values():
        _add_debug(added, default=argparse.SUPPRESS)
    return parser, commands


def _runner(command: str) -> Callable[[Options], int]:
    """Put off importing a command's module until the command is run."""
    command = command.replace("-", "_")
    module = {"rules": "lists", "bots": "lists", "measures": "lists"}.get(command, command)

    def run(options: Options) -> int:
        code: int = getattr(importlib.import_module(f"caravan.cli.{module}"), command)(options)
        return code

    return run


def _add_debug(parser: argparse.ArgumentParser, default: Any) -> None:
    parser.add_argument("--debug", action="store_true", default=default, help="after an error, say where it arose")


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    played = parser.add_argument_group("what is played")
    played.add_argument(
        "--rules",
        default="standard",
        metavar="NAME|FILE",
        help="a preset (standard, introductory, published, rainbow) or a rules file (.toml); default: standard",
    )
    _add_changes(played)
    played.add_argument(
        "--bots",
        default="planner",
        metavar="BOTS",
        help="one bot for all seats, or one for each seat with commas between; "
        "planner:noise=0.5 changes a setting, my_bots.py:Miser is a class of your own; default: planner",
    )
    played.add_argument("--games", type=whole(), default=1000, metavar="N", help="default: 1000")
    played.add_argument("--seed", type=whole(), default=0, metavar="N", help="where all chance comes from; default: 0")
    written = parser.add_argument_group("what is written")
    written.add_argument(
        "--out", type=folder, metavar="DIR", help="the folder for the results; without it nothing is written"
    )
    written.add_argument(
        "--format",
        type=one_of("csv", "parquet"),
        default="csv",
        metavar="FORMAT",
        help="csv for spreadsheets, parquet for large batches; default: csv",
    )
    written.add_argument(
        "--no-events", dest="events", action="store_false", help="leave out the log, and the measures that need it"
    )
    written.add_argument(
        "--overwrite", action="store_true", help="put the new results in the place of those in the folder"
    )
    _add_pace(parser)


def _add_agree(parser: argparse.ArgumentParser) -> None:
    asked = parser.add_argument_group("what is asked")
    asked.add_argument(
        "rules",
        nargs="?",
        default="standard",
        metavar="RULES",
        help="a preset (standard, introductory, published, rainbow) or a rules file (.toml); default: standard",
    )
    _add_changes(asked)
    asked.add_argument(
        "--bots",
        metavar="BOTS",
        help="the styles, with commas between; default: planner, beam, rollout and expert",
    )
    asked.add_argument(
        "--measure",
        dest="measures",
        action="append",
        default=[],
        metavar="NAME",
        help="measure this too, as in length or length.turns.mean (`caravan measures` lists them); can be repeated",
    )
    asked.add_argument(
        "--games",
        metavar="N|BOT=N,...",
        help="how many games each style plays: one number for all, or as in planner=20000,beam=500; "
        "default: as many as fit its speed",
    )
    asked.add_argument("--seed", type=whole(), default=0, metavar="N", help="where all chance comes from; default: 0")
    written = parser.add_argument_group("what is written")
    written.add_argument(
        "--out", type=folder, metavar="DIR", help="the folder for the results; without it nothing is written"
    )
    written.add_argument(
        "--overwrite", action="store_true", help="put the new results in the place of those in the folder"
    )
    _add_pace(parser)


def _add_changes(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a rule parameter, as in camels=6, opening_actions=2,3 or board=my-board.toml; can be repeated",
    )
    group.add_argument("--players", type=whole(), metavar="N", help="2 to 4; default: as the rules say")


def _add_pace(parser: argparse.ArgumentParser) -> None:
    how = parser.add_argument_group("how it runs (no influence on the results)")
    how.add_argument("--threads", type=whole(1, 1024), metavar="N", help="default: one for each core")
    how.add_argument("--block-size", type=whole(1), metavar="N", help="games that a thread plays at a time")


def _add_check(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument(
        "--limit", type=whole(1), default=20, metavar="N", help="violations to list at most; default: 20"
    )


def _add_show(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("--game", type=whole(0), required=True, metavar="N", help="the game, from 0")
    parser.add_argument("--event", type=whole(0), metavar="N", help="the event, from 0; default: the last")
    parser.add_argument(
        "--around", type=whole(0), default=3, metavar="N", help="events before and after it; default: 3"
    )


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=folder, metavar="DIR", help="a folder that `caravan simulate --out` wrote")
