"""Drafts with one invented name, code, date or item of a list among real ones, and the same drafts without it.

Over the demo company, an insurer's tables and three files made here. Each draft types what a call returned, the way
models set it: lists, numbered lists, tables, enumerations, sentences. The invention comes on top, or in the place of
one true word.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from arch_team.agents.desk import Task
from arch_team.agents.engine_desk import EngineDesk
from arch_team.evidence.verdict import GuardResult
from arch_team.settings import Settings
from arch_team.tools.files import open_files
from arch_team.tools.session import DataSource, open_demo
from arch_team.wire import Language
from bench.guard_forms import Counts

STAFF = """Personalnummer,Name,Ort,Eintritt
P-101,Regula Amstutz,Thun,2019-04-01
P-102,Beat Zurbriggen,Visp,2021-09-15
P-103,Nadja Kälin,Einsiedeln,2017-02-01
P-104,Urs Fankhauser,Langnau,2023-06-01
"""
PARTS = """sku,product,maker,released
AX-12,Torque wrench,Brunwick Tools,2022-05-10
BK-07,Heat gun,Calder and Sons,2021-11-30
CM-31,Bench vise,Brunwick Tools,2020-01-20
DQ-55,Spirit level,Ostrava Metal,2023-08-02
"""
TRIPS = """trip,captain,harbour,departure
T1,Ingrid Solheim,Bergen,2024-05-03
T2,Marek Nowak,Gdynia,2024-06-11
T3,Aoife Brennan,Galway,2024-07-19
"""


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its call, and what the draft types of the rows."""

    question: str
    language: Language
    table: str
    fields: tuple[str, ...]
    """A name, a code and a day, in this order; where a table has none, fewer."""
    invented: tuple[str, ...]
    """One for each field."""
    noun: str
    limit: int = 1000
    filters: tuple[dict[str, object], ...] = ()


_SUPPLIERS: tuple[dict[str, object], ...] = ({"field": "contactType", "op": "=", "value": "supplier"},)
DEMO = (
    Case("Liste unsere Lieferanten", "de", "TrusteeDataContact", ("name", "contactNumber"),
         ("Nordwand Holzbau AG", "K5099"), "Lieferanten", filters=_SUPPLIERS),
    Case("List our suppliers with their city", "en", "TrusteeDataContact", ("name", "city"),
         ("Glacier Foods Ltd", "Aarau"), "suppliers", filters=_SUPPLIERS),
)  # fmt: skip
INSURANCE = (
    Case("List the catastrophes", "en", "Catastrophe", ("Catastrophe_Name",), ("Avalanche",), "catastrophes"),
    Case("List the policy number and the effective date of the policies", "en", "Policy",
         ("Policy_Number", "Effective_Date"), ("31003000399", "2018-03-14"), "policies"),
)  # fmt: skip
FILES = (
    Case("Liste Name, Personalnummer und Eintritt", "de", "staff", ("Name", "Personalnummer", "Eintritt"),
         ("Silvia Gerber", "P-109", "2018-10-01"), "Personen"),
    Case("Liste Name und Ort", "de", "staff", ("Name", "Ort"), ("Reto Bucher", "Frutigen"), "Personen"),
    Case("List product, sku and released", "en", "parts", ("product", "sku", "released"),
         ("Angle grinder", "EZ-90", "2022-02-02"), "products"),
    Case("List product and maker", "en", "parts", ("product", "maker"), ("Pipe cutter", "Haldane Works"), "products"),
    Case("List captain, trip and departure", "en", "trips", ("captain", "trip", "departure"),
         ("Sven Lindqvist", "T9", "2024-08-08"), "captains"),
    Case("List captain and harbour", "en", "trips", ("captain", "harbour"), ("Pia Castellano", "Cork"), "captains"),
)  # fmt: skip

Rows = list[list[str]]


def measure(insurance: Path) -> tuple[Counts, Counts]:
    """Drafts with an invention and those approved, and true drafts and those blocked."""
    invented, true = Counts(), Counts()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        for source, cases in _sources(Path(folder), insurance):
            stack.callback(source.close)
            for case in cases:
                _judge(case, source, invented, true)
    return invented, true


