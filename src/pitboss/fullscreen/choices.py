"""The choices of a player as buttons on the felt."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.fullscreen.canvas import Canvas
from pitboss.fullscreen.colours import BRASS, ON_BRASS, RAISED, TEXT
from pitboss.fullscreen.model import Shown
from pitboss.fullscreen.plan import Plan
from pitboss.money import dollars
from pitboss.terminal.answers import Choice

BUTTON, WIDE_BUTTON = 16, 18
"""The width of a button, beside your cards and below them."""
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
        title = " ".join(filter(None, (choice.name.capitalize(), cost[choice.name])))
        means = meaning(shown, choice)
        if len(title) > BUTTON - 4:  # the price goes to the second line
            title, means = choice.name.capitalize(), f"{cost[choice.name]}: {means}"
        buttons.append((f"take:{choice.name}", title, key.upper(), means))
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
    """What a choice does, in the words of the game."""
    return next((one.means for one in shown.game.decisions if one.action == choice.offer.do), "")


def _buttons(canvas: Canvas, buttons: list[Button], plan: Plan, x: int, best: Sequence[str]) -> None:
    """Buttons side by side. With few of them there is room for what each does."""
    if not buttons:
        return
    width = WIDE_BUTTON if plan.below else BUTTON
    columns = (canvas.width - x) // (width + 1)
    rows = -(-len(buttons) // columns)
    height = 4 if rows == 1 else 2 if rows == 2 else 1
    for number, (does, title, key, means) in enumerate(buttons):
        column, row = number % columns, number // columns
        left, y = x + column * (width + 1), plan.buttons + row * height
        first = does.removeprefix("take:") in best or (number == 0 and not does.startswith("take:"))
        ground = f"{ON_BRASS} on {BRASS}" if first else f"{TEXT} on {RAISED}"
        canvas.fill(left, y, width, height, ground)
        beside = len(title) + len(key) + 5 <= width
        lines = wrapped(means, width - 2)[: height - 1 - (not beside)]
        first_row = y + 1 if len(lines) + 1 + (not beside) < height - 1 else y  # a margin, where there is room for it
        canvas.put(left + 1, first_row, title, f"bold {ground}", width=width - len(key) - 5 if beside else width - 2)
        canvas.put(left + width - len(key) - 3, first_row if beside else y + height - 1, f"[{key}]", ground)
        for line, words in enumerate(lines, first_row + 1):
            canvas.put(left + 1, line, words, ground, width=width - 2)
        canvas.place(does, left, y, width, height)
