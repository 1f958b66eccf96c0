"""What a question asks for and what it is about, in both languages."""

import pytest

from arch_team.search.asked import Kind, asked, differ, parts_of, shows
from arch_team.wire import Language


@pytest.mark.parametrize(
    ("question", "language", "kind"),
    [
        ("Wer leitet das Projekt?", "de", Kind.PERSON),
        ("Wann beginnt der Kurs?", "de", Kind.TIME),
        ("An welchem Tag ist Markt?", "de", Kind.TIME),
        ("Wie viele Plätze gibt es?", "de", Kind.AMOUNT),
        ("How long does it take?", "en", Kind.AMOUNT),
        ("Where are the keys?", "en", Kind.PLACE),
        ("Which licence does it have?", "en", Kind.THING),
        ("In welchem Raum ist das Archiv?", "de", Kind.THING),
        ("What is Quorum?", "en", Kind.MEANING),
        ("Can it be deleted?", "en", Kind.OTHER),
    ],
)
def test_the_words_of_a_question_say_what_kind_of_thing_it_asks_for(
    question: str, language: Language, kind: Kind
) -> None:
    assert asked(question, language).kind is kind


def test_names_numbers_and_codes_are_nothing_else() -> None:
    exact = {
        topic.word for topic in asked("How do I install Quorum 3 on Fedora with --fast?", "en").topics if topic.is_exact
    }
    assert exact == {"Quorum", "3", "Fedora", "--fast"}


@pytest.mark.parametrize(
    ("question", "text", "yes"),
    [
        ("Wie viele Ferientage habe ich?", "Es gibt 25 Ferientage.", True),
        ("Wie viele Ferientage habe ich?", "Ferien sind zu planen.", False),
        ("Wann wird bezahlt?", "Bezahlt wird am 25. des Monats.", True),
        ("Wann wird bezahlt?", "Bezahlt wird mit der Karte.", False),
        ("Wann verfällt es?", "Es verfällt nach zwei Jahren.", True),
        ("Wer zahlt?", "Das zahlt Frau Muster.", True),
        ("Wer zahlt?", "es wird gezahlt", False),
    ],
)
def test_a_text_shows_something_of_the_kind_or_not(question: str, text: str, yes: bool) -> None:
    assert shows(asked(question, "de"), text) is yes


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Wie viele Tage habe ich und wann ist Zahltag?", ("Wie viele Tage habe ich", "wann ist Zahltag")),
        ("Who leads it? In which room?", ("Who leads it", "In which room")),
        ("Wer leitet Einkauf und Verkauf?", ("Wer leitet Einkauf und Verkauf?",)),
    ],
)  # fmt: skip
def test_several_questions_in_one_are_parted(question: str, parts: tuple[str, ...]) -> None:
    assert parts_of(question) == parts


def test_two_texts_differ_by_what_is_asked_for() -> None:
    question = asked("Wie viele Tage pro Woche?", "de")
    assert differ(question, "Erlaubt sind zwei Tage.", "Erlaubt sind 3 Tage.")
    assert not differ(question, "Erlaubt sind zwei Tage.", "Es sind 2 Tage erlaubt.")
