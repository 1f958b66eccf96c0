"""Text as the patterns see it: one spelling for what people write in many."""

import re
import unicodedata

_LETTERS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"} | dict.fromkeys("’‘`´ʼ′", "'") | dict.fromkeys("“”„«»″", '"')
)
_ASCII = str.maketrans(dict.fromkeys(map(chr, (*range(32), 127)), " ") | {"`": "'"})
_WORD = re.compile(r"[^\W_]+(?:['&-][^\W_]+)*")
_PUNCTUATION = re.compile(r"[,.;:!?()…。、~]+")
_CHINESE = "\u3400-\u9fff"
_AROUND_CHINESE = rf"(?<=[{_CHINESE}]) +| +(?=[{_CHINESE}])"


def folded(text: str) -> str:
    """Lower case, full-width forms as plain ones, `ä` as `ae`, one kind of quote, no marks one cannot see, no emoji."""
    if text.isascii():
        return " ".join(text.lower().translate(_ASCII).split())
    composed = unicodedata.normalize("NFKC", text).lower().translate(_LETTERS)
    seen = "".join(_visible(sign) for sign in unicodedata.normalize("NFKD", composed))
    return " ".join(seen.split())


def _visible(sign: str) -> str:
    category = unicodedata.category(sign)
    if category in {"Mn", "Cf"}:
        return ""
    return " " if category in {"So", "Cc"} else sign


def without_punctuation(text: str) -> str:
    """Folded text as a row of words; quotes stay, they say what somebody quotes."""
    return " ".join(_PUNCTUATION.sub(" ", text).split())


def close_up(text: str) -> str:
    """Without the spaces around Chinese signs, which carry no meaning there."""
    return text if text.isascii() else re.sub(_AROUND_CHINESE, "", text)


def words_of(text: str) -> list[str]:
    return _WORD.findall(text)
