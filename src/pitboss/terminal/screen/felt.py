"""The felt, drawn from what the screen shows: dealer, areas, your hands, seats and choices."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.basics.money import dollars
from pitboss.engine.round.events import seat_place
from pitboss.terminal.screen.canvas import BRASS, CLOCK, FACE, ON_BRASS, RAISED, SECOND, TEXT, TURN, WON, Canvas
from pitboss.terminal.screen.choices import draw_choices, wrapped
from pitboss.terminal.screen.model import CHIPS, Shown
from pitboss.terminal.screen.plan import Plan, Size, draw_row, plan_of
from pitboss.terminal.screen.small_felt import draw_small_felt
from pitboss.terminal.screen.stage import Scene
from pitboss.terminal.screen.states import areas_of, call_of, hand_in_play, state_of, word_of

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
    for row, words in enumerate(wrapped(name, CARDS - LEFT - 1), 2):
        canvas.put(LEFT, row, words, f"{SECOND} on {felt}")
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
        for line, part in enumerate(name.split("; "), 2):
            canvas.put(right, line, part, f"{SECOND} on {felt}", width=BOX)


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
        for row, part in enumerate(part for one in name.split("; ") for part in wrapped(one, beside - 2)):
            canvas.put(end + 1, top + row, part, f"bold {BRASS} on {felt}")
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
