"""The embedded operator as a chat-completion client, so that the society cannot tell it from a model.

Stateless: from the messages alone it knows the question, what the person added and what the tools returned, and runs
the plan again up to there. A rejected call is repaired from its error details, once; what still fails is said.
"""

from collections.abc import Sequence

from autogen_core.models import LLMMessage

from arch_team.models.embedded.conversation import Failed, conversation_in, followed, spoken
from arch_team.models.embedded.plan import Cannot, Plan, ToolCall
from arch_team.models.embedded.planner import BookkeepingPlanner
from arch_team.models.embedded.seated import Seated
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.reading.question import reader_of
from arch_team.wire import Language

_NOT_CONFIRMED = (
    "Die Prüfung hat meine Antwort nicht bestätigt, deshalb zeige ich sie nicht.",
    "The check did not confirm my answer, so I do not show it.",
)
_NOT_READ = (
    "Diese Frage führt zu einer Abfrage, die für die Tabellen nicht zulässig ist.",
    "This question leads to a query that the tables do not allow.",
)


class EmbeddedOperator(Seated):
    """Answers from the ontology, asks, or says what it would need. It never guesses and costs nothing."""

    def __init__(self, ontology: OntologyDescriptor, language: Language) -> None:
        super().__init__()
        self._ontology = ontology
        self._reader = reader_of(ontology)
        self._language: Language = language

    def plan_of(self, question: str, answers: Sequence[str] = ()) -> Plan:
        """The calls that answer a question, one after the other. `answers`: what the person said to questions back."""
        return BookkeepingPlanner(question, self._reader, self._language, answers).plan()

    def turn(self, messages: Sequence[LLMMessage]) -> str | ToolCall:
        conversation, voice = conversation_in(messages), Voice(self._language)
        if conversation.is_rejected:
            return spoken(Cannot(voice(*_NOT_CONFIRMED)))
        plan = self.plan_of(conversation.question, conversation.answers)
        outcome = followed(plan, conversation.results)
        if isinstance(outcome, Failed):
            outcome = Cannot(outcome.error if outcome.is_broken else voice(*_NOT_READ))
        return outcome if isinstance(outcome, ToolCall) else spoken(outcome)
