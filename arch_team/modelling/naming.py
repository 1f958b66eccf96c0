"""From an identifier to the names people may use for it: `emp_fname` in EMPLOYEE is also `first name`.

Every name has a tier: 0 for the identifier's own words, 1 where the table's word or a code word is left out or the
words are turned round, 2 for its last words, 3 for another part of it. A reader prefers lower tiers, and never takes a
part where a whole fits.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from arch_team.featuredata.naming import parts_of
from arch_team.modelling.apart import put_together, taken_apart
from arch_team.text.dates import is_part_of_when
from arch_team.text.folding import folded, loosely_folded
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import noun_stem

EXACT, SHORTENED, PARTIAL, FRAGMENT = 0, 1, 2, 3
_SHORTEST, _LIKE = 3, 5
"""Letters of a part of a compound, and those by which it is known to be a word of the table's name."""
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_ANY = "xxxx"
"""What may stand before the last part of a compound."""
_WRITTEN_OUT = 6
"""Ways in which the short words of a name are written out."""


@dataclass(frozen=True, slots=True)
class Name:
    """Stemmed words, in order, and how far they are from the identifier."""

    words: tuple[str, ...]
    tier: int


def identifier_words(identifier: str) -> tuple[str, ...]:
    """The words of a name in snake or camel case, folded: `CustomerID` is customer, id."""
    return tuple(folded(word) for word in parts_of(identifier))


