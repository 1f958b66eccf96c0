"""A question with its call and its answer, as a scripted model plays them; and the same question in other spacing."""

from arch_team.models.scripted import Call

QUESTION = "Was ist der Saldo von Konto 1020 per 31.12.2025?"
_FILTERS = [
    {"field": "accountNumber", "op": "=", "value": "1020"},
    {"field": "periodYear", "op": "=", "value": 2025},
    {"field": "periodMonth", "op": "=", "value": 0},
]
READ = Call("queryTable", {"tableName": "TrusteeDataAccountBalance", "filters": _FILTERS})
DRAFT = "Der Saldo beträgt {{e1.r0.closingBalance}}. READY_FOR_VALIDATION"


TWO_READS = "Was war der Umsatz im Mai 2025?"


def worded(number: int, question: str = QUESTION) -> str:
    """No two in a row are the same text, so that nothing is remembered of one for the next."""
    words = question.split(" ")
    return "".join(f"{word} {' ' if number >> place & 1 else ''}" for place, word in enumerate(words)).strip()
