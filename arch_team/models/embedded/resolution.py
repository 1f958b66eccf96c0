"""What the words of a question mean in these books: accounts, contacts, towns, slips of the finger, or nothing."""

import re
from collections.abc import Generator
from dataclasses import dataclass, replace
from itertools import pairwise

from rapidfuzz import fuzz, process

from arch_team.models.embedded.accounts import (
    AccountSet,
    Placed,
    holds,
    mentioned_sets,
    number_set,
    numbered_sets,
)
from arch_team.models.embedded.chart_names import (
    GROUP,
    adjusted,
    called_in,
    exactly,
    front_named,
    group_of,
    instead,
    without_glosses,
)
from arch_team.models.embedded.directory import (
    Account,
    Contact,
    accounts_named,
    address_book,
    chart,
    name_parts,
)
from arch_team.models.embedded.neighbours import (
    KEEPS_APART,
    are_apart,
    beside,
    is_another,
    is_loan_of,
    only_says_spent,
    together_with,
    with_a_neighbour,
)
from arch_team.models.embedded.plan import Ask, Found, Outcome, ToolCall
from arch_team.models.embedded.shares import whole_of
from arch_team.models.embedded.texts import Voice
from arch_team.reading.cues import glossary
from arch_team.reading.lexicon import fillers
from arch_team.reading.question import QuestionReader, Reading
from arch_team.reading.spelling import nearest
from arch_team.reading.wording import countries
from arch_team.reading.words import Span, Word, folded, overlaps, words_of

MOST_CHOICES = 12
SIMILAR_AT = 70
SHORTEST_NAME = 3
_TOWARDS = re.compile(r"\b(?:with|mit|bei|beim|from|by)\s+(?:the |der |dem |den |die )?$")
_BILL = re.compile(r"(\w{4,}?)-?(?:rechnung(?:en)?|gebuhr(?:en)?)")
"""`Telefonrechnung`: what is paid for stands in front."""
_CLOSING_CLASS = "9"
"""Helper accounts for closing the books: nobody means them by a name."""
_PLURAL_ACCOUNTS = ("konten", "accounts")
_CURRENCY_ACCOUNT = re.compile(r"(eur|euro|chf|franken|usd|dollar)-?(?:bank)?-?(konto|konten|account)s?")
_CURRENCIES = {"eur": "EUR", "euro": "EUR", "chf": "CHF", "franken": "CHF", "usd": "USD", "dollar": "USD"}


@dataclass(frozen=True, slots=True)
class Question:
    """A question with all its words explained, or named as not understood."""

    reading: Reading
    sets: list[AccountSet]
    without: list[AccountSet]
    """Sets the question leaves out: `Aufwand ohne Abschreibungen`."""
    whole: AccountSet | None = None
    """What a share is of: `share of revenue`, `Anteil am Umsatz`."""
    is_list: bool = True
    """The sets are named one after the other (`rent, phone and insurance`), not one inside the other."""
    contacts: tuple[str, ...] = ()
    is_supplier: bool = False
    """The contact is one that the company buys from."""
    cities: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    """Unknown words that look like verbs: they may choose rows, they do not change which account is meant."""
    similar: tuple[str, ...] = ()
    slips: tuple[tuple[str, str], ...] = ()
    """Words and what they were read as."""

    @property
    def countries(self) -> tuple[str, ...]:
        return tuple(name for name in countries() if _country(name).search(self.reading.flat))[:1]

    @property
    def contact(self) -> str | None:
        return self.contacts[0] if self.contacts else None


_Resolved = Generator[ToolCall, Found, Question | Outcome]


