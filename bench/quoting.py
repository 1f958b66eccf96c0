"""`python -m bench.quoting`: how often the knowledge skill quotes the answer without a model, and refuses the foreign.

Paragraphs of public reports are held; their questions must be answered with a sentence that holds the gold answer.
Questions of other kinds, which no paragraph answers, must be refused. Data by ARCH_TEAM_TEST_DATA.
"""

import asyncio
import json
import os
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from arch_team.models.embedded.knowledge_operator import KnowledgeOperator
from arch_team.models.embedded.plan import Say, ToolCall
from arch_team.models.embedded.seated import Heard, Returned, Spoken
from arch_team.models.speech import PERSON
from arch_team.search.decision_store import MemoryDecisionStore
from arch_team.search.knowledge import Knowledge
from arch_team.search.library import STORE_NAME
from arch_team.search.passages import check_answer
from arch_team.tools.knowledge import KnowledgeTools
from arch_team.vectors.embedding import default_embedder
from arch_team.vectors.store import VectorStore
from bench.retrieval import DATA_VARIABLE, record_of
from bench.timing import row

TENANT = "bench"
QUESTIONS, FOREIGN = 300, 150


class Answering:
    """The held paragraphs, and the embedded operator at its desk."""

    def __init__(self, paragraphs: dict[str, str]) -> None:
        self._embedder = default_embedder()
        store = VectorStore.in_memory(STORE_NAME, tenant=TENANT, embedder=self._embedder)
        self._knowledge = Knowledge(
            lambda tenant: store.for_tenant(tenant, self._embedder), self._embedder, MemoryDecisionStore()
        )
        library = self._knowledge.library(TENANT)
        for _ in library.add_records(record_of(own, "", text) for own, text in paragraphs.items()):
            pass

    def answer(self, question: str) -> str | None:
        """The approved text, None for a refusal. What is quoted and not approved is an error in the check."""
        operator = KnowledgeOperator("en")
        tools = KnowledgeTools(self._knowledge, tenant=TENANT, language="en")
        messages: list[Heard] = [Spoken(PERSON, question)]
        turn = operator.turn(messages)
        while isinstance(turn, ToolCall):
            told = json.dumps(asyncio.run(tools.call(turn.arguments)))
            messages.append(Returned(told))
            turn = operator.turn(messages)
        if not isinstance(turn, Say):
            return None
        checked = check_answer(
            turn.text, tools.run, question=question, language="en", embedder=self._embedder, is_judged=True
        )
        return checked.text if checked.ok else f"NOT APPROVED {checked.findings}"


def measure(folder: Path) -> Iterator[str]:
    reports: list[dict[str, Any]] = json.loads(
        (folder / "tatqa" / "tatqa_dataset_dev.json").read_text(encoding="utf-8")
    )
    paragraphs = {
        f"{report['table']['uid']}:{p['order']}": str(p["text"]) for report in reports for p in report["paragraphs"]
    }
    asked = [
        (str(q["question"]), [str(part) for part in q["answer"]])
        for report in reports
        for q in report["questions"]
        if q["answer_from"] == "text" and q["answer_type"] == "span"
    ]
    chance = random.Random(11)
    asked = chance.sample(asked, min(QUESTIONS, len(asked)))
    answering = Answering(paragraphs)
    told = [(answering.answer(question), gold) for question, gold in asked]
    right = sum(text is not None and _holds(text, gold) for text, gold in told)
    refused = sum(text is None for text, _ in told)
    blocked = sum(text is not None and text.startswith("NOT APPROVED") for text, _ in told)
    yield "## Quoting\n"
    yield f"{len(paragraphs):,} paragraphs held; at most three sentences are quoted.\n"
    yield row("questions", "asked", "gold answer quoted", "something else quoted", "refused", "blocked by the check")
    yield row("---", "--:", "--:", "--:", "--:", "--:")
    yield row(
        "on the paragraphs",
        len(asked),
        *_shares(len(asked), right, len(asked) - right - refused - blocked, refused, blocked),
    )
    for name, questions in _foreign(folder, chance):
        answers = [answering.answer(question) for question in questions]
        no = sum(text is None for text in answers)
        bad = sum(text is not None and text.startswith("NOT APPROVED") for text in answers)
        yield row(name, len(questions), "", *_shares(len(questions), len(questions) - no - bad, no, bad))
    yield ""


def _foreign(folder: Path, chance: random.Random) -> Iterator[tuple[str, list[str]]]:
    talk = json.loads((folder / "clinc150" / "train_val.json").read_text(encoding="utf-8"))["val"]
    yield "of everyday life", [str(text) for text, _ in chance.sample(talk, FOREIGN)]
    claims = (folder / "scifact" / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    yield "of medicine", [str(json.loads(line)["text"]) for line in chance.sample(claims, FOREIGN)]


def _shares(total: int, *counts: int) -> list[str]:
    return [f"{count / total:.3f}" for count in counts]


def _holds(text: str, gold: Sequence[str]) -> bool:
    said = _plain(text)
    return all(_plain(part) in said for part in gold)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace(",", "").split()).rstrip(".")


def main() -> None:
    given = os.environ.get(DATA_VARIABLE)
    if not given or not Path(given).is_dir():
        sys.exit(f"outside data absent: set {DATA_VARIABLE} to its folder")
    for line in measure(Path(given)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
