"""Full rounds on the full-screen table, at 80 by 24: by keyboard alone, and by mouse."""

from __future__ import annotations

import pytest

from pitboss.engine import registry
from pitboss.engine.results import results
from pitboss.terminal.seat.bets import bets_of
from screen import Screen, on_screen


@pytest.mark.parametrize("game", registry.games())
def test_a_round_is_played_by_keyboard_alone_and_the_same_again(game: str) -> None:
    async def script(screen: Screen) -> None:
        shown = screen.app.shown
        await screen.reach("wagers")
        assert "Place your wagers" in screen.text
        await screen.press("3", "space", "enter")
        decided = 0
        while await screen.reach("decide", "between") == "decide":
            decided += 1
            keys = shown.decisions
            assert all(f"[{key.upper()}]" in screen.text for key in keys)
            before = shown.asked
            await screen.press(next(iter(keys)))
            await screen.until(lambda before=before: shown.asked > before or shown.stage == "between")
        assert decided
        round = screen.at.table.round
        assert round is not None
        assert round.over
        mine = [end for end in round.settlements if end.player == "You"]
        won = sum(end.returned - end.money for end in mine)
        assert screen.at.bankroll == 100_000 + won
        assert ("You won" if won > 0 else "You lost" if won else "Neither won nor lost") in screen.text
        (came,) = [one for one in results(round.game, round.events, "You") if one.player == "You"]
        assert " ".join(came.why.split()[:3]) in screen.text, "why, in as many lines as the panel needs"
        placed = bets_of(round.events, "You", 1)
        assert placed[0].amount == 2500
        await screen.press("enter")
        await screen.until(lambda: shown.round == 2 and shown.stage in ("decide", "between"))
        again = screen.at.table.round
        assert again is not None
        assert bets_of(again.events, "You", 1) == placed

    app = on_screen(game, script)
    assert app.return_value is not None
    assert any(line.startswith("You leave with $") for line in app.return_value)


def test_one_enter_deals_and_the_button_says_the_sum() -> None:
    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        assert "wagers $15" in screen.text
        await screen.press("enter")
        await screen.reach("decide")
        await screen.press("f")
        await screen.reach("between")
        assert "wagers $15" in screen.text, "an ante of $5 and a first wager of $10"
        await screen.press("enter")
        await screen.until(lambda: screen.app.shown.round == 2 and screen.stage == "decide")

    on_screen("boston_5_stud", script)


def test_a_round_is_played_by_mouse() -> None:
    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        await screen.click("chip:3")
        await screen.click("area:ante")
        await screen.click("area:ante")
        await screen.click("area:bonus")
        assert "┆$50┆" in screen.text
        assert "┆$25┆" in screen.text
        await screen.click("deal")
        await screen.reach("decide")
        await screen.click("take:bet")
        await screen.reach("between")
        round = screen.at.table.round
        assert round is not None
        staked = {end.wager: end.stake for end in round.settlements if end.player == "You"}
        assert {"ante": 5000, "bonus": 2500, "bet": 10_000}.items() <= staked.items()
        await screen.click("change")
        await screen.reach("wagers")
        assert screen.app.shown.betting.total == 0

    on_screen("caribbean_stud", script)


def test_split_hands_lie_side_by_side_and_each_is_played() -> None:
    async def script(screen: Screen) -> None:
        shown = screen.app.shown
        await screen.reach("wagers")
        await screen.press("space", "enter")
        await screen.until(lambda: "attack" in [one.name for one in shown.decisions.values()])
        await screen.press("n")
        await screen.until(lambda: "split" in [one.name for one in shown.decisions.values()])
        await screen.press("p")
        await screen.until(lambda: shown.stage == "decide" and "1: " in screen.text and "2: " in screen.text)
        assert "▸1: " in screen.text
        for _ in range(2):
            before = shown.asked
            await screen.press("s")
            await screen.until(lambda before=before: shown.asked > before or shown.stage == "between")
        await screen.reach("between")
        round = screen.at.table.round
        assert round is not None
        assert {end.hand for end in round.settlements if end.player == "You"} == {1, 2}

    on_screen("double_attack_blackjack", script, seats=1, stacked="6h 2c 8s 8d 5c 9s 9c Jd Qd")


def test_what_was_sent_is_not_sent_twice() -> None:
    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        await screen.press("space", "enter")
        await screen.reach("decide")
        screen.app.do("take:no double")
        screen.app.do("take:double")
        await screen.reach("between")
        round = screen.at.table.round
        assert round is not None
        assert [end.wager for end in round.settlements if end.player == "You"] == ["original"]

    on_screen("double_down_stud", script)


def test_an_amount_is_raised_and_lowered_and_shown_on_its_button() -> None:
    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        await screen.press("3", "space", "enter")
        await screen.reach("decide")
        assert "Double $25" in screen.text
        await screen.press("minus", "minus", "plus")
        assert "Double $24" in screen.text
        await screen.press("d")
        await screen.reach("between")
        round = screen.at.table.round
        assert round is not None
        assert {end.wager: end.stake for end in round.settlements if end.player == "You"}["double"] == 2400

    on_screen("double_down_stud", script)
