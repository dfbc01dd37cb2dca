"""The pit: tables open for play, each a game under rules with people at it and cards that stay in order."""

from __future__ import annotations

from collections.abc import Mapping, Set
from fractions import Fraction
from functools import partial

import msgspec

from pitboss import games
from pitboss.cards import parse_cards
from pitboss.clauses import cite
from pitboss.errors import IllegalAction
from pitboss.meter import Fed, Meter
from pitboss.progressive.link import Link
from pitboss.table.asks import METER, Ask
from pitboss.table.events import Input, all_text, seat_of
from pitboss.table.game import Game
from pitboss.table.round import HOUSE, Attendant, Round
from pitboss.table.rules import Given, rules_from
from pitboss.table.shoe import BOXED, order_text, parse_order
from pitboss.table.shuffle import PLANTED, SEEDED, SeededSource, Source, random_below, shuffled, system_source
from pitboss.table.state import TableState


class Table:
    """Seat players, open rounds, and let the shuffler be random (or repeatable, with a seed).

    >>> table = Table("double_down_stud", seed=7)
    >>> table.sit("Ann"), table.sit("Bob")
    (1, 2)
    """

    def __init__(
        self,
        game: str | Game,
        rules: Given = None,
        *,
        seed: int | str | None = None,
        attendants: Mapping[str, Attendant] | None = None,
        state: TableState | None = None,
        link: Link | None = None,
    ) -> None:
        self.game = games.game(game) if isinstance(game, str) else game
        self.rules = rules_from(self.game.name, self.game.rules, rules)
        self.source: Source = system_source if seed is None else SeededSource(seed)
        self.seats: list[tuple[int, str]] = []
        """Who sits where, in order of arrival; seat 1 is the farthest to the dealer's left."""
        self.round: Round | None = None
        self._state = state or TableState()
        self._stacked = ""
        self.attendants: dict[str, Attendant] = {"shuffler": self._shuffle, "meter": self._meter, **(attendants or {})}
        terms = self.game.meters(self.rules)
        self.meters: dict[str, Meter] = {one.name: Meter(one) for one in terms}
        """The progressive's meters; those of a link are shared with its other tables."""
        self.link = link or (Link() if any(one.linked for one in terms) else None)
        """The link that this table has joined: one of its own, which others may join, where none was given."""
        if self.link is not None:
            self.meters |= self.link.join(self.game.name, terms, self.game.decks(self.rules) * self.rules.packs)
        for name, meter in self.meters.items():
            meter.attach(partial(self._gain, name), partial(self._fed, name))

    @property
    def state(self) -> TableState:
        """The table as the last round left it."""
        return self.round.state if self.round is not None and self.round.over else self._state

    def sit(self, player: str, seat: int = 0) -> int:
        """Seat a player, at the first free seat unless one is named."""
        taken = {number for number, _ in self.seats} | self._in_the_round()
        free = [number for number in range(1, self.rules.positions + 1) if number not in taken]
        seat = seat or (free[0] if free else 0)
        self._check_name(player)
        if type(seat) is not int or seat not in free:
            raise IllegalAction(self.game.name, self.game.seated, f"seat {seat!r} is not free; free seats are {free}")
        self.seats.append((seat, player))
        return seat

    def stand(self, player: str) -> None:
        """Let someone wager from behind the seats, where the document allows it."""
        self._check_name(player)
        self.seats.append((0, player))

    def _check_name(self, player: str) -> None:
        wrong = ""
        if not all_text((player,)):
            wrong = f"{player!r} is no text that a log can hold; a player needs another name"
        elif not player:
            wrong = "a player needs a name"
        elif player in HOUSE:
            wrong = f"{player!r} is what the house calls one of its own; a player needs another name"
        elif any(player == name for _, name in self.seats):
            wrong = f"{player!r} is at the table already; names are used once"
        if wrong:
            raise IllegalAction(self.game.name, "", wrong)

    def leave(self, player: str) -> None:
        """Let a player go: in mid-round only where the document lets them, and nothing of theirs is in play.

        Ruling stay-seated. The seat is free from the next round on.
        """
        if not any(player == name for _, name in self.seats):
            raise IllegalAction(self.game.name, "", f"{player!r} is not at the table")
        if why := self._must_stay(player):
            clause = self.game.remains or self._untouchable(player)
            refusal = IllegalAction(self.game.name, clause, f"{player} {why}")
            cite(refusal.game, refusal.clause)
            raise refusal
        if self.round is not None and not self.round.over:
            self.round.leave(player)
        self.seats = [(seat, name) for seat, name in self.seats if name != player]

    def _must_stay(self, player: str) -> str:
        """Why a player may not leave now; empty where they may."""
        round = self.round
        if round is None or round.over:
            return ""
        if any(player == who for _, who, _, _ in round.dealer.layout.stakes):
            return "has wagers in this round and stays until they are settled"
        dealt_in = round.dealer.in_play
        if self.game.remains and any(seat in dealt_in for seat, name in round.seats if name == player):
            return "was dealt cards in this round and stays until it is over"
        return ""

    def _in_the_round(self) -> set[int]:
        """The seats of the round now played, and those with wagers: nobody new sits there before it is over."""
        round = self.round
        if round is None or round.over:
            return set()
        return {seat for seat, _ in round.seats} | {stake[0] for stake in round.dealer.layout.stakes}

    def _untouchable(self, player: str) -> str:
        """The clause by which the first of a player's wagers lies untouched: whoever left would take it away."""
        assert self.round is not None
        wager, hand = next((wager, hand) for _, who, hand, wager in self.round.dealer.layout.stakes if who == player)
        return self.game.closed[self.game.closing("withdraw", wager, hand)][0]

    def new_dealer(self) -> None:
        """Another dealer comes to the table, who burns a card where the document says so."""
        self._between_rounds()
        self._state = msgspec.structs.replace(self.state, burn=True)
        self._clear()

    def open_round(self) -> Round:
        """Begin the next round, as the last one left the table."""
        self._between_rounds()
        if not any(seat for seat, _ in self.seats):
            raise IllegalAction(self.game.name, self.game.seated, "nobody sits at the table")
        self._state = self.state
        self._clear()
        self.round = Round(self.game, self.rules, self._state, self.seats, self.attendants)
        return self.round

    def _between_rounds(self) -> None:
        if self.round is not None and not self.round.over:
            raise IllegalAction(self.game.name, self.game.round_of_play, "the last round is not over")

    def _shuffle(self, round: Round, ask: Ask) -> Input:
        """The shuffler: a random order of the cards it is given."""
        order = shuffled(round.dealer.to_shuffle, self.source)
        key, source = self.source(32).hex(), "" if self.source is system_source else SEEDED
        if self._stacked:
            return Input(by="shuffler", do="shuffle", cards=self._plant(order), key=key, place=PLANTED)
        return Input(by="shuffler", do="shuffle", cards=order_text(order), key=key, place=source)

    def stack(self, cards: str) -> None:
        """Put these cards on top at the next shuffle, as for a test or a lesson; the rest stays random.

        A card followed by ``^`` lies face up. A card that the packs have not (a ten in Double Attack) may be among
        them; one that they have can't be there more often than they have it. The log says that the order is planted.
        """
        decks = self.game.decks(self.rules)
        foreign = [card for card in parse_order(cards)[0] if card not in self.game.pack]
        parse_cards([word.rstrip(BOXED) for word in cards.split()], (*self.game.pack, *foreign), decks)
        self._stacked = cards

    def _plant(self, order: list[int]) -> str:
        """The order that ``stack`` asked for."""
        on_top, self._stacked = self._stacked, ""
        for card in parse_order(on_top)[0]:
            if card in order:
                order.remove(card)
        return " ".join(filter(None, (on_top, order_text(order))))

    # --- meters

    def _gain(self, meter: str) -> Fraction:
        """What the round that lies on the table has gained for a meter so far."""
        return self.round.dealer.meters.get(meter, Fraction(0)) if self.round is not None else Fraction(0)

    def _fed(self, meter: str) -> Set[Fed]:
        """The wagers of the round that is played which have fed a meter, and may yet be taken back."""
        if self.round is None or self.round.over:
            return frozenset()
        dealer = self.round.dealer
        fed = [(which, one) for which, meters in dealer.contributed.items() for one in meters] + dealer.to_take_back
        return {self._wager(which[0], which[3]) for which, one in fed if one.name == meter}

    def _wager(self, seat: int, wager: str) -> Fed:
        """A wager of this round, told from those of every other table and round."""
        return self, self.round, seat, wager

    def _clear(self) -> None:
        """Put the last round away: its meters keep what it gained, once it is over."""
        gains = self.round.dealer.meters if self.round is not None and self.round.over else {}
        self.round = None
        for name, gain in gains.items():
            self.meters[name].take_over(gain)

    def _meter(self, round: Round, ask: Ask) -> Input:
        """The progressive system: what a meter shows, what is left there of a void wager, or a number that it draws."""
        offer = next(iter(ask.offers(METER)))
        what, place = offer.what[0] if offer.what else "", offer.places[0] if offer.places else ""
        match offer.do:
            case "reading":
                amount = self.meters[what].shows
                self.meters[what].win(*offer.share)
            case "take back":
                left = self.meters[what].take_back(self._wager(seat_of(place), offer.wager))
                amount = int(left * self.meters[what].terms.gain.denominator)
            case _:
                amount = random_below(offer.most + 1, self.source)
        return offer.taken(METER, amount)
