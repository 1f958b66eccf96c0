"""Questions of a language with verbs at the end of clauses, brought into the order in which verbs stand second.

The grammar of the reader knows one order. What differs is moved before it is read, as statistical translation does
with German (Collins, Koehn and Kučerová, "Clause restructuring", ACL 2005):

    die mindestens zwei Bestellungen haben     →  die haben mindestens zwei Bestellungen
    wurden nach 1997 gebaut                    →  wurden gebaut nach 1997
    Wann fand die Prüfung statt                →  Wann stattfand die Prüfung
    nach Preis absteigend sortiert             →  absteigend sortiert nach Preis
    die Namen der Kunden                       →  die Namen von der Kunden

Every token keeps its text and its place in the question; only an owner's `von` is new.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from arch_team.text.lexicon import Lexicon
from arch_team.text.tokens import Token, TokenKind

_ENDS = frozenset({".", "?", "!", ";"})
_ADVERBS = frozenset({"superlative", "aggregate"})
_DIRECTIONS = ("descending", "ascending", "alphabetical", "order")


def is_attribute(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a word with the ending of an adjective stands before a noun, and behind none: `eine bezahlte Bestellung`,
    where nouns are written with a capital."""
    if not lexicon.has_free_order or not 0 < at < len(tokens) - 1:
        return False
    before, token, behind = tokens[at - 1 : at + 2]
    if token.is_capital or not behind.is_capital or (at > 1 and before.is_capital):
        return False
    return token.folded.endswith(lexicon.case_endings)


def arranged(tokens: Sequence[Token], lexicon: Lexicon, is_verb: Callable[[Token], bool]) -> tuple[Token, ...]:
    """The tokens in the order the grammar knows. `is_verb` is asked for words that are no helping verbs."""
    if not lexicon.has_free_order:
        return tuple(tokens)
    order = _Order(lexicon, is_verb)
    found: list[Token] = []
    sentence: list[Token] = []
    for token in tokens:
        if token.kind is TokenKind.SIGN and token.text in _ENDS and not _in_a_date(sentence, tokens, token):
            found += [*order.sentence(sentence), token]
            sentence = []
        else:
            sentence.append(token)
    return (*found, *order.sentence(sentence))


def _in_a_date(before: Sequence[Token], tokens: Sequence[Token], token: Token) -> bool:
    """The point of `6. April`: behind a number, and words follow."""
    if not before or before[-1].kind is not TokenKind.NUMBER or before[-1].end != token.start:
        return False
    return any(other.start > token.start for other in tokens)


