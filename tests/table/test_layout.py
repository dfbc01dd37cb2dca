"""The layout, event by event, and the stack that its cards come from."""

from __future__ import annotations

import pytest

from pitboss.basics.cards import TEXT
from pitboss.basics.errors import IllegalAction
from pitboss.engine.procedures.shoe import Shoe, order_text, parse_order
from pitboss.engine.round import events as ev
from pitboss.engine.round.layout import Layout, View
from pitboss.engine.state import TableState

ANN = {"seat": 1, "player": "Ann", "wager": "ante"}
ANTE = (1, "Ann", 1, "ante")


def made(kind: type[ev.Event], **fields: object) -> ev.Event:
    return kind(round=1, clause="", **fields)  # type: ignore[call-arg]


def dealt(*cards: str, to: str = "seat 1", hand: int = 1) -> Layout:
    """A hand. A card in brackets lies face down."""
    faces = ["down" if card.startswith("[") else "up" for card in cards]
    return Layout(
        made(ev.Dealt, to=to, hand=hand, card=card.strip("[]"), face=face)
        for card, face in zip(cards, faces, strict=True)
    )


def lies(layout: Layout, place: str = "seat 1", hand: int = 1) -> list[str]:
    held = layout.hand(place, hand)
    return [f"[{card}]" if face == "down" else str(card) for card, face in zip(held.cards, held.faces, strict=True)]


# --- cards


@pytest.mark.parametrize(
    ("cards", "moved", "left", "gone"),
    [
        (["8s", "[8s]"], "8s", ["8s"], ["[8s]"]),
        (["8s", "[8h]", "5c"], "5c", ["8s", "[8h]"], ["5c"]),
        (["8s", "[8h]", "5c"], "8h", ["8s", "5c"], ["[8h]"]),
        (["[8s]", "8h", "5c"], "8s", ["8h", "5c"], ["[8s]"]),
        (["8s", "[8s]", "5c"], "8s", ["8s", "5c"], ["[8s]"]),
        (["8s", "8h", "[8s]", "5c", "4d"], "8s", ["8s", "8h", "5c", "4d"], ["[8s]"]),
        (["[As]", "8h", "8s", "5c", "4d"], "As", ["8h", "8s", "5c", "4d"], ["[As]"]),
    ],
)
def test_of_equal_cards_the_last_one_moves_as_it_lies(
    cards: list[str], moved: str, left: list[str], gone: list[str]
) -> None:
    split = dealt(*cards)
    split.apply(made(ev.Moved, place="seat 1", hand=1, to_hand=2, card=moved))
    assert (lies(split), lies(split, hand=2)) == (left, gone)
    out = dealt(*cards)
    out.apply(made(ev.Moved, place="seat 1", hand=1, to_hand=0, card=moved))
    assert lies(out) == left
    assert ("seat 1", 2) not in out.hands


def test_a_card_leaves_the_rack_once_and_unseen_by_whoever_did_not_see_it_come() -> None:
    gone = made(ev.Moved, place="discard rack", hand=1, to_hand=0, card="Th")
    layout = Layout([made(ev.Collected, place="seat 1", hand=1, cards=("2c", "Th", "Th"), faces=("up",) * 3)])
    layout.apply(gone)
    assert layout.rack == ["2c", "Th"]
    unseen = Layout([made(ev.Burned, card="2c", face="up"), made(ev.Burned, card=None, face="down")])
    unseen.apply(gone)
    assert unseen.rack == ["2c"]
    unseen.apply(gone)
    assert unseen.rack == ["2c"]


def test_cards_are_turned_one_by_one_or_all_and_turned_back_together() -> None:
    layout = dealt("Ks", "[8s]", "[5c]", to="dealer")
    layout.apply(made(ev.Exposed, place="dealer", hand=1, cards=("5c",), only=(2,)))
    assert lies(layout, "dealer") == ["Ks", "[8s]", "5c"]
    layout.apply(made(ev.Exposed, place="dealer", hand=1, cards=("Ks", "8s", "5c")))
    assert lies(layout, "dealer") == ["Ks", "8s", "5c"]
    layout.apply(made(ev.Concealed, place="dealer", hand=1))
    assert lies(layout, "dealer") == ["[Ks]", "[8s]", "[5c]"]


def test_cards_that_are_taken_up_go_to_the_rack_and_a_shuffle_empties_it() -> None:
    layout = dealt("Ks", "8s")
    layout.apply(made(ev.Collected, place="seat 1", hand=1, cards=("Ks", "8s"), faces=("up",) * 2))
    layout.apply(made(ev.Burned, card="2c", face="up"))
    assert (layout.cards("seat 1"), layout.rack) == ([], ["Ks", "8s", "2c"])
    layout.apply(made(ev.Shuffled, pack=1, by="shuffler", order="", key=""))
    assert layout.rack == []


