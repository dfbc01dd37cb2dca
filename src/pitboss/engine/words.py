"""How people speak of the choices of a game: on a button, in the log, in a sentence of the coach.

A game declares its words once, in ``words.py`` of its folder. The terminals, the coach and the drill read them from the
game. The house sends them with the game, so the page and other clients say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

import msgspec


class ChoiceWords(msgspec.Struct, frozen=True, kw_only=True):
    """The words for one choice. What is left out follows from ``action``.

    >>> words = ChoiceWords(action="raise").complete
    >>> words.name, words.button, words.doing, words.late
    ('raise', 'Raise', 'raise', 'raise')
    """

    action: str
    about: str = ""
    """The question at which a choice has these words. Empty if they hold at every question."""
    clause: str = ""
    """The clause under which a choice has these words. An event names its clause, not its question."""
    name: str = ""
    """What a player types, and what logs and the coach call it: "no attack"."""
    shown: str = ""
    """What people read for it, if its name alone would puzzle them: "2nd wager". Default: the name."""
    button: str = ""
    """What a wide button says. The wager, or what the player names, follows. Default: ``shown``."""
    doing: str = ""
    """The choice as the subject of a sentence: "not attacking"."""
    does: str = ""
    """What somebody does who takes it: "makes no attack". Empty if there is no such verb."""
    late: str = ""
    """What the house did for a player who ran out of time: "folded"."""
    key: str = ""
    """Its key, if it is free. Default: a letter of the name."""
    means: str = ""
    """What it is, in a list of all choices. Default: the meaning of the decision."""
    then: tuple[str, ...] = ()
    """What follows from it, from the fullest phrase to the briefest. A client says the first that fits its room and
    whose figures, in braces, it knows: see ``phrases``. Default: ``means``."""
    aside: bool = False
    """Whether it is seldom wanted, so that it stands behind the others."""

    @property
    def complete(self) -> ChoiceWords:
        """The same words with every default filled in."""
        name = self.name or self.action
        shown = self.shown or name
        return msgspec.structs.replace(
            self,
            name=name,
            shown=shown,
            button=self.button or shown[:1].upper() + shown[1:],
            doing=self.doing or name,
            late=self.late or self.action,
            then=self.then or ((self.means,) if self.means else ()),
        )

    def phrases(self, figures: Mapping[str, str]) -> list[str]:
        """What follows from the choice, from the fullest phrase to the briefest, as far as the figures are known.

        The figures are ``cost`` (what it puts on the table), ``gives_up``, ``plays_on`` (the own wagers that a fold
        leaves), ``adds`` (several wagers in words), ``each`` (one of them), ``back`` (what it takes back) and
        ``holds`` (the hand in words).

        >>> FOLD.phrases({"gives_up": "$16"}), FOLD.phrases({})
        (['give up $16', 'give up the hand'], ['give up the hand'])
        """
        known = [one for one in self.then if all(name in figures for _, name, _, _ in Formatter().parse(one) if name)]
        return [one.format(**figures) for one in known]


CUT = "the cut"
"""The question whether a player cuts the cards."""
FOLD = ChoiceWords(
    action="fold",
    doing="folding",
    does="folds",
    late="folded",
    key="F",
    then=("give up {gives_up}, {plays_on} plays on", "give up {gives_up}", "give up the hand"),
)
PASS = ChoiceWords(action="pass", doing="passing", does="passes", late="passed", key="P", then=("no more chips",))
CONCEAL = ChoiceWords(
    action="conceal",
    doing="concealing",
    does="conceals the cards",
    late="cards turned down",
    key="C",
    then=("the side wager loses",),
)
EXPOSE = ChoiceWords(
    action="expose",
    doing="exposing",
    does="exposes the cards",
    late="cards shown",
    key="E",
    then=("for the side wager",),
)
WITHDRAW = ChoiceWords(action="withdraw", button="Take back the", key="X", then=("take it back",))
COMMON = (
    ChoiceWords(action="refuse", about=CUT, button="Don\u2019t cut", key="R", then=("somebody else cuts",)),
    FOLD,
    PASS,
    CONCEAL,
    ChoiceWords(action="cut", key="C"),
    EXPOSE,
    ChoiceWords(action="bet", doing="betting", does="bets", key="B"),
    WITHDRAW,
)
"""Words of every game that has none of its own for them."""


class GameWords(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a game.

    >>> words = GameWords(choices=(ChoiceWords(action="pass", about="insurance", clause="11(b)", name="no insurance"),))
    >>> [words.of("pass", about).name for about in ("insurance", "double")], words.of("pass", clause="11(b)").name
    (['no insurance', 'pass'], 'no insurance')
    >>> words.of("raise").button
    'Raise'
    """

    choices: tuple[ChoiceWords, ...] = ()
    """In the order of the buttons: what gives up first, what puts most on the table last."""
    questions: Mapping[str, str] = {}
    """What people read for a question whose own name would puzzle them."""

    def of(self, action: str, about: str = "", clause: str = "") -> ChoiceWords:
        """The words for a choice, complete, by its question or by its clause, whichever is known."""
        named = [one for one in (*self.choices, *COMMON) if one.action == action]
        at = [one for one in named if one.about and one.about == about]
        under = [one for one in named if one.clause and one.clause == clause]
        always = [one for one in named if not one.about and not one.clause]
        return next(iter([*at, *under, *always, ChoiceWords(action=action)])).complete

    def all_of(self, action: str) -> list[ChoiceWords]:
        """The words that a choice has at any question."""
        own = [one.complete for one in self.choices if one.action == action]
        return own if any(not one.about and not one.clause for one in own) else [*own, self.of(action)]

    def question(self, about: str) -> str:
        """What people read for a question."""
        return self.questions.get(about, about)
