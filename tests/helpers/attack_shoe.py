"""Tables of Double Attack Blackjack whose shoe is nearly empty, or nearly at its cut card."""

from __future__ import annotations

from attack_scene import AttackScene
from pitboss.engine.round.asks import Question
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round
from pitboss.engine.state import TableState
from pitboss.games.double_attack_blackjack import GAME as DOUBLE_ATTACK
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules

from scene import KEY, stacked

RULES = DoubleAttackRules(cut_card=0, approved_procedures=True)
SHOE = len(RULES.cards)


def nearly_empty(cards: str, left: int) -> TableState:
    """A shoe with ``left`` cards left, in this order."""
    order = stacked(cards, RULES.cards).split()
    tail = len(cards.split())
    stack = order[tail:] + order[:tail]
    used = SHOE - left
    return TableState(
        round=9,
        condition="open",
        order=" ".join(stack),
        key=KEY,
        cursor=used,
        rack=" ".join(stack[:used]),
        reshuffle=False,
    )


def round_at_the_end(cards: str, left: int, then: str = "", rules: DoubleAttackRules = RULES) -> AttackScene:
    """``then`` holds the top cards after the reshuffled rack is cut at 48."""
    scene = AttackScene()

    def shuffler(round: Round, question: Question) -> Input:
        order = stacked(then, round.to_shuffle).split()
        return make(by="shuffler", do="shuffle", cards=" ".join(order[-48:] + order[:-48]), key="11" * 32)

    scene.round = Round(DOUBLE_ATTACK, rules, nearly_empty(cards, left), [(1, "Ann")], {"shuffler": shuffler})
    return scene


def near_the_cut_card(left: int, rules: dict[str, object] | None = None) -> TableState:
    """The table with ``left`` cards left before the cut card."""
    scene = AttackScene(players=("Ann", "Bob", "Cyd"), rules={**(rules or {}), "cut_by": "dealer"})
    scene.house()
    state = scene.round._dealer.state
    used = state.cut_card - left
    cards = state.order.split()
    turned = cards[state.depth :] + cards[: state.depth]
    return TableState(
        round=9,
        condition="open",
        order=state.order,
        key=state.key,
        depth=state.depth,
        cursor=used,
        cut_card=state.cut_card,
        rack=" ".join(turned[:used]),
        reshuffle=False,
    )
