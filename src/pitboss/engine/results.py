"""How a round ended for each player: why they won or lost, and how much, in a sentence or two.

A game says what is read of a hand by the line that decided it: ``GameWords.ends``. Only what everybody saw is told.

>>> from pitboss.engine import registry
>>> double_attack = registry.game("double_attack_blackjack")
>>> double_attack.words.ends["below the dealer"]
'{total} loses to {against}.'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from pitboss.basics.money import dollars
from pitboss.engine import registry
from pitboss.engine.game import Game, listed
from pitboss.engine.round import events as ev
from pitboss.engine.round.hand_labels import HAND, NamedHand, told_apart
from pitboss.engine.round.layout import Layout

ALWAYS = {
    "folded": "Folded: {you lose} {lost}.",
    "void": "{Your} hand is void: what still lies on it comes back.",
    "win": "{You win}: {line}.",
    "lose": "{You lose}: {line}.",
    "push": "What lay on the hand comes back: {line}.",
    "surrender": "{You give} up the hand: half comes back.",
}
"""What is said of a line or a result, if the game has no words for it."""
ROUND_VOID = "The round is void: what still lies on the table comes back."
BACK = {"win": "wins", "lose": "loses", "push": "comes back", "void": "comes back", "surrender": "comes back by half"}


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """How a hand ended for a player who had wagers on it."""

    seat: int
    hand: int = 1
    player: str
    """The player's id."""
    result: str
    """The result of the wagers on the hand itself: win, lose, push, surrender or void."""
    why: str
    """Why, in a sentence or two: 'Your nines lose to the dealer's tens.'"""
    money: str = ""
    """What the player won or lost by all wagers on it, side wagers too. Empty if ``why`` says enough."""
    net: int = 0
    """The same in cents."""

    @property
    def sentence(self) -> str:
        return f"{self.why} {self.money}".rstrip()


def results(
    game: Game, events: Iterable[ev.Event], you: str = "", names: Mapping[str, str] | None = None
) -> list[Result]:
    """How every hand ended, in the order of the seats. ``you`` is the id of the player who reads it."""
    return Ends(game, events).told(you, names)


