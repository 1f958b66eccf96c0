"""Numbers of members that say what the words before them mean: `the rented-out room (account 7000)`.

A number in brackets either confirms the thing before it, and adds nothing; or it names what the words only describe,
and stands for them. It never turns them: an expense is not explained by the number of an income, and what narrows a
thing that is known (`wages of the manager (5000)`) is not passed over.
"""

from dataclasses import dataclass

from arch_team.measuring.model import Measures
from arch_team.measuring.scan import Code, Item, Scan, Span
from arch_team.measuring.vocabulary import EntitySense, MemberSense, SetSense, VerbSense, Word, light_words
from arch_team.text.lexicon import LANGUAGES, lexicon_of
from arch_team.text.tokens import TokenKind
from arch_team.wire import Language

_OPEN, _CLOSED = ("(", "["), (")", "]")
_BESIDE = frozenset({"code", "light", "and", "total", "only"})
"""Classes of words that may stand beside the numbers in their brackets."""
_LONGEST = 8
"""Words that a number may stand for."""


@dataclass(frozen=True, slots=True)
class _Bracket:
    tokens: Span
    codes: frozenset[str]
    said: str


def without_confirmed(question: str, scan: Scan, measures: Measures) -> str:
    """The question without brackets that only repeat by number what is named right before them."""
    question = _without_formula(question, scan, measures)
    for bracket in reversed(_brackets(scan, measures)):
        named = _named_before(scan, bracket, measures)
        if len(bracket.codes) > 1 and named is not None and named[1] == [bracket.codes]:
            question = _cut(question, scan, bracket.tokens)
    return question


def _without_formula(question: str, scan: Scan, measures: Measures) -> str:
    """`licences sold less licences bought (3210 less 4210)`: without the formula that says the same by numbers."""
    signs = scan.words("minus")
    if len(signs) != 2 or signs[0].in_brackets or not signs[1].in_brackets:
        return question

    def sides(sign: Item) -> list[list[frozenset[str]]]:
        held = [i for i in scan.items if _codes(i, measures) and i.in_brackets == sign.in_brackets]
        parts = [i for i in held if i.span[1] <= sign.span[0]], [i for i in held if i.span[0] >= sign.span[1]]
        return [_codes(part[0], measures) if len(part) == 1 else [] for part in parts]

    said, again = sides(signs[0]), sides(signs[1])
    inside = [item for item in scan.items if item.in_brackets]
    plain = all(item.of(Code) or item.is_word("minus", "code", "light") for item in inside)
    same = all(len(b) == 1 and b[0] in a for a, b in zip(said, again, strict=True))
    first = next(at for at, token in enumerate(scan.tokens) if token.text in _OPEN and token.start >= 0)
    last = next((at for at, token in enumerate(scan.tokens) if token.text in _CLOSED), 0)
    return _cut(question, scan, (first, last + 1)) if plain and same and last > first else question


def by_code(question: str, scan: Scan, measures: Measures) -> str:
    """The question with the number in brackets in place of the words that it explains. Empty: there are none, or they
    say more than the number."""
    brackets = _brackets(scan, measures)
    if not brackets or scan.says("count", "who"):
        return ""
    for bracket in reversed(brackets):
        named = _named_before(scan, bracket, measures)
        told = len(brackets) > 1 and named is not None and named[0].span[1] == bracket.tokens[0]
        phrase = _phrase(scan, bracket, measures)
        phrase = phrase or (_only_thing(scan, bracket, measures) if len(brackets) == 1 else None)
        phrase = phrase or _owed(scan, bracket, measures)
        if told and named is not None and bracket.codes in named[1]:
            phrase = named[0].span
        if phrase is None:
            return ""
        start, end = scan.tokens[phrase[0]].start, scan.tokens[phrase[1] - 1].end
        rest = _cut(question, scan, bracket.tokens)
        question = f"{rest[:start]}{bracket.said}{rest[end:]}"
    return question


def confirmed(question: str, scan: Scan, measures: Measures) -> str:
    """The question without the number in brackets, where the last thing named before it is just that. Empty: not so."""
    brackets = _brackets(scan, measures)
    if len(brackets) != 1:
        return ""
    named = _named_before(scan, brackets[0], measures)
    same = named is not None and any(codes == brackets[0].codes for codes in named[1])
    return _cut(question, scan, brackets[0].tokens) if same else ""


