"""Opening the data: from settings to the tools of one run."""

from dataclasses import dataclass

from arch_team.errors import ScopeError
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.features import Feature, feature_codes, load_feature
from arch_team.featuredata.provider import SqlProvider, open_engine
from arch_team.featuredata.reflection import reflected_tables
from arch_team.featuredata.tables import Scope
from arch_team.settings import Settings
from arch_team.tools.data import DataTools

DEMO_FEATURE = "trustee"


@dataclass(frozen=True)
class DataSource:
    """An opened database with the catalog it is read by."""

    name: str
    catalog: Catalog
    provider: SqlProvider

    def tools(self) -> DataTools:
        """The tools of a new run, with an empty ledger."""
        return DataTools(self.catalog, self.provider)


def open_source(settings: Settings) -> DataSource:
    """The configured database, or the demo company where none is configured."""
    if settings.db is None:
        return open_demo(settings)
    engine = open_engine(settings.db)
    present = {table.name: table for table in reflected_tables(engine)}
    feature = _feature_of(settings, set(present))
    catalog = feature.catalog() if feature else compile_catalog(present.values())
    scope = Scope(settings.mandate, settings.feature_instance or (_only_instance(feature)))
    name = f"{engine.dialect.name} database" + (f" ({feature.code})" if feature else "")
    return DataSource(name, catalog, SqlProvider(engine, catalog, scope, timeout=settings.statement_timeout))


def open_demo(settings: Settings) -> DataSource:
    """The demo company, whatever database is configured."""
    from arch_team.demo import DEFAULT_MANDATE, FEATURE_INSTANCE, MANDATES, demo_database

    mandate = settings.mandate or DEFAULT_MANDATE
    if mandate not in MANDATES:
        raise ScopeError(f"the demo company has no mandate {mandate!r}", f"Use one of: {', '.join(MANDATES)}.")
    engine = open_engine(f"duckdb:///{demo_database(settings.home)}")
    catalog = load_feature(settings.feature or DEMO_FEATURE).catalog()
    scope = Scope(mandate, FEATURE_INSTANCE)
    provider = SqlProvider(engine, catalog, scope, timeout=settings.statement_timeout)
    return DataSource(f"demo company {MANDATES[mandate]}", catalog, provider)


def _feature_of(settings: Settings, present: set[str]) -> Feature | None:
    """The feature asked for, else the first registered one whose tables are all there."""
    if settings.feature:
        return load_feature(settings.feature)
    for code in feature_codes():
        feature = load_feature(code)
        if {table.name for table in feature.tables()} <= present:
            return feature
    return None


def _only_instance(feature: Feature | None) -> str | None:
    return f"{feature.code}-main" if feature else None
