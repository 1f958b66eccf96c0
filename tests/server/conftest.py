"""Servers that tests share: one without keys, one with the keys of two tenants."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.house import House, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[House]:
    """Nobody has made a key: whoever sits at the machine is in."""
    with open_house(tmp_path_factory.mktemp("open"), demo_home) as opened:
        yield opened


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("locked"), demo_home) as opened:
        opened.key("somebody")
        yield opened
