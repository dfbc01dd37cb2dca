"""The procedures that all documents share: opening, the idle table, shuffle, cut and recut, wagers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

import msgspec

from pitboss.basics.cards import CardError
from pitboss.engine.procedures.shoe import PLANTED, SEEDED, Shoe, commit, parse_order
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import SHUFFLER, SUPERVISOR, THE_DEALER, Offer, Party, Script
from pitboss.engine.round.dealer import Dealer, Void
from pitboss.engine.round.inputs import CLOCK, HOUSE, HouseInput, Input, SeatInput, ShuffleInput
from pitboss.engine.rules import AUTOMATED, MANUAL, PRESHUFFLED
from pitboss.engine.state import NEW, OPEN, SPREAD, SPREAD_UP

replace = msgspec.structs.replace
AnyDealer = Dealer[Any]


# --- opening


def open_table(dealer: AnyDealer) -> None:
    """Open the table if the cards are new or were spread while idle: inspect, spread, wash and stack them."""
    p, state = dealer.game.procedures, dealer.state
    packs = range(1, dealer.rules.packs + 1)
    if state.condition == NEW:
        dealer.fresh = dealer.opens = True
        receive_packs(dealer, packs)
        dealer.state = replace(dealer.state, pack=1)
    elif state.condition in (SPREAD, SPREAD_UP):
        dealer.opens = True
        here = [pack for pack in packs if pack not in state.missing]
        if p.idle_face_down and state.condition == SPREAD:
            for pack in here if dealer.revision >= 1 else (state.pack,):
                dealer.state = replace(dealer.state, pack=pack)
                dealer.procedure("a player arrives: the spread cards are turned face up", p.idle)
        for pack in here:
            dealer.state = replace(dealer.state, pack=pack)
            also = (p.idle, *_of_two(dealer))
            if p.idle_opens:
                _inspect_and_spread(dealer, also)
            _inspect_wash_stack(dealer, also)
        if state.missing:
            receive_packs(dealer, state.missing)
        dealer.state = replace(dealer.state, pack=state.pack, missing=())
    elif state.missing:
        dealer.fresh = state.pack in state.missing
        receive_packs(dealer, state.missing)
        dealer.state = replace(dealer.state, pack=state.pack, missing=())
    else:
        return
    dealer.state = replace(dealer.state, condition=OPEN)


def receive_packs(dealer: AnyDealer, packs: Sequence[int]) -> None:
    """Receive packs of cards. The dealer inspects, spreads, washes and stacks each pack separately."""
    p = dealer.game.procedures
    dealer.state = replace(dealer.state, pack=packs[0])
    dealer.procedure("receive the cards", p.receive)
    if dealer.rules.preshuffled:
        dealer.procedure("the cards come pre-shuffled", p.receive)
        return
    for pack in packs:
        also = _of_two(dealer)
        dealer.state = replace(dealer.state, pack=pack)
        _inspect_and_spread(dealer, also)
        _inspect_wash_stack(dealer, also)


def _of_two(dealer: AnyDealer) -> tuple[str, ...]:
    """The clauses to cite for a pack that is one of two."""
    p = dealer.game.procedures
    return tuple(filter(None, (p.two_packs, p.each_pack))) if dealer.rules.packs == 2 else ()


def _inspect_and_spread(dealer: AnyDealer, also: tuple[str, ...]) -> None:
    p = dealer.game.procedures
    dealer.procedure("dealer inspects the cards, floorperson verifies them", p.spread, also=also)
    if p.removes:
        dealer.procedure(p.removes, p.spread, also=also)
    how = ", by suit and in sequence" if p.shows_suits else ""
    dealer.procedure(f"spread the cards face up{how}", p.spread, also=also)


def _inspect_wash_stack(dealer: AnyDealer, also: tuple[str, ...]) -> None:
    wash = dealer.game.procedures.wash
    came = (one for one in dealer.seats if one[0] or dealer.revision < 1)  # whoever stands is no player at the table
    seat, player = next(came, (0, ""))
    dealer.procedure("the first player inspects the cards", wash, seat=seat, player=player, also=also)
    dealer.procedure("turn the cards face down and wash them", wash, also=also)
    dealer.procedure("stack the cards", wash, also=also)


# --- shuffle


JAM, STAYS_JAMMED = "shuffler jam", "shuffler stays jammed"
"""Faults of the shuffler. Staff report them before the shuffle in which they show."""
FOR_GOOD = "for good"
"""Marks a jam after which the device will not start again."""
SHUFFLER_DEVICE, AUTOMATED_SHOE_DEVICE = "shuffler", "automated shoe"
"""Devices that can leave the table and come back."""


def method(dealer: AnyDealer) -> str:
    """How the cards are shuffled now. They are shuffled by hand if the device has been removed."""
    if dealer.fresh and dealer.rules.preshuffled:
        return PRESHUFFLED
    return MANUAL if SHUFFLER_DEVICE in dealer.state.removed else dealer.rules.shuffler


def shuffle(dealer: AnyDealer, expected: Sequence[int], *, steps: Callable[[], None] = lambda: None) -> Script:
    """Shuffle and commit to each card, or take the order that was made during the last round.

    ``steps`` records the steps of a shuffle by hand. Returns the order as text.
    """
    if dealer.rules.packs == 2 and dealer.state.order:
        return _take_order(dealer)
    given, how = yield from _put_in_order(dealer, expected, steps)
    dealer.fresh, dealer.shuffled, dealer.key, dealer.shoe = False, how, given.key, Shoe(given.cards)
    _publish(dealer, given, how, dealer.state.pack)
    return given.cards


def _take_order(dealer: AnyDealer) -> str:
    """Take the pack that the shuffler put in order during the last round (ruling shuffled-meanwhile)."""
    order = dealer.state.order
    dealer.shuffled, dealer.meanwhile, dealer.key, dealer.shoe = AUTOMATED, True, dealer.state.key, Shoe(order)
    dealer.state = replace(dealer.state, order="", key="")
    return order


def shuffle_other_pack(dealer: AnyDealer, *, opening: bool = False) -> Script:
    """The shuffler puts the next round's pack in order: before the first bets if the table opens (3(d)), and otherwise
    during this round (2(b)(3)).

    If the device leaves the table, the pack is shuffled by hand when its turn comes, and nobody is asked for an order
    now. Returns the number of cards in that pack, or 0 if none was shuffled.
    """
    state = dealer.state
    if dealer.rules.packs != 2 or state.order or 3 - state.pack in state.missing:
        return 0
    if opening and not (dealer.opens and dealer.revision >= 1):
        return 0
    given, how = yield from _put_in_order(dealer, dealer.game.pack, lambda: None, by_device=True)
    if given is None:
        return 0
    p = dealer.game.procedures
    also = (p.two_packs if opening else p.meanwhile,)
    _publish(dealer, given, how, 3 - dealer.state.pack, also=also, ruling="shuffled-meanwhile")
    dealer.state = replace(dealer.state, order=given.cards, key=given.key)
    return len(parse_order(given.cards)[0])


def _discard_order(dealer: AnyDealer) -> None:
    """The next round's pack, if it is one of two and was put in order, is shuffled anew (ruling shuffled-meanwhile)."""
    if dealer.rules.packs == 2:
        dealer.state = replace(dealer.state, order="", key="")


