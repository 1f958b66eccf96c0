"""Drafts on third-party tables made wrong by one change, and the true ones they come from, put before the guard.

Of questions that the engine answers right: its form is run as a model would run it, by a call with the form or by plain
calls, and shown by reference; then one thing is changed. A change that shows the same as before is no wrong draft, and
is counted apart.
"""

import importlib.util
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from arch_team.agents.desk import Task
from arch_team.agents.engine_desk import EngineDesk
from arch_team.evidence.verdict import GuardResult
from arch_team.featuredata.calls import NULL_OPS, Function, Op
from arch_team.forms import form as f
from arch_team.forms.form import Form
from arch_team.forms.showing import with_sort_keys
from arch_team.forms.sql import has_figures
from arch_team.models.embedded.engine_operator import MOST_READINGS
from arch_team.reading.source import Engine
from arch_team.settings import Settings
from arch_team.tools.forms import form_arguments
from arch_team.tools.session import DataSource, open_source

Call = tuple[str, dict[str, object]]
QUESTIONS, DATABASES = 300, 20
_OTHER_FUNCTION = {
    Function.AVG: Function.SUM,
    Function.SUM: Function.AVG,
    Function.MAX: Function.MIN,
    Function.MIN: Function.MAX,
    Function.COUNT_DISTINCT: Function.COUNT,
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the engine answers right, and the form it has."""

    id: str
    text: str
    form: Form
    is_right: Callable[[str], bool] = lambda _: False
    """Whether a text shows what gold does: a change of a column that nobody asked for is no wrong answer."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Calls and a draft over them. Without a `kind` it is true."""

    kind: str
    calls: tuple[Call, ...]
    left_out: int | None = None
    """The row that the draft does not show."""


@dataclass
class Counts:
    """How the guard judged drafts, by what was done to them."""

    drafts: Counter[str] = field(default_factory=Counter[str])
    mistakes: Counter[str] = field(default_factory=Counter[str])
    same: Counter[str] = field(default_factory=Counter[str])
    """Changes that changed nothing that is shown."""
    examples: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def add(self, kind: str, *, is_mistake: bool, example: str) -> None:
        self.drafts[kind] += 1
        if is_mistake:
            self.mistakes[kind] += 1
            self.examples.setdefault(kind, []).append(example)


def measure(data: Path, *, questions: int = QUESTIONS, databases: int = DATABASES) -> tuple[Counts, Counts]:
    """Wrong drafts with those approved, and true drafts with those blocked."""
    wrong, true = Counts(), Counts()
    for source, engine, asked in _chosen(data, questions, databases):
        try:
            for question in asked:
                _judge(question, source, engine, wrong, true)
        finally:
            source.close()
    return wrong, true


def _chosen(data: Path, questions: int, databases: int) -> Iterator[tuple[DataSource, Engine, list[Question]]]:
    """The first databases by name that give their share of right answers."""
    judge = _judge_of(data)
    listed = [json.loads(line) for line in (data / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    gold: dict[str, list[dict[str, Any]]] = {}
    for item in listed:
        gold.setdefault(item["db"], []).append(item)
    share, done, left = questions // databases, 0, questions
    for name in sorted(gold):
        if done == databases or left <= 0:
            return
        source = open_source(Settings(db=f"sqlite:///{data / 'db' / name}.sqlite", model=None))
        engine = source.engine
        right = [q for item in gold[name] if (q := _right(item, source, engine, judge))]
        if len(right) < share:
            source.close()
            continue
        done, left = done + 1, left - share
        yield source, engine, right[:share]


def sure_form(engine: Engine, text: str) -> Form | None:
    """The form of a question that reads in one way, or in several that give the same rows."""
    forms = list(dict.fromkeys(candidate.form for candidate in engine.read(text, "en").read.candidates))[:MOST_READINGS]
    return forms[0] if len({str(engine.run(form).rows) for form in forms}) == 1 else None


def _right(item: Mapping[str, Any], source: DataSource, engine: Engine, judge: Callable[..., str]) -> Question | None:
    """The question, where the engine is sure of a form and what it gives is what gold gives."""
    form = None if item["volatile"] or item["empty"] else sure_form(engine, item["question"])
    if form is None:
        return None
    is_ordered = "order by" in str(item["gold_sql"]).lower()

    def is_right(text: str) -> bool:
        return judge(text, [item["gold_result"]], item["shape"], is_ordered) == "right"

    question = Question(item["id"], item["question"], form, is_right)
    verdict, _ = _checked(question, source, engine, Attempt("", (_form_call(form, engine),)), is_own=True)
    return question if verdict.ok and is_right(verdict.text) else None


def _judge(question: Question, source: DataSource, engine: Engine, wrong: Counts, true: Counts) -> None:
    wanted, others = attempts_of(question.form, engine), mutants(question.form, source, engine)
    put_before_the_guard(question, source, engine, wanted, others, wrong, true)


def put_before_the_guard(
    question: Question,
    source: DataSource,
    engine: Engine,
    wanted: Iterable[Attempt],
    others: Iterable[Attempt],
    wrong: Counts,
    true: Counts,
) -> None:
    """Judges true drafts and others; one that shows what a true one shows is none of the others."""
    shown: set[str] = set()
    for attempt in wanted:
        verdict, text = _checked(question, source, engine, attempt)
        if not text:
            continue  # the call was not run
        shown.add(text)
        true.add(attempt.kind, is_mistake=not verdict.ok, example=_told(question, attempt, verdict))
    for attempt in others:
        verdict, text = _checked(question, source, engine, attempt)
        if not text:
            continue  # the call was not run
        if text in shown or (verdict.ok and question.is_right(verdict.text)):  # a column nobody asked for is another
            wrong.same[attempt.kind] += 1
        else:
            wrong.add(attempt.kind, is_mistake=verdict.ok, example=_told(question, attempt, verdict))


def _checked(
    question: Question, source: DataSource, engine: Engine, attempt: Attempt, *, is_own: bool = False
) -> tuple[GuardResult, str]:
    """The guard's verdict on a draft over some calls, and what the draft shows."""
    desk = EngineDesk(Task(question.text, "en", Settings(model=None)), source, engine)
    if is_own:
        desk.embedded()
    draft = shown = ""
    for tool, arguments in attempt.calls:
        result = desk.data.call(tool, arguments)
        if not result.success or result.data is None or result.evidence is None:
            return GuardResult(ok=False), ""
        rows = cast("list[dict[str, object]]", result.data["rows"])
        kept = [row for number, row in enumerate(rows) if number != attempt.left_out]
        names = [name for name in (kept[0] if kept else {}) if name != "_row"]
        cells = [[f"{{{{{result.evidence.id}.{row['_row']}.{name}}}}}" for name in names] for row in kept]
        shown += str(sorted(str([row[name] for name in names]) for row in kept))
        mark = "\n- " if len(cells) > 1 else ""
        draft += "".join(f"{mark}{', '.join(line)}" for line in cells) + "\n"
    text = f"Result: {draft.strip()}" if "\n-" not in f"\n{draft.strip()}" else f"Result:\n{draft.strip()}"
    return desk.check(text if draft.strip() else "Nothing was found."), shown


def attempts_of(form: Form, engine: Engine, kind: str = "") -> Iterator[Attempt]:
    """A form as a call with it and, where that can be said, as plain calls."""
    yield Attempt(kind or "by form", (_form_call(form, engine),))
    if plain := plain_calls(form):
        yield Attempt(f"{kind}, plain" if kind else "by plain calls", plain)


def _form_call(form: Form, engine: Engine) -> Call:
    shown = with_sort_keys(form, engine.model("en"))
    return "aggregateTable" if has_figures(shown) else "queryTable", form_arguments(shown)


def plain_calls(form: Form) -> tuple[Call, ...] | None:
    """The form as calls with fields and filters, where they can say it. Ties at a limit they cannot."""
    filters = [_filter(condition) for condition in form.where]
    if any(flt is None for flt in filters) or form.having or form.distinct or form.limit is not None:
        return None
    columns = [o.value for o in form.outputs if isinstance(o.value, f.Column)]
    figures = [o.value for o in form.outputs if isinstance(o.value, f.Figure)]
    if any(column.via for column in columns) or len(columns) + len(figures) < len(form.outputs):
        return None
    if any(not isinstance(order.by, f.Column) or order.by.via for order in form.order_by):
        return None
    order = [
        {"field": cast("f.Column", o.by).field, "direction": "desc" if o.descending else "asc"} for o in form.order_by
    ]
    common: dict[str, object] = {"tableName": form.table, "filters": filters}
    if not figures:
        fields = [column.field for column in columns]
        return (
            (("queryTable", {**common, "fields": fields, "orderBy": order, "limit": 1000}),)
            if not form.group_by
            else None
        )
    if order or [*form.group_by] != [*columns] or any(figure.of and figure.of.via for figure in figures):
        return None
    groups = [column.field for column in columns]
    return tuple(
        ("aggregateTable", _figure(figure) | {**common, "groupBy": groups, "limit": 1000}) for figure in figures
    )


def _figure(figure: f.Figure) -> dict[str, object]:
    named: dict[str, object] = {"field": figure.of.field} if figure.of else {}
    return {"aggregate": figure.function.value, **named}


def _filter(condition: f.Condition) -> dict[str, object] | None:
    if not isinstance(condition, f.Compare) or not isinstance(condition.left, f.Column) or condition.left.via:
        return None
    if condition.op in NULL_OPS:
        return {"field": condition.left.field, "op": condition.op.value}
    if condition.right is not None and not isinstance(condition.right, f.Given):
        return None
    value: object = condition.right.value if condition.right else list(condition.values)
    return {"field": condition.left.field, "op": condition.op.value, "value": _wire(value)}


def _wire(value: object) -> object:
    if isinstance(value, list):
        return [_wire(item) for item in cast("list[object]", value)]
    if isinstance(value, Decimal):
        return str(value)
    return value.isoformat() if isinstance(value, date) else value


def mutants(form: Form, source: DataSource, engine: Engine) -> Iterator[Attempt]:
    """The form with one change, as a call with it and, where that can be said, as plain calls."""
    for kind, changed in _changes(form, source, engine):
        yield from attempts_of(changed, engine, kind)
    rows = engine.run(form).rows
    if len(rows) > 1:
        yield Attempt("one row missing", (_form_call(form, engine),), left_out=len(rows) // 2)


def _changes(form: Form, source: DataSource, engine: Engine) -> Iterator[tuple[str, Form]]:
    for at, condition in enumerate(form.where):
        others = (*form.where[:at], *form.where[at + 1 :])
        yield "filter dropped", form.model_copy(update={"where": others})
        for kind, other in _other_conditions(condition, form.table, engine):
            yield kind, form.model_copy(update={"where": (*others, other)})
    for at, output in enumerate(form.outputs):
        for kind, value in _other_values(output.value, form.table, source):
            outputs = (*form.outputs[:at], output.model_copy(update={"value": value}), *form.outputs[at + 1 :])
            groups = tuple(value if group == output.value else group for group in form.group_by)
            yield kind, form.model_copy(update={"outputs": outputs, "group_by": groups})
    if form.limit is not None:
        yield "limit changed", form.model_copy(update={"limit": form.limit + 1})
        yield "order turned", form.model_copy(update={"order_by": tuple(_turned(order) for order in form.order_by)})
    else:
        count = len(engine.run(form).rows)
        if count > 1:
            yield "limit changed", form.model_copy(update={"limit": count - 1})


def _turned(order: f.Order) -> f.Order:
    return order.model_copy(update={"descending": not order.descending})


def _other_conditions(condition: f.Condition, table: str, engine: Engine) -> Iterator[tuple[str, f.Condition]]:
    if not isinstance(condition, f.Compare) or not isinstance(condition.left, f.Column | f.Bucket):
        return
    if isinstance(condition.right, f.Given):
        value = condition.right.value
        if condition.op is Op.EQ:
            for other in _values(condition.left, table, engine):
                if str(other) != str(value):
                    yield "other value", condition.model_copy(update={"right": f.Given(value=other)})
                    break
        if isinstance(value, int | Decimal) and not isinstance(value, bool):
            kind = "other year" if 1900 <= value <= 2100 else "other number"
            yield kind, condition.model_copy(update={"right": f.Given(value=value + 1)})
    elif condition.op is Op.BETWEEN:
        moved = tuple(_a_year_before(value) for value in condition.values)
        yield "other year", condition.model_copy(update={"values": moved})


def _a_year_before(value: f.Plain) -> f.Plain:
    if isinstance(value, date):
        return value.replace(year=value.year - 1, day=min(value.day, 28))
    if isinstance(value, str) and value[:4].isdecimal():
        return f"{int(value[:4]) - 1}{value[4:]}"
    return value - 1 if isinstance(value, int | Decimal) else value


def _values(column: f.Column | f.Bucket, table: str, engine: Engine) -> list[f.Plain]:
    """Values that a column has."""
    listed = Form(table=table, outputs=(f.Output(name="v", value=column),), distinct=True)
    return [row[0] for row in engine.run(listed).rows[:20] if row[0] is not None]


def _other_values(value: f.Expression, table: str, source: DataSource) -> Iterator[tuple[str, f.Expression]]:
    fields = source.catalog.views[table].table.fields
    if isinstance(value, f.Column) and not value.via:
        for name in _beside(value.field, fields):
            yield "other column", f.Column(field=name)
    if isinstance(value, f.Figure):
        if value.of is not None and not value.of.via:
            for name in _beside(value.of.field, fields):
                yield "other column", value.model_copy(update={"of": f.Column(field=name)})
        if value.function in _OTHER_FUNCTION:
            function = _OTHER_FUNCTION[value.function]
            yield "other aggregate", value.model_copy(update={"function": function})
        elif value.of is None:
            number = next((name for name, each in fields.items() if each.type.is_number), None)
            if number is not None:
                yield "other aggregate", f.Figure(function=Function.SUM, of=f.Column(field=number))


def _beside(name: str, fields: Mapping[str, Any]) -> list[str]:
    """The next column of the same type."""
    names = [other for other, described in fields.items() if described.type is fields[name].type]
    at = names.index(name)
    return [names[(at + 1) % len(names)]] if len(names) > 1 else []


def _told(question: Question, attempt: Attempt, verdict: GuardResult) -> str:
    why = "; ".join(finding.message for finding in verdict.findings) or " ".join(verdict.text.split())[:120]
    return f"{question.id} {question.text} [{attempt.kind}] {why}"


def _judge_of(data: Path) -> Callable[..., str]:
    spec = importlib.util.spec_from_file_location("judge", data / "judge.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(data / "judge.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast("Callable[..., str]", module.judge)


def lines(title: str, counts: Counts, examples: int = 3) -> Iterator[str]:
    total, mistakes = sum(counts.drafts.values()), sum(counts.mistakes.values())
    share = 100 * mistakes / total if total else 0.0
    yield f"{title}: {mistakes} of {total} ({share:.2f} %)"
    for kind, number in sorted(counts.drafts.items()):
        yield f"- {kind}: {counts.mistakes[kind]} of {number}"
        yield from (f"    {example}" for example in counts.examples.get(kind, ())[:examples])
    if counts.same:
        yield f"- changed nothing that is shown: {sum(counts.same.values())}"
