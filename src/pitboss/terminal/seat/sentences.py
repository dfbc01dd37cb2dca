"""What happens at a table, in sentences for somebody who sits or stands across from the dealer.

Documents name the cards of a cross from the dealer's side. Here they are named as players see them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from pitboss.basics.money import dollars
from pitboss.engine.game import Game
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.log.narration import cards_text, sentence, with_symbols

YOU = "You"
"""What a player is called at their own terminal. At a table in this process, it is also their id."""
ENDS = (("top", "bottom"), ("left", "right"))
"""The ends of a column and of a row, from the first to the last."""
HIGH_CARD = re.compile(r"high card, (\w+-\w+)(?:-\w+){3}|high card, ([\w-]+)")
"""The document's full name of such a hand. Of five cards, the first two name it beside the cards."""
COMMUNITY = re.compile(r"\b(community)\b(?! cards?)", re.IGNORECASE)


def told(game: Game, event: Event, names: Mapping[str, str] | None = None) -> str:
    """The event as a sentence. ``names`` maps players' ids to their names.

    >>> from pitboss.engine import registry
    >>> cross = registry.game("double_cross_poker")
    >>> told(cross, ev.Exposed(round=1, clause="10(a)", place="horizontal right", hand=1, cards=("2h",)))
    'The left of the cross showed 2♥.'
    """
    return from_the_seats(game, sentence(named(game, event), names))


def in_brief(game: Game, event: Event, names: Mapping[str, str] | None = None) -> str:
    """The event in as few words as a screen of 80 columns has room for."""
    shown = game.words.of(event.action, clause=event.clause).shown if isinstance(event, ev.Chose) else ""
    event = named(game, event)
    who = (names or {}).get(getattr(event, "player", ""), getattr(event, "player", ""))
    match event:
        case ev.Announced(place=place, words=words):
            said = f"{place or 'dealer'}: '{with_symbols(words)}'." if place != ev.RACK else f"{with_symbols(words)}."
        case ev.Chose(amount=amount):
            said = f"{who}: {shown}{f' {dollars(amount)}' if amount else ''}."
        case ev.Wagered(wager=wager, amount=amount):
            said = f"{who}: {game.shown(wager)} {dollars(amount)}."
        case ev.Settled(wager=wager, returned=back, money=staked, line=line):
            change = dollars(back - staked) if back <= staked else f"+{dollars(back - staked)}"
            said = f"{who}: {game.shown(wager)} {change}{f' ({with_symbols(line)})' if line else ''}."
        case ev.Ranked(place=place, name=name, category=category):
            said = f"{place}: {name or category}."
        case ev.Exposed(place=place, cards=cards) if cards:
            said = f"{place}: {cards_text(cards)}."
        case _:
            return told(game, event, names)
    said = from_the_seats(game, said)
    return said[:1].upper() + said[1:]


def named(game: Game, event: Event) -> Event:
    """The event with the name of what was declined instead of a pass, and with a high card as the felt names it.

    >>> from pitboss.engine import registry
    >>> cards = {"round": 1, "clause": "7(b)", "place": "dealer", "hand": 1, "cards": (), "category": "high card"}
    >>> for name in "high card, ace-king-nine-four-two", "high card, king-jack-nine":
    ...     named(registry.game("caribbean_stud"), ev.Ranked(name=name, **cards)).name
    'ace-king high'
    'king-jack-nine high'
    """
    if isinstance(event, ev.Chose):
        return msgspec.structs.replace(event, action=game.words.of(event.action, clause=event.clause).name)
    if isinstance(event, ev.Ranked) and (found := HIGH_CARD.fullmatch(event.name)):
        return msgspec.structs.replace(event, name=f"{found[1] or found[2]} high")
    return event


def from_the_seats(game: Game, words: str) -> str:
    """Words about a table as players see it.

    >>> from pitboss.engine import registry
    >>> from_the_seats(registry.game("double_cross_poker"), "Vertical top showed 4♣.")
    'The bottom of the cross showed 4♣.'
    >>> from_the_seats(registry.game("double_down_stud"), "Community showed K♣.")
    'The community cards showed K♣.'
    """
    words = COMMUNITY.sub(lambda found: _like(found[0], "the community cards"), words)
    if not game.lies:
        return words
    places = re.compile(rf"\b(?:the )?({'|'.join(game.lies)})\b", re.IGNORECASE)
    return places.sub(lambda found: _like(found[0], f"the {_where(game, found[1].lower())} of the cross"), words)


def _like(word: str, other: str) -> str:
    """The other words, beginning with a large letter if the word does."""
    return other[:1].upper() + other[1:] if word[:1].isupper() else other


def _where(game: Game, place: str) -> str:
    """Where a card of a cross lies as players see it: the dealer's last row is their first."""
    at = game.lies[place]
    last = [max(one[axis] for one in game.lies.values()) for axis in (0, 1)]
    for axis, (first, end) in enumerate(ENDS):
        if at[axis] in (0, last[axis]) and at[1 - axis] not in (0, last[1 - axis]):
            return first if at[axis] == last[axis] else end
    return "middle"
