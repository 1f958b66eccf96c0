"""Which columns the currency beside them belongs to."""

import pytest

from arch_team.featuredata.amounts import currency_beside


@pytest.mark.parametrize(
    "heading",
    [
        *("Miete", "amount", "Betrag", "Netto", "Q1", "2024", "total", "Stundenlohn", "hourly_rate", "Tagessatz"),
        *("price_kg", "Preis pro kg", "Miete (m2)", "Miete (pro Tag)", "Preis je Stunde", "price per month"),
        *("Höhe der Forderung", "Schadenhöhe", "Anzahlung", "discount", "Gehälter", "netto_min", "Betrag (T)"),
    ],
)
def test_amounts_are_in_the_currency_beside_them(heading: str) -> None:
    assert currency_beside(heading, ("Nr", heading, "Währung")) == "Währung"


@pytest.mark.parametrize(
    "heading",
    [
        *("Länge (m)", "laenge_m", "Länge", "Länge in m", "Länge über alles", "Bootslänge", "boat length", "length"),
        *("weight_kg", "Gewicht", "Verbrauch (l/100km)", "Rabatt (%)", "Anteil %", "tax_percent", "Fläche_m2"),
        *("Anzahl", "Anzahl Nächte", "number of nights", "quantity", "Bestellmenge"),
        *("Mietdauer", "dauer_min", "hours", "Stunden", "days", "Wert (kg)"),
        *("Betrag (CHF)", "amount_eur", "Preis (CHF/kg)", "Betrag in CHF"),
    ],
)
def test_what_is_measured_or_has_a_unit_of_its_own_is_not(heading: str) -> None:
    assert currency_beside(heading, ("Nr", heading, "Währung")) is None


def test_without_a_column_of_currencies_nothing_is_in_one() -> None:
    assert currency_beside("amount", ("amount", "unit")) is None
    assert currency_beside("currency", ("amount", "currency")) is None
