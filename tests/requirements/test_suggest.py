"""Suggestions: single changes, in the requirement's language, with values to choose from and none set."""

import pytest

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.model import Requirement, Suggestion
from arch_team.requirements.rewrite.suggest import suggest

EVALUATOR = Evaluator()


def suggested(text: str) -> tuple[Suggestion, ...]:
    return suggest(EVALUATOR.evaluate(Requirement(id="R1", text=text)))


def kinds(text: str) -> list[str]:
    return [one.type for one in suggested(text)]


def test_the_source_example_gets_actor_metric_and_criteria_in_german() -> None:
    found = {one.type: one for one in suggested("Die Plattform muss schnell sein")}
    assert [(one.type, one.priority) for one in suggested("Die Plattform muss schnell sein")][:3] == [
        ("add_actor", "high"),
        ("add_metric", "high"),
        ("add_criteria", "medium"),
    ]
    assert "„Als [Rolle] möchte ich …“" in found["add_actor"].suggestion
    assert "„schnell“" in found["add_metric"].suggestion
    assert "„Angenommen … Wenn … Dann …“" in found["add_criteria"].suggestion


def test_a_metric_names_the_words_and_offers_options() -> None:
    metric = next(one for one in suggested("The app must be fast") if one.type == "add_metric")
    assert metric.span is not None
    assert (metric.span.start, metric.span.end, metric.span.text) == (16, 20, "fast")
    assert "“response time P95 < 2 s”" in metric.suggestion
    assert "none is preset" in metric.suggestion
    assert metric.replacement is None


def test_each_change_is_suggested_once() -> None:
    found = [
        (one.type, one.span.text if one.span else "")
        for one in suggested("Das System soll schnell, sehr schnell sein.")
    ]
    assert len(found) == len(set(found))


def test_a_word_that_gets_a_value_is_not_also_removed() -> None:
    assert "remove_weak_word" not in kinds("Die App muss schnell sein")


def test_a_split_names_the_pieces() -> None:
    split = next(
        one
        for one in suggested("Benutzer sollen Rechnungen anlegen, bearbeiten und löschen können.")
        if one.type == "split"
    )
    assert "3" in split.suggestion
    assert "„Benutzer sollen Rechnungen löschen können“" in split.suggestion
    assert split.priority == "high"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Das System soll Rechnungen, Mahnungen usw. exportieren.", "close_list"),
        ("Die Daten müssen verschlüsselt werden.", "use_active_voice"),
        ("The response time shall be at most 5.", "add_unit"),
        ("It shall respond within 5 seconds.", "replace_term"),
    ],
)
def test_findings_become_typed_suggestions(text: str, kind: str) -> None:
    assert kind in kinds(text)


def test_the_urgent_comes_first() -> None:
    ranks = [
        {"high": 0, "medium": 1, "low": 2}[one.priority]
        for one in suggested("Das schnelle System soll evtl. Daten usw. anzeigen.")
    ]
    assert ranks == sorted(ranks)


def test_a_good_requirement_needs_nothing() -> None:
    assert suggested("The system shall refresh the display every 60 seconds.") == ()


def test_a_suppressed_finding_suggests_nothing() -> None:
    evaluation = EVALUATOR.evaluate("Die App muss schnell sein")
    silenced = tuple(finding.model_copy(update={"suppressed": "agreed"}) for finding in evaluation.findings)
    found = suggest(evaluation.model_copy(update={"findings": silenced, "verdict": "pass"}))
    assert found == ()
