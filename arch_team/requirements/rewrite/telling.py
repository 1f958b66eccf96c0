"""A requirement told as a user story with an acceptance criterion, from its parsed parts alone.

The words stay those of the requirement; only the frame is added. Told is a story that lacks a part, one plain clause
(subject, modal, demand) or an order. In German the verb then takes another form, which the tagger must read back as the
same verb. Everything else is not told.
"""

import re
from dataclasses import dataclass, replace
from typing import cast

from arch_team.requirements.check.prose import read
from arch_team.requirements.model import Requirement
from arch_team.requirements.rewrite.gaps import Asked
from arch_team.requirements.rewrite.nature import grammar, is_negated, order_in, pattern
from arch_team.requirements.rewrite.statements import Statement, Taken
from arch_team.text.dictionary import is_word
from arch_team.text.inflection import third_person, with_article
from arch_team.text.packaged import packaged
from arch_team.text.sentence.words import word_set
from arch_team.text.speech import lemma_of, spoken
from arch_team.wire import Language

_BRACKET = re.compile(r"\s*\([^()]*\)")
_MARKED = re.compile(r"\s*\((?:durch |by )?\[[^\[\]]*\?\]\)")
_ENDED = re.compile(r"(?:[!?…]|\.\.|[^\W\d]{4}\.)[\"”“']?(?:, | [a-z])")
"""A sentence that had ended, and goes on."""
_LISTS = re.compile(r"[;:\n*|→]| - ")
_DIVIDES = re.compile(r"[,;:/()\"„“–—\n*|→]| - ")
_MYSELF = frozenset({"i", "me", "ich"})


@dataclass(frozen=True, slots=True)
class Told:
    text: str
    criterion: str = ""


def told(taken: Taken, asked: Asked) -> tuple[Told, ...]:
    """One story to a sentence; none where it is not sure."""
    statements = taken.statements
    if "\n" in taken.prose.text.strip() and taken.nature != "story":
        return ()  # a list, whose lines are no sentence
    if taken.nature == "demand":
        plain = all(map(_is_plain, statements)) and not any(
            pattern("points_back").search(one.sentence) for one in statements[1:]
        )
        found = [_story(one, asked) for one in statements] if plain else []
    else:
        tell = {"story": _completed, "order": _order}.get(taken.nature)
        found = [tell(taken, asked)] if tell and len(statements) == 1 else []
    stories = tuple(one for one in found if one and _is_story(one.text, taken.prose.language))
    if not stories or len(stories) < len(found):
        return ()
    return (replace(stories[0], text=taken.label + stories[0].text), *stories[1:])


def _is_story(text: str, language: Language) -> bool:
    """The told text, parsed again: a story with a role and a wish, and nothing torn in it."""
    parts = read(Requirement(id="told", text=text, language=language)).story
    torn = text.count('"') % 2 or text.count("(") != text.count(")") or text.count("„") != text.count("“")
    torn = torn or _ENDED.search(text)
    return not torn and parts is not None and parts.role is not None and parts.means is not None


def _frame(language: Language, name: str, **filled: str) -> str:
    frames = cast("dict[str, dict[str, str]]", packaged("grammar.yaml", "arch_team.requirements.rewrite")["frames"])
    return frames[language][name].format(**filled)


def _scenario(role: str, when: str, result: str, language: Language) -> str:
    lines = [_frame(language, "given", role=role)]
    says_when = when[:1].isupper() and when.split()[0].lower() in word_set(language, "conditions")  # `Sobald …`
    lines += [when if says_when else _frame(language, "when", condition=when)] if when else []
    return "\n".join((*lines, _frame(language, "then", result=result)))


def _written(role: str, wish: str, sentence: str, asked: Asked, language: Language) -> str:
    """`As a …, I want …, so that ….`"""
    benefit = None if pattern("purpose").search(sentence) else asked.need("benefit")
    led = _led(benefit, language) if benefit else ""
    return _frame(language, "story", role=_named(role, language), wish=wish, benefit=led)


