"""The packaged texts of rewrites, questions and suggestions."""

from functools import cache
from importlib.resources import files
from typing import Any, Literal

from pydantic import Field

from arch_team.packaged import load_yaml
from arch_team.requirements.model import Finding, SuggestionType
from arch_team.wire import Language, Wire

Treatment = Literal[
    "measure", "amount", "which", "loophole", "condition", "drop", "list", "unit", "reference", "doer", "keep"
]


class GapText(Wire):
    """One kind of thing that only a person knows: how it is marked, asked, and answered with "there is none"."""

    what: SuggestionType
    mark: str
    question: str
    options: tuple[str, ...] = ()
    more: str = ""
    """How a second one of its kind is marked."""
    bare: str = ""
    """The question where no words can be quoted."""
    none: tuple[str, ...] = ()
    """Answers by which the person leaves it out."""


class Quality(Wire):
    """A vague quality and the values people usually give for it."""

    label: str
    words: tuple[str, ...]
    options: tuple[str, ...]
    in_place: bool = False
    """Its value stands where the vague word stood: `[Metrik?] Nutzer`."""


class Texts(Wire):
    gaps: dict[str, GapText]
    quote: str
    and_: str = Field(alias="and")
    note: str
    suggestions: dict[str, str]
    qualities: tuple[Quality, ...]
    around: tuple[str, ...]
    """Phrases that belong to a vague word and go with it."""

    def quoted(self, *words: str) -> str:
        """`„schnell“ und „einfach“`."""
        shown = [self.quote.replace("{words}", word) for word in dict.fromkeys(words)]
        return f" {self.and_} ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))

    def quality_of(self, word: str) -> Quality | None:
        lower = word.casefold()
        return next((quality for quality in self.qualities if lower.startswith(quality.words)), None)


@cache
def texts(language: Language) -> Texts:
    return Texts.model_validate(_packaged()[language])


def treatment_of(finding: Finding) -> Treatment:
    """What a rewrite does with the words of a finding."""
    known: dict[str, Treatment] = _packaged()["treatments"]
    by_suggestion: dict[str, Treatment] = _packaged()["by_suggestion"]
    return known.get(finding.rule) or by_suggestion.get(finding.suggestion or "", "keep")


@cache
def _packaged() -> dict[str, Any]:
    loaded: dict[str, Any] = load_yaml(
        (files("arch_team.requirements.rewrite") / "rewriting.yaml").read_text(encoding="utf-8")
    )
    return loaded
