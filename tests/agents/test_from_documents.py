"""Answers from documents: editions, differences and halves are told; a question finds its way without a skill."""

import asyncio
from pathlib import Path

import pytest

from arch_team.runs.answer import Answer
from arch_team.search.knowledge import knowledge_of
from arch_team.settings import Settings
from arch_team.society import Society
from tests.search.holding import written

STAFF = (
    "# Personalhandbuch\n\n## Ferien\n\nAlle Angestellten haben Anspruch auf 25 Ferientage pro Jahr.\n\n"
    "## Lohn\n\nDer Lohn wird am 25. des Monats ausbezahlt.\n"
)
OLD = "# Spesenreglement 2022\n\n## Auto\n\nFür das eigene Auto werden 60 Rappen pro Kilometer vergütet.\n"
NEW = "# Spesenreglement 2025\n\n## Auto\n\nFür das eigene Auto werden 75 Rappen pro Kilometer vergütet.\n"
ONLY_OLD = "# Kleiderordnung\n\n## Anzug\n\nIm Empfang wird ein blauer Anzug getragen.\n"
ONE = "# Merkblatt Empfang\n\nDer Empfang schliesst um 18 Uhr.\n"
OTHER = "# Hausordnung\n\nDer Empfang schliesst um 17 Uhr.\n"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("documents")
    settings = Settings(home=folder / "home", qdrant_url=None, model=None, mandate=None)
    texts = {"staff": STAFF, "spesen-2022": OLD, "spesen-2025": NEW, "one": ONE, "other": OTHER}
    texts["kleider"] = "---\nstatus: superseded\n---\n" + ONLY_OLD
    library = knowledge_of(settings).library("default")
    library.add([written(folder, f"{name}.md", text) for name, text in texts.items()])
    library.close()
    return settings


def ask(settings: Settings, question: str, skill: str | None = "knowledge") -> Answer:
    return asyncio.run(Society(settings, seconds=120).ask(question, skill=skill))


def test_of_two_editions_the_newer_is_quoted(settings: Settings) -> None:
    answer = ask(settings, "Wie viele Rappen pro Kilometer werden für das eigene Auto vergütet?")
    assert "75 Rappen" in answer.text
    assert "60 Rappen" not in answer.text


def test_what_only_a_superseded_document_says_is_marked(settings: Settings) -> None:
    answer = ask(settings, "Welcher Anzug wird im Empfang getragen?")
    assert "blauer Anzug" in answer.text
    assert "überholt" in answer.text


def test_two_sources_that_differ_are_both_shown_and_the_difference_is_said(settings: Settings) -> None:
    answer = ask(settings, "Um wie viel Uhr schliesst der Empfang?")
    assert "18 Uhr" in answer.text
    assert "17 Uhr" in answer.text
    assert "Die Quellen sagen nicht dasselbe." in answer.text


def test_of_two_questions_in_one_the_half_without_an_answer_is_named(settings: Settings) -> None:
    answer = ask(settings, "Wie viele Ferientage habe ich und wer leitet die Buchhaltung?")
    assert "25 Ferientage" in answer.text
    assert "Zu «wer leitet die Buchhaltung» habe ich keinen Satz gefunden" in answer.text
    both = ask(settings, "Wie viele Ferientage habe ich und an welchem Tag wird der Lohn ausbezahlt?")
    assert "25 Ferientage" in both.text
    assert "am 25. des Monats" in both.text


def test_an_item_of_a_list_with_two_sentences_is_cited_twice(tmp_path: Path) -> None:
    own = Settings(home=tmp_path / "home", qdrant_url=None, model=None, mandate=None)
    text = "# Limits\n\n- A folder holds up to 65534 backups, not more. That should be enough.\n- Names are short.\n"
    library = knowledge_of(own).library("default")
    library.add([written(tmp_path, "limits.md", text)])
    library.close()
    answer = ask(own, "How many backups does a folder hold?")
    assert answer.status == "approved"
    assert "65534 backups, not more. [1]" in answer.text


def test_what_leads_up_to_a_quote_from_farther_above_is_a_line_of_its_own(tmp_path: Path) -> None:
    own = Settings(home=tmp_path / "home", qdrant_url=None, model=None, mandate=None)
    library = knowledge_of(own).library("default")
    text = "# Archiv\n\nFür die Ablage gilt bei uns:\n\nCopies are in the cellar. Invoices are kept for ten years.\n"
    library.add([written(tmp_path, "archiv.md", text)])
    library.close()
    answer = ask(own, "How long are invoices kept?")
    assert answer.status == "approved", answer.reason
    assert answer.text.startswith("Für die Ablage gilt bei uns: [1]\nInvoices are kept for ten years. [1]\n")


def test_a_question_in_a_text_answers_none(tmp_path: Path) -> None:
    own = Settings(home=tmp_path / "home", qdrant_url=None, model=None, mandate=None)
    library = knowledge_of(own).library("default")
    library.add([written(tmp_path, "faq.md", "# FAQ\n\n- Wer leitet die Kantine?\n- Wann öffnet die Kantine?\n")])
    library.close()
    assert ask(own, "Wer leitet die Kantine?").status == "refused"


def test_of_two_sentences_the_amount_must_be_of_what_is_asked_about(tmp_path: Path) -> None:
    own = Settings(home=tmp_path / "home", qdrant_url=None, model=None, mandate=None)
    library = knowledge_of(own).library("default")
    text = "# Haus\n\nDer Lesesaal hat 34 Plätze. Essen ist nur im Café erlaubt.\n"
    library.add([written(tmp_path, "haus.md", text)])
    library.close()
    assert ask(own, "Wie viele Plätze hat das Café?").text == ""
    assert "34 Plätze" in ask(own, "Wie viele Plätze hat der Lesesaal?").text


def test_a_fact_that_is_not_there_is_not_answered_with_another(settings: Settings) -> None:
    for question in ("In welchem Raum ist der Empfang?", "Wie hoch ist der Lohn?", "Wer leitet den Empfang?"):
        assert ask(settings, question).status == "refused", question


class TestWithoutASkill:
    def test_what_the_tables_cannot_answer_and_the_documents_can_is_answered_and_says_so(
        self, settings: Settings
    ) -> None:
        answer = ask(settings, "Wie viele Ferientage habe ich?", skill=None)
        assert (answer.status, answer.skill) == ("approved", "knowledge")
        assert "25 Ferientage" in answer.text
        assert "steht in den Dokumenten" in answer.warnings[0]

    def test_what_neither_answers_keeps_the_word_of_the_tables(self, settings: Settings) -> None:
        answer = ask(settings, "Wie viele Einhörner habe ich?", skill=None)
        assert (answer.status, answer.skill) == ("refused", "data")
        assert "Einhörner" in (answer.reason or "")

    def test_the_tables_answer_first(self, settings: Settings) -> None:
        answer = ask(settings, "Was ist der Banksaldo per 31.12.2025?", skill=None)
        assert (answer.status, answer.skill) == ("approved", "data")

    def test_without_documents_nothing_changes(self, tmp_path: Path) -> None:
        answer = ask(Settings(home=tmp_path, qdrant_url=None, model=None), "Wie viele Ferientage habe ich?", skill=None)
        assert (answer.status, answer.skill) == ("refused", "data")
