"""What is done in the processes of `heavy.py`: plain functions of plain values. No database is opened here."""

import asyncio
import time
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arch_team.access.caller import Caller
from arch_team.documents import FileContent, kind_of, read_document
from arch_team.engine.tenants import settings_for
from arch_team.models.judges import opinion_of
from arch_team.owndata.choice import choose
from arch_team.owndata.uploads import UploadedFile, Uploads
from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.errors import TooMuch
from arch_team.requirements.learned import Learned
from arch_team.requirements.model import Requirement
from arch_team.requirements.service import Duplicates, RequirementsService, find_with
from arch_team.search.library import Library, Record, hash_of
from arch_team.settings import Settings

if TYPE_CHECKING:
    from arch_team.vectors.embedding import Embedder

MODEL_SHARE = 0.7
"""Of the time that is left to a request: how long a model is asked for its opinion."""
REVIEWERS = "review"
"""Who rejected pairs and findings: the people of a tenant, or, with keys that name one, of a mandate."""
MOST_CHARACTERS = 2_000_000
"""Of the requirements of one request together, and of a document."""


def reviewers(caller: Caller) -> str:
    return REVIEWERS if caller.mandate is None else f"{REVIEWERS}/{caller.mandate}"


@lru_cache(maxsize=1)
def _evaluator() -> Evaluator:
    """The rules are read once, and are the same for everybody."""
    return Evaluator()


def reviewed(settings: Settings, caller: Caller, asked_at: float, method: str, *given: Any) -> Any:
    """One call of the review: what somebody of this tenant and mandate decided is heeded, and the configured model
    gives its opinion beside the rules within most of the time left to a request that came at `asked_at`: on a busy
    machine a good part of it is gone before this process is there."""
    left = settings.request_timeout - (time.monotonic() - asked_at)
    opinion = opinion_of(settings, seconds=max(left, 0.0) * MODEL_SHARE)
    service = RequirementsService(_evaluator(), opinion=opinion, learned=_learned(settings, caller))
    return asyncio.run(getattr(service, method)(*given))


def duplicates(settings: Settings, caller: Caller, requirements: Sequence[Requirement]) -> Duplicates:
    return find_with(requirements, _learned(settings, caller))


def _learned(settings: Settings, caller: Caller) -> Learned:
    return Learned.of(settings_for(settings, caller.scope), tenant=reviewers(caller))


def check_size(texts: Sequence[str]) -> None:
    """Raises where the texts of one request are more than is worked on at once."""
    if sum(map(len, texts)) > MOST_CHARACTERS:
        raise TooMuch("the texts are too long together", f"Send at most {MOST_CHARACTERS:,} characters at once.")


def uploaded(settings: Settings, name: str, content: bytes) -> UploadedFile:
    """A file of tables, tried and kept; the files are asked from now on. `settings` are narrowed to the caller."""
    added = Uploads(settings).add(name, content)
    choose(settings, "files")
    return added


def record_of(name: str, content: bytes, at: datetime, *, embedded: bool) -> Record:
    """An uploaded document, read and, where `embedded`, with the vectors of its passages."""
    document = read_document(FileContent(Path(name), content, kind_of(name, content), at))
    record = Record(name, document, hash_of(content))
    return with_vectors([record])[0] if embedded else record


def with_vectors(records: Sequence[Record]) -> list[Record]:
    """The same with the vectors of their passages, by the embedder that every process has."""
    from arch_team.vectors.embedding import default_embedder

    check_size([section.text for record in records for section in record.document.sections])
    model: Embedder = default_embedder()
    return [Library.embedded(record, model) for record in records]
