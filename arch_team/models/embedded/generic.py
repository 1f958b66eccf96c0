"""Plans for any ontology: count, sum, average or list what the question names, grouped by what it says `by`.

Works from the descriptor alone: entities with tables, measures, dimensions, concepts with a checkable value. What the
labels do not say is not guessed.
"""

import re
from collections import deque
from collections.abc import Generator

from arch_team.models.embedded.plan import Ask, Cannot, Found, Outcome, Plan, Say, ToolCall
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.descriptor import Cardinality, Entity, OntologyDescriptor, SemanticType
from arch_team.reading.question import Reading
from arch_team.wire import Language

_BY = re.compile(r"\b(?:by|per|for each|je|pro|nach)\s+$")
_MOST = 50
_MOST_COLUMNS = 8


class GenericPlanner:
    def __init__(self, ontology: OntologyDescriptor, reading: Reading, language: Language) -> None:
        self._ontology, self._reading, self._voice = ontology, reading, Voice(language)

    def plan(self) -> Plan:
        measure = next(iter(self._reading.entities(SemanticType.MEASURE)), None)
        tables = [e for e in self._reading.entities() if e.python_class]
        owner = self._owner(measure) if measure else (tables[0] if tables else None)
        if owner is None or owner.python_class is None:
            return self._not_understood()
        yield ToolCall("browseTable", {"tableName": owner.python_class, "limit": 3})
        groups = self._groups(owner, measure)
        valued = yield from self._values(owner)
        if not isinstance(valued, list):
            return valued
        filters = [*self._filters(owner), *valued]
        cues = self._reading.cues
        if "count" in cues or measure is None:
            if "count" in cues:
                return (yield from self._figure(owner, "COUNT", None, groups, filters))
            return (yield from self._rows(owner, filters))
        function = "AVG" if "average" in cues else "SUM"
        if "highest" in cues and not groups:
            function = "MAX"
        return (yield from self._figure(owner, function, measure.field, groups, filters))

    def _values(self, owner: Entity) -> Generator[ToolCall, Found, "list[dict[str, object]] | Outcome"]:
        """What unexplained words mean: a value of one column. A word that is none must not be passed over."""
        columns = [
            e.field
            for e in self._ontology.entities
            if e.parent_entity == owner.name and e.field and e.semantic_type is SemanticType.DIMENSION
        ][:_MOST_COLUMNS]
        filters: list[dict[str, object]] = []
        for word in self._reading.unread:
            hits: list[dict[str, object]] = []
            for column in columns:
                only: dict[str, object] = {"field": column, "op": "ILIKE", "value": f"%{_singular(word)}%"}
                call: dict[str, object] = {"tableName": owner.python_class, "aggregate": "COUNT", "filters": [only]}
                found = yield ToolCall("aggregateTable", call)
                if found.rows and found.value(0, "count"):
                    hits.append(only)
            if len(hits) != 1:
                return Cannot(
                    self._voice(
                        f"Was «{word}» in dieser Tabelle meint, ist nicht klar.",
                        f"It is not clear what “{word}” means in this table.",
                    )
                )
            filters += hits
        return filters

    def _figure(
        self, owner: Entity, function: str, field: str | None, groups: list[str], filters: list[dict[str, object]]
    ) -> Plan:
        call: dict[str, object] = {"tableName": owner.python_class, "aggregate": function, "filters": filters}
        name = function.lower() if field is None else f"{function.lower()}_{field}"
        if field:
            call["field"] = field
        if groups:
            call |= {"groupBy": groups, "limit": _MOST}
        found = yield ToolCall("aggregateTable", call)
        if not found.rows:
            return Cannot(self._voice("Es gibt keine Zeilen, auf die das zutrifft.", "No rows meet that description."))
        label = self._reading.mentions[0].said
        if len(found.rows) == 1 and not groups:
            return Say(f"{label}: {{{{{found.ref(0, name)}}}}}.")
        lines = [
            "- " + ", ".join(f"{{{{{found.ref(i, g)}}}}}" for g in groups) + f": {{{{{found.ref(i, name)}}}}}"
            for i in range(len(found.rows))
        ]
        return Say(f"{label}:\n" + "\n".join(lines))

    def _rows(self, owner: Entity, filters: list[dict[str, object]]) -> Plan:
        found = yield ToolCall("queryTable", {"tableName": owner.python_class, "filters": filters, "limit": _MOST})
        if not found.rows:
            return Cannot(self._voice("Es gibt keine Zeilen, auf die das zutrifft.", "No rows meet that description."))
        columns = [name for name in found.rows[0] if not name.startswith("_")][:6]
        lines = [
            "- " + ", ".join(f"{{{{{found.ref(i, c)}}}}}" for c in columns if found.rows[i][c] is not None)
            for i in range(len(found.rows))
        ]
        return Say(f"{self._reading.mentions[0].said}:\n" + "\n".join(lines))

    def _owner(self, entity: Entity) -> Entity | None:
        current: Entity | None = entity
        while current is not None and not current.python_class:
            current = self._ontology.entity(current.parent_entity) if current.parent_entity else None
        return current

    def _groups(self, owner: Entity, measure: Entity | None) -> list[str]:
        groups: list[str] = []
        for mention in self._reading.mentions:
            entity = mention.entity
            if entity is measure or not _BY.search(self._reading.flat[: mention.start]):
                continue
            field = self._path(owner, entity)
            if field:
                groups.append(field)
        return groups

    def _filters(self, owner: Entity) -> list[dict[str, object]]:
        filters: list[dict[str, object]] = []
        for mention in self._reading.mentions:
            for invariant in mention.entity.invariants:
                if invariant.field is None or invariant.value is None:
                    continue
                holder = self._owner(mention.entity)
                prefix = self._route(owner, holder) if holder else None
                if prefix is not None:
                    filters.append({"field": prefix + invariant.field, "op": "=", "value": invariant.value})
        return filters

    def _path(self, owner: Entity, entity: Entity) -> str | None:
        """The field an entity stands for, seen from the owner's table."""
        holder = self._owner(entity)
        if holder is None:
            return None
        prefix = self._route(owner, holder)
        if prefix is None:
            return None
        if entity.field:
            return prefix + entity.field
        naming = next((e for e in self._ontology.entities if e.parent_entity == entity.name and e.field), None)
        return prefix + naming.field if naming and naming.field else None

    def _route(self, start: Entity, goal: Entity) -> str | None:
        """The path of relations towards one row from one table to another; empty for the table itself."""
        ahead: deque[tuple[str, str]] = deque([(start.name, "")])
        seen = {start.name}
        while ahead:
            here, prefix = ahead.popleft()
            if here == goal.name:
                return prefix
            for relation in self._ontology.relations:
                one = relation.cardinality in (Cardinality.MANY_TO_ONE, Cardinality.ONE_TO_ONE) and relation.joins
                if relation.from_entity == here and one and relation.to_entity not in seen:
                    seen.add(relation.to_entity)
                    ahead.append((relation.to_entity, f"{prefix}{relation.path_name}."))
        return None

    def _not_understood(self) -> Ask | Cannot:
        names = [
            e.labels.of(self._voice.language)[0]
            for e in self._ontology.entities
            if e.python_class and e.labels.of(self._voice.language)
        ]
        if not names:
            return Cannot(self._voice("Das verstehe ich nicht.", "I do not understand that."))
        return Ask(self._voice("Worum geht es?", "What is it about?"), tuple(names[:6]))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") else word
