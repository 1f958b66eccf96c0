"""Answers only from passages: each sentence with its citation, figures as they stand, nothing turned round."""

import json
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arch_team.documents.sentences import sentences
from arch_team.evidence.verdict import GuardCode, GuardResult
from arch_team.search.citations import claims_of, normalised, renumbered
from arch_team.search.passages import RunPassages, check_answer
from arch_team.search.passages_model import HeldDocument, Passage
from arch_team.search.support import supported
from arch_team.vectors.embedding import default_embedder

TEXTS = {
    "Handbuch › 3.2 Zugriff": (
        "Zugriff auf Personendaten erhalten nur Mitarbeitende der Personalabteilung. Die Daten werden nach 10 Jahren "
        "gelöscht. Passwörter müssen mindestens 12 Zeichen lang sein."
    ),
    "Handbuch › 3.3 Protokolle": "Zugriffe werden protokolliert und 90 Tage aufbewahrt.",
    "Retention policy": "Invoices are kept for ten years. Drafts may be deleted at any time.",
    "Retention policy › Table": "Kind | Years\nInvoice | 10\nContract | 30",
    "Prices": "Since 1 March 2024 the fee is CHF 1'250.50. The rate rose by 3.5 % to 8.1 %. See order RE-2024-0017.",
    "Study": "Aspirin inhibits platelet activation [12]. Warfarin does not affect platelets.",
}


def passage(place: str, text: str) -> Passage:
    document = HeldDocument(
        id="d", source="/docs/d.md", title="D", kind="text", content_hash="h", passages=1,
        added_at=datetime(2026, 1, 1, tzinfo=UTC),
    )  # fmt: skip
    return Passage(id=place, index=0, text=text, path=tuple(place.split(" › ")), document=document)


@pytest.fixture
def run() -> RunPassages:
    run = RunPassages()
    run.add([passage(place, text) for place, text in TEXTS.items()], "c1")
    return run


def check(draft: str, run: RunPassages) -> GuardResult:
    return check_answer(draft, run, question="?", language="de", embedder=default_embedder(), is_judged=True)


