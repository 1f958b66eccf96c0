"""Benchmark reports that were made under the caller's home: as JSON, as Markdown, and their charts."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Response
from fastapi import Path as PathParameter
from pydantic import AwareDatetime

from arch_team.access.caller import Caller
from arch_team.errors import DataError, UsageError
from arch_team.runs.records import Page
from arch_team.server.errors import STATUS
from arch_team.server.own import Own
from arch_team.server.service import DEFAULT_PER_PAGE, After, CallerHere, Limit, described
from arch_team.wire import Wire

FOLDER = "benchmark"
_FILES = ("report.json", "benchmark_report.json")
_NONE = "no-benchmark"
_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"

Name = Annotated[str, PathParameter(max_length=200, pattern=_NAME, description="As in the list.")]
Chart = Annotated[str, PathParameter(max_length=100, pattern=_NAME, description="As in `charts`, without its ending.")]


class UnknownReport(UsageError): ...


STATUS.setdefault(UnknownReport, 404)


class BenchmarkReport(Wire):
    name: str
    made_at: AwareDatetime
    charts: tuple[str, ...]


def benchmarks_router(own: Own) -> APIRouter:
    router = APIRouter(prefix="/api/benchmarks", tags=["benchmarks"], responses=described(404, 422))

    def home(caller: Caller) -> Path:
        """Reports are the tenant's and may tell of every mandate: a key for one of them finds none."""
        return own.settings(caller).home / (FOLDER if caller.mandate is None else _NONE)

    @router.get("")
    async def list_benchmarks(
        caller: CallerHere, after: After = None, limit: Limit = DEFAULT_PER_PAGE
    ) -> Page[BenchmarkReport]:
        """By name."""
        found = await asyncio.to_thread(_reports, home(caller))
        rest = [report for report in found if after is None or report.name > after]
        more = rest[limit - 1].name if len(rest) > limit else None
        return Page[BenchmarkReport](items=tuple(rest[:limit]), next=more)

    @router.get("/{name}")
    async def get_benchmark(name: Name, caller: CallerHere) -> dict[str, Any]:
        """The report's figures."""
        return await asyncio.to_thread(_figures, _twin(home(caller), name))

    @router.get("/{name}/report.md", response_class=Response, responses=_content("text/markdown"))
    async def get_benchmark_report(name: Name, caller: CallerHere) -> Response:
        """The report as Markdown."""
        path = _twin(home(caller), name).with_suffix(".md")
        return Response(await asyncio.to_thread(_text, path), media_type="text/markdown; charset=utf-8")

    @router.get("/{name}/charts/{chart}.svg", response_class=Response, responses=_content("image/svg+xml"))
    async def get_benchmark_chart(name: Name, chart: Chart, caller: CallerHere) -> Response:
        """One of the report's charts."""
        path = _twin(home(caller), name).parent / f"{chart}.svg"
        return Response(await asyncio.to_thread(_text, path), media_type="image/svg+xml")

    _ = (list_benchmarks, get_benchmark, get_benchmark_report, get_benchmark_chart)
    return router


def _reports(home: Path) -> list[BenchmarkReport]:
    if not home.is_dir():
        return []
    found = [(folder.name, twin) for folder in sorted(home.iterdir()) for twin in _twins(folder)]
    return [
        BenchmarkReport(
            name=name,
            made_at=datetime.fromtimestamp(twin.stat().st_mtime, UTC),
            charts=tuple(sorted(chart.stem for chart in twin.parent.glob("*.svg"))),
        )
        for name, twin in found
    ]


def _twins(folder: Path) -> list[Path]:
    return [path for name in _FILES if (path := folder / name).is_file()][:1]


def _twin(home: Path, name: str) -> Path:
    """The JSON of a report. The name's form keeps it inside the folder."""
    found = _twins(home / name)
    if not found:
        raise UnknownReport("there is no such report", "See /api/benchmarks for those there are.")
    return found[0]


def _text(path: Path) -> str:
    if not path.is_file():
        raise UnknownReport("the report has no such part", "See `charts` in /api/benchmarks.")
    return path.read_text(encoding="utf-8")


def _figures(path: Path) -> dict[str, Any]:
    try:
        return json.loads(_text(path))
    except ValueError as error:
        raise DataError("the report cannot be read", "Make it again: arch-team benchmark report.") from error


def _content(kind: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": "The text.", "content": {kind: {"schema": {"type": "string"}}}}}