def _story(statement: Statement, asked: Asked) -> Told | None:
    """A plain clause, with what it says of its condition."""
    language, rest, own = statement.language, statement.rest, _own_role(statement)
    wish = _own_wish(statement) if own else _wish(statement)
    modal = statement.modal.lower() if language == "de" else statement.modal
    order = (modal, statement.moved, _subject(statement)) if language == "de" else (_subject(statement), modal)
    result = _frame(language, "can", means=_own_action(statement)) if own else " ".join(filter(None, (*order, rest)))
    if not own:
        own, wish = _allowed(rest, wish)
    if not wish:
        return None
    role = own or clean_role(asked.need("role", offered=_persons(statement)) or "")
    first, _, condition = _small(statement.condition, language).partition(" ")
    before = f", {first} {condition}" if condition and statement.sentence.startswith(statement.condition) else ""
    if condition and not before and language == "en":
        wish += f" {first} {condition}"
    text = _written(role + (before if language == "en" else ""), wish, statement.sentence, asked, language)
    known = _is_state(rest, language) or pattern("conditional").search(statement.whole_rest)
    if condition and pattern("points_back").match(condition):  # `when they are useful`: what they are stands before it
        comma = "," if language == "de" else ""
        known, result, first, condition = True, f"{result}{comma} {first} {condition}", "", ""
    when = condition if first in {"when", "if", "wenn", "falls"} else f"{first.capitalize()} {condition}".strip()
    when = when or ("" if known else asked.need("when") or "")
    return Told(text, _scenario(_named(role, language), when, result, language))


def _allowed(rest: str, wish: str) -> tuple[str, str]:
    """Whose wish it is where somebody shall be allowed something, and the wish in his words: `allow me to …`."""
    found = pattern("allows").match(rest)
    if not found or pattern("others").search(rest) or not _may_be_mine(rest[found.end() :]):
        return "", wish
    if lemma_of(found["role"].split()[-1], "en") not in grammar("en", "persons"):
        return "", wish
    return _singular(found["role"]), pattern("my").sub("my", wish.replace(found["who"], "me", 1))


def _completed(taken: Taken, asked: Asked) -> Told | None:
    """A story as it stands, with its missing role and benefit asked for."""
    prose, parts = taken.prose, taken.prose.story
    language, text = prose.language, prose.text.strip().rstrip(".! ")
    if parts is None or parts.means is None or parts.means_marker is None:
        return None
    marker = [prose.words[index].folded for index in parts.means_marker]
    if parts.role is None and (parts.means_marker.start > 0 or not {"i", "ich"} & set(marker)):
        return None  # what stands before `I can` is no role, and would be lost in front of one; nor are `we` a role
    if parts.role is not None:
        role = prose.span(parts.role.start, parts.role.stop - 1).text
        article = prose.words[parts.role.start - 1].text if parts.role.start else ""
        role = f"{article} {role}" if article in {"a", "an", "the"} else role
    else:
        role = clean_role(asked.need("role") or "")
        small = text if re.match(r"I['’ ]", text) else text[:1].lower() + text[1:]
        text = _frame(language, "opening", role=_named(role, language)) + small
        role = _named(role, language)
        text = re.sub(r"^(Als \S.*? )ich (möchte|will|brauche|kann)\b", r"\1\2 ich", text)
    if parts.ends is None and (benefit := asked.need("benefit")):
        text += _led(benefit, language)
    ends = parts.ends_marker or parts.ends
    stop = prose.words[ends.start].start if ends and ends.start > parts.means.start else len(prose.text)
    means = re.sub(r",?\s+to$", "", prose.text[prose.words[parts.means.start].start : stop].strip(" ,;.!\n"))
    result = _granted(means, marker, language) or asked.need("result") or ""
    known = _is_state(means, language) or pattern("conditional").search(means)
    return Told(f"{text}.", _scenario(role, "" if known else asked.need("when") or "", result, language))


