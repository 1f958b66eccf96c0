"""What imports and exports have in common: a result with what was lost, and the parts of foreign files they share."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic import ValidationError

from arch_team.errors import OntologyError
from arch_team.ontologies.yaml_form import ModelForm
from arch_team.ontologies.yaml_model import descriptor_of
from arch_team.text.dictionary import is_word

_COLUMN = re.compile(r'^(?:"?[\w$]+"?\.)*"?([\w$]+)"?$')
_EQUAL = re.compile(r"""^\s*"?([\w$.]+)"?\s*=\s*'([^']*)'\s*$""")
_AMONG = re.compile(r"""^\s*"?([\w$.]+)"?\s+in\s*\(\s*('[^']*'(?:\s*,\s*'[^']*')*)\s*\)\s*$""", re.IGNORECASE)
_SUM = re.compile(r"""^\s*sum\s*\(\s*(?:"?([\w$]+)"?\.)?"?([\w$]+)"?\s*\)\s*$""", re.IGNORECASE)

_SHORTEST = 4
"""Letters of a word that tells a language."""

Content = dict[str, Any]


@dataclass
class Carried:
    """A model as it is written here, and what of the other one could not be carried over."""

    content: Content
    lost: list[str] = field(default_factory=list[str])

    def form(self) -> ModelForm:
        """The model, checked as any other."""
        try:
            form = ModelForm.model_validate(self.content)
            descriptor_of(form)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise OntologyError(
                f"the imported model does not fit: {where}: {first['msg']}", "Mend it there."
            ) from error
        return form


def listed(value: object, what: str) -> list[Content]:
    """A list of mappings of a foreign file, or an error that says what was expected."""
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in cast("list[object]", value)):
        raise OntologyError(f"{what} is no list", "Check that the file is of the kind it is imported as.")
    return cast("list[Content]", value)


def named(one: Mapping[str, Any], what: str) -> str:
    name = one.get("name")
    if not isinstance(name, str) or not name.strip():
        raise OntologyError(f"{what} has no name", "Give it one, and import again.")
    return name


def table_in(source: object) -> str | None:
    """The table a source names: the last part of `database.schema.table`. None: it is a query."""
    text = str(source or "").strip()
    found = _COLUMN.match(text)
    return found[1] if found else None


def column_in(expression: object, name: str) -> str | None:
    """The column an expression is. None: it computes something. Without an expression, the name is the column."""
    if expression is None or not str(expression).strip():
        return name
    found = _COLUMN.match(str(expression).strip())
    return found[1] if found else None


def sum_in(expression: str) -> tuple[str | None, str] | None:
    """Table and column of `SUM(orders.amount)`: a metric that is what the column is called where it is added up. None
    for anything else: an average or a maximum is not what a column is called."""
    found = _SUM.match(expression)
    return (found[1], found[2]) if found else None


def called_too(fields: Content, column: str, said: list[str]) -> None:
    """A column that is added up, called by these words too."""
    held = cast("Content", fields.get(column) or {})
    is_whole = "labels" in held or not set(held) <= {"en", "de"}
    field: Content = held if is_whole else {"labels": held}
    field["labels"] = worded(words(*said_in(field), said))
    field.setdefault("nature", "flow")
    field["aggregation"] = "sum"
    fields[column] = field


def set_in(expression: str) -> tuple[str, list[str]] | None:
    """The column and values of `status = 'open'` or `status in ('a', 'b')`. None for any other condition."""
    if found := _EQUAL.match(expression):
        return found[1].rpartition(".")[2], [found[2]]
    if found := _AMONG.match(expression):
        return found[1].rpartition(".")[2], [part.strip().strip("'") for part in found[2].split(",")]
    return None


def words(*groups: Iterable[object] | str | None, apart_from: str = "") -> list[str]:
    """Words without doubles, in their order, and without what the thing is called anyway."""
    out: dict[str, str] = {}
    for group in groups:
        for word in [group] if isinstance(group, str) else group or ():
            said = " ".join(str(word).replace("_", " ").split())
            if said and said.casefold() != apart_from.replace("_", " ").casefold():
                out.setdefault(said.casefold(), said)
    return list(out.values())


def worded(said: list[str]) -> Content:
    """Words as a model has them. Foreign models do not say the language: what only a German dictionary knows is German,
    everything else English."""
    found: dict[str, list[str]] = {}
    for phrase in said:
        found.setdefault("de" if _is_german(phrase) else "en", []).append(phrase)
    return {language: phrases[0] if len(phrases) == 1 else phrases for language, phrases in sorted(found.items())}


def said_in(field: Content) -> list[list[str]]:
    """The words that a field has already, of every language."""
    labels = cast("Content", field.get("labels") or {})
    return [[one] if isinstance(one, str) else cast("list[str]", one) for one in labels.values()]


def _is_german(phrase: str) -> bool:
    told = [word for word in phrase.split() if len(word) >= _SHORTEST]
    known = [(is_word(word, "de"), is_word(word, "en")) for word in told]
    return any(german and not english for german, english in known) and all(german for german, _ in known)


def without_nothing(content: Content) -> Content:
    return {key: value for key, value in content.items() if value not in (None, "", [], {}, ())}
