"""How a round ended, in the words that people read: each kind of end of each game."""

from __future__ import annotations

from importlib import import_module

import pytest
from msgspec.structs import replace

from pitboss.engine import registry
from pitboss.engine.game import GameWords
from pitboss.engine.results import results
from pitboss.engine.round import events as ev
from pitboss.engine.round.round import Round
from pitboss.testing.chosen_cards import ANN, dealt, opened

BETS = "no more bets"
STUD, BOSTON, CARIBBEAN = "double_down_stud", "boston_5_stud", "caribbean_stud"
CROSS, ATTACK = "double_cross_poker", "double_attack_blackjack"
ANTE, BOTH, PROGRESSIVE = {"ante": 500}, {"ante": 500, "first": 1000}, {"ante": 500, "progressive": 100}
BONUS = {"ante": 500, "bonus": 100}
BET, BUST = {"initial": 500}, {"initial": 500, "bust bonus": 100}


def played(game: str, cards: str, stakes: dict[str, int], *acts: str) -> Round:
    """A round with these cards on top, in which Ann and the dealer do these things one after another."""
    round = dealt(game, cards, stakes)
    for act in acts:
        do, _, hand = act.partition(" on ")
        if act == BETS:
            round.do("dealer", act)
        else:
            round.do(ANN, do, amount=stakes["original"] if act == "double" else 0, hand=int(hand or 1))
    while round.waiting and round.waiting[0].by == "dealer":
        round.do("dealer", round.offers(round.waiting[0])[0].do)
    return round


def said(round: Round, you: str = ANN) -> str:
    return " ".join(one.sentence for one in results(round.game, round.events, you))


