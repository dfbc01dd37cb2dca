"""The whole game of Double Down Stud in one value, with a basic policy and what a seat is told of its hands.

The basic policy wagers the table minimum, and doubles with a hand that can't lose or with four to a flush or straight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache

from msgspec.structs import replace

from pitboss.basics.cards import NUMBER, PACK_52, SIX, TEXT
from pitboss.basics.poker import strength, weakest_pair
from pitboss.engine.auto import policy
from pitboss.engine.declared import COMMUNITY, PLAYER, UP, Ask, Bet, Deal, Declaration, Hand, Place, Plan, Stay, Turn
from pitboss.engine.declared.table import wager_of
from pitboss.engine.game import PASS, PAYS, AdviceCards, ChoiceWords, Decision, Game, GameWords, Procedures, seen_cards
from pitboss.engine.procedures import irregularities
from pitboss.engine.procedures.before_deal import CLOSED, NOT_BY_WORD
from pitboss.engine.round.events import seat_of, seat_place
from pitboss.engine.round.hand_labels import AtSeat, Holding, category_so_far, makers, poker_name
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.layout import Layout
from pitboss.games.double_down_stud.play import (
    RANKING,
    after_the_deal,
    before_second_call,
    due,
    may_use,
    on_the_layout,
    play,
    void_misdeal,
)
from pitboss.games.double_down_stud.rules import DoubleDownStudRules, pay_sheet
from pitboss.games.double_down_stud.settle import LINES, LOSE, line, original_or_double

# --- words


WORDS = GameWords(
    ends=PAYS,
    choices=(
        replace(
            PASS,
            name="no double",
            button="Pass",
            doing="not doubling",
            does="makes no double",
            then=("the original stays",),
        ),
        ChoiceWords(action="double", doing="doubling", does="doubles", key="D", then=("before the last card",)),
    ),
)


# --- the basic policy and the game


RULE = "double with a pair of sixes or better, four to a flush, or four in sequence"


def basic(turn: policy.Turn) -> Input | None:
    if turn.about == "wagers":
        offer = turn.offer("wager", "original")
        return turn.take(offer) if offer else None
    if turn.about == "the cut":
        return turn.take(offer) if (offer := turn.offer("refuse")) else None
    double, wait = turn.offer("double"), turn.offer("pass")
    if double is None or wait is None:
        return None
    known = [NUMBER[c] for c in turn.cards(seat_place(turn.party.seat)) + turn.cards("community") if c]
    return turn.take(double, double.most) if good(known) else turn.take(wait)


def good(known: list[int]) -> bool:
    """Whether to double with these four known cards."""
    ranks = sorted(card >> 2 for card in known)
    paired = any(times > 1 and rank >= SIX for rank, times in Counter(ranks).items())
    suited = len({card & 3 for card in known}) == 1
    in_sequence = len(set(ranks)) == 4 and ranks[-1] - ranks[0] == 3
    return paired or suited or in_sequence


def paid(rules: DoubleDownStudRules, stake: int, line: int) -> int:
    return original_or_double(stake, line, *rules.back)


HAND = Hand(of=(PLAYER, COMMUNITY), clauses=RANKING.hands, lines=LINES, line=line)
DECLARED = Declaration(
    name="double_down_stud",
    title="Double Down Stud",
    rules=DoubleDownStudRules,
    wagers=(
        Bet(
            name="original",
            shown="original wager",
            clause="6(a)",
            base=True,
            coupon=True,
            means="on the five-card hand of the player's card and the four community cards",
            by=(HAND,),
            settle=paid,
            wins="10(b)",
            pushes="9(b)",
            loses="9(a)",
            pays="pays",
            fixed="low_pays",
        ),
        Bet(
            name="double",
            clause="8(d)",
            also=("1:double down wager",),
            means="up to the amount of the original wager, placed before the hole card is turned",
            by=(HAND,),
            settle=paid,
            wins="10(b)",
            pushes="9(b)",
            loses="9(a)",
            pays="pays",
            fixed="low_pays",
        ),
    ),
    round=(
        Deal(1, PLAYER, "8(c)", UP),
        Deal(1, COMMUNITY, "8(b)"),
        Deal(3, COMMUNITY, "8(c)", UP),
        Ask(
            about="double",
            clause="8(d)",
            choices=(Stay(do="pass"), Place(do="double", wager="double", up_to=True, without="not doubled")),
            default="pass",
        ),
        Turn(1, COMMUNITY, "8(e)"),
    ),
    limit="payout_cap",
    plans=(
        Plan(name="optimal", means="double if a wager has a positive value"),
        Plan(name="always", means="double every hand", always="double"),
        Plan(name="never", means="never double", always="pass"),
    ),
    rulings=("push-is-tens-to-sixes", "double-up-to", "best-category", "to-and-for", "payout-cap"),
)

GAME = Game(
    name=DECLARED.name,
    title=DECLARED.title,
    rules=DoubleDownStudRules,
    play=play,
    wagers=tuple(map(wager_of, DECLARED.wagers)),
    decisions=(
        Decision(action="double", clause="8(d)", means="place a double down wager"),
        Decision(action="pass", clause="8(d)", means="keep the original wager alone"),
    ),
    words=WORDS,
    places=(COMMUNITY,),
    procedures=Procedures(
        receive="3(a)",
        spread="3(b)",
        wash="3(c)",
        two_packs="3(d)",
        idle="4(g)",
        idle_opens=True,
        each_pack="2(b)(1)",
        meanwhile="2(b)(3)",
        alternate="2(b)(4)",
        one_rack="2(b)(5)",
        shuffle="4(a)",
        jam="11(e)",
        by_hand=False,
    ),
    irregularities=(
        irregularities.boxed_card("11(b)"),
        irregularities.drawn_in_error("11(c)"),
        irregularities.misdeal("11(d)", places=irregularities.seats_and(COMMUNITY), cards=due),
        irregularities.misdeal("11(d)", places=irregularities.seats_and(COMMUNITY), cards=due, unnoticed=True),
        irregularities.noticed("11(d)", held=on_the_layout, remedy=void_misdeal, when=after_the_deal),
        *irregularities.shuffler_jams("11(e)"),
        irregularities.exposed(
            "exposed hole card",
            "11(a)",
            "the hole card is seen before the second 'No more bets'",
            when=before_second_call,
            ruling="second-call",
            at=COMMUNITY,
        ),
    ),
    basic=basic,
    basic_is=RULE,
    pack=PACK_52,
    round_of_play="1:round of play",
    boxed="11(b)",
    short="2(a)",
    areas="6(c)",
    closed={
        "wager": ("6(b)", CLOSED),
        "withdraw": ("6(b)", CLOSED),
        "cash": ("6(a)", NOT_BY_WORD),
        "double": ("8(d)", "a double can be placed only after the deal and before the hole card is turned"),
        "cut": ("4(c)", "the cut is offered right after the shuffle, if the table has a cut"),
        "recut": ("4(f)", "a recut can be ordered only between the cut and the first card"),
    },
    may_use=may_use,
    pays=pay_sheet,
    soaked=({"match_play": True},),
    advice_takes=(
        AdviceCards(name="hand", least=1, most=1, means="the player's own card"),
        AdviceCards(name="board", least=3, most=3, means="the three face-up community cards"),
        seen_cards(52 - 4 - 1),  # the hole card is to come
    ),
    declared=DECLARED,
)


WHOLE = 5
"""The cards of a hand: one of the player's own, and four of the table."""


