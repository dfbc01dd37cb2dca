"""What each game's decisions are worth: side wagers, insurance, doubled and split hands."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from importlib import import_module

import pytest

from attack_scene import AttackScene
from pitboss import advise
from pitboss.basics.cards import NUMBER, PACK_48, PACK_52, texts
from pitboss.basics.poker import CATEGORIES, HIGHER
from pitboss.coach.counsel import spots_of
from pitboss.engine import registry
from pitboss.engine.round import events as ev
from pitboss.engine.round.layout import View
from pitboss.engine.round.round import Round
from pitboss.engine.rules import load
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.games.double_cross_poker.mathematics.one_hand import by_end
from pitboss.mathematics.decision_values import SeatQuestion, Spot

from scene import Scene

ATTACK = "double_attack_blackjack"


def priced(round: Round, about: str, *, hand: int = 1, seat: int = 1) -> Spot:
    spots = spots_of(round.game.name)
    assert spots is not None
    found = spots.price(
        round.rules, round.view(f"seat {seat}"), SeatQuestion(about=about, seat=seat, player="Ann", hand=hand)
    )
    assert found is not None
    return found


def values(spot: Spot) -> dict[str, Fraction]:
    return {one.do: one.value for one in spot.options}


# --- the stud games


def test_a_shown_card_of_another_seat_counts_although_it_was_picked_up_face_down() -> None:
    """Bob exposes for the three-card wager, and folds: Ann still knows his cards."""
    cards = "As Kd 2c 7h 9c 9d 3s 4h 5c 6d 8s"
    scene = Scene("double_cross_poker", cards, players=("Bob", "Ann"))
    scene.wager("Bob", ante=500).wager("Bob", **{"three-card": 100}).wager("Ann", ante=500).no_more_bets()
    scene.round.do("Bob", "expose")
    before = priced(scene.round, "fold or raise", seat=2)
    scene.round.do("Bob", "fold")
    spot = priced(scene.round, "fold or raise", seat=2)
    assert len(spot.known["seen"].split()) == 2
    assert spot == before
    advice = advise("double_cross_poker", **spot.known)
    assert values(spot) == {do: 500 * advice.options[do] for do in ("vertical", "horizontal", "fold")}


def test_a_payout_limit_lowers_a_value() -> None:
    def worth(rules: dict[str, int]) -> Fraction:
        scene = Scene("double_down_stud", "Ks 7c Qs Js Ts", rules=rules).wager("Ann", original=50_000).no_more_bets()
        return values(priced(scene.round, "double"))["double"]

    free, limited = worth({"payout_cap": 0}), worth({"payout_cap": 100_000_00})
    advice = advise("double_down_stud", hand="Ks", board="Qs Js Ts")
    assert free == 50_000 * advice.options["double"]
    assert limited < free


@pytest.mark.parametrize("do", ["pass", "double"])
def test_a_coupon_is_worth_what_a_table_pays_for_it_over_every_hole_card(do: str) -> None:
    own, board = "Kd", "9d 8d 9s"
    holes = [card for card in texts(PACK_52).split() if card not in (own, *board.split())]
    nets, found = [], set()
    for hole in holes:
        scene = Scene("double_down_stud", f"{own} {hole} {board}")
        scene.do("Ann", "wager", "original", 1000, coupon=500)
        scene.no_more_bets()
        found.add(values(priced(scene.round, "double"))[do])
        scene.do("Ann", do, amount=1000 if do == "double" else 0)
        scene.no_more_bets().house()
        nets.append(sum(one.returned - one.stake for one in scene.round.settlements))
    assert found == {Fraction(sum(nets), len(holes))}


def test_the_cards_of_the_optional_bonus_decide_it() -> None:
    scene = Scene("boston_5_stud", "As Ad Ah 3c 2d 4h").wager("Ann", ante=500).wager("Ann", first=1000)
    scene.wager("Ann", **{"optional bonus": 100}).no_more_bets()
    spot = priced(scene.round, "expose or conceal")
    pays = scene.round.rules.optional_bonus["three of a kind"]
    back, per = pays.back
    assert values(spot) == {"expose": Fraction(100 * back, per) - 100, "conceal": Fraction(-100)}
    assert spot.deals == 1


def test_a_fold_loses_the_bonus_of_caribbean_stud() -> None:
    cards = "2s 9c 2d Tc 9h Jc 9d Qc 9s 3h"  # nines full of twos for Ann, dealt in turn with the dealer
    plain = Scene("caribbean_stud", cards).wager("Ann", ante=500).no_more_bets()
    with_bonus = Scene("caribbean_stud", cards).wager("Ann", ante=500).wager("Ann", bonus=100).no_more_bets()
    before, after = (priced(one.round, "bet or fold") for one in (plain, with_bonus))
    assert before.known == after.known
    won = values(after)["bet"] - values(before)["bet"]
    assert won > 0
    assert values(after)["fold"] == values(before)["fold"] - 100
    with_bonus.round.do("Ann", "bet")
    (bonus,) = [one for one in with_bonus.round.settlements if one.wager == "bonus"]
    assert won == bonus.returned - bonus.stake


def test_a_redeemed_coupon_costs_nothing_and_wins_as_a_chip_does() -> None:
    cards = "2s 9c 2d Tc 9h Jc 9d Qc 9s 3h"  # nines full of twos for Ann, dealt in turn with the dealer
    rules = {"progressive": "A", "progressive_coupons": True}
    plain, with_coupon = Scene("caribbean_stud", cards, rules=rules), Scene("caribbean_stud", cards, rules=rules)
    plain.wager("Ann", ante=500).no_more_bets()
    with_coupon.wager("Ann", ante=500).do("Ann", "redeem", "progressive")
    with_coupon.no_more_bets()
    before, after = (priced(one.round, "bet or fold") for one in (plain, with_coupon))
    with_coupon.do("Ann", "bet")
    with_coupon.house()
    (paid,) = [one for one in with_coupon.round.settlements if one.wager == "progressive"]
    assert paid.returned > 0
    assert values(after)["bet"] - values(before)["bet"] == paid.returned - paid.money
    assert values(after)["fold"] == values(before)["fold"]


def net(round: Round) -> int:
    return sum(one.returned - one.money for one in round.settlements)


@pytest.mark.parametrize(
    ("cards", "stake", "cap"), [("Kd 7c Kh 3d 4c", 1000, 0), ("Ks 7c Qs Js Ts", 500_00, 100_000_00)]
)
@pytest.mark.parametrize("do", ["pass", "double"])
def test_a_coupon_is_priced_as_every_hole_card_pays_it(do: str, cards: str, stake: int, cap: int) -> None:
    """Each round is dealt and settled by the engine."""

    def dealt(cards: list[str]) -> Scene:
        scene = Scene("double_down_stud", " ".join(cards), rules={"match_play": True, "payout_cap": cap})
        scene.do("Ann", "wager", "original", stake, coupon=500)
        return scene.no_more_bets()

    given = cards.split()
    spot = priced(dealt(given).round, "double")
    shown = " ".join(spot.known.values()).split()
    hole = next(at for at, card in enumerate(given) if card not in shown)
    nets = []
    for card in set(texts(PACK_52).split()).difference(shown):
        scene = dealt([*given[:hole], card, *given[hole + 1 :]])
        scene.do("Ann", do, amount=stake if do == "double" else 0)
        if not scene.round.over:
            scene.no_more_bets()
        nets.append(net(scene.round))
    assert values(spot)[do] == Fraction(sum(nets), len(nets))
    assert spot.exact
    assert spot.note.startswith("The values include what the coupon wins.")


@pytest.mark.parametrize(
    ("game", "cards", "wager", "about", "stays"),
    [
        ("caribbean_stud", "As 9c Kd Tc 9h Jc 8d Qc 7s 3h", "ante", "bet or fold", ("bet",)),
        ("boston_5_stud", "As Kd 9h 3c 2d 4h 5s 6s 7d 8c", "first", "second or fold", ("second",)),
        ("double_cross_poker", "As Kd 2c 7h 9c 9d 3s 4h 5c", "ante", "fold or raise", ("vertical", "horizontal")),
    ],
)
def test_a_coupon_adds_its_face_as_often_as_the_wager_wins(
    game: str, cards: str, wager: str, about: str, stays: tuple[str, ...]
) -> None:
    def spot(coupon: int) -> Spot:
        scene = Scene(game, cards, rules={"match_play": True})
        for placed, amount in (("ante", 500), *((("first", 1000),) if wager == "first" else ())):
            scene.do("Ann", "wager", placed, amount, **({"coupon": coupon} if coupon and placed == wager else {}))
        return priced(scene.no_more_bets().round, about)

    plain, small, large = spot(0), spot(100), spot(500)
    assert small.known == plain.known
    assert small.exact
    assert values(small)["fold"] == values(plain)["fold"]
    for do in stays:
        wins = (values(small)[do] - values(plain)[do]) / 100
        assert 0 < wins < 1
        assert values(large)[do] == values(plain)[do] + 500 * wins
        assert (wins * plain.deals).denominator == 1
        assert wins == won(game, plain, do)


def won(game: str, spot: Spot, do: str) -> Fraction:
    """How often the wager with the coupon wins, by the game's own counts."""
    known = {place: tuple(NUMBER[card] for card in cards.split()) for place, cards in spot.known.items()}
    counts = import_module(f"pitboss.games.{game}.mathematics.one_hand")
    if game == "caribbean_stud":
        below, _, _, higher = counts.count_with(known["hand"], known["up"][0], known.get("seen", ()))
        return Fraction(int(below + higher), spot.deals)
    if game == "boston_5_stud":
        return Fraction(int(counts.count_with(known["hand"], ())[HIGHER].sum()), spot.deals)
    found = counts.count_with(known["hand"], known["vertical"][0], known["horizontal"][0], ())
    of_array = dict(zip(("vertical", "horizontal"), found, strict=True))[do]
    return Fraction(int(by_end(of_array)[: len(CATEGORIES)].sum()), spot.deals)


