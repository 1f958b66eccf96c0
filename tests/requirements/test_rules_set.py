"""What only shows when the requirements of a set stand side by side."""

from collections.abc import Sequence

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.model import Finding, Requirement

EVALUATOR = Evaluator()


def in_set(texts: Sequence[str], rule: str, ids: Sequence[str] = ()) -> dict[str, Finding]:
    """What a rule says of each requirement of a set."""
    names = ids or [f"REQ-{number}" for number in range(1, len(texts) + 1)]
    requirements = [
        Requirement(id=name, text=text, place=f"line {line}")
        for line, (name, text) in enumerate(zip(names, texts, strict=True), 1)
    ]
    found = EVALUATOR.evaluate_set(requirements)
    return {f"{one.requirement.place}": finding for one in found for finding in one.findings if finding.rule == rule}


def test_the_same_text_twice_names_the_other() -> None:
    found = in_set(["The pump shall stop.", "The fan shall stop.", "the  pump shall stop"], "identical-text")
    assert {place: finding.related for place, finding in found.items()} == {"line 1": ("REQ-3",), "line 3": ("REQ-1",)}


def test_one_word_for_one_thing() -> None:
    texts = [
        "Der Benutzer muss sich anmelden.",
        "Der Benutzer muss sich abmelden.",
        "Der Anwender muss ein Bild hochladen.",
    ]
    found = in_set(texts, "inconsistent-term")
    assert list(found) == ["line 3"]
    assert found["line 3"].spans[0].text == "Anwender"
    assert found["line 3"].related == ("REQ-1", "REQ-2")
    assert "'Benutzer'" in found["line 3"].message


def test_a_word_inside_a_name_is_not_the_thing() -> None:
    assert not in_set(["The user shall log in.", "The operator panel shall be red."], "inconsistent-term")


def test_terms_of_two_languages_do_not_clash() -> None:
    assert not in_set(["Der Anwender muss zahlen.", "The user shall pay the invoice."], "inconsistent-term")


def test_one_spelling() -> None:
    texts = ["Die E-Mail muss ankommen.", "Die E-Mail muss kurz sein.", "Das System muss die Email senden."]
    assert list(in_set(texts, "inconsistent-spelling")) == ["line 3"]


STORY = "As a {}, I want to see the list, so that I know it."


def test_a_sentence_among_stories() -> None:
    found = in_set([STORY.format("nurse"), STORY.format("driver"), "The system shall print."], "mixed-templates")
    assert list(found) == ["line 3"]
    assert found["line 3"].related == ("REQ-1", "REQ-2")


def test_a_story_with_other_markers() -> None:
    texts = [STORY.format("nurse"), STORY.format("driver"), "As a clerk, I am able to pay, so that I am done."]
    assert list(in_set(texts, "mixed-templates")) == ["line 3"]


def test_no_template_is_usual_where_half_use_each() -> None:
    texts = [STORY.format("nurse"), STORY.format("cook"), "The pump shall stop.", "The fan shall stop."]
    assert not in_set(texts, "mixed-templates")


def test_an_abbreviation_explained_elsewhere_is_known() -> None:
    texts = ["The driver machine interface (DMI) shall be red.", "The DMI shall show the speed."]
    assert not in_set(texts, "undefined-abbreviation")
    assert in_set(texts[1:], "undefined-abbreviation")


def test_a_set_of_one_has_nothing_to_compare() -> None:
    alone = EVALUATOR.evaluate_set([Requirement(id="A", text="The pump shall stop.")])
    assert alone == (EVALUATOR.evaluate(Requirement(id="A", text="The pump shall stop.")),)