def _granted(means: str, marker: list[str], language: Language) -> str:
    """What then is so: `I can …`; empty where the wish is of another form."""
    if "\n" in means:
        return ""
    if language == "en":
        actor = re.match(r"(?P<who>(?:the|my|our|an?) [\w-]+(?: [\w-]+)?) (?P<no>not )?to (?=\w)", means)
        if marker[-1] in {"to", "can"}:
            return _frame("en", "can", means=pattern("able").sub("", means))
        return f"{actor['who']} shall {actor['no'] or ''}{means[actor.end() :]}" if actor else ""
    if means.startswith("dass "):
        return _frame("de", "ensured", means=means)
    last = spoken(_MARKED.sub("", means).split(), "de")[-1].tag
    acts = last in {"inf", "aux", "modal"} and "," not in means and {"möchte", "möchten", "will", "kann"} & {*marker}
    return _frame("de", "can", means=means.removesuffix(" können")) if acts else ""


def _order(taken: Taken, asked: Asked) -> Told | None:
    """`Export all reports`: by whom is asked, unless it is what only a person does."""
    prose, verb = taken.prose, order_in(taken.prose)
    language, sentence = prose.language, taken.statements[0].sentence
    if verb is None or is_negated(prose, range(len(prose.words))) or _DIVIDES.search(_BRACKET.sub("", sentence)):
        return None
    action, small = prose.words[verb].text.lower(), _small(sentence, language)
    small = sentence[:1].lower() + sentence[1:] if language == "en" else small
    bare, aside = _aside(small)
    form = third_person(action) if language == "de" else ""
    several = sum(_is_infinitive(word.text) for word in prose.words) > 1 or re.search(r" [+&] ", sentence)
    if language == "de" and (several or not _is_form_of(form, action)):
        return None  # `ein Muster erstellen und das Gerät verbinden`: each verb would take another form
    own, _ = _allowed(small, small)
    role, mine = own or clean_role(asked.need("role") or ""), action in grammar(language, "own_actions")
    actor = "" if mine else asked.need("doer", (action,)) or ""
    if mine or actor.casefold() in _MYSELF:
        wish = f" to {small}" if language == "en" else f" {bare} können{aside}"
        result = _frame(language, "can", means=small)
    elif language == "en":
        wish, result = f" {actor} to {_allowed(small, small)[1]}", f"{actor} shall {small}"
    else:
        wish, result = f", dass {actor} {bare.rpartition(' ')[0]} {form}{aside}", f"muss {actor} {small}"
    text = _written(role, wish, sentence, asked, language)
    when = "" if pattern("conditional").search(sentence) else asked.need("when") or ""
    return Told(text, _scenario(_named(role, language), when, result, language))


def _is_state(text: str, language: Language) -> bool:
    """It must be so at any time: `must be fast`, `muss schnell sein`. Nothing sets it off."""
    bare = _MARKED.sub("", text)
    if language == "de":
        return bool(re.search(r"(?<!t) sein$|\b(?:ist|sind)$", bare))
    tags = [one.tag for one in spoken(bare.split()[:6], "en")]
    return (
        bare.startswith("be ")
        and not pattern("able").match(bare)
        and (tags[1] in {"adj", "det"} or tags[1:3] == ["adv", "adj"])
    )


def clean_role(role: str) -> str:
    """As it stands after `Als` or `As a`, however the person wrote it."""
    role = re.sub(r"^(?:als|as) (?=\S)", "", role, flags=re.IGNORECASE)
    return role if role.startswith("[") else pattern("quantified").sub("", role)


def _named(role: str, language: Language) -> str:
    return with_article(role) if language == "en" else role


def _led(benefit: str, language: Language) -> str:
    word = _frame(language, "benefit")
    return f", {benefit}" if benefit.casefold().startswith(f"{word} ") else f", {word} {benefit}"


