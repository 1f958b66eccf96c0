"""From an ontology to the block of the prompt that explains it: compact, and the same bytes every time.

The order is fixed and sorted, so that a server which reuses a prompt's prefix can reuse all of it.
"""

from collections.abc import Iterable, Iterator
from typing import cast

from arch_team.ontologies.descriptor import (
    Constraint,
    ConstraintRule,
    Entity,
    Invariant,
    OntologyDescriptor,
    SemanticType,
)
from arch_team.wire import Language

_HEADINGS: dict[Language, tuple[str, ...]] = {
    "de": ("Tabellen", "Regeln", "Pfade", "Begriffe", "Muster"),
    "en": ("Tables", "Rules", "Paths", "Terms", "Patterns"),
}
_GROUPS = (SemanticType.ACCOUNT_CLASS, SemanticType.ACCOUNT_GROUP, SemanticType.CONCEPT, SemanticType.SET)


class OntologyToPromptCompiler:
    """`compile(ontology, language)`, and nothing to configure."""

    def compile(self, ontology: OntologyDescriptor, language: Language = "de") -> str:
        tables, rules, paths, terms, patterns = _HEADINGS[language]
        sections = (
            (tables, self._tables(ontology, language)),
            (rules, self._rules(ontology, language)),
            (paths, self._paths(ontology)),
            (terms, self._terms(ontology, language)),
            (patterns, self._patterns(ontology, language)),
        )
        blocks = [f"## {heading}\n" + "\n".join(lines) for heading, found in sections if (lines := list(found))]
        return f"# {ontology.feature_code}\n" + "\n".join(blocks) + "\n"

    def _tables(self, ontology: OntologyDescriptor, language: Language) -> Iterator[str]:
        """Each table with what it holds; its periods, units and measures with what is special about them."""
        parts = [e for e in ontology.entities if e.field]
        for table in _by_name(e for e in ontology.entities if e.python_class):
            alias = "" if table.name == table.python_class else f"{table.name} = "
            told = _words(table) or table.said_in(language)
            yield f"{alias}{table.python_class}: {told}" + _notes(table.invariants, language)
            for part in _by_name(e for e in parts if e.parent_entity == table.name):
                told = _notes(part.invariants, language).strip(" ()") or _words(part)
                if told:
                    yield f"  {part.field}: {told}"

    def _rules(self, ontology: OntologyDescriptor, language: Language) -> Iterator[str]:
        """Rules that say the same of several fields share a line."""
        shared: dict[tuple[str, str], list[str]] = {}
        for rule in ontology.constraints:
            key = (rule.rule.value + _parameters(rule), rule.said_in(language))
            shared.setdefault(key, []).append(rule.applies_to)
        for (rule, message), targets in sorted(shared.items()):
            yield f"- {rule}: {', '.join(sorted(targets))}. {message}"

    def _paths(self, ontology: OntologyDescriptor) -> Iterator[str]:
        for relation in sorted(ontology.relations, key=lambda r: (r.from_entity, r.path_name)):
            if relation.cardinality.value.endswith("TO_ONE") and relation.joins:
                yield f"- {relation.from_entity}.{relation.path_name} → {relation.to_entity}"

    def _terms(self, ontology: OntologyDescriptor, language: Language) -> Iterator[str]:
        """In one line: there are many, and most are a name and a range."""
        said: list[str] = []
        for entity in sorted((e for e in ontology.entities if e.semantic_type in _GROUPS), key=_range_key):
            name = next(iter(entity.labels.of(language)), entity.name)
            ranges = [_range(i) for i in entity.invariants if i.field]
            rows = _rows(entity) or entity.said_in(language)
            said.append(f"{name} {' '.join(ranges)}" if ranges else f"{name}: {rows}")
        if said:
            yield "; ".join(said)

    def _patterns(self, ontology: OntologyDescriptor, language: Language) -> Iterator[str]:
        for pattern in sorted(ontology.canonical_patterns, key=lambda p: p.intent):
            yield f"- {pattern.said_in(language)} {_skeleton(pattern.pattern)}"


def _skeleton(call: dict[str, object]) -> str:
    """A call in the short form the tools take: filters as text, lists with commas."""
    parts = [f"{call.get('tool')} {call.get('tableName')}"]
    if "aggregate" in call:
        parts.append(f"{call['aggregate']} {call.get('field', '*')}")
    for name, short in (("fields", "fields"), ("groupBy", "groupBy")):
        if call.get(name):
            parts.append(f"{short} {', '.join(cast('list[str]', call[name]))}")
    filters = cast("list[dict[str, object]]", call.get("filters", []))
    if filters:
        parts.append(
            "filters " + "; ".join(f"{f['field']} {f['op']} {_value(f.get('value'))}".strip() for f in filters)
        )
    order = cast("list[dict[str, str]]", call.get("orderBy", []))
    if order:
        parts.append("orderBy " + ", ".join(f"{o['field']} {o.get('direction', 'asc')}" for o in order))
    if "limit" in call:
        parts.append(f"limit {call['limit']}")
    return " | ".join(parts)


def _value(value: object) -> str:
    if value is None:
        return ""
    return f"[{', '.join(map(str, cast('list[object]', value)))}]" if isinstance(value, list) else str(value)


def _by_name(entities: Iterable[Entity]) -> list[Entity]:
    return sorted(entities, key=lambda e: e.name)


def _words(entity: Entity) -> str:
    """What people call a table or a column that nobody described, and its values: what a model file is full of."""
    if entity.description not in (f"The rows of {entity.name}.", entity.field):
        return ""
    own = (entity.field or entity.name).casefold()
    words = dict.fromkeys(word for word in (*entity.labels.de, *entity.labels.en) if word.casefold() != own)
    values = [f"{', '.join((*one.words.de, *one.words.en))} = {one.value}" for one in entity.values]
    return "; ".join((*filter(None, [", ".join(words)]), *values))


def _rows(entity: Entity) -> str:
    """Which rows a set is that nobody described."""
    if entity.where is None or entity.description != entity.name.partition(":")[2]:
        return ""
    return f"{entity.parent_entity} with {entity.where.field} = {', '.join(map(str, entity.where.values))}"


def _notes(invariants: Iterable[Invariant], language: Language) -> str:
    texts = [i.said_in(language) for i in invariants]
    return f" ({'; '.join(texts)})" if texts else ""


def _parameters(rule: Constraint) -> str:
    if rule.rule is ConstraintRule.WRONG_TABLE_FOR_PURPOSE:
        return f"({', '.join(rule.purposes)} → {rule.use})"
    inner = ", ".join(rule.fields[:4]) + (" …" if len(rule.fields) > 4 else "")
    if rule.value is not None:
        inner = f"{inner}={rule.value}" if inner else str(rule.value)
    return f"({inner})" if inner else ""


def _range(invariant: Invariant) -> str:
    if invariant.value is not None:
        return f"{invariant.field}={invariant.value}"
    return f"{invariant.low}–{invariant.high}"


def _range_key(entity: Entity) -> tuple[str, str]:
    lows = [str(i.low) for i in entity.invariants if i.low is not None]
    highs = [str(i.high) for i in entity.invariants if i.high is not None]
    return (lows[0] + "~" * (4 - len(highs)) if lows else "~", entity.name)
