"""A requirement told as a user story with an acceptance criterion, from its parsed parts alone.

The words stay those of the requirement; only the frame is added. Told is a story that lacks a part, or one plain clause
(subject, modal, demand). In German the verb then takes another form, which the tagger must read back as the same verb.
Everything else is not told.
"""

import re
from dataclasses import dataclass
from typing import cast

from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.model import Requirement
from arch_team.requirements.rewrite.gaps import Asked
from arch_team.requirements.rewrite.nature import grammar, pattern
from arch_team.requirements.rewrite.statements import Taken
from arch_team.text.inflection import with_article
from arch_team.text.packaged import packaged
from arch_team.text.sentence.forms import finite_clause, in_order, inside_sentence, without_article
from arch_team.text.sentence.granted import got, granted, is_lasting, is_state, one_chain
from arch_team.text.sentence.plain import is_plain_clause
from arch_team.text.sentence.purpose import plain_so
from arch_team.text.sentence.statements import Statement, condition_behind
from arch_team.text.sentence.words import word_set
from arch_team.text.speech import lemma_of
from arch_team.wire import Language

_BRACKET = re.compile(r"\s*\([^()]*\)")
_ENDED = re.compile(r"(?:[!?…]|\.\.|[^\W\d]{4}\.)[\"”“']?(?:, | [a-z])")
"""A sentence that had ended, and goes on."""
_BEHIND_NOUN = re.compile(r"(?:,|\b[A-ZÄÖÜ]\S*) $")
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
        found = _story(taken.statements[0], asked, _has_purpose(taken.prose))
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
    lines = [_frame(language, "given", role=role), _frame(language, "when", condition=when) if when else ""]
    return "\n".join((*filter(None, lines), _frame(language, "then", result=result)))


def _has_purpose(prose: Prose) -> bool:
    so = prose.language == "en" and plain_so(prose.words, range(len(prose.words)))
    return bool(so or pattern("purpose").search(prose.text))


def _story(statement: Statement, asked: Asked, has_purpose: bool) -> Told | None:
    """A plain clause, with what it says of its condition."""
    language, rest, own = statement.language, statement.rest, _own_role(statement)
    first, _, condition = statement.condition.partition(" ")
    told = rest
    if condition:  # `auch dann noch …, wenn`: the step says it
        told = pattern("then").sub("", rest)
        condition = f"{first.lower()} {condition}"
    inner = condition if _stays_first(statement) else ""
    action = rest.removesuffix(" können") if language == "de" else pattern("able").sub("", rest)
    if own:
        wish = f" {action} können" if language == "de" else f" to be able to {action}"
        wish = f", {inner},{wish}" if inner else wish
        result = _frame(language, "can", means=action)
    else:
        wish, subject = _wish(statement, inner), inside_sentence(statement.subject, language)
        order, modal = in_order(statement.moved, subject, rest), statement.modal
        order = (modal.lower(), *order) if language == "de" else (subject, modal)
        result = " ".join(filter(None, (*order, told)))
    if not wish:
        return None
    role = _named(own or clean_role(asked.need("role") or ""), language)
    if condition and not inner:
        wish += f"{',' * (language == 'de')} {condition}"
    benefit = None if has_purpose else asked.need("benefit")
    text = _frame(language, "story", role=role, wish=wish, benefit=_led(benefit, language) if benefit else "")
    when = condition.partition(" ")[2]
    if not when and not is_lasting(rest, language):
        when = _asked_when(statement.whole_rest, asked)
        if when and pattern("happens").fullmatch(statement.moved):
            result = result.replace(f" {statement.moved}", "", 1)  # the question, or its answer, says it
    return Told(text, _scenario(role, when, result, language))


def _stays_first(statement: Statement) -> bool:
    """A condition that leads its sentence, and what is demanded points back at it, or is more than one thing."""
    if not statement.condition or not statement.sentence.startswith(statement.condition):
        return False
    condition, rest = statement.condition.split(), statement.rest.split()
    named = {word for word in map(str.casefold, condition[1:]) if len(word) > 3}
    joins = {"and", "or", "und", "oder"} & {*rest}
    return bool(joins or named & {*map(str.casefold, rest)} or pattern("refers").search(statement.rest))


def _asked_when(text: str, asked: Asked) -> str:
    """What comes before it is asked for, unless a clause of the text says it; a phrase that hints at it is named."""
    if pattern("said_when").search(text):
        return ""
    bare = _BRACKET.sub("", text)  # `Fehler bei Ammonium`, `…, bei denen`: said of a noun
    hints = [one[0] for one in pattern("happens").finditer(bare) if not _BEHIND_NOUN.search(bare[: one.start()])]
    return asked.need("when", hints[:1]) or ""


