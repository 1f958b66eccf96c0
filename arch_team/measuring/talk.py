"""What stands around a question and asks nothing: why somebody asks, what they think, a word of thanks."""

from collections.abc import Callable

from arch_team.measuring.model import Measures
from arch_team.measuring.scan import Amount, Code, Item, Quoted, Scan
from arch_team.measuring.vocabulary import (
    MemberSense,
    MetricSense,
    PartySense,
    SetSense,
    Value,
    VerbSense,
    Word,
    language_words,
)
from arch_team.text.pieces import bracketed, remarks
from arch_team.text.tokens import TokenKind, tokens_of

_ENDS = ("?", "!", ".", ";")
_IDLE = ("light", "carrying", "self", "opinion", "need", "and", "asks", "edge", "must")
_MARKS = (":", ",", "–", "-")
_ARTICLES = 3
"""Words between `for` and whom it is for, at most."""
_ASKING = (
    "amount",
    "count",
    "list",
    "who",
    "when",
    "in_which",
    "need",
    "wants",
    "only",
    "without",
    "including",
    "unit",
)
_TELLING = ("asker", "wants", "working", "heading")
"""Who has it asked, what they want, what they are at."""

Scanned = Callable[[str], Scan]


def without_talk(question: str, scanned: Scanned) -> str:
    """The question by itself; itself, where nothing stands around it."""
    before, mark, after = question.partition(":")
    if mark and after.strip() and (_speaks(scanned(before)) or _leads(scanned(before))):
        question = after.strip()
    question = _without_tail(_without_remark(question, scanned), scanned)
    kept = [s for s in _sentences(question, scanned(question)) if not _is_opinion(scanned(s))]
    return _without_purpose(" ".join(kept), scanned)


def without_recipient(scan: Scan, measures: Measures) -> str:
    """`I need for the bank the sales of 2025`, `For the insurer: the wages of 2025?`: without whom it is for, who is
    nothing that it is of. Empty: nobody is said to get it."""
    words, tokens, question = language_words(scan.language), scan.tokens, scan.question
    places = {item.span[0]: item for item in scan.items}
    needs = scan.words("need")
    for at, token in enumerate(tokens[:-1]):
        if token.folded not in words.meant_for:
            continue
        end = at + 1
        while end < len(tokens) - 1 and end in places and places[end].is_word("light") and end - at < _ARTICLES:
            end += 1
        if tokens[end].folded not in words.recipients or end + 1 >= len(tokens):
            continue
        if _costs_within(scan, end, measures):
            continue  # `for insurance: the costs of 2025`
        behind = tokens[end + 1]
        leads = all(item.is_word("light") for item in scan.items if item.span[1] <= at)
        needed = any(need.span[1] == at or need.span[0] == end + 1 for need in needs)
        if needed or (leads and behind.text in _MARKS):
            stop = behind.end if behind.text in _MARKS else tokens[end].end
            return f"{question[: token.start].rstrip()} {question[stop:].strip()}".strip()
    return ""


def _costs_within(scan: Scan, at: int, measures: Measures) -> bool:
    """Whether a word names what is spent, and another of the question all that it is part of."""
    own, others = set[str](), set[str]()
    for item in scan.items:
        sets = [measures.sets[s.name].codes for s in item.senses if isinstance(s, SetSense) and s.name in measures.sets]
        named = {code for codes in sets for code in codes} | _codes_of(item)
        if item.span[0] <= at < item.span[1]:
            own |= {code for code in named if measures.members[code].is_flow}
        else:
            others |= named
    spends = scan.says("spend") or any(item.of(VerbSense) for item in scan.items)
    return bool(own) and (bool(own & others) or (spends and not others))


def _codes_of(item: Item) -> set[str]:
    return {code for sense in item.senses if isinstance(sense, MemberSense) for code in sense.codes}


def without_echo(question: str, scanned: Scanned) -> str:
    """`sales of 2025 against 2024 – both values and the difference`: without what a comparison shows anyway. Empty:
    nothing of the kind ends it."""
    for sign in (" – ", " - ", ",", ":", "("):
        before, mark, after = question.rpartition(sign)
        told = after.strip(" ?.!)")
        if not mark or not before.strip() or not told:
            continue
        scan = scanned(told)
        shown = scan.says("occasion", "both") and scan.says("change", "compare")
        if (
            shown
            and not scan.unknown
            and all(i.is_word("occasion", "both", "change", "compare", *_IDLE) for i in scan.items)
        ):
            return before.strip()
    return ""


def without_same_heading(question: str, scanned: Scanned) -> str:
    """`Telephone: what did telephone and internet cost`: without a heading that only names what is named behind it
    again. Empty: there is none."""
    title, mark, asked = question.partition(":")
    if not mark or not asked.strip():
        return ""
    head, body = scanned(title), scanned(asked)
    if _is_precise(head) or head.unknown or len(title.split()) > 1:
        return ""
    named, again = ([s for i in scan.items for s in i.senses if isinstance(s, MemberSense)] for scan in (head, body))
    codes = {code for sense in again for code in sense.codes}
    same = bool(named) and all(set(sense.codes) <= codes for sense in named)
    return asked.strip() if same else ""