@dataclass(frozen=True, slots=True)
class Resolution:
    reader: QuestionReader
    voice: Voice

    def resolve(self, reading: Reading) -> _Resolved:
        """Looks up in the data only what the words alone do not tell."""
        placed = mentioned_sets(reading)
        left = _to_look_up(reading)
        told = not left and "book_value" not in reading.cues
        if reading.accounts or reading.ranges:
            if told and not reading.verbs:
                return self._question(reading, placed)
        elif told and not placed:
            return self._question(reading, placed)
        accounts = yield from chart()
        placed = [exactly(one, accounts, reading) for one in placed]
        called = called_in(reading, accounts)
        if not left and not reading.verbs:
            return self._question(reading, adjusted(instead(placed, called), accounts, reading))
        contacts = yield from address_book()
        return self._looked_up(reading, placed, left, accounts, contacts)

    def _looked_up(
        self,
        reading: Reading,
        placed: list[Placed],
        left: list[Word],
        accounts: tuple[Account, ...],
        contacts: tuple[Contact, ...],
        slips: tuple[tuple[str, str], ...] = (),
    ) -> Question | Outcome:
        people, spots = _people(reading, left, contacts)
        if len(people) == 1:
            left = [word for word in left if word.span not in spots]
            placed = [one for one in placed if not any(s <= one.start and one.end <= e for s, e in spots)]
        found = called_in(reading, accounts)
        placed = [one for one in instead(placed, found) if one not in found]
        left = [word for word in left if not overlaps(word.span, [(one.start, one.end) for one in found])]
        unknown: list[Word] = []
        cities: list[str] = []
        clashing: list[Word] = []
        several: list[tuple[Word, list[Account]]] = []
        grouped = bool(GROUP.search(reading.flat))
        for word in left:
            named = _candidates(word, beside(word, placed, reading), accounts, reading)
            if any(_is_given(account.number, reading) for account in named):
                continue
            if named and word.folded in glossary() and _TOWARDS.search(reading.flat[: word.start]):
                called = [c for c in contacts if word.folded in c.parts]
                if called and not people:
                    choices = (*(c.name for c in called), *(a.said for a in named))[:MOST_CHOICES]
                    said = word.text
                    which = self.voice(f"Wer oder was ist mit «{said}» gemeint?", f"Who or what is meant by “{said}”?")
                    return Ask(which, choices)
            group = group_of(word.text, accounts, grouped)
            if group and (grouped or not named):
                found.append(Placed(group, word.start, word.end, text=reading.flat))
                continue
            if len(named) > 1 and not word.folded.endswith(_PLURAL_ACCOUNTS):
                several.append((word, named))
            elif named:
                text = reading.flat
                found += [Placed(number_set(a.number, a.name), word.start, word.end, text=text) for a in named]
            elif accounts_named(word.text, accounts):
                clashing.append(word)
            elif city := next((c.city for c in contacts if _is_city(word.folded, c.city)), None):
                cities.append(city)
            else:
                unknown.append(word)
        for word, named in several:
            longer = with_a_neighbour(word, named, found)
            if longer is not None:
                account, neighbour = longer
                found = [one for one in found if one is not neighbour]
                found.append(Placed(number_set(account.number, account.name), word.start, word.end, text=reading.flat))
        numbers = {one.accounts.label_number for one in found}
        for word, named in several:
            if not numbers & {account.number for account in named}:
                return self._which(word.text, named)
        single, _ = _people(reading, unknown, contacts, single=True)
        if not people and single:
            people = single
            unknown = [w for w in unknown if not any(_is_part(w.folded, c) for c in single)]
        unknown += clashing
        if len(people) > 1:
            said = " ".join(w.text for w in left if any(_is_part(w.folded, c) for c in people))
            choices = tuple(person.name for person in people[:MOST_CHOICES])
            return Ask(self.voice(f"Wer ist mit «{said}» gemeint?", f"Who is meant by “{said}”?"), choices)
        if (unknown or reading.verbs) and not slips:
            respelt = self._respelt(reading, unknown, accounts, contacts)
            if respelt is not None:
                corrected, slips = respelt
                again = [exactly(one, accounts, corrected) for one in mentioned_sets(corrected)]
                return self._looked_up(corrected, again, _to_look_up(corrected), accounts, contacts, slips)
        if any(one.accounts.label_number.startswith("69") for one in found):
            interest = [one for one in found if one.accounts.label_number.startswith("69")]
            placed = [one for one in placed if not is_loan_of(one, interest)]  # interest on the loan is one thing
        question = self._question(reading, adjusted(together_with(found, placed, reading), accounts, reading))
        return replace(
            question,
            contacts=tuple(person.name for person in people),
            is_supplier=bool(people) and people[0].kind == "supplier",
            cities=tuple(dict.fromkeys(cities)),
            unknown=tuple(word.text for word in unknown),
            similar=_similar(unknown, accounts, contacts),
            slips=slips,
        )

    def _question(self, reading: Reading, placed: list[Placed]) -> Question:
        numbered = numbered_sets(reading)
        named = without_glosses(sorted(placed, key=lambda one: one.start), reading.flat)
        whole = whole_of(named, reading.flat)
        if numbered:
            wholes = [one for one in named if holds(one.accounts, numbered[0].label_number) and "share" in reading.cues]
            said = [one for one in wholes if one is whole]
            shared = bool(reading.cues & {"share", "percent"})
            others = [one for one in named if shared and one.accounts.is_single and not one.is_own]
            others += [one for one in named if one not in others and is_another(one, reading)]
            named = [one for one in named if one.is_excluded or one in others or one in (said or wholes)[-1:]]
        keeps = bool(reading.cues & KEEPS_APART)
        named = [one for one in named if not only_says_spent(one, named, keeps)]
        sets = [*numbered, *(one.accounts for one in named if not one.is_excluded)]
        unique = [one for i, one in enumerate(sets) if not any(one.filters == other.filters for other in sets[:i])]
        if "owed" in reading.cues and len(unique) > 1:
            unique = [one for one in unique if one.is_credit and not one.is_flow] or unique
        pairs = pairwise(named)
        is_list = all(are_apart(one, two) or one.accounts.filters == two.accounts.filters for one, two in pairs)
        verbs = tuple(word.text for word in reading.verbs if not overlaps(word.span, _places(reading)))
        without = [one.accounts for one in named if one.is_excluded]
        return Question(reading, unique, without, whole.accounts if whole else None, is_list, verbs=verbs)

    def _which(self, said: str, named: list[Account]) -> Ask:
        choices = tuple(account.said for account in named[:MOST_CHOICES])
        return Ask(
            self.voice(f"Welches Konto ist mit «{said}» gemeint?", f"Which account is meant by “{said}”?"), choices
        )

    def _respelt(
        self, reading: Reading, unknown: list[Word], accounts: tuple[Account, ...], contacts: tuple[Contact, ...]
    ) -> tuple[Reading, tuple[tuple[str, str], ...]] | None:
        """The question with its slips mended, and what was mended."""
        nouns = self.reader.vocabulary | frozenset(name_parts(accounts, contacts))
        text, slips = reading.text, list[tuple[str, str]]()
        for word in sorted((*unknown, *reading.verbs), key=lambda w: -w.start):
            is_name = word in reading.verbs or (word.text[0].isupper() and word.start > 0)
            meant = nearest(word.text, nouns) or (None if is_name else nearest(word.text, fillers(), at_most=1))
            if meant is None or reading.text[word.start : word.end] != word.text:
                continue
            shown = meant.capitalize() if word.text[0].isupper() else meant
            text = text[: word.start] + shown + text[word.end :]
            if meant not in fillers():
                slips.append((word.text, shown))
        return (self.reader.read(text), tuple(reversed(slips)) or (("", ""),)) if text != reading.text else None


