"""A model reads the question on its own: it writes a SELECT, and only what that comes to is looked at.

It knows nothing of the engine's readings, nor they of it. Where one of them comes to the same rows, two readers that
could not copy from each other agree. Where there is no reading, the statement as a form is one to ask the person about.
Nothing of the statement is shown or kept: figures come from the engine's calls.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from importlib.resources import files
from typing import TypeVar

from autogen_core.models import (
    AssistantMessage,
    ChatCompletionClient,
    LLMMessage,
    SystemMessage,
    UserMessage,
)

from arch_team.errors import ArchTeamError
from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.schema_prompt import schema_prompt
from arch_team.featuredata.written_select import CannotRun, dialect_of, run_written
from arch_team.forms.checking import objections
from arch_team.forms.form import Form
from arch_team.forms.stated import stated
from arch_team.modelling.values import values_of
from arch_team.ontologies.compiler import OntologyToPromptCompiler
from arch_team.tools.session import DataSource
from arch_team.wire import Language

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())
MOST_TRIES = 2
"""A statement that cannot be run comes back once, with what is wrong with it."""
_SHOWN = 4
Row = tuple[Scalar, ...]
T = TypeVar("T")


async def written_rows(
    client: ChatCompletionClient, question: str, source: DataSource, language: Language
) -> list[Row] | None:
    """What the model's own statement gives. None: it wrote none that runs."""
    return await _tried(client, question, source, language, lambda text: run_written(text, source.provider))


async def written_form(
    client: ChatCompletionClient, question: str, source: DataSource, language: Language
) -> Form | None:
    """What the model takes the question to ask. None: it wrote nothing that these tables can be asked, or that finds
    anything."""

    def taken(text: str) -> Form | None:
        form = stated(text, source.engine.model(language), dialect_of(source.provider))
        if form is None:
            raise CannotRun("this cannot be run", "Use one plain SELECT with joins, comparisons and aggregates.")
        found = objections(form, source.catalog)
        if found:
            raise CannotRun(found[0].hint, "Write it differently.")
        return form if _finds(source.engine.run(form).rows) else None

    return await _tried(client, question, source, language, taken)


async def _tried(
    client: ChatCompletionClient, question: str, source: DataSource, language: Language, takes: Callable[[str], T]
) -> T | None:
    messages: list[LLMMessage] = [
        SystemMessage(content=_prompt(source, language)),
        UserMessage(content=question, source="user"),
    ]
    for _ in range(MOST_TRIES):
        said = (await client.create(messages)).content
        text = _statement(said) if isinstance(said, str) else ""
        try:
            return takes(text)
        except ArchTeamError as error:
            messages += [
                AssistantMessage(content=text, source="assistant"),
                UserMessage(content=f"{error} {error.next_step or ''} Write it again.", source="user"),
            ]
    return None


def _finds(rows: Sequence[Row]) -> bool:
    """Whether there is anything but nothing and zero."""
    return any(cell not in (None, "", 0) for row in rows for cell in row)


def same_rows(ours: Iterable[Row], theirs: Iterable[Row]) -> bool:
    """Whether both are the same rows, in whatever order of rows and columns. Nothing agrees with nothing."""
    one, other = (Counter(tuple(sorted(map(_plain, row))) for row in rows) for rows in (ours, theirs))
    return bool(one) and one == other and any(cell for row in one for cell in row)


def same_figures(figures: Sequence[tuple[Decimal, bool]], rows: Sequence[Row]) -> bool:
    """Whether the numbers of rows are the figures of an answer, sign aside: figures of it alone, and either all that it
    makes of others (marked so) or all that it does not."""
    theirs = {abs(value) for row in rows for cell in row if (value := _number(cell)) is not None}
    every = {abs(_rounded(figure)) for figure, _ in figures}
    made = {abs(_rounded(figure)) for figure, is_made in figures if is_made}
    return bool(theirs) and theirs <= every and (theirs == every - made or (bool(made) and made <= theirs))


def _prompt(source: DataSource, language: Language) -> str:
    template = (files("arch_team.prompts") / "select.md").read_text(encoding="utf-8")
    ontology = source.catalog.ontology
    meaning = OntologyToPromptCompiler().compile(ontology, language) if ontology else source.hints
    links = "".join(
        f"{link.table}.{link.field} = {link.to_table}.{link.to_field}\n" for link in source.engine.model("en").links
    )
    kinds = "".join(
        f"{table}.{name}: {', '.join(map(repr, held))}\n" for (table, name), held in values_of(source.provider).kinds()
    )
    schema = schema_prompt(source.catalog) + kinds
    return template.format(dialect=source.provider.backend, schema=schema, links=links, ontology=meaning)


def _statement(said: str) -> str:
    """Without the fence that models put around code."""
    text = said.strip()
    if text.startswith("```"):
        text = text.partition("\n")[2].rpartition("```")[0]
    return text.strip().rstrip(";")


def _number(cell: Scalar) -> Decimal | None:
    if isinstance(cell, bool) or not isinstance(cell, int | float | Decimal):
        return None
    return _rounded(Decimal(str(cell)))


def _rounded(value: Decimal) -> Decimal:
    return round(value, _SHOWN).normalize()


def _plain(cell: Scalar) -> str:
    number = _number(cell)
    return str(number) if number is not None else "" if cell is None else str(cell)
