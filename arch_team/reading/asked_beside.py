"""What else is asked of the rows of an answer: `Which technicians work nights, and when were they hired?`, `Which
sites have more than three hives, and how many does each have?`, `Who is the oldest? Give the name and the age.` And how
many rows a figure is of: `What was paid in cash, and how many such payments are there?`"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arch_team.doubts.lost import loses_a_figure
from arch_team.featuredata.calls import Function
from arch_team.following.turn import words_of
from arch_team.forms.form import Expression, Figure, Form, Output
from arch_team.forms.showing import free_name
from arch_team.grammar.lattice import Lattice
from arch_team.interpreting.read import Candidate, Read
from arch_team.interpreting.words import words_of as pieces_of
from arch_team.modelling.model import Model
from arch_team.modelling.naming import EXACT
from arch_team.reading.tails import Tail
from arch_team.reading.two_readers import Reads
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.tokens import TokenKind, tokens_of
from arch_team.wire import Language

_MOST = 3
"""Joints that are tried, the last first."""
_ENDS = frozenset({"?", ".", "!"})
_BESIDE = ("determiner", "pronoun", "be", "auxiliary", "there_is", "preposition", "thing")
"""What may stand beside the rows whose number is asked for."""


@dataclass(frozen=True, slots=True)
class _Cut:
    front: str
    behind: str
    is_sentence: bool
    """What stands behind is a sentence of its own, which says what is to be shown."""


def asked_beside(question: str, language: Language, model: Model, reader: Reads) -> Read | None:
    """The rows that the first part of a question asks for, with what the second asks of each of them beside it.
    None: it is no such question, or one part is not read."""
    lexicon = lexicon_of(language)
    for cut in _cuts(question, lexicon):
        asked = Lattice.of(cut.behind, model, lexicon)
        if not len(asked) or _says_a_value(asked) or asked.unknown() or not Tail.begins(asked, cut.is_sentence):
            continue
        listed = reader.read(cut.front).candidates
        if len(listed) == 1 and _counts_those(asked, listed[0].form):
            return Read(question, (_with(listed[0], [Figure(function=Function.COUNT)], is_all=False),))
        if not listed or not all(_is_of_rows(each.form) for each in listed):
            continue
        front = Lattice.of(cut.front, model, lexicon)
        wholes: list[Candidate] = []
        for each in listed:
            tail = Tail(asked, front, each.form, model)
            values = tail.wanted() if cut.is_sentence else tail.beside()
            wholes += [_with(each, values, is_all=cut.is_sentence and not _says_more(asked))] if values else []
        if len(wholes) == len(listed):
            lattice = Lattice.of(question, model, lexicon)
            return None if any(loses_a_figure(c.form, lattice) for c in wholes) else Read(question, tuple(wholes))
    return None


def _says_a_value(asked: Lattice) -> bool:
    """Whether a value is said, and not the name of a column that is one as well."""
    named = {noun.span for nouns in asked.nouns for noun in nouns}
    return any(text.span not in named for texts in asked.texts for text in texts)


def _says_more(asked: Lattice) -> bool:
    """`Show the average too`: beside what was asked for before."""
    words = pieces_of(asked.lexicon.language)
    return any(said.klass == "also" for at in range(len(asked)) for said in words.at(asked.words, at))


def rows_before(question: str, language: Language, model: Model, reader: Reads) -> str | None:
    """The table of the rows that the first of two sentences names and lists, of which the second says what is shown."""
    lexicon = lexicon_of(language)
    for cut in _cuts(question, lexicon):
        listed = {c.form.table for c in reader.read(cut.front).candidates if _is_of_rows(c.form)}
        if cut.is_sentence and len(listed) == 1 and listed <= _named_first(Lattice.of(cut.front, model, lexicon)):
            return next(iter(listed))
    return None


def _named_first(lattice: Lattice) -> set[str]:
    """The tables that the first noun is the name of."""
    first = next((nouns for nouns in lattice.nouns if nouns), ())
    return {s.table for noun in first for s in noun.senses if s.field is None and s.tier == EXACT}


def _cuts(question: str, lexicon: Lexicon) -> Iterator[_Cut]:
    """What stands before a joint, or before the last sentence, and behind it."""
    tokens = () if is_too_long(question) else tokens_of(question, lexicon.language)
    joints = [at for at in range(2, len(tokens) - 1) if tokens[at].folded in lexicon.words("and")]
    ends = [at for at in range(2, len(tokens) - 2) if tokens[at].text in _ENDS and tokens[at].kind is TokenKind.SIGN]
    for at in ends[-1:]:
        yield _Cut(question[: tokens[at].start] + "?", question[tokens[at + 1].start :], is_sentence=True)
    for at in joints[: -_MOST - 1 : -1] if not ends else ():
        last = at - 1 if tokens[at - 1].kind is not TokenKind.SIGN else at - 2
        yield _Cut(question[: tokens[last].end] + "?", question[tokens[at + 1].start :], is_sentence=False)


def _is_of_rows(form: Form) -> bool:
    """Whether it lists rows, or members of a group, and nothing was worked out beside them."""
    return not (form.also or form.asks_whether) and any(output.value.kind == "column" for output in form.outputs)


def _counts_those(asked: Lattice, form: Form) -> bool:
    """Whether a figure of some rows was asked for before, and nothing but how many those are."""
    plain = not (form.group_by or form.having or form.order_by or form.limit or form.also or form.asks_whether)
    start = asked.ends(0, "how_many")
    if start is None or not plain or not all(isinstance(output.value, Figure) for output in form.outputs):
        return False
    points = words_of(asked.lexicon.language)["anaphors"]
    at, pointed = start, False
    while at < len(asked):
        named = [n.span[1] for n in asked.nouns[at] if any((s.table, s.field) == (form.table, None) for s in n.senses)]
        ends = [end for klass in _BESIDE for end in asked.all_ends(at, klass)]
        if not (named or ends or asked.tokens[at].kind is TokenKind.SIGN):
            return False
        pointed = pointed or asked.words[at] in points
        at = max((*named, *ends), default=at + 1)
    return pointed


def _with(candidate: Candidate, values: list[Expression], *, is_all: bool) -> Candidate:
    """The rows with what is wanted of them: beside what they are called by, or alone, where that was said."""
    form = candidate.form
    outputs: list[Output] = [] if is_all else list(form.outputs)
    figures = [output.value for output in form.outputs if output.value.kind != "column"]
    for value in (*values, *(figures if form.group_by and is_all else ())):
        if all(output.value != value for output in outputs):
            named = next((o for o in form.outputs if o.value == value), None)
            outputs.append(named or Output(name=free_name(value, outputs), value=value))
    return replace(candidate, form=form.model_copy(update={"outputs": tuple(outputs)}))
