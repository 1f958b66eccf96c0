"""An English user story and its scenario, told from known parts."""

import re

from arch_team.requirements.rewrite.wording.english_parts import is_person, lower_article
from arch_team.requirements.rewrite.wording.grammar import english_third_person, with_article
from arch_team.requirements.rewrite.wording.known import Known
from arch_team.requirements.rewrite.wording.mending import with_preposition


def story(known: Known) -> str:
    """`As a …, I want …, so that …`"""
    return f"As {with_article(known.role)}, I want {_wish(known)}{_condition(known)}{_benefit(known)}."


def scenario(known: Known) -> str:
    """`Given … When … Then …`"""
    parts = known.parts
    given, when = f"Given I am {with_article(known.role)}", _occasion(known)
    if parts.condition is not None:
        if parts.condition_kind == "state":
            given = f"{given} and {parts.condition}"
        elif parts.condition_kind == "adverbial":
            when = f"When it is {parts.condition_word} {parts.condition}"
        else:
            when = f"When {parts.condition}" if parts.condition_word != "unless" else f"When not: {parts.condition}"
    if known.condition:
        more = _without(known.condition, "when", "if")
        when = f"{when} and {more}" if parts.condition and parts.condition_kind != "state" else f"When {more}"
    return f"{given}\n{when}\nThen {_outcome(known)}"


def _wish(known: Known) -> str:
    parts = known.parts
    if parts.form == "ability":
        return f"{'not ' if parts.negated else ''}to {_action(known)}"
    if parts.form == "thing":
        if parts.template != "fragment":
            return _joined(parts.predicate, *_with(known))
        return _joined("to", known.action, _lower_first(parts.predicate), *_with(known))
    if parts.form in ("clause", "whole"):
        return f"the following: {parts.predicate}"
    subject = _subject(known)
    negation = "not to" if parts.negated else "to"
    if parts.form == "passive":
        return _joined(subject, negation, _passive(known))
    if parts.form == "quality":
        be = f"be {parts.predicate}" if parts.predicate else ""
        meet = f"meet {' and '.join(known.metrics)}" if known.metrics else ""
        return _joined(subject, negation, " and ".join(filter(None, (be, meet))))
    return _joined(subject, negation, _action(known))


def _occasion(known: Known) -> str:
    parts = known.parts
    if parts.form == "ability" and parts.actions:
        action = parts.actions[0]
        return f"When I {_joined(action.verb, _mine(known, action.object))}"
    if parts.form == "thing" and parts.template == "fragment":
        return _joined("When I", known.action, _lower_first(parts.predicate))
    if parts.form == "thing":
        return f"When I use {parts.predicate}"
    if parts.form in ("function", "quality") and parts.actor and not is_person(parts.actor):
        return f"When I use {lower_article(parts.actor)}"
    return "When I check the result"


def _outcome(known: Known) -> str:
    parts = known.parts
    if parts.form in ("ability", "thing"):
        if parts.form == "ability" and (known.condition or (parts.condition and parts.condition_kind != "state")):
            return f"I can {_action(known)}"
        if values := known.metrics or parts.metrics:
            return f"the limit is met: {' and '.join(values)}"
        return _reached(known)
    if parts.form in ("clause", "whole"):
        return parts.predicate
    subject = _subject(known) or "I"
    if parts.form == "passive":
        return _joined(subject, _be(known), _passive(known).removeprefix("be "))
    if parts.form == "quality":
        is_so = f"{_be(known)} {parts.predicate}" if parts.predicate else ""
        meets = f"{'meet' if parts.plural else 'meets'} {' and '.join(known.metrics)}" if known.metrics else ""
        return _joined(subject, " and ".join(filter(None, (is_so, meets))))
    action = _action(known)
    if parts.negated:
        return _joined(subject, "do not" if parts.plural else "does not", action)
    return _joined(subject, action if parts.plural else english_third_person(action))


def _reached(known: Known) -> str:
    if not known.benefit:
        return "the action succeeds"
    benefit = _benefit(known).removeprefix(", ")
    if benefit.startswith("so that "):
        return benefit.removeprefix("so that ")
    return f"the goal is reached: {benefit.removeprefix('in order ')}"


def _action(known: Known) -> str:
    action = known.parts.actions[0]
    return _joined(action.verb, _mine(known, action.object), *_with(known))


def _subject(known: Known) -> str:
    return lower_article(known.parts.actor) if known.parts.actor else known.doer or ""


def _passive(known: Known) -> str:
    agent = f"by {lower_article(known.doer)}" if known.doer else ""
    return _joined(known.parts.predicate, agent, *_with(known))


def _be(known: Known) -> str:
    be = "am" if not _subject(known) else "are" if known.parts.plural else "is"
    return _joined(be, "not" if known.parts.negated else "")


def _mine(known: Known, text: str) -> str:
    """What was said of a person is said by that person."""
    if known.parts.form != "ability" or known.parts.template == "story" or not known.parts.role:
        return text
    return re.sub(r"\b(?:his or her|his/her|his|her|their)\b(?=\s+\w)", "my", text)


def _with(known: Known) -> list[str]:
    return [with_preposition(" and ".join(known.metrics), "en")] if known.metrics else []


def _condition(known: Known) -> str:
    parts = known.parts
    own = f" {parts.condition_word} {parts.condition}" if parts.condition is not None else ""
    if not known.condition:
        return own
    return f"{own}{' and' if own else ''} when {_without(known.condition, 'when', 'if')}"


def _benefit(known: Known) -> str:
    if not known.benefit:
        return ""
    for word in ("so that", "in order to", "because"):
        if known.benefit.casefold().startswith(f"{word} "):
            return f", {word}{known.benefit[len(word) :]}"
    return f", {known.benefit_word or 'so that'} {known.benefit}"


def _without(text: str, *words: str) -> str:
    first, _, rest = text.partition(" ")
    return rest if first.casefold() in words and rest else text


def _lower_first(text: str) -> str:
    """A sentence's first word inside a sentence. An abbreviation keeps its capitals."""
    return text if text[1:2].isupper() or text[:1] == "[" else text[:1].lower() + text[1:]


def _joined(*pieces: str) -> str:
    return " ".join(piece.strip() for piece in pieces if piece and piece.strip())
