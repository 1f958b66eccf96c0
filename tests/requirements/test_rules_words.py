"""Words in their context: what is found, and what only looks like it."""

import pytest

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.model import Level, Requirement
from arch_team.wire import Language

EVALUATOR = Evaluator()


def quoted(text: str, rule: str, language: Language | None = None) -> list[str]:
    """The words a rule quotes from a text."""
    found = EVALUATOR.evaluate(Requirement(id="x", text=text, language=language)).findings
    return [span.text for finding in found if finding.rule == rule for span in finding.spans]


def spoken(text: str, levels: tuple[Level, ...] = ("error", "warning")) -> set[str]:
    return {finding.rule for finding in EVALUATOR.evaluate(text).findings if finding.level in levels}


@pytest.mark.parametrize("form", ["schnell", "schnelle", "schnellen", "schneller", "schnelles", "schnellem"])
def test_german_adjectives_are_found_in_every_ending(form: str) -> None:
    assert quoted(f"Das System muss {form} Antworten geben.", "vague-quality") == [form]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Die Oberfläche muss benutzerfreundlicher werden.", "benutzerfreundlicher"),
        ("Die Suche muss schneller sein.", "schneller"),
        ("Das System muss kürzere Wege anbieten.", "kürzere"),
        ("The search shall be faster.", "faster"),
        ("The search shall be more efficient.", "more efficient"),
    ],
)
def test_a_comparison_with_nothing_is_one(text: str, word: str) -> None:
    assert quoted(text, "comparative") == [word]


def test_a_declined_adjective_is_no_comparison() -> None:
    assert quoted("Ein schneller Zugriff muss möglich sein.", "comparative") == []
    assert quoted("Ein schneller Zugriff muss möglich sein.", "vague-quality") == ["schneller"]


@pytest.mark.parametrize(
    "text",
    [
        "Die Ausfallzeit muss kleiner als 4 h pro Jahr sein.",
        "The delay shall be lower than 5 ms.",
        "The search shall take no longer than 8 seconds.",
        "The list shall show no more than 20 entries.",
        "The user shall select one or more files.",
        "Das Konto darf nicht mehr als 3 Geräte haben.",
    ],
)
def test_a_comparison_with_a_number_is_none(text: str) -> None:
    assert not {"comparative", "missing-unit"} & spoken(text)


@pytest.mark.parametrize(
    "text",
    [
        "Das System muss die neuesten 10 Einträge zeigen.",
        "The system shall show the oldest order first.",
        "The robot shall move to the nearest station.",
        "At least 90 % of the users shall finish the task within 5 minutes.",
    ],
)
def test_a_superlative_with_a_scale_is_fine(text: str) -> None:
    assert "superlative" not in spoken(text)


@pytest.mark.parametrize("text", ["Das System muss die wichtigsten Daten zeigen.", "It shall use the best algorithm."])
def test_a_superlative_without_a_scale_is_not(text: str) -> None:
    assert "superlative" in spoken(text)


@pytest.mark.parametrize(
    "text",
    [
        "The hotel shall serve breakfast from 07:00 to 10:00.",
        "The system shall store orders placed before 1 May 2020.",
        "The lamp shall emit light with a wavelength of 600 nm.",
        "The valve shall open at 6 bar.",
        "The clerk shall open the file.",
        "The form shall show an error when required fields are empty.",
        "The ship shall leave the harbour.",
        "The system shall export the report as PDF.",
        "The terminal shall print the receipt as soon as the payment is confirmed.",
        "The system shall show the message “Please enter a simple password”.",
        "The train shall stop at the Fast Lane station.",
        "Der Server muss den Fernzugriff protokollieren.",
        "Das System muss die Meldung „Einfach besser“ anzeigen.",
        "Der Leiter muss den Antrag freigeben.",
        "Das System muss die Lieferung innerhalb von 24 Stunden bestätigen.",
    ],
)
def test_words_that_only_look_vague_are_left_alone(text: str) -> None:
    assert spoken(text) <= {"passive-without-actor"}


