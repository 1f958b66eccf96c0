"""An ontology for people: a tree of what there is, and the rules in words."""

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table
from rich.tree import Tree

from arch_team.console.screen import Screen
from arch_team.ontologies.descriptor import Entity, Invariant, OntologyDescriptor
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.onboarding.overview import SourceOverview


def print_ontology(ontology: OntologyDescriptor, language: Language) -> None:
    console = Screen()
    children: dict[str | None, list[Entity]] = {}
    for entity in ontology.entities:
        children.setdefault(entity.parent_entity, []).append(entity)
    tree = Tree(f"[bold]{escape(ontology.feature_code)}[/bold]")
    _grow(tree, children, None, language)
    console.print(tree)
    console.print(_rules(ontology, language))
    console.print(_relations(ontology))
    patterns = Table(title="Canonical patterns", title_justify="left")
    patterns.add_column("Intent")
    patterns.add_column("For")
    for pattern in ontology.canonical_patterns:
        patterns.add_row(pattern.intent, escape(pattern.said_in(language)))
    console.print(patterns)


def _grow(tree: Tree, children: dict[str | None, list[Entity]], parent: str | None, language: Language) -> None:
    for entity in children.get(parent, []):
        ranges = " ".join(_range(i) for i in entity.invariants if i.low is not None)
        label = ", ".join((entity.labels.of(language) or entity.labels.en or entity.labels.de)[:3])
        table = f" [cyan]{entity.python_class}[/cyan]" if entity.python_class else ""
        branch = tree.add(f"{escape(entity.name)}{table} [dim]{escape(label)} {ranges}[/dim]")
        _grow(branch, children, entity.name, language)


def _range(invariant: Invariant) -> str:
    return f"{invariant.low}–{invariant.high}"


def _rules(ontology: OntologyDescriptor, language: Language) -> Table:
    table = Table(title="Rules", title_justify="left")
    for heading in ("Rule", "Applies to", "With", "Message"):
        table.add_column(heading)
    for rule in ontology.constraints:
        parameters = ", ".join((*rule.fields, *rule.purposes))
        value = "" if rule.value is None else f"={rule.value}"
        use = f" → {rule.use}" if rule.use else ""
        table.add_row(rule.rule, rule.applies_to, escape(parameters + value + use), escape(rule.said_in(language)))
    return table


def _relations(ontology: OntologyDescriptor) -> Table:
    table = Table(title="Relations", title_justify="left")
    for heading in ("From", "Path", "To", "Cardinality", "Via"):
        table.add_column(heading)
    for relation in ontology.relations:
        table.add_row(
            relation.from_entity, relation.path_name, relation.to_entity, relation.cardinality, relation.via or ""
        )
    return table


def print_overview(source: "SourceOverview") -> None:
    """Tables with their fields and words, and how they belong together."""
    console = Screen()
    console.print(f"[bold]{escape(source.name)}[/bold]" + (f" · {escape(source.model)}" if source.model else ""))
    for note in source.notes:
        console.print(f"[yellow]{escape(note.told())}[/yellow]", soft_wrap=True)
    for one in source.tables:
        names = ", ".join(word for word in (one.title, *one.words) if word != one.name)
        table = Table(title=f"{escape(one.name)} [dim]{escape(names)}[/dim]", title_justify="left")
        for heading in ("Field", "Called", "Type", "Role", "Unit"):
            table.add_column(heading)
        for field in one.fields:
            role = f"→ {field.refers_to}" if field.refers_to else field.role.replace("_", " or ")
            called = ", ".join((field.title, *field.words))
            table.add_row(escape(field.name), escape(called), field.type, escape(role), escape(field.unit or ""))
        console.print(table)
    for link in source.relations:
        words = f" ({', '.join(link.words)})" if link.words else ""
        console.print(
            escape(f"{link.from_table}.{link.from_field} → {link.to_table}.{link.to_field}{words}"), soft_wrap=True
        )
