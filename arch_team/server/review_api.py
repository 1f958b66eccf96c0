"""Sets of requirements: read from a file, and compared with each other."""

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, File, UploadFile
from pydantic import Field, StringConstraints

from arch_team.access.caller import Caller
from arch_team.errors import DataError, UsageError
from arch_team.requirements.contract import LONGEST_TEXT, MOST_ITEMS
from arch_team.requirements.learned import Decision, Verdict
from arch_team.requirements.model import DuplicatePair, Requirement
from arch_team.requirements.read import read_bytes
from arch_team.requirements.service import checked_requirements
from arch_team.server.heavy_work import check_size
from arch_team.server.own import Own
from arch_team.server.service import CallerHere, described
from arch_team.wire import Language, Wire

UPLOAD = "/api/requirements/upload"
LARGEST_UPLOAD = 20 * 1024 * 1024
MOST_UPLOADED = 5_000

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_TEXT)]


class UnreadableFile(UsageError):
    """It holds no requirements that can be read."""


class UploadedRequirement(Wire):
    id: str
    text: str
    place: str | None = None
    """Where it stands in the file."""


class Uploaded(Wire):
    name: str
    format: str
    requirements: tuple[UploadedRequirement, ...]
    notes: tuple[str, ...] = ()
    """What the reader took for granted, and what it could not take."""


class GivenRequirement(Wire):
    id: str = Field(min_length=1, max_length=200)
    text: Text


class DuplicatesRequest(Wire):
    requirements: tuple[GivenRequirement, ...] = Field(min_length=1, max_length=MOST_ITEMS)


class DuplicatesAnswer(Wire):
    pairs: tuple[DuplicatePair, ...]
    groups: tuple[tuple[str, ...], ...]


class Decided(Wire):
    """What a person who has looked at it says: it is rejected, or `accepted`; `rejected: false` takes it back."""

    rejected: bool = True
    accepted: bool = False


class PairBody(Decided):
    """Two wordings that say the same (accepted), or do not."""

    one: Text
    other: Text


class RewriteBody(Decided):
    """A requirement, and the text that is accepted instead of it; a rejected rewrite needs no text, but a reason."""

    text: Text
    rewrite: str = Field(default="", max_length=LONGEST_TEXT)
    reason: str = Field(default="", max_length=500)


class FindingBody(Decided):
    """A finding. Without a text it is meant everywhere."""

    rule: str = Field(pattern=r"^[a-z][a-z0-9-]*$", max_length=80)
    words: str = Field(default="", max_length=200)
    text: str = Field(default="", max_length=LONGEST_TEXT)
    reason: str = Field(default="", max_length=500)


def review_router(own: Own) -> APIRouter:
    router = APIRouter(prefix="/api/requirements", tags=["requirements"], responses=described(413, 415, 422))

    @router.post("/upload")
    async def upload_requirements(
        file: Annotated[UploadFile, File(description="Text, Markdown, CSV, Excel, Word, HTML, PDF or ReqIF.")],
        caller: CallerHere,
        language: Language = "de",
    ) -> Uploaded:
        """Reads the requirements in a file. Nothing is kept."""
        name = (file.filename or "file")[:200]
        return await own.heavily(caller, read_upload, await file.read(), name, language)

    @router.post("/duplicates")
    async def find_duplicates(body: DuplicatesRequest, caller: CallerHere) -> DuplicatesAnswer:
        """Pairs that say the same, with the reason, and the groups they make. Rejected pairs are left out."""
        known = [Requirement(id=one.id, text=one.text) for one in body.requirements]
        if len({one.id for one in known}) < len(known):
            raise UsageError("two requirements have the same id", "Give each an id of its own.")
        checked_requirements([one.text for one in known])
        check_size([one.text for one in known])
        pairs, groups = await own.duplicates(caller, known)
        return DuplicatesAnswer(pairs=tuple(pairs), groups=tuple(map(tuple, groups)))

    @router.post("/duplicates/rejected", status_code=204)
    async def reject_pair(body: PairBody, caller: CallerHere) -> None:
        """Says that two requirements are no duplicates, or that they are. It stays so, for this wording, in this tenant
        and mandate."""
        checked_requirements([body.one, body.other])
        await kept(caller, body, Decision("pair", body.one, other=body.other))

    @router.post("/findings/rejected", status_code=204)
    async def reject_finding(body: FindingBody, caller: CallerHere) -> None:
        """Says that a finding does not hold: for all of tenant and mandate it is suppressed from now on, with its
        reason. Or that it does: then it counts a step graver."""
        await kept(caller, body, Decision("finding", body.text, body.reason, body.rule, body.words))

    @router.post("/rewrites/decided", status_code=204)
    async def decide_rewrite(body: RewriteBody, caller: CallerHere) -> None:
        """Says which rewrite is taken for a wording, or that none is to be offered again."""
        await kept(caller, body, Decision("rewrite", body.text, body.reason, other=body.rewrite))

    async def kept(caller: Caller, said: Decided, decision: Decision) -> None:
        learned = own.learned(caller)
        if said.accepted or said.rejected:
            verdict: Verdict = "accepted" if said.accepted else "rejected"
            await asyncio.to_thread(learned.decide, replace(decision, verdict=verdict))
        else:
            await asyncio.to_thread(learned.take_back, decision)

    _ = (upload_requirements, find_duplicates, reject_pair, reject_finding, decide_rewrite)
    return router


def read_upload(data: bytes, name: str, language: Language) -> Uploaded:
    try:
        found = read_bytes(data, name)
    except DataError as error:
        raise UnreadableFile(str(error), error.next_step) from error
    if len(found.requirements) > MOST_UPLOADED:
        raise UnreadableFile(
            f"the file holds {len(found.requirements)} requirements", f"Divide it: {MOST_UPLOADED} at once."
        )
    notes = [note.told(language) for note in found.notes] + [out.told(language) for out in found.left_out]
    return Uploaded(
        name=name,
        format=found.format,
        requirements=tuple(
            UploadedRequirement(id=one.id, text=one.text, place=one.place) for one in found.requirements
        ),
        notes=tuple(notes),
    )
