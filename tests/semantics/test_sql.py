"""A form gives the same rows on every database, within one tenant, whatever it is made of."""

from datetime import date, datetime
from decimal import Decimal

import pytest

from arch_team.errors import DataError, FormError
from arch_team.featuredata.calls import Function, Op, Scalar
from arch_team.featuredata.provider import SqlProvider
from arch_team.forms.form import (
    Arithmetic,
    Both,
    Bucket,
    Column,
    Compare,
    Condition,
    Either,
    Expression,
    Figure,
    Form,
    Given,
    Grain,
    Lookup,
    Member,
    Not,
    Order,
    Output,
    Plain,
    Related,
    Step,
)
from arch_team.forms.running import MOST_ROWS, run_form
from tests.semantics.conftest import Opened

CUSTOMER = Step(field="customer_id", table="customer", key="id")
PRODUCT = Step(field="product", table="product", key="code")
REFERRER = Step(field="referred_by", table="customer", key="id")
ID = Column(field="id")
ROWS = Figure(function=Function.COUNT)
TOTAL = Figure(function=Function.SUM, of=Column(field="amount"))
AVERAGE = Figure(function=Function.AVG, of=Column(field="amount"))


def outputs(*values: Expression) -> tuple[Output, ...]:
    return tuple(Output(name=f"o{i}", value=value) for i, value in enumerate(values))


def orders(*values: Expression, where: tuple[Condition, ...] = (), **rest: object) -> Form:
    return Form.model_validate({"table": "orders", "outputs": outputs(*values), "where": where, **rest})


def compare(field: str, op: Op, *values: Plain) -> Compare:
    listed = op in (Op.IN, Op.NOT_IN, Op.BETWEEN)
    right = Given(value=values[0]) if values and not listed else None
    return Compare(left=Column(field=field), op=op, right=right, values=values if listed else ())


def rows(form: Form, provider: SqlProvider) -> list[tuple[Scalar, ...]]:
    return list(run_form(form, provider).rows)


def ids(provider: SqlProvider, *where: Condition, table: str = "orders") -> list[Scalar]:
    form = Form(table=table, outputs=outputs(ID), where=where, order_by=(Order(by=ID),))
    return [row[0] for row in rows(form, provider)]


