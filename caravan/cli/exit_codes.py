"""What the command ends with."""

from __future__ import annotations

DONE, VIOLATIONS, FAILED, STOPPED = 0, 1, 2, 130
"""Exit codes: all went well; `check` found violations; the input or the output was at fault; stopped by Ctrl-C."""
