"""What SARIF says about the rules themselves: what each finds, where it comes from, what would mend it."""

from arch_team.requirements.model import Level
from arch_team.requirements.report.report import Report, says
from arch_team.requirements.report.texts import texts

Object = dict[str, object]
DUPLICATE = "duplicate-requirement"
_LEVELS: dict[Level, str] = {"error": "error", "warning": "warning", "info": "note"}
_DUPLICATE = {
    "de": "Zwei Anforderungen sagen dasselbe. Eine davon streichen, oder sagen, worin sie sich unterscheiden.",
    "en": "Two requirements say the same. Delete one of them, or say in what they differ.",
}


def described(report: Report, used: list[str]) -> list[Object]:
    """The rules that found something, in the order of their first finding."""
    return [_rule(report, id_) for id_ in dict.fromkeys(used)]


def _rule(report: Report, id_: str) -> Object:
    rule = report.rule(id_)
    if rule is None:
        text = _DUPLICATE[report.language] if id_ == DUPLICATE else id_
        return {
            "id": id_,
            "name": _name(id_),
            "shortDescription": {"text": text},
            "help": {"text": text},
            "defaultConfiguration": {"level": "warning"},
            "properties": {"tags": ["requirements"]},
        }
    words = texts(report.language)
    short = says(rule)
    explained = f"{words['criterion']}: {words[rule.criterion]}. {words['reference']}: {rule.reference}."
    return {
        "id": id_,
        "name": _name(id_),
        "shortDescription": {"text": short},
        "fullDescription": {"text": f"{short} {explained}"},
        "help": {
            "text": f"{short}\n{explained}",
            "markdown": f"**{short}**\n\n- {words['criterion']}: {words[rule.criterion]}\n"
            f"- {words['reference']}: {rule.reference}\n- {words['costs']}: {rule.weight}",
        },
        "defaultConfiguration": {"level": _LEVELS[rule.level]},
        "properties": {"tags": ["requirements", rule.criterion], "precision": "medium"},
    }


def _name(id_: str) -> str:
    return "".join(part.capitalize() for part in id_.split("-"))
