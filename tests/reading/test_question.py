"""Reading a question: what it names, pins and wants, and which words nothing explains."""

from decimal import Decimal

import pytest

from arch_team.featuredata.trustee import FEATURE
from arch_team.ontologies.descriptor import OntologyDescriptor, SemanticType
from arch_team.reading.question import QuestionReader, Reading


@pytest.fixture(scope="module")
def reader() -> QuestionReader:
    ontology = FEATURE.catalog().ontology
    assert isinstance(ontology, OntologyDescriptor)
    return QuestionReader(ontology)


def named(reading: Reading) -> list[str]:
    return [mention.entity.name for mention in reading.mentions]


class TestMentions:
    @pytest.mark.parametrize(
        ("question", "entity"),
        [
            ("Wie hoch war der Umsatz 2025?", "OperatingRevenue"),
            ("How much revenue did we make in 2025?", "OperatingRevenue"),
            ("Welche Kunden haben wir?", "Customer"),
            ("Which suppliers do we have?", "Supplier"),
            ("Zeig alle offenen Rechnungen", "OpenInvoice"),
            ("Wie hoch sind die überfälligen Rechnungen?", "OverdueInvoice"),
        ],
    )
    def test_a_label_is_found_in_either_language_and_inflected(
        self, reader: QuestionReader, question: str, entity: str
    ) -> None:
        assert reader.read(question).names_entity(entity)

    def test_a_compound_is_taken_apart(self, reader: QuestionReader) -> None:
        assert named(reader.read("Was ist der Banksaldo?"))[0] == "Bank"

    def test_a_mention_says_where_it_stands(self, reader: QuestionReader) -> None:
        text = "Wie hoch war der Umsatz 2025?"
        mention = reader.read(text).mentions[0]
        assert text[mention.start : mention.end] == mention.said == "Umsatz"

    def test_a_verb_is_no_noun(self, reader: QuestionReader) -> None:
        assert not reader.read("Was schulden wir der Meier AG?").names_entity("Debt")

    def test_an_entity_named_twice_is_one_entity(self, reader: QuestionReader) -> None:
        reading = reader.read("Umsatz 2024 und Umsatz 2025")
        assert [e.name for e in reading.entities()] == ["OperatingRevenue"]
        assert reading.entities(SemanticType.MEASURE) == []


class TestAccounts:
    @pytest.mark.parametrize(
        ("question", "accounts", "ranges"),
        [
            ("Saldo Konto 1020 per 31.12.2025", ("1020",), ()),
            ("Saldo von 1020 und 1021 und 1020", ("1020", "1021"), ()),
            ("Konten 4000 bis 4999", (), (("4000", "4999"),)),
            ("accounts 10xx", (), (("1000", "1099"),)),
            ("Aufwand Kontenklasse 6", (), (("6000", "6999"),)),
            ("account class 3 in 2025", (), (("3000", "3999"),)),
            ("Buchungen über CHF 5000", (), ()),
            ("Buchungen über 5000 Franken", (), ()),
            ("Umsatz 2025", (), ()),
        ],
    )
    def test_numbers_and_spans(
        self, reader: QuestionReader, question: str, accounts: tuple[str, ...], ranges: tuple[tuple[str, str], ...]
    ) -> None:
        reading = reader.read(question)
        assert (reading.accounts, reading.ranges) == (accounts, ranges)


class TestAmounts:
    @pytest.mark.parametrize(
        ("question", "value"),
        [
            ("Buchungen über CHF 5'000", "5000"),
            ("bookings above 1,250.50", "1250.50"),
            ("Rechnungen über 20k", "20000"),
            ("Ist der Umsatz über 1.5 Mio?", "1500000"),
            ("Rechnungen über 50 Franken", "50"),
            ("Hatte 1020 Ende 2025 162'400?", "162400"),
        ],
    )
    def test_an_amount_is_read_however_it_is_written(self, reader: QuestionReader, question: str, value: str) -> None:
        assert [amount.value for amount in reader.read(question).amounts] == [Decimal(value)]

    @pytest.mark.parametrize("question", ["Die 5 grössten Kunden", "Saldo Konto 1020 per 31.12.2025"])
    def test_counts_accounts_and_dates_are_no_amounts(self, reader: QuestionReader, question: str) -> None:
        assert reader.read(question).amounts == ()


class TestCues:
    @pytest.mark.parametrize(
        ("question", "cue"),
        [
            ("Wie viele Kunden haben wir?", "count"),
            ("What was the average bank balance?", "average"),
            ("Umsatz pro Monat 2025", "series"),
            ("revenue by quarter", "per_quarter"),
            ("Lag der Umsatz über 100'000?", "yes_no"),
            ("Lösche die letzte Buchung", "write"),
            ("Was ist das Budget 2026?", "beyond_tables"),
            ("Schätze den Umsatz", "without_looking"),
        ],
    )
    def test_words_tell_what_kind_of_answer_is_wanted(self, reader: QuestionReader, question: str, cue: str) -> None:
        assert cue in reader.read(question).cues

    def test_a_plain_question_wants_nothing_special(self, reader: QuestionReader) -> None:
        assert reader.read("Was ist der Banksaldo per 31.12.2025?").cues == frozenset()

    @pytest.mark.parametrize(
        ("question", "top"),
        [
            ("Top 5 Kunden", 5),
            ("Die drei grössten Aufwände", 3),
            ("Which three customers owe us most?", 3),
            ("the largest 10 expenses", 10),
            ("Wie hoch war der Umsatz?", None),
        ],
    )
    def test_how_many_a_ranking_asks_for(self, reader: QuestionReader, question: str, top: int | None) -> None:
        assert reader.read(question).top == top

    def test_wording_is_found_inside_words(self, reader: QuestionReader) -> None:
        reading = reader.read("Was wurde ausbezahlt?")
        assert reading.says("paid")
        assert not reading.says("rises", "falls")


class TestUnread:
    def test_a_question_that_is_understood_leaves_nothing(self, reader: QuestionReader) -> None:
        for question in ("Wie hoch war der Umsatz im März 2025?", "What is the bank balance at 31 December 2025?"):
            assert reader.read(question).unread == ()

    def test_a_name_is_left_for_the_data_to_explain(self, reader: QuestionReader) -> None:
        reading = reader.read("Was hat die Zumstein Holzbau AG offen?")
        assert reading.unread == ("Zumstein", "Holzbau")

    def test_a_word_nothing_explains_is_not_passed_over(self, reader: QuestionReader) -> None:
        assert "Zebrastreifen" in reader.read("Wie hoch waren die Zebrastreifen 2025?").unread

    def test_a_phrase_stands_for_the_stem_of_an_account(self, reader: QuestionReader) -> None:
        assert reader.read("How high were the travel expenses in 2025?").unread == ("reisespesen",)

    def test_quotations_and_references_are_kept_as_they_are(self, reader: QuestionReader) -> None:
        reading = reader.read("Zeig Buchung RE-2025-0012 mit «Miete Büro»")
        assert reading.references == ("RE-2025-0012",)
        assert reading.quoted == ("Miete Büro",)


def test_a_period_named_twice_is_one_period(reader: QuestionReader) -> None:
    reading = reader.read("Umsatz 2025: wie hoch war er Ende 2025?")
    assert len(reading.periods) == 1
    assert reading.periods[0].is_point


@pytest.mark.parametrize("text", ["", "?", "   ", "12", "«»", "ß Ä é 中文", "2025 2025 2025", "a" * 500])
def test_any_text_can_be_read(reader: QuestionReader, text: str) -> None:
    assert reader.read(text).text == text
