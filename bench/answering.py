"""`python -m bench.answering FOLDER…`: how often a question on documents gets the sentence that answers it, or a no.

A folder holds handbooks as `bench/handbooks` has them. `--squad EN.json DE.json` takes a parallel set in SQuAD's
layout, a document per article; `--half first|second` takes half of its articles. `--manuals FOLDER` takes questions on
texts of Debian's packages (`bench/manuals.py`). Every question is asked in the
language of its document and in the other one, and both again with the answering paragraph taken out. Right: the text
shown holds the gold. Where the person is asked, every choice is picked in turn: right among them is one whose answer,
as it is approved, holds the gold.
"""

import argparse
import asyncio
import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, cast

import yaml

from arch_team.documents import Document, chunks_of
from arch_team.documents.markdown import read_markdown
from arch_team.models.embedded.knowledge_operator import KnowledgeOperator
from arch_team.models.embedded.plan import Ask, Outcome, Say, ToolCall
from arch_team.models.embedded.seated import Heard, Returned, Spoken
from arch_team.models.speech import CLARIFICATION, PERSON, relayed
from arch_team.search.decision_store import MemoryDecisionStore
from arch_team.search.knowledge import Knowledge
from arch_team.search.library import STORE_NAME, Record, hash_of
from arch_team.search.passages import check_answer
from arch_team.search.passages_model import searchable
from arch_team.tools.knowledge import KnowledgeTools
from arch_team.vectors.embedding import Matrix, default_embedder
from arch_team.vectors.store import VectorStore
from arch_team.wire import Language
from bench.manuals import Manual, manual
from bench.timing import row

TENANT = "bench"
OTHER: dict[Language, Language] = {"de": "en", "en": "de"}
BLOCKED = "NOT APPROVED"


@dataclass(frozen=True)
class Question:
    said: dict[Language, str]
    gold: tuple[str, ...]
    """Empty: nothing answers it."""
    paragraph: int | None = None


@dataclass(frozen=True)
class Held:
    """A document as paragraphs under headings, and the questions on it."""

    name: str
    language: Language
    paragraphs: tuple[tuple[str, str], ...]
    questions: tuple[Question, ...] = field(default_factory=tuple)

    def markdown(self, without: int | None = None) -> str:
        lines: list[str] = []
        before = None
        for number, (heading, text) in enumerate(self.paragraphs):
            if number == without:
                continue
            if heading != before:
                lines.append(f"{'#' if before is None else '##'} {heading}")
                before = heading
            lines.append(text)
        return "\n\n".join(lines)


def handbook(path: Path) -> Held:
    given = cast("dict[str, Any]", yaml.safe_load(path.read_text(encoding="utf-8")))
    paragraphs: list[tuple[str, str]] = []
    questions: list[Question] = []
    for section in given["sections"]:
        for paragraph in section["paragraphs"]:
            for asked in paragraph.get("questions", ()):
                gold = tuple(map(str, asked["gold"]))
                questions.append(Question({"de": asked["de"], "en": asked["en"]}, gold, len(paragraphs)))
            paragraphs.append((section["heading"], paragraph["text"]))
    questions += [Question({"de": asked["de"], "en": asked["en"]}, ()) for asked in given.get("nowhere", ())]
    return Held(given["name"], given["language"], tuple(paragraphs), tuple(questions))


