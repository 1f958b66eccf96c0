"""A requirement taken apart: who, what, when, what for. German and English, in the templates people use."""

import time
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.requirements.rewrite.parts import Parts
from arch_team.requirements.rewrite.take_apart import own_sentences, take_apart
from arch_team.wire import Language


def only(text: str, language: Language) -> Parts:
    taken = take_apart(text, language)
    assert len(taken.statements) == 1, taken
    return taken.statements[0]


def told(parts: Parts) -> list[str]:
    if parts.language == "de":
        return [f"{a.object} {a.verb}".strip() for a in parts.actions]
    return [f"{a.verb} {a.object}".strip() for a in parts.actions]


@pytest.mark.parametrize(
    ("text", "role", "actions", "ends"),
    [
        (
            "Als Nutzer möchte ich Rechnungen als PDF exportieren, damit ich sie archivieren kann.",
            "Nutzer", ["Rechnungen als PDF exportieren"], "ich sie archivieren kann",
        ),
        ("Als Kunde will ich meine Daten löschen", "Kunde", ["meine Daten löschen"], None),
        ("Ich als Prüfer kann Belege sperren.", "Prüfer", ["Belege sperren"], None),
        ("Als Admin möchte ich Nutzer sperren können, um Missbrauch zu verhindern.",
         "Admin", ["Nutzer sperren"], "Missbrauch zu verhindern"),
        ("As a user, I want to export invoices, so that I can archive them.",
         "user", ["export invoices"], "I can archive them"),
        ("As an admin I can lock accounts so I keep them safe", "admin", ["lock accounts"], "I keep them safe"),
        ("As a User, I'm able to add a story, so that I document it", "User", ["add a story"], "I document it"),
        ("As a User, I add a story", "User", ["add a story"], None),
    ],
)  # fmt: skip
def test_user_stories(text: str, role: str, actions: list[str], ends: str | None) -> None:
    parts = only(text, "en" if text.startswith("As ") else "de")
    assert (parts.template, parts.form) == ("story", "ability")
    assert (parts.role, told(parts), parts.ends) == (role, actions, ends)


def test_a_story_may_want_something_of_the_system() -> None:
    german = only("Als Kunde möchte ich, dass das System mir eine Mail sendet, wenn die Rechnung fällig ist", "de")
    assert (german.form, german.predicate) == ("clause", "das System mir eine Mail sendet")
    assert german.condition == "die Rechnung fällig ist"
    english = only("As a customer, I want the system to send me a mail when the invoice is due", "en")
    assert (english.form, english.actor, told(english)) == ("function", "the system", ["send me a mail"])
    assert english.condition == "the invoice is due"


@pytest.mark.parametrize(
    ("text", "actor", "actions"),
    [
        ("Das System muss Rechnungen exportieren.", "Das System", ["Rechnungen exportieren"]),
        ("Der Server soll Anfragen protokollieren können.", "Der Server", ["Anfragen protokollieren"]),
        ("Die Suche muss in der Lage sein, Tippfehler zu erkennen.", "Die Suche", ["Tippfehler erkennen"]),
        ("Das System wird die Daten speichern.", "Das System", ["die Daten speichern"]),
        ("Das System hat die Daten zu speichern.", "Das System", ["die Daten speichern"]),
        ("The system shall export invoices.", "The system", ["export invoices"]),
        ("ETCS shall be able to supervise train and shunting movements.",
         "ETCS", ["supervise train and shunting movements"]),
        ("The unit shall be capable of storing data.", "The unit", ["store data"]),
        ("The system is required to log errors.", "The system", ["log errors"]),
    ],
)  # fmt: skip
def test_what_a_system_does(text: str, actor: str, actions: list[str]) -> None:
    parts = only(text, "en" if text.startswith(("The", "ETCS")) else "de")
    assert (parts.form, parts.actor, told(parts)) == ("function", actor, actions)
    assert parts.role is None


