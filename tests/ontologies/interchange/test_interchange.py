"""Models of other tools: carried over with what has a place here, and a list of what has none."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from arch_team.errors import OntologyError
from arch_team.ontologies.interchange.files import imported
from arch_team.ontologies.interchange.ossie import VENDOR, from_ossie, to_ossie
from arch_team.ontologies.interchange.written import content_of
from arch_team.ontologies.yaml_form import ModelForm
from arch_team.ontologies.yaml_model import parsed_model
from arch_team.ontologies.yaml_text import yaml_text
from tests.ontologies.test_yaml_model import SHOP

# Written for these tests, in the shape that the specification of Ossie gives.
OSSIE = """
version: 0.2.0.dev0
semantic_model:
  - name: rides
    description: Bicycle rides
    ai_context: {instructions: "Use for rides"}
    datasets:
      - name: rides
        source: city.public.bike_rides
        primary_key: [ride_id]
        description: One ride each
        ai_context: {synonyms: [trips, bike trips]}
        fields:
          - {name: ride_id, expression: {dialects: [{dialect: ANSI_SQL, expression: ride_id}]}}
          - name: started
            expression: {dialects: [{dialect: ANSI_SQL, expression: started_at}]}
            datatype: DateTime
          - name: audited
            expression: {dialects: [{dialect: ANSI_SQL, expression: audited_at}]}
            datatype: DateTime
            dimension: {is_time: false}
          - name: minutes
            expression:
              dialects: [{dialect: SNOWFLAKE, expression: 'minutes::int'}, {dialect: ANSI_SQL, expression: minutes}]
            description: How long it took
            ai_context: {synonyms: [duration]}
          - name: speed
            expression: {dialects: [{dialect: ANSI_SQL, expression: km / minutes}]}
        custom_extensions: [{vendor_name: DBT, data: '{"materialized": "table"}'}]
      - name: stations
        source: stations
        fields: [{name: label, expression: {dialects: [{dialect: ANSI_SQL, expression: label}]}}]
      - name: odd
        source: select 1 as one
    relationships:
      - {name: ride_start, from: rides, to: stations, from_columns: [station], to_columns: [id]}
      - {name: lost_one, from: rides, to: odd, from_columns: [a], to_columns: [b]}
    metrics:
      - name: total_minutes
        expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(rides.minutes)}]}
        ai_context: {synonyms: [riding time]}
      - {name: longest, expression: {dialects: [{dialect: ANSI_SQL, expression: MAX(minutes)}]}}
      - name: share
        expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(rides.minutes) / COUNT(DISTINCT stations.id)}]}
"""
SNOWFLAKE = """
name: clinic
tables:
  - name: visits
    base_table: {database: CARE, schema: PUBLIC, table: PATIENT_VISITS}
    synonyms: [appointments]
    dimensions:
      - {name: status, expr: STATUS, synonyms: [state]}
      - {name: initials, expr: "LEFT(NAME, 1)"}
    time_dimensions: [{name: seen_on, expr: SEEN_ON, data_type: DATE}]
    facts: [{name: fee, expr: FEE, default_aggregation: sum, synonyms: [charge]}]
    filters:
      - {name: open visits, expr: "STATUS in ('new', 'waiting')"}
      - {name: dear, expr: FEE > 100}
    metrics: [{name: total_fee, expr: SUM(FEE)}, {name: usual, expr: AVG(FEE)}, {name: odd, expr: SUM(FEE) / 2}]
  - {name: doctors, base_table: {table: DOCTORS}}
relationships:
  - name: seen_by
    left_table: visits
    right_table: doctors
    relationship_columns: [{left_column: DOCTOR, right_column: ID}]
    relationship_type: many_to_one
metrics:
  - {name: takings, expr: SUM(visits.FEE)}
  - {name: load, expr: COUNT(visits.ID) / COUNT(doctors.ID)}
verified_queries: [{name: q}]
"""
DBT = """
semantic_models:
  - name: orders
    model: ref('fct_orders')
    defaults: {agg_time_dimension: ordered_at}
    entities:
      - {name: order_id, type: primary}
      - {name: customer, type: foreign, expr: customer_id}
    dimensions:
      - {name: ordered_at, type: time, type_params: {time_granularity: day}}
      - {name: is_large, type: categorical, expr: "case when amount > 9 then 1 end"}
    measures:
      - {name: order_total, agg: sum, expr: amount}
      - {name: order_count, agg: count, expr: "1"}
      - {name: stock, agg: sum, expr: stock_level, non_additive_dimension: {name: ordered_at}}
  - name: customers
    model: ref('dim_customers')
    entities: [{name: customer, type: primary, expr: id}]
    dimensions: [{name: customer_name, type: categorical, expr: name}]
