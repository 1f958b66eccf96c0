"""A skill that names tools has them: tables, documents and calculations, and no figure of the model's own."""

import asyncio
from pathlib import Path

import pytest

from arch_team.models.scripted import Call, Script, Scripted
from arch_team.runs.answer import Answer
from arch_team.search.knowledge import knowledge_of, tenant_of
from arch_team.settings import Settings
from arch_team.society import Society

BANK = Call(
    "queryTable",
    {
        "tableName": "TrusteeDataAccountBalance",
        "fields": ["accountNumber", "closingBalance"],
        "filters": [
            {"field": "periodYear", "op": "=", "value": 2025},
            {"field": "periodMonth", "op": "=", "value": 0},
            {"field": "accountNumber", "op": "=", "value": "1020"},
        ],
    },
)
SEARCH = Call("search_knowledge", {"query": "Wie lange werden Belege aufbewahrt?"})
VAT = Call("calculate", {"expression": "1250 * 8.1 / 100"})
QUESTION = "Schritt für Schritt: Bankguthaben Ende 2025, Aufbewahrung, und 8.1 % von 1250?"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    home: Path = tmp_path_factory.mktemp("skills")
    handbook = home / "handbook.md"
    handbook.write_text("# Handbuch\n\nBelege werden 10 Jahre aufbewahrt.\n", encoding="utf-8")
    found = Settings(home=home, db=None, model=None)
    library = knowledge_of(found).library(tenant_of(found))
    library.add([handbook])
    library.close()
    return found


def asked(settings: Settings, *turns: Script, skill: str = "react_agent") -> tuple[Answer, Scripted]:
    client = Scripted(*turns)
    society = Society(settings, client=client, seconds=30)
    return asyncio.run(society.ask(QUESTION, skill=skill, language="de")), client


@pytest.mark.parametrize("skill", ["react_agent", "rewoo_agent"])
def test_one_answer_draws_on_tables_documents_and_a_calculation(settings: Settings, skill: str) -> None:
    draft = (
        "Gefunden: Konto 1020 {{e1.r0.closingBalance}}, die Steuer beträgt {{e2.r0.result}}.\n"
        "Belege werden 10 Jahre aufbewahrt. {{k1}}\nREADY_FOR_VALIDATION"
    )
    answer, client = asked(settings, BANK, SEARCH, VAT, draft, skill=skill)
    assert answer.status == "approved", answer.reason
    assert answer.text == (
        "Gefunden: Konto 1020 CHF 152'400.00, die Steuer beträgt 101.25.\n\n"
        "Belege werden 10 Jahre aufbewahrt. [1]\n\nQuellen:\n[1] Handbuch (handbook.md)"
    )
    assert [answer.text[f.start :].startswith(f.display) for f in answer.figures] == [True] * len(answer.figures)
    assert answer.from_own_data
    assert [call.tool for call in answer.trace.tool_calls] == ["queryTable", "search_knowledge", "calculate"]
    assert {entry["id"] for entry in answer.evidence} == {"e1", "e2", "k1"}
    assert client.choices[0] == "required"


@pytest.mark.parametrize(
    ("turns", "code"),
    [
        ([BANK, "Gefunden: 1020 hat 999'999.00 CHF. READY_FOR_VALIDATION"], "Beleg"),
        ([SEARCH, "Belege werden 30 Jahre aufbewahrt. {{k1}} READY_FOR_VALIDATION"], ""),
        (["Schritt: Das Guthaben ist gut gefunden. READY_FOR_VALIDATION"], "queryTable or aggregateTable"),
        ([VAT, "Belege werden 10 Jahre aufbewahrt. {{k1}} READY_FOR_VALIDATION"], ""),
    ],
    ids=["figure", "passage", "no call", "no passage"],
)
def test_what_no_tool_said_is_held_back(settings: Settings, turns: list[Script], code: str) -> None:
    answer, _ = asked(settings, *turns)
    assert answer.status != "approved"
    assert answer.text == ""
    assert code in (answer.reason or "")


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("48000 * 3", "48000 stands in no question and no passage"),
        ("import os", "no calculation"),
        ("1250 / 0", "no calculation"),
        ("", "give one calculation"),
    ],
)
def test_a_calculation_takes_known_figures_alone(settings: Settings, expression: str, told: str) -> None:
    answer, _ = asked(settings, Call("calculate", {"expression": expression}), "CANNOT_ANSWER: nein")
    (call,) = answer.trace.tool_calls
    assert call.validation_failure_code == "INVALID_ARGUMENT"
    assert told in (call.error or "")


def test_figures_of_passages_and_of_earlier_results_may_go_in(settings: Settings) -> None:
    answer, _ = asked(
        settings,
        SEARCH,
        Call("calculate", {"expression": "10 * 12"}),
        Call("calculate", {"expression": "120 / 12"}),
        "Das sind {{e1.r0.result}} Schritte. READY_FOR_VALIDATION",
    )
    assert [call.success for call in answer.trace.tool_calls] == [True, True, True]
    assert answer.text == "Das sind 120 Schritte."


def test_a_calculation_alone_is_not_from_the_user_s_data(settings: Settings) -> None:
    answer, _ = asked(settings, VAT, "Das Ergebnis ist {{e1.r0.result}}. READY_FOR_VALIDATION")
    assert (answer.text, answer.from_own_data) == ("Das Ergebnis ist 101.25.", False)


def test_what_counts_as_made_up_is_a_setting_here_too(settings: Settings) -> None:
    own = settings.model_copy(update={"placeholder_patterns": ("Igel",), "placeholder_whitelist": ("Max Mustermann",)})
    stated = "{who} meint: das Ergebnis ist {{{{e1.r0.result}}}}. READY_FOR_VALIDATION"
    for who, plain, changed in (("Igel", True, False), ("Max Mustermann", False, True)):
        draft = stated.format(who=who)
        assert [asked(each, VAT, draft)[0].ok for each in (settings, own)] == [plain, changed]
    quoted = "Belege werden 10 Jahre aufbewahrt, sagt Igel. {{k1}} READY_FOR_VALIDATION"
    assert not asked(own, SEARCH, quoted)[0].ok