class Namer:
    """Makes the names of one language's identifiers."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._linking = lexicon.words("preposition") | lexicon.words("and")
        self._ranking = lexicon.words("superlative")
        self._units = lexicon.words("unit_suffix")

    def stems(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(noun_stem(word, self._lexicon.language) for word in words)

    def _expanded(self, words: tuple[str, ...]) -> tuple[str, ...]:
        out: list[str] = []
        for word in words:
            out += self._lexicon.abbreviations.get(word, word).split()
        return tuple(out)

    def _written_out(self, raw: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """All that a name may be short for: the `best` of `lag_best` is a Bestand as well as a Bestellung."""
        chosen = (self._lexicon.abbreviated.get(word, (word,)) for word in raw)
        for words in islice(product(*chosen), _WRITTEN_OUT):
            yield tuple(part for word in words for part in word.split())

    def _joined(self, raw: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """A name of two words as the one word it is, where a language writes them together: the `RahmenNummer` is a
        Rahmennummer, a `kd_nr` a Kundennummer."""
        for words in (raw, *self._written_out(raw)) if len(raw) == 2 else ():
            if len(words) == 2 and all(len(w) >= _SHORTEST and w.isalpha() for w in words):
                yield from ((words[0] + joint + words[1],) for joint in self._lexicon.joining)

    def of_table(self, identifier: str) -> tuple[Name, ...]:
        return self._in_each_spelling(identifier_words(identifier), self._of_table)

    def of_field(self, identifier: str, table: str) -> tuple[Name, ...]:
        owners = self._spellings(identifier_words(table))
        owner = self.stems(self._expanded(owners[min(1, len(owners) - 1)]))
        names = self._in_each_spelling(identifier_words(identifier), lambda words: self._of_field(words, owner))
        bare = _BRACKETS.sub("", identifier).strip()  # the `Quiz 1` of `Quiz 1 (20)`
        words = self.stems(self._expanded(identifier_words(bare))) if bare != identifier else ()
        known = any(name.words == words and name.tier <= SHORTENED for name in names)
        names = names if known or not words else (*names, Name(words, SHORTENED))
        said = {name.words for name in names}
        turned = (self.stems(each) for each in self._turned(identifier_words(identifier)))
        return (*names, *(Name(each, SHORTENED) for each in dict.fromkeys(turned) if each not in said))

    def _turned(self, raw: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """A name of two words as the one word it is the other way round: an `anteil_klient` is a Klientenanteil."""
        if len(raw) == 2 and not any(word in self._lexicon.words("preposition") for word in raw):
            yield from self._joined((raw[1], raw[0]))

    def _in_each_spelling(
        self, raw: tuple[str, ...], named: Callable[[tuple[str, ...]], dict[tuple[str, ...], int]]
    ) -> tuple[Name, ...]:
        names: dict[tuple[str, ...], int] = {}
        for words in self._spellings(raw):
            for name, tier in named(words).items():
                _add(names, name, tier)
        return tuple(Name(words, tier) for words, tier in names.items())

    def _spellings(self, raw: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """An identifier as it is written, and as it is meant: `stoerung` is a Störung, `kundennr` a Kundennummer."""
        if not self._lexicon.joining:
            apart, joined = taken_apart(raw, self._lexicon), put_together(raw, self._lexicon)
            others = (words for words in self._written_out(raw) if words != self._expanded(raw))
            return tuple(dict.fromkeys((raw, apart, *others, *(((joined,),) if joined is not None else ()))))
        meant = tuple(loosely_folded(word) for word in raw)
        for short, long in self._lexicon.abbreviated_endings.items():
            meant = tuple(w.removesuffix(short) + long if w.endswith(short) and w != short else w for w in meant)
        apart = (words for words in self._written_out(meant) if words != self._expanded(meant))
        return tuple(dict.fromkeys((raw, meant, *apart, *self._joined(meant))))

    def _of_table(self, raw: tuple[str, ...]) -> dict[tuple[str, ...], int]:
        while len(raw) > 1 and raw[0] in self._lexicon.prefixes:
            raw = raw[1:]
        whole = EXACT
        while len(raw) > 1 and raw[-1] in self._lexicon.words("preposition"):
            raw, whole = raw[:-1], PARTIAL  # `enrolled_in` is what rows do, not what they are called
        names: dict[tuple[str, ...], int] = {}
        plain = self._without_when(raw)
        for words in dict.fromkeys((plain, self._expanded(plain))) if plain != raw else ():
            _add(names, self.stems(words), max(whole, SHORTENED))
        for words in dict.fromkeys((raw, self._expanded(raw))):
            base = self.stems(words)
            _add(names, base, whole)
            for rotated in self._rotated(base):
                _add(names, rotated, SHORTENED)
            for part in self._conjuncts(base):
                _add(names, part, SHORTENED)
            for start in range(len(base)):
                for end in range(start + 1, len(base) + 1):
                    if self._stands_alone(base[start:end]):
                        _add(names, base[start:end], PARTIAL if end == len(base) else FRAGMENT)
        self._add_synonyms(names)
        return names

    def _without_when(self, raw: tuple[str, ...]) -> tuple[str, ...]:
        """Without what says of which time a table is, or that it is one: `members_2024`, `export_orders`."""

        def is_added(word: str) -> bool:
            return is_part_of_when(word) or word in self._lexicon.words("holder_noun")

        while len(raw) > 1 and is_added(raw[-1]):
            raw = raw[:-1]
        while len(raw) > 1 and is_added(raw[0]):
            raw = raw[1:]
        return self._listed(raw) or raw

    def _listed(self, raw: tuple[str, ...]) -> tuple[str, ...] | None:
        """Those whom a list is of: the members of a `member list`, of a Mitgliederliste. None: it is none of people."""
        people, lists = self._lexicon.words("person_noun"), self._lexicon.words("list_noun")
        if len(raw) > 1 and raw[-1] in lists and self.stems(raw[-2:-1])[0] in people:
            return raw[:-1]
        last = raw[-1] if raw else ""
        listed = (last.removesuffix(each) for each in lists if last.endswith(each) and last != each)
        found = next((each for each in listed if self.stems((each,))[0] in people), None)
        return None if found is None else (*raw[:-1], found)

    def _of_field(self, raw: tuple[str, ...], owner: tuple[str, ...]) -> dict[tuple[str, ...], int]:
        if not raw:
            return {}  # a name of nothing but signs
        joined = "".join(raw)
        if joined in self._lexicon.abbreviations:
            raw = (joined,)
        names: dict[tuple[str, ...], int] = {}
        for words in dict.fromkeys((raw, self._expanded(raw))):
            _add(names, self.stems(words), EXACT)
        for words in dict.fromkeys((raw, self._without_prefix(raw, owner))):
            base = self.stems(self._expanded(words))
            _add(names, base, EXACT if words == raw else SHORTENED)
            short = self._without_owner(base, owner)
            for own in dict.fromkeys((base, short)):
                is_done = len(base) == 2 and own == base[:1] and base[1] in self._linking
                tier = PARTIAL if is_done else SHORTENED  # `created_at` is when it was created, not what it is called
                _add(names, own, tier)
                turned = self._rotated(own) if own[0] not in owner else []
                for shape in (own, *turned):
                    _add(names, shape, tier)
                    _add(names, self._without_suffix(shape), tier)
                self._add_parts(names, own)
        measured = [name for name in names if name[-1] in self._units and not set(name[:-1]) <= set(owner)]
        for name in [name for name in measured if self._stands_alone(name[:-1])]:  # a `weight_kg` is a weight
            _add(names, name[:-1], max(names[name], SHORTENED))
        for word in [name[0] for name in tuple(names) if len(name) == 1]:
            for ending in self._lexicon.count_endings:
                if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:  # a Bettenzahl is how many beds
                    _add(names, self.stems((word.removesuffix(ending),)), SHORTENED)
        for name in [n for n in names if len(n) == 2 and n[1].endswith(self._lexicon.participle_endings)]:
            _add(names, (name[1], name[0]), max(names[name], SHORTENED))  # `pieces missing` are missing pieces
        owners = [Name(owner[-1:], EXACT)]
        for name in [n for whole in tuple(names) for n in self.tails(whole, owners)]:
            _add(names, name.words, name.tier)
        self._add_synonyms(names)
        return names

    def tails(self, words: tuple[str, ...], owners: Iterable[Name]) -> Iterator[Name]:
        """What a compound noun is called without its first part: the number of `Kundennummer`, said of a customer."""
        if not self._lexicon.joining or len(words) != 1:
            return
        word = words[0]
        for klass in ("generic_noun", "time_noun", "code_noun", "place_noun", "money_noun", "kind_noun"):
            for tail in self._lexicon.words(klass):
                ending = self.tail(tail)
                head = word.removesuffix(ending)
                if not ending or head == word or len(head) < _SHORTEST:
                    continue
                own = any(head.startswith(owner.words[-1][:_LIKE]) for owner in owners if len(owner.words) == 1)
                yield Name((tail,), SHORTENED if own else PARTIAL)

    def tail(self, word: str) -> str:
        """What is left of a stemmed word at the end of a compound: a Tierart is cut more than an Art. Nothing where
        hardly anything is left."""
        ending = self.stems((_ANY + word,))[0].removeprefix(_ANY)
        return ending if len(ending) > 1 and len(word) - len(ending) < 2 else ""

    def _add_synonyms(self, names: dict[tuple[str, ...], int]) -> None:
        for group in self._lexicon.synonyms:
            stems = [self.stems(phrase) for phrase in group]
            tiers = [names[phrase] for phrase in stems if phrase in names]
            for phrase in stems if tiers else ():
                _add(names, phrase, max(min(tiers), SHORTENED))
            for name, tier in list(names.items()):
                for known in stems:
                    if len(name) > len(known) and name[-len(known) :] == known:
                        for phrase in stems:
                            _add(names, (*name[: -len(known)], *phrase), max(tier, SHORTENED))

    def _add_parts(self, names: dict[tuple[str, ...], int], base: tuple[str, ...]) -> None:
        for start in range(len(base)):
            for end in range(start + 1, len(base) + 1):
                part = base[start:end]
                if self._stands_alone(part):
                    _add(names, part, PARTIAL if end == len(base) else FRAGMENT)

    def _stands_alone(self, part: tuple[str, ...]) -> bool:
        """Whether a part of a name can be one: it neither begins nor ends with a linking word or a bare number, and no
        word that ranks is one."""
        edges = {part[0], part[-1]}
        if len(part) == 1 and (part[0] in self._ranking or is_part_of_when(part[0])):
            return False  # the first of `first name` says which comes first, the February of a cash book when it was
        return not edges & self._linking and not any(edge.isdecimal() or len(edge) < 2 for edge in edges)

    def _conjuncts(self, base: tuple[str, ...]) -> list[tuple[str, ...]]:
        parts: list[tuple[str, ...]] = []
        current: list[str] = []
        for word in (*base, ""):
            if word in self._lexicon.words("and") or not word:
                if current and len(current) < len(base):
                    parts.append(tuple(current))
                current = []
            else:
                current.append(word)
        return parts

    def _rotated(self, base: tuple[str, ...]) -> list[tuple[str, ...]]:
        """`date of birth` as `birth date`, `birth date` as `date of birth`."""
        for at, word in enumerate(base):
            if 0 < at < len(base) - 1 and word in self._lexicon.words("rotating"):
                return [(*base[at + 1 :], *base[:at]), base[:at]] if at == 1 else [(*base[at + 1 :], *base[:at])]
        if len(base) == 2 and base[1] not in self._lexicon.words("code_noun"):
            return [(base[1], self._lexicon.of_word, base[0])]
        if len(base) > 2 and base[-1] in self._lexicon.words("time_noun"):
            return [(base[-1], self._lexicon.of_word, *base[:-1])]  # the year of the last eruption
        return []

    def _without_prefix(self, words: tuple[str, ...], owner: tuple[str, ...]) -> tuple[str, ...]:
        """Without a first word that only says the table's name again, perhaps shortened to its first letters."""
        if len(words) < 2:
            return words
        first = words[0]
        initials = "".join(word[0] for word in owner if word)
        expanded = self.stems(self._expanded((first,)))
        short = any(word.startswith(first) for word in owner) or first == initials
        if expanded[0] in owner or (short and (len(first) > 1 or words[1:] != ("id",))):
            return words[1:]
        return words

    def _without_owner(self, base: tuple[str, ...], owner: tuple[str, ...]) -> tuple[str, ...]:
        left = [word for word in base if word not in owner]
        while left and left[-1] in self._linking:
            left.pop()
        while left and left[0] in self._linking:
            left.pop(0)
        return tuple(left) or base

    def _without_suffix(self, base: tuple[str, ...]) -> tuple[str, ...]:
        return base[:-1] if len(base) > 1 and base[-1] in self._lexicon.code_suffixes else base


def _add(names: dict[tuple[str, ...], int], words: tuple[str, ...], tier: int) -> None:
    if words and (words not in names or names[words] > tier):
        names[words] = tier


def best_names(names: Sequence[Name]) -> list[Name]:
    """The names a table is meant by, or the nearest to one."""
    nearest = max(SHORTENED, min((name.tier for name in names), default=SHORTENED))
    return [name for name in names if name.tier <= nearest]
