"""What can be done with an answer: see it drawn, take it along, ask on, say whether it is right."""

import asyncio
from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Query, Response
from pydantic import Field

from arch_team.access.caller import Caller
from arch_team.access.feedback import Feedback, FeedbackLog, Verdict
from arch_team.errors import ArchTeamError, UsageError
from arch_team.forms.form import Form
from arch_team.onboarding.questions import next_questions, questions_after
from arch_team.runs.answer import Answer
from arch_team.runs.answer_series import Series, number_of, series_of
from arch_team.runs.records import Page, RunRecord
from arch_team.server.answer_charts import ChartKind, answer_chart
from arch_team.server.answer_files import answer_csv, answer_markdown, answer_xlsx, headings, shown_rows
from arch_team.server.charts import Theme
from arch_team.server.data_api import Questions
from arch_team.server.errors import STATUS
from arch_team.server.own import Own
from arch_team.server.service import DEFAULT_PER_PAGE, After, CallerHere, Limit, Service, described
from arch_team.server.tables_api import XLSX
from arch_team.tools.forms import form_in
from arch_team.wire import Language, Wire

LONGEST_NOTE = 2_000
MOST_DRAWN = 40
"""Lines of a series that is still read better as a chart than as a table."""


class NoAnswer(UsageError): ...


STATUS.setdefault(NoAnswer, 404)


class FeedbackBody(Wire):
    verdict: Verdict
    note: str = Field(default="", max_length=LONGEST_NOTE)


class DrawnPoint(Wire):
    """One amount of a series."""

    x: str
    """The month, the name: what the amounts of all groups there have in common."""
    group: str | None = None
    """Which of several it is there, by a name or a unit, and which column of the answer."""
    value: Decimal
    unit: str | None = None


class Drawn(Wire):
    """How an answer may be shown."""

    kind: Literal["line", "bar", "table"] | None
    """What suits it. None: it shows no series."""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    """Each label once, with the amounts of all groups as they are shown. Empty: the answer says nothing of it."""
    points: tuple[DrawnPoint, ...] = ()
    """The same amounts one by one, as numbers."""


def _drawn_points(series: Series) -> Iterator[DrawnPoint]:
    for point in series.points:
        for name, figure in zip(series.names, point.figures, strict=True):
            group = " ".join(part for part in (point.group, name) if part) or None
            yield DrawnPoint(x=point.label, group=group, value=number_of(figure), unit=figure.unit)


