"""Tables that stand in held documents, put together again from the passages they were cut into."""

import asyncio
import re
from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from pathlib import PurePath
from typing import TYPE_CHECKING

from arch_team.documents.tables import CELLS, Table, joined, tables_in
from arch_team.search.contracts_model import SearchModel
from arch_team.search.passages_model import Passage
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.search.knowledge import Knowledge

PASSAGES = 6
"""So many of the best passages are looked at for tables."""
MOST = 4


class HeldTable(SearchModel):
    """Rows under the names of their columns, as a document tells them."""

    name: str
    named: str
    """Its name in the database it is asked in."""
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    document: str
    """The document's file, or its address."""
    place: str

    @property
    def where(self) -> str:
        return f"{self.document} ({self.place})"


async def tables_for(
    knowledge: "Knowledge", question: str, *, tenant: str, language: Language
) -> tuple[HeldTable, ...]:
    """The tables that the passages found for a question are of, whole; those of superseded documents not."""
    found = await knowledge.find(question, tenant=tenant, top_k=PASSAGES, language=language)
    hits = [hit.passage for hit in found.hits if CELLS in hit.passage.text and not hit.passage.superseded]
    if not hits:
        return ()
    return await asyncio.to_thread(_tables, knowledge, tenant, hits)


def _tables(knowledge: "Knowledge", tenant: str, hits: Sequence[Passage]) -> tuple[HeldTable, ...]:
    found: list[HeldTable] = []
    for document in dict.fromkeys(hit.document.id for hit in hits):
        for table, passage in tables_held(knowledge.retriever.document(tenant, document)):
            if len(found) < MOST and _is_among(table, [hit for hit in hits if hit.document.id == document]):
                where = passage.document.url or PurePath(passage.document.source).name
                named = _named(table.name, {each.named.casefold() for each in found})
                found.append(
                    HeldTable(
                        name=table.name,
                        named=named,
                        head=table.head,
                        rows=table.rows,
                        document=where,
                        place=passage.place,
                    )
                )
    return tuple(found)


def _named(name: str, taken: Container[str]) -> str:
    plain = re.sub(r"\W+", "_", name).strip("_") or "table"
    return next(free for free in (plain, *(f"{plain}_{n}" for n in range(2, 1000))) if free.casefold() not in taken)


def _is_among(table: Table, hits: Sequence[Passage]) -> bool:
    """Whether one of the passages found holds its head: every passage that holds rows of it does."""
    head = CELLS.join(table.head)
    return any(head in hit.text for hit in hits if hit.path == table.headings)


def tables_held(passages: Sequence[Passage]) -> Iterator[tuple[Table, Passage]]:
    """The tables of one document, each with the passage it begins in. What overlaps is taken once."""
    ordered = sorted((passage for passage in passages if passage.fresh is not None), key=lambda each: each.index)
    tables: list[Table] = []
    first: dict[int, Passage] = {}
    for (path, page), some in groupby(ordered, key=lambda each: (each.path, each.page)):
        section = list(some)
        text = "".join(_fresh(passage) for passage in section)
        for table in tables_in(text):
            own = Table(table.name or path[-1], table.head, table.rows, path, page)
            first[len(tables)] = next((p for p in section if CELLS.join(own.head) in p.text), section[0])
            tables.append(own)
    at = 0
    for table in joined(tables):
        yield table, first[at]
        rows = 0
        while at < len(tables) and rows < len(table.rows):
            rows += len(tables[at].rows)
            at += 1


def _fresh(passage: Passage) -> str:
    """What the passage before did not hold, set apart unless it goes on with its table."""
    fresh = passage.fresh or 0
    begins = passage.text[fresh:]
    goes_on = fresh > 0 and CELLS in passage.text.partition("\n")[0] and CELLS in begins.partition("\n")[0]
    return f"\n{begins}" if goes_on else f"\n\n{begins}"
