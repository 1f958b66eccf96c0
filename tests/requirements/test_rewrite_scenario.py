"""Given, when, then: what a rewrite makes of a wish, of its condition, and of what it cannot tell."""

import re

import pytest

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.model import Requirement, Rewrite
from arch_team.requirements.rewrite.rewriter import Rewriter

EVALUATOR = Evaluator()


def rewrite(text: str, answers: dict[str, str] | None = None) -> Rewrite:
    """As if it failed, so that it is told whatever the rules make of it."""
    evaluation = EVALUATOR.evaluate(Requirement(id="R1", text=text))
    return Rewriter(EVALUATOR).rewrite(evaluation.model_copy(update={"verdict": "fail"}), answers)


def steps(text: str) -> list[str]:
    """Without the role, and without the brackets that ask for a measure."""
    told = re.sub(r" \(\[(?:metric|Metrik)\?\]\)", "", rewrite(text).acceptance_criteria[0])
    return told.split("\n")[1:]


def then(text: str) -> str:
    return steps(text)[-1]


class TestWhatIsReceivedIsNoAbility:
    @pytest.mark.parametrize(
        ("wish", "expected"),
        [
            ("be rebooked on a convenient ferry", "I am rebooked on a convenient ferry"),
            ("automatically be told about delays and get a refund",
             "I am automatically told about delays and get a refund"),
            ("get vaccination reminders by text, and see clear lab results",
             "I get vaccination reminders by text, and see clear lab results"),
            ("have a simple overview of open cases", "I have a simple overview of open cases"),
            ("no longer be bothered by calls", "I am no longer bothered by calls"),
            ("not lose my place easily", "I do not lose my place easily"),
            ("have changes explained clearly, and be able to object",
             "I have changes explained clearly, and can object"),
            ("learn of delays immediately", "I learn of delays immediately"),
            ("get better directions to the quay", "I get better directions to the quay"),
            ("get to the quay quickly", "I can get to the quay quickly"),
            ("find a berth quickly and to book it", "I can find a berth quickly and book it"),
            ("be told quickly and cancel my crossing", "[result?]"),
            ("view crossings quickly and be told of changes", "[result?]"),
        ],
    )  # fmt: skip
    def test_english(self, wish: str, expected: str) -> None:
        assert then(f"As a passenger, I want to {wish}.") == f"Then {expected}"

    @pytest.mark.parametrize(
        ("wish", "expected"),
        [
            ("einfach benachrichtigt werden", "werde ich einfach benachrichtigt"),
            ("zeitnah benachrichtigt werden und automatisch Ersatz bekommen",
             "werde ich zeitnah benachrichtigt und bekomme automatisch Ersatz"),
            ("Störungen schnell gemeldet bekommen", "bekomme ich Störungen schnell gemeldet"),
            ("nicht unnötig warten müssen", "muss ich nicht unnötig warten"),
            ("schnell benachrichtigt werden können", "kann ich schnell benachrichtigt werden"),
            ("wissen, welche Plätze bald knapp werden", "weiß ich, welche Plätze bald knapp werden"),
            ("von Absagen sofort erfahren", "erfahre ich von Absagen sofort"),
            ("gute Fotos zugeschickt bekommen, bevor ich antworte",
             "bekomme ich gute Fotos zugeschickt, bevor ich antworte"),
            ("vor jeder Fahrt eine klare Bestätigung erhalten, dass alle an Bord sind",
             "erhalte ich vor jeder Fahrt eine klare Bestätigung, dass alle an Bord sind"),
            ("auf einen Blick sehen, welche Boote schlecht belegt sind und welche gewartet werden",
             "kann ich auf einen Blick sehen, welche Boote schlecht belegt sind und welche gewartet werden"),
            ("schnell benachrichtigt werden und Fahrten stornieren", "[Ergebnis?]"),
            ("freie Fahrten selbst schnell buchen und zusätzliche Fahrten angeboten bekommen", "[Ergebnis?]"),
            ("die Werte übersichtlich dargestellt haben", "[Ergebnis?]"),
            ("nicht jedes Mal lange suchen", "[Ergebnis?]"),
            ("eine einfache App, die Daten speichern und senden kann", "[Ergebnis?]"),
        ],
    )  # fmt: skip
    def test_german(self, wish: str, expected: str) -> None:
        assert then(f"Als Fährgast möchte ich {wish}.") == f"Dann {expected}"


