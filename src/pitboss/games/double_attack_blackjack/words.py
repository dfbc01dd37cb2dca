"""How people speak of the choices of Double Attack Blackjack."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.engine.words import PASS, ChoiceWords, GameWords
from pitboss.games.double_attack_blackjack.procedures.course import ATTACK, INSURANCE

SURRENDER = ChoiceWords(
    action="surrender", doing="surrendering", does="surrenders", key="U", then=("give up {gives_up}", "get half back")
)
NO = replace(PASS, key="N")
TAKE_CARD = ChoiceWords(
    action="take card",
    button="Take the card",
    does="takes the card",
    late="card taken",
    key="T",
    then=("after all others have theirs", "the next card"),
)
SPLIT = ChoiceWords(
    action="split", doing="splitting", does="splits", key="P", then=("two hands, {cost} more", "two hands")
)

WORDS = GameWords(
    choices=(
        SURRENDER,
        replace(
            SURRENDER,
            clause="8(a)(2)",  # while the dealer may have a blackjack, which takes all
            means="give up the hand and get half of its wagers back, unless the dealer has a blackjack",
            then=("half back, unless blackjack", "half at most"),
        ),
        replace(NO, about=ATTACK, clause="7(d)", name="no attack", doing="not attacking", does="makes no attack"),
        replace(NO, about=INSURANCE, clause="11(b)", name="no insurance", doing="", does="takes no insurance"),
        ChoiceWords(
            action="refuse",
            button="Refuse the card",
            does="refuses the card",
            key="R",
            then=("no more cards in this round", "no more cards"),
        ),
        ChoiceWords(
            action="stand", doing="standing", does="stands", late="stood", key="S", then=("on {holds}", "no more cards")
        ),
        ChoiceWords(action="hit", doing="hitting", does="hits", key="H", then=("draw a card",)),
        TAKE_CARD,
        replace(TAKE_CARD, about="the card drawn in error", then=("the one that was drawn in error", "the next card")),
        ChoiceWords(
            action="dead hand",
            button="Call the hand dead",
            does="calls the hand dead",
            key="D",
            then=("its wagers come back", "wagers go back"),
        ),
        ChoiceWords(
            action="designate",
            button="Play",
            does="names a hand",
            late="hand 1 named",
            then=("your wagers lie there", "your wagers"),
        ),
        SPLIT,
        replace(SPLIT, about="cover the split or name a hand", button="Cover both hands"),  # asked of others on a box
        ChoiceWords(
            action="double", doing="doubling", does="doubles", key="D", then=("one card, no more", "one more card")
        ),
        ChoiceWords(
            action="attack", doing="attacking", does="attacks", key="A", then=("before your cards", "a second wager")
        ),
        ChoiceWords(action="insure", doing="insurance", does="takes insurance", key="I", then=("against a blackjack",)),
        ChoiceWords(action="burn card", button="Ask for the burn card", key="O", then=("ask what it is",), aside=True),
        ChoiceWords(
            action="consent",
            button="Let others bet on your box",
            does="lets others bet on the box",
            then=("share your box",),
            aside=True,
        ),
    )
)