@pytest.mark.parametrize(
    ("text", "rule", "word"),
    [
        ("The system shall respond quickly.", "vague-quality", "quickly"),
        ("Das System muss rasch antworten.", "vague-quality", "rasch"),
    ],
)
def test_a_time_makes_fast_exact(text: str, rule: str, word: str) -> None:
    assert quoted(text, rule) == [word]
    assert quoted(text.replace(".", " (innerhalb von 2 Sekunden, within 2 seconds)."), rule) == []


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("Data shall be saved where possible.", "escape-clause", "where possible"),
        ("Das Modul soll, sofern technisch machbar, Daten senden.", "escape-clause", "sofern technisch machbar"),
        ("Das Modul muss gegebenenfalls Daten senden.", "escape-clause", "gegebenenfalls"),
        ("The report shall list name, address, etc.", "open-ended-list", "etc."),
        ("Der Bericht muss Name, Adresse usw. enthalten.", "open-ended-list", "usw."),
        ("Der Bericht muss u. a. den Namen enthalten.", "open-ended-list", "u. a."),
        ("The tool shall read PDF and other formats.", "open-ended-list", "and other formats"),
        ("The unit shall retry several times.", "vague-quantity", "several"),
        ("Das Gerät muss einige Versuche machen.", "vague-quantity", "einige"),
        ("The log shall be sent periodically by the unit.", "vague-time", "periodically"),
        ("Das Gerät muss die Daten zeitnah senden.", "vague-time", "zeitnah"),
        ("The pump shall usually run.", "vague-adverb", "usually"),
        ("Die Pumpe muss in der Regel laufen.", "vague-adverb", "in der Regel"),
        ("The pump might run.", "weak-modal", "might"),
        ("Die Pumpe könnte laufen.", "weak-modal", "könnte"),
        ("The limit shall be TBD.", "placeholder", "TBD"),
        ("Die Frist beträgt ??? Tage.", "placeholder", "???"),
        ("The unit shall process about 20 items.", "approximate", "about"),
        ("Das Gerät muss ca. 20 Stück prüfen.", "approximate", "ca"),
        ("The unit shall work as before.", "unclear-reference", "as before"),
        ("Das Gerät muss wie bisher arbeiten.", "unclear-reference", "wie bisher"),
        ("The operator shall read and/or write it.", "and-or", "and/or"),
        ("Der Bediener muss lesen bzw. schreiben.", "and-or", "bzw"),
        ("The input/output unit shall start.", "slash", "input/output"),
        ("Der Kunde/Lieferant muss zahlen.", "slash", "Kunde/Lieferant"),
        ("The unit shall always be available.", "absolute", "always be available"),
        ("Das Gerät muss jederzeit verfügbar sein.", "absolute", "jederzeit verfügbar"),
        ("It would be nice to have a map.", "wish", "would be nice"),
        ("Das System muss die Kosten minimieren.", "vague-verb", "minimieren"),
        ("The tool shall handle errors.", "vague-verb", "handle"),
        ("Die Durchführung der Prüfung muss täglich beginnen.", "nominalisation", "Die Durchführung der"),
        ("The unit shall perform an inspection of the pipe.", "nominalisation", "perform an inspection of"),
    ],
)
def test_each_kind_of_wording_is_quoted(text: str, rule: str, words: str) -> None:
    assert quoted(text, rule) == [words]


def test_a_slash_in_a_unit_or_a_path_is_none() -> None:
    for text in ("The pump shall move 5 m/s.", "The file /etc/hosts shall exist.", "See https://example.org/a/b."):
        assert quoted(text, "slash", "en") == []


def test_the_measure_must_be_of_the_right_kind() -> None:
    """A number of users says nothing about how fast."""
    assert quoted("The system shall answer 500 users quickly.", "vague-quality") == ["quickly"]
    assert quoted("The system shall be fast for 3 users.", "vague-quality") == ["fast"]
