"""A skill as data: what the operator is told, may call and must have called, and how the result is checked.

The same society serves every skill. `disambiguation_keywords` are for the quality gate; routing never reads them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)

from arch_team.errors import UsageError

SourceKind = Literal["sql", "file"]
TOOLS = ("browseTable", "queryTable", "aggregateTable", "search_knowledge", "calculate")
"""What any skill may call."""
REQUIREMENT_TOOLS = (
    "evaluate_requirement",
    "rewrite_requirement",
    "suggest_improvements",
    "detect_duplicates",
    "detect_conflicts",
    "ask_user",
)
"""What the skill `requirements` calls, and no other: its check knows what they return."""
_MAY_CALL = f"a skill may call: {', '.join(TOOLS)}"


def _known_tool(name: str) -> str:
    if name not in TOOLS and name not in REQUIREMENT_TOOLS:
        raise ValueError(f"there is no tool {name!r}; {_MAY_CALL}")
    return name


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
ToolName = Annotated[str, AfterValidator(_known_tool)]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class OperatorPrompt(_Data):
    """What the operator is told: a packaged prompt by its name (`arch_team/prompts/<name>.md`), or the text itself."""

    packaged: Name | None = None
    text: Text | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.packaged is None) == (self.text is None):
            raise ValueError("give either 'packaged' or 'text'")
        return self

    @field_validator("packaged")
    @classmethod
    def _is_packaged(cls, name: str | None) -> str | None:
        if name is not None and not (files("arch_team.prompts") / f"{name}.md").is_file():
            raise ValueError(f"there is no packaged prompt {name!r}")
        return name

    def read(self) -> str:
        if self.text is not None:
            return self.text
        return (files("arch_team.prompts") / f"{self.packaged}.md").read_text(encoding="utf-8")


class RequiredTools(_Data):
    """Calls that must have succeeded before an answer may show data: all of some, and one of others."""

    all_of: tuple[ToolName, ...] = ()
    any_of: tuple[ToolName, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self.all_of + self.any_of)


class ToolRequirement(RequiredTools):
    """The rule for any data source, and the exceptions by kind."""

    by_source: dict[SourceKind, RequiredTools] = Field(default_factory=dict[SourceKind, RequiredTools])

    def for_source(self, kind: SourceKind | None = None) -> RequiredTools:
        given = self.by_source.get(kind) if kind else None
        return given or RequiredTools(all_of=self.all_of, any_of=self.any_of)


class Intent(_Data):
    """Words that its results are expected to hold. They describe a skill; they do not route to it."""

    keywords: tuple[Text, ...] = Field(min_length=1)
    disambiguation_keywords: tuple[Text, ...] = ()
    confusable_with: tuple[Name, ...] = ()


class ValidatorRef(_Data):
    """A function of the user's own that looks at the output: `package.module:function`."""

    ref: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][\w.]*:[A-Za-z_]\w*$")]
    on_fail: Literal["block", "warn"] = "block"


class QualityChecks(_Data):
    required_fields: tuple[Text, ...] = ()
    min_length: int | None = Field(default=None, ge=0)
    max_length: int | None = Field(default=None, ge=1)
    validators: tuple[ValidatorRef, ...] = ()
    strict: bool = False
    """A validator that cannot be imported, or that raises, blocks. Otherwise it warns."""

    @field_validator("max_length")
    @classmethod
    def _not_below_the_minimum(cls, value: int | None, info: ValidationInfo) -> int | None:
        least = info.data.get("min_length")
        if value is not None and least is not None and value < least:
            raise ValueError(f"is below min_length {least}")
        return value


class Skill(_Data):
    name: Name
    description: Text
    operator_prompt: OperatorPrompt
    tools: tuple[ToolName, ...] = ()
    required_tools: ToolRequirement = ToolRequirement()
    intent: Intent
    quality: QualityChecks = QualityChecks()
    needs_model: bool
    available: bool = True
    unavailable_reason: Text | None = Field(default=None, validate_default=True)
    examples: tuple[Text, ...] = ()

    @field_validator("tools")
    @classmethod
    def _only_tools_of_any_skill(cls, tools: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        foreign = [name for name in tools if name in REQUIREMENT_TOOLS]
        if foreign and info.data.get("name") != "requirements":
            raise ValueError(f"{foreign[0]} belongs to the skill requirements; {_MAY_CALL}")
        return tools

    @field_validator("required_tools")
    @classmethod
    def _only_its_own_tools(cls, required: ToolRequirement, info: ValidationInfo) -> ToolRequirement:
        asked = required.names.union(*(exception.names for exception in required.by_source.values()))
        unknown = sorted(asked - set(info.data.get("tools", asked)))
        if unknown:
            raise ValueError(f"requires {', '.join(unknown)}, which its tools do not list")
        return required

    @field_validator("unavailable_reason")
    @classmethod
    def _says_why(cls, reason: str | None, info: ValidationInfo) -> str | None:
        if info.data.get("available", reason is None) != (reason is None):
            raise ValueError("belongs to a skill with 'available: false', and only there")
        return reason


@dataclass(frozen=True, slots=True)
class SkillIssue:
    """Something wrong with a skill file, and where. Issues are data: all of them are told at once."""

    file: str
    line: int
    path: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (f"{self.file}:{self.line}", self.path, self.message) if part)


@dataclass(frozen=True, slots=True)
class SkillSet:
    """The skills at hand. A broken one is told of in `issues`, and does not take the others with it."""

    skills: Mapping[str, Skill]
    sources: Mapping[str, str]
    """Where each skill is written down."""
    issues: tuple[SkillIssue, ...] = ()

    def __iter__(self) -> Iterator[Skill]:
        return iter(self.skills.values())

    def __len__(self) -> int:
        return len(self.skills)

    def get(self, name: str) -> Skill:
        """The skill of that name, which can be used. Otherwise a UsageError says what can."""
        skill = self.skills.get(name)
        if skill is None:
            broken = f" Broken skill files: {len(self.issues)}, see `arch-team skills check`." if self.issues else ""
            raise UsageError(f"there is no skill {name!r}", f"Skills: {', '.join(self.skills) or 'none'}.{broken}")
        if not skill.available:
            raise UsageError(f"the skill {name!r} cannot be used: {skill.unavailable_reason}", "Choose another skill.")
        return skill

    def twin_keywords(self, name: str) -> dict[str, tuple[str, ...]]:
        """The disambiguation keywords of the skills this one is easily confused with, for the quality gate."""
        twins = (self.skills.get(twin) for twin in self.skills[name].intent.confusable_with)
        return {twin.name: twin.intent.disambiguation_keywords for twin in twins if twin}
