"""Whose URL it is. A list of forbidden sources must not be talked around."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.search.sources import SourceList, bucket_of, source_of
from tests.search.examples import PATIENT


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://www.Example.com/a?b#c", "www.example.com"),
        ("http://user:secret@example.com:8080/x", "example.com"),
        ("https://example.com@evil.test/x", "evil.test"),
        ("https:\\\\example.com\\x", "example.com"),
        ("https://example.com./x", "example.com"),
        ("https://bücher.example/x", "xn--bcher-kva.example"),
        ("https://[2001:db8::1]:443/x", "[2001:db8::1]"),
        ("intranet://legal/hr", "legal"),
        ("example.com/path", "example.com"),
        ("https://example.com?next=https://other.test", "example.com"),
        ("file:///home/notes.md", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_the_host_is_what_a_browser_would_visit(url: str | None, host: str) -> None:
    assert source_of(url).host == host


@pytest.mark.parametrize(
    ("pattern", "url", "named"),
    [
        ("wiki://drafts", "wiki://drafts/new/page", True),
        ("wiki://drafts", "wiki://final/page", False),
        ("wiki://drafts", "intranet://drafts/page", False),
        ("example.com", "https://docs.example.com/x", True),
        ("example.com", "https://notexample.com/x", False),
        ("example.com", "https://example.com.evil.test/x", False),
        ("https://example.com", "http://example.com/x", True),
        ("https://example.com/drafts", "https://example.com/drafts/1", True),
        ("https://example.com/drafts", "https://example.com/drafts?x=1", True),
        ("https://example.com/drafts", "https://example.com/draftsman", False),
        ("https://example.com/drafts", "https://example.com/a/../drafts/1", True),
        ("https://example.com/drafts", "https://example.com/%64rafts/1", True),
        ("https://example.com/drafts", "https://example.com//drafts/1", True),
        ("bücher.example", "https://xn--bcher-kva.example/x", True),
        ("bücher.example", "https://BÜCHER.example/x", True),
        ("example.com", "https://EXAMPLE.com./x", True),
        ("example.com", "https://user@example.com:81/x", True),
        ("example.com", None, False),
    ],
)
def test_a_list_names_places_and_what_lies_within(pattern: str, url: str | None, named: bool) -> None:
    sources = SourceList([pattern])
    assert sources.names(source_of(url)) is named
    assert sources.among([url]) == (frozenset({0}) if named else frozenset())
    many = SourceList([pattern, *(f"h{number}.test" for number in range(99))])
    assert many.among(["https://elsewhere.test", url]) == (frozenset({1}) if named else frozenset())


def test_the_closest_pattern_counts() -> None:
    sources = SourceList(["example.com", "https://example.com/docs/api", "https://example.com/docs", "sub.example.com"])
    assert sources.best(source_of("https://example.com/docs/api/1")) == 1
    assert sources.best(source_of("https://example.com/docs/2")) == 2
    assert sources.best(source_of("https://sub.example.com/docs/api")) == 3
    assert sources.best(source_of("https://other.example.com/")) == 0
    assert sources.best(source_of("https://elsewhere.test")) is None


URLS = st.text(max_size=30) | st.sampled_from(["https://A.test/x", "b.test", "https://ä.test", "wiki://a/b", "/c/d"])


@PATIENT
@given(st.lists(URLS, max_size=3), st.lists(URLS, max_size=5))
def test_no_url_breaks_the_reading_and_the_quick_look_never_misses(patterns: list[str], urls: list[str]) -> None:
    sources = SourceList(patterns)
    assert sources.among(urls) == {place for place, url in enumerate(urls) if sources.names(source_of(url))}


@pytest.mark.parametrize(
    ("domain_type", "url", "bucket"),
    [
        ("Government", "https://example.com", "government"),
        (None, "https://www.bsi.bund.de/x", "government"),
        (None, "https://www.nist.gov/x", "standards"),
        (None, "https://shop.example.com", "commercial"),
        (None, "https://firma.de/x", "firma.de"),
        (None, None, "unspecified"),
    ],
)
def test_the_kind_of_a_source(domain_type: str | None, url: str | None, bucket: str) -> None:
    assert bucket_of(domain_type, source_of(url)) == bucket
