"""Follow-ups on any tables that speak of the rows before: what share they are, who they belong to, what they come to,
those that are not among them."""

from collections.abc import Iterator, Sequence

from arch_team.featuredata.calls import Function, Op
from arch_team.following import changes, saying
from arch_team.following.theirs import columns_beside, named
from arch_team.following.turn import NOTHING, Edit, Turn, pronouns_in, years_in
from arch_team.forms.form import Column, Compare, Form, Given
from arch_team.text.folding import folded
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import tokens_of


def share(turn: Turn) -> Edit | None:
    """`what share of all permits is that?`"""
    base = saying.share(turn.core, turn.language)
    if base is None:
        return None
    if _is_whole_sum(turn.form):
        return _share_of_sum(turn, base)
    whole = _base(turn, base)
    if whole is None or not changes.counts(turn.form) or not _is_part(turn.form, whole):
        return NOTHING
    return Edit(_shares(turn, base), lambda form: changes.is_share(form, turn.form, whole))


def _is_whole_sum(form: Form) -> bool:
    made = [figure.function for figure in changes.figures(form)]
    return made == [Function.SUM] and len(form.outputs) == 1 and not form.group_by and form.limit is None


def _share_of_sum(turn: Turn, base: str) -> Edit:
    """`what share of the total price of all orders is that?`, after the total price of some of them."""
    form, [figure] = turn.form, changes.figures(turn.form)
    texts = (base, f"{turn.words['what_is']} {base}") if base else ()
    told = next((form for text in texts for form in turn.reads(text)[:1]), None)
    whole = told if base else _base(turn, "")
    if whole is None or figure.of is None or figure.of.via or changes.outputs(whole) != changes.outputs(form):
        return NOTHING
    gone = [condition for condition in form.where if condition not in whole.where]
    kept = form.table == whole.table and all(condition in form.where for condition in whole.where)
    if not gone or not kept or any(map(_is_dated, gone)) or changes.but(whole, "where") != changes.but(form, "where"):
        return NOTHING
    name = turn.called(form.table, figure.of.field)
    small = ("of", "preposition", "determiner", "genitive", "every", *_SMALL)
    ends = [turn.plain[token.start :] for token in turn.tokens if not turn.is_of(token.folded, *small)]
    said = (way.format(name, end) for end in ends for way in turn.words["share_from"])
    return Edit(said, lambda made: changes.is_share(made, form, whole))


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


def which_have(turn: Turn) -> Edit | None:
    """`and which have a parking fine?`: rows of the kind that was listed, by something else."""
    first, _, rest = turn.core.partition(" ")
    if folded(first) != turn.words["which_rows"] or not turn.is_of(folded(rest.partition(" ")[0]), "have"):
        return None
    if not changes.is_list(turn.form):
        return NOTHING
    subject = turn.tail.split()
    texts = (f"{first} {' '.join(subject[:words])} {rest}" for words in range(1, _SUBJECT + 1))
    return Edit(texts, lambda form: form.table == turn.form.table and changes.is_list(form) and form != turn.form)


def _names_its_own(turn: Turn, made: Form, noun: str) -> bool:
    """`which visits were they?`, of visits."""
    return folded(noun) in folded(turn.tail) and changes.is_listed(made, turn.form)


def come_to(turn: Turn) -> Edit | None:
    """`how much is that altogether?`: the sum of what the rows before amount to, where one column tells it."""
    form = turn.form
    rows = changes.is_list(form) or (changes.counts(form) and not saying.of_two(turn.said, turn.language))
    if not rows or not saying.sums_up(turn.core, turn.language):
        return None
    if form.limit is not None or form.group_by:
        return NOTHING
    shown = [turn.called(form.table, o.value.field) for o in form.outputs if isinstance(o.value, Column)]
    nouns = (*shown, *sorted(word.capitalize() for word in turn.lexicon.words("money_noun")))
    made = [form for noun in nouns for text in _sums(turn, noun) for form in turn.reads(text)[:1]]
    sums = {figure.of: each for each in made if _is_sum(each, form) for figure in changes.figures(each)}
    sums = {of: each for of, each in sums.items() if of is not None and not of.via}
    if len(sums) != 1:
        return NOTHING
    [(column, wanted)] = sums.items()
    return Edit(_sums(turn, turn.called(form.table, column.field)), lambda each: each == wanted)


def _sums(turn: Turn, noun: str) -> list[str]:
    return [f"{turn.words['sum_of']} {noun} {joint} {turn.tail}" for joint in turn.words["of"][1:3]]


def _is_sum(form: Form, before: Form) -> bool:
    same = form.table == before.table and changes.same_rows(form, before.where) and not form.group_by
    return same and len(form.outputs) == 1 and [figure.function for figure in changes.figures(form)] == [Function.SUM]


def other_side(turn: Turn) -> Edit | None:
    """`and how many with one?`, after those that have none."""
    side = saying.other_side(turn.core, turn.language)
    if side is None:
        return None
    turned = [(c, changes.opposite(c)) for c in turn.form.where]
    pairs = [(old, new) for old, new in turned if new is not None]
    pairs = [(old, new) for old, new in pairs if not changes.is_value(old)] or pairs
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
    if said == turn.core.rstrip(" ?.!") and (
        changes.counts(alone) or (not turn.leads and _names_rows(turn, said, alone))
    ):
        return None  # it says of what it is
    ends = (turn.tail, *turn.suffixes())
    texts = (f"{said} {joint} {end}" for end in ends for joint in (*turn.words["of"][1:], ""))
    return Edit(
        texts, lambda made: changes.outputs(made) == changes.outputs(alone) and changes.same_rows(made, form.where)
    )