def squad(english: Path, german: Path, half: str, sample: int) -> Iterator[Held]:
    """Each article twice, once in each language; the questions of one are the translations of the other's."""
    both: dict[Language, list[dict[str, Any]]] = {
        "en": json.loads(english.read_text(encoding="utf-8"))["data"],
        "de": json.loads(german.read_text(encoding="utf-8"))["data"],
    }
    count = len(both["en"])
    chosen = range(count // 2) if half == "first" else range(count // 2, count)
    chance = random.Random(5)
    ids = [q["id"] for at in chosen for p in both["en"][at]["paragraphs"] for q in p["qas"]]
    kept = set(chance.sample(ids, min(sample, len(ids))))
    for at in chosen:
        for language in ("en", "de"):
            article, other = both[language][at], both[OTHER[language]][at]
            heading = re.sub(r"[_]+", " ", str(article.get("title") or f"Article {at}"))
            paragraphs = tuple((heading, str(p["context"])) for p in article["paragraphs"])
            questions = tuple(
                Question(
                    {language: mine["question"], OTHER[language]: theirs["question"]},
                    (mine["answers"][0]["text"],),
                    number,
                )
                for number, (p, o) in enumerate(zip(article["paragraphs"], other["paragraphs"], strict=True))
                for mine, theirs in zip(p["qas"], o["qas"], strict=True)
                if mine["id"] in kept
            )
            yield Held(f"{at}-{language}.md", language, paragraphs, questions)


class Desk:
    """The documents of one language, and the embedded operator that answers from them."""

    _vectors: ClassVar[dict[str, Matrix]] = {}

    def __init__(self, documents: Sequence[Held]) -> None:
        self.embedder = default_embedder()
        store = VectorStore.in_memory(STORE_NAME, tenant=TENANT, embedder=self.embedder)
        self.knowledge = Knowledge(
            lambda tenant: store.for_tenant(tenant, self.embedder), self.embedder, MemoryDecisionStore()
        )
        self._library = self.knowledge.library(TENANT)
        for document in documents:
            self.hold(document)

    def hold(self, document: Held, without: int | None = None) -> None:
        content = document.markdown(without).encode()
        self.hold_text(document.name, read_markdown(content, document.name))

    def hold_text(self, name: str, document: Document) -> None:
        """Vectors of passages are made once, however often a document is held with and without a paragraph."""
        content = "\0".join(section.text for section in document.sections).encode()
        record = Record(name, document, hash_of(content))
        texts = [searchable(chunk.path, chunk.text) for chunk in chunks_of(document)]
        new = [text for text in texts if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, self.embedder.embed(new), strict=True))
        record = replace(record, vectors={text: self._vectors[text] for text in texts})
        for _ in self._library.add_records([record]):
            pass
        self.knowledge.changed(TENANT)

    def answer(self, question: str, language: Language) -> "Reply":
        """What is approved, what is put to the person, or nothing. What is quoted and not approved is an error in the
        check."""
        operator = KnowledgeOperator(language)
        tools = KnowledgeTools(self.knowledge, tenant=TENANT, language=language)
        messages: list[Heard] = [Spoken(PERSON, question)]
        turn = operator.turn(messages)
        while isinstance(turn, ToolCall):
            told = json.dumps(asyncio.run(tools.call(turn.arguments)))
            messages.append(Returned(told))
            turn = operator.turn(messages)

        def shown(said: Outcome | ToolCall) -> str | None:
            if not isinstance(said, Say):
                return None
            checked = check_answer(
                said.text, tools.run, question=question, language=language, embedder=self.embedder, is_judged=True
            )
            return checked.text.rpartition("\n\n")[0] if checked.ok else f"{BLOCKED} {checked.findings}"

        if not isinstance(turn, Ask):
            return Reply(shown(turn))
        picks = (operator.turn([*messages, Spoken(CLARIFICATION, relayed(choice))]) for choice in turn.suggestions[:-1])
        return Reply(choices=tuple(shown(pick) or f"{BLOCKED} {pick}" for pick in picks))


@dataclass(frozen=True)
class Reply:
    """The approved text; or what each choice gives where the person is asked; or neither, for a refusal."""

    text: str | None = None
    choices: tuple[str, ...] = ()

    @property
    def is_blocked(self) -> bool:
        """Whether something was quoted, or offered, that is not approved."""
        return any(told is not None and told.startswith(BLOCKED) for told in (self.text, *self.choices))


@dataclass
class Tally:
    asked: int = 0
    right: int = 0
    other: int = 0
    offered: int = 0
    """The person was asked."""
    among: int = 0
    """Of these, the right one is among the choices."""
    refused: int = 0
    blocked: int = 0
    gone: int = 0
    """Questions whose answer is not held."""
    offered_gone: int = 0
    """Of these, the person was asked."""
    invented: int = 0
    """Of these, answered all the same."""

    def cells(self) -> list[str]:
        def share(count: int, of: int) -> str:
            return f"{count} ({count / of:.0%})" if of else "–"

        held = (self.right, self.other, self.offered, self.among, self.refused, self.blocked)
        return [
            str(self.asked),
            *(share(count, self.asked) for count in held),
            str(self.gone),
            share(self.offered_gone, self.gone),
            f"{self.invented} ({self.invented / self.gone:.1%})" if self.gone else "–",
        ]


def measure(documents: Sequence[Held], verbose: bool = False) -> Iterator[str]:
    yield from measured(
        (
            pair
            for document in documents
            for pair in handbook_cases(document, [other for other in documents if other.language == document.language])
        ),
        verbose,
    )


@dataclass(frozen=True)
class Case:
    """A question as it is asked, with what the desk holds at that moment."""

    said: str
    spoken: Language
    held: Language
    gold: tuple[str, ...]
    gone: bool
    name: str = ""


