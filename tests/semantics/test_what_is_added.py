"""A word that is added to a question asks for something else: it is used, or the question is not answered as before.

No gold is needed for that. Each question here is answered; each addition says something these tables do not hold or
another form would show. The same answer with the addition as without it has passed a word over.
"""

import pytest

from arch_team import Society
from arch_team.forms.form import Form
from arch_team.wire import Language
from tests.following.test_rows_before import MARINA
from tests.semantics.asking import approved, opened

QUESTIONS = (
    "How many boats are there?",
    "How many skippers live in Hull or Whitby?",
    "What are the names of the skippers from Hull or Whitby?",
    "Which kind of boat is the most common?",
    "What is the town that is most common among the skippers?",
    "Show the names of the boats in ascending order of length.",
    "Which boat has the most trips?",
    "Which kind has the most boats?",
    "What is the average price of the boats of kind Sloop?",
    "What is the total fee of the trips?",
    "Which boats have no trips?",
    "Which boat is the longest? Give me the name and the price.",
    "For each kind, show the number of boats and the average price.",
    "List the names of the boats with a price above 30000.",
    "What is the name of the skipper with the most boats?",
)
BEHIND = (
    *("per person", "by town", "by phone", "every day", "per month", "on time", "in person", "over time"),
    *("last year", "within a month", "in a row", "by mistake", "which nobody signed", "that were refused"),
    *("in euros", "at night", "twice", "except Miller", "as a percentage", "under warranty", "with their managers"),
)
BEFORE = ("approved", "certified", "expensive", "urgent", "insured", "recent", "trained", "unsold", "foreign", "yearly")


@pytest.fixture(scope="module")
def marina(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("marina"), MARINA)


def form(society: Society, text: str, language: Language = "en") -> Form | None:
    candidates = society.source.engine.read_in(text, language).candidates
    return candidates[0].form if len(candidates) == 1 else None


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_said_behind_a_question_changes_what_is_asked(marina: Society, question: str) -> None:
    asked = form(marina, question)
    assert asked is not None, "only what is answered can lose a word"
    end = question.rstrip("?.")
    lost = [more for more in BEHIND if form(marina, f"{end} {more}{question[len(end) :]}") == asked]
    assert not lost


@pytest.mark.parametrize("question", [q for q in QUESTIONS if "boats" in q or "trips" in q])
def test_what_is_said_before_a_noun_changes_what_is_asked(marina: Society, question: str) -> None:
    asked = form(marina, question)
    assert asked is not None
    nouns = [noun for noun in ("boats", "trips") if noun in question]
    lost = [
        (word, noun)
        for word in BEFORE
        for noun in nouns
        if form(marina, question.replace(noun, f"{word} {noun}")) == asked
    ]
    assert not lost


def test_a_state_is_of_the_rows_before_whose_noun_it_stands(marina: Society) -> None:
    approved(marina, "How many cancelled trips are there?", "en", ": 2")


@pytest.mark.parametrize("quotes", ['""', "''", "«»", '"-"'])
def test_nothing_between_quotes_is_no_value(marina: Society, quotes: str) -> None:
    answer = marina.ask_sync(f"Which boats are called {quotes}?")
    assert answer.status in ("refused", "needs_clarification")


def test_the_most_expensive_ones_are_not_the_most_of_them(tmp_path_factory: pytest.TempPathFactory) -> None:
    parties = opened(
        tmp_path_factory.mktemp("parties"),
        "create table party(party_id integer primary key, theme text, number_of_hosts integer);"
        "insert into party values (1, 'Disco', 3), (2, 'Tango', 7), (3, 'Jazz', 5);",
    )
    approved(parties, "Which party has the most hosts?", "en", "Tango")
    assert not parties.ask_sync("Which party has the most expensive hosts?").ok
    assert not parties.ask_sync("Which party has the most hosts since 2010?").ok
