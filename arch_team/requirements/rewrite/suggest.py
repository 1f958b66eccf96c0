"""What would mend a requirement, as single changes, in its own language. Values are offered, never set."""

from collections.abc import Iterator
from typing import Literal, get_args

from arch_team.requirements.model import Evaluation, Finding, Level, Suggestion, SuggestionType
from arch_team.requirements.rewrite.gaps import Quality, Texts, texts
from arch_team.requirements.rewrite.splitting import split
from arch_team.requirements.rewrite.statements import take_apart
from arch_team.wire import Language

Form = Literal["own", "story"]
Priority = Literal["high", "medium", "low"]

_BY_LEVEL: dict[Level, Priority] = {"error": "high", "warning": "medium", "info": "low"}
_ALWAYS: dict[SuggestionType, Priority] = {
    "add_actor": "high",
    "add_metric": "high",
    "split": "high",
    "add_criteria": "medium",
}
_RANK = {"high": 0, "medium": 1, "low": 2}
_ORDER: tuple[SuggestionType, ...] = get_args(SuggestionType)


def suggest(evaluation: Evaluation, form: Form = "story", speaks: Language | None = None) -> tuple[Suggestion, ...]:
    """The most urgent first; each change once. None for a requirement without findings that passes.

    In its own form (a review) a sentence is not asked for the role and the benefit of a story. `speaks` is the language
    of the suggestions, where that is another than the requirement's.
    """
    said = texts(speaks or evaluation.language)
    found: dict[tuple[SuggestionType, str], Suggestion] = {}
    parts = _from_parts(evaluation, said) if form == "story" else ()
    for suggestion in (*parts, *_from_pieces(evaluation, said), *_from_findings(evaluation, said)):
        key = (suggestion.type, suggestion.span.text.casefold() if suggestion.span else "")
        known = found.get(key)
        if known is None or _RANK[suggestion.priority] < _RANK[known.priority]:
            found[key] = suggestion
    kept = [suggestion for key, suggestion in found.items() if not _is_covered(key, found)]
    return tuple(sorted(kept, key=lambda s: (_RANK[s.priority], _ORDER.index(s.type), s.span.start if s.span else -1)))


def _is_covered(key: tuple[SuggestionType, str], found: dict[tuple[SuggestionType, str], Suggestion]) -> bool:
    """To give a word a value is to remove it; one that names the words says more than one that does not."""
    kind, words = key
    if kind == "remove_weak_word" and ("add_metric", words) in found:
        return True
    return not words and any(other == kind and quoted for other, quoted in found)


def _from_findings(evaluation: Evaluation, said: Texts) -> Iterator[Suggestion]:
    wording = texts(evaluation.language)
    for finding in evaluation.findings:
        if finding.suggestion is not None and finding.suppressed is None:
            yield _suggestion(finding, finding.suggestion, wording, said)


def _suggestion(finding: Finding, kind: SuggestionType, wording: Texts, said: Texts) -> Suggestion:
    whole = kind in ("add_actor", "add_criteria", "split", "use_template", "add_benefit")
    span = finding.spans[0] if finding.spans and not whole else None
    words = [one.text for one in finding.spans] if span else []
    quality = wording.quality_of(words[0]) if words else None
    may_just_go = kind == "remove_weak_word" and bool(words) and not quality
    return Suggestion(
        type=kind,
        suggestion=_text(kind, words, said, said.same_as(quality, wording) if quality else None),
        priority=_ALWAYS.get(kind, _BY_LEVEL[finding.level]),
        rule=finding.rule,
        span=span,
        replacement="" if may_just_go else None,
    )


def _text(kind: SuggestionType, words: list[str], said: Texts, quality: Quality | None) -> str:
    text = said.suggestions[kind] if words else said.suggestions.get(f"{kind}_bare", said.suggestions[kind])
    options = quality.options if quality else said.gaps["metric"].options
    shown = ", ".join(said.quote.replace("{words}", option) for option in options)
    return text.replace("{words}", said.quoted(*words)).replace("{options}", shown)


def _from_parts(evaluation: Evaluation, said: Texts) -> Iterator[Suggestion]:
    """What a story needs and no rule asks for, because it is no fault by itself: only where the requirement fails."""
    if evaluation.verdict == "pass":
        return
    taken = take_apart(evaluation.requirement.text, evaluation.language)
    story = taken.prose.story
    if story is None or story.role is None:
        yield Suggestion(type="add_actor", suggestion=said.suggestions["add_actor"], priority="high")
    if not taken.criteria:
        yield Suggestion(type="add_criteria", suggestion=said.suggestions["add_criteria"], priority="medium")
    if story is None or story.ends is None:
        yield Suggestion(type="add_benefit", suggestion=said.suggestions["add_benefit"], priority="low")


def _from_pieces(evaluation: Evaluation, said: Texts) -> Iterator[Suggestion]:
    """Which requirements stand in one, where they can be told apart."""
    if not any(finding.suggestion == "split" and finding.suppressed is None for finding in evaluation.findings):
        return
    pieces = [piece.rstrip(". ") for piece in split(evaluation.requirement.text, evaluation.language)]
    if pieces:
        text = said.suggestions["split"].replace("{count}", str(len(pieces)))
        yield Suggestion(type="split", suggestion=text.replace("{words}", said.quoted(*pieces)), priority="high")
