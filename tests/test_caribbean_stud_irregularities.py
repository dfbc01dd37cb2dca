"""Caribbean Stud Poker, clause by clause: irregularities, and what they undo."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from caribbean import BELOW, FIVE_CARD, HANDS, NAMES, QUALIFIES, at_table, decide, laid, played
from pitboss import Table
from pitboss.table import events as ev
from pitboss.table.policy import drive, random_legal
from pitboss.table.round import Round

from scene import Scene

clause = pytest.mark.clause
GAME = "caribbean_stud"
AUTOMATED_SHOE = {"dealing": "automated shoe"}


def two(**rules: object) -> Scene:
    """Ann and Bob have wagered, with side wagers, and bets are still open."""
    scene = Scene(GAME, players=NAMES[:2], rules=rules)
    return scene.wager("Ann", ante=1000, bonus=500, progressive=100, cover_all=500).wager("Bob", ante=1000)


def results(scene: Scene, who: str) -> set[tuple[str, int]]:
    return {(end.result, end.returned - end.stake) for end in scene.round.settlements if end.player == who}


VOID = {("void", 0)}

# --- 13(a): an exposed hole card


@clause(GAME, "13(a)")
def test_13a_a_hole_card_seen_before_every_decision_voids_all_hands() -> None:
    scene = two().no_more_bets()
    scene.do("Ann", "bet", amount=2000)
    scene.report("exposed hole card")
    assert results(scene, "Ann") == results(scene, "Bob") == VOID
    assert scene.events(ev.Voided)[0].ruling == "hole-exposed"
    assert scene.round.over


@clause(GAME, "13(a)")
def test_13a_a_fold_made_before_stands() -> None:
    scene = two().no_more_bets()
    scene.do("Ann", "fold")
    scene.report("exposed hole card", by="supervisor")
    assert scene.result("Ann", "ante") == ("lose", 0)
    assert scene.result("Ann", "progressive") == ("lose", 0)
    assert scene.result("Ann", "cover all") == ("void", 500)
    assert results(scene, "Bob") == VOID
    # what a lost wager added to the meter stays in it
    assert scene.table.meters["meter"].value == 1_000_070


@clause(GAME, "13(a)")
def test_13a_it_can_be_reported_only_while_players_decide() -> None:
    scene = two()
    assert scene.refused("dealer", "report", what="exposed hole card").clause == "13(a)"


@clause(GAME, "13(a)", "11(d)(5)")
def test_13a_a_void_takes_contributions_back() -> None:
    scene = at_table([HANDS["straight"]], side={"progressive": 100, "five_card_bonus": 100}, rules=FIVE_CARD)
    assert scene.table.meters["meter"].value == 1_000_070
    scene.report("exposed hole card")
    assert [(e.meter, e.amount, e.reversed) for e in scene.events(ev.Contributed)] == [
        ("meter", "70", False),
        ("five card", "70", False),
        ("meter", "70", True),
        ("five card", "70", True),
    ]
    assert scene.table.meters["meter"].value == scene.table.meters["five card"].value == 1_000_000
    assert scene.events(ev.Ended)[0].meters == {"meter": "0", "five card": "0"}


# --- 13(b), 13(c): boxed cards, cards drawn in error


@clause(GAME, "13(b)")
def test_13b_one_card_face_up_goes_to_the_rack_and_the_next_is_used() -> None:
    cards = laid([HANDS["straight"]], QUALIFIES).split()
    scene = Scene(GAME, " ".join(["2c^", *cards])).wager("Ann", ante=1000).no_more_bets()
    assert [(e.card, e.face, e.clause) for e in scene.events(ev.Burned)] == [("2c", "up", "13(b)")]
    assert decide(scene).result("Ann", "bet") == ("win", 10_000)


@clause(GAME, "13(b)")
@pytest.mark.parametrize("rules", [{}, AUTOMATED_SHOE])
def test_13b_a_second_one_voids_all_hands(rules: dict[str, object]) -> None:
    scene = two(**rules)
    scene.report("boxed card", amount=3)
    scene.report("boxed card", amount=9)
    scene.no_more_bets()
    assert results(scene, "Ann") == results(scene, "Bob") == VOID
    assert scene.events(ev.Voided)[0].reshuffle
    assert len(scene.events(ev.Burned)) == 2


@clause(GAME, "13(c)")
def test_13c_a_card_drawn_in_error_unseen_is_the_next_card() -> None:
    scene = Scene(GAME, laid([HANDS["straight"]], QUALIFIES)).wager("Ann", ante=1000)
    scene.report("card drawn in error")
    scene.no_more_bets()
    assert scene.events(ev.Irregular)[0].remedy == "it is used as the next card"
    assert decide(scene).result("Ann", "bet") == ("win", 10_000)


# --- 13(d): misdeals


@clause(GAME, "13(d)")
@pytest.mark.parametrize("rules", [{}, {"dealing": "hand"}, AUTOMATED_SHOE])
@pytest.mark.parametrize("cards", [0, 1, 4, 6, 9])
def test_13d_a_players_wrong_number_of_cards_voids_that_hand_alone(cards: int, rules: dict[str, object]) -> None:
    scene = two(**rules)
    scene.report("misdeal", place="seat 1", amount=cards)
    scene.no_more_bets()
    assert results(scene, "Ann") == VOID
    assert scene.round.asking is not None
    assert scene.round.asking.waiting[0].player == "Bob"
    decide(scene).house()
    assert results(scene, "Bob") != VOID
    assert scene.events(ev.Dealt)[-1].to == "dealer"
    assert scene.table.meters["meter"].value == 1_000_000


@clause(GAME, "13(d)")
@pytest.mark.parametrize("rules", [{}, {"dealing": "hand"}, AUTOMATED_SHOE])
def test_13d_a_dealers_four_cards_get_a_fifth(rules: dict[str, object]) -> None:
    scene = two(**rules)
    scene.report("misdeal", place="dealer", amount=4)
    scene.no_more_bets()
    assert scene.round.view("surveillance").cards("dealer").count(None) == 0
    added = scene.events(ev.Dealt)[-1]
    assert (added.to, added.face, added.clause) == ("dealer", "down", "13(d)")
    assert scene.round.view("public").cards("dealer")[1:] == [None] * 4
    decide(scene).house()
    assert VOID not in (results(scene, "Ann"), results(scene, "Bob"))


@clause(GAME, "13(d)")
@pytest.mark.parametrize("rules", [{}, {"dealing": "hand"}, AUTOMATED_SHOE])
@pytest.mark.parametrize("cards", [0, 3, 6])
def test_13d_any_other_misdeal_to_the_dealer_voids_all_hands(cards: int, rules: dict[str, object]) -> None:
    scene = two(**rules)
    scene.report("misdeal", place="dealer", amount=cards)
    scene.no_more_bets()
    assert results(scene, "Ann") == results(scene, "Bob") == VOID
    assert scene.events(ev.Voided)[0].reshuffle


@clause(GAME, "13(d)")
def test_13d_a_misdeal_that_nobody_noticed_shows_when_the_cards_are_turned() -> None:
    scene = two()
    scene.report("unnoticed misdeal", place="seat 1", amount=6)
    scene.no_more_bets()
    assert scene.round.asking is not None
    assert scene.round.asking.waiting[0].player == "Ann"
    decide(scene).house()
    assert results(scene, "Ann") == VOID
    assert results(scene, "Bob") != VOID


@clause(GAME, "13(d)")
@pytest.mark.parametrize("rules", [{}, AUTOMATED_SHOE])
@pytest.mark.parametrize(("cards", "void"), [(0, True), (3, True), (4, False), (6, True)])
def test_13d_nor_did_anybody_notice_the_dealers(cards: int, void: bool, rules: dict[str, object]) -> None:
    scene = two(**rules)
    scene.report("unnoticed misdeal", place="dealer", amount=cards)
    decide(scene.no_more_bets()).house()
    assert (results(scene, "Bob") == VOID) is void


@clause(GAME, "13(d)")
def test_13d_a_folded_hand_with_a_live_wager_is_void_too() -> None:
    scene = Scene(GAME, rules=FIVE_CARD).wager("Ann", ante=1000, five_card_bonus=100)
    scene.report("unnoticed misdeal", place="seat 1", amount=4)
    decide(scene.no_more_bets(), folds=["Ann"]).house()
    assert scene.result("Ann", "ante") == ("lose", 0)
    assert scene.result("Ann", "five card bonus") == ("void", 100)


@clause(GAME, "13(d)", "10(c)2.v.")
def test_13d_a_void_hand_neither_gives_nor_gets_envy() -> None:
    hands = [HANDS["high card"], HANDS["straight flush"], "Ks Qs Js Ts 9s"]
    scene = Scene(GAME, laid(hands, BELOW), players=NAMES[:3])
    for who in NAMES[:3]:
        scene.wager(who, ante=1000, progressive=100)
    # Cy's fifth card goes to the dealer instead, who comes after all players
    scene.report("misdeal", place="seat 3", amount=4)
    decide(scene.no_more_bets()).house()
    assert results(scene, "Cy") == VOID
    assert [end.player for end in scene.round.settlements if end.wager == "envy"] == ["Ann"]


# --- 13(f): a jammed automated shoe


@clause(GAME, "13(f)")
@pytest.mark.parametrize("card", [1, 7, 15])
def test_13f_a_jam_voids_the_round(card: int) -> None:
    scene = two(**AUTOMATED_SHOE)
    scene.report("shoe jam", amount=card)
    scene.no_more_bets()
    assert len(scene.events(ev.Dealt)) == card - 1
    assert results(scene, "Ann") == results(scene, "Bob") == VOID
    assert scene.events(ev.Voided)[0].reshuffle


@clause(GAME, "13(f)")
def test_13f_only_an_automated_shoe_jams() -> None:
    assert two().refused("dealer", "report", what="shoe jam", amount=3).clause == "13(f)"


# --- whatever happens, the money adds up


@pytest.mark.parametrize("seed", range(8))
def test_random_rounds_with_random_misfortunes_end_and_conserve_money(seed: int) -> None:
    random = Random(seed)
    rules = {
        **FIVE_CARD,
        "dealing": random.choice(["manual shoe", "hand", "automated shoe"]),
        "progressive": "PTMGLML02",
        "progressive_shares": {"mega": 34, "major": 33, "minor": 33},
        "magic_card": True,
        "magic_card_every": 1,
        "lucky_bonus": True,
        "lucky_bonus_every": 2,
    }
    table = Table(GAME, rules, seed=seed)
    for who in NAMES[: random.randint(1, 7)]:
        table.sit(who)
    players, house, meters = 0, Fraction(0), dict.fromkeys(table.meters, Fraction(0))
    for _ in range(12):
        round = drive(table.open_round(), random_legal, random, stop=lambda party: party.by == "dealer")
        report(round, random)
        ended = drive(round, random_legal, random).events[-1]
        assert isinstance(ended, ev.Ended)
        players += ended.returned - ended.staked
        house += Fraction(ended.house)
        for name, gain in ended.meters.items():
            meters[name] += Fraction(gain)
    assert players + house + sum(meters.values()) == 0
    for name, meter in table.meters.items():
        assert meter.value == meter.terms.seed + meters[name]


def report(round: Round, random: Random) -> None:
    """Something goes wrong, or nothing does."""
    offer = random.choice([o for o in round.reports() if not o.why_not])
    place = random.choice(offer.places) if offer.places else ""
    amount = random.randint(offer.least, min(offer.most, 9))
    given = round.input("dealer", "report", what=(offer.what or ("",))[0], place=place, amount=amount)
    if round.allows(given):
        round.do(given)


def test_a_round_without_side_wagers_leaves_the_meters_alone() -> None:
    scene = played([HANDS["royal flush"]])
    assert scene.events(ev.Ended)[0].meters == {}
