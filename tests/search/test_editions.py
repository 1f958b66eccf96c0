"""Of two editions of a document the newer one counts; that there is one is known by what the documents say."""

from datetime import UTC, datetime
from pathlib import Path

from arch_team.documents import read_document, read_file
from arch_team.search.editions import Editions
from arch_team.search.passages_model import HeldDocument


def held(name: str, title: str, *, date: str | None = None, **more: object) -> HeldDocument:
    given = None if date is None else datetime.fromisoformat(date).replace(tzinfo=UTC)
    return HeldDocument.model_validate(
        {
            "id": name, "source": f"/docs/{name}", "title": title, "kind": "markdown", "content_hash": name,
            "passages": 1, "date": given, "date_source": "document" if given else None,
            "added_at": datetime(2026, 1, 1, tzinfo=UTC), **more,
        }
    )  # fmt: skip


def superseded(*documents: HeldDocument) -> dict[str, str | None]:
    editions = Editions.of(documents)
    return {own: newest.id if (newest := editions.newest(own)) else None for own in editions.newer}


def test_the_same_title_with_a_later_version_or_day_supersedes() -> None:
    assert superseded(held("a-2023.md", "Reglement 2023"), held("a-2025.md", "Reglement 2025")) == {
        "a-2023.md": "a-2025.md"
    }
    old, new = held("x.md", "Reglement", date="2023-01-01"), held("y.md", "Reglement", date="2024-06-01")
    assert superseded(new, old) == {"x.md": "y.md"}
    assert superseded(held("1.md", "Guide v1.9"), held("2.md", "Guide v1.10")) == {"1.md": "2.md"}


def test_other_titles_and_unknown_days_supersede_nothing() -> None:
    assert superseded(held("a.md", "Reglement Bern"), held("b.md", "Reglement Basel")) == {}
    assert superseded(held("a.md", "Reglement"), held("b.md", "Reglement")) == {}


def test_what_is_declared_counts_first() -> None:
    new = held("neu.md", "Spesen", supersedes=("alt.md",))
    assert superseded(held("alt.md", "Auslagen"), new) == {"alt.md": "neu.md"}
    assert superseded(held("alt.md", "Auslagen", status="superseded")) == {"alt.md": None}
    chain = (held("1.md", "A", superseded_by=("2.md",)), held("2.md", "B", superseded_by=("3.md",)), held("3.md", "C"))
    assert superseded(*chain) == {"1.md": "3.md", "2.md": "3.md"}


def test_a_document_is_dated_by_what_its_beginning_says_of_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("# Reglement\n\nStand: 1. Mai 2024\n\nGegründet am 3. Juni 1990.", encoding="utf-8")
    facts = read_document(read_file(path)).facts
    assert (f"{facts.date:%Y-%m-%d}", facts.date_source) == ("2024-05-01", "document")
    path.write_text("# Reglement\n\nGegründet am 3. Juni 1990.", encoding="utf-8")
    assert read_document(read_file(path)).facts.date_source == "file"
