"""What a model says is computed: whether its metrics can be, and whether its identities hold in the data."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from arch_team.errors import DataError, FormError
from arch_team.featuredata.calls import Function, Op
from arch_team.featuredata.tables import Table
from arch_team.forms.form import Arithmetic, Column, Compare, Either, Expression, Figure, Form, Given, Output
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.ontologies.metric_expression import (
    ExpressionFault,
    Number,
    Operation,
    Part,
    Total,
    leaves,
    parsed,
)
from arch_team.tools.session import DataSource

_NEAR = "0.005"
"""Amounts that differ by no more are the same one, rounded."""
_OPERATIONS = {"+": "sum", "-": "difference", "/": "ratio"}
Finding = tuple[tuple[str, ...], str, str]
"""The place in the file, what is wrong there, and what to do."""


def wrong_computations(ontology: OntologyDescriptor, tables: Mapping[str, Table]) -> Iterator[Finding]:
    """Metrics and identities that name what is not there, or that cannot be read."""
    for metric in ontology.metrics:
        if metric.expression:
            for message in _faults(metric.expression, ontology, tables):
                yield ("metrics", metric.name), f"the metric {metric.name}: {message}", _EXAMPLE
    for number, identity in enumerate(ontology.identities):
        for side in (identity.left, identity.right):
            for message in _faults(side, ontology, tables):
                yield (
                    ("identities", str(number)),
                    f"the identity {identity.left} = {identity.right}: {message}",
                    _EXAMPLE,
                )


_EXAMPLE = "Write `table.field` and `count(table)`, joined by + - * / and brackets: `orders.amount / count(orders)`."


def broken_identities(ontology: OntologyDescriptor, source: DataSource) -> Iterator[Finding]:
    """Identities over columns of one row that some rows do not keep, with how many these are."""
    for number, identity in enumerate(ontology.identities):
        try:
            sides = parsed(identity.left), parsed(identity.right)
        except ExpressionFault:
            continue  # said by `wrong_computations`
        form = _differing(*sides, ontology)
        try:
            differing = int(str(source.engine.run(form).rows[0][0])) if form is not None else 0
        except (DataError, FormError):
            continue  # columns that cannot be held against each other are told where they are named
        if differing:
            said = f"{identity.left} = {identity.right} does not hold in {differing} rows"
            yield ("identities", str(number)), said, "Look at these rows, or take the identity out."


def _faults(expression: str, ontology: OntologyDescriptor, tables: Mapping[str, Table]) -> Iterator[str]:
    try:
        part = parsed(expression)
    except ExpressionFault as fault:
        yield str(fault)
        return
    for leaf in leaves(part):
        if isinstance(leaf, Number):
            continue
        table = tables.get(ontology.table_of(leaf.table) or leaf.table)
        if table is None:
            yield f"there is no table {leaf.table}"
        elif isinstance(leaf, Total) and leaf.field not in table.fields:
            yield f"{leaf.table} has no field {leaf.field}"
        elif isinstance(leaf, Total) and not table.fields[leaf.field].type.is_number:
            yield f"{leaf.table}.{leaf.field} is no number"


def _differing(left: Part, right: Part, ontology: OntologyDescriptor) -> Form | None:
    """How many rows have two different sides. None: the sides are not of one row."""
    named = [leaf for leaf in (*leaves(left), *leaves(right)) if not isinstance(leaf, Number)]
    homes = {ontology.table_of(leaf.table) or leaf.table for leaf in named}
    sides = _of_row(left), _of_row(right)
    if len(homes) != 1 or sides[0] is None or sides[1] is None:
        return None
    apart = Arithmetic(operation="difference", left=sides[0], right=sides[1])
    bounds = ((Op.GT, _NEAR), (Op.LT, f"-{_NEAR}"))
    held: Iterable[Compare] = (Compare(left=apart, op=op, right=Given(value=Decimal(value))) for op, value in bounds)
    count = Output(name="count", value=Figure(function=Function.COUNT))
    return Form(table=homes.pop(), outputs=(count,), where=(Either(of=tuple(held)),))


def _of_row(part: Part) -> Expression | None:
    if isinstance(part, Total):
        return Column(field=part.field)
    if not isinstance(part, Operation) or part.sign not in _OPERATIONS:
        return None
    left, right = _of_row(part.left), _of_row(part.right)
    if left is None or right is None:
        return None
    return Arithmetic.model_validate({"operation": _OPERATIONS[part.sign], "left": left, "right": right})
