"""Drafts on third-party tables whose time is another than the question's.

The outside questions name few times, so these are made from the tables: every table with one date, asked for a year, a
month, a span, before and after, as far as the engine is sure what is asked. The databases are those that may be read.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

from arch_team.featuredata.naming import spaced
from arch_team.featuredata.tables import FieldType
from arch_team.forms import form as f
from arch_team.forms.form import Form
from arch_team.modelling.model import ModelTable
from arch_team.reading.source import Engine
from arch_team.settings import Settings
from arch_team.tools.session import DataSource, open_source
from bench.guard_forms import Counts, Question, attempts_of, put_before_the_guard, sure_form
from bench.tables import NEVER, part_of

ASKED = (
    "How many {table} are there in {year}?",
    "How many {table} are there in {month} {year}?",
    "How many {table} are there before {year}?",
    "How many {table} are there after {year}-{number:02}-{day:02}?",
    "How many {table} are there between {year} and {later}?",
    "List the {label} of {table} in {year}.",
    "What is the average {measure} of {table} in {year}?",
    "What is the highest {measure} of {table} after {year}?",
)
_MOST = 40
"""Questions of one database."""


def measure(data: Path) -> tuple[Counts, Counts]:
    """Drafts of another time with those approved, and true drafts with those blocked."""
    wrong, true = Counts(), Counts()
    for file in sorted((data / "db").glob("*.sqlite")):
        if part_of(file.stem) == NEVER:
            continue
        source = open_source(Settings(db=f"sqlite:///{file}", model=None))
        try:
            engine = source.engine
            for question in _questions(source, engine):
                wanted = attempts_of(question.form, engine)
                others = [a for kind, form in _other_times(question.form) for a in attempts_of(form, engine, kind)]
                put_before_the_guard(question, source, engine, wanted, others, wrong, true)
        finally:
            source.close()
    return wrong, true


def _questions(source: DataSource, engine: Engine) -> Iterator[Question]:
    """What the engine is sure of, where a time is part of it."""
    found = 0
    for table in engine.model("en").tables.values():
        for text in _texts(table, engine):
            form = sure_form(engine, text) if found < _MOST else None
            if form is not None and any(True for _ in _other_times(form)):
                found += 1
                yield Question(f"{table.name}: {text}", text, form)


def _texts(table: ModelTable, engine: Engine) -> Iterator[str]:
    dated = [field for field in table.fields.values() if field.is_temporal]
    if len(dated) != 1:
        return
    held = Form(table=table.name, outputs=(f.Output(name="v", value=f.Column(field=dated[0].name)),), distinct=True)
    moments = [moment for row in engine.run(held).rows if (moment := _moment(row[0])) is not None]
    measures = [field.name for field in table.fields.values() if field.is_measure]
    for moment in moments[:: max(1, len(moments) // 3)][:3]:
        for asked in ASKED:
            if ("{measure}" in asked and not measures) or ("{label}" in asked and not table.label):
                continue
            if dated[0].type is FieldType.INTEGER and ("{month}" in asked or "{day" in asked):
                continue
            yield asked.format(
                table=spaced(table.name),
                year=moment.year,
                later=moment.year + 2,
                month=f"{moment:%B}",
                number=moment.month,
                day=moment.day,
                measure=spaced(measures[0]) if measures else "",
                label=spaced(table.label[0]) if table.label else "",
            )


def _moment(value: object) -> date | None:
    if isinstance(value, date):
        return value
    if isinstance(value, int) and 1800 <= value <= 2200:
        return date(value, 1, 1)
    try:
        return datetime.fromisoformat(str(value))
    except ValueError:
        return None


def _other_times(form: Form) -> Iterator[tuple[str, Form]]:
    """The form with one of its times moved: a year back, a year on, a month on, a longer stretch, or none."""
    for at, condition in enumerate(form.where):
        if not isinstance(condition, f.Compare) or not _times_of(condition):
            continue
        changes = {
            "other year": _moved(condition, -1),
            "another year": _moved(condition, 1),
            "other month": _moved(condition, 0, days=31),
            "longer time": _moved(condition, 1, last_only=True),
            "time dropped": None,
        }
        for kind, other in changes.items():
            kept = () if other is None else (other,)
            if other != condition:
                yield kind, form.model_copy(update={"where": (*form.where[:at], *kept, *form.where[at + 1 :])})


def _times_of(condition: f.Compare) -> list[f.Plain]:
    given = (condition.right.value,) if isinstance(condition.right, f.Given) else condition.values
    return [value for value in given if _is_time(value)]


def _is_time(value: f.Plain) -> bool:
    if isinstance(value, str):
        return len(value) >= 10 and value[:4].isdecimal() and value[4] == "-"
    return isinstance(value, date) or (isinstance(value, int) and not isinstance(value, bool) and 1800 <= value <= 2200)


def _moved(condition: f.Compare, years: int, days: int = 0, *, last_only: bool = False) -> f.Compare:
    if isinstance(condition.right, f.Given):
        if last_only:
            return condition
        return condition.model_copy(update={"right": f.Given(value=_later(condition.right.value, years, days))})
    last = len(condition.values) - 1
    moved = tuple(
        _later(value, years, days) if not last_only or at == last else value
        for at, value in enumerate(condition.values)
    )
    return condition.model_copy(update={"values": moved})


def _later(value: f.Plain, years: int, days: int) -> f.Plain:
    if isinstance(value, date):
        return value.replace(year=value.year + years, day=min(value.day, 28)) + timedelta(days=days)
    if isinstance(value, str) and days == 0:
        return f"{int(value[:4]) + years:04}{value[4:]}"
    return value + years if isinstance(value, int) else value
