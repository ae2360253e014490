"""A button that has a file written when it is pressed."""

# mypy: allow-untyped-calls

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable

import panel_material_ui as pmui


def file_button(
    label: str, filename: str, write: Callable[[], Awaitable[tuple[str, bytes]]], width: int = 132
) -> pmui.FileDownload:
    """Make a button that can't be pressed yet.

    Parameters
    ----------
    label : str
        What is written on it.
    filename : str
        What the file is called before it was written.
    write : callable
        Gives the file's name and its content, without keeping the page's thread; the button shows that it is at work.
    width : int, optional
        In pixels.

    Returns
    -------
    FileDownload
        To be enabled once there is something to write.
    """

    async def prepare() -> io.BytesIO:
        button.loading = True
        try:
            name, content = await write()
        finally:
            button.loading = False
        button.filename = name
        return io.BytesIO(content)

    button = pmui.FileDownload(
        callback=prepare, filename=filename, label=label, disabled=True, auto=True, embed=False, width=width, margin=0
    )
    button.variant = "outlined"  # given above, Panel 1.9 would take it for a deprecated name
    return button
