"""The embedded operator at the demo's books, guard included."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.evidence.required import RequiredTools
from arch_team.models.embedded.figure_path import FigurePath
from arch_team.models.embedded.plan import Ask, Cannot, Found, Outcome, Say, only
from arch_team.settings import Settings
from arch_team.tools.grounding import grounding
from arch_team.tools.session import DataSource, open_source
from arch_team.wire import Language

Asked = Callable[[str], str]


@pytest.fixture(scope="session")
def books(demo_file: Path) -> DataSource:
    return open_source(Settings(db=f"duckdb:///{demo_file}", mandate="alpenblick"))


@pytest.fixture(scope="session")
def society(tmp_path_factory: pytest.TempPathFactory) -> Society:
    """The embedded default, as `arch-team ask` has it."""
    return Society(Settings(home=tmp_path_factory.mktemp("home"), model=None))


@pytest.fixture(scope="session")
def ask(books: DataSource) -> Asked:
    """The approved text; `? …` where something is asked; `- …` where it is refused."""

    def asked(question: str) -> str:
        english = re.search(r"\b(how|what|which|who|are|is|did|do|the)\b", question, re.IGNORECASE)
        language: Language = "en" if english else "de"
        tools = books.tools()
        path = FigurePath.of(books.engine, language)
        assert path is not None
        read = path.read(question)
        plan = path.plan(read) if read.is_read else only(Cannot(", ".join(read.unknown)))
        outcome: Outcome
        try:
            call = next(plan)
            while True:
                result = tools.call(call.tool, call.arguments)
                assert result.success, result.error
                assert result.evidence is not None
                assert result.data is not None
                found = Found(result.evidence.id, tuple(result.data["rows"]), result.evidence.truncated)
                call = plan.send(found)
        except StopIteration as stop:
            outcome = stop.value
        if isinstance(outcome, Ask):
            return f"? {outcome.question}"
        if isinstance(outcome, Cannot):
            return f"- {outcome.reason}"
        assert isinstance(outcome, Say)
        required = RequiredTools.for_source(books.kind)
        check = grounding(question, [], language, books.catalog, tools, required, trusted=lambda _draft: True)
        checked = check(outcome.text)
        assert checked.ok, checked.findings
        return checked.text

    return asked
