"""Answers from passages: what a run has retrieved, and the check that every sentence of an answer stands in it.

The passages are written by the tool alone, never by a model. `k1` is the first one the run retrieved. A sentence
without a citation, a citation of nothing this run has retrieved, or a passage that does not say what the sentence says:
the answer is not approved, and the finding says how to mend it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arch_team.evidence.figures import TypedFigure, find_figures
from arch_team.evidence.placeholders import Placeholders
from arch_team.evidence.rendering import visible
from arch_team.evidence.verdict import (
    CellEvidence,
    Figure,
    FigureKind,
    GuardCode,
    GuardFinding,
    GuardResult,
    finding,
    refused,
)
from arch_team.search.answering import answering
from arch_team.search.asked import parts_of
from arch_team.search.citations import Claim, claims_of, normalised, renumbered
from arch_team.search.contraries import says_no_more
from arch_team.search.passages_model import Passage, source_line
from arch_team.search.places import Place
from arch_team.search.quotes import Quote, quotes_of
from arch_team.search.support import supported
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.vectors.embedding import Embedder

TOOL = "search_knowledge"
MOST_CLAIMS = 60
_SOURCES = {"de": "Quellen", "en": "Sources"}
_QUOTE = "Quote the passage's own words, cite another passage, or leave the sentence out."


@dataclass(frozen=True, slots=True)
class Numbered:
    """A passage under its number in the run."""

    number: int
    passage: Passage
    call_id: str

    @property
    def key(self) -> str:
        return f"k{self.number}"


@dataclass(slots=True)
class RunPassages:
    """What one run has retrieved. Made new for each run and thrown away with it."""

    _kept: dict[str, Numbered] = field(default_factory=dict[str, Numbered])
    calls: int = 0
    system_error: str | None = None
    """Why the last search could not be made at all."""

    def add(self, passages: Iterable[Passage], call_id: str) -> tuple[Numbered, ...]:
        """Note the passages of one call. One that was found before keeps its number."""
        self.calls += 1
        self.system_error = None
        found: list[Numbered] = []
        for passage in passages:
            known = self._kept.get(passage.id)
            if known is None:
                known = self._kept[passage.id] = Numbered(len(self._kept) + 1, passage, call_id)
            found.append(known)
        return tuple(found)

    def __iter__(self) -> Iterator[Numbered]:
        return iter(self._kept.values())

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, number: int) -> Numbered | None:
        return next((kept for kept in self if kept.number == number), None)


@dataclass(frozen=True, slots=True)
class _Stands:
    """A claim and the place that supports it."""

    claim: Claim
    cited: tuple[Numbered, ...]
    place: Place

    @property
    def source(self) -> Numbered:
        return next(kept for kept in self.cited if kept.passage.id == self.place.passage.id)


def check_answer(
    draft: str,
    run: RunPassages,
    *,
    question: str,
    language: Language,
    embedder: "Embedder | None",
    placeholders: Placeholders | None = None,
    is_judged: bool = False,
    remark: str = "",
) -> GuardResult:
    """The answer as it may be shown, with its sources listed, or every reason why not.

    `is_judged`: who wrote it has already judged that it answers the question. Else that is judged here. `remark`: what
    the house itself says below it.
    """
    if run.system_error is not None and not len(run):
        return refused(system_error=run.system_error)
    if run.calls == 0:
        message = f"{TOOL} was not called in this run."
        return refused(finding(GuardCode.REQUIRED_TOOL_MISSING, message, f"Call {TOOL} first."))
    text = normalised(visible(draft))
    claims = list(claims_of(text))
    if not claims or len(claims) > MOST_CLAIMS:
        hint = f"Write at most {MOST_CLAIMS} sentences, each with its citation."
        return refused(finding(GuardCode.NO_TEXT, "There is nothing to show, or too much to check.", hint))
    standing: list[_Stands] = []
    problems: list[GuardFinding] = []
    for claim in claims:
        if says_no_more(claim.text, question):
            continue
        judged = _judged(claim, run, embedder)
        if isinstance(judged, GuardFinding):
            problems.append(judged)
        else:
            standing.append(judged)
    held = [f"{kept.passage.place} {kept.passage.text}" for stands in standing for kept in stands.cited]
    problems += (placeholders or Placeholders.shipped()).found_in(text, held, question)
    if not standing and not problems:
        message, hint = "No sentence says anything from a passage.", "Reply CANNOT_ANSWER: <why> instead."
        problems.append(finding(GuardCode.NO_TEXT, message, hint))
    if not problems and not is_judged and embedder is not None:
        silent = len(standing) < len(claims)
        problems += _off_topic(standing, run, question, language, may_be_half=silent)
    if problems:
        return refused(*problems)
    return _shown(text, standing, run, language, remark)


def _judged(claim: Claim, run: RunPassages, embedder: "Embedder | None") -> _Stands | GuardFinding:
    """Where the claim stands, or why it does not."""
    if not claim.cited:
        message = f"«{claim.text}» names no passage."
        return finding(
            GuardCode.UNCITED, message, "End every sentence with the passage it comes from: {{k1}}.", claim.text
        )
    cited: list[Numbered] = []
    for number in claim.cited:
        kept = run.get(number)
        if kept is None:
            message = f"There is no passage k{number} in this run."
            return finding(GuardCode.UNKNOWN_REFERENCE, message, f"Cite k1 to k{len(run)}.", claim.text)
        cited.append(kept)
    support = supported(claim.text, [kept.passage for kept in cited], embedder)
    if not support.is_given or support.place is None:
        return finding(GuardCode.NOT_SUPPORTED, f"«{claim.text}»: {support.problem}.", _QUOTE, claim.text)
    return _Stands(claim, tuple(cited), support.place)


def _off_topic(
    standing: Sequence[_Stands],
    run: RunPassages,
    question: str,
    language: Language,
    *,
    may_be_half: bool,
) -> Iterator[GuardFinding]:
    """A draft that only shares the topic: by the judgement that chooses quotes where there is no model.

    Every question of several must be answered; where the draft says that the documents are silent on one, one is.
    """
    quotes = [
        quote
        for rank, kept in enumerate(run)
        for quote in quotes_of(kept.passage.text, key=kept.key, place=kept.passage.place, rank=rank)
    ]
    told = {(kept.key, " ".join(stands.place.text.split())) for stands in standing for kept in stands.cited}

    def is_told(quote: Quote) -> bool:
        return any(key == quote.key and (quote.said in text or text in quote.text) for key, text in told)

    parts = parts_of(question)
    missed = [part for part in parts if not answering().judged(part, language, quotes, is_told).quotes]
    if missed and not (may_be_half and len(missed) < len(parts)):
        message = f"Nothing of it answers «{missed[0]}»: it only speaks of something near."
        yield finding(
            GuardCode.OFF_TOPIC, message, "Quote what answers it, or reply CANNOT_ANSWER: <what is not said>."
        )


def _shown(text: str, standing: Sequence[_Stands], run: RunPassages, language: Language, remark: str) -> GuardResult:
    body, order = renumbered(text)
    cited = [kept for kept in (run.get(number) for number in order) if kept is not None]
    listed = "\n".join(f"[{place}] {source_line(kept.passage, language)}" for place, kept in enumerate(cited, 1))
    figures = tuple(_figures(body, standing))
    body = f"{body}\n{remark}" if remark else body
    return GuardResult(ok=True, text=f"{body}\n\n{_SOURCES[language]}:\n{listed}", figures=figures)


def _figures(body: str, standing: Sequence[_Stands]) -> Iterator[Figure]:
    """Each figure of the answer with the passage it stands in."""
    cursor = 0
    for stands in standing:
        for figure in find_figures(stands.claim.text):
            at = body.find(figure.text, cursor)
            if at < 0 or not figure.readings:
                continue
            cursor = at + len(figure.text)
            yield _figure(figure, stands.source, at)


def _figure(figure: TypedFigure, kept: Numbered, at: int) -> Figure:
    value = figure.readings[0].value
    evidence = CellEvidence(
        entry=kept.key,
        call_id=kept.call_id,
        tool=TOOL,
        table=kept.passage.document.source,
        row=kept.passage.id,
        column="text",
        value=figure.text,
        unit=figure.unit,
    )
    return Figure(
        display=figure.text,
        value=value,
        unit=figure.unit,
        kind=FigureKind.CELL,
        references=(kept.key,),
        evidence=(evidence,),
        start=at,
    )