def _names_rows(turn: Turn, said: str, alone: Form) -> bool:
    """Whether a text names the rows that the question before was of, in the plural: an *invoice amount* does not."""
    held = {token.folded for token in tokens_of(turn.tail, turn.language) if not turn.is_of(token.folded, *_SMALL)}
    held |= {*folded(turn.called(turn.form.table, "")).split()}
    of = [figure.of.field for figure in changes.figures(alone) if figure.of is not None]
    own = {word for field in of for word in folded(turn.called(alone.table, field)).split()}
    words = [token.folded for token in tokens_of(said, turn.language) if token.folded not in own]
    return any(word in held and (turn.language != "en" or noun_stem(word) != word) for word in words)


def of_what_was_shown(turn: Turn) -> Edit | None:
    """`how many orders did they place?`: of whoever the answer showed, or of the rows that were asked for."""
    spans = pronouns_in(turn.said, turn.language)
    if not spans:
        return None
    alone = next(iter(turn.reads(turn.said)), None)
    shown = turn.shows(turn.form) if turn.form.limit == 1 or changes.is_list(turn.form) else ()
    values = [value for _, value in shown] or named(turn)
    bare = " ".join(_with(turn.said, spans, "").rstrip(" ?.!").split())
    if shown and not _are_only_one(turn, shown[:1]):
        return _in_full(turn, spans, shown, alone)
    if values:
        texts = (_with(turn.said, spans, values[0]), *(f"{bare} {joint} {values[0]}" for joint in turn.words["of"]))
        edit = Edit(texts, lambda form: _is_of_value(form, turn.form, alone, values[0]))
        return _by_name(turn, edit) or edit
    if alone is None or alone.table != turn.form.table or turn.form.limit is not None:
        return NOTHING
    wanted = (*alone.where, *turn.form.where)
    texts = tuple(f"{bare} {joint} {turn.tail}" for joint in turn.words["of"])
    return Edit(texts, lambda form: changes.outputs(form) == changes.outputs(alone) and changes.same_rows(form, wanted))


def _in_full(
    turn: Turn, spans: Sequence[tuple[int, int]], shown: Sequence[tuple[Column, str]], alone: Form | None
) -> Edit:
    """By the first name and the last, where they are of nobody else."""
    names = [value for _, value in shown[:_BOTH]]
    if len(names) < _BOTH or not _are_only_one(turn, shown[:_BOTH]):
        return NOTHING  # another is called the same

    def is_theirs(form: Form) -> bool:
        return all(changes.holds(form, name) for name in names) and _is_of(form, turn.form, alone, _BOTH)

    return Edit((_with(turn.said, spans, " ".join(names)),), is_theirs)


def _by_name(turn: Turn, edit: Edit) -> Edit | None:
    """Columns of several rows, each beside what the row is called."""
    text = turn.first(edit) if turn.form.limit is None and changes.is_list(turn.form) else None
    made = next(iter(turn.reads(text)), None) if text else None
    return columns_beside(turn, made) if made is not None and made.table == turn.form.table else None


def of_them(turn: Turn) -> Edit | None:
    """`when were they hired?`: what is said of such rows, of those before."""
    spans, form = pronouns_in(turn.core, turn.language), turn.form
    if not spans or form.group_by or not (changes.counts(form) or changes.is_list(form)):
        return None
    made = next(iter(turn.reads(_with(turn.core, spans, turn.called(form.table, "")))), None)
    return columns_beside(turn, made) if made is not None and changes.is_of_any(made, form.table) else None


def _are_only_one(turn: Turn, names: Sequence[tuple[Column, str]]) -> bool:
    """Whether one row alone is called so."""
    held = tuple(Compare(left=column, op=Op.EQ, right=Given(value=value)) for column, value in names)
    called = turn.form.model_copy(update={"where": held, "order_by": (), "limit": None})
    return set(names) <= set(turn.shows(called))


def _is_of_value(form: Form, before: Form, alone: Form | None, value: str) -> bool:
    return changes.holds(form, value) and _is_of(form, before, alone, 1)


def _is_of(form: Form, before: Form, alone: Form | None, names: int) -> bool:
    """Whether rows are told by names, and by what was said besides."""
    tables = {before.table, alone.table if alone is not None else before.table}
    whole = alone is None or changes.outputs(form) == changes.outputs(alone)
    said = len(alone.where) if alone is not None else 0
    return form.table in tables and not form.also and whole and len(form.where) == names + said


def _with(said: str, spans: Sequence[tuple[int, int]], text: str) -> str:
    for start, end in sorted(set(spans), reverse=True):
        said = said[:start] + text + said[end:]
    return said


_SUBJECT = 3
"""Words that rows are called by, at most."""
_BOTH = 2
"""The first name and the last."""
_SMALL = ("be", "auxiliary", "determiner", "preposition", "of", "what", "how_many", "request", "aggregate", "sum_word")
