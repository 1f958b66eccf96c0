"""What the embedded operator would do with a question, as advice for a model: which calls, or what to ask back.

It explains every word before it plans, so its calls are of what was asked. A question it cannot explain gets no advice:
there the model is on its own, and the guard stands behind it.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from arch_team.errors import ArchTeamError
from arch_team.evidence.guard import GroundingGuard
from arch_team.evidence.verdict import Figure
from arch_team.models.embedded.client import EmbeddedOperator
from arch_team.models.embedded.plan import Ask, Found, Outcome, Say, ToolCall
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.tools.data import DataTools
from arch_team.wire import Language

_REFERENCE = re.compile(r"\{\{[^}]*\}\}")
_OPENING = re.compile(r"([^{}.:\n]{1,40}\.)\s")
"""A first sentence without figures: `Ja.`, `That is not so.`"""
_EVIDENCE = re.compile(r"\be\d+\b")
MOST, MOST_SHOWN = 4, 8
"""More calls than this are a report, more figures a table: a model would lose its way in them."""


@dataclass(frozen=True, slots=True)
class Advice:
    calls: tuple[ToolCall, ...] = ()
    shown: tuple[str, ...] = ()
    """References to what the calls find, as an answer would show it, where the first call gives e1."""
    figures: tuple[Figure, ...] = ()
    """What the embedded operator would show."""
    opening: str = ""
    """What an answer begins with: yes, no, or that the question assumes something untrue."""
    ask: str = ""
    """What the question leaves open, as a question to the person."""

    def followed(self, made: Iterable[tuple[str, Mapping[str, object]]]) -> bool:
        """Whether every call has been made. Without calls there is nothing to follow."""
        done = {_reads(tool, arguments) for tool, arguments in made}
        return bool(self.calls) and all(_reads(call.tool, call.arguments) in done for call in self.calls)


def advice_on(
    question: str, ontology: OntologyDescriptor, language: Language, tools: Callable[[], DataTools]
) -> Advice:
    tried = tools()
    try:
        made, outcome = _tried(EmbeddedOperator(ontology, language), question, tried)
    except (ArchTeamError, KeyError):
        return Advice()
    if isinstance(outcome, Ask):
        return Advice(ask=outcome.question)
    if not isinstance(outcome, Say):
        return Advice()
    references = dict.fromkeys(reference.group() for reference in _REFERENCE.finditer(outcome.text))
    used = [(name, call) for name, call in made if any(name in _EVIDENCE.findall(each) for each in references)]
    if len(used) > MOST:
        return Advice()
    number = {name: f"e{place}" for place, (name, _) in enumerate(used, start=1)}
    shown = [_EVIDENCE.sub(lambda match: number[match.group()], each) for each in references]
    opening = _OPENING.match(outcome.text)
    checked = GroundingGuard(tried.catalog).check(outcome.text, tried.ledger, question=question, language=language)
    return Advice(
        calls=tuple(call for _, call in used),
        shown=tuple(shown) if len(shown) <= MOST_SHOWN else (),
        figures=checked.figures,
        opening=opening.group(1) if opening else "",
    )


def _reads(tool: str, arguments: Mapping[str, object]) -> str:
    """What a call reads: in whatever order its filters stand, and however its rows are sorted."""
    filters = arguments.get("filters")
    listed = cast("list[object]", filters) if isinstance(filters, list) else []
    each = sorted(json.dumps(one, sort_keys=True) for one in listed)
    return json.dumps([tool, *each, *(arguments.get(name) for name in ("tableName", "aggregate", "field", "groupBy"))])


def _tried(operator: EmbeddedOperator, question: str, tools: DataTools) -> tuple[list[tuple[str, ToolCall]], Outcome]:
    """The calls with the evidence each gave, and what would be said of it."""
    plan = operator.plan_of(question)
    made: list[tuple[str, ToolCall]] = []
    try:
        call = next(plan)
        while True:
            result = tools.call(call.tool, call.arguments)
            if not result.success or result.data is None or result.evidence is None:
                raise KeyError(call.tool)
            made.append((result.evidence.id, call))
            call = plan.send(Found(result.evidence.id, tuple(result.data["rows"]), result.evidence.truncated))
    except StopIteration as end:
        outcome: Outcome = end.value
        return made, outcome
