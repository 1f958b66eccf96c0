"""What the embedded operator would do with a question, as advice for a model: which calls, or what to ask back.

It explains every word before it plans, so its calls are of what was asked. A question it cannot explain gets no advice:
there the model is on its own, and the guard stands behind it.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
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

Made = tuple[str, Mapping[str, object], str]
"""A call that found something: its tool, its arguments, and the name of the evidence it gave."""
_REFERENCE = re.compile(r"\{\{[^}]*\}\}")
_EVIDENCE = re.compile(r"\be\d+\b")
MOST, LONGEST = 4, 1500
"""More calls than this are a report, more characters a long table: a model would lose its way in them."""


@dataclass(frozen=True, slots=True)
class Advice:
    calls: tuple[ToolCall, ...] = ()
    draft: str = ""
    """What the embedded operator would say, with references to what the calls find, where the first call gives e1."""
    figures: tuple[Figure, ...] = ()
    """What it would show."""
    ask: str = ""
    """What the question leaves open, as a question to the person."""

    def followed(self, made: Iterable[Made]) -> bool:
        """Whether all that the calls read has been read. Without calls there is nothing to follow."""
        done = {_reads(tool, arguments) for tool, arguments, _ in made}
        return bool(self.calls) and all(_reads(call.tool, call.arguments) in done for call in self.calls)

    def holds(self, tool: str, arguments: Mapping[str, object]) -> bool:
        """Whether a call is one of these."""
        return any(_reads(call.tool, call.arguments) == _reads(tool, arguments) for call in self.calls)

    def open(self, made: Iterable[Made]) -> tuple[ToolCall, ...]:
        """The calls that are still to be made, as they stand here: the draft counts on the order of their rows."""
        done = {_sent(tool, arguments) for tool, arguments, _ in made}
        return tuple(call for call in self.calls if _sent(call.tool, call.arguments) not in done)

    def draft_on(self, made: Sequence[Made]) -> str:
        """The draft with the evidence of the calls as they were made. Empty while one is missing."""
        if self.open(made):
            return ""
        found = {_sent(tool, arguments): evidence for tool, arguments, evidence in reversed(made)}
        names = {f"e{at}": found[_sent(call.tool, call.arguments)] for at, call in enumerate(self.calls, start=1)}
        return _renamed(self.draft, names)


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
    cited = {name for reference in _REFERENCE.findall(outcome.text) for name in _EVIDENCE.findall(reference)}
    used = [(name, call) for name, call in made if name in cited]
    if len(used) > MOST:
        return Advice()
    checked = GroundingGuard(tried.catalog).check(outcome.text, tried.ledger, question=question, language=language)
    return Advice(
        calls=tuple(call for _, call in used),
        draft=_renamed(outcome.text, {name: f"e{at}" for at, (name, _) in enumerate(used, start=1)})
        if len(outcome.text) <= LONGEST
        else "",
        figures=checked.figures,
    )


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """The references with other names of the evidence."""
    return _REFERENCE.sub(lambda each: _EVIDENCE.sub(lambda name: names[name.group()], each.group()), text)


def _reads(tool: str, arguments: Mapping[str, object]) -> str:
    """What a call reads: in whatever order its filters stand, and however its rows are sorted."""
    counts = arguments.get("aggregate") == "COUNT"  # rows, whatever field is named
    names = ("tableName", "aggregate", "groupBy") if counts else ("tableName", "aggregate", "groupBy", "field")
    return json.dumps([tool, _filters(arguments), *(arguments.get(name) or None for name in names)])


def _sent(tool: str, arguments: Mapping[str, object]) -> str:
    """What a call reads, in which columns and in which order."""
    return json.dumps([_reads(tool, arguments), *map(arguments.get, ("fields", "orderBy", "limit"))])


def _filters(arguments: Mapping[str, object]) -> list[str]:
    filters = arguments.get("filters")
    listed = cast("list[object]", filters) if isinstance(filters, list) else []
    return sorted(json.dumps(one, sort_keys=True) for one in listed)


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
