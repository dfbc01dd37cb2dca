"""The felt, drawn from what the screen shows: dealer, areas, your hands, seats and choices.

A larger felt has larger cards. On a terminal that is too small for cards, it is told in lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from pitboss.basics.money import dollars
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.layout import Hand
from pitboss.log.narration import card_text
from pitboss.terminal.screen.canvas import (
    BACK,
    BRASS,
    CLOCK,
    CROSS,
    DIM_FACE,
    FACE,
    INK,
    LATTICE,
    LOST,
    ON_BRASS,
    RAISED,
    RED,
    SECOND,
    TEXT,
    TURN,
    WON,
    Canvas,
)
from pitboss.terminal.screen.model import CHIPS, Area, Shown
from pitboss.terminal.screen.stage import Scene
from pitboss.terminal.seat.drawing import state_of

OWN, DEALERS, SMALL = (7, 5), (6, 4), (5, 3)
Size = tuple[int, int]
PIPPED = 8
"""The height from which a card has as many pips as its rank says."""
MIDDLE = ((1, 2.0),)
_TWO, _THREE = ((1, 0.0), (1, 4.0)), ((1, 0.0), (1, 2.0), (1, 4.0))
_FOUR = ((0, 0.0), (2, 0.0), (0, 4.0), (2, 4.0))
_SIX = (*_FOUR, (0, 2.0), (2, 2.0))
_EIGHT = (*_FOUR, (0, 4 / 3), (2, 4 / 3), (0, 8 / 3), (2, 8 / 3))
PIPS = {
    "2": _TWO,
    "3": _THREE,
    "4": _FOUR,
    "5": (*_FOUR, *MIDDLE),
    "6": _SIX,
    "7": (*_SIX, (1, 1.0)),
    "8": (*_SIX, (1, 1.0), (1, 3.0)),
    "9": (*_EIGHT, *MIDDLE),
    "10": (*_EIGHT, (1, 2 / 3), (1, 10 / 3)),
}
"""Where the pips of a rank stand: the column from 0 to 2, and the row from 0 at the top to 4."""


def draw_card(
    canvas: Canvas, x: int, y: int, card: str | None, size: Size, *, dim: bool = False, inset: int = 1
) -> None:
    """A card with its index in two corners, or a back."""
    width, height = size
    if card is None:
        rows = f"{CROSS}   " * width, f"  {CROSS} " * width
        for row in range(height):
            canvas.put(x, y + row, rows[row % 2][:width], f"{LATTICE} on {BACK}")
        return
    face = DIM_FACE if dim else FACE
    style = f"bold {RED if card[-1] in 'dh' else INK} on {face}"
    index = card_text(card)
    canvas.fill(x, y, width, height, style)
    canvas.put(x + inset, y, index, style)
    for across, down in PIPS.get(index[:-1], MIDDLE) if height >= PIPPED else MIDDLE if height > 4 else ():
        pip = x + round((1 + across) * (width - 1) / 4), y + 1 + round(down * (height - 3) / 4)
        canvas.put(*pip, index[-1], style)
    last = index[-1] + index[:-1]
    canvas.put(x + width - len(last) - inset, y + height - 1, last, style)


def draw_row(
    canvas: Canvas, x: int, y: int, cards: Sequence[str | None], size: Size, room: int, *, dim: bool = False
) -> int:
    """Cards side by side, closer together where room is short. Returns the column after the last."""
    if not cards:
        return x
    width = size[0]
    step = width + 1
    if len(cards) > 1:
        step = min(step, max((room - width) // (len(cards) - 1), 2))
    for number, card in enumerate(cards):
        draw_card(canvas, x + number * step, y, card, size, dim=dim, inset=int(step >= SMALL[0]))
    return x + (len(cards) - 1) * step + width


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Rows and columns of the felt, and the sizes of cards."""

    rows: int
    width: int
    """The least width that it needs."""
    call: int
    """The row of the question."""
    seats: int
    """The first row of the box with the seats."""
    hand: int
    """The first row of your cards. Your betting areas lie above it."""
    buttons: int
    """The first row of the buttons."""
    own: Size
    dealers: Size
    figure: Size
    """A card of a figure, such as a cross."""
    beside_figure: Size
    """A dealer's card beside a figure."""
    several: tuple[Size, Size]
    """A card of two hands, and one of more."""
    below: bool = True
    """Whether the buttons lie below your cards in a row. Else they lie beside them in two columns."""

    @property
    def chip(self) -> int:
        """The height of a chip in the tray."""
        return 3 if self.below else 1