def held_line(cards: Sequence[int]) -> str:
    """The line of the pay table that cards hold already. Empty if they hold none.

    >>> from pitboss.basics.cards import parse_cards
    >>> held_line(parse_cards("7s 7d 2c")), held_line(parse_cards("Js Td"))
    ('pair of sixes to tens', '')
    """
    if len(cards) == WHOLE:
        return LINES[line(strength(cards))]
    category, rank = category_so_far(cards)
    if category == "pair":
        return LINES[line(weakest_pair(rank))]
    return category if category in LINES else ""


def within_reach(cards: Sequence[int], seen: Collection[int]) -> tuple[str, ...]:
    """The lines above the one held that a card which nobody has seen can bring, from the lowest."""
    held = held_line(cards)
    found = {line(strength((*cards, card))) for card in PACK_52 if card not in seen}
    above = LINES.index(held) if held else LOSE
    return tuple([LINES[one] for one in sorted(found) if one > above])


def holds(layout: Layout, place: str, hand: int) -> Holding:
    """A player's hand is their card with the community cards. Those alone have no name."""
    own = layout.numbers(place, hand) if seat_of(place) else []
    if not own:
        return Holding()
    community = layout.cards(COMMUNITY)
    cards = (*own, *[NUMBER[card] for card in community if card])
    one_more = len(cards) == len(community) == WHOLE - 1
    return held_by(cards, seen_in(layout) if one_more else None)


@lru_cache(maxsize=2000)  # everybody at a table is told of the same hands
def held_by(cards: tuple[int, ...], seen: frozenset[int] | None) -> Holding:
    """What cards hold. ``seen`` are the cards that can't come, if one card is still to come."""
    held = held_line(cards)
    made = makers(cards, category_so_far(cards)[0]) if held else ()
    return Holding(
        name=poker_name(cards),
        lines=(held,) if held else (),
        reach=within_reach(cards, seen) if seen is not None else (),
        cards=tuple([TEXT[card] for card in made]),
    )


def seen_in(layout: Layout) -> frozenset[int]:
    """Every card that the viewer of a layout has seen on the table."""
    return frozenset([NUMBER[card] for hand in layout.hands.values() for card in hand.cards if card])


AT_SEAT = AtSeat(holds=holds, follows={"original": (0, "a double")}, felt="#3F2915")
