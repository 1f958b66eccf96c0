"""Two tenants on one store: whatever either holds and asks, through every door, the other's words never appear."""

import asyncio
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.documents import Document, Section
from arch_team.search.contracts import ScoringContext, SearchCandidate
from arch_team.search.library import Record, hash_of
from arch_team.tools.knowledge import KnowledgeTools
from tests.search.holding import Shelf

TOPICS = st.sampled_from(["logs", "Zugriffe", "invoices", "Rechnungen", "passwords", "salary"])
TEXTS = st.lists(st.tuples(TOPICS, st.integers(10, 99)), min_size=1, max_size=4, unique=True)


def records(tenant: str, texts: list[tuple[str, int]]) -> list[Record]:
    """Documents under the same names for both tenants, each with a word only its tenant uses."""
    made: list[Record] = []
    for number, (topic, days) in enumerate(texts):
        text = f"{topic} {tenant}secret are kept {days} days."
        made.append(Record(f"{number}.md", Document("text", topic, (Section(text),)), hash_of(text.encode())))
    return made


@settings(max_examples=12, deadline=None)
@given(TEXTS, TEXTS, TOPICS)
def test_no_door_shows_what_another_tenant_holds(
    ours: list[tuple[str, int]], theirs: list[tuple[str, int]], topic: str
) -> None:
    shelf = Shelf()
    for tenant, texts in (("our", ours), ("their", theirs)):
        list(shelf.library(tenant).add_records(records(tenant, texts)))
    for tenant, other in (("our", "their"), ("their", "our"), ("nobody", "our")):
        seen = asyncio.run(_everything(shelf, tenant, f"How long are {topic} {other}secret kept?"))
        assert f"{other}secret" not in seen.replace(f"{topic} {other}secret kept?", "")
    shelf.library("our").remove([document.id for document in shelf.library("our").list()])
    assert len(shelf.library("their").list()) == len(theirs)
    assert "oursecret" not in asyncio.run(_everything(shelf, "our", "How long?"))


async def _everything(shelf: Shelf, tenant: str, question: str) -> str:
    """All that a tenant can get to see, as one text. One search object for all of them: its caches are shared."""
    knowledge = shelf.shared_knowledge()
    tools = KnowledgeTools(knowledge, tenant=tenant, language="en")
    found = await knowledge.find(question, tenant=tenant, top_k=50, debug=True)
    ranked = await knowledge.search.search(
        ScoringContext(question="How long are they kept?"), [SearchCandidate(id="c")], tenant=tenant, debug=True
    )
    decisions = knowledge.decisions
    if found.result.top_k:
        decisions.open(found.result, tenant=tenant, question=question)
    told = await tools.call({"query": question, "top_k": 10})
    library = shelf.library(tenant)
    parts = (
        found.model_dump_json(),
        ranked.model_dump_json(),
        json.dumps(told),
        *(document.model_dump_json() for document in library.list()),
        *(case.model_dump_json() for case in decisions.list(tenant=tenant)),
        *(passage.model_dump_json() for passage in shelf.passages(tenant)),
    )
    return "\n".join(parts)
