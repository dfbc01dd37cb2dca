"""Sentences for what happened at a table, one for every kind of event.

A sentence tells no more than its event. Events from the log, which is for surveillance, name face-down cards. Events
from a seat's view do not.

>>> from pitboss.engine.round.events import Dealt
>>> hole = Dealt(round=1, clause="8(c)", to="community", hand=1, card="As", face="down")
>>> sentence(hole)
'A♠ was dealt face down to the community cards.'
>>> sentence(hole.seen_by("public"))
'A card was dealt face down to the community cards.'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import nullcontext, suppress
from fractions import Fraction

import msgspec

from pitboss.basics.money import UNITS, dollars
from pitboss.engine import registry
from pitboss.engine.game import Game, listed
from pitboss.engine.results import results
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import CLOCK, TIME_OUT, Input, PlayerInput, SeatInput, WagerInput
from pitboss.engine.round.records import RECORDS

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card_text(card: str | None) -> str:
    """A card as printed: ``A♠``, ``10♥``, or ``??`` if it is unknown.

    >>> card_text("Th"), card_text(None)
    ('10♥', '??')
    """
    if card is None:
        return "??"
    return card[:-1].replace("T", "10") + SYMBOLS[card[-1]]


def cards_text(cards: Iterable[str | None]) -> str:
    return " ".join(map(card_text, cards))


_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def with_symbols(words: str) -> str:
    """A text with its cards as printed.

    >>> with_symbols("Th and 9c are not identical in value")
    '10♥ and 9♣ are not identical in value'
    """
    return _CARD.sub(lambda found: card_text(found[0]), words)


def cents(amount: int | str | Fraction) -> str:
    """Money in dollars, with the fraction of a cent if there is one.

    >>> cents("12345"), cents("-1/2"), cents("251/2")
    ('$123.45', '-1/2 cent', '$1.25 and 1/2 cent')
    """
    exact = Fraction(amount)
    if exact.denominator == 1:
        return dollars(exact.numerator)
    sign, (whole, part) = ("-" if exact < 0 else ""), divmod(abs(exact), 1)
    return f"{sign}{dollars(int(whole))} and {part} cent" if whole else f"{sign}{part} cent"


def meter_name(name: str) -> str:
    """``mega`` is the mega meter. A game's only meter is called ``meter``."""
    return name if name.endswith("meter") else f"{name} meter"


def also_of(event: Event) -> str:
    """The further clauses and the ruling of a step.

    >>> also_of(ev.Voided(round=1, clause="11(d)", also=("11(b)",), place="round", hand=0, ruling="void-returns-all"))
    'also 11(b); ruling void-returns-all'
    """
    clauses = ", ".join(clause for clause in dict.fromkeys(event.also) if clause and clause != event.clause)
    return "; ".join(filter(None, (clauses and f"also {clauses}", event.ruling and f"ruling {event.ruling}")))


def sentence(event: Event, names: Mapping[str, str] | None = None) -> str:
    """The event as a sentence. ``names`` maps players' ids to their names."""
    told = _told(_named(event, names) if names else event)
    return told[:1].upper() + told[1:] + "."


def _named(event: Event, names: Mapping[str, str]) -> Event:
    """The event with the player's name instead of the id."""
    player = getattr(event, "player", "")
    return msgspec.structs.replace(event, player=names[player]) if player in names else event


class Step(msgspec.Struct, frozen=True):
    """An event in words: type, clause, sentence, further clauses, and a paraphrase of the clause if it is new."""

    type: str
    clause: str
    sentence: str
    also: str = ""
    means: str = ""


def story(game: str | Game, events: Iterable[Event], told: set[str], *, proved: bool = True) -> list[Step]:
    """The events as steps, with a step for what came of each hand before a round ends.

    ``told`` holds the clauses already paraphrased; new ones are added to it. Events that nobody has ``proved``, as in
    the log of a seat, may contradict each other. Then it is not told what came of the hands.
    """
    steps = []
    names: Mapping[str, str] = {}
    of_round: list[Event] = []
    for event in events:
        if isinstance(event, Input):  # the events after it tell what it led to
            continue
        if isinstance(event, ev.Began):
            names, of_round = event.names, []
        if isinstance(event, ev.Seated) and event.name:
            names = {**names, event.player: event.name}
        of_round.append(event)
        if isinstance(event, ev.Ended):
            with nullcontext() if proved else suppress(LookupError, TypeError, ValueError):
                ends = results(registry.game(game), of_round, names=names)
                said = dict.fromkeys(one.sentence for one in ends)  # a void round is told once
                steps += [Step("result", event.clause, one) for one in said]
        means = "" if event.clause in told else registry.words(game, event.clause)
        told.add(event.clause)
        steps.append(Step(_NAMES[type(event)], event.clause, sentence(event, names), also_of(event), means))
    return steps


# --- a sentence for each kind of event


YOU = "you"
"""The name of the player for whom a story is told."""


def _who(seat: int, player: str) -> str:
    if player == YOU:
        return YOU
    return f"{player or 'a player'} at seat {seat}" if seat else player or "a player"