# The cards of a stud game go to the seat and the dealer in turn.
ENDS = [
    (STUD, "Ks 9h 9d Kh 2s", {"original": 500}, ("double", BETS), "Your kings and nines pay 2 to 1. You win $20."),
    (STUD, "9s 9h 4d 3c 2s", {"original": 500}, ("pass", BETS), "Your nines return what lay on the hand."),
    (STUD, "9s 8h 4d 3c 2s", {"original": 500}, ("pass", BETS), "Your nine-eight high wins nothing. You lose $5."),
    (
        STUD,
        "Ts 9s 8s 7s 6s",
        {"original": 500},
        ("pass", BETS),
        "Your ten-high straight flush pays 100 to 1. You win $500.",
    ),
    (CARIBBEAN, "9s Th Kd Td 8c 8s 9d 5d 4s 3h", ANTE, ("bet",), "Your nines lose to the dealer's tens. You lose $15."),
    (CARIBBEAN, "Ts 9h Td Kd 8c 8s 7d 9d 4s 3h", ANTE, ("bet",), "Your tens beat the dealer's nines. You win $15."),
    (
        CARIBBEAN,
        "9s 9h Kd 8c 4s 9d 9c Ks 8d 4h",
        ANTE,
        ("bet",),
        "Your nines and the dealer's nines are equal: what lay on the hand comes back.",
    ),
    (
        CARIBBEAN,
        "9s 9h 9d 9c Ad Kd 4s 3h 2h 2c",
        ANTE,
        ("bet",),
        "Your nines with an ace beat the dealer's nines with a king. You win $15.",
    ),
    (
        CARIBBEAN,
        "9s Qh 9d Jd 8c 8s 4d 5d 3s 3h",
        ANTE,
        ("bet",),
        "The dealer's queen-jack high does not qualify: the ante wins, the bet comes back. You win $5.",
    ),
    (CARIBBEAN, "9s Qh 8d Jd 7c 8s 4d 5d 3s 3h", ANTE, ("fold",), "Folded: you lose the ante."),
    (
        CARIBBEAN,
        "9s Qh 8d Jd 7c 8s 4d 5d 3s 3h",
        PROGRESSIVE,
        ("fold",),
        "Folded: you lose the ante and $1 of progressive.",
    ),
    (
        CARIBBEAN,
        "Ts Ah Td Ad 8c 8s 7d 5d 4s 3h",
        BONUS,
        ("bet",),
        "Your tens lose to the dealer's aces. The bonus wins $1. You lose $14 in all.",
    ),
    (
        CARIBBEAN,
        "9s Qh 8d Jd 7c 8s 4d 5d 3s 3h",
        {"ante": 500, "bonus": 1000},
        ("bet",),
        "The dealer's queen-jack high does not qualify: the ante wins, the bet comes back. The bonus loses $10."
        " You lose $5 in all.",
    ),
    (
        CROSS,
        "Ks Kh 9d 3c 2s 4h 5d 6c 7s",
        ANTE,
        ("vertical",),
        "Your kings beat the dealer's nine-seven high. You win $15.",
    ),
    (CROSS, "9s 9h Kd Kc 2s 4h 5d 6c 7s", ANTE, ("vertical",), "Your nines lose to the dealer's kings. You lose $15."),
    (CROSS, "9s 8h Kd Kc 2s 4h 5d 6c 7s", ANTE, ("fold",), "Folded: you lose the ante."),
    (ATTACK, "2s 7s Ks 9h Kd 7c 3d", BET, ("pass", BETS, "stand"), "19 beats 17. You win $5."),
    (
        ATTACK,
        "2s 7s Ks 9h Kd 7c 3d",
        BUST,
        ("pass", BETS, "stand"),
        "19 beats 17. The bust bonus loses $1. You win $4 in all.",
    ),
    (ATTACK, "2s Ks 9s 8h Kd 3d", BET, ("pass", BETS, "stand"), "17 loses to 20. You lose $5."),
    (
        ATTACK,
        "2s Ks 9s 8h Kd 3d",
        BUST,
        ("pass", BETS, "stand"),
        "17 loses to 20. The bust bonus loses $1. You lose $6 in all.",
    ),
    (ATTACK, "2s Ks 9s 9h 8d 3d", BET, ("pass", BETS, "stand"), "18 against 18: the bets come back."),
    (ATTACK, "2s 7s Ks 8h Kd Jc 3d", BET, ("pass", BETS, "hit"), "28: you are over 21. You lose $5."),
    (ATTACK, "2s 6s Ks 8h Kd Jc 3d", BET, ("pass", BETS, "stand"), "The dealer goes over 21, with 26. You win $5."),
    (
        ATTACK,
        "2s 6s Ks 8h Kd Jc 3d",
        BUST,
        ("pass", BETS, "stand"),
        "The dealer goes over 21, with 26. The bust bonus wins $3. You win $8 in all.",
    ),
    (ATTACK, "2s 6s Ks Ah Kd Jc 3d", BET, ("pass", BETS, "stand"), "You have blackjack. You win $5."),
    (ATTACK, "2s Ks 9s 8h As 3d", BET, ("pass", BETS, "stand"), "The dealer's blackjack beats 17. You lose $5."),
    (
        ATTACK,
        "2s Ks Qs Ah As 3d",
        BET,
        ("pass", BETS, "stand"),
        "You have blackjack, and so does the dealer: the bets come back.",
    ),
    (
        ATTACK,
        "2s 7s Ks 6h Kd 3d",
        BET,
        ("pass", BETS, "surrender"),
        "You give up the hand: half of the bets comes back. You lose $2.50.",
    ),
    (
        ATTACK,
        "2s 7s Ks 6h Kd 3d",
        BUST,
        ("pass", BETS, "surrender"),
        "You give up the hand: half of the bets comes back. The bust bonus loses $1. You lose $3.50 in all.",
    ),
    (
        ATTACK,
        "2s 7s Ks 9h Kd 7c 3d",
        {"initial": 500, "bust bonus": 500},
        ("pass", BETS, "stand"),
        "19 beats 17. The bust bonus loses $5. You break even in all.",
    ),
    (
        ATTACK,
        "2s Ks 8s 8h 5d 9d As",
        BET,
        ("pass", BETS, "split", "stand", "stand on 2"),
        "Hand 1. The dealer's blackjack beats 13. You lose $5. Hand 2. The dealer has blackjack: the bets come back.",
    ),
    (
        ATTACK,
        "2s 7s 8s 8h 5d 9d Kc Jc 4c",
        BET,
        ("pass", BETS, "split", "stand", "hit on 2"),
        "Hand 1. 13 loses to 17. You lose $5. Hand 2. 27: you are over 21. You lose $5.",
    ),
]


@pytest.mark.parametrize(("game", "cards", "stakes", "acts", "sentence"), ENDS, ids=[end[-1][:50] for end in ENDS])
def test_an_end_is_told(game: str, cards: str, stakes: dict[str, int], acts: tuple[str, ...], sentence: str) -> None:
    round = played(game, cards, stakes, *acts)
    assert round.over
    assert said(round) == sentence


