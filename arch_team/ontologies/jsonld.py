"""The ontology as JSON-LD-light: enough context for other tools to read it, no new stack to learn."""

from arch_team.ontologies.descriptor import OntologyDescriptor

_CONTEXT: dict[str, object] = {
    "@vocab": "urn:arch-team:ontology#",
    "name": "@id",
    "semanticType": "@type",
    "parentEntity": {"@type": "@id"},
    "fromEntity": {"@type": "@id"},
    "toEntity": {"@type": "@id"},
    "de": {"@id": "label", "@language": "de", "@container": "@set"},
    "en": {"@id": "label", "@language": "en", "@container": "@set"},
}


def to_jsonld(ontology: OntologyDescriptor) -> dict[str, object]:
    """The whole descriptor in its own terms, with a context. Reading it back gives the same descriptor."""
    body = ontology.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    base = {"@base": f"urn:arch-team:{ontology.feature_code}:"}
    return {"@context": {**base, **_CONTEXT}, "@id": f"urn:arch-team:{ontology.feature_code}", **body}


def from_jsonld(document: dict[str, object]) -> OntologyDescriptor:
    """The descriptor again. What JSON-LD adds is passed over, so plain JSON of a descriptor reads as well."""
    return OntologyDescriptor.model_validate({k: v for k, v in document.items() if not k.startswith("@")})