def formula_of(question: str, scanned: Scanned) -> str:
    """`Hardware margin 2025: account 3200 less account 4200`: the formula with the times and units of its title, which
    is only what somebody calls it. Empty: there is none, or the title says more."""
    title, mark, formula = question.partition(":")
    whole = scanned(question)
    that_is = [item for item in whole.words("that_is") if item.span[0] > 1] if not mark else []
    if that_is:  # `…, that is revenue less cost`
        start, end = whole.tokens[that_is[0].span[0]].start, whole.tokens[that_is[0].span[1] - 1].end
        title, mark, formula = question[:start].rstrip(" ,("), ":", question[end:].strip(" ,)?")
    bracket = bracketed(question) if not mark else None
    if bracket is not None and scanned(bracket[0]).says("minus"):  # `the margin on machines (machine sales less …)`
        inside, around = bracket[0], bracket[1].strip(" ?.")
        if _member_codes(scanned(around)) & _member_codes(scanned(inside)):
            title, mark, formula = around, ":", inside
    if not mark or not formula.strip():
        return ""
    head, body = scanned(title), scanned(formula)
    signs = ("minus", "percent", "share", "share_of", "compare")
    kinds = (Amount, Code, PartySense, Quoted, Value)
    named = [item for item in head.items if not item.of(MemberSense)]  # a party may only have it in its name
    told = any(item.of(kind) for item in named for kind in kinds) or head.relative
    words = (item for item in head.items if all(isinstance(s, Word) for s in item.senses))
    idle = all(
        item.is_word(*_IDLE, "unit", "amount", "percent", "share", "gross", "net", "define", "earned", "spend")
        for item in words
    )
    narrowed = any(item.of(MemberSense) for item in head.items) and any(item.of(SetSense) for item in body.items)
    if narrowed or body.unknown or not body.says(*signs) or told or not idle or (body.periods and head.periods):
        return ""
    times = " ".join(title[slice(*period.at)] for period in head.periods)
    units = " ".join(item.text for item in head.items if item.is_word("unit", "percent") and not body.says("percent"))
    return f"{formula.strip(' ?.')} {times} {units}".strip()


def beside_formula(scan: Scan) -> str:
    """`what is left of the licences, revenue less licence cost`: what is named apart from what is taken off from what,
    and would be passed over. Empty: nothing is."""
    signs = scan.words("minus")
    if len(signs) != 1:
        return ""
    [sign], things = signs, [i for i in scan.items if any(isinstance(s, MemberSense | SetSense) for s in i.senses)]
    left = [item for item in things if item.span[1] <= sign.span[0]]
    if len(left) < 2 or len(left) == len(things):
        return ""
    between = scan.items[scan.items.index(left[-2]) + 1 : scan.items.index(left[-1])]
    signs = any(token.kind is TokenKind.SIGN for token in scan.tokens[left[-2].span[1] : left[-1].span[0]])
    return "" if all(item.is_word("and", "light") for item in between) and not signs else left[-2].text


def _member_codes(scan: Scan) -> set[str]:
    return {code for item in scan.items for code in _codes_of(item)}


def spelled_out(question: str, scan: Scan, scanned: Scanned) -> str:
    """`gross sales of 2025, that is accounts 3200 to 3420`: the numbers with the time, where they are of what stands
    before. Empty: nothing is spelled out so."""
    that_is = next((item for item in scan.words("that_is") if item.span[0] > 1), None)
    if that_is is None:
        return ""
    start, end = scan.tokens[that_is.span[0]].start, scan.tokens[that_is.span[1] - 1].end
    title, told = question[:start].rstrip(" ,("), question[end:].strip(" ,.)?")
    head, body = scanned(title), scanned(told)
    codes = [item for item in body.items if item.of(Code)]
    plain = all(item.of(Code) or item.is_word("code", "total", "add", "and", *_IDLE) for item in body.items)
    if not codes or not plain or body.unknown or head.unknown or not head.periods or body.periods:
        return ""
    idle = (*_IDLE, "without", "amount", "gross", "net", "total", "carrying", "define")
    if any(i.of(PartySense) or i.of(Quoted) or i.of(Value) or i.of(Code) for i in head.items) or head.relative:
        return ""
    named = all(any(not isinstance(s, Word) for s in i.senses) or i.is_word(*idle) for i in head.items)
    return f"{told} {' '.join(title[slice(*period.at)] for period in head.periods)}" if named else ""


def without_its_name(question: str, scan: Scan) -> str:
    """`sales less purchases, and the margin in percent`: without the word for what a formula gives. Empty: no formula,
    or nothing that it is called."""
    signs = scan.words("minus")
    named = [item for item in scan.items if item.of(MetricSense) and signs and item.span[0] >= signs[-1].span[1]]
    if len(named) != 1:
        return ""
    start, end = scan.tokens[named[0].span[0]].start, scan.tokens[named[0].span[1] - 1].end
    return f"{question[:start].rstrip()} {question[end:].lstrip()}"