class TestComparisons:
    @pytest.mark.parametrize(
        ("condition", "found"),
        [
            (compare("product", Op.EQ, "p1"), [1, 3]),
            (compare("product", Op.NE, "p1"), [2, 4]),
            (compare("product", Op.EQ, "P1"), []),
            (compare("product", Op.IN, "p1", "p2"), [1, 2, 3]),
            (compare("product", Op.NOT_IN, "p1", "p2"), [4]),
            (compare("product", Op.GE, "p2"), [2, 4]),
            (compare("product", Op.LIKE, "%1"), [1, 3]),
            (compare("product", Op.NOT_LIKE, "%1"), [2, 4]),
            (compare("product", Op.ILIKE, "P%"), [1, 2, 3, 4]),
            (compare("product", Op.IS_NULL), [5]),
            (compare("product", Op.NOT_NULL), [1, 2, 3, 4]),
            (compare("amount", Op.EQ, Decimal("10.10")), [1]),
            (compare("amount", Op.GT, 20), [2, 3, 4]),
            (compare("amount", Op.BETWEEN, Decimal("10.10"), Decimal("20.20")), [1, 2]),
            (compare("quantity", Op.GT, Decimal("1.5")), [2, 3, 4]),
            (compare("quantity", Op.EQ, "2"), [2]),
            (compare("paid", Op.EQ, True), [1, 3]),
            (compare("paid", Op.NE, True), [2]),
            (Either(of=(compare("quantity", Op.EQ, 1), compare("product", Op.IS_NULL))), [1, 5]),
            (Both(of=(compare("quantity", Op.EQ, 3), compare("product", Op.EQ, "p3"))), [4]),
            (Not(of=compare("quantity", Op.EQ, 3)), [1, 2]),
        ],
    )
    def test_with_values(self, shop: SqlProvider, condition: Condition, found: list[int]) -> None:
        assert ids(shop, condition) == found

    @pytest.mark.parametrize(
        ("condition", "found"),
        [
            (compare("ordered", Op.EQ, date(2025, 1, 31)), [2]),
            (compare("ordered", Op.LE, date(2025, 1, 31)), [1, 2]),
            (compare("ordered", Op.LT, date(2025, 1, 31)), [1]),
            (compare("ordered", Op.GT, date(2025, 1, 31)), [3, 4]),
            (compare("ordered", Op.GE, date(2025, 1, 1)), [1, 2, 3, 4]),
            (compare("ordered", Op.BETWEEN, date(2025, 1, 1), date(2025, 1, 31)), [1, 2]),
            (compare("ordered", Op.NE, date(2025, 1, 1)), [2, 3, 4]),
            (compare("ordered", Op.EQ, datetime(2025, 2, 1, 8)), [3]),
            (compare("ordered", Op.EQ, "2025-02-01"), [3]),
            (compare("sent", Op.EQ, date(2025, 1, 3)), [1]),
            (compare("sent", Op.GT, datetime(2025, 1, 3, 9)), [2, 4]),
            (compare("noted", Op.LE, date(2025, 1, 31)), [1]),
            (compare("noted", Op.GE, date(2025, 1, 1)), [1, 2]),
            (compare("noted", Op.EQ, datetime(2025, 1, 2, 10)), [1]),
        ],
    )
    def test_a_day_is_all_of_it(self, shop: SqlProvider, condition: Condition, found: list[int]) -> None:
        assert ids(shop, condition) == found

    def test_two_columns(self, shop: SqlProvider) -> None:
        same_day = Compare(left=Column(field="ordered"), op=Op.EQ, right=Column(field="sent"))
        assert ids(shop, same_day) == [4]
        later = Compare(left=Column(field="sent"), op=Op.GT, right=Column(field="noted"))
        assert ids(shop, later) == [1, 2]
        dearer = Compare(left=Column(field="amount"), op=Op.GT, right=Column(field="price", via=(PRODUCT,)))
        assert ids(shop, dearer) == [1, 2, 3]

    def test_what_is_not_there_or_does_not_fit_is_refused(self, shop: SqlProvider) -> None:
        wrong: tuple[Form, ...] = (
            Form(table="secrets", outputs=outputs(ID)),
            orders(Column(field="mandate_id")),
            orders(Column(field="id", via=(Step(field="product", table="secrets", key="id"),))),
            orders(Column(field="code", via=(Step(field="product", table="product", key="mandate_id"),))),
            orders(ID, where=(compare("amount", Op.GT, "much"),)),
            orders(ID, where=(Compare(left=Column(field="paid"), op=Op.LT, right=Column(field="product")),)),
            orders(Figure(function=Function.SUM, of=Column(field="product"))),
            orders(Column(field="product"), ROWS),
            Form(table="orders"),
        )
        for form in wrong:
            with pytest.raises(FormError):
                run_form(form, shop)