COMPACT = Plan(
    rows=18,
    width=76,
    call=6,
    seats=5,
    hand=12,
    buttons=13,
    own=OWN,
    dealers=DEALERS,
    figure=SMALL,
    beside_figure=DEALERS,
    several=(DEALERS, SMALL),
    below=False,
)
"""The felt on a screen of 80 by 24."""
ROOMY = Plan(
    rows=33,
    width=78,
    call=9,
    seats=8,
    hand=20,
    buttons=29,
    own=(11, 8),
    dealers=(9, 6),
    figure=(7, 4),
    beside_figure=(8, 5),
    several=((9, 6), OWN),
)
"""The felt on a screen of 120 by 40."""
GRAND = Plan(
    rows=44,
    width=120,
    call=12,
    seats=11,
    hand=26,
    buttons=39,
    own=(16, 11),
    dealers=(13, 9),
    figure=(11, 6),
    beside_figure=(8, 5),
    several=((13, 9), (9, 6)),
)
"""The felt on a screen of 200 by 50."""


def plan_of(width: int, height: int) -> Plan | None:
    """The largest plan that fits a felt of this size. None if it is too small for any.

    >>> [plan_of(*size) is plan for size, plan in (((80, 18), COMPACT), ((80, 38), ROOMY), ((140, 48), GRAND))]
    [True, True, True]
    >>> plan_of(60, 9) is None
    True
    """
    return next((one for one in (GRAND, ROOMY, COMPACT) if one.width <= width and one.rows <= height), None)


# --- the question, the wagers and the state of each seat, in words


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


# --- your choices as buttons


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
        buttons.append(Button("deal", "Deal", "Enter", (f"wagers {dollars(shown.stakes)}",)))
        buttons.append(Button("clear", "Clear", "Z", ("take chips back",)))
    elif shown.stage == "broke":
        buttons.append(Button("buy", "Take $1,000", "Enter", ("of play money",)))
    elif shown.stage == "between":
        again = (f"wagers {dollars(shown.again)}",) if shown.again else ()
        buttons.append(Button("next", "Same again" if again else "Go on", "Enter", again))
        if again:
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


def draw_choices(canvas: Canvas, shown: Shown, plan: Plan, x: int) -> None:
    """The choices as buttons side by side, from a column on. With few of them there is room for what each does."""
    buttons, hint = buttons_of(shown), shown.this_hint
    if not buttons:
        return
    best = [one.name for one in shown.decisions.values() if hint is not None and one.offer.do == hint.best]
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
    canvas.put_rows(left + 1, top + 1, button.below(width - 2, height - 1 - (not beside)), ground, width=width - 2)
    canvas.place(button.does, left, y, width, height)


# --- the felt


LEFT, CARDS = 3, 21
"""The columns at which words and the dealer's cards begin."""
FROM_RIGHT = 34
"""How far from the right edge the seats begin."""
BOX = 33
"""The width of the box with the seats."""
AREA = 14
"""The columns of a betting area's name."""
MOST_SEATS, LEAST_MONEY = 7, 3
LOST_WORDS, LOST_TO_WATCHERS = "Connection lost. Your bets are safe. Trying again.", "Connection lost. Trying again."

Side = Callable[[Canvas, Plan, int], None]
"""Draws something else in place of the seats, from a column on."""