def _completed(taken: Taken, asked: Asked) -> Told | None:
    """A story as it stands, with its missing role and benefit asked for."""
    prose, parts = taken.prose, taken.prose.story
    language, text = prose.language, prose.text.strip().rstrip(".! ")
    if parts is None or parts.means is None or parts.means_marker is None:
        return None
    if any(prose.words[index].tag == "modal" and not prose.words[index].is_subordinate for index in parts.means[:-1]):
        return None  # `… and my guests should see it`: a demand of its own
    marker = [prose.words[index].folded for index in parts.means_marker]
    late = pattern("late_role").search(text)  # `I want to knit easily as a weaver`
    if parts.role is None and (parts.means_marker.start > 0 or not {"i", "ich"} & set(marker) or late):
        return None  # what stands before `I can` is no role, and would be lost in front of one
    if {"we", "wir", "we'd", "we're"} & {*marker}:
        return None  # `As a couple, we want …`: of them nobody says `I am a couple`
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
    stop = ends.start if ends and ends.start > parts.means.start else len(prose.words)
    when, means = _wished(prose, parts.role, parts.means_marker, range(parts.means.start, stop))
    result, is_state = _granted(means, marker, language)
    if when and not result:
        return None  # what is wished for then stands there, and is not asked for
    if not when and not (result and is_state):
        when = _asked_when(means if result else "", asked)
    return Told(f"{text}.", _scenario(role, when, result or asked.need("result") or "", language))


def _wished(prose: Prose, role: range | None, marker: range, means: range) -> tuple[str, str]:
    """The condition of a story, without its first word, and its wish without it."""
    words, leads = prose.words, word_set(prose.language, "clauses")

    def piece(part: range) -> str:
        inner = prose.text[words[part.start].start : words[part.stop - 1].end] if part else ""
        return re.sub(r",?\s+to$", "", re.sub(r"(?<!etc)(?<!usw)[ ,;.!\n]+$", "", inner.lstrip(" ,")))

    between = range(role.stop, marker.start) if role else range(0)
    opens = [index for index in between if words[index].is_word][:1]
    if opens and words[opens[0]].folded in leads:  # `As a driver, when the tank is empty, I want …`
        return piece(range(opens[0] + 1, marker.start)), piece(means)
    comma = next((index for index in means if words[index].folded == ","), means.stop)
    if words[means.start].folded in leads and comma < means.stop:  # `möchte ich, wenn der Tank leer ist, …`
        return piece(range(means.start + 1, comma)), piece(range(comma, means.stop))
    last = next((index + 1 for index in reversed(means) if words[index].is_word), means.stop)
    at = condition_behind(prose, means.start - 1, range(means.start, last))
    condition, wish = piece(range(at + 1, last)), piece(range(means.start, at))
    # `sehen, wenn …` and `see it when …` have their object in the clause
    has_object = any(words[index].tag in {"noun", "abbr", "part"} for index in range(means.start, at))
    moves = at < last and has_object and not pattern("points_back").search(condition)
    return (condition, wish) if moves else ("", piece(means))


def _granted(means: str, marker: list[str], language: Language) -> tuple[str, bool]:
    """What then is so (`I can …`), empty where the wish is of another form; and whether it is so at any time."""
    if "\n" in means:
        return "", False
    if language == "de":
        if means.startswith("dass "):
            return _frame("de", "ensured", means=means), is_lasting(means, "de")
        wishes = {"möchte", "möchten", "will", "kann"} & {*marker}
        told = got(means, "de") or (granted(means, "de", "kann" in marker) if wishes else "")
        return told, is_state(means, "de")
    if means.startswith("not to "):
        return granted(means.replace("to ", "", 1), "en"), False
    if marker[-1] in {"to", "can"} and "have" not in marker:
        is_able = marker[-1] == "can" or "able" in marker or bool(pattern("able").match(means))
        return granted(pattern("able").sub("", means), "en", is_able), is_state(means, "en")
    people = re.match(r"(?P<who>[\w-]+s) (?P<no>not )?to (?=\w)", means)
    is_people = people and lemma_of(people["who"], "en") in grammar("en", "persons")
    thing = people if is_people else pattern("thing").match(means)
    if not thing or lemma_of(thing["who"].split()[-1], "en") in word_set("en", "takes_to"):
        return got(means, "en"), False
    action = one_chain(means[thing.end() :])
    return f"{thing['who']} shall {thing['no'] or ''}{action}", is_lasting(action, "en")


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
    again = condition and re.search(rf"\b(?:an?|ein\w*) (?:\w+ )?{re.escape(statement.head)}\b", condition)
    loose = loose or again or (condition and pattern("refers").search(statement.subject))
    if loose or re.match(r"\w+ \w+ing\b", condition) or (condition and pattern("purpose").search(statement.sentence)):
        return False
    if statement.modal.lower() in grammar(language, "permits") and not _own_role(statement):
        return False  # `Ein zu großer Umfang kann schaden` permits nothing
    return is_plain_clause(statement, rest)


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


def _wish(statement: Statement, inner: str) -> str:
    """A plain clause as what is wished of its subject; empty where the form of its verb is not sure."""
    rest, subject = statement.rest, inside_sentence(statement.subject, statement.language)
    subject += f", {inner}," if inner else ""
    if statement.language == "de":
        finite = finite_clause(rest, statement.is_plural)
        return f", dass {' '.join(filter(None, (*in_order(statement.moved, subject, rest), finite)))}" if finite else ""
    return f" {subject} not to {rest[4:]}" if rest.startswith("not ") else f" {subject} to {rest}"
