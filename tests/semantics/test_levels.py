"""How much there is of something is told at a moment: never added up over days; at the end of a time, on its last."""

import pytest

from arch_team import Society
from arch_team.runs.answer import Answer
from arch_team.settings import Settings

ROWS = """item,kind,day,stock
Cola,drink,2025-01-31,10
Water,drink,2025-01-31,40
Bread,food,2025-01-31,12
Cola,drink,2025-02-10,99
Water,drink,2025-02-10,99
Cola,drink,2025-02-28,10
Water,drink,2025-02-28,30
Bread,food,2025-02-28,4
"""
MODEL = """
model: stock
tables:
  counts:
    nouns: {en: [stock counts, stock count], de: [Inventuren, Inventur]}
    times: {day: {default: true}}
    fields:
      item: {en: item, de: Artikel}
      kind: {en: kind, de: Warengruppe}
      day: {en: day, de: Tag}
      stock: {labels: {en: stock, de: Bestand}, nature: level}
metrics:
  each: {expression: counts.stock / count(counts), labels: {en: stock per item, de: Bestand je Artikel}}
"""


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> Society:
    home = tmp_path_factory.mktemp("levels")
    (home / "counts.csv").write_text(ROWS, encoding="utf-8")
    (home / "stock.yaml").write_text(MODEL, encoding="utf-8")
    return Society(Settings(file=home / "counts.csv", ontology=home / "stock.yaml", home=home))


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What was the stock of Cola at the end of February 2025?", ": 10"),
        ("Wie hoch war der Bestand von Cola Ende Februar 2025?", ": 10"),
        ("total stock ending February 2025", ": 44"),
        ("Gesamtbestand Ende Januar 2025", ": 62"),
        ("Wie hoch war der Bestand am 28.2.2025?", ": 44"),
        ("stock per kind on 2025-02-28", ":\n- drink, 40\n- food, 4"),
        ("average stock per kind on 2025-02-28", ":\n- drink, 20.00\n- food, 4.00"),
        ("Bestand je Warengruppe Ende Februar 2025", ":\n- drink, 40\n- food, 4"),
        ("stock of Cola per day", ":\n- 2025-01-31, 10\n- 2025-02-10, 99\n- 2025-02-28, 10"),
        ("What is the stock per item on 2025-02-28?", ": 14.6667"),
    ],
)
def test_a_level_is_told_at_a_moment(counts: Society, question: str, shown: str) -> None:
    answer = counts.ask_sync(question)
    assert answer.text.endswith(shown), answer.reason or answer.text


def test_a_change_is_between_the_last_days_of_two_times(counts: Society) -> None:
    answer = counts.ask_sync("How did the stock of Water change from January to February 2025?")
    assert answer.text.endswith(": -10 (-25.00 %), from 40 to 30")
    assert "day = 2025-02-28" in (answer.reading or "")


@pytest.mark.parametrize(
    "question",
    [
        "What is the total stock in 2025?",
        "What is the stock of Cola?",
        "stock of Cola in February 2025",
        "stock per month",
        "What is the stock per item?",
        "share of drinks in the stock",
    ],
)
def test_over_several_days_a_level_is_not_added_up(counts: Society, question: str) -> None:
    assert counts.ask_sync(question).status == "refused"


def test_a_day_without_a_count_is_no_other_day(counts: Society) -> None:
    answer = counts.ask_sync("stock per kind at the end of 2025")
    assert "Nothing in the tables meets that" in answer.text
    assert not {"40", "44", "4"} & {figure.display for figure in answer.figures}


@pytest.mark.parametrize(
    "question",
    ["How many stock counts were there at the end of February 2025?", "Anzahl Inventuren Ende Februar 2025"],
)
def test_what_happens_has_no_state_at_the_end_of_a_month(counts: Society, question: str) -> None:
    answer: Answer = counts.ask_sync(question)
    assert answer.status == "refused"
    assert "February 2025" in (answer.reason or "") or "Februar 2025" in (answer.reason or "")


def test_a_bound_is_no_state(counts: Society) -> None:
    answer = counts.ask_sync("How many stock counts until the end of February 2025?")
    assert answer.text.endswith(": 8"), answer.reason