def _is_plain(statement: Statement) -> bool:
    """One clause that can be told by its parts; brackets in it stay where they are."""
    rest, modal = _BRACKET.sub("", statement.rest), statement.modal.lower()
    before = _BRACKET.sub("", f"{statement.moved} {statement.subject}")
    if not statement.is_read or _DIVIDES.search(before) or "," in statement.condition:
        return False
    words = rest.split()
    language = statement.language
    if modal in grammar(language, "permits"):
        able = grammar(language, "persons") | grammar(language, "products")
        passive = words[-1] == "werden" or words[0] == "be"
        if not grammar(language, "restricts").isdisjoint(words):
            return False
        if not passive and lemma_of(statement.head, language) not in able:
            return False  # `Ein zu großer Umfang kann schaden` permits nothing
    if statement.language == "en":
        if re.match(r"\w+ \w+ing\b", statement.condition):
            return (
                False  # `When changing to a lower level, the train …`: with another subject before it, he would change
            )
        tags = [one.tag for one in spoken(("they", "must", *re.findall(r"[\w'-]+", rest)[:8]), "en")[2:]]
        return next((tag for tag in tags if tag not in {"adv", "neg"}), "") in {"inf", "aux"} and not _LISTS.search(
            rest
        )
    opens = spoken(statement.subject.split(), "de")[0].tag
    if not statement.is_plural and opens not in {"det", "pron", "num", "name"}:
        return False  # `Technische Umsetzung muss …` is a note: in a whole sentence its article is missing
    tags = ["inf" if _is_infinitive(word) else one.tag for word, one in zip(words, spoken(words, "de"), strict=True)]
    verbs = [place for place, tag in enumerate(tags) if tag in {"inf", "aux", "modal", "verb", "zuinf", "sub", "to"}]
    at_end = bool(verbs) and verbs == list(range(len(words) - len(verbs), len(words)))
    # Where only `werden` takes another form, a list before it does no harm: `angelegt, geändert und gelöscht werden`.
    listed = words[-1] in {"werden", "sein"} and not {"sub", "rel", "to", "zuinf"} & set(tags)
    divided = _DIVIDES.search(rest.replace(",", "") if listed else rest)
    # `muss nicht` says that it need not be, and not that it must not.
    needless = modal.startswith(("muss", "müss")) and "nicht" in words
    at_all = "to" not in tags or words[-1] in {"sein", "haben"}  # `soll zu verschaffen` is a slip
    return at_end and at_all and not divided and not needless and tags[-1] in {"inf", "aux", "modal"}


def _is_infinitive(word: str) -> bool:
    return word.islower() and word.endswith("n") and lemma_of(third_person(word), "de") == word


def _own_role(statement: Statement) -> str:
    """The subject, where it is a person who shall be able to do something, and nobody else is spoken of."""
    language, head = statement.language, statement.head
    bare, rest = pattern("quantified").sub("", statement.subject), statement.rest
    permits = statement.modal.lower() in {"kann", "können", "can"}
    if (
        lemma_of(head, language) not in grammar(language, "persons")
        or pattern("others").search(rest)
        or not bare.endswith(head)
    ):
        return ""
    before = {one.tag for one in spoken(bare.split(), language)[:-1]}
    if not _may_be_mine(rest) or {"num", "prep", "noun", "name"} & before:
        return ""  # `nine out of ten users`; a `card reader` is no person
    if language == "de":
        lemma = lemma_of(head, language) if statement.is_plural else head
        return lemma[:1].upper() + lemma[1:] if bare == head and (permits or rest.endswith("können")) else ""
    bound = re.match(r"(?:only|not|be(?! able))\b", rest)
    return _singular(bare) if not bound and (permits or pattern("able").match(rest)) else ""


def _may_be_mine(action: str) -> bool:
    """`change their password` is mine; of `view questions and their answers` it may be the questions'."""
    found = pattern("my").search(action)
    before = _MARKED.sub("", action[: found.start()]).split() if found else []
    return not any(one.tag == "noun" for one in spoken(("they", "must", *before), "en"))


def _singular(role: str) -> str:
    before, space, head = role.rpartition(" ")
    role = f"{before}{space}{lemma_of(head, 'en') if head.endswith('s') else head}"
    return role[:1].lower() + role[1:] if role[1:].islower() else role