def draw_felt(canvas: Canvas, shown: Shown, felt: str, side: Side | None = None, words: str = "") -> None:
    """Draw everything that lies on the felt. ``words`` stand for the ``side`` on a felt that is too small for it."""
    scene = shown.scene
    if scene is None:
        canvas.put(LEFT, 1, LOST_TO_WATCHERS if shown.lost else "The table is being set.", f"{TEXT} on {felt}")
        return
    lost = LOST_WORDS if scene.own else LOST_TO_WATCHERS
    plan = plan_of(canvas.width, canvas.height)
    if plan is None:
        draw_small_felt(canvas, shown, scene, felt, lost if shown.lost else words)
        return
    canvas.down = (canvas.height - plan.rows) // 2
    if shown.game.lies:
        _figure(canvas, plan, shown, scene, felt)
    else:
        _dealer(canvas, plan, shown, scene, felt)
    _call(canvas, plan, shown, felt)
    _areas(canvas, plan, shown, scene, felt)
    _own_hands(canvas, plan, shown, scene, felt)
    if shown.lost:
        canvas.put(0, -canvas.down, lost.center(canvas.width), f"bold {ON_BRASS} on {BRASS}")
    right = canvas.width - FROM_RIGHT
    if side is not None:
        side(canvas, plan, right)
    else:
        _seats(canvas, plan, shown, scene, felt, right)
    draw_choices(canvas, shown, plan, LEFT if plan.below else right)


# --- the dealer's side


def _dealer(canvas: Canvas, plan: Plan, shown: Shown, scene: Scene, felt: str) -> None:
    place = shown.game.places[0]
    title = f"{place} cards" if place == "community" else place
    canvas.put(LEFT, 1, title.upper(), f"bold {TEXT} on {felt}", width=CARDS - LEFT - 1)
    cards = scene.layout.cards(place)
    name = scene.names.get((place, 1), "")
    if name and place == "dealer" and None in cards:
        name += " up"
    canvas.put_rows(LEFT, 2, wrapped(name, CARDS - LEFT - 1), f"{SECOND} on {felt}")
    if not cards:
        return
    up_last = (
        sorted(range(len(cards)), key=lambda at: cards[at] is not None) if place == "dealer" else range(len(cards))
    )
    draw_row(canvas, CARDS, 1, [cards[at] for at in up_last], plan.dealers, canvas.width - CARDS - 2)


def _figure(canvas: Canvas, plan: Plan, shown: Shown, scene: Scene, felt: str) -> None:
    """The dealer's cards, and beside them the cards that form a figure."""
    width, height = plan.figure
    canvas.put(LEFT, 0, "DEALER", f"bold {TEXT} on {felt}")
    draw_row(canvas, LEFT, 1, scene.layout.cards("dealer"), plan.beside_figure, CARDS - LEFT)
    rows, columns = (max(at[axis] for at in shown.game.lies.values()) for axis in (0, 1))
    left, step = (CARDS + 1, height + 1) if plan.below else (CARDS + 4, height)
    for place, at in shown.game.lies.items():
        row, column = rows - at[0], columns - at[1]  # the document says where cards lie as the dealer sees them
        draw_row(canvas, left + column * (width + 1), row * step, scene.layout.cards(place), plan.figure, width)
    right = canvas.width - FROM_RIGHT  # above the seats, where there is room for two hands
    if name := scene.names.get(("dealer", 1), ""):
        canvas.put(right, 1, "DEALER'S HAND", f"bold {TEXT} on {felt}")
        canvas.put_rows(right, 2, name.split("; "), f"{SECOND} on {felt}", width=BOX)


# --- your side


def _room(canvas: Canvas, plan: Plan) -> int:
    """The width of your side: that of the felt, or what the seats leave of it."""
    return canvas.width - 2 * LEFT if plan.below else canvas.width - FROM_RIGHT - LEFT - 1


def _call(canvas: Canvas, plan: Plan, shown: Shown, felt: str) -> None:
    """The question, with the clock."""
    words = call_of(shown)
    if not words:
        return
    room = CARDS - LEFT + (2 if shown.game.lies else canvas.width - FROM_RIGHT - CARDS - 1)
    seconds = shown.seconds
    clock = f" {seconds} s " if seconds is not None else ""
    said = f" {words} "[:room]
    beside = len(said) + len(clock) <= room  # else the clock stands below
    canvas.put(LEFT, plan.call, said, f"bold {ON_BRASS} on {FACE}")
    canvas.put(LEFT + len(said) * beside, plan.call + (not beside), clock, f"bold {CLOCK} on {FACE}")


