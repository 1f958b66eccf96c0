"""A requirement told as a user story with an acceptance criterion, from its parsed parts alone.

The words stay those of the requirement; only the frame is added. Told is a story that lacks a part, one plain clause
(subject, modal, demand) or an order. In German the verb then takes another form, which the tagger must read back as the
same verb. Everything else is not told: `None`.
"""

import re
from dataclasses import dataclass, replace
from typing import cast

from arch_team.requirements.check.prose import read
from arch_team.requirements.model import Requirement
from arch_team.requirements.rewrite.gaps import Asked
from arch_team.requirements.rewrite.nature import grammar, order_in
from arch_team.requirements.rewrite.statements import Statement, Taken
from arch_team.text.dictionary import is_word
from arch_team.text.inflection import third_person, with_article
from arch_team.text.packaged import packaged
from arch_team.text.speech import lemma_of, spoken
from arch_team.wire import Language

_ABLE = re.compile(r"^(?:be able to|be capable of)\s+", re.IGNORECASE)
_MY = re.compile(r"\b(?:their|his or her|his/her|his|her)\b(?=\s+\w)", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:they|them|themselves|he|she|him|himself|herself|sein|seine|seinen|seinem|seiner|seines|ihr|ihre|ihren"
    r"|ihrem|ihrer|ihres|er|sie)\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(r"\b(?:this|these|those|it|its|they|dies\w*|dabei|dazu|dadurch|diese\w?|es|er)\b", re.IGNORECASE)
_QUANTIFIED = re.compile(
    r"^(?:the|an?|each|every|all|any|der|die|das|den|ein|eine|einen|einer|jeder|jede|jedes|alle)\s+", re.IGNORECASE
)
_PURPOSE = re.compile(
    r",? \b(?:damit|sodass|so dass|um .{3,200} zu \w+|so that|in order to)\b|,? so (?:the|that|they|users?|i)\b", re.IGNORECASE
)
_ALLOWS = re.compile(r"^(?:allow|enable|permit|let)s? (?P<who>(?:the |an? |all |each |every )?(?P<role>[\w-]+(?: [\w-]+)?)) to ")
_CONDITIONAL = re.compile(
    r"\b(?:if|when|whenever|once|after|before|upon|until|unless|while|during|where|each time|every time|in the event|in case|wenn|falls|sobald|sofern"
    r"|nach|vor|bei|beim|während|solange|bis|nachdem|bevor)\b",
    re.IGNORECASE,
)
"""A sentence with one of these says by itself when: nobody is asked for it."""
_BRACKET = re.compile(r"\s*\([^()]*\)")
_MARKED = re.compile(r"\s*\((?:durch |by )?\[[^\[\]]*\?\]\)")
_DIVIDES = re.compile(r"[,;:/()\"„“–—\n*|→]| - ")
_PERMITS = frozenset({"darf", "dürfen", "kann", "können", "can", "may"})
_MYSELF = frozenset({"i", "me", "ich"})


@dataclass(frozen=True, slots=True)
class Told:
    text: str
    criterion: str


def _frame(language: Language, name: str, **filled: str) -> str:
    frames = cast("dict[str, dict[str, str]]", packaged("grammar.yaml", "arch_team.requirements.rewrite")["frames"])
    return frames[language][name].format(**filled)


def told(taken: Taken, asked: Asked) -> tuple[Told, ...]:
    """One story to a sentence; none where it is not sure."""
    statements = taken.statements
    if taken.nature == "story":
        return (_completed(taken, asked),) if len(statements) == 1 else ()
    if taken.nature == "order":
        order = _order(taken, asked)
        return (order,) if order else ()
    if taken.nature != "demand" or any(not _is_plain(one) for one in statements):
        return ()
    if any(_POINTS_BACK.search(one.sentence) for one in statements[1:]):
        return ()
    stories = [one for one in (_story(statement, asked) for statement in statements) if one]
    if not stories or len(stories) < len(statements):
        return ()
    return (replace(stories[0], text=taken.label + stories[0].text), *stories[1:])


def _story(statement: Statement, asked: Asked) -> Told | None:
    """`As a …, I want …, so that ….` with `Given …, When …, Then …`."""
    language, own = statement.language, _own_role(statement)
    wish = _own_wish(statement) if own else _wish(statement)
    allowed = _ALLOWS.match(statement.rest) if language == "en" and not own else None
    if allowed and lemma_of(allowed["role"].split()[-1], "en") in grammar("en", "persons"):
        own = _singular(allowed["role"])
        wish = wish.replace(allowed["who"], "me", 1)
        wish = _MY.sub("my", wish)
    if not wish:
        return None
    role = own or clean_role(asked.need("role", offered=_persons(statement)) or "")
    behind, before = _placed(statement)
    text = _framed(role, wish + behind, _PURPOSE.search(statement.sentence) is not None, asked, language, before)
    modal = statement.modal.lower() if language == "de" else statement.modal
    parts = (modal, _small(statement)) if language == "de" else (_small(statement), modal)
    result = " ".join((*parts, statement.rest))
    if role == _own_role(statement):
        result = _frame(language, "can", means=_own_action(statement))
    known = _is_state(statement) or _CONDITIONAL.search(statement.rest)
    when = _condition(statement) or ("" if known else asked.need("when") or "")
    return Told(text, _scenario(role, when, result, language))


def _framed(role: str, wish: str, has_benefit: bool, asked: Asked, language: Language, before: str = "") -> str:
    benefit = None if has_benefit else asked.need("benefit")
    led = _led(benefit, language) if benefit else ""
    return _frame(language, "story", role=_named(role, language) + before, wish=wish, benefit=led)


def _scenario(role: str, when: str, result: str, language: Language) -> str:
    lines = [_frame(language, "given", role=_named(role, language))]
    if when:
        lines.append(_frame(language, "when", condition=when))
    return "\n".join((*lines, _frame(language, "then", result=result)))


def _condition(statement: Statement) -> str:
    """Without the word that leads it; one that says more than `when` keeps it."""
    first, _, rest = statement.condition.partition(" ")
    return rest if first.casefold() in {"when", "if", "wenn", "falls"} else statement.condition[:1].lower() + statement.condition[1:]


def _placed(statement: Statement) -> tuple[str, str]:
    """An English condition where it stood: behind the wish, or before it, since there it is of the whole of it."""
    if not statement.condition or statement.language == "de":
        return "", ""
    small = _small_condition(statement)
    return ("", f", {small}") if statement.sentence.startswith(statement.condition) else (f" {small}", "")


def _completed(taken: Taken, asked: Asked) -> Told:
    """A story as it stands, with its missing role and benefit asked for."""
    prose, parts = taken.prose, taken.prose.story
    language, text = prose.language, prose.text.strip()
    assert parts is not None
    if parts.role is not None:
        article = prose.words[parts.role.start - 1].text if language == "en" else ""
        role = prose.span(parts.role.start, parts.role.stop - 1).text
        role = f"{article} {role}" if article.lower() in {"a", "an", "the"} else role
    else:
        role = clean_role(asked.need("role") or "")
        small = text if text[:2].lower() in ("i ", "i'") else text[:1].lower() + text[1:]
        text = _frame(language, "opening", role=_named(role, language)) + small
        text = re.sub(r"^(Als \S.*? )ich (möchte|will|brauche|kann)\b", r"\1\2 ich", text)
    if parts.ends is None and (benefit := asked.need("benefit")):
        text = text.rstrip(".! ") + _led(benefit, language)
    means, condition = _means(taken)
    result = _granted(taken, means) or asked.need("result") or ""
    when = condition or ("" if _CONDITIONAL.search(means) else asked.need("when") or "")
    return Told(taken.label + text.rstrip(". ") + ".", _scenario(role, when, result, language))


def _means(taken: Taken) -> tuple[str, str]:
    """What is wished, and the condition that ends it."""
    prose, parts = taken.prose, taken.prose.story
    if parts is None or parts.means is None:
        return "", ""
    led = [i for i in parts.means if prose.words[i].folded in {"when", "if", "wenn", "falls"} and i > parts.means.start]
    text = prose.text[prose.words[parts.means.start].start :]
    stop = len(text) if not parts.ends else prose.words[(parts.ends_marker or parts.ends).start].start - (len(prose.text) - len(text))
    text = re.sub(r",?\s+to$", "", text[:stop].strip(" ,;."))
    if len(led) != 1 or "\n" in text:
        return text, ""
    start = prose.words[led[0]].start - prose.words[parts.means.start].start
    return text[:start].strip(" ,"), text[start:].partition(" ")[2]


def _granted(taken: Taken, means: str) -> str:
    """What then is so: `I can …`; empty where the wish is of another form."""
    parts, words, language = taken.prose.story, taken.prose.words, taken.prose.language
    if parts is None or parts.means is None or parts.means_marker is None or not means or "\n" in means:
        return ""
    if language == "de":
        if re.match(r"dass\b", means):
            return _frame("de", "ensured", means=means)
        tags = [one.tag for one in spoken(_MARKED.sub("", means).split(), "de")]
        marker = {words[index].folded for index in parts.means_marker}
        verbal = tags[-1] in {"inf", "aux", "modal"} and bool(marker & {"möchte", "möchten", "will", "kann"})
        return _frame("de", "can", means=re.sub(r" können$", "", means)) if verbal and "," not in means else ""
    last = words[parts.means_marker.stop - 1].folded
    if last in {"to", "can"}:
        return _frame("en", "can", means=_ABLE.sub("", means))
    actor = re.match(r"(?P<who>(?:the|my|our|an?) [\w-]+(?: [\w-]+)?) (?P<not>not )?to (?=\w)", means)
    return f"{actor['who']} shall {actor['not'] or ''}{means[actor.end() :]}" if actor else ""


def _order(taken: Taken, asked: Asked) -> Told | None:
    """`Export all reports`: by whom is asked, unless it is what only a person does."""
    prose, verb = taken.prose, order_in(taken.prose)
    language, sentence = prose.language, taken.statements[0].sentence
    if verb is None or prose.words[verb].folded == "do" or _DIVIDES.search(_BRACKET.sub("", sentence)):
        return None
    if language == "de" and sum(word.tag in {"inf", "zuinf"} for word in prose.words) > 1:
        return None  # `ein Muster erstellen und das Gerät verbinden`: each verb takes another form
    action = prose.words[verb].text.lower()
    bare, aside = _aside(sentence)
    before = bare.rpartition(" ")[0]
    form = "" if language == "en" else third_person(action)
    if language == "de" and not _is_form_of(form, action):
        return None
    mine = action in grammar(language, "own_actions")
    role = clean_role(asked.need("role") or "")
    actor = "" if mine else asked.need("doer", (action,)) or ""
    mine = mine or actor.casefold() in _MYSELF
    rest = sentence[:1].lower() + sentence[1:] if language == "en" else _small_first(sentence)
    before = _small_first(before) if before else ""
    if mine:
        wish = f" to {rest}" if language == "en" else f" {_small_first(bare)} können{aside}"
        result = _frame(language, "can", means=rest)
    else:
        wish = f" {actor} to {rest}" if language == "en" else f", dass {actor} {before} {form}{aside}"
        result = f"{actor} shall {rest}" if language == "en" else f"muss {actor} {rest}"
    text = taken.label + _framed(role, wish, _PURPOSE.search(sentence) is not None, asked, language)
    when = "" if _CONDITIONAL.search(sentence) else asked.need("when") or ""
    return Told(text, _scenario(role, when, result, language))


def clean_role(role: str) -> str:
    """As it stands after `Als` or `As a`, however the person wrote it."""
    word, _, rest = role.partition(" ")
    if rest and word.casefold() in ("als", "as"):
        role = rest
    return role if role.startswith("[") else _QUANTIFIED.sub("", role)


def _named(role: str, language: Language) -> str:
    return with_article(role) if language == "en" else role


def _led(benefit: str, language: Language) -> str:
    word = _frame(language, "benefit")
    return f", {benefit}" if benefit.casefold().startswith(f"{word} ") else f", {word} {benefit}"


def _is_plain(statement: Statement) -> bool:
    """One clause that can be told by its parts; brackets in it stay where they are."""
    rest = _BRACKET.sub("", statement.rest)
    if not statement.is_read or _DIVIDES.search(_BRACKET.sub("", statement.subject)) or "," in statement.condition:
        return False
    if statement.language == "en":
        opens = [one.tag for one in spoken(("they", "must", *re.findall(r"[\w'-]+", rest)[:8]), "en")[2:]]
        action = next((tag for tag in opens if tag not in {"adv", "neg"}), "")
        return action in {"inf", "aux"} and not re.search(r"[;:\n*|→]| - ", rest)
    words = rest.split()
    read_as = spoken(words, "de")
    tags = ["inf" if _is_infinitive(word) else one.tag for word, one in zip(words, read_as, strict=True)]
    verbs = [place for place, tag in enumerate(tags) if tag in {"inf", "aux", "modal", "verb", "zuinf", "sub", "to"}]
    at_end = verbs == list(range(len(words) - len(verbs), len(words)))
    needless = statement.modal.lower().startswith("müss") or statement.modal.lower() == "muss"
    if needless and "nicht" in words:
        return False  # `muss nicht` says that it need not be, and not that it must not
    return bool(verbs) and at_end and not _DIVIDES.search(rest) and tags[-1] in {"inf", "aux", "modal"}


def _is_infinitive(word: str) -> bool:
    return word.islower() and word.endswith("n") and lemma_of(third_person(word), "de") == word


def _is_state(statement: Statement) -> bool:
    """It must be so at any time: `must be fast`, `muss schnell sein`. Nothing sets it off."""
    rest = _MARKED.sub("", statement.rest)
    if statement.language == "de":
        return rest.endswith(" sein") and not re.search(r"\bge\w+t sein$", rest)
    tags = [one.tag for one in spoken(rest.split()[:6], "en")[1:3]]
    is_so = tags[:1] in (["adj"], ["det"]) or tags == ["adv", "adj"]
    return rest.startswith("be ") and is_so and not _ABLE.match(rest)


def _own_role(statement: Statement) -> str:
    """The subject, where it is a person who shall be able to do something, and nobody else is spoken of."""
    language, head = statement.language, statement.head
    if lemma_of(head, language) not in grammar(language, "persons") or _OTHERS.search(statement.rest):
        return ""
    bare = _QUANTIFIED.sub("", statement.subject)
    permits = statement.modal.lower() in _PERMITS - {"darf", "dürfen", "may"}
    if language == "de":
        able = statement.rest.endswith("können") or permits
        lemma = lemma_of(head, language) if statement.is_plural else head
        return (lemma[:1].upper() + lemma[1:]) if able and bare == head else ""
    if re.match(r"(?:only|not|be(?! able))\b", statement.rest) or not (permits or _ABLE.match(statement.rest)):
        return ""
    return _singular(bare) if bare.endswith(head) else ""


def _singular(role: str) -> str:
    before, space, head = role.rpartition(" ")
    bare = lemma_of(head, "en") if head.endswith("s") else head
    role = f"{before}{space}{bare}"
    return role[:1].lower() + role[1:] if role[1:].islower() else role


def _own_action(statement: Statement) -> str:
    """What the subject can do, said by itself: `sich` is `mich`, `their` is `my`."""
    if statement.language == "de":
        return re.sub(r"\bsich\b", "mich", re.sub(r" können$", "", statement.rest))
    return _MY.sub("my", _ABLE.sub("", statement.rest))


def _own_wish(statement: Statement) -> str:
    action = _own_action(statement)
    if statement.language == "de":
        return f" {action} können" + (f", {_small_condition(statement)}" if statement.condition else "")
    return f" to be able to {action}"


def _persons(statement: Statement) -> tuple[str, ...]:
    """Those who are spoken of: to choose from, where it is not sure whose wish it is."""
    language, known = statement.language, grammar(statement.language, "persons")
    words = re.findall(r"[\w-]+", statement.sentence)
    lemmas = [lemma_of(word, language) for word in words if language == "en" or word[0].isupper()]
    shown = [lemma.capitalize() if language == "de" else lemma for lemma in lemmas if lemma in known]
    return tuple(dict.fromkeys(shown))


def _small_condition(statement: Statement) -> str:
    return statement.condition[:1].lower() + statement.condition[1:]


def _wish(statement: Statement) -> str:
    """A plain clause as what is wished of its subject; empty where it cannot be told so: `can only be chosen here`."""
    rest, subject, modal = statement.rest, _small(statement), statement.modal.lower()
    if statement.language == "de":
        finite = _finite(rest, statement)
        condition = f", {_small_condition(statement)}," if statement.condition else ""
        return f", dass {subject}{condition} {finite}" if finite else ""
    if modal in _PERMITS:
        return "" if re.match(r"(?:only|not|be)\b", rest, re.IGNORECASE) else f" {subject} to be able to {rest}"
    negated = re.match(r"not\s+", rest, re.IGNORECASE)
    return f" {subject} not to {rest[negated.end() :]}" if negated else f" {subject} to {rest}"


def _aside(rest: str) -> tuple[str, str]:
    bracket = re.search(r"\s*\([^()]*\)$", rest)
    return (rest[: bracket.start()], bracket[0]) if bracket else (rest, "")


def _finite(rest: str, statement: Statement) -> str:
    """`X speichern` as `X speichert`; empty where the form is not sure."""
    rest, aside = _aside(rest)
    before, _, verb = rest.rpartition(" ")
    modal = statement.modal.lower()
    if modal in _PERMITS:
        return f"{rest} {modal}{aside}"
    form = {"sein": "sind"}.get(verb, verb) if statement.is_plural else third_person(verb)
    return f"{before} {form}".strip() + aside if _is_form_of(form, verb) or form in {"sind", verb} else ""


def _is_form_of(form: str, verb: str) -> bool:
    return verb in packaged("verb_forms.yaml")["third_person"] or lemma_of(form, "de") == verb


def _small(statement: Statement) -> str:
    """The subject inside a sentence: small, unless its first word is a noun or a name."""
    language, subject = statement.language, statement.subject
    first = subject.split()[0]
    lowered = subject[:1].lower() + subject[1:]
    if any(letter.isupper() for letter in first[1:]):
        return subject
    if _QUANTIFIED.match(subject) or spoken((first,), language)[0].tag in {"det", "pron", "adj", "num", "ing"}:
        return lowered
    if language == "en":
        small = lowered if first[1:].islower() and is_word(first.lower(), "en") else subject
        return f"the {small}" if statement.head.lower() in grammar("en", "products") else small
    return _small_first(subject)


def _small_first(text: str) -> str:
    """German words inside a sentence. `Komplexe Abläufe` begins one: the tagger takes the capital for a noun's."""
    first, *others = text.split()
    if not others or not first[1:].islower():
        return text
    alone, small = spoken((first,), "de")[0], spoken((first.lower(), *_BRACKET.sub("", text).split()[1:2]), "de")
    is_adjective = small[0].tag == "adj" and small[-1].tag in {"noun", "name"}
    is_small = alone.tag in {"det", "pron", "adj", "num", "prep", "adv"} or is_adjective
    return text[:1].lower() + text[1:] if is_small else text


def is_story(text: str, language: Language) -> bool:
    """The told text, parsed again: a story with a role and a wish."""
    parts = read(Requirement(id="told", text=text, language=language)).story
    if text.count('"') % 2 or text.count("(") != text.count(")") or text.count("„") != text.count("“"):
        return False
    return parts is not None and parts.role is not None and parts.means is not None
