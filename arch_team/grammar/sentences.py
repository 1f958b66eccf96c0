"""Grammar, last part: whole sentences — what is asked for, per what, in which order."""

from collections.abc import Iterator
from dataclasses import replace

from arch_team.grammar.clauses import few
from arch_team.grammar.leaves import leaves_of
from arch_team.grammar.merging import merged
from arch_team.grammar.orders import Orders
from arch_team.grammar.rewriting import of_the_one_named
from arch_team.grammar.syntax import Attach, Modifier, Noun, Phrase, Sentence, Span, Text
from arch_team.modelling.model import NounSense
from arch_team.modelling.naming import EXACT, SHORTENED
from arch_team.text.tokens import TokenKind

ENDS = frozenset({".", "?", "!", ";"})
_MOST = 24


class Sentences(Orders):
    """All the ways to read a question, as far as its grammar goes. `furthest` is how far any of them came."""

    furthest = 0

    def parsed(self) -> list[tuple[Sentence, ...]]:
        """Each way to read the question, sentence by sentence; none where some word finds no place."""
        readings: list[tuple[Sentence, ...]] = [()]
        at = 0
        while at < len(self.lattice):
            if self.lattice.words[at] in ENDS:
                at += 1
                continue
            end = next((i for i in range(at, len(self.lattice)) if self._ends_sentence(i)), len(self.lattice))
            found = list(dict.fromkeys(self._sentence(at, end)))[:_MOST]
            if not found:
                return []
            readings = [(*before, sentence) for before in readings for sentence in found][:_MOST]
            at = end
        return [reading for reading in readings if reading]

    def wholes(self) -> list[Sentence]:
        """Each way to read the question, all its sentences as one, and nothing of any of them lost."""
        found = ((each, merged(each, self._tells_which)) for each in self.parsed())
        told = [(frozenset[Span]().union(*map(leaves_of, each)), whole) for each, whole in found if whole is not None]
        return [whole for leaves, whole in told if whole.targets and leaves <= leaves_of(whole)]

    def _tells_which(self, phrase: Phrase) -> bool:
        """Whether a column names rows, or is their key or number."""
        tables, codes = self.lattice.model.tables, self.lattice.lexicon.words("code_noun")
        return isinstance(phrase.head, Noun) and any(
            sense.field in (*tables[sense.table].label, *tables[sense.table].key)
            or any(n.words[-1] in codes for n in tables[sense.table].fields[sense.field].names if n.tier == EXACT)
            for sense in phrase.head.senses
            if sense.field is not None
        )

    def _ends_sentence(self, at: int) -> bool:
        lattice = self.lattice
        return lattice.tokens[at].kind is TokenKind.SIGN and lattice.words[at] in ENDS and at not in lattice.in_values

    def modifiers(self, at: int, phrase: Phrase, depth: int, *, bare: bool = False) -> list[tuple[Modifier, int]]:
        found = super().modifiers(at, phrase, depth, bare=bare)
        start = self.skip(at, "filler")
        if start < len(self.lattice) and self.lattice.ends(start, "each") is not None:
            each: list[tuple[Modifier, int]] = []
            for phrases, end in self.coordination(start, depth):
                first, *others = phrases.items
                named = isinstance(first.head, Text) and not self.lattice.nouns[first.head.span[0]]
                if first.is_each and named:  # `the age of every male`: of all of them
                    plain = replace(phrases, items=(replace(first, is_each=False), *others))
                    each.append((Attach((start, end), self.lattice.lexicon.of_word, plain), end))
                elif first.is_each:
                    each.append((Attach((start, end), "each", phrases), end))
            found = [*each, *found]
        return found

    def _sentence(self, at: int, end: int) -> Iterator[Sentence]:
        sorting = self.sortings(at, end)
        for found, stop in sorting:
            if self._is_over(stop, end):
                yield Sentence(sorting=found)
        if self.asks_whether(at):
            for phrase, stop in self.whether(at):
                if self._is_over(stop, end):
                    yield Sentence((phrase,), asks_whether=True)
            return
        sorts = self.lattice.ends(at, "order") is not None  # `sort the names by age`
        for groups, about, start in self._leading(at):
            asks_who, begin = self._requested(start)
            asked = [*self._asked_after(start, begin), *self._asked_when_or_where(start), *self.who_did(start)]
            for found_targets, stop in asked:
                targets = tuple(of_the_one_named(t, self.lattice.lexicon.of_word) for t in found_targets)
                targets = self.with_columns(targets)
                if about is not None:
                    targets = (*targets[:-1], targets[-1].with_modifiers(about))
                for sorted_by, last in [*self.sortings(stop, end, is_asked=sorts), ((), stop)]:
                    for more, after in self._trailing_groups(last):
                        self.furthest = max(self.furthest, after)
                        if self._is_over(after, end):
                            yield Sentence(targets, (*groups, *more), sorted_by, asks_who=asks_who)

    def _asked_after(self, start: int, begin: int) -> Iterator[tuple[tuple[Phrase, ...], int]]:
        """What a request asks for. One for an amount (`how high is …`) asks for a number or for what it names."""
        is_amount = self.lattice.ends(start, "asks_amount") is not None
        if begin > start and self.lattice.details(start, "how"):
            yield from self._targets(start)
        for targets, stop in self._targets(begin):
            if not is_amount or all(self._is_amount(target) for target in targets):
                yield targets, stop

    def _is_amount(self, phrase: Phrase) -> bool:
        if phrase.functions or phrase.is_count or not isinstance(phrase.head, Noun):
            return bool(phrase.functions or phrase.is_count)
        fields = [self.lattice.model.field(s.table, s.field) for s in phrase.head.senses if s.field is not None]
        return any(field.type.is_number for field in fields)

    def _leading(self, at: int) -> Iterator[tuple[tuple[Phrase, ...], Attach | None, int]]:
        """What comes before the request: `For each type, …`, `For the problem with id 10, …`."""
        for groups, start in self._leading_groups(at):
            yield groups, None, start
        first = self.lattice.ends(at, "leading")
        if first is not None and self.lattice.ends(at, "each") is None:
            for phrases, end in self.coordination(first, 1):
                if self.lattice.words[end : end + 1] == (",",) and len(phrases.items) == 1:
                    yield (), Attach((at, end), self.lattice.lexicon.of_word, phrases), end + 1

    def _asked_when_or_where(self, at: int) -> Iterator[tuple[tuple[Phrase, ...], int]]:
        """`Where is the club located?`, `When was the order placed?`: the column that says so."""
        for klass, nouns in (("asks_when", ("time_noun",)), ("asks_where", ("place_noun", "home_noun"))):
            end = self.lattice.ends(at, klass)
            if end is None:
                continue
            start = self.skip(end, "be", "auxiliary", "filler")
            first, start = self._verb_at_the_end(start)  # `wo wohnt Ann Lee`
            for phrases, stop in self.coordination(start, 1):
                if len(phrases.items) != 1:
                    continue
                told, last = (first, stop) if first is not None else self._verb_at_the_end(stop)
                senses = self._columns_called(nouns, told)
                if senses:
                    owner = Attach((start, stop), self.lattice.lexicon.of_word, phrases)
                    noun = Noun((at, end), senses, is_own=told is None)
                    yield (Phrase((at, last), noun, modifiers=(owner,)),), last

    def _verb_at_the_end(self, at: int) -> tuple[str | None, int]:
        if self.lattice.relates(at):
            return self.lattice.words[at], self._dangling(at + 1)
        return None, at

    def _columns_called(self, classes: tuple[str, ...], verb: str | None) -> tuple[NounSense, ...]:
        """Columns whose name ends in a word of some classes, named by the verb where it names any."""
        words = frozenset[str]().union(*map(self.lattice.lexicon.words, classes))
        is_time = "time_noun" in classes
        most = SHORTENED if is_time else EXACT
        found = [
            (NounSense(table.name, field.name, 1), field)
            for table in self.lattice.model.tables.values()
            for field in table.fields.values()
            if (
                any(n.words[-1] in words or n.words[0] in words for n in field.names if n.tier <= most)
                and (is_time or (field.is_text and not field.is_key and field.refers_to is None))
            )
            or (is_time and field.is_temporal)
        ]
        named = [sense for sense, field in found if verb and self.lattice.dates((verb,), field)]
        if not named and verb is not None and self.lattice.telling((verb,)) and not self._only_happens(verb):
            done = self.lattice.tables_of((verb,))  # when something ended, the day it began does not tell
            return tuple(sense for sense, _ in found if sense.table in done)
        return tuple(named or (sense for sense, _ in found))

    def _only_happens(self, verb: str) -> bool:
        """Whether a verb says no more of a thing than that it was, or is there: `held`, `live`."""
        words = self.lattice.lexicon.words
        return verb in words("happening") | words("dwelling") | words("locating")

    def _is_over(self, at: int, end: int) -> bool:
        at = self.skip(at, "filler", "be", "auxiliary", "pronoun", "closing")
        each = self.lattice.ends(at, "each") if at < end else None
        at = end if each == end else at
        while at < end and self.lattice.words[at] == ",":
            at = self.skip(at + 1, "filler")
        self.furthest = max(self.furthest, at)
        return at >= end

    def _leading_groups(self, at: int) -> Iterator[tuple[tuple[Phrase, ...], int]]:
        """`For each product type, …`"""
        if self.lattice.ends(at, "each") is not None:
            for phrases, end in self.coordination(at, 1):
                if phrases.items[0].is_each and phrases.kind == "and":
                    stop = end + 1 if self.lattice.words[end : end + 1] == (",",) else end
                    if stop > end or self.lattice.ends(stop, "request") is not None or self._asks(stop):
                        yield phrases.items, stop
        yield (), at

    def _asks(self, at: int) -> bool:
        return self.lattice.ends(at, "how_many") is not None

    def _trailing_groups(self, at: int) -> Iterator[tuple[tuple[Phrase, ...], int]]:
        start = at + 1 if self.lattice.words[at : at + 1] == (",",) else at
        start = self.skip(start, "and")
        end = self.lattice.ends(start, "group_by") if start < len(self.lattice) else None
        if end is not None:
            for phrases, stop in self.coordination(end, 1):
                yield phrases.items, stop
        yield (), at

    def _requested(self, at: int) -> tuple[bool, int]:
        """Past the words that only ask; whether they ask who."""
        asks_who = False
        moved = True
        at = self.past_preposition(at)
        while moved and at < len(self.lattice):
            moved = False
            for klass in ("request", "filler", "be", "determiner_request"):
                end = self.lattice.ends(at, klass)
                if end is None or (klass == "request" and self._is_noun_here(at, end)):
                    continue
                asks_who = asks_who or self.lattice.ends(at, "who") is not None
                at, moved = end, True
                break
        return asks_who, at

    def _is_noun_here(self, at: int, end: int) -> bool:
        """`order`, `name` and `report` may be nouns: they are where nothing else is asked for before the phrase."""
        return at > 0 and any(noun.span[1] >= end for noun in self.lattice.nouns[at])

    def _targets(self, at: int) -> Iterator[tuple[tuple[Phrase, ...], int]]:
        """What is asked for, `A, B and C`; each may bring its own request: `and how many …`."""
        seen: set[tuple[tuple[Phrase, ...], int]] = set()
        for first, end in [*self._how(at), *self.phrase(at)]:
            for rest, stop in self._more_targets(end, 0):
                found = ((first, *rest), stop)
                if found not in seen:
                    seen.add(found)
                    yield found
                if len(seen) > 60:
                    return

    def _more_targets(self, at: int, many: int) -> Iterator[tuple[tuple[Phrase, ...], int]]:
        lattice = self.lattice
        if at < len(lattice) and many < 6:
            start, seen = at, False
            if lattice.words[start] == ",":
                start, seen = start + 1, True
            joint = (lattice.ends(start, "and") or self._with_theirs(start)) if start < len(lattice) else None
            if joint is not None:
                start, seen = joint, True
            if seen and start < len(lattice):
                _, start = self._requested(start)
                for phrase, end in few(self.phrase(start)):
                    for rest, stop in self._more_targets(end, many + 1):
                        yield (phrase, *rest), stop
        yield (), at

    def _with_theirs(self, at: int) -> int | None:
        """`users with their names`, `users with name and town`: the columns are shown beside them."""
        lattice = self.lattice
        end = lattice.ends(at, "with")
        if end is None or not lattice.lexicon.words("linking").isdisjoint(lattice.words[end : end + 1]):
            return end
        place, many = self.skip(end, "determiner"), 0
        while place < len(lattice) and lattice.nouns[place]:
            place, many = lattice.nouns[place][0].span[1], many + 1
            joint = place + 1 if lattice.words[place : place + 1] == (",",) else place
            place = self.skip(joint, "and", "determiner")
        is_over = place >= len(lattice) or lattice.words[place] in ENDS
        some = not lattice.lexicon.words("one_article").isdisjoint(lattice.words[at:end])
        listed = lattice.ends(0, "listing") is not None and not some  # `list the members with the town`
        return end if is_over and (many > 1 or (many == 1 and listed)) else None

    def _how(self, at: int) -> Iterator[tuple[Phrase, int]]:
        """`How old is the tallest person?` asks for an age."""
        lattice = self.lattice
        for end, said in lattice.details(at, "how"):
            senses = lattice.model.columns_called(lattice.lexicon.how[said])
            start = self.skip(end, "be", "auxiliary")
            for phrases, stop in self.coordination(start, 1) if senses else ():
                noun = Noun((at, end), senses, is_own=True)
                yield Phrase((at, stop), noun, modifiers=(Attach((start, stop), "of", phrases),)), stop
