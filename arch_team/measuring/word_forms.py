"""Words that no list holds as they are: compounds, misspelt words, names that are cut short."""

from collections.abc import Callable, Iterator, Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

from arch_team.measuring.model import Measures
from arch_team.measuring.vocabulary import (
    EntitySense,
    MemberSense,
    MetricSense,
    PartySense,
    ReportSense,
    SetSense,
    SideSense,
    TopicSense,
    VerbSense,
    Vocabulary,
    language_words,
)
from arch_team.modelling.values import ValueIndex
from arch_team.text.dates import is_month, month_names
from arch_team.text.dictionary import is_word
from arch_team.text.folding import folded
from arch_team.text.lexicon import lexicon_of
from arch_team.text.periods import Numbered
from arch_team.text.pieces import STRETCHES, shared_ends
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import Token, TokenKind, tokens_of
from arch_team.wire import Language

_SHORTEST_MONTH = 6
_BEHIND = ("highest", "lowest", "up", "down", "change", "course", "grain")
"""Classes of what a compound may end with behind a set: `Umsatzwachstum`."""

MODEL = (SetSense, MemberSense, PartySense, SideSense, EntitySense, VerbSense, MetricSense, ReportSense, TopicSense)


class WordForms:
    """Finds what they stand for, on one source in one language."""

    def __init__(
        self,
        measures: Measures,
        vocabulary: Vocabulary,
        language: Language,
        values: ValueIndex,
        other: Callable[[], Vocabulary] | None = None,
    ) -> None:
        self._measures, self._vocabulary, self._values, self._other = measures, vocabulary, values, other
        self._language: Language = language
        classes = measures.descriptor.everyday.classes
        self._words = language_words(language).with_more(classes) if classes else language_words(language)
        self._lexicon = lexicon_of(language)
        self._length = {len(code) for code in measures.members}
        self._stems: dict[str, frozenset[str]] = {}
        terms = measures.levels.terms
        one, many = ((*map(folded, (*t.de, *t.en)),) for t in (terms.member, terms.members))
        self._numbered = Numbered(one, many)

    def _mended(self, question: str) -> str:
        """With months and other stretches as they are written, where one is misspelt by little: `novmber 2024`; with
        two words that share their end as the one name they are: `Telefon- und Internetkosten`."""
        question = self._without_shared_end(question)
        for token in reversed(tokens_of(question, self._language)):
            word = token.folded
            if token.kind is not TokenKind.WORD or len(word) < _SHORTEST_MONTH or is_month(word):
                continue
            near = process.extract(word, (*month_names(), *STRETCHES), scorer=OSA.distance, score_cutoff=1, limit=2)
            if len({name for name, _, _ in near}) != 1 or self._vocabulary.knows(noun_stem(word, self._language)):
                continue
            if not is_word(word, self._language):
                question = question[: token.start] + near[0][0] + question[token.end :]
        return question

    def _without_shared_end(self, question: str) -> str:
        for (start, end), parts in shared_ends(question):
            first, joint, second = map(folded, parts)
            for cut in range(3, len(second) - 2):
                codes = self._measures.by_name.get(f"{first} {joint} {second[:cut]}", ())
                ends = [s for _, s in self._vocabulary.matches([noun_stem(second[cut:], self._language)], 0)]
                held = [self._measures.sets[s.name].codes for s in ends if isinstance(s, SetSense)]
                if codes and any(set(codes) <= set(of) for of in held):
                    name = self._measures.members[codes[0]].name
                    return question[:start] + name + question[end:]
        return question

    def _derived(self, token: Token, words: Sequence[str], stems: Sequence[str], at: int) -> Iterator[object]:
        """A compound whose parts are known, a word that is misspelt, or nothing."""
        if token.kind is not TokenKind.WORD:
            return
        word = token.folded
        hyphened = self._hyphened(word)
        if hyphened:
            yield from hyphened
            return
        compound = self._compound(word)
        if compound:
            yield MemberSense(compound)
            return
        respect = self._in_respect(word)
        if respect:
            yield from respect
            return
        kind = self._of_kind(word)
        if kind:
            yield MemberSense(kind)
            return
        near = self._near_party(token)
        if near is not None:
            yield near
            return
        for cut in range(3, len(word) - 2):
            head, tail = word[:cut], word[cut:]
            tails = [s for _, s in self._vocabulary.matches([noun_stem(tail, self._language)], 0)]
            tails = [s for s in tails if isinstance(s, MODEL)]
            if not tails:
                continue
            fronts = self._fronts(head)
            if fronts is not None:
                yield from fronts
                yield from tails
                return
        for cut in range(4, len(word) - 3):
            sets = [s for _, s in self._vocabulary.matches([noun_stem(word[:cut], self._language)], 0)]
            ranks = [w for _, w in self._words.matches([word[cut:]], 0) if w.klass in _BEHIND]
            if ranks and any(isinstance(s, SetSense) for s in sets):
                yield from ranks
                yield from (s for s in sets if isinstance(s, SetSense))
                return
        if len(word) > 5 and not self._is_spelled(token):
            yield from self._vocabulary.near(noun_stem(word, self._language)) or self._words.near(word)

    def _is_spelled(self, token: Token) -> bool:
        """Whether it is a word, or a compound of two: `Bankkosten` is no misspelt `Bankkonten`."""
        if is_word(token.folded, self._language) or is_word(token.text, self._language):
            return True
        cuts = range(4, len(token.text) - 4) if self._lexicon.joining else ()
        return any(
            is_word(token.text[:cut].capitalize(), self._language)
            and is_word(token.text[cut:].capitalize(), self._language)
            for cut in cuts
        )

    def _foreign(self, token: Token, at: int) -> dict[int, list[object]]:
        """A word of the other language, where it names a set or a member."""
        if self._other is None or len(token.folded) < 4 or token.kind is not TokenKind.WORD:
            return {}
        foreign = self._other()
        found = [s for e, s in foreign.matches([noun_stem(token.folded, foreign.language)], 0) if e == 1]
        kept: list[object] = [s for s in found if isinstance(s, SetSense | MemberSense)]
        return {at + 1: kept} if kept else {}

    def _shared_head(
        self, tokens: Sequence[Token], words: Sequence[str], stems: Sequence[str], at: int
    ) -> list[object]:
        """`die aktiven und die passiven Abgrenzungen`: a noun that stands only once, behind the second of two words."""
        joints = self._lexicon.words("and")
        is_adjective = self._lexicon.has_free_order and tokens[at].kind is TokenKind.WORD and not tokens[at].is_capital
        if not is_adjective or at + 1 >= len(words) or words[at + 1] not in joints:
            return []
        heads = [i for i in range(at + 2, min(at + 6, len(tokens))) if tokens[i].is_capital]
        if not heads:
            return []
        found = [s for end, s in self._vocabulary.matches([stems[at], stems[heads[0]]], 0) if end == 2]
        return [s for s in found if isinstance(s, SetSense | MemberSense)]

    def _hyphened(self, word: str) -> list[object]:
        """`EUR-Bankkonto`: a currency or another word of the language, and what the model knows."""
        head, dash, tail = word.partition("-")
        if not dash:
            return []
        tails = [s for _, s in self._vocabulary.matches([noun_stem(tail, self._language)], 0) if isinstance(s, MODEL)]
        fronts = [w for _, w in self._words.matches([head], 0) if w.klass in ("unit", "grain", "total")]
        return [*fronts, *tails] if fronts and tails else []

    def _compound(self, word: str) -> tuple[str, ...]:
        """`Hardwareertrag` is whatever has both words in its name: `Ertrag Hardware`."""
        for cut in range(4, len(word) - 3):
            tail = noun_stem(word[cut:], self._language)
            for ending in ("", *self._lexicon.joining):
                head = word[:cut].removesuffix(ending) if ending else word[:cut]
                codes = tuple(
                    member.code
                    for member in self._measures.members.values()
                    if {noun_stem(head, self._language), tail} <= self._name_stems(member.code)
                )
                if len(head) > 3 and codes:
                    return codes
        return ()

    def _in_respect(self, word: str) -> list[SetSense]:
        """`umsatzmässig`: what it is measured by."""
        for suffix in self._words.suffixes:
            head = word.removesuffix(suffix).rstrip("-")
            if head != word and len(head) > 3:
                found = [s for _, s in self._vocabulary.matches([noun_stem(head, self._language)], 0)]
                return [s for s in found if isinstance(s, SetSense)]
        return []

    def _of_kind(self, word: str) -> tuple[str, ...]:
        """`Telefonkosten`: of what the first part names, the members of the kind that the second is."""
        return next((codes for named, kind in self._kinds_in(word) if (codes := tuple(sorted(named & kind)))), ())

    def _is_of_no_member(self, word: str) -> bool:
        """`Hardwareaufwand`, where what is called hardware is an income: neither that nor all expense is meant."""
        found = list(self._kinds_in(word))
        return bool(found) and not any(named & kind for named, kind in found)

    def _kinds_in(self, word: str) -> Iterator[tuple[set[str], frozenset[str]]]:
        """What the first part of a compound names, and all members of the kind that the second is."""
        kinds = {name: s.codes for name, s in self._measures.sets.items() if s.is_kind}
        for cut in range(4, len(word) - 3):
            tails = (s for _, s in self._vocabulary.matches([noun_stem(word[cut:], self._language)], 0))
            held = [kinds[s.name] for s in tails if isinstance(s, SetSense) and s.name in kinds]
            for ending in ("", *self._lexicon.joining) if held else ():
                head = word[:cut].removesuffix(ending) if ending else word[:cut]
                heads = (s for _, s in self._vocabulary.matches([noun_stem(head, self._language)], 0))
                named = {code for s in heads if isinstance(s, MemberSense) for code in s.codes}
                if named:
                    yield named, held[0]

    def _name_stems(self, code: str) -> frozenset[str]:
        if code not in self._stems:
            name = self._measures.members[code].name
            self._stems[code] = frozenset(noun_stem(t.folded, self._language) for t in tokens_of(name, self._language))
        return self._stems[code]

    def _near_party(self, token: Token) -> PartySense | None:
        """A name that is misspelt by little, where only one is near."""
        if len(token.folded) < 4 or not token.is_capital:
            return None
        pieces = {
            piece.folded: party.name
            for party in self._measures.parties
            for piece in tokens_of(party.name, self._language)
            if len(piece.folded) > 3
        }
        begun = {name for piece, name in pieces.items() if piece.startswith(token.folded)}
        if begun:
            return PartySense(tuple(sorted(begun)), is_part=True)
        found = process.extract(token.folded, list(pieces), scorer=OSA.distance, score_cutoff=1, limit=2)
        names = {pieces[name] for name, _, _ in found}
        return PartySense(tuple(names)) if len(names) == 1 else None

    def _fronts(self, head: str) -> list[object] | None:
        """What the first part of a compound adds; None where it is not known."""
        for ending in ("", *self._lexicon.joining):
            if ending and not head.endswith(ending):
                continue
            plain = head[: len(head) - len(ending)] if ending else head
            if not plain:
                continue
            found = [w for e, w in self._words.matches([plain], 0) if e == 1]
            kept = [w for w in found if w.klass in ("grain", "total", "average", "unit", "highest", "lowest")]
            if kept:
                return list(kept)
        return None
