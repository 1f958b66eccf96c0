"""A German sentence taken apart. The modal verb is second, the infinitive last: between them stands what is wanted."""

import re
from dataclasses import replace
from functools import cache

from arch_team.requirements.rewrite.parts import Action, ConditionKind, Parts, metrics_in
from arch_team.requirements.rewrite.wording.grammar import german_infinitive, is_german_infinitive, listed, phrases

_ARTICLE = r"(?:der|die|das|den|dem|ein|eine|einen|einem|einer|jede[rsnm]?|alle[nr]?|kein|keine|mehrere)"
_NOUN_PHRASE = (
    rf"(?:{_ARTICLE}\s+)?(?:[a-zäöüß-]+(?:e|en|er|es|em)\s+){{0,3}}[A-ZÄÖÜ][\w:*-]*(?:\s+des\s+[A-ZÄÖÜ][\w-]*)?"
)
_SUBJECT = re.compile(rf"(?:es|man|er|sie|ich|wir|{_NOUN_PHRASE})(?=\s|$)")
_WITH_ZU = re.compile(r"(?P<object>.*?)\s*(?:\bzu\s+(?P<verb>[a-zäöüß]+n)|(?P<joined>[a-zäöüß]+zu[a-zäöüß]+n))$")
_IS_TO = re.compile(r"(?P<subject>.+?)\s+(?P<verb>ist|sind|hat|haben)\s+(?P<rest>.*)$", re.DOTALL)
_ENDS = re.compile(
    r",?\s+(?P<word>damit|sodass|so\s+dass|so\s+daß)\s+(?P<ends>.+)$|,\s+(?P<um>um)\s+(?P<zu>.+)$", re.DOTALL
)
_ENDS_FIRST = re.compile(r"(?P<word>Um)\s+(?P<ends>[^,]*\bzu\b[^,]*|[^,]*zu[a-zäöü]+n),\s+(?P<rest>.+)$", re.DOTALL)
_PARTICIPLE = re.compile(
    r"(?:[a-zäöüß]*ge[a-zäöüß]+(?:t|en)|[a-zäöüß]+iert|(?:\w*(?:be|ver|er|ent|zer|über|unter))[a-zäöüß]+(?:t|en))$"
)
_LIST = re.compile(r"\s*,\s*(?:und\s+|sowie\s+)?|\s+(?:und|sowie)\s+")
_REFLEXIVE = re.compile(r"\bsich\b")


def read(whole: str) -> Parts:
    sentence, ends, ends_word = _ends(whole)
    parts = _story(sentence) or _modal(sentence) or _is_to(sentence) or _statement(sentence) or _bare(sentence)
    metrics = metrics_in(sentence)
    return replace(parts, ends=ends, ends_word=ends_word, metrics=metrics, text=sentence, sentence=whole)


def _ends(sentence: str) -> tuple[str, str | None, str]:
    if match := _ENDS_FIRST.match(sentence):
        return match["rest"], match["ends"].strip(), "um"
    match = _ENDS.search(sentence)
    if match is None:
        return sentence, None, ""
    if match["um"]:
        return sentence[: match.start()], match["zu"].strip(), "um"
    return sentence[: match.start()], match["ends"].strip(), "damit"


@cache
def _story_pattern() -> re.Pattern[str]:
    wants = phrases("de", "wants")
    alone = "möchte|will|kann|muss|soll|darf|brauche|benötige"
    return re.compile(
        rf"(?:als\s+(?P<role>[^,]{{1,120}}?),?\s+(?:{wants})|ich\s+als\s+(?P<own>[^,]{{1,120}}?),?\s+(?:{alone}))\b,?\s*"
        r"(?P<rest>.*)$",
        re.IGNORECASE | re.DOTALL,
    )


def _story(sentence: str) -> Parts | None:
    match = _story_pattern().match(sentence)
    if match is None:
        return None
    role, rest = without_article(match["role"] or match["own"]), match["rest"].strip()
    story = Parts(language="de", template="story", form="ability", text=sentence, role=role)
    if rest.startswith("dass "):
        clause, condition = _trailing_condition(rest[5:])
        return _with_condition(replace(story, form="clause", predicate=clause), condition)
    core, condition = _trailing_condition(rest)
    actions = _actions(core)
    if actions:
        return _with_condition(replace(story, actions=actions), condition)
    return _with_condition(replace(story, form="thing", predicate=core), condition)


@cache
def _modal_pattern() -> re.Pattern[str]:
    """A modal before a comma or at the end belongs to a clause before: the main one is followed by words."""
    modals = "|".join(sorted(listed("de", "modals"), key=len, reverse=True))
    return re.compile(rf"(?:(?P<before>.+?)\s+)?(?P<modal>{modals})\s+(?P<rest>\S.*)$", re.IGNORECASE | re.DOTALL)


