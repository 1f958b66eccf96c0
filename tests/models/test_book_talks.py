"""Follow-ups and questions on the books that once lost what was asked, or kept what was not."""

import pytest

from arch_team import Society
from tests.models.talking import talk


@pytest.mark.parametrize(
    ("said", "says", "hides"),
    [
        (("Werbeaufwand 2024?", "welche Buchungen?"), "Agence Lumière", "Eröffnungsbilanz"),
        (("Abschreibungen 2023", "zeige die Buchungen"), "10'923.00", "Eröffnungsbilanz"),
        (("Extraordinary expense 2024", "which bookings?"), "Wasserschaden", "Eröffnungsbilanz"),
        (("Personnel expense 2024", "broken down"), "204,644.31", "'"),
        (("Personalaufwand 2024", "aufgeschlüsselt"), "204'644.31", "Eröffnungsbilanz"),
        (("Personnel expense 2024", "break it down"), "204,644.31", "'"),
        (("Personnel expense 2024", "how is that made up?"), "204,644.31", "Change"),
        (("Abschreibungen 2023", "wie setzt sich das zusammen?"), "10'923.00", "Eröffnungsbilanz"),
        (("Werbeaufwand 2024?", "bei wem haben wir das ausgegeben?"), "Agence Lumière", "Eröffnungsbilanz"),
        (("Consulting revenue in October 2025?", "November?", "both together"), "309,834.20", "'"),
        (("Consulting income in the third quarter of 2025?", "And in the fourth?"), "463,975.70", "first"),
        (("Licence income in May 2025?", "And in June?", "Both months together?"), "53,433.20", "Change"),
        (("Umsatz 2025 pro Monat", "Lieber pro Quartal."), "649'940.25", "Januar 2025 |"),
        (("Welche Aufwandkonten sind von 2024 auf 2025 um mehr als 5'000 Franken gestiegen?",), "7'542.67", "1'498.57"),
        (("Ausserordentlicher Aufwand 2024?", "wofür war das?"), "Wasserschaden", "Eröffnungsbilanz"),
        (("Extraordinary expense 2024", "what was it for?"), "Wasserschaden", "Eröffnungsbilanz"),
        (("Welche Lieferantenrechnungen sind teilweise bezahlt?",), "KR-2025-0194", "KR-2025-0183"),
        (("How many invoices are partly paid?",), "7", "50"),
        (("How many customer invoices are partially paid?",), "6", "50"),
        (("Umsatz 2025", "nur Beratung"), "1'621'532.00", "2'707'266.01"),
        (("Werbeaufwand 2025", "welche Buchungen?"), "Soll CHF 4'871.00", "5'265.55"),
        (("Werbeaufwand 2025", "welche Buchungen?", "wie viel ist das zusammen?"), "18'270.85", "19'"),
        (("Energy costs (account 6400) in 2024?", "show me the single bookings of 2025"), "986.10", "1,065.97"),
        (("List the bookings on account 6600 in 2025, with the total",), "18,270.85", "2023"),
        (("How much does Aargauer Kies und Beton AG owe us?", "which invoices?"), "RE-2025-0351", "RE-2025-0292"),
        (("Beratungsertrag 2024 pro Quartal", "nur das dritte, nach Monaten"), "69'378.65", "511'050.75"),
        (("Kundenrechnungen 2025 ausgestellt, wie viele?", "davon an die Stiftung Ahornweg"), "16", "385"),
        (("Exporterlöse 2025 nach Kunden", "nur die aus Österreich zusammen"), "132'340.94", "256'055.52"),
        (("Umsatz Domaine du Vallon 2025", "wie viele Rechnungen waren das?"), "29", "50"),
        (("Umsatz Domaine du Vallon 2025", "wie viele Rechnungen?", "und der Umsatz 2024?"), "137'783.20", "2'863'710"),
        (("Revenue with Domaine du Vallon in 2025", "how many invoices?", "and in 2024?"), "22", "29"),
        (("How much does Hotel Arvenhof owe us?", "and the revenue in 2024?"), "142,942.55", "2,863,710"),
        (("Balance of the bank loan at 31.12.2024?", "how much of it was repaid during 2025"), "105,555.94", "43,555"),
        (("Consulting income Q1 2025", "by month", "best month of the whole year?"), "171,802.15", "134,326.00"),
        (("Umsatz 2025 pro Monat", "bester Monat im zweiten Quartal?"), "April–Juni 2025", "Jahr 2025"),
        (("Reisespesen und Kundenbetreuung 2025?", "nur 4. Quartal"), "4'453.09", "16'343.59"),
        (("Revenue with Domaine du Vallon in 2025?", "how many invoices in December?"), "December 2025: 3", "50"),
        (("How many invoices did we send to Domaine du Vallon in 2025?", "and the first half?"), "12", "RE-"),
        (("Umsatz mit Käserei 2025?", "welche Rechnungen sind noch offen?"), "RE-2025-0311", "Brunner"),
        (("Umsatz mit Käserei 2025?", "welche Kunden haben offene Rechnungen?"), "Brunner", "EUR 0"),
        (("Umsatz mit Klinik Birkenrain AG 2025?", "wie viele Rechnungen sind überfällig?"), "überfällig: 0", "11"),
        (("Advertising in Q1 2025?", "all four quarters of 2024"), "23,836.40", "18,270.85"),
        (("Direkte Steuern Aufwand 2024?", "wann haben wir die bezahlt und wie viel?"), "30.09.2025", "2208"),
        (("Welche Rechnungen von Hotel Arvenhof sind offen?", "und der Gewinn 2025?"), "41'092.85", "Arvenhof"),
    ],
)
def test_it_goes_on(society: Society, said: tuple[str, ...], says: str, hides: str) -> None:
    answer = talk(society, *said)
    assert answer.status == "approved", answer.reason
    assert says in answer.text
    assert hides not in answer.text


