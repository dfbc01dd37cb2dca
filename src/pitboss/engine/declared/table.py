"""The table of a declared game: its round, its irregularities and its words, from the declaration alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from pitboss.basics.cards import PACK_52
from pitboss.basics.money import Odds, PayTable, limited
from pitboss.basics.poker import compare, ladder
from pitboss.engine.auto.policy import Policy, Turn
from pitboss.engine.declared import words as say
from pitboss.engine.declared.defects import check
from pitboss.engine.declared.words import (
    AGAINST,
    DEALER,
    DOWN,
    PLAYER,
    UNQUALIFIED,
    Ask,
    Bet,
    Choice,
    Contest,
    Deal,
    Declaration,
    Fold,
    Hand,
    Place,
    Reading,
    TakeBack,
    WholeDeclaration,
)
from pitboss.engine.game import (
    BEATS,
    DEALER_UNQUALIFIED,
    LOSES,
    PAYS,
    TIES,
    AdviceCards,
    ChoiceWords,
    Decision,
    Game,
    GameWords,
    Irregularity,
    PaySheet,
    Procedures,
    Wager,
    in_words,
    seen_cards,
)
from pitboss.engine.procedures.before_deal import CLOSED, NOT_BY_WORD, open_table, shuffle, take_wagers
from pitboss.engine.procedures.dealing import Ranking, rank, rank_few, stay_boxed
from pitboss.engine.procedures.irregularities import (
    boxed_card,
    drawn_in_error,
    exposed,
    face_down,
    misdeal,
    never_dealt,
    seats_and,
    shuffler_jams,
    void_all,
    wrong_counts,
)
from pitboss.engine.round.asks import Offer, Party, Script
from pitboss.engine.round.dealer import Dealer
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import Input, PlayerInput

AnyDealer = Dealer[Any]
RESULTS = ("lose", "push", "win")


def declare(*, basic: Policy | None = None, basic_is: str = "", **declaration: Any) -> Game:
    """The game that follows from a declaration. See ``WholeDeclaration`` for its parts."""
    declared = WholeDeclaration(**declaration)
    check(declared)
    table = DeclaredTable(declared)
    c, asked = declared.clauses, declared.asks
    choices: dict[str, tuple[Ask, Choice]] = {}
    for ask in asked:
        for choice in ask.choices:
            choices.setdefault(choice.do, (ask, choice))  # several questions may offer it: the first describes it
    late = "it is chosen only when its question is asked"
    return Game(
        name=declared.name,
        title=declared.title,
        rules=declared.rules,
        play=table.play,
        wagers=tuple(map(wager_of, declared.wagers)),
        decisions=tuple(
            Decision(action=do, clause=choice.clause or ask.clause, means=choice.means or do)
            for do, (ask, choice) in choices.items()
        ),
        places=declared.places,
        procedures=Procedures(
            receive=c.receive, spread=c.spread, wash=c.wash, idle=c.idle, shuffle=c.shuffle, jam=c.jam, by_hand=False
        ),
        irregularities=table.irregularities(),
        basic=basic or usual(declared),
        basic_is=basic_is or "the table minimum, and the last choice of every question",
        pack=PACK_52,
        round_of_play=c.round,
        boxed=c.boxed,
        short=c.pack,
        closed={
            "wager": (c.close, CLOSED),
            "withdraw": (c.close, CLOSED),
            "cash": (declared.base.clause, NOT_BY_WORD),
            "cut": (c.shuffle, "the device shuffles, and the cards are not cut"),
            "recut": (c.shuffle, "the device shuffles, and the cards are not cut"),
            **{do: (choice.clause or ask.clause, late) for do, (ask, choice) in choices.items()},
        },
        pays=table.pay_sheet,
        words=GameWords(choices=tuple(_words(declared)), ends=_ends(declared)),
        advice_takes=_advice_takes(declared),
        declared=declared,
    )


def wager_of(bet: Bet) -> Wager:
    """A wager as a game has it."""
    return Wager(
        name=bet.name,
        shown=bet.shown,
        clause=bet.clause,
        means=bet.means,
        also=bet.also,
        base=bet.base,
        side=bet.side,
        coupon=bet.coupon,
        earned=bool(bet.earned),
        needs=bet.equals,
    )


def _ends(declared: Declaration) -> Mapping[str, str]:
    """What people read of a hand, by what decides the base wager."""
    if isinstance(declared.base.by[0], Contest):
        return dict(zip(AGAINST, (LOSES, TIES, BEATS, DEALER_UNQUALIFIED), strict=True))
    return PAYS


def _words(declared: Declaration) -> Iterator[ChoiceWords]:
    """The words of every choice. One that is offered at several questions has its own at each."""
    asked = Counter(choice.do for ask in declared.asks for choice in ask.choices)
    told: set[ChoiceWords] = set()
    for ask in declared.asks:
        for choice in ask.choices:
            words = choice.words or ChoiceWords(action=choice.do, means=choice.means)
            if asked[choice.do] > 1 and not words.about:
                words = replace(words, about=ask.about, clause=words.clause or choice.clause or ask.clause)
            if words not in told:
                told.add(words)
                yield words


def _advice_takes(declared: Declaration) -> tuple[AdviceCards, ...]:
    dealt, points = declared.dealt, declared.points
    if not points:
        return ()
    own = dealt[PLAYER]
    board = [point.own - own for point in points]
    found = [AdviceCards(name="hand", least=own, most=own, means="the player's own cards")]
    if max(board):
        found.append(AdviceCards(name="board", least=min(board), most=max(board), means="community cards face up"))
    if any(point.up for point in points):
        most = max(point.up for point in points)
        found.append(AdviceCards(name="up", least=0, most=most, means="the dealer's cards that lie face up"))
    return (*found, seen_cards(52 - sum(dealt.values())))


def usual(declared: Declaration) -> Policy:
    """The basic policy: the least wagers that must be placed, and the last choice of every question."""
    last = {ask.about: ask.choices[-1].do for ask in declared.asks}

    def policy(turn: Turn) -> Input | None:
        if do := last.get(turn.about):
            offer = turn.offer(do)
            return turn.take(offer, offer.most) if offer else None
        open_offers = [one for one in turn.offers if one.do == "wager" and not one.why_not and not one.optional]
        return turn.take(open_offers[0]) if open_offers else None

    return policy


# --- settlement


class Settled(NamedTuple):
    """How one wager of a hand ends."""

    bet: Bet
    stake: int
    returned: int
    line: str
    cut_off: int = 0
    rounded: bool = False
    pays: str = ""
    also: tuple[str, ...] = ()

    @property
    def result(self) -> str:
        own = 0 if self.bet.earned else self.stake
        return RESULTS[compare(self.returned + self.cut_off, own)]


def returned_per_unit(declared: Declaration, bet: Bet, rules: Any, lines: Sequence[int]) -> Fraction:
    """What goes back for each unit of the stake, without limits and without rounding."""
    per = declared.unit(rules)
    return Fraction(bet.settle(rules, per, *lines), per)


def settled(
    declared: Declaration,
    rules: Any,
    stakes: Mapping[str, int],
    coupons: Mapping[str, int],
    line_of: Callable[[Reading], int],
) -> list[Settled]:
    """How every wager of a hand ends, with the payout limit. A match play coupon counts for the limit, too."""
    found = []
    for bet in declared.wagers:
        stake = stakes.get(bet.earned or bet.name, 0)
        if not stake:
            continue
        lines = [line_of(reading) for reading in bet.by]
        unit, returned = returned_per_unit(declared, bet, rules, lines), bet.settle(rules, stake, *lines)
        own = Fraction(0 if bet.earned else 1)
        if returned or not bet.earned:
            line, pays = declared.lines(bet.by[0])[lines[0]], _to_one(unit - own) if unit > own else ""
            also = tuple(filter(None, map(_unqualified, bet.by, lines)))
            found.append(Settled(bet, stake, returned, line, 0, returned != unit * stake, pays, also))
    cap = getattr(rules, declared.limit) if declared.limit else 0
    if not cap:
        return found
    wins = [
        one.returned - (0 if one.bet.earned else one.stake) + coupons.get(one.bet.name, 0) if one.result == "win" else 0
        for one in found
    ]
    paid = limited(zip([one.returned for one in found], wins, strict=True), cap)
    return [one._replace(returned=back, cut_off=cut_off) for one, (back, cut_off) in zip(found, paid, strict=True)]


def _unqualified(reading: Reading, line: int) -> str:
    """The clause on qualifying, if a wager ends as it does since the dealer does not qualify."""
    return reading.qualifying if isinstance(reading, Contest) and line == UNQUALIFIED else ""


class DeclaredTable:
    """A round of a declared game, in the order of the declaration."""

    def __init__(self, declared: WholeDeclaration) -> None:
        self.declared = declared
        self._first: dict[str, int] = {}
        """The cards that each place gets before anybody is asked."""
        for step in declared.round:
            if isinstance(step, Ask):
                break
            if isinstance(step, Deal):
                self._first[step.to] = self._first.get(step.to, 0) + step.cards

    # --- the script

    def play(self, dealer: AnyDealer) -> Script:
        declared, c = self.declared, self.declared.clauses
        open_table(dealer)
        yield from shuffle(dealer, PACK_52)
        began = yield from take_wagers(
            dealer,
            lambda party: self._wagers(dealer, party),
            clause=c.close,
            withdraw=c.close,
            lacks=lambda party: self._lacks(dealer, party),
            announce=lambda: dealer.announce("No more bets", c.close),
        )
        if not began:
            return
        asked = False
        for step in declared.round:
            if asked and not dealer.live():
                break
            match step:
                case Deal():
                    self._deal(dealer, step, dealer.live() if asked else dealer.in_play)
                case say.Turn(cards=cards, at=place):
                    dealer.expose(place, step.clause, only=tuple(face_down(dealer, place)[:cards]))
                case Ask():
                    if not asked:
                        self._check_the_deal(dealer)
                    asked = True
                    dealer.phase = step.about
                    for seat in dealer.live():
                        yield from self._ask(dealer, step, seat)
        dealer.phase = "settlement"
        if dealer.live():
            self._settle(dealer)
        for place in declared.places:
            dealer.collect(place, c.rack)
        stay_boxed(dealer)
        dealer.stub(c.rack)

    def _deal(self, dealer: AnyDealer, step: Deal, seats: Sequence[int]) -> None:
        for place in map(seat_place, seats) if step.to == PLAYER else (step.to,):
            dealer.deal_cards(place, step.cards, step.face, step.clause)

    def _check_the_deal(self, dealer: AnyDealer) -> None:
        """A wrong number of cards anywhere voids every hand."""
        clause = self.declared.clauses.misdeal
        due = {seat_place(seat): self._first[PLAYER] for seat in dealer.in_play}
        due |= {place: self._first[place] for place in self.declared.places if place in self._first}
        never_dealt(dealer, tuple(due))
        for place, held in wrong_counts(dealer, due).items():
            void_all(dealer, place, held, due[place], clause)

    # --- wagers before the deal

    def _wagers(self, dealer: AnyDealer, party: Party) -> Iterator[Offer]:
        rules, base = dealer.rules, self.declared.base.name
        for bet in self.declared.wagers:
            if not bet.first:
                continue
            staked = dealer.stake(party.seat, party.player, bet.equals or base)
            fixed = bet.times * staked if bet.equals else 0
            beside = bet.equals or base
            number = _times(bet.times)
            yield dealer.wager_offer(
                bet.name,
                party.seat,
                party.player,
                fixed or rules.table_minimum,
                fixed or rules.table_maximum,
                least_is=f"{number}the {beside} wager" if bet.equals else "the table minimum",
                most_is=f"{number}the {beside} wager" if bet.equals else "the table maximum",
                why_not="" if bet.base or staked else f"the {bet.name} wager needs {a_or_an(beside)} wager beside it",
                optional=bet.side,
            )

    def _lacks(self, dealer: AnyDealer, party: Party) -> str:
        """Which wager a player must still place before bets can close."""
        if not dealer.stake(party.seat, party.player, self.declared.base.name):
            return ""
        for bet in self.declared.wagers:
            if bet.equals and not dealer.stake(party.seat, party.player, bet.name):
                return f"{dealer.called(party.player)} has no {bet.name} wager, which must lie beside the {bet.equals}"
        return ""

    # --- decisions

    def _ask(self, dealer: AnyDealer, ask: Ask, seat: int) -> Script:
        player = dealer.player_at(seat)
        staked = dealer.stake(seat, player, self.declared.base.name)
        given_up = sum(dealer.stake(seat, player, bet.name) for bet in self.declared.wagers)

        def offer(choice: Choice) -> Offer:
            least = most = 0
            if isinstance(choice, Place):
                most = staked * choice.times
                least = dealer.rules.chip if choice.up_to else most
            return Offer(
                do=choice.do,
                clause=choice.clause or ask.clause,
                least=least,
                most=most,
                step=dealer.rules.chip if least != most else 1,
                most_is=f"{_times(choice.times)}the {self.declared.base.name}" if isinstance(choice, Place) else "",
                default=choice.do == ask.default,
                on=choice.wager if isinstance(choice, Place) else "",
                gives_up=given_up if isinstance(choice, Fold) else 0,
            )

        offers = tuple(map(offer, ask.choices))
        given = yield from dealer.ask_seat(ask.about, ask.clause, seat, lambda: offers)
        if given is not None:
            self._carry_out(dealer, ask, given)

    def _carry_out(self, dealer: AnyDealer, ask: Ask, given: PlayerInput) -> None:
        choice = next(one for one in ask.choices if one.do == given.do)
        clause = choice.clause or ask.clause
        dealer.chose(given, clause, amount=given.amount)
        match choice:
            case Place(wager=wager):
                dealer.put(given, wager=wager, clause=clause)
            case TakeBack(wager=wager):
                dealer.withdraw(given, clause, wager=wager)
            case Fold():
                for bet in self.declared.wagers:
                    if dealer.stake(given.seat, given.player, bet.name):
                        dealer.settle(
                            given.seat, given.player, bet.name, result="lose", returned=0, clause=clause, line="folded"
                        )
                dealer.collect(seat_place(given.seat), clause)

    # --- settlement

    def _settle(self, dealer: AnyDealer) -> None:
        """The dealer's hand, then each player's from the dealer's right."""
        clause = self.declared.clauses.settle
        if dealers := self.declared.contest:
            self._show(dealer, DEALER, clause)
            self._rank(dealer, DEALER, 0, dealers.dealers, self._qualifying(dealer, dealers))
        for seat in reversed(dealer.live()):
            self._show(dealer, seat_place(seat), clause)
            for hand in self._own_hands(dealer, seat):
                self._rank(dealer, seat_place(seat), seat, hand)
            for one in self._paid(dealer, seat):
                self._pay(dealer, seat, one)
            dealer.collect(seat_place(seat), self.declared.clauses.rack)

    def _own_hands(self, dealer: AnyDealer, seat: int) -> list[Hand]:
        """The hands that decide what lies here, one for each set of places, the one of the most cards last."""
        found: dict[tuple[str, ...], Hand] = {}
        for bet in self.declared.wagers:
            if dealer.stake(seat, dealer.player_at(seat), bet.earned or bet.name):
                for reading in bet.by:
                    hand = reading.own if isinstance(reading, Contest) else reading
                    found.setdefault(hand.of, hand)
        return sorted(found.values(), key=self.declared.size)

    def _show(self, dealer: AnyDealer, place: str, clause: str) -> None:
        if hidden := face_down(dealer, place):
            dealer.expose(place, clause, only=() if len(hidden) == len(dealer.cards(place)) else tuple(hidden))

    def _cards(self, dealer: AnyDealer, hand: Hand, seat: int) -> list[int]:
        places = [seat_place(seat) if place == PLAYER else place for place in hand.of]
        return [card for place in places for card in dealer.cards(place)]

    def _qualifying(self, dealer: AnyDealer, contest: Contest) -> tuple[str, ...]:
        """The clause on qualifying, if the dealer's hand must and does qualify."""
        qualifies = contest.qualifying and self._strength(dealer, contest.dealers, 0) >= contest.qualifies
        return (contest.qualifying,) if qualifies else ()

    def _rank(self, dealer: AnyDealer, place: str, seat: int, hand: Hand, also: tuple[str, ...] = ()) -> None:
        cards = self._cards(dealer, hand, seat)
        ranking = Ranking(hands=hand.clauses, also=(*hand.also, *also))
        if len(cards) == 5:
            rank(dealer, place, cards, ladder(5).strength(cards), ranking)
        else:
            rank_few(dealer, place, cards, ranking)

    def _strength(self, dealer: AnyDealer, hand: Hand, seat: int) -> int:
        cards = self._cards(dealer, hand, seat)
        return ladder(len(cards)).strength(cards)

    def _line(self, dealer: AnyDealer, reading: Reading, seat: int) -> int:
        if isinstance(reading, Contest):
            dealers = self._strength(dealer, reading.dealers, seat)
            if dealers < reading.qualifies:
                return UNQUALIFIED
            return compare(self._strength(dealer, reading.own, seat), dealers)
        return reading.line_of(self._strength(dealer, reading, seat), self.declared.size(reading))

    def _paid(self, dealer: AnyDealer, seat: int) -> list[Settled]:
        player = dealer.player_at(seat)
        stakes = {bet.name: dealer.stake(seat, player, bet.name) for bet in self.declared.wagers}
        coupons = {bet.name: dealer.coupon(seat, player, bet.name) for bet in self.declared.wagers}
        return settled(self.declared, dealer.rules, stakes, coupons, lambda reading: self._line(dealer, reading, seat))

    def _pay(self, dealer: AnyDealer, seat: int, one: Settled) -> None:
        bet, result = one.bet, one.result
        dealer.settle(
            seat,
            dealer.player_at(seat),
            bet.name,
            result=result,
            returned=one.returned,
            clause={"win": bet.wins, "push": bet.pushes or bet.loses, "lose": bet.loses}[result],
            stake=0 if bet.earned else None,
            line=one.line,
            pays=one.pays if result == "win" else "",
            also=(*one.also, self.declared.limited) if one.cut_off else one.also,
            ruling="payout-cap" if one.cut_off else "",
            rounded=one.rounded,
            capped=one.cut_off,
        )

    # --- pay tables, and what can go wrong

    def pay_sheet(self, rules: Any) -> PaySheet:
        return {
            bet.name: {**_printed(self.declared.table(bet, rules)), **dict.fromkeys(bet.lost, "lose")}
            for bet in self.declared.wagers
            if bet.pays
        }

    def irregularities(self) -> tuple[Irregularity, ...]:
        declared, c = self.declared, self.declared.clauses
        abouts = {ask.about for ask in declared.asks}

        def deciding(dealer: AnyDealer) -> str:
            return "" if dealer.phase in abouts else "no card lies face down that nobody may see"

        def due(dealer: AnyDealer, place: str) -> int:
            return next(step.cards for step in declared.deals if step.to == (place if place in self._first else PLAYER))

        found = [
            boxed_card(c.boxed),
            misdeal(c.misdeal, places=seats_and(*(p for p in declared.places if p in self._first)), cards=due),
        ]
        if c.in_error:
            found.append(drawn_in_error(c.in_error))
        hidden = [place for place in declared.places if any(d.to == place and d.face == DOWN for d in declared.deals)]
        if c.seen:
            found += [
                exposed(
                    f"{place} card exposed",
                    c.seen,
                    f"a card of the {place} that lies face down is seen too early",
                    when=deciding,
                    at=place,
                )
                for place in hidden
            ]
        return (*found, *shuffler_jams(c.jam))


def _printed(table: PayTable) -> dict[str, str]:
    """The lines of a pay table, as printed. One that gives the wager back is called a push."""
    back = {line for line, odds in table.items() if odds.kind != "share" and odds.back[0] == odds.back[1]}
    return in_words(table) | dict.fromkeys(back, "push")


def a_or_an(word: str) -> str:
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


def _times(number: int) -> str:
    return {1: "", 2: "twice "}.get(number, f"{number} times ")


def _to_one(won: Fraction) -> str:
    return str(Odds(won.numerator, "to", won.denominator))
