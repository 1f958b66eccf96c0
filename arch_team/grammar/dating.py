"""What a question says last of how its times are meant: `… in 2024, by order date`."""

from dataclasses import replace

from arch_team.modelling.model import Model
from arch_team.text.dates import periods_in
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import tokens_of

Day = tuple[str, str]
"""A table and its column of days."""


def dated_by(question: str, model: Model, lexicon: Lexicon) -> tuple[str, frozenset[Day]] | None:
    """The question without its last words, and the days they name. None: it says nothing of the kind, or no time."""
    tokens = [token for token in tokens_of(question, lexicon.language) if token.folded not in ("?", ".", "!")]
    if tokens and tokens[-1].folded == ")":
        tokens = tokens[:-1]
    said = [token.folded for token in tokens]
    for at in range(len(said) - 2, 1, -1):
        begins = [p.split() for p in lexicon.phrases("dating") if said[at : at + len(p.split())] == p.split()]
        if not begins:
            continue
        start = at + max(map(len, begins))
        while start < len(said) and said[start] in lexicon.words("determiner"):
            start += 1
        stems = tuple(noun_stem(word, lexicon.language) for word in said[start:])
        named = [senses for words, senses in model.nouns.get(stems[0], ()) if words == stems] if stems else []
        days = {(s.table, s.field) for senses in named for s in senses if s.field and _is_day(model, s.table, s.field)}
        end = at - 1 if said[at - 1] in (",", "(") else at
        rest = question[: tokens[end - 1].end]
        if days and _speaks_of_time(rest, said[:end], lexicon):
            return rest, frozenset(days)
    return None


def with_days(model: Model, days: frozenset[Day]) -> Model:
    """A model in which times are those of these columns."""
    tables = dict(model.tables)
    for name in {table for table, _ in days}:
        own = model.tables[name].fields
        fields = {n: replace(f, is_default_time=(name, n) in days) for n, f in own.items()}
        tables[name] = replace(model.tables[name], fields=fields)
    return replace(model, tables=tables)


def _is_day(model: Model, table: str, field: str) -> bool:
    return model.field(table, field).is_temporal


def _speaks_of_time(text: str, words: list[str], lexicon: Lexicon) -> bool:
    grains = {word for phrase in lexicon.phrases("grain") for word in phrase.split()}
    return bool(periods_in(text)) or not grains.isdisjoint(words) or any(_is_year(word) for word in words)


def _is_year(word: str) -> bool:
    return word.isdecimal() and 1800 <= int(word) <= 2200