def test_a_hand_is_live_until_it_folds_or_is_void() -> None:
    layout = dealt("Ks", "8s")
    assert layout.hand("seat 1").live
    layout.apply(made(ev.Chose, seat=1, player="Ann", hand=1, action="bet"))
    assert layout.hand("seat 1").live
    layout.apply(made(ev.Chose, seat=1, player="Ann", hand=1, action="fold"))
    folded = layout.hand("seat 1")
    assert (folded.actions, folded.folded, folded.void, folded.live) == (["bet", "fold"], True, False, False)
    layout.apply(made(ev.Voided, place="seat 2", hand=1))
    void = layout.hand("seat 2")
    assert (void.folded, void.void, void.live, layout.void) == (False, True, False, False)
    layout.apply(made(ev.Voided, place="round", hand=0))
    assert layout.void
    assert not {("round", 0), ("round", 1)} & layout.hands.keys()


def test_a_hand_that_is_void_for_one_player_stays_in_play_for_the_others() -> None:
    layout = dealt("Ks", "8s")
    layout.apply(made(ev.Voided, place="seat 1", hand=1, player="Ann"))
    assert (layout.hand("seat 1").void, layout.hand("seat 1").live, layout.void) == (False, True, False)


# --- wagers


def test_chips_are_added_up_and_a_coupon_stays_beside_them() -> None:
    layout = Layout(
        [made(ev.Wagered, **ANN, hand=1, amount=500, coupon=500), made(ev.Wagered, **ANN, hand=1, amount=200)]
    )
    assert (layout.stakes, layout.coupons, layout.staked) == ({ANTE: 700}, {ANTE: 500}, 700)
    layout.apply(made(ev.Withdrawn, **ANN, hand=1, amount=700))
    assert (layout.stakes, layout.coupons, layout.staked) == ({}, {}, 0)


def test_a_coupon_redeemed_is_a_wager_and_no_money() -> None:
    layout = Layout([made(ev.Wagered, **ANN, hand=1, amount=100, redeemed=True)])
    assert (layout.stakes, layout.redeemed, layout.staked) == ({ANTE: 100}, {ANTE}, 0)
    layout.apply(made(ev.Withdrawn, **ANN, hand=1, amount=100, redeemed=True))
    assert (layout.stakes, layout.redeemed, layout.staked) == ({}, set(), 0)


def settled(stake: int, returned: int, result: str = "win", *, redeemed: bool = False) -> ev.Settled:
    fields = {"stake": stake, "result": result, "returned": returned, "redeemed": redeemed}
    end = made(ev.Settled, **ANN, hand=1, line="", **fields)
    assert isinstance(end, ev.Settled)
    return end


def test_what_is_settled_leaves_and_the_rest_of_a_wager_stays() -> None:
    layout = Layout([made(ev.Wagered, **ANN, hand=1, amount=500, coupon=500), settled(200, 100, "lose")])
    assert (layout.stakes, layout.coupons, layout.returned) == ({ANTE: 300}, {ANTE: 500}, 100)
    layout.apply(settled(300, 600))
    assert (layout.stakes, layout.coupons, layout.returned, layout.staked) == ({}, {}, 700, 500)
    assert [end.stake for end in layout.settled] == [200, 300]


def test_a_cent_that_is_left_of_a_wager_stays() -> None:
    layout = Layout([made(ev.Wagered, **ANN, hand=1, amount=500, coupon=500), settled(499, 0, "lose")])
    assert (layout.stakes, layout.coupons) == ({ANTE: 1}, {ANTE: 500})


@pytest.mark.parametrize("amount", [1, 100])
def test_a_wager_placed_with_a_coupon_is_settled_whole_and_was_no_money(amount: int) -> None:
    end = settled(amount, 900, redeemed=True)
    layout = Layout([made(ev.Wagered, **ANN, hand=1, amount=amount, redeemed=True), end])
    assert (layout.stakes, layout.redeemed, layout.returned) == ({}, set(), 900)
    assert (end.stake, end.money, settled(amount, 900).money) == (amount, 0, amount)


def test_the_wagers_at_a_seat_are_those_of_a_player_on_a_hand() -> None:
    wagers = [(1, "Ann", 1), (1, "Bob", 1), (1, "Ann", 2), (2, "Ann", 1)]
    layout = Layout(
        made(ev.Wagered, seat=seat, player=player, hand=hand, wager="ante", amount=100 * at)
        for at, (seat, player, hand) in enumerate(wagers, 1)
    )
    assert [amount for _, amount in layout.stakes_of(1)] == [100, 200, 300]
    assert [amount for _, amount in layout.stakes_of(1, "Ann")] == [100, 300]
    assert [amount for _, amount in layout.stakes_of(1, "Bob")] == [200]
    assert [amount for _, amount in layout.stakes_of(1, hand=1)] == [100, 200]
    assert [amount for _, amount in layout.stakes_of(1, hand=2)] == [300]
    assert [amount for _, amount in layout.stakes_of(1, "Ann", 2)] == [300]
    assert [amount for _, amount in layout.stakes_of(2)] == [400]
    assert list(layout.stakes_of(3)) == []


