"""What looks like a key or a password, masked wherever it is written down: logs, spans, interceptions."""

import re
from collections.abc import Iterable

MASK = "[redacted]"

_NAMES = (
    r"password|passwd|passphrase|passwort|kennwort|pwd|密码|secret(?:[_-]?(?:access[_-]?)?key)?|credentials?"
    r"|(?:api|access|private)[_-]?key|(?:auth|access|refresh|bearer|api|id)?[_-]?token"
)
_SECRETS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), mask)
    for pattern, mask in (
        # Prefixes as their issuers document them: OpenAI, Anthropic, Stripe and ourselves; GitHub; GitLab; AWS; Google;
        # Slack; Hugging Face; Azure. Then tokens (RFC 7519), keys (7468), headers (6750, 7617), user names (3986).
        (r"\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|\bat_[0-9a-f]{12}_[A-Za-z0-9_-]{20,}", MASK),
        (r"\b(?:gh[pousr]_|github_pat_)[A-Za-z0-9_]{20,}|\bglpat-[A-Za-z0-9_-]{16,}", MASK),
        (r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{30,}|\bxox[a-z]-[0-9A-Za-z-]{10,}", MASK),
        (r"\bhf_[A-Za-z0-9]{20,}|\bAccountKey=[A-Za-z0-9+/=]{40,}", MASK),
        (r"\beyJ[\w-]{8,4000}\.[\w-]{8,4000}\.[\w-]{0,4000}", MASK),
        (r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}-----|\Z)", MASK),
        (r"(?i)\b(bearer|basic)\s+(?=\S*[\d=])[A-Za-z0-9._~+/=-]{12,}", rf"\1 {MASK}"),
        (r"(://[^\s/:@]{0,200}:)[^\s/]{1,400}@", rf"\1{MASK}@"),
        (rf"""(?i)((?:{_NAMES})\\?["']?\s{{0,5}}[:=：]\s{{0,5}})(\\?["'])(?:(?!\2)[^\n])+\2?""", rf"\1{MASK}"),
        (rf"""(?i)((?:{_NAMES})\\?["']?\s{{0,5}}[:=：]\s{{0,5}})(?!\[redacted)[^\s"',;]+""", rf"\1{MASK}"),
        (rf"""(?i)((?:{_NAMES})\s+(?:is|ist|lautet)\s+)(?=["']?[^\s"']*[\d!$%&*#@_-])[^\s]+""", rf"\1{MASK}"),
    )
)
_SECRET_NAME = re.compile(rf"(?i)(?:{_NAMES})$")


def is_secret_name(name: str) -> bool:
    """Whether what goes by this name is a secret, whatever it looks like."""
    return _SECRET_NAME.search(name) is not None


class Masking:
    """`secrets`: texts to mask wherever they turn up, such as the configured API key."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = tuple(sorted((s for s in secrets if len(s) >= 4), key=len, reverse=True))

    def text(self, text: str) -> str:
        text = text.encode("utf-8", "replace").decode()
        for secret in self._secrets:
            text = text.replace(secret, MASK)
        for pattern, mask in _SECRETS:
            text = pattern.sub(mask, text)
        return text
