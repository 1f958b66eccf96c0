"""An English sentence taken apart. The modal stands between who and what."""

import re
from dataclasses import replace
from functools import cache

from arch_team.requirements.rewrite.parts import Action, ConditionKind, Parts, metrics_in
from arch_team.requirements.rewrite.wording.grammar import english_base, listed, phrases

_ENDS = re.compile(
    r",?\s+(?P<word>so\s+that|in\s+order\s+that|in\s+order\s+to|so\s+as\s+to|so(?=\s+(?:i|we|they|he|she)\b))\s+(?P<ends>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_ENDS_FIRST = re.compile(
    r"(?:in\s+order\s+)?(?P<word>to|so\s+that)\s+(?P<ends>[^,]+),\s+(?P<rest>.+)$", re.IGNORECASE | re.DOTALL
)
_THING_TO = re.compile(
    r"(?P<actor>(?:the|a|an|my|our|all|each)\s+[^,]{1,80}?)\s+(?P<negated>not\s+)?to\s+(?P<rest>.+)$", re.IGNORECASE
)
_POSSIBLE = re.compile(
    r"be\s+possible\s+(?:for\s+(?P<whom>[^,]{1,60}?)\s+)?to\s+(?P<rest>.+)$", re.IGNORECASE | re.DOTALL
)
_ABLE = re.compile(
    r"(?:be\s+able\s+to|have\s+the\s+(?:ability|capability)\s+to|be\s+designed\s+to)\s+(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_CAPABLE = re.compile(r"be\s+capable\s+of\s+(?P<verb>\w+ing)\b\s*(?P<rest>.*)$", re.IGNORECASE | re.DOTALL)
_OFFERS = re.compile(
    r"(?:allow|enable|permit)s?\s+(?P<whom>[^,]{1,60}?)\s+to\s+(?P<rest>.+)$|lets?\s+(?P<let>(?:the|a|each|every|all)\s+\w+)\s+(?P<do>.+)$|"
    r"(?:provide|give|offer)s?\s+(?P<given>[^,]{1,60}?)\s+(?:with\s+)?(?:the|an)\s+(?:ability|possibility|option|capability)\s+to\s+(?P<action>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_PASSIVE = re.compile(r"be\s+(?:\w+ly\s+)?(?P<participle>\w+)\b", re.IGNORECASE)
_BE = re.compile(r"be\s+(?P<predicate>.+)$|be$", re.IGNORECASE | re.DOTALL)
_AND = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+(?:to\s+)?", re.IGNORECASE)


def read(whole: str) -> Parts:
    sentence, ends, ends_word = _ends(whole)
    parts = _story(sentence) or _conditional(sentence) or _modal(sentence) or _statement(sentence) or _bare(sentence)
    metrics = metrics_in(sentence)
    return replace(parts, ends=ends, ends_word=ends_word, metrics=metrics, text=sentence, sentence=whole)


def _ends(sentence: str) -> tuple[str, str | None, str]:
    first = _ENDS_FIRST.match(sentence)
    if first and _modal_pattern().match(first["rest"]):
        rest = first["rest"]
        return (
            rest[:1].upper() + rest[1:],
            first["ends"].strip(),
            "so that" if first["word"].casefold() == "so that" else "in order to",
        )
    match = _ENDS.search(sentence)
    if match is None:
        return sentence, None, ""
    word = " ".join(match["word"].casefold().split())
    return sentence[: match.start()], match["ends"].strip(), "so that" if word in ("so", "in order that") else word


@cache
def _story_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"as\s+(?:an?\s+|the\s+)?(?P<role>[^,]{{1,120}}?),?\s+(?P<want>{phrases('en', 'wants')})\b,?\s*(?P<rest>.*)$",
        re.IGNORECASE | re.DOTALL,
    )


def _story(sentence: str) -> Parts | None:
    match = _story_pattern().match(sentence)
    if match is None:
        return _bare_story(sentence)
    want, rest = match["want"].casefold(), match["rest"].strip()
    story = Parts(language="en", template="story", form="ability", text=sentence, role=match["role"].strip())
    core, condition = _trailing_condition(rest)
    story = _with_condition(story, condition)
    if want.endswith(("to", "can", "must", "should")):
        return replace(story, actions=_actions(core))
    if core.casefold().startswith("that "):
        return replace(story, form="clause", predicate=core[5:])
    thing = _THING_TO.match(core)
    if thing and thing["rest"].split(" ")[0].casefold() in listed("en", "verbs") | {"be", "have", "not"}:
        told = replace(
            story,
            form="function",
            actor=thing["actor"],
            negated=bool(thing["negated"]),
            plural=_is_plural(thing["actor"]),
        )
        return _predicate(told, thing["rest"])
    return replace(story, form="thing", predicate=core)


def _bare_story(sentence: str) -> Parts | None:
    """`As a user, I add a story`: a role and what it does, without wanting it."""
    match = re.match(
        r"as\s+(?:an?\s+|the\s+)?(?P<role>[^,]{1,80}?),?\s+I\s+(?P<rest>[a-z].*)$", sentence, re.IGNORECASE
    )
    if match is None:
        return None
    core, condition = _trailing_condition(match["rest"])
    story = Parts(language="en", template="story", form="ability", text=sentence, role=match["role"].strip())
    return _with_condition(replace(story, actions=_actions(core)), condition)


@cache
def _modal_pattern() -> re.Pattern[str]:
    words = "|".join(sorted(listed("en", "modals"))) + "|" + phrases("en", "phrasal_modals")
    return re.compile(
        rf"(?P<subject>[^,]{{1,200}}?(?:,[^,]{{1,80}},[^,]{{0,80}}?)?)\s+(?P<modal>{words})\s+(?P<rest>.+)$",
        re.IGNORECASE | re.DOTALL,
    )


@cache
def _condition_pattern() -> re.Pattern[str]:
    return re.compile(rf"(?P<word>{phrases('en', 'condition_phrases')})\s+(?P<rest>.+)$", re.IGNORECASE | re.DOTALL)


def _conditional(sentence: str) -> Parts | None:
    """EARS: the condition ends at the first comma after which a subject and its modal stand."""
    start = _condition_pattern().match(sentence)
    if start is None:
        return None
    for comma in re.finditer(r",\s+(?:then\s+)?", sentence):
        main = _modal_pattern().match(sentence[comma.end() :])
        if main is not None:
            parts = _modal(sentence[comma.end() :])
            if parts is None or parts.condition is not None:
                return None
            condition = sentence[start.end("word") : comma.start()].strip()
            return replace(_with_condition(parts, (start["word"].casefold(), condition)), template="conditional")
    return None


def _modal(sentence: str) -> Parts | None:
    match = _modal_pattern().match(sentence)
    if match is None:
        return None
    subject, rest = match["subject"].strip(" ,"), match["rest"].strip()
    parts = Parts(language="en", template="modal", form="function", text=sentence, modal=match["modal"].casefold())
    negated = re.match(r"not\s+", rest, re.IGNORECASE)
    if negated or parts.modal == "cannot":
        parts, rest = replace(parts, negated=True), rest[negated.end() if negated else 0 :]
    if late := _condition_pattern().match(subject):
        noun = re.match(
            r"(?P<condition>.+)\s(?P<subject>(?:the|an?|all|each)\s+[\w-]+(?:\s+[\w-]+){0,3})$", late["rest"]
        )
        if noun is None:
            return None
        parts, subject = _with_condition(parts, (late["word"].casefold(), noun["condition"])), noun["subject"]
    core, condition = _trailing_condition(rest) if parts.condition is None else (rest, None)
    parts = _with_condition(parts, condition)
    parts = replace(parts, subject=subject)
    if subject.casefold() in ("it", "there", "one", "i", "we"):
        parts = (
            replace(parts, form="ability")
            if subject.casefold() != "it" or _POSSIBLE.match(core)
            else replace(parts, actor=subject)
        )
    elif is_person(subject):
        parts = replace(parts, form="ability", role=without_article(subject), plural=_is_plural(subject))
    else:
        parts = replace(parts, actor=subject, plural=_is_plural(subject))
    return _predicate(parts, core)


def _predicate(parts: Parts, core: str) -> Parts:
    if match := _POSSIBLE.match(core):
        whom = match["whom"]
        role = without_article(whom) if whom and is_person(whom) else parts.role
        return replace(parts, form="ability", actor=None, role=role, actions=_actions(match["rest"]))
    is_able = False
    if match := _ABLE.match(core):
        core, is_able = match["rest"], True
    elif (match := _CAPABLE.match(core)) and (verb := _from_gerund(match["verb"])):
        core = f"{verb} {match['rest']}".strip()
    if (match := _OFFERS.match(core)) and not parts.negated and parts.form == "function":
        whom, action = match["whom"] or match["let"] or match["given"], match["rest"] or match["do"] or match["action"]
        if whom and is_person(whom) and action.split(" ")[0].casefold() in listed("en", "verbs"):
            return replace(parts, form="ability", role=without_article(whom), actions=_actions(action))
    if (match := _PASSIVE.match(core)) and _is_participle(match["participle"]):
        agent = re.search(r"\bby\s+(?P<agent>(?:the|a|an)\s+[\w-]+(?:\s+[\w-]+)?)", core)
        by = agent["agent"] if agent else None
        return replace(_of_subject(parts), form="passive", predicate=core, agent=by)
    if match := _BE.match(core):
        return replace(_of_subject(parts), form="quality", predicate=(match["predicate"] or "").strip())
    return _duty(replace(parts, actions=_actions(core)), is_able)


def _of_subject(parts: Parts) -> Parts:
    """What a person shall be, or have done to them, is said of them. In a story it is wanted by them."""
    if parts.template == "story":
        return parts
    return replace(parts, actor=parts.actor or parts.subject or None, role=None)


def _duty(parts: Parts, is_able: bool) -> Parts:
    """What people must do, or must not do, is no wish of theirs: somebody else wants it of them."""
    must = parts.modal in ("must", "shall", "has to", "have to", "is required to", "are required to") and not is_able
    if parts.form != "ability" or not parts.role or not (must or parts.negated):
        return parts
    return replace(parts, form="function", role=None, actor=parts.subject)


def _statement(sentence: str) -> Parts | None:
    """`The system exports invoices`: the first word that is a verb in the third person."""
    words = sentence.split(" ")
    if words[0].casefold() not in listed("en", "articles") and not is_person(words[0]):
        return None
    for index, word in enumerate(words[1:8], start=1):
        base = english_base(word)
        is_be = word.casefold() in ("is", "are")
        if not is_be and (base == word or base.casefold() not in listed("en", "verbs")):
            continue
        subject, rest = " ".join(words[:index]), " ".join([base, *words[index + 1 :]])
        parts = Parts(
            language="en", template="statement", form="function", text=sentence, actor=subject, plural=word == "are"
        )
        parts = replace(parts, subject=subject)
        if is_person(subject):
            parts = replace(parts, form="ability", role=without_article(subject), actor=None)
        core, condition = _trailing_condition(rest)
        return _predicate(_with_condition(parts, condition), core)
    return None


def _bare(sentence: str) -> Parts:
    core, condition = _trailing_condition(sentence)
    first = re.split(r"[\s/]", core, maxsplit=1)[0].casefold()
    if first in listed("en", "verbs"):
        text = core[:1].lower() + core[1:]
        parts = Parts(language="en", template="infinitive", form="ability", text=sentence, actions=_actions(text))
    else:
        parts = Parts(language="en", template="fragment", form="thing", text=sentence, predicate=core)
    return _with_condition(parts, condition)


def _actions(phrase: str) -> tuple[Action, ...]:
    """`create, edit and delete invoices`: one action per verb; a bare verb shares the object of the next."""
    bounds = [match for match in _AND.finditer(phrase) if _begins_action(phrase, match)]
    starts = [0, *(match.end() for match in bounds)]
    ends = [*(match.start() for match in bounds), len(phrase)]
    found: list[Action] = []
    for start, end in reversed(list(zip(starts, ends, strict=True))):
        verb, obj = _verb_and_object(phrase[start:end])
        found.append(Action(verb=verb, object=obj or (found[-1].object if found else "")))
    found.reverse()
    return tuple(replace(action, object=_shared(action.object, found[0].object)) for action in found)


def _shared(own: str, first: str) -> str:
    """`export invoices as PDF and send by email`: what is sent are the invoices."""
    preposition = r"\b(?:by|via|as|per|to|in|with|from|into|on|at|for|within)\b"
    if own == first or not re.match(preposition, own) or re.match(preposition, first):
        return own
    thing = re.split(rf"\s+{preposition}", first)[0]
    return f"{thing} {own}"


def _begins_action(phrase: str, match: re.Match[str]) -> bool:
    rest = phrase[match.end() :].split(" ")
    index = 1 if rest[0].casefold().endswith("ly") and len(rest) > 1 else 0
    word = rest[index].strip(",").casefold()
    if word not in listed("en", "verbs"):
        return False
    following = rest[index + 1].casefold() if len(rest) > index + 1 else ""
    if following in ("of", "for", "in", "to", "from", "at", "by") and word not in (
        "log",
        "sign",
        "subscribe",
        "connect",
        "switch",
    ):
        return False
    earlier = phrase[: match.start()].split(" ")
    if following and following == earlier[-1].casefold():
        return False  # line speed and track speed
    return (
        bool(following) or len(earlier) == 1 or all(w.strip(",").casefold() in listed("en", "verbs") for w in earlier)
    )


def _verb_and_object(phrase: str) -> tuple[str, str]:
    words = phrase.strip().split(" ")
    if len(words) > 2 and words[0].casefold().endswith("ly"):
        return " ".join(words[:2]), " ".join(words[2:])
    return words[0], " ".join(words[1:])


def _trailing_condition(rest: str) -> tuple[str, tuple[str, str] | None]:
    match = re.search(
        r",?\s+(?P<word>when|whenever|if|while|once|as\s+soon\s+as|as\s+long\s+as|unless|in\s+case)\s+(?P<condition>.+)$",
        rest,
        re.IGNORECASE | re.DOTALL,
    )
    if match is None:
        return rest.strip(), None
    return rest[: match.start()].strip(), (" ".join(match["word"].casefold().split()), match["condition"].strip())


def _with_condition(parts: Parts, condition: tuple[str, str] | None) -> Parts:
    if condition is None:
        return parts
    word, text = condition
    clauses = {"when", "whenever", "if", "once", "as soon as", "in case", "provided that", "unless", "until"}
    kind: ConditionKind = "trigger" if word in clauses else "state" if word in ("while", "as long as") else "adverbial"
    return replace(parts, condition=text, condition_word=word, condition_kind=kind)


def _is_participle(word: str) -> bool:
    lower = word.casefold()
    return (lower.endswith("ed") and len(lower) > 3) or lower in listed("en", "irregular_participles")


def _from_gerund(word: str) -> str | None:
    stem, verbs = word[:-3].casefold(), listed("en", "verbs")
    undoubled = stem[:-1] if stem[-1:] == stem[-2:-1] else stem
    return next((verb for verb in (stem, f"{stem}e", undoubled) if verb in verbs), None)


def is_person(phrase: str) -> bool:
    """Whether the noun of the phrase stands for people."""
    head = re.split(r"\s+(?:of|with|who|in|from|at|for|that)\b", phrase.strip().casefold())[0].split(" ")[-1]
    return head in listed("en", "persons")


def _is_plural(phrase: str) -> bool:
    head = re.split(r"\s+(?:of|with|who|in|from|at|for|that|which)\b", phrase.strip())[0].split(" ")[-1]
    return (head.endswith("s") and not head.endswith(("ss", "us", "is"))) or head == "people"


def without_article(phrase: str) -> str:
    first, _, rest = phrase.strip().partition(" ")
    return rest if rest and first.casefold() in listed("en", "articles") else phrase.strip()


def lower_article(phrase: str) -> str:
    """A noun phrase inside a sentence: its article is written small."""
    word = phrase.split(" ", 1)[0].casefold()
    is_plain = word in listed("en", "articles") | listed("en", "persons") | {"it", "they"}
    return phrase[:1].lower() + phrase[1:] if is_plain else phrase
