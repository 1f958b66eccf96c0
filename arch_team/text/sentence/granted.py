"""A person's wish once it is granted: `be rebooked` is `I am rebooked`, and `export files` is `I can export files`.

What a person receives or is would be weakened by `can`, what a person does not wish would be turned round. Where both
kinds stand side by side, or the form is not sure, nothing is said.
"""

import re

from arch_team.text.packaged import packaged
from arch_team.text.sentence.words import word_set
from arch_team.text.speech import lemma_of, spoken
from arch_team.wire import Language

_BRACKET = re.compile(r"\s*\([^()]*\)")
_LEADS = re.compile(
    r"(?P<no>not |never |no longer )?(?P<how>(?:(?:\w+ly|always|also|still|just)(?: \([^()]*\))? )*)(?=\w)"
)
_JOINED = re.compile(r"(?:,|\b(?:and|or))(?: not)? (?:to )?(?:\w+ly )?(?P<verb>[a-z]+)(?: (?P<next>[\w-]+))?")
_CLAUSE = re.compile(r", (?:(?:auch|selbst|sogar|besonders) )?([^\W\d]+)")
_AND_TO = re.compile(r"\b((?:and|or)(?: not)?) to (?=[a-z])")
_THING: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"(?!(?:to|not|it) )(?:[\w-]+ ){0,4}?(?P<head>[\w-]+)(?: (?:about|by|via|on|for|of|in|from)\b[^,]*)?$"
    ),
    "de": re.compile(
        r"(?:[a-zäöüß]+ ){0,3}(?P<head>[A-ZÄÖÜ][\w-]+)(?: (?:über|per|via|zu|zur|zum|von|vom|für|auf)\b[^,]*)?$"
    ),
}
"""The head of a thing, with what it is about."""
_VERBS = frozenset({"inf", "aux", "modal", "verb", "noun"})
_MOVES = frozenset({"prep", "to", "adv"})


def granted(wish: str, language: Language, is_able: bool = False) -> str:
    """The whole clause in the first person; empty where it is not sure. `is_able`: only the ability is wished for."""
    return _german(wish, is_able) if language == "de" else _english(wish, is_able)


def got(thing: str, language: Language) -> str:
    """A message that is wished for comes: `alerts about faults` is `I get alerts about faults`; empty for all else."""
    named = _THING[language].match(_BRACKET.sub("", thing))
    lemma = lemma_of(named["head"], language).lower() if named else ""
    if language == "de":
        return f"bekomme ich {thing}" if lemma.endswith(tuple(word_set("de", "messages"))) else ""
    is_message = lemma in word_set("en", "messages") or lemma.removesuffix("s") in word_set("en", "messages")
    return f"I get {thing}" if is_message else ""


def one_chain(wish: str) -> str:
    """`find it and to buy it` is `find it and buy it`, where no other `to` stands before."""
    joined = _AND_TO.search(wish)
    return _AND_TO.sub(r"\1 ", wish) if joined and not re.search(r"\bto\b", wish[: joined.start()]) else wish


def _english(wish: str, is_able: bool) -> str:
    wish, leads = one_chain(wish), _LEADS.match(wish)
    verb, _, rest = wish[leads.end() if leads else 0 :].partition(" ")
    if is_able or not leads:
        return f"I can {wish}"
    receives = _is_received(verb, *rest.split()[:2])
    more = [(one["verb"], one["next"] or "it") for one in _JOINED.finditer(wish)]
    joined = [(one[0], _is_received(*one)) for one in more if _acts(*one)]
    mixed = any(is_received != receives and not (receives and word == "see") for word, is_received in joined)
    if mixed or (leads["no"] and joined):
        return ""  # `be told and cancel it`: one is received, the other done
    no, how = leads["no"] or "", leads["how"]
    if not receives and not no:
        return f"I can {wish}"
    does = f"am {no}{how}" if verb == "be" else f"do not {how}{verb} " if no == "not " else f"{no}{how}{verb} "
    told = re.sub(r"\b(and|or) be able to\b", r"\1 can", f"I {does}{rest}".strip())
    return re.sub(r"\b(and|or) be\b", r"\1 am", told)


def _acts(word: str, following: str) -> bool:
    """It may be the verb of another action: `get mails and print them`; not `mails and letters`."""
    tags = [one.tag for one in spoken(("they", "must", word, following), "en")[2:]]
    return tags[0] in {"inf", "aux"} and (tags[1] in {"det", "pron"} or spoken((word,), "en")[0].tag != "noun")


