"""The proof of a log's meter readings: each must agree with the earlier readings, contributions and payments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.basics.money import UNITS
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.round import events as ev


class Readings:
    """The bounds of each meter in a log, from its seed or its first reading on.

    A reading is exact to the cent, and the contributions and payments are known exactly, so later readings must agree.
    Meters that other tables contribute to can't be checked.
    """

    def __init__(self, terms: Iterable[MeterTerms], *, from_seed: bool) -> None:
        followed = [meter for meter in terms if not meter.linked]
        self._followed = {meter.name for meter in followed}
        self._bounds: dict[str, tuple[int, int]] = {}
        """Units: at least the first, and below the second. Both are equal if the meter is known exactly."""
        if from_seed:
            self._bounds = {meter.name: (meter.seed * UNITS, meter.seed * UNITS) for meter in followed}
        self._gained: dict[str, int] = {}

    def take(self, event: ev.Event) -> str:
        """Why an event contradicts those before it. Empty if it does not."""
        match event:
            case ev.Contributed():
                self._move(event.meter, -event.units if event.reversed else event.units)
            case ev.Paid():
                self._move(event.meter, (event.reset - event.amount) * UNITS)
            case ev.Metered() if event.meter in self._followed:
                return self._narrow(event.meter, event.amount)
            case ev.Ended():
                return self._ended(event.meter_units)
        return ""

    def _move(self, meter: str, units: int) -> None:
        self._gained[meter] = self._gained.get(meter, 0) + units
        if meter in self._bounds:
            low, high = self._bounds[meter]
            self._bounds[meter] = low + units, high + units

    def _narrow(self, meter: str, shown: int) -> str:
        told = shown * UNITS, (shown + 1) * UNITS
        low, high = self._bounds.get(meter, told)
        if low == high:
            agrees = low // UNITS == shown
        else:
            low, high = max(low, told[0]), min(high, told[1])
            agrees = low < high
        if not agrees:
            return f"the {meter} can't show {shown} cents after its earlier readings, gains and payments"
        self._bounds[meter] = low, high
        return ""

    def _ended(self, said: Mapping[str, int]) -> str:
        gained, self._gained = self._gained, {}
        return "" if said == gained else "the meters' gains do not match their contributions and payments"