def handbook_cases(document: Held, held: Sequence[Held]) -> Iterator[tuple[Desk, Case]]:
    """Each question on one of the held documents, in both languages, with its paragraph and without."""
    desk, language = Desk(held), document.language
    for paragraph in [*range(len(document.paragraphs)), None]:
        mine = [question for question in document.questions if question.paragraph == paragraph]
        for gone in ((False, True) if paragraph is not None else (True,)) if mine else ():
            if gone and paragraph is not None:
                desk.hold(document, without=paragraph)
            for question in mine:
                for spoken in (language, OTHER[language]):
                    yield desk, Case(question.said[spoken], spoken, language, question.gold, gone, document.name)
        if paragraph is not None and mine:
            desk.hold(document)


def manual_cases(manuals: Sequence[Manual]) -> Iterator[tuple[Desk, Case]]:
    """Each question in both languages, with its paragraphs and without; the desk holds the one or the other."""
    for language in ("de", "en"):
        held = [each for each in manuals if each.language == language]
        if not held:
            continue
        desk = Desk(())
        for each in held:
            for name, document in each.documents:
                desk.hold_text(name, document)
        for each in held:
            for question in each.questions:
                names = each.holding(question.gold) if question.gold else []
                for gone in (False, True) if question.gold else (True,):
                    if gone:
                        for name in names:
                            desk.hold_text(name, each.without(name, question.gold))
                    for spoken in (language, OTHER[language]):
                        yield desk, Case(question.said[spoken], spoken, language, question.gold, gone, each.name)
                for name in names:
                    desk.hold_text(name, each.by_name[name])


def measured(cases: Iterable[tuple[Desk, Case]], verbose: bool = False) -> Iterator[str]:
    tallies: dict[tuple[Language, Language], Tally] = {}
    for desk, case in cases:
        reply = desk.answer(case.said, case.spoken)
        fate = _counted(tallies.setdefault((case.spoken, case.held), Tally()), reply, case.gold, case.gone)
        if verbose and fate:
            told = reply.text or reply.choices
            yield f"  {fate} [{case.spoken}→{case.held}] {case.said} :: {case.gold} :: {told}"
    yield from _table(tallies)


def _table(tallies: dict[tuple[Language, Language], Tally]) -> Iterator[str]:
    yield row(
        "question → document",
        "asked",
        "right",
        "something else",
        "person asked",
        "right among the choices",
        "refused",
        "blocked",
        "not held",
        "person asked",
        "answered all the same",
    )
    yield row("---", *["--:"] * 10)
    for (spoken, language), tally in sorted(tallies.items()):
        yield row(f"{spoken} → {language}", *tally.cells())


def _counted(tally: Tally, reply: Reply, gold: Sequence[str], gone: bool) -> str:
    if gone:
        tally.gone += 1
        tally.offered_gone += bool(reply.choices)
        is_shown = reply.text is not None and not reply.is_blocked
        tally.invented += is_shown
        return "INVENTED" if is_shown else "ASKED IN VAIN" if reply.choices else ""
    tally.asked += 1
    if reply.is_blocked:
        tally.blocked += 1
        return "BLOCKED"
    if reply.choices:
        tally.offered += 1
        is_among = any(_holds(choice, gold) for choice in reply.choices)
        tally.among += is_among
        return "ASKED" if is_among else "ASKED WITHOUT IT"
    if reply.text is None:
        tally.refused += 1
        return "REFUSED"
    if _holds(reply.text, gold):
        tally.right += 1
        return ""
    tally.other += 1
    return "OTHER"


def _holds(text: str, gold: Sequence[str]) -> bool:
    return all(plain(part) in plain(text) for part in gold)


def plain(text: str) -> str:
    return " ".join(re.sub(r"\{\{k\d+\}\}|\[\d+\]", " ", text).casefold().split())


def main() -> None:
    parser = argparse.ArgumentParser(description="Answers from documents: right, wrong, refused, invented.")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--squad", nargs=2, type=Path, metavar=("EN", "DE"))
    parser.add_argument("--half", choices=("first", "second"), default="first")
    parser.add_argument("--sample", type=int, default=120)
    parser.add_argument("--manuals", type=Path, metavar="FOLDER")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        print(f"\n## {folder}\n")
        for line in measure([handbook(path) for path in sorted(folder.glob("*.yaml"))], arguments.verbose):
            print(line, flush=True)
    if arguments.manuals:
        print(f"\n## {arguments.manuals}\n")
        manuals = [manual(path) for path in sorted(arguments.manuals.glob("*.yaml"))]
        for line in measured(manual_cases(manuals), arguments.verbose):
            print(line, flush=True)
    if arguments.squad:
        english, german = cast("list[Path]", arguments.squad)
        print(f"\n## {arguments.squad[0].stem}, {arguments.half} half\n")
        for line in measure(list(squad(english, german, arguments.half, arguments.sample)), arguments.verbose):
            print(line, flush=True)


if __name__ == "__main__":
    main()
