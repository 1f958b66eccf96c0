"""The mechanism stays one: words are data, and no pattern reads a question."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

import arch_team
from arch_team.forms import form
from arch_team.text.lexicon import LANGUAGES, lexicon_of
from arch_team.text.packaged import packaged
from arch_team.wire import Wire

PACKAGE = Path(arch_team.__file__).parent
ROOMS = ("semantics", "gathering", "doubts", "grammar", "following")
READING = (*ROOMS, "measuring", "reading", "forms")
"""All rooms that a question goes through."""
FILES = [path for room in ROOMS for path in sorted((PACKAGE / room).glob("*.py"))]
PATHS = [
    *(path for room in READING for path in sorted((PACKAGE / room).glob("*.py"))),
    *PACKAGE.glob("tools/question_*.py"),
]
KINDS = frozenset(
    {
        "and",
        "or",
        "contains",
        "starts",
        "ends",
        "key",
        "value",
        "extreme",
        "figure",
        "max",
        "min",
        "sum",
        "avg",
        "percent",
        "given",
        "columns",
    }
)
"""Names of kinds of nodes and of outputs, not words of a language."""
FIELDS = frozenset(
    name
    for model in vars(form).values()
    if isinstance(model, type) and issubclass(model, Wire)
    for name in model.model_fields
)
"""What the parts of a form are called."""


def constants(path: Path) -> Iterator[str]:
    """Every text in a module but its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_word_of_a_language_stands_in_the_reader(path: Path) -> None:
    classes = set(cast("dict[str, Any]", packaged("lexicon/en.yaml")))
    names = {word for name in classes for word in (name, *name.split("_"))} | KINDS | FIELDS
    words = frozenset[str]().union(*(lexicon_of(language).all_words() for language in LANGUAGES))
    found = {text for text in constants(path) if text.isalpha() and len(text) > 1 and text in words}
    assert found <= names


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_pattern_reads_a_question(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names} | {
        node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
    }
    assert "re" not in imported


def test_the_rooms_of_the_reader_stay_small() -> None:
    for room in ROOMS:
        lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in (PACKAGE / room).glob("*.py"))
        assert lines <= 4000, f"{room} has {lines} lines"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_is_one_thing(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 600
