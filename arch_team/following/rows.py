"""Follow-ups on any tables that speak of the rows before: what share they are, who they belong to, what else is known
of them, those that are not among them."""

from collections.abc import Iterator, Sequence

from arch_team.featuredata.calls import Op
from arch_team.following import changes, saying
from arch_team.following.turn import NOTHING, Edit, Turn, pronouns_in, years_in
from arch_team.forms.form import Column, Compare, Form, Given
from arch_team.text.folding import folded
from arch_team.text.tokens import tokens_of


def share(turn: Turn) -> Edit | None:
    """`what share of all permits is that?`"""
    base = saying.share(turn.core, turn.language)
    if base is None:
        return None
    whole = _base(turn, base)
    if whole is None or not changes.counts(turn.form) or not _is_part(turn.form, whole):
        return NOTHING
    return Edit(_shares(turn, base), lambda form: changes.is_share(form, turn.form, whole))


def _base(turn: Turn, base: str) -> Form | None:
    """What the rows before are a part of."""
    if not base:
        return changes.but(turn.form, "where") if len(turn.form.where) == 1 else None
    texts = (f"{asked} {_timed(turn, base)}" for asked in turn.words["how_many_of"])
    return next((form for text in texts for form in turn.reads(text)[:1]), None)


def _is_part(form: Form, whole: Form) -> bool:
    """Whether all of the rows are among those: told by the same and by more, and not by a time of their own."""
    same = form.table == whole.table and changes.counts(whole)
    gone = [condition for condition in form.where if condition not in whole.where]
    return same and bool(gone) and all(c in form.where for c in whole.where) and not any(map(_is_dated, gone))


def _is_dated(condition: object) -> bool:
    return any(changes.is_time(condition, str(century)) for century in (19, 20))


def _timed(turn: Turn, base: str) -> str:
    """With the year before in the place of `that year`."""
    year = years_in(turn.plain, turn.language)
    words = f" {base} "
    for phrase in turn.words["that_year"]:
        if f" {phrase} " in words.casefold() and len(year) == 1:
            at = words.casefold().index(f" {phrase} ")
            return f"{words[:at]} {turn.words['in_year'].format(year[0].text)} {words[at + len(phrase) + 2 :]}".strip()
    return base


def _shares(turn: Turn, base: str) -> Iterator[str]:
    share_of, tail = turn.words["share_of"], turn.tail
    named = _timed(turn, base)
    for start in _starts(tail):
        if base and not folded(tail).startswith(folded(base.split()[0])):
            break
        yield f"{share_of} {named} {tail[start:]}"
        yield f"{share_of} {tail}"
        yield f"{share_of} {named} {_without_year(turn, tail[start:])}"
    if not base:
        yield f"{share_of} {tail}"
    for joint in turn.words["share_are"]:
        yield f"{share_of} {named} {joint} {tail}"


def _without_year(turn: Turn, text: str) -> str:
    year = years_in(text, turn.language)
    if len(year) != 1:
        return text
    words = text[: year[0].start].split()
    return f"{' '.join(words[:-1])} {text[year[0].end :]}"


def _starts(tail: str) -> list[int]:
    words = tail.split()
    return [len(" ".join(words[:n])) for n in (1, 2, 3) if n < len(words)]


def of_those(turn: Turn) -> Edit | None:
    """`which businesses were they?`: rows of another kind, of those that were counted or shown."""
    noun = saying.which_of(turn.core, turn.language)
    form = turn.form
    if noun is None or form.limit is not None or form.group_by:
        return None
    if not changes.counts(form) and not changes.is_list(form):
        return None
    which = turn.words["which_rows"]
    first, _, rest = turn.tail.partition(" ")
    tails = (turn.tail, f"{first} {turn.words['that_are']} {rest}")
    texts = [turn.listed, *(f"{which} {noun} {joint} {tail}" for tail in tails for joint in turn.words["have_those"])]
    return Edit(texts, lambda made: changes.is_of_rows(made, form) or _names_its_own(turn, made, noun))


def _names_its_own(turn: Turn, made: Form, noun: str) -> bool:
    """`which visits were they?`, of visits."""
    return folded(noun) in folded(turn.tail) and changes.is_listed(made, turn.form)


def with_theirs(turn: Turn) -> Edit | None:
    """`and their phone numbers?`: another column of the rows before, beside what they are called."""
    name = _theirs(turn)
    form = turn.form
    if name is None or form.group_by or not (changes.counts(form) or changes.is_list(form)):
        return None
    if form.limit is not None and form.limit > 1:
        return None
    asked = turn.listed if changes.counts(form) else turn.plain
    theirs = turn.words["theirs"]
    texts = [f"{asked}{joint} {theirs} {name}" for joint in turn.words["beside_them"]]
    texts += [f"{name} {joint} {tail}" for joint in turn.words["of"] for tail in (turn.tail, asked)]
    return Edit(texts, lambda made: _is_shown(made, form))


