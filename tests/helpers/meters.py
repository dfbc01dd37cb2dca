"""What whoever keeps the meters of a table posts for the records of a round."""

from __future__ import annotations

from pitboss.basics.money import UNITS
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.house.money.books import Posting


def meter_moves(table: str, record: Event) -> list[Posting]:
    """Contributions come from the house and go back to it. A win goes to the table's jackpot account."""
    match record:
        case ev.Contributed():
            units = -record.units if record.reversed else record.units
            return [Posting(f"house:{table}", -units), Posting(f"meter:{record.meter}", units)]
        case ev.Paid():
            paid, seed = record.amount * UNITS, record.reset * UNITS
            taken = Posting(f"meter:{record.meter}", seed - paid)
            return [taken, Posting(f"jackpot:{table}", paid), Posting(f"house:{table}", -seed)]
    return []
