"""A question cut into what its words stand for. Every word must find its place, or it is named as unknown."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise, takewhile
from typing import cast

from arch_team.measuring.neighbours import (
    added_apart,
    amount_of_money,
    compared,
    deep_in_debt,
    members_by_name,
    money_that_moved,
    of_another_kind,
    ourselves,
    said_once,
    what_is_left,
    without_its_codes,
)
from arch_team.measuring.number_forms import NumberForms
from arch_team.measuring.scan import Code, Item, Quoted, Scan, Span
from arch_team.measuring.vocabulary import (
    EntitySense,
    MemberSense,
    PartySense,
    SetSense,
    TopicSense,
    Value,
    VerbSense,
    Word,
    light_words,
)
from arch_team.measuring.word_forms import MODEL
from arch_team.ontologies.descriptor import SemanticType
from arch_team.text.compounds import parted
from arch_team.text.countries import countries
from arch_team.text.dates import is_month
from arch_team.text.folding import folded, letters_folded
from arch_team.text.packaged import packaged
from arch_team.text.periods import Period, joined, not_in_the_calendar, periods_in
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import Token, TokenKind, tokens_of, without_points

_TALK = frozenset({"follow", "of_it", "linking", "by", "whole_year", "in_the_year", "pointing", "self", "same_year"})
"""Words that only a conversation uses. In a question by itself they are what they were."""

_GLOSSED = 3
"""Words before a bracket that its code may explain."""

_DESCRIBING = 2
"""Words that may say what a party is, before its name."""

_PRONOUN = 3
"""Letters of words that are of the language first: it, no."""

_SHORTEST_COMPOUND, _SHORTEST_PART = 8, 4
_IN_COMPOUNDS = frozenset(
    {"grain", "amount", "total", "single", "average", "change", "added", "taken_off", "previous", "share", "unit"}
    | {"highest", "lowest", "cumulated", "gross", "net", "when"}
)
"""Classes of words that a compound may be made of."""

_SMALL = frozenset({"spend", "earned"})
"""Classes of verbs that look like a noun of the model: `kostete`."""

_VERBAL = frozenset({"carrying", "asks"})
"""Classes of verbs, which a noun is never of."""

_SIGNS = frozenset({"(", ")", "[", "]", ",", ".", "?", "!", ":", ";", "'s", "-", "/"})


class Scanner(NumberForms):
    """Cuts questions on one source in one language."""

    def scan(self, question: str, today: date | None = None) -> Scan:
        question = self._mended(question)
        flat = letters_folded(question)
        told = tuple(periods_in(flat, today, self._numbered))
        apart = said_once(told)
        periods = tuple(joined(list(apart), flat))
        tokens = self._parted(added_apart(without_points(tokens_of(question, self._language))), periods)
        words = [self._as_said(token, tokens) for token in tokens]
        stems = [noun_stem(token.folded, self._language) for token in tokens]
        places = tuple(_token_span(tokens, period.at) for period in periods)
        again = tuple(_token_span(tokens, period.at) for period in told if period not in apart)
        timed = {at for start, end in (*places, *again) for at in range(start, end)}
        items: list[Item] = []
        unknown: list[str] = []
        relative: list[str] = []
        depth = at = 0
        explained = False
        apart_of_verbs: set[int] = set()
        while at < len(tokens):
            token = tokens[at]
            if at in apart_of_verbs:
                items.append(Item((at, at + 1), (Word("light"),), token.text))
                at += 1
                continue
            if token.folded in ("(", "["):
                depth += 1
            if token.folded in (")", "]"):
                depth = max(0, depth - 1)
            if token.text == "=" and items:
                explained = True
                items[-1] = replace(items[-1], in_brackets=True)  # `with gross profit = …` only says what it is
            if at in timed:
                end = next((e for s, e in (*places, *again) if s <= at < e), at + 1)
                at = max(end, at + 1)
                continue
            end, senses = self._at(tokens, words, stems, at, timed)
            if senses:
                text = question[token.start : tokens[end - 1].end] if end > at + 1 else token.text
                explained = explained or any(isinstance(s, Word) and s.klass == "that_is" for s in senses)
                items.append(Item((at, end), tuple(senses), text, depth > 0 or explained))
            elif token.kind is not TokenKind.SIGN and items and items[-1].is_word("texted") and items[-1].span[1] == at:
                items.append(Item((at, at + 1), (Quoted(token.text),), token.text, depth > 0))
                end = at + 1
            elif is_month(token.text):
                relative.append(token.text)
                end = at + 1
            elif token.kind is not TokenKind.SIGN and (carries := self._carrying(tokens, at)) is not None:
                items.append(Item((at, at + 1), (Word("carrying"),), token.text))
                apart_of_verbs.update(carries)
                end = at + 1
            elif token.kind is not TokenKind.SIGN:
                unknown.append(token.text)
                end = at + 1
            at = max(end, at + 1)
        items = [compared(item, items, places) for item in items]
        items = self._joined_verbs(deep_in_debt(what_is_left(items, self._measures), self._measures))
        items = ourselves(money_that_moved(items, self._words))
        items = members_by_name(without_its_codes(items, tokens, self._measures), self._measures)
        items, unknown = self._shared_front(tokens, stems, items, unknown)
        items = [amount_of_money(item, items[at + 1 : at + 2], self._words.sums) for at, item in enumerate(items)]
        whom = any(item.is_word("list", "who") for item in items)
        if items and items[-1].is_word("for_end") and _ends(items[-1], tokens) and not whom:
            items[-1] = replace(items[-1], senses=(Word("what_for"),))  # `what was it for?`
        relative += [item.text for item in items if item.is_word("relative")]
        unknown += [item.text for item in items if item.is_word("own_self") and not item.is_word("light")]
        strange = of_another_kind(items, self._measures)
        items, unknown = [item for item in items if item not in strange], [*unknown, *(i.text for i in strange)]
        unknown = self._not_explained(tokens, items, unknown)
        unknown = self._not_describing(tokens, items, unknown)
        never = tuple(question[start:end] for start, end in not_in_the_calendar(flat))
        if never:
            unknown.clear()
        return Scan(
            question,
            self._language,
            tokens,
            tuple(items),
            periods,
            tuple(unknown),
            places,
            tuple(relative),
            apart,
            never,
        )

    def _carrying(self, tokens: Sequence[Token], at: int) -> tuple[int, ...] | None:
        """Where a verb that only carries the question has its other part: nowhere, or at the end of its clause. None:
        it is no such verb."""
        if at and tokens[at].is_capital and self._lexicon.has_free_order:
            return None  # a noun
        if self._words.carries(tokens[at].folded):
            return ()
        for behind in range(at + 1, len(tokens)):
            if tokens[behind].kind is TokenKind.SIGN:
                return None
            ends = behind + 1 == len(tokens) or tokens[behind + 1].kind is TokenKind.SIGN
            if ends and tokens[behind].folded in self._words.particles:
                return (behind,) if self._words.carries(tokens[at].folded, tokens[behind].folded) else None
        return None

    def _as_said(self, token: Token, tokens: Sequence[Token]) -> str:
        """A word as the language has it: `IT` in capitals is none of its small words."""
        alone = token.text.isupper() and 1 < len(token.text) <= _PRONOUN and any(not t.text.isupper() for t in tokens)
        points = any(word.klass == "pointed_at" for _, word in self._words.matches([token.folded], 0))
        return token.text if alone and not points and token.folded in light_words(self._language) else token.folded

    def _parted(self, tokens: tuple[Token, ...], periods: Sequence[Period]) -> tuple[Token, ...]:
        """With compounds that nothing explains as the two known words they are made of: `Darlehensrückzahlungen`."""
        words = [token.folded for token in tokens]
        stems = [noun_stem(word, self._language) for word in words]

        def is_open(token: Token) -> bool:
            if len(token.folded) < _SHORTEST_COMPOUND or any(p.at[0] <= token.start < p.at[1] for p in periods):
                return False
            at = tokens.index(token)
            is_known = self._at(tokens, words, stems, at, set())[1] or self._is_held(token)
            return not is_known and not self._is_of_no_member(token.folded)

        return parted(tokens, self._lexicon, self._is_part, is_open)

    def _is_part(self, stem: str) -> bool:
        """Whether a word that stands in a compound says something by itself."""
        if len(stem) < _SHORTEST_PART:
            return False
        meant = (word for end, word in self._words.matches([stem], 0) if end == 1)
        named = (sense for end, sense in self._vocabulary.matches([stem], 0) if end == 1)
        return any(word.klass in _IN_COMPOUNDS for word in meant) or any(
            not isinstance(sense, PartySense | TopicSense) and not self._is_unit(sense) for sense in named
        )

    def _is_unit(self, sense: object) -> bool:
        entity = self._measures.descriptor.entity(sense.name) if isinstance(sense, EntitySense) else None
        return entity is not None and entity.semantic_type is SemanticType.UNIT

    def _is_held(self, token: Token) -> bool:
        """Whether it stands in the texts of rows as it is."""
        return bool(self._values.lookup(token.folded))

    def _not_explained(self, tokens: Sequence[Token], items: Sequence[Item], unknown: list[str]) -> list[str]:
        """Without the words that a code in brackets behind them explains: `traded goods (account 4200)`."""
        for item in items:
            if not item.in_brackets or not item.of(Code):
                continue
            opening = next((i for i in range(item.span[0], -1, -1) if tokens[i].text in ("(", "[")), 0)
            near = range(max(0, opening - _GLOSSED), opening)
            told = {tokens[at].text for at in near if not self._narrows(items, tokens, at)}
            unknown = [word for word in unknown if word not in told]
        return unknown

    def _not_describing(self, tokens: Sequence[Token], items: Sequence[Item], unknown: list[str]) -> list[str]:
        """Without the words that only say what a party is, between an article and its name: `the law firm Miller`."""
        taken = {at: item for item in items for at in range(*item.span)}
        for item in items:
            first = item.span[0]
            if not item.of(PartySense) or item.of(MemberSense) or item.of(SetSense):
                continue
            at = first - 1
            while at >= max(0, first - _DESCRIBING) and at not in taken and tokens[at].kind is TokenKind.WORD:
                at -= 1
            said = {tokens[i].text for i in range(at + 1, first)}
            if said and at >= 0 and at in taken and taken[at].is_word("one_of_them", "this_one"):
                unknown = [word for word in unknown if word not in said]
            if (
                first > 2
                and first - 1 in taken
                and taken[first - 1].is_word("this_one")
                and tokens[first - 2].text == ","
            ):
                unknown = [word for word in unknown if word != tokens[first - 3].text]  # `our landlord, the Miller Inc`
        return unknown

    def _shared_front(
        self, tokens: Sequence[Token], stems: Sequence[str], items: list[Item], unknown: list[str]
    ) -> tuple[list[Item], list[str]]:
        """`extraordinary expense and income`: the word before the first of two members is the second one's as well."""
        starts = {item.span[0]: item for item in items}
        for one in list(items):
            joint = starts.get(one.span[1])
            at = one.span[1] + 1
            if one.span[1] - one.span[0] < 2 or joint is None or not joint.is_word("and") or at >= len(tokens):
                continue
            found = [s for end, s in self._vocabulary.matches([stems[one.span[0]], stems[at]], 0) if end == 2]
            meant = [s for s in found if isinstance(s, MemberSense) and len(s.codes) == 1]
            if not one.of(MemberSense) or not meant or (at in starts and starts[at].span[1] > at + 1):
                continue
            items = [i for i in items if i.span != (at, at + 1)] + [Item((at, at + 1), tuple(meant), tokens[at].text)]
            unknown = [word for word in unknown if word != tokens[at].text]
        return sorted(items, key=lambda item: item.span), unknown

    def _joined_verbs(self, items: list[Item]) -> list[Item]:
        """With the verb and the part of it that stands at the end as the one verb they are."""
        ends = {folded(item.text) for item in items[-1:]}
        ends |= {folded(one.text) for one, other in pairwise(items) if self._ends_clause(one, other)}
        out: list[Item] = []
        for item in items:
            said = folded(item.text)
            klass = next((k for (first, last), k in self._words.split.items() if first == said and last in ends), None)
            out.append(replace(item, senses=(*item.senses, Word(klass))) if klass else item)
        return out

    def _ends_clause(self, one: Item, other: Item) -> bool:
        return other.is_word("and") or other.span[0] > one.span[1]

    def _narrows(self, items: Sequence[Item], tokens: Sequence[Token], at: int) -> bool:
        """`rent for the garage (6000)`, `marketing success (6600)`: a word that says more of the thing before it."""
        before = [item for item in items if item.span[1] <= at]
        light = [
            *takewhile(lambda item: item.is_word("light") and len(item.of(Word)) == len(item.senses), before[::-1])
        ]
        thing = before[-len(light) - 1] if len(light) < len(before) else None
        near = thing is not None and at - thing.span[1] <= len(light)
        near = near and (bool(light) or tokens[at].start - tokens[at - 1].end == 1)  # no sign joins them
        named = thing is not None and bool(thing.of(SetSense) or thing.of(MemberSense)) and not thing.is_word("spend")
        return near and named

    def _town(self, words: Sequence[str], at: int) -> tuple[int, Value] | None:
        """A town by what it is called elsewhere."""
        known = cast("Mapping[str, list[str]]", packaged("lexicon/towns.yaml"))
        for end in range(min(at + 2, len(words)), at, -1):
            for name in known.get(" ".join(words[at:end]), ()):
                hits = tuple((h.table, h.field, h.value) for h in self._values.lookup(name))
                if hits:
                    return end, Value(hits)
        return None

    def _country(self, words: Sequence[str], at: int) -> tuple[int, Value] | None:
        """A country by its name, where a column holds its code."""
        known = countries(self._language)
        for end in range(min(at + 3, len(words)), at, -1):
            code = known.get(" ".join(words[at:end]))
            if code is None:
                continue
            hits = tuple((h.table, h.field, h.value) for h in self._values.lookup(code) if len(h.value) == 2)
            places = (e for e in self._measures.descriptor.entities if e.semantic_type is not SemanticType.UNIT)
            own = (e for e in places if e.own and e.field)  # no row may be of it
            none = ((self._measures.descriptor.table_of(e.name) or "", e.field or "", code) for e in own)
            if hits or (hits := tuple(none)):
                return end, Value(hits)
        return None

    def _at(
        self, tokens: Sequence[Token], words: Sequence[str], stems: Sequence[str], at: int, timed: set[int]
    ) -> tuple[int, list[object]]:
        """The longest of what begins here, and all it may stand for."""
        token = tokens[at]
        if token.kind is TokenKind.QUOTED:
            named = self._measures.by_name.get(token.folded)
            if named:
                return at + 1, [MemberSense(named, is_whole=True)]
            stems = [noun_stem(part.folded, self._language) for part in tokens_of(token.text, self._language)]
            sets = [s for end, s in self._vocabulary.matches(stems, 0) if end == len(stems)] if stems else []
            return at + 1, [s for s in sets if isinstance(s, SetSense)] or [Quoted(token.text)]
        code = self._code(tokens, words, at)
        found: dict[int, list[object]] = {}
        after_verb = at > 0 and any(word.klass == "asks" for _, word in self._words.matches(words, at - 1))
        pronoun = after_verb and token.text.islower() and token.folded in light_words(self._language)
        for end, sense in self._vocabulary.matches(stems, at):
            if not (pronoun and isinstance(sense, MemberSense)):  # `what did it cost` is not of IT
                found.setdefault(end, []).append(sense)
        for end, word in self._words.matches(words, at):
            found.setdefault(end, []).append(word)
        if code is not None:
            found.setdefault(code[0], []).append(code[1])
        elif (aged := self._aged(tokens, words, at)) is not None:
            found.setdefault(aged[0], []).append(aged[1])
        elif token.number is not None and at not in timed:
            found.setdefault(*self._amount(tokens, words, at)[:1], []).append(self._amount(tokens, words, at)[1])
        elif (nth := self._nth(words, at)) is not None:
            return nth
        elif (scaled := self._scaled(token)) is not None:
            found.setdefault(at + 1, []).append(scaled)
        if shared := self._shared_head(tokens, words, stems, at):
            return at + 1, shared
        if not found:
            found = self._foreign(token, at)
        may_be_value = not found and token.kind is not TokenKind.SIGN  # the values are read when first asked for
        end, hits = self._values.longest(words, at) if may_be_value else (at, ())
        if hits:
            found.setdefault(end, []).append(Value(tuple((h.table, h.field, h.value) for h in hits)))
        if not found and token.kind is TokenKind.WORD and (town := self._town(words, at)) is not None:
            found.setdefault(town[0], []).append(town[1])
        if not found and token.kind is TokenKind.WORD and (country := self._country(words, at)) is not None:
            found.setdefault(country[0], []).append(country[1])
        usable = {end: senses for end, senses in found.items() if not any(i in timed for i in range(at, end))}
        if not usable:
            return at + 1, list(self._derived(token, words, stems, at))
        end = max(usable)
        senses = usable[end]
        if all(isinstance(s, Word) and s.klass in _TALK for s in senses):
            senses = [*senses, Word("light")]
        if any(isinstance(s, VerbSense | EntitySense | SetSense) for s in senses):
            senses = [s for s in senses if not isinstance(s, MemberSense) or s.is_whole]
        if self._is_noun(tokens, at) and not any(isinstance(s, MODEL) for s in senses):
            senses = [s for s in senses if not (isinstance(s, Word) and s.klass in _VERBAL)]
        model = [s for s in senses if isinstance(s, MODEL)]
        if len(token.folded) <= _PRONOUN and end == at + 1 and not token.is_capital and any(map(_is_light, senses)):
            return end, [s for s in senses if not isinstance(s, MODEL)]
        has_capitals = any(other.is_capital for other in tokens[1:])
        if model and self._is_written_small(token, senses, has_capitals=has_capitals):
            senses = [s for s in senses if not isinstance(s, MODEL)]
        elif model:
            senses = [*model, *(s for s in senses if not isinstance(s, MODEL) and not _is_light(s))]
        return end, senses

    def _is_noun(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether a word is written as only a noun is, within a sentence: `Umsatz mit Waren`."""
        token = tokens[at]
        before = tokens[at - 1] if at else None
        within = before is not None and before.kind is TokenKind.WORD and not before.is_capital
        return self._lexicon.has_free_order and token.is_capital and not token.text.isupper() and within

    def _is_written_small(self, token: Token, senses: Sequence[object], *, has_capitals: bool) -> bool:
        """Where nouns have a capital, a small word of the language is what it is there; so is the first of all."""
        if not self._lexicon.has_free_order:
            return False
        if token.start == 0 and token.is_capital:
            return any(isinstance(sense, Word) and sense.klass == "carrying" for sense in senses)
        named = any(isinstance(sense, SetSense) and self._is_called(token.folded, sense) for sense in senses)
        classes = {sense.klass for sense in senses if isinstance(sense, Word)}
        verb = (has_capitals and "must" in classes) or (not named and bool(_SMALL & classes))
        return not token.is_capital and (verb or any(_is_light(sense) for sense in senses))

    def _is_called(self, word: str, sense: SetSense) -> bool:
        """Whether a word is one that a set is called by, and does not only have its stem: `kosten`, not `kostete`."""
        entity = self._measures.descriptor.entity(sense.name)
        more = self._measures.descriptor.everyday.sets.get(sense.name)
        labels = (entity.labels if entity else None, more)
        return any(folded(label) == word for each in labels if each for label in each.of(self._language))


def _is_light(sense: object) -> bool:
    return isinstance(sense, Word) and sense.klass in ("light", "carrying")


def _ends(item: Item, tokens: Sequence[Token]) -> bool:
    return all(token.kind is TokenKind.SIGN for token in tokens[item.span[1] :])


def _token_span(tokens: Sequence[Token], at: Span) -> Span:
    start = next((i for i, token in enumerate(tokens) if token.end > at[0]), len(tokens))
    end = next((i for i in range(len(tokens) - 1, -1, -1) if tokens[i].start < at[1]), start - 1) + 1
    return start, max(end, start)