def _is_shown(form: Form, before: Form) -> bool:
    """Whether columns are shown of the very rows, and others than before."""
    same = form.table == before.table and changes.same_rows(form, before.where) and changes.is_list(form)
    ends = (form.limit, form.order_by) == (before.limit, before.order_by)
    return same and ends and changes.outputs(form) != changes.outputs(before)


def _theirs(turn: Turn) -> str | None:
    """What is asked of them: `phone numbers`, in `show me their phone numbers`."""
    if turn.flat in turn.words["owner_asked"]:
        return str(turn.words["owner_noun"])
    words = [word.strip(",;:?!.") for word in turn.core.split()]
    plain = [folded(word) for word in words]
    at = next((at for at, word in enumerate(plain) if word in turn.words["possessives"]), None)
    if at is None or at + 1 == len(words) or any(word not in turn.words["shows"] for word in plain[:at]):
        return None
    return " ".join(word for word in words[at + 1 :] if folded(word) not in turn.words["courtesies"])


def of_the_same(turn: Turn) -> Edit | None:
    """`and what breed?`: something else of the row that was named."""
    form = turn.form
    if form.limit == 1 and changes.is_list(form) and _asks_column(turn) and pronouns_in(turn.core, turn.language):
        theirs, name = turn.words["theirs"], _column_said(turn)
        texts = [f"{turn.plain}{joint} {theirs} {name}" for joint in turn.words["beside_them"]] if name else []
        return Edit(texts, lambda made: _is_shown(made, form))
    named = _named(turn)
    if not named or not turn.leads or not _asks_column(turn):
        return None
    return Edit(_of_it(turn, named[0]), lambda made: _is_shown(made, form) and len(made.outputs) == 1)


def _named(turn: Turn) -> list[str]:
    """The name of the one whom the question before is of."""
    form = turn.form
    values = [c.right.value for c in form.where if isinstance(c, Compare) and isinstance(c.right, Given)]
    named = [value for value in values if isinstance(value, str) and value in turn.plain]
    is_one = changes.is_list(form) and len(form.where) == len(named) == 1 and form.limit is None
    return named if is_one else []


def _asks_column(turn: Turn) -> bool:
    words = [folded(word.strip(",;:?!.")) for word in turn.core.split()]
    asked = {*turn.words["which_of"], *turn.words["asks_column"], *turn.lexicon.words("determiner")}
    return bool(words) and words[0] in asked and len(words) <= _MOST_WORDS


def _column_said(turn: Turn) -> str:
    """`breed`, in `what breed is it`."""
    spans = pronouns_in(turn.core, turn.language)
    core = turn.core.rstrip(" ?.!") if not spans else turn.core[: spans[0][0]].rstrip()
    words = core[turn.asked_until(core) :].split()
    while words and turn.is_of(folded(words[-1]), "be", "have", "auxiliary"):
        words = words[:-1]
    return " ".join(words)


def _of_it(turn: Turn, value: str) -> Iterator[str]:
    core, name = turn.core.rstrip(" ?.!"), _column_said(turn)
    at = turn.plain.index(value)
    starts = [token.start for token in turn.tokens if token.start <= at]
    for start in reversed(starts[-_MOST_BEFORE:]):
        subject = turn.plain[start : at + len(value)]
        for joint in turn.words["of"]:
            yield f"{core} {joint} {subject}"
            yield f"{turn.words['what_is']} {name} {joint} {subject}"


def other_side(turn: Turn) -> Edit | None:
    """`and how many with one?`, after those that have none."""
    side = saying.other_side(turn.core, turn.language)
    if side is None:
        return None
    turned = [(c, changes.opposite(c)) for c in turn.form.where]
    pairs = [(old, new) for old, new in turned if new is not None]
    if len(pairs) != 1:
        return NOTHING
    old, new = pairs[0]
    lacks = changes.lacks(old)
    if lacks == (side == "without_it"):
        return NOTHING
    where = tuple(new if condition == old else condition for condition in turn.form.where)
    wanted = turn.form.model_copy(update={"where": where})
    return Edit(_turned(turn, lacks=lacks), lambda form: form == wanted)


