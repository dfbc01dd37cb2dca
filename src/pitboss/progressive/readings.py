"""The proof of a log's meter readings: each must agree with what was read, added and paid before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.meter import MeterTerms
from pitboss.money import UNITS
from pitboss.table import events as ev


class Readings:
    """What a log says of its meters: between which bounds each must stand, from its seed or its first reading on.

    A reading tells a meter to the cent; what enters and leaves is known exactly, so that later readings must agree.
    Meters that other tables feed as well can't be followed.
    """

    def __init__(self, terms: Iterable[MeterTerms], *, from_seed: bool) -> None:
        followed = [meter for meter in terms if not meter.linked]
        self._followed = {meter.name for meter in followed}
        self._bounds: dict[str, tuple[int, int]] = {}
        """Units: at least the first, and below the second; both are the same if a meter is known exactly."""
        if from_seed:
            self._bounds = {meter.name: (meter.seed * UNITS, meter.seed * UNITS) for meter in followed}
        self._gained: dict[str, int] = {}

    def take(self, event: ev.Event) -> str:
        """What is wrong with an event after all before it; empty where nothing is."""
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
            return f"the {meter} can't show {shown} cents after what it showed, gained and paid before"
        self._bounds[meter] = low, high
        return ""

    def _ended(self, said: Mapping[str, int]) -> str:
        gained, self._gained = self._gained, {}
        return "" if said == gained else "what the meters gained is not what entered and left them"