metrics:
  - {name: revenue, type: simple, label: Revenue, type_params: {measure: order_total}}
  - {name: growth, type: derived, type_params: {}}
saved_queries: [{name: s}]
"""
DBT_NEW = """
models:
  - name: orders
    semantic_model: {enabled: true}
    agg_time_dimension: ordered_at
    columns:
      - {name: id, entity: {type: primary, name: order}}
      - {name: customer_id, entity: {type: foreign, name: customer}}
      - {name: ordered_at, granularity: day, dimension: {type: time}}
      - {name: status, description: Where it stands, dimension: {type: categorical}}
    metrics: [{name: revenue, type: simple, agg: sum, expr: amount, label: Revenue}]
  - name: customers
    semantic_model: true
    columns: [{name: id, entity: {type: primary, name: customer}}]
"""


def written(tmp_path: Path, text: str, name: str = "model.yaml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def carried(tmp_path: Path, text: str) -> tuple[dict[str, Any], list[str]]:
    found = imported([written(tmp_path, text)])
    return content_of(found.form()), found.lost


class TestOssie:
    def test_our_export_is_read_back_as_the_same_model(self) -> None:
        form, _ = parsed_model(SHOP, "shop.yaml")
        document = yaml.safe_load(yaml_text(to_ossie(form)))
        again = from_ossie(document)
        assert again.form() == form
        assert again.lost == []

    def test_others_read_names_synonyms_and_relations(self) -> None:
        form, _ = parsed_model(SHOP, "shop.yaml")
        (model,) = to_ossie(form)["semantic_model"]
        orders = next(one for one in model["datasets"] if one["name"] == "orders")
        assert orders["ai_context"]["synonyms"] == ["order", "purchase", "Bestellung", "Auftrag"]
        ordered = next(field for field in orders["fields"] if field["name"] == "ordered")
        assert ordered["dimension"] == {"is_time": True}
        assert model["relationships"][0]["from_columns"] == ["customer_id"]
        assert model["relationships"][0]["to_columns"] == ["id"]
        for extension in model["custom_extensions"]:
            assert extension["vendor_name"] == VENDOR
            json.loads(extension["data"])

    def test_a_foreign_model_is_carried_over(self, tmp_path: Path) -> None:
        content, lost = carried(tmp_path, OSSIE)
        rides = content["tables"]["bike_rides"]
        assert rides["nouns"] == {"en": ["rides", "trips", "bike trips"]}
        assert rides["times"] == {"started_at": {}}
        assert rides["fields"]["minutes"] == {
            "labels": {"en": ["duration", "total minutes", "riding time"]},
            "description": "How long it took",
            "nature": "flow",
            "aggregation": "sum",
        }
        assert content["relations"] == [{"from": "bike_rides", "to": "stations", "via": "station=id"}]
        told = "\n".join(lost)
        for part in ("extension of DBT", "rides.speed", "dataset odd", "lost_one", "metric share", "metric longest"):
            assert part in told

    def test_a_second_round_loses_nothing_more(self, tmp_path: Path) -> None:
        first = imported([written(tmp_path, OSSIE)]).form()
        second = from_ossie(to_ossie(first))
        assert (second.form(), second.lost) == (first, [])

    def test_the_order_of_what_is_written_stays(self) -> None:
        text = "model: m\ntables:\n  orders:\n    times: {shipped: {}, ordered: {default: true}, due: {}}\n"
        text += "    sets: {open: {where: {status: [new]}, words: open}, done: {where: {status: [x]}, words: done}}\n"
        form, _ = parsed_model(text, "m.yaml")
        again = from_ossie(to_ossie(form)).form()
        assert yaml_text(content_of(again)) == yaml_text(content_of(form))

    def test_german_words_are_german(self, tmp_path: Path) -> None:
        content, _ = carried(tmp_path, OSSIE.replace("trips", "Fahrten").replace("riding time", "Fahrzeit"))
        rides = content["tables"]["bike_rides"]
        assert "Fahrten" in rides["nouns"]["de"]
        assert rides["fields"]["minutes"]["labels"] == {"de": "Fahrzeit", "en": ["duration", "total minutes"]}

    def test_concepts_without_tables_are_told_apart(self, tmp_path: Path) -> None:
        with pytest.raises(OntologyError, match="concepts, and no tables"):
            imported([written(tmp_path, "version: 0.2.0.dev0\nname: Flights\nontology:\n- concept: Carrier\n")])


def test_snowflake(tmp_path: Path) -> None:
    content, lost = carried(tmp_path, SNOWFLAKE)
    visits = content["tables"]["PATIENT_VISITS"]
    assert visits["nouns"] == {"en": ["visits", "appointments"]}
    assert visits["times"] == {"SEEN_ON": {}}
    assert visits["fields"]["FEE"]["labels"] == {"en": ["charge", "total fee", "takings"]}
    assert visits["sets"]["open visits"]["where"] == {"STATUS": ["new", "waiting"]}
    assert content["relations"] == [{"from": "PATIENT_VISITS", "to": "DOCTORS", "via": "DOCTOR=ID"}]
    told = "\n".join(lost)
    for part in (
        "visits.initials",
        "filter visits.dear",
        "metric visits.odd",
        "metric visits.usual",
        "metric load",
        "verified_queries",
    ):
        assert part in told


def test_dbt(tmp_path: Path) -> None:
    content, lost = carried(tmp_path, DBT)
    orders = content["tables"]["fct_orders"]
    assert orders["nouns"] == {"en": "orders"}
    assert orders["times"] == {"ordered_at": {"default": True}}
    assert orders["fields"]["amount"]["labels"] == {"en": ["order total", "revenue"]}
    assert orders["fields"]["stock_level"]["nature"] == "level"
    assert content["relations"] == [{"from": "fct_orders", "to": "dim_customers", "via": "customer_id=id"}]
    told = "\n".join(lost)
    for part in ("is_large", "order_count", "growth", "saved queries"):
        assert part in told


def test_dbt_on_models(tmp_path: Path) -> None:
    content, lost = carried(tmp_path, DBT_NEW)
    orders = content["tables"]["orders"]
    assert orders["times"] == {"ordered_at": {"default": True}}
    assert orders["fields"]["amount"] == {"labels": {"en": "revenue"}, "nature": "flow", "aggregation": "sum"}
    assert content["relations"] == [{"from": "orders", "to": "customers", "via": "customer_id=id"}]
    assert lost == []


def test_dbt_as_documents_of_their_own(tmp_path: Path) -> None:
    """As dbt-semantic-interfaces writes them: a document for each model and metric, several models of one table."""
    path = tmp_path / "manifest.yaml"
    path.write_text(
        """