def _brackets(scan: Scan, measures: Measures) -> list[_Bracket]:
    """The brackets that hold numbers of members and nothing else that says something."""
    found: list[_Bracket] = []
    start = None
    for at, token in enumerate(scan.tokens):
        if token.text in _OPEN:
            start = at
        elif token.text in _CLOSED and start is not None:
            inner = [item for item in scan.items if start < item.span[0] and item.span[1] <= at]
            held = [s for item in inner for s in item.senses if isinstance(s, Code) and s.is_known]
            meant = frozenset(code for sense in held for code in sense.codes)
            same = [i for i in inner if meant and any(meant <= codes for codes in _codes(i, measures))]
            plain = all(item.of(Code) or item in same or item.is_word(*_BESIDE) for item in inner)
            words = {t for item in inner for t in range(*item.span)}
            loose = [t for t in range(start + 1, at) if t not in words and scan.tokens[t].kind is not TokenKind.SIGN]
            if held and plain and not loose:
                first, last = (next(i for i in order if i.of(Code)) for order in (inner, inner[::-1]))
                text = scan.question[scan.tokens[first.span[0]].start : scan.tokens[last.span[1] - 1].end]
                said = next((i.text for i in inner if i.is_word("code") and i.of(EntitySense)), "")
                found.append(_Bracket((start, at + 1), meant, f"{said} {text}".strip()))
            start = None
    return sorted((*found, *_sourced(scan)), key=lambda bracket: bracket.tokens)


def _sourced(scan: Scan) -> list[_Bracket]:
    """`according to account 2000`: a number that is said to be where the figure stands, as one in brackets."""
    found: list[_Bracket] = []
    for at, before in enumerate(scan.items[:-1]):
        run = scan.items[at + 1 : at + 3] if scan.items[at + 1].is_word("code") else scan.items[at + 1 : at + 2]
        codes = [s for s in run[-1].senses if isinstance(s, Code) and s.is_known]
        if before.is_word("as_per") and before.span[1] == run[0].span[0] and codes:
            text = " ".join(item.text for item in run)
            found.append(_Bracket((before.span[0], run[-1].span[1]), frozenset(codes[0].codes), text))
    return found


def _named_before(scan: Scan, bracket: _Bracket, measures: Measures) -> tuple[Item, list[frozenset[str]]] | None:
    """The last thing that is named before a bracket, with the members of each of its senses."""
    before = [item for item in scan.items if item.span[1] <= bracket.tokens[0] and _codes(item, measures)]
    return (before[-1], _codes(before[-1], measures)) if before else None


def _codes(item: Item, measures: Measures) -> list[frozenset[str]]:
    found: list[frozenset[str]] = []
    for sense in item.senses:
        if isinstance(sense, SetSense):
            found.append(measures.sets[sense.name].codes)
        elif isinstance(sense, MemberSense | Code):
            found.append(frozenset(sense.codes))
    return found


