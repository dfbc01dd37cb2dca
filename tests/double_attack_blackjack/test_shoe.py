"""Double Attack Blackjack, clause by clause: the shoe from opening to reshuffle."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from attack_scene import NAME, AttackScene
from attack_shoe import near_the_cut_card
from looks import citing, looked_at
from pitboss import Table
from pitboss.basics.cards import NUMBER, PACK_48, TEXT, name
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.procedures.shoe import opens
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import make
from pitboss.engine.round.round import Round
from pitboss.engine.state import SPREAD, TableState
from pitboss.games.double_attack_blackjack import GAME as DOUBLE_ATTACK
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.log.journal import LogWriter
from pitboss.log.proof import prove

from scene import KEY

clause = pytest.mark.clause
MANUAL = {"shuffler": "manual"}
SHOE = 48 * 6


def order(cards: tuple[int, ...]) -> str:
    return " ".join(TEXT[card] for card in cards)


def by_hand(rules: DoubleAttackRules, state: TableState | None = None, seats: int = 3) -> Round:
    """A round without an automatic shuffler. The test shuffles."""
    names = ("Ann", "Bob", "Cyd")[:seats]
    return Round(DOUBLE_ATTACK, rules, state or TableState(), [(i, name) for i, name in enumerate(names, 1)])


def shuffled(round: Round) -> Round:
    round.do(make(by="shuffler", do="shuffle", cards=order(round.to_shuffle), key=KEY))
    return round


def offered(round: Round) -> list[tuple[int, str]]:
    """The boxes offered the cut, and the clauses."""
    offers = looked_at(NAME, [event for event in round.events if isinstance(event, ev.Offered)])
    return [(event.seat, event.clause) for event in offers]


def stand_all(scene: AttackScene, *who: str) -> AttackScene:
    """A round in which these players wager and stand, and nobody insures."""
    for player in who or ("Ann",):
        scene.wager(player, initial=1000)
    while not scene.round.over:
        if scene.round.waiting[0].by == "player" and scene.round.asking and scene.round.asking.about == "decision":
            scene.move("stand")
        else:
            scene.no_more_bets()
    return scene


# --- sections 2 and 3: cards and opening


@clause(NAME, "2(a)")
@pytest.mark.parametrize("decks", [6, 8])
def test_2a_six_or_eight_decks_without_tens(decks: int) -> None:
    scene = AttackScene(rules={"decks": decks})
    stack = scene.events(ev.Shuffled)[0].order.split()
    assert len(stack) == 48 * decks
    assert sorted(stack) == sorted(TEXT[card] for card in PACK_48 * decks)
    assert not any(card[0] == "T" for card in stack)
    assert [e.step for e in scene.citing("2(a)")] == [f"the cut card is inserted {12 * decks} cards from the back"]


@clause(NAME, "3(a)", "3(b)", "3(c)")
def test_3_the_opening_tens_removed_decks_spread_inspected_and_washed() -> None:
    steps = [(e.step, e.clause) for e in AttackScene().events(ev.Procedure)][:7]
    assert steps == [
        ("receive the cards", "3(a)"),
        ("dealer inspects the cards, floorperson verifies them", "3(b)"),
        ("the tens are removed from each deck, and the floorperson verifies that none is left", "3(b)"),
        ("spread the cards face up, by suit and in sequence", "3(b)"),
        ("the first player inspects the cards", "3(c)"),
        ("turn the cards face down and wash them", "3(c)"),
        ("stack the cards", "3(c)"),
    ]


@clause(NAME, "3(a)", "4(b)(2)")
def test_3a_pre_shuffled_cards_are_not_washed_and_are_cut() -> None:
    round = shuffled(by_hand(DoubleAttackRules(preshuffled=True)))
    received = [e.step for e in citing(round, "3(a)") if isinstance(e, ev.Procedure)]
    assert received == ["receive the cards", "the cards come pre-shuffled"]
    steps = [e.step for e in round.events if isinstance(e, ev.Procedure)]
    assert "turn the cards face down and wash them" not in steps
    assert offered(round) == [(1, "4(d)(1)")]
    round.do("Ann", "cut", amount=100)
    assert [e.clause for e in round.events if isinstance(e, ev.Procedure)][-1] == "4(b)(2)"


@clause(NAME, "3(c)")
def test_3c_cards_are_remixed_if_one_is_seen_in_the_wash() -> None:
    round = by_hand(DoubleAttackRules())
    events = round.do("dealer", "report", what="card exposed in the wash")
    assert [e.clause for e in events] == ["3(c)"] * 3
    assert isinstance(events[1], ev.Procedure)
    assert "wash" in events[1].step


@clause(NAME, "3(c)")
def test_3c_a_card_can_be_seen_in_the_wash_of_an_ordinary_table() -> None:
    table = Table(NAME, seed=3)
    table.sit("Ann")
    first = table.open_round()
    assert first.do("dealer", "report", what="card exposed in the wash") == []
    again = first.check(first.input("dealer", "report", what="card exposed in the wash"))
    assert "is yet to come" in str(again)
    first.do("dealer", "spread")
    second = table.open_round()
    washes = [
        (type(e).__name__, e.clause)
        for e in looked_at(NAME, second.events)
        if isinstance(e, ev.Irregular) or (isinstance(e, ev.Procedure) and "wash" in e.step)
    ]
    assert washes == [("Procedure", "3(c)"), ("Irregular", "3(c)"), ("Procedure", "3(c)")]
    assert second.state.to_come == ()


# --- section 4: shuffle and cut


@clause(NAME, "4(a)", "4(b)", "4(b)(1)", "7(a)")
def test_4b1_cards_from_the_device_go_into_the_shoe_uncut() -> None:
    scene = AttackScene()
    assert not scene.events(ev.Cut)
    assert not scene.events(ev.Offered)
    assert scene.events(ev.Shuffled)[0].by == "automated"
    last = scene.events(ev.Procedure)[-1]
    assert (last.step, last.clause) == ("the stack is placed in the dealing shoe", "4(b)(1)")
    assert "not cut" in str(scene.refused("supervisor", "recut"))


@pytest.mark.parametrize("rules", [MANUAL, {"preshuffled": True}])
@clause(NAME, "4(b)", "4(b)(2)")
def test_4b2_cards_shuffled_by_hand_or_before_they_came_are_cut(rules: dict[str, object]) -> None:
    scene = AttackScene(rules=rules)
    assert scene.round.asking is not None
    assert scene.round.asking.about == "the cut"
    scene.do("Ann", "cut", amount=100)
    last = scene.events(ev.Procedure)[-1]
    assert (last.step, last.clause) == ("the stack is placed in the dealing shoe", "4(b)(2)")


@clause(NAME, "4(c)", "4(d)", "4(d)(1)")
def test_4d1_at_the_beginning_the_first_player_to_arrive_is_offered_the_cut() -> None:
    scene = AttackScene(players=(("Ann", 4), ("Bob", 6), ("Cyd", 1)), rules=MANUAL)
    assert offered(scene.round) == [(4, "4(d)(1)")]


@clause(NAME, "4(e)")
def test_4e_a_refused_cut_goes_counterclockwise_and_at_last_to_the_dealer() -> None:
    scene = AttackScene(players=(("Ann", 4), ("Bob", 6), ("Cyd", 1)), rules=MANUAL)
    for who in ("Ann", "Cyd", "Bob"):
        scene.do(who, "refuse")
    assert offered(scene.round) == [(4, "4(d)(1)"), (1, "4(e)"), (6, "4(e)")]
    scene.do("dealer", "cut", amount=120)
    end = scene.events(ev.Cut)[0]
    assert (end.by, end.depth) == ("dealer", 120)
    assert "4(e)" in end.also


@clause(NAME, "4(f)")
@pytest.mark.parametrize(("depth", "why"), [(47, "below the minimum depth"), (SHOE - 47, "above the maximum")])
def test_4f_a_cut_lies_a_deck_or_more_from_either_end(depth: int, why: str) -> None:
    scene = AttackScene(rules=MANUAL)
    refusal = scene.refused("Ann", "cut", amount=depth)
    assert refusal.clause == "4(f)"
    assert why in str(refusal)
    scene.do("Ann", "cut", amount=48 if depth == 47 else SHOE - 48)


@pytest.mark.parametrize("cut_by", ["players", "dealer"])
@clause(NAME, "4(f)", "7(j)(2)")
def test_4f_a_stack_of_less_than_two_decks_is_not_cut(cut_by: str) -> None:
    """No cut lies a deck from either end, so the cards leave the table."""
    scene = AttackScene(order(PACK_48 * 2)[3:], rules={**MANUAL, "cut_by": cut_by}, planted=True, exact=True, burn="")
    assert not scene.events(ev.Offered)
    assert scene.round.over
    assert [(e.what, e.clause) for e in scene.events(ev.Irregular)] == [("pack short of cards", "7(j)(2)")]
    whole = AttackScene(order(PACK_48 * 2), rules={**MANUAL, "cut_by": cut_by}, planted=True, exact=True, burn="")
    assert whole.refused("Ann" if cut_by == "players" else "dealer", "cut", amount=47).clause == "4(f)"


@clause(NAME, "4(f)", "7(c)")
def test_4f_the_cards_above_the_cut_go_to_the_bottom() -> None:
    scene = AttackScene(rules=MANUAL)
    stack = scene.events(ev.Shuffled)[0].order.split()
    scene.do("Ann", "cut", amount=60)
    scene.wager("Ann", initial=1000).no_more_bets()
    assert scene.events(ev.Burned)[0].card == stack[60]
    assert scene.held("dealer") == [stack[61]]


@pytest.mark.parametrize(("percent", "behind"), [(25, 72), (50, 144)])
@clause(NAME, "4(f)", "2(a)")
def test_4f_the_cut_card_is_a_quarter_or_more_from_the_back(percent: int, behind: int) -> None:
    scene = AttackScene(rules={"cut_card": percent})
    assert f"the cut card is inserted {behind} cards from the back" in scene.steps()
    assert scene.round._dealer.state.cut_card == SHOE - behind


@clause(NAME, "4(i)")
def test_4i_with_approval_the_cut_card_lies_nearer_the_back_and_no_card_is_burned() -> None:
    scene = AttackScene("7s 9h 8d", rules={"cut_card": 10, "burn": False, "approved_procedures": True}, burn="")
    (inserted,) = scene.citing("4(i)")
    assert (inserted.step, inserted.clause) == ("the cut card is inserted 29 cards from the back", "4(f)")
    assert scene.round._dealer.state.cut_card == SHOE - 29
    scene.wager("Ann", initial=1000).no_more_bets()
    assert scene.held("dealer") == ["7s"]
    assert not scene.events(ev.Burned)


def test_4i_with_approval_there_may_be_no_cut_card() -> None:
    scene = AttackScene(rules={"cut_card": 0, "approved_procedures": True})
    assert not any("cut card" in step for step in scene.steps())
    assert scene.round._dealer.state.cut_card == 0


@clause(NAME, "4(c)")
def test_4c_a_cut_of_cards_from_a_device_is_refused_by_the_clause_on_the_cut() -> None:
    refusal = AttackScene().refused("dealer", "cut", amount=100)
    assert (refusal.clause, "right after the shuffle" in refusal.wrong) == ("4(c)", True)


@clause(NAME, "4(c)")
def test_4c_as_an_option_the_dealer_cuts_for_the_table() -> None:
    scene = AttackScene(rules={**MANUAL, "cut_by": "dealer"})
    assert not scene.events(ev.Offered)
    scene.do("dealer", "cut", amount=100)
    assert "4(c)" in scene.events(ev.Cut)[0].also


@pytest.mark.parametrize(("who", "seat"), [("same", 2), ("next", 1)])
@clause(NAME, "4(g)")
def test_4g_a_supervisor_may_require_a_recut(who: str, seat: int) -> None:
    scene = AttackScene(players=(("Ann", 2), ("Bob", 1)), rules={**MANUAL, "recut_by": who})
    scene.do("Ann", "cut", amount=100)
    scene.do("supervisor", "recut")
    assert offered(scene.round)[-1] == (seat, "4(g)")


@clause(NAME, "4(g)", "4(e)")
def test_4g_a_recut_that_everyone_after_the_last_cutter_refuses_comes_back_to_them() -> None:
    scene = AttackScene(players=(("Ann", 2), ("Bob", 1)), rules={**MANUAL, "recut_by": "next"})
    scene.do("Ann", "cut", amount=100)
    scene.do("supervisor", "recut")
    scene.do("Bob", "refuse")
    assert offered(scene.round)[-1] == (2, "4(e)")
    scene.do("Ann", "cut", amount=60)
    assert [(e.player, e.depth) for e in scene.events(ev.Cut)] == [("Ann", 100), ("Ann", 60)]


def cut_card_on_bobs_box(recut_by: str) -> Round:
    """The cut card came on box 3, which Bob called without a seat. Ann sits there, and Cho at box 1."""
    state = TableState(round=1, condition="open", reshuffle=True, cut_card_box=3, cut_card_player="Bob")
    table = Table(NAME, {**MANUAL, "recut_by": recut_by}, seed=3, state=state)
    table.sit("Ann", 3)
    table.sit("Cho", 1)
    table.stand("Bob")
    return table.open_round()


@pytest.mark.parametrize(("recut_by", "then"), [("same", ["Ann", "Cho", "Bob"]), ("next", ["Cho", "Bob", "Ann"])])
@clause(NAME, "4(g)", "4(d)(2)", "4(e)")
def test_4g_the_last_cutter_is_a_person_and_not_a_box(recut_by: str, then: list[str]) -> None:
    round = cut_card_on_bobs_box(recut_by)
    round.do("Bob", "refuse", seat=3)
    round.do("Ann", "cut", amount=100)
    round.do("supervisor", "recut")
    asked = []
    while (party := round.waiting[0]).by == "player":
        asked.append(party.player)
        round.do(party.player, "refuse", seat=party.seat)
    assert asked == then
    assert [clause for _, clause in offered(round)] == ["4(d)(2)", "4(e)", "4(g)", "4(e)", "4(e)"]


@clause(NAME, "4(g)", "4(d)(2)")
def test_4g_after_a_cut_by_the_dealer_the_next_in_turn_is_whom_the_cut_was_offered_first() -> None:
    round = cut_card_on_bobs_box("next")
    for player, seat in (("Bob", 3), ("Ann", 3), ("Cho", 1)):
        round.do(player, "refuse", seat=seat)
    round.do("dealer", "cut", amount=100)
    round.do("supervisor", "recut")
    assert [party.player for party in round.waiting] == ["Bob"]
    assert [clause for _, clause in offered(round)] == ["4(d)(2)", "4(e)", "4(e)", "4(g)"]


@clause(NAME, "4(f)", "4(g)", "4(e)")
def test_4g_after_a_recut_the_cut_card_goes_in_again_and_the_stack_into_the_shoe() -> None:
    scene = AttackScene(players=(("Ann", 2), ("Bob", 1)), rules=MANUAL)
    scene.do("Ann", "cut", amount=100)
    scene.do("supervisor", "recut")
    assert scene.refused("Ann", "cut", amount=47).clause == "4(f)"
    scene.do("Ann", "refuse")
    assert offered(scene.round)[-1] == (1, "4(e)")
    told = scene.do("Bob", "cut", amount=60)
    assert [(e.step, e.clause) for e in told if isinstance(e, ev.Procedure)] == [
        ("the cut card is inserted 72 cards from the back", "4(f)"),
        ("the stack is placed in the dealing shoe", "4(b)(2)"),
    ]


@pytest.mark.parametrize("recut_by", ["same", "next"])
@clause(NAME, "4(g)", "4(c)")
def test_4g_the_dealer_who_cuts_for_the_table_recuts(recut_by: str) -> None:
    """Nobody was offered the cut, so nobody else is the next in turn."""
    scene = AttackScene(rules={**MANUAL, "cut_by": "dealer", "recut_by": recut_by})
    scene.do("dealer", "cut", amount=100)
    scene.do("supervisor", "recut")
    scene.do("dealer", "cut", amount=90)
    assert [(e.depth, e.clause, e.also) for e in scene.events(ev.Cut)] == [
        (100, "4(f)", ("4(c)",)),
        (90, "4(f)", ("4(c)", "4(g)")),
    ]
    assert scene.round._dealer.shoe.depth == 190
    scene.do("dealer", "spread")
    assert scene.table.state.depth == 190  # also where nothing is dealt


@clause(NAME, "4(g)")
def test_4g_no_recut_once_cards_have_been_dealt() -> None:
    scene = AttackScene(rules={**MANUAL, "cut_by": "dealer"})
    scene.do("dealer", "cut", amount=100)
    stand_all(scene)
    scene.next_round()
    refusal = scene.refused("supervisor", "recut")
    assert refusal.clause == "4(g)"
    assert "cards have been dealt" in str(refusal)


def shuffling(scene: AttackScene) -> list[tuple[str, tuple[str, ...]]]:
    """The steps of the shuffle and their citations, including the order and the cut."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for event in looked_at(NAME, scene.round.events):
        rests = (event.clause, *event.also)
        if isinstance(event, ev.Procedure) and any(clause.startswith("4(k)") for clause in rests):
            found.append((event.step, rests))
        elif isinstance(event, ev.Shuffled | ev.Cut) or getattr(event, "step", "").endswith("dealing shoe"):
            found.append((type(event).__name__, ()))
    return found


