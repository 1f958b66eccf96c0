"""Looking up the names of a question in the data, for an operator that is not this one.

The embedded operator explains every word of a question before it plans. A model does not; so what the words are in
these books is told to it, and its answer is held against it.
"""

from collections.abc import Callable

from arch_team.errors import ArchTeamError
from arch_team.models.embedded.accounts import span_of
from arch_team.models.embedded.plan import Found
from arch_team.models.embedded.resolution import Question, Resolution
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.reading.question import reader_of
from arch_team.reading.slots import Slots
from arch_team.reading.understanding import Understanding, understood
from arch_team.tools.data import DataTools
from arch_team.wire import Language


def looked_up(
    question: str, ontology: OntologyDescriptor, language: Language, tools: Callable[[], DataTools]
) -> Understanding:
    """With the data's own names, where the question has words that only the data can explain."""
    plain = understood(question, ontology)
    if not plain.unread:
        return plain
    try:
        resolved = _resolved(plain, ontology, language, tools())
    except (ArchTeamError, KeyError):
        return plain  # the tables are not those of the bookkeeping: the words alone have to do
    if not isinstance(resolved, Question):
        return plain
    spans = tuple(span for one in resolved.sets if (span := span_of(one)) is not None)
    slots: Slots = dict(plain.slots)
    said: list[str] = []
    single = [one for one in resolved.sets if one.is_single]
    for one in single:
        said.append(f"{one.label} is accountNumber {one.label_number}")
    if len(single) == 1 and len(resolved.sets) == 1:
        slots["accountNumber"] = single[0].label_number
        slots["accountFrom"] = slots["accountTo"] = single[0].label_number
        slots = {name: value for name, value in slots.items() if name not in ("text", "name", "city")}
    for name in resolved.contacts:
        said.append(f"{name} is a contact (contact.name)")
        slots = {slot: value for slot, value in slots.items() if slot not in ("text", "city")} | {"name": name}
    for city in resolved.cities:
        said.append(f"{city} is a city of contacts")
        slots["city"] = city
    return plain.found(spans, slots, resolved.unknown, tuple(said))


def _resolved(plain: Understanding, ontology: OntologyDescriptor, language: Language, tools: DataTools) -> object:
    plan = Resolution(reader_of(ontology), Voice(language)).resolve(plain.reading)
    try:
        call = next(plan)
        while True:
            result = tools.call(call.tool, call.arguments)
            if not result.success or result.data is None or result.evidence is None:
                raise KeyError(call.tool)
            call = plan.send(Found(result.evidence.id, tuple(result.data["rows"]), result.evidence.truncated))
    except StopIteration as end:
        return end.value
