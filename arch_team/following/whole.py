"""What is said after a question on any tables: a piece is named anew, something is added, or their number asked.

Each piece of the question before is replaced in turn; what reads is kept. One form, or one of the same build as before,
is what is meant; of several, none is guessed.
"""

import json
from collections.abc import Callable, Iterator, Sequence

from arch_team.featuredata.calls import Function
from arch_team.following.edits import ASKS, FollowForms, Reads, Shows, points
from arch_team.forms.form import Compare, Figure, Form
from arch_team.text.leading import narrows, without_lead
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.tokens import Token, TokenKind, tokens_of
from arch_team.wire import Language

Parts = Callable[[str], Sequence[str]]
"""The words of a text that were read as something."""
_VALUES = ("value", "values")
_PASSED = ("be", "pronoun", "filler", "auxiliary", "determiner", "thing")
"""What may stand beside a bare `how many`."""


def whole(
    before: str,
    said: str,
    language: Language,
    reads: Reads,
    parts: Parts,
    *,
    goes_on: bool = False,
    shows: Shows = lambda _: (),
    before_that: str = "",
) -> str | None:
    """The question that is meant. None: it stands for itself, or nothing of it can be told. `goes_on`: it is known not
    to stand for itself. `shows` gives what the answer to a form shows."""
    core, leads = without_lead(said, language)
    lexicon = lexicon_of(language)
    counted = _counted(before, core, lexicon) if core else None
    if not goes_on and counted is None and (first := reads(before)[:1]):
        edit = FollowForms(before, first[0], said, lexicon, reads, shows, before_that)
        text = edit.text(core)
        if text is not None or edit.narrows or points(said, core, language):
            return text
    leads = leads or goes_on
    if counted is None and not leads and reads(said):
        return None
    earlier = reads(before)
    if not earlier or not core:
        return before if earlier and leads and not core else None
    if counted is not None:
        return next((counted for one in reads(counted)[:1] if _counts(one, earlier[0])), None)
    if _asks(core, lexicon):
        return None  # `who built it?` asks for something else, and is no piece of what was asked
    plain = before.rstrip(" ?.!")
    pieces = [words for words in parts(before) if words in before]
    texts = [*_timed(before, core, lexicon), *(_spliced(before, words, core, lexicon) for words in pieces)]
    found: dict[Form, str] = {}
    for text in dict.fromkeys((*(text for text in texts if text), f"{plain} {core}")):
        for form in reads(text)[:1]:
            if form != earlier[0] and (text in texts or not _is_held_twice(form, earlier[0])):
                found.setdefault(form, text)
    for blank in (_VALUES, (*_VALUES, "op")):
        alike = [text for form, text in found.items() if _build(form, blank) == _build(earlier[0], blank)]
        if len(alike) == 1:
            return alike[0]
    if core.split()[0].casefold() not in lexicon.words("preposition"):  # `and professors?` adds nothing to a clause
        found = {form: text for form, text in found.items() if text in texts} or found
    return next(iter(found.values())) if len(found) == 1 else None


def leans(said: str, language: Language, reads: Reads) -> bool:
    """Whether a text speaks of what was asked or shown before, so that it is no question by itself."""
    core, leads = without_lead(said, language)
    lexicon = lexicon_of(language)
    if narrows(said, language) or points(said, core, language):
        return True
    return leads and not (_asks(core, lexicon) and reads(core))


def _asks(core: str, lexicon: Lexicon) -> bool:
    """Whether a text begins as a question does."""
    return any(entry in ASKS for _, entry in _entries(tokens_of(core, lexicon.language), 0, lexicon))


def _is_held_twice(form: Form, before: Form) -> bool:
    """Whether rows are told anew by a column that they were told by: in 2020 and in 2021 there is none."""
    held = [condition.left for condition in before.where if isinstance(condition, Compare)]
    added = [c for c in form.where if isinstance(c, Compare) and c not in before.where]
    return any(condition.left in held for condition in added)


def _spliced(before: str, words: str, core: str, lexicon: Lexicon) -> str | None:
    """The question with a piece of it said anew. What stands behind `per` is not meant by a bare name."""
    head, tail = before.split(words, 1)
    last, first = "".join(head.split()[-1:]).casefold(), core.split()[0].casefold()
    behind, begins = (word in lexicon.words("each") for word in (last, first))
    if behind != begins:
        return None
    if last == first or behind:
        head = head.rstrip()[: -len(last)]
    return f"{head}{core}{tail}"


def _counted(before: str, core: str, lexicon: Lexicon) -> str | None:
    """`how many are there?`: the question before, asked so."""
    tokens = tokens_of(core, lexicon.language)
    end = next((end for end, entry in _entries(tokens, 0, lexicon) if entry == "how_many"), 0)
    at = end
    while end and at < len(tokens):
        step = max((stop for stop, entry in _entries(tokens, at, lexicon) if entry in _PASSED), default=0)
        if not step:
            return None
        at = step
    asked = tokens_of(before, lexicon.language)
    start = max((stop for stop, entry in _entries(asked, 0, lexicon) if entry == "request"), default=0)
    if not end or start >= len(asked):
        return None
    return f"{core[: tokens[end - 1].end]} {before[asked[start].start :]}"


def _counts(form: Form, before: Form) -> bool:
    """Whether a form counts the rows of the one before."""
    value = form.outputs[0].value
    is_count = isinstance(value, Figure) and value.function in (Function.COUNT, Function.COUNT_DISTINCT)
    return is_count and form.table == before.table and form.where == before.where


def _timed(before: str, core: str, lexicon: Lexicon) -> Iterator[str]:
    """`after 1980?` in the place of `before 1980`."""
    old, new = _time_in(before, lexicon), _time_in(core, lexicon)
    if old is not None and new == (0, len(core)):
        yield f"{before[: old[0]]}{core}{before[old[1] :]}"


def _time_in(text: str, lexicon: Lexicon) -> tuple[int, int] | None:
    """Where a text names its one year, with the word that compares it."""
    tokens = tokens_of(text, lexicon.language)
    years = [at for at, token in enumerate(tokens) if token.number is not None and 1000 <= token.number <= 2999]
    if len(years) != 1 or not years[0] or tokens[years[0] - 1].folded not in lexicon.words("date_comparator"):
        return None
    return tokens[years[0] - 1].start, tokens[years[0]].end


def _entries(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> Iterator[tuple[int, str]]:
    words = tuple(token.folded for token in tokens)
    if at < len(tokens) and tokens[at].kind is not TokenKind.QUOTED:
        yield from ((end, entry.klass) for end, entry in lexicon.matches(words, at))


def _build(form: Form, without: Sequence[str]) -> str:
    """A form without the values that it is held to."""

    def blank(node: object) -> object:
        if isinstance(node, dict):
            return {key: None if key in without else blank(value) for key, value in node.items()}  # type: ignore[misc]
        return [blank(each) for each in node] if isinstance(node, list) else node  # type: ignore[misc]

    return json.dumps(blank(form.model_dump(mode="json")), sort_keys=True)
