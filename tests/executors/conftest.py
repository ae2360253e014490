"""Executors with real processes, started once for all tests that use them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from caravan.executors.dask_workers import DaskExecutor, dask_executor
from caravan.executors.processes import ProcessExecutor, process_executor


@pytest.fixture(scope="session")
def processes() -> Iterator[ProcessExecutor]:
    """Two processes."""
    with process_executor(2) as executor:
        yield executor


@pytest.fixture(scope="session")
def dask_workers() -> Iterator[DaskExecutor]:
    """A Dask cluster of two processes on this machine."""
    with dask_executor(2) as executor:
        yield executor


@pytest.fixture(scope="session")
def scheduler(dask_workers: Any) -> str:
    """The address of that cluster's scheduler."""
    return str(dask_workers._client.scheduler.address)