@cache
def _future_pattern() -> re.Pattern[str]:
    return re.compile(r"(?P<before>.+?)\s+(?P<modal>wird|werden)\s+(?P<rest>\S.*)$", re.DOTALL)


def _modal(sentence: str) -> Parts | None:
    match = _modal_pattern().match(sentence)
    if match is None:
        future = _future_pattern().match(sentence)
        match = future if future and is_german_infinitive(sentence.rsplit(" ", 1)[-1]) else None
    if match is None:
        return None
    before, modal, rest = (match["before"] or "").strip(), match["modal"].casefold(), match["rest"].strip()
    parts = Parts(language="de", template="modal", form="function", text=sentence, modal=modal)
    parts = replace(parts, plural=modal in listed("de", "plural_modals"))
    condition = _leading_condition(before)
    if condition is not None or not before:
        subject = _SUBJECT.match(rest)
        if subject is None:
            return replace(parts, form="whole", predicate=sentence)
        before, rest = subject[0], rest[subject.end() :].strip()
        parts = replace(_with_condition(parts, condition), template="conditional" if condition else "modal")
    parts = _predicate(_subject(parts, before), rest)
    if parts.form == "whole":
        clause = _verb_last(sentence)
        return replace(parts, condition=None, form="clause" if clause else "whole", predicate=clause or sentence)
    return parts


def _subject(parts: Parts, subject: str) -> Parts:
    subject = subject.strip(" ,")
    parts = replace(parts, subject=subject)
    if subject.casefold() in ("man", "es", "ich", "wir"):
        return replace(parts, form="ability")
    if is_person(subject):
        return replace(parts, form="ability", role=without_article(subject))
    return replace(parts, actor=subject)


def _predicate(parts: Parts, rest: str) -> Parts:
    """What stands after the modal, by how it ends."""
    offered = _offer(parts, rest)
    if offered is not None:
        return offered
    core, condition = _trailing_condition(rest)
    if condition is not None and parts.condition is None:
        parts = _with_condition(parts, condition)
    elif condition is not None:
        core = rest
    last = core.rsplit(" ", 1)[-1]
    if last == "werden" and not is_german_infinitive(core.rsplit(" ", 2)[-2] if " " in core else ""):
        return _passive(parts, core.removesuffix("werden").strip())
    if last == "werden" and _PARTICIPLE.search(core.removesuffix("werden").strip()):
        return _passive(parts, core.removesuffix("werden").strip())
    if last == "sein":
        return _quality(parts, core.removesuffix("sein").strip())
    actions = _actions(core)
    if not actions or (parts.modal in ("muss", "müssen") and re.search(r"\bnicht\b", core)):
        return replace(parts, form="whole")
    return _duty(replace(parts, actions=actions), core)


def _duty(parts: Parts, core: str) -> Parts:
    """What people must do, or must not do, is no wish of theirs: somebody else wants it of them."""
    forbidden = re.search(r"\b(?:nicht|kein\w*|niemals|nie)\b", core)
    must = parts.modal in ("muss", "müssen") and not core.endswith(" können")
    if parts.form != "ability" or not parts.role or not (must or forbidden):
        return parts
    return replace(parts, form="function", role=None, actor=parts.subject)


@cache
def _offer_pattern() -> re.Pattern[str]:
    able, offers, possible = phrases("de", "able"), phrases("de", "offers"), phrases("de", "possible")
    whom = rf"(?:(?:für\s+)?(?P<whom>{_NOUN_PHRASE})\s+)?(?:es\s+)?"
    return re.compile(
        rf"(?:(?P<able>{able})|{whom}(?:(?P<offers>{offers})|(?P<possible>{possible}))),\s*(?:es\s+)?(?P<zu>.+)$",
        re.IGNORECASE | re.DOTALL,
    )


def _offer(parts: Parts, rest: str) -> Parts | None:
    """`dem Benutzer die Möglichkeit bieten, … zu …`, `möglich sein, … zu …`, `in der Lage sein, … zu …`."""
    match = _offer_pattern().match(rest)
    if match is None:
        return None
    core, condition = _trailing_condition(match["zu"])
    actions = _zu_actions(core)
    if not actions:
        return None
    if condition is not None and parts.condition is None:
        parts = _with_condition(parts, condition)
    if match["able"]:
        return replace(parts, actions=actions)
    role = without_article(match["whom"]) if match["whom"] and is_person(match["whom"]) else parts.role
    return replace(parts, form="ability", role=role, actions=actions)


