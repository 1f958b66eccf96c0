"""Amounts in several units are told apart, and neither ranked nor held against one number; where the unit is said or
declared, they are shown in it."""

from pathlib import Path

import pytest

from arch_team import Answer, Society
from arch_team.runs.evidence_table import evidence_table
from arch_team.server.answer_files import answer_csv
from arch_team.server.table_files import to_csv
from arch_team.settings import Settings
from tests.semantics.asking import approved, opened_file

MIXED = """Nr;Kunde;Betrag;Währung;Datum
1;Muster AG;100.00;CHF;2024-01-05
2;Beispiel GmbH;80.00;EUR;2024-02-07
3;Muster AG;50.00;EUR;2024-03-01
4;Probe SA;60.00;CHF;2024-03-09
5;Beispiel GmbH;40.00;CHF;2024-04-11
"""
ONE = MIXED.replace("EUR", "CHF")
DECLARED = """model: shop
tables:
  auftraege:
    nouns: {en: [orders, order], de: [Aufträge, Auftrag]}
    rowName: nr
    fields:
      nr: {en: number, de: Nummer}
      betrag: {labels: {en: amount, de: Betrag}, nature: flow, unit: CHF, aggregation: sum}
"""


@pytest.fixture(scope="module")
def bills(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened_file(tmp_path_factory.mktemp("bills"), "rechnungen.csv", MIXED)


@pytest.mark.parametrize(
    "question",
    [
        "Welcher Kunde hat den höchsten Betrag?",
        "Die 2 Rechnungen mit dem höchsten Betrag",
        "Welche Nr hat einen Betrag über 55?",
        "Welche Rechnungen haben einen Betrag zwischen 45 und 70?",
        "Wie viele Rechnungen haben einen Betrag unter 55?",
        "Welche Nr hat einen Betrag über dem Durchschnitt?",
        "Welcher Kunde hat den höchsten gesamten Betrag?",
        "Welche Rechnungen haben einen Betrag über 55 Dollar?",
    ],
)
def test_amounts_of_several_units_are_not_compared(bills: Society, question: str) -> None:
    answer = bills.ask_sync(question, language="de")
    assert answer.status == "refused"
    assert "Währung" in (answer.reason or "")


@pytest.mark.parametrize(
    ("question", "says", "not_said"),
    [
        ("Wie hoch ist der höchste Betrag?", ["CHF 100.00", "EUR 80.00"], "50.00"),
        ("Was ist der gesamte Betrag in CHF?", ["CHF 200.00"], "EUR"),
        ("Durchschnittlicher Betrag in EUR", ["EUR 65.00"], "CHF"),
        ("Welche Rechnungen haben einen Betrag über 55 CHF?", ["- 1", "- 4"], "- 2"),
        ("Welche Rechnungen haben einen Betrag über 55 Franken?", ["- 1", "- 4"], "- 2"),
        ("Welche Rechnungen in CHF haben einen Betrag über 55?", ["- 1", "- 4"], "- 2"),
        ("Was ist der Betrag von Rechnung 2?", [": EUR 80.00"], ", EUR"),
        ("Nr und Betrag der Rechnungen von Muster AG", ["1, CHF 100.00", "3, EUR 50.00"], "80.00"),
        ("Welche Rechnungen haben einen Betrag über 0?", ["- 5"], "- 6"),
        ("Welcher Kunde hat den höchsten gesamten Betrag in CHF?", ["Muster AG, CHF 100.00"], "Probe"),
    ],
)
def test_a_unit_that_is_said_is_shown(bills: Society, question: str, says: list[str], not_said: str) -> None:
    answer = approved(bills, question, "de", *says)
    assert not_said not in answer.text


def test_a_list_in_the_order_of_amounts_is_one_for_each_unit(bills: Society) -> None:
    answer = approved(bills, "Zeige alle Rechnungen nach Betrag sortiert", "de")
    assert [line.strip("- ") for line in answer.text.splitlines()[1:]] == ["5", "4", "1", "3", "2"]


def test_where_there_is_one_unit_amounts_are_compared(tmp_path: Path) -> None:
    bills = opened_file(tmp_path, "rechnungen.csv", ONE)
    approved(bills, "Welche Nr hat einen Betrag über 55?", "de", "- 1", "- 2", "- 4")
    approved(bills, "Die 2 Rechnungen mit dem höchsten Betrag", "de", "1", "2")


def test_a_declared_unit_is_shown(tmp_path: Path) -> None:
    (tmp_path / "auftraege.csv").write_text("nr,kunde,betrag\n1,Muster,100.00\n2,Probe,80.50\n", encoding="utf-8")
    (tmp_path / "shop.yaml").write_text(DECLARED, encoding="utf-8")
    own = Settings(home=tmp_path / "home", file=tmp_path / "auftraege.csv", ontology=tmp_path / "shop.yaml", model=None)
    orders = Society(own)
    approved(orders, "Was ist der gesamte Betrag?", "de", "CHF 180.50")
    approved(orders, "Betrag pro Kunde", "de", "Muster, CHF 100.00", "Probe, CHF 80.50")
    approved(orders, "Wie viele Aufträge gibt es?", "de", ": 2")


BOATS = """Boot,Länge (m),Miete,Währung
Möwe,4.5,120.00,CHF
Hecht,6.1,90.50,EUR
Barsch,5.3,200.00,CHF
"""


def test_a_length_is_in_no_currency(tmp_path: Path) -> None:
    boats = opened_file(tmp_path, "boote.csv", BOATS)
    approved(boats, "Welches Boot ist am längsten?", "de", "Hecht")
    assert "CHF" not in approved(boats, "Durchschnittliche Länge", "de", "5.3").text
    rents = boats.ask_sync("Welches Boot hat die höchste Miete?", language="de")
    assert (rents.status, "Währung" in (rents.reason or "")) == ("refused", True)


THIRDS = """Nr,Kunde,Betrag,Währung
1,Muster AG,100.00,CHF
2,Muster AG,50.00,CHF
3,Muster AG,50.00,CHF
4,Probe SA,40.00,EUR
"""


def test_a_mean_of_money_has_the_same_digits_alone_in_a_list_and_in_every_file_of_the_answer(tmp_path: Path) -> None:
    bills = opened_file(tmp_path, "rechnungen.csv", THIRDS)
    alone = approved(bills, "Durchschnittlicher Betrag in CHF", "de", "CHF 66.67")
    listed = approved(bills, "Durchschnittlicher Betrag pro Kunde", "de", "Muster AG, CHF 66.67")
    for answer in (alone, listed):
        assert "66.67," in _text(answer_csv(answer))
        assert "66.666667" not in answer.text + _text(answer_csv(answer))
        assert "66.666667" in _tables(answer)  # what was read stays as it is


def _tables(answer: Answer) -> str:
    read = [str(entry["id"]) for entry in answer.evidence if entry.get("rows") is not None]
    return "".join(_text(to_csv(evidence_table(answer, one))) for one in read)


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig")
