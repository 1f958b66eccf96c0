"""A requirement told as a user story with an acceptance criterion, from its parsed parts alone.

The words stay those of the requirement; only the frame is added. Told is a story that lacks a part, or one plain clause
(subject, modal, demand). In German the verb then takes another form, which the tagger must read back as the same verb.
Everything else is not told.
"""

import re
from dataclasses import dataclass
from typing import cast

from arch_team.requirements.check.prose import read
from arch_team.requirements.model import Requirement
from arch_team.requirements.rewrite.gaps import Asked
from arch_team.requirements.rewrite.nature import grammar, pattern
from arch_team.requirements.rewrite.statements import Taken
from arch_team.text.inflection import with_article
from arch_team.text.packaged import packaged
from arch_team.text.sentence.forms import inside_sentence, is_infinitive, sure_third_person, without_article
from arch_team.text.sentence.statements import Statement
from arch_team.text.sentence.words import word_set
from arch_team.text.speech import lemma_of, spoken
from arch_team.wire import Language

_BRACKET = re.compile(r"\s*\([^()]*\)")
_ENDED = re.compile(r"(?:[!?…]|\.\.|[^\W\d]{4}\.)[\"”“']?(?:, | [a-z])")
"""A sentence that had ended, and goes on."""
_DIVIDES = re.compile(r"[,;:/()\"„“”–—*|→]| - ")


@dataclass(frozen=True, slots=True)
class Told:
    text: str
    criterion: str = ""


def told(taken: Taken, asked: Asked) -> Told | None:
    """The one sentence of a text as a story; None where it is not sure."""
    if len(taken.statements) != 1 or ("\n" in taken.prose.text.strip() and taken.nature != "story"):
        return None
    found = None
    if taken.nature == "story":
        found = _completed(taken, asked)
    elif _is_plain(taken.statements[0]):
        found = _story(taken.statements[0], asked)
    return found if found and _is_story(found.text, taken.prose.language) else None


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


def _story(statement: Statement, asked: Asked) -> Told | None:
    """A plain clause, with what it says of its condition."""
    language, rest, own = statement.language, statement.rest, _own_role(statement)
    action = rest.removesuffix(" können") if language == "de" else pattern("able").sub("", rest)
    if own:
        wish = f" {action} können" if language == "de" else f" to be able to {action}"
        result = _frame(language, "can", means=action)
    else:
        wish, subject = _wish(statement), inside_sentence(statement.subject, language)
        order = (statement.modal.lower(), statement.moved, subject) if language == "de" else (subject, statement.modal)
        result = " ".join(filter(None, (*order, rest)))
    if not wish:
        return None
    role = _named(own or clean_role(asked.need("role") or ""), language)
    first, _, condition = statement.condition.partition(" ")
    first = first.lower()
    if condition:
        wish += f"{',' * (language == 'de')} {first} {condition}"
    benefit = None if pattern("purpose").search(statement.sentence) else asked.need("benefit")
    text = _frame(language, "story", role=role, wish=wish, benefit=_led(benefit, language) if benefit else "")
    when = (
        condition if first in {"when", "if", "wenn", "falls", "sofern"} else f"{first.capitalize()} {condition}".strip()
    )
    if not when and not _is_state(rest, language) and not pattern("conditional").search(statement.whole_rest):
        when = asked.need("when") or ""
    return Told(text, _scenario(role, when, result, language))


def _completed(taken: Taken, asked: Asked) -> Told | None:
    """A story as it stands, with its missing role and benefit asked for."""
    prose, parts = taken.prose, taken.prose.story
    language, text = prose.language, prose.text.strip().rstrip(".! ")
    if parts is None or parts.means is None or parts.means_marker is None:
        return None
    if any(prose.words[index].tag == "modal" and not prose.words[index].is_subordinate for index in parts.means[:-1]):
        return None  # `… and my guests should see it`: a demand of its own
    marker = [prose.words[index].folded for index in parts.means_marker]
    if parts.role is None and (parts.means_marker.start > 0 or not {"i", "ich"} & set(marker)):
        return None  # what stands before `I can` is no role, and would be lost in front of one; nor are `we` a role
    if parts.role is not None:
        role = prose.span(parts.role.start, parts.role.stop - 1).text
        article = prose.words[parts.role.start - 1].text if parts.role.start else ""
        role = f"{article} {role}" if article in {"a", "an", "the"} else role
    else:
        role = _named(clean_role(asked.need("role") or ""), language)
        small = text if re.match(r"I['’ ]", text) else text[:1].lower() + text[1:]
        text = _frame(language, "opening", role=role) + small
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
    last = spoken(_BRACKET.sub("", means).split(), "de")[-1].tag
    acts = last in {"inf", "aux", "modal"} and "," not in means and {"möchte", "möchten", "will", "kann"} & {*marker}
    return _frame("de", "can", means=means.removesuffix(" können")) if acts else ""


def _is_state(text: str, language: Language) -> bool:
    """It must be so at any time: `must be fast`, `muss schnell sein`. Nothing sets it off."""
    words = _BRACKET.sub("", text).split()
    if language == "de":
        tags = [one.tag for one in spoken(words, "de")]
        return words[-1] in {"ist", "sind"} or (words[-1] == "sein" and tags[-2:-1] == ["adj"])
    tags = [one.tag for one in spoken(words[:6], "en")]
    is_able = bool(pattern("able").match(text))
    return words[0] == "be" and not is_able and (tags[1] in {"adj", "det"} or tags[1:3] == ["adv", "adj"])