@pytest.mark.parametrize(
    ("text", "role", "actions"),
    [
        ("Der angemeldete Benutzer muss sich abmelden können.", "angemeldeter Benutzer", ["sich abmelden"]),
        ("Das System muss dem Benutzer die Möglichkeit bieten, Berichte herunterzuladen.",
         "Benutzer", ["Berichte herunterladen"]),
        ("Es muss für den Prüfer möglich sein, Belege zu sperren.", "Prüfer", ["Belege sperren"]),
        ("Es muss möglich sein, Belege zu sperren.", None, ["Belege sperren"]),
        ("Wasserzeichen in Videos einfügen", None, ["Wasserzeichen in Videos einfügen"]),
        ("The user shall be able to log in.", "user", ["log in"]),
        ("The system shall allow the user to export invoices.", "user", ["export invoices"]),
        ("The system shall provide the authenticated user with the ability to change his password.",
         "authenticated user", ["change his password"]),
        ("It shall be possible for the operator to stop the pump.", "operator", ["stop the pump"]),
        ("Export invoices as PDF", None, ["export invoices as PDF"]),
    ],
)  # fmt: skip
def test_what_a_person_can_do(text: str, role: str | None, actions: list[str]) -> None:
    parts = only(text, "en" if text.startswith(("The", "It", "Export")) else "de")
    assert (parts.form, parts.role, told(parts)) == ("ability", role, actions)


@pytest.mark.parametrize(
    ("text", "actor"),
    [
        ("Der Benutzer muss ein Passwort eingeben.", "Der Benutzer"),
        ("Besucher dürfen keine Belege löschen.", "Besucher"),
        ("The operator shall confirm alarms.", "The operator"),
        ("Users cannot access restricted areas.", "Users"),
    ],
)
def test_a_duty_of_people_is_no_wish_of_theirs(text: str, actor: str) -> None:
    parts = only(text, "en" if text.startswith(("The", "Users")) else "de")
    assert (parts.form, parts.actor, parts.role) == ("function", actor, None)


@pytest.mark.parametrize(
    ("text", "kind", "condition", "actor"),
    [
        ("Wenn die Temperatur 80 °C übersteigt, muss das System warnen.",
         "trigger", "die Temperatur 80 °C übersteigt", "das System"),
        ("Solange der Export läuft, soll die Anwendung einen Balken anzeigen.",
         "state", "der Export läuft", "die Anwendung"),
        ("Bei einem Fehler muss der Server eine Meldung ausgeben.", "adverbial", "bei einem Fehler", "der Server"),
        ("Das System muss warnen, falls der Druck fällt.", "trigger", "der Druck fällt", "Das System"),
        ("When the pressure drops, the system shall warn.", "trigger", "the pressure drops", "the system"),
        ("While the export is running, the tool shall show a bar.", "state", "the export is running", "the tool"),
        ("If the login fails, then the server shall lock the account.", "trigger", "the login fails", "the server"),
        ("The system shall warn the crew if the pressure drops.", "trigger", "the pressure drops", "The system"),
    ],
)  # fmt: skip
def test_conditions(text: str, kind: str, condition: str, actor: str) -> None:
    parts = only(text, "en" if " the " in text or text.startswith("The") else "de")
    assert (parts.condition_kind, parts.condition, parts.actor) == (kind, condition, actor)


@pytest.mark.parametrize(
    ("text", "language", "form", "predicate"),
    [
        ("Die App muss schnell sein", "de", "quality", "schnell"),
        ("Die App ist schnell.", "de", "quality", "schnell"),
        ("The app must be fast", "en", "quality", "fast"),
        ("Die Daten müssen verschlüsselt werden.", "de", "passive", "verschlüsselt"),
        ("The data must be encrypted.", "en", "passive", "be encrypted"),
        ("Video-Wasserzeichen für Urheberrecht", "de", "thing", "Video-Wasserzeichen für Urheberrecht"),
        ("Password reset", "en", "thing", "Password reset"),
        ("Das System exportiert Rechnungen.", "de", "clause", "das System Rechnungen exportiert"),
        ("Das System fügt Wasserzeichen in Videos ein.", "de", "clause", "das System Wasserzeichen in Videos einfügt"),
    ],
)
def test_other_forms(text: str, language: Language, form: str, predicate: str) -> None:
    parts = only(text, language)
    assert (parts.form, parts.predicate) == (form, predicate)


