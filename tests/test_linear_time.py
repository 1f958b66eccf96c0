"""Time grows with the length of a text, not faster, for every reader of what users write: questions, requirements,
documents. Texts are made to be hard: repeats, nesting, long words, mixed scripts."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arch_team.documents import FileContent, chunks_of, read_document
from arch_team.errors import ArchTeamError
from arch_team.front_door import enter, language_of
from arch_team.models.embedded.figure_path import FigurePath
from arch_team.models.embedded.requirements_request import read_request
from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.compare import find_conflicts
from arch_team.requirements.model import Requirement
from arch_team.requirements.read import read_bytes
from arch_team.requirements.rewrite.rewriter import Rewriter
from arch_team.settings import Settings
from arch_team.tools.files import open_files
from arch_team.tools.session import open_source

EXAMPLES = int(os.environ.get("ARCH_TEAM_FUZZ_EXAMPLES", "0")) // 100 or 2
SHORT, TIMES = 1_500, 4
SLACK = 0.15
"""Seconds that say nothing: what is loaded at first, and how finely time is told."""
FACTOR = 2.5
"""How much more than its length a text may cost. Quadratic would be TIMES."""
UNITS = (
    "http://a.", "As a user I want ", "Als Benutzer möchte ich ", "(", "[[a](", "> ", "- ", "#", "a", "1'0", "**a",
    "\n", "\t", "<div>", "{{", "und ", "nicht ", "中", "é́", "|a", "%", '"', "?", "/", "a@b.", "z. B. ", "1) ", "```\n",
    "so that ", "Given x When y Then z ", "must not ", "CHF 1 ", "31.12.2025 ", "each of the ",
)  # fmt: skip


@cache
def _evaluator() -> Evaluator:
    return Evaluator()


def _evaluated(text: str) -> object:
    return _evaluator().evaluate(Requirement(id="1", text=text))


def _rewritten(text: str) -> object:
    return Rewriter(_evaluator()).rewrite(_evaluator().evaluate(Requirement(id="1", text=text)))


def _compared(text: str) -> object:
    return find_conflicts([Requirement(id="1", text=text), Requirement(id="2", text="Das System zeigt 3 Dinge.")])


def _document(kind: Any, text: str) -> object:
    file = FileContent(Path(f"a.{kind}"), text.encode("utf-8", "replace"), kind, datetime.now(UTC))
    return list(chunks_of(read_document(file)))


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Callable[[str], object]]:
    home = tmp_path_factory.mktemp("linear")
    file = home / "orders.csv"
    file.write_text("name,amount,city\nA,1,Bern\nB,2,Thun\n")
    books = open_source(Settings(home=home)).engine
    tables = open_files((file,), Settings(home=home)).engine
    figures = FigurePath.of(books, "de")
    assert figures is not None
    return {
        "the front door": lambda text: enter(text, None, language_of(text), list[str], lambda: None),
        "questions for figures": figures.read,
        "questions of tables": lambda text: tables.read(text, "de"),
        "the rules": _evaluated,
        "the rewriter": _rewritten,
        "requests": read_request,
        "conflicts": _compared,
        "text files": lambda text: read_bytes(text.encode("utf-8", "replace"), "a.txt"),
        "Markdown files": lambda text: read_bytes(text.encode("utf-8", "replace"), "a.md"),
        "tables of requirements": lambda text: read_bytes(text.encode("utf-8", "replace"), "a.csv"),
        "Markdown documents": lambda text: _document("markdown", text),
        "HTML documents": lambda text: _document("html", text),
        "plain documents": lambda text: _document("text", text),
    }


def cost(read: Callable[[str], object], text: str) -> float:
    begun = time.process_time()
    with suppress(ArchTeamError):  # it may be refused, in time
        read(text)
    return time.process_time() - begun


NAMES = (
    "the front door", "questions for figures", "questions of tables", "the rules", "the rewriter", "requests",
    "conflicts", "text files", "Markdown files", "tables of requirements", "Markdown documents",
    "HTML documents", "plain documents",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_twice_the_text_takes_about_twice_the_time(name: str, readers: dict[str, Callable[[str], object]]) -> None:
    read = readers[name]
    cost(read, "Das System zeigt dem Kunden 3 Rechnungen. As a user I want to see it.")

    @settings(
        max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
    )
    @given(st.lists(st.sampled_from(UNITS) | st.text(max_size=6), min_size=1, max_size=3).map("".join).filter(bool))
    def grows(unit: str) -> None:
        _holds(read, unit)

    for unit in UNITS if EXAMPLES > 2 else UNITS[_turn(name) :: 7]:
        _holds(read, unit)
    grows()


def _turn(name: str) -> int:
    """Every reader meets a seventh of the hard texts; with more examples, all of them."""
    return NAMES.index(name) % 7


def _holds(read: Callable[[str], object], unit: str) -> None:
    def text(length: int) -> str:
        return (unit * (length // len(unit) + 1))[:length]

    short, long = cost(read, text(SHORT)), cost(read, text(SHORT * TIMES))
    if long > FACTOR * TIMES * short + SLACK:  # once more, for the machine's own moods
        short, long = cost(read, text(SHORT)), cost(read, text(SHORT * TIMES))
    assert long <= FACTOR * TIMES * short + SLACK, f"{unit!r}: {short:.2f} s, {TIMES} times as long {long:.2f} s"


@pytest.mark.parametrize("unit", ["http://a.", "As a user I want "])
def test_ten_thousand_characters_are_read_in_moments(unit: str, readers: dict[str, Callable[[str], object]]) -> None:
    text = (unit * 10_000)[:10_000]
    for name in ("the front door", "questions for figures", "questions of tables", "the rules"):
        assert cost(readers[name], text) < 2.0, name