def clean_role(role: str) -> str:
    """As it stands after `Als` or `As a`, however the person wrote it."""
    role = re.sub(r"^(?:als|as) (?=\S)", "", role, flags=re.IGNORECASE)
    return role if role.startswith("[") else without_article(role)


def _named(role: str, language: Language) -> str:
    return with_article(role) if language == "en" else role


def _led(benefit: str, language: Language) -> str:
    word = _frame(language, "benefit")
    return f", {benefit}" if benefit.casefold().startswith(f"{word} ") else f", {word} {benefit}"


def _is_plain(statement: Statement) -> bool:
    """One clause that can be told by its parts; brackets in it stay where they are."""
    language, rest, condition = statement.language, _BRACKET.sub("", statement.rest), statement.condition
    if not statement.is_read or _DIVIDES.search(_BRACKET.sub("", f"{statement.moved} {statement.subject}")):
        return False
    words = rest.split()
    # `only … when`: told apart, the condition would not be what it is only done in
    if not words or not grammar(language, "restricts").isdisjoint(words):
        return False
    # `During the fair` is no clause; `when it is empty`: what it is stands before; `When changing, the train …`
    if condition and condition.split()[0].lower() not in word_set(language, "clauses"):
        return False
    loose = _DIVIDES.search(_BRACKET.sub("", condition)) or pattern("points_back").search(condition)
    if loose or re.match(r"\w+ \w+ing\b", condition) or (condition and pattern("purpose").search(statement.sentence)):
        return False
    if statement.modal.lower() in grammar(language, "permits") and not _own_role(statement):
        return False  # `Ein zu großer Umfang kann schaden` permits nothing
    return _is_plain_german(statement, rest) if language == "de" else _is_plain_english(statement, rest)


def _is_plain_english(statement: Statement, rest: str) -> bool:
    """Its subject has an article or stands in the plural, and right behind the modal stands the verb."""
    opens = spoken(statement.subject.split(), "en")[0].tag
    if not statement.is_plural and opens not in {"det", "num", "pron", "name"}:
        return False
    tags = [one.tag for one in spoken(("they", "must", *re.findall(r"[\w'-]+", rest)[:8]), "en")[2:]]
    acts = next((tag for tag in tags if tag not in {"adv", "neg"}), "") in {"inf", "aux"}
    # `…, ensuring …`, `…, with …`: it is said what for, or more is said
    return acts and not _DIVIDES.search(rest.replace(",", "")) and not re.search(r", (?:\w+ing|with|which|so)\b", rest)


def _is_plain_german(statement: Statement, rest: str) -> bool:
    """Its subject has an article or stands in the plural, and all its verbs stand at the end."""
    words = rest.split()
    opens = spoken(statement.subject.split(), "de")[0].tag
    if not statement.is_plural and opens not in {"det", "pron", "num"}:
        return False  # `Technische Umsetzung muss …` is a note: in a whole sentence its article is missing
    tags = ["inf" if is_infinitive(word) else one.tag for word, one in zip(words, spoken(words, "de"), strict=True)]
    verbs = [place for place, tag in enumerate(tags) if tag in {"inf", "aux", "modal", "verb", "zuinf", "sub", "to"}]
    at_end = bool(verbs) and verbs == list(range(len(words) - len(verbs), len(words)))
    # Where only `werden` takes another form, a list before it does no harm: `angelegt, geändert und gelöscht werden`.
    listed = words[-1] in {"werden", "sein"} and not {"sub", "rel", "to", "zuinf"} & set(tags)
    divided = _DIVIDES.search(rest.replace(",", "") if listed else rest)
    # `muss nicht` says that it need not be, and not that it must not.
    needless = statement.modal.lower().startswith(("muss", "müss")) and "nicht" in words
    at_all = "to" not in tags or words[-1] in {"sein", "haben"}  # `soll zu verschaffen` is a slip
    return at_end and at_all and not divided and not needless and tags[-1] in {"inf", "aux", "modal"}


def _own_role(statement: Statement) -> str:
    """The subject, where it is a person who shall be able to do something, and nobody else is spoken of."""
    language, head, rest = statement.language, statement.head, statement.rest
    bare = without_article(statement.subject)
    is_able = statement.modal.lower() in {"kann", "können", "can"} or (
        rest.endswith(" können") if language == "de" else bool(pattern("able").match(rest))
    )
    is_person = lemma_of(head, language) in grammar(language, "persons") and bare == head
    said_of = pattern("others").search(rest) or word_set(language, "negates") & set(rest.split())
    if not is_able or not is_person or said_of or statement.moved or re.match(r"be(?! able)\b", rest):
        return ""
    lemma = lemma_of(head, language) if statement.is_plural else head
    return lemma[:1].upper() + lemma[1:] if language == "de" else lemma.lower()


def _wish(statement: Statement) -> str:
    """A plain clause as what is wished of its subject; empty where the form of its verb is not sure."""
    rest, subject = statement.rest, inside_sentence(statement.subject, statement.language)
    if statement.language == "de":
        finite = _finite(rest, statement)
        return f", dass {' '.join(filter(None, (statement.moved, subject, finite)))}" if finite else ""
    return f" {subject} not to {rest[4:]}" if rest.startswith("not ") else f" {subject} to {rest}"


def _finite(rest: str, statement: Statement) -> str:
    """`X speichern` as `X speichert`; empty where the form is not sure."""
    aside = bracket[0] if (bracket := re.search(r"\s*\([^()]*\)$", rest)) else ""
    before, _, verb = rest.removesuffix(aside).rpartition(" ")
    if statement.is_plural:
        return f"{before} {'sind' if verb == 'sein' else verb}".strip() + aside
    form = sure_third_person(verb)
    return f"{before} {form}".strip() + aside if form else ""
