"""Questions that no form was read from: every word of them must show in the calls, or the draft is not approved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from typing import cast

from arch_team.evidence.ledger import Ledger, LedgerEntry
from arch_team.evidence.verdict import FigureKind, GuardCode, GuardFinding, GuardResult, finding
from arch_team.featuredata.calls import DEFAULT_LIMIT, Op
from arch_team.featuredata.naming import spaced
from arch_team.modelling.model import Model
from arch_team.text.dates import periods_in
from arch_team.text.folding import folded
from arch_team.text.lexicon import Lexicon
from arch_team.text.packaged import packaged
from arch_team.text.pieces import is_year
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import Token, TokenKind, tokens_of
from arch_team.tools.shapes import Said, Shape, plain, shape_of_entry
from arch_team.wire import Wire

_NEGATIVE = frozenset({Op.NE.value, Op.NOT_IN.value, Op.NOT_LIKE.value, Op.IS_NULL.value})
_DERIVED = {
    "count(": "COUNT",
    "sum(": "SUM",
    "average(": "AVG",
    "avg(": "AVG",
    "mean(": "AVG",
    "max(": "MAX",
    "min(": "MIN",
}


class Cues(Wire):
    passive: tuple[str, ...]
    needs: dict[str, tuple[str, ...]]


@cache
def cues() -> Cues:
    return Cues.model_validate(packaged("question_cues.yaml", "arch_team.tools"))


@dataclass(frozen=True)
class QuestionWords:
    """The words of one question, held against the calls behind one checked draft."""

    question: str
    model: Model
    lexicon: Lexicon
    checked: GuardResult
    ledger: Ledger

    def unexplained(self) -> Iterator[GuardFinding]:
        """The words that no call speaks of, each once."""
        if not any(self._shapes):
            return
        said: dict[str, None] = {}
        at, tokens = 0, self._tokens
        while at < len(tokens):
            end, is_explained = self._from(at)
            if not is_explained:
                said[" ".join(token.text for token in tokens[at:end])] = None
            at = end
        for words in said:
            message = f"The question says {words!r}, and the calls have nothing of it."
            hint = f"Call again with what {words!r} asks for, or reply CANNOT_ANSWER if the tables do not hold it."
            yield finding(GuardCode.OFF_TOPIC, message, hint, words)

    @cached_property
    def _tokens(self) -> tuple[Token, ...]:
        return tuple(token for token in tokens_of(self.question) if token.kind is not TokenKind.SIGN)

    @cached_property
    def _folded(self) -> tuple[str, ...]:
        return tuple(token.folded for token in self._tokens)

    def _from(self, at: int) -> tuple[int, bool]:
        """The longest words from a place that something explains, and whether anything does."""
        token = self._tokens[at]
        if token.kind is TokenKind.NUMBER or any(c.isdecimal() for c in token.text):
            return at + 1, self._has_number(token)
        spans = [*self._nouns(at), *self._values(at)]
        if spans:
            return max(spans), True
        matches = self.lexicon.matches(self._folded, at)
        longest = max((end for end, _ in matches), default=at + 1)
        classes = [(e.klass, e.detail) for end, e in matches if end == longest]
        if not classes:
            return at + 1, self._relates(token)
        return longest, any(self._is_reflected(klass, detail) for klass, detail in classes)

    def _relates(self, token: Token) -> bool:
        """Verbs that only say that rows belong together."""
        return self.lexicon.relates(token.folded)

    def _is_reflected(self, klass: str, detail: str) -> bool:
        known = cues()
        if klass in known.passive:
            return True
        needs = known.needs.get(f"{klass}.{detail}") or known.needs.get(klass)
        return needs is not None and bool(self._parts & set(needs))

    def _nouns(self, at: int) -> Iterator[int]:
        """Names of tables that are read and of fields that are used."""
        stems = [noun_stem(word, self.lexicon.language) for word in self._folded]
        for words, senses in self.model.nouns.get(stems[at], ()):
            end = at + len(words)
            if tuple(stems[at:end]) == words and any(
                sense.table in self._tables if sense.field is None else (sense.table, sense.field) in self._fields
                for sense in senses
            ):
                yield end

    def _values(self, at: int) -> Iterator[int]:
        """Values that the calls looked for."""
        for end in range(len(self._folded), at, -1):
            words = " ".join(self._folded[at:end])
            stems = " ".join(noun_stem(word, self.lexicon.language) for word in self._folded[at:end])
            if any(f" {words} " in value for value in self._texts) or any(f" {stems} " in v for v in self._stemmed):
                yield end
                return

    def _has_number(self, token: Token) -> bool:
        number = plain(token.number) if token.number is not None else plain(token.text)
        if number in self._numbers or any(f" {token.folded} " in text for text in self._texts):
            return True
        texts = " ".join(str(value) for value in self._all_values)
        if is_year(token.text) and token.text in texts:
            return True
        start = token.start
        dated = [period for period in periods_in(self.question) if period.at[0] <= start < period.at[1]]
        return any(period.start.isoformat() in texts for period in dated)

    @cached_property
    def _entries(self) -> tuple[LedgerEntry, ...]:
        """The calls behind what is shown; all that looked for something, where nothing is shown by reference."""
        used = {cell.entry for figure in self.checked.figures for cell in figure.evidence}
        found = [entry for entry in self.ledger if entry.rows is not None]
        return tuple(entry for entry in found if entry.id in used) or tuple(found)

    @cached_property
    def _shapes(self) -> tuple[Shape, ...]:
        return tuple(shape for entry in self._entries if (shape := shape_of_entry(entry, self.model)) is not None)

    @cached_property
    def _said(self) -> tuple[Said, ...]:
        """Every part of the calls."""
        found: list[Said] = []
        for shape in self._shapes:
            _parts((*shape.outputs.values(), *shape.where, *shape.groups, *shape.having, *shape.order), found)
        return tuple(found)

    @cached_property
    def _tables(self) -> frozenset[str]:
        return frozenset(shape.table for shape in self._shapes) | frozenset(table for table, _ in self._fields)

    @cached_property
    def _fields(self) -> frozenset[tuple[str, str]]:
        return frozenset((str(said[3]), str(said[2])) for said in self._said if said[0] == "column" and len(said) > 3)

    @cached_property
    def _all_values(self) -> tuple[object, ...]:
        found: list[object] = []
        for said in self._said:
            if said[0] == "compare" and len(said) > 3:
                found += cast("Sequence[object]", tuple(cast("tuple[object, ...]", said[3])))
        return tuple(found)

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(f" {folded(value.strip('%'))} " for value in self._all_values if isinstance(value, str))

    @cached_property
    def _stemmed(self) -> tuple[str, ...]:
        language = self.lexicon.language
        return tuple(f" {' '.join(noun_stem(word, language) for word in text.split())} " for text in self._texts)

    @cached_property
    def _numbers(self) -> frozenset[object]:
        limits = (plain(shape.limit) for shape in self._shapes if shape.limit is not None)
        return frozenset((*self._all_values, *limits))

    @cached_property
    def _parts(self) -> frozenset[str]:
        """What the calls do: functions, operators, groups, order."""
        found: set[str] = set()
        for said in self._said:
            if said[0] == "figure":
                found.add(str(said[1]))
            elif said[0] == "compare":
                op = str(said[2])
                found |= {op} | ({"negative"} if op in _NEGATIVE else set()) | ({"="} if op == "IN" else set())
            elif said[0] == "bucket":
                found.add("bucket")
            elif said[0] in ("member", "not") and (said[0] == "not" or said[-1] is True):
                found.add("negative")
        for shape in self._shapes:
            found |= {"groups"} if shape.groups else set()
            found |= {"order"} if shape.order else set()
            if shape.order and shape.limit is not None and shape.limit < DEFAULT_LIMIT:
                found |= {"first", "first descending" if shape.order[0][-1] else "first ascending"}
            found |= {"limit"} if shape.limit is not None else set()
        for figure in self.checked.figures:
            if figure.kind is FigureKind.DERIVATION:
                found |= {name for sign, name in _DERIVED.items() if any(sign in each for each in figure.references)}
            elif any(isinstance(c.value, int | Decimal) and self._is_mentioned(c.column) for c in figure.evidence):
                found.add("stored number")
        return frozenset(found)

    def _is_mentioned(self, column: str) -> bool:
        stems = {noun_stem(word, self.lexicon.language) for word in self._folded}
        words = folded(spaced(column)).split()
        return bool(words) and {noun_stem(word, self.lexicon.language) for word in words} <= stems


def _parts(items: tuple[object, ...], found: list[Said]) -> None:
    for item in items:
        if isinstance(item, tuple | frozenset):
            inner = tuple(cast("tuple[object, ...]", item))
            if inner and isinstance(inner[0], str):
                found.append(inner)
            _parts(inner, found)
