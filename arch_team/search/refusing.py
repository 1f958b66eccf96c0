"""What keeps a quote from being an answer, however near it is otherwise.

A number, a code or a day of the question that is not there; money or a repetition that is asked for and not there;
another of the same kind instead of the one asked about; nothing of what is asked of somebody. And where one word is all
that ties a quote to the question, the kind of thing asked for must be there as well: of `which room is the archive`,
something like a room.
"""

from arch_team.search.asked import (
    LASTING,
    MONEY,
    OFTEN,
    Asked,
    Kind,
    amounts_in,
    asks_for_code,
    is_fixed,
    is_time_unit,
    names_money,
    says_how_often,
    shows,
    term_of,
    tokens_of,
)
from arch_team.search.nearness import Nearness, is_sister
from arch_team.search.places import leaning_words
from arch_team.search.quotes import Quote
from arch_team.vectors.words import fold

HEAD_NEAR = 0.4
PART, RELATED, ABSENT = 0.6, 0.5, 0.2
"""From here on a compound is there by its parts, and what is done to somebody is spoken of; below it is not there."""


def refuses(about: Asked, quote: Quote, nearness: Nearness, *, is_across: bool) -> bool:
    texts = (quote.place, *quote.parts, *quote.around)
    words = [word for text in texts for word in tokens_of(text)]
    return (
        _lacks_a_fixed_word(about, words)
        or (about.counted in (OFTEN, MONEY) and not unit_of(about, quote, nearness))
        or (not is_across and _names_another(about, quote, words, nearness))
        or _says_nothing_of_it(about, words, nearness)
        or _stands_apart(about, quote, nearness)
        or (not is_across and _lacks_a_thing(about, words, nearness))
        or (about.kind is Kind.THING and asks_for_code(about) and not shows(about, quote.text))
        or _is_tied_by_one_word_alone(about, quote, nearness)
    )


def _lacks_a_fixed_word(about: Asked, words: list[str]) -> bool:
    there = {term_of(word) for word in words}
    return any(topic.is_exact and is_fixed(topic.word) and topic.stem not in there for topic in about.topics)


def _names_another(about: Asked, quote: Quote, words: list[str], nearness: Nearness) -> bool:
    """A sister compound (`Lastwagen` for `Lieferwagen`), or a row that lacks one of the words it is chosen by."""
    same = nearness.sames(words)
    told = [word for part in quote.parts for word in tokens_of(part)]
    for topic, share in zip(about.topics, same, strict=True):
        if topic.is_head or topic.is_verb or topic.is_exact or share >= PART:
            continue
        if (quote.is_row and share == 0) or any(is_sister(fold(topic.word), fold(word)) for word in told):
            return True
    return False


def _says_nothing_of_it(about: Asked, words: list[str], nearness: Nearness) -> bool:
    """Who founded X: a quote with X that is near to no founding."""
    verbs = [at for at, topic in enumerate(about.topics) if topic.is_verb]
    if about.kind not in (Kind.PERSON, Kind.TIME, Kind.PLACE) or not verbs:
        return False
    if not any(topic.is_exact for topic in about.topics):
        return False
    return float(nearness.of(words)[verbs].max()) < RELATED


def _stands_apart(about: Asked, quote: Quote, nearness: Nearness) -> bool:
    """Of two sentences the one with the amount, time or name says nothing of what is asked about.

    `The hall has 34 seats. Food is allowed in the café.` is no answer for the seats of the café.
    A sentence that leans on the one before it speaks of the same.
    """
    if len(quote.parts) < 2 or about.kind not in (Kind.AMOUNT, Kind.TIME, Kind.PERSON, Kind.PLACE):
        return False
    own = [at for at, topic in enumerate(about.topics) if not topic.is_head and topic.word not in about.counted]
    for at, part in enumerate(quote.parts):
        words = tokens_of(part)
        if own and shows(about, part):
            leans = at > 0 and fold(next((word for word in words if word[0].isalnum()), "")) in leaning_words()
            if leans or float(nearness.of(words)[own].max()) >= RELATED:
                return False
    return bool(own)


def _lacks_a_thing(about: Asked, words: list[str], nearness: Nearness) -> bool:
    """A noun or an adjective of the question that nothing is near to, in the quote, beside it or in its headings."""
    own = [at for at, topic in enumerate(about.topics) if not topic.is_head and not topic.is_verb]
    return bool(own) and float(nearness.of(words)[own].min()) < ABSENT


def _is_tied_by_one_word_alone(about: Asked, quote: Quote, nearness: Nearness) -> bool:
    if sum(not topic.is_head for topic in about.topics) > 1:
        return False
    if about.kind is not Kind.THING:
        return not shows(about, quote.text)
    texts = (quote.place, *quote.parts, *quote.around)
    return max(nearness.like(about.head, tokens_of(text)) for text in texts) < HEAD_NEAR


def unit_of(about: Asked, quote: Quote, nearness: Nearness) -> float:
    """Whether an amount is one of what is counted: `25 Arbeitstage` for days, and not `25 Personen`."""
    if about.kind is not Kind.AMOUNT or not about.counted:
        return 1.0
    beside = amounts_in(quote.text, about)
    if about.counted == OFTEN:
        return float(says_how_often(quote.words))
    if about.counted == MONEY:
        return float(names_money(quote.text, quote.words))
    if about.counted == LASTING:
        is_time = any(is_time_unit(fold(word)) for words in beside for word in words)
        return 1.0 if is_time else 0.5 * bool(beside)
    return max((nearness.like(about.counted, words) for words in beside), default=0.0)
