"""What is wrong with a model file as it is written: every fault with its place. Without the faulty places the rest is
a model, so that it can be checked in the same go."""

import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from pydantic import ValidationError
from rapidfuzz import fuzz, process

from arch_team.ontologies.yaml_form import ModelForm

Place = tuple[str, ...]
_NEAR = 70
_ALL = "“Describing your tables” in the docs says what may stand where."
_MOST_ROUNDS = 5
_EXPECTED = {
    "dict_type": "a block of name: value is expected, and not a single word",
    "model_type": "a block of name: value is expected, and not a single word",
    "tuple_type": "a list is expected, each entry after a -",
    "list_type": "a list is expected, each entry after a -",
    "string_type": "a word or a text is expected; put it in quotes",
    "bool_parsing": "true or false is expected",
    "bool_type": "true or false is expected",
    "int_parsing": "a whole number is expected",
    "int_type": "a whole number is expected",
    "missing": "this is missing",
    "too_long": "only one may stand here",
    "too_short": "something is missing here",
}
"""What a person hears of the commonest mistakes."""

_CHOSEN = ("enum", "literal_error", "bool_parsing", "int_parsing")
"""Where one of a few is expected, what stands there is told."""


@dataclass(frozen=True, slots=True)
class Fault:
    place: Place
    message: str
    advice: str


class Content:
    """The content of a file, from which faulty places can be taken out. Entries of its lists keep their numbers.
    `faults` are known before it is looked at."""

    def __init__(self, content: Mapping[str, Any], faults: Iterable[Fault] = ()) -> None:
        self._rest = dict(content)
        self._is_own = False
        self.faults: list[Fault] = [*faults]

    def model(self) -> ModelForm | None:
        """The model that the sound places make, all others noted as faults. None where nothing is left of it."""
        for _ in range(_MOST_ROUNDS):
            try:
                return ModelForm.model_validate({name: _entries(part) for name, part in self._rest.items()})
            except ValidationError as error:
                new = [replace(fault, place=self.place(fault.place)) for fault in _faults(error)]
                known = [fault.place for fault in self.faults]
                said = [fault for fault in new if fault.place not in known and (fault.place or not known)]
                self.faults += said  # that nothing is left follows from what was told already
                taken = [self.take_out(fault.place) for fault in new]
                if not all(taken):
                    return None
        return None

    def place(self, place: Place) -> Place:
        """A place of the model as one of the file: entries that were taken out count there."""
        part = self._rest.get(place[0]) if place else None
        if not isinstance(part, list) or len(place) < 2:
            return place
        numbers = [number for number, entry in enumerate(cast("list[object]", part)) if entry is not _GONE]
        return (place[0], str(numbers[int(place[1])]), *place[2:])

    def take_out(self, place: Place) -> bool:
        """Takes out a place, or the whole entry of the list it is in. Whether the rest may still be a model."""
        if not self._is_own:
            self._rest, self._is_own = copy.deepcopy(self._rest), True
        if place == ("model",):
            self._rest["model"] = "model"
            return True
        part = self._rest.get(place[0]) if place else None
        if isinstance(part, list) and len(place) > 1:
            cast("list[object]", part)[int(place[1])] = _GONE
            return True
        holder: dict[str, Any] = self._rest
        for step, name in enumerate(place):
            named = holder
            if step == len(place) - 1 or not isinstance(named.get(name), dict):
                if name in named and (step or name != "tables"):
                    del named[name]
                    return True
                return step > 1 and self.take_out(place[:step])  # what is missing makes all of it faulty
            holder = cast("dict[str, Any]", named[name])
        return False


_GONE = object()


def _entries(part: object) -> object:
    return [entry for entry in cast("list[object]", part) if entry is not _GONE] if isinstance(part, list) else part


def _faults(error: ValidationError) -> Iterator[Fault]:
    for problem in error.errors():
        place = tuple(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            inside = f"in {'.'.join(place[:-1])}" if place[1:] else "here"
            yield Fault(place, f"there is no setting {place[-1]} {inside}", _nearest_setting(place))
            continue
        said = _EXPECTED.get(problem["type"]) or problem["msg"].replace("Input should be", "it may be")
        if problem["type"] in _CHOSEN and isinstance(problem["input"], str):
            said = f"{said}, and not {problem['input']}"
        advice = "Add it." if problem["type"] == "missing" else f"Mend this place. {_ALL}"
        yield Fault(place, f"{'.'.join(place) or 'the model'}: {said.removeprefix('Value error, ')}", advice)


def _nearest_setting(place: Place) -> str:
    """What may have been meant: at the top of the file one of its own settings, further in any."""
    schema = ModelForm.model_json_schema(by_alias=True)
    inner = cast("dict[str, dict[str, Any]]", schema["$defs"])
    known = {key for one in (inner.values() if place[1:] else (schema,)) for key in one.get("properties", ())}
    near = process.extractOne(place[-1], sorted(known), scorer=fuzz.ratio, score_cutoff=_NEAR)
    return f"Did you mean {near[0]}?" if near else f"Leave it out, or mend its name. {_ALL}"
