"""The tables as a prompt shows them: what a feature without an ontology has, and the ground under one that has."""

from arch_team.featuredata.catalog import Catalog


def schema_prompt(catalog: Catalog) -> str:
    """One line per table, the same bytes every time."""
    lines: list[str] = []
    for name in sorted(catalog.views):
        view = catalog.views[name]
        own = [c for c in view.columns.values() if not c.hops]
        lines.append(f"{name}({', '.join(f'{c.name} {c.field.type.value}' for c in own)})")
    return "\n".join(lines) + "\n"