@pytest.mark.parametrize(
    "said",
    [
        ("Depreciation in 2025?", "only vehicles"),
        ("Did we transfer money to the savings account in December 2025?",),
        ("Haben wir 2025 Darlehen zurückbezahlt?",),
        ("Wages in 2023", "broken down"),
        ("Umsatz Beratung mit Domaine du Vallon 2025", "wie viele Rechnungen waren das?"),
        ("Bankdarlehen per 31.12.2024?", "wie viel wurde zurückbezahlt?"),
        ("Saldo Debitoren per 31.12.2024?", "wie viel davon ging 2025 ein?"),
        ("Umsatz 2025 pro Monat", "bester Monat im Sommer?"),
        ("Revenue 2025 by quarter", "lowest one?", "which month in it was lowest?"),
        ("Umsatz 2025?", "wie viele Rechnungen im März?"),
        ("Saldo Sparkonto per 30.9.2025?", "wie viel wurde 2025 einbezahlt?"),
        ("Savings account balance at 30 September 2025?", "how much was paid into it in 2025?"),
        ("Mietaufwand 2025?", "wann haben wir die bezahlt?"),
        ("Umsatz im März 2024", "und April zusammen"),
        (
            "Welche Zahllast hatte die Mehrwertsteuerabrechnung für das erste Quartal 2025?",
            "Wann haben wir die bezahlt?",
        ),
        ("Umsatz Klinik Birkenrain AG 2025", "davon Supportverträge?", "und im Jahr 2024, alles zusammen?"),
    ],
)
def test_what_it_is_of_is_not_guessed(society: Society, said: tuple[str, ...]) -> None:
    assert talk(society, *said).status != "approved"


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (("Wer war 2024 unser grösster Kunde nach Umsatz?", "und auf Platz zwei?"), "Rebgarten"),
        (("Welcher Kunde hatte 2025 den höchsten Umsatz?", "und der zweithöchste?"), "Klinik Birkenrain"),
        (("Wer schuldet uns am meisten?", "und der Zweite?"), "Hotel Arvenhof"),
        (("Top 3 Kunden 2025", "und der vierte?"), "Stiftung Ahornweg"),
        (("Grösste offene Kundenrechnung in CHF zurzeit?", "und die zweitgrösste?"), "RE-2025-0371"),
        (("Which supplier do we currently owe the most?", "who's second?"), "Albis Hardware"),
        (("Which customer brought in the most revenue in 2025?", "number two?", "the 3rd?"), "Domaine du Vallon"),
        (("In which month of 2025 was revenue highest?", "and the second?"), "October 2025"),
        (("Which expense account was the largest in 2025?", "and the second?"), "Lizenzaufwand"),
        (("Wer ist der kleinste Kunde 2025 nach Umsatz?", "und der zweite?"), "Vorarlberger Feinblech"),
        (("Welcher Kunde hatte 2025 den höchsten Umsatz?", "und der zweite?", "2024 auf Platz eins?"), "Käserei"),
    ],
)
def test_a_place_in_the_ranking(society: Society, said: tuple[str, ...], says: str) -> None:
    answer = talk(society, *said)
    assert answer.status == "approved", answer.reason
    assert says in answer.text


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (("Which supplier do we currently owe the most?", "how much do we owe them?"), "33,700.39"),
        (("Which supplier cost us the most in 2025?", "how much do we still owe them?", "where are they?"), "Basel"),
        (("Which customer owes us the most in CHF?", "what was our revenue with them in 2025?"), "196,356.16"),
        (("How many customers are in Austria?", "what was our revenue with them in 2025?"), "132,340.94"),
        (("How much does Hotel Arvenhof owe us?", "where are they based?"), "Davos"),
        (("Wer war 2025 unser grösster Kunde?", "und wie viel schuldet uns der noch?"), "37'193.11"),
        (("Wer war 2025 unser grösster Kunde?", "wie viel Umsatz 2024 mit diesem Kunden?"), "118'857.02"),
        (("Wer war 2025 unser grösster Kunde?", "und der zweite?", "wie viel schuldet uns der noch?"), "22'041.32"),
        (("Wer schuldet uns am meisten Geld?", "wo sind die zuhause?"), "Freiburg"),
        (("Wer war 2025 unser grösster Kunde?", "welche Rechnungen hat der offen?"), "RE-2025-0371"),
        (("Umsatz mit Klinik Birkenrain AG 2025", "was schulden sie uns aktuell?"), "22'041.32"),
        (("Top 3 customers 2025", "how much do they owe us?"), "Domaine du Vallon"),
        (("Largest open customer invoice in CHF?", "what was it for?"), "Firewall"),
        (("Grösste offene Kundenrechnung in CHF zurzeit?", "wofür?"), "Firewall"),
        (("Grösste offene Kundenrechnung in CHF zurzeit?", "wann ist die fällig?"), "25.12.2025"),
    ],
)
def test_who_and_what_was_shown(society: Society, said: tuple[str, ...], says: str) -> None:
    answer = talk(society, *said)
    assert answer.status == "approved", answer.reason
    assert says in answer.text


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (("Mietaufwand 2025?", "an wen zahlen wir die"), "Immobilien Sihlufer"),
        (("Wie hoch war der Mietaufwand 2024?", "An wen ging das?"), "Immobilien Sihlufer"),
        (("Fremdleistungen 2025?", "Welcher Lieferant steckt dahinter?"), "Codewerk"),
        (("Wieviel Exporterlöse hatten wir 2025?", "nach Kunde aufgeteilt"), "96'246.76"),
        (("Rent in 2025?", "who do we pay it to?"), "Immobilien Sihlufer"),
        (("What losses on receivables (account 3805) did we have in 2025?", "which customer was it?"), "Glarner"),
        (("Was wurde 2024 als ausserordentlicher Ertrag gebucht?", "wofür?"), "Wasserschaden"),
        (("Ancillary business income (account 7000) in 2025?", "what is that from?"), "Schulungsraum"),
        (("Beratungsertrag 2025", "welche Kunden?"), "Stiftung Ahornweg: CHF 137'762.75"),
        (("Wie hoch war der Werbeaufwand 2025?", "welche Buchung war die grösste?"), "KR-2025-0140"),
        (("How much does Hotel Arvenhof owe us?", "as a list please"), "RE-2025-0373"),
        (("Wie viele Kundenrechnungen sind überfällig?", "als Liste"), "RE-2025-0292"),
    ],
)
def test_who_and_what_is_behind_it(society: Society, said: tuple[str, ...], says: str) -> None:
    answer = talk(society, *said)
    assert answer.status == "approved", answer.reason
    assert says in answer.text


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (("Advertising (6600) 2024?", "2025?", "so how much less is that?"), "5,565.55"),
        (("Licence revenue (3210) in 2025?", "and licence costs (4210)?", "the margin between them?"), "114,356.63"),
        (("Lizenzerträge 2025?", "Lizenzaufwand dazu?", "bleibt was übrig, in Franken?"), "114'356.63"),
        (("Mietaufwand 2025", "und Reinigung?", "Differenz zwischen den beiden"), "80'232.34"),
        (("Umsatz Klinik Birkenrain AG 2025", "und 2024?", "wie viel mehr ist das?"), "64'463.76"),
        (("MWST-Zahllast im 1. Quartal 2025?", "und im 4.?", "alle vier Quartale zusammen"), "123'218.84"),
        (("Balance of the CHF current account at 30 June 2025?", "petty cash on that date?"), "665.40"),
        (("Reisespesen und Kundenbetreuung (6640) 2025?", "wie viele Buchungen betreffen Bahnbillette?"), ": 18."),
        (("Income tax (account 8900) for 2023, 2024 and 2025?", "total of the three?"), "93,850.00"),
        (("Total depreciation in 2024?", "how does it compare with 2023?", "and 2025?"), "47,537.00"),
        (("Verluste aus Forderungen 2025?", "welche Buchungen?", "und 2024 total?"), "20'891.80"),
        (("What were wages (account 5000) in 2025?", "social security on top of that?"), "212,186.98"),
    ],
)
def test_two_questions_and_their_times(society: Society, said: tuple[str, ...], says: str) -> None:
    answer = talk(society, *said)
    assert answer.status == "approved", answer.reason
    assert says in answer.text


