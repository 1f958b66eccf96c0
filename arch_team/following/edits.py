"""Follow-ups on any tables that change a form in one way: broken down, narrowed, listed, at another year or place.
Texts are tried, and only one that reads as the form before, changed so and in nothing else, is taken.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.featuredata.calls import Function
from arch_team.following import changes, foremost, saying
from arch_team.following.splicing import spliced
from arch_team.following.turn import NOTHING, Edit, Turn, years_in
from arch_team.forms.form import Compare, Form, Given
from arch_team.text.dates import stretches_in
from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.text.tokens import tokens_of


def listed(turn: Turn) -> Edit | None:
    """`which ones?`, `show them`."""
    if not saying.lists(turn.core, turn.language) and not saying.lists(turn.said, turn.language):
        return None
    row = foremost.row_of(turn.form) if changes.figures(turn.form) else None
    full = foremost.said_in_full(turn) if row is not None else None
    if row is not None and full is not None:  # `who is it?`, of whom the highest figure is
        return Edit((full.before,), lambda form: form.table == row.table and foremost.is_of_row(form, row))
    return Edit((turn.listed,), lambda form: changes.is_listed(form, turn.form))


def of_two(turn: Turn) -> Edit | None:
    """The two questions before as one, where they differ in a value and in nothing else."""
    alone = not turn.before_that and saying.altogether(turn.core, turn.language)
    if alone or not saying.of_two(turn.said, turn.language):
        return None
    other = next(iter(turn.reads(turn.before_that)), None) if turn.before_that else None
    if other is None or changes.but(other, "where") != changes.but(turn.form, "where") or turn.form.group_by:
        return NOTHING
    mine = [c for c in turn.form.where if c not in other.where]
    theirs = [c for c in other.where if c not in turn.form.where]
    if len(mine) != 1 or len(theirs) != 1:
        return NOTHING
    one, two = mine[0], theirs[0]
    if not (isinstance(one, Compare) and isinstance(two, Compare)) or (one.left, one.op) != (two.left, two.op):
        return NOTHING
    if any(word in turn.words["set_apart"] for word in turn.flat.split()):
        return _apart(turn, turn.before_that, other)
    if not (isinstance(one.right, Given) and isinstance(two.right, Given)):
        return NOTHING
    names = [str(one.right.value), str(two.right.value)]
    text = turn.plain.replace(names[0], turn.words["and"].join(names), 1)
    return Edit((text,), lambda form: changes.is_either(form, one, two))


def against(turn: Turn) -> Edit | None:
    """`how much more is that than in 2022?`: the question before, less itself with that in its place."""
    told = saying.against(turn.core, turn.language)
    if told is None:
        return None
    named, is_less = told
    text = spliced(turn.before, named, turn.lexicon, turn.reads, turn.parts)
    other = next(iter(turn.reads(text)), None) if text else None
    if text is None or other is None or changes.but(other, "where") != changes.but(turn.form, "where"):
        return NOTHING
    return _apart(turn, text, other, turned=is_less)


def _apart(turn: Turn, text: str, other: Form, *, turned: bool = False) -> Edit:
    pairs = [(turn.plain, turn.form), (text.rstrip(" ?.!"), other)]
    (one, first), (two, second) = reversed(pairs) if turned else pairs
    classes = (("request",), ("request", "how_many", "what"))
    said = (turn.words["difference_of"].format(*(turn.without(*c, text=t) for t in (one, two))) for c in classes)
    return Edit(said, lambda form: changes.is_difference(form, first, second))


def at_place(turn: Turn) -> Edit | None:
    """Another place in the ranking, or more of it."""
    place = saying.places(turn.core, turn.lexicon)
    if place is None:
        return None
    form, number = turn.form, str(place.number)
    if form.limit is not None and form.order_by and not place.from_end:
        limited = form.model_copy(update={"limit": place.number})
        texts = (f"{turn.plain[: t.start]}{number} {turn.plain[t.start :]}" for t in turn.tokens[1:])
        return Edit(texts, lambda made: made == limited)
    if form.group_by and form.limit is None and not form.order_by and not place.is_one and changes.figures(form):
        return foremost.first_of_each(turn, place.number, from_end=place.from_end)
    return NOTHING


def broken_down(turn: Turn) -> Edit | None:
    name = saying.each_of(turn.core, turn.language)
    if name is None:
        return None
    return Edit(_broken_down(turn, name), lambda form: changes.is_broken_down(form, turn.form))


def _broken_down(turn: Turn, name: str) -> Iterator[str]:
    each = turn.words["each_of"]
    if not turn.form.group_by:
        yield from (f"{turn.plain} {by} {name}" for by in (each, turn.words["by_each"][0]))
        yield f"{turn.plain} {turn.core}"
        yield from (f"{turn.plain[: t.start]}{each} {name} {turn.plain[t.start :]}" for t in turn.tokens[1:])
        return
    at = next((t.start for t in turn.tokens if t.folded in turn.lexicon.words("each")), None)
    if at is not None:
        yield f"{turn.plain[:at]}{each} {name}"
        yield f"{turn.plain[:at]}{turn.core}"
        rest = turn.plain[at:].split()[2:]  # `per year in 2023`
        yield f"{turn.plain[:at]}{each} {name} {' '.join(rest)}"


def dated(turn: Turn) -> Edit | None:
    """Another time in place of the one of the question before: `and 2024?`, `in March`, `the year before`."""
    own = _time_of(turn)
    if own is None:
        return None
    year, at = own
    said = _time_said(turn, year)
    if said.isdigit() and not any(word in turn.words["whole_of"] for word in turn.bare):
        [named] = years_in(turn.plain, turn.language)
        at = named.start, named.end  # `and 2024?` of a month asks for that month
    return Edit(_at_time(turn, at, said), lambda form: changes.is_dated(form, turn.form)) if said else None


def _time_of(turn: Turn) -> tuple[str, tuple[int, int]] | None:
    """The one time that the question before names: its year, and where it is said."""
    years = years_in(turn.plain, turn.language)
    if len(years) != 1:
        return None
    [year] = years
    around = [period.at for period in stretches_in(turn.plain) if period.at[0] <= year.start < period.at[1]]
    return year.text, next(iter(around), (year.start, year.end))


def _time_said(turn: Turn, year: str) -> str:
    """The time that is said and nothing else, with the year before where it has none of its own."""
    if saying.year_before(turn.core, turn.language):
        return str(int(year) - 1)
    named = [token.text for token in years_in(turn.flat, turn.language)]
    held = {*turn.lexicon.words("date_comparator")} - {*turn.lexicon.words("of")}
    if any(word in held for word in turn.bare):
        return ""  # `after 2024` is no time, but one side of it
    small = {*turn.lexicon.words("preposition"), *turn.lexicon.words("determiner"), *turn.words["before_times"]}
    if len(named) == 1 and all(word in small for word in turn.bare if word not in named):
        return named[0]
    for text in (turn.core, f"{turn.core} {year}"):
        found = stretches_in(text)
        if len(found) != 1 or len(named) > 1:
            continue
        start, end = found[0].at
        rest = f"{text[:start]} {text[end:]}".casefold().split()
        if all(word.strip(",?!.") in {*small, *turn.words["courtesies"]} for word in rest):
            return text[start:end]
    return ""


def _at_time(turn: Turn, at: tuple[int, int], said: str) -> Iterator[str]:
    start, end = at
    yield f"{turn.plain[:start]}{said}{turn.plain[end:]}"
    head = turn.plain[:start].split()
    for joint in turn.words["at_time"]:
        yield f"{turn.plain[:start]} {joint} {said}{turn.plain[end:]}"
        yield f"{' '.join(head[:-1])} {joint} {said}{turn.plain[end:]}"


def undated(turn: Turn) -> Edit | None:
    """`over all years`: the question before without its time, and with all else."""
    if not saying.all_times(turn.core, turn.language):
        return None
    own = years_in(turn.plain, turn.language)
    if len(own) != 1:
        return NOTHING
    kept = [c for c in turn.form.where if not changes.is_time(c, own[0].text)]
    if len(kept) == len(turn.form.where):
        return NOTHING
    at = next(token for token in turn.tokens if token.start == own[0].start)
    rest = changes.but(turn.form, "where")
    return Edit(turn.cut(at), lambda form: list(form.where) == kept and changes.but(form, "where") == rest)


def wider(turn: Turn) -> Edit | None:
    """`and altogether?`: all of the rows, where one thing told them apart."""
    if not saying.altogether(turn.core, turn.language):
        return None
    if len(turn.form.where) != 1:
        return NOTHING
    whole = changes.but(turn.form, "where")
    texts = (text for token in reversed(turn.tokens) for text in turn.cut(token))
    return Edit(texts, lambda form: form == whole)


def ordered(turn: Turn) -> Edit | None:
    """`sort by date`, `newest first`."""
    said = saying.sorted_by(turn.core, turn.language)
    if said is None or turn.is_of(turn.flat.partition(" ")[0], "with"):  # `with the town, oldest first` asks for more
        return None
    texts = [f"{turn.plain}, {said}", f"{turn.plain} {said}"]
    texts += [f"{turn.plain}, {turn.words['ordered_by']} {' '.join(said.split()[n:])}" for n in (1, 2)]
    return Edit(texts, lambda form: changes.is_only_sorted(form, turn.form))


def narrowed(turn: Turn) -> Edit | None:
    if saying.counts_some(turn.core, turn.lexicon):
        turn = _counted(turn)
    elif not saying.narrows(turn.said, turn.language):
        return None
    return Edit(_narrowed(turn), lambda form: changes.is_narrowed(form, turn.form))


def _counted(turn: Turn) -> Turn:
    """The question before as one for how many rows it shows."""
    text = f"{turn.words['how_many_of'][0]} {turn.tail}"
    counts = [form for form in turn.reads(text)[:1] if changes.counts(form) and form.table == turn.form.table]
    same = changes.is_list(turn.form) and turn.form.limit is None
    same = same and any(changes.same_rows(form, turn.form.where) for form in counts)
    return replace(turn, before=text, form=counts[0]) if same else turn


def _narrowed(turn: Turn) -> Iterator[str]:
    rest = _without_of_it(turn)
    yield from turn.before_rows(rest)  # the shipped ones are shipped orders, whatever is shipped of others
    yield f"{turn.plain} {rest}"
    for joint in turn.words["narrowing"]:
        yield f"{turn.plain} {joint} {rest}"
    first, *others = rest.split() or [""]
    if turn.is_of(folded(first), "without"):
        yield from (f"{turn.plain} {joint} {' '.join(others)}" for joint in turn.words["lacks_it"])
    yield from turn.inserted(rest)


def _without_of_it(turn: Turn) -> str:
    """What is left of `how many of them are in Bern`, `the ones in Bern`."""
    data: dict[str, Sequence[str]] = packaged(f"lexicon/figures_{turn.language}.yaml")  # type: ignore[assignment]
    phrases = [tuple(folded(phrase).split()) for phrase in (*data["of_it"], *turn.words["the_ones"])]
    tokens = tokens_of(turn.core, turn.language)
    words, start = tuple(token.folded for token in tokens), turn.asked_until(turn.core)
    gone = {
        place
        for at in range(len(words))
        for phrase in phrases
        if words[at : at + len(phrase)] == phrase
        for place in range(at, at + len(phrase))
    }
    passed = {*turn.lexicon.words("be"), *turn.words["courtesies"]}
    kept = [token for at, token in enumerate(tokens) if token.start >= start and at not in gone]
    return " ".join(token.text for token in kept if token.folded not in passed)


def extreme(turn: Turn) -> Edit | None:
    """`which one is the heaviest?`; `and the lowest?`, of what was ranked or averaged."""
    told = saying.extreme(turn.core, turn.lexicon)
    if told is None:
        return None
    word, asks_row = told
    form = turn.form
    if asks_row:
        if form.group_by or form.limit is not None:
            return NOTHING
        which, be = turn.words["which_rows"], turn.words["is_the"]
        texts = (f"{which} {end} {be} {word}" for end in turn.suffixes())
        return Edit(texts, lambda made: _is_foremost(made, form))
    ends = [entry.detail for _, entry in turn.lexicon.matches((folded(word),), 0) if entry.klass == "superlative"]
    if form.group_by and changes.figures(form) and ends:  # of the groups, and not of what each is made of
        ranked = form.limit is not None or form.order_by
        return NOTHING if ranked else foremost.first_of_each(turn, 1, from_end=ends[0] == "min")
    row = foremost.row_of(form)
    if row is not None and turn.is_of(folded(word), "aggregate"):
        return foremost.made_of_all(turn, row, word)
    if form.limit == 1 and form.order_by and not form.group_by:
        return Edit(_said_anew(turn, word), lambda made: _is_other_end(made, form))
    if [figure.of is not None for figure in changes.figures(form)] == [True]:
        return Edit(_said_anew(turn, word), lambda made: _is_made_so(made, form))
    return NOTHING


def _said_anew(turn: Turn, word: str) -> Iterator[str]:
    """The question before with another word for what is made of its rows."""
    for token in turn.tokens:
        if turn.is_of(token.folded, "aggregate", "superlative", "superlative_count", "sum_word", "total"):
            yield f"{turn.plain[: token.start]}{word}{turn.plain[token.end :]}"


def _is_foremost(form: Form, before: Form) -> bool:
    same = form.table == before.table and changes.same_rows(form, before.where)
    return same and form.limit == 1 and len(form.order_by) == 1 and changes.is_list(form)


def _is_other_end(form: Form, before: Form) -> bool:
    rest = [changes.but(each, "order_by") for each in (form, before)]
    by = [[order.by for order in each.order_by] for each in (form, before)]
    return rest[0] == rest[1] and by[0] == by[1] and form.order_by != before.order_by


def _is_made_so(form: Form, before: Form) -> bool:
    """Whether something else is made of the same column."""
    made, old = changes.figures(form), changes.figures(before)
    same = changes.but(form, "outputs", "order_by") == changes.but(before, "outputs", "order_by")
    one = len(made) == len(old) == 1 and len(form.outputs) == len(before.outputs)
    return same and one and made[0].of == old[0].of and made[0].function != old[0].function != Function.COUNT
