"""What is wrong with a model somebody wrote, on the tables it is for: in plain words, with the line and what to do."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rapidfuzz import process

from arch_team.errors import OntologyError
from arch_team.featuredata.ontology_check import Level, check_ontology
from arch_team.featuredata.tables import FieldType, Table
from arch_team.onboarding.computed import broken_identities, wrong_computations
from arch_team.onboarding.drafting import few_values
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.ontologies.yaml_form import ModelForm, TableForm
from arch_team.ontologies.yaml_model import descriptor_of, written_model
from arch_team.tools.session import DataSource, with_borne_keys

_NEAR = 70
_MOST_VALUES = 500
Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Concern:
    """One thing to mend or to look at."""

    level: Level
    place: Place
    message: str
    advice: str = ""
    line: int | None = None

    def told(self, file: str) -> str:
        where = f"{file}, line {self.line}: " if self.line else f"{file}: " if file else ""
        return f"{self.level}: {where}{self.message}" + (f"\n  {self.advice}" if self.advice else "")


def check_file(path: Path, source: DataSource) -> tuple[OntologyDescriptor | None, list[Concern]]:
    """Every concern of a model file on the tables of a source, by line, and the model that its sound places make. None
    where nothing is left of it. An `OntologyError` where the file holds no YAML."""
    content, lines = written_model(path.read_text(encoding="utf-8"), str(path))
    form = content.model()
    found = [Concern(Level.ERROR, fault.place, fault.message, fault.advice) for fault in content.faults]
    tables = {view.table.name: view.table for view in source.catalog.views.values()}
    while form is not None and (wrong := [*_names(form, tables), *_ties(form)]):
        placed = [replace(concern, place=content.place(concern.place)) for concern in wrong]
        found += placed
        taken = [content.take_out(concern.place) for concern in placed]
        form = content.model() if all(taken) else None
    ontology = descriptor_of(form) if form is not None else None
    if form is not None and ontology is not None:
        found += concerns(form, ontology, source, is_whole=not found)
    placed = [_with_line(concern, lines) for concern in found]
    return ontology, sorted(placed, key=lambda concern: concern.line or 0)


def _with_line(concern: Concern, lines: Mapping[Place, int]) -> Concern:
    at = concern.place
    while at and at not in lines:
        at = at[:-1]
    return replace(concern, line=lines.get(at))


def concerns(
    form: ModelForm, ontology: OntologyDescriptor, source: DataSource, *, is_whole: bool = True
) -> Iterator[Concern]:
    """What may be wrong with a model whose names all exist. `is_whole`: nothing was taken out of it before."""
    tables = {view.table.name: view.table for view in source.catalog.views.values()}
    yield from _times(form, tables)
    yield from _values(form, source)
    wrong = [*wrong_computations(ontology, tables)]
    yield from (Concern(Level.ERROR, place, message, advice) for place, message, advice in wrong)
    kept = broken_identities(ontology, source)
    yield from (Concern(Level.WARNING, place, message, advice) for place, message, advice in kept)
    if is_whole:
        yield from _left_undescribed(form, tables)
    keyed = with_borne_keys(tables.values(), ontology, source.provider)
    shared = {entity.name for entity in ontology.entities if entity.field}
    rules = {f"{rule.rule} on {rule.applies_to}": number for number, rule in enumerate(form.constraints)}
    for issue in check_ontology(ontology, keyed):
        if issue.level is Level.WARNING and issue.where in shared:
            continue  # two tables may each have a status: which is meant is told by the question
        number = rules.get(issue.where)
        if number is not None:
            field = form.constraints[number].applies_to
            yield Concern(issue.level, ("constraints", str(number)), f"the rule for {field}: {issue.message}")
        else:
            yield Concern(issue.level, _place_of(issue.where, form), f"{issue.where}: {issue.message}")


def _place_of(where: str, form: ModelForm) -> Place:
    """The place in the file of what the check of a model names."""
    table, _, field = where.partition(".")
    if table in form.tables:
        return ("tables", table, "fields", field) if field else ("tables", table)
    return ("relations",) if where == "relations" else ()


def _ties(form: ModelForm) -> Iterator[Concern]:
    """What is said of tables and sets that the file does not describe."""
    known = {*form.tables, *(entity.name for entity in form.entities)}
    for number, relation in enumerate(form.relations):
        for end in dict.fromkeys((relation.from_table, relation.to_table)):
            if end not in known:
                message = f"a relation names the table {end}, which is not described"
                near = process.extractOne(end, list(known), score_cutoff=_NEAR)
                advice = f"Did you mean {near[0]}?" if near else f"Add {end} under tables, or mend the name."
                yield Concern(Level.ERROR, ("relations", str(number)), message, advice)
    for name, table in form.tables.items():
        for called, rows in table.sets.items():
            if rows.parent is not None and rows.parent not in table.sets:
                message = f"the set {called} of {name} has the parent {rows.parent}, which is no set of {name}"
                advice = "Name a set of the same table, or leave parent out."
                yield Concern(Level.ERROR, ("tables", name, "sets", called), message, advice)


def _names(form: ModelForm, tables: Mapping[str, Table]) -> Iterator[Concern]:
    """Tables and fields that are not there, with what may have been meant."""
    for name, described in form.tables.items():
        if name not in tables:
            yield _missing(("tables", name), f"there is no table {name} in this data", name, tables)
            continue
        yield from _fields(name, described, tables[name])
    for number, relation in enumerate(form.relations):
        at = ("relations", str(number))
        sides = ((relation.from_table, 0), (relation.to_table, 1))
        joins = [part.partition("=") for part in (relation.via or "").split(",") if part.strip()]
        for table, side in sides:
            if table not in tables:
                continue  # said with its table
            for left, _, right in joins:
                field = (left if side == 0 else right or left).strip()
                if field not in tables[table].fields:
                    yield _missing(at, f"{table} has no field {field}", field, tables[table].fields)


def _fields(name: str, described: TableForm, table: Table) -> Iterator[Concern]:
    used: list[tuple[Place, str]] = [
        *((("tables", name, "fields", field), field) for field in described.fields),
        *((("tables", name, "times", field), field) for field in described.times),
        *((("tables", name, "rowName"), field) for field in described.row_name),
        *((("tables", name, "columns"), field) for field in described.columns),
        *((("tables", name, "order"), field.lstrip("-")) for field in described.order),
        *((("tables", name, "sets", called), next(iter(rows.where))) for called, rows in described.sets.items()),
    ]
    if described.code:
        used.append((("tables", name, "code"), described.code))
    for place, field in used:
        if field not in table.fields:
            yield _missing(place, f"{name} has no field {field}", field, table.fields)


def _missing(place: Place, message: str, name: str, known: Iterable[str]) -> Concern:
    near = process.extractOne(name, list(known), score_cutoff=_NEAR)
    advice = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(list(known)[:12])}."
    return Concern(Level.ERROR, place, message, advice)


def _times(form: ModelForm, tables: Mapping[str, Table]) -> Iterator[Concern]:
    for name, described in form.tables.items():
        dated = tables[name].fields.get(described.movements.date) if described.movements else None
        if dated is not None and dated.type is not FieldType.INTEGER:
            message = f"movements need {name}.{dated.name} as Unix seconds, and it is {dated.type}"
            advice = "Leave movements out: nature: level and flow at the fields do without."
            yield Concern(Level.ERROR, ("tables", name, "movements"), message, advice)
        defaults = [field for field, role in described.times.items() if role.default]
        if len(defaults) > 1:
            message = f"{name} has two dates that are meant by default: {' and '.join(defaults)}"
            yield Concern(Level.ERROR, ("tables", name, "times"), message, "Keep default: true at one of them.")
        for field in described.times:
            if tables[name].fields[field].type is FieldType.BOOLEAN:
                message = f"{name}.{field} holds yes or no, and is no date"
                yield Concern(Level.ERROR, ("tables", name, "times", field), message, "Leave it out of times.")


def _values(form: ModelForm, source: DataSource) -> Iterator[Concern]:
    """Words for values that no row holds: a question with that word would find nothing."""
    for name, described in form.tables.items():
        wanted: list[tuple[Place, str, str]] = []
        for field, own in described.fields.items():
            stored = dict.fromkeys((*own.values.en.values(), *own.values.de.values()))
            wanted += [(("tables", name, "fields", field, "values"), field, value) for value in stored]
        for called, rows in described.sets.items():
            field, values = next(iter(rows.where.items()))
            wanted += [(("tables", name, "sets", called), field, value) for value in values]
        held: dict[str, list[str]] = {}
        for place, field, value in wanted:
            if field not in held:
                held[field] = few_values(source.provider, name, field, _MOST_VALUES)
            if len(held[field]) <= _MOST_VALUES and value not in held[field]:
                near = process.extractOne(value, held[field], score_cutoff=_NEAR)
                advice = f"Did you mean {near[0]}?" if near else f"It holds: {', '.join(held[field][:8])}."
                yield Concern(Level.WARNING, place, f"no row of {name} has {field} = {value}", advice)


def _left_undescribed(form: ModelForm, tables: Mapping[str, Table]) -> Iterator[Concern]:
    missing = [name for name in tables if name not in form.tables]
    if missing:
        message = f"not described: {', '.join(missing)}"
        yield Concern(Level.WARNING, ("tables",), message, "They can be asked all the same, by their own names.")


def is_model_file(name: str) -> bool:
    return Path(name).suffix in (".yaml", ".yml")


def broken(error: OntologyError) -> Concern:
    return Concern(Level.ERROR, (), str(error), error.next_step)
