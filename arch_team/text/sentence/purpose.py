"""What an English wish is for, where no `so that` says it: `so the season runs`, `giving me time`, `to plan my day`."""

from arch_team.text.sentence.words import Word, word_set

_ENDS = frozenset({".", "!", "?", ";"})
_BEFORE_NOUN = frozenset({"det", "adj", "num", "part", "ing", "neg"})
_SUBJECTS = frozenset({"noun", "abbr", "name", "pron"})
_FINITE = frozenset({"verb", "aux", "modal", "past"})
_LONGEST_SUBJECT = 8


def plain_so(words: list[Word], part: range) -> range | None:
    """The first `so` that a subject and its verb follow: `so new agents get up to speed`; not `so fast`, `so many`."""
    led = word_set("en", "so_behind")
    for index in part[1:]:
        if words[index].folded == "so" and words[index - 1].folded not in led and _is_clause(words, index + 1):
            return range(index, index + 1)
    return None


def _is_clause(words: list[Word], begin: int) -> bool:
    if begin >= len(words) or words[begin].folded in word_set("en", "so_much"):
        return False
    near = words[begin : begin + _LONGEST_SUBJECT]
    noun = next((at for at, word in enumerate(near) if word.tag not in _BEFORE_NOUN), len(near))
    if noun == len(near) or near[noun].tag not in _SUBJECTS:
        return False
    opens = {word.tag for word in near[1 : noun + 1]} & {"det", "neg", "pron"}
    if near[0].tag in {"adj", "part", "ing"} and opens:
        return False  # `so fast the user waits`
    stop = next((at for at, one in enumerate(near) if one.tag in {"sign", "to"} and one.folded != ","), len(near))
    return any(word.tag in _FINITE for word in near[noun + 1 : stop])


def ends_by_form(words: list[Word], means: range) -> tuple[range, range | None]:
    """A benefit without a marker: `…, giving me time`, `…, to plan my day`, `see the map to plan my route`.

    The first `to` of a wished-for thing says what it shall do (`a car to react faster`); after a wished-for action, a
    `to` behind its object says what for.
    """
    wished = words[means.start].tag == "verb"
    has_object = False
    for index in range(means.start + 1, means.stop - 1):
        before, word, following = words[index - 1 : index + 2]
        if word.folded in _ENDS:
            break
        after_comma = before.folded == ","
        if after_comma and word.tag == "ing" and word.folded not in word_set("en", "no_benefit"):
            return range(means.start, index), range(index, means.stop)
        if word.folded == "to" and word.tag == "to" and following.tag == "verb":
            takes = before.tag != "noun" or before.lemma in word_set("en", "takes_to")
            if after_comma or (wished and has_object and not takes):
                return range(means.start, index), range(index + 1, means.stop)
            wished, has_object = wished or before.tag == "noun", False
        has_object = has_object or word.tag in {"noun", "abbr"}
    return means, None


def end_of_list(words: list[Word], first: int) -> int | None:
    """The last of the verbs that one `to` leads: `easy to issue, renew and cancel`; None where more follows them."""
    last = at = first
    while at + 1 < len(words):
        at += 1
        while at < len(words) and words[at].folded in {",", "and", "or", "to"}:
            at += 1
        if at == last + 1 or at == len(words) or words[at].tag not in {"verb", "inf"}:
            break
        last = at
    is_last = last + 1 == len(words) or words[last + 1].folded in _ENDS
    return last if last == first or is_last else None
