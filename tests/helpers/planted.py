"""``pitboss`` with tables whose cards a test chooses: the seed of a table for practice names the deal."""

from __future__ import annotations

import msgspec

from pitboss.cli import run
from pitboss.engine.round.asks import Question
from pitboss.engine.round.inputs import Input, ShuffleInput
from pitboss.engine.round.round import Round
from pitboss.engine.rules import MANUAL, Given
from pitboss.engine.table import Table
from pitboss.house.tables import live_tables
from pitboss.house.tables.history import live_table

A_PAIR, A_SHARED_PAIR = 901, 902
DEALS = {
    # the burn card, the dealer's ace, a pair of eights, cards for both hands of the split and one for the double
    A_PAIR: "2c Ac 8c 8d 3c 4c 9d 7h",
    # the burn card, the dealer's six, a five and a pair of eights in two boxes; the first box gets one card only
    A_SHARED_PAIR: "2c 6c 5c 8c 8d 4d 9h 9s",
}
"""The top cards of every shuffle, by seed."""
CUT = 144
"""Cards that the page offers to cut from six decks of 48. Where the shuffle is by hand, the deal lies below them."""


def planted(id: str, game: str, rules: Given, seed: int | None = None) -> Table:
    """A table of the house. If its seed names a deal, every shuffle gives that deal."""
    table = live_table(id, game, rules, seed)
    if seed in DEALS:
        shuffle = table.attendants["shuffler"]

        def attend(round: Round, question: Question) -> Input:
            table.stack(DEALS[seed])
            given = shuffle(round, question)
            if table.rules.shuffler != MANUAL or not isinstance(given, ShuffleInput):
                return given
            order = given.cards.split()
            return msgspec.structs.replace(given, cards=" ".join(order[-CUT:] + order[:-CUT]))

        table.attendants["shuffler"] = attend
    return table


if __name__ == "__main__":
    live_tables.live_table = planted
    run()