def _hand(number: int) -> str:
    return "" if number == 1 else f" on hand {number}"


def _place(place: str) -> str:
    """A place in a sentence: only those with a number, such as "seat 1", go without an article."""
    if place == "community":
        return "the community cards"
    return place if place[-1:].isdigit() else f"the {place}"


def _of_hand(place: str, number: int) -> str:
    return _place(place) if number == 1 else f"hand {number} of {_place(place)}"


def _a(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _input(e: Input) -> str:
    if isinstance(e, SeatInput):
        return f"{e.name or e.player} took seat {e.seat}"
    player = e if isinstance(e, PlayerInput) else None
    whom = _who(player.seat, player.player) if player else f"the {e.by}"
    amount = (dollars(e.amount) if player and e.do != "cut" else str(e.amount)) if e.amount else ""
    coupon = f"with a {dollars(e.coupon)} coupon" if isinstance(e, WagerInput) and e.coupon else ""
    place = f"at {e.place}" if e.place else ""
    said = " ".join(filter(None, (e.do, e.wager, e.what, amount, coupon, place)))
    return f"the clock acted for {whom}: {said}" if e.by == CLOCK else f"{whom} said: {said}"


_RESULTS = {"win": "won", "lose": "lost", "push": "pushed", "void": "was void", "surrender": "was surrendered"}
_SHUFFLERS = {"automated": "by the automated shuffler", "manual": "by hand"}


def _told(e: Event) -> str:
    """The sentence without its capital and its full stop."""
    match e:
        case Input():
            return _input(e)
        case ev.Began():
            people = [(seat, e.names.get(player, player)) for seat, player in e.seats]
            seated = [f"{name} at seat {seat}" if seat else f"{name} standing" for seat, name in people]
            return f"round {e.round} began, with {listed(seated)}" if seated else f"round {e.round} began"
        case ev.Seated():
            whom = YOU if e.player == YOU else e.name or e.player
            return f"{whom} sat down at seat {e.seat} in time for this round"
        case ev.Procedure():
            by = f", {_who(e.seat, e.player)}" if e.player else ""
            return f"{e.step}{by}" + (f" (pack {e.pack})" if e.pack else "")
        case ev.Shuffled():
            cards = e.order.split()
            top = f"; from the top: {cards_text(card.rstrip('^') for card in cards[:8])}" if cards else ""
            how = _SHUFFLERS.get(e.by, f"({e.by})")
            return f"{_count(len(cards), 'card') if cards else 'the cards'} were shuffled {how}{top}"
        case ev.Committed():
            made = _count(len(e.commitments), "salted commitment")
            return f"the table published {made}, one for each card in order"
        case ev.Offered():
            return f"the {e.what} was offered to {_who(e.seat, e.player)}"
        case ev.Refused():
            return f"{_who(e.seat, e.player)} refused the {e.what}"
        case ev.Cut():
            whom = _who(e.seat, e.player) if e.by == "player" else f"the {e.by}"
            return f"{whom} cut the cards: the top {e.depth} went to the bottom"
        case ev.Announced():
            about = f" for {_of_hand(e.place, e.hand)}" if e.place and e.place != ev.RACK else ""
            return f"the dealer announced{about}: '{with_symbols(e.words)}'"
        case ev.Wagered():
            redeemed = ", by redeeming a coupon" if e.redeemed else ""
            coupon = f", with a {dollars(e.coupon)} match play coupon" if e.coupon else redeemed
            return f"{_who(e.seat, e.player)} placed {_a(e.wager)} wager of {dollars(e.amount)}{_hand(e.hand)}{coupon}"
        case ev.Withdrawn():
            what = f"the {e.wager} wager of {dollars(e.amount)}{_hand(e.hand)}{', a coupon' if e.redeemed else ''}"
            return f"{_who(e.seat, e.player)} withdrew {what}"
        case ev.Dealt():
            return f"{card_text(e.card) if e.card else 'a card'} was dealt face {e.face} to {_of_hand(e.to, e.hand)}"
        case ev.Burned():
            why = f": {e.why}" if e.why and e.why != "burn card" else ""
            return f"{card_text(e.card) if e.card else 'a card'} was burned, face {e.face}{why}"
        case ev.Chose():
            late = "ran out of time, so the house " if e.ruling == TIME_OUT else ""
            amount = f", {dollars(e.amount)}" if e.amount else ""
            return f"{_who(e.seat, e.player)} {late}chose{_hand(e.hand)}: {e.action}{amount}"
        case ev.Moved():
            if not e.to_hand:
                return f"{card_text(e.card)} was taken from {_of_hand(e.place, e.hand)} and left the game"
            return f"{card_text(e.card)} moved from {_of_hand(e.place, e.hand)} to hand {e.to_hand}"
        case ev.Exposed():
            if not e.cards:
                return f"{_place(e.place)} had no cards to show"
            return f"{_of_hand(e.place, e.hand)} showed {cards_text(e.cards)}"
        case ev.Concealed():
            return f"the cards of {_of_hand(e.place, e.hand)} were turned face down again"
        case ev.Ranked():
            return f"{_of_hand(e.place, e.hand)} holds {e.name or e.category}: {cards_text(e.cards)}"
        case ev.Settled():
            return _settled(e)
        case ev.Contributed():
            units, wager = cents(Fraction(e.units, UNITS)), f"the {e.wager} wager of {_who(e.seat, e.player)}"
            if e.reversed and not e.units:
                return f"{wager} is void; nothing left the {meter_name(e.meter)}, wins had taken its contribution"
            if e.reversed:
                return f"{wager} is void; {units} left the {meter_name(e.meter)} again"
            return f"{wager} added {units} to the {meter_name(e.meter)}"
        case ev.Metered():
            whose = f" for {_who(e.seat, e.player)}" if e.player else ""
            return f"the {meter_name(e.meter)} was read{whose}: {dollars(e.amount)}"
        case ev.Paid():
            reset = f" and was reset to {dollars(e.reset)}" if e.reset else ""
            return f"the {meter_name(e.meter)} paid {dollars(e.amount)}{reset}"
        case ev.Drawn():
            result = card_text(e.result) if e.result[-1:] in SYMBOLS and len(e.result) == 2 else e.result
            return f"the progressive system drew the {e.what}: {result}"
        case ev.Validated():
            return f"a supervisor approved: {e.what}" + (f" of {_who(e.seat, e.player)}" if e.player else "")
        case ev.Collected():
            many = _count(len(e.cards), "card")
            return f"the dealer collected {many} from {_of_hand(e.place, e.hand)}: {cards_text(e.cards)}"
        case ev.Stub():
            counted = ", counted" if e.counted else ""
            return f"the stub of {_count(e.cards, 'card')} went to the discard rack{counted}"
        case ev.Counted():
            right = "the right number" if e.found == e.expected else f"but there should be {e.expected}"
            return f"the {e.by} counted {_count(e.found, 'card')}, {right}"
        case ev.Irregular():
            return _irregular(e)
        case ev.Voided():
            void = "every hand" if e.place == "round" else _of_hand(e.place, e.hand)
            return f"{void} is void{', and the cards are reshuffled' if e.reshuffle else ''}"
        case ev.Opened():
            were = f"{_count(len(e.cards), 'commitment')} {'was' if len(e.cards) == 1 else 'were'}"
            return f"{were} opened for everyone to check: {cards_text(card for _, card, _ in e.cards)}"
        case ev.Ended():
            house = f"{dollars(e.staked)} staked, {dollars(e.returned)} returned, the house {_gained(e.house_units)}"
            meters = (f", the {meter_name(name)} {_gained(units)}" for name, units in e.meter_units.items())
            return f"the round ended: {house}{''.join(meters)}"
    raise TypeError(f"there is no sentence for {type(e).__name__}")


def _settled(e: ev.Settled) -> str:
    whose = f"{_who(e.seat, e.player or 'the player')}: the {e.wager} wager"
    staked = f" of {dollars(e.stake)}" if e.stake else ""
    why = ", ".join(
        words
        for words, said in (
            (with_symbols(e.line), e.line and not e.line.startswith(e.result)),
            (f"pays {e.pays}", e.pays),
            (f"table {e.table}", e.table),
            (_paid_by(e.source), e.source),
            ("rounded up to the cent", e.rounded),
            (f"the payout limit cut off {dollars(e.capped)}", e.capped),
            (f"with a {dollars(e.coupon)} coupon, which {_coupon_goes(e)}", e.coupon),
            (f"staked with a coupon, which {_coupon_goes(e)}", e.redeemed),
        )
        if said
    )
    back = f"{dollars(e.returned)} went back" if e.returned else "nothing went back"
    return f"{whose}{staked}{_hand(e.hand)} {_RESULTS.get(e.result, e.result)}{f' ({why})' if why else ''}; {back}"


def _coupon_goes(e: ev.Settled) -> str:
    return "the house kept" if e.coupon_taken else "went back"


def _paid_by(source: str) -> str:
    return "credited to the game account" if source == ev.GAME_ACCOUNT else f"from the {meter_name(source)}"


def _irregular(e: ev.Irregular) -> str:
    counts = re.fullmatch(r"(\d+) cards instead of (\d+)", e.what)
    if counts and (e.place == ev.DEALER or ev.seat_of(e.place)):
        dealt = f"{_count(int(counts[1]), 'card')} instead of {counts[2]}"
        return f"{_place(e.place)} was dealt {dealt}; remedy: {e.remedy}"
    where = f" at {_place(e.place)}" if e.place else ""
    card = f" ({card_text(e.card)})" if e.card else ""
    by = f", reported by the {e.by}" if e.by else ""
    return f"irregularity{where}: {e.what}{card}{by}; remedy: {e.remedy}"


def _gained(units: int) -> str:
    return f"{'down' if units < 0 else 'up'} {cents(Fraction(abs(units), UNITS))}"


_NAMES = {kind: name for name, kind in RECORDS.items()}
