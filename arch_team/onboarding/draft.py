"""A semantic model in the making: what is sure, what a person should look at, and what only a person can say."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from arch_team.ontologies.descriptor import Constraint, ConstraintRule, OntologyDescriptor
from arch_team.ontologies.yaml_form import ModelForm
from arch_team.ontologies.yaml_model import SCHEMA_FILE, descriptor_of
from arch_team.ontologies.yaml_text import Place, yaml_text

CHECK = "check:"
PROPOSAL = "proposal:"
HOLDS = "holds "
SCHEMA_LINE = f"# yaml-language-server: $schema={SCHEMA_FILE}\n"
"""By this line editors check the file: the schema lies beside it."""

CODE = "code"
"""What a person says of a column of numbers that is no amount."""
NUMBERING = "It numbers things: counted, never added up."

Matter = Literal["default_time", "nature", "german", "english"]


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """Something the data cannot tell. `place` is where the answer belongs."""

    matter: Matter
    table: str
    field: str | None = None
    choices: tuple[str, ...] = ()
    """Fields to choose from, for the date that is meant."""

    @property
    def place(self) -> Place:
        if self.matter == "nature":
            return ("tables", self.table, "fields", self.field or "", "nature")
        return ("tables", self.table, "times" if self.matter == "default_time" else "nouns")


@dataclass
class Draft:
    """The content of the file, with remarks by place. Answers to open points take their remarks away."""

    content: dict[str, Any]
    remarks: dict[Place, str] = field(default_factory=dict[Place, str])
    open_points: list[OpenPoint] = field(default_factory=list[OpenPoint])

    @property
    def tables(self) -> dict[str, dict[str, Any]]:
        return cast("dict[str, dict[str, Any]]", self.content["tables"])

    @property
    def checks(self) -> int:
        """How many places a person should look at."""
        return sum(remark.startswith((CHECK, PROPOSAL)) for remark in self.remarks.values())

    @property
    def proposals(self) -> int:
        """How many of them have words of a language model."""
        return sum(remark.startswith(PROPOSAL) for remark in self.remarks.values())

    def answer(self, point: OpenPoint, said: str) -> None:
        """What a person said to an open point."""
        table = self.tables[point.table]
        for place in (point.place, (*point.place[:-1], "labels")):
            self.remarks.pop(place, None)
        if point.matter == "default_time":
            table["times"][said] = {"default": True}
        elif point.matter == "nature" and said == CODE:
            self._no_amount(point.table, point.field or "")
        elif point.matter == "nature":
            table["fields"][point.field]["nature"] = said
        else:
            language = "de" if point.matter == "german" else "en"
            words = [word.strip() for word in said.split(",") if word.strip()]
            table["nouns"][language] = words[0] if len(words) == 1 else words
        self.open_points = [other for other in self.open_points if other != point]

    def _no_amount(self, table: str, name: str) -> None:
        """A column whose numbers name things: it has no nature, and a rule says that it is never added up."""
        fields = self.tables[table]["fields"]
        fields[name] = fields[name].get("labels", {})
        rules = cast("list[dict[str, Any]]", self.content.setdefault("constraints", []))
        if all(rule["appliesTo"] not in (f"{table}.{name}", f"*.{name}") for rule in rules):
            rules.append(never_added(f"{table}.{name}", NUMBERING))

    def text(self) -> str:
        """The file."""
        return SCHEMA_LINE + yaml_text(self.content, self.remarks)

    def descriptor(self) -> OntologyDescriptor:
        return descriptor_of(ModelForm.model_validate(self.content))

    def marked(self) -> Iterator[tuple[str, str]]:
        """Every place a person should look at, with what to look for."""
        for place, remark in self.remarks.items():
            if remark.startswith((CHECK, PROPOSAL)):
                yield ".".join(place[1:]), remark.partition(":")[2].strip()


def never_added(applies_to: str, message: str) -> dict[str, Any]:
    """The rule, as it stands in the file, that a column is neither added up nor averaged."""
    made = Constraint(applies_to=applies_to, rule=ConstraintRule.NEVER_AGGREGATE, message=message)
    return made.model_dump(mode="json", by_alias=True, exclude_defaults=True)