RIFFLE = ("riffle", ("4(k)(2)", "4(k)"))
TURN = ("turn one of two stacks about, and riffle them", ("4(k)(3)", "4(k)", "4(k)(2)"))
STRIP = ("strip, after two riffles", ("4(k)(4)", "4(k)"))
CUT_LAST = ("the cut was the last step of the shuffle", ("4(k)(5)", "4(k)"))


@clause(NAME, "4(k)", "4(k)(2)", "4(k)(3)", "4(k)(4)", "4(k)(5)")
def test_4k_a_shuffle_by_hand_riffles_turns_strips_and_ends_with_the_cut() -> None:
    scene = AttackScene(rules=MANUAL)
    scene.do("Ann", "cut", amount=100)
    steps = shuffling(scene)
    assert steps == [RIFFLE, TURN, STRIP, ("Shuffled", ()), ("Cut", ()), CUT_LAST, ("Procedure", ())]
    before_the_strip = steps[: steps.index(STRIP)]
    assert sum("4(k)(2)" in rests for _, rests in before_the_strip) >= 2


@clause(NAME, "4(k)", "4(k)(1)", "4(h)")
def test_4k1_a_reshuffle_begins_with_the_plug_of_the_unused_cards() -> None:
    scene = AttackScene(rules={**MANUAL, "cut_by": "dealer"})
    assert shuffling(scene)[0] == RIFFLE  # new cards: none are unused
    scene.do("dealer", "cut", amount=100)
    stand_all(scene)
    scene.next_round()
    scene.do("dealer", "reshuffle")
    plug = ("plug: the unused cards go in among the discards", ("4(k)(1)", "4(k)"))
    assert shuffling(scene) == [plug, RIFFLE, TURN, STRIP, ("Shuffled", ())]


