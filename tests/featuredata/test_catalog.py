"""From models and relations to columns and paths: what is taken, what is refused, and how far a path may go."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Annotated, ClassVar

import pytest
import sqlalchemy as sa
from pydantic import Field

from arch_team.errors import OntologyError, UsageError
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.findings import ErrorCode
from arch_team.featuredata.key_check import check_keys
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.provider import SqlProvider, open_engine
from arch_team.featuredata.tables import FieldType, Scope, Table, TableField, TableModel, table_of
from arch_team.featuredata.validator import QueryValidator, ReadyCall, Rejection
from arch_team.ontologies.descriptor import Cardinality, Entity, OntologyDescriptor, Relation, SemanticType

Price = Annotated[Decimal, Field(max_digits=18, decimal_places=4)]


class Order(TableModel):
    """Orders."""

    table_key: ClassVar[tuple[str, ...]] = ("id",)
    table_scope: ClassVar[Mapping[str, str]] = {}

    id: int
    article_id: int
    label: str
    price: Price | None = None
    sent: datetime | None = None
    due: date | None = None


class Article(TableModel):
    table_key: ClassVar[tuple[str, ...]] = ("id",)
    table_scope: ClassVar[Mapping[str, str]] = {}

    id: int
    weight: Decimal


def entity(name: str, table: str) -> Entity:
    return Entity(name=name, python_class=table, semantic_type=SemanticType.CONCEPT, description=name)


def ontology(*relations: Relation) -> OntologyDescriptor:
    entities = (entity("Order", "Order"), entity("Article", "Article"))
    return OntologyDescriptor(feature_code="shop", entities=entities, relations=relations)


def relation(cardinality: Cardinality, via: str, name: str = "article") -> Relation:
    return Relation(from_entity="Order", to_entity="Article", cardinality=cardinality, via=via, name=name)


TABLES = (table_of(Order), table_of(Article))
MANY, ONE = Cardinality.MANY_TO_ONE, Cardinality.ONE_TO_ONE


def test_a_model_tells_names_types_and_scale() -> None:
    fields = table_of(Order).fields
    assert (fields["price"].type, fields["price"].scale, fields["price"].nullable) == (FieldType.DECIMAL, 4, True)
    assert fields["sent"].type is FieldType.DATETIME
    assert fields["articleId"].type is FieldType.INTEGER


def test_a_column_of_another_type_is_refused() -> None:
    class Odd(TableModel):
        tags: list[str]

    with pytest.raises(UsageError, match=r"Odd\.tags"):
        table_of(Odd)


def test_a_path_leads_to_one_row_only() -> None:
    catalog = compile_catalog(TABLES, ontology(relation(MANY, "articleId=id")))
    assert "article.weight" in catalog.views["Order"].columns


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ((relation(MANY, "articleId=weight"),), "is integer and"),
        ((relation(MANY, "label=id"),), "is string and"),
        ((relation(MANY, "nope=id"),), "does not exist"),
        ((relation(MANY, "articleId=id"), relation(MANY, "id=id")), "is taken"),
        ((relation(MANY, "articleId=id", name="label"),), "is taken"),
    ],
)
def test_a_relation_that_cannot_be_a_path_is_refused(bad: tuple[Relation, ...], why: str) -> None:
    with pytest.raises(OntologyError, match=why):
        compile_catalog(TABLES, ontology(*bad))


def test_a_path_does_not_come_back() -> None:
    back = Relation(from_entity="Article", to_entity="Order", cardinality=ONE, via="id=id", name="order")
    columns = compile_catalog(TABLES, ontology(relation(ONE, "articleId=id"), back)).views["Order"].columns
    assert "article.weight" in columns
    assert not any(name.startswith("article.order") for name in columns)


@pytest.mark.parametrize(("cardinality", "passes"), [(ONE, True), (MANY, False)])
def test_a_sum_through_a_path_needs_one_row_for_each(cardinality: Cardinality, passes: bool) -> None:
    catalog = compile_catalog(TABLES, ontology(relation(cardinality, "articleId=id")))
    call = parse_call("aggregateTable", {"tableName": "Order", "aggregate": "SUM", "field": "article.weight"})
    assert not isinstance(call, list)
    assert isinstance(QueryValidator(catalog).validate(call), ReadyCall) is passes


@pytest.mark.parametrize(
    "field",
    [
        "orderId",
        "customer_id",
        "id",
        "ID",
        "Claim_Identifier",
        "invoiceNumber",
        "fiscalYear",
        "year",
        "BOOKING_DATE",
        "balance",
        "total",
        "saldo",
        "CLOSING_BALANCE",
        "closingbalance_total",
        "customerID",
    ],
)
def test_without_an_ontology_names_that_number_things_are_not_summed(field: str) -> None:
    catalog = compile_catalog([Table("T", {field: TableField(field, FieldType.INTEGER)})])
    call = parse_call("aggregateTable", {"tableName": "T", "aggregate": "SUM", "field": field})
    assert not isinstance(call, list)
    verdict = QueryValidator(catalog).validate(call)
    assert isinstance(verdict, Rejection)
    assert verdict.primary.code is ErrorCode.INVALID_AGGREGATE_TARGET


@pytest.mark.parametrize(
    "field", ["Number", "quantity", "numberOfItems", "paid", "amount", "AMOUNT_PAID", "totalAmount", "bid"]
)
def test_without_an_ontology_quantities_are(field: str) -> None:
    catalog = compile_catalog([Table("T", {field: TableField(field, FieldType.INTEGER)})])
    call = parse_call("aggregateTable", {"tableName": "T", "aggregate": "SUM", "field": field})
    assert not isinstance(call, list)
    assert isinstance(QueryValidator(catalog).validate(call), ReadyCall)


@pytest.fixture(params=["duckdb", "sqlite"])
def shop(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Three orders: on the eve, on the day at noon, the day after. Two articles share an id that should be a key."""
    url = f"{request.param}:///{tmp_path / 'shop.db'}"
    engine = sa.create_engine(url)
    metadata = sa.MetaData()
    orders = sa.Table(
        "Order", metadata,
        sa.Column("id", sa.Integer), sa.Column("articleId", sa.Integer), sa.Column("label", sa.String),
        sa.Column("price", sa.Float), sa.Column("sent", sa.DateTime), sa.Column("due", sa.Date),
    )  # fmt: skip
    articles = sa.Table("Article", metadata, sa.Column("id", sa.Integer), sa.Column("weight", sa.Float))
    metadata.create_all(engine)
    moments = [datetime(2019, 12, 30, 23, 59), datetime(2019, 12, 31, 12), datetime(2020, 1, 1)]
    with engine.begin() as connection:
        rows = [
            {"id": i, "articleId": 1, "label": "x", "price": 1.5, "sent": m, "due": m.date()}
            for i, m in enumerate(moments)
        ]
        connection.execute(orders.insert(), rows)
        connection.execute(articles.insert(), [{"id": 1, "weight": 2.0}, {"id": 1, "weight": 3.0}])
    engine.dispose()
    return url


