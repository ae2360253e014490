"""What a report is made of: sections with paragraphs, findings, tables, pictures and commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from caravan.report.sentences import Cell, Named, Sentence

Words = str | Sentence


@dataclass(frozen=True)
class Finding:
    """A sentence that says what was found, and a smaller one with what it rests on.

    Attributes
    ----------
    claim : Sentence
        For everybody.
    evidence : Sentence
        Interval, games, bots.
    """

    claim: Sentence
    evidence: Sentence
    kind: ClassVar[str] = "finding"


@dataclass(frozen=True)
class Paragraph:
    """Sentences in a row.

    Attributes
    ----------
    sentences : tuple of str or Sentence
        A plain text only explains; whatever was measured is a `Sentence`.
    quiet : bool
        Whether it is set smaller.
    """

    sentences: tuple[Words, ...]
    quiet: bool = False
    kind: ClassVar[str] = "paragraph"


@dataclass(frozen=True)
class Items:
    """A list.

    Attributes
    ----------
    items : tuple of str or Sentence
        One for each.
    """

    items: tuple[Words, ...]
    kind: ClassVar[str] = "items"


TableCell = Cell | Named | Sentence | str


@dataclass(frozen=True)
class Table:
    """A table; the first cell of each row names it.

    Attributes
    ----------
    caption : str or Sentence
        What it shows.
    headings : tuple of str
        One for each column.
    rows : tuple of tuple
        The cells.
    look : str
        ``numbers``, or ``story`` where the last columns hold text.
    """

    caption: Words
    headings: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    look: str = "numbers"
    kind: ClassVar[str] = "table"


@dataclass(frozen=True)
class Drawing:
    """A figure as it is drawn.

    Attributes
    ----------
    name : str
        The name of its files.
    inline : str
        SVG without title and caption, for the page.
    files : callable
        Draws it, with title and caption, as SVG and as PNG.
    """

    name: str
    inline: str = field(repr=False)
    files: Callable[[], tuple[bytes, bytes]] = field(repr=False)


@dataclass(frozen=True)
class Picture:
    """A figure with its words.

    Attributes
    ----------
    title : Sentence
        What it shows, as a finding.
    caption : Sentence
        How to read it, how many games, which bots.
    drawing : Drawing
        The figure.
    """

    title: Sentence
    caption: Sentence
    drawing: Drawing
    kind: ClassVar[str] = "picture"


@dataclass(frozen=True)
class BoardPicture:
    """A board as it stood at a moment of a game.

    Attributes
    ----------
    caption : Sentence
        Which moment.
    svg : str
        The board.
    words : str
        The same in words, for those who can't see it.
    """

    caption: Sentence
    svg: str
    words: str
    kind: ClassVar[str] = "board"


@dataclass(frozen=True)
class Commands:
    """What to type, or to save as a file.

    Attributes
    ----------
    lines : tuple of str
        One command each, or the file's lines.
    file : str
        The file's name; empty for commands.
    """

    lines: tuple[str, ...]
    file: str = ""
    kind: ClassVar[str] = "commands"


@dataclass(frozen=True)
class Heading:
    """A heading within a section.

    Attributes
    ----------
    text : str
        The heading.
    """

    text: str
    kind: ClassVar[str] = "heading"


Block = Finding | Paragraph | Items | Table | Picture | BoardPicture | Commands | Heading


@dataclass(frozen=True)
class Section:
    """A part of a report.

    Attributes
    ----------
    key : str
        Its address on the page.
    title : str
        Its heading.
    blocks : tuple of Block
        In order.
    """

    key: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Page:
    """A whole report.

    Attributes
    ----------
    title : str
        What it is about.
    lead : tuple of Sentence
        What was played.
    sections : tuple of Section
        The findings first.
    """

    title: str
    lead: tuple[Sentence, ...]
    sections: tuple[Section, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks in order."""
        return tuple(block for section in self.sections for block in section.blocks)

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """All figures in order."""
        return tuple(block.drawing for block in self.blocks if isinstance(block, Picture))

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences about what was measured; not what stands in the cells of tables."""
        found: list[Sentence] = list(self.lead)
        for block in self.blocks:
            found += [words for words in words_of(block) if isinstance(words, Sentence)]
        return tuple(found)


def words_of(block: Block) -> Sequence[Words]:
    """Give the sentences of a block."""
    if isinstance(block, Finding):
        return (block.claim, block.evidence)
    if isinstance(block, Paragraph):
        return block.sentences
    if isinstance(block, Items):
        return block.items
    if isinstance(block, Table):
        return (block.caption,)
    if isinstance(block, Picture):
        return (block.title, block.caption)
    return (block.caption,) if isinstance(block, BoardPicture) else ()
