"""Tables of the handbook that are written by programs, between two comments."""

from __future__ import annotations

from pathlib import Path

HANDBOOK = Path(__file__).resolve().parent.parent / "docs" / "measures.md"


def with_table(text: str, name: str, table: str) -> str:
    """Put a table in the place of the one there.

    Parameters
    ----------
    text : str
        The handbook.
    name : str
        What the comments before and after the table say.
    table : str
        Lines of Markdown.
    """
    first, last = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, _, rest = text.partition(first)
    _, found, after = rest.partition(last)
    if not found:
        raise ValueError(f"the handbook has no place for the table of {name}")
    return f"{before}{first}{table}{last}{after}"


def put_into_handbook(name: str, table: str, handbook: Path = HANDBOOK) -> None:
    """Put a table into docs/measures.md, or another page."""
    handbook.write_text(with_table(handbook.read_text(encoding="utf-8"), name, table), encoding="utf-8")