def _publish(
    dealer: AnyDealer, given: ShuffleInput, how: str, pack: int, *, also: tuple[str, ...] = (), ruling: str = ""
) -> None:
    """Record an order of cards and publish the commitments to it."""
    clause = dealer.game.procedures.shuffle
    dealer.emit(
        ev.Shuffled(
            round=dealer.round,
            clause=clause,
            also=also,
            ruling=ruling,
            pack=pack,
            by=how,
            order=given.cards,
            key=given.key,
            source=given.source,
        )
    )
    made = commit(parse_order(given.cards)[0], given.key)
    dealer.emit(ev.Committed(round=dealer.round, clause=clause, also=also, ruling=ruling, pack=pack, commitments=made))


def _put_in_order(
    dealer: AnyDealer, expected: Sequence[int], steps: Callable[[], None], *, by_device: bool = False
) -> Script:
    """Ask for an order until there is one. A device that jams starts again, or leaves if it stays jammed.

    Returns the input with the order, and how the cards were shuffled. With ``by_device`` only the device is asked:
    the input is None if there is none, or if it leaves.
    """
    dealer.to_shuffle = tuple(expected)
    before = ""
    while True:
        how = method(dealer)
        if by_device and how != AUTOMATED:
            return None, how
        if how == MANUAL and before != MANUAL:
            steps()
        before = how
        if fault := _fault_to_come(dealer, how):
            dealer.no_more_to_come(fault)
            yield from _jam(dealer, fault)
            continue
        given = yield from _ask_for_order(dealer, how)
        match given.do if given else "":
            case "shuffle":
                return given, how
            case "jam":
                yield from _jam(dealer, STAYS_JAMMED if given.what else JAM, by=given.by)
            case "remove":
                remove_device(dealer, given.what)