@pytest.mark.parametrize("rules", [{}, {"preshuffled": True}])
def test_4k_neither_a_device_nor_whoever_shuffled_before_takes_these_steps(rules: dict[str, object]) -> None:
    scene = AttackScene(rules=rules)
    if rules:
        scene.do("Ann", "cut", amount=100)
    assert [step for step, rests in shuffling(scene) if rests] == []


@clause(NAME, "4(j)", "4(k)")
def test_4k1_cards_that_were_spread_are_washed_and_have_no_plug() -> None:
    scene = AttackScene(rules={**MANUAL, "cut_by": "dealer"})
    scene.do("dealer", "cut", amount=100)
    stand_all(scene)
    scene.next_round().do("dealer", "spread")
    scene.next_round()
    assert shuffling(scene)[0] == RIFFLE


# --- 4(h), 7(j): the cut card and the licensee's reshuffle


def play_out(round: Round) -> Round:
    return drive(round, DOUBLE_ATTACK.basic, Random(1))


@pytest.mark.parametrize(
    ("left", "box", "first", "by"),
    [
        pytest.param(0, 0, 3, "4(d)(3)", marks=clause(NAME, "4(d)(3)")),
        pytest.param(1, 1, 1, "4(d)(2)", marks=clause(NAME, "4(d)(2)")),
        pytest.param(5, 2, 2, "4(d)(2)", marks=clause(NAME, "4(d)(2)")),
    ],
)
@clause(NAME, "7(j)", "7(j)(2)", "7(j)(3)", "4(h)")
def test_4d_the_cut_goes_to_the_box_where_the_cut_card_appeared(left: int, box: int, first: int, by: str) -> None:
    rules = DoubleAttackRules(shuffler="manual")
    last = play_out(by_hand(rules, near_the_cut_card(left, {"shuffler": "manual"})))
    appeared = next(e for e in last.events if isinstance(e, ev.Procedure) and e.clause == "7(j)")
    assert (appeared.step, appeared.seat) == ("the cut card appears", box)
    assert last.state.cut_card_box == box
    counted = next(e for e in last.events if isinstance(e, ev.Counted))
    assert (counted.clause, counted.found, counted.expected) == ("7(j)(2)", SHOE, SHOE)

    new = shuffled(by_hand(rules, last.state))
    assert [(e.step, e.clause) for e in citing(new, "4(h)") if isinstance(e, ev.Procedure)] == [
        ("the cut card was reached: the cards are shuffled", "7(j)(3)")
    ]
    assert offered(new) == [(first, by)]


