"""The ``caravan`` command.

What it prints for a person to read goes to the standard output; progress, and the one line that says what went wrong,
go to the standard error. The commands import what they need when they run, so that ``caravan --help`` is quick.
"""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Sequence

from caravan.cli.arguments import Options, UsageError, read_arguments
from caravan.cli.exit_codes import DONE, FAILED, STOPPED, VIOLATIONS
from caravan.cli.interrupts import Terminated, stop_signals_as_exceptions
from caravan.errors import Cancelled, CaravanError
from caravan.files import reason

_PIPE_CLOSED = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the ``caravan`` command.

    Parameters
    ----------
    arguments : sequence of str, optional
        What comes after ``caravan``; by default the command line of this process.

    Returns
    -------
    int
        The exit code, one of `DONE`, `VIOLATIONS`, `FAILED` and `STOPPED`.
    """
    if arguments is not None:
        return _run(list(arguments))
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # libraries' advice to programmers
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    with stop_signals_as_exceptions():
        code = _run(sys.argv[1:])
    if code in (STOPPED, _PIPE_CLOSED):
        os._exit(code)  # at once, without waiting for threads that still compile or play
    return code


def _run(arguments: list[str]) -> int:
    name, debug = "caravan", "--debug" in arguments or os.environ.get("CARAVAN_DEBUG", "0") not in ("", "0")
    try:
        options = read_arguments(arguments)
        name = f"caravan {options.command}"
        code: int = options.run(options)
        sys.stdout.flush()
    except SystemExit as request:  # from --help and --version
        return int(request.code or DONE)
    except UsageError as error:
        return _failed(str(error), debug=debug)
    except Cancelled as error:
        return _failed(f"{name}: {error}", debug=debug, code=STOPPED)
    except (KeyboardInterrupt, Terminated):
        return _failed(f"{name}: stopped", debug=debug, code=STOPPED)
    except CaravanError as error:
        return _failed(f"{name}: {error}", debug=debug)
    except BrokenPipeError:  # the reader has seen enough, as in `caravan measures | head`
        return _PIPE_CLOSED
    except OSError as error:
        return _failed(f"{name}: {error.filename or 'what it prints'} can't be used: {reason(error)}", debug=debug)
    except MemoryError:
        return _failed(f"{name}: this machine has too little memory for that", debug=debug)
    except Exception as error:
        return _failed(
            f"{name}: a fault of this program, please report it with what `--debug` adds: {_named(error)}", debug=debug
        )
    return code


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _failed(message: str, *, debug: bool, code: int = FAILED) -> int:
    if debug:
        traceback.print_exc()
    print(" ".join(message.split()), file=sys.stderr)
    return code


__all__ = ["DONE", "FAILED", "STOPPED", "VIOLATIONS", "Options", "main"]
