"""What people who had not seen the program wrote in their models and asked: each went wrong once."""

import sqlite3
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.runs.answer import Answer
from arch_team.settings import Settings

CLAIMS = """
CREATE TABLE claims (claim_id INTEGER PRIMARY KEY, status TEXT, made_on DATE, closed_on DATE, amount REAL);
INSERT INTO claims VALUES (1, 'Settled', '2016-03-01', '2017-02-01', 10),
  (2, 'Settled', '2016-05-01', '2017-09-01', 20),
  (3, 'Disputed', '2017-01-01', NULL, 30), (4, 'Settled', '2015-01-01', '2016-01-01', 40);
"""
TIMES = """
model: claims
tables:
  claims:
    nouns: {en: [claims, claim]}
    times: {made_on: {default: true, words: {en: [made, filed]}}, closed_on: {words: {en: [settled, closed]}}}
"""
BALANCES = """
CREATE TABLE users (user_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE stands (user_id INTEGER REFERENCES users (user_id), day DATE, funds REAL, PRIMARY KEY (user_id, day));
INSERT INTO users VALUES (1, 'Anna'), (2, 'Beat');
INSERT INTO stands VALUES (1, '2023-06-01', 10), (1, '2023-06-02', 20), (2, '2023-06-01', 5), (2, '2023-06-02', 7);
"""
LEVELS = """
model: stands
tables:
  stands:
    nouns: {en: [stands, stand]}
    times: {day: {default: true}}
    fields: {funds: {labels: {en: funds}, nature: level}}
"""


def asked(folder: Path, tables: str, model: str | None, question: str) -> Answer:
    with sqlite3.connect(folder / "own.sqlite") as made:
        made.executescript(tables)
    made.close()
    settings = Settings(home=folder / "home", db=f"sqlite:///{folder / 'own.sqlite'}", model=None)
    if model is not None:
        (folder / "model.yaml").write_text(model, encoding="utf-8")
        settings = settings.model_copy(update={"ontology": folder / "model.yaml"})
    return Society(settings=settings).ask_sync(question)


@pytest.mark.parametrize(
    ("question", "told", "date"),
    [
        ("How many claims were settled in 2017?", "2", "closed on"),
        ("How many claims were closed in 2017?", "2", "closed on"),
        ("How many claims were filed in 2017?", "1", "made on"),
        ("How many disputed claims were there in 2017?", "1", "made on"),
    ],
)
def test_the_words_of_a_date_beat_the_default(tmp_path: Path, question: str, told: str, date: str) -> None:
    answer = asked(tmp_path, CLAIMS, TIMES, question)
    assert answer.status == "approved", answer.reason
    assert answer.text.endswith(f": {told}")
    assert date in (answer.read_as or "")


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("What is the total funds of stands?", "refused"),
        ("What is the total funds of stands in June 2023?", "refused"),
        ("What is the total funds of stands on 2 June 2023?", "27"),
        ("What is the total funds of stands per day?", "27"),
        ("What is the average funds of stands?", "10.5"),
    ],
)
def test_a_level_is_added_up_within_one_day_only(tmp_path: Path, question: str, status: str) -> None:
    answer = asked(tmp_path, BALANCES, LEVELS, question)
    assert answer.status == ("refused" if status == "refused" else "approved"), answer.text
    assert "one day" in (answer.reason or "") if status == "refused" else status in answer.text


DOCUMENTS = """
CREATE TABLE documents (document_id INTEGER PRIMARY KEY, created_date INTEGER, kind TEXT);
INSERT INTO documents VALUES (1, 3, 'a'), (2, 9, 'b'), (3, 1, 'a');
"""


def test_small_whole_numbers_are_no_dates_whatever_their_name(tmp_path: Path) -> None:
    answer = asked(tmp_path, DOCUMENTS, None, "How many documents were created in 2018?")
    assert answer.status != "approved", answer.text


def test_files_belong_together_where_a_key_leaves_out_a_word_of_the_table(tmp_path: Path) -> None:
    heads, papers = tmp_path / "claim_headers.csv", tmp_path / "documents.csv"
    heads.write_text("Claim_Header_ID,Amount\n1,10\n2,20\n3,30\n", encoding="utf-8")
    papers.write_text("Document_ID,Claim_ID,Kind\n7,1,photo\n8,1,letter\n9,3,photo\n", encoding="utf-8")
    settings = Settings(home=tmp_path / "home", file=heads, files=(papers,), model=None)
    answer = Society(settings=settings).ask_sync("Which claim headers have no documents?")
    assert (answer.status, answer.text.rpartition(" ")[2]) == ("approved", "2"), answer.reason


def test_a_path_given_for_a_url_is_told_as_one(tmp_path: Path) -> None:
    path = tmp_path / "own.sqlite"
    answer = Society(settings=Settings(home=tmp_path / "home", db=str(path), model=None)).ask_sync("How many?")
    assert f"sqlite:///{path}" in f"{answer.reason} {answer.text}"


TRUCKS = """
CREATE TABLE lorries (lorry_id INTEGER PRIMARY KEY, plate TEXT, seats INTEGER);
CREATE TABLE trips (trip_id INTEGER PRIMARY KEY, lorry_id INTEGER REFERENCES lorries (lorry_id), km INTEGER);
INSERT INTO lorries VALUES (1, 'ZH 11', 2), (2, 'BE 22', 3), (20, 'BS 33', 2);
INSERT INTO trips VALUES (1, 1, 100), (2, 2, 50);
"""


def test_a_plate_names_a_row_before_its_number(tmp_path: Path) -> None:
    answer = asked(tmp_path, TRUCKS, None, "Which lorries have no trips?")
    assert answer.status == "approved", answer.reason
    assert "BS 33" in answer.text


def test_a_word_of_the_language_is_not_blamed(tmp_path: Path) -> None:
    answer = asked(tmp_path, CLAIMS, None, "How much did we pay out in total?")
    assert answer.status == "refused"
    assert "“How”" not in (answer.reason or "")
