"""What speaks for and against the best sentence being an answer: the facts that one decision is made of.

How the question was read (`reader.py`) gives most of them; its words themselves give the rest: names, numbers and
codes stand for nothing else, money is asked for in money, and another compound with the same end is another thing.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from arch_team.search.asked import (
    LASTING,
    MONEY,
    OFTEN,
    Asked,
    Kind,
    Topic,
    amounts_in,
    is_fixed,
    is_time_unit,
    names_money,
    says_how_often,
    shows,
    term_of,
    tokens_of,
)
from arch_team.search.quotes import Quote
from arch_team.search.reader import Numbers, Reading
from arch_team.vectors.words import fold, stop_words

NAMES = (
    "score", "margin", "margin_beside", "above", "cosine", "headed", "nearer", "own", "full", "fuller", "spread",
    "worst", "second_worst", "least", "least_verb", "least_thing", "least_own", "most_own", "together", "far",
    "words", "words_own", "words_headed", "elsewhere", "more_words", "exact_missing", "fixed_missing", "exact_count",
    "exact_own", "no_kind", "no_such_kind", "no_money", "not_often", "not_lasting", "sister", "nothing_done", "rank",
    "row", "topics", "length", "head", "no_head", *(kind.value for kind in Kind),
)  # fmt: skip
LACKING = ("fixed_missing", "no_such_kind", "no_money", "not_often", "sister", "nothing_done", "no_head")
"""Each of them alone says that it is no answer, however near it is: a number, code or day of the question that is not
there, no name, time, amount, money or repetition where one is asked for, another of the same kind (`sister`), nothing
of what somebody did (`who founded X`), and where one word is all that ties it to the question, nothing like the thing
asked for (`which room is the archive`)."""
FAR_BELOW = 3.0
"""What the margin is where there is nothing to compare with."""
_LOW, _UNKNOWN = 0.4, 0.5
_SHORTEST = 4


def signs_of(about: Asked, quotes: Sequence[Quote], read: Reading, best: int, *, is_across: bool) -> list[float]:
    """`NAMES` of one of the quotes among the others."""
    quote, scores = quotes[best], read.scores
    order: list[int] = [at for at in np.argsort(-scores).tolist() if at != best]
    apart = [scores[at] for at in order if quotes[at].rank != quote.rank]
    beside = [scores[at] for at in order if quotes[at].said not in quote.around]
    full, own = read.covered(read.full), read.covered(read.own)
    lacking = np.sort(read.weights / read.weights.max(initial=1e-6) * (1 - read.full[:, best]))[::-1]
    likely = np.exp(scores - scores.max())
    likely /= likely.sum()
    terms = _Terms(about, quotes, quote)
    near = [(topic, terms.near(topic, read.words, read.full[:, best], terms.whole)) for topic in about.topics]
    tied = [(topic, share) for topic, share in near if not topic.is_head]
    told = [
        (topic, terms.near(topic, read.words, read.own[:, best], terms.own))
        for topic in about.topics
        if not topic.is_head
    ]
    exact = [topic for topic in about.topics if topic.is_exact]
    missing = [topic for topic in exact if topic.stem not in terms.whole]
    words = tokens_of(quote.said)
    head = min((share for topic, share in near if topic.is_head), default=1.0)
    least_verb = min((share for topic, share in tied if topic.is_verb), default=1.0)
    amounts = amounts_in(quote.said, about)
    shown = shows(about, quote.said)
    values = {
        "score": scores[best],
        "margin": scores[best] - apart[0] if apart else FAR_BELOW,
        "margin_beside": scores[best] - beside[0] if beside else FAR_BELOW,
        "above": scores[best] - np.mean([scores[at] for at in order[:5]]) if order else FAR_BELOW,
        "cosine": read.cosine[best],
        "headed": read.headed[best],
        "nearer": read.cosine.max() - read.cosine[best],
        "own": own[best],
        "full": full[best],
        "fuller": full.max() - full[best],
        "spread": -float(np.sum(likely * np.log(likely + 1e-9))),
        "worst": lacking[0] if len(lacking) else 0.0,
        "second_worst": lacking[1] if len(lacking) > 1 else 0.0,
        "least": min((share for _, share in tied), default=1.0),
        "least_verb": least_verb,
        "least_thing": min((share for topic, share in tied if not topic.is_verb), default=1.0),
        "least_own": min((share for _, share in told), default=1.0),
        "most_own": max((share for topic, share in told if not topic.is_verb), default=1.0),
        "together": sum(np.log(max(share, 0.05)) for _, share in tied) / 3,
        "far": sum(share < _LOW for _, share in tied) / 2,
        "words": terms.share(terms.whole),
        "words_own": terms.share(terms.own),
        "words_headed": terms.share(terms.headed),
        "elsewhere": terms.elsewhere(),
        "more_words": terms.most() - terms.share(terms.whole),
        "exact_missing": bool(missing),
        "fixed_missing": any(is_fixed(topic.word) for topic in missing),
        "exact_count": len(missing),
        "exact_own": sum(topic.stem in terms.own for topic in exact) / len(exact) if exact else 1.0,
        "no_kind": not shown,
        "no_such_kind": not shown and about.kind in (Kind.PERSON, Kind.TIME, Kind.AMOUNT),
        "no_money": about.counted == MONEY and not names_money(quote.said, words),
        "not_often": about.counted == OFTEN and not says_how_often(words),
        "not_lasting": about.counted == LASTING and not any(is_time_unit(fold(w)) for each in amounts for w in each),
        "sister": not is_across and terms.has_sister(words),
        "nothing_done": about.kind in (Kind.PERSON, Kind.TIME, Kind.PLACE) and least_verb < _UNKNOWN,
        "rank": quote.rank / 5,
        "row": quote.is_row,
        "topics": len(about.topics) / 5,
        "length": min(len(quote.said), 400) / 200,
        "head": head,
        "no_head": about.kind is Kind.THING and len(tied) < 2 and head < _LOW,
        **{kind.value: about.kind is kind for kind in Kind},
    }
    return [float(values[name]) for name in NAMES]


def lacks(signs: Sequence[float]) -> bool:
    """Whether what is asked for is not there."""
    return any(signs[NAMES.index(name)] for name in LACKING)


class _Terms:
    """The words of a question, looked for as they are written, in one quote and in all passages found."""

    def __init__(self, about: Asked, quotes: Sequence[Quote], quote: Quote) -> None:
        self._topics = about.topics
        self.own = terms_of(quote.said)
        self.headed = terms_of(quote.heading)
        self.whole = self.own.union(self.headed, *(terms_of(other) for other in quote.around))
        passages: dict[int, set[str]] = {}
        for each in quotes:
            passages.setdefault(each.rank, set()).update(terms_of(each.said))
        self._passages = list(passages.values())
        shares = [sum(topic.stem in held for held in self._passages) / 8 for topic in about.topics]
        self._weights = [
            topic.weight * float(np.clip(1.2 - share, 0.2, 1.0))
            for topic, share in zip(about.topics, shares, strict=True)
        ]
        """What all passages are about tells none of them."""

    def share(self, held: frozenset[str] | set[str]) -> float:
        total = sum(self._weights) or 1.0
        pairs = zip(self._topics, self._weights, strict=True)
        return sum(weight for topic, weight in pairs if topic.stem in held) / total

    def most(self) -> float:
        return max(map(self.share, self._passages), default=0.0)

    def elsewhere(self) -> float:
        """What is not in the quote and is in another passage: there the text has a word for it."""
        pairs = zip(self._topics, self._weights, strict=True)
        return sum(
            weight
            for topic, weight in pairs
            if topic.stem not in self.whole and any(topic.stem in held for held in self._passages)
        )

    def near(self, topic: Topic, words: Sequence[str], shares: Numbers, held: frozenset[str]) -> float:
        """How near the text is to a word of the question: the word itself, or by its meaning."""
        if topic.stem in held:
            return 1.0
        word = fold(topic.word)
        found = [
            float(share)
            for other, share in zip(map(fold, words), shares, strict=True)
            if word in other or (len(other) >= _SHORTEST and other in word)
        ]
        return max(found, default=_UNKNOWN)

    def has_sister(self, words: Sequence[str]) -> bool:
        """`Vaterschaftsurlaub` where `Mutterschaftsurlaub` is asked about."""
        own = (topic for topic in self._topics if not (topic.is_exact or topic.is_verb or topic.stem in self.whole))
        return any(is_sister(fold(topic.word), fold(word)) for topic in own for word in words)


@lru_cache(maxsize=16_384)
def terms_of(text: str) -> frozenset[str]:
    content = (word for word in tokens_of(text) if any(sign.isalnum() for sign in word))
    return frozenset(term_of(word) for word in content if fold(word) not in stop_words())


def is_sister(one: str, other: str, least: int = 2) -> bool:
    """Whether two compounds end alike and begin otherwise; `least` letters at the beginning of both are not shared."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    shorter = min(len(one), len(other))
    shared = next((count for count, (mine, theirs) in enumerate(pairs) if mine != theirs), shorter)
    return shared >= _SHORTEST and shorter >= shared + least
