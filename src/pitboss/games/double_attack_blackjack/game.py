"""The whole game of Double Attack Blackjack in one value: wagers, decisions, places, procedures and irregularities."""

from __future__ import annotations

from pitboss.basics.cards import PACK_48
from pitboss.engine.game import AdviceCards, Decision, Game, Procedures, SimulationOption, Wager, seen_cards
from pitboss.games.double_attack_blackjack.basic import RULE, basic
from pitboss.games.double_attack_blackjack.play import play
from pitboss.games.double_attack_blackjack.procedures.boxes import AT_ITS_TIME, may_use
from pitboss.games.double_attack_blackjack.procedures.course import ATTACK, BONUS, DEALER, DOUBLE, INITIAL, INSURANCE
from pitboss.games.double_attack_blackjack.procedures.irregular import IRREGULARITIES
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules, pay_sheet
from pitboss.games.double_attack_blackjack.words import WORDS

NOT_NOW = "wagers can't be changed from the first card until they are decided"
BY_WORD = "a verbal bonus wager must be confirmed before the first card"
LEAVING = "wagers can't be changed until they are decided, and their players can't leave"
CONFIRMED = "a confirmed wager can't be changed until it is decided"

GAME = Game(
    name="double_attack_blackjack",
    title="Double Attack Blackjack",
    rules=DoubleAttackRules,
    play=play,
    wagers=(
        Wager(
            name=INITIAL,
            shown="bet",
            clause="1:initial wager",
            also=("5(c)", "7(d)"),
            base=True,
            coupon=True,
            means="on the hand against the dealer's, placed before any card; each split hand carries its own",
        ),
        Wager(
            name=ATTACK,
            clause="7(d)",
            also=("1:double attack wager",),
            means="beside the initial wager and up to its amount, after the player sees the dealer's first card",
        ),
        Wager(
            name=BONUS,
            clause="6(b)",
            also=("6(a)", "6(c)"),
            side=True,
            coupon=True,
            means="the dealer exceeds 21 with exactly three cards",
        ),
        Wager(
            name=INSURANCE,
            clause="11(b)",
            also=("11(a)",),
            side=True,
            means="the dealer's second card makes a blackjack with an ace; up to half the initial wager",
        ),
        Wager(name=DOUBLE, clause="9(a)", means="up to the wagers on a hand, for one more card"),
    ),
    decisions=(
        Decision(action="consent", clause="13(a)", means="let others wager on the box"),
        Decision(action="cash", clause="5(c)", means="make the wager verbally, with cash"),
        Decision(action="attack", clause="7(d)", means="place a double attack wager"),
        Decision(action="insure", clause="11(b)", means="place an insurance wager"),
        Decision(action="pass", clause="7(d)", means="decline the offered wager"),
        Decision(action="stand", clause="7(e)", means="take no more cards"),
        Decision(action="hit", clause="12(a)", means="draw a card"),
        Decision(action="double", clause="9(a)", means="double down: one card for an additional wager"),
        Decision(action="split", clause="10(a)", means="make two hands of a pair, or cover both hands on a shared box"),
        Decision(action="surrender", clause="8(a)", means="give up the hand and get half of its wagers back"),
        Decision(action="designate", clause="13(f)", means="name the split hand to which the wagers apply"),
        Decision(action="burn card", clause="7(c)", means="ask which card was burned"),
        Decision(action="refuse", clause="15(f)", means="refuse a card drawn in error, and all further cards"),
        Decision(action="take card", clause="15(j)", means="take the card that comes late or was drawn in error"),
        Decision(action="dead hand", clause="15(j)", means="have the hand declared dead and the wagers returned"),
    ),
    words=WORDS,
    places=(DEALER,),
    procedures=Procedures(
        receive="3(a)",
        spread="3(b)",
        wash="3(c)",
        idle="4(j)",
        shuffle="4(a)",
        jam="15(k)",
        remove_device="15(l)",
        removes="the tens are removed from each deck, and the floorperson verifies that none is left",
    ),
    irregularities=IRREGULARITIES,
    basic=basic,
    basic_is=RULE,
    pack=PACK_48,
    decks=lambda rules: int(rules.decks),
    lasting_shoe=True,
    round_of_play="7(d)",
    boxed="15(b)",
    short="7(j)(2)",
    closed={
        "cut": ("4(c)", "cards are cut only right after the shuffle, by whoever is offered the cut"),
        "wager": ("5(d)", NOT_NOW),
        "wager bust bonus": ("6(b)", "the bonus wager is placed before the first card"),
        "cash initial": ("5(d)", NOT_NOW),
        "cash bust bonus": ("6(c)", BY_WORD),
        **{f"cash {name}": when for name, when in AT_ITS_TIME.items()},
        "withdraw": ("5(f)", NOT_NOW),
        "withdraw insurance": ("5(g)", CONFIRMED),
        "withdraw double": ("5(g)", CONFIRMED),
        **{f"withdraw {name} on hand {hand}": ("5(g)", CONFIRMED) for name in (INITIAL, ATTACK) for hand in (2, 3, 4)},
        "leave": ("5(f)", LEAVING),
        "attack": AT_ITS_TIME[ATTACK],
        "insure": AT_ITS_TIME[INSURANCE],
        "surrender": ("8(a)", "a hand is surrendered only in its turn, before it stands"),
    },
    may_use=may_use,
    pays=pay_sheet,
    soaked=({"match_play": True},),
    advice_takes=(
        AdviceCards(
            name="hand", least=0, most=21, means="the cards of the player's hand; no cards to ask about the attack"
        ),
        AdviceCards(name="up", least=1, most=1, means="the dealer's up card"),
        AdviceCards(
            name="split", least=0, most=6, means="cards of the pair's value on the player's other hands, after a split"
        ),
        seen_cards(8 * len(PACK_48) - 40),  # advice needs at least 40 unseen cards
    ),
    simulation_takes=(
        SimulationOption(
            name="penetration",
            is_a="part of the shoe",
            means="the part of the shoe dealt before a shuffle, such as 0.75; 0 shuffles every round",
            least=0,
            most=1,
        ),
    ),
)
