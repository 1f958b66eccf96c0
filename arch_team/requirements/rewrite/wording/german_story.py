"""A German user story and its scenario, told from known parts."""

import re
from dataclasses import replace

from arch_team.requirements.rewrite.parts import Action
from arch_team.requirements.rewrite.wording.german_parts import for_me, is_person, lower_article
from arch_team.requirements.rewrite.wording.grammar import german_accusative, german_first_person, german_third_person
from arch_team.requirements.rewrite.wording.known import Known
from arch_team.requirements.rewrite.wording.mending import with_preposition

_HIS = re.compile(r"\b(?:sein|ihr)(?P<ending>e[nmrs]?)?\b(?=\s+(?:[\wäöü]+\s+)?[A-ZÄÖÜ])")


def story(known: Known) -> str:
    """`Als … möchte ich …, damit …`"""
    parts = known.parts
    condition = _condition(known)
    if parts.form == "ability":
        wish = f"möchte ich {_ability(known)}"
    elif parts.form == "thing":
        wish = f"möchte ich {_thing(known)}"
    elif parts.form == "whole":
        wish = f"möchte ich Folgendes: {parts.predicate}"
    else:
        wish = f"möchte ich, dass {_clause(known)}"
    return f"Als {known.role} {wish}{condition}{_benefit(known)}."


def scenario(known: Known) -> str:
    """`Angenommen … Wenn … Dann …`"""
    parts = known.parts
    given, when = f"Angenommen, ich bin {known.role}", _occasion(known)
    if parts.condition is not None:
        if parts.condition_kind == "state":
            given = f"Angenommen, ich bin {known.role} und {parts.condition}"
        elif parts.condition_kind == "adverbial":
            when = f"Wenn der Fall „{parts.condition}“ vorliegt"
        else:
            when = f"Wenn {parts.condition}"
    if known.condition:
        more = _without(known.condition, "wenn", "falls", "sobald")
        when = f"{when} und {more}" if parts.condition and parts.condition_kind != "state" else f"Wenn {more}"
    return f"{given}\n{when}\nDann {_outcome(known)}"


def _occasion(known: Known) -> str:
    parts = known.parts
    if parts.form == "ability" and parts.actions:
        action = parts.actions[0]
        return f"Wenn ich {_joined(_mine(known, action.object), german_first_person(action.verb))}{action.tail}"
    if parts.form == "thing" and parts.template == "fragment":
        return f"Wenn ich {_joined(german_accusative(parts.predicate), known.action)}"
    if parts.form == "thing":
        return f"Wenn ich {german_accusative(parts.predicate)} nutze"
    if parts.form in ("function", "quality") and parts.actor and not is_person(parts.actor):
        return f"Wenn ich {german_accusative(lower_article(parts.actor))} nutze"
    return "Wenn ich das Ergebnis prüfe"


def _outcome(known: Known) -> str:
    parts = known.parts
    if parts.form in ("ability", "thing"):
        has_occasion = bool(known.condition or (parts.condition and parts.condition_kind != "state"))
        if parts.form == "ability" and has_occasion:
            action = parts.actions[0]
            return f"kann ich {_joined(_mine(known, action.object), *_with(known), action.verb)}{action.tail}"
        if values := known.metrics or parts.metrics:
            return f"gilt: {' und '.join(values)}"
        return _reached(known)
    if parts.form == "quality" and not parts.predicate and known.metrics:
        return f"gilt: {' und '.join(known.metrics)}"
    if parts.form == "whole":
        return f"gilt: {parts.predicate}"
    if parts.condition_kind == "adverbial":
        known = replace(known, parts=replace(parts, condition=None))
    return f"gilt, dass {_clause(known)}"


def _reached(known: Known) -> str:
    if not known.benefit:
        return "gelingt das"
    benefit = _benefit(known).removeprefix(", ")
    word, _, rest = benefit.partition(" ")
    return f"ist das Ziel erreicht, {rest}" if word == "um" else f"ist erreicht, dass {rest}"


def _ability(known: Known) -> str:
    action = known.parts.actions[0]
    adverbial = known.parts.condition if known.parts.condition_kind == "adverbial" else ""
    return _joined(adverbial or "", _mine(known, action.object), *_with(known), action.verb) + action.tail


def _thing(known: Known) -> str:
    parts = known.parts
    return _joined(
        german_accusative(parts.predicate), *_with(known), known.action if parts.template == "fragment" else ""
    )


def _clause(known: Known) -> str:
    """What follows `dass`: the verb stands last."""
    parts = known.parts
    if parts.form == "clause":
        return _joined(parts.predicate)
    subject = lower_article(parts.actor) if parts.actor else known.doer or ""
    adverbial = (parts.condition or "") if parts.condition_kind == "adverbial" else ""
    if parts.form == "passive":
        agent = f"durch {german_accusative(lower_article(known.doer))}" if known.doer else ""
        return _joined(subject, adverbial, agent, *_with(known), parts.predicate, "werden" if parts.plural else "wird")
    if parts.form == "quality":
        return _quality(known, subject, adverbial)
    action = parts.actions[0]
    return _joined(subject, adverbial, action.object, *_with(known), _finite(known, action)) + action.tail


def _quality(known: Known, subject: str, adverbial: str) -> str:
    parts, kept = known.parts, " und ".join(known.metrics)
    is_so = _joined(parts.predicate, "sind" if parts.plural else "ist") if parts.predicate else ""
    holds = _joined(kept, "einhalten" if parts.plural else "einhält") if kept else ""
    return _joined(subject, adverbial, " und ".join(filter(None, (is_so, holds))))


def _finite(known: Known, action: Action) -> str:
    parts = known.parts
    if parts.modal in ("kann", "können") or (parts.modal in ("darf", "dürfen") and not _is_negated(action)):
        return f"{action.verb} {parts.modal}"
    return action.verb if parts.plural else german_third_person(action.verb)


def _is_negated(action: Action) -> bool:
    return bool(re.search(r"\b(?:nicht|kein\w*|niemals|nie)\b", action.object, re.IGNORECASE))


def _mine(known: Known, text: str) -> str:
    """What was said of a person is said by that person."""
    if known.parts.template not in ("modal", "conditional", "statement") or known.parts.actor:
        return text
    return _HIS.sub(lambda match: f"mein{match['ending'] or ''}", for_me(text))


def _with(known: Known) -> list[str]:
    if not known.metrics:
        return []
    return [with_preposition(" und ".join(known.metrics), "de")]


def _condition(known: Known) -> str:
    parts = known.parts
    more = _without(known.condition, "wenn", "falls", "sobald") if known.condition else ""
    if parts.condition is None or parts.condition_kind == "adverbial":
        own = f" {parts.condition}" if parts.condition and parts.form in ("clause", "thing") else ""
        return f"{own}, wenn {more}" if more else own
    return f", {parts.condition_word} {parts.condition}" + (f" und wenn {more}" if more else "")


def _benefit(known: Known) -> str:
    if not known.benefit:
        return ""
    word, _, rest = known.benefit.partition(" ")
    if word.casefold() in ("damit", "um", "sodass", "für"):
        return f", {word.casefold()} {rest}"
    return f", {known.benefit_word or 'damit'} {known.benefit}"


def _without(text: str, *words: str) -> str:
    first, _, rest = text.partition(" ")
    return rest if first.casefold() in words and rest else text


def _joined(*pieces: str) -> str:
    return " ".join(piece.strip() for piece in pieces if piece and piece.strip())