def _ask_for_order(dealer: AnyDealer, how: str) -> Script:
    """Ask for the order. Returns the answer, or None if somebody reports a fault of this shuffle."""
    return (
        yield from dealer.ask(
            "the shuffle",
            dealer.game.procedures.shuffle,
            (SHUFFLER,),
            lambda asked: _shuffle_offers(dealer, asked, how),
            moot=lambda: bool(_fault_to_come(dealer, how)),
            check=lambda given: _wrong_shuffle(given, how, dealer.to_shuffle),
        )
    )


def _shuffle_offers(dealer: AnyDealer, asked: Party, how: str) -> Iterator[Offer]:
    p = dealer.game.procedures
    no_device = "" if how == AUTOMATED else "no shuffling device is in use"
    if asked.by in ("shuffler", "dealer"):
        yield Offer(do="shuffle", clause=p.shuffle)
        yield Offer(do="jam", clause=p.jam, what=("", FOR_GOOD), optional=True, why_not=no_device)
    elif asked == SUPERVISOR and p.by_hand:
        yield Offer(do="remove", clause=p.remove_device, what=(SHUFFLER_DEVICE,), optional=True, why_not=no_device)


def _fault_to_come(dealer: AnyDealer, how: str) -> str:
    """The fault that was reported for this shuffle. Only a device has any."""
    faults = (JAM, STAYS_JAMMED) if how == AUTOMATED else ()
    return next((fault for fault in faults if fault in dealer.state.to_come), "")


def _jam(dealer: AnyDealer, fault: str, *, by: str = "") -> Script:
    dealer.irregular("the shuffler jams", "the cards are reshuffled", dealer.game.procedures.jam, by=by)
    if fault == STAYS_JAMMED:
        yield from _without_device(dealer)


def _without_device(dealer: AnyDealer) -> Script:
    """Ruling jammed-for-good: the device leaves, and the game goes on by hand if its document allows it."""
    p, ruling = dealer.game.procedures, "jammed-for-good"
    replace_it = Offer(do="replace", clause=p.jam, what=(SHUFFLER_DEVICE,))
    if p.by_hand:
        offers = [Offer(do="remove", clause=p.remove_device, what=(SHUFFLER_DEVICE,)), replace_it]
    else:
        offers = [replace_it, Offer(do="close", clause=p.jam)]
    given = yield from dealer.ask_party("the shuffler that stays jammed", p.jam, offers, SUPERVISOR)
    match given.do:
        case "remove":
            remove_device(dealer, given.what, ruling=ruling)
        case "replace":
            dealer.procedure("another shuffler comes to the table", p.jam, ruling=ruling)
        case _:
            dealer.procedure("the table closes, and what lies on it goes back", p.jam, ruling=ruling)
            dealer.state = replace(dealer.state, pack_since=(), uncounted=0)
            dealer.begin_anew()
            raise Void(p.jam, ruling=ruling)


def _called(device: str) -> str:
    """The name that people use for a device."""
    return "automated shuffler" if device == SHUFFLER_DEVICE else device


def remove_device(dealer: AnyDealer, device: str, *, ruling: str = "") -> None:
    """Remove a device from the table. Its reported faults lapse."""
    dealer.procedure(f"the {_called(device)} is removed", dealer.game.procedures.remove_device, ruling=ruling)
    dealer.state = replace(dealer.state, removed=(*dealer.state.removed, device))
    if device == SHUFFLER_DEVICE:
        _discard_order(dealer)
    if device == AUTOMATED_SHOE_DEVICE:
        dealer.lapsed(dealer.faults.jam_lapses(), "none: the shoe is removed before it deals")
    for fault in (JAM, STAYS_JAMMED) if device == SHUFFLER_DEVICE else ():
        if fault in dealer.state.to_come:
            dealer.no_more_to_come(fault)
            dealer.lapse(fault, "none: the shuffler is removed before it shuffles")
    if dealer.game.after_removal:
        dealer.game.after_removal(dealer, device)