# --- Double Attack Blackjack


def attack(cards: str, *moves: str | tuple[str, int], rules: dict[str, object] | None = None) -> AttackScene:
    """A round with an initial wager of $10 up to the moves."""
    scene = AttackScene(cards, rules=rules)
    scene.wager("Ann", initial=1000).no_more_bets()
    return scene.move(*moves)


def after(view: View, *events: ev.Event) -> View:
    return View(view.viewer, (*view.events, *events))


def unseen(spot: Spot) -> Counter[int]:
    left = Counter(PACK_48 * 6)
    left.subtract(NUMBER[card] for cards in spot.known.values() for card in cards.split())
    return +left


def drawn(card: int, hand: int = 1) -> ev.Dealt:
    return ev.Dealt(round=1, clause="7(f)", to="seat 1", hand=hand, card=texts([card]), face="up")


def average(view: View, spot: Spot, hand: int = 1, *, bust: int) -> Fraction:
    """The best value after one more card, over all unseen cards. A card that goes over 21 loses ``bust``."""
    spots, rules = spots_of(ATTACK), load(ATTACK, registry.game(ATTACK).rules, {})
    assert spots is not None
    asked = SeatQuestion(about="decision", seat=1, player="Ann", hand=hand)
    own = sum(LOW[NUMBER[card]] for card in spot.known["hand"].split())
    total, worth = Fraction(0), dict[int, Fraction]()
    for card, times in unseen(spot).items():
        points = LOW[card]
        if points not in worth:
            found = None if own + points > 21 else spots.price(rules, after(view, drawn(card, hand)), asked)
            worth[points] = Fraction(-bust) if found is None else found.best.value
        total += times * worth[points]
    return total / sum(unseen(spot).values())


