"""Which semantic model describes an opened source, and what a person should hear about how it was chosen."""

from collections.abc import Collection, Iterable
from typing import Literal

from arch_team.errors import OntologyError
from arch_team.featuredata.tables import Table
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.settings import Settings
from arch_team.wire import Wire

_MOST_NAMES = 6
"""Names of tables that are told."""


class SourceNote(Wire):
    """Something about how a source was opened that its reader should know. The data can be asked all the same."""

    kind: Literal["several_models", "missing_tables"]
    names: tuple[str, ...]
    """Files of models, or tables."""

    def told(self) -> str:
        if self.kind == "several_models":
            how_many = "both" if len(self.names) == 2 else "all"
            return f"{_some(self.names, 'and')} {how_many} fit this data, so none is used; name one with --ontology."
        return f"there is no table {_some(self.names, 'or')} in this data, which the semantic model describes."


def described_by(
    settings: Settings, tables: Iterable[Table], left_out: Collection[str] = ()
) -> tuple[OntologyDescriptor | None, tuple[SourceNote, ...]]:
    """The semantic model somebody wrote of these tables, with notes: the one the settings name, else the one among the
    kept models that describes them. Where several do, the one that describes all tables is taken, if it is one.

    A named model of which no table is there is refused. `left_out`: tables that are there and cannot be asked."""
    from arch_team.ontologies.kept_models import fitting_models, named_model

    known = {table.name: table.fields for table in tables}
    if settings.ontology is not None:
        model = named_model(settings.ontology, settings.ontologies_folder)
        return model, _held_against(model, settings.ontology.name, {*known, *left_out})
    if settings.feature:
        return None, ()
    fitting = fitting_models(settings.ontologies_folder, known)
    if len(fitting) > 1:
        whole = {path: model for path, model in fitting.items() if model.described_tables() == known.keys()}
        if len(whole) != 1:
            return None, (SourceNote(kind="several_models", names=tuple(path.name for path in fitting)),)
        fitting = whole
    return next(iter(fitting.values()), None), ()


def _held_against(model: OntologyDescriptor, name: str, present: Collection[str]) -> tuple[SourceNote, ...]:
    described = model.described_tables()
    missing = sorted(described - set(present))
    if missing and len(missing) == len(described):
        raise OntologyError(
            f"{name} is a semantic model of other data: there is no table {_some(missing, 'or')} here",
            f"This data has {_some(sorted(present), 'and')}. Name the data that the model is for, leave --ontology out,"
            " or draft a model of this data: arch-team ontology init.",
        )
    return (SourceNote(kind="missing_tables", names=tuple(missing)),) if missing else ()


def _some(names: Collection[str], word: str) -> str:
    """The first of the names as a sentence lists them."""
    shown = [*names][:_MOST_NAMES]
    if len(names) > len(shown):
        return f"{', '.join(shown)} {word} {len(names) - len(shown)} more"
    return f" {word} ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else "no tables"
