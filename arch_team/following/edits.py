"""Follow-ups on any tables that change a form in one way: broken down, narrowed, listed, at another year or place, of
what was shown. Texts are tried, and only one that reads as the form before, changed so and in nothing else, is taken.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Arithmetic, Compare, Either, Figure, Form, Given, Lookup
from arch_team.text.folding import folded
from arch_team.text.leading import narrows
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.packaged import packaged
from arch_team.text.tokens import Token, TokenKind, tokens_of
from arch_team.wire import Language

Reads = Callable[[str], Sequence[Form]]
"""The forms a text may have, the likeliest first."""
Shows = Callable[[Form], Sequence[str]]
"""The texts of the one row that a form gives; none, where it gives none or several."""
ASKS = ("how_many", "request", "who", "what", "aggregate")
"""Classes of words that ask, at the beginning of a question."""
_COUNTS = (Function.COUNT, Function.COUNT_DISTINCT)
_YEARS = range(1900, 2100)


@dataclass(frozen=True)
class FollowForms:
    """One follow-up to one question, whose form is known."""

    before: str
    form: Form
    said: str
    lexicon: Lexicon
    reads: Reads
    shows: Shows
    before_that: str = ""
    """The question before the one before."""

    @property
    def _language(self) -> Language:
        return self.lexicon.language

    @property
    def _words(self) -> "dict[str, list[str]]":
        return packaged(f"lexicon/follow_ups_{self._language}.yaml")

    @property
    def _plain(self) -> str:
        return self.before.rstrip(" ?.!")

    @property
    def _tokens(self) -> tuple[Token, ...]:
        return tokens_of(self._plain, self._language)

    def text(self, core: str) -> str | None:
        """The question that is meant. `core` is what was said without the words that lead on."""
        flat = " ".join(folded(word.strip(",;:?!.")) for word in core.split())
        said = " ".join(folded(word.strip(",;:?!.")) for word in self.said.split())
        if flat in self._words["which_ones"] or said in self._words["which_ones"]:
            return self._first(self._as_list(), self._is_listed)
        if is_of_two(said, self._language):
            return self._of_two(said)
        if (number := self._place(flat)) is not None:
            return self._first(self._with_number(number), lambda form: form == self._limited(number))
        if begins_with_each(core, self._language):
            return self._first(self._broken_down(core), self._is_broken_down)
        if (year := self._year(flat)) is not None:
            own = _years(self._plain, self._language)[0]
            text = f"{self._plain[: own.start]}{year}{self._plain[own.end :]}"
            return self._first(iter((text,)), self._is_dated)
        if self.narrows:
            return self._first(self._narrowed(core), self._is_narrowed)
        return self._of_what_was_shown() if pronouns_in(self.said, self._language) else None

    @property
    def narrows(self) -> bool:
        return narrows(self.said, self._language)

    def _first(self, texts: Iterator[str], fits: Callable[[Form], bool]) -> str | None:
        return next((text for text in texts for form in self.reads(text)[:1] if fits(form)), None)

    def _of_two(self, said: str) -> str | None:
        """The two questions before as one, where they differ in a value and in nothing else."""
        other = next(iter(self.reads(self.before_that)), None) if self.before_that else None
        rest = {"where": ()}
        if other is None or other.model_copy(update=rest) != self.form.model_copy(update=rest) or self.form.group_by:
            return None
        mine = [c for c in self.form.where if c not in other.where]
        theirs = [c for c in other.where if c not in self.form.where]
        if len(mine) != 1 or len(theirs) != 1:
            return None
        one, two = mine[0], theirs[0]
        if not (isinstance(one, Compare) and isinstance(two, Compare)) or (one.left, one.op) != (two.left, two.op):
            return None
        words = cast("dict[str, str]", self._words)
        if any(word in self._words["set_apart"] for word in said.split()):
            sides = (self._without("request"), self._without("request", text=self.before_that.rstrip(" ?.!")))
            text = words["difference_of"].format(*sides)
            return self._first(iter((text,)), lambda form: _is_difference(form, self.form, other))
        if not (isinstance(one.right, Given) and isinstance(two.right, Given)):
            return None
        names = [str(one.right.value), str(two.right.value)]
        text = self._plain.replace(names[0], words["and"].join(names), 1)
        return self._first(iter((text,)), lambda form: _is_either(form, one, two))

    # texts

    def _as_list(self) -> Iterator[str]:
        rest = self._without_request()
        which = cast("dict[str, str]", self._words)["which_rows"]
        yield f"{which} {rest}"

    def _with_number(self, number: int) -> Iterator[str]:
        for token in self._tokens[1:]:
            yield f"{self._plain[: token.start]}{number} {self._plain[token.start :]}"

    def _broken_down(self, core: str) -> Iterator[str]:
        each = cast("dict[str, str]", self._words)["each_of"]
        name = " ".join(core.split()[1:])
        if not self.form.group_by:
            yield f"{self._plain} {core}"
            yield f"{self._plain} {each} {name}"
            yield from (f"{self._plain[: t.start]}{each} {name} {self._plain[t.start :]}" for t in self._tokens[1:])
            return
        at = next((t.start for t in self._tokens if t.folded in self.lexicon.words("each")), None)
        if at is not None:
            yield f"{self._plain[:at]}{core}"

    def _narrowed(self, core: str) -> Iterator[str]:
        rest = self._without_of_it(core)
        for joint in ("", *self._words["narrowing"]):
            yield " ".join(f"{self._plain} {joint} {rest}".split())

    def _without_of_it(self, core: str) -> str:
        """What is left of `how many of them are in Bern`."""
        data = cast("dict[str, list[str]]", packaged(f"lexicon/figures_{self._language}.yaml"))
        phrases = [tuple(folded(phrase).split()) for phrase in data["of_it"]]
        tokens = tokens_of(core, self._language)
        words, start = tuple(token.folded for token in tokens), self._asked_until(core)
        gone = {
            place
            for at in range(len(words))
            for phrase in phrases
            if words[at : at + len(phrase)] == phrase
            for place in range(at, at + len(phrase))
        }
        kept = [token for at, token in enumerate(tokens) if token.start >= start and at not in gone]
        return " ".join(token.text for token in kept if token.folded not in self.lexicon.words("be"))

    def _of_what_was_shown(self) -> str | None:
        """`how many orders did they place?`: of whoever the answer showed, or of the rows that were asked for."""
        alone = next(iter(self.reads(self.said)), None)
        spans = pronouns_in(self.said, self._language)
        values = self.shows(self.form) if self.form.limit == 1 else ()
        for value in values[:1]:
            for text in (
                _with(self.said, spans, value),
                *(f"{self._bare(spans)} {j} {value}" for j in self._words["of"]),
            ):
                form = next(iter(self.reads(text)), None)
                if form is not None and form.table == self.form.table and _holds(form, value) and not form.also:
                    whole = alone is None or _outputs(form) == _outputs(alone)
                    if whole and len(form.where) == 1 + (len(alone.where) if alone is not None else 0):
                        return text
        if alone is None or values or alone.table != self.form.table or self.form.limit is not None:
            return None
        tail = self._without_request()
        texts = (f"{self._bare(spans)} {joint} {tail}" for joint in self._words["of"])
        return self._first(
            texts,
            lambda form: _outputs(form) == _outputs(alone) and _same_rows(form, (*alone.where, *self.form.where)),
        )

    def _bare(self, spans: Sequence[tuple[int, int]]) -> str:
        return " ".join(_with(self.said, spans, "").rstrip(" ?.!").split())

    def _without_request(self) -> str:
        """The question before without the words that ask: `orders are open`."""
        return self._without(*ASKS)

    def _without(self, *classes: str, text: str = "") -> str:
        text = text or self._plain
        return text[self._asked_until(text, *classes) :].strip()

    def _asked_until(self, text: str, *classes: str) -> int:
        tokens = tokens_of(text, self._language)
        words = tuple(token.folded for token in tokens)
        found = self.lexicon.matches(words, 0) if words else ()
        end = max((end for end, entry in found if entry.klass in (classes or ASKS)), default=0)
        return tokens[end - 1].end if end else 0

    # whether a form is the one before, changed so

    def _is_listed(self, form: Form) -> bool:
        counted = [o.value for o in self.form.outputs if isinstance(o.value, Figure) and o.value.function in _COUNTS]
        plain = not any(isinstance(output.value, Figure) for output in form.outputs) and bool(counted)
        return plain and form.table == self.form.table and _same_rows(form, self.form.where) and not form.group_by

    def _limited(self, number: int) -> Form:
        return self.form.model_copy(update={"limit": number})

    def _is_broken_down(self, form: Form) -> bool:
        same = form.table == self.form.table and _same_rows(form, self.form.where)
        figures = [o.value for o in form.outputs if isinstance(o.value, Figure)]
        old = [o.value for o in self.form.outputs if isinstance(o.value, Figure)]
        many = len(form.group_by) == max(1, len(self.form.group_by))
        return same and bool(figures) and figures == old and many and form.group_by != self.form.group_by

    def _is_narrowed(self, form: Form) -> bool:
        added = [condition for condition in form.where if condition not in self.form.where]
        kept = all(condition in form.where for condition in self.form.where)
        rest = {"where": ()}
        return kept and bool(added) and form.model_copy(update=rest) == self.form.model_copy(update=rest)

    def _is_dated(self, form: Form) -> bool:
        rest = {"where": ()}
        columns = [c.left for c in form.where if isinstance(c, Compare)]
        old = [c.left for c in self.form.where if isinstance(c, Compare)]
        same = form.model_copy(update=rest) == self.form.model_copy(update=rest)
        return same and columns == old and form.where != self.form.where

    # what is said

    def _place(self, flat: str) -> int | None:
        """The place in a ranking that is named, after a ranking for one."""
        words = [
            w for w in flat.split() if w not in self.lexicon.words("determiner") and w not in self._words["who_is"]
        ]
        ordinals = cast("dict[str, int]", self._words["ordinals"])
        forms = {f"{stem}{end}": n for stem, n in ordinals.items() for end in self._words["ordinal_ends"]}
        if self.form.limit is None or not self.form.order_by or not words:
            return None
        if len(words) == 2 and words[0] in self._words["places"]:
            number = self.lexicon.number_words.get(words[1], int(words[1]) if words[1].isdigit() else 0)
        else:
            number = forms.get(" ".join(words), 0)
        return number if number > 1 else None

    def _year(self, flat: str) -> str | None:
        """Another year in place of the one of the question before: `and 2024?`, `the year before`."""
        own = _years(self._plain, self._language)
        if len(own) != 1:
            return None
        words = flat.split()
        named = [token.text for token in _years(flat, self._language)]
        small = {*self.lexicon.words("preposition"), *self.lexicon.words("determiner"), *self._words["before_times"]}
        if len(named) == 1 and all(word in small for word in words if word not in named):
            return named[0]
        phrases = cast("dict[str, list[str]]", packaged(f"lexicon/figures_{self._language}.yaml"))["year_before"]
        return str(int(own[0].text) - 1) if flat in {folded(phrase) for phrase in phrases} else None


def begins_with_each(core: str, language: Language) -> bool:
    """`per city`, `nach Sparte`: a breakdown, of what was asked."""
    words = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{language}.yaml"))
    first = folded(core.split()[0]) if core else ""
    return first in lexicon_of(language).words("each") or first in words["by_each"]


def points(said: str, core: str, language: Language) -> bool:
    """Whether a text speaks of what was asked or shown before."""
    words = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{language}.yaml"))
    flat = " ".join(folded(word.strip(",;:?!.")) for word in core.split())
    whole = " ".join(folded(word.strip(",;:?!.")) for word in said.split())
    listed = flat in words["which_ones"] or whole in words["which_ones"]
    return listed or is_of_two(whole, language) or bool(pronouns_in(said, language)) or begins_with_each(core, language)


def pronouns_in(said: str, language: Language) -> list[tuple[int, int]]:
    """Where a text speaks of what was named before, and not in it: `their total amount`, `is er`."""
    words = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{language}.yaml"))
    tokens = [token for token in tokens_of(said, language) if token.kind is not TokenKind.SIGN]
    joined = next((at for at, token in enumerate(tokens) if at > 1 and token.folded in words["joins"]), len(tokens))
    found = [
        (token.start, token.end)
        for at, token in enumerate(tokens)
        if at <= joined and token.folded in words["anaphors"] and not (token.is_capital and at)
    ]
    last = tokens[-1] if tokens else None
    if last is not None and last.folded in words["at_the_end"]:
        found.append((last.start, last.end))
    return found


def _with(said: str, spans: Sequence[tuple[int, int]], text: str) -> str:
    for start, end in sorted(set(spans), reverse=True):
        said = said[:start] + text + said[end:]
    return said


def _years(text: str, language: Language) -> list[Token]:
    tokens = tokens_of(text, language)
    return [token for token in tokens if token.text.isdigit() and int(token.text) in _YEARS]


def _outputs(form: Form) -> list[object]:
    return [output.value for output in form.outputs]


def _holds(form: Form, value: str) -> bool:
    """Whether rows are told by a value."""
    return any(isinstance(c, Compare) and isinstance(c.right, Given) and c.right.value == value for c in form.where)


def is_of_two(said: str, language: Language) -> bool:
    """`how many more is that?`, `both together`: nothing but that two are set against each other, or put together."""
    data = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{language}.yaml"))
    words, two = said.split(), {*data["set_apart"], *data["put_together"]}
    return any(word in two for word in words) and all(word in two or word in data["beside"] for word in words)


def _same_rows(form: Form, where: Sequence[object]) -> bool:
    """Whether rows are told by the same. That there is a value to break down by, a breakdown says too."""
    told = [c for c in form.where if c in where or not (isinstance(c, Compare) and c.op is Op.NOT_NULL)]
    return len(told) == len(where) and all(condition in told for condition in where)


def _is_either(form: Form, one: Compare, two: Compare) -> bool:
    return any(isinstance(c, Either) and len(c.of) == 2 and one in c.of and two in c.of for c in form.where)


def _is_difference(form: Form, one: Form, other: Form) -> bool:
    """Whether a form is the figure of one less that of the other."""
    made = form.outputs[0].value if form.outputs else None
    if not isinstance(made, Arithmetic) or made.operation != "difference" or not isinstance(made.right, Lookup):
        return False
    return made.left == one.outputs[0].value and form.where == one.where and made.right.form.where == other.where
