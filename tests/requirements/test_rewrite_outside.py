"""Rewrites of requirements that nobody here wrote: still no figure made up, and none lost."""

import re
import warnings
from pathlib import Path

import pytest

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.rewrite.rewriter import Rewriter

pytestmark = pytest.mark.thorough

EVERY = 12
"""One of so many, to stay quick."""
_LABEL = re.compile(r"\s*(?:[\w.-]*\d[\w.-]*\s*[:.)–-]?\s+)?")


@pytest.mark.parametrize("name", ["DS1", "DS2", "DS3", "DS4"])
def test_no_figure_is_made_up_and_none_is_lost(outside_data: Path, name: str) -> None:
    rewriter = Rewriter(Evaluator())
    rewritten = 0
    for text in _texts(outside_data / "arta_smells" / f"{name}.xlsx")[::EVERY]:
        told = rewriter.rewrite(rewriter.evaluator.evaluate(text))
        if told.is_unchanged:
            continue
        rewritten += 1
        label = _LABEL.match(text)
        own = set(re.findall(r"\d+", text))
        shown = set(re.findall(r"\d+", "\n".join((told.text, *told.acceptance_criteria))))
        assert shown <= own, text
        assert own - set(re.findall(r"\d+", label[0] if label else "")) <= shown, text
    assert rewritten > 10


def _texts(path: Path) -> list[str]:
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = load_workbook(path, read_only=True)
        rows = book.worksheets[0].iter_rows(values_only=True, min_row=2)
        texts = list(dict.fromkeys(str(row[0]) for row in rows if row[0]))
        book.close()
    return texts
