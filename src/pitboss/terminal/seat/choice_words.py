"""What the choices of a player are called, and what each does, in the words of the felt and of the documents.

The same choice has the same name on a button, in a list, in the log and in what the coach says.
"""

from __future__ import annotations

from pitboss.basics.money import dollars
from pitboss.engine.game import Game
from pitboss.engine.round.asks import Offer
from pitboss.mathematics.decision_values import DOING

PASS = "pass"
NO = {"double attack": "no attack", "insurance": "no insurance", "double": "no double"}
"""A pass is called by what is declined. The key is what the question is about."""
SHOWN = {
    "first": "1st wager",
    "second": "2nd wager",
    "initial": "bet",
    "optional bonus": "bonus",
    "raise 1": "first raise",
    "raise 2": "second raise",
    "withdraw second": "withdraw the 2nd wager",
    "second or fold": "2nd wager or fold",
}
"""What people read for a wager, a choice or a question whose own name would puzzle them. The page says the same."""
NOT_DOING = {"no attack": "not attacking", "no insurance": "no insurance", "no double": "not doubling"}
UNLESS = "8(a)(2)"
"""The clause of a surrender that a dealer's blackjack still takes."""


def name_of(do: str, about: str) -> str:
    """The name of a choice. ``about`` is the question that it answers.

    >>> name_of("bet", "bet or fold"), name_of("pass", "insurance"), name_of("pass", "")
    ('bet', 'no insurance', 'pass')
    """
    return NO.get(about, do) if do == PASS else do


def shown_as(name: str) -> str:
    """What people read for the name of a wager, a choice or a question. Typed words and logs keep the name.

    >>> shown_as("optional bonus"), shown_as("ante")
    ('bonus', 'ante')
    """
    return SHOWN.get(name, name)


def title_of(do: str, about: str) -> str:
    """The name at the beginning of a sentence or on a button.

    >>> title_of("pass", "double attack")
    'No attack'
    >>> title_of("second", "second or fold")
    '2nd wager'
    """
    name = shown_as(name_of(do, about))
    return name[:1].upper() + name[1:]


def doing(do: str, about: str) -> str:
    """A choice as the subject of a sentence.

    >>> doing("bet", "bet or fold"), doing("pass", "double"), doing("cut", "the cut")
    ('betting', 'not doubling', 'cut')
    """
    name = name_of(do, about)
    return NOT_DOING.get(name) or DOING.get(name, name)


def passes_of(game: Game) -> list[str]:
    """The names that a pass has in this game.

    >>> from pitboss.engine import registry
    >>> passes_of(registry.game("double_attack_blackjack")), passes_of(registry.game("double_down_stud"))
    (['no attack', 'no insurance'], ['no double'])
    """
    acts = {one.action for one in game.decisions}
    found = [NO[about] for about, act in (("double attack", "attack"), ("insurance", "insure")) if act in acts]
    return found or [NO["double"] if "double" in acts else PASS]


def may_lose_all(offer: Offer) -> bool:
    """Whether it is a surrender that a dealer's blackjack still takes."""
    return offer.do == "surrender" and offer.clause == UNLESS


def consequence(offer: Offer, about: str) -> str:
    """What a choice does, in as few words as fit a button. Empty for one that has no words of its own.

    >>> consequence(Offer(do="fold", clause="", gives_up=1600), "bet or fold")
    'give up $16'
    """
    each = offer.adds[0][1] if offer.adds else 0
    match offer.do:
        case "bet":
            return "twice the ante"
        case "second":
            return "equal to the first"
        case "fold":
            return f"give up {dollars(offer.gives_up)}" if offer.gives_up else "give up the hand"
        case "vertical" | "horizontal":
            return f"raise 2 x {dollars(each)}" if each else "two raises"
        case "stand":
            return "no more cards"
        case "hit":
            return "draw a card"
        case "double":
            return "before the last card" if about == "double" else "one more card"
        case "split":
            return "two hands"
        case "surrender":
            return "half at most" if may_lose_all(offer) else "get half back"
        case "attack":
            return "a second wager"
        case "insure":
            return "on a blackjack"
        case "pass":
            return "the original stays" if about == "double" else "no more chips"
        case "expose":
            return "for the side wager"
        case "conceal":
            return "lose the side wager"
        case "burn card":
            return "ask what it is"
        case "consent":
            return "share your box"
        case "refuse":
            return "another cuts" if about == "the cut" else "no more cards"
        case "take card":
            return "the next card"
        case "dead hand":
            return "wagers go back"
        case "designate":
            return "your wagers"
        case "withdraw":
            return "take it back and fold"
        case _:
            return ""
