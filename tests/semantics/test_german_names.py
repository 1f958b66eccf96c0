"""German tables as people name them, words written together or short, and plain ways in which they are asked for."""

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

WERKSTATT = """
CREATE TABLE Leihrad (LeihradId INTEGER PRIMARY KEY, RahmenNummer TEXT UNIQUE, Bauart TEXT, KilometerStand INTEGER,
  AnschaffungsDatum TEXT, Zustand TEXT);
CREATE TABLE Wartung (WartungId INTEGER PRIMARY KEY, LeihradId INTEGER REFERENCES Leihrad, WartungsDatum TEXT,
  WartungsArt TEXT, KostenEuro REAL);
CREATE TABLE Halter (HalterId INTEGER PRIMARY KEY, Vorname TEXT, Nachname TEXT, Telefon TEXT, KundeSeit TEXT);
CREATE TABLE Ausleihe (AusleiheId INTEGER PRIMARY KEY, HalterId INTEGER REFERENCES Halter,
  LeihradId INTEGER REFERENCES Leihrad, StartZeit TEXT);
CREATE TABLE Mechaniker (MechanikerId INTEGER PRIMARY KEY, Name TEXT, Eintrittsdatum TEXT);
CREATE TABLE Kurse (Kursnummer TEXT PRIMARY KEY, Leiterin TEXT, KursGebuehr REAL);
INSERT INTO Kurse VALUES ('K1', 'Ida Senn', 10), ('K2', 'Ida Senn', 20), ('K3', 'Lea Ott', 900);
CREATE TABLE raeume (raum_id INTEGER PRIMARY KEY, bezeichnung TEXT, plaetze INTEGER, baujahr INTEGER);
INSERT INTO Leihrad VALUES (1, 'WX11', 'Tandem', 900, '2020-01-01', 'gut'), (2, 'WX12', 'Tandem', 300, '2021-01-01',
  'gestohlen'), (3, 'WX13', 'Lastenrad', 100, '2022-01-01', 'gut');
INSERT INTO Wartung VALUES (1, 1, '2024-02-02', 'Bremse', 40), (2, 1, '2024-05-05', 'Licht', 20),
  (3, 2, '2024-06-06', 'Bremse', 60);
INSERT INTO Halter VALUES (1, 'Anna', 'Roth', '044 1', '2019-03-03'), (2, 'Urs', 'Graf', '044 2', '2021-04-04');
INSERT INTO Ausleihe VALUES (1, 1, 1, '2024-01-01 08:00'), (2, 1, 3, '2024-02-01 09:00');
INSERT INTO Mechaniker VALUES (1, 'Ida Senn', '2015-05-01'), (2, 'Jan Roos', '2019-05-01');
INSERT INTO raeume VALUES (1, 'Grosser Saal', 80, 1970), (2, 'Kleiner Saal', 20, NULL);
"""

BAUSTOFFE = """
CREATE TABLE kd (kd_nr INTEGER PRIMARY KEY, name TEXT, br TEXT, ort TEXT, rab_pz REAL);
CREATE TABLE lief (lief_nr INTEGER PRIMARY KEY, name TEXT, land TEXT, ansp TEXT);
CREATE TABLE art (art_nr INTEGER PRIMARY KEY, bez TEXT, vk_pr REAL, ek_pr REAL, lag_best INTEGER, mind_best INTEGER,
  lief_nr INTEGER REFERENCES lief);
CREATE TABLE auf (auf_nr INTEGER PRIMARY KEY, kd_nr INTEGER REFERENCES kd, lief_dat TEXT, stat TEXT);
INSERT INTO kd VALUES (1, 'Holz AG', 'Bau', 'Chur', 10), (2, 'Stein GmbH', 'Bau', 'Bern', 5),
  (3, 'Laden Meier', 'Handel', 'Bern', 0);
INSERT INTO lief VALUES (1, 'Alpenkies', 'AT', 'Frau Moser'), (2, 'Zement Nord', 'DE', NULL);
INSERT INTO art VALUES (1, 'Kalk', 8, 5, 100, 20, 1), (2, 'Klinker', 2, 1, 10, 50, 2);
INSERT INTO auf VALUES (24001, 1, '2024-10-02', 'offen'), (24002, 2, '2024-11-03', 'storniert');
"""

VEREIN = """
CREATE TABLE Spieler (SpielerId INTEGER PRIMARY KEY, Name TEXT, Ort TEXT);
CREATE TABLE Spiele (SpielId INTEGER PRIMARY KEY, Datum TEXT, Gegner TEXT);
INSERT INTO Spieler VALUES (1, 'Anna', 'Bern'), (2, 'Beat', 'Chur'), (3, 'Carla', 'Bern');
INSERT INTO Spiele VALUES (1, '2025-01-05', 'FC Thun'), (2, '2025-02-05', 'FC Wil');
"""


