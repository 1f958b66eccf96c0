"""Passages: bounded, ending where sentences end, overlapping a little, losing nothing."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.documents import Chunk, Document, Section, chunks_of
from arch_team.documents.sentences import sentence_spans, sentences
from tests.search.examples import PATIENT

PROSE = st.lists(
    st.sampled_from(
        [
            "Die Frist beträgt 30 Tage.",
            "Access is granted by the board!",
            "Was gilt sonst?",
            "See Fig. 3 for details, e.g. the left half.",
            "Am 31. Dezember 2025 endet das Jahr.",
            "\n\n",
            "- ein Punkt\n- noch einer\n",
            "Kind | Years\nInvoice | 10\n\n",
            "x" * 90 + " " + "y" * 40 + ".",
            "ohne Punkt",
        ]
    ),
    min_size=1,
    max_size=30,
).map(" ".join)


def document(*texts: str) -> Document:
    return Document("text", "Titel", tuple(Section(text, (f"Abschnitt {n}",)) for n, text in enumerate(texts)))


@PATIENT
@given(PROSE, st.integers(20, 200), st.integers(0, 19))
def test_passages_are_bounded_slices_that_lose_nothing(text: str, limit: int, overlap: int) -> None:
    chunks = chunks_of(document(text), limit=limit, overlap=overlap)
    assert all(chunk.text.removeprefix(f"{chunk.head}\n") in text for chunk in chunks)
    assert all(0 < len(chunk.text) <= limit for chunk in chunks)
    fresh = "".join(chunk.text[chunk.fresh_from :] for chunk in chunks)
    assert "".join(fresh.split()) == "".join(text.split())
    assert all(chunk.fresh_from <= overlap + 2 + len(chunk.head) + 1 for chunk in chunks)
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))


@PATIENT
@given(st.lists(st.sampled_from(["Die Frist beträgt 30 Tage.", "Access is granted by the board!"]), min_size=1))
def test_a_cut_falls_on_a_sentences_end(parts: list[str]) -> None:
    text = " ".join(parts)
    for chunk in chunks_of(document(text), limit=70, overlap=35):
        assert chunk.text[-1] in ".!"
        assert chunk.text.startswith(("Die", "Access"))


def test_the_overlap_repeats_whole_sentences_of_the_passage_before() -> None:
    text = "Eins ist eins. Zwei ist zwei. Drei ist drei. Vier ist vier."
    chunks = chunks_of(document(text), limit=32, overlap=16)
    assert [chunk.text for chunk in chunks] == [
        "Eins ist eins. Zwei ist zwei.",
        "Zwei ist zwei. Drei ist drei.",
        "Drei ist drei. Vier ist vier.",
    ]


def test_passages_never_cross_sections_and_carry_their_path() -> None:
    chunks = chunks_of(document("Kurz.", "Auch kurz."))
    assert [(chunk.path, chunk.text) for chunk in chunks] == [
        (("Titel", "Abschnitt 0"), "Kurz."),
        (("Titel", "Abschnitt 1"), "Auch kurz."),
    ]


def test_a_table_is_cut_between_its_rows() -> None:
    rows = "\n".join(f"Konto {n} | {n * 100}" for n in range(1000, 1040))
    for chunk in chunks_of(document(rows), limit=100, overlap=0):
        assert all(line.startswith("Konto ") and " | " in line for line in chunk.text.split("\n"))


@pytest.mark.parametrize(("limit", "overlap"), [(0, 0), (10, 10), (10, -1)])
def test_a_limit_without_room_is_an_error(limit: int, overlap: int) -> None:
    with pytest.raises(ValueError, match="room"):
        chunks_of(document("x"), limit=limit, overlap=overlap)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Das gilt ab 31. Dezember 2024. Danach nicht.", ["Das gilt ab 31. Dezember 2024.", "Danach nicht."]),
        ("Siehe Abs. 3 und z. B. Nr. 4. Ende!", ["Siehe Abs. 3 und z. B. Nr. 4.", "Ende!"]),
        ("Dr. Smith et al. (2020) agree. We do not.", ["Dr. Smith et al. (2020) agree.", "We do not."]),
        ("The answer is no. The next is No. 4.", ["The answer is no.", "The next is No. 4."]),
        ("Im Jahr 2024. Das war gut.", ["Im Jahr 2024.", "Das war gut."]),
        ("1. Erster Punkt.\n2. Zweiter Punkt.", ["1. Erster Punkt.", "2. Zweiter Punkt."]),
        ("Es kostet 1.234,50 CHF. Das ist viel.", ["Es kostet 1.234,50 CHF.", "Das ist viel."]),
        ("So ist es [1]. Und so. [2] Oder so.[3][4] Ende", ["So ist es [1].", "Und so. [2]", "Oder so.[3][4]", "Ende"]),
        ("Ohne Punkt\n\nNeuer Absatz", ["Ohne Punkt", "Neuer Absatz"]),
        ("Wirklich?! Ja … gewiss.", ["Wirklich?!", "Ja … gewiss."]),
        ("这是。那是！", ["这是。", "那是！"]),
    ],
)
def test_sentences_in_german_and_english(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@PATIENT
@given(st.text(max_size=200))
def test_sentences_hold_every_word_in_order(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join("".join(text[s.start : s.end].split()) for s in spans) == "".join(text.split())
    assert all(a.end <= b.start for a, b in pairwise(spans))


def test_a_chunk_knows_its_page() -> None:
    paged = Document("pdf", "T", (Section("Text.", page=7),))
    assert chunks_of(paged) == [Chunk(0, "Text.", ("T",), 7)]
