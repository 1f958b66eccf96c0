"""What a checked text may still lack."""

SHORTEST = 3


def lacking(text: str) -> list[str]:
    if len(text.strip()) < SHORTEST:
        return ["The answer is empty."]
    return []
