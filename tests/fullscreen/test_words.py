"""What the full screen says fits it: buttons, sentences of the coach, and pages."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.coach.answering import Advice
from pitboss.engine import registry
from pitboss.engine.round.asks import Offer
from pitboss.terminal.screen.felt import BUTTON, figures_of, wrapped
from pitboss.terminal.screen.screens import Pages
from pitboss.terminal.seat.hints import Coach, Hint
from screen import Screen, on_screen

PRICED = ("Split $1,000", "Double $1,000", "Surrender")
MANY = {"fold", "vertical", "horizontal", "stand", "hit", "double", "split", "surrender", "attack", "pass", "burn card"}
"""Decisions that may stand beside more than one other, so that their buttons have one row for what they do."""


@pytest.mark.parametrize("game", registry.games())
def test_what_a_decision_does_fits_its_button(game: str) -> None:
    decisions = registry.game(game).decisions
    for decision in decisions:
        offer = Offer(do=decision.action, clause=decision.clause, gives_up=100_000, adds=(("raise 1", 50_000),))
        words = registry.game(game).said_of(decision.action, "decision", decision.clause)
        rows = min((wrapped(one, BUTTON - 2) for one in words.phrases(figures_of(offer))), key=len)
        assert len(rows) <= (1 if decision.action in MANY and len(decisions) > 2 else 3), rows
        assert all(len(row) <= BUTTON - 2 for row in rows), rows


@pytest.mark.parametrize("game", registry.games())
def test_no_sentence_is_cut_at_80_columns_and_the_whole_hand_is_named(game: str) -> None:
    def adviser(position: Advice) -> Hint:
        wagers = [offer for offer in position.seats[0][1] if offer.do == "wager"]
        if position.about == "wagers":
            names = [offer.wager for offer in wagers]
            return Hint(values=dict.fromkeys(names, Fraction(-1)), amounts=dict.fromkeys(names, 100))
        doable = [offer.do for offer in position.seats[0][1] if not offer.why_not and not offer.optional]
        return Hint(
            values={do: Fraction(-at) for at, do in enumerate(doable, 1)},
            about=position.about,
            words=registry.game(position.game).words,
        )

    async def script(screen: Screen) -> None:
        shown = screen.app.shown
        await screen.reach("wagers")
        base = shown.game.base
        await screen.until(lambda: f"With perfect play, the whole hand costs 1.00% of the {base} wager" in screen.text)
        await screen.press("3", "space", "enter")
        while await screen.reach("decide", "between") == "decide":
            await screen.until(lambda: shown.this_hint is not None)
            assert "…" not in screen.text
            before = shown.asked
            await screen.press(next(iter(shown.decisions)))
            await screen.until(lambda before=before: shown.asked > before or shown.stage == "between")
        assert "…" not in screen.text

    on_screen(game, script, coach=Coach(adviser))


@pytest.mark.parametrize(("width", "page"), [(80, 74), (120, 100)])
def test_pages_use_the_width_of_the_screen_up_to_100_columns(width: int, page: int) -> None:
    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        await screen.press("question_mark")
        await screen.until(lambda: isinstance(screen.app.screen, Pages))
        assert screen.seat.console.width == page
        await screen.press("escape")

    on_screen("caribbean_stud", script, size=(width, 40))


def test_five_choices_show_their_prices_and_split_hands_end_together() -> None:
    def adviser(position: Advice) -> Hint:
        doable = [offer.do for offer in position.seats[0][1] if not offer.why_not and not offer.optional]
        return Hint(
            values={do: Fraction(-12_345 - at) for at, do in enumerate(doable)},
            about=position.about,
            words=registry.game(position.game).words,
        )

    async def script(screen: Screen) -> None:
        shown = screen.app.shown
        await screen.reach("wagers")
        await screen.press("5", "space", "enter")
        await screen.until(lambda: "a" in shown.decisions)
        await screen.press("a")
        await screen.until(lambda: "p" in shown.decisions and shown.this_hint is not None)
        assert [one for one in PRICED if one not in screen.text] == []
        assert "…" not in screen.text
        assert shown.this_hint is not None
        assert all(f"{action.capitalize()} -$123.4" in screen.text for action in shown.this_hint.values)
        await screen.press("p")
        while await screen.reach("decide", "between") == "decide":
            before = shown.asked
            await screen.press("s")
            await screen.until(lambda before=before: shown.asked > before or shown.stage == "between")
        assert "bet -$1,000, double attack -$1,000 (below the dealer) 5(e)" in screen.text

    cards = "6h 2c 8s 8d 5c 9s 9c Jd Qd"
    on_screen("double_attack_blackjack", script, seats=1, coach=Coach(adviser), stacked=cards, bankroll=1_000_000)


@pytest.mark.parametrize("coach", [None, Coach(lambda position: Hint(values={"stand": Fraction(1)}))])
def test_the_row_of_keys_holds_every_decision_at_80_columns(coach: Coach | None) -> None:
    async def script(screen: Screen) -> None:
        shown = screen.app.shown
        await screen.reach("wagers")
        await screen.press("space", "enter")
        await screen.until(lambda: "a" in shown.decisions)
        await screen.press("n")
        await screen.until(lambda: "p" in shown.decisions)
        assert len(shown.decisions) >= 5
        row = screen.text.splitlines()[-1]
        assert len(row) <= 80
        assert [one for key, one in shown.decisions.items() if f" {key.upper()}  {one.name} " not in f"{row} "] == []
        assert " Q " in row

    cards = "6h 2c 8s 8d 5c 9s 9c Jd Qd"
    on_screen("double_attack_blackjack", script, seats=1, coach=coach, stacked=cards)


def test_the_wagers_of_boston_have_the_names_of_the_page_and_stand_in_line() -> None:
    def adviser(position: Advice) -> Hint:
        return Hint(
            values={"second": Fraction(200), "fold": Fraction(-100)},
            about=position.about,
            words=registry.game(position.game).words,
        )

    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        rows = screen.text.splitlines()
        areas = [
            next(row for row in rows if f"{name}  " in row and "┆" in row) for name in ("Ante", "1st wager", "Bonus")
        ]
        assert len({row.index("┆") for row in areas}) == 1
        await screen.press("space", "enter")
        await screen.until(lambda: "2nd wager, by $3" in screen.text)
        assert "2nd wager or fold?" in screen.text
        assert "Second" not in screen.text

    on_screen("boston_5_stud", script, coach=Coach(adviser))
