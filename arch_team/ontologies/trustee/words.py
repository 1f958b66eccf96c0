"""How the pages of this ontology write down what people call a thing."""

from arch_team.ontologies.roles import Labels


def called(*, de: str, en: str) -> Labels:
    """Labels from lists with commas. The first word of each is the one shown."""
    return Labels(de=_listed(de), en=_listed(en))


def _listed(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(","))