@pytest.mark.parametrize(
    "draft",
    [
        "Zugriffe werden protokolliert und 90 Tage aufbewahrt {{k2}}.",
        "Protokolle werden 90 Tage aufbewahrt [2].",
        "Protokolle werden 90 Tage aufbewahrt. [k2]",
        "- Passwörter müssen mindestens 12 Zeichen lang sein [1].\n- Zugriffe werden 90 Tage aufbewahrt [2].",
        "Passwords must be at least 12 characters long [1].",
        "Rechnungen werden zehn Jahre aufbewahrt [3].",
        "Invoices are kept for 10 years [3].",
        "The fee is CHF 1250.50 since 1 March 2024 [5].",
        "Die Gebühr ist seit 01.03.2024 CHF 1'250.50 [5].",
        "The rate rose by 3,5 % to 8,1 % [5].",
        "Contract: 30 years [4].",
        "Invoices are kept for ten years [3][1].",
        "Aspirin inhibits platelet activation [12] {{k6}}.",
        "**Zugriffe** werden 90 Tage aufbewahrt [2].\n\nQuellen:\n[2] Handbuch",
        "Zugriffe werden 90 Tage aufbewahrt [2]. Dazu sagen die Dokumente nichts weiter.",
    ],
)
def test_what_stands_in_the_cited_passage_is_approved(run: RunPassages, draft: str) -> None:
    result = check(draft, run)
    assert result.ok, result.findings


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        ("Zugriffe werden 90 Tage aufbewahrt.", GuardCode.UNCITED),
        ("Zugriffe werden 90 Tage aufbewahrt [2]. Das gilt auch für Gäste.", GuardCode.UNCITED),
        ("Es gilt Folgendes:\n- Zugriffe werden 90 Tage aufbewahrt [2].", GuardCode.UNCITED),
        ("Dazu sagen die Dokumente nichts weiter, aber 5 Tage sind üblich.", GuardCode.UNCITED),
        ("Zugriffe werden 90 Tage aufbewahrt [9].", GuardCode.UNKNOWN_REFERENCE),
        ("Zugriffe werden 90 Tage aufbewahrt {{k0}}.", GuardCode.UNKNOWN_REFERENCE),
        ("Zugriffe werden 90 Tage aufbewahrt [1].", GuardCode.NOT_SUPPORTED),
        ("Zugriffe werden protokolliert und 80 Tage aufbewahrt [2].", GuardCode.NOT_SUPPORTED),
        ("Zugriffe werden nicht protokolliert und 90 Tage aufbewahrt [2].", GuardCode.NOT_SUPPORTED),
        ("Passwörter müssen höchstens 12 Zeichen lang sein [1].", GuardCode.NOT_SUPPORTED),
        ("Passwörter können mindestens 12 Zeichen lang sein [1].", GuardCode.NOT_SUPPORTED),
        ("Passwords may be at least 12 characters long [1].", GuardCode.NOT_SUPPORTED),
        ("Personendaten werden nach 12 Jahren gelöscht [1].", GuardCode.NOT_SUPPORTED),
        ("Invoices are kept for twelve years [3].", GuardCode.NOT_SUPPORTED),
        ("Rechnungen werden zwölf Jahre aufbewahrt [3].", GuardCode.NOT_SUPPORTED),
        ("Drafts must be deleted at any time [3].", GuardCode.NOT_SUPPORTED),
        ("Invoice: 30 years [4].", GuardCode.NOT_SUPPORTED),
        ("The fee is EUR 1250.50 since 1 March 2024 [5].", GuardCode.NOT_SUPPORTED),
        ("The fee is CHF 1250.50 since 2 March 2024 [5].", GuardCode.NOT_SUPPORTED),
        ("The rate rose by 8.1 to 3.5 [5].", GuardCode.NOT_SUPPORTED),
        ("The rate fell by 3.5 % to 8.1 % [5].", GuardCode.NOT_SUPPORTED),
        ("See order RE-2024-0018 [5].", GuardCode.NOT_SUPPORTED),
        ("Platelet activation inhibits Aspirin {{k6}}.", GuardCode.NOT_SUPPORTED),
        ("Warfarin does affect platelets {{k6}}.", GuardCode.NOT_SUPPORTED),
        ("According to Dr. Keller invoices are kept for ten years [3].", GuardCode.NOT_SUPPORTED),
        ("Ja [2].", GuardCode.NOT_SUPPORTED),
        ("Dazu sagen die Dokumente nichts weiter.", GuardCode.NO_TEXT),
        ("", GuardCode.NO_TEXT),
        ("[1]", GuardCode.NOT_SUPPORTED),
        ("Satz. " * 70, GuardCode.NO_TEXT),
    ],
)
def test_what_does_not_stand_in_it_is_not_approved(run: RunPassages, draft: str, code: GuardCode) -> None:
    result = check(draft, run)
    assert not result.ok
    assert code in {found.code for found in result.findings}
    assert result.text == ""
    assert all(found.hint for found in result.findings)


def test_words_of_two_places_do_not_make_a_third(run: RunPassages) -> None:
    assert not check("Drafts are kept for ten years [3].", run).ok
    assert not check("Personendaten müssen mindestens 10 Zeichen lang sein [1].", run).ok


def test_without_a_search_nothing_is_approved() -> None:
    result = check("Zugriffe werden 90 Tage aufbewahrt [1].", RunPassages())
    assert result.findings[0].code is GuardCode.REQUIRED_TOOL_MISSING


def test_a_passage_of_an_earlier_run_counts_for_nothing(run: RunPassages) -> None:
    fresh = RunPassages()
    fresh.add([], "c1")
    result = check("Zugriffe werden 90 Tage aufbewahrt [2].", fresh)
    assert result.findings[0].code is GuardCode.UNKNOWN_REFERENCE


