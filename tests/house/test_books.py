"""The books against an independent count: from the layout, from each wager's end, and from the end of the round.

Rounds of every game try everything, with coupons, voids and jackpots. The tests move the meters themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from long import first_of
from meters import meter_moves
from pitboss import Table
from pitboss.basics.money import UNITS
from pitboss.engine import registry
from pitboss.engine.auto.drive import step, try_everything
from pitboss.engine.auto.random_events import Floor, high_hands
from pitboss.engine.round import events as ev
from pitboss.engine.round.layout import Layout
from pitboss.engine.round.round import Round
from pitboss.engine.table import Link
from pitboss.house.money import books
from pitboss.house.money.books import Posting, coupon_postings, fill_needed, is_account, net, postings

T = "t1"
RATES = (0.03, 0.3)
TABLES, ROUNDS = 12, 16
LUCKY = {"lucky_bonus": True, "lucky_bonus_every": 2}
LINKED = {"progressive": "D", "progressive_linked": True}
RULES: dict[str, list[dict[str, object]]] = {
    "boston_5_stud": [{}, {"payout_cap": 50_000_00}],
    "caribbean_stud": [
        {},
        {"five_card": True, "magic_card": True, "magic_card_every": 2, **LUCKY},
        {"progressive": "PTMGL02", "progressive_linked": True, "progressive_wager": 5_00},
    ],
    "double_attack_blackjack": [{}, {"verbal_wagers": True, "several_boxes": True}],
    "double_cross_poker": [{}, {"packs": 2}],
    "double_down_stud": [{}, {"two_areas": True}],
}
BORNE = "reset-keeps-the-seed"
EVERYWHERE = {"void", "win", "lose", "coupon taken", "coupon back", "withdrawn"}
SEEN: dict[str, set[str]] = {
    "boston_5_stud": EVERYWHERE,
    "caribbean_stud": {
        *(*EVERYWHERE, "push", "no stake", "redeemed and back", "redeemed and lost", "redeemed and won"),
        *("from a meter", "to a game account", "a meter was reset", "contribution reversed"),
    },
    "double_attack_blackjack": {*EVERYWHERE, "push", "surrender"},
    "double_cross_poker": EVERYWHERE,
    "double_down_stud": {*EVERYWHERE, "push"},
}
"""What the rounds of each game must contain, so that the tests reach it."""

every_game = pytest.mark.parametrize("name", registry.games())


def table_of(name: str, rules: dict[str, object], seed: int, link: Link | None = None, id: str = T) -> Table:
    table = Table(name, rules, seed=seed, link=link, id=id)
    for player in ("Ann", "Bob", "Cho", "Dee"):
        table.sit(player)
    return table


def rounds_of(name: str) -> Iterator[Round]:
    for rules in RULES[name]:
        for seed in range(TABLES):
            table = table_of(name, rules, seed)
            floor = Floor(table, Random(seed), irregularities=RATES[seed % len(RATES)])
            for _ in range(ROUNDS):
                yield floor.play()


def add(balances: Counter[str], lines: Iterable[Posting]) -> None:
    for account, units in lines:
        balances[account] += units


def check_round(round: Round) -> None:
    """Post a round record by record, and compare the balances with what the engine says."""
    money, coupons, laid = Counter[str](), Counter[str](), Layout()
    for record in round.records:
        laid.apply(record)
        lines, memoranda = postings(T, [record]), coupon_postings(T, [record])
        assert sum(line.units for line in lines) == sum(line.units for line in memoranda) == 0
        assert all(is_account(line.account) and line.units for line in (*lines, *memoranda))
        add(money, (*meter_moves(T, record), *lines))
        add(coupons, memoranda)
        in_chips = sum(amount for stake, amount in laid.stakes.items() if stake not in laid.redeemed)
        faces = sum(laid.coupons.values()) + sum(laid.stakes[stake] for stake in laid.redeemed)
        assert money["layout:t1"] == in_chips * UNITS
        assert coupons["coupon:layout:t1"] == faces * UNITS
        assert money["jackpot:t1"] >= 0
    check_end(round, money)
    check_coupons(round, coupons)


def check_end(round: Round, money: Counter[str]) -> None:
    end = round.events[-1]
    assert isinstance(end, ev.Ended)
    assert money["layout:t1"] == money["jackpot:t1"] == 0
    assert money["inventory:t1"] + money["house:t1"] == end.house_units
    meters = {name.removeprefix("meter:"): units for name, units in money.items() if name.startswith("meter:")}
    assert meters == end.meter_units
    players = {player for _, player in round.seats}
    won = sum(money[f"chips:t1:{player}"] + money[f"game:{player}"] for player in players)
    assert won == (end.returned - end.staked) * UNITS
    for player in players:
        ends = [one for one in round.settlements if one.player == player]
        credited = sum(one.returned for one in ends if one.source == "game account")
        assert money[f"game:{player}"] == credited * UNITS
        gained = sum(one.returned - (0 if one.redeemed else one.stake) for one in ends)
        assert money[f"chips:t1:{player}"] == (gained - credited) * UNITS
    known = {"house:t1", "layout:t1", "jackpot:t1", "inventory:t1", *(f"meter:{name}" for name in meters)}
    known |= {f"{kind}:{player}" for kind in ("chips:t1", "game") for player in players}
    assert money.keys() <= known


def check_coupons(round: Round, coupons: Counter[str]) -> None:
    taken = Counter[str]()
    for end in round.settlements:
        if end.coupon_taken:
            taken[end.player] += (end.coupon + (end.stake if end.redeemed else 0)) * UNITS
    assert coupons["coupon:layout:t1"] == 0
    assert coupons["coupon:taken"] == taken.total()
    for _, player in round.seats:
        assert coupons[f"coupon:at:t1:{player}"] == -taken[player]


def what_happened(round: Round) -> Iterator[str]:
    for record in round.records:
        match record:
            case ev.Settled():
                yield record.result
                if record.coupon:
                    yield "coupon taken" if record.coupon_taken else "coupon back"
                if record.redeemed:
                    how = {"win": "won", "lose": "lost", "void": "back"}[record.result]
                    yield f"redeemed and {how}"
                if record.source:
                    yield "to a game account" if record.source == "game account" else "from a meter"
                if record.wager == "envy" and not record.stake:
                    yield "no stake"
            case ev.Withdrawn():
                yield "withdrawn"
            case ev.Contributed(reversed=True):
                yield "contribution reversed"
            case ev.Paid(reset=reset) if reset:
                yield "a meter was reset"


@pytest.mark.parametrize("name", first_of(registry.games(), 2))
def test_the_books_of_a_round_agree_with_its_layout_and_its_end(name: str) -> None:
    seen = set[str]()
    for round in rounds_of(name):
        check_round(round)
        seen.update(what_happened(round))
    assert seen >= SEEN[name]


def test_the_books_are_right_if_another_table_wins_before_a_void() -> None:
    """The void then finds less in the linked meter than its wager put in, and the house bears the rest."""
    less = 0
    for seed in range(40):
        link, random = Link(), Random(seed)
        first, second = (table_of("caribbean_stud", LINKED, seed, link, id) for id in ("t1", "t2"))
        for _ in range(3):
            waits = first.open_round()
            while not waits.over and not any(isinstance(one, ev.Contributed) for one in waits.records):
                step(waits, random)
            second.stack(high_hands(second, random))
            check_round(try_everything(second.open_round(), random))
            check_round(try_everything(waits, random, irregularities=0.5))
            less += any(isinstance(one, ev.Contributed) and one.ruling == BORNE for one in waits.records)
    assert less


# --- one wager at a time, computed by hand


def settled(result: str, returned: int, *, stake: int = 500, **more: object) -> ev.Settled:
    given = {"round": 1, "clause": "", "seat": 1, "player": "ann", "hand": 1, "wager": "ante", **more}
    return ev.Settled(stake=stake, result=result, returned=returned, **given)  # type: ignore[arg-type]


def in_cents(lines: Iterable[Posting]) -> dict[str, int]:
    return {account: units // UNITS for account, units in net(lines)}


@pytest.mark.parametrize(
    ("end", "moves"),
    [
        (settled("lose", 0), {"layout:t1": -500, "inventory:t1": 500}),
        (settled("push", 500), {"layout:t1": -500, "chips:t1:ann": 500}),
        (settled("win", 1250), {"layout:t1": -500, "inventory:t1": -750, "chips:t1:ann": 1250}),
        (settled("surrender", 250), {"layout:t1": -500, "inventory:t1": 250, "chips:t1:ann": 250}),
        (settled("win", 1000, stake=0), {"inventory:t1": -1000, "chips:t1:ann": 1000}),
        (settled("win", 1000, redeemed=True, coupon_taken=True), {"inventory:t1": -1000, "chips:t1:ann": 1000}),
        (settled("void", 0, redeemed=True), {}),
        (
            settled("win", 9_000, source="meter"),
            {"layout:t1": -500, "inventory:t1": 500, "jackpot:t1": -9_000, "chips:t1:ann": 9_000},
        ),
        (settled("win", 9_000, source="meter", redeemed=True), {"jackpot:t1": -9_000, "chips:t1:ann": 9_000}),
        (
            settled("win", 9_000, source="game account"),
            {"layout:t1": -500, "inventory:t1": 500, "house:t1": -9_000, "game:ann": 9_000},
        ),
        (settled("win", 9_000, stake=0, source="game account"), {"house:t1": -9_000, "game:ann": 9_000}),
    ],
)
def test_the_end_of_a_wager_moves_money(end: ev.Settled, moves: dict[str, int]) -> None:
    assert in_cents(postings("t1", [end])) == moves


def test_chips_go_to_the_layout_and_back_and_coupons_beside_them() -> None:
    put = ev.Wagered(round=1, clause="", seat=1, player="ann", wager="ante", amount=500, hand=1, coupon=200)
    back = ev.Withdrawn(round=1, clause="", seat=1, player="ann", wager="ante", amount=500, hand=1, coupon=200)
    assert in_cents(postings("t1", [put])) == {"chips:t1:ann": -500, "layout:t1": 500}
    assert in_cents(postings("t1", [back])) == {"chips:t1:ann": 500, "layout:t1": -500}
    assert in_cents(coupon_postings("t1", [put])) == {"coupon:at:t1:ann": -200, "coupon:layout:t1": 200}
    assert in_cents(coupon_postings("t1", [back])) == {"coupon:at:t1:ann": 200, "coupon:layout:t1": -200}


def test_a_redeemed_coupon_moves_no_money() -> None:
    put = ev.Wagered(round=1, clause="", seat=1, player="ann", wager="progressive", amount=100, hand=1, redeemed=True)
    back = ev.Withdrawn(
        round=1, clause="", seat=1, player="ann", wager="progressive", amount=100, hand=1, redeemed=True
    )
    assert postings("t1", [put, back]) == []
    assert in_cents(coupon_postings("t1", [put])) == {"coupon:at:t1:ann": -100, "coupon:layout:t1": 100}
    assert in_cents(coupon_postings("t1", [back])) == {"coupon:at:t1:ann": 100, "coupon:layout:t1": -100}


@pytest.mark.parametrize(
    ("end", "to"),
    [
        (settled("win", 1200, coupon=200, coupon_taken=True), "coupon:taken"),
        (settled("lose", 0, coupon=200, coupon_taken=True), "coupon:taken"),
        (settled("push", 500, coupon=200), "coupon:at:t1:ann"),
        (settled("void", 0, stake=200, redeemed=True), "coupon:at:t1:ann"),
        (settled("lose", 0, stake=200, redeemed=True, coupon_taken=True), "coupon:taken"),
    ],
)
def test_a_coupon_is_taken_or_goes_back(end: ev.Settled, to: str) -> None:
    assert in_cents(coupon_postings("t1", [end])) == {"coupon:layout:t1": -200, to: 200}


# --- fills and names


@pytest.mark.parametrize(
    ("holds", "moves", "needed"),
    [(0, [], 0), (7, [-7], 0), (6, [-7], 1), (0, [5, -7], 2), (0, [-7, 5], 7), (3, [-2, -2, 9, -11], 3)],
)
def test_a_fill_keeps_the_inventory_from_going_below_zero_at_any_line(
    holds: int, moves: list[int], needed: int
) -> None:
    lines = [line for units in moves for line in (Posting("inventory:t1", units), Posting("chips:t1:ann", -units))]
    lines.insert(0, Posting("inventory:t2", -100))
    assert fill_needed("t1", holds, lines) == needed


def test_accounts_are_told_apart() -> None:
    names = [
        *(books.wallet("a"), books.chips("a", "a"), books.layout("a"), books.inventory("a"), books.jackpot("a")),
        *(books.meter("link/five card"), books.game_account("a"), books.coupons("a"), books.coupons_on("a")),
        *(books.house("a"), books.coupons_at("a", "b")),
        *(books.HOUSE, books.ISSUED, books.COUPONS_TAKEN, books.COUPONS_ISSUED),
    ]
    assert len(set(names)) == 15
    assert all(map(is_account, names))


@pytest.mark.parametrize(
    "name",
    [
        *("", "hous", "houses", "wallet", "wallet:", "wallet:a:b", "chips:a", "chips:a:", "chips:a:b:c", "layout:a\n"),
        *("coupon:a:b", "coupon:layout:a:b", "purse:a", "meter:a\0", "wallet:" + "a" * 194),
    ],
)
def test_other_names_are_no_accounts(name: str) -> None:
    assert not is_account(name)


@pytest.mark.parametrize("person", ["taken", "issued"])
def test_nobody_gets_the_coupon_accounts_of_the_house(person: str) -> None:
    with pytest.raises(ValueError, match="belongs to the house"):
        books.coupons(person)
