"""What ties people to rows must be told: who may come aboard, who made a thing, who took part and who led."""

from pathlib import Path

import pytest

from arch_team.wire import Language
from tests.semantics.asking import approved, opened

HARBOUR = """
CREATE TABLE halter (halter_id INTEGER PRIMARY KEY, vorname TEXT, nachname TEXT);
CREATE TABLE boot (boot_id INTEGER PRIMARY KEY, bootsname TEXT, halter_id INTEGER REFERENCES halter, laenge_m REAL);
INSERT INTO halter VALUES (1, 'Ada', 'Koch'), (2, 'Urs', 'Engel');
INSERT INTO boot VALUES (1, 'Undine', 1, 7.5), (2, 'Passat', 2, 9);
"""
RIDES = """
CREATE TABLE balloon (balloon_id INTEGER PRIMARY KEY, nickname TEXT, maker TEXT);
CREATE TABLE pilot (pilot_id INTEGER PRIMARY KEY, pilot_name TEXT, licence_kind TEXT);
CREATE TABLE flight (flight_id INTEGER PRIMARY KEY, balloon_id INTEGER REFERENCES balloon,
  pilot_id INTEGER REFERENCES pilot, flight_date TEXT, minutes INTEGER);
INSERT INTO balloon VALUES (1, 'Copper Kettle', 'Cameron'), (2, 'Blue Heron', 'Lindstrand');
INSERT INTO pilot VALUES (1, 'Greta Quayle', 'commercial'), (2, 'Bruno Ormsby', 'private');
INSERT INTO flight VALUES (1, 1, 1, '2024-05-01', 60), (2, 1, 2, '2024-06-01', 50), (3, 2, 1, '2024-07-01', 70);
"""
RESCUE = """
CREATE TABLE retter (retter_id INTEGER PRIMARY KEY, vorname TEXT, nachname TEXT, status TEXT);
CREATE TABLE einsatz (einsatz_id INTEGER PRIMARY KEY, einsatzort TEXT, alarm_zeit TEXT,
  leiter_id INTEGER REFERENCES retter);
CREATE TABLE einsatz_teilnahme (einsatz_id INTEGER REFERENCES einsatz, retter_id INTEGER REFERENCES retter,
  stunden REAL, PRIMARY KEY (einsatz_id, retter_id));
INSERT INTO retter VALUES (1, 'Jan', 'Moser', 'aktiv'), (2, 'Lea', 'Egli', 'aktiv'), (3, 'Rolf', 'Gut', 'aktiv');
INSERT INTO einsatz VALUES (1, 'Eiger', '2024-01-03', 1), (2, 'Pilatus', '2024-02-03', 1);
INSERT INTO einsatz_teilnahme VALUES (1, 1, 3), (1, 2, 3), (2, 1, 2);
"""
ORGANS = """
CREATE TABLE organ (organ_id INTEGER PRIMARY KEY, organ_name TEXT);
CREATE TABLE stop (stop_id INTEGER PRIMARY KEY, stop_name TEXT);
CREATE TABLE organ_stop (organ_id INTEGER REFERENCES organ, stop_id INTEGER REFERENCES stop, n_pipes INTEGER,
  PRIMARY KEY (organ_id, stop_id));
CREATE TABLE emp (emp_no INTEGER PRIMARY KEY, fst_nm TEXT, lst_nm TEXT, trade TEXT);
INSERT INTO organ VALUES (1, 'Holy Cross'), (2, 'Trinity');
INSERT INTO stop VALUES (1, 'Principal'), (2, 'Gamba');
INSERT INTO organ_stop VALUES (1, 1, 61), (1, 2, 49), (2, 1, 56);
INSERT INTO emp VALUES (1, 'Ursula', 'Kovar', 'joiner'), (2, 'Edwin', 'Novak', 'tuner');
"""
HONEY = """
CREATE TABLE sorte (sorte_id INTEGER PRIMARY KEY, sorte_name TEXT);
CREATE TABLE ernte (ernte_id INTEGER PRIMARY KEY, sorte_id INTEGER REFERENCES sorte, datum TEXT, menge_kg REAL);
INSERT INTO sorte VALUES (1, 'Raps'), (2, 'Linde');
INSERT INTO ernte VALUES (1, 1, '2024-05-01', 5), (2, 1, '2024-06-01', 4), (3, 2, '2024-07-01', 30);
"""