def _areas(canvas: Canvas, plan: Plan, shown: Shown, scene: Scene, felt: str) -> None:
    """The betting areas, in two columns. While wagers are placed, one of them is chosen."""
    placing = shown.stage == "wagers"
    areas = areas_of(shown, scene)
    rows = 2 if shown.game.lies else 3 if len(areas) <= 6 else 4
    if plan.below:
        rows = 3 if shown.game.lies else 4
    top = plan.call + 3 if plan.below and not shown.game.lies else plan.hand - 1 - rows
    for number, area in enumerate(areas[: 2 * rows]):
        x, y = LEFT + number // rows * 22, top + number % rows
        chosen = placing and number == shown.betting.focus
        mark = "▸" if chosen else " "
        canvas.put(x - 1, y, mark, f"bold {BRASS} on {felt}")
        name = shown.game.shown(area.wager)
        name = name if len(name) <= AREA else area.wager
        canvas.put(x, y, name.capitalize(), f"{TEXT if chosen else SECOND} on {felt}", width=AREA)
        at = x + max(AREA, len(name) + 1)
        if area.staked:
            canvas.put(at, y, f"● {dollars(area.staked)}", f"bold {WON} on {felt}")
        elif area.meant:
            canvas.put(at, y, f"┆{dollars(area.meant)}{'' if placing else '?'}┆", f"bold {BRASS} on {felt}")
        elif placing:
            canvas.put(at, y, "┆    ┆", f"{BRASS if area.open else SECOND} on {felt}")
        if placing:
            canvas.place(f"area:{area.wager}", x - 1, y, 20, 1)
    if placing:
        _tray(canvas, plan, shown, felt)