class TestFigures:
    def test_over_all_rows(self, shop: SqlProvider) -> None:
        found = run_form(
            orders(
                ROWS,
                Figure(function=Function.COUNT, of=Column(field="product")),
                Figure(function=Function.COUNT_DISTINCT, of=Column(field="product")),
                TOTAL,
                AVERAGE,
                Figure(function=Function.SUM, of=Column(field="quantity")),
                Figure(function=Function.AVG, of=Column(field="quantity")),
                Figure(function=Function.MIN, of=Column(field="product")),
                Figure(function=Function.MAX, of=Column(field="amount")),
                Figure(function=Function.MAX, of=Column(field="ordered")),
                Figure(function=Function.MIN, of=Column(field="sent")),
            ),
            shop,
        )
        amounts = (Decimal("90.90"), Decimal("22.725000"), 9, Decimal("2.25"))
        dates = (datetime(2025, 4, 1, 12), date(2025, 1, 3))
        assert found.rows == ((5, 4, 3, *amounts, "p1", Decimal("30.30"), *dates),)
        assert str(found.rows[0][3]) == "90.90"
        assert found.counts == (5,)

    def test_over_no_rows(self, shop: SqlProvider) -> None:
        none = (compare("product", Op.EQ, "nothing"),)
        latest = Figure(function=Function.MAX, of=Column(field="ordered"))
        assert rows(orders(ROWS, TOTAL, AVERAGE, latest, where=none), shop) == [(0, None, None, None)]

    def test_per_group(self, shop: SqlProvider) -> None:
        product = Column(field="product")
        form = orders(
            product,
            TOTAL,
            group_by=(product,),
            having=(Compare(left=TOTAL, op=Op.GE, right=Given(value=Decimal("30.30"))),),
            order_by=(Order(by=TOTAL, descending=True),),
        )
        found = run_form(form, shop)
        assert found.rows == (("p1", Decimal("40.40")), ("p3", Decimal("30.30")))
        assert found.counts == (2, 1)

    def test_what_is_not_shown_may_order_and_group(self, shop: SqlProvider) -> None:
        name = Column(field="name", via=(CUSTOMER,))
        form = orders(
            name, group_by=(Column(field="customer_id"),), order_by=(Order(by=ROWS, descending=True),), limit=1
        )
        assert rows(form, shop) == [("Anna",)]

    @pytest.mark.parametrize(
        ("grain", "found"),
        [
            (Grain.DAY, ["2025-01-01", "2025-01-31", "2025-02-01", "2025-04-01", None]),
            (Grain.WEEK, ["2025-W01", "2025-W05", "2025-W14", None]),
            (Grain.MONTH, ["2025-01", "2025-02", "2025-04", None]),
            (Grain.QUARTER, ["2025-Q1", "2025-Q2", None]),
            (Grain.YEAR, [2025, None]),
        ],
    )
    def test_by_time(self, shop: SqlProvider, grain: Grain, found: list[Scalar]) -> None:
        time = Bucket(grain=grain, of=Column(field="ordered"))
        form = orders(time, ROWS, group_by=(time,), order_by=(Order(by=time),))
        assert [row[0] for row in rows(form, shop)] == found

    @pytest.mark.parametrize(
        ("grain", "found"),
        [
            (Grain.DAY, ["2025-01-02", "2025-02-01", None]),
            (Grain.WEEK, ["2025-W01", "2025-W05", None]),
            (Grain.MONTH, ["2025-01", "2025-02", None]),
            (Grain.QUARTER, ["2025-Q1", None]),
            (Grain.YEAR, [2025, None]),
        ],
    )
    def test_by_time_that_is_text(self, shop: SqlProvider, grain: Grain, found: list[Scalar]) -> None:
        time = Bucket(grain=grain, of=Column(field="noted"))
        form = orders(time, ROWS, group_by=(time,), order_by=(Order(by=time),))
        assert [row[0] for row in rows(form, shop)] == found

    def test_a_week_may_belong_to_the_year_before_or_after(self, shop: SqlProvider) -> None:
        week = Bucket(grain=Grain.WEEK, of=Column(field="joined"))
        form = Form(table="customer", outputs=outputs(week), where=(compare("id", Op.EQ, 1),))
        assert rows(form, shop) == [("2025-W01",)]

    def test_two_put_together(self, shop: SqlProvider) -> None:
        quantity = Figure(function=Function.SUM, of=Column(field="quantity"))

        def put(operation: str, left: Expression, right: Expression) -> Arithmetic:
            return Arithmetic.model_validate({"operation": operation, "left": left, "right": right})

        form = orders(
            put("difference", TOTAL, quantity),
            put("sum", TOTAL, TOTAL),
            put("ratio", quantity, ROWS),
            put("percent", quantity, TOTAL),
            put("ratio", quantity, Given(value=0)),
        )
        percent = Decimal("9.90")
        assert rows(form, shop) == [(Decimal("81.90"), Decimal("181.80"), Decimal("1.8"), percent, None)]
        days = put("span", Column(field="sent"), Column(field="ordered"))
        listed = orders(ID, days, order_by=(Order(by=days, descending=True), Order(by=ID)))
        assert rows(listed, shop) == [(1, 2), (2, 2), (4, 0), (3, None), (5, None)]