class TestWhatIsStatedIsNotAsked:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Als Lotse will ich Schiffe melden, Listen drucken und Fahrten bequem verschlagworten.",
             "kann ich Schiffe melden, Listen drucken und Fahrten bequem verschlagworten"),
            ("Als Lotse möchte ich Notizen bequem diktieren, statt sie mühsam abzutippen.",
             "kann ich Notizen bequem diktieren, statt sie mühsam abzutippen"),
            ("As an agent I want boats with a flat battery to be collected efficiently.",
             "boats with a flat battery shall be collected efficiently"),
            ("Als Lotse möchte ich Fahrten einfacher erfassen als im alten Programm.",
             "kann ich Fahrten einfacher erfassen als im alten Programm"),
            ("As an agent, I want reminders, open tasks and notes to be clear.",
             "reminders, open tasks and notes shall be clear"),
            ("As an agent, I want users to report faults in a straightforward way.",
             "users shall report faults in a straightforward way"),
            ("As an agent, I want users to get a bill promptly and not to call me about it.",
             "users shall get a bill promptly and not call me about it"),
            ("As an agent, I want the gates not to close abruptly.", "the gates shall not close abruptly"),
            ("As an agent, I want not to be disturbed unnecessarily.", "I am not disturbed unnecessarily"),
            ("As an agent I want guests to be reminded quickly and to pay sooner.",
             "guests shall be reminded quickly and pay sooner"),
        ],
    )  # fmt: skip
    def test_the_result(self, text: str, expected: str) -> None:
        assert then(text).removeprefix("Then ").removeprefix("Dann ") == expected

    @pytest.mark.parametrize("wish", ["a quick way to book", "a simple list of boats", "it to be fast"])
    def test_a_thing_that_is_wished_for_has_no_result_yet(self, wish: str) -> None:
        assert steps(f"As an agent, I want {wish}.") == ["When [condition?]", "Then [result?]"]


@pytest.mark.parametrize(
    "text",
    [
        "As a couple, we want to find a suitable date quickly.",
        "Als Brautpaar möchten wir einen passenden Termin schnell finden.",
        "I want to reuse patterns easily as a weaver.",
    ],
)
def test_several_people_and_a_role_that_comes_last_have_no_scenario(text: str) -> None:
    assert rewrite(text).acceptance_criteria == ()


