"""What stands behind an answer: the cells of a figure, and the tables as files and charts."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from arch_team.access.caller import Caller
from arch_team.runs.answer import Answer
from arch_team.runs.evidence_table import EvidenceTable, UnknownTable, evidence_table
from arch_team.runs.figure_evidence import FigureEvidence, UnknownFigure, figure_evidence
from arch_team.server.charts import Theme, chart_svg
from arch_team.server.errors import STATUS
from arch_team.server.service import CallerHere, Service, described
from arch_team.server.table_files import to_csv, to_xlsx
from arch_team.wire import Language

STATUS.setdefault(UnknownFigure, 404)
STATUS.setdefault(UnknownTable, 404)

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
EvidenceId = Annotated[str, Path(max_length=20, description="Id in the answer's evidence.", examples=["e2"])]
FigureNumber = Annotated[int, Path(ge=1, le=100_000, description="From 1, in the order of the text.")]


def tables_router(service: Service) -> APIRouter:
    router = APIRouter(prefix="/api/runs/{run_id}", tags=["evidence"], responses=described(404, 422))

    async def answer_of(caller: Caller, run_id: str) -> Answer | None:
        return (await service.engine.get(caller.scope, run_id)).answer

    async def table(caller: Caller, run_id: str, evidence_id: str) -> EvidenceTable:
        return evidence_table(await answer_of(caller, run_id), evidence_id)

    @router.get("/figures/{number}")
    async def figure(run_id: str, number: FigureNumber, caller: CallerHere) -> FigureEvidence:
        """The cells a figure comes from, each with its row and call, and how it was computed from them."""
        answer = await answer_of(caller, run_id)
        if answer is None:
            raise UnknownFigure("the run has no answer yet", "Wait until it is done.")
        return await asyncio.to_thread(figure_evidence, answer, number)

    @router.get("/tables/{evidence_id}.csv", response_class=Response, responses=_file("text/csv"))
    async def table_csv(run_id: str, evidence_id: EvidenceId, caller: CallerHere) -> Response:
        """The rows of a result for a spreadsheet: UTF-8, decimal points, no cell that becomes a formula."""
        found = await table(caller, run_id, evidence_id)
        return Response(to_csv(found), media_type="text/csv; charset=utf-8", headers=_named(run_id, found, "csv"))

    @router.get("/tables/{evidence_id}.xlsx", response_class=Response, responses=_file(XLSX))
    async def table_xlsx(run_id: str, evidence_id: EvidenceId, caller: CallerHere) -> Response:
        """The rows of a result as a workbook."""
        found = await table(caller, run_id, evidence_id)
        data = await asyncio.to_thread(to_xlsx, found)
        return Response(data, media_type=XLSX, headers=_named(run_id, found, "xlsx"))

    @router.get("/tables/{evidence_id}/chart.svg", response_class=Response, responses=_file("image/svg+xml"))
    async def table_chart(
        run_id: str,
        evidence_id: EvidenceId,
        caller: CallerHere,
        theme: Theme = "light",
        language: Language = "de",
    ) -> Response:
        """The rows of a result drawn. 422 where they are no series: one row only, or no amounts."""
        found = await table(caller, run_id, evidence_id)
        return Response(await asyncio.to_thread(chart_svg, found, theme, language), media_type="image/svg+xml")

    _ = (figure, table_csv, table_xlsx, table_chart)
    return router


def _file(kind: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": "The file.", "content": {kind: {"schema": {"type": "string", "format": "binary"}}}}}


def _named(run_id: str, table: EvidenceTable, ending: str) -> dict[str, str]:
    plain = "".join(c for c in f"{table.name}-{table.id}-{run_id}" if c.isascii() and (c.isalnum() or c in "-_"))
    return {"Content-Disposition": f'attachment; filename="{plain[:120]}.{ending}"'}
