"""What the terminal says of a table: the cross from the players' side, what the coach says, and figures that add up."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO

import msgspec
import pytest
from rich.console import Console

from pitboss.engine import registry
from pitboss.engine.game import Game, GameWords
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.layout import Layout
from pitboss.protocol.coaching import ChoiceInfo, CounselInfo
from pitboss.terminal.seat.answers import number_title, reportable
from pitboss.terminal.seat.drawing import draw_figure
from pitboss.terminal.seat.hints import Hint, finer_money, hint_of, money
from pitboss.terminal.seat.sentences import from_the_seats, in_brief, told

CROSS = registry.game("double_cross_poker")
ATTACK = registry.game("double_attack_blackjack")
DOUBLE_DOWN = registry.game("double_down_stud")
BOSTON = registry.game("boston_5_stud")
CARIBBEAN = registry.game("caribbean_stud")


def test_a_cross_is_drawn_and_told_from_the_side_of_the_players() -> None:
    cards = {"vertical top": "4c", "horizontal left": "2c", "center": "As", "horizontal right": "7c"}
    cards["vertical bottom"] = "9h"
    layout = Layout([])
    for place, card in cards.items():
        layout.apply(ev.Dealt(round=1, clause="7(c)", to=place, hand=1, card=card, face="up"))
    out = StringIO()
    Console(file=out, width=60, color_system=None).print(draw_figure(layout, CROSS.lies))
    lines = out.getvalue().splitlines()
    found = {}
    for place, words in {place: from_the_seats(CROSS, place) for place in cards}.items():
        symbol = {"4c": "4♣", "2c": "2♣", "As": "A♠", "7c": "7♣", "9h": "9♥"}[cards[place]]
        found[words] = next((y, line.index(symbol)) for y, line in enumerate(lines) if symbol in line)
    assert set(found) == {f"the {at} of the cross" for at in ("top", "left", "middle", "right", "bottom")}
    middle = found["the middle of the cross"]
    assert found["the top of the cross"][0] < middle[0] < found["the bottom of the cross"][0]
    assert found["the left of the cross"][1] < middle[1] < found["the right of the cross"][1]
    shown = ev.Exposed(round=1, clause="10(a)", place="horizontal right", hand=1, cards=("7c",))
    assert told(CROSS, shown) == "The left of the cross showed 7♣."
    assert in_brief(CROSS, shown) == "The left of the cross: 7♣."


@pytest.mark.parametrize(("clause", "name"), [("7(d)", "no attack"), ("11(b)", "no insurance")])
def test_the_log_names_a_pass_by_what_was_declined(clause: str, name: str) -> None:
    passed = ev.Chose(round=1, clause=clause, seat=2, player="bob", hand=1, action="pass")
    assert told(ATTACK, passed, {"bob": "Bob"}) == f"Bob at seat 2 chose: {name}."
    assert in_brief(ATTACK, passed, {"bob": "Bob"}) == f"Bob: {name}."


@pytest.mark.parametrize(
    ("game", "about", "values", "answer", "words"),
    [
        (
            CARIBBEAN,
            "bet or fold",
            {"bet": -2340, "fold": -2500},
            "Bet, by $1.60",
            "Both lose on average. Betting loses less.",
        ),
        (CARIBBEAN, "bet or fold", {"bet": 500, "fold": -2500}, "Bet, by $30", "Betting wins on average."),
        (
            ATTACK,
            "insurance",
            {"insure": -5, "pass": 0},
            "No insurance, by $0.05",
            "No insurance breaks even on average.",
        ),
        (
            ATTACK,
            "double attack",
            {"attack": 30, "pass": 10},
            "Attack, by $0.20",
            "Both win on average. Attacking wins more.",
        ),
        (
            registry.game("double_down_stud"),
            "double",
            {"double": 30, "pass": 0},
            "Double, by $0.30",
            "Doubling wins on average.",
        ),
        (
            BOSTON,
            "second or fold",
            {"second": -500, "fold": -1500},
            "2nd wager, by $10",
            "Both lose on average. Placing the 2nd wager loses less.",
        ),
        (
            BOSTON,
            "expose or conceal",
            {"expose": -5, "conceal": -5},
            "Expose or conceal: worth the same",
            "Both lose the same.",
        ),
        (
            CROSS,
            "fold or raise",
            {"fold": -500, "vertical": -791, "horizontal": -735},
            "Fold, by $2.35",
            "All lose on average. Folding loses least.",
        ),
    ],
)
def test_the_coach_names_the_best_choice_and_says_what_it_does(
    game: Game, about: str, values: dict[str, int], answer: str, words: str
) -> None:
    worth = {action: Fraction(value) for action, value in values.items()}
    hint = Hint(values=worth, about=about, words=game.words)
    assert (hint.answer, hint.in_words) == (answer, words)


def test_values_that_are_close_get_the_digits_that_make_them_add_up() -> None:
    close = Hint(values={"attack": Fraction(34, 10), "pass": Fraction(17, 10)})
    assert money(close.values["attack"]) == "$0.03"
    assert money(close.lead) == "$0.02"
    assert money(close.values["pass"]) == "$0.02", "cents alone would not add up"
    shown = [close.money(close.values["attack"]), close.money(close.values["pass"]), close.money(close.lead)]
    assert shown == ["$0.034", "$0.017", "$0.017"]
    clear = Hint(values={"bet": Fraction(-2340), "fold": Fraction(-2500)})
    assert [clear.money(value) for _, value in clear.ordered] == ["-$23.40", "-$25"]
    tiny = Hint(values={"hit": Fraction(-100), "stand": Fraction(-1001, 10)})
    assert tiny.answer == "Hit, by $0.001"


def test_half_of_the_last_digit_rounds_away_from_zero_as_cents_do() -> None:
    assert [finer_money(Fraction(sign * 625, 100), 3) for sign in (1, -1)] == ["$0.063", "-$0.063"]
    close = Hint(values={"bet": Fraction(-1, 2), "fold": Fraction(-2)})
    shown = [close.money(value) for value in (*close.values.values(), close.lead)]
    assert shown == ["-$0.005", "-$0.02", "$0.015"], "cents alone would not add up"


def test_a_high_card_is_named_as_on_the_felt() -> None:
    name = "high card, king-queen-nine-eight-five"
    ranked = ev.Ranked(round=1, clause="5(a)", place="dealer", hand=1, cards=(), category="high card", name=name)
    game = registry.game("boston_5_stud")
    assert in_brief(game, ranked) == "Dealer: king-queen high."
    assert "king-queen high" in told(game, ranked)


def test_a_report_asks_for_what_its_number_counts() -> None:
    game = registry.game("boston_5_stud")
    for one in game.irregularities:
        if one.most > 1:
            [choice] = reportable([Offer(do="report", clause="", what=(one.what,), least=one.least, most=one.most)])
            assert number_title(game, choice).lower().startswith(one.amount_is)
    exposed = Offer(do="report", clause="12(a)", what=("exposed dealer card",), most=3)
    [choice] = reportable([exposed])
    assert number_title(game, choice) == "Which of the cards that lie face down there; default 1 (1 to 3)"


def test_a_hint_that_rests_on_no_card_says_only_that_it_is_exact() -> None:
    one = ChoiceInfo(do="expose", value="1", best=True)
    counsel = CounselInfo(about="", seat=1, hand=1, base=1, choices=(one,), deals="1", exact=True)
    hints = hint_of(counsel, GameWords()), hint_of(msgspec.structs.replace(counsel, deals="46"), GameWords())
    assert [hint.rests_on for hint in hints if hint is not None] == ["Exact", "Exact: 46 cards that can still come"]
