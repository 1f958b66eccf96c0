"""The library: adding is idempotent, changes replace, nothing half-added is ever listed, tenants never meet."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arch_team.errors import SourceUnavailable, UsageError
from arch_team.search.library import Progress
from arch_team.vectors.embedding import Matrix, default_embedder
from arch_team.vectors.points import Point, Stored
from arch_team.vectors.store import VectorStore
from tests.search.files import encrypted_pdf_bytes, write_library
from tests.search.holding import Shelf, written


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def statuses(shelf: Shelf, *paths: Path, tenant: str = "a") -> dict[str, str]:
    return {Path(outcome.source).name: outcome.status for outcome in shelf.library(tenant).add(paths)}


def test_adding_again_changes_nothing(shelf: Shelf, tmp_path: Path) -> None:
    folder = write_library(tmp_path / "docs")
    assert statuses(shelf, folder) == {"handbuch.md": "added", "policy.html": "added"}
    before = shelf.passages()
    shelf.clock.move(days=1)
    assert statuses(shelf, folder) == {"handbuch.md": "unchanged", "policy.html": "unchanged"}
    assert shelf.passages() == before


def test_a_changed_file_replaces_its_passages(shelf: Shelf, tmp_path: Path) -> None:
    path = written(tmp_path, "a.md", "# A\n\nEins.\n\n## B\n\nZwei.\n\n## C\n\nDrei.")
    statuses(shelf, path)
    path.write_text("# A\n\nVier.")
    assert statuses(shelf, path) == {"a.md": "replaced"}
    assert [passage.text for passage in shelf.passages()] == ["Vier."]
    assert shelf.store("a").count() == 1


def test_what_is_known_of_a_document_is_kept_with_it(shelf: Shelf, tmp_path: Path) -> None:
    folder = write_library(tmp_path / "docs")
    shelf.library().add([folder], collection="hr", sensitive=True)
    held = {document.title: document for document in shelf.library().list()}
    handbook = held["Handbuch"]
    assert (handbook.collection, handbook.sensitive, handbook.licence) == ("hr", True, "CC BY 4.0")
    assert (handbook.host, handbook.date_source, handbook.passages) == ("example.org", "document", 3)
    assert shelf.library().list(collection="other") == ()


def test_a_mark_that_changes_is_a_change(shelf: Shelf, tmp_path: Path) -> None:
    path = written(tmp_path, "a.md", "Text.")
    statuses(shelf, path)
    assert shelf.library().add([path], sensitive=True)[0].status == "replaced"
    assert shelf.library().list()[0].sensitive


def test_the_same_content_under_another_name_is_held_once(shelf: Shelf, tmp_path: Path) -> None:
    for name in ("a.md", "copy.md"):
        written(tmp_path, name, "Derselbe Text.")
    outcomes = shelf.library().add([tmp_path])
    assert [outcome.status for outcome in outcomes] == ["added", "duplicate"]
    assert str(tmp_path / "a.md") in outcomes[1].message
    assert len(shelf.library().list()) == 1


def test_a_file_that_moved_is_held_under_its_new_name(shelf: Shelf, tmp_path: Path) -> None:
    path = written(tmp_path, "old.md", "Text.")
    statuses(shelf, path)
    path.rename(tmp_path / "new.md")
    assert statuses(shelf, tmp_path) == {"new.md": "moved"}
    assert [Path(document.source).name for document in shelf.library().list()] == ["new.md"]


def test_one_bad_file_keeps_no_other_out(shelf: Shelf, tmp_path: Path) -> None:
    written(tmp_path, "a.md", "Gut.")
    (tmp_path / "b.pdf").write_bytes(encrypted_pdf_bytes())
    (tmp_path / "c.txt").write_bytes(b"")
    written(tmp_path, "d.md", "Auch gut.")
    told: list[Progress] = []
    outcomes = shelf.library().add([tmp_path, tmp_path / "missing"], progress=told.append)
    by_name = {Path(outcome.source).name: outcome for outcome in outcomes}
    assert {name: outcome.status for name, outcome in by_name.items()} == {
        "a.md": "added", "b.pdf": "failed", "c.txt": "failed", "d.md": "added", "missing": "failed",
    }  # fmt: skip
    assert all(o.message and o.next_step for o in outcomes if o.status == "failed")
    assert [(progress.done, progress.total) for progress in told] == [(n, 5) for n in range(6)]


def test_removing_by_id_by_path_and_by_folder(shelf: Shelf, tmp_path: Path) -> None:
    for name in ("x/a.md", "x/b.md", "c.md", "d.md"):
        written(tmp_path, name, f"Text von {name}.")
    statuses(shelf, tmp_path)
    (tmp_path / "c.md").unlink()
    library = shelf.library()
    held = {Path(document.source).name: document for document in library.list()}
    library.remove([str(tmp_path / "x"), str(tmp_path / "c.md"), held["d.md"].id])
    assert library.list() == ()
    assert shelf.store("a").count() == 0


def test_removing_what_is_not_held_removes_nothing(shelf: Shelf, tmp_path: Path) -> None:
    statuses(shelf, written(tmp_path, "a.md", "Text."))
    with pytest.raises(UsageError, match="no document"):
        shelf.library().remove([str(tmp_path / "a.md"), "nowhere"])
    assert len(shelf.library().list()) == 1


def test_two_tenants_hold_the_same_file_and_never_meet(shelf: Shelf, tmp_path: Path) -> None:
    path = written(tmp_path, "a.md", "Text.")
    assert statuses(shelf, path, tenant="a") == statuses(shelf, path, tenant="b") == {"a.md": "added"}
    passage = shelf.passages("a")[0]
    shelf.library("b").remove([str(path)])
    assert shelf.library("b").list() == ()
    assert shelf.library("b").passages([passage.id]) == ()
    assert shelf.library("a").passages([passage.id]) == (passage,)


class Failing:
    """Loses its connection after some texts."""

    def __init__(self, after: int) -> None:
        self.name, self.size = default_embedder().name, default_embedder().size
        self._left = after

    def embed(self, texts: list[str]) -> Matrix:
        self._left -= len(texts)
        if self._left < 0:
            raise SourceUnavailable("the endpoint is gone", "Try again.")
        return default_embedder().embed(texts)


def test_a_run_that_breaks_off_lists_nothing_half_added_and_is_mended_by_the_next(shelf: Shelf, tmp_path: Path) -> None:
    long = written(tmp_path, "long.md", "\n\n".join(f"# {n}\n\nAbsatz {n}." for n in range(80)))
    broken = Shelf(embedder=Failing(after=70))  # pyright: ignore[reportArgumentType]  # a list is all it is given
    with pytest.raises(SourceUnavailable):
        broken.library().add([long])
    assert broken.library().list() == ()
    broken.embedder = default_embedder()
    assert [outcome.passages for outcome in broken.library().add([long])] == [80]
    assert broken.store("a").count() == 80


def test_a_kill_while_writing_leaves_nothing_that_is_listed(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "a.md", "# A\n\nEins.\n\n# B\n\nZwei.")
    statuses(shelf, path)
    path.write_text("# A\n\nDrei.\n\n# B\n\nVier.\n\n# C\n\nFünf.")
    whole, calls = VectorStore.upsert, list[int]()

    def killed(self: VectorStore, points: Iterable[Point]) -> int:
        calls.append(1)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return whole(self, points)

    with monkeypatch.context() as patch:
        patch.setattr(VectorStore, "upsert", killed)
        with pytest.raises(KeyboardInterrupt):
            shelf.library().add([path])
    assert [document.passages for document in shelf.library().list()] == [2]
    assert statuses(shelf, path) == {"a.md": "replaced"}
    assert [passage.text for passage in shelf.passages()] == ["Drei.", "Vier.", "Fünf."]
    assert shelf.store("a").count() == 3


def test_hundreds_of_small_documents(shelf: Shelf, tmp_path: Path) -> None:
    for n in range(150):
        written(tmp_path, f"{n:03}.txt", f"Dokument Nummer {n}.")
    assert set(statuses(shelf, tmp_path).values()) == {"added"}
    assert len(shelf.library().list()) == 150


class Counting:
    """The packaged model, counting what it is asked for, and ending the run after some."""

    def __init__(self, until: int) -> None:
        self._model = default_embedder()
        self.name, self.size = self._model.name, self._model.size
        self.asked, self._until = 0, until

    def embed(self, texts: Sequence[str]) -> Matrix:
        if self.asked >= self._until:
            raise KeyboardInterrupt
        self.asked += len(texts)
        return self._model.embed(texts)


def test_an_interrupted_large_file_goes_on_where_it_stopped_and_tells_how_far_it_is(tmp_path: Path) -> None:
    long = written(tmp_path, "long.md", "\n\n".join(f"# Teil {n}\n\nSatz {n}." for n in range(200)))
    shelf = Shelf()
    shelf.embedder = first = Counting(until=128)
    with pytest.raises(KeyboardInterrupt):
        shelf.library().add([long])
    assert first.asked == 128
    assert shelf.library().list() == ()
    shelf.embedder = again = Counting(until=1_000)
    told: list[Progress] = []
    assert [outcome.passages for outcome in shelf.library().add([long], progress=told.append)] == [200]
    assert again.asked == 200 - 128
    steps = [(step.passages_done, step.passages_total) for step in told if step.file.endswith("long.md")]
    assert steps == [(64, 200), (128, 200), (192, 200), (199, 200)]


def test_a_folder_in_sync_forgets_what_is_gone_and_keeps_what_moved_or_was_copied(shelf: Shelf, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in ("gone", "moved", "copied", "changed"):
        written(folder, f"{name}.md", f"# {name}\n\nText von {name}.")
    outside = written(tmp_path, "outside.md", "Bleibt.")
    shelf.library().add([folder, outside])
    (folder / "gone.md").unlink()
    (folder / "moved.md").rename(folder / "elsewhere.md")
    (folder / "copy.md").write_bytes((folder / "copied.md").read_bytes())
    (folder / "copied.md").unlink()
    written(folder, "changed.md", "# changed\n\nNeu.")
    outside.unlink()
    outcomes = shelf.library().add([folder], sync=True)
    assert {Path(outcome.source).name: outcome.status for outcome in outcomes} == {
        "changed.md": "replaced", "copy.md": "moved", "elsewhere.md": "moved", "gone.md": "removed",
    }  # fmt: skip
    held = {Path(document.source).name for document in shelf.library().list()}
    assert held == {"changed.md", "copy.md", "elsewhere.md", "outside.md"}


def test_adding_looks_only_at_what_is_new(shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(30):
        written(tmp_path, f"{n}.md", f"Dokument {n}.")
    statuses(shelf, tmp_path)
    new = written(tmp_path, "new.md", "Noch eines.")
    whole, looked = VectorStore.scroll, list[int]()

    def counted(self: VectorStore, **given: Any) -> list[Stored]:
        found = list(whole(self, **given))
        looked.append(len(found))
        return found

    monkeypatch.setattr(VectorStore, "scroll", counted)
    assert shelf.library().add([new])[0].status == "added"
    assert sum(looked) <= 1