@pytest.fixture(scope="module")
def werkstatt(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("werkstatt"), WERKSTATT)


@pytest.fixture(scope="module")
def baustoffe(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("baustoffe"), BAUSTOFFE)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Welche Rahmennummern haben die gestohlenen Leihräder?", ["WX12"]),
        ("Wie hoch ist der durchschnittliche Kilometerstand der Tandems?", [": 600"]),
        ("Wie hoch sind die gesamten Wartungskosten je Wartungsart?", ["Bremse, 100", "Licht, 20"]),
        ("Wie viele Räder gibt es?", [": 3"]),
        ("Wie viele Tandems gibt es?", [": 2"]),
        ("Wie lautet die Telefonnummer der Halterin Anna Roth?", ["044 1"]),
        ("Wie viele Plätze hat der Grosse Saal?", [": 80"]),
        ("An welchen Tagen wurde das Rad WX11 gewartet?", ["2024-02-02", "2024-05-05"]),
        ("Wie oft hat Anna Roth ein Rad ausgeliehen?", [": 2"]),
        ("Welche Halter haben noch nie etwas ausgeliehen?", ["Graf"]),
        ("Seit wann ist Urs Graf Kunde bei uns?", ["2021-04-04"]),
        ("Seit wann ist Jan Roos bei uns angestellt?", ["2019-05-01"]),
        ("Welcher Mechaniker ist am längsten bei uns?", ["Ida Senn"]),
        ("Bei welchen Räumen ist das Baujahr nicht bekannt?", ["Kleiner Saal"]),
        ("Wie viele Leihräder sind bei uns erfasst?", [": 3"]),
        ("Welche Leiterin hat die meisten Kurse?", ["Ida Senn, 2"]),
        ("Welche Leiterin hat die höchste gesamte Kursgebühr?", ["Lea Ott"]),
    ],
)
def test_words_written_together_are_the_columns(werkstatt: Society, question: str, told: list[str]) -> None:
    approved(werkstatt, question, "de", *told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Wie viele Kunden gibt es je Branche?", ["Bau, 2", "Handel, 1"]),
        ("Welche Kunden bekommen 10 Prozent Rabatt?", ["Holz AG"]),
        ("Wie hoch ist der Einkaufspreis von Kalk?", [": 5"]),
        ("Wie hoch ist der Verkaufspreis von Klinker?", [": 2"]),
        ("Bei welchen Artikeln liegt der Lagerbestand unter dem Mindestbestand?", ["Klinker"]),
        ("Welche Lieferanten sitzen in Österreich?", ["Alpenkies"]),
        ("Bei welchen Lieferanten fehlt der Ansprechpartner?", ["Zement Nord"]),
        ("Wie viele Aufträge sind offen?", [": 1"]),
        ("Welche Auftragsnummern haben ein Lieferdatum im Oktober 2024?", ["24001"]),
        ("Wie viele Kunden aus Bern hatten einen stornierten Auftrag?", [": 1"]),
    ],
)
def test_names_written_short_are_written_out(baustoffe: Society, question: str, told: list[str]) -> None:
    approved(baustoffe, question, "de", *told)


@pytest.mark.parametrize(
    "question",
    [
        "Wann wurde das Rad WX11 gewartet?",
        "Wann wurde das Rad WX11 gestohlen?",
        "Seit wann ist das Rad WX12 gestohlen?",
        "Seit wann ist Jan Roos Kunde bei uns?",
    ],
)
def test_another_day_of_a_row_is_no_answer(werkstatt: Society, question: str) -> None:
    answer = werkstatt.ask_sync(question, language="de")
    assert answer.status != "approved" or "2024-02-02" in answer.text
    assert "2020-01-01" not in answer.text


@pytest.mark.parametrize("question", ["Wie hoch ist der Listenpreis von Kalk?", "Wie viele Filialen hat die Holz AG?"])
def test_what_is_not_held_is_not_written_out_of_something_near(baustoffe: Society, question: str) -> None:
    assert baustoffe.ask_sync(question, language="de").status != "approved"


@pytest.fixture(scope="module")
def verein(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("verein"), VEREIN)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Wie viele Spieler gibt es?", [": 3"]),
        ("Wie viele Spielerinnen gibt es?", [": 3"]),
        ("Wie viele Spiele gibt es?", [": 2"]),
        ("Welche Spieler kommen aus Bern?", ["Anna", "Carla"]),
    ],
)
def test_who_plays_is_not_what_is_played(verein: Society, question: str, told: list[str]) -> None:
    approved(verein, question, "de", *told)
