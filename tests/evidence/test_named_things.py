"""Names, codes, dates and items of a list are bound like figures."""

import pytest

from arch_team.evidence.ledger import Ledger
from arch_team.wire import Language
from tests.evidence.books import check, codes, record

USERS = (
    ("U-01", "Anna Huber", "Bern", "2024-03-05"),
    ("U-02", "Peter Meier", "Basel", "2023-11-20"),
    ("U-03", "Sofia Rossi", "Lugano", "2025-01-15"),
)
QUESTION = "List all users"


def users() -> Ledger:
    return record(Ledger(), ("userId", "name", "city", "joined"), USERS, table=None)


def found(draft: str, language: Language = "en", question: str = QUESTION) -> list[str]:
    return codes(check(draft, users(), question=question, language=language))


@pytest.mark.parametrize(
    ("draft", "language"),
    [
        ("- Anna Huber\n- Peter Meier\n- Sofia Rossi", "en"),
        ("1. Anna Huber, Bern\n2. Peter Meier, Basel\n3. Sofia Rossi, Lugano", "de"),
        ("The users are: Anna Huber, Peter Meier and Sofia Rossi.", "en"),
        ("Es gibt folgende Benutzer: Anna Huber, Peter Meier und Sofia Rossi.", "de"),
        ("| Name | City |\n|---|---|\n| Anna Huber | Bern |\n| Peter Meier | Basel |\n| Sofia Rossi | Lugano |", "en"),
        ("Users: {{e1.r0.name}}, {{e1.r1.name}}, {{e1.r2.name}}.", "en"),
        ("- anna huber (U-01)\n- peter meier (U-02)\n- sofia rossi (U-03)", "en"),
        ('The user "Anna Huber" joined on 5 March 2024.', "en"),
        ("Anna Huber wohnt in Bern und ist seit 05.03.2024 dabei.", "de"),
        ("Sofia Rossi was the last to join, in 2025, and lives in Lugano.", "en"),
        ("Huber, Meier und Rossi sind die Benutzer.", "de"),
        ("- **Anna Huber**: Bern\n- **Peter Meier**: Basel\n- **Sofia Rossi**: Lugano", "en"),
    ],
)
def test_what_the_evidence_holds_may_be_typed(draft: str, language: Language) -> None:
    assert found(draft, language) == []


@pytest.mark.parametrize(
    ("draft", "language"),
    [
        ("- Anna Huber\n- Clara Vogel\n- Peter Meier\n- Sofia Rossi", "en"),
        ("- Anna Huber\n- Peter Meier\n- Marketing\n- Sofia Rossi", "en"),
        ("- Anna Huber\n- Peter Rossi\n- Sofia Rossi", "en"),
        ("1. Anna Huber, Bern\n2. Peter Meier, Chur", "de"),
        ("The users are: Anna Huber, Peter Meier, Clara Vogel and Sofia Rossi.", "en"),
        ("Es gibt folgende Benutzer: Anna Huber, Klara Vogel, Peter Meier und Sofia Rossi.", "de"),
        ("| Name | City |\n|---|---|\n| Anna Huber | Bern |\n| Clara Vogel | Basel |", "en"),
        ("Users: {{e1.r0.name}}, {{e1.r1.name}}, Clara Vogel.", "en"),
        ("- anna huber\n- clara vogel", "en"),
        ('The users are "Anna Huber" and "Clara Vogel".', "en"),
        ("Anna Huber wohnt in Bern, Klara Vogel in Basel.", "de"),
        ("Anna Huber works with Clara in Bern.", "en"),
        ("- Anna Huber (U-01)\n- Peter Meier (U-07)", "en"),
        ("- Anna Huber (U-01)\n- Peter Meier (U-2077)", "en"),
        ("Der Benutzer Anna Huber kommt aus Winterthur.", "de"),
    ],
)
def test_one_invention_among_real_names_is_refused(draft: str, language: Language) -> None:
    assert set(found(draft, language)) <= {"UNBOUND_NAME", "UNBOUND_FIGURE"}
    assert found(draft, language) != []


@pytest.mark.parametrize(
    ("draft", "language"),
    [
        ("Anna Huber joined on 6 March 2024.", "en"),
        ("Anna Huber, joined 2024-03-06", "en"),
        ("Anna Huber ist seit 06.03.2024 dabei.", "de"),
        ("Anna Huber joined in 1998.", "en"),
    ],
)
def test_a_day_or_year_that_no_cell_holds_is_refused(draft: str, language: Language) -> None:
    assert found(draft, language) == ["UNBOUND_DATE"]


def test_what_the_question_names_may_be_repeated() -> None:
    asked = "Is Clara Vogel a user?"
    assert found("Clara Vogel is not among the users: Anna Huber, Peter Meier and Sofia Rossi.", question=asked) == []
    assert found("- Klara Vogel\n- Anna Huber", question=asked) == ["UNBOUND_NAME"]


def test_the_finding_names_what_was_made_up_and_what_to_do() -> None:
    (held_back,) = check("- Anna Huber\n- Clara Vogel", users(), question=QUESTION, language="en").findings
    assert held_back.quote == "Clara Vogel"
    assert "{{e1.r0.column}}" in held_back.hint
