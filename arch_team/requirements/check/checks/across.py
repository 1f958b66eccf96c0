"""What only shows when requirements stand side by side: ids, texts, templates."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from arch_team.requirements.check.checks import Hit, Parameters, number, texts
from arch_team.requirements.check.checks.sentences import is_scenario
from arch_team.requirements.check.reading.prose import Prose

SetCheck = Callable[[Sequence[Prose], Parameters], Iterable[tuple[int, Hit]]]
MOST_RELATED = 5
_DIGITS = re.compile(r"0*(\d+)")
_REFERENCE = re.compile(r"(?<![\w-])[A-Za-z]{2,12}[-_ ]?\d{1,6}(?![\w-])")


def _by(keys: Iterable[str | None]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for index, key in enumerate(keys):
        if key is not None:
            found.setdefault(key, []).append(index)
    return found


def ids(proses: Sequence[Prose], indices: Iterable[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(proses[index].requirement.id for index in indices))[:MOST_RELATED]


def same_id(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Two requirements under one id."""
    for name, indices in _by(prose.requirement.id for prose in proses).items():
        for index in indices[1:]:
            place = proses[indices[0]].requirement.place
            yield index, Hit(said=f"{name} ({place})" if place else name, related=(name,))


def near_equal_id(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Ids that differ in a zero, a dash or a capital only: `REQ-1`, `req_01`."""
    for indices in _by(_plain_id(prose.requirement.id) for prose in proses).values():
        first = proses[indices[0]].requirement.id
        for index in indices[1:]:
            if (own := proses[index].requirement.id) != first:
                yield index, Hit(said=f"{first}, {own}", related=(first,))


def _plain_id(name: str) -> str:
    """Separators between letters and digits say nothing; those between digits do: `1.12` is not `11.2`."""
    folded = re.sub(r"(?<=\d)[\s_\-./]+(?=\d)", ".", name.casefold())
    return _DIGITS.sub(r"\1", re.sub(r"[\s_\-/]+", "", folded))


def identical_text(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """The same words in the same order."""
    spelled = (" ".join(word.folded for word in prose.words if word.is_word) or None for prose in proses)
    for indices in _by(spelled).values():
        for index in indices:
            others = ids(proses, (one for one in indices if one != index))
            if len(indices) > 1:
                yield index, Hit(said=", ".join(others), related=others)


def mixed_templates(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Requirements written to another pattern than most (`share`). Stories are held to their markers, too."""
    share = number(parameters, "share", 0.6)
    names = _pairs(parameters, "names")
    yield from _minority(proses, [_kind(prose) for prose in proses], share, names)
    stories = [" … ".join(prose.story.markers) if prose.story else None for prose in proses]
    yield from _minority(proses, stories, share, {})


def _pairs(parameters: Parameters, name: str) -> dict[str, str]:
    """A list of `key=value`."""
    split = (pair.partition("=") for pair in texts(parameters, name))
    return {key: value for key, _, value in split}


def _minority(
    proses: Sequence[Prose], keys: Sequence[str | None], share: float, names: Mapping[str, str]
) -> Iterator[tuple[int, Hit]]:
    counted = Counter(key for key in keys if key is not None)
    if counted.total() < 3 or len(counted) < 2:
        return
    usual, times = counted.most_common(1)[0]
    if times < share * counted.total():
        return
    examples = ids(proses, (index for index, key in enumerate(keys) if key == usual))
    for index, key in enumerate(keys):
        if key is not None and key != usual:
            yield index, Hit(said=names.get(usual, usual), related=examples)


def _kind(prose: Prose) -> str:
    if prose.story is not None:
        return "story"
    return "scenario" if is_scenario(prose) else "sentence"


def mixed_modals(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Two words for the same duty: most say `shall`, a few `must`."""
    modals = set(texts(parameters, "modals"))
    used = [
        next((i for i, word in enumerate(prose.words) if word.folded in modals and not word.is_subordinate), None)
        if prose.story is None
        else None
        for prose in proses
    ]
    stems = _pairs(parameters, "same")
    folded = [None if at is None else prose.words[at].folded for prose, at in zip(proses, used, strict=True)]
    keys = [None if word is None else stems.get(word, word) for word in folded]
    for index, hit in _minority(proses, keys, number(parameters, "share", 0.6), {}):
        at = used[index]
        if at is not None:
            yield index, Hit((proses[index].span(at, at),), said=hit.said, related=hit.related)


def dangling_reference(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Names a requirement that is not in the set, by an id of the set's own kind."""
    known = {_plain_id(prose.requirement.id) for prose in proses}
    kinds = {re.sub(r"\d+", "#", name) for name in known if re.search(r"[a-z].*\d", name)}
    if not kinds:
        return
    for index, prose in enumerate(proses):
        for match in _REFERENCE.finditer(prose.text):
            plain = _plain_id(match[0])
            if re.sub(r"\d+", "#", plain) in kinds and plain not in known:
                start = sum(word.end <= match.start() for word in prose.words)
                last = sum(word.start < match.end() for word in prose.words) - 1
                if start <= last:
                    yield index, Hit((prose.span(start, last),))