class TestRelations:
    def test_a_row_that_leads_nowhere_is_kept(self, shop: SqlProvider) -> None:
        label = Column(field="label", via=(PRODUCT,))
        assert rows(orders(ID, label, order_by=(Order(by=ID),)), shop) == [
            (1, "Apple"),
            (2, "Pear"),
            (3, "Apple"),
            (4, None),
            (5, None),
        ]

    def test_two_steps(self, shop: SqlProvider) -> None:
        referrer = Column(field="name", via=(CUSTOMER, REFERRER))
        form = orders(ID, referrer, Column(field="name", via=(CUSTOMER,)), where=(compare("id", Op.IN, 2, 3),))
        assert rows(form, shop) == [(2, None, "Anna"), (3, "Anna", "Bea")]

    def test_among_the_values_of_another_form(self, shop: SqlProvider) -> None:
        buyers = orders(Column(field="customer_id"), where=(compare("quantity", Op.GE, 2),))
        assert ids(shop, Member(left=ID, form=buyers), table="customer") == [1, 2, 3]
        assert ids(shop, Member(left=ID, form=buyers, negated=True), table="customer") == [4]
        assert ids(shop, Not(of=Member(left=ID, form=buyers)), table="customer") == [4]
        known = Form(table="product", outputs=outputs(Column(field="code")))
        assert ids(shop, Member(left=Column(field="product"), form=known)) == [1, 2, 3]
        assert ids(shop, Member(left=Column(field="product"), form=known, negated=True)) == [4, 5]

    def test_among_the_first_and_those_that_tie(self, shop: SqlProvider) -> None:
        largest = orders(ID, order_by=(Order(by=Column(field="amount"), descending=True),), limit=1)
        assert ids(shop, Member(left=ID, form=largest)) == [3, 4]

    def test_figures_over_the_rows_that_point_back(self, shop: SqlProvider) -> None:
        link = Column(field="customer_id")
        all_orders = Form(table="orders")
        number = Related(function=Function.COUNT, rows=all_orders, link=link, to="id")
        total = Related(function=Function.SUM, of=Column(field="amount"), rows=all_orders, link=link, to="id")
        average = Related(function=Function.AVG, of=Column(field="amount"), rows=all_orders, link=link, to="id")
        form = Form(table="customer", outputs=outputs(ID, number, total, average), order_by=(Order(by=ID),))
        assert rows(form, shop) == [
            (1, 2, Decimal("30.30"), Decimal("15.15")),
            (2, 1, Decimal("30.30"), Decimal("30.30")),
            (3, 1, Decimal("30.30"), Decimal("30.30")),
            (4, 0, None, None),
        ]
        none = Compare(left=number, op=Op.EQ, right=Given(value=0))
        assert ids(shop, none, table="customer") == [4]

    def test_against_a_figure_of_another_form(self, shop: SqlProvider) -> None:
        above = Compare(left=Column(field="amount"), op=Op.GT, right=Lookup(form=orders(AVERAGE)))
        assert ids(shop, above) == [3, 4]
        exactly = Compare(left=Column(field="amount"), op=Op.LT, right=Lookup(form=orders(TOTAL)))
        assert ids(shop, exactly) == [1, 2, 3, 4]

    def test_nothing_of_another_tenant_is_seen(self, shop: SqlProvider) -> None:
        """Every way out of the table leads to rows of the same tenant only."""
        everything = Form(table="orders")
        link = Column(field="customer_id")
        largest = Figure(function=Function.MAX, of=Column(field="amount"))
        assert ids(shop) == [1, 2, 3, 4, 5]
        assert ids(shop, table="customer") == [1, 2, 3, 4]
        theirs = orders(link, where=(compare("amount", Op.GT, 100),))
        assert ids(shop, Member(left=ID, form=theirs), table="customer") == []
        assert rows(orders(Lookup(form=orders(largest)), where=(compare("id", Op.EQ, 1),)), shop) == [
            (Decimal("30.30"),)
        ]
        related = Related(function=Function.MAX, of=Column(field="amount"), rows=everything, link=link, to="id")
        listed = Form(table="customer", outputs=outputs(related), order_by=(Order(by=ID),))
        assert rows(listed, shop) == [(Decimal("20.20"),), (Decimal("30.30"),), (Decimal("30.30"),), (None,)]
        referrer = Column(field="name", via=(REFERRER,))
        joined = Form(table="customer", outputs=outputs(referrer), order_by=(Order(by=ID),))
        assert rows(joined, shop) == [(None,), ("Anna",), ("Anna",), (None,)]
        labels = Form(table="product", outputs=outputs(Column(field="label")))
        named = orders(ID, where=(Member(left=Column(field="label", via=(PRODUCT,)), form=labels),))
        assert rows(named, shop) == [(1,), (2,), (3,)]


