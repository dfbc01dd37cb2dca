"""The choices of a player as buttons on the felt."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pitboss.basics.money import dollars
from pitboss.engine.round.asks import Offer
from pitboss.terminal.screen.canvas import BRASS, ON_BRASS, RAISED, TEXT, Canvas
from pitboss.terminal.screen.model import Shown
from pitboss.terminal.screen.plan import Plan

BUTTON, WIDE_BUTTON = 16, 18
"""The width of a button, beside your cards and below them."""
KEY = 5
"""What the brackets of a key and the margins of a button take of its width."""
TWO_ROWS = 2
"""The most rows of buttons that have a line for what each does."""
NUMBERS = {2: "two", 3: "three", 4: "four"}


class Button(msgspec.Struct, frozen=True):
    """A button of the felt."""

    does: str
    title: str
    key: str
    means: tuple[str, ...] = ()
    """What follows from it, from the fullest phrase to the briefest."""
    price: str = ""
    """What it costs, if the title has no room for that."""
    aside: bool = False
    """Whether it is seldom wanted."""

    def below(self, width: int, rows: int) -> list[str]:
        """What stands under the title: the first phrase that fits so many rows, or the price alone.

        >>> double = Button("take:double", "Double", "D", ("one card, no more", "one more card"), "$100")
        >>> double.below(14, 2), double.below(14, 1), Button("", "", "", ("give up the hand",)).below(9, 1)
        (['$100: one', 'card, no more'], ['$100'], [])
        """
        phrases = [f"{self.price}: {one}" if self.price else one for one in self.means]
        return next((lines for one in (*phrases, self.price) if len(lines := wrapped(one, width)) <= rows), [])


def wrapped(words: str, width: int) -> list[str]:
    """Words in lines of this width."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


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
        title = choice.shown.capitalize()
        price = "" if choice.offer.adds else cost[choice.name]  # several wagers are told by their own amounts
        if price and len(title) + 1 + len(price) <= BUTTON - KEY - len(key):
            title, price = f"{title} {price}", ""
        means = tuple(choice.words.phrases(figures_of(choice.offer)))
        buttons.append(Button(f"take:{choice.name}", title, key.upper(), means, price, choice.words.aside))
    if shown.least:
        buttons.append(Button("rebuy", "Buy chips", "Enter", (f"the least wager is {dollars(shown.least)}",)))
    elif shown.stage == "wagers":
        total = shown.betting.total
        buttons.append(Button("deal", "Deal", "Enter", (f"wagers {dollars(total)}" if total else "the least wager",)))
        buttons.append(Button("clear", "Clear", "Z", ("take chips back",)))
    elif shown.stage == "broke":
        buttons.append(Button("buy", "Take $1,000", "Enter", ("of play money",)))
    elif shown.stage == "between":
        same = shown.may_repeat
        again = ("the same wagers",) if same else ()
        buttons.append(Button("next", "Same again" if same else "Go on", "Enter", again))
        if same:
            buttons.append(Button("change", "Change bets", "C", ("place other ones",)))
    return buttons


def figures_of(offer: Offer) -> dict[str, str]:
    """The figures of what follows from a choice. Its cost stands in the title, or before the phrase.

    >>> figures_of(Offer(do="vertical", clause="", adds=(("raise 1", 500), ("raise 2", 500))))
    {'adds': 'two raises of $5', 'each': '$5'}
    """
    found = {"gives_up": dollars(offer.gives_up)} if offer.gives_up else {}
    if offer.adds:
        kinds, amounts = {wager.rstrip(" 0123456789") for wager, _ in offer.adds}, {cents for _, cents in offer.adds}
        if len(kinds) == len(amounts) == 1:
            each = dollars(*amounts)
            found |= {"adds": f"{NUMBERS.get(len(offer.adds), len(offer.adds))} {kinds.pop()}s of {each}", "each": each}
    return found


def _high(button: Button, width: int, height: int) -> int:
    """The rows that the words of a button take."""
    below = len(button.title) + len(button.key) + KEY > width
    return 1 + below + len(button.below(width - 2, height - 1 - below))


def _buttons(canvas: Canvas, buttons: list[Button], plan: Plan, x: int, best: Sequence[str]) -> None:
    """Buttons side by side. With few of them there is room for what each does."""
    if not buttons:
        return
    width = WIDE_BUTTON if plan.below else BUTTON
    columns = (canvas.width - x) // (width + 1)
    aside: list[Button] = []
    if len(buttons) > TWO_ROWS * columns:  # what is seldom wanted lies below the others
        aside = [one for one in buttons if one.aside]
        buttons = [one for one in buttons if not one.aside]
    rows = -(-len(buttons) // columns)
    height = 4 if rows == 1 else 2 if rows == TWO_ROWS else 1
    high = max(_high(one, width, height) for one in buttons)
    for number, button in enumerate(buttons):
        column, row = number % columns, number // columns
        first = button.does.removeprefix("take:") in best or (number == 0 and not button.does.startswith("take:"))
        margin = high < height - 1  # where all have room for it
        _button(canvas, button, (x + column * (width + 1), plan.buttons + row * height, width, height), first, margin)
    for number, button in enumerate(aside):
        _button(canvas, button, (x + number * (width + 1), plan.buttons + rows * height, width, 1), False, False)


def _button(canvas: Canvas, button: Button, where: tuple[int, int, int, int], first: bool, margin: bool) -> None:
    """One button: its title, its key, and what it does. ``first`` is in brass. ``margin`` leaves a row above it."""
    (title, key), (left, y, width, height) = (button.title, button.key), where
    ground = f"{ON_BRASS} on {BRASS}" if first else f"{TEXT} on {RAISED}"
    canvas.fill(left, y, width, height, ground)
    if height == 1:
        title = " ".join(filter(None, (title, button.price)))
    fits = len(title) + len(key) + KEY <= width
    beside, side = height == 1 or fits, int(fits or height > 1)
    top = y + margin
    room = width - side - len(key) - 2 if beside else width - 2
    canvas.put(left + side, top, title, f"bold {ground}", width=room - side)
    canvas.put(left + width - side - len(key) - 2, top if beside else y + height - 1, f"[{key}]", ground)
    for line, words in enumerate(button.below(width - 2, height - 1 - (not beside)), top + 1):
        canvas.put(left + 1, line, words, ground, width=width - 2)
    canvas.place(button.does, left, y, width, height)
