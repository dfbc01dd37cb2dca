"""A declared game in a few sentences, for people who meet it for the first time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.engine import registry
from pitboss.engine.declared.words import (
    COMMUNITY,
    DEALER,
    DOWN,
    PLAYER,
    Ask,
    Choice,
    Deal,
    Declaration,
    Fold,
    Place,
    TakeBack,
    Turn,
)
from pitboss.engine.game import listed

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def brief(declared: Declaration) -> str:
    """The game in a line: the cards, and the first decision."""
    own, dealers, board = (number(declared.dealt[place]) for place in (PLAYER, DEALER, COMMUNITY))
    cards = f"{own} card{'' if own == 'one' else 's'}"
    if declared.dealt[COMMUNITY]:
        cards += f" and {board} of the board"
    if declared.contest and declared.dealt[DEALER]:
        cards += f" against the dealer\u2019s {dealers}"
    asked = f" {_large(_either(_deeds(declared, declared.asks[0], brief=True)))}." if declared.asks else ""
    return f"{_large(cards)}.{asked}"


def sentences(declared: Declaration) -> tuple[str, ...]:
    """The game from the first wager to the end, in order."""
    return tuple(f"{_large(one)}." for one in _told(declared))


def _told(declared: Declaration) -> Iterator[str]:
    yield _bets(declared)
    before: list[str] = []
    for step in declared.round:
        match step:
            case Deal():
                before.append(_dealt(step))
            case Turn(cards=cards, at=place):
                of = "the board" if place == COMMUNITY else "the dealer"
                before.append(
                    f"{number(cards)} card{'s' if cards > 1 else ''} of {of} {'are' if cards > 1 else 'is'} turned"
                )
            case Ask():
                asked = f"you {_either(_deeds(declared, step))}"
                if len(before) > 1:
                    yield _then(before)
                    before = []
                yield _then([*before, asked])
                before = []
    if before:
        yield _then(before)
    if declared.contest and declared.contest.qualifies:
        yield from filter(None, [registry.words(declared.name, declared.contest.qualifying).removesuffix(".")])
    yield _ending(declared)
    folds = any(isinstance(choice, Fold) for ask in declared.asks for choice in ask.choices)
    for bet in declared.wagers:
        if bet.side or bet.earned:
            yield f"{bet.name}: {bet.means}{'; a fold loses it, too' if bet.side and folds else ''}"


def _bets(declared: Declaration) -> str:
    must = [bet for bet in declared.wagers if bet.base or bet.equals]
    named = [
        f"the {bet.name}" + (f" of {_times(bet.times, bet.equals)}" if bet.equals and bet.times > 1 else "")
        for bet in must
    ]
    equal = ", all equal" if len(must) > 1 and all(bet.times == 1 for bet in must) else ""
    sides = [f"the {bet.name}" for bet in declared.wagers if bet.side]
    optional = f"; {listed(sides)} {'is' if len(sides) == 1 else 'are'} optional" if sides else ""
    return f"before the cards, you place {listed(named)}{equal}{optional}"


def _dealt(deal: Deal) -> str:
    cards = f"{number(deal.cards)} card{'s' if deal.cards > 1 else ''}"
    lies = "face down" if deal.face == DOWN else "face up"
    if deal.to == PLAYER:
        return f"you get {cards}"
    return f"the dealer gets {cards} {lies}" if deal.to == DEALER else f"the board gets {cards} {lies}"


def _deeds(declared: Declaration, ask: Ask, *, brief: bool = False) -> list[str]:
    """What a player may do at a question. Choices that place the same wager are one."""
    base, found = declared.base.name, dict[str, list[Place]]()
    for one in ask.choices:
        if isinstance(one, Place):
            found.setdefault(one.wager, []).append(one)
    said: list[str] = []
    for choice in ask.choices:
        if isinstance(choice, Place):
            together = found.pop(choice.wager, [])
            if together:
                said.append(_placed(together, base, brief=brief))
        else:
            said.append(_done(choice, brief=brief))
    return said


def _placed(choices: Sequence[Place], base: str, *, brief: bool) -> str:
    if brief and len(choices) == 1:
        return choices[0].do
    times = sorted({one.times for one in choices})
    if any(one.up_to for one in choices):
        size = f"up to {_times(times[-1], base)}"
    elif len(times) == 1:
        size = _times(times[0], base) if times[0] > 1 else f"equal to the {base}"
    else:
        size = f"{_sizes(times)} the {base}"
    return f"bet {size}" if brief else f"place the {choices[0].wager}, {size}"


def _sizes(times: Sequence[int]) -> str:
    """
    >>> _sizes([1, 2]), _sizes([1, 2, 3]), _sizes([1, 4])
    ('once or twice', 'one to three times', 'once or four times')
    """
    if len(times) > 2 and len(times) == times[-1] - times[0] + 1:
        return f"{number(times[0])} to {number(times[-1])} times"
    return _either([{1: "once", 2: "twice"}.get(one, f"{number(one)} times") for one in times], comma=len(times) > 2)


def _done(choice: Choice, *, brief: bool) -> str:
    if isinstance(choice, Fold):
        return "fold"
    if isinstance(choice, TakeBack):
        return "take a bet back" if brief else f"take the {choice.wager} back"
    return choice.do


def _ending(declared: Declaration) -> str:
    if contest := declared.contest:
        return f"{'if the dealer qualifies, ' if contest.qualifies else ''}the higher hand wins"
    hand = f"your {number(declared.dealt[PLAYER])} card{'s' if declared.dealt[PLAYER] > 1 else ''}"
    if declared.dealt[COMMUNITY]:
        hand += f" and the {number(declared.dealt[COMMUNITY])} of the board"
    return f"your hand is {hand}; the pay table pays it, and there is no dealer to beat"


def number(count: int) -> str:
    """
    >>> number(3), number(12)
    ('three', '12')
    """
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _times(times: int, wager: str) -> str:
    return {1: f"the {wager}", 2: f"twice the {wager}"}.get(times, f"{number(times)} times the {wager}")


def _then(clauses: Sequence[str]) -> str:
    return clauses[0] if len(clauses) == 1 else f"{', '.join(clauses[:-1])}, and {clauses[-1]}"


def _either(parts: Sequence[str], *, comma: bool = True) -> str:
    return f"{', '.join(parts[:-1])}{',' * comma} or {parts[-1]}"


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]