class TestTheConditionOfAStory:
    @pytest.mark.parametrize(
        ("text", "when", "result"),
        [
            ("Als Gast möchte ich meine Plätze einfach tauschen, wenn ich an einem Abend verhindert bin.",
             "Wenn ich an einem Abend verhindert bin", "Dann kann ich meine Plätze einfach tauschen"),
            ("Als Gast möchte ich, wenn ein Boot ausfällt, schnell informiert werden.",
             "Wenn ein Boot ausfällt", "Dann werde ich schnell informiert"),
            ("As a guard, when a door is forced, I want to be warned quickly.",
             "When a door is forced", "Then I am warned quickly"),
            ("As a guard, I want to be told soon when humidity in a room rises.",
             "When humidity in a room rises", "Then I am told soon"),
        ],
    )  # fmt: skip
    def test_is_its_when(self, text: str, when: str, result: str) -> None:
        assert steps(text) == [when, result]

    @pytest.mark.parametrize(
        "wish",
        [
            "quickly check if the gate is open",
            "easily export the lists when they are ready",
            "easily lock gates when a boat is between them",
        ],
    )
    def test_a_clause_that_is_no_condition_or_points_back_stays_where_it_is(self, wish: str) -> None:
        assert steps(f"As a guard, I want to {wish}.") == [f"Then I can {wish}"]

    @pytest.mark.parametrize(
        ("text", "question"),
        [
            ("Als Pendler möchte ich bei größeren Verspätungen schnell informiert werden.",
             "Wenn [Bedingung: bei größeren Verspätungen?]"),
            ("Das System muss Kunden rechtzeitig vor dem Termin in geeigneter Form erinnern.",
             "Wenn [Bedingung: vor dem Termin?]"),
            ("The antenna should minimise errors under most wind conditions.",
             "When [condition: under most wind conditions?]"),
            ("The search must quickly return results, even when a guest misspells a name.", "When [condition?]"),
            ("The system shall quickly greet the guest if applicable.", "When [condition?]"),
            ("Die Suche soll Gäste schnell nach Namen ordnen.", "Wenn [Bedingung?]"),
            ("Als Klärwärter will ich Ausreißer bei Ammonium schnell sehen.", "Wenn [Bedingung?]"),
            ("As a guard, I want doors with poor locks to be flagged early.", "When [condition?]"),
        ],
    )  # fmt: skip
    def test_a_phrase_that_hints_at_it_is_named_in_the_question(self, text: str, question: str) -> None:
        assert steps(text)[0] == question

    def test_a_phrase_that_led_is_not_said_twice(self) -> None:
        text = "Bei einem Alarm soll das System die Wagen schnell rufen."
        assert steps(text) == ["Wenn [Bedingung: bei einem Alarm?]", "Dann soll das System die Wagen schnell rufen"]
        without = rewrite(text, {"add_condition": "keine"}).acceptance_criteria[0]
        assert "soll das System bei einem Alarm die Wagen" in without

    def test_the_question_about_a_phrase_is_answered_by_either_mark(self) -> None:
        text = "Als Pendler möchte ich bei Verspätungen schnell informiert werden."
        for mark in ("[Bedingung: bei Verspätungen?]", "[Bedingung?]", "add_condition"):
            told = rewrite(text, {mark: "ein Zug später kommt"})
            assert "\nWenn ein Zug später kommt\n" in told.acceptance_criteria[0]

    @pytest.mark.parametrize(
        "text",
        [
            "As a visitor, I want the audio guide to be easily usable.",
            "The module must support flexible scaling.",
            "The software shall provide sufficient storage for letters.",
            "Das System muss ausreichend viele Messstellen unterstützen.",
        ],
    )
    def test_what_holds_at_any_time_is_asked_for_none(self, text: str) -> None:
        assert len(steps(text)) == 1

    @pytest.mark.parametrize(
        "text",
        [
            "The register shall be kept reasonably up to date.",
            "The system shall make it easy to sort parcels.",
            "Die Anzeige soll ansprechend gestaltet sein.",
            "Das System muss die Feuchte in regelmäßigen Abständen messen.",
            "The pump shall be checked regularly.",
            "The camera must detect boats reliably in bad weather.",
            "Das Gerät muss auch bei schlechtem Empfang vernünftig funktionieren.",
        ],
    )
    def test_a_lasting_state_a_rhythm_and_a_circumstance_are_asked_for_none(self, text: str) -> None:
        assert len(steps(text)) == 1

    def test_somebody_who_is_not_named_is_a_subject(self) -> None:
        assert steps("Als Koch will ich Reste unkompliziert erfassen, wenn abends etwas übrig bleibt.") == [
            "Wenn abends etwas übrig bleibt", "Dann kann ich Reste unkompliziert erfassen",
        ]  # fmt: skip
        assert steps("As a guard, I want to open gates easily when someone rings.") == [
            "When someone rings", "Then I can open gates easily",
        ]  # fmt: skip


class TestABenefitBehindAPlainSo:
    @pytest.mark.parametrize(
        ("wish", "benefit"),
        [
            ("to open the lock quickly", "so the day runs smoothly"),
            ("to open the lock quickly", "so new skippers get through"),
            ("to open the lock quickly", "so boats with guests can leave"),
            ("to open the lock quickly", "so nobody waits"),
            ("to open the lock quickly", "so skippers, guests and crew stay calm"),
            ("to open the lock quickly when a boat is near", "so they stay motivated"),
        ],
    )
    def test_is_not_asked_for_again_and_is_no_result(self, wish: str, benefit: str) -> None:
        text = f"As a keeper, I want {wish} {benefit}."
        findings = {finding.rule for finding in EVALUATOR.evaluate(Requirement(id="R1", text=text)).findings}
        assert not any("benefit" in rule or "ends" in rule for rule in findings)
        assert "[benefit?]" not in rewrite(text).text
        assert then(text) == "Then I can open the lock quickly"
        assert steps(text)[0] == ("When a boat is near" if "near" in wish else "When [condition?]")

    @pytest.mark.parametrize(
        "wish",
        [
            "open so many locks per day",
            "open locks, gates and so on",
            "open a lock so fast that nobody waits",
            "open a lock so fast nobody waits",
            "do so quickly",
        ],
    )
    def test_another_so_is_none(self, wish: str) -> None:
        assert "so that [benefit?]" in rewrite(f"As a keeper, I want to {wish}.").text

    def test_of_a_sentence_it_is_not_asked_for_either(self) -> None:
        told = rewrite("The system shall open the lock quickly so boats stay safe.").text
        assert told.endswith("so boats stay safe.")


