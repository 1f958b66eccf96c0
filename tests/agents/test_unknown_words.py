"""A word that nothing explains: the person says what it means, it is learned, or two readings agree on it."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.clarify.clarifiers import ScriptedClarifier
from arch_team.clarify.words import LearnedWord, Words
from arch_team.engine.word_store import PersonWords, SqlWords, open_words
from arch_team.models.scripted import Fails, Script, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.wire import Language

QUESTION = "Wie viel Kohle haben wir Ende 2025?"
BANK = """SELECT currency, SUM(closingBalance) FROM TrusteeDataAccountBalance
WHERE accountNumber BETWEEN '1020' AND '1029' AND periodMonth = 0 AND periodYear = {year} GROUP BY currency"""


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(home=tmp_path_factory.mktemp("home"), model=None)


@pytest.fixture
def store(tmp_path: Path) -> SqlWords:
    return open_words(Settings(home=tmp_path))


def ask(
    settings: Settings,
    question: str = QUESTION,
    *turns: Script,
    answers: Sequence[str | None] = (),
    words: Words | None = None,
) -> tuple[Answer, ScriptedClarifier]:
    clarifier = ScriptedClarifier(answers)
    society = Society(
        settings,
        client=Scripted(*turns) if turns else None,
        clarifier=clarifier if answers else None,
        words=words,
        seconds=30,
    )
    return asyncio.run(society.ask(question)), clarifier


class TestThePersonIsAsked:
    def test_with_the_likeliest_senses_what_each_gives_and_a_way_out(self, settings: Settings) -> None:
        answer, _ = ask(settings)
        assert answer.status == "needs_clarification"
        assert answer.clarification is not None
        assert answer.clarification.suggested_answers == ("Kasse", "Bank", "nichts davon")
        asked = answer.clarification.question
        assert asked.startswith("«Kohle» kenne ich hier nicht. Was ist gemeint: (1) Kasse, das ergibt «Kasse (1000)")

    @pytest.mark.parametrize("said", ["Bank", "2", "(2)"])
    def test_and_what_was_chosen_is_answered_and_told(self, settings: Settings, said: str) -> None:
        answer, clarifier = ask(settings, answers=[said])
        assert answer.status == "approved", answer.reason
        assert "180'500.00" in answer.text
        assert [(a.word, a.meaning, a.origin) for a in answer.assumptions] == [("Kohle", "Bank", "confirmed")]
        assert answer.read_as is not None
        assert answer.read_as.endswith("«Kohle» gelesen als «Bank» (von Ihnen so gesagt)")
        assert len(clarifier.asked) == 1

    def test_own_words_do_as_well(self, settings: Settings) -> None:
        answer, _ = ask(settings, answers=["Flüssige Mittel"])
        assert answer.status == "approved", answer.reason
        assert "Flüssige Mittel" in answer.text

    def test_none_of_these_ends_it_without_another_question(self, settings: Settings) -> None:
        answer, clarifier = ask(settings, answers=["nichts davon"])
        assert (answer.status, len(clarifier.asked)) == ("refused", 1)
        assert answer.reason is not None
        assert "«Kohle»" in answer.reason

    def test_at_most_two_questions_are_asked_of_one(self, settings: Settings) -> None:
        answer, clarifier = ask(settings, answers=["Knete", "Moos", "Zaster"])
        assert answer.status == "refused"
        assert len(clarifier.asked) == 2

    def test_a_name_that_is_near_to_nothing_is_only_named(self, settings: Settings) -> None:
        answer, _ = ask(settings, "Wie viel schulden wir der Swisscom?")
        assert answer.status == "refused"

    def test_on_any_tables_too(self, tmp_path: Path) -> None:
        path = tmp_path / "staff.csv"
        path.write_text("employee,salary,city\nAnna,100,Bern\nBeat,200,Basel\n", encoding="utf-8")
        own = Settings(home=tmp_path / "home", file=path, model=None)
        answer, _ = ask(own, "What is the highest remuneration?", answers=["salary"])
        assert (answer.status, answer.text) == ("approved", "Highest salary of staff: 200"), answer.reason
        assert answer.assumptions[0].meaning == "salary"


class TestWhatIsOffered:
    @pytest.fixture
    def own(self, tmp_path: Path) -> Settings:
        path = tmp_path / "payments.csv"
        rows = ["success,10,Bern", "success,20,Basel", "Fail,5,Bern", "pending,7,Basel"]
        lines = [f"{at},{row}" for at, row in enumerate(rows * 3, 1)]
        path.write_text("\n".join(["payment_id,result,amount,city", *lines]) + "\n", encoding="utf-8")
        return Settings(home=tmp_path / "home", file=path, model=None)

    @pytest.mark.parametrize(
        ("question", "value", "told"),
        [
            ("What is the total amount of succeeding payments?", "success", "90"),
            ("How many failing payments are there?", "Fail", "3"),
        ],
    )
    def test_a_stored_value_of_the_same_family_comes_first(
        self, own: Settings, question: str, value: str, told: str
    ) -> None:
        asked, _ = ask(own, question)
        assert asked.clarification is not None, asked.reason
        assert asked.clarification.suggested_answers[0] == value
        answer, _ = ask(own, question, answers=[value])
        assert (answer.status, answer.text.rpartition(" ")[2]) == ("approved", told), answer.reason

    @pytest.mark.parametrize("question", ["How many purple payments are there?", "How many payments are negative?"])
    def test_nothing_that_only_makes_the_word_vanish_or_is_far_from_it(self, own: Settings, question: str) -> None:
        answer, _ = ask(own, question)
        assert answer.status == "refused"
        assert question.split()[2 if "purple" in question else -1].strip("?") in (answer.reason or "")


class TestWordsAreLearned:
    def test_for_the_person_at_once_and_for_others_once_approved(self, settings: Settings, store: SqlWords) -> None:
        anna, beat = (PersonWords(lambda: store, "acme", name) for name in ("anna", "beat"))
        ask(settings, answers=["Bank"], words=anna)
        again, _ = ask(settings, "Kohle Ende 2024?", words=anna)
        assert again.status == "approved", again.reason
        assert [(a.word, a.meaning, a.origin) for a in again.assumptions] == [("Kohle", "Bank", "learned")]
        assert "gelernt" in (again.read_as or "")
        assert ask(settings, words=beat)[0].status == "needs_clarification"
        (word,) = store.list("acme", "proposed")
        assert (word.word, word.meaning, word.question, word.person) == ("Kohle", "Bank", QUESTION, "anna")
        store.decide("acme", word.id, "approved", "chief")
        assert ask(settings, words=beat)[0].status == "approved"
        store.decide("acme", word.id, "rejected", "chief")
        assert ask(settings, words=beat)[0].status == "needs_clarification"
        assert ask(settings, words=anna)[0].status == "needs_clarification"

    def test_a_word_that_the_tables_know_means_what_it_meant(self, settings: Settings, store: SqlWords) -> None:
        mine = PersonWords(lambda: store, "acme", "anna")
        mine.learn("demo company", "de", "Bank", "Kasse")
        answer, _ = ask(settings, "Banksaldo Ende 2025?", words=mine)
        assert "180'500.00" in answer.text
        assert answer.assumptions == ()

    def test_no_tenant_learns_from_another(self, store: SqlWords) -> None:
        PersonWords(lambda: store, "acme", "anna").learn("books", "de", "Kohle", "Bank")
        assert PersonWords(lambda: store, "other", "anna").meanings("books", "de") == {}
        assert store.list("other") == ()

    def test_the_last_word_of_a_person_counts(self, store: SqlWords) -> None:
        mine = PersonWords(lambda: store, "acme", "anna")
        for meaning in ("Bank", "Kasse"):
            mine.learn("books", "de", "Kohle", meaning)
        assert mine.meanings("books", "de") == {"kohle": "Kasse"}
        assert [word.meaning for word in store.list("acme")] == ["Kasse"]
        forgotten: LearnedWord = store.list("acme")[0]
        store.forget("acme", forgotten.id)
        assert mine.meanings("books", "de") == {}


class _Broken:
    """A store that cannot be reached."""

    def meanings(self, source: str, language: Language) -> Mapping[str, str]:
        raise OSError("away")

    def learn(
        self, source: str, language: Language, word: str, meaning: str, *, question: str = "", run_id: str = ""
    ) -> None:
        raise OSError("away")


def test_an_answer_stands_where_words_cannot_be_kept(settings: Settings) -> None:
    answer, _ = ask(settings, answers=["Bank"], words=_Broken())
    assert answer.status == "approved", answer.reason


class TestTwoReadings:
    def test_what_both_come_to_is_answered_and_told(self, settings: Settings) -> None:
        answer, _ = ask(settings, QUESTION, BANK.format(year=2025))
        assert (answer.status, answer.model, answer.trace.llm_calls) == ("approved", "embedded", 1), answer.reason
        assert "180'500.00" in answer.text
        assert [(a.word, a.meaning, a.origin) for a in answer.assumptions] == [("Kohle", "Bank", "agreed")]

    @pytest.mark.parametrize(
        "said", ["SELECT 42", "SELECT name FROM TrusteeDataContact", "It is 180500.", BANK.format(year=2024)]
    )
    def test_what_only_the_model_comes_to_is_not(self, settings: Settings, said: str) -> None:
        answer, _ = ask(settings, QUESTION, said)
        assert (answer.status, answer.figures) == ("needs_clarification", ())

    def test_a_model_that_fails_has_no_say(self, settings: Settings) -> None:
        answer, _ = ask(settings, QUESTION, Fails(RuntimeError("away")))
        assert answer.status == "needs_clarification"

    def test_who_can_be_asked_is_asked(self, settings: Settings) -> None:
        answer, clarifier = ask(settings, QUESTION, BANK.format(year=2025), answers=["Kasse"])
        assert len(clarifier.asked) == 1
        assert answer.trace.llm_calls == 0
        assert answer.assumptions[0].meaning == "Kasse"

    def test_a_question_that_is_understood_needs_no_model(self, settings: Settings) -> None:
        answer, _ = ask(settings, "Banksaldo Ende 2025?", Fails(RuntimeError("not to be called")))
        assert (answer.status, answer.trace.llm_calls) == ("approved", 0)
