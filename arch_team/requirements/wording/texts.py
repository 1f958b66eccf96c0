"""The packaged texts of rewrites, questions and suggestions."""

from functools import cache
from importlib.resources import files

from pydantic import Field

from arch_team.requirements.model import SuggestionType
from arch_team.wire import Language, Wire


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
    import yaml

    packaged = (files("arch_team.requirements") / "rewriting.yaml").read_text(encoding="utf-8")
    loaded = yaml.load(packaged, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader, in C
    return Texts.model_validate(loaded[language])
