"""A requirement taken apart: condition, subject, modal, demand. What is not sure stays whole."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.requirements.rewrite.splitting import split
from arch_team.requirements.rewrite.statements import take_apart
from arch_team.text.kept import lost_words
from arch_team.text.sentence.statements import Statement
from arch_team.wire import Language


def only(text: str, language: Language) -> Statement:
    taken = take_apart(text, language)
    assert len(taken.statements) == 1, taken
    return taken.statements[0]


@pytest.mark.parametrize(
    ("text", "language", "parts"),
    [
        ("The system shall lock the account.", "en", ("", "The system", "shall", "lock the account")),
        ("When a user logs out, the server must end the session.", "en",
         ("When a user logs out", "the server", "must", "end the session")),
        ("REQ-7: Users can export lists.", "en", ("", "Users", "can", "export lists")),
        ("Das System muss Rechnungen speichern.", "de", ("", "Das System", "muss", "Rechnungen speichern")),
        ("Wenn der Akku leer ist, muss das Gerät warnen.", "de",
         ("Wenn der Akku leer ist", "das Gerät", "muss", "warnen")),
        ("Nach 5 Minuten muss das System die Sitzung beenden.", "de",
         ("", "das System", "muss", "nach 5 Minuten die Sitzung beenden")),
    ],
)  # fmt: skip
def test_a_sentence_has_condition_subject_modal_and_demand(
    text: str, language: Language, parts: tuple[str, str, str, str]
) -> None:
    found = only(text, language)
    assert (found.condition, found.subject, found.modal, found.whole_rest) == parts


@pytest.mark.parametrize(
    ("text", "language"),
    [("Fällt der Server aus, muss der Ersatz starten.", "de"), ("Video watermark", "en"), ("Schnelle Suche", "de")],
)
def test_what_cannot_be_read_surely_stays_whole(text: str, language: Language) -> None:
    assert not only(text, language).is_read


def test_every_sentence_is_kept_and_own_criteria_are_kept_apart() -> None:
    text = "The app must work. Two customers asked.\n\nGiven a guest\nWhen I search\nThen I see results"
    taken = take_apart(text, "en")
    assert [one.sentence for one in taken.statements] == ["The app must work", "Two customers asked"]
    assert taken.criteria.startswith("Given a guest")


@pytest.mark.parametrize(
    ("text", "language", "nature"),
    [
        ("As a clerk, I want to print, so that I read.", "en", "story"),
        ("Bei Fehlern ist ein neuer Versuch auszulösen.", "de", "demand"),
        ("Users need to log in.", "en", "demand"),
        ("Display monthly totals: revenue, salaries", "en", "labelled"),
        ("Mitarbeiter einer Firma anlegen", "de", "keywords"),
        ("perform an attack on the server", "en", "keywords"),
        ("React Native with SDK 49", "en", "keywords"),
        ("Sicherheitsmaßnahmen, die den Zugang regeln, um Daten zu schützen.", "de", "keywords"),
        ("Depends on: sessions that must exist", "en", "labelled"),
        ("Source code: Every file must have a header.", "en", "labelled"),
        ("REQ-7: Every file must have a header.", "en", "demand"),
        ("ohne viel", "de", "cut"),
    ],
)
def test_a_text_is_known_by_its_form(text: str, language: Language, nature: str) -> None:
    assert take_apart(text, language).nature == nature


@pytest.mark.parametrize(
    ("text", "language", "pieces"),
    [
        ("The system shall create and edit orders.", "en",
         ("The system shall create orders.", "The system shall edit orders.")),
        ("The data shall be stored and archived by the server.", "en", ()),
        ("Deeds are to be checked by the clerk and approved by the head.", "en", ()),
        ("Benutzer sollen Rechnungen anlegen und löschen können.", "de",
         ("Benutzer sollen Rechnungen anlegen können.", "Benutzer sollen Rechnungen löschen können.")),
        ("The app shall allow clerks to send and receive mail.", "en", ()),
        ("Als Wirt möchte ich Tische anlegen und löschen.", "de",
         ("Als Wirt möchte ich Tische anlegen.", "Als Wirt möchte ich Tische löschen.")),
        ("The host shall be able to post jobs and provide details.", "en", ()),
        ("Redakteure sollen Fotos leicht finden und ablegen können.", "de", ()),
        ("The app shall allow clerks to send and receive mail from users.", "en", ()),
        ("The system shall use sensors to reduce the risk and improve safety.", "en", ()),
        ("The system shall select the events, sort them and create the file.", "en", ()),
        ("The shop shall append a record, save, clear cart, and refresh the list.", "en", ()),
        ("The shop shall quickly print and send invoices.", "en", ()),
        ("The report shall show name and address.", "en", ()),
        ("Das System muss Name und Adresse anzeigen.", "de", ()),
    ],
)  # fmt: skip
def test_actions_are_split_and_attributes_are_not(text: str, language: Language, pieces: tuple[str, ...]) -> None:
    assert split(text, language) == pieces


def test_a_word_that_is_lost_is_named() -> None:
    told = lost_words("The system shall store encrypted invoices.", "The system stores invoices.", "en")
    assert told == ("encrypted",)
    assert lost_words("Das System muss Rechnungen speichern.", "dass das System Rechnungen speichert", "de") == ()


@settings(deadline=None, max_examples=40)
@given(text=st.text(max_size=200), language=st.sampled_from(["de", "en"]))
def test_any_text_is_taken_apart_without_an_error(text: str, language: Language) -> None:
    for statement in take_apart(text, language).statements:
        assert statement.language == language
