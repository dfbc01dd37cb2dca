"""The choices of a player as buttons on the felt."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.basics.money import dollars
from pitboss.terminal.screen.canvas import BRASS, ON_BRASS, RAISED, TEXT, Canvas
from pitboss.terminal.screen.model import Shown
from pitboss.terminal.screen.plan import Plan
from pitboss.terminal.seat.answers import Choice
from pitboss.terminal.seat.choice_words import consequence, shown_as

BUTTON, WIDE_BUTTON = 16, 18
"""The width of a button, beside your cards and below them."""
KEY = 5
"""What the brackets of a key and the margins of a button take of its width."""
TWO_ROWS = 2
"""The most rows of buttons that have a line for what each does."""
ASIDE = ("take:burn card", "take:consent")
"""Choices that are seldom wanted."""
Button = tuple[str, str, str, str]
"""What it does, its title, its key, and what that means."""


def wrapped(words: str, width: int) -> list[str]:
    """Words in lines of this width."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def fitting(means: str, width: int, rows: int) -> list[str]:
    """What a choice does, in so many rows, or its price alone. Nothing is cut in the middle of a sentence.

    >>> fitting("$100: one more card", 14, 2), fitting("$100: one more card", 14, 1), fitting("give up the hand", 9, 1)
    (['$100: one more', 'card'], ['$100'], [])
    """
    price, _, _ = means.rpartition(": ")
    return next((lines for lines in (wrapped(means, width), wrapped(price, width)) if len(lines) <= rows), [])


def draw_choices(canvas: Canvas, shown: Shown, plan: Plan, x: int) -> None:
    """The choices as buttons, from a column on."""
    best = [
        choice.name
        for choice in shown.decisions.values()
        if shown.this_hint and choice.offer.do == shown.this_hint.best
    ]
    _buttons(canvas, buttons_of(shown), plan, x, best)


def buttons_of(shown: Shown) -> list[Button]:
    """The choices. While wagers are placed and between rounds, what goes on with the game."""
    buttons: list[Button] = []
    cost = shown.cost
    for key, choice in shown.decisions.items():
        title, means = shown_as(choice.name).capitalize(), meaning(shown, choice)
        price = "" if choice.offer.adds else cost[choice.name]  # several wagers are told by their own amounts
        if price and len(title) + 1 + len(price) <= BUTTON - KEY - len(key):
            title, price = f"{title} {price}", ""
        buttons.append((f"take:{choice.name}", title, key.upper(), f"{price}: {means}" if price else means))
    if shown.least:
        buttons.append(("rebuy", "Buy chips", "Enter", f"the least wager is {dollars(shown.least)}"))
    elif shown.stage == "wagers":
        total = shown.betting.total
        buttons.append(("deal", "Deal", "Enter", f"wagers {dollars(total)}" if total else "the least wager"))
        buttons.append(("clear", "Clear", "Z", "take chips back"))
    elif shown.stage == "broke":
        buttons.append(("buy", "Take $1,000", "Enter", "of play money"))
    elif shown.stage == "between":
        same = shown.may_repeat
        buttons.append(("next", "Same again" if same else "Go on", "Enter", "the same wagers" if same else ""))
        if same:
            buttons.append(("change", "Change bets", "C", "place other ones"))
    return buttons


def meaning(shown: Shown, choice: Choice) -> str:
    """What a choice does, in few words."""
    about = shown.asking.about if shown.asking is not None else ""
    means = next((one.means for one in shown.game.decisions if one.action == choice.offer.do), "")
    return consequence(choice.offer, about) or means


def _high(button: Button, width: int, height: int) -> int:
    """The rows that the words of a button take."""
    _, title, key, means = button
    below = len(title) + len(key) + KEY > width
    return 1 + below + len(fitting(means, width - 2, height - 1 - below))


def _buttons(canvas: Canvas, buttons: list[Button], plan: Plan, x: int, best: Sequence[str]) -> None:
    """Buttons side by side. With few of them there is room for what each does."""
    if not buttons:
        return
    width = WIDE_BUTTON if plan.below else BUTTON
    columns = (canvas.width - x) // (width + 1)
    aside: list[Button] = []
    if len(buttons) > TWO_ROWS * columns:  # what is seldom wanted lies below the others
        aside = [one for one in buttons if one[0] in ASIDE]
        buttons = [one for one in buttons if one[0] not in ASIDE]
    rows = -(-len(buttons) // columns)
    height = 4 if rows == 1 else 2 if rows == TWO_ROWS else 1
    high = max(_high(one, width, height) for one in buttons)
    for number, button in enumerate(buttons):
        column, row = number % columns, number // columns
        first = button[0].removeprefix("take:") in best or (number == 0 and not button[0].startswith("take:"))
        margin = high < height - 1  # where all have room for it
        _button(canvas, button, (x + column * (width + 1), plan.buttons + row * height, width, height), first, margin)
    for number, button in enumerate(aside):
        _button(canvas, button, (x + number * (width + 1), plan.buttons + rows * height, width, 1), False, False)


def _button(canvas: Canvas, button: Button, where: tuple[int, int, int, int], first: bool, margin: bool) -> None:
    """One button: its title, its key, and what it does. ``first`` is in brass. ``margin`` leaves a row above it."""
    (does, title, key, means), (left, y, width, height) = button, where
    ground = f"{ON_BRASS} on {BRASS}" if first else f"{TEXT} on {RAISED}"
    canvas.fill(left, y, width, height, ground)
    if height == 1:
        title = " ".join(filter(None, (title, means.rpartition(": ")[0])))
    fits = len(title) + len(key) + KEY <= width
    beside, side = height == 1 or fits, int(fits or height > 1)
    top = y + margin
    room = width - side - len(key) - 2 if beside else width - 2
    canvas.put(left + side, top, title, f"bold {ground}", width=room - side)
    canvas.put(left + width - side - len(key) - 2, top if beside else y + height - 1, f"[{key}]", ground)
    for line, words in enumerate(fitting(means, width - 2, height - 1 - (not beside)), top + 1):
        canvas.put(left + 1, line, words, ground, width=width - 2)
    canvas.place(does, left, y, width, height)