class TestRunning:
    def test_those_that_tie_with_the_last_are_shown(self, shop: SqlProvider) -> None:
        by_amount = (Order(by=Column(field="amount"), descending=True),)
        found = run_form(orders(ID, order_by=by_amount, limit=1), shop)
        assert found.rows == ((3,), (4,))
        assert (found.tied, found.truncated) == (True, False)
        exact = run_form(orders(ID, order_by=by_amount, limit=2), shop)
        assert (exact.rows, exact.tied, exact.truncated) == (((3,), (4,)), False, False)

    def test_nothing_comes_last(self, shop: SqlProvider) -> None:
        for descending in (True, False):
            by_amount = (Order(by=Column(field="amount"), descending=descending),)
            assert rows(orders(ID, order_by=by_amount), shop)[-1] == (5,)

    def test_distinct(self, shop: SqlProvider) -> None:
        product = Column(field="product")
        assert rows(orders(product, distinct=True), shop) == [("p1",), ("p2",), ("p3",), (None,)]
        by_amount = (Order(by=Column(field="amount"), descending=True),)
        assert rows(orders(product, distinct=True, order_by=by_amount), shop) == [("p1",), ("p3",), ("p2",), (None,)]

    def test_many_rows_are_cut(self, opened: Opened) -> None:
        numbers = "INSERT INTO n SELECT * FROM (WITH RECURSIVE i(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM i"
        provider = opened("sqlite", "CREATE TABLE n (x INTEGER)", f"{numbers} WHERE x < 1500) SELECT x FROM i)")
        form = Form(table="n", outputs=outputs(Column(field="x")))
        found = run_form(form, provider)
        assert (len(found.rows), found.truncated) == (MOST_ROWS, True)
        few = run_form(form.model_copy(update={"limit": 3}), provider)
        assert (few.rows, few.truncated, few.tied) == (((1,), (2,), (3,)), True, False)
        same = Order(by=Arithmetic(operation="ratio", left=Column(field="x"), right=Column(field="x")))
        all_tie = run_form(form.model_copy(update={"limit": 3, "order_by": (same,)}), provider)
        assert all_tie.truncated
        assert all_tie.tied


class TestLooseColumns:
    MADE = (
        "CREATE TABLE car (id INTEGER, power REAL, price NUMERIC(8, 2), built DATE, seen DATETIME, new BOOLEAN)",
        "INSERT INTO car VALUES (1, 90.5, 100.1, '2025-01-01', '2025-01-01 08:00:00', 1), "
        "(2, '12a', 'n/a', 'soon', '2025-01-02', 'T'), (3, 70, 90, 2025, 'never', 0)",
    )

    def test_what_does_not_fit_is_shown_as_stored(self, opened: Opened) -> None:
        provider = opened("sqlite", *self.MADE)
        names = ("id", "power", "price", "built", "seen", "new")
        form = Form(table="car", outputs=outputs(*(Column(field=name) for name in names)))
        assert rows(form, provider) == [
            (1, Decimal("90.5"), Decimal("100.10"), date(2025, 1, 1), datetime(2025, 1, 1, 8), True),
            (2, "12a", "n/a", "soon", datetime(2025, 1, 2), "T"),
            (3, Decimal("70.0"), Decimal("90.00"), 2025, "never", False),
        ]

    def test_it_is_not_computed_with(self, opened: Opened) -> None:
        provider = opened("sqlite", *self.MADE)
        price = Column(field="price")
        for function in (Function.SUM, Function.AVG, Function.MIN, Function.MAX):
            over = Form(table="car", outputs=outputs(Figure(function=function, of=price)))
            with pytest.raises(DataError, match=r"car\.price"):
                run_form(over, provider)
            fitting = over.model_copy(update={"where": (compare("id", Op.NE, 2),)})
            assert rows(fitting, provider)[0][0] is not None
        total = Form(table="car", outputs=outputs(Figure(function=Function.SUM, of=price)))
        below = Compare(left=price, op=Op.LT, right=Lookup(form=total))
        with pytest.raises(DataError, match=r"car\.price"):
            ids(provider, below, table="car")
        twice = Arithmetic(operation="sum", left=price, right=price)
        with pytest.raises(DataError, match="price"):
            run_form(Form(table="car", outputs=outputs(twice)), provider)

    def test_it_is_neither_large_nor_small(self, opened: Opened) -> None:
        provider = opened("sqlite", *self.MADE)
        assert ids(provider, compare("power", Op.GT, 1), table="car") == [1, 3]
        assert ids(provider, compare("built", Op.GE, date(2000, 1, 1)), table="car") == [1]
        by_power = (Order(by=Column(field="power"), descending=True),)
        top = Form(table="car", outputs=outputs(ID), order_by=by_power)
        assert rows(top, provider) == [(1,), (3,), (2,)]
