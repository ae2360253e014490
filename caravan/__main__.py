"""``python -m caravan``: the same as the ``caravan`` command."""

from __future__ import annotations

import sys

from caravan.cli import main

if __name__ == "__main__":
    sys.exit(main())
