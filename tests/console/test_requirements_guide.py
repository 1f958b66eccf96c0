"""The guide to reviewing requirements says what happens: its commands are run, and their output is compared."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import warm

GUIDE = Path(__file__).parents[2] / "docs" / "requirements.md"
_BLOCK = re.compile(r"^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_ANYTHING = "…"


class Block(NamedTuple):
    info: str
    body: str


class Command(NamedTuple):
    line: str
    output: str


def blocks() -> list[Block]:
    return [Block(found["info"], found["body"]) for found in _BLOCK.finditer(GUIDE.read_text(encoding="utf-8"))]


def commands(body: str) -> list[Command]:
    parts = re.split(r"^\$ (.*)$", body, flags=re.MULTILINE)[1:]
    return [Command(line, output.strip("\n")) for line, output in zip(parts[::2], parts[1::2], strict=True)]


def as_pattern(output: str) -> str:
    """A line of `…` stands for any lines, `…` at the end of a line for the rest of it."""
    lines = [r"(?:.*\n)*?" if line == _ANYTHING else _line(line) + r"\n" for line in output.split("\n")]
    return "".join(lines)


def _line(line: str) -> str:
    return ".*".join(re.escape(part.rstrip() if part else part) for part in line.split(_ANYTHING))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for block in blocks():
        name = re.search(r"file=(\S+)", block.info)
        if name:
            (tmp_path / name[1]).write_text(block.body, encoding="utf-8")
    return tmp_path


def run(arguments: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    return warm.command(*arguments, cwd=folder, env=environment(folder), timeout=120)


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "ARCH_TEAM_HOME": str(folder / "home"), "COLUMNS": "100"}


def test_the_commands_print_what_the_guide_shows(folder: Path) -> None:
    code = 0
    seen = 0
    for block in blocks():
        for line, output in commands(block.body) if block.info == "console" else []:
            seen += 1
            if line == "echo $?":
                assert output == str(code)
                continue
            words = shlex.split(line)
            assert words[0] == "arch-team"
            result = run(words[1:], folder)
            code = result.returncode
            assert code in (0, 5), result.stderr
            printed = result.stdout + result.stderr
            assert re.fullmatch(as_pattern(output), printed), f"{line}\n{printed}"
    assert seen >= 4
    assert {"review.html", "review.xlsx"} <= {path.name for path in folder.iterdir()}


def test_the_script_of_the_guide_runs(folder: Path) -> None:
    (script,) = [block.body for block in blocks() if block.info == "python run"]
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment(folder),
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("REQ-2 ")