def _turned(turn: Turn, *, lacks: bool) -> Iterator[str]:
    """The question before, with or without its no."""
    if lacks:
        for token in turn.tokens:
            if turn.is_of(token.folded, "none", "not", "without"):
                rest = turn.plain[token.end :]
                yield from (f"{turn.plain[: token.start]} {word} {rest}" for word in ("", *turn.words["some_of_it"]))
                before = turn.tokens[turn.tokens.index(token) - 1]
                yield f"{turn.plain[: before.start]} {rest}"
        return
    for token in turn.tokens:
        for word in turn.words["none_of_it"]:
            yield f"{turn.plain[: token.start]} {word} {turn.plain[token.start :]}"
            yield f"{turn.plain[: token.start]} {word} {turn.plain[token.end :]}"


def of_the_rows(turn: Turn) -> Edit | None:
    """`and the average fee?`, `how many visits were those?`: of the rows before, where it names none of its own."""
    form, said = turn.form, saying.unclosed(turn.core, turn.language)
    alone = next(iter(turn.reads(said)), None)
    if alone is None or alone.table != form.table or alone.where or not form.where or alone.group_by or alone.limit:
        return None
    if form.limit is not None or form.group_by or alone.outputs == form.outputs or not changes.figures(alone):
        return None
    if said == turn.core.rstrip(" ?.!") and (changes.counts(alone) or (not turn.leads and _names_rows(turn, said))):
        return None  # it says of what it is
    ends = (turn.tail, *turn.suffixes())
    texts = (f"{said} {joint} {end}" for end in ends for joint in (*turn.words["of"][1:], ""))
    return Edit(
        texts, lambda made: changes.outputs(made) == changes.outputs(alone) and changes.same_rows(made, form.where)
    )


def _names_rows(turn: Turn, said: str) -> bool:
    """Whether a text names the rows that the question before was of, or has them in a word: an *invoice amount*."""
    held = {token.folded for token in tokens_of(turn.tail, turn.language) if not turn.is_of(token.folded, *_SMALL)}
    begins = folded(turn.form.table)[: max(_STEM, len(turn.form.table) - _ENDING)]
    return any(t.folded in held or t.folded.startswith(begins) for t in tokens_of(said, turn.language))


def of_what_was_shown(turn: Turn) -> Edit | None:
    """`how many orders did they place?`: of whoever the answer showed, or of the rows that were asked for."""
    spans = pronouns_in(turn.said, turn.language)
    if not spans:
        return None
    alone = next(iter(turn.reads(turn.said)), None)
    values = turn.shows(turn.form) if turn.form.limit == 1 else _named(turn)
    bare = " ".join(_with(turn.said, spans, "").rstrip(" ?.!").split())
    if values and turn.form.limit == 1 and not _is_only_one(turn, values[0]):
        return NOTHING  # another is called the same
    if values:
        texts = (_with(turn.said, spans, values[0]), *(f"{bare} {joint} {values[0]}" for joint in turn.words["of"]))
        return Edit(texts, lambda form: _is_of_value(form, turn.form, alone, values[0]))
    if alone is None or alone.table != turn.form.table or turn.form.limit is not None:
        return NOTHING
    wanted = (*alone.where, *turn.form.where)
    texts = tuple(f"{bare} {joint} {turn.tail}" for joint in turn.words["of"])
    return Edit(texts, lambda form: changes.outputs(form) == changes.outputs(alone) and changes.same_rows(form, wanted))


def _is_only_one(turn: Turn, value: str) -> bool:
    """Whether one row alone is called so."""
    column = next((o.value for o in turn.form.outputs if isinstance(o.value, Column) and not o.value.via), None)
    if column is None:
        return False
    held = Compare(left=column, op=Op.EQ, right=Given(value=value))
    called = turn.form.model_copy(update={"where": (held,), "order_by": (), "limit": None})
    return value in turn.shows(called)


def _is_of_value(form: Form, before: Form, alone: Form | None, value: str) -> bool:
    tables = {before.table, alone.table if alone is not None else before.table}
    if form.table not in tables or not changes.holds(form, value) or form.also:
        return False
    whole = alone is None or changes.outputs(form) == changes.outputs(alone)
    return whole and len(form.where) == 1 + (len(alone.where) if alone is not None else 0)


def _with(said: str, spans: Sequence[tuple[int, int]], text: str) -> str:
    for start, end in sorted(set(spans), reverse=True):
        said = said[:start] + text + said[end:]
    return said


_SMALL = ("be", "auxiliary", "determiner", "preposition", "of", "what", "how_many", "request", "aggregate", "sum_word")
_STEM = 4
_ENDING = 3
"""Letters that the name of a table has at least, and those at its end that say that there are many."""
_MOST_WORDS = 6
"""Of a follow-up that only names a column."""
_MOST_BEFORE = 5
"""Words before a name that belong to it: `the pet called`."""
