"""What is measured against what: the society as shipped, and the same with things taken away.

- ontology   as shipped
- validator  the tables' own rules and naming conventions instead of the ontology: schema prompt, error details, guard
- baseline   the same model, the same tools and the schema prompt; no check on a call, none on the answer

Without the ontology the prompt holds the feature's own hints, as it did before there was one.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from arch_team.agents.desk import Desk, Task
from arch_team.agents.desks import OpenDesk, Source
from arch_team.agents.engine_desk import EngineDesk
from arch_team.errors import UsageError
from arch_team.evals.bare_tools import BareTools, bare_tools
from arch_team.evidence.verdict import GuardCode, GuardResult, finding, refused
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.provider import open_engine
from arch_team.featuredata.schema_prompt import schema_prompt
from arch_team.runs.evidence import entries_for_wire
from arch_team.runs.trace import AgentTrace
from arch_team.settings import Settings
from arch_team.tools.session import DataSource

if TYPE_CHECKING:
    import sqlalchemy as sa

    from arch_team.tools.tool import Tool

Mode = Literal["baseline", "validator", "ontology"]
MODES: tuple[Mode, ...] = get_args(Mode)
MODES_WITHOUT_MODEL: tuple[Mode, ...] = ("ontology",)
"""The embedded operator reads the question by the ontology: without one there is nobody to read it."""
_NAMES = {"de": "German", "en": "English"}


def modes_named(text: str) -> tuple[Mode, ...]:
    """The modes of a comma-separated list, in the order given."""
    wanted = [part.strip() for part in text.split(",") if part.strip()]
    unknown = [name for name in wanted if name not in MODES]
    if unknown or not wanted:
        message = f"there is no mode {unknown[0]!r}" if unknown else "no mode is named"
        raise UsageError(message, f"Modes: {', '.join(MODES)}.")
    return tuple(cast("Mode", name) for name in dict.fromkeys(wanted))


def desks_for(mode: Mode, settings: Settings) -> OpenDesk | None:
    """Who lays the desk in a mode. None: the shipped ones."""
    if mode == "ontology":
        return None
    bare = _Bare(settings)
    return bare.validator if mode == "validator" else bare.baseline


class _Bare:
    """The configured data without its ontology, opened once for all questions of a mode."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._catalog: Catalog | None = None

    def validator(self, _skill: str, task: Task, source: Source) -> Desk:
        opened = source()
        bare = replace(opened, catalog=self._without_ontology(opened))
        return ValidatorDesk(task, bare, bare.engine)

    def baseline(self, _skill: str, task: Task, source: Source) -> Desk:
        opened = source()
        tools = BareTools(
            self._without_ontology(opened),
            opened.provider,
            database=self._engine,
            timeout=self._settings.statement_timeout,
        )
        return BaselineDesk(task, opened.name, tools, opened.hints)

    def _without_ontology(self, opened: DataSource) -> Catalog:
        if self._catalog is None:
            self._catalog = compile_catalog(view.table for view in opened.catalog.views.values())
        return self._catalog

    @cached_property
    def _engine(self) -> "sa.Engine":
        settings = self._settings
        if settings.named_files:
            raise UsageError(
                "the mode baseline needs a database", "Load the file into one, e.g. SQLite, and name it with --db."
            )
        if settings.db is not None:
            return open_engine(settings.db)
        from arch_team.demo import demo_database

        return open_engine(f"duckdb:///{demo_database(settings.demo_home or settings.home)}")


class ValidatorDesk(EngineDesk):
    """Calls are validated and figures bound; what the question asks is nobody's business."""

    async def settles(self) -> bool:
        return False

    def check(self, draft: str) -> GuardResult:
        return self.grounded(draft)


class BaselineDesk(Desk):
    """A plain tool-calling agent: what it says last is the answer."""

    skill = "data"

    def __init__(self, task: Task, source: str, tools: BareTools, hints: str) -> None:
        super().__init__(task)
        self.source = source
        self._data = tools
        template = (files("arch_team.evals") / "baseline.md").read_text(encoding="utf-8")
        schema = schema_prompt(tools.catalog)
        self.prompt = template.format(language=_NAMES[task.language], schema=schema, hints=hints).strip() + "\n"

    def must_call(self) -> bool:
        return False

    def tools(self) -> "Sequence[Tool]":
        return bare_tools(self._data)

    def check(self, draft: str) -> GuardResult:
        """Nothing is checked. A turn of tool calls alone is no answer yet."""
        if not draft.strip():
            return refused(finding(GuardCode.NO_TEXT, "There is no answer yet.", "Go on."))
        return GuardResult(ok=True, text=draft.strip())

    def next_round(self) -> None:
        self._data.round += 1

    @property
    def calls_made(self) -> int:
        return len(self._data.log)

    def trace(self) -> AgentTrace:
        return self._data.trace()

    def evidence(self) -> tuple[dict[str, Any], ...]:
        return entries_for_wire(self._data.ledger)