def test_whoever_stands_behind_the_seats_is_at_none() -> None:
    seats = ((2, "Ann"), (0, "Zoe"), (1, "Bob"))
    assert Layout([made(ev.Began, game="", rules="", seats=seats, state=None)]).seats == {2: "Ann", 1: "Bob"}


def test_a_view_in_words_has_every_hand_with_its_own_wagers() -> None:
    events = [
        made(ev.Began, game="", rules="", seats=((1, "Ann"), (2, "Bob")), state=None),
        made(ev.Wagered, **ANN, hand=1, amount=500),
        made(ev.Wagered, **ANN, amount=700, hand=2),
        made(ev.Dealt, to="seat 1", hand=1, card="8s", face="up"),
        made(ev.Dealt, to="seat 1", hand=1, card="8h", face="down"),
        made(ev.Moved, place="seat 1", hand=1, to_hand=2, card="8h"),
        made(ev.Dealt, to="seat 2", hand=1, card="5c", face="down"),
        made(ev.Chose, seat=2, player="Bob", hand=1, action="fold"),
        made(ev.Dealt, to="dealer", hand=1, card="Kc", face="up"),
        made(ev.Voided, place="dealer", hand=1),
    ]
    assert str(View("surveillance", events)).splitlines() == [
        "seat 1              Ann  8s  ante $5",
        "seat 1 hand 2       Ann  [8h]  ante $7",
        "seat 2              Bob  [5c]  folded",
        "dealer              Kc  void",
    ]


# --- the stack


STACK = [f"{rank}{suit}" for rank in "23456789" for suit in "cdhs"][:13]
"""Thirteen cards from the top: 2c 2d 2h 2s 3c and so on."""


def drawn(shoe: Shoe) -> list[str]:
    found = []
    while shoe.left:
        card, boxed = shoe.take()
        found.append(TEXT[card] + "^" * boxed)
    return found


@pytest.mark.parametrize("depth", [0, 1, 5, 12])
def test_a_cut_puts_the_top_cards_at_the_bottom_whenever_it_was_made(depth: int) -> None:
    now, before = Shoe(" ".join(STACK)), Shoe(" ".join(STACK), depth)
    now.cut(depth)
    assert (now.depth, before.depth) == (depth, depth)
    assert drawn(now) == drawn(before) == STACK[depth:] + STACK[:depth]
    assert (now.was_cut, before.was_cut) == (True, depth > 0)


def test_cuts_add_up_and_cards_that_lie_face_up_go_with_them() -> None:
    marked = ["2c^", *STACK[1:11], "4s^", STACK[12]]
    shoe = Shoe(" ".join(marked), 5)
    assert drawn(Shoe(" ".join(marked), 5)) == marked[5:] + marked[:5]
    shoe.cut(11)
    assert shoe.depth == 3  # 16 of 13
    assert drawn(shoe) == marked[3:] + marked[:3]


@pytest.mark.parametrize("cursor", [0, 3, 5])
@pytest.mark.parametrize("ahead", [1, 2, 4])
def test_a_card_is_turned_up_so_many_draws_from_now(cursor: int, ahead: int) -> None:
    shoe = Shoe(" ".join(STACK), cursor=cursor)
    shoe.box(ahead)
    assert shoe.left == 13 - cursor
    assert [at for at, card in enumerate(drawn(shoe), 1) if card.endswith("^")] == [ahead]


@pytest.mark.parametrize(("depth", "number", "place"), [(0, 0, 0), (0, 12, 12), (5, 3, 8), (5, 8, 0), (5, 12, 4)])
def test_a_card_is_found_again_in_the_stack_as_it_was_shuffled(depth: int, number: int, place: int) -> None:
    shoe = Shoe(" ".join(STACK), depth)
    assert shoe.position(number) == place
    assert TEXT[shoe.cards[number]] == STACK[place]
    assert shoe.positions([number, number]) == [place]


def test_places_in_the_stack_are_told_from_the_top() -> None:
    assert Shoe(" ".join(STACK), 5).positions([7, 8, 1, 9]) == [0, 1, 6, 12]


def test_an_empty_stack_gives_no_card() -> None:
    shoe = Shoe("2c 2d", cursor=1)
    assert TEXT[shoe.next()] == "2d"
    assert shoe.left == 0
    with pytest.raises(IllegalAction, match="no cards are left in the shoe"):
        shoe.take()


def test_an_order_is_read_back_as_it_was_written() -> None:
    for at in range(70):  # more than the cache holds
        cards = [at % 52, (at + 1) % 52]
        assert parse_order(order_text(cards)) == (tuple(cards), ())
    assert parse_order("2c 2d^ 3c^") == ((0, 1, 4), (1, 2))


@pytest.mark.parametrize(
    ("since", "pack", "then"), [((), 1, (3, 0)), ((), 2, (0, 3)), ((1, 2), 1, (3, 2)), ((1, 2), 2, (1, 3))]
)
def test_each_pack_has_its_own_rounds_since_the_count(since: tuple[int, ...], pack: int, then: tuple[int, ...]) -> None:
    assert TableState(pack_since=since).with_since(pack, 3) == then