semantic_model:
  name: bookings_source
  node_relation: {schema_name: s, alias: fct_bookings}
  defaults: {agg_time_dimension: ds}
  measures:
    - {name: booking_value, agg: sum}
    - {name: max_booking_value, agg: max, expr: booking_value}
    - {name: bookings, agg: sum, expr: "1"}
  dimensions: [{name: ds, type: time, type_params: {time_granularity: day}}]
---
semantic_model:
  name: bookings_monthly
  node_relation: {schema_name: s, alias: fct_bookings}
  measures: [{name: fees, agg: sum}]
---
metric: {name: revenue, label: Revenue, type: simple, type_params: {measure: {name: booking_value}}}
---
metric:
  name: all tips
  type: simple
  type_params: {metric_aggregation_params: {semantic_model: bookings_source, agg: sum}, expr: tip}
---
metric: {name: growth, type: derived, type_params: {expr: a - b}}
""",
        encoding="utf-8",
    )
    carried = imported([path], None, "x")
    table = carried.content["tables"]["fct_bookings"]
    assert table["fields"]["booking_value"]["aggregation"] == "sum"
    assert table["fields"]["booking_value"]["labels"] == {"en": "revenue"}
    assert set(table["fields"]) == {"booking_value", "fees", "tip"}
    assert table["times"] == {"ds": {"default": True}}
    lost = "\n".join(carried.lost)
    assert "max_booking_value: max of booking_value" in lost
    assert "bookings: it is no sum" in lost
    assert "growth (derived)" in lost
    assert carried.form().model == "x"


@pytest.mark.parametrize("text", ["a: 1", "- 1", "semantic_model: []", "semantic_models: 3\nmodels: []", "{"])
def test_what_is_no_model_says_so(tmp_path: Path, text: str) -> None:
    with pytest.raises(OntologyError) as raised:
        imported([written(tmp_path, text)])
    assert raised.value.next_step


def test_what_is_written_short_is_read_whole() -> None:
    form, _ = parsed_model(SHOP, "shop.yaml")
    assert ModelForm.model_validate(yaml.safe_load(yaml_text(content_of(form)))) == form


def test_examples_of_ossie_itself_go_round() -> None:
    """Outside data: files of the Ossie repository in `ossie/` of the folder that ARCH_TEAM_TEST_DATA names."""
    folder = Path(os.environ.get("ARCH_TEAM_TEST_DATA", "")) / "ossie"
    files = [path for path in sorted(folder.glob("*.yaml")) if "semantic_model:" in path.read_text(encoding="utf-8")]
    if not files:
        pytest.skip("ARCH_TEAM_TEST_DATA names no folder with ossie/ in it")
    for path in files:
        form = imported([path]).form()
        again = from_ossie(to_ossie(form))
        assert (again.form(), again.lost) == (form, []), path.name
