"""What a player can do at the prompt beside the game: hints, reports, the same again, money, names and pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import Future
from fractions import Fraction
from io import StringIO

import pytest
from rich.console import Console

from pitboss import Table, advise, odds
from pitboss.basics.cards import parse_cards
from pitboss.coach.answering import Advice, Past
from pitboss.engine import registry
from pitboss.engine.registry import at_seat
from pitboss.engine.round.events import Dealt
from pitboss.engine.round.hand_labels import poker_name
from pitboss.engine.round.layout import View
from pitboss.engine.round.round import Round
from pitboss.games.double_attack_blackjack.game import total
from pitboss.protocol.coaching import DecisionInfo, ReviewInfo
from pitboss.terminal.seat.bets import Tally, bets_of, too_little
from pitboss.terminal.seat.drawing import height_of, pay_pages
from pitboss.terminal.seat.hints import Coach, Hint, NoHint, ask_here, coach_by, lateness, mistakes, money
from seats import own_seat

NAME = "double_down_stud"


class Session:
    """A seat whose player types these lines and then leaves. ``height`` is that of a terminal."""

    def __init__(
        self,
        game: str,
        *lines: str,
        seats: int = 2,
        bankroll: int = 100_000,
        coach: Coach | None = None,
        height: int = 0,
        seed: int = 3,
        ended: Callable[[Round], None] = lambda round: None,
    ) -> None:
        self.lines, self.prompts, self.out = iter(lines), list[str](), StringIO()
        self.table = Table(game, seed=seed)
        console = Console(
            file=self.out,
            width=100,
            height=height or None,
            force_terminal=bool(height),
            color_system=None,
            highlight=False,
        )
        self.seat, self.at = own_seat(self.table, console, self._ask, bankroll, coach=coach, ended=ended)
        for number in range(1, seats):
            self.table.sit(f"Player {number + 1}")
        self.seat.play()
        self.text = self.out.getvalue()

    def _ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None

    def dealt(self) -> dict[str, list[str]]:
        """The cards that were dealt to each place in the last round."""
        cards: dict[str, list[str]] = {}
        assert self.table.round is not None
        for event in self.table.round.events:
            if isinstance(event, Dealt):
                cards.setdefault(event.to, []).append(event.card or "")
        return cards

    def after(self, words: str) -> str:
        return self.text.partition(words)[2]


# --- hints


def test_a_hint_has_the_exact_value_of_each_choice_in_money() -> None:
    session = Session(NAME, "25", "", "hint", "pass", "quit")
    dealt = session.dealt()
    advice = advise(NAME, hand=dealt["seat 1"][0], board=" ".join(dealt["community"][1:]), seen=dealt["seat 2"][0])
    said = session.after("you may")
    for action, value in advice.options.items():
        assert money(value * 2500) in said, action
    lead = money(abs(advice.options["double"] - advice.options["pass"]) * 2500)
    assert f"{registry.game(NAME).words.of(advice.best).name.capitalize()}, by {lead}." in said
    assert f"Exact: {advice.deals} cards that can still come." in said


def test_the_coach_gives_a_hint_at_every_decision_until_it_is_off() -> None:
    asked: list[Advice] = []

    def adviser(position: Advice) -> Hint:
        asked.append(position)
        return Hint(values={"double": Fraction(200), "pass": Fraction(100)})

    lines = ("coach", "25", "", "pass", "", "", "", "pass", "coach", "", "", "", "pass", "quit")
    session = Session(NAME, *lines, coach=Coach(adviser))
    assert len(asked) == 2
    assert session.text.count("Double, by $1.") == 2
    assert "The coach is off." in session.text
    assert [offer.do for offer in asked[0].seats[0][1]] == ["double", "pass"]


def test_a_choice_within_a_cent_of_the_best_is_no_mistake() -> None:
    made = [
        DecisionInfo(about="double", seat=1, hand=1, chosen="pass", best="double", cost=cost) for cost in (0.9, 1.0)
    ]
    review = ReviewInfo(round=1, decisions=tuple(made), net=0, perfect=1.9, cost=1.9, luck=0.0, exact=True)
    words = registry.game(NAME).words
    assert mistakes(review, words) == ["Not doubling cost $0.01 on average: doubling was better."]
    assert lateness(review, words) == []


def test_what_the_clock_chose_is_told_apart_from_mistakes() -> None:
    seen = {"about": "bet or fold", "seat": 1, "chosen": "fold", "best": "bet", "cost": 1228.5}
    made = (DecisionInfo(hand=1, by_clock=True, **seen), DecisionInfo(hand=2, by_clock=False, **seen))  # type: ignore[arg-type]
    review = ReviewInfo(round=1, decisions=made, net=0, perfect=0.0, cost=1228.5, late=1228.5, luck=2457.0, exact=True)
    words = registry.game("caribbean_stud").words
    assert mistakes(review, words) == ["Folding on hand 2 cost $12.29 on average: betting was better."]
    assert lateness(review, words) == ["Time ran out; folding cost $12.29 on average."]
    tally = Tally()
    tally.add(500, -500)
    tally.add_review(review)
    assert tally.skill == (
        "Skill: your mistakes cost $12.29 on average. Time ran out: that cost $12.29. Luck: up $24.57."
    )


def test_a_hint_sees_no_more_than_the_seat() -> None:
    asked: list[Advice] = []

    def adviser(position: Advice) -> None:
        asked.append(position)

    session = Session("caribbean_stud", "5", "", "hint", "fold", "quit", coach=Coach(adviser))
    cards = View(asked[0].viewer, asked[0].events).layout
    assert cards.cards("seat 2") == [None] * 5
    assert sum(card is not None for card in cards.cards("dealer")) == 1
    assert "There is no hint for this choice." in session.text


def test_while_wagers_are_placed_a_hint_tells_what_each_costs() -> None:
    session = Session(NAME, "hint", "quit")
    edge = odds(NAME).expected_value
    assert f"costs {-float(edge) * 100:.2f}%" in session.after("What each wager costs on average:")
    assert "There is nothing to decide now." in Session(NAME, "5", "", "pass", "hint", "quit").text


def test_why_there_is_no_hint_is_said() -> None:
    def adviser(position: Advice) -> Hint:
        raise NoHint("the coach is busy: ask again")

    assert "The coach is busy: ask again." in Session(NAME, "25", "", "hint", "pass", "quit", coach=Coach(adviser)).text


class AtOnce(Coach):
    """A coach whose reviews are ready at once, so that no test depends on time."""

    def __init__(self) -> None:
        whole = coach_by(ask_here)
        super().__init__(whole.adviser, whole.reviewer)
        self.reviews: list[ReviewInfo] = []

    def review(self, finished: Past) -> Future[ReviewInfo]:
        assert self.reviewer is not None
        self.reviews.append(self.reviewer(finished))
        done: Future[ReviewInfo] = Future()
        done.set_result(self.reviews[-1])
        return done


def test_a_mistake_is_told_after_the_round_and_skill_and_luck_at_the_end() -> None:
    coach = AtOnce()
    session = Session(NAME, "25", "", "hint", "pass", "quit", seed=7, seats=1, coach=coach)
    [review] = coach.reviews
    [decision] = review.decisions
    assert decision.chosen == "pass"
    assert decision.best == "double"
    why = session.text[: session.text.index("This round: ")]
    assert re.search(r"\nYour [a-z-]+ (high )?(pays? \d+ to 1|returns? what lay on the hand|wins? nothing)\.", why)
    told = f"Round 1: Not doubling cost {money(decision.cost)} on average: doubling was better."
    assert told in session.after("This round: ")
    assert f"Double, by {money(decision.cost)}." in session.text, "the hint said so before"
    assert f"Skill: your mistakes cost {money(review.cost)} on average. Luck: " in session.after(told)
    assert review.net == pytest.approx(review.perfect - review.cost + review.luck, abs=0.01)


def test_a_game_that_says_nothing_of_its_seats_is_played_without_names_and_hints(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "has", lambda name, part: False)
    session = Session("caribbean_stud", "ante 500", "", "hint", "fold", "quit", bankroll=50_000)
    assert "There is no coach here." in session.text
    assert poker_name(parse_cards(" ".join(session.dealt()["seat 1"]))) not in session.text
    assert "Do the same again" not in session.text


# --- reports


def test_an_irregularity_is_listed_reported_and_remedied() -> None:
    session = Session("caribbean_stud", "report", "report misdeal seat 1 4", "5", "", "quit")
    listed = session.text.partition("Type report and what it is")[0]
    assert "misdeal" in listed
    assert all(words in listed for words in ("seat 2", "0 to ", "13(d)"))
    assert "exposed hole card" not in listed, "it can't be reported now"
    assert "The dealer reports: misdeal seat 1." in session.text
    remedied = session.after("The dealer reports")
    assert "Seat 1 was dealt 4 cards instead of 5; remedy: that hand is void." in remedied
    assert "This round: neither up nor down." in remedied


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("report flood", "'flood' can't be reported now; type report for the list."),
        ("report misdeal 4", "'misdeal' could mean misdeal seat 1 or misdeal seat 2"),
        ("report misdeal seat 1", "Misdeal seat 1 takes a number, 0 to 9 cards: type it after the name."),
        ("report misdeal seat 1 10", "is above the most allowed, which is 9 cards"),
    ],
)
def test_a_report_that_can_not_be_made_says_why(line: str, why: str) -> None:
    session = Session("caribbean_stud", line, "quit")
    assert "The dealer reports" not in session.text
    assert why in session.text


# --- the same again


def test_the_same_wagers_are_placed_again_and_the_cards_dealt() -> None:
    session = Session("caribbean_stud", "ante 25", "bonus 5", "", "fold", "same", "fold", "quit")
    assert session.prompts.count("> ") == 2
    assert "Enter deals again, $30;" in session.prompts[4]
    round = session.table.round
    assert round is not None
    assert round.number == 2
    assert [(bet.wager, bet.amount) for bet in bets_of(round.events, "You", 1)] == [("ante", 2500), ("bonus", 500)]


def test_the_same_is_offered_while_wagers_are_placed_and_not_in_the_first_round() -> None:
    session = Session("caribbean_stud", "same", "ante 25", "", "fold", "", "same", "fold", "quit")
    assert "You have not wagered yet." in session.text
    first, _, second = session.text.partition("This round")
    assert "ante $25  " not in first.partition("sit out")[0]
    assert "and deal" in second
    assert session.text.count("This round: down $25.") == 2


def test_a_refusal_ends_the_same_again() -> None:
    session = Session("caribbean_stud", "ante 50", "ante 50", "", "fold", "same", "quit", bankroll=6000)
    assert "That costs $50, but you have $10." in session.text
    assert session.text.count("This round: ") == 1


# --- money


def test_chips_are_bought_while_wagers_are_placed_and_not_in_mid_round() -> None:
    session = Session(NAME, "buy 50", "buy", "buy 0.50", "5", "buy 20", "", "buy 10", "pass", "buy 30", "quit")
    assert "You buy chips for $50. You have $1,050." in session.text
    assert "How much? Type buy 100 to buy chips for $100." in session.text
    assert "Give a multiple of the smallest chip, which is $1." in session.text
    assert "You buy chips for $20. You have $1,065." in session.text
    assert "You can buy chips between rounds and while wagers are placed." in session.text
    assert session.at.bought == 110_000
    assert session.at.bankroll == 110_000 + sum(session.seat.tally.nets)


def test_a_player_without_money_buys_again_and_plays_on() -> None:
    session = Session(NAME, "nonsense", "buy 100", "5", "quit", bankroll=200)
    assert "You have $2, and the table minimum is $5." in session.text
    assert "Type buy and an amount, or quit, not 'nonsense'." in session.text
    assert "You leave with $102, neither up nor down." in session.text


def test_the_running_total_and_the_summary_add_up() -> None:
    session = Session(NAME, "25", "", "pass", "same", "pass", "same", "pass", "quit")
    won = sum(session.seat.tally.nets)
    assert len(session.seat.tally.nets) == 3
    assert session.at.bankroll == 100_000 + won
    assert session.seat.tally.total in session.text
    assert "In all: " not in session.text.partition("round 2")[0]
    assert "You played 3 rounds and staked $75." in session.text


def test_a_round_that_was_sat_out_does_not_count() -> None:
    session = Session(NAME, "sit out", "", "25", "", "pass", "quit")
    assert "You played 1 round and staked $25." in session.text


@pytest.mark.parametrize(
    ("game", "bet", "cash", "warns"),
    [
        ("caribbean_stud", ("ante", 2500), 7500, False),
        ("caribbean_stud", ("ante", 2500), 7400, True),
        ("double_cross_poker", ("ante", 1000), 2900, True),
        ("boston_5_stud", ("ante", 500), 2500, False),
        ("boston_5_stud", ("ante", 500), 2400, True),
        ("double_down_stud", ("original", 500), 500, True),
        ("double_down_stud", ("original", 500), 600, False),
        ("double_attack_blackjack", ("initial", 500), 500, True),
    ],
)
def test_a_wager_that_leaves_too_little_for_the_next_is_found(
    game: str, bet: tuple[str, int], cash: int, warns: bool
) -> None:
    table = Table(game)
    table.sit("You")
    layout = table.open_round().view("seat 1").layout
    assert bool(too_little(at_seat(game).follows, table.rules, layout, 1, "You", bet, cash)) == warns


def test_a_warned_wager_is_placed_when_it_is_made_again() -> None:
    session = Session("caribbean_stud", "ante 40", "ante 40", "bonus 30", "ante 5", "quit", bankroll=10_000)
    assert "That leaves $60, and the bet wager would take $80." in session.text
    assert session.text.count("Do the same again to place it all the same.") == 2
    assert "That leaves $30, and the bet wager would take $80." in session.text
    assert session.text.count("On the layout: ante $40. You have $60.") == 1


# --- names and pages


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("9s 8s 4s 3s 2s", "flush, nine high"),
        ("9s 9d 9h 3s 3d", "full house, nines full of threes"),
        ("9s 9d 9h", "three of a kind, nines"),
        ("9s 9d 4h 4c", "two pair, nines over fours"),
        ("9s 9d 9h 9c", "four of a kind, nines"),
        ("5s 4d 3h 2c As", "straight, five high"),
        ("9s 4d", "nine-four high"),
    ],
)
def test_hands_have_short_names(cards: str, name: str) -> None:
    assert poker_name(parse_cards(cards)) == name


@pytest.mark.parametrize(
    ("cards", "split", "name"),
    [("As As", False, "soft 12"), ("As Kd", True, "21"), ("As 5d Kd", False, "16"), ("Kd Qd", False, "20")],
)
def test_blackjack_hands_have_totals(cards: str, split: bool, name: str) -> None:
    assert total(parse_cards(cards, packs=2), split=split) == name


def test_the_name_of_your_hand_stands_above_its_cards() -> None:
    session = Session("caribbean_stud", "5", "", "fold", "quit")
    name = poker_name(parse_cards(" ".join(session.dealt()["seat 1"])))
    assert name in session.after("You, seat 1: ante $5").partition("│A")[0]


@pytest.mark.parametrize("game", registry.games())
def test_pay_tables_come_page_by_page_and_every_page_fits(game: str) -> None:
    table = Table(game)
    shows = dict.fromkeys(table.meters, 100)
    pages = pay_pages(table.game, table.rules, [*table.terms.values()], shows, 80, 20)
    assert all(height_of(page.body, 80) <= 20 for page in pages)
    session = Session(game, "pay", *["more"] * (len(pages) + 3), "quit", height=23)
    for title, lines in table.game.pays(table.rules).items():
        assert title in session.text
        assert all(pays in session.text for pays in lines.values())


def test_pages_are_turned() -> None:
    session = Session("caribbean_stud", "pay", "more", "pay 2", "pay 99", "quit", height=20)
    first, second = (session.text.index(f"page {number} of ") for number in (1, 2))
    assert first < second
    assert session.text.count("page 2 of ") == 2
    assert "There is no page 99; there are " in session.text


def test_the_help_lists_only_what_there_is() -> None:
    first = Session("caribbean_stud", "?", "quit").text
    assert "hint" in first
    assert "cover all" in first
    assert "lucky bonus" not in first, "this table has no Five Card Hand Bonus"
    assert "the wagers of your last round again" not in first
    later = Session("caribbean_stud", "5", "", "fold", "?", "quit").after("This round")
    assert "the wagers of your last round again" in later
    assert "what can be reported" not in later, "between rounds there is nothing to report"


def test_every_round_that_is_over_is_handed_on() -> None:
    ended: list[Round] = []
    Session(NAME, "25", "", "pass", "same", "quit", ended=ended.append)
    assert [round.number for round in ended] == [1]
    assert ended[0].over
