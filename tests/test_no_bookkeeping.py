"""The package knows nothing of the demo's bookkeeping outside the rooms that are about it."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from arch_team.demo.trustee import TABLES
from arch_team.featuredata.tables import table_of
from arch_team.ontologies.trustee import TRUSTEE

PACKAGE = Path(str(files("arch_team")))
ROOMS = ("ontologies/trustee", "demo", "evals")
"""What is about the demo company: its model, its data, the questions asked of it."""
OTHER_SUBJECTS = {
    "requirements": "texts about any software, bookkeeping too",
    "search": "documents on any subject",
    "vectors": "documents on any subject",
    "routing/data/own_data.yaml": "a veto for any business; it must hold where no model is open",
    "routing/data/identity.yaml": "credits of authors",
    "routing/skills": "examples of what skills are asked",
    "text/notation.yaml": "words before any code, in any tables",
    "evidence/placeholders.yaml": "what invented data looks like",
    "evidence/named_things.yaml": "abbreviations that are no names",
    "text/lexicon/de.yaml": "irregular plurals and words for money of the language",
    "text/lexicon/en.yaml": "irregular plurals and words for money of the language",
    "evidence/days.py": "due and payable, said of any invoice",
    "featuredata/naming.py": "what a column's name tells, in any tables",
}
WORDS = re.compile(
    r"\b(?:saldo|salden|konto|konten|kontenplan|soll und haben|buchhaltung|buchungen?|bilanz\w*|erfolgsrechnung|"
    r"debitoren|kreditoren|vorsteuer|mwst|mehrwertsteuer|treuh\w*|bookkeep\w*|receivables?|payables?|vat|balance sheet|"
    r"income statement|chart of accounts|fiduciary|accounting)\b",
    re.IGNORECASE,
)


def _texts() -> list[Path]:
    kinds = (".py", ".yaml", ".md", ".js", ".html")
    found = (path for path in PACKAGE.rglob("*") if path.suffix in kinds)
    return [path for path in found if not path.relative_to(PACKAGE).as_posix().startswith(ROOMS)]


def _names() -> re.Pattern[str]:
    """Tables and columns of the books, where their name is more than an everyday word."""
    tables = [table_of(model) for model in TABLES]
    names = {table.name for table in tables} | {name for table in tables for name in table.fields}
    telling = {name for name in names if re.search(r"[a-z][A-Z]", name)} - {"contactId", "taxCode", "isActive"}
    return re.compile(rf"\b(?:{'|'.join(sorted(telling))}|{'|'.join(_account_codes())})\b")


def _account_codes() -> list[str]:
    """Bounds of the sets of accounts that cannot be taken for a year, a port or a round figure."""
    bounds = {str(v) for e in TRUSTEE.entities for i in e.invariants for v in (i.low, i.high) if v is not None}
    return sorted(code for code in bounds if re.fullmatch(r"[13-9]\d\d[1-9]", code) and not code.endswith("999"))


def _mentions(path: Path, wanted: re.Pattern[str]) -> list[str]:
    name = path.relative_to(PACKAGE).as_posix()
    lines = path.read_text(encoding="utf-8").splitlines()
    return [f"{name}:{at}: {found[0]}" for at, line in enumerate(lines, 1) if (found := wanted.search(line))]


def test_no_table_column_or_account_of_the_books_is_named_elsewhere() -> None:
    names = _names()
    assert names.search("closingBalance")
    assert [mention for path in _texts() for mention in _mentions(path, names)] == []


def test_no_word_of_the_books_is_used_elsewhere() -> None:
    kept = tuple(OTHER_SUBJECTS)
    asked = [path for path in _texts() if not path.relative_to(PACKAGE).as_posix().startswith(kept)]
    assert [mention for path in asked for mention in _mentions(path, WORDS)] == []


@pytest.mark.parametrize("place", OTHER_SUBJECTS)
def test_what_is_left_out_is_there(place: str) -> None:
    assert (PACKAGE / place).exists()