VAULT = """
CREATE TABLE chronology (chron_id INTEGER PRIMARY KEY, chron_name TEXT, n_trees INTEGER);
CREATE TABLE accession (acc_id INTEGER PRIMARY KEY, acc_no TEXT, shelf_code TEXT);
CREATE TABLE curator (cur_id INTEGER PRIMARY KEY, cur_name TEXT, joined_on TEXT);
CREATE TABLE specimen (spc_id INTEGER PRIMARY KEY, catno TEXT, storage TEXT);
CREATE TABLE loan (loan_id INTEGER PRIMARY KEY, cur_id INTEGER REFERENCES curator, out_date TEXT);
CREATE TABLE loan_item (loan_id INTEGER REFERENCES loan, spc_id INTEGER REFERENCES specimen,
  PRIMARY KEY (loan_id, spc_id));
CREATE TABLE vessel (vessel_id INTEGER PRIMARY KEY, vessel_name TEXT);
CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, vessel_id INTEGER REFERENCES vessel, visit_date TEXT);
CREATE TABLE technician (tech_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
CREATE TABLE visit_crew (visit_id INTEGER REFERENCES visit, tech_id INTEGER REFERENCES technician, hours REAL,
  PRIMARY KEY (visit_id, tech_id));
CREATE TABLE request (request_id INTEGER PRIMARY KEY, status TEXT);
INSERT INTO request VALUES (1, 'allowed'), (2, 'denied'), (3, 'allowed');
INSERT INTO chronology VALUES (1, 'Surrey Yew', 533), (2, 'Baltic Oak', 210);
INSERT INTO accession VALUES (1, 'A-1', 'D22'), (2, 'A-2', 'D22'), (3, 'A-3', 'E01');
INSERT INTO curator VALUES (1, 'Greta Dragan', '2001-02-03'), (2, 'Nils Gruber', '2010-05-06');
INSERT INTO specimen VALUES (1, 'MC-0001', 'Room B'), (2, 'MC-0002', 'Room A');
INSERT INTO loan VALUES (1, 1, '2023-01-01'), (2, 2, '2023-02-01');
INSERT INTO loan_item VALUES (1, 1), (2, 2);
INSERT INTO vessel VALUES (1, 'Ballast Lass'), (2, 'Sea Mew');
INSERT INTO visit VALUES (1, 1, '2022-01-01'), (2, 2, '2022-03-01');
INSERT INTO technician VALUES (1, 'Orla', 'Boyle'), (2, 'Eoin', 'Hanley');
INSERT INTO visit_crew VALUES (1, 1, 4), (2, 2, 5);
"""

MUSHROOMS = """
CREATE TABLE pk_stelle (st_nr INTEGER PRIMARY KEY, st_ort TEXT, st_eroeffn_jahr INTEGER);
CREATE TABLE pk_sammler (sa_nr INTEGER PRIMARY KEY, sa_name TEXT);
CREATE TABLE pk_kontrolle (kt_nr INTEGER PRIMARY KEY, sa_nr INTEGER REFERENCES pk_sammler, kt_dat DATE,
  kt_dauer_min INTEGER);
INSERT INTO pk_stelle VALUES (1, 'Langnau', 1950), (2, 'Bern', 1980);
INSERT INTO pk_sammler VALUES (1, 'Furrer'), (2, 'Roth');
INSERT INTO pk_kontrolle VALUES (1, 1, '2024-09-01', 40), (2, 2, '2024-09-02', 10);
"""


@pytest.mark.parametrize(
    ("tables", "question", "language"),
    [
        (HARBOUR, "Wie viele Personen dürfen auf die Undine?", "de"),  # not how many own it
        (RIDES, "Who makes Copper Kettle?", "en"),  # not who flew it
        (RESCUE, "Welche aktiven Retter waren noch nie bei einem Einsatz dabei?", "de"),  # not who led none
        (ORGANS, "How many pipes are there in Holy Cross, all stops together?", "en"),  # not of each stop
        (HONEY, "Von welcher Sorte wurde 2024 am meisten geerntet?", "de"),  # not the 2024 with most harvests
        (HARBOUR, "Wer hat die Undine gebaut?", "de"),  # not whose it is
        (MUSHROOMS, "Welche Kontrollstelle gibt es am längsten?", "de"),  # not the longest Kontrolle
        (VAULT, "How many accessions fit on shelf D22?", "en"),  # not how many there are
        (VAULT, "Which specimens did Greta Dragan acquire?", "en"),  # not what was lent
        (VAULT, "Which curator is responsible for Room B?", "en"),  # not who lent something from there
        (VAULT, "Who owns the Ballast Lass?", "en"),  # not its crew
        (VAULT, "When did Greta Dragan join and where did she train?", "en"),  # not one of both
        (VAULT, "How many trees does the Surrey Yew chronology have, and where was it published?", "en"),
    ],
)
def test_it_is_not_told(tmp_path: Path, tables: str, question: str, language: Language) -> None:
    answer = opened(tmp_path, tables).ask_sync(question, language=language)
    assert answer.status in ("needs_clarification", "refused"), (answer.reading, answer.text)


@pytest.mark.parametrize(
    ("tables", "question", "language", "told"),
    [
        (RIDES, "Which pilots flew Copper Kettle?", "en", ("Bruno Ormsby", "Greta Quayle")),
        (ORGANS, "Who are the joiners?", "en", ("Ursula, Kovar",)),
        (ORGANS, "How many pipes does each organ have?", "en", ("Holy Cross", "110", "56")),
        (HARBOUR, "Welche Halter besitzen die Undine?", "de", ("Ada, Koch",)),
        (VAULT, "How many accessions are on shelf D22?", "en", (": 2",)),
        (VAULT, "When did Greta Dragan join?", "en", ("2001-02-03",)),
        (VAULT, "How many requests are allowed?", "en", (": 2",)),  # a state, not what may be
    ],
)
def test_it_is_told(tmp_path: Path, tables: str, question: str, language: Language, told: tuple[str, ...]) -> None:
    approved(opened(tmp_path, tables), question, language, *told)