@pytest.mark.parametrize(
    ("text", "language", "actions"),
    [
        ("Benutzer sollen Rechnungen anlegen, bearbeiten und löschen können.", "de",
         ["Rechnungen anlegen", "Rechnungen bearbeiten", "Rechnungen löschen"]),
        ("Das System soll Rechnungen als PDF exportieren und per E-Mail versenden.", "de",
         ["Rechnungen als PDF exportieren", "Rechnungen per E-Mail versenden"]),
        ("The system shall authenticate and authorize users.", "en", ["authenticate users", "authorize users"]),
        ("The user shall be able to log in and view the dashboard.", "en", ["log in", "view the dashboard"]),
        ("The system shall display name and address.", "en", ["display name and address"]),
        ("Das System soll Name und Adresse anzeigen.", "de", ["Name und Adresse anzeigen"]),
    ],
)  # fmt: skip
def test_several_actions(text: str, language: Language, actions: list[str]) -> None:
    assert told(only(text, language)) == actions


def test_several_sentences_are_several_requirements_and_the_rest_is_a_note() -> None:
    taken = take_apart(
        "REQ-12: Das System soll Daten innerhalb von 2 s speichern. Die Datenbank liegt z. B. in Bern. "
        "Der Administrator muss Nutzer sperren können.",
        "de",
    )
    assert [told(parts) for parts in taken.statements] == [["Daten innerhalb von 2 s speichern"], ["Nutzer sperren"]]
    assert taken.notes == ("Die Datenbank liegt z. B. in Bern",)
    assert taken.statements[0].metrics == ("innerhalb von 2 s",)


def test_two_clauses_joined_are_two_requirements() -> None:
    taken = take_apart("The system shall refresh every 60 seconds and the operator shall confirm alarms.", "en")
    assert [parts.actor for parts in taken.statements] == ["The system", "The operator"]
    assert own_sentences(taken) == (
        "The system shall refresh every 60 seconds.",
        "The operator shall confirm alarms.",
    )


def test_acceptance_criteria_in_the_text_are_kept_apart() -> None:
    taken = take_apart(
        "As a user, I want to log in.\n\nGiven I am registered\nWhen I log in\nThen I see my dashboard", "en"
    )
    assert len(taken.statements) == 1
    assert taken.criteria == "Given I am registered\nWhen I log in\nThen I see my dashboard"


def test_a_split_keeps_the_rest_of_the_sentence() -> None:
    taken = take_apart("If the login fails, the server must lock the account and notify the administrator.", "en")
    assert own_sentences(taken) == (
        "If the login fails, the server must lock the account.",
        "If the login fails, the server must notify the administrator.",
    )


def test_nothing_is_taken_from_nothing() -> None:
    assert take_apart(" … \n ", "de").statements == ()


@settings(deadline=None, max_examples=60)
@given(text=st.text(max_size=300), language=st.sampled_from(["de", "en"]))
def test_any_text_can_be_taken_apart(text: str, language: str) -> None:
    taken = take_apart(text, cast("Language", language))
    assert bool(taken.statements) == any(c.isalnum() for c in text)


KNOWN_WORDS = """
Als Wenn wenn falls damit um zu und oder muss soll kann möchte ich das System der Nutzer exportieren anzeigen sein
werden
given when then as a user I want to shall the system be able allow and or if , . 5 s so that in order
"""
_WORDS = st.sampled_from(KNOWN_WORDS.split())


@settings(deadline=None, max_examples=60)
@given(words=st.lists(_WORDS, max_size=40), language=st.sampled_from(["de", "en"]))
def test_any_jumble_of_the_words_it_knows_can_be_taken_apart(words: list[str], language: str) -> None:
    take_apart(" ".join(words), cast("Language", language))


@pytest.mark.parametrize("unit", ["wenn ", "given when ", "a, ", "und muss ", "the system shall ", "(", "1.", "x"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_long_and_repetitive_texts_are_read_in_good_time(unit: str, language: Language) -> None:
    started = time.process_time()
    take_apart(unit * (20_000 // len(unit)), language)
    assert time.process_time() - started < 2