def no_attack(scene: AttackScene) -> AttackScene:
    """Close the window of the attack, and what comes before the decisions."""
    while scene.round.asking is not None and scene.round.asking.about != "decision":
        scene.round.do("dealer", "no more bets")
    return scene


@pytest.mark.parametrize(("up", "attacked"), [("6c", 0), ("6c", 700), ("Kc", 300), ("Kc", 1000)])
def test_a_hit_is_worth_the_average_of_what_may_follow(up: str, attacked: int) -> None:
    scene = attack(f"{up} 9d 5h", *((("attack", attacked),) if attacked else ()))
    no_attack(scene)
    spot = priced(scene.round, "decision")
    assert spot.exact
    assert values(spot)["hit"] == average(scene.round.view("seat 1"), spot, bust=1000 + attacked)


@pytest.mark.parametrize(("up", "double"), [("6c", 1000), ("6c", 300), ("Kc", 1000)])
def test_a_double_is_worth_the_average_of_stand_and_surrender_after_it(up: str, double: int) -> None:
    scene = no_attack(attack(f"{up} 9d 5h"))
    spot = priced(scene.round, "decision")
    chose = ev.Chose(round=1, clause="9(a)", seat=1, player="Ann", hand=1, action="double", amount=double)
    staked = ev.Wagered(round=1, clause="9(a)", seat=1, player="Ann", wager="double", amount=double, hand=1)
    view = after(scene.round.view("seat 1"), chose, staked)
    option = spot.find("double")
    assert option is not None
    assert option.at(double) == average(view, spot, bust=1000 + double)


