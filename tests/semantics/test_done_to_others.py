"""Who did what to what: a verb that the tables tell otherwise, a thing that reads like a verb, the last of rows."""

from pathlib import Path

import pytest

from arch_team import Society
from arch_team.settings import Settings
from tests.semantics.asking import approved, opened

SHOP = """
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE product (product_id INTEGER PRIMARY KEY, name TEXT, unit_price REAL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(customer_id),
  order_date DATE);
CREATE TABLE order_item (order_id INTEGER REFERENCES orders(order_id),
  product_id INTEGER REFERENCES product(product_id), quantity INTEGER, PRIMARY KEY (order_id, product_id));
INSERT INTO customer VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Chloe');
INSERT INTO product VALUES (1, 'Chair', 10), (2, 'Desk', 50), (3, 'Lamp', 5), (4, 'Drink', 2), (5, 'Lead', 7);
INSERT INTO orders VALUES (1, 1, '2023-01-01'), (2, 2, '2023-02-01'), (3, 3, '2023-03-01');
INSERT INTO order_item VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1), (1, 4, 1);
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("shop"), SHOP)


@pytest.mark.parametrize(
    "question",
    ["Which customers ordered chairs?", "How many customers ordered chairs?", "Which customers ordered drinks?"],
)
def test_several_of_what_reads_like_a_verb_are_not_passed_over(shop: Society, question: str) -> None:
    answer = shop.ask_sync(question)
    assert answer.status != "approved" or "Chloe" not in answer.text


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which customers ordered a chair?", "Bob"),
        ("Which customers ordered desks?", "Chloe"),
        ("What is the unit price of the chair?", "10"),
        ("What is the unit price of lead?", "7"),
        ("What is the unit price of the drink?", "2"),
    ],
)
def test_a_thing_may_be_called_like_a_deed(shop: Society, question: str, says: str) -> None:
    approved(shop, question, "en", says)


FILMS = """
CREATE TABLE person (person_id INTEGER PRIMARY KEY, full_name TEXT);
CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT, director_id INTEGER REFERENCES person(person_id));
CREATE TABLE award (award_id INTEGER PRIMARY KEY, award_name TEXT, winning_film_id INTEGER REFERENCES film(film_id));
INSERT INTO person VALUES (1, 'Ann Lee'), (2, 'Bob Ray');
INSERT INTO film VALUES (1, 'Blue Sky', 1), (2, 'Red Sea', 2);
INSERT INTO award VALUES (1, 'Silver Bear', 2);
"""


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("films"), FILMS)


@pytest.mark.parametrize(
    "question", ["Who acted in Blue Sky?", "Who appeared in Blue Sky?", "Which films did Ann Lee act in?"]
)
def test_another_part_is_not_the_one_that_is_told(films: Society, question: str) -> None:
    assert films.ask_sync(question).status != "approved"


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Who directed Blue Sky?", "Ann Lee"),
        ("Which films received awards?", "Red Sea"),
        ("Which film received the Silver Bear?", "Red Sea"),
    ],
)
def test_the_part_that_is_told_is_answered(films: Society, question: str, says: str) -> None:
    approved(films, question, "en", says)


VOLCANOES = """
CREATE TABLE volcano (volcano_id INTEGER PRIMARY KEY, name TEXT, country TEXT, last_eruption_year INTEGER);
CREATE TABLE eruption (eruption_id INTEGER PRIMARY KEY, volcano_id INTEGER REFERENCES volcano(volcano_id),
  year INTEGER, vei INTEGER);
INSERT INTO volcano VALUES (1, 'Etna', 'Italy', 2021), (2, 'Fuji', 'Japan', 1707);
INSERT INTO eruption VALUES (1, 1, 2021, 3), (2, 2, 1707, 5), (3, 1, 1999, 2);
"""


@pytest.mark.parametrize("question", ["the last eruption", "the last eruption in Italy", "the last eruption of Etna"])
def test_the_last_of_rows_is_one_of_them(tmp_path_factory: pytest.TempPathFactory, question: str) -> None:
    volcanoes = opened(tmp_path_factory.mktemp("volcanoes"), VOLCANOES)
    answer = approved(volcanoes, f"What is the year of {question}?", "en", "2021")
    assert "1707" not in answer.text


GAMES = """
CREATE TABLE team (team_id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE game (game_id INTEGER PRIMARY KEY, played_on DATE, team_id INTEGER REFERENCES team(team_id),
  opponent_id INTEGER REFERENCES team(team_id));
INSERT INTO team VALUES (1, 'Reds', 'York'), (2, 'Blues', 'Hull');
INSERT INTO game VALUES (1, '2020-01-01', 1, 2), (2, '2020-02-01', 2, 1), (3, '2021-01-01', 2, 1);
"""
MODEL = """model: games
tables:
  game:
    nouns: {en: [games, game]}
    fields:
      team_id: {en: team}
      opponent_id: {en: opponent}
  team:
    nouns: {en: [teams, team]}
    rowName: name
"""


def test_one_of_two_columns_that_point_at_the_same_keeps_its_name(tmp_path: Path) -> None:
    society = opened(tmp_path, GAMES)
    file = tmp_path / "games.yaml"
    file.write_text(MODEL, encoding="utf-8")
    games = Society(Settings(home=tmp_path, db=society.settings.db, ontology=file, model=None))
    answer = approved(games, "What is the team of game 1?", "en", "Reds")
    assert "Blues" not in answer.text
    asked = games.ask_sync("How many games has each team?")
    assert asked.status != "approved" or ("Blues, 2, 2" in asked.text and "Blues, Blues" not in asked.text)


@pytest.mark.parametrize("question", ["Number of games per team", "How many games did each team play?"])
def test_figures_that_differ_are_not_the_same_because_a_number_stands_twice_in_a_row(
    tmp_path: Path, question: str
) -> None:
    games = opened(tmp_path, GAMES)
    assert games.ask_sync(question).status == "needs_clarification"


COSTUMES = """
CREATE TABLE costume (costume_id INTEGER PRIMARY KEY, title TEXT, purchase_date DATE);
CREATE TABLE cleaning_job (cleaning_job_id INTEGER PRIMARY KEY, costume_id INTEGER REFERENCES costume(costume_id),
  sent_on DATE, method TEXT, price REAL);
INSERT INTO costume VALUES (1, 'Knight', '2010-01-01'), (2, 'Pirate', '2011-01-01'), (3, 'Witch', '2011-05-01');
INSERT INTO cleaning_job VALUES (1, 1, '2020-01-01', 'dry clean', 5), (2, 2, '2021-01-01', 'steam', 7);
"""


@pytest.fixture(scope="module")
def costumes(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("costumes"), COSTUMES)


@pytest.mark.parametrize(
    "question",
    [
        "Show the number of costumes sold in each year.",
        "Which company carried out the dry clean jobs?",
        "What is the price of each costume?",
    ],
)
def test_what_nobody_noted_is_not_told_by_something_near(costumes: Society, question: str) -> None:
    assert costumes.ask_sync(question).status != "approved"


def test_the_deed_that_has_a_day_is_told(costumes: Society) -> None:
    approved(costumes, "Show the number of costumes purchased in each year.", "en", "2010, 1", "2011, 2")