def bring_back(dealer: AnyDealer, device: str) -> None:
    """Bring a repaired device back to the table."""
    dealer.procedure(
        f"the {_called(device)}, repaired, is brought back",
        dealer.game.procedures.remove_device,
        ruling="jammed-for-good",
    )
    dealer.state = replace(dealer.state, removed=tuple([one for one in dealer.state.removed if one != device]))


def _wrong_shuffle(given: Input, how: str, expected: tuple[int, ...]) -> str:
    """Why a shuffle is rejected. Empty if it is valid, or if the input is not a shuffle."""
    if not isinstance(given, ShuffleInput):
        return ""
    if given.how not in ("", how):
        return f"this shuffle must be {how}, not {given.how}"
    return _wrong_order(given, expected)


@lru_cache(maxsize=64)
def _kinds(cards: tuple[int, ...]) -> frozenset[int]:
    return frozenset(cards)


def _same_cards(cards: tuple[int, ...], expected: tuple[int, ...]) -> bool:
    """Whether these are the expected cards in any order."""
    kinds = _kinds(expected)
    if len(kinds) == len(expected):  # one pack, which has every card once
        return len(cards) == len(expected) and kinds == set(cards)
    return sorted(cards) == sorted(expected)


def _wrong_order(given: ShuffleInput, expected: tuple[int, ...]) -> str:
    """Why an order of cards is rejected. Only a planted order may differ from the pack."""
    try:
        cards, _ = parse_order(given.cards)
        bytes.fromhex(given.key)
    except (CardError, ValueError) as error:
        return str(error)
    if len(given.key) != 64:
        return "the key of the commitments must be 32 bytes in hexadecimal"
    if given.source not in ("", SEEDED, PLANTED):
        return f"the source of an order must be {SEEDED}, {PLANTED} or empty, not {given.source!r}"
    if given.source != PLANTED and not _same_cards(cards, expected):
        missing, extra = Counter(expected) - Counter(cards), Counter(cards) - Counter(expected)
        return f"the order does not match the pack: {missing.total()} missing, {extra.total()} extra"
    return ""


def alternate_packs(dealer: AnyDealer) -> None:
    """Two packs take turns, and the rack never holds both (ruling two-decks). An idle spread is not a turn."""
    p = dealer.game.procedures
    two = dealer.rules.packs == 2 and method(dealer) == AUTOMATED
    if two and dealer.state.condition == OPEN:
        dealer.state = replace(dealer.state, pack=3 - dealer.state.pack)
        dealer.procedure(
            "the other pack comes into play, this one goes to the shuffler",
            p.alternate,
            also=(p.one_rack,),
            ruling="two-decks",
        )


# --- cut


def cut(
    dealer: AnyDealer, party: Party, clause: str, least: int, *, leave: int = 0, also: tuple[str, ...] = ()
) -> Script:
    """Ask a party to cut at least ``least`` cards from the top, and to leave ``leave`` below. Default: ``least``."""
    _enough_to_cut(dealer, least + (leave or least))
    offer = _cut_offer(dealer, clause, least, leave or least)
    given = yield from dealer.ask("the cut", clause, (party,), lambda asked: (offer,) if asked == party else ())
    make_cut(dealer, party, given.amount, clause, also=also)


def _enough_to_cut(dealer: AnyDealer, cards: int) -> None:
    """A stack that is too small for the document's cut is short of cards. Nothing is dealt from it."""
    if dealer.shoe.size < cards:
        dealer.short_of_cards()


def _cut_offer(dealer: AnyDealer, clause: str, least: int, leave: int) -> Offer:
    """Offer a cut of at least ``least`` cards from the top, with at least ``leave`` below."""
    return Offer(
        do="cut",
        clause=clause,
        least=least,
        most=dealer.shoe.size - leave,
        unit="cards",
        least_is="the minimum depth",
        most_is="the maximum depth",
    )


def make_cut(dealer: AnyDealer, party: Party, depth: int, clause: str, *, also: tuple[str, ...] = ()) -> None:
    dealer.shoe.cut(depth)
    dealer.faults.boxed = tuple((at - depth) % dealer.shoe.size for at in dealer.faults.boxed)
    dealer.emit(
        ev.Cut(
            round=dealer.round, clause=clause, also=also, by=party.by, depth=depth, seat=party.seat, player=party.player
        )
    )
    dealer.state = replace(dealer.state, last_cutter=party.seat)
    dealer.cutter = party


