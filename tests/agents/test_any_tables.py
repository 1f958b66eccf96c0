"""Questions on tables nobody described, through the front door: answered and proven, asked back, or refused."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from arch_team.clarify.clarifiers import ScriptedClarifier
from arch_team.models.scripted import Call, Fails, Script, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society, open_data
from arch_team.wire import Language

SHOP = """
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, birth_year INTEGER);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), status TEXT, amount NUMERIC(10, 2),
  shipping_cost NUMERIC(10, 2), order_date DATE
);
INSERT INTO customer VALUES (1, 'Anna', 'Bern', 1980), (2, 'Beat', 'Basel', 1990), (3, 'Carla', 'Bern', 1990);
INSERT INTO orders VALUES
  (10, 1, 'cancelled', 100.50, 5.00, '2025-03-01'), (11, 1, 'paid', 200.00, 7.00, '2025-03-31'),
  (12, 2, 'paid', 1200.25, 9.00, '2025-04-02'), (13, 2, 'cancelled', 50.00, 9.00, '2024-12-31');
"""

Asking = Callable[..., Answer]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("shop") / "shop.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(SHOP)
    return f"sqlite:///{path}"


@pytest.fixture(scope="module")
def asked(shop: str, tmp_path_factory: pytest.TempPathFactory) -> Asking:
    """All of the same open tables, as on a server."""
    settings = Settings(home=tmp_path_factory.mktemp("home"), db=shop, model=None)
    source = open_data(settings)

    def ask(question: str, *turns: Script, language: Language = "en", answers: tuple[str, ...] = ()) -> Answer:
        clarifier = ScriptedClarifier(answers) if answers else None
        client = Scripted(*turns) if turns else None
        society = Society(settings, client=client, clarifier=clarifier, opens=lambda _: source, seconds=20)
        return asyncio.run(society.ask(question, language=language))

    return ask


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many orders are there?", "Number of orders: 4"),
        ("How many orders are cancelled?", "Number of orders: 2"),
        ("How many orders were placed in March 2025?", "Number of orders: 2"),
        ("What is the highest amount of an order?", "Highest amount of orders: 1,200.25"),
        (
            "What is the total amount for each status?",
            "Total amount of orders per status:\n- cancelled, 150.50\n- paid, 1,400.25",
        ),
        ("What are the names of the customers from Bern?", "Name of customer:\n- Anna\n- Carla"),
        ("What are the names of customers who have no orders?", "Name of customer: Carla"),
        ("What is the birth year of Anna?", "Birth year of customer: 1980"),
    ],
)
def test_it_answers(asked: Asking, question: str, text: str) -> None:
    answer = asked(question)
    assert (answer.status, answer.text) == ("approved", text), answer.reason
    assert (answer.model, answer.trace.llm_calls) == ("embedded", 0)


def test_every_cell_shown_is_bound(asked: Asking) -> None:
    answer = asked("What is the total amount for each status?")
    assert [figure.display for figure in answer.figures] == ["cancelled", "150.50", "paid", "1,400.25"]
    for figure in answer.figures:
        assert answer.text[figure.start :].startswith(figure.display)
        assert figure.evidence[0].table == "orders"
    assert "form" in answer.evidence[0]["arguments"]


def test_every_answer_says_how_it_was_read(asked: Asking) -> None:
    answer = asked("How many orders were cancelled in March 2025?")
    assert answer.reading == "Number of orders, status = cancelled, order date in March 2025"
    told = {part.words: part.meaning for part in answer.reading_parts}
    assert told["cancelled"] == "status = cancelled"
    german = asked("How many orders are cancelled?", language="de")
    assert (german.text, german.reading) == ("Anzahl Orders: 2", "Anzahl Orders, Status = cancelled")


def test_a_join_follows_the_foreign_key(asked: Asking) -> None:
    answer = asked("What are the amounts of the orders of customers from Basel?")
    assert sorted(answer.text.splitlines()) == ["- 1,200.25", "- 50.00", "Amount of orders:"]


def test_what_it_was_ranked_by_is_shown(asked: Asking) -> None:
    answer = asked("What is the status of the order with the highest amount?")
    assert answer.text == "Status of orders: paid, 1,200.25"


def test_those_that_tie_are_all_named(asked: Asking) -> None:
    answer = asked("What is the name of the customer with the most orders?")
    assert answer.text == "Name of customer, equal in rank: Anna, 2; Beat, 2"


def test_a_word_nobody_knows_is_named(asked: Asking) -> None:
    answer = asked("How many unicorns are there?")
    assert answer.status == "refused"
    assert answer.reason == "I do not know “unicorns” here. The tables hold: customer, orders."
    assert answer.next_step == "This I can answer: “What is the total amount of orders per month?”"
    german = asked("How many unicorns are there?", language="de")
    assert german.reason == "«unicorns» kenne ich hier nicht. Die Tabellen enthalten: Customer, Orders."


def test_a_word_almost_like_a_name_is_asked_about(asked: Asking) -> None:
    open_ = asked("How many kustomerr are there?")
    assert open_.status == "needs_clarification"
    assert open_.clarification is not None
    assert open_.clarification.suggested_answers == ("customer",)
    assert asked("How many kustomerr are there?", answers=("customer",)).text == "Number of customer: 3"


@pytest.mark.parametrize("said", ["Id of customer", "id of customer.", "1"])
def test_readings_that_differ_are_asked_about_and_the_answer_chooses(asked: Asking, said: str) -> None:
    open_ = asked("Show the id")
    assert open_.status == "needs_clarification"
    assert open_.clarification is not None
    assert open_.clarification.suggested_answers == ("Id of customer", "Id of orders")
    assert "(1) Id of customer; (2) Id of orders" in open_.clarification.question
    chosen = asked("Show the id", answers=(said,))
    assert (chosen.text, chosen.reading) == ("Id of customer:\n- 1\n- 2\n- 3", "Id of customer")


def test_an_answer_may_put_the_question_anew(asked: Asking) -> None:
    assert asked("Show the id", answers=("How many orders are paid?",)).text == "Number of orders: 2"


def test_readings_that_give_the_same_are_not_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "same.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript("CREATE TABLE a (code TEXT); CREATE TABLE b (code TEXT);")
        connection.executescript("INSERT INTO a VALUES ('x'); INSERT INTO b VALUES ('x');")
    society = Society(Settings(home=tmp_path, db=f"sqlite:///{path}", model=None))
    answer = asyncio.run(society.ask("Show the code", language="en"))
    assert (answer.status, [figure.display for figure in answer.figures]) == ("approved", ["x"])


def test_nothing_found_is_said_and_is_no_figure(asked: Asking) -> None:
    none = asked("What is the highest amount of orders in February 2025?")
    assert (none.status, none.text) == ("approved", "There is no value for that in the tables.")
    empty = asked("List the amounts of orders in February 2025")
    assert (empty.status, empty.text, empty.figures) == ("approved", "Nothing in the tables meets that.", ())


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many orders were placed in 2019?", "Number of orders: 0. The earliest in “order date” is 2024-12-31."),
        ("List the amounts of orders in 2019", "meets that. The earliest in “order date” is 2024-12-31."),
        ("How many orders were placed in 2031?", "Number of orders: 0. The latest in “order date” is 2025-"),
    ],
)
def test_of_a_time_without_rows_it_is_said_where_they_begin_and_end(asked: Asking, question: str, said: str) -> None:
    answer = asked(question)
    assert answer.status == "approved", answer.reason
    assert said in answer.text
    assert answer.figures[-1].evidence


def test_a_greeting_is_answered_and_a_question_of_facts_goes_to_the_tables(asked: Asking) -> None:
    assert asked("Hello").route == "direct_chat"
    assert asked("What is the capital of France?").status == "refused"


def test_what_the_engine_is_sure_of_needs_no_model(asked: Asking) -> None:
    answer = asked("How many orders are cancelled?", "the model was asked")
    assert (answer.text, answer.model, answer.trace.llm_calls) == ("Number of orders: 2", "embedded", 0)


def test_what_the_engine_does_not_read_the_model_may_work_on(shop: str, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, db=shop, model=None, tool_loop=True)

    def asked(question: str, *turns: Script) -> Answer:
        return Society(settings, client=Scripted("no statement", "nor here", *turns), seconds=20).ask_sync(question)

    call = Call("aggregateTable", {"tableName": "orders", "aggregate": "COUNT", "filters": []})
    draft = "There are {{e1.r0.count}} orders. READY_FOR_VALIDATION"
    answer = asked("The orders, how many they are", call, draft)
    assert (answer.status, answer.text) == ("approved", "There are 4 orders."), answer.reason
    assert answer.model == "Scripted"
    assert answer.reading is None
    unexplained = asked("Gimme the tally of the orders thing", call, *[draft] * 4)
    assert unexplained.status != "approved"


HEAD = "Bestellung;Kunde;Betrag;Datum\n"
GERMAN = HEAD + "A-1;Müller AG;1.800,00;01.03.2025\nA-2;Meier;2.500,50;02.03.2025\nA-3;Müller AG;10,00;05.04.2025\n"


def file_asked(path: Path, question: str, language: Language = "en") -> Answer:
    society = Society(Settings(home=path.parent, file=path, db=None, model=None), seconds=20)
    return asyncio.run(society.ask(question, language=language))


def test_a_word_is_not_taken_for_what_the_question_names_already(tmp_path: Path) -> None:
    """Which orders are orders?"""
    (tmp_path / "orders.csv").write_text("id,customer,amount\n1,Ada,5.0\n2,Bob,7.5\n", encoding="utf-8")
    answer = Society(Settings(file=tmp_path / "orders.csv", home=tmp_path)).ask_sync("Which orders are urgent?")
    assert (answer.status, "urgent" in (answer.reason or "")) == ("refused", True)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_german_numbers_of_a_file_are_numbers(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "verkauf.csv"
    path.write_text(GERMAN, encoding=encoding)
    total = file_asked(path, "What is the total betrag?")
    assert (total.status, total.text) == ("approved", "Total betrag of verkauf: 4,310.50"), total.reason
    largest = file_asked(path, "What is the highest betrag of Müller AG?", "de")
    assert largest.text == "Höchstwert Betrag von Verkauf: 1'800.00", largest.reason
    assert [entry["tool"] for entry in largest.evidence] == ["browseTable", "aggregateTable"]


def test_a_list_that_is_cut_off_says_so(tmp_path: Path) -> None:
    path = tmp_path / "parts.csv"
    path.write_text("part,weight\n" + "".join(f"P{n},{n}\n" for n in range(1200)), encoding="utf-8")
    answer = file_asked(path, "List the part and weight of all parts")
    assert answer.status == "approved", answer.reason
    assert answer.text.count("\n- ") == 1000
    assert answer.text.endswith("\nOnly the first rows are listed here; there are 1,200 in all.")
    assert len(answer.figures) == 2001


def test_a_total_that_means_nothing_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "accounts.csv"
    path.write_text("owner,closing_balance\nAnna,10\nBeat,20\n", encoding="utf-8")
    answer = file_asked(path, "What is the total closing balance?")
    assert answer.status == "refused"


def test_between_readings_that_differ_the_person_is_asked_and_no_model(asked: Asking) -> None:
    answer = asked("Show the id", Fails(RuntimeError("not to be called")))
    assert (answer.status, answer.model, answer.trace.llm_calls) == ("needs_clarification", "embedded", 0)


def test_what_nobody_reads_goes_to_the_model_unless_that_is_turned_off(shop: str, tmp_path: Path) -> None:
    question = "Show customers beside the customers that they were before"
    for is_on, model in ((True, "Scripted"), (False, "embedded")):
        settings = Settings(home=tmp_path, db=shop, model=None, tool_loop=is_on)
        answer = Society(settings, client=Scripted("CANNOT_ANSWER: no"), seconds=20).ask_sync(question)
        assert (answer.status, answer.model) == ("refused", model)
