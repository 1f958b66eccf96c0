"""Packaged lists are parsed once and kept as compiled modules are; what is kept is never trusted over the file."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

import pytest

from arch_team import packaged
from arch_team.packaged import load_packaged, load_yaml

TEXT = "light: [ganz, zuerst]\nscale: {tausend: 1000}\nmonths: {1: [Jänner, Januar]}\nshare: 0.5\nnone: null\n"
HELD = {
    "light": ["ganz", "zuerst"],
    "scale": {"tausend": 1000},
    "months": {1: ["Jänner", "Januar"]},
    "share": 0.5,
    "none": None,
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    path = tmp_path / "words.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def kept(file: Path) -> list[Path]:
    return sorted((file.parent / "__pycache__").glob("*"))


def not_parsed(_text: str) -> NoReturn:
    raise AssertionError("it was parsed again")


def test_a_list_is_parsed_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_packaged(file) == HELD
    monkeypatch.setattr(packaged, "load_yaml", not_parsed)
    again = load_packaged(file)
    assert again == HELD
    assert (list(again), list(again["months"])) == (list(HELD), [1])


def test_a_list_that_was_changed_is_parsed_again(file: Path) -> None:
    load_packaged(file)
    file.write_text(TEXT.replace("1000", "1001"), encoding="utf-8")
    assert load_packaged(file)["scale"] == {"tausend": 1001}
    assert load_packaged(file)["scale"] == {"tausend": 1001}


@pytest.mark.parametrize("broken", [b"", b"short", slice(0, 20), slice(0, 40), slice(0, -1), slice(1, None)])
def test_what_is_cut_short_or_not_ours_is_made_again(
    file: Path, broken: bytes | slice, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_packaged(file)
    (path,) = kept(file)
    path.write_bytes(broken if isinstance(broken, bytes) else path.read_bytes()[broken])
    assert load_packaged(file) == HELD
    monkeypatch.setattr(packaged, "load_yaml", not_parsed)
    assert load_packaged(file) == HELD


def test_one_bit_that_turned_is_seen(file: Path) -> None:
    load_packaged(file)
    (path,) = kept(file)
    whole = path.read_bytes()
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert load_packaged(file) == HELD


def test_a_folder_that_cannot_be_written_to_costs_time_only(file: Path) -> None:
    (file.parent / "__pycache__").write_text("no folder", encoding="utf-8")
    assert load_packaged(file) == HELD
    assert load_packaged(file) == HELD


def test_where_python_keeps_nothing_nothing_is_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert load_packaged(file) == HELD
    assert kept(file) == []


def test_a_value_that_is_not_plain_is_not_kept(file: Path) -> None:
    file.write_text("day: 2025-12-31\n", encoding="utf-8")
    assert load_packaged(file) == load_packaged(file) == load_yaml("day: 2025-12-31\n")
    assert kept(file) == []


def test_many_at_once_leave_one_whole_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def one(_number: int) -> object:
        for path in kept(file):
            path.unlink(missing_ok=True)
        return load_packaged(file)

    with ThreadPoolExecutor(8) as pool:
        assert all(found == HELD for found in pool.map(one, range(64)))
    load_packaged(file)
    assert [path.suffix for path in kept(file)] == [".data"]
    monkeypatch.setattr(packaged, "load_yaml", not_parsed)
    assert load_packaged(file) == HELD
