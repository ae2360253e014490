"""Measure everything and print the figures: ``python -m benchmarks``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    quietly = ["-q", "--no-header", "--benchmark-columns=min,median,rounds", "--benchmark-sort=name"]
    sys.exit(pytest.main([str(Path(__file__).parent), *quietly, *sys.argv[1:]]))