def _to_look_up(reading: Reading) -> list[Word]:
    """Words that nothing explains, without those for a country."""
    return [word for word in reading.loose if not overlaps(word.span, _places(reading))]


def _places(reading: Reading) -> list[Span]:
    """Where the question names a country."""
    return [match.span() for name in countries() for match in _country(name).finditer(reading.flat)]


def _country(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}\w{{0,3}}\b")


def _is_given(number: str, reading: Reading) -> bool:
    """Whether the question names the account by its number, so that words may describe it."""
    if "share" in reading.cues:
        return number in reading.accounts  # a part of the span is named beside it
    return number in reading.accounts or any(low <= number <= high for low, high in reading.ranges)


def _candidates(word: Word, beside: list[Placed], accounts: tuple[Account, ...], reading: Reading) -> list[Account]:
    """Accounts by a word, kept to the sets beside it: `licence revenue`, `Kosten für Lizenzen`."""
    currency = _CURRENCY_ACCOUNT.fullmatch(word.folded)
    if currency:
        return [a for a in accounts if a.number.startswith("102") and a.currency == _CURRENCIES[currency[1]]]
    if len(word.folded) < SHORTEST_NAME and word.folded not in glossary():
        return []
    accounts = tuple(a for a in accounts if a.number[0] != _CLOSING_CLASS)
    spans = [one.accounts for one in beside if not one.is_result]
    named = accounts_named(word.text, accounts, lambda number: all(holds(one, number) for one in spans))
    named = named or accounts_named(word.text, accounts)
    inside = [one for one in beside if word.start <= one.start and one.end <= word.end]
    if not named and inside:
        front = word.text[: inside[-1].start - word.start].rstrip("-")
        named = front_named(front, accounts)
        beside = [one for one in beside if one in inside]
    elif not named and (bill := _BILL.fullmatch(word.folded)):
        named = front_named(word.text[: bill.end(1)].rstrip("-"), accounts)
    else:
        beside = [one for one in beside if one not in inside]
    for one in beside:
        named = [a for a in named if holds(one.accounts, a.number) and not one.is_result]
    return [a for a in named if number_set(a.number, a.name).is_credit] if "income" in reading.cues else named


def _is_part(word: str, contact: Contact) -> bool:
    word = re.sub(r"['’]s$|^[ld]['’]", "", word)
    return any(part == word or (len(word) >= 4 and part.startswith(word)) for part in contact.parts)


def _is_city(word: str, city: str) -> bool:
    return len(word) >= 4 and bool(city) and (folded(city) == word or word in re.split(r"[ /-]", folded(city)))


def _people(
    reading: Reading, left: list[Word], contacts: tuple[Contact, ...], single: bool = False
) -> tuple[list[Contact], list[Span]]:
    """Contacts of whose name the question holds most words, two at least; or with `single`, one word that is left."""
    words = words_of(reading.text)
    best: list[Contact] = []
    spots: list[Span] = []
    most = 0 if single else 1
    for contact in contacts:
        pool = left if single else words
        mine = [w for w in pool if len(w.folded) >= 3 and _is_part(w.folded, contact)]
        if not any(w.span in {x.span for x in left} for w in mine):
            continue
        if len(mine) > most:
            best, spots, most = [contact], [w.span for w in mine], len(mine)
        elif len(mine) == most and best:
            best.append(contact)
    return best, spots


def _similar(unknown: list[Word], accounts: tuple[Account, ...], contacts: tuple[Contact, ...]) -> tuple[str, ...]:
    names = [account.name for account in accounts] + [contact.name for contact in contacts]
    close: list[str] = []
    for word in unknown:
        found = process.extract(word.folded, names, scorer=fuzz.partial_ratio, processor=folded, limit=3)
        close += [name for name, score, _ in found if score >= SIMILAR_AT]
    return tuple(dict.fromkeys(close))[:3]
