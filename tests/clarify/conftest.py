from pathlib import Path

import pytest

from arch_team.clarify.folder import FolderStore
from tests.clarify.stores import Time


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home" / "questions"


@pytest.fixture
def store(folder: Path, time: Time) -> FolderStore:
    return FolderStore(folder, clock=time, pause=time.pause, interval=1.0)
