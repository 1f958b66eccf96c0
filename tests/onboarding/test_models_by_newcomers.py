"""What people who had not seen the program wrote in their models and asked: each went wrong once."""

import sqlite3
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.runs.answer import Answer
from arch_team.settings import Settings

CLAIMS = """
CREATE TABLE claims (claim_id INTEGER PRIMARY KEY, status TEXT, made_on DATE, closed_on DATE, amount REAL);
INSERT INTO claims VALUES (1, 'Settled', '2016-03-01', '2017-02-01', 10), (2, 'Settled', '2016-05-01', '2017-09-01', 20),
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