def _phrase(scan: Scan, bracket: _Bracket, measures: Measures) -> Span | None:
    """The words right before a bracket that its numbers explain: what no word of the language is, joined by words that
    are passed over. A time may stand between. None: there are none, or a known thing is narrowed."""
    taken = {at: item for item in scan.items for at in range(*item.span)}
    timed = {at for start, end in scan.period_places for at in range(start, end)}
    nouns = lexicon_of(scan.language).has_free_order
    at = bracket.tokens[0] - 1
    while at >= 0 and (at in timed or (at in taken and _is_light(taken[at]))):
        at -= 1
    end, start, unknown = at + 1, at + 1, 0
    known: list[Item] = []
    while at >= 0 and at not in timed and scan.tokens[at].text not in (".", "?", ":", ";", ","):
        token, item = scan.tokens[at], taken.get(at)
        if item is None and token.kind is TokenKind.WORD:
            before = taken.get(at - 1)
            is_verb = not nouns and before is not None and before.is_word("self")
            is_adjective = nouns and not token.is_capital and start == at + 1 and start < end
            if (
                is_verb
                or _is_of_another(token.folded, scan.language)
                or not (not nouns or token.is_capital or is_adjective)
            ):
                return None
            unknown, start = unknown + 1, at
        elif item is not None and _codes(item, measures) and not item.is_word("spend", "earned", "carrying"):
            known.append(item)
            start = item.span[0]
        elif item is None or not (_is_light(item) or item.is_word("and")):
            break
        at = (item.span[0] if item is not None else at) - 1
    if start == end or end - start > _LONGEST or not (unknown or known):
        return None
    held = [codes for item in known for codes in _codes(item, measures)]
    behind = [item.span[1] for item in known if item.span[1] < end and item.span[1] not in taken]
    turned = any(scan.tokens[at].start - scan.tokens[at - 1].end == 1 for at in behind)  # `marketing success`
    if unknown and any(bracket.codes <= codes for codes in held) and (turned or not _are_joined(scan, start, end)):
        return None
    named = any(bracket.codes <= codes and len(codes) > 1 and not _is_mixed(codes, measures) for codes in held)
    if not unknown and not named and not all(_is_alike(bracket.codes, codes, measures) for codes in held):
        return None
    return start, end


def _only_thing(scan: Scan, bracket: _Bracket, measures: Measures) -> Span | None:
    """The one thing that is named before a bracket, further off, where it is like what the numbers name."""
    before = [item for item in scan.items if item.span[1] <= bracket.tokens[0] and _codes(item, measures)]
    if len(before) != 1 or scan.unknown:
        return None
    held = _codes(before[0], measures)
    return before[0].span if all(_is_alike(bracket.codes, codes, measures) for codes in held) else None


def _owed(scan: Scan, bracket: _Bracket, measures: Measures) -> Span | None:
    """`what we owe suppliers (account 2000)`: the kind of parties, where the numbers are what is open with them."""
    said = {s.name for item in scan.items for s in item.senses if isinstance(s, VerbSense)}
    moving = measures.movements
    for item in scan.items:
        named = [measures.descriptor.entity(s.name) for s in item.senses if isinstance(s, EntitySense)]
        known = [k for e in named if e is not None for k in e.invariants]
        kinds = {str(k.value) for k in known if moving is not None and k.field == moving.party_kind}
        for verb in measures.descriptor.party_verbs:
            figures = [verb.by_kind[kind] for kind in kinds if kind in verb.by_kind]
            held = [known.codes for figure in figures if (known := measures.sets.get(figure.also or ""))]
            if verb.is_open and verb.name in said and any(bracket.codes <= codes for codes in held):
                return item.span
    return None


def _is_of_another(word: str, language: Language) -> bool:
    """Whether a word that says nothing here does so in another language: then the question is in that one."""
    return any(word in light_words(other) for other in LANGUAGES if other != language)


def _are_joined(scan: Scan, start: int, end: int) -> bool:
    """Whether words make up one name: `furniture and fittings`, `training rooms`, not `wages of the manager`."""
    items = [item for item in scan.items if start <= item.span[0] and item.span[1] <= end]
    return not any(_is_light(item) and not item.is_word("and") for item in items)


def _kinds(codes: frozenset[str], measures: Measures) -> set[tuple[bool, int]]:
    return {(measures.members[code].is_flow, measures.members[code].sign) for code in codes}


def _is_mixed(codes: frozenset[str], measures: Measures) -> bool:
    """Whether some of them came in and others went out: a result is no part of itself."""
    return len(_kinds(codes, measures)) > 1 and all(measures.members[code].is_flow for code in codes)


def _is_alike(codes: frozenset[str], others: frozenset[str], measures: Measures) -> bool:
    """Whether members are of the nature and the sign that others have."""
    return _kinds(codes, measures) == _kinds(others, measures)


def _is_light(item: Item) -> bool:
    words = bool(item.senses) and all(isinstance(s, Word) for s in item.senses)
    return words and item.is_word("light", "edge", "at_cost")


def _cut(question: str, scan: Scan, tokens: Span) -> str:
    start, end = scan.tokens[tokens[0]].start, scan.tokens[tokens[1] - 1].end
    return f"{question[:start].rstrip()}{question[end:]}"