def test_a_search_that_failed_ends_the_run() -> None:
    failed = RunPassages(calls=1, system_error="Qdrant does not answer.")
    assert check("Irgendwas [1].", failed).system_error == "Qdrant does not answer."


def test_the_answer_is_numbered_by_appearance_and_lists_its_sources(run: RunPassages) -> None:
    result = check("Invoices are kept for 10 years {{k3}}. Zugriffe werden 90 Tage aufbewahrt {{k2}}.", run)
    body, _, sources = result.text.partition("\n\nQuellen:\n")
    assert body == "Invoices are kept for 10 years [1]. Zugriffe werden 90 Tage aufbewahrt [2]."
    assert sources.splitlines() == ["[1] Retention policy (d.md)", "[2] Handbuch › 3.3 Protokolle (d.md)"]
    assert [(f.display, f.references, body[f.start : f.start + len(f.display)]) for f in result.figures] == [
        ("10", ("k3",), "10"),
        ("90", ("k2",), "90"),
    ]
    assert result.figures[0].evidence[0].row == "Retention policy"


def test_a_passage_found_twice_keeps_its_number() -> None:
    run = RunPassages()
    one, other = passage("A", "Eins."), passage("B", "Zwei.")
    assert [kept.key for kept in run.add([one], "c1")] == ["k1"]
    assert [kept.key for kept in run.add([other, one], "c2")] == ["k2", "k1"]
    assert (run.calls, len(run)) == (2, 2)


def test_citations_in_their_spellings() -> None:
    assert normalised("A [k1, k2] b [3].") == "A [1][2] b [3]."
    assert normalised("As shown [4] {{ k2 }}.") == "As shown (4) [2]."
    assert [claim.cited for claim in claims_of("Eins [1]. Zwei. Drei [2][3].")] == [(1,), (), (2, 3)]
    assert renumbered("A [7]. B [3]. C [7].") == ("A [1]. B [2]. C [1].", (7, 3))


@pytest.mark.thorough
def test_on_outside_data_quotations_pass_and_corrupted_ones_do_not(outside_data: Path) -> None:
    """Sentences of real abstracts: as they stand, with one thing changed, and held against another abstract."""
    lines = (outside_data / "scifact" / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in random.Random(7).sample(lines, 60)]
    held = [passage(row["title"], row["text"]) for row in rows]
    quoted = [(text, p) for p in held for text in sentences(p.text)[1:3] if 40 < len(text) < 300]
    assert all(supported(text, [p], None).is_given for text, p in quoted)
    others = [held[(place + 1) % len(held)] for place in range(len(held))]
    assert not any(
        supported(sentences(p.text)[0], [other], None).is_given for p, other in zip(held, others, strict=True)
    )
    changed = [pair for pair in (_corrupted(text, p) for text, p in quoted) if pair]
    assert len(changed) > 40
    accepted = [text for text, p in changed if supported(text, [p], None).is_given]
    assert len(accepted) <= 0.02 * len(changed), accepted


def _corrupted(text: str, held: Passage) -> tuple[str, Passage] | None:
    return next(((wrong, held) for wrong in _wrongs(text) if wrong != text), None)


def _wrongs(text: str) -> Iterator[str]:
    yield re.sub(r"(?<![\w.,-])\d{2,4}(?![\w.,-])", lambda m: str(int(m[0]) + 3), text, count=1)
    for one, other in (("increased", "decreased"), ("higher", "lower"), ("reduced", "increased"), ("more", "less")):
        if not re.search(rf"\b{other}\b", text):
            yield re.sub(rf"\b{one}\b", other, text, count=1)
    if not re.search(r"\b(?:not|no|never|without|neither|nor|none|cannot)\b", text):
        yield re.sub(r"\b(is|was|are|were) ", r"\1 not ", text, count=1)
