"""Whether a sentence that demands is one plain clause: what can be told by its parts, with its verb in another form."""

import re

from arch_team.text.sentence.forms import is_infinitive
from arch_team.text.sentence.statements import Statement
from arch_team.text.speech import spoken

_DIVIDES = re.compile(r"[,;:/()\"„“”–—*|→]| - ")


def is_plain_clause(statement: Statement, rest: str) -> bool:
    """`rest` is what is demanded, without its brackets."""
    return _german(statement, rest) if statement.language == "de" else _english(statement, rest)


def _english(statement: Statement, rest: str) -> bool:
    """Its subject has an article or stands in the plural, and right behind the modal stands the verb."""
    opens = spoken(statement.subject.split(), "en")[0].tag
    if not statement.is_plural and opens not in {"det", "num", "pron", "name"}:
        return False
    tags = [one.tag for one in spoken(("they", "must", *re.findall(r"[\w'-]+", rest)[:8]), "en")[2:]]
    acts = next((tag for tag in tags if tag not in {"adv", "neg"}), "") in {"inf", "aux"}
    # `…, ensuring …`, `…, with …`: it is said what for, or more is said
    return acts and not _DIVIDES.search(rest.replace(",", "")) and not re.search(r", (?:\w+ing|with|which|so)\b", rest)


def _german(statement: Statement, rest: str) -> bool:
    """Its subject has an article or stands in the plural, and all its verbs stand at the end."""
    words = rest.split()
    opens = spoken(statement.subject.split(), "de")[0].tag
    if not statement.is_plural and opens not in {"det", "pron", "num"}:
        return False  # `Technische Umsetzung muss …` is a note: in a whole sentence its article is missing
    tags = ["inf" if is_infinitive(word) else one.tag for word, one in zip(words, spoken(words, "de"), strict=True)]
    verbs = [place for place, tag in enumerate(tags) if tag in {"inf", "aux", "modal", "verb", "zuinf", "sub", "to"}]
    # Where only the last word takes another form, a list before it does no harm: `anlegen, ändern und löschen können`.
    listed = words[-1] in {"werden", "sein", "können"} and not {"sub", "rel", "to", "zuinf"} & set(tags)
    at_end = bool(verbs) and (verbs == list(range(len(words) - len(verbs), len(words))) or words[-1] == "können")
    divided = _DIVIDES.search(rest.replace(",", "") if listed else rest)
    # `muss nicht` says that it need not be, and not that it must not.
    needless = statement.modal.lower().startswith(("muss", "müss")) and "nicht" in words
    at_all = "to" not in tags or words[-1] in {"sein", "haben"}  # `soll zu verschaffen` is a slip
    return at_end and at_all and not divided and not needless and tags[-1] in {"inf", "aux", "modal"}
