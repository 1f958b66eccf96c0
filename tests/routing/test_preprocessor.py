"""Which way a text takes: prefixes, then the veto for the user's own data, then what needs no data."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.packaged import load_yaml
from arch_team.routing.preprocessor import MAX_DIRECT_LENGTH, Category, ExecutionMode, RequestPreprocessor


def _read(name: str) -> dict[str, list[str]]:
    return load_yaml((Path(__file__).parent / f"{name}.yaml").read_text(encoding="utf-8"))


OWN_DATA = _read("own_data_questions")
QUESTIONS = [str(question) for questions in OWN_DATA.values() for question in questions]
DIRECT: dict[str, list[str]] = _read("direct_texts")
DIRECT_TEXTS = [
    text for texts in DIRECT.values() for text in texts if text != "翻译 hello"
]  # after it, all is to be translated


@pytest.fixture(scope="module")
def door() -> RequestPreprocessor:
    return RequestPreprocessor()


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_about_own_data_never_goes_direct(question: str, door: RequestPreprocessor) -> None:
    route = door.route(question)
    assert route.mode is ExecutionMode.REACT
    assert route.text == question


DRESSES: dict[str, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "greeted": "Hallo, {}".format,
    "hi": "hi! {}".format,
    "thanked": "{} Danke!".format,
    "nihao": "你好，{}".format,
    "spaced": "  {}  ".format,
    "quoted": "«{}»".format,
    "zero width": "\u200b".join,
    "no-break": lambda text: text.replace(" ", "\u00a0"),
    "ae": lambda text: text.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue"),
}


@pytest.mark.parametrize("dressed", DRESSES.values(), ids=DRESSES)
def test_no_dress_hides_own_data(dressed: Callable[[str], str], door: RequestPreprocessor) -> None:
    direct = [question for question in QUESTIONS if door.route(dressed(question)).mode is ExecutionMode.DIRECT_CHAT]
    assert direct == []


@pytest.mark.parametrize(
    ("category", "text"), [(category, text) for category, texts in DIRECT.items() for text in texts]
)
def test_what_needs_no_data_goes_direct(category: str, text: str, door: RequestPreprocessor) -> None:
    route = door.route(text)
    assert (route.mode, route.category, route.skill) == (ExecutionMode.DIRECT_CHAT, category, None)


@pytest.mark.parametrize(
    "ending",
    [
        " und unser Banksaldo?",
        " Und Konto 1020?",
        ", and our revenue?",
        " in 2024",
        " und wie hoch ist der Umsatz",
        " what about Seeland?",
        "，我们的余额呢",
    ],
)
def test_a_harmless_beginning_does_not_carry_a_question_through(ending: str, door: RequestPreprocessor) -> None:
    direct = [
        text for text in DIRECT_TEXTS if door.route(text.rstrip("?!？！") + ending).mode is ExecutionMode.DIRECT_CHAT
    ]
    assert direct == []


@pytest.mark.parametrize(
    "text",
    ["", "   ", "?", "👍", "ja", "nein", "yes", "ok", "1020", "Seeland", "Finde Müller", "stop", "/", "/unknown thing"],
)
def test_everything_else_goes_to_the_team(text: str, door: RequestPreprocessor) -> None:
    assert door.route(text).mode is ExecutionMode.REACT


@pytest.mark.parametrize(
    ("text", "mode", "skill", "rest"),
    [
        ("/data hello", ExecutionMode.REACT, "data", "hello"),
        ("/DATA: Banksaldo?", ExecutionMode.REACT, "data", "Banksaldo?"),
        ("  /requirements prüfe das", ExecutionMode.REACT, "requirements", "prüfe das"),
        ("/knowledge\nWas steht im Handbuch?", ExecutionMode.REACT, "knowledge", "Was steht im Handbuch?"),
        ("/skill code_reviewer look at this", ExecutionMode.REACT, "code_reviewer", "look at this"),
        ("/skill", ExecutionMode.REACT, None, ""),
        ("/chat Erzähl mir vom Meer", ExecutionMode.DIRECT_CHAT, None, "Erzähl mir vom Meer"),
        ("/chat", ExecutionMode.DIRECT_CHAT, None, ""),
    ],
)
def test_a_prefix_decides_first(
    text: str, mode: ExecutionMode, skill: str | None, rest: str, door: RequestPreprocessor
) -> None:
    route = door.route(text)
    assert (route.mode, route.category, route.skill, route.text) == (mode, Category.PREFIX, skill, rest)


def test_a_prefix_stands_in_front_and_alone(door: RequestPreprocessor) -> None:
    for text in ("hello /data", "/database", "/datax y"):
        assert door.route(text).category is not Category.PREFIX


def test_chat_tells_own_data_apart_from_a_general_question(door: RequestPreprocessor) -> None:
    assert door.route("/chat Was ist unser Banksaldo?").own_data == "possession"
    assert door.route("/chat Saldo 1020").own_data == "number"
    assert door.route("/chat Wie hoch ist der Umsatz?").own_data == "books"
    assert door.route("/chat which invoices are open").own_data == "books"
    for text in (
        "/chat Was ist eine Bilanz?",
        "/chat write a poem about invoices",
        "/chat Erkläre doppelte Buchhaltung",
    ):
        assert door.route(text).own_data is None


def test_the_reason_names_what_decided(door: RequestPreprocessor) -> None:
    assert door.route("Was ist unser Umsatz?").reason == "own_data:possession"
    assert door.route("Was ist Umsaz?").reason == "own_data:misspelt"
    assert door.route("hello").reason == "hello"
    assert door.route("Finde Müller").reason == "default"


def test_names_of_the_user_s_tables_never_go_direct() -> None:
    door = RequestPreprocessor(own_words=["Alpenblick", "habitatType", "name", "EBITDAR"])
    for text in (
        "Was ist Alpenblick?",
        "what is habitat",
        "What is habitat type?",
        "was ist ebitdar",
        "was ist Alpenblik?",
    ):
        assert RequestPreprocessor().route(text).mode is ExecutionMode.DIRECT_CHAT or "ebitda" in text
        assert door.route(text).mode is ExecutionMode.REACT
    assert door.route("what is your name").mode is ExecutionMode.DIRECT_CHAT


def test_a_long_text_is_never_direct(door: RequestPreprocessor) -> None:
    assert door.route("hello " * 40).mode is ExecutionMode.REACT
    assert len("1+" * 100 + "1") > MAX_DIRECT_LENGTH
    assert door.route("1+" * 100 + "1").mode is ExecutionMode.REACT


@given(st.text(max_size=120))
def test_any_text_has_a_way(text: str) -> None:
    route = RequestPreprocessor().route(text)
    assert route.mode in ExecutionMode
    assert route.skill is None or text.lstrip().startswith("/")


@given(
    st.sampled_from(DIRECT_TEXTS),
    st.sampled_from(["unser Saldo", "our revenue", "1020", "31.12.2025", "CHF", "我们的余额", "Kunde"]),
    st.booleans(),
)
def test_own_data_anywhere_in_the_text_is_seen(text: str, own: str, in_front: bool) -> None:
    joined = f"{own} {text}" if in_front else f"{text} {own}"
    assert RequestPreprocessor().route(joined).mode is ExecutionMode.REACT


@pytest.mark.parametrize(
    "piece",
    [
        "what is a ",
        "how ",
        "what can you ",
        "1+",
        "(",
        "how many cups are ",
        "translate hello ",
        "1,",
        "who made you ",
        "九",
    ],
)
def test_no_text_takes_long(piece: str, door: RequestPreprocessor) -> None:
    text = (piece * MAX_DIRECT_LENGTH)[: MAX_DIRECT_LENGTH - 2] + " ?"
    start = time.perf_counter()
    door.route(text)
    assert time.perf_counter() - start < 1


def test_the_wire_form_uses_the_contract_s_names(door: RequestPreprocessor) -> None:
    wire = door.route("/data x").to_wire()
    assert wire["mode"] == "REACT"
    assert wire["category"] == "prefix"
    assert wire["ownData"] is None
