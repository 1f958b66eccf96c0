"""The data that is asked: what it holds, which of several it is, files to upload, a database to connect, questions to
begin with."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, File, Path, Query, Response, UploadFile
from pydantic import Field

from arch_team.access.caller import Caller
from arch_team.errors import ArchTeamError, UsageError
from arch_team.onboarding.overview import SourceOverview, SourceWords, overview_of, words_of
from arch_team.onboarding.picture import Theme, picture_of
from arch_team.onboarding.questions import first_questions
from arch_team.owndata.choice import NoSuchSource, available, choose, chosen
from arch_team.owndata.connection import Connection, Connections, NotAllowed
from arch_team.owndata.uploads import FileTooLarge, TooManyFiles, UnknownFile, UnreadableUpload, UploadedFile, Uploads
from arch_team.runs.records import SourceChoice
from arch_team.server.errors import STATUS
from arch_team.server.heavy_work import uploaded
from arch_team.server.own import Own
from arch_team.server.service import AdminHere, CallerHere, described
from arch_team.wire import Language, Wire

DATA = "/api/data"
FILES = f"{DATA}/files"
MOST_SAMPLES = 50

STATUS.update(
    {FileTooLarge: 413, TooManyFiles: 409, UnreadableUpload: 422, UnknownFile: 404, NotAllowed: 403, NoSuchSource: 404}
)


class UnknownTableName(UsageError): ...


STATUS.setdefault(UnknownTableName, 404)

TableName = Annotated[str, Path(max_length=300, description="As in the overview.")]
FileId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="As in the list.")]


class Rights(Wire):
    upload: bool
    connect: bool


class DataState(Wire):
    source: SourceChoice
    """What is asked."""
    available: tuple[SourceChoice, ...]
    overview: SourceOverview | None = None
    problem: str | None = None
    """Why the data cannot be opened."""
    next_step: str | None = None
    files: tuple[UploadedFile, ...] = ()
    connection: Connection | None = None
    may: Rights
    largest_megabytes: int
    most_files: int
    schemes: tuple[str, ...] = ()
    """Of databases that may be connected."""


class Sample(Wire):
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


class Questions(Wire):
    questions: tuple[str, ...]


class SourceBody(Wire):
    source: SourceChoice


class ConnectionBody(Wire):
    url: str = Field(min_length=3, max_length=2000, repr=False)


def data_router(own: Own) -> APIRouter:
    router = APIRouter(prefix=DATA, tags=["data"], responses=described(404, 422, 503))

    def state(caller: Caller, language: Language) -> DataState:
        settings = own.settings(caller)
        overview, problem, next_step = None, None, None
        try:
            overview = overview_of(own.source_of(caller), language)
        except ArchTeamError as error:
            problem, next_step = str(error), error.next_step or None
        may_connect = settings.connect and caller.is_admin
        return DataState(
            source=chosen(settings),
            available=available(settings),
            overview=overview,
            problem=problem,
            next_step=next_step,
            files=Uploads(settings).list(),
            connection=Connections(settings).current(),
            may=Rights(upload=caller.may_write and settings.upload_files > 0, connect=may_connect),
            largest_megabytes=settings.upload_megabytes,
            most_files=settings.upload_files,
            schemes=settings.connect_schemes if may_connect else (),
        )

    @router.get("")
    async def data_state(caller: CallerHere, language: Language = "de") -> DataState:
        """What is asked, its tables with their fields, words and relations, and what else could be asked."""
        return await asyncio.to_thread(state, caller, language)

    @router.get("/words")
    async def data_words(caller: CallerHere, language: Language = "de") -> SourceWords:
        """What the data calls its tables and columns."""
        return await asyncio.to_thread(lambda: words_of(own.source_of(caller), language))

    @router.get("/tables/{table_name}/sample")
    async def data_sample(
        table_name: TableName, caller: CallerHere, limit: Annotated[int, Query(ge=1, le=MOST_SAMPLES)] = 10
    ) -> Sample:
        """A few rows of a table."""
        return await asyncio.to_thread(_sample, own, caller, table_name, limit)

    @router.get("/picture.svg", response_class=Response, responses=_SVG)
    async def data_picture(caller: CallerHere, theme: Theme = "light", language: Language = "de") -> Response:
        """The tables and how they belong together."""

        def drawn() -> str:
            return picture_of(overview_of(own.source_of(caller), language), theme, language)

        return Response(await asyncio.to_thread(drawn), media_type="image/svg+xml")

    @router.get("/questions")
    async def data_questions(caller: CallerHere, language: Language = "de") -> Questions:
        """Questions that the data can answer now. None where nobody could try them out."""

        def found() -> tuple[str, ...]:
            return first_questions(own.source_of(caller).engine, language, 4)

        return Questions(questions=await asyncio.to_thread(found))

    @router.post("/source")
    async def choose_source(body: SourceBody, caller: CallerHere, language: Language = "de") -> DataState:
        """Asks other data from now on. For everybody with the same tenant and mandate."""
        await asyncio.to_thread(choose, own.settings(caller), body.source)
        return await asyncio.to_thread(state, caller, language)

    @router.post("/files", status_code=201, responses=described(409, 413))
    async def upload_file(
        file: Annotated[UploadFile, File(description="CSV, Excel or Parquet.")], caller: CallerHere
    ) -> UploadedFile:
        """Keeps a file of tables, and asks the files from now on. One of the same name is replaced."""
        return await own.heavily(caller, uploaded, own.settings(caller), file.filename or "", await file.read())

    @router.delete("/files/{file_id}", status_code=204)
    async def delete_file(file_id: FileId, caller: CallerHere) -> None:
        """Deletes an uploaded file."""
        await asyncio.to_thread(Uploads(own.settings(caller)).remove, file_id)

    @router.post("/connection", status_code=201, responses=described(403))
    async def connect_database(body: ConnectionBody, caller: AdminHere) -> Connection:
        """Connects a database, where the operator allows it. Admins only. The address is not shown again."""
        settings = own.settings(caller)

        def kept() -> Connection:
            connected = Connections(settings).set(body.url)
            choose(settings, "connection")
            return connected

        return await asyncio.to_thread(kept)

    @router.delete("/connection", status_code=204)
    async def disconnect_database(caller: AdminHere) -> None:
        """Forgets the connected database and its password."""
        await asyncio.to_thread(Connections(own.settings(caller)).remove)

    _ = (data_state, data_words, data_sample, data_picture, data_questions, choose_source)
    _ = (upload_file, delete_file, connect_database, disconnect_database)
    return router


_SVG: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The picture.",
        "content": {"image/svg+xml": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def _sample(own: Own, caller: Caller, name: str, limit: int) -> Sample:
    source = own.source_of(caller)
    if source.catalog.view(name) is None:
        raise UnknownTableName("there is no such table", "See the overview for those there are.")
    tools = source.tools()
    result = tools.call("browseTable", {"tableName": name, "limit": limit})
    if not result.success:
        raise UsageError(result.error or "it could not be read", "Try again.")
    rows = next(iter(tools.ledger)).rows
    return Sample(columns=rows.columns if rows else (), rows=rows.rows if rows else ())
