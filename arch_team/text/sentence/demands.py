"""By what a sentence demands something, whether it bans it, and whether it ends before it has said everything."""

from arch_team.text.sentence.reading import Reading
from arch_team.text.sentence.words import Word, word_set
from arch_team.wire import Language


def demand_in(reading: Reading, sentence: range) -> int | None:
    """The word by which the sentence demands or permits: its modal, or `ist … zu`, `has to`, `is required`."""
    words, language = reading.words, reading.language
    for index in sentence:
        word = words[index]
        if word.is_subordinate or word.is_quoted:
            continue
        # A German modal at the end of its clause, or before its subject (`Sollte der Server …, muss`), demands nothing.
        opens = index == sentence.start and any(words[at].folded == "," for at in sentence)
        ends = language == "de" and (opens or not any(one.is_word for one in words[index + 1 : index + 2]))
        demands = word.tag == "modal" and word.folded in word_set(language, "demand_words") and not ends
        demands = demands and not (index == 0 and _has_no_subject(words, language))
        has_to = word.folded in word_set(language, "has_to") and _is_followed_by_to(reading, index, sentence)
        if demands or has_to or word.folded in word_set(language, "needed"):
            return index
    return None


def _has_no_subject(words: list[Word], language: Language) -> bool:
    """`Cannot log in` complains, `CAN bus` names something, and of `Must accept files` nobody knows who."""
    return language == "en" or all(one.tag not in {"det", "noun", "abbr", "pron"} for one in words[1:3])


def _is_followed_by_to(reading: Reading, index: int, sentence: range) -> bool:
    words = reading.words
    if reading.language == "en":
        return [word.folded for word in words[index + 1 : min(index + 2, sentence.stop)]] == ["to"]
    stop = next((at for at in range(index, sentence.stop) if words[at].folded == ","), sentence.stop)
    if any(one.folded == "es" for one in words[max(sentence.start, index - 1) : index + 2]):
        # `Es ist ausreichend, … anzugeben` says how it is; `Es ist ein Bericht zu liefern` demands.
        following = next((one for one in words[index + 1 : stop] if one.folded != "es"), None)
        if following is not None and following.tag == "adj" and following.lemma == following.folded:
            return False
    later = range(index + 1, stop)
    return any(words[at].tag == "zuinf" or (words[at].tag == "inf" and words[at - 1].folded == "zu") for at in later)


def is_cut(reading: Reading) -> bool:
    """It ends before it has said everything: behind an article, a preposition, an adjective without its noun."""
    words, text = reading.words, reading.text.rstrip()
    last_line = text.rpartition("\n")[2]
    is_open = last_line.count("(") > last_line.count(")") and text.count("(") > text.count(")")
    if is_open or text.rstrip("*_").endswith((":", "(")) or text.endswith((" -", " –", ",")):
        return True
    if len(words) < 2 or not words[-1].is_word:
        return False  # `none` is an answer by itself
    last = words[-1]
    waits = (
        last.tag == "adj" and last.text.islower() and last.text.isalpha() and _waits_for_noun(words, reading.language)
    )
    return waits or last.folded in word_set(reading.language, "never_last")


def _waits_for_noun(words: list[Word], language: Language) -> bool:
    """`zu einem freien`, `to a free`: back to the article or preposition stands no noun."""
    last = words[-1]
    declined = last.lemma != last.folded and last.folded.endswith(("e", "en", "em", "es"))
    leads = next((word for word in reversed(words[:-1]) if word.tag not in {"adj", "adv", "part"}), None)
    if leads is None or leads.tag not in {"det", "prep"}:
        return False
    return (declined and (leads.tag == "det" or language == "de")) or leads.text in {"a", "an", "ein", "kein"}


def is_negated(reading: Reading, sentence: range) -> bool:
    """A ban, or something that must be absent."""
    negates = word_set(reading.language, "negates")
    return any(word.tag == "neg" or word.folded in negates for word in reading.words[sentence.start : sentence.stop])