def _sentences(question: str, scan: Scan) -> list[str]:
    tokens = tokens_of(question, scan.language)
    out, start = list[str](), 0
    for at, token in enumerate(tokens):
        timed = any(period.at[0] <= token.start < period.at[1] for period in scan.periods)
        last = at + 1 == len(tokens)
        if (token.text in _ENDS and not timed and not last and tokens[at + 1].is_capital) or last:
            out.append(question[start : token.end].strip())
            start = token.end
    return out


def _says_something(scan: Scan) -> bool:
    """Whether a text names a time, a thing or a value: then it is more than talk."""
    named = any(not isinstance(s, Word) for item in scan.items for s in item.senses)
    return bool(scan.periods or scan.relative) or named


def _speaks(scan: Scan) -> bool:
    """`I am preparing the meeting`: only about who asks."""
    first = scan.items[0] if scan.items else None
    speaks = first is not None and first.span[0] == 0 and first.is_word("self")
    plain = not scan.unknown and not scan.periods and not scan.relative
    return speaks and plain and all(map(_is_idle, scan.items))


def _leads(scan: Scan) -> bool:
    """`The auditor asks`, `We are preparing payments`, `Reconciliation`: why it is asked, before the question. Words of
    the books may be among them, where somebody is said to be at something; no time, no name and no number may."""
    if _is_precise(scan):
        return False
    works = _begins(scan, "self") and scan.says("working")
    if scan.unknown:
        return works
    asks = _begins(scan, "asker") and scan.says("wants") and all(map(_is_telling, scan.items))
    wanted = scan.says("occasion") and all(i.is_word("occasion", *_IDLE) for i in scan.items)
    heads = scan.says("heading") and all(i.is_word("heading", *_IDLE) for i in scan.items)
    return works or asks or heads or wanted


def _without_tail(question: str, scanned: Scanned) -> str:
    """`…, boss wants to compare`: who has it asked, behind a comma or a dash at the end."""
    for sign in (",", " – ", " - ", "?", ". ", "("):
        before, mark, after = question.rpartition(sign)
        told = after.strip(" ?.!)")
        if not mark or not before.strip() or not told:
            continue
        scan = scanned(told)
        tells = _begins(scan, "asker") and scan.says("wants") and all(map(_is_telling, scan.items))
        wanted = scan.says("occasion") and all(i.is_word("occasion", *_IDLE) for i in scan.items)
        if not _is_precise(scan) and (tells or wanted) and not scan.unknown:
            return before.strip()
    return question


def _without_remark(question: str, scanned: Scanned) -> str:
    """`I have no idea of this – what did we earn?`: what somebody says they do not know or are not, before the
    question."""
    for head, rest in remarks(question):
        scan = scanned(head)
        speaks = _begins(scan, "self", "clueless") and not scan.says(*_ASKING) and not _is_precise(scan)
        denies = scan.says("not") and not _says_something(scan)
        if rest and speaks and (denies or scan.says("clueless")):
            return rest
    return question


def _begins(scan: Scan, *classes: str) -> bool:
    first = next((item for item in scan.items if item.is_word(*classes) or not item.is_word("light")), None)
    return first is not None and first.is_word(*classes)


def _is_precise(scan: Scan) -> bool:
    """Whether it names a time, a number, a party, or a text."""
    kinds = (Amount, Code, PartySense, Quoted, Value)
    return bool(scan.periods or scan.relative) or any(item.of(kind) for item in scan.items for kind in kinds)


def _is_telling(item: Item) -> bool:
    return item.is_word(*_IDLE, *_TELLING, "compare")


def _is_idle(item: Item) -> bool:
    return item.is_word(*_IDLE)


def _is_opinion(scan: Scan) -> bool:
    """`It seems that fell a lot.`: what somebody thinks, and no figure, no time and no name in it."""
    first = scan.items[0] if scan.items else None
    begins = first is not None and first.span[0] <= 1 and first.is_word("opinion")
    told = any(item.of(kind) for item in scan.items for kind in (Amount, Value, PartySense))
    return begins and not told and not scan.periods and not scan.relative


def _without_purpose(question: str, scanned: Scanned) -> str:
    """`For the meeting I need …`: what follows. What it is for must name nothing that could be asked about."""
    scan = scanned(question)
    need = next((item for item in scan.items if item.is_word("need")), None)
    if need is None:
        return question
    if need.span[0] == 0:
        return question[scan.tokens[need.span[1] - 1].end :].strip(" ,:")
    front = scanned(question[: scan.tokens[need.span[0]].start])
    kinds = (Amount, Value, PartySense)
    told = front.periods or any(item.of(kind) for item in front.items for kind in kinds) or _says_something(front)
    first = front.items[0] if front.items else None
    leads = first is not None and first.span[0] == 0 and first.is_word("light", "opinion", "self")
    return question if told or not leads else question[scan.tokens[need.span[1] - 1].end :].strip(" ,:")
