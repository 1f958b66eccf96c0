"""Finding what a question names: the ontology's labels and synonyms, in either language, inflected or in a compound."""

from dataclasses import dataclass

from arch_team.ontologies.descriptor import Entity, OntologyDescriptor, SemanticType
from arch_team.reading.lexicon import is_filler
from arch_team.reading.packaged import packaged
from arch_team.reading.wording import word_list
from arch_team.reading.words import Word, folded_words, stem

COMPOUND_LENGTH = 6
HEAD_LENGTH = 5
ACCOUNT_SETS = (SemanticType.ACCOUNT_CLASS, SemanticType.ACCOUNT_GROUP, SemanticType.CONCEPT)


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity named in the question, by these words."""

    entity: Entity
    said: str
    start: int
    end: int


class LabelIndex:
    """All labels of an ontology, by their words' stems."""

    def __init__(self, ontology: OntologyDescriptor) -> None:
        self._exact: dict[tuple[str, ...], Entity] = {}
        self._stems: dict[tuple[str, ...], Entity] = {}
        for entity in map(_with_everyday_words, ontology.entities):
            for label in (*entity.labels.de, *entity.labels.en):
                words = folded_words(label)
                self._exact.setdefault(words, entity)
                self._stems.setdefault(tuple(map(stem, words)), entity)
        self._longest = max((len(key) for key in self._exact), default=1)
        self.words = frozenset(word for key in self._exact for word in key if word.isalpha())

    def mentions(self, words: list[Word], text: str) -> list[Mention]:
        """The longest labels first; no word is used twice. Compounds are taken apart."""
        found: list[Mention] = []
        used: set[int] = set()
        for length in range(min(self._longest, len(words)), 0, -1):
            for first in range(len(words) - length + 1):
                span = range(first, first + length)
                if used.intersection(span):
                    continue
                entity = self._entity([words[i] for i in span])
                if entity is not None:
                    used.update(span)
                    start, end = words[first].start, words[first + length - 1].end
                    found.append(Mention(entity, text[start:end], start, end))
        for i, word in enumerate(words):
            if i not in used:
                found += self._within(word)
        return sorted(found, key=lambda m: m.start)

    def _entity(self, words: list[Word]) -> Entity | None:
        exact = self._exact.get(tuple(w.folded for w in words))
        if exact is not None:
            return exact
        if len(words) == 1 and len(words[0].folded) < 4:
            return None
        return self._stems.get(tuple(w.stem for w in words))

    def _front(self, part: str) -> Entity | None:
        """The first half of a compound, with or without a joining s."""
        for form in (part, part.removesuffix("s")):
            entity = self._exact.get((form,)) or self._stems.get((stem(form),)) or self._stems.get((form,))
            if entity is not None and len(form) >= 4:
                return entity
        return None

    def _within(self, word: Word) -> list[Mention]:
        """`Sparkontosaldo` names a balance, `Banksaldo` a bank too. `Debitorenverluste` are no receivables: where the
        head is a set of accounts, its front only says which of them."""
        if len(word.folded) < COMPOUND_LENGTH or not word.folded.isalpha() or is_filler(word.folded):
            return []
        for tail in word_list("tails"):
            front = self._front(word.folded.removesuffix(tail)) if word.folded.endswith(tail) else None
            if front is not None:
                cut = word.end - len(tail)
                return [Mention(front, word.text[: -len(tail)].removesuffix("s"), word.start, cut)]
        for size in range(len(word.folded) - 3, HEAD_LENGTH - 1, -1):
            head = word.folded[-size:]
            entity = self._exact.get((head,)) or self._stems.get((stem(head),))
            if entity is not None:
                cut = word.end - size
                mentions = [Mention(entity, word.text[-size:], cut, word.end)]
                is_set = entity.semantic_type in ACCOUNT_SETS
                front = None if is_set else self._front(word.folded[:-size])
                return [Mention(front, word.text[:-size], word.start, cut), *mentions] if front else mentions
        return []


def _with_everyday_words(entity: Entity) -> Entity:
    """The entity with what people also call it in talk, beside the terms that the ontology itself holds."""
    more: dict[str, str] | None = packaged("glossary.yaml")["sets"].get(entity.name)
    if more is None:
        return entity
    labels = entity.labels
    said = {language: tuple(word.strip() for word in words.split(",")) for language, words in more.items()}
    named = labels.model_copy(update={"de": (*labels.de, *said.get("de", ())), "en": (*labels.en, *said.get("en", ()))})
    return entity.model_copy(update={"labels": named})
