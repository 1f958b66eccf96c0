"""German: its lexicon, stems, numbers, compounds and the order of its verbs."""

from decimal import Decimal
from importlib.resources import files
from typing import cast

import pytest

from arch_team.packaged import load_yaml
from arch_team.text.compounds import parted
from arch_team.text.lexicon import lexicon_of
from arch_team.text.stems import noun_stem, related, verb_stem
from arch_team.text.tokens import Token, tokens_of
from arch_team.text.word_order import arranged

GERMAN = lexicon_of("de")
NOUNS = frozenset(noun_stem(word, "de") for word in ("kunde", "nummer", "alter", "vorname", "nachname", "preis"))


def _data(language: str) -> dict[str, object]:
    text = (files("arch_team.text") / f"lexicon/{language}.yaml").read_text(encoding="utf-8")
    return cast("dict[str, object]", load_yaml(text))


def test_german_has_every_class_of_english() -> None:
    english, german = _data("en"), _data("de")
    assert [name for name in english if name not in german] == []
    assert [name for name in english if type(english[name]) is not type(german[name])] == []
    kinds = {name: set(cast("dict[str, object]", english[name])) for name in ("aggregate", "comparator", "superlative")}
    assert {name: set(cast("dict[str, object]", german[name])) for name in kinds} == kinds


@pytest.mark.parametrize(
    "forms",
    ["kunde kunden", "bestellung bestellungen", "rang range rangen", "alter alters", "nummer nummern", "kurs kurse"],
)
def test_forms_of_a_noun_share_a_stem(forms: str) -> None:
    assert len({noun_stem(word, "de") for word in forms.split()}) == 1


@pytest.mark.parametrize("forms", ["bauen baut gebaut", "anmelden angemeldet", "reparieren repariert"])
def test_forms_of_a_verb_share_a_stem(forms: str) -> None:
    assert len({verb_stem(word, "de") for word in forms.split()}) == 1


def test_a_verb_and_its_noun_are_related() -> None:
    assert related("bestellt", "bestellung", "de")
    assert related("repariert", "reparatur", "de")
    assert not related("bestellt", "rechnung", "de")


@pytest.mark.parametrize(
    ("text", "number"),
    [("12,5", "12.5"), ("1.800,50", "1800.50"), ("1.800", "1800"), ("1'800.50", "1800.50"), ("40", "40")],
)
def test_numbers_as_german_writes_them(text: str, number: str) -> None:
    assert [token.number for token in tokens_of(text, "de")] == [Decimal(number)]


def test_a_day_is_no_number() -> None:
    assert [token.number for token in tokens_of("31.12.2025", "de")] == [None]


def _words(tokens: tuple[Token, ...]) -> str:
    return " ".join(token.folded for token in tokens)


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("Kundennummer", "kunde nummer"),
        ("Durchschnittsalter", "durchschnitt alter"),
        ("Gesamtpreis", "gesamt preis"),
        ("Vor- und Nachnamen", "vornamen und nachnamen"),
        ("Bestellung", "bestellung"),
    ],
)
def test_compounds_come_apart_at_known_words(text: str, apart: str) -> None:
    found = parted(tokens_of(text, "de"), GERMAN, NOUNS.__contains__, lambda _: True)
    stems = [noun_stem(token.folded.removesuffix("s"), "de") for token in found]
    assert stems == [noun_stem(word, "de") for word in apart.split()]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Kunden, die mindestens zwei Bestellungen haben", "kunden , die haben mindestens zwei bestellungen"),
        ("Kapitäne, deren Alter über 40 liegt", "kapitane , deren alter liegt uber 40"),
        ("Welche Schiffe wurden nach 1997 gebaut?", "welche schiffe wurden gebaut nach 1997 ?"),
        ("Welche Kunden haben noch nie bestellt?", "welche kunden haben noch nie bestellt ?"),
        ("Wann fand die Prüfung statt?", "wann stattfand die prufung ?"),
        ("Liste alle Kunden auf.", "liste alle kunden ."),
        ("Produkte, nach Preis absteigend sortiert", "produkte , absteigend sortiert nach preis"),
        ("die Namen der Kunden", "die namen von der kunden"),
        ("Wie hoch ist der Preis im Durchschnitt", "wie hoch ist im durchschnitt der preis"),
        ("Zu welchen Kunden gibt es Bestellungen", "welchen kunden haben bestellungen"),
        ("Was geschah am 6. April 2010?", "was geschah am 6 . april 2010 ?"),
    ],
)
def test_verbs_stand_where_the_grammar_looks_for_them(text: str, order: str) -> None:
    verbs = ("gebaut", "bestellt", "liegt", "stattfand")
    assert _words(arranged(tokens_of(text, "de"), GERMAN, lambda token: token.folded in verbs)) == order


def test_english_stays_as_it_is() -> None:
    tokens = tokens_of("ships that were built after 1997, sorted by name")
    assert arranged(tokens, lexicon_of("en"), lambda _: True) == tokens