def _tray(canvas: Canvas, plan: Plan, shown: Shown, felt: str) -> None:
    """The chips to choose from, in two rows."""
    canvas.put(LEFT, plan.hand, "CHIPS", f"bold {TEXT} on {felt}")
    high = plan.chip
    for number, chip in enumerate(CHIPS, 1):
        words = f" {number}  {dollars(chip):<7}"
        style = f"bold {ON_BRASS} on {BRASS}" if chip == shown.betting.chip else f"{TEXT} on {RAISED}"
        x, y = LEFT + (number - 1) % 3 * (len(words) + 1), plan.hand + 1 + (number - 1) // 3 * (high + 1)
        canvas.fill(x, y, len(words), high, style)
        canvas.put(x, y + high // 2, words, style)
        canvas.place(f"chip:{number}", x, y, len(words), high)


def _own_hands(canvas: Canvas, plan: Plan, shown: Shown, scene: Scene, felt: str) -> None:
    if not scene.own:
        return
    place, room, top = seat_place(scene.own), _room(canvas, plan), plan.hand
    hands = [(number, hand) for (at, number), hand in scene.layout.hands.items() if at == place and hand.cards]
    if not hands:
        return
    if len(hands) == 1:
        number, hand = hands[0]
        canvas.put(LEFT, top - 1, "YOUR HAND", f"bold {TEXT} on {felt}")
        name = state_of(hand) or scene.names.get((place, number), "")
        end = draw_row(canvas, LEFT, top, hand.cards, plan.own, room, dim=hand.folded or hand.void)
        beside = LEFT + room + 1 - end
        if len(name) <= room - 11 or beside < len("horizontal"):
            canvas.put(LEFT + 11, top - 1, name[: room - 11], f"bold {BRASS} on {felt}")
            return
        parts = [part for one in name.split("; ") for part in wrapped(one, beside - 2)]
        canvas.put_rows(end + 1, top, parts, f"bold {BRASS} on {felt}")
        return
    playing = hand_in_play(shown)
    width = room // len(hands)
    size: Size = plan.several[len(hands) > 2]
    for column, (number, hand) in enumerate(sorted(hands, key=lambda one: -one[0])):  # the first hand lies at our right
        x, mark = LEFT + column * width, "▸" if number == playing else " "
        total = scene.names.get((place, number), "")
        sum_of = sum(amount for _, amount in scene.layout.stakes_of(scene.own, hand=number))
        style = f"bold {BRASS if number == playing else TEXT} on {felt}"
        canvas.put(x, top - 1, f"{mark}{number}: {total} {state_of(hand)}", style, width=width - 1)
        draw_row(canvas, x, top, hand.cards, size, width - 1, dim=hand.folded or hand.void)
        canvas.put(x, top + size[1], dollars(sum_of), f"{WON} on {felt}")


# --- seats


def _seats(canvas: Canvas, plan: Plan, shown: Shown, scene: Scene, felt: str, x: int) -> None:
    """The seats in deal order, with a mark at the turn."""
    people, top = scene.seats[:MOST_SEATS], plan.seats
    stakes = {seat: sum(amount for _, amount in scene.layout.stakes_of(seat)) for seat, _ in people}
    money = max([LEAST_MONEY, *(len(dollars(staked)) for staked in stakes.values())])
    canvas.box(x, top, BOX, len(people) + 2, f"{SECOND} on {felt}", "Seats", f"bold {SECOND} on {felt}")
    for row, (seat, name) in enumerate(people, top + 1):
        mine, turn, staked = seat == scene.own, seat in scene.waits, stakes[seat]
        word, colour = word_of(shown, scene, seat)
        style = f"bold {BRASS} on {TURN}" if mine and turn else f"{'bold ' * mine}{TEXT} on {felt}"
        canvas.put(x + 1, row, f"{'▸' if turn else ' '}{seat} ", style)
        canvas.put(x + 4, row, "You" if mine else name, style, width=10)
        canvas.put(x + 14, row, f"{dollars(staked) if staked else '':>{money}} ", style)
        ground, room = TURN if mine and turn else felt, BOX - 16 - money
        word = word if len(word) <= room else word.partition(",")[0]
        canvas.put(x + 15 + money, row, word, f"bold {colour} on {ground}", width=room)


# --- the felt in lines


TOO_SMALL = "80 by 24 shows the whole table."
HIDDEN = "░░"
"""A card that you do not know."""
Part = tuple[str, str, str]
"""Words, their style, and what a click on them does."""


def draw_small_felt(canvas: Canvas, shown: Shown, scene: Scene, felt: str, words: str = "") -> None:
    """Everything in lines: what you must know first. ``words`` are told above it."""
    ground, strong = f"{SECOND} on {felt}", f"bold {TEXT} on {felt}"
    lines: list[list[Part]] = [[(row, f"bold {BRASS} on {felt}", "")] for row in wrapped(words, canvas.width - 2)]
    lines += [[(line, strong, "")] for line in _dealers_side(shown, scene)]
    lines += [[(line, strong, "")] for line in _own_in_words(shown, scene)]
    if call := call_of(shown):
        seconds = shown.seconds
        clock = f" {seconds} s " if seconds is not None else ""
        lines.append([(f" {call} {clock}", f"bold {ON_BRASS} on {FACE}", "")])
    buttons: list[Part] = []
    for one in buttons_of(shown):
        means = next((phrase for phrase in reversed(one.means) if "$" in phrase), "")
        words = f"{one.title} {one.price}" if one.price else f"{one.title}: {means}" if means else one.title
        buttons.append((f" {one.key} ", f"bold {ON_BRASS} on {BRASS}", one.does))
        buttons.append((f" {words} ", f"{TEXT} on {RAISED}", one.does))
    lines += _in_rows(buttons, canvas.width - 2, pairs=2)
    lines += _in_rows(_areas_in_words(shown, scene, felt), canvas.width - 2)
    if shown.stage == "wagers":
        chips = [
            (
                f" {number} {dollars(chip)} ",
                f"bold {ON_BRASS} on {BRASS}" if chip == shown.betting.chip else f"{TEXT} on {RAISED}",
                f"chip:{number}",
            )
            for number, chip in enumerate(CHIPS, 1)
        ]
        lines += _in_rows(chips, canvas.width - 2)
    lines.append([(TOO_SMALL, f"{LOST} on {felt}", "")])
    for seat, name in scene.seats:
        word, colour = word_of(shown, scene, seat)
        mine = "You" if seat == scene.own else name
        lines.append([(f"{seat} {mine} ", ground, ""), (word, f"{colour} on {felt}", "")])
    for row, parts in enumerate(lines[: canvas.height]):
        x = 1
        for said, style, does in parts:
            canvas.put(x, row, said, style)
            if does:
                canvas.place(does, x, row, len(said), 1)
            x += len(said) + (not does)


def _in_rows(parts: Sequence[Part], width: int, pairs: int = 1) -> list[list[Part]]:
    """Parts in rows of this width. So many that follow one another stay together."""
    rows: list[list[Part]] = []
    for first in range(0, len(parts), pairs):
        some = list(parts[first : first + pairs])
        wide = sum(len(words) + 1 for words, _, _ in some)
        if rows and sum(len(words) + 1 for words, _, _ in rows[-1]) + wide <= width:
            rows[-1] += some
        else:
            rows.append(some)
    return rows


def _in_letters(cards: Sequence[str | None]) -> str:
    return " ".join(HIDDEN if card is None else card_text(card) for card in cards)


def _dealers_side(shown: Shown, scene: Scene) -> list[str]:
    """The cards that are not a player's, in a line a place."""
    game, cards = shown.game, scene.layout.cards
    lines = []
    for place in game.places:
        if place not in game.lies and not place.startswith("seat") and cards(place):
            name = scene.names.get((place, 1), "")
            title = "Community cards" if place == "community" else place.capitalize()
            lines.append(f"{title}: {_in_letters(cards(place))}  {name}".rstrip())
    return [*lines, *_figure_in_words(shown, scene)]


def _figure_in_words(shown: Shown, scene: Scene) -> list[str]:
    """The cards that form a figure, in its rows. The document says where they lie as the dealer sees them."""
    lies, cards = shown.game.lies, scene.layout.cards
    if not any(cards(place) for place in lies):
        return []
    at = {where: _in_letters(cards(place)) for place, where in lies.items()}
    rows, columns = (max(where[axis] for where in at) for axis in (0, 1))
    wide = max(map(len, at.values())) + 1
    return [
        "".join(at.get((row, column), "").ljust(wide) for column in range(columns, -1, -1)).rstrip()
        for row in range(rows, -1, -1)
    ]


def _own_in_words(shown: Shown, scene: Scene) -> list[str]:
    """Your hands, in a line each."""
    place, playing = seat_place(scene.own), hand_in_play(shown)
    hands = [(number, hand) for (at, number), hand in scene.layout.hands.items() if at == place and hand.cards]
    many = len(hands) > 1
    return [
        f"{'▸' if many and number == playing else ''}You{f' {number}' if many else ''}: {_in_letters(hand.cards)}"
        f"  {state_of(hand) or scene.names.get((place, number), '')}".rstrip()
        for number, hand in hands
        if scene.own
    ]


def _areas_in_words(shown: Shown, scene: Scene, felt: str) -> list[Part]:
    """The betting areas, each with what lies or will lie there."""
    placing = shown.stage == "wagers"
    parts = []
    for number, area in enumerate(areas_of(shown, scene)):
        chosen = placing and number == shown.betting.focus
        amount = f"● {dollars(area.staked)}" if area.staked else f"┆{dollars(area.meant)}┆" if area.meant else "┆ ┆"
        style = f"bold {BRASS} on {felt}" if chosen else f"{TEXT} on {felt}"
        words = f"{'▸' if chosen else ' '}{shown.game.shown(area.wager)} {amount}"
        parts.append((words, style, f"area:{area.wager}" if placing else ""))
    return parts
