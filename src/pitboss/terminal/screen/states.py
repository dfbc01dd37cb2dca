"""Texts that the large and the small felt share: the question, the wagers, the state of each seat."""

from __future__ import annotations

from pitboss.basics.money import dollars
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.layout import Hand
from pitboss.terminal.screen.canvas import BRASS, LOST, SECOND, WON
from pitboss.terminal.screen.model import Area, Shown
from pitboss.terminal.screen.stage import Scene

PASS = "pass"


def call_of(shown: Shown) -> str:
    """The question that you are asked, or the result of the round. Empty if there is neither."""
    if shown.asking is not None:
        about = (
            f"your {shown.asking.about}"
            if shown.asking.about == "decision"
            else shown.game.words.question(shown.asking.about)
        )
        return "Place your wagers" if shown.stage == "wagers" else f"{about[:1].upper()}{about[1:]}?"
    return result_words(shown) if shown.over is not None else ""


def result_words(shown: Shown) -> str:
    """The net of the round, in words."""
    assert shown.over is not None
    if not shown.over.ends:
        return "The round is over"
    won = sum(end.returned - end.money for end in shown.over.ends)
    return f"You won {dollars(won)}" if won > 0 else f"You lost {dollars(-won)}" if won else "Neither won nor lost"


def areas_of(shown: Shown, scene: Scene) -> list[Area]:
    """The betting areas: while wagers are placed, all of them; then what lies there and what you may add."""
    return shown.betting.areas if shown.stage == "wagers" else [*_staked(scene), *_to_come(shown)]


def _staked(scene: Scene) -> list[Area]:
    """What lies at your seat, on all hands together."""
    sums: dict[str, int] = {}
    for (_, _, _, wager), amount in scene.layout.stakes_of(scene.own):
        sums[wager] = sums.get(wager, 0) + amount
    return [Area(wager, amount, 0, False) for wager, amount in sums.items()]


def _to_come(shown: Shown) -> list[Area]:
    """The wager that a decision would place, if there is one such decision."""
    choices = [choice for choice in shown.decisions.values() if choice.offer.cost()]
    costs = [(one, one.offer.cost(shown.amount(one))) for one in choices]
    return [Area(one.offer.on or one.name, 0, cost, False) for one, cost in costs] if len(costs) == 1 else []


def hand_in_play(shown: Shown) -> int:
    """The number of the hand that you are asked about."""
    return next((choice.offer.hand for choice in shown.decisions.values() if choice.offer.hand), 0)


def state_of(hand: Hand) -> str:
    return "folded" if hand.folded else "void" if hand.void else ""


def word_of(shown: Shown, scene: Scene, seat: int) -> tuple[str, str]:
    """The state of a seat in a word, and its colour. A seat that is done shows what it has."""
    hand = scene.layout.hands.get((seat_place(seat), 1), Hand())
    if shown.over is not None and seat in shown.over.nets:
        net = shown.over.nets[seat]
        return (f"+{dollars(net)}", WON) if net > 0 else (dollars(net) if net else "push", LOST if net else SECOND)
    if seat in scene.waits:
        return ("your turn" if seat == scene.own else "decides"), BRASS
    if state_of(hand):
        return state_of(hand), SECOND
    if hand.actions and hand.actions[-1] != PASS:  # who has passed waits, or has what they hold
        return hand.actions[-1], WON
    known = scene.names.get((seat_place(seat), 1), "") if seat != scene.own else ""
    return (known or ("waits" if any(scene.layout.stakes_of(seat)) else "")), SECOND