def _passive(parts: Parts, core: str) -> Parts:
    agent = re.search(rf"\b(?:durch|von|vom)\s+(?P<agent>{_NOUN_PHRASE})", core)
    by = agent["agent"] if agent else None
    return replace(parts, form="passive", role=None, actor=parts.subject or None, predicate=core, agent=by)


def _quality(parts: Parts, predicate: str) -> Parts:
    return replace(parts, form="quality", role=None, actor=parts.actor or parts.subject or None, predicate=predicate)


def _is_to(sentence: str) -> Parts | None:
    """`Die Daten sind zu verschlüsseln`, `Das System hat die Daten zu speichern`."""
    match = _IS_TO.match(sentence)
    if match is None:
        return None
    core, condition = _trailing_condition(match["rest"])
    actions = _zu_actions(core)
    if not actions:
        return None
    plural = match["verb"] in ("sind", "haben")
    parts = Parts(language="de", template="modal", form="function", text=sentence, plural=plural, modal=match["verb"])
    if match["verb"] in ("hat", "haben"):
        parts = _subject(parts, match["subject"])
        return _with_condition(replace(parts, actions=actions), condition)
    told = lower_article(match["subject"])
    objects = tuple(replace(a, object=f"{told} {a.object}".strip()) for a in actions)
    return _with_condition(replace(parts, actions=objects, plural=False), condition)


def _statement(sentence: str) -> Parts | None:
    """`Das System exportiert Rechnungen.` The verb goes to the end, as in a clause with `dass`."""
    subject = _SUBJECT.match(
        sentence[:1].lower() + sentence[1:] if sentence.split(" ")[0].casefold() in _articles() else sentence
    )
    if subject is None or subject.end() >= len(sentence):
        return None
    rest = sentence[subject.end() :].strip()
    verb, _, after = rest.partition(" ")
    if not verb[:1].islower() or verb in listed("de", "prepositions") or not re.search(r"(?:t|en|st|sind)$", verb):
        return None
    if verb.endswith("en") and is_german_infinitive(sentence.rsplit(" ", 1)[-1]):
        return None  # two infinitives: nobody says that somebody does it
    name = sentence[: subject.end()]
    plural = verb.endswith("en") or verb == "sind"
    parts = _subject(Parts(language="de", template="statement", form="function", text=sentence, plural=plural), name)
    if verb in ("ist", "sind") and not _PARTICIPLE.search(after):
        return _quality(parts, after)
    clause = _verb_last(sentence)
    return replace(parts, form="clause", predicate=clause) if clause else None


def _articles() -> frozenset[str]:
    return listed("de", "articles")


def _verb_last(sentence: str) -> str | None:
    """A main clause in the order of a subordinate one: the finite verb, second, goes to the end."""
    lowered = lower_article(sentence)
    subject = _SUBJECT.match(lowered)
    if subject is None:
        return None
    verb, _, after = lowered[subject.end() :].strip().partition(" ")
    if not verb[:1].islower():
        return None
    first, comma, tail = after.partition(",")
    words = first.split()
    if words and words[-1] in listed("de", "separable"):
        verb, words = words[-1] + verb, words[:-1]
    return " ".join([subject[0], *words, verb]) + comma + tail


def _bare(sentence: str) -> Parts:
    core, condition = _trailing_condition(sentence)
    actions = _actions(core) or _zu_actions(core)
    if actions and actions[-1].verb:
        parts = Parts(language="de", template="infinitive", form="ability", text=sentence, actions=actions)
    else:
        parts = Parts(language="de", template="fragment", form="thing", text=sentence, predicate=core)
    return _with_condition(parts, condition)


def _actions(core: str) -> tuple[Action, ...]:
    """`Rechnungen anlegen, bearbeiten und löschen`: one action per infinitive; none where there is no infinitive."""
    core = re.sub(r"(?<=n)\s+können$", "", core)
    main, tail = _verb_group(core)
    if not main:
        return _zu_actions(core)
    pieces = _LIST.split(main)
    if not all(piece and _ends_in_infinitive(piece) for piece in pieces):
        pieces = [main]
    found: list[Action] = []
    for piece in pieces:
        before, _, verb = piece.rpartition(" ")
        zu = _WITH_ZU.match(piece)
        if zu and before.endswith("zu"):
            before, verb = zu["object"], zu["verb"] or verb
        found.append(Action(verb=verb, object=_shared(before.strip(), found[0].object if found else "")))
    return (*found[:-1], replace(found[-1], tail=tail))


def _shared(own: str, first: str) -> str:
    """A later verb without an object of its own has that of the first."""
    if not own:
        return first
    noun = re.match(_NOUN_PHRASE, first)
    return f"{noun[0]} {own}" if noun and own.split(" ")[0] in listed("de", "prepositions") else own