class Ends:
    """How the hands of a round ended, as everybody has seen it. Each reader is told in their own words."""

    def __init__(self, game: Game, events: Iterable[ev.Event]) -> None:
        self.game, self.layout = game, Layout()
        self._ends = ALWAYS | dict(game.words.ends)
        self._counts = any("{total}" in end or "{against}" in end for end in self._ends.values())
        self._holds = registry.at_seat(game).holds
        self._totals: dict[tuple[str, int], int] = {}
        self._ranked: dict[tuple[str, int], ev.Ranked] = {}
        self._settled: dict[tuple[int, str, int], list[ev.Settled]] = {}
        for event in events:
            self._apply(event.seen_by(ev.PUBLIC))
        for place, hand in list(self.layout.hands):
            self._count(place, hand)

    def _apply(self, event: ev.Event | None) -> None:
        match event:
            case None:
                return
            case ev.Collected(place=place, hand=hand):
                self._count(place, hand)
            case ev.Ranked(place=place, hand=hand):
                before = self._ranked.get((place, hand))
                if before is None or len(before.cards) <= len(event.cards):  # a bonus ranks fewer cards
                    self._ranked[place, hand] = event
            case ev.Settled(seat=seat, player=player, hand=hand):
                self._settled.setdefault((seat, player, hand), []).append(event)
        self.layout.apply(event)

    def _count(self, place: str, hand: int) -> None:
        if self._counts and any(self.layout.cards(place, hand)):
            self._totals[place, hand] = self._holds(self.layout, place, hand).total

    def told(self, you: str = "", names: Mapping[str, str] | None = None) -> list[Result]:
        called = self.layout.names | dict(names or {}) | {you: ""}
        found = []
        for (seat, player, hand), settled in sorted(self._settled.items(), key=lambda one: (one[0][0], one[0][2])):
            main, beside = self._parted(settled)
            result, net = _outcome(main), sum(one.returned - one.money for one in settled)
            owner = self.layout.seats.get(seat, player)  # others may have wagers on the same hand
            said = [self._why(seat, hand, main, beside, called.get(owner, owner))]
            folded, won = main[0].line == "folded", [one for one in beside if one.result == "win"]
            lost = [one for one in beside if one.result == "lose" and not folded]
            if won:
                said.append(self._of_side(won, "win", sum(one.returned - one.money for one in won)))
            if lost:
                said.append(self._of_side(lost, "lose", sum(one.money for one in lost)))
            is_said = not net if result in ("push", "void") else folded and not won
            money = "" if is_said else _money(net, called.get(player, player), " in all" if len(said) > 1 else "")
            why = " ".join([*self._whose(seat, player, hand), *said])
            found.append(Result(seat=seat, hand=hand, player=player, result=result, why=why, money=money, net=net))
        return found

    def _whose(self, seat: int, player: str, hand: int) -> Iterator[str]:
        """Which hand it is, if the player has several."""
        hands = [(at, number) for at, who, number in self._settled if who == player]
        if any(at != seat for at, _ in hands):
            yield f"Seat {seat}."
        if any(at == seat and number != hand for at, number in hands):
            yield f"Hand {hand}."

    def _parted(self, settled: Sequence[ev.Settled]) -> tuple[list[ev.Settled], list[ev.Settled]]:
        """The wagers on the hand itself, the base wager first, and those beside it."""
        beside = {wager.name for wager in self.game.wagers if wager.side or wager.earned}
        main = sorted((one for one in settled if one.wager not in beside), key=lambda one: one.wager != self.game.base)
        return (main, [one for one in settled if one.wager in beside]) if main else (list(settled), [])

    def _why(self, seat: int, hand: int, main: Sequence[ev.Settled], beside: Sequence[ev.Settled], who: str) -> str:
        """Why a hand ended so. ``who`` is the name of the player whose hand it is. Empty if it is the reader's."""
        base, result = main[0], _outcome(main)
        end = self._ends.get(f"{base.line}, {result}") or self._ends.get(base.line) or self._ends[result]
        if "{pays}" in end and not base.pays:
            end = ALWAYS[result]
        if result == "void":
            end = ROUND_VOID if self.layout.void else self._ends["void"]
        own, theirs = (self._ranked.get(one) for one in ((ev.seat_place(seat), hand), (ev.DEALER, 1)))
        words = _Words(who, *told_apart(own, theirs))
        words |= {
            "line": base.line or result,
            "pays": base.pays,
            "total": self._totals.get((ev.seat_place(seat), hand), ""),
            "against": self._totals.get((ev.DEALER, 1), ""),
            "lost": listed([self._named(one) for one in (*main, *beside) if one.result == "lose"]),
            "each": ", ".join(f"the {self.game.shown(one.wager)} {BACK[one.result]}" for one in main),
        }
        return end.format_map(words)

    def _of_side(self, ended: Sequence[ev.Settled], verb: str, cents: int) -> str:
        """What side wagers won or lost: "The bonus wins $25."."""
        names = list(dict.fromkeys(self.game.shown(one.wager) for one in ended))
        return f"The {listed(names)} {verb}{'s' if len(names) == 1 else ''} {dollars(cents)}."

    def _named(self, one: ev.Settled) -> str:
        """What was lost: "the ante", "$1 of progressive"."""
        name = self.game.shown(one.wager)
        return f"{dollars(one.money)} of {name}" if one.money and self.game.wager(one.wager).side else f"the {name}"


def _outcome(main: Sequence[ev.Settled]) -> str:
    """The result of a hand: of several, the one that matters most."""
    found = {one.result for one in main}
    return next(one for one in ("win", "lose", "surrender", "push", "void") if one in found)


def _money(net: int, who: str, more: str) -> str:
    words = _Words(who)
    if not net:
        return f"{words['You break']} even{more}."
    return f"{words['You win' if net > 0 else 'You lose']} {dollars(abs(net))}{more}."


# --- words that agree


IRREGULAR = {"are": "is", "have": "has", "do": "does"}


class _Words(dict[str, object]):
    """The words that fill a sentence. In ``{you lose}``, ``{own loses}`` and ``{theirs does}`` the verb agrees."""

    def __init__(self, who: str, own: NamedHand = HAND, theirs: NamedHand = HAND) -> None:
        super().__init__(own=own.words, theirs=theirs.words)
        self._you, self._hands = who, {"own": own, "theirs": theirs}
        self["Your"] = f"{who}'s" if who else "Your"

    def __missing__(self, key: str) -> str:
        subject, verb = key.split()
        if subject in self._hands:
            named = self._hands[subject]
            plain = {third: one for one, third in IRREGULAR.items()}.get(verb, verb.removesuffix("s"))
            return f"{named.words} {plain if named.many else verb}"
        if self._you:
            return f"{self._you} {IRREGULAR.get(verb, verb + 's')}"
        return key
