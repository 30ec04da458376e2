"""Amounts of money as they are written for display."""

from __future__ import annotations

import math
import re

PURSE = re.compile(
    r"(?P<mark>[^\d\s.,+-]{0,4})\s*(?P<number>\d{1,3}(?:,\d{3})+|\d+)(?P<part>\.\d+)?"
    r"\s*(?P<scale>million|thousand|m|k)?\s*(?P<after>[A-Za-z]{3})?",
    re.IGNORECASE,
)
"""A symbol or code, a number with commas between thousands, a scale; what else people write is not guessed at."""

SCALES: dict[str, int] = {"million": 10**6, "m": 10**6, "thousand": 1000, "k": 1000}


CURRENCIES = frozenset(
    """
    AED ARS AUD BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR JPY KES KRW KWD MAD MXN MYR NOK NZD
    OMR PHP PLN QAR RON RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR
    """.split()
)
"""Codes (ISO 4217) of currencies in which prize money is paid; other words of three letters may well be a scale."""


def purse(text: object) -> tuple[float, str | None]:
    """Prize money and its currency from display text; (nan, None) where it is not plainly an amount.

    >>> purse("$20 million")
    (20000000.0, '$')
    """
    found = PURSE.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None or (len(found["part"] or "") == 4 and not found["scale"]):
        # Three digits after a point may be thousands, as written in much of Europe.
        return float("nan"), None
    amount = float(found["number"].replace(",", "") + (found["part"] or ""))
    amount *= SCALES.get((found["scale"] or "").lower(), 1)
    if not math.isfinite(amount):  # hundreds of digits
        return float("nan"), None
    mark = (found["mark"] or found["after"] or "").upper()
    if (found["after"] and mark not in CURRENCIES) or (len(mark) == 3 and mark.isalpha() and mark not in CURRENCIES):
        return float("nan"), None
    return float(round(amount)), mark or None