def _persons(statement: Statement) -> tuple[str, ...]:
    """Those who are spoken of: to choose from, where it is not sure whose wish it is."""
    language, known = statement.language, grammar(statement.language, "persons")
    words = [word for word in re.findall(r"[\w-]+", statement.sentence) if language == "en" or word[0].isupper()]
    lemmas = [lemma for lemma in (lemma_of(word, language) for word in words) if lemma in known]
    return tuple(dict.fromkeys(lemma.capitalize() if language == "de" else lemma for lemma in lemmas))


def _own_action(statement: Statement) -> str:
    """What the subject can do, said by itself: `sich` is `mich`, `their` is `my`."""
    if statement.language == "de":
        return re.sub(r"\bsich\b", "mich", statement.whole_rest.removesuffix(" können"))
    return pattern("my").sub("my", pattern("able").sub("", statement.rest))


def _own_wish(statement: Statement) -> str:
    action = _own_action(statement)
    if statement.language == "de":
        return f" {action} können" + (f", {_small(statement.condition, 'de')}" if statement.condition else "")
    return f" to be able to {action}"


def _wish(statement: Statement) -> str:
    """A plain clause as what is wished of its subject; empty where it cannot be told so: `can only be chosen here`."""
    rest, subject, modal = statement.rest, _subject(statement), statement.modal.lower()
    if statement.language == "de":
        finite = _finite(rest, statement)
        condition = f", {_small(statement.condition, 'de')}" if statement.condition else ""
        told = " ".join(filter(None, (statement.moved, subject, finite)))
        return f", dass {told}{condition}" if finite else ""
    if modal in grammar("en", "permits"):
        return "" if re.match(r"(?:only|not|be)\b", rest, re.IGNORECASE) else f" {subject} to be able to {rest}"
    return f" {subject} not to {rest[4:]}" if rest.startswith("not ") else f" {subject} to {rest}"


def _aside(rest: str) -> tuple[str, str]:
    bracket = re.search(r"\s*\([^()]*\)$", rest)
    return (rest[: bracket.start()], bracket[0]) if bracket else (rest, "")


def _finite(rest: str, statement: Statement) -> str:
    """`X speichern` as `X speichert`; empty where the form is not sure."""
    rest, aside = _aside(rest)
    before, _, verb = rest.rpartition(" ")
    if statement.modal.lower() in grammar("de", "permits"):
        return f"{rest} {statement.modal.lower()}{aside}"
    if statement.is_plural:
        return f"{before} {'sind' if verb == 'sein' else verb}".strip() + aside
    form = third_person(verb)
    return f"{before} {form}".strip() + aside if _is_form_of(form, verb) else ""


def _is_form_of(form: str, verb: str) -> bool:
    return verb in packaged("verb_forms.yaml")["third_person"] or lemma_of(form, "de") == verb


def _subject(statement: Statement) -> str:
    small = _small(statement.subject, statement.language)
    bare = statement.language == "en" and not pattern("quantified").match(small)
    singular = statement.head.lower() in grammar("en", "products") | grammar("en", "persons")
    return f"the {small}" if bare and singular else small


def _small(text: str, language: Language) -> str:
    """The text inside a sentence: small, unless its first word is a name or a German noun."""
    first, *others = text.split() or ["the"]
    lowered = text[:1].lower() + text[1:]
    if any(letter.isupper() for letter in first[1:]):
        return text
    if language == "en" or pattern("quantified").match(text):
        is_name = spoken(("they", "want", first), "en")[2].tag == "name" or "".join(others[:1]).istitle()
        return lowered if pattern("quantified").match(text) or (is_word(first.lower(), "en") and not is_name) else text
    # `Komplexe Abläufe` begins a sentence: the tagger takes the capital for a noun's.
    small = spoken((first.lower(), *_BRACKET.sub("", " ".join(others)).split()[:1]), "de")
    is_adjective = bool(others) and small[0].tag == "adj" and small[-1].tag in {"noun", "name"}
    closed = {"det", "pron", "adj", "num", "prep", "adv", "sub"}
    return lowered if is_adjective or spoken((first,), "de")[0].tag in closed else text
