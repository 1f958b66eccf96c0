"""Validators as skills name them, good and bad. The gate imports them by reference."""


def says_yes(output: object) -> bool:
    return bool(output)


def says_no(_: object) -> bool:
    return False


def complains(_: object) -> str:
    return "No source is named."


def answers_with_a_pair(_: object) -> tuple[bool, str]:
    return False, "Too vague."


def raises(_: object) -> bool:
    raise RuntimeError("boom")


def leaves(_: object) -> bool:
    raise SystemExit(3)


def gives_no_verdict(_: object) -> None:
    return None


NOT_CALLABLE = 7
