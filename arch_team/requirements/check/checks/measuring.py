"""Numbers and comparisons: a limit without a unit, a comparison with nothing to compare to."""

from collections.abc import Iterator

from arch_team.requirements.check.checks import Hit, Parameters, texts
from arch_team.requirements.check.phrases import ends_at, parse
from arch_team.requirements.check.reading.prose import Prose


def missing_unit(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A limit (`at most 30`) whose number counts nothing."""
    limits = [parse(text, prose.language) for text in texts(parameters, "limits")]
    for measure in prose.measures:
        if measure.kind:
            continue
        sentence = prose.sentence_of(measure.index)
        if any(ends_at(prose.words, measure.index, limit, sentence.start) for limit in limits):
            yield Hit((prose.span(max(sentence.start, measure.index - 1), measure.index),))


def comparative(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """`reference: none` gives comparisons to nothing; otherwise those to something that is not a number."""
    wants_none = parameters.get("reference") == "none"
    than = texts(parameters, "than")
    more, less_before = (
        set(texts(parameters, "more")),
        [parse(text, prose.language) for text in texts(parameters, "not_after")],
    )
    nothing = set(texts(parameters, "nothing"))
    words = prose.words
    for index, word in enumerate(words):
        if word.degree != "comp":
            continue
        sentence = prose.sentence_of(index)
        if any(ends_at(words, index, phrase, sentence.start) for phrase in less_before):
            continue
        if index and words[index - 1].folded in more and words[index - 1].degree:
            continue
        last = index
        if word.folded in more:
            following = words[index + 1] if index + 1 < sentence.stop else None
            if following is None or following.tag not in {"adj", "adv", "part", "noun"}:
                if following is None or following.folded not in than:
                    continue
            elif following.tag in {"adj", "adv", "part"}:
                last = index + 1
        reference = next((one for one in range(index + 1, sentence.stop) if words[one].folded in than), None)
        if reference is not None and reference + 1 < sentence.stop and words[reference + 1].folded in nothing:
            reference = None
        if reference is not None and any(measure.index - reference in range(1, 5) for measure in prose.measures):
            continue
        if reference is None and any(one.kind and one.index in range(sentence.start, index) for one in prose.measures):
            continue
        if (reference is None) == wants_none:
            yield Hit((prose.span(index, last),))


def superlative(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """`the most efficient`, `am besten`; not `at least`, `most of`."""
    not_after = [parse(text, prose.language) for text in texts(parameters, "not_after")]
    not_before = set(texts(parameters, "not_before"))
    most = set(texts(parameters, "most"))
    words = prose.words
    for index, word in enumerate(words):
        if word.degree != "sup":
            continue
        sentence = prose.sentence_of(index)
        if any(ends_at(words, index, phrase, sentence.start) for phrase in not_after):
            continue
        if index and words[index - 1].folded in most:
            continue
        last = index
        following = words[index + 1] if index + 1 < sentence.stop else None
        if following is not None and following.folded in not_before:
            continue
        if word.folded in most:
            if following is None or following.tag not in {"adj", "adv", "part"}:
                continue
            last = index + 1
        yield Hit((prose.span(index, last),))
