"""A piece of the question before is named anew, or one is added.

Each piece is replaced in turn; what reads is kept. One form, or one of the same build as before, is what is meant; of
several, none is guessed. Nothing that was said before falls away: what goes has something of its kind in its place.
"""

from collections.abc import Iterator

from arch_team.featuredata.calls import Op
from arch_team.following import changes
from arch_team.following.turn import Parts, Reads, words_of
from arch_team.forms.form import Compare, Form, Given, Member
from arch_team.text.folding import folded
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import tokens_of


def spliced(before: str, core: str, lexicon: Lexicon, reads: Reads, parts: Parts) -> str | None:
    """The question before with a piece of it said anew, or with one more."""
    earlier = reads(before)[:1]
    if not earlier or not core:
        return None
    plain = before.rstrip(" ?.!")
    values = [*_values(before, earlier[0])]
    pieces = [*dict.fromkeys((*values, *(words for words in parts(before) if words in before)))]
    texts = [*_timed(before, core, lexicon)]
    texts += [
        text for said in _ways(core, lexicon) for words in pieces for text in _replaced(before, words, said, lexicon)
    ]
    bare = _unjoined(core, lexicon)
    valued = [text for words in pieces if bare for text in _replaced(before, words, bare, lexicon)]
    texts += valued
    joints = words_of(lexicon.language)["narrowing"]
    texts += [before.replace(value, f"{joint} {core}", 1) for value in values for joint in joints]
    denies = any(
        entry.klass in ("none", "not", "without")
        for token in tokens_of(core, lexicon.language)
        for _, entry in lexicon.matches((token.folded,), 0)
    )
    found: dict[Form, str] = {}
    for text in dict.fromkeys((*texts, f"{plain} {core}")):
        for form in reads(text)[:1]:
            kept = changes.is_heard(form, earlier[0]) and not changes.drops(form, earlier[0])
            kept = kept and (text not in valued or changes.has_other_value(form, earlier[0]))
            kept = kept and (not denies or changes.denials(form) > changes.denials(earlier[0]))
            if kept and (text in texts or _is_told_more(form, earlier[0])):
                found.setdefault(form, text)
    for blank in (changes.VALUES, (*changes.VALUES, "op")):
        alike = [text for form, text in found.items() if changes.build(form, blank) == changes.build(earlier[0], blank)]
        if len(alike) == 1:
            return alike[0]
    if core.split()[0].casefold() not in lexicon.words("preposition"):  # `and professors?` adds nothing to a clause
        found = {form: text for form, text in found.items() if text in texts} or found
    return next(iter(found.values())) if len(found) == 1 else None


def _is_told_more(form: Form, before: Form) -> bool:
    """Whether what was added tells rows apart: not by a column that they were told by, for in 2020 and in 2021 there is
    none; and not by nothing but that they have to do with others at all."""
    held = [condition.left for condition in before.where if isinstance(condition, Compare)]
    added = [condition for condition in form.where if condition not in before.where]
    twice = any(isinstance(condition, Compare) and condition.left in held for condition in added)
    idle = all(
        (isinstance(c, Compare) and c.op is Op.NOT_NULL)
        or (isinstance(c, Member) and not c.negated and not c.form.where and not c.form.having)
        for c in added
    )
    return not twice and not (idle and changes.but(form, "where") == changes.but(before, "where"))


def _values(before: str, form: Form) -> Iterator[str]:
    """The values that rows are held to, as they were said."""
    for condition in form.where:
        if isinstance(condition, Compare) and isinstance(condition.right, Given):
            at = before.casefold().find(str(condition.right.value).casefold())
            if at >= 0:
                yield before[at : at + len(str(condition.right.value))]


def _ways(core: str, lexicon: Lexicon) -> list[str]:
    """What is said, and what it is without the words that stand for rows: `open`, of `the open ones`; a `check-up`, of
    `check-ups`."""
    spelt = core.split()
    plain = [folded(word) for word in spelt]
    stand = any(word in lexicon.words("thing") for word in plain) or lexicon.has_free_order
    small = {*lexicon.words("thing"), *lexicon.words("determiner")} if stand else set[str]()
    bare = [word for word, flat in zip(spelt, plain, strict=True) if flat not in small]
    one = [*spelt[:-1], noun_stem(plain[-1], lexicon.language)] if not lexicon.has_free_order else spelt
    return [*dict.fromkeys(" ".join(words) for words in (spelt, bare, one) if words)]


def _unjoined(core: str, lexicon: Lexicon) -> str:
    """`Comedy`, of `for Comedy`: what is put in the place of a value, without the words that join it."""
    spelt = core.split()
    joins = {*lexicon.words("preposition"), *lexicon.words("of")} - {*lexicon.words("date_comparator")}
    joins |= {*lexicon.words("of")} | {*words_of(lexicon.language)["small"]}
    if len(spelt) < _LEAST or folded(spelt[0]) not in joins:
        return ""
    rest = spelt[1:]
    while len(rest) > 1 and folded(rest[0]) in lexicon.words("determiner"):
        rest = rest[1:]
    return " ".join(rest)


def _replaced(before: str, words: str, core: str, lexicon: Lexicon) -> Iterator[str]:
    """The question with a piece of it said anew. What stands behind `per` is not meant by a bare name; what joined the
    old piece gives way to what joins the new one."""
    head, tail = before.split(words, 1)
    last, first = "".join(head.split()[-1:]).casefold(), core.split()[0].casefold()
    behind, begins = (word in lexicon.words("each") for word in (last, first))
    if behind != begins:
        return
    without = head.rstrip()[: -len(last)] if last else head
    yield f"{without if last == first or behind else head}{core}{tail}"
    if last != first and all(word in lexicon.words("preposition") for word in (last, first)):
        yield f"{without}{core}{tail}"


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


_LEAST = 2
"""Words of `for Comedy`."""