@pytest.mark.parametrize(
    "said",
    [
        ("Umsatz 2025 pro Kunde", "und der zweite?"),
        ("In welchem Quartal 2025 war der Umsatz am höchsten?", "und im zweiten?"),
        ("Wie hoch war der Lohnaufwand 2025?", "und auf Platz zwei?"),
        ("Wages in 2025?", "how much do we owe them?"),
        ("Umsatz 2025?", "wie viel schuldet uns der noch?"),
        ("Which customers are in Switzerland?", "how many are they?", "what was our revenue with them in 2025?"),
        ("Bestand Sparkonto per 31.12.2025?", "wie viel Zins gab es darauf 2025?"),
        ("Cash balance at the end of 2025 (account 1000)?", "what interest did we get on it?"),
        ("Lohnaufwand 2025", "an wen?"),
        ("Personalaufwand 2025", "als Liste"),
        ("Mietaufwand 2025", "und Reinigung?", "wie viel mehr ist die Miete?"),
        ("Mietaufwand 2025", "und Reinigung?", "was bleibt übrig?"),
        ("Mietaufwand 2025", "wie viel mehr ist das?"),
        ("Income tax (account 8900) for 2023, 2024 and 2025?", "total of the two?"),
    ],
)
def test_nobody_and_nothing_is_guessed(society: Society, said: tuple[str, ...]) -> None:
    assert talk(society, *said).status != "approved"