def offer_cut(
    dealer: AnyDealer,
    order: Sequence[Party],
    least: int,
    *,
    offered: str,
    by_dealer: str,
    placed: str,
    refused: str = "",
    also: tuple[str, ...] = (),
) -> Script:
    """Offer the cut to players in turn. The first who accepts cuts; the dealer cuts if nobody accepts.

    ``refused`` is the clause on offering the cut to the next player. Default: ``offered``. Returns the last seat that
    was offered the cut, or 0 if none was.
    """
    _enough_to_cut(dealer, 2 * least)
    offers = (_cut_offer(dealer, placed, least, least), Offer(do="refuse", clause=by_dealer, default=True))
    for party in order:
        clause = refused or offered if party != order[0] else offered
        dealer.emit(
            ev.Offered(round=dealer.round, clause=clause, also=also, what="cut", seat=party.seat, player=party.player)
        )

        def offered_to(asked: Party, party: Party = party) -> tuple[Offer, ...]:
            return offers if asked == party else ()

        given = yield from dealer.ask("the cut", clause, (party,), offered_to)
        if given.do == "cut":
            make_cut(dealer, party, given.amount, placed)
            return party.seat
        dealer.emit(ev.Refused(round=dealer.round, clause=by_dealer, what="cut", seat=party.seat, player=party.player))
    yield from cut(dealer, THE_DEALER, placed, least, also=(by_dealer,))
    return order[-1].seat if order else 0


# --- wagers


def _device_offers(dealer: AnyDealer, automated_shoe: bool) -> Iterator[Offer]:
    """Offer a supervisor to remove the devices, and to bring them back after repair."""
    p, removed = dealer.game.procedures, dealer.state.removed
    if not p.remove_device:
        return
    no_shoe = not automated_shoe or AUTOMATED_SHOE_DEVICE in removed
    absent = {SHUFFLER_DEVICE: method(dealer) != AUTOMATED, AUTOMATED_SHOE_DEVICE: no_shoe}
    for device, gone in absent.items():
        why = f"no {_called(device)} is on the table" if gone else ""
        if device == SHUFFLER_DEVICE and not p.by_hand:
            why = why or "this game is shuffled by device only, so the shuffler must be replaced"
        yield Offer(do="remove", clause=p.remove_device, what=(device,), why_not=why, optional=True)
        here = "" if device in removed else f"no {_called(device)} was removed from the table"
        late = "a device comes back between rounds, and wagers are on the layout" if dealer.layout.stakes else ""
        yield Offer(do="bring back", clause=p.remove_device, what=(device,), why_not=here or late, optional=True)


CLOSED = "nothing on the layout may change after 'No more bets'"
"""The refusal once bets are closed."""
NOT_BY_WORD = "a wager must be chips on the layout; verbal wagers with cash are not accepted"
"""The refusal of a verbal wager, if the document accepts none."""


def seat_taken(dealer: AnyDealer, given: SeatInput) -> str:
    """Why nobody, or not this person, may take a seat now. Empty if they may."""
    seat, player, whose = given.seat, given.player, given.name or given.player
    if not player or player in (*HOUSE, CLOCK):
        return f"{player!r} can't be the id of a player"
    if given.name == player:
        return "a name is given only if it differs from the id"
    if any(player == other for _, other in dealer.seats):
        return f"{whose} is in this round already"
    if not 1 <= seat <= dealer.rules.positions:
        return f"there is no seat {seat}: the table has {dealer.rules.positions} seats"
    there = next((other for taken, other in dealer.seats if taken == seat), "")
    there = there or next((other for where, other, _, _ in dealer.layout.stakes if where == seat), "")
    return f"seat {seat} is not free in this round: {dealer.called(there)} has it" if there else ""


