"""The figure by which a form chooses or ranks its rows, as one that may be shown beside them."""

from collections.abc import Iterator

from arch_team.forms.form import Column, Compare, Expression, Figure, Form, Member, Related
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun
from arch_team.modelling.model import Model
from arch_team.modelling.naming import PARTIAL


def own_figure(form: Form) -> Expression | None:
    """What the rows are ranked by, how many of something they have, or what is worked out for each; None, where it is
    not one thing."""
    found = list(dict.fromkeys(_figures(form)))
    return found[0] if len(found) == 1 else None


def _figures(form: Form) -> Iterator[Expression]:
    yield from (output.value for output in form.outputs if isinstance(output.value, Figure | Related))
    if form.order_by:
        yield form.order_by[0].by
    for condition in (*form.having, *form.where):
        if isinstance(condition, Compare) and isinstance(condition.left, Figure | Related):
            yield condition.left
        elif isinstance(condition, Member) and not (condition.negated or condition.left.via):
            yield from _of_members(condition)


def _of_members(member: Member) -> Iterator[Expression]:
    """Those who have more than two: of the rows that were counted for it."""
    link = member.form.outputs[0].value
    for condition in member.form.having:
        if isinstance(condition, Compare) and isinstance(condition.left, Figure) and isinstance(link, Column):
            rows = Form(table=member.form.table, where=member.form.where)
            figure = condition.left
            yield Related(function=figure.function, of=figure.of, rows=rows, link=link, to=member.left.field)


def is_called(noun: Noun, figure: Expression, form: Form) -> bool:
    """Whether a noun says what a figure is of: the rows that are counted, or the column that is put together."""
    senses = {(sense.table, sense.field) for sense in noun.senses if sense.tier <= PARTIAL}
    return not senses.isdisjoint(_names(figure, form))


def words_of(figure: Expression, form: Form, model: Model) -> set[str]:
    """The words of what a figure is put together from, its unit among them."""
    fields = (model.tables[table].fields.get(name) for table, name in _names(figure, form) if name is not None)
    return {word for field in fields if field is not None for name in field.names for word in name.words}


def _names(figure: Expression, form: Form) -> Iterator[tuple[str, str | None]]:
    match figure:
        case Column():
            yield (figure.via[-1].table if figure.via else form.table), figure.field
        case Figure(of=None):
            yield form.table, None
        case Related(of=None):
            yield figure.rows.table, None
        case Figure(of=Column() as of):
            yield (of.via[-1].table if of.via else form.table), of.field
        case Related(of=Column() as of):
            yield (of.via[-1].table if of.via else figure.rows.table), of.field
        case _:
            return


def counts(figure: Expression) -> bool:
    return isinstance(figure, Figure | Related) and figure.of is None


def repeats(asked: Lattice, at: int, front: Lattice) -> bool:
    """Whether a word of what is asked beside was said before it: those who `created`, and how many they `created`."""
    said = {front.verb(word) for word in front.words} | set(front.stems)
    return asked.stems[at] in said or asked.verb(asked.words[at]) in said