@pytest.mark.parametrize(
    ("seats", "asked"), [((5, 3, 1), [1, 5, 3]), ((5, 3, 2, 1), [2, 1, 5, 3]), ((4, 3, 6), [6, 4, 3])]
)
@clause(NAME, "4(d)(2)", "4(e)")
def test_4d2_if_the_player_has_left_the_next_counterclockwise_is_offered_the_cut(
    seats: tuple[int, ...], asked: list[int]
) -> None:
    """Bob called box 2. The next in turn may be somebody who has taken his seat, or sit at the far right."""
    state = TableState(round=9, condition="open", cut_card_box=2, cut_card_player="Bob")
    people = [(seat, f"Player {seat}") for seat in seats]
    round = shuffled(Round(DOUBLE_ATTACK, DoubleAttackRules(shuffler="manual"), state, people))
    for seat in asked[:-1]:
        round.do(f"Player {seat}", "refuse")
    assert [seat for seat, _ in offered(round)] == asked
    assert offered(round)[0][1] == "4(d)(2)"


@pytest.mark.parametrize("recut_by", ["same", "next"])
@clause(NAME, "4(d)(2)", "4(e)", "4(g)")
def test_4d2_someone_who_stands_and_called_that_box_is_offered_the_cut(recut_by: str) -> None:
    """Bob stands behind the seats and plays box 2, where the cut card comes."""
    rules = DoubleAttackRules(shuffler="manual", recut_by="next" if recut_by == "next" else "same")
    at = [(5, "Eve"), (1, "Ann"), (0, "Bob")]
    last = Round(DOUBLE_ATTACK, rules, near_the_cut_card(2, {"shuffler": "manual"}), at)
    last.do("Ann", "wager", "initial", 1000)
    last.do("Bob", "wager", "initial", 1000, seat=2)
    last.do("dealer", "no more bets")
    play_out(last)
    assert (last.state.cut_card_box, last.state.cut_card_player) == (2, "Bob")

    new = shuffled(Round(DOUBLE_ATTACK, rules, last.state, at))
    assert [(e.seat, e.player, e.clause) for e in new.events if isinstance(e, ev.Offered)] == [(2, "Bob", "4(d)(2)")]
    new.do("Bob", "cut", amount=60, seat=2)
    new.do("supervisor", "recut")
    assert offered(new)[-1] == ((2, "4(g)") if recut_by == "same" else (1, "4(g)"))

    left = shuffled(Round(DOUBLE_ATTACK, rules, last.state, at[:2]))
    left.do("Ann", "refuse")
    assert offered(left) == [(1, "4(d)(2)"), (5, "4(e)")]