@pytest.mark.parametrize(
    ("op", "value", "found"),
    [
        ("=", "2019-12-31", [1]),
        ("<=", "31.12.2019", [0, 1]),
        ("<", "2019-12-31", [0]),
        (">", "2019-12-31", [2]),
        (">=", "2019-12-31", [1, 2]),
        ("!=", "2019-12-31", [0, 2]),
        ("BETWEEN", ["2019-12-30", "2019-12-31"], [0, 1]),
        ("IN", ["2019-12-30", "2020-01-01"], [0, 2]),
        ("=", "2019-12-31T12:00:00", [1]),
        ("<=", "2019-12-31T11:00:00", [0]),
    ],
)
def test_a_day_is_all_of_the_day(op: str, value: object, found: list[int], shop: str) -> None:
    catalog = compile_catalog(TABLES)
    engine = open_engine(shop)
    provider = SqlProvider(engine, catalog, Scope())
    call = parse_call(
        "queryTable",
        {"tableName": "Order", "fields": ["id"], "filters": [{"field": "sent", "op": op, "value": value}]},
    )
    assert not isinstance(call, list)
    ready = QueryValidator(catalog).validate(call)
    assert isinstance(ready, ReadyCall)
    assert [row[0] for row in provider.run(ready).rows] == found
    engine.dispose()


def test_a_key_that_is_none_is_found_in_the_data(shop: str) -> None:
    catalog = compile_catalog(TABLES, ontology(relation(MANY, "articleId=id")))
    engine = open_engine(shop)
    messages = [issue.message for issue in check_keys(catalog, engine)]
    engine.dispose()
    assert messages == ["id is not a key: 1 of its values stand in 2 rows"]