class TestAMessageThatIsWishedFor:
    @pytest.mark.parametrize(
        ("text", "when", "result"),
        [
            ("As a keeper, I want clear maintenance alerts once a pump has run long enough.",
             "When a pump has run long enough", "Then I get clear maintenance alerts"),
            ("Als Wärter möchte ich eine schnelle Benachrichtigung per Mail, wenn ein Filter voll ist.",
             "Wenn ein Filter voll ist", "Dann bekomme ich eine schnelle Benachrichtigung per Mail"),
        ],
    )  # fmt: skip
    def test_comes(self, text: str, when: str, result: str) -> None:
        assert steps(text) == [when, result]

    def test_another_thing_with_a_condition_is_left_alone(self) -> None:
        assert rewrite("As a keeper, I want a modern screen when a boat arrives.").acceptance_criteria == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Permits shall be simple to issue, renew and cancel.", "simple to issue, renew and cancel ([metric?])"),
        (
            "Permits shall be simple to issue and renew at the gate.",
            "simple ([metric?]) to issue and renew at the gate",
        ),
        ("Permits shall be simple to issue and cheap.", "simple to issue ([metric?]) and cheap"),
    ],
)
def test_no_bracket_stands_inside_a_list_of_verbs(text: str, expected: str) -> None:
    assert expected in rewrite(text).text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bei einem Alarm soll das System die Wagen schnell rufen.",
         "dass das System bei einem Alarm die Wagen schnell ([Metrik?]) ruft"),
        ("Bei einem Alarm soll die Liste der alten Wagen schnell erscheinen.",
         "dass bei einem Alarm die Liste der alten Wagen schnell ([Metrik?]) erscheint"),
    ],
)  # fmt: skip
def test_a_phrase_that_led_stands_behind_the_subject_where_nothing_is_torn(text: str, expected: str) -> None:
    assert expected in rewrite(text).text


class TestAConditionThatLeads:
    @pytest.mark.parametrize(
        ("text", "wish"),
        [
            ("Wenn ein Kunde Fotos hochlädt, muss die App diese in akzeptabler Zeit prüfen.",
             "dass die App, wenn ein Kunde Fotos hochlädt, diese in akzeptabler Zeit prüft, damit"),
            ("When a result is critical, the system shall promptly alert the doctor, escalate if needed and log all.",
             "I want the system, when a result is critical, to promptly ([metric?]) alert the doctor, escalate if"),
            ("Wenn ein Gast ein Boot bucht, soll das System das Boot schnell sperren.",
             "dass das System, wenn ein Gast ein Boot bucht, das Boot schnell ([Metrik?]) sperrt"),
        ],
    )  # fmt: skip
    def test_stays_before_what_points_at_it_and_before_several_actions(self, text: str, wish: str) -> None:
        assert wish in rewrite(text).text

    @pytest.mark.parametrize(
        "text",
        [
            "Wenn ein Gast bucht, muss seine Buchung schnell bestätigt werden.",
            "When a parcel is late, the parcel must quickly be found.",
            "Das System soll die Ware erst schnell freigeben, wenn der Kunde gezahlt hat.",
        ],
    )
    def test_a_subject_that_points_at_it_is_not_told(self, text: str) -> None:
        assert rewrite(text).acceptance_criteria == ()

    def test_it_ends_before_the_modal_whatever_its_verb_is_read_as(self) -> None:
        text = "Sobald die Schmelze die Gießtemperatur erreicht, muss die Steuerung den Gießer schnell warnen."
        assert steps(text)[0] == "Wenn die Schmelze die Gießtemperatur erreicht"
        left = rewrite("Während der Inventur soll die Bank Bestände möglichst genau zeigen.").left_alone or ""
        assert "kein ganzer Satz" not in left

    def test_its_step_begins_with_the_word_of_the_step(self) -> None:
        assert (
            steps("Sobald ein Taucher funkt, soll das System schnell den Trupp rufen.")[0] == "Wenn ein Taucher funkt"
        )
        assert steps("Whenever a diver calls, the system shall quickly call the crew.")[0] == "When a diver calls"

    def test_what_the_step_says_is_not_said_again(self) -> None:
        text = "Die Kasse soll auch dann noch halbwegs schnell antworten, wenn die Verbindung ausfällt."
        assert then(text) == "Dann soll die Kasse halbwegs schnell antworten"
