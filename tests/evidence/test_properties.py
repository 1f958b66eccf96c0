"""What holds for every draft."""

from decimal import Decimal

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arch_team.evidence.figures import find_figures
from arch_team.evidence.rendering import render_number
from arch_team.wire import Language
from tests.evidence.books import BANK, GUARD, QUESTION, bank, check, codes

_PIECES = st.sampled_from(
    [
        "{{e1.r0.closingBalance}}",
        "{{sum(e1.closingBalance)}}",
        "{{=sum(e1.closingBalance)}}",
        "{{e1.r0.accountName}}",
        "{{e1.r9.x}}",
        "{{",
        "}}",
        "Konto 1020",
        "CHF",
        "152'400.00",
        "28'100",
        "-",
        "(",
        ")",
        "%",
        "Mio.",
        "rund",
        "31.12.2025",
        "zwanzig",
        "\n1. ",
        "beträgt",
        "用户1",
    ]
)
AMOUNTS = st.decimals(min_value=Decimal("0.01"), max_value=Decimal("999999999.99"), places=2)
LANGUAGES = st.sampled_from(["de", "en"])


@settings(max_examples=150)
@given(st.lists(_PIECES | st.text(max_size=8), max_size=12).map(" ".join), LANGUAGES)
def test_no_text_breaks_the_guard_and_what_it_approves_it_approves_again(draft: str, language: Language) -> None:
    result = check(draft, language=language)
    assert "GUARD_FAILED" not in codes(result)
    assert result.ok is not bool(result.findings)
    if result.ok:
        assert "{{" not in result.text
        assert GUARD.check_outgoing(result.text, result.figures, bank()).ok
        assert all(result.text[f.start :].startswith(f.display) for f in result.figures)


def test_a_hostile_text_is_refused_or_passed_and_never_holds_the_guard_up() -> None:
    rows = tuple((f"{1000 + i}", f"Filiale {i}", Decimal(i * 137 + 5) / 100, "CHF") for i in range(300))
    ledger = bank(rows)
    for piece in ("1 ", "{{", "}}", "e1.r0.x ", "12.12.", "(1", "1 Mio. ", "A1-", "ein", "<", "{{e1.r0.accountName}}"):
        result = check((piece * 8_000)[:8_000], ledger)
        assert "GUARD_FAILED" not in codes(result)
        assert len(result.findings) <= 100


@given(AMOUNTS, LANGUAGES, st.booleans())
def test_a_cell_is_accepted_as_it_is_rendered(amount: Decimal, language: Language, with_unit: bool) -> None:
    ledger = bank((("1020", "Bank ZKB", amount, "CHF"),))
    text = f"Saldo: {'CHF ' if with_unit else ''}{render_number(amount, language)}."
    result = check(text, ledger, language=language)
    assert result.text == f"Saldo: CHF {render_number(amount, language)}."


@given(AMOUNTS, st.data(), LANGUAGES)
def test_a_figure_changed_in_one_digit_is_refused_unless_that_is_a_cell_too(
    amount: Decimal, data: st.DataObject, language: Language
) -> None:
    shown = render_number(amount, language)
    place = data.draw(st.sampled_from([i for i, c in enumerate(shown) if c.isdigit()]))
    digit = data.draw(st.sampled_from([d for d in "0123456789" if d != shown[place]]))
    changed = shown[:place] + digit + shown[place + 1 :]
    rows = (("1020", "Bank ZKB", amount, "CHF"), BANK[1])
    readings = {reading.value for figure in find_figures(changed) for reading in figure.readings}
    assume(BANK[1][2] not in readings)
    result = check(f"Der Saldo von 1020 beträgt CHF {changed}.", bank(rows), language=language)
    assert codes(result) == ["UNBOUND_FIGURE"]


@given(AMOUNTS, AMOUNTS, LANGUAGES)
def test_a_sum_of_two_cells_is_refused_until_it_is_declared(one: Decimal, two: Decimal, language: Language) -> None:
    total = one + two
    assume(total not in (one, two))
    ledger = bank((("1020", "Bank ZKB", one, "CHF"), ("1021", "Bank UBS", two, "CHF")))
    text = f"Zusammen CHF {render_number(total, language)}"
    assert codes(check(f"{text}.", ledger, language=language)) == ["UNBOUND_FIGURE"]
    declared = check(f"{text} {{{{=sum(e1.closingBalance)}}}}.", ledger, language=language)
    assert declared.text == f"{text}."
    assert declared.figures[0].value == total


@given(st.text(max_size=30))
def test_a_text_cell_never_brings_in_a_figure_or_a_reference(text: str) -> None:
    ledger = bank((("1020", text, *BANK[0][2:]), BANK[1]))
    draft = "Name: {{e1.r0.accountName}} / Saldo: {{e1.r0.closingBalance}}"
    result = GUARD.check(draft, ledger, question=QUESTION, language="de")
    assert "GUARD_FAILED" not in codes(result)
    if result.ok:
        assert [figure.references for figure in result.figures] == [("e1.r0.accountName",), ("e1.r0.closingBalance",)]
        assert "\n" not in result.text
