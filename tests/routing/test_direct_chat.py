"""Answers that need no data carry a mark, in the user's language. What needs a model says so."""

import pytest

from arch_team.routing.direct_chat import (
    DirectKind,
    answer_directly,
    direct_answer,
    from_model,
    text_for,
    without_model,
)
from arch_team.routing.language import Spoken
from arch_team.routing.patterns import direct_patterns, packaged
from arch_team.routing.preprocessor import RequestPreprocessor, Route


def _route(text: str) -> Route:
    return RequestPreprocessor().route(text)


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("Hallo", "de", "Guten Tag"),
        ("hello", "en", "Hello"),
        ("你好", "zh", "您好"),
        ("Danke!", "de", "Gern geschehen"),
        ("thank you so much", "en", "welcome"),
        ("谢谢", "zh", "不客气"),
        ("Wer bist du?", "de", "arch_team"),
        ("who are you?", "en", "arch_team"),
        ("你是谁", "zh", "arch_team"),
        ("Bist du ein Mensch?", "de", "Programm"),
        ("what can you do", "en", "/requirements"),
        ("tschüss", "de", "Auf Wiedersehen"),
        ("/chat hello", "en", "Hello"),
        ("/chat", "de", "wissen"),
    ],
)
def test_a_packaged_answer_comes_in_the_language_of_the_user(text: str, language: Spoken, said: str) -> None:
    answer = answer_directly(_route(text))
    assert answer is not None
    assert (answer.language, answer.kind) == (language, DirectKind.PACKAGED)
    assert said in answer.body


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Was ist 15% von 200?", "15 % × 200 = 30"),
        ("what is 12 times 7", "12 × 7 = 84"),
        ("计算 1+2+3", "1 + 2 + 3 = 6"),
        ("1500 * 3", "1'500 × 3 = 4'500"),
        ("what is 1,500 * 3", "1,500 × 3 = 4,500"),
        ("/chat 2+2", "2 + 2 = 4"),
        ("1/0", "Durch null"),
        ("what is 1/0", "divided by zero"),
        ("9^9^9", "zu gross"),
    ],
)
def test_arithmetic_is_computed(text: str, said: str) -> None:
    answer = answer_directly(_route(text))
    assert answer is not None
    assert answer.kind is DirectKind.COMPUTED
    assert said in answer.body


def test_an_unclear_number_gives_both_results() -> None:
    answer = answer_directly(_route("1.234 * 2"))
    assert answer is not None
    assert answer.body.splitlines()[1:] == ["1,234 × 2 = 2,468", "1'234 × 2 = 2'468"]


@pytest.mark.parametrize(
    "text", ["What is machine learning?", "Übersetze Hallo ins Englische", "tell me a joke", "什么是机器学习"]
)
def test_the_rest_needs_a_model(text: str) -> None:
    route = _route(text)
    assert answer_directly(route) is None
    honest = without_model(route)
    assert honest.kind is DirectKind.NEEDS_MODEL
    assert honest.body == text_for("needs_a_model", honest.language)
    assert from_model(route, " said ").body == "said"


def test_own_data_behind_chat_gets_a_hint_and_no_answer() -> None:
    answer = answer_directly(_route("/chat Was ist unser Banksaldo?"))
    assert answer is not None
    assert answer.kind is DirectKind.OWN_DATA
    assert answer_directly(_route("/chat Was ist eine Bilanz?")) is None


@pytest.mark.parametrize("text", ["Hallo", "hello", "你好", "1+1", "what is 2*3", "/chat unser Saldo", "计算 1+2"])
def test_every_answer_carries_the_mark(text: str) -> None:
    answer = answer_directly(_route(text))
    assert answer is not None
    marks = {"de": "Nicht aus Ihren Daten.", "en": "Not from your data.", "zh": "并非来自您的数据。"}
    assert answer.mark == marks[answer.language]
    assert answer.text == f"{answer.body}\n\n({answer.mark})" == direct_answer(_route(text))
    assert answer.to_wire()["mark"] == answer.mark
    assert from_model(_route(text), "x").mark == answer.mark == without_model(_route(text)).mark


def test_the_caller_may_know_the_language_better() -> None:
    answer = answer_directly(_route("1 + 1"), "en")
    assert answer is not None
    assert answer.language == "en"
    chinese = answer_directly(_route("你好"), "en")
    assert chinese is not None
    assert chinese.language == "zh"


def test_a_text_for_the_team_is_not_answered_directly() -> None:
    with pytest.raises(ValueError, match="direct path"):
        answer_directly(_route("Banksaldo?"))


def test_all_languages_have_the_same_texts() -> None:
    texts: dict[str, dict[str, str]] = packaged("texts")
    assert set(texts) == {"de", "en", "zh"}
    assert texts["de"].keys() == texts["en"].keys() == texts["zh"].keys()
    for pattern in direct_patterns():
        if pattern.category in {"greeting", "identity"}:
            assert pattern.name in texts["de"]
