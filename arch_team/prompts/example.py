"""The worked example of a prompt: the model's own, or one made of its tables."""

import json

from arch_team.featuredata.catalog import Catalog, TableView
from arch_team.featuredata.tables import FieldType


def example_of(catalog: Catalog) -> str:
    if catalog.ontology is not None and catalog.ontology.worked_example:
        return catalog.ontology.worked_example
    made = (_made(view) for view in catalog.views.values())
    return next((example for example in made if example), "")


def _made(view: TableView) -> str:
    """A name and a number of two rows. Nothing, where a table has none."""
    fields = view.table.fields
    name = next((f for f, of in fields.items() if of.type is FieldType.STRING), None)
    number = next((f for f, of in fields.items() if of.type.is_number and not view.columns[f].never), None)
    if name is None or number is None:
        return ""
    call = json.dumps({"tableName": view.table.name, "fields": [name, number], "limit": 2}, ensure_ascii=False)
    reply = ", ".join(f"{{{{e1.r{row}.{name}}}}}: {{{{e1.r{row}.{number}}}}}" for row in (0, 1))
    return (
        f"Question: {number} of two {view.table.name}?\nYou call: queryTable {call}\n"
        f"Result: evidence e1 with rows r0 and r1\nYou reply: {reply}. READY_FOR_VALIDATION"
    )
