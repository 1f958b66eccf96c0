"""What a review speaks of: a requirement, what was found in it, how it scores, and what would mend it."""

from typing import Literal, get_args

from pydantic import Field

from arch_team.wire import Language, Wire

PASS_AT = 0.7

Criterion = Literal[
    "clarity", "testability", "measurability", "atomicity", "completeness", "feasibility", "consistency"
]
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)

Level = Literal["error", "warning", "info"]
Verdict = Literal["pass", "fail"]
SuggestionType = Literal[
    "add_actor", "add_metric", "add_criteria", "split", "complete_text", "use_template", "use_active_voice",
    "add_object", "add_condition", "add_unit", "close_list", "replace_term", "remove_weak_word", "state_positively",
    "define_term", "add_benefit",
]  # fmt: skip
"""The most urgent first."""


class Requirement(Wire):
    """One requirement as it was handed in. `text` is never changed; a rewrite is a new text beside it."""

    id: str
    text: str
    language: Language | None = None
    """None: read from the text."""
    place: str | None = None
    """Where it stands in its file: `line 12`, `sheet Stories, row 4`, a ReqIF identifier."""
    line: int | None = None
    title: str | None = None
    """What a ticket or a table calls it, where it is not part of the text."""


class Span(Wire):
    """The words meant, by their position in the requirement's text."""

    start: int
    end: int
    text: str

    def holds(self, other: "Span") -> bool:
        return self.start <= other.start and other.end <= self.end


class Finding(Wire):
    """Something a rule found. A suppressed one says why, and costs nothing."""

    rule: str
    criterion: Criterion
    level: Level
    message: str
    """In the requirement's language; quotes the words."""
    reference: str
    """The rule's source: `INCOSE GtWR R7`, `ISO/IEC/IEEE 29148 unambiguous`, `EARS`, `QUS atomic`, `IREB`."""
    spans: tuple[Span, ...] = ()
    weight: float = Field(ge=0)
    """What it costs the criterion."""
    suggestion: SuggestionType | None = None
    suppressed: str | None = None
    related: tuple[str, ...] = ()
    """Other requirements meant, for findings across a set."""
    part: str | None = None
    """`role` or `ends`, where it speaks of that part of a story alone."""


class Deduction(Wire):
    rule: str
    amount: float
    words: str = ""


class CriterionScore(Wire):
    """Starts at 1 and loses what the deductions say."""

    criterion: Criterion
    score: float = Field(ge=0, le=1)
    passed: bool
    feedback: str
    deductions: tuple[Deduction, ...] = ()


class ModelVerdict(Wire):
    """What a language model said of it. Stands beside the rules' verdict, and never changes it."""

    model: str
    score: float = Field(ge=0, le=1)
    verdict: Verdict
    criteria: tuple[CriterionScore, ...] = ()
    disagrees: bool = False


class Evaluation(Wire):
    requirement: Requirement
    language: Language
    score: float = Field(ge=0, le=1)
    verdict: Verdict
    criteria: tuple[CriterionScore, ...]
    findings: tuple[Finding, ...] = ()
    model: ModelVerdict | None = None
    explanation: str = ""
    """How the score came about, as a sum that everyone can do by hand."""


class Suggestion(Wire):
    """One atomic change."""

    type: SuggestionType
    suggestion: str
    priority: Literal["high", "medium", "low"]
    rule: str | None = None
    span: Span | None = None
    replacement: str | None = None


class Gap(Wire):
    """Something only a person knows. Asked, never invented."""

    what: SuggestionType
    question: str
    suggested_answers: tuple[str, ...] = ()
    placeholder: str
    """How the rewrite marks it while it is open: `[Metrik?]`."""


class Rewrite(Wire):
    requirement: Requirement
    text: str
    acceptance_criteria: tuple[str, ...] = ()
    gaps: tuple[Gap, ...] = ()
    before: float
    after: float
    """With open gaps nothing is won yet: then it is the score before."""
    verdict: Verdict
    """A rewrite with open gaps does not pass."""
    source: Literal["rules", "model", "team"] = "rules"
    """`team`: accepted before, for this wording."""
    parts: tuple["Rewrite", ...] = ()
    """One per requirement, where several stood in one."""
    answers: dict[str, str] = Field(default_factory=dict[str, str])
    """What the person has said, by placeholder."""
    rejected: str | None = None
    """Why a model's rewrite was not taken, where there was one."""
    left_alone: str | None = None
    """Why the text keeps its form, or why it is no requirement, where that is so."""

    @property
    def is_unchanged(self) -> bool:
        """It was good as it stood."""
        return self.text == self.requirement.text and not self.gaps and self.left_alone is None

    @property
    def shown(self) -> str:
        """What a report shows: the new text, and why there is none."""
        new = self.text if self.text != self.requirement.text or not self.left_alone else ""
        return "\n".join(filter(None, (new, self.left_alone)))

    def scored(self, again: Evaluation) -> "Rewrite":
        """With the score of its text; while a gap is open it is still that of the original."""
        after: tuple[float, Verdict] = (self.before, "fail") if self.gaps else (again.score, again.verdict)
        return self.model_copy(update={"after": after[0], "verdict": after[1]})

    def of_parts(self, parts: tuple["Rewrite", ...]) -> "Rewrite":
        """The same in parts: as good as the weakest of them."""
        passed = all(part.verdict == "pass" for part in parts)
        weakest = min(part.after for part in parts)
        return self.model_copy(update={"parts": parts, "after": weakest, "verdict": "pass" if passed else "fail"})


class Pair(Wire):
    one: str
    """Ids of the two requirements."""
    other: str

    @property
    def ids(self) -> frozenset[str]:
        return frozenset((self.one, self.other))


class DuplicatePair(Pair):
    similarity: float
    reason: str


ConflictKind = Literal["value", "prohibition", "opposite", "scope", "condition"]


class ConflictPair(Pair):
    """Two that cannot both hold. Never a duplicate."""

    kind: ConflictKind
    reason: str


RelationKind = Literal["near", "refines"]


class RelatedPair(Pair):
    """Two that are worth a look side by side: nearly the same, or `other` says what `one` says and more."""

    kind: RelationKind
    similarity: float
    reason: str


class Review(Wire):
    """A whole set."""

    evaluations: tuple[Evaluation, ...]
    suggestions: dict[str, tuple[Suggestion, ...]] = Field(default_factory=dict[str, tuple[Suggestion, ...]])
    rewrites: dict[str, Rewrite] = Field(default_factory=dict[str, Rewrite])
    pairs: tuple[DuplicatePair, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    conflicts: tuple[ConflictPair, ...] = ()
    related: tuple[RelatedPair, ...] = ()
    questions: tuple[Gap, ...] = ()
