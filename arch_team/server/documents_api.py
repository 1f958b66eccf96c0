"""Adding and removing the documents that answers may cite."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi import Path as PathParameter
from pydantic import Field

from arch_team.documents.document import UnreadableDocument
from arch_team.errors import UsageError
from arch_team.requirements.contract import LONGEST_TEXT, MOST_ITEMS
from arch_team.search.held_requirements import COLLECTION, HeldRequirement, record_to_hold
from arch_team.search.knowledge import Knowledge
from arch_team.search.library import Record
from arch_team.search.passages_model import DEFAULT_COLLECTION, AddOutcome
from arch_team.server.errors import STATUS
from arch_team.server.heavy_work import check_size, record_of, with_vectors
from arch_team.server.knowledge_api import DOCUMENTS, HeldBy
from arch_team.server.own import Own
from arch_team.server.service import CallerHere, described
from arch_team.vectors.embedding import default_embedder
from arch_team.wire import Wire

LARGEST_DOCUMENT = 20 * 1024 * 1024


class UnknownDocument(UsageError): ...


STATUS.setdefault(UnreadableDocument, 422)
STATUS.setdefault(UnknownDocument, 404)


class RequirementToHold(Wire):
    id: str = Field(min_length=1, max_length=200)
    text: str = Field(min_length=1, max_length=LONGEST_TEXT)


class RequirementsBody(Wire):
    requirements: tuple[RequirementToHold, ...] = Field(min_length=1, max_length=MOST_ITEMS)


Collection = Annotated[str, Form(min_length=1, max_length=200, description="A named part of the library.")]
DocumentId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{16}$", description="As in the list.")]


def documents_router(held_by: HeldBy, own: Own) -> APIRouter:
    router = APIRouter(prefix=DOCUMENTS, tags=["knowledge"], responses=described(413, 422, 503))

    @router.post("")
    async def add_document(
        file: Annotated[UploadFile, File(description="Markdown, text, HTML, PDF, DOCX, ODT or PPTX.")],
        request: Request,
        caller: CallerHere,
        collection: Collection = DEFAULT_COLLECTION,
        sensitive: Annotated[bool, Form(description="Its use is never approved by a deadline.")] = False,
    ) -> AddOutcome:
        """Adds a document, or replaces the one of the same name."""
        name, content = PurePath(file.filename or "document").name[:200] or "document", await file.read()
        knowledge, tenant = await asyncio.to_thread(held_by, request)
        shown, now = "".join(c if c.isprintable() else "�" for c in name), datetime.now(UTC)
        record = await own.heavily(caller, record_of, shown, content, now, embedded=_is_shared(knowledge))
        (outcome,) = await asyncio.to_thread(_added, knowledge, tenant, [record], collection, sensitive=sensitive)
        return outcome

    @router.post("/requirements")
    async def add_requirements(body: RequirementsBody, request: Request, caller: CallerHere) -> tuple[AddOutcome, ...]:
        """Holds requirements, each by its id, in the collection `requirements`: the search ranks them."""
        knowledge, tenant = await asyncio.to_thread(held_by, request)
        records = [record_to_hold(HeldRequirement(one.id, one.text)) for one in body.requirements]
        check_size([one.text for one in body.requirements])
        if _is_shared(knowledge):
            records = await own.heavily(caller, with_vectors, records)
        return await asyncio.to_thread(_added, knowledge, tenant, records, COLLECTION)

    @router.delete("/{document_id}", status_code=204, responses=described(404))
    async def remove_document(document_id: DocumentId, request: Request) -> None:
        """Removes a document with its passages."""
        knowledge, tenant = await asyncio.to_thread(held_by, request)
        await asyncio.to_thread(_removed, knowledge, tenant, document_id)

    _ = (add_document, add_requirements, remove_document)
    return router


def _is_shared(knowledge: Knowledge) -> bool:
    """Whether its vectors are those of the embedder that every process has."""
    return knowledge.embedder is default_embedder()


def _added(
    knowledge: Knowledge, tenant: str, records: Sequence[Record], collection: str, *, sensitive: bool = False
) -> tuple[AddOutcome, ...]:
    library = knowledge.library(tenant)
    try:
        outcomes = tuple(library.add_records(records, collection=collection, sensitive=sensitive))
    finally:
        library.close()
    knowledge.changed(tenant)
    return outcomes


def _removed(knowledge: Knowledge, tenant: str, document_id: str) -> None:
    library = knowledge.library(tenant)
    try:
        if document_id not in {held.id for held in library.list()}:
            raise UnknownDocument("no such document is held", "See the list of documents for their ids.")
        library.remove([document_id])
    finally:
        library.close()
    knowledge.changed(tenant)