def test_a_part_of_an_attack_that_a_blackjack_spares_is_priced_as_it_is() -> None:
    whole, part = (priced(no_attack(attack("Kc 9d 5h", ("attack", n))).round, "decision") for n in (1000, 500))
    none = priced(no_attack(attack("Kc 9d 5h")).round, "decision")
    assert part.exact
    for do, value in values(part).items():
        between = (values(none)[do] + values(whole)[do]) / 2
        assert value == between if do in ("stand", "surrender") else value <= between  # one way to play for both


def test_a_coupon_is_worth_its_face_as_often_as_the_hand_wins() -> None:
    """A hand that stands wins as often with a coupon as without. The coupon of a bust bonus changes nothing."""

    def spot(coupon: int, beside: str = "initial") -> Spot:
        scene = AttackScene("Kc 9d 9h", rules={"match_play": True})
        for wager in ("initial", "bust bonus"):
            scene.do("Ann", "wager", wager, 1000, **({"coupon": coupon} if coupon and wager == beside else {}))
        return priced(no_attack(scene.no_more_bets()).round, "decision")

    plain, with_coupon, on_bonus = spot(0), spot(400), spot(400, "bust bonus")
    wins = sum(one.share for one in plain.ends if one.do == "stand" and one.cents > 0)
    assert 0 < wins < 1
    assert values(with_coupon)["stand"] == values(plain)["stand"] + 400 * wins
    assert values(with_coupon)["surrender"] == values(plain)["surrender"]
    assert with_coupon.exact
    assert "The values include what the coupon wins." in with_coupon.note
    assert on_bonus == plain


def test_the_attack_is_priced_before_the_cards() -> None:
    scene = AttackScene("6c 9d 5h").wager("Ann", initial=1000).no_more_bets()
    spot = priced(scene.round, "double attack")
    advice = advise(ATTACK, up="6c", seen=spot.known.get("seen", ""))
    assert values(spot) == {do: 1000 * advice.options[do] for do in ("pass", "attack")}
    assert spot.best.do == "attack"
    assert spot.deals == advice.deals


def test_insurance_counts_the_tens_that_are_left() -> None:
    scene = AttackScene("Ac Kd Qh").wager("Ann", initial=1000).no_more_bets().no_more_bets()
    spot = priced(scene.round, "insurance")
    left = unseen(spot)
    tens = sum(times for card, times in left.items() if LOW[card] == 10)
    assert sum(left.values()) == spot.deals == 288 - 3
    assert values(spot)["insure"] == Fraction(tens, spot.deals) * Fraction(500 * 7, 2) - 500


def test_a_split_hand_is_priced_alone_and_may_be_split_again() -> None:
    scene = no_attack(attack("6c 8d 8h 8s 9c 3d"))
    first = priced(scene.round, "decision")
    advice = advise(ATTACK, **first.known)
    assert values(first) == {do: 1000 * value for do, value in advice.options.items()}
    scene.move("split")
    again = priced(scene.round, "decision")
    assert {"split", "hit", "stand", "double", "surrender"} == set(values(again))
    assert "this hand alone" in again.note
    assert not again.exact  # the other hand waits, and may be split too
    scene.move("stand")
    second = priced(scene.round, "decision", hand=2)
    assert "split" not in values(second)
    assert second.exact
    seen = second.known["seen"].split()
    seen.remove("8s")
    advice = advise(ATTACK, up="6c", hand=second.known["hand"], split="8s", seen=" ".join(seen))
    assert values(second) == {do: 1000 * value for do, value in advice.options.items()}


def test_a_card_reader_that_found_no_blackjack_changes_the_values() -> None:
    read = no_attack(attack("Kc 9d 5h 7s", rules={"hole_card": "card reader"}))
    blind = no_attack(attack("Kc 9d 5h 7s", rules={"hole_card": "hole card"}))
    with_reader, without = (priced(one.round, "decision") for one in (read, blind))
    assert values(with_reader)["stand"] > values(without)["stand"]
    advice = advise(ATTACK, read.round.rules, **with_reader.known)
    assert values(with_reader) == {do: 1000 * value for do, value in advice.options.items()}