def _verb_group(core: str) -> tuple[str, str]:
    """All up to the last infinitive, and what follows it."""
    first, comma, after = core.partition(",")
    if comma and not is_german_infinitive(first.rsplit(" ", 1)[-1]):
        first, comma, after = core, "", ""
    elif comma and all(_ends_in_infinitive(piece) for piece in _LIST.split(after.strip())):
        return core, ""
    words = first.split(" ")
    for index in range(len(words) - 1, -1, -1):
        following = words[index + 1] if index + 1 < len(words) else ""
        ends_here = not following or following in listed("de", "prepositions") or following in ("als", "wie")
        if is_german_infinitive(words[index].rstrip(",")) and ends_here:
            tail = " ".join(words[index + 1 :]) + (comma + after if comma else "")
            return " ".join(words[: index + 1]), tail
    return "", ""


def _ends_in_infinitive(piece: str) -> bool:
    return is_german_infinitive(piece.rsplit(" ", 1)[-1])


def _zu_actions(core: str) -> tuple[Action, ...]:
    first, comma, after = core.partition(",")
    match = _WITH_ZU.match(first.strip())
    if match is None:
        match, comma, after = _WITH_ZU.match(core.strip()), "", ""
    if match is None:
        return ()
    verb = match["verb"] or german_infinitive(match["joined"])
    pieces = re.split(r"\s+(?:und|sowie)\s+", match["object"])
    earlier = [_zu_actions(piece) for piece in pieces[:-1]]
    if pieces[1:] and all(earlier):
        return (*(a for group in earlier for a in group), Action(verb, pieces[-1], comma + after))
    return (Action(verb, match["object"].strip(), comma + after),)


def _leading_condition(before: str) -> tuple[str, str, ConditionKind] | None:
    before = re.sub(r",?\s*(?:dann|so)?$", "", before).strip(" ,")
    word, _, rest = before.partition(" ")
    lower = word.casefold()
    if lower in listed("de", "conditions") and rest and not _SUBJECT.fullmatch(before):
        if lower == "immer" and rest.startswith("wenn "):
            word, rest = "wenn", rest[5:]
        return word.casefold(), rest, "state" if lower in listed("de", "states") else "trigger"
    if lower in listed("de", "prepositions"):
        return "", before[:1].lower() + before[1:], "adverbial"
    return None


def _trailing_condition(rest: str) -> tuple[str, tuple[str, str, ConditionKind] | None]:
    words = "|".join(sorted(listed("de", "conditions") - {"immer"}))
    match = re.search(rf",\s+(?P<word>{words})\s+(?P<condition>[^,]+(?:,[^,]+)*)$", rest)
    if match is None:
        return rest.strip(), None
    kind: ConditionKind = "state" if match["word"] in listed("de", "states") else "trigger"
    return rest[: match.start()].strip(), (match["word"], match["condition"], kind)


def _with_condition(parts: Parts, condition: tuple[str, str, ConditionKind] | None) -> Parts:
    if condition is None:
        return parts
    word, text, kind = condition
    return replace(parts, condition=text, condition_word=word, condition_kind=kind)


def is_person(phrase: str) -> bool:
    """Whether the noun of the phrase stands for people."""
    phrase = re.split(r"\s+(?:des|mit|für|von|in|aus|im|am)\s+", phrase)[0]
    head = re.split(r"[:*_]", phrase.split(" ")[-1])[0].casefold()
    persons = listed("de", "persons")
    return (
        head in persons
        or head.rpartition("-")[2] in persons
        or any(len(person) > 5 and head.endswith(person) for person in persons)
    )


def without_article(phrase: str) -> str:
    """`der angemeldete Benutzer` to `angemeldeter Benutzer`, as it stands after `als`."""
    words = phrase.strip().split(" ")
    article = words[0].casefold()
    if len(words) == 1 or article not in listed("de", "articles"):
        return phrase.strip()
    rest = words[1:]
    if article in ("der", "jeder") and len(rest) > 1 and rest[0].endswith("e") and rest[0][:1].islower():
        rest[0] += "r"
    return " ".join(rest)


def lower_article(phrase: str) -> str:
    """A noun phrase inside a sentence: its article is written small."""
    word = phrase.split(" ", 1)[0]
    return phrase[:1].lower() + phrase[1:] if word.casefold() in _articles() or word in ("Es", "Man") else phrase


def for_me(text: str) -> str:
    """`sich` of a third person becomes `mich` where I speak."""
    return _REFLEXIVE.sub("mich", text)