def test_others_read_the_name_of_the_player() -> None:
    round = played(CARIBBEAN, "9s Th Kd Td 8c 8s 9d 5d 4s 3h", ANTE, "bet")
    assert said(round, you="") == "Ann's nines lose to the dealer's tens. Ann loses $15."
    (named,) = results(round.game, round.events, names={ANN: "Zoë"})
    assert named.sentence == "Zoë's nines lose to the dealer's tens. Zoë loses $15."
    assert (
        said(played(ATTACK, "2s 7s Ks 8h Kd Jc 3d", BET, "pass", BETS, "hit"), you="")
        == "28: Ann is over 21. Ann loses $5."
    )


@pytest.mark.parametrize(
    ("game", "stakes", "cards", "why"),
    [
        (STUD, {"original": 500}, 4, "The round is void: what still lies on the table comes back."),
        (CARIBBEAN, ANTE, 7, "Your hand is void: what still lies on it comes back."),
    ],
)
def test_a_void_round_or_hand_is_told(game: str, stakes: dict[str, int], cards: int, why: str) -> None:
    round = opened(game)
    round.do("dealer", "report", what="misdeal", place="seat 1", amount=cards)
    for wager, amount in stakes.items():
        round.do(ANN, "wager", wager, amount)
    round.do("dealer", BETS)
    (one,) = results(round.game, round.events, ANN)
    assert (one.why, one.money, one.result, one.net) == (why, "", "void", 0)


@pytest.mark.parametrize("game", registry.games())
def test_every_line_that_decides_a_base_wager_has_words(game: str) -> None:
    """What the game settles by, and nothing else: a line that is misspelt would never be told."""
    ends = set(registry.game(game).words.ends)
    lines = {*getattr(import_module(f"pitboss.games.{game}.settle"), "LINES", ()), "surrendered"}
    assert ends
    assert {end.partition(",")[0] for end in ends} <= lines | {"win", "lose", "push"}


def test_who_has_wagers_on_the_hand_of_another_reads_whose_it_is() -> None:
    round = played(ATTACK, "2s 7s Ks 8h Kd Jc 3d", BET, "pass", BETS, "hit")
    beside = [replace(one, player="Bob") if isinstance(one, ev.Settled) else one for one in round.events]
    (told,) = results(round.game, beside, "Bob")
    assert told.sentence == "28: Ann is over 21. You lose $5."


def test_a_coupon_costs_nothing() -> None:
    round = opened(CARIBBEAN, "9s Qh 8d Jd 7c 8s 4d 5d 3s 3h", progressive_coupons=True)
    round.do(ANN, "wager", "ante", 500)
    round.do(ANN, "redeem", "progressive")
    round.do("dealer", BETS)
    round.do(ANN, "fold")
    assert said(round) == "Folded: you lose the ante and the progressive."


def test_a_game_without_words_has_plain_ones() -> None:
    round = played(CARIBBEAN, "9s Th Kd Td 8c 8s 9d 5d 4s 3h", ANTE, "bet")
    silent = replace(round.game, words=GameWords())
    (one,) = results(silent, round.events, ANN)
    assert one.sentence == "You lose: lower than the dealer. You lose $15."


def test_the_result_is_that_of_the_hand_and_the_money_that_of_all_wagers() -> None:
    """A bonus may win more than the hand loses."""
    round = played(CARIBBEAN, "As Qh Ks Qd 9s Qc 4s 5d 2s 5h", {"ante": 500, "bonus": 10_000}, "bet")
    (one,) = results(round.game, round.events, ANN)
    assert one.result == "lose"
    assert one.net > 0


def test_only_what_everybody_saw_is_told() -> None:
    """The cards of a folded hand are named to nobody, not even in the log of surveillance."""
    round = played(CARIBBEAN, "9s Qh 9d Jd 7c 8s 4d 5d 3s 3h", ANTE, "fold")
    of_seat = [event for event in (one.seen_by("public") for one in round.events) if event is not None]
    assert results(round.game, of_seat, ANN) == results(round.game, round.events, ANN)
    assert not any("nine" in one.sentence for one in results(round.game, round.events, ANN))