def stand_out(left: int) -> Round:
    """Three players stand in a round that starts this many cards before the cut card."""
    round = by_hand(DoubleAttackRules(), near_the_cut_card(left))
    for who in ("Ann", "Bob", "Cyd"):
        round.do(who, "wager", "initial", 1000)
    while not round.over:
        window = round.waiting[-1].by == "dealer"
        round.do("dealer", "no more bets") if window else round.do(round.waiting[0].player, "stand")
    return round


@clause(NAME, "7(j)(1)", "7(j)(2)", "7(h)")
def test_7j1_in_the_round_of_the_cut_card_the_cards_are_collected_in_order_and_then_counted() -> None:
    round = stand_out(2)
    kinds = (ev.Settled, ev.Collected, ev.Stub, ev.Counted)
    ends = [event for event in looked_at(NAME, round.events) if isinstance(event, kinds)]
    assert [getattr(event, "place", type(event).__name__) for event in ends] == [
        *["Settled"] * 3,
        "seat 3",
        "seat 2",
        "seat 1",
        "dealer",
        "Stub",
        "Counted",
    ]
    assert {(event.clause, event.also) for event in ends[3:7]} == {("7(h)", ("7(j)(1)",))}
    assert round.state.rack.split()[-len(round.layout.rack) :] == round.layout.rack


