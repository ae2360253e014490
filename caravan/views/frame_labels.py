"""What the page's frame leaves unsaid or says for nothing, mended for people who listen to the page."""

# mypy: allow-untyped-calls

from __future__ import annotations

from pathlib import Path
from typing import Any

from panel.custom import JSComponent


class FrameLabels(JSComponent):
    """Keeps the frame's empty parts from being read aloud."""

    _esm = Path(__file__).parent / "frame_labels.js"

    def __init__(self, **params: Any) -> None:
        super().__init__(width=0, height=0, margin=0, **params)
