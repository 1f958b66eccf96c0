"""Right number, wrong row is no answer: a cell is held against what the question pins."""

import pytest

from arch_team.featuredata.trustee import FEATURE
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.reading.binding import Filter, Pins, complaint, pins_of
from arch_team.reading.periods import unix
from arch_team.reading.question import QuestionReader


@pytest.fixture(scope="module")
def ontology() -> OntologyDescriptor:
    found = FEATURE.catalog().ontology
    assert found is not None
    return found


@pytest.fixture(scope="module")
def reader(ontology: OntologyDescriptor) -> QuestionReader:
    return QuestionReader(ontology)


def equals(field: str, value: object) -> Filter:
    return {"field": field, "op": "=", "value": value}


YEAR_2025 = [equals("periodYear", 2025), equals("periodMonth", 0)]


class TestPins:
    def test_numbers_and_periods_are_pinned(self, ontology: OntologyDescriptor, reader: QuestionReader) -> None:
        pins = pins_of(reader.read("Saldo Konto 1020 per 31.12.2025"), ontology)
        assert pins.ranges == (("1020", "1020"),)
        assert [period.end.year for period in pins.periods] == [2025]
        assert not pins.compares

    def test_a_named_group_pins_its_span(self, ontology: OntologyDescriptor, reader: QuestionReader) -> None:
        ((low, high),) = pins_of(reader.read("Umsatz 2025"), ontology).ranges
        assert low[0] == high[0] == "3"

    def test_a_question_that_names_nothing_pins_nothing(
        self, ontology: OntologyDescriptor, reader: QuestionReader
    ) -> None:
        assert pins_of(reader.read("Wie viele Kunden haben wir?"), ontology) == Pins((), (), False)


class TestPeriods:
    @pytest.fixture
    def pins(self, ontology: OntologyDescriptor, reader: QuestionReader) -> Pins:
        return pins_of(reader.read("Saldo Konto 1020 per 31.12.2025"), ontology)

    def test_the_year_end_fits(self, pins: Pins) -> None:
        assert complaint(pins, YEAR_2025, {"accountNumber": "1020"}) is None

    def test_december_is_the_year_end_too(self, pins: Pins) -> None:
        assert complaint(pins, [], {"accountNumber": "1020", "periodYear": 2025, "periodMonth": 12}) is None

    def test_another_year_is_refused_whether_by_row_or_by_filter(self, pins: Pins) -> None:
        by_row = complaint(pins, [], {"accountNumber": "1020", "periodYear": 2024, "periodMonth": 0})
        by_filter = complaint(pins, [equals("periodYear", 2024)], {"accountNumber": "1020"})
        assert by_row == by_filter == "the question is about 2025, the row is of 2024"

    def test_another_month_is_refused(self, pins: Pins) -> None:
        found = complaint(pins, [], {"accountNumber": "1020", "periodYear": 2025, "periodMonth": 6})
        assert found == "the question pins 31.12.2025, the row is of month 6"

    def test_a_change_may_show_the_year_before(self, ontology: OntologyDescriptor, reader: QuestionReader) -> None:
        pins = pins_of(reader.read("Wie hat sich Konto 1020 im Jahr 2025 verändert?"), ontology)
        assert complaint(pins, [], {"accountNumber": "1020", "periodYear": 2024, "periodMonth": 0}) is None
        assert complaint(pins, [], {"accountNumber": "1020", "periodYear": 2023, "periodMonth": 0}) is not None

    def test_bookings_of_other_days_are_refused(self, ontology: OntologyDescriptor, reader: QuestionReader) -> None:
        reading = reader.read("Buchungen im März 2025")
        pins = pins_of(reading, ontology)
        first, last = reading.periods[0].seconds
        within: Filter = {"field": "bookingDate", "op": "BETWEEN", "value": [first, last]}
        wider: Filter = {
            "field": "journalEntry.bookingDate",
            "op": "BETWEEN",
            "value": [unix(reading.periods[0].start.replace(month=1)), last],
        }
        assert complaint(pins, [within], {}) is None
        assert complaint(pins, [wider], {}) == "the question pins marz 2025, the call reads other days"


class TestAccounts:
    @pytest.fixture
    def pins(self) -> Pins:
        return Pins((), (("1000", "1099"),), False)

    @pytest.mark.parametrize(
        "only",
        [
            equals("accountNumber", "1020"),
            {"field": "accountNumber", "op": "LIKE", "value": "102%"},
            {"field": "accountNumber", "op": "BETWEEN", "value": ["1000", "1029"]},
            {"field": "accountNumber", "op": "IN", "value": ["1020", "1021"]},
        ],
    )
    def test_accounts_inside_the_pinned_span_fit(self, pins: Pins, only: Filter) -> None:
        assert complaint(pins, [only], {}) is None

    @pytest.mark.parametrize(
        "only",
        [
            equals("accountNumber", "1100"),
            {"field": "accountNumber", "op": "LIKE", "value": "1%"},
            {"field": "accountNumber", "op": "BETWEEN", "value": ["1000", "1100"]},
            {"field": "accountNumber", "op": "IN", "value": ["1020", "1100"]},
        ],
    )
    def test_accounts_outside_it_are_refused(self, pins: Pins, only: Filter) -> None:
        found = complaint(pins, [only], {})
        assert found is not None
        assert found.startswith("the question is about account 1000–1099, the row is of ")

    def test_the_row_itself_counts_before_the_filter(self, pins: Pins) -> None:
        wide: Filter = {"field": "accountNumber", "op": "LIKE", "value": "1%"}
        assert complaint(pins, [wide], {"accountNumber": "1020"}) is None
        assert complaint(pins, [wide], {"accountNumber": "1100"}) is not None

    def test_a_call_that_names_no_account_is_not_judged(self, pins: Pins) -> None:
        assert complaint(pins, [equals("currency", "CHF")], {"closingBalance": "1"}) is None