def _is_received(verb: str, *following: str) -> bool:
    """`get a mail`, `be told`; not `get to the station`, `have to wait`."""
    moves = verb in {"get", "have"} and {one.tag for one in spoken((verb, *following), "en")[1:2]} & _MOVES
    learns = verb in {"learn", "hear"} and following[:1] in (("of",), ("about",))
    return learns or (verb in word_set("en", "receives") and not moves)


def _german(wish: str, is_able: bool) -> str:
    """A clause behind the wish stays as it is: `sehen, welche Tiere krank sind`."""
    if is_able:
        return f"kann ich {wish.removesuffix(' können')}"
    clause = next((one for one in _CLAUSE.finditer(wish) if one[1].lower() in word_set("de", "opens_clause")), None)
    main, behind = (wish[: clause.start()], wish[clause.start() :]) if clause else (wish, "")
    told = _german_main(main)
    return told + behind if told else ""


def _german_main(wish: str) -> str:
    forms: dict[str, str] = packaged("verb_forms.yaml")["first_person"]
    words, bare = wish.split(), _BRACKET.sub("", wish).split()
    if bare[-1] == "können":
        return f"kann ich {wish.removesuffix(' können')}"
    pivots = [at for at, word in enumerate(words) if word.rstrip(",") in forms and _ends_part(words, at)]
    if not pivots:
        is_denied = (word_set("de", "negates") - {"ohne"}) & {*map(str.lower, bare)}
        commas = [at for at, word in enumerate(bare) if word.endswith(",")][:1]
        compared = [at - 1 for at, word in enumerate(bare) if word == "als"]  # `einfacher finden als im Heft`
        acts = {*_verbs(bare)} & {*commas, *compared, len(bare) - 1}
        return f"kann ich {wish}" if acts and not is_denied else ""
    told, start = list[str](), 0
    for at in pivots:
        part, verb = words[start:at], words[at].rstrip(",")
        joins = part.pop(0) if told and part and part[0] in {"und", "oder"} else ""
        is_done = verb == "haben" and bool(part) and spoken(part, "de")[-1].tag == "part"  # `dargestellt haben`
        others = [place for place in _verbs(part) if _ends_part(part, place)]  # `buchen und … bekommen`
        if (not part and verb not in {"wissen", "erfahren"}) or is_done or len(others) > (verb == "müssen"):
            return ""
        told += [joins, forms[verb], *(() if told else ("ich",)), *part]
        told[-1] += "," * words[at].endswith(",")
        start = at + 1
    return " ".join(filter(None, told)) if start == len(words) else ""


def _verbs(words: list[str]) -> list[int]:
    """Where infinitives stand. In small letters, no noun is one, whatever the tagger makes of `verschlagworten`."""
    bare = [word.rstrip(",") for word in words]
    found = spoken(bare, "de") if bare else ()
    return [
        at
        for at, (word, one) in enumerate(zip(bare, found, strict=True))
        # `buchen` read as an adjective, which would be its own base form
        if (one.tag in _VERBS or one.lemma == word) and word.islower() and word.endswith("n") and bare[at - 1] != "zu"
    ]


def _ends_part(words: list[str], at: int) -> bool:
    return at == len(words) - 1 or words[at].endswith(",") or words[at + 1] in {"und", "oder"}


def is_lasting(demand: str, language: Language) -> bool:
    """A thing is so, or offers it, at any time: `support many users`. Nothing sets it off."""
    words = _BRACKET.sub("", demand).split()
    if words[:2] in (["be", "kept"], ["make", "it"]) or words[-2:] == ["gehalten", "werden"]:
        return True  # `be kept up to date`, `make it easy to sort`
    verb = lemma_of(words[-1], "de") if language == "de" else words[0]
    return verb in word_set(language, "lasts") or is_state(demand, language)


def is_state(demand: str, language: Language) -> bool:
    """`be fast`, `schnell sein`, `dass es schnell ist`."""
    words = _BRACKET.sub("", demand).split()
    if language == "de":
        tags = [one.tag for one in spoken(words, "de")]
        is_so = words[0] == "dass" and words[-1] in {"ist", "sind"}
        return is_so or (words[-1] == "sein" and tags[-2:-1] in (["adj"], ["part"]))
    tags = [one.tag for one in spoken(words[:6], "en")]
    happens = words[1:3] == ["able", "to"] or any(word.endswith("ed") for word in words[1 : 2 + (tags[1:2] == ["adv"])])
    return words[0] == "be" and not happens and (tags[1:2] in (["adj"], ["det"]) or tags[1:3] == ["adv", "adj"])
