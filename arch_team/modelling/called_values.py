"""Values by other words than their own: what a model or a language calls them, a country of which the code is held, a
name in another case."""

from collections.abc import Iterator, Sequence

from arch_team.modelling.model import Hit, Model
from arch_team.modelling.naming import EXACT
from arch_team.text.countries import countries
from arch_team.text.inflection import german_adjective
from arch_team.text.lexicon import Lexicon


def called(
    model: Model, lexicon: Lexicon, words: Sequence[str], stems: Sequence[str], at: int
) -> tuple[int, tuple[Hit, ...]]:
    """The end of words that stand for a value, and where that value is held: `female` where a column called sex holds
    F. Of none, the place itself."""
    for end in range(min(len(words), at + model.most_words), at, -1):
        held = model.worded.get(tuple(stems[at:end]))
        if held is not None:
            return end, held
    meant = lexicon.value_words.get(words[at])
    if meant is not None:
        return at + 1, tuple(_in_columns(model, meant["columns"], meant["values"]))
    code = countries(lexicon.language).get(words[at])
    if code is not None and not model.values.lookup(words[at]):
        names = [name for name, other in countries(lexicon.language).items() if other == code]
        hits = tuple(_in_columns(model, [*lexicon.words("country_noun")], [code, *names]))
        return (at + 1, hits) if hits else (at, ())
    return _with_its_column(model, words, stems, at) or _in_another_case(model, lexicon, words, at)


def tells_women(model: Model, lexicon: Lexicon, noun: str) -> bool:
    """Whether rows that are called so hold which of them are women: what a `Schülerin` is, beside a `Schüler`."""
    meant = lexicon.value_words.get(lexicon.female_word)
    if meant is None:
        return False
    tables = {s.table for words, senses in model.nouns.get(noun, ()) if words == (noun,) for s in senses if not s.field}
    return any(hit.table in tables for hit in _in_columns(model, meant["columns"], meant["values"]))


def _with_its_column(
    model: Model, words: Sequence[str], stems: Sequence[str], at: int
) -> tuple[int, tuple[Hit, ...]] | None:
    """`high priority tickets` are those whose priority is high. None: it is not said so."""
    end, hits = model.values.longest(words, at)
    if not hits or end + 1 >= len(words):
        return None
    named = {s for name, senses in model.nouns.get(stems[end], ()) if name == (stems[end],) for s in senses}
    columns = {(s.table, s.field) for s in named if s.tier == EXACT}
    tables = {s.table for _, senses in model.nouns.get(stems[end + 1], ()) for s in senses if s.field is None}
    own = tuple(hit for hit in hits if (hit.table, hit.field) in columns and hit.table in tables)
    return (end + 1, own) if own else None


def _in_columns(model: Model, names: Sequence[str], values: Sequence[str]) -> Iterator[Hit]:
    columns = {
        (sense.table, sense.field)
        for name in names
        for words, senses in model.nouns.get(name, ())
        if words == (name,)
        for sense in senses
    }
    stored = (hit for value in values for hit in model.values.lookup(value))
    return (hit for hit in stored if (hit.table, hit.field) in columns)


def _in_another_case(model: Model, lexicon: Lexicon, words: Sequence[str], at: int) -> tuple[int, tuple[Hit, ...]]:
    """A name that begins with an adjective: the `Grosse Saal` is held as `Grosser Saal`."""
    if not lexicon.case_endings or at + 1 >= len(words) or model.values.longest(words, at)[1]:
        return at, ()
    stem = next((words[at].removesuffix(end) for end in lexicon.case_endings if words[at].endswith(end)), "")
    for form in german_adjective(stem) if stem else ():
        end, hits = model.values.longest((form, *words[at + 1 :]), 0)
        if hits and end > 1:
            return at + end, hits
    return at, ()