@clause(NAME, "7(h)")
def test_7j1_before_the_cut_card_comes_7h_alone_has_them_collected_and_nothing_is_counted() -> None:
    round = stand_out(60)
    ends = [event for event in looked_at(NAME, round.events) if isinstance(event, ev.Collected | ev.Stub | ev.Counted)]
    assert {type(event) for event in ends} == {ev.Collected}
    assert {(event.clause, event.also) for event in ends} == {("7(h)", ())}


@clause(NAME, "7(j)")
def test_7j_the_round_is_finished_before_the_shuffle() -> None:
    last = play_out(by_hand(DoubleAttackRules(), near_the_cut_card(2)))
    assert last.over
    assert len([e for e in last.events if isinstance(e, ev.Shuffled)]) == 0
    assert last.state.reshuffle


@clause(NAME, "4(h)", "4(d)(4)")
def test_4d4_after_a_reshuffle_by_the_licensee_the_far_right_is_offered_the_cut() -> None:
    scene = AttackScene(players=(("Ann", 2), ("Bob", 5), ("Cyd", 4)), rules=MANUAL)
    scene.do("Ann", "cut", amount=100)
    assert "just shuffled" in str(scene.refused("dealer", "reshuffle"))
    stand_all(scene)
    scene.next_round()
    scene.do("supervisor", "reshuffle")
    assert offered(scene.round) == [(5, "4(d)(4)")]
    scene.do("Bob", "cut", amount=50)
    assert scene.round._dealer.state.cursor == 0
    assert scene.round._dealer.state.burn


@clause(NAME, "4(h)")
def test_4h_no_reshuffle_while_the_cut_card_has_not_come() -> None:
    scene = stand_all(AttackScene())
    assert not scene.round.state.reshuffle
    used = scene.round.state.cursor
    scene.next_round()
    assert not scene.events(ev.Shuffled)
    assert scene.round._dealer.shoe.cursor == used
    scene.do("dealer", "reshuffle")
    assert len(scene.events(ev.Shuffled)) == 1


@clause(NAME, "4(h)", "4(d)(4)")
def test_4h_as_an_option_the_cards_are_reshuffled_after_every_round() -> None:
    rules = {**MANUAL, "reshuffle_each_round": True}
    scene = AttackScene(players=("Ann", "Bob"), rules=rules).move(("cut", 100))
    stand_all(scene)
    scene.next_round()
    assert [e.step for e in scene.citing("4(h)")] == ["the licensee has the cards reshuffled"]
    assert len(scene.events(ev.Shuffled)) == 1
    assert offered(scene.round) == [(2, "4(d)(4)")]


@clause(NAME, "7(j)(2)")
def test_7j2_a_shoe_with_a_card_missing_leaves_the_table_when_it_is_done() -> None:
    state = near_the_cut_card(2)
    short = Round(
        DOUBLE_ATTACK,
        DoubleAttackRules(),
        TableState(
            round=9,
            condition="open",
            order=state.order.rsplit(" ", 1)[0],
            key=state.key,
            cursor=state.cursor,
            cut_card=state.cut_card,
            rack=state.rack,
            reshuffle=False,
        ),
        [(1, "Ann"), (2, "Bob"), (3, "Cyd")],
    )
    play_out(short)
    counted = next(e for e in short.events if isinstance(e, ev.Counted))
    assert (counted.found, counted.expected) == (SHOE - 1, SHOE)
    assert short.state.condition == "new"


# --- 4(j): the idle table


@clause(NAME, "4(j)", "3(c)", "4(d)(1)")
def test_4j_idle_cards_are_spread_then_inspected_washed_and_shuffled() -> None:
    scene = stand_all(AttackScene(rules={**MANUAL, "cut_by": "players"}).move(("cut", 100)))
    scene.next_round()
    scene.do("dealer", "spread")
    assert scene.round.state.condition == SPREAD
    scene.next_round()
    steps = [(e.step, e.clause) for e in scene.events(ev.Procedure) if "4(j)" in e.also]
    assert [step for step, _ in steps] == [
        "the first player inspects the cards",
        "turn the cards face down and wash them",
        "stack the cards",
    ]
    assert offered(scene.round) == [(1, "4(d)(1)")]


# --- 7(c): the burn card


@clause(NAME, "7(c)")
def test_7c_a_new_shoe_burns_one_card_face_down_and_later_rounds_none() -> None:
    scene = stand_all(AttackScene(burn="4h"))
    (burned,) = scene.events(ev.Burned)
    assert (burned.card, burned.face) == ("4h", "down")
    for viewer in ("seat 1", "public", "dealer"):
        seen = [e for e in scene.round.view(viewer).events if isinstance(e, ev.Burned)]
        assert [e.card for e in seen] == [None]
    scene.next_round()
    stand_all(scene)
    assert not scene.events(ev.Burned)


