"""The question engine of one data source: its model and its readers, made when first asked and then kept.

Tables are read in one of two ways, and a follow-up in a third: each is imported by the first question that needs it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from math import inf
from threading import Lock
from typing import TYPE_CHECKING

from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.provider import Rows, SqlProvider
from arch_team.forms.form import Column, Form
from arch_team.forms.running import run_form
from arch_team.measuring.model import Measures, measures_of
from arch_team.modelling.values import values_of
from arch_team.text.lexicon import lexicon_of
from arch_team.text.packaged import is_packaged
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.interpreting.read import Candidate, Read
    from arch_team.measuring.follow_names import Shows
    from arch_team.measuring.reader import FigureRead, FigureReader
    from arch_team.modelling.keys import Keys
    from arch_team.modelling.model import Model
    from arch_team.reading.two_readers import TwoReaders

_FALLBACK: Language = "en"
_FEW_WORDS = 4
"""So few do not tell which language they are of: `Visits per vet`."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What a question may ask, and the language it was read in."""

    read: "Read"
    language: Language


@dataclass
class Engine:
    """Reads questions on the tables of one provider. One engine serves any number of runs, from any thread."""

    provider: SqlProvider
    catalog: Catalog | None = None
    """What is known of the tables: an ontology's words, units, what is never added."""
    _keys: "Keys | None" = None
    _readers: "dict[Language, tuple[Model, TwoReaders]]" = field(default_factory=dict)
    today: Callable[[], date] = date.today
    """What relative times are counted from."""
    _figures: "dict[Language, FigureReader]" = field(default_factory=dict)
    _measures: Measures | None = None
    _making: Lock = field(default_factory=Lock)

    def read(self, question: str, language: Language, *, is_told: bool = False) -> Understood:
        """The forms a question may have. It is read in the language it seems to be in; where that gives no form and its
        words do not tell that it is in no other, in another that does, or in the one that knows most of its words. Few
        words that do not tell are read in every language, and taken in the one in which that is cheapest."""
        first = self._read(question, language)
        if first.read.candidates and (is_told or len(question.split()) > _FEW_WORDS):
            return first
        found = [first, *(self._read(question, other) for other in _languages() if other != first.language)]
        if first.read.candidates:
            return min(found, key=_cost)
        answered = None if is_told else next((each for each in found if each.read.candidates), None)
        return answered or min(found, key=lambda each: len(each.read.unknown))

    def read_in(self, question: str, language: Language) -> "Read":
        """The forms a question may have in one language."""
        return self._read(question, language).read

    def whole_question(
        self, earlier: Sequence[str], said: str, language: Language, shows: "Shows | None" = None
    ) -> str | None:
        """What is said after other questions, as a question of its own. None: it goes on with them, and nobody can
        tell how. `shows` gives what the answer to a question shows, of which a follow-up may speak."""
        figures = self.figures(language)
        if figures is not None:
            from arch_team.measuring.following import FollowUps

            follow_ups = FollowUps(figures, shows) if shows is not None else FollowUps(figures)
            today = self.today()
            return follow_ups.whole(follow_ups.all_whole(earlier, today), said, today)
        before: list[str] = []
        for each in earlier:
            text = self._whole(before, each, language) if before else each
            before = [*before, text] if text is not None else [""]  # what was not understood has nothing to go on with
        return self._whole(before, said, language)

    def _whole(self, before: Sequence[str], said: str, language: Language) -> str | None:
        """What is said after a question on any tables, as a question of its own. None: it goes on with it, and nobody
        can tell how."""
        from arch_team.following.whole import whole
        from arch_team.forms.wording import Wording
        from arch_team.semantics.reading import parts_of

        @cache
        def candidates(text: str) -> "Sequence[Candidate]":
            return self._read_composed(text, language).candidates

        def parts(text: str) -> list[str]:
            return [words for words, _ in parts_of(text, candidates(text)[0], self.model(language), language)]

        def reads(text: str) -> list[Form]:
            return [candidate.form for candidate in candidates(text)]

        def shown(form: Form) -> list[tuple[Column, str]]:
            rows = self.run(form).rows
            cells = zip((output.value for output in form.outputs), rows[0], strict=False) if len(rows) == 1 else ()
            own = ((of, value) for of, value in cells if isinstance(of, Column) and not of.via)
            return [(of, value) for of, value in own if isinstance(value, str)]

        model = self.model(language)

        def people(table: str) -> list[str]:
            return [link.to_table for link in model.links_from(table) if model.tables[link.to_table].is_person]

        def is_day(table: str, field: str) -> bool:
            return model.tables[table].fields[field].is_temporal

        called = Wording(model, language).called
        that = "".join(before[-2:-1])
        return whole(
            before[-1],
            said,
            language,
            reads,
            parts,
            shows=shown,
            called=called,
            people=people,
            is_day=is_day,
            before_that=that,
        )

    def _read_composed(self, text: str, language: Language) -> "Read":
        """How a sentence reads that was put together of others: as one, before anything else."""
        from arch_team.reading.readings import read_at

        language = language if language in _languages() else _FALLBACK
        model, reader = self._reader(language)
        read = read_at(text, self.today(), language, model, reader.sentences)
        return read if read.candidates else read_at(text, self.today(), language, model, reader)

    def two_parts(self, question: str, language: Language) -> tuple[str, str] | None:
        """The two questions that a text is which nothing reads as one. None: it is no such."""
        from arch_team.reading.two_parts import two_parts

        def reads(text: str) -> Form | None:
            found = self.read_in(text, language).candidates
            return found[0].form if len(found) == 1 else None

        return two_parts(question, language, reads, lambda front, said: self._whole([front], said, language))

    def is_question(self, text: str, language: Language) -> bool:
        """Whether a text asks something by itself."""
        figures = self.figures(language)
        if figures is not None:
            return figures.read(text, self.today()).asked is not None
        return len(text.split()) > 1 and bool(self.read(text, language).read.candidates)

    def figures(self, language: Language) -> "FigureReader | None":
        """What reads questions for levels and movements, where the descriptor tells of any."""
        with self._making:
            if self._measures is None and self.catalog is not None:
                self._measures = measures_of(self.provider, self.catalog)
            if self._measures is None:
                return None
            if language not in self._figures:
                from arch_team.measuring.reader import FigureReader

                self._figures[language] = FigureReader(self._measures, language, values_of(self.provider))
            return self._figures[language]

    def read_figures(self, question: str, language: Language) -> "FigureRead":
        """The question as one for figures, in the language it seems to be in; where that does not do, in another that
        does."""
        from arch_team.measuring.second_breath import all_told, in_turns

        today, reader = self.today(), self.figures(language)
        assert reader is not None  # noqa: S101
        first = reader.read(question, today)
        first = all_told(reader, in_turns(reader, first, today), today)
        if not first.unknown:
            return first
        other = next((self.figures(each) for each in _languages() if each != language), None)
        second = other.read(question, today) if other else first
        return second if second.asked is not None and not second.by_text else first

    def run(self, form: Form) -> Rows:
        """The rows of a form."""
        with self._making:
            self._prepared()
        return run_form(form, self.provider)

    def model(self, language: Language) -> "Model":
        """The tables, fields and links with the names people use for them in a language."""
        return self._reader(language)[0]

    def _read(self, question: str, language: Language) -> Understood:
        from arch_team.reading.readings import read_at

        language = language if language in _languages() else _FALLBACK
        model, reader = self._reader(language)
        return Understood(read_at(question, self.today(), language, model, reader), language)

    def _reader(self, language: Language) -> "tuple[Model, TwoReaders]":
        from arch_team.modelling.flags import with_flags
        from arch_team.modelling.gaps import with_gaps
        from arch_team.modelling.inference import inferred_model, with_labels
        from arch_team.modelling.key_data import KeyData
        from arch_team.modelling.model import Link
        from arch_team.modelling.role_keys import verbs_of
        from arch_team.modelling.spans import with_spans
        from arch_team.modelling.times import with_times
        from arch_team.reading.two_readers import TwoReaders

        language = language if language in _languages() else _FALLBACK
        with self._making:
            if language not in self._readers:
                keys, values = self._prepared(), values_of(self.provider)
                links = [
                    Link(key.table, key.field, key.to_table, key.to_field, verbs_of(key.field))
                    for key in keys.foreign_keys
                ]
                tables = self.provider.tables.values()
                model = inferred_model(tables, tuple(dict.fromkeys(links)), values, lexicon_of(language), keys.unique)
                model = with_labels(model, self.provider.tables, KeyData(self.provider), lexicon_of(language))
                model = with_times(with_flags(model, self.provider, lexicon_of(language)), self.provider)
                model = with_gaps(model, self.provider)
                model = with_spans(self._ruled(self._worded(model, language)), lexicon_of(language))
                model = replace(model, called=self.provider.called)
                self._readers[language] = model, TwoReaders(model, language)
            return self._readers[language]

    def _worded(self, model: "Model", language: Language) -> "Model":
        """With the words of an ontology, where there is one."""
        from arch_team.modelling.described import described

        ontology = self.catalog.ontology if self.catalog else None
        return described(model, ontology, language) if ontology else model

    def _ruled(self, model: "Model") -> "Model":
        """With the units and prohibitions that the catalog's rules give its columns."""
        from arch_team.modelling.metrics import with_units

        tables = dict(model.tables)
        for name, table in model.tables.items():
            view = self.catalog.view(name) if self.catalog else None
            if view is None:
                continue
            fields = dict(table.fields)
            for own in table.fields.values():
                column = view.columns.get(own.name)
                if column is not None and (column.unit or column.never):
                    never = own.never_summed or column.never is not None
                    fields[own.name] = replace(own, unit=column.unit or own.unit, never_summed=never)
            tables[name] = replace(table, fields=with_units(fields))
        return replace(model, tables=tables)

    def _prepared(self) -> "Keys":
        """The keys of the tables, once columns of numbers that are stored as text are known for what they are."""
        if self._keys is None:
            from arch_team.modelling.keys import keys_of
            from arch_team.modelling.numeric_texts import with_numbers

            self.provider.tables = with_numbers(self.provider, lexicon_of(_FALLBACK))
            self._keys = keys_of(self.provider)
        return self._keys


def _cost(understood: Understood) -> float:
    """What it costs to read so few words so, whether or not somebody has to be asked."""
    read = understood.read
    return min((each.cost for each in (*read.candidates, *read.doubtful)), default=inf)


def _languages() -> tuple[Language, ...]:
    """The languages whose words are packaged."""
    known: tuple[Language, ...] = ("en", "de")
    return tuple(language for language in known if is_packaged(f"lexicon/{language}.yaml"))