def _sources(folder: Path, insurance: Path) -> Iterator[tuple[DataSource, Sequence[Case]]]:
    settings = Settings(home=folder, db=None, model=None)
    yield open_demo(settings), DEMO
    yield open_files([insurance / f"{name}.csv" for name in ("Catastrophe", "Policy")], settings), INSURANCE
    paths: list[Path] = []
    for name, text in (("staff", STAFF), ("parts", PARTS), ("trips", TRIPS)):
        paths.append(folder / f"{name}.csv")
        paths[-1].write_text(text, encoding="utf-8")
    yield open_files(paths, settings), FILES


def _judge(case: Case, source: DataSource, invented: Counts, true: Counts) -> None:
    rows = _rows(case, source)
    for layout, draft in layouts(rows, case):
        verdict = _checked(case, source, draft)
        true.add(layout, is_mistake=not verdict.ok, example=_told(case, draft, verdict))
    for kind, made in _inventions(rows, case):
        for layout, draft in layouts(made, case):
            verdict = _checked(case, source, draft)
            invented.add(f"{kind}, {layout}", is_mistake=verdict.ok, example=_told(case, draft, verdict))


def _desk(case: Case, source: DataSource) -> EngineDesk:
    task = Task(case.question, case.language, Settings(model=None))
    return EngineDesk(task, source, source.engine)


def _called(case: Case, desk: EngineDesk) -> Rows:
    tools = desk.data
    tools.call("browseTable", {"tableName": case.table})
    call = {"tableName": case.table, "fields": list(case.fields), "filters": list(case.filters), "limit": case.limit}
    result = tools.call("queryTable", call)
    found = (result.data or {}).get("rows", [])
    return [[str(row[name]) for name in case.fields] for row in found]


def _rows(case: Case, source: DataSource) -> Rows:
    return _called(case, _desk(case, source))


def _checked(case: Case, source: DataSource, draft: str) -> GuardResult:
    desk = _desk(case, source)
    _called(case, desk)
    return desk.check(draft)


def _inventions(rows: Rows, case: Case) -> Iterator[tuple[str, Rows]]:
    """One row more, and for each field one that is changed."""
    extra = [case.invented[at] if at < len(case.invented) else rows[0][at] for at in range(len(case.fields))]
    yield "item more", [*rows[:1], extra, *rows[1:]]
    for at, word in enumerate(case.invented):
        changed = [list(row) for row in rows]
        changed[len(rows) // 2][at] = word
        yield f"other {('name', 'second', 'third')[at]}", changed


def layouts(rows: Rows, case: Case) -> Iterator[tuple[str, str]]:
    """The rows as models set them."""
    german = case.language == "de"
    said, joint = ("Die gefundenen", "und") if german else ("The", "and")
    yield "list", f"{said} {case.noun}:\n" + "\n".join("- " + ", ".join(row) for row in rows)
    yield (
        "numbered",
        "\n".join(f"{n}. {row[0]}" + (f" ({', '.join(row[1:])})" if row[1:] else "") for n, row in enumerate(rows, 1)),
    )
    heading = "| " + " | ".join(case.fields) + " |\n|" + "---|" * len(case.fields) + "\n"
    yield "table", heading + "\n".join("| " + " | ".join(row) + " |" for row in rows)
    items = [row[0] + (f" ({', '.join(row[1:])})" if row[1:] else "") for row in rows]
    yield "enumeration", f"{said} {case.noun}: {', '.join(items[:-1])} {joint} {items[-1]}."
    are = "sind" if german else "are"
    yield "sentence", f"{said} {case.noun} {are} {', '.join(items[:-1])} {joint} {items[-1]}."


def _told(case: Case, draft: str, verdict: GuardResult) -> str:
    why = "; ".join(finding.message for finding in verdict.findings)
    return f"{case.question} | {' '.join(draft.split())[:160]} | {why}"
