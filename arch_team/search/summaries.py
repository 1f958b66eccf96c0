"""What is held already on a question, in three to five points per document."""

from collections.abc import Iterable, Sequence

from arch_team.documents.sentences import sentences
from arch_team.search.contracts import RagSummary, SearchCandidate
from arch_team.search.coverage import facets_in
from arch_team.search.relevance import Term, matched, terms_of_question, text_of
from arch_team.search.tuning import Tuning


def summarised(passages: Iterable[SearchCandidate], question: str, tuning: Tuning) -> tuple[RagSummary, ...]:
    """One summary per document, in the order of their best passage. Passages of one document share a URL or a title."""
    documents: dict[str, list[SearchCandidate]] = {}
    for passage in passages:
        documents.setdefault(passage.url or passage.title or passage.id, []).append(passage)
    terms = terms_of_question(question)
    return tuple(_summary(name, parts, terms, tuning) for name, parts in documents.items())


def _summary(name: str, parts: Sequence[SearchCandidate], terms: Sequence[Term], tuning: Tuning) -> RagSummary:
    return RagSummary(
        document_id=name,
        title=parts[0].title,
        url=parts[0].url,
        key_points=key_points("\n\n".join(part.snippet for part in parts), terms, tuning),
        coverage_facets=facets_in("\n".join(map(text_of, parts))),
    )


def key_points(text: str, terms: Sequence[Term], tuning: Tuning) -> tuple[str, ...]:
    """The sentences nearest to the question, in the text's order; the more of them touch it, the more are told."""
    told = list(dict.fromkeys(sentences(text)))
    touches = [len(matched(terms, sentence)) for sentence in told]
    nearest = sorted(range(len(told)), key=lambda place: (-touches[place], place))
    wanted = max(tuning.min_key_points, min(tuning.max_key_points, sum(count > 0 for count in touches)))
    return tuple(told[place][: tuning.max_reason_length] for place in sorted(nearest[:wanted]))
