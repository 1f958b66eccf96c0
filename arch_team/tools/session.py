"""Opening the data: from settings to the tools of one run."""

import warnings
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import sqlalchemy as sa

from arch_team.errors import ScopeError, UsageError
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.features import Feature, feature_codes, load_feature
from arch_team.featuredata.provider import SqlProvider, open_engine
from arch_team.featuredata.tables import Scope, Table
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.settings import Settings
from arch_team.tools.data import DataTools
from arch_team.tools.model_choice import SourceNote, described_by

if TYPE_CHECKING:
    from arch_team.reading.source import Engine


class FeatureWarning(UserWarning):
    """A registered feature cannot be used. The others can."""


@dataclass(frozen=True)
class DataSource:
    """An opened database with the catalog it is read by."""

    name: str
    catalog: Catalog
    provider: SqlProvider
    kind: Literal["sql", "file"] = "sql"
    hints: str = ""
    """What the feature tells an operator of its domain. The prompt holds it where the catalog has no ontology."""
    notes: tuple[SourceNote, ...] = ()
    """How it was opened, where that is not what its reader may expect."""

    @cached_property
    def engine(self) -> "Engine":
        """What reads questions on these tables."""
        from arch_team.reading.source import Engine

        return Engine(self.provider, self.catalog)

    def tools(self) -> DataTools:
        """The tools of a new run, with an empty ledger."""
        return DataTools(self.catalog, self.provider, engine=self.engine)

    def close(self) -> None:
        self.provider.close()


def open_source(settings: Settings) -> DataSource:
    """The configured database, or the demo company where none is configured."""
    if settings.db is None:
        if settings.ontology is not None:
            raise UsageError(
                f"{settings.ontology} is a semantic model, and no data is named",
                "Name the data it is for: --db URL, or --file FILE. Leave --ontology out to ask the demo company.",
            )
        return open_demo(settings)
    if settings.mandate is not None and not settings.mandate.strip():
        raise UsageError("the mandate is empty", "Name whose data to read, or leave --mandate out.")
    engine = open_engine(settings.db)
    try:
        return _opened(engine, settings)
    except BaseException:
        engine.dispose()
        raise


def _opened(engine: sa.Engine, settings: Settings) -> DataSource:
    from arch_team.featuredata.reflection import reflected

    found = reflected(engine, scoped=settings.mandate is not None)
    described, notes = described_by(settings, found.tables, found.left_out)
    feature = None if described else _feature_of(settings, {table.name for table in found.tables})
    scope = Scope(settings.mandate, settings.feature_instance or (_only_instance(feature)))
    if not found.tables and found.divided_by:
        scope.value(found.divided_by)
        raise ScopeError("no table of this database is divided by mandate", "Leave --mandate out to read it.")
    catalog = feature.catalog() if feature else compile_catalog(found.tables, left_out=found.left_out)
    provider = SqlProvider(engine, catalog, scope, timeout=settings.statement_timeout)
    if described is not None:
        keyed = with_borne_keys(found.tables, described, provider)
        catalog = compile_catalog(keyed, described, left_out=found.left_out)
        provider = SqlProvider(engine, catalog, scope, timeout=settings.statement_timeout)
    code = feature.code if feature else described.feature_code if described else ""
    name = f"{engine.dialect.name} database" + (f" ({code})" if code else "")
    _require_rows(provider, catalog)
    hints = feature.get_agent_domain_hints() if feature else ""
    return DataSource(name, catalog, provider, hints=hints, notes=notes)


def with_borne_keys(tables: Iterable[Table], ontology: OntologyDescriptor, provider: SqlProvider) -> tuple[Table, ...]:
    """The tables, with what a relation joins known as unique where nothing is declared and the rows say so."""
    from arch_team.modelling.key_data import KeyData

    known, data = {table.name: table for table in tables}, KeyData(provider)
    for relation in ontology.relations:
        target = known.get(ontology.table_of(relation.to_entity) or "")
        joined = tuple(theirs for _, theirs in relation.joins)
        if target is None or len(joined) != 1 or joined in (target.key, *target.unique):
            continue
        if joined[0] in target.fields and data.is_unique(target, joined[0]):
            known[target.name] = replace(target, unique=(*target.unique, joined))
    return tuple(known.values())


def open_demo(settings: Settings) -> DataSource:
    """The demo company, whatever database is configured."""
    from arch_team.demo import DEFAULT_MANDATE, FEATURE_CODE, FEATURE_INSTANCE, MANDATES, demo_database

    mandate = DEFAULT_MANDATE if settings.mandate is None else settings.mandate
    if mandate not in MANDATES:
        raise ScopeError(f"the demo company has no mandate {mandate!r}", f"Use one of: {', '.join(MANDATES)}.")
    file = demo_database(settings.demo_home or settings.home)
    feature = load_feature(settings.feature or FEATURE_CODE)
    scope, name = Scope(mandate, FEATURE_INSTANCE), f"{MANDATES[mandate]} (Demo)"
    has_ontology = feature.ontology() is not None
    return _demo(file, file.stat().st_mtime_ns, feature, has_ontology, scope, name, settings.statement_timeout)


@lru_cache(maxsize=8)
def _demo(
    file: Path, written: int, feature: Feature, has_ontology: bool, scope: Scope, name: str, timeout: float
) -> DataSource:
    """Nobody changes the demo company: a process reads its words and values once, until its file is written anew."""
    catalog = feature.catalog(with_ontology=has_ontology)
    provider = SqlProvider(open_engine(f"duckdb:///{file}"), catalog, scope, timeout=timeout)
    return DataSource(name, catalog, provider, hints=feature.get_agent_domain_hints())


def _require_rows(provider: SqlProvider, catalog: Catalog) -> None:
    """A mandate nobody has heard of would answer every question with nothing, which reads like zero."""
    if not any(view.table.scope for view in catalog.views.values()) or provider.holds_rows():
        return
    scope = provider.scope
    instance = f" (feature instance {scope.feature_instance!r})" if scope.feature_instance else ""
    raise ScopeError(
        f"the database has no rows of the mandate {scope.mandate!r}{instance}", "Check how --mandate is written."
    )


def _feature_of(settings: Settings, present: set[str]) -> Feature | None:
    """The feature asked for, else the first registered one whose tables are all there."""
    if settings.feature:
        return load_feature(settings.feature)
    for code in feature_codes():
        try:
            feature = load_feature(code)
            names = {table.name for table in feature.tables()}
        except Exception as error:  # somebody else's code: it must not keep this database from being read
            warnings.warn(f"the feature {code!r} is left aside: {error}", FeatureWarning, stacklevel=2)
            continue
        if names <= present:
            return feature
    return None


def _only_instance(feature: Feature | None) -> str | None:
    return f"{feature.code}-main" if feature else None
