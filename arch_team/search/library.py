"""The library: documents of one tenant, cut into passages and held in Qdrant.

Adding is idempotent. A document is known by where it was read from and by the hash of its bytes: the same bytes again
change nothing, other bytes replace its passages. Passages are written some dozens at a time and those that are there
are not made again, so an interrupted run goes on where it stopped. New ones are written before old ones go, and the
first passage, by which a document is listed, is written last: a document that is listed is there in full. Each document
is looked up by itself: adding costs what is new, however much is held.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from arch_team.documents import (
    Chunk,
    Document,
    FoundFile,
    UnreadableDocument,
    chunks_of,
    find_files,
    read_document,
    read_file,
)
from arch_team.documents.chunking import MAX_CHARACTERS
from arch_team.errors import UsageError
from arch_team.search.passages_model import (
    DEFAULT_COLLECTION,
    AddOutcome,
    AddStatus,
    HeldDocument,
    Passage,
    as_payload,
    from_payload,
    searchable,
    utc_now,
)

if TYPE_CHECKING:
    from arch_team.vectors.embedding import Embedder, Matrix
    from arch_team.vectors.sparse import SparseEncoder
    from arch_team.vectors.store import VectorStore

STORE_NAME = "knowledge"
DEFAULT_TENANT = "default"
READER = "3"
"""Part of every hash: documents are read again when the way they are read has changed."""
OUTGROWS_AT = 50_000
OUTGROWN_FROM = 40_000
BATCH = 64
"""Passages that are embedded and written together."""


@dataclass(frozen=True, slots=True)
class Record:
    """A document to add, however it was come by."""

    source: str
    document: Document
    content_hash: str
    vectors: "Mapping[str, Matrix] | None" = field(default=None, compare=False, repr=False)
    """Those of its passages by their texts, where somebody made them already (`Library.embedded`)."""


@dataclass(frozen=True, slots=True)
class Progress:
    """After each file and each batch of passages: how far it is, and what became of the last file."""

    done: int
    total: int
    last: AddOutcome | None = None
    file: str = ""
    """The file that is being written."""
    passages_done: int = 0
    passages_total: int = 0


Written = Callable[[str, int, int], None]
"""Told after each batch: the document, how many passages are written, and of how many."""


@dataclass(frozen=True, slots=True)
class _Prepared:
    held: HeldDocument
    chunks: tuple[Chunk, ...]
    status: AddStatus
    drop: tuple[str, ...]
    """Ids of documents whose passages go once the new ones are there."""


class Library:
    """One tenant's documents. Another tenant's are not there, whatever is asked for."""

    def __init__(
        self,
        store: "VectorStore",
        embedder: "Embedder",
        *,
        encoder: "SparseEncoder | None" = None,
        passage_limit: int = MAX_CHARACTERS,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        from arch_team.vectors.sparse import SparseEncoder

        self._store = store
        self._embedder = embedder
        self._encoder = encoder or SparseEncoder()
        self._limit = passage_limit
        self._clock = clock
        self._known: dict[str, Matrix] = {}

    @property
    def tenant(self) -> str:
        return self._store.tenant

    def add(
        self,
        paths: Sequence[Path],
        *,
        collection: str = DEFAULT_COLLECTION,
        sensitive: bool = False,
        sync: bool = False,
        progress: Callable[[Progress], None] = lambda _: None,
    ) -> tuple[AddOutcome, ...]:
        """Add files and folders of files. One that cannot be read is reported; the others are added all the same.

        `sync`: what is held of these folders and is no longer in them goes.
        """
        files = list(find_files(paths))
        outcomes: list[AddOutcome] = []

        def told(outcome: AddOutcome) -> None:
            outcomes.append(outcome)
            progress(Progress(len(outcomes), len(files), outcome))

        def written(source: str, done: int, of: int) -> None:
            progress(Progress(len(outcomes), len(files), None, source, done, of))

        progress(Progress(0, len(files)))
        records = _records(files, told)
        for outcome in self.add_records(records, collection=collection, sensitive=sensitive, written=written):
            told(outcome)
        order = {printable_path(found.path): place for place, found in enumerate(files)}
        ordered = sorted(outcomes, key=lambda outcome: order[outcome.source])
        return (*ordered, *self._gone(paths, collection)) if sync else tuple(ordered)

    def _gone(self, folders: Sequence[Path], collection: str) -> Iterator[AddOutcome]:
        """Remove what is held of the folders and whose file is no longer there."""
        roots = [str(folder.expanduser().resolve()) for folder in folders if folder.expanduser().is_dir()]
        for held in self.list(collection=collection):
            within = any(held.source.startswith(f"{root.rstrip('/')}/") for root in roots)
            if within and _is_gone(held.source):
                self._store.delete(where={"document": held.id})
                yield AddOutcome(source=held.source, status="removed", passages=held.passages)

    def add_records(
        self,
        records: Iterable[Record],
        *,
        collection: str = DEFAULT_COLLECTION,
        sensitive: bool = False,
        written: Written = lambda _source, _done, _of: None,
    ) -> Iterator[AddOutcome]:
        """Add documents. Passages are written some dozens at a time, however short or long the documents are."""
        waiting: list[_Prepared] = []
        for record in records:
            held = self._held(record, collection, sensitive)
            ahead = [prepared.held for prepared in waiting]
            before = self._lookup(ahead, "document", held.id, lambda other, own=held: other.id == own.id)
            twin = self._lookup(
                ahead, "content_hash", held.content_hash, lambda other, own=held: other.content_hash == own.content_hash
            )
            if before is not None and _same(before, held):
                yield AddOutcome(source=held.source, status="unchanged", passages=before.passages)
                continue
            if before is None and twin is not None and twin.collection == collection and not _is_gone(twin.source):
                message = f"the same as {twin.source}, which is held already"
                yield AddOutcome(source=held.source, status="duplicate", passages=twin.passages, message=message)
                continue
            chunks = _chunks(record, self._limit)
            self._known.update(record.vectors or {})
            held = held.model_copy(update={"passages": len(chunks)})
            moved = before is None and twin is not None and _is_gone(twin.source)
            drop = (held.id, twin.id) if moved and twin is not None else (held.id,)
            status: AddStatus = "moved" if moved else "added" if before is None else "replaced"
            waiting.append(_Prepared(held, chunks, status, drop))
            if sum(len(prepared.chunks) for prepared in waiting) >= BATCH:
                yield from self._write(waiting, written)
                waiting = []
        yield from self._write(waiting, written)

    def _lookup(
        self, ahead: Sequence[HeldDocument], field: str, value: str, is_it: Callable[[HeldDocument], bool]
    ) -> HeldDocument | None:
        """The newest document with a value of a field, among those to be written and those held."""
        if (found := next((held for held in reversed(ahead) if is_it(held)), None)) is not None:
            return found
        stored = [
            from_payload(one.id, one.payload).document for one in self._store.scroll(where={field: value, "index": 0})
        ]
        return max(stored, key=lambda held: held.added_at, default=None)

    def list(self, *, collection: str | None = None) -> tuple[HeldDocument, ...]:
        """What is held, by source. A document counts from its first passage on, which is written last."""
        return documents_in(self._store, collection)

    def holds_any(self) -> bool:
        return self._store.count() > 0

    def outgrown(self) -> str | None:
        """What to do before the file of one machine holds more than it serves well."""
        if not self._store.is_embedded or (held := self._store.count()) < OUTGROWN_FROM:
            return None
        return (
            f"{held:,} passages are held; the embedded store is made for about {OUTGROWS_AT:,}. "
            "Move to a Qdrant server: arch-team knowledge move --to http://localhost:6333"
        )

    def remove(self, names: Sequence[str]) -> tuple[HeldDocument, ...]:
        """Remove documents by id, by source, or all of a folder. The files need not be there any more."""
        held = self.list()
        gone: dict[str, HeldDocument] = {}
        for name in names:
            matching = [document for document in held if _is_meant(document, name)]
            if not matching:
                raise UsageError(f"no document {name!r} is held", "List what is held: `arch-team knowledge list`.")
            gone.update((document.id, document) for document in matching)
        for document_id in gone:
            self._store.delete(where={"document": document_id})
        return tuple(gone.values())

    def passages(self, ids: Sequence[str]) -> tuple[Passage, ...]:
        """Those of the ids that are held, in the order asked for."""
        return tuple(from_payload(stored.id, stored.payload) for stored in self._store.get(ids))

    def close(self) -> None:
        self._store.close()

    def _held(self, record: Record, collection: str, sensitive: bool) -> HeldDocument:
        document, facts = record.document, record.document.facts
        return HeldDocument(
            id=document_id(record.source),
            source=record.source,
            title=document.title,
            kind=document.kind,
            collection=collection,
            content_hash=record.content_hash,
            passages=0,
            date=facts.date,
            date_source=facts.date_source,
            host=facts.host,
            url=facts.url,
            licence=facts.licence,
            author=facts.author,
            supersedes=facts.supersedes,
            superseded_by=facts.superseded_by,
            status=facts.status,
            sensitive=sensitive,
            added_at=self._clock(),
        )

    def _write(self, waiting: Sequence[_Prepared], written: Written) -> Iterator[AddOutcome]:
        """Batch by batch, the first passages of all documents last."""
        if not waiting:
            return
        pairs = [(prepared.held, chunk) for prepared in waiting for chunk in prepared.chunks]
        done = 0
        for is_first in (False, True):
            some = [pair for pair in pairs if (pair[1].index == 0) is is_first]
            for start in range(0, len(some), BATCH):
                batch = some[start : start + BATCH]
                self._write_batch(batch)
                done += len(batch)
                if done < len(pairs):
                    written(batch[-1][0].source, done, len(pairs))
        self._sweep(waiting)
        for prepared in waiting:
            yield AddOutcome(
                source=prepared.held.source, status=prepared.status, passages=len(prepared.chunks), message=""
            )

    def _embedded(self, texts: Sequence[str]) -> "list[Matrix]":
        new = [text for text in texts if text not in self._known]
        made = dict(zip(new, self._embedder.embed(new), strict=True)) if new else {}
        return [self._known[text] if text in self._known else made[text] for text in texts]

    @staticmethod
    def embedded(record: Record, embedder: "Embedder", limit: int = MAX_CHARACTERS) -> Record:
        """The record with the vectors of its passages: most of the work of adding it, done where nobody waits."""
        texts = [searchable(chunk.path, chunk.text) for chunk in _chunks(record, limit)]
        found: dict[str, Matrix] = {}
        for start in range(0, len(texts), BATCH):
            batch = texts[start : start + BATCH]
            found.update(zip(batch, embedder.embed(batch), strict=True))
        return replace(record, vectors=found)

    def _write_batch(self, batch: Sequence[tuple[HeldDocument, Chunk]]) -> None:
        """What an interrupted run has written already keeps its vectors."""
        from arch_team.vectors.points import Point

        ids = [passage_id(held, chunk.index) for held, chunk in batch]
        texts = [searchable(chunk.path, chunk.text) for _, chunk in batch]
        there = {stored.id: stored.dense for stored in self._store.get(ids, with_dense=True)}
        missing = [at for at, own in enumerate(ids) if own not in there]
        fresh = dict(zip(missing, self._embedded([texts[at] for at in missing]), strict=True)) if missing else {}
        points: list[Point] = []
        for at, ((held, chunk), own, text) in enumerate(zip(batch, ids, texts, strict=True)):
            dense = fresh[at] if at in fresh else there[own]
            if dense is not None:
                payload = as_payload(held, chunk)
                points.append(Point(own, dense, payload, self._encoder.encode(text)))
        self._store.upsert(points)

    def _sweep(self, written: Sequence[_Prepared]) -> None:
        """Remove what the documents held before, and what an interrupted run may have left."""
        current = {passage_id(prepared.held, chunk.index) for prepared in written for chunk in prepared.chunks}
        drop = tuple(dict.fromkeys(document for prepared in written for document in prepared.drop))
        old = [stored.id for stored in self._store.scroll(where={"document": drop}) if stored.id not in current]
        if old:
            self._store.delete(ids=old)


def documents_in(store: "VectorStore", collection: str | None = None) -> tuple[HeldDocument, ...]:
    where: dict[str, str | int] = {"index": 0}
    if collection is not None:
        where["collection"] = collection
    newest: dict[str, HeldDocument] = {}
    for stored in store.scroll(where=where):
        held = from_payload(stored.id, stored.payload).document
        if held.id not in newest or newest[held.id].added_at < held.added_at:
            newest[held.id] = held
    return tuple(sorted(newest.values(), key=lambda held: held.source))


def _chunks(record: Record, limit: int) -> tuple[Chunk, ...]:
    return tuple(chunks_of(record.document, limit=limit, overlap=min(160, limit // 4)))


def document_id(source: str) -> str:
    return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def passage_id(held: HeldDocument, index: int) -> str:
    return f"{held.id}.{held.content_hash[:8]}.{index}"


def hash_of(content: bytes) -> str:
    return hashlib.sha256(READER.encode() + b"\0" + content).hexdigest()


def _records(files: Iterable[FoundFile], failed: Callable[[AddOutcome], None]) -> Iterator[Record]:
    for found in files:
        source = printable_path(found.path)
        try:
            if found.problem is not None:
                raise found.problem
            file = read_file(found.path)
            document = read_document(file)
        except UnreadableDocument as error:
            failed(AddOutcome(source=source, status="failed", message=str(error), next_step=error.next_step))
            continue
        yield Record(source, document, hash_of(file.content))


def printable_path(path: Path) -> str:
    """A file name may hold bytes that are no text; they are shown, not passed on."""
    return str(path).encode("utf-8", "backslashreplace").decode("utf-8")


def _same(before: HeldDocument, now: HeldDocument) -> bool:
    marks = (before.content_hash, before.collection, before.sensitive)
    return marks == (now.content_hash, now.collection, now.sensitive)


def _is_gone(source: str) -> bool:
    return Path(source).is_absolute() and not Path(source).exists()


def _is_meant(document: HeldDocument, name: str) -> bool:
    if name in (document.id, document.source):
        return True
    path = str(Path(name).expanduser().absolute())
    return document.source == path or document.source.startswith(path.rstrip("/") + "/")