def take_wagers(
    dealer: AnyDealer,
    offers: Callable[[Party], Iterable[Offer]],
    *,
    clause: str,
    withdraw: str,
    lacks: Callable[[Party], str] = lambda party: "",
    recut: Callable[[], Script] | None = None,
    recut_clause: str = "",
    announce: Callable[[], None],
    parties: Callable[[], Sequence[Party]] | None = None,
    barred: Callable[[SeatInput], tuple[str, str]] = lambda given: ("", ""),
    automated_shoe: bool = False,
    deeds: Mapping[str, Callable[[Any], Script | None]] | None = None,
    staff_deeds: Callable[[Party], Iterable[Offer]] = lambda party: (),
) -> Script:
    """The window for wagers, until the dealer says "No more bets". Returns False if the table goes idle instead.

    Whoever sits down meanwhile is asked, too (ruling seated-in-time), unless the game has ``barred`` them: it says by
    which clause, and why.

    ``offers`` makes a player's offers. ``lacks`` says which wager a player must still place before bets can close. If a
    clock runs, that player's wagers go back instead. ``announce`` closes the bets.
    A supervisor may have the shuffler removed, and the automated shoe if ``automated_shoe`` is set.
    ``deeds`` carries out the game's other actions in the window. ``offers`` offers them to players, and
    ``staff_deeds`` offers them to the dealer and the supervisor.
    """
    dealer.phase = "wagers"
    bettors = parties or (lambda: [Party("player", seat, player) for seat, player in dealer.seats if seat])
    players = bettors()
    base, idle = dealer.game.base, dealer.game.procedures.idle
    either_way = dealer.game.procedures.idle_face_down
    turn = dealer.next_turn()

    def one_way(given: Input) -> str:
        if not isinstance(given, HouseInput) or given.do != "spread" or either_way or not given.what:
            return ""
        return f"'spread' does not take '{given.what}': this document leaves no choice of how the cards are spread"

    def placed(party: Party) -> Iterator[Offer]:
        mine = [stake for stake, _ in dealer.layout.stakes_of(party.seat, party.player)]
        goes_back = bool(lacks(party))
        for _, _, hand, wager in mine:
            others = [dealer.game.wager(name) for *_, name in mine if name != wager]
            need_it = [one.clause for one in others if one.needs == wager and dealer.revision >= 1]
            why = "the wagers that depend on it must be withdrawn first"
            yield Offer(
                do="withdraw",
                wager=wager,
                hand=hand,
                clause=next(iter(need_it), withdraw),
                optional=True,
                why_not=why if need_it or (wager == base and others) else "",
                default=goes_back,
            )

    def staff(party: Party) -> Iterator[Offer]:
        if party == THE_DEALER:
            none = not dealer.layout.stakes
            why = "nobody has wagered" if none else next(filter(None, map(lacks, players)), "")
            yield Offer(do="no more bets", clause=clause, why_not=why)
            lie = "" if none else "wagers are on the layout"
            yield Offer(do="spread", clause=idle, why_not=lie, what=("", "face up", "face down"), optional=True)
        elif party == SUPERVISOR:
            again = "" if recut and dealer.shoe.was_cut else "the cards were not cut"
            again = again or ("cards have been dealt from the shoe" if dealer.shoe.cursor else "")
            if recut_clause:
                yield Offer(do="recut", clause=recut_clause, why_not=again, optional=True)
            yield from _device_offers(dealer, automated_shoe)

    def window(party: Party) -> Iterable[Offer]:
        player = party.by == "player"
        return chain(offers(party), placed(party)) if player else chain(staff(party), staff_deeds(party))

    def no_seat(given: SeatInput) -> tuple[str, str]:
        why = seat_taken(dealer, given)
        return (dealer.game.seated or clause, why) if why else barred(given)

    while True:
        given = yield from dealer.ask(
            "wagers", clause, (*players, THE_DEALER), window, turn=turn, check=one_way, no_seat=no_seat
        )
        match given.do:
            case "sit":
                dealer.take_in(given, clause)
                players = bettors()
            case "wager":
                dealer.put(given)
            case "withdraw":
                dealer.withdraw(given, withdraw)
            case "recut":
                assert recut is not None
                dealer.procedure("a supervisor requires a recut", recut_clause)
                yield from recut()
            case "remove":
                remove_device(dealer, given.what)
            case "bring back" if given.what in (SHUFFLER_DEVICE, AUTOMATED_SHOE_DEVICE):
                bring_back(dealer, given.what)
            case "spread":
                dealer.lapse_the_rest("none: the table is idle, and nothing is dealt")
                dealer.procedure(f"no gaming activity: the cards are spread out {given.what}".rstrip(), idle)
                lie = SPREAD_UP if given.what == "face up" else SPREAD
                dealer.state = replace(dealer.state, condition=lie, cut_offered=0)
                _discard_order(dealer)
                return False
            case other if deeds and other in deeds:
                deed = deeds[other](given)
                if deed is not None:
                    yield from deed
            case _:
                break
    announce()
    dealer.in_play = sorted({seat for seat, _, _, wager in dealer.layout.stakes if wager == base})
    dealer.phase = "deal"
    return True
