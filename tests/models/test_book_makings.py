"""What is made of figures, by stretches and at several times; and words that must not be passed over. The figures were
computed from the demo's tables by plain SQL."""

import random
import re
from collections import Counter
from datetime import date

import pytest

from arch_team.measuring.reader import FigureRead, FigureReader
from arch_team.measuring.row_asked import RowsAsked
from arch_team.measuring.scan import Item
from arch_team.measuring.vocabulary import language_words
from arch_team.tools.session import DataSource
from arch_team.wire import Language
from tests.models.conftest import Asked


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Personalaufwand 2023 pro Halbjahr", ["1. Halbjahr 2023", "721'892.14", "841'393.84"]),
        ("Current ratio at the end of 2024?", ["300.41 %", "622,924.79", "207,357.08"]),
        ("Liquiditätsgrad 3 pro Quartal 2024", ["per 31.3.2024: 380.76 %", "per 30.6.2024: 329.04 %"]),
        ("What was EBITDA in 2023?", ["291,749.22"]),
        ("Wie hoch war der Gewinn vor Steuern 2023?", ["217'437.41"]),
        ("What did we book as rent (6000) year to date at the end of April 2024?", ["29,400.00"]),
        (
            "Saldonachweis Mobiliar und Einrichtungen 1510 für 2023",
            ["96'000.00", "4'936.80", "0.00", "100'936.80"],
        ),
        ("What were the repayments of the bank loan in 2023?", ["65,000.00"]),
        ("Durchschnittlicher Lohnaufwand pro Monat 2024 im Vergleich zu 2023", ["118'428.45", "113'468.73"]),
        (
            "Change in personnel expense for each account, 2023 and 2024: what was it?",
            ["1,361,624.80", "1,421,141.45", "59,516.65", "-1,050.59"],
        ),
        ("Did we make a loss in any quarter of 2024?", ["Yes", "Q4 2024: CHF -116,957.97"]),
        (
            "Umsatz Februar bis April 2024 gegenüber dem gleichen Zeitraum des Vorjahres",
            ["742'766.82", "757'132.85"],
        ),
        ("Which three expense accounts rose the most from 2023 to 2024?", ["Lohnaufwand", "59,516.65"]),
    ],
)
def test_it_is_made(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


def test_as_many_are_shown_as_a_number_says(ask: Asked) -> None:
    assert ask("Which three expense accounts rose the most from 2023 to 2024?").count("\n- ") == 3


@pytest.mark.parametrize(
    "question",
    [
        "Class 6 without depreciation and financial gimmicks 2025",
        "Wie hoch soll der Umsatz 2025 sein?",
        "Umsatz Anfang 2025",
        "Was the profit above in 2025?",
        "Days of receivables 2025",
        "Fünf Personalaufwand 2025",
        "Lösch den Umsatz 2025",
        "What is left after tax in 2025?",
        "Output tax against input tax for 2025, what was it?",
    ],
)
def test_what_a_word_asks_for_is_not_passed_over(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


_HARMLESS = frozenset(
    {
        "light",
        "carrying",
        "each",
        "happened",
        "now",
        "total",
        "amount",
        "edge",
        "including",
        "add",
        "define",
        "ending",
        "unit",
        "that_is",
        "to_date",
        "still",
        "posted",
        "only",
        "list",
        "and",
        "or",
        "confirm",
        "asks",
        "spend",
        "grain",
        "compare",
        "apart",
        "follow",
        "relative",
        "percent",
        "course",
        "texted",
        "behind",
        "code",
        "must",
        "opening",
        "start_edge",
        "by_grain",
        "span_to",
        "amid",
        "pointing",
        "single",
        "acquired",
        "net",
        "earned",
        "untaxed",
        "taxed",
        "left_of",
        "added",
        "money",
    }
)
"""Classes of words that may add nothing to a question that says it already."""
_OF_ROWS = frozenset({"any"})
"""The same of rows: any bookings are the bookings."""


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_word_that_asks_changes_what_is_asked(books: DataSource, language: Language) -> None:
    """Words at random behind a figure and a year: one that can be taken out, and the same is asked, was passed over."""
    reader = books.engine.figures(language)
    assert reader is not None
    chosen = random.Random(7)
    words = sorted(_single_words(language))
    names = sorted(reader.names())
    ignored: Counter[str] = Counter()
    told: dict[str, str] = {}
    for _ in range(600):
        question = f"{chosen.choice(names)} {chosen.choice(['2024', '2025'])} {chosen.choice(words)}"
        read = reader.read(question)
        if read.asked is None:
            continue
        for item, rest in _without_each(reader, question):
            classes = _classes(item)
            harmless = _HARMLESS | _OF_ROWS if isinstance(read.asked, RowsAsked) else _HARMLESS
            if classes and not classes & harmless and _same_asked(reader.read(rest), read):
                ignored["/".join(sorted(classes))] += 1
                told["/".join(sorted(classes))] = f"{question!r}: {item.text}"
    assert not ignored, told


def _same_asked(one: FigureRead, other: FigureRead) -> bool:
    """The same, and as much of it."""
    return _same(one.meaning, other.meaning) and len(one.more) == len(other.more)


def _single_words(language: Language) -> list[str]:
    known = language_words(language)
    return [word for word in known.singles() if word.isalpha()]


def _without_each(reader: FigureReader, question: str) -> list[tuple[Item, str]]:
    scan = reader.scan(question, date(2026, 1, 15))
    out: list[tuple[Item, str]] = []
    for item in scan.items:
        start, end = scan.tokens[item.span[0]].start, scan.tokens[item.span[1] - 1].end
        out.append((item, f"{question[:start]} {question[end:]}".strip()))
    return out


def _classes(item: Item) -> set[str]:
    """Of an item that only the language knows, what it may be."""
    found = [getattr(sense, "klass", "") for sense in item.senses]
    return set(found) if all(found) else set()


def _same(one: object, other: object) -> bool:
    """Whether two readings ask the same, whatever it is called and wherever its words stand."""
    plain = [
        re.sub(r"(title|titles|name|said)=('[^']*'|\"[^\"]*\"|\([^)]*\))|at=\(\d+, \d+\)", "", repr(o))
        for o in (one, other)
    ]
    return plain[0] == plain[1]


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Darlehensrückzahlungen 2023 bis 2025 zusammen", ["318'555.94"]),
        ("Rangliste der Konten 5000 bis 5800 für 2024", ["Lohnaufwand", "204'644.31", "4'536.67"]),
        ("Saldo 1020 an Silvester 2024", ["311'446.50"]),
        ("Zinsen 2024", ["(6900)", "4'257.50"]),
        ("Um wieviel Prozent lag der Lohnaufwand 2024 über jenem von 2023?", ["+4.37 %"]),
    ],
)
def test_compounds_spans_and_feasts(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer
