"""The table in a terminal: typed lines, drawings, and play at a seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from itertools import cycle, islice
from random import Random

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from long import only
from pitboss import Table
from pitboss.basics.cards import PACK_52
from pitboss.basics.money import dollars
from pitboss.engine import registry
from pitboss.engine.round.asks import Offer, Party
from pitboss.engine.round.events import Dealt, Shuffled
from pitboss.engine.round.inputs import make
from pitboss.engine.round.layout import Layout
from pitboss.terminal.seat.answers import Answer, choices, read, read_amount
from pitboss.terminal.seat.drawing import (
    PlainGrid,
    at_its_end,
    draw_cards,
    draw_figure,
    draw_table,
    fit,
    fits,
    plain_grid,
    small_cards,
)
from pitboss.terminal.seat.seat import examples
from seats import own_seat

from scene import KEY, stacked

NAME = "double_down_stud"

# --- typed lines

ORIGINAL = Offer(do="wager", wager="original", clause="6(a)", least=500, most=50_000, step=100)
BONUS = Offer(do="wager", wager="bonus", clause="6(d)", least=100, most=10_000, step=100, optional=True)
WITHDRAW = Offer(do="withdraw", wager="original", clause="6(b)", optional=True)
FOLD = Offer(do="fold", clause="10(c)")
CUT = Offer(do="cut", clause="4(e)", least=10, most=42, unit="cards")
CLOSED = Offer(do="split", clause="10(a)", why_not="the cards are not alike")


@pytest.mark.parametrize(
    ("line", "name", "amount"),
    [
        ("original 25", "original", 2500),
        ("orig $25", "original", 2500),
        ("ORIGINAL 2.50", "original", 250),
        ("wager original 1,000", "original", 100_000),
        ("25", "original", 2500),
        ("25 original", "original", 2500),
        ("bet $ 25 on the original", "original", 2500),
        ("1,000.50 dollars", "original", 100_050),
        ("bonus", "bonus", None),
        ("b 1", "bonus", 100),
        ("withdraw", "withdraw original", None),
        ("w o", "withdraw original", None),
        ("fold", "fold", None),
        ("f", "fold", None),
        ("split", "split", None),
    ],
)
def test_a_line_names_a_choice_and_an_amount(line: str, name: str, amount: int | None) -> None:
    answer = read(line, choices([ORIGINAL, BONUS, WITHDRAW, FOLD, CLOSED]))
    assert isinstance(answer, Answer)
    assert (answer.choice.name, answer.amount) == (name, amount)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("raise 5", "you can't do 'raise' now; you may: original, bonus, withdraw original, withdraw bonus, fold"),
        ("original 2.505", "'2.505' has a fraction of a cent: give dollars, as in 25 or 2.50"),
        ("original 2,50", "'2,50' is not an amount: give dollars, as in 25 or 2.50"),
        ("original Abc", "'Abc' is not an amount: give dollars, as in 25 or 2.50"),
        ("original 5X", "'5X' is not an amount: give dollars, as in 25 or 2.50"),
        ("Raise", "you can't do 'Raise' now; you may: original, bonus, withdraw original, withdraw bonus, fold"),
        ("1e3", "'1e3' is not an amount: give dollars, as in 25 or 2.50"),
        ("original -3", "'-3' is negative: give dollars, as in 25 or 2.50"),
        ("-$3", "'-$3' is negative: give dollars, as in 25 or 2.50"),
        ("with", "'with' could mean withdraw original or withdraw bonus: type more of the name"),
        ("25 coupon lots", "'lots' is not an amount: give dollars, as in 25 or 2.50"),
        ("99999999999999999999", "'99999999999999999999' is more than any table takes: give dollars, as in 25 or 2.50"),
    ],
)
def test_a_line_that_means_nothing_gets_a_sentence(line: str, complaint: str) -> None:
    withdraw_bonus = Offer(do="withdraw", wager="bonus", clause="6(b)")
    assert read(line, choices([ORIGINAL, BONUS, WITHDRAW, withdraw_bonus, FOLD])) == complaint


@pytest.mark.parametrize("line", ["bet", "wager", "place the bet", "coupon 10"])
def test_a_wager_without_an_amount_is_told_that_it_takes_one(line: str) -> None:
    known = choices([ORIGINAL, BONUS, FOLD])
    assert read(line, known) == "original takes an amount, $5 to $500: type it after the name"
    assert read(line, choices([FOLD])) == "choose one of these; you may: fold"


def test_a_coupon_lies_beside_the_chips() -> None:
    answer = read("original 25 coupon 10", choices([ORIGINAL]))
    assert isinstance(answer, Answer)
    given = answer.choice.input(Party("player", 1, "You"), answer.amount or 0, answer.coupon)
    assert (given.amount, given.coupon) == (2500, 1000)


def test_cards_are_counted_and_not_paid_for() -> None:
    answer = read("cut 20", choices([CUT]))
    assert isinstance(answer, Answer)
    assert answer.amount == 20
    assert answer.choice.amounts == "10 to 42 cards"
    assert read("cut 2.50", choices([CUT])) == "cut takes a whole number of cards"


def test_things_that_can_be_named_are_choices_of_their_own_and_hands_are_told_apart() -> None:
    named = Offer(do="place", clause="13", what=("first", "second"))
    unnamed = Offer(do="vertical", clause="10", places=("", "vertical", "horizontal"))
    hit = [Offer(do="hit", clause="9", hand=hand) for hand in (1, 2)]
    stand = [Offer(do="stand", clause="9", hand=1), Offer(do="stand", clause="9", hand=2, why_not="stood already")]
    names = [choice.name for choice in choices([named, unnamed, *hit, *stand])]
    assert names == ["place first", "place second", "vertical", "hit hand 1", "hit hand 2", "stand", "stand hand 2"]
    answer = read("hit hand 2", choices(hit))
    assert isinstance(answer, Answer)
    assert answer.choice.offer.hand == 2


def test_reports_of_irregularities_are_not_for_players() -> None:
    assert choices([Offer(do="report", clause="11", what=("boxed card",))]) == []


def test_amounts_are_dollars() -> None:
    assert [read_amount(word) for word in ("0", "5", "$5.5", "5.05")] == [0, 500, 550, 505]
    assert "is not an amount" in str(read_amount("\N{FULLWIDTH DIGIT SIX}"))


# --- drawings


def drawn(thing: object, width: int = 80) -> str:
    console = Console(file=StringIO(), width=width, force_terminal=False)
    console.print(thing)
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue()


def test_cards_show_rank_and_suit_and_backs_show_nothing() -> None:
    text = drawn(draw_cards(["As", "Th", None, "2c"], ["up", "up", "down", "down"]))
    assert [line.split() for line in text.splitlines()][1] == ["│", "A♠│", "│10♥│", "│░░░│", "┆", "2♣┆"]
    assert drawn(small_cards(["As", None, "2c"], ["up", "down", "down"])).strip() == "A♠ ?? [2♣]"


def test_a_table_shows_the_seat_its_own_cards_and_the_others_face_down() -> None:
    table = Table("double_down_stud", seed=3)
    table.sit("You"), table.sit("Bob")
    round = table.open_round()
    for player in ("You", "Bob"):
        round.do(player, "wager", "original", 1000)
    round.do("dealer", "no more bets")
    layout = round.view("seat 1").layout
    text = drawn(draw_table(round.game, layout, round.seats, "You", "title", "status"))
    assert text.count("░░░") == 1, "the hole card"
    assert "You, seat 1: original $10" in text
    assert "Bob, seat 2" in text


def test_the_end_of_a_round_is_drawn_with_its_cards_and_wagers() -> None:
    table = Table("double_down_stud", seed=3)
    table.sit("You")
    round = table.open_round()
    round.do("You", "wager", "original", 1000)
    round.do("dealer", "no more bets")
    round.do("dealer", "no more bets")
    final = at_its_end(round.view("seat 1").events)
    assert len(final.cards("community")) == 4
    assert list(final.stakes.values()) == [1000]


# --- play at a seat


class Session:
    """A seat whose player types these lines and then leaves."""

    def __init__(
        self,
        game: str,
        lines: Iterator[str] | list[str],
        *,
        seats: int = 2,
        bankroll: int = 100_000,
        order: str = "",
        width: int = 100,
    ) -> None:
        self.lines, self.prompts = iter(lines), list[str]()
        shuffled = make(by="shuffler", do="shuffle", cards=order, key=KEY)
        self.table = Table(game, seed=3, attendants={"shuffler": lambda *_: shuffled} if order else {})
        self.console = Console(file=StringIO(), width=width, force_terminal=False, highlight=False)
        self.seat, self.at = own_seat(self.table, self.console, self._ask, bankroll)
        for number in range(1, seats):
            self.table.sit(f"Player {number + 1}")
        self.seat.play()
        file = self.console.file
        assert isinstance(file, StringIO)
        self.text = file.getvalue()

    def _ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


def test_a_round_is_wagered_decided_and_paid() -> None:
    session = Session(NAME, ["25", "", "double 10", "quit"])
    assert "On the layout: original $25. You have $975." in session.text
    assert "This round: " in session.text
    assert session.table.round is not None
    assert session.table.round.over
    end = session.table.round.view("seat 1").layout
    mine = [s for s in end.settled if s.player == "You"]
    assert session.at.bankroll == 100_000 + sum(s.returned - s.stake for s in mine)
    assert f"You leave with {dollars(session.at.bankroll)}" in session.text


def test_refusals_are_sentences_with_their_clause_and_the_question_is_put_again() -> None:
    session = Session(NAME, ["3", "12.50", "600", "raise", "25", "", "double 26", "pass", "quit"])
    assert "An original wager of $3 is below the table minimum, which is $5 (clause 6(a))." in session.text
    assert "is not a multiple of the smallest chip, which is $1" in session.text
    assert "An original wager of $600 is above the table maximum, which is $500" in session.text
    assert "You can't do 'raise' now" in session.text
    assert "above the original wager, which is $25 (clause 8(d))" in session.text
    assert "This round: " in session.text


def test_one_enter_places_the_wagers_of_last_time_and_deals() -> None:
    session = Session("caribbean_stud", ["ante 25", "bonus 5", "", "fold", "", "fold", "quit"])
    assert session.prompts[3:6] == ["> ", "Enter deals again, $30; next to change bets, quit to leave: ", "> "]
    assert session.text.count("This round: ") == 2
    assert session.table.round is not None
    assert [one.money for one in session.table.round.settlements if one.player == "You"] == [2500, 500]


@pytest.mark.parametrize("game", registry.games())
def test_one_enter_deals_for_the_least_and_the_prompt_says_the_sum(game: str) -> None:
    session = Session(game, ["", "quit"])
    assert session.prompts[0] == f"Enter deals you in, {dollars(registry.opening(game))} > "
    assert session.table.round is not None
    assert any(isinstance(event, Dealt) for event in session.table.round.events), "the cards are out"
    staked = sum(amount for (_, who, _, _), amount in session.table.round.layout.stakes.items() if who == "You")
    assert staked == registry.opening(game)


def test_enter_completes_what_lies_and_deals() -> None:
    session = Session("boston_5_stud", ["ante 10", "", "quit"])
    assert session.prompts[:2] == ["Enter deals you in, $15 > ", "Enter deals you in, $30 > "]
    assert "Your wagers of $30 stay on the layout." in session.text


def test_next_opens_a_round_without_wagers() -> None:
    session = Session(NAME, ["25", "", "pass", "next", "10", "", "quit"])
    assert "Your wagers of $10 stay on the layout." in session.text


def test_enter_deals_for_the_least_if_the_last_wagers_are_too_much() -> None:
    """A hand that never wins: a nine high."""
    order = stacked("9s 8h 4d 3c 2s", PACK_52)
    session = Session(NAME, ["25", "", "pass", "", "", "quit"], seats=1, bankroll=4000, order=order)
    assert session.prompts[-3:] == ["Enter for the next round, quit to leave: ", "Enter deals you in, $5 > ", "> "]


@pytest.mark.parametrize(("cards", "does"), [("9s 9d 2c", "expose"), ("9s 8d 2c", "conceal")])
def test_enter_shows_a_hand_that_wins_a_bonus_and_no_other(cards: str, does: str) -> None:
    """Ruling no-show-no-pay: an interface shows winning hands unless the player declines."""
    order = stacked(cards, PACK_52)
    session = Session("boston_5_stud", ["ante 5", "first", "optional bonus 5", "", "", "quit"], seats=1, order=order)
    assert f"Enter    {does}\n" in re.sub(r" +\n", "\n", session.text)
    assert session.table.round is not None
    assert [given.do for given in session.table.round.inputs if given.do in ("expose", "conceal")] == [does]


def test_an_amount_is_asked_for_where_it_was_left_out() -> None:
    session = Session(NAME, ["original", "original many", "30", "", "pass", "quit"])
    assert "Original takes an amount, $5 to $500: type it after the name." in session.text
    assert "'many' is not an amount" in session.text
    assert "On the layout: original $30." in session.text


def test_a_wager_is_taken_back() -> None:
    session = Session(NAME, ["25", "withdraw", "10", "", "pass", "quit"])
    assert "On the layout: no wagers. You have $1,000." in session.text
    assert "On the layout: original $10." in session.text


def test_more_than_the_bankroll_is_refused() -> None:
    session = Session(NAME, ["40", "", "double 20", "double 10", "quit"], bankroll=5_000)
    assert "That costs $20, but you have $10." in session.text


def test_a_bankroll_below_the_minimum_asks_for_more() -> None:
    session = Session(NAME, islice(cycle(["500", "500", "", "pass", ""]), 5000), bankroll=50_000)
    assert "You have $0, and the table minimum is $5." in session.text
    assert session.prompts[-1] == "Type buy 100 to buy chips for $100, or quit to leave: "
    assert session.at.bankroll < 500


def test_a_round_is_sat_out() -> None:
    session = Session(NAME, ["sit out", "quit"])
    assert "This round: neither up nor down." in session.text


def test_one_alone_can_not_sit_out() -> None:
    session = Session(NAME, ["sit out", "quit"], seats=1)
    assert "skip this round" not in session.text
    assert "You can't do 'sit out' now" in session.text


def test_leaving_before_no_more_bets_takes_the_wagers_back() -> None:
    session = Session("caribbean_stud", ["ante 25", "bonus 5", "cover all 2", "quit"])
    assert "You take back your wagers of $32." in session.text
    assert "stay on the layout" not in session.text
    assert "You leave with $1,000, neither up nor down." in session.text
    assert session.table.round is not None
    assert not session.table.round.layout.stakes


def test_leaving_in_mid_round_leaves_the_wagers() -> None:
    session = Session(NAME, ["25", "", "quit"])
    assert "Your wagers of $25 stay on the layout." in session.text
    assert "You leave with $975, down $25." in session.text


@pytest.mark.parametrize("leave", [KeyboardInterrupt, EOFError])
def test_an_interrupt_or_end_of_input_leaves_cleanly(leave: type[BaseException]) -> None:
    def interrupted() -> Iterator[str]:
        yield "25"
        raise leave

    assert "You leave with $1,000, neither up nor down." in Session(NAME, interrupted()).text


def test_help_clauses_and_pay_tables_are_at_the_prompt() -> None:
    session = Session(NAME, ["?", "pay", "clause 8(d)", "clause 99", "table", "quit"])
    assert "place a double down wager" in session.text
    assert "1,000 to 1" in session.text
    assert "8(d): " in session.text
    assert "The document has no clause '99'." in session.text
    assert session.text.count("no wagers yet") == 2


@pytest.mark.parametrize("game", registry.games())
def test_the_examples_of_the_help_fit_the_game(game: str) -> None:
    found = examples(registry.game(game), Table(game).rules)
    wager, short = f"{found['wager']} {found['amount']}", f"{found['short']} {found['amount']}"
    session = Session(game, ["?", found["clause"], wager, f"withdraw {found['wager']}", short, "quit"])
    assert all(f"  {line}" in session.text for line in (wager, found["clause"])), session.text
    assert f"({short})" in session.text
    assert "The document has no clause" not in session.text
    placed = f"On the layout: {found['wager']} ${found['amount']}."
    assert session.text.count(placed) == (2 if found["wager"].startswith(found["short"]) else 1), session.text


@pytest.mark.parametrize("game", only("boston_5_stud double_attack_blackjack", registry.games()))
def test_every_game_is_played_at_the_prompt_and_the_chips_add_up(game: str) -> None:
    """An invalid line is asked again, so random input plays any game."""
    actions = [decision.action for decision in registry.game(game).decisions if decision.action != "withdraw"]
    random = Random(7)
    session = Session(game, [random.choice(["", "", *actions]) for _ in range(400)], seats=3)
    assert session.text.count("This round: ") >= 3
    assert "Traceback" not in session.text
    assert session.at.bankroll >= 0


@pytest.mark.parametrize("game", registry.games())
def test_what_is_shown_before_a_decision_does_not_depend_on_cards_that_are_not_seen(game: str) -> None:
    first = Session(game, ["", "", ""])
    round = first.table.round
    assert round is not None
    known = {card for hand in round.view("seat 1").layout.hands.values() for card in hand.cards if card}
    order = next(event for event in round.records if isinstance(event, Shuffled)).order.split()
    unseen = [card for card in order if card not in known]
    others = iter([*unseen[1:], unseen[0]])
    changed = " ".join(card if card in known else next(others) for card in order)
    assert known
    assert Session(game, ["", "", ""], order=changed).text == first.text


@pytest.mark.parametrize("game", registry.games())
def test_every_pay_table_of_the_rules_is_at_the_prompt(game: str) -> None:
    session = Session(game, ["pay", "quit"])
    sheet = registry.game(game).pays(session.table.rules)
    assert sheet
    for title, lines in sheet.items():
        assert title in session.text
        assert lines
        assert all(pays in session.text for pays in lines.values())


def test_the_pay_tables_name_the_chosen_letters_and_what_the_meter_stands_at() -> None:
    session = Session("caribbean_stud", ["ante 5", "progressive", "pay", "quit"])
    for words in ("bonus, table A", "progressive, table D", "envy", "$1,000", "cover all, 8 hands", "hand", "pays"):
        assert words in session.text
    assert "begins at" in session.text
    assert "$10,000" in session.text


def test_a_pay_table_has_the_hands_that_push_and_lose() -> None:
    sheet = registry.game(NAME).pays(registry.game(NAME).rules())["original and double"]
    assert list(sheet.items())[-2:] == [("pair of sixes to tens", "push"), ("pair of fives or less", "lose")]
    assert len(sheet) == 11


def test_coupons_are_on_the_layout_and_in_the_settlement() -> None:
    session = Session(NAME, ["25 coupon 10", "", "pass", "quit"], width=120)
    assert "On the layout: original $25 with a $10 coupon." in session.text
    end = session.text.partition("the end of round 1")[2]
    assert "original with a $10 coupon" in end
    assert "the coupon is" in end


def test_a_progressive_coupon_is_redeemed_and_costs_nothing() -> None:
    session = Session("caribbean_stud", ["10", "redeem", "", "fold", "quit"], width=120)
    assert "On the layout: ante $10, progressive $1 by coupon. You have $990." in session.text
    end = session.text.partition("the end of round 1")[2]
    assert "progressive with a $1 coupon" in end
    assert "the coupon is taken" in end
    assert "down $10. You have $990." in end


def test_the_cross_is_drawn_as_the_players_see_it() -> None:
    cross = registry.game("double_cross_poker").lies
    cards = ("As", "Kd", "Qh", "Jc", "2s")
    dealt = [
        Dealt(round=1, clause="", to=place, hand=1, card=card, face="up")
        for place, card in zip(cross, cards, strict=True)
    ]
    console = Console(file=StringIO(), width=60, highlight=False)
    console.print(draw_figure(Layout(dealt), cross))
    assert isinstance(console.file, StringIO)
    rows = [line.split() for line in console.file.getvalue().splitlines() if any(suit in line for suit in "♣♦♥♠")]
    assert [" ".join(row).replace("│", "").split() for row in rows] == [["2♠"], ["J♣", "Q♥", "K♦"], ["A♠"]]


def test_what_is_not_offered_is_not_listed_and_says_why_when_it_is_typed() -> None:
    session = Session("caribbean_stud", ["bonus 5", "quit"])
    assert "hand 2" not in session.text
    listed, _, said = session.text.partition("skip this round")
    assert "bonus" not in listed.partition("you may")[2]
    assert "Place an ante wager first" in said


def test_the_title_of_a_round_is_printed_once() -> None:
    session = Session(NAME, ["quit"])
    assert session.text.count("Double Down Stud, round 1") == 1


def test_what_was_typed_can_not_steer_the_terminal() -> None:
    session = Session(NAME, ["\x1b[31mred", "quit"])
    assert "\x1b" not in session.text
    assert "You can't do '\\x1b[31mred' now" in session.text


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("game", registry.games())
def test_no_clause_is_broken_at_any_width(game: str, width: int) -> None:
    actions = [decision.action for decision in registry.game(game).decisions if decision.action != "withdraw"]
    random = Random(7)
    session = Session(game, [random.choice(["", "", *actions]) for _ in range(60)], width=width)
    assert "This round: " in session.text
    clauses = re.findall(r"\d+(?:\(\w+\))+", Session(game, [], width=1000).text)
    assert all(clause in session.text for clause in clauses)
    assert max(map(cell_len, session.text.splitlines())) <= width


def test_a_table_is_made_to_fit_without_breaking_words() -> None:
    grid = plain_grid("clause", "what it is")
    grid.add_row("10(c)(3)(iii)", "a sentence of several words that must be wrapped somewhere")
    assert fits(grid, 30)
    console = Console(file=StringIO(), width=30, highlight=False)
    console.print(grid)
    assert isinstance(console.file, StringIO)
    assert "10(c)(3)(iii)" in console.file.getvalue()
    assert not fits(grid, 15)


@pytest.mark.parametrize("width", [20, 30, 45, 60, 200])
@pytest.mark.parametrize("fitted", [False, True])
def test_a_plain_grid_looks_as_rich_would_draw_it(width: int, fitted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = plain_grid("wager", "clause", "pays", right=("pays",))
    grid.add_row("ante", "6(a)", "1 to 1")
    grid.add_row("a wager with [dim]many words[/] in its name", Text("10(b)", "red"), "1,000 to 1")
    grid.add_row("two\nlines", "", "[bold]A♠[/]")
    if fitted:
        fit(grid, width)

    def drawn() -> str:
        file = StringIO()
        Console(width=width, file=file).print(grid)
        return file.getvalue()

    fast = drawn()
    monkeypatch.setattr(PlainGrid, "_widths", lambda self, room: [])
    assert fast == drawn()