def answer_router(service: Service, own: Own, feedback: FeedbackLog) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["answers"], responses=described(404, 422))

    async def approved(caller: Caller, run_id: str) -> tuple[RunRecord, Answer]:
        run = await service.engine.get(caller.scope, run_id)
        if run.answer is None or run.answer.status != "approved":
            raise NoAnswer("the run has no answer", "Only an approved answer can be shown and taken along.")
        return run, run.answer

    @router.get("/runs/{run_id}/series")
    async def answer_series(run_id: str, caller: CallerHere) -> Drawn:
        """Whether the answer shows a series, and how it is drawn best."""
        _, answer = await approved(caller, run_id)
        series = series_of(answer)
        if series is None:
            return Drawn(kind=None)
        return Drawn(
            kind="table" if len(series.labels) > MOST_DRAWN else series.kind,
            columns=headings(answer, series),
            rows=shown_rows(series),
            points=tuple(_drawn_points(series)),
        )

    @router.get("/runs/{run_id}/answer.svg", response_class=Response, responses=_file("image/svg+xml"))
    async def answer_svg(
        run_id: str, caller: CallerHere, kind: ChartKind = "auto", theme: Theme = "light", language: Language = "de"
    ) -> Response:
        """The chart of the answer itself: its proven series, nothing else."""
        _, answer = await approved(caller, run_id)
        drawn = await asyncio.to_thread(answer_chart, answer, kind, theme, language)
        return Response(drawn, media_type="image/svg+xml")

    @router.get("/runs/{run_id}/answer.png", response_class=Response, responses=_file("image/png"))
    async def answer_png(
        run_id: str, caller: CallerHere, kind: ChartKind = "auto", theme: Theme = "light", language: Language = "de"
    ) -> Response:
        """The same as a picture for a slide."""
        _, answer = await approved(caller, run_id)
        drawn = await asyncio.to_thread(lambda: answer_chart(answer, kind, theme, language, as_png=True))
        return Response(drawn, media_type="image/png", headers=_named(run_id, "png"))

    @router.get("/runs/{run_id}/answer.csv", response_class=Response, responses=_file("text/csv"))
    async def answer_as_csv(run_id: str, caller: CallerHere) -> Response:
        """What the answer says, a row per line of it, each with its evidence."""
        _, answer = await approved(caller, run_id)
        return Response(answer_csv(answer), media_type="text/csv; charset=utf-8", headers=_named(run_id, "csv"))

    @router.get("/runs/{run_id}/answer.xlsx", response_class=Response, responses=_file(XLSX))
    async def answer_as_xlsx(run_id: str, caller: CallerHere) -> Response:
        """Answer, data, proof and what was read, as a workbook."""
        run, answer = await approved(caller, run_id)
        data = await asyncio.to_thread(answer_xlsx, run, answer)
        return Response(data, media_type=XLSX, headers=_named(run_id, "xlsx"))

    @router.get("/runs/{run_id}/answer.md", response_class=Response, responses=_file("text/markdown"))
    async def answer_as_markdown(run_id: str, caller: CallerHere) -> Response:
        """Question, answer, reading and proof as text."""
        run, answer = await approved(caller, run_id)
        headers = _named(run_id, "md")
        return Response(answer_markdown(run, answer), media_type="text/markdown; charset=utf-8", headers=headers)

    @router.get("/runs/{run_id}/next")
    async def questions_next(
        run_id: str, caller: CallerHere, language: Annotated[Language | None, Query()] = None
    ) -> Questions:
        """What may be asked after this answer. None where nobody could try it out."""
        run, answer = await approved(caller, run_id)
        found = await asyncio.to_thread(_following, own, caller, run, answer, language or answer.language)
        return Questions(questions=found)

    @router.post("/runs/{run_id}/feedback", status_code=201)
    async def give_feedback(run_id: str, body: FeedbackBody, caller: CallerHere) -> Feedback:
        """Says whether an answer is right. The last word of a key counts."""
        run, _ = await approved(caller, run_id)
        return await asyncio.to_thread(feedback.keep, caller, run_id, run.request.question, body.verdict, body.note)

    @router.get("/feedback")
    async def list_feedback(
        caller: CallerHere,
        verdict: Verdict | None = None,
        run_id: Annotated[str | None, Query(alias="runId", max_length=200)] = None,
        after: After = None,
        limit: Limit = DEFAULT_PER_PAGE,
    ) -> Page[Feedback]:
        """What people said of answers, newest first."""
        return await asyncio.to_thread(
            lambda: feedback.list(caller.scope, verdict=verdict, run_id=run_id, after=after, limit=limit)
        )

    _ = (answer_series, answer_svg, answer_png, answer_as_csv, answer_as_xlsx, answer_as_markdown)
    _ = (questions_next, give_feedback, list_feedback)
    return router


def _following(own: Own, caller: Caller, run: RunRecord, answer: Answer, language: Language) -> tuple[str, ...]:
    form = _form_of(answer)
    try:
        engine = own.source_of(caller, run.request.source).engine
    except ArchTeamError:
        return ()
    table = next((cell.table for figure in answer.figures for cell in figure.evidence if cell.table), None)
    if engine.figures(language) is not None and table:
        return questions_after(engine, language, table, run.request.question)
    if form is None or form.table not in engine.model(language).tables:
        return ()
    return next_questions(engine, language, form, run.request.question)


def _form_of(answer: Answer) -> Form | None:
    """The form behind the answer's figures."""
    used = {cell.entry for figure in answer.figures for cell in figure.evidence}
    for entry in answer.evidence:
        arguments = cast("dict[str, Any]", entry.get("arguments") or {})
        if entry.get("id") in used and "form" in arguments:
            found = form_in(arguments)
            return found if isinstance(found, Form) else None
    return None


def _file(kind: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": "The file.", "content": {kind: {"schema": {"type": "string", "format": "binary"}}}}}


def _named(run_id: str, ending: str) -> dict[str, str]:
    plain = "".join(c for c in run_id if c.isascii() and (c.isalnum() or c in "-_"))[:100]
    return {"Content-Disposition": f'attachment; filename="answer-{plain}.{ending}"'}