class _Order:
    def __init__(self, lexicon: Lexicon, is_verb: Callable[[Token], bool]) -> None:
        self._lexicon, self._names_a_relation = lexicon, is_verb
        self._helping = lexicon.words("be") | lexicon.words("auxiliary") | lexicon.words("have")
        self._being = lexicon.words("be")
        self._relative = lexicon.words("relative")
        self._passed_over = lexicon.words("not") | lexicon.words("filler")

    def sentence(self, tokens: list[Token]) -> list[Token]:
        """One sentence, clause by clause; a clause ends at a comma."""
        clauses: list[list[Token]] = [[]]
        for token in self._without_its_particle(tokens):
            if token.text == ",":
                clauses.append([token])
            else:
                clauses[-1].append(token)
        found: list[Token] = []
        was_relative = False
        for number, clause in enumerate(clauses):
            comma, words = (clause[:1], clause[1:]) if number else ([], clause)
            start = self._relative_end(words) if number else None
            if start is not None:
                words = self._verb_first(words, start)
            else:
                words = self._main(words, is_first=number == 0)
                if was_relative and words and self._is_verb(words[0]):
                    comma = []  # it only closed the relative clause
            was_relative = start is not None
            found += [*comma, *words]
        return self._with_owners(found)

    def _without_its_particle(self, tokens: list[Token]) -> list[Token]:
        """Of a request (`Liste … auf, beginnend mit …`) the particle says nothing, wherever the list ends."""
        if not tokens or not self._is_in(tokens[0], "request"):
            return tokens
        ends = {at for at, token in enumerate(tokens) if token.text == ","}
        small = {at for at, t in enumerate(tokens) if t.folded in self._lexicon.separable and not t.is_capital}
        return [token for at, token in enumerate(tokens) if not (at in small and at + 1 in ends)]

    def _is_verb(self, token: Token) -> bool:
        if token.kind is not TokenKind.WORD or token.is_capital:
            return False
        return token.folded in self._helping or self._names_a_relation(token)

    def _is_open(self, token: Token) -> bool:
        """A small word of no class: a participle, or what stands for one."""
        plain = token.kind is TokenKind.WORD and token.text[:1].islower()  # a written date is none
        return plain and (self._is_verb(token) or not self._lexicon.matches((token.folded,), 0))

    def _is_in(self, token: Token, *classes: str) -> bool:
        return any(token.folded in self._lexicon.words(klass) for klass in classes)

    def _relative_end(self, words: Sequence[Token]) -> int | None:
        """The place after a relative pronoun, with the preposition before it; of `deren`, after the noun it owns."""
        if not words:
            return None
        start = 1 if self._is_in(words[0], "preposition") else 0
        if start < len(words) and self._is_in(words[start], "whose"):
            return next((at + 1 for at, token in enumerate(words) if at > start and token.is_capital), None)
        if start < len(words) and words[start].folded in self._relative and self._is_verb(words[-1]):
            return start + 1
        return None

    def _verb_first(self, words: list[Token], start: int) -> list[Token]:
        """The verbs that end a clause, the finite one first, right behind what the clause begins with."""
        end = len(words)
        while end > start and self._belongs(words[end - 1], words[-1]):
            end -= 1
        return [*words[:start], *reversed(words[end:]), *words[start:end]]

    def _belongs(self, token: Token, finite: Token) -> bool:
        """Whether a small word is a verb of the clause. A value is one beside `werden` (`die verpackt werden`); beside
        `haben` it is said of the object."""
        return self._is_open(token) and (self._is_verb(token) or finite.folded in self._being)

    def _main(self, words: list[Token], *, is_first: bool) -> list[Token]:
        words = self._adverb_first(self._direction_first(self._total_first(self._with_particle(words))))
        words = self._with_somebody(self._without_fronting(words)) if is_first else words
        if is_first and self._asks_when(words):
            return words
        finite = next((at for at, token in enumerate(words) if self._is_finite(token)), None)
        if finite is None:
            return words
        end = len(words)
        while end > finite + 1 and self._belongs(words[end - 1], words[finite]):
            end -= 1
        place = finite + 1
        while place < end and words[place].folded in self._passed_over:
            place += 1
        verbs = words[end:]
        return [*words[:place], *reversed(verbs), *words[place:end]]

    def _is_finite(self, token: Token) -> bool:
        return not token.is_capital and token.folded in self._helping

    def _asks_when(self, words: Sequence[Token]) -> bool:
        folded = tuple(token.folded for token in words)
        if not folded:
            return False
        return any(entry.klass in ("asks_when", "asks_where", "how") for _, entry in self._lexicon.matches(folded, 0))

    def _with_particle(self, words: list[Token]) -> list[Token]:
        """`fand … statt` as `stattfand …`; behind a request (`Liste … auf`) the particle says nothing."""
        if len(words) < 2 or words[-1].folded not in self._lexicon.separable or words[-1].is_capital:
            return words
        particle, before = words[-1].folded, words[:-1]
        for at, token in enumerate(before):
            whole = replace(token, folded=particle + token.folded)
            if token.kind is TokenKind.WORD and not token.is_capital and self._is_verb(whole):
                return [*before[:at], whole, *before[at + 1 :]]
        return before if self._is_in(before[0], "request") else words

    def _direction_first(self, words: list[Token]) -> list[Token]:
        end = len(words)
        while end > 0 and self._is_in(words[end - 1], *_DIRECTIONS):
            end -= 1
        by = next((at for at in reversed(range(end)) if words[at].folded in self._lexicon.sorts_by), None)
        if by is None or end == len(words):
            return words
        return [*words[:by], *words[end:], *words[by:end]]

    def _total_first(self, words: list[Token]) -> list[Token]:
        """`Kosten insgesamt je Art` as `insgesamt Kosten je Art`; of what is counted it says nothing."""
        if self._is_in(words[0], "how_many") if words else False:
            return words
        for at in range(1, len(words)):
            if not self._is_in(words[at], "altogether") or words[at - 1].kind is not TokenKind.WORD:
                continue
            start = at - 1
            while start and words[start - 1].end == words[start].start:
                start -= 1  # a compound whose parts stand apart here
            while start > 1 and self._is_in(words[start - 1], "determiner") and words[start - 2].is_capital:
                start -= 2  # `Kosten der Einsätze insgesamt`: of the costs
            if words[start].is_capital:
                total = replace(words[at], folded=self._lexicon.sum_word)
                return [*words[:start], total, *words[start:at], *words[at + 1 :]]
        return words

    def _adverb_first(self, words: list[Token]) -> list[Token]:
        """`… im Durchschnitt`, `… am häufigsten` at the end of a clause, right behind its verb."""
        verb = next((at for at, token in enumerate(words) if self._is_verb(token)), None)
        folded = tuple(token.folded for token in words)
        for at in range(len(words) - 2, verb or 0, -1):
            ends = [end for end, entry in self._lexicon.matches(folded, at) if entry.klass in _ADVERBS]
            if verb is not None and len(words) in ends and self._is_in(words[at], "preposition"):
                counted = [end for end, entry in self._lexicon.matches(folded, 0) if entry.klass == "how_many"]
                place = counted[0] if counted and self._is_in(words[-1], "aggregate") else verb + 1
                return [*words[:place], *words[at:], *words[place:at]]
        return words

    def _without_fronting(self, words: list[Token]) -> list[Token]:
        """`Zu welchen Rechnungen gibt es keine Sendung` as `welchen Rechnungen haben keine Sendung`."""
        folded = tuple(token.folded for token in words)
        if len(words) < 3 or not self._is_in(words[0], "preposition") or not self._is_in(words[1], "what"):
            return words
        if self._asks_when(words):
            return words
        for at in range(2, len(words) - 1):
            for end, entry in self._lexicon.matches(folded, at):
                if entry.klass == "there_is":
                    owning = replace(words[at], folded=self._lexicon.have_word)
                    return [*words[1:at], owning, *words[end:]]
        return words[1:]

    def _with_somebody(self, words: list[Token]) -> list[Token]:
        """`Wer hat bestellt` asks which person has."""
        if len(words) < 2 or not self._is_in(words[0], "who") or words[1].folded in self._being:
            return words
        somebody = Token(TokenKind.WORD, "", self._lexicon.somebody, words[1].start, words[1].start)
        return [words[0], somebody, *words[1:]] if self._is_verb(words[1]) else words

    def _with_owners(self, words: Sequence[Token]) -> list[Token]:
        """`von` before an article that makes an owner of the noun behind it."""
        found: list[Token] = []
        for at, token in enumerate(words):
            before = words[at - 1] if at else None
            if before is not None and token.folded in self._lexicon.genitive and not token.is_capital:
                named = before.is_capital and before.kind is TokenKind.WORD and before.end < token.start
                if named and not self._is_in(before, "be", "auxiliary", "have") and at + 1 < len(words):
                    found.append(Token(TokenKind.WORD, "", self._lexicon.of_word, token.start, token.start))
            found.append(token)
        return found