@clause(NAME, "7(c)")
def test_7c_each_new_dealer_burns_a_card() -> None:
    scene = stand_all(AttackScene())
    scene.table.new_dealer()
    scene.next_round()
    stand_all(scene)
    assert len(scene.events(ev.Burned)) == 1


@clause(NAME, "7(c)")
def test_7c_the_burn_card_is_disclosed_to_a_player_who_asks() -> None:
    scene = AttackScene("7s 9h 8d", burn="4h").wager("Ann", initial=1000).no_more_bets()
    scene.do("Ann", "burn card")
    assert scene.events(ev.Announced)[-1].words == "the burn card is the four of hearts"
    scene.no_more_bets()
    assert "burn card" in str(scene.refused("Ann", "burn card"))


@clause(NAME, "7(c)")
def test_7c_it_may_be_asked_for_in_the_decisions_too() -> None:
    scene = AttackScene("7s 9h 8d", burn="4h").wager("Ann", initial=1000).no_more_bets().no_more_bets()
    scene.do("Ann", "burn card")
    assert scene.events(ev.Announced)[-1].words == "the burn card is the four of hearts"
    scene.do("Ann", "stand")


@clause(NAME, "7(c)")
def test_7c_it_may_be_asked_for_as_long_as_the_shoe_lasts() -> None:
    scene = stand_all(AttackScene(burn="4h"))
    scene.table.new_dealer()
    scene.next_round()
    stand_all(scene)
    again = scene.events(ev.Burned)[0].card
    scene.next_round()
    told = scene.do("Ann", "burn card")
    assert [event.words for event in told if isinstance(event, ev.Announced)] == [
        "the burn card is the four of hearts",
        f"the burn card is the {name(NUMBER[again])}",
    ]
    assert scene.refused("Ann", "burn card").clause == "5(d)"


@clause(NAME, "7(c)")
def test_7c_a_new_shoe_leaves_nothing_to_tell_of_the_last() -> None:
    scene = stand_all(AttackScene(burn="4h"))
    scene.next_round().do("dealer", "reshuffle")
    assert "burn card" in str(scene.refused("Ann", "burn card"))
    scene.wager("Ann", initial=1000).no_more_bets()
    (burned,) = scene.events(ev.Burned)
    told = scene.do("Ann", "burn card")
    assert [event.words for event in told] == [f"the burn card is the {name(NUMBER[burned.card])}"]


def test_4i_with_approval_the_burn_card_is_not_disclosed() -> None:
    rules = {"burn_shown": False, "approved_procedures": True}
    scene = AttackScene("7s 9h 8d", rules=rules).wager("Ann", initial=1000).no_more_bets()
    offers = scene.round.offers(scene.round.waiting[0])
    assert [offer.do for offer in offers if not offer.why_not] == ["attack", "pass"]
    refusal = scene.refused("Ann", "burn card")
    assert refusal.wrong == "Ann at seat 1 can't do 'burn card'"
    assert refusal.allowed == "allowed now: attack, pass"


# --- commitments


@clause(NAME, "4(a)")
def test_4a_the_shoe_is_committed_to_at_the_shuffle_and_opened_when_it_is_done() -> None:
    scene = AttackScene()
    made = scene.events(ev.Committed)[0].commitments
    assert len(made) == SHOE
    stand_all(scene)
    assert not scene.events(ev.Opened)
    scene.next_round()
    scene.do("supervisor", "reshuffle")
    (shown,) = scene.events(ev.Opened)
    assert len(shown.cards) == SHOE
    assert all(opens(made[at], card, salt) for at, card, salt in shown.cards)


def test_a_log_of_many_rounds_over_several_shoes_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    table = Table(NAME, {"shuffler": "manual", "cut_card": 75}, seed=5)
    for who in ("Ann", "Bob", "Cyd"):
        table.sit(who)
    random = Random(5)
    with LogWriter(path, table.game, table.rules) as log:
        for number in range(45):
            if number == 10:
                table.new_dealer()
            log.add(drive(table.open_round(), table.game.basic, random))
    proof = prove(path, registry.game)
    assert proof.rounds == 45
    assert proof.commitments >= 5 * SHOE
