"""Numbers in a question: codes of members, amounts, ages, and the place in a ranking."""

from collections.abc import Sequence
from decimal import Decimal

from arch_team.measuring.scan import Age, Amount, Code
from arch_team.measuring.word_forms import WordForms
from arch_team.text.tokens import Token

_DAYS = {"day": 1, "month": 30}


class NumberForms(WordForms):
    """Finds what they stand for, on one source in one language."""

    def _amount(self, tokens: Sequence[Token], words: Sequence[str], at: int) -> tuple[int, Amount]:
        number = tokens[at].number or Decimal(0)
        if at + 1 < len(tokens) and words[at + 1] in self._words.scales:
            return at + 2, Amount(number * self._words.scales[words[at + 1]])
        return at + 1, Amount(number)

    def _aged(self, tokens: Sequence[Token], words: Sequence[str], at: int) -> tuple[int, Age] | None:
        """`30 days`, `3 Monate`."""
        number = tokens[at].number
        if number is None or at + 1 >= len(tokens) or number != int(number):
            return None
        grain = next((w.detail for _, w in self._words.matches(words, at + 1) if w.klass == "grain"), None)
        length = _DAYS.get(grain or "")
        return (at + 2, Age(int(number) * length)) if length else None

    def _nth(self, words: Sequence[str], at: int) -> tuple[int, list[object]] | None:
        """`second largest`, `zweitgrösster`: as many as that are shown, the largest first."""
        for said, number in self._words.nth.items():
            if words[at] == said and at + 1 < len(words):
                ranks = [(e, w) for e, w in self._words.matches(words, at + 1) if w.klass in ("highest", "lowest")]
                if ranks:
                    return ranks[0][0], [ranks[0][1], Amount(Decimal(number))]
            rest = words[at].removeprefix(said)
            if rest != words[at]:
                ranks = [(e, w) for e, w in self._words.matches([rest], 0) if w.klass in ("highest", "lowest")]
                if ranks:
                    return at + 1, [ranks[0][1], Amount(Decimal(number))]
        return None

    def _scaled(self, token: Token) -> Amount | None:
        """`100k`, `2mio`; `fünf`."""
        word = self._lexicon.number_words.get(token.folded)
        if word is not None:
            return Amount(Decimal(word))
        digits = token.folded.rstrip("abcdefghijklmnopqrstuvwxyz")
        scale = self._words.scales.get(token.folded[len(digits) :])
        if scale and digits.replace(".", "", 1).replace("'", "").isdigit():
            return Amount(Decimal(digits.replace("'", "")) * scale)
        return None

    def _is_bound(self, words: Sequence[str], at: int) -> bool:
        """`over 5000 francs`: an amount that something is above or below, and no member. Where the word before says
        other things as well, a unit behind it or a round number tells."""
        before = [w for k in (1, 2, 3) if k <= at for e, w in self._words.matches(words, at - k) if e == at]
        if not any(word.klass in ("above", "below") for word in before):
            return False
        following = self._words.matches(words, at + 1) if at + 1 < len(words) else ()
        is_round = int(words[at]) % 100 == 0
        return is_round or any(w.klass == "unit" for _, w in following) or not any(w.klass == "light" for w in before)

    def _code(self, tokens: Sequence[Token], words: Sequence[str], at: int) -> tuple[int, Code] | None:
        """`1020`, `1500 to 1529`, `class 3`."""
        word = words[at]
        low, dash, high = word.partition("-")
        if dash and low.isdigit() and high.isdigit() and len(low) == len(high) and len(low) in self._length:
            codes = frozenset(code for code in self._measures.members if low <= code <= high)
            return (at + 1, Code(codes, f"{low}–{high}")) if codes else None
        listed = word.split("/")
        if len(listed) > 1 and all(code in self._measures.members for code in listed):
            return at + 1, Code(frozenset(listed), ", ".join(listed))
        prefix = word.rstrip("x") if word.endswith("x") else word.partition("er")[0] if "er-" in word else ""
        named = word[:-2] if word.endswith("er") and word[:-2].isdigit() and at + 1 < len(words) else ""
        if named and any(w.klass == "code" for _, w in self._words.matches(words, at + 1)):
            prefix = named
        if prefix.isdigit() and len(prefix) < max(self._length, default=0):
            codes = frozenset(code for code in self._measures.members if code.startswith(prefix))
            return (at + 1, Code(codes, prefix)) if codes else None
        is_named = at > 0 and any(w.klass == "code" for e, w in self._words.matches(words, at - 1) if e == at)
        if not word.isdigit() or (not is_named and self._is_bound(words, at)):
            return None
        members = self._measures.members
        is_span = at + 2 < len(words) and words[at + 2].isdigit() and len(words[at + 2]) == len(word) >= 3
        if is_span and any(w.klass == "span_to" for _, w in self._words.matches(words, at + 1)):
            low, high = word, words[at + 2]
            codes = frozenset(code for code in members if low <= code <= high)
            if codes:
                return at + 3, Code(codes, f"{low}–{high}")
        if word in members:
            return at + 1, Code(frozenset({word}), word)
        begun = frozenset(code for code in members if code.startswith(word))
        if is_named and len(word) < min(self._length, default=4) and begun:
            return at + 1, Code(begun, word)
        if is_named and len(word) in self._length:
            return at + 1, Code(frozenset(), word, is_known=False)
        return None
