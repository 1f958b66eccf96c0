"""What comes near an answer without surely being one: the person is asked, and what they choose is quoted."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from arch_team.clarify.clarifiers import ScriptedClarifier
from arch_team.runs.answer import Answer
from arch_team.search.knowledge import knowledge_of
from arch_team.settings import Settings
from arch_team.society import Society
from tests.search.holding import written
from tests.search.near import CHOSEN, HOUSE, NONE, QUESTION, WHOLE, hold_near

CAR = "Wie wird das Auto abgerechnet"
CLOSES = "Der Empfang schliesst um 17 Uhr."


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("near")
    settings = Settings(home=folder / "home", qdrant_url=None, model=None, mandate=None)
    hold_near(settings, folder)
    return settings


def ask(
    settings: Settings, question: str = QUESTION, *said: str | None, skill: str | None = "knowledge"
) -> tuple[Answer, ScriptedClarifier]:
    clarifier = ScriptedClarifier(said)
    society = Society(settings, clarifier=clarifier if said else None, seconds=120)
    return asyncio.run(society.ask(question, skill=skill)), clarifier


def choices(answer: Answer) -> Sequence[str]:
    assert answer.clarification is not None, (answer.text, answer.reason)
    return answer.clarification.suggested_answers


class TestWhatIsPutToThePerson:
    def test_the_nearest_each_with_its_place_and_a_way_out(self, settings: Settings) -> None:
        answer, _ = ask(settings)
        assert (answer.status, answer.text) == ("needs_clarification", "")
        assert answer.reason == (
            "Ich bin nicht sicher, was in den Dokumenten das beantwortet. Ist es eine dieser Stellen?"
        )
        assert choices(answer)[1] == f"{CLOSES} (Hausordnung › Empfang)"
        assert choices(answer)[-1] == NONE
        assert len(choices(answer)) == 3

    def test_a_long_one_is_cut_at_a_word(self, settings: Settings) -> None:
        (long,) = (choice for choice in choices(ask(settings)[0]) if choice.startswith("Wer später kommt"))
        said, _, place = long.partition(" (")
        assert (said.endswith(" …"), place) == (True, "Hausordnung › Empfang)")
        assert said.removesuffix(" …") in HOUSE
        assert HOUSE.partition(said.removesuffix(" …"))[2][0] == " "
        assert len(said) < 200

    def test_what_is_superseded_is_marked_and_stands_last(self, settings: Settings) -> None:
        told = choices(ask(settings, f"{CAR}?")[0])
        old = next(at for at, choice in enumerate(told) if "60 Rappen" in choice)
        assert told[old].endswith("(Spesenreglement 2022 › Auto; überholt durch spesen-2025.md)")
        assert next(at for at, choice in enumerate(told) if "75 Rappen" in choice) < old

    def test_in_english_too(self, settings: Settings) -> None:
        answer, _ = ask(settings, "What do I get for my car?")
        assert answer.status == "needs_clarification"
        assert (answer.reason or "").endswith("Is it one of these passages?")
        assert choices(answer)[-1] == "none of these"


class TestWhatThePersonSays:
    @pytest.mark.parametrize("by", ["number", "words", "beginning", "cut"])
    def test_a_choice_is_quoted_in_full_and_told_as_theirs(self, settings: Settings, by: str) -> None:
        told = choices(ask(settings)[0])
        at = next(at for at, choice in enumerate(told) if choice.startswith("Wer später kommt"))
        said = {"number": f"({at + 1})", "words": told[at], "beginning": "Wer später", "cut": told[at][:120]}[by]
        answer, clarifier = ask(settings, QUESTION, said)
        assert (answer.status, len(clarifier.asked)) == ("approved", 1), answer.reason
        assert WHOLE in answer.text
        assert CHOSEN in answer.text
        assert "[1] Hausordnung › Empfang (haus.md" in answer.text

    def test_an_answer_that_is_sure_is_nobodys_choice(self, settings: Settings) -> None:
        answer, _ = ask(settings, "Wie viele Ferientage haben Angestellte pro Jahr?")
        assert answer.status == "approved"
        assert "ausgewählt" not in answer.text

    def test_none_of_these_is_a_no_that_names_where_it_looked(self, settings: Settings) -> None:
        answer, clarifier = ask(settings, QUESTION, NONE)
        assert (answer.status, answer.text, len(clarifier.asked)) == ("refused", "", 1)
        assert (answer.reason or "").startswith("Keine der nächsten Stellen ist gemeint")
        assert "Gesucht habe ich in: «Hausordnung»" in (answer.reason or "")

    def test_own_words_go_on_with_the_question(self, settings: Settings) -> None:
        answer, _ = ask(settings, QUESTION, "Um wie viel Uhr schliesst der Empfang?")
        assert answer.status == "approved", answer.reason
        assert CLOSES in answer.text
        assert "ausgewählt" not in answer.text

    def test_at_most_two_questions_are_asked_of_one(self, settings: Settings) -> None:
        answer, clarifier = ask(settings, f"{CAR}?", "das private Auto", "im Ausland", "im Mai")
        assert answer.status == "refused"
        assert len(clarifier.asked) == 2


class TestARefusal:
    def test_says_what_was_looked_for_and_what_is_nearest(self, settings: Settings) -> None:
        answer, _ = ask(settings, "Wie hoch ist der Mount Everest?")
        assert (answer.status, answer.text) == ("refused", "")
        assert (answer.reason or "").startswith(
            "Ich habe keinen Satz gefunden, der das sicher beantwortet. Am nächsten: «"
        )
        english, _ = ask(settings, "How high is Mount Everest?")
        assert (english.reason or "").startswith("I found no sentence that surely answers this. Nearest: “")

    def test_the_half_that_is_answered_stays_and_nobody_is_asked_about_the_other(self, settings: Settings) -> None:
        answer, clarifier = ask(settings, f"Wie viele Ferientage haben Angestellte und {CAR}?", NONE)
        assert (answer.status, clarifier.asked) == ("approved", [])
        assert "25 Ferientage" in answer.text
        assert "habe ich keinen Satz gefunden, der das sicher beantwortet." in answer.text

    def test_of_two_halves_that_are_only_near_one_is_asked_about(self, settings: Settings) -> None:
        question = f"{CAR} und wie hoch ist der Mount Everest?"
        assert f"«{CAR}»" in (ask(settings, question)[0].reason or "")
        answer, clarifier = ask(settings, question, "1")
        assert (answer.status, len(clarifier.asked)) == ("approved", 1), answer.reason
        assert "75 Rappen pro Kilometer vergütet. [1]" in answer.text
        assert "Zu «wie hoch ist der Mount Everest» habe ich keinen Satz gefunden" in answer.text


class TestWithoutASkill:
    QUESTION = "Welche Regeln gelten für den Empfang?"

    def test_what_the_tables_cannot_answer_and_the_documents_nearly_is_asked(self, settings: Settings) -> None:
        answer, _ = ask(settings, self.QUESTION, skill=None)
        assert (answer.status, answer.skill) == ("needs_clarification", "knowledge")
        chosen, _ = ask(settings, self.QUESTION, CLOSES, skill=None)
        assert (chosen.status, chosen.skill) == ("approved", "knowledge")
        assert CHOSEN in chosen.text
        assert "steht in den Dokumenten" in chosen.warnings[0]

    def test_a_no_names_both(self, settings: Settings) -> None:
        answer, clarifier = ask(settings, self.QUESTION, NONE, skill=None)
        assert (answer.status, len(clarifier.asked)) == ("refused", 1)
        assert (answer.reason or "").startswith("Die Tabellen beantworten das nicht. Keine der nächsten Stellen")

    def test_the_tables_ask_first_and_the_documents_where_that_was_not_meant(self, tmp_path: Path) -> None:
        path = tmp_path / "staff.csv"
        path.write_text("employee,salary,city\nAnna,100,Bern\nBeat,200,Basel\n", encoding="utf-8")
        own = Settings(home=tmp_path / "home", qdrant_url=None, model=None, mandate=None, file=path)
        library = knowledge_of(own).library("default")
        text = "# Rules\n\nIn May the board talks about the remuneration of all.\n"
        library.add([written(tmp_path, "rules.md", text), written(tmp_path, "desk.md", "# Desk\n\nIt closes at 5.\n")])
        library.close()
        question = "What is the highest remuneration?"
        answer, clarifier = ask(own, question, "salary", skill=None)
        assert (answer.status, answer.skill, len(clarifier.asked)) == ("approved", "data", 1), answer.reason
        answer, clarifier = ask(own, question, "none of these", "1", skill=None)
        assert (answer.status, answer.skill, len(clarifier.asked)) == ("approved", "knowledge", 2), answer.reason
        assert "You chose this passage." in answer.text
        answer, clarifier = ask(own, question, "none of these", "none of these", skill=None)
        assert (answer.status, answer.skill, len(clarifier.asked)) == ("refused", "knowledge", 2)
        assert ask(own, question, skill=None)[0].skill == "data"
