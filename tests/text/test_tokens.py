"""What is written in one and is two words: contractions, owners, names with an apostrophe."""

import pytest

from arch_team.text.tokens import tokens_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("they've sent", ["they", "have", "sent"]),
        ("what we’d quoted", ["what", "we", "would", "quoted"]),
        ("it can't be", ["it", "can", "not", "be"]),
        ("it won't", ["it", "will", "not"]),
        ("they don't", ["they", "do", "not"]),
        ("I'm told they're here", ["i", "am", "told", "they", "are", "here"]),
        ("John's boat", ["john", "'s", "boat"]),
        ("O'Dell and d'Or", ["o'dell", "and", "d'or"]),
    ],
)
def test_each_word_is_a_token_of_its_own_with_its_place(text: str, words: list[str]) -> None:
    tokens = tokens_of(text, "en")
    assert [token.folded for token in tokens] == words
    assert [text[token.start : token.end] for token in tokens] == [token.text for token in tokens]
