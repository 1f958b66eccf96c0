"""Answers that need no data: greetings from packaged texts, arithmetic computed exactly, the rest only with a model.

Every one of them says that it is not from the user's data; a `DirectAnswer` cannot be made without that mark.
"""

from enum import StrEnum
from functools import lru_cache
from typing import cast

from pydantic import computed_field

from arch_team.routing.calculation import Reading, readings_of, written
from arch_team.routing.language import Spoken, spoken_language
from arch_team.routing.patterns import packaged
from arch_team.routing.preprocessor import ExecutionMode, Route
from arch_team.wire import Wire


class DirectKind(StrEnum):
    PACKAGED = "packaged"
    COMPUTED = "computed"
    MODEL = "model"
    NEEDS_MODEL = "needs_model"
    OWN_DATA = "own_data"
    """A question about the user's own data behind `/chat`: it gets a hint and no answer."""


class DirectAnswer(Wire):
    body: str
    language: Spoken
    kind: DirectKind

    @computed_field
    @property
    def mark(self) -> str:
        """Not from your data, in the user's language."""
        return text_for("mark", self.language)

    @computed_field
    @property
    def text(self) -> str:
        """What the user sees."""
        return f"{self.body}\n\n({self.mark})"


def answer_directly(route: Route, language: Spoken | None = None) -> DirectAnswer | None:
    """The answer to a text on the direct path, or None: a model has to give it (`from_model`, `without_model`).

    In the language of the text, unless the caller knows better: three words are little to go by, a session is more.
    """
    if route.mode is not ExecutionMode.DIRECT_CHAT:
        raise ValueError("only a text on the direct path is answered directly")
    language = _language(route, language)
    if route.own_data:
        return _packaged("own_data", language, DirectKind.OWN_DATA)
    if not route.text:
        return _packaged("nothing_asked", language)
    if readings := readings_of(route.text, point_only=language != "de"):
        return DirectAnswer(body=_results(readings, language), language=language, kind=DirectKind.COMPUTED)
    if route.pattern in _texts()[language]:
        return _packaged(route.pattern, language)
    return None


def direct_answer(route: Route, language: Spoken | None = None) -> str | None:
    """The same as plain text with its mark, for a surface that shows nothing else."""
    answer = answer_directly(route, language)
    return answer.text if answer else None


def from_model(route: Route, body: str, language: Spoken | None = None) -> DirectAnswer:
    """What a model said, under the mark."""
    return DirectAnswer(body=body.strip(), language=_language(route, language), kind=DirectKind.MODEL)


def without_model(route: Route, language: Spoken | None = None) -> DirectAnswer:
    """The honest answer where a model is needed and none is configured."""
    return _packaged("needs_a_model", _language(route, language), DirectKind.NEEDS_MODEL)


def _language(route: Route, wanted: Spoken | None) -> Spoken:
    spoken = spoken_language(route.text)
    return spoken if spoken == "zh" or wanted is None else wanted


def text_for(name: str, language: Spoken) -> str:
    return _texts()[language][name]


def _packaged(name: str, language: Spoken, kind: DirectKind = DirectKind.PACKAGED) -> DirectAnswer:
    return DirectAnswer(body=text_for(name, language), language=language, kind=kind)


def _results(readings: tuple[Reading, ...], language: Spoken) -> str:
    several = len(readings) > 1
    lines = [
        text_for(reading.trouble.value, language) if reading.trouble else written(reading, language, one_of_two=several)
        for reading in readings
    ]
    return "\n".join([text_for("two_readings", language), *lines] if several else lines)


@lru_cache(maxsize=1)
def _texts() -> dict[Spoken, dict[str, str]]:
    return cast("dict[Spoken, dict[str, str]]", packaged("texts"))
