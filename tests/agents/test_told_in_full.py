"""What was named is in the answer, or nobody is answered: columns passed over, times, money, where somebody lives."""

from pathlib import Path

import pytest

from arch_team import Society
from arch_team.runs.answer import Answer
from arch_team.settings import Settings

VISITS = """Visit ID,Date,Pet,Vet,Time (min),Charge
V1,2025-01-03,Biscuit,Dr. Amara,20,40.00
V2,2025-01-04,Smudge,Dr. Pruitt,35,60.00
V3,2025-02-01,Biscuit,Dr. Amara,15,25.00
"""
SCORES = """Sign.;Titel;Verlag;Besetzung
N1;Abendlied;Carus;SATB
N2;Agnus Dei;Peters;SATB
N3;Ave Maria;Carus;SSA
"""
DONORS = """Name;Termin;Ort;Menge (ml);Arzt
Elke Lübbers;2025-01-14;Turnhalle;500;Dr. Maiwald
Elke Lübbers;2025-05-02;DRK-Haus;500;Dr. Jessen
Birgit Dorfner;2025-01-14;Turnhalle;450;Dr. Maiwald
"""
COSTS = """Job,Workshop,Cost
J1,Roth,120.50
J2,Roth,79.50
J3,Own,10.00
"""
MUSHERS = """musherId,strFirst,strLast,strCountry
1,Jon,Haugland,Norway
2,Torvald,Eide,Norway
3,Pekka,Saarinen,Finland
"""


def ask(folder: Path, name: str, content: str, question: str) -> Answer:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return Society(Settings(file=path, home=folder, model=None)).ask_sync(question)


@pytest.mark.parametrize(
    ("name", "content", "question"),
    [
        ("vet_visits.csv", VISITS, "How many times was Biscuit here?"),  # no sum of a `Time (min)`
        ("vet_visits.csv", VISITS, "Visits per vet"),  # no list of visits, nor in German
        ("Notenarchiv.csv", SCORES, "Titel je Verlag, nur die Anzahl"),  # not per title
        ("Blutspende.csv", DONORS, "Wo wohnt Elke Lübbers?"),  # where somebody came is not where they live
        ("Blutspende.csv", DONORS, "Wer war am häufigsten da?"),  # donor or doctor?
    ],
)
def test_it_is_asked_or_refused(tmp_path: Path, name: str, content: str, question: str) -> None:
    answer = ask(tmp_path, name, content, question)
    assert answer.status in ("needs_clarification", "refused"), (answer.reading, answer.text)


@pytest.mark.parametrize(
    ("name", "content", "question", "line", "shown"),
    [
        ("jobs.csv", COSTS, "Cost per workshop", "Total cost of jobs per workshop", ("Roth, 200", "Own, 10")),
        ("mushers.csv", MUSHERS, "Which mushers come from Norway?", "str country = Norway", ("Haugland", "Eide")),
    ],
)
def test_it_is_answered_in_full(
    tmp_path: Path, name: str, content: str, question: str, line: str, shown: tuple[str, ...]
) -> None:
    answer = ask(tmp_path, name, content, question)
    assert answer.status == "approved", answer.reason
    assert line in (answer.reading or "")
    assert all(each in answer.text for each in shown)
