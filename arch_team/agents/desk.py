"""What a skill lays on the table for one run: tools, prompt, the check on a draft, and who sits there without a model.

The four seats, the endings and the hand-out are the same for every skill; this is all that differs.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arch_team.evidence.placeholders import Placeholders
from arch_team.evidence.verdict import GuardResult
from arch_team.runs.answer import ReadingPart
from arch_team.runs.steps import Inline, Steps
from arch_team.runs.trace import AgentTrace, ToolCallLog
from arch_team.wire import Language

if TYPE_CHECKING:
    from autogen_core.models import ChatCompletionClient

    from arch_team.models.embedded.seated import Seated
    from arch_team.models.embedded.suggesting import Offer
    from arch_team.models.speech import Need
    from arch_team.settings import Settings
    from arch_team.tools.tool import Tool


@dataclass(frozen=True, slots=True)
class Task:
    """What a desk is made for. `answers` grows when the person answers; it counts as part of the question."""

    question: str
    language: Language
    settings: "Settings"
    answers: list[str] = field(default_factory=list[str])
    steps: Steps = field(default_factory=Inline)
    """How what must happen once is done: every read of data and every call of a service goes through it."""
    may_offer: "Callable[[], Awaitable[bool]] | None" = None
    """Whether the person is asked what an unknown word means. None: yes. Not before the documents had their say."""

    @property
    def placeholders(self) -> Placeholders:
        """What counts as made up in this run."""
        own = self.settings
        return Placeholders.configured(own.placeholders, own.placeholder_patterns, own.placeholder_whitelist)

    @property
    def asked(self) -> str:
        return " ".join((self.question, *self.answers))


SYSTEM_ERROR = "SYSTEM ERROR: "
"""How the error of a broken tool begins."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A tool's SYSTEM ERROR: no repair helps, and the run ends with it."""

    cause: str
    next_step: str = ""
    """The error's own."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What two readings that knew nothing of each other agree on: what a word means."""

    word: str
    meaning: str


class Desk:
    """Made for one run and thrown away with it. A skill overrides what it needs."""

    skill: str = ""
    source: str | None = None
    """Where the answer comes from, in words."""
    from_own_data: bool = True
    max_calls: int = 5
    """Calls a model may make before it must say something."""
    has_keywords: bool = True
    """Whether the words of the skill tell what an answer of it is about."""
    most_questions: int = 0
    """Rounds beyond the others in which the person may be asked: each question takes one."""
    missed: str | None = None
    """What kept a model from reading the question. It matters where nothing else has read it."""
    prompt: str = ""
    """Never changes from question to question, so that a server can reuse it."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.placeholders = task.placeholders
        self.log: list[ToolCallLog] = []
        self.round = 1

    @property
    def context(self) -> str:
        """What fits this question. Goes with the task to a model; the embedded operator needs none."""
        return ""

    async def prepare(self) -> None:
        """What is done once before anybody takes the operator's seat. Raises where the task cannot be worked at all."""

    async def settles(self) -> bool:
        """Whether the embedded operator has the answer or the question to ask back, so that a configured model need
        not be asked."""
        return False

    async def offers(self) -> "tuple[Offer, ...]":
        """What the one word of the question that nothing explains may mean."""
        return ()

    async def agreed(self, model: "Callable[[], ChatCompletionClient]") -> Agreed | None:
        """What a model that reads the question on its own agrees on with one of the desk's readings."""
        return None

    async def propose(self, model: "Callable[[], ChatCompletionClient]", *, has_person: bool = False) -> None:
        """Where the desk has no reading of the question: a model's, to ask the person about. Where nobody is there to
        be asked, what both a model and the desk come to is meant."""

    def worded(self, meanings: Sequence[tuple[str, str]]) -> str:
        """The question with what its unknown words mean."""
        return self.task.question

    @property
    def unknown(self) -> tuple[str, ...]:
        """Words of the question that nothing explains, once it was prepared."""
        return ()

    @property
    def taken(self) -> tuple[tuple[str, str], ...]:
        """Words that nothing explains, and what the person said they mean."""
        return ()

    @property
    def reading(self) -> str | None:
        """How the question was read, in one line."""
        return None

    @property
    def reading_parts(self) -> tuple[ReadingPart, ...]:
        return ()

    def must_call(self) -> bool:
        """Whether a model must call a tool before it may say anything."""
        return self.calls_made == 0

    def tools(self) -> "Sequence[Tool]":
        return ()

    def embedded(self) -> "Seated | None":
        """Who works the task where no model is configured. None: the skill needs a model."""
        return None

    @property
    def feature(self) -> str | None:
        """What the run works with, for the log of interceptions."""
        return self.skill or None

    def broken(self) -> Broken | None:
        """The first SYSTEM ERROR of this run. Whatever the operator says after one is not heard."""
        return None

    def nearest(self) -> str | None:
        """The nearest question that can be answered, where this one could not."""
        return None

    def check(self, draft: str) -> GuardResult:
        """The draft as it may be shown, or what keeps it from being shown."""
        raise NotImplementedError

    def lacking(self, text: str) -> list[str]:
        """What the approver misses in a checked draft, in words. Empty: nothing."""
        return []

    def unasked(self, asked: Sequence[str], answers: Sequence[str]) -> "Need | None":
        """What a checked draft leaves open and only the person knows, other than what was asked already."""
        return None

    def missing(self) -> tuple[str, ...]:
        """All that only the person can say, in words. Told where nobody answers."""
        return ()

    def approval(self, checked: GuardResult) -> str:
        """What the approver says of a draft it approves."""
        return f"{len(checked.figures)} figures, all proven."

    def next_round(self) -> None:
        """Calls of one model turn share a round."""
        self.round += 1

    @property
    def calls_made(self) -> int:
        return len(self.log)

    def trace(self) -> AgentTrace:
        return AgentTrace.from_log(self.log)

    def evidence(self) -> tuple[dict[str, Any], ...]:
        """The ledger as the answer carries it."""
        return ()