@pytest.mark.parametrize(
    "said",
    [
        "Wie hoch ist das Bankdarlehen Ende 2025? >> Welchen Zinssatz haben wir mit der Bank vereinbart?",
        "Wie hoch war das Guthaben auf dem Sparkonto per Ende 2025? >> Bei welcher Bank wird dieses Konto geführt?",
        "Bei wem versichern wir unsere Sachwerte? >> Wie hoch war der Aufwand dafür 2025?",
        "Ertrag Hardware im Jahr 2025? >> Wie hoch war der Handelswarenaufwand im gleichen Jahr? >> Die Differenz?",
        "Wie hoch war der Werbeaufwand 2024? >> Bei welchem Lieferanten? >> Wie viele Rechnungen waren es?",
        "Wie hoch waren die Reisespesen 2024? >> Nach Monaten bitte. >> Welcher Mitarbeiter hat am meisten gebraucht?",
        "Wann hat die Domaine du Vallon die Rechnung RE-2025-0200 bezahlt? >> Wann haben wir sie gestellt?",
    ],
)
def test_what_no_change_tells_is_not_answered_by_another(society: Society, said: str) -> None:
    assert talk(society, *said.split(" >> ")).status != "approved"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Was haben wir 2025 am Darlehen zurückbezahlt? >> Wann genau, als Liste >> Nur die grösste", "48'000.00"),
        ("Die drei grössten Aufwandkonten 2024? >> Wieviel machen die drei zusammen aus?", "1'911'665.80"),
        ("Fahrzeugaufwand 2025? >> Welcher Lieferant hat diese Kosten verrechnet?", "Garage Sternen AG"),
        ("Saldo der Kasse per Ende 2025? >> Und wie hoch war er Ende Juni desselben Jahres?", "665.40"),
        ("Wer war 2024 unser grösster Kunde nach Umsatz ohne MWST? >> Wieviel haben wir ihm verrechnet?", "206'936.85"),
    ],
)
def test_what_is_said_at_length_goes_on_with_what_was_shown(society: Society, said: str, shown: str) -> None:
    assert shown in talk(society, *said.split(" >> ")).text
