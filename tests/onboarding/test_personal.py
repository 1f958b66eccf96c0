"""A draft is a file that people hand on: it tells what kind of personal data a column holds, and none of it."""

from pathlib import Path

import pytest

from arch_team.onboarding.drafting import drafted
from arch_team.settings import Settings
from arch_team.society import open_data


def remark(tmp_path: Path, heading: str, *values: str, beside: str = "Nr", name: str = "liste") -> str:
    """What a draft says a column holds. Where it does not show the values, they stand nowhere in the draft."""
    path = tmp_path / f"{name}.csv"
    rows = "".join(f'{number},"{value}"\n' for number, value in enumerate(values, 1))
    path.write_text(f'{beside},"{heading}"\n{rows}', encoding="utf-8")
    source = open_data(Settings(file=path, home=tmp_path / "home"))
    text = drafted(source, "m").text()
    source.close()
    said = next((line.partition("# holds ")[2] for line in text.splitlines() if "# holds " in line), "")
    assert "not shown" not in said or not any(value in text for value in values)
    return said


@pytest.mark.parametrize(
    ("heading", "values", "kind"),
    [
        ("E-Mail", ("anna@x.ch", "b.ott@y.com"), "mail addresses"),
        ("Bemerkung", ("ruft an", "bitte an eva.kunz@z.ch"), "mail addresses"),
        ("Telefon", ("079 123 45 67", "+41 79 222 33 44"), "phone numbers"),
        ("Rückruf", ("+41 79 222 33 44", "0041 31 111 22 33"), "phone numbers"),
        ("phone", ("555-123-4567", "(555) 987-6543"), "phone numbers"),
        ("Konto", ("CH93 0076 2011 6238 5295 7", "DE89370400440532013000"), "bank account numbers"),
        ("Zahlung", ("4111 1111 1111 1111", "5500-0000-0000-0004"), "card numbers"),
        ("AHV", ("756.1234.5678.97", "756.1234.5678.98"), "identity numbers"),
        ("Geburtstag", ("im Mai 1984", "um 1990"), "dates of birth"),
        ("Adresse", ("Weg 3, Bern", "Gasse 9, Basel"), "addresses"),
        ("Vorname", ("Anna", "Bernd"), "names"),
        ("first_name", ("anna", "bernd"), "names"),
        ("Sachbearbeiterin", ("Meier", "Kunz"), "names"),
        ("checked_by", ("Meier", "Kunz"), "names"),
        ("driver", ("Meier", "Kunz"), "names"),
        ("Unterlagen", ("Anna Meier", "Ott, Eva"), "names"),
        ("zustand", ("Jean-Luc Picard", "Anna M. Ott"), "names"),
    ],
)
def test_of_people_only_the_kind_is_told(tmp_path: Path, heading: str, values: tuple[str, ...], kind: str) -> None:
    assert remark(tmp_path, heading, *values) == f"{kind}, not shown here"


def test_who_the_rows_are_is_not_shown_where_they_are_people(tmp_path: Path) -> None:
    assert remark(tmp_path, "Name", "Meier", "Kunz", name="mitglieder") == "names, not shown here"
    assert remark(tmp_path, "Name", "Meier", "Kunz", beside="Telefon") == "names, not shown here"
    assert remark(tmp_path, "Name", "Lampe", "Stuhl", name="artikel") == "Lampe, Stuhl"


@pytest.mark.parametrize(
    ("heading", "values"),
    [
        ("Status", ("aktiv", "inaktiv")),
        ("Stand", ("In Progress", "Not Started")),
        ("Code", ("0012-3400", "0013-3400")),
        ("Behälter", ("Fass", "Kiste")),
        ("Ort", ("Basel", "Bern")),
        ("Firma", ("Adler GmbH", "Muster AG")),
        ("Mitglied", ("ja", "nein")),
        ("mailing", ("monthly", "never")),
        ("current", ("high", "low")),
    ],
)
def test_what_is_of_nobody_is_shown(tmp_path: Path, heading: str, values: tuple[str, ...]) -> None:
    assert remark(tmp_path, heading, *values) == ", ".join(values)


def test_many_values_are_not_shown_and_their_kind_is_told(tmp_path: Path) -> None:
    assert remark(tmp_path, "Kontakt", *(f"p{n}@x.ch" for n in range(40))) == "mail addresses, not shown here"
    assert remark(tmp_path, "Ort", *(f"Dorf {n}" for n in range(40))) == ""
