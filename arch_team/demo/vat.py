"""Swiss value added tax: its rates by date, and its part of an amount. Amounts are whole Rappen.

Rates: Swiss VAT Act (MWSTG) art. 25, raised on 1 January 2024 (AHV 21): 7.7 to 8.1 %, reduced 2.5 to 2.6 %.
"""

from dataclasses import dataclass
from datetime import date

_RAISED = date(2024, 1, 1)


@dataclass(frozen=True, slots=True)
class Vat:
    permille: int

    @property
    def on_sales(self) -> str:
        """The code of output tax, e.g. USt81."""
        return f"USt{self.permille}"

    @property
    def on_purchases(self) -> str:
        """The code of input tax, e.g. VSt81."""
        return f"VSt{self.permille}"

    @property
    def percent(self) -> str:
        return f"{self.permille // 10}.{self.permille % 10} %"

    def of_net(self, net: int) -> int:
        return (net * self.permille + 500) // 1000

    def of_gross(self, gross: int) -> int:
        whole = 1000 + self.permille
        return (2 * gross * self.permille + whole) // (2 * whole)


EXEMPT = Vat(0)


def standard(day: date) -> Vat:
    return Vat(81 if day >= _RAISED else 77)


def reduced(day: date) -> Vat:
    """The rate for food that is carried home, and for the food a kitchen buys."""
    return Vat(26 if day >= _RAISED else 25)
