"""The felt, drawn from what the screen shows: dealer, areas, your hands, seats and choices."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.fullscreen.betting import CHIPS, Area
from pitboss.fullscreen.canvas import Canvas
from pitboss.fullscreen.cards import DEALERS, OWN, SMALL, Size, draw_row
from pitboss.fullscreen.choices import draw_choices, wrapped
from pitboss.fullscreen.colours import BRASS, CLOCK, FACE, LOST, ON_BRASS, RAISED, SECOND, TEXT, TURN, WON
from pitboss.fullscreen.model import Shown
from pitboss.fullscreen.stage import Scene
from pitboss.money import dollars
from pitboss.table.events import seat_place
from pitboss.table.layout import Hand

LEFT, CARDS, RIGHT = 3, 21, 46
"""The columns at which words, the dealer's cards, and the seats begin."""
MOST_SEATS = 7
ROOM = RIGHT - LEFT - 1
"""The width of the left side."""
LOST_WORDS = "Connection lost. Your bets are safe. Trying again."
ROWS = 18
"""The rows of the felt on a screen of 24."""
CALL, HAND = 6, 12
"""The rows of the question and of your cards. The betting areas lie between them."""


Side = Callable[[Canvas, int], None]
"""Draws something else in place of the seats, from a column on."""


def draw_felt(canvas: Canvas, shown: Shown, felt: str, side: Side | None = None) -> None:
    """Draw everything that lies on the felt."""
    scene = shown.scene
    canvas.down = max((canvas.height - ROWS) // 2, 0)
    if scene is None:
        canvas.put(LEFT, 1, "The table is being set.", f"{TEXT} on {felt}")
        return
    if shown.game.lies:
        _figure(canvas, shown, scene, felt)
    else:
        _dealer(canvas, shown, scene, felt)
    _call(canvas, shown, felt)
    _areas(canvas, shown, scene, felt)
    _own_hands(canvas, shown, scene, felt)
    if shown.lost:
        canvas.put(0, -canvas.down, LOST_WORDS.center(canvas.width), f"bold {ON_BRASS} on {BRASS}")
    shift = canvas.width - 80
    if side is not None:
        side(canvas, RIGHT + shift)
    else:
        _seats(canvas, shown, scene, felt, RIGHT + shift)
    draw_choices(canvas, shown, RIGHT + shift)


# --- the dealer's side


def _dealer(canvas: Canvas, shown: Shown, scene: Scene, felt: str) -> None:
    place = shown.game.places[0]
    canvas.put(LEFT, 1, place.upper(), f"bold {TEXT} on {felt}", width=CARDS - LEFT - 1)
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
    draw_row(canvas, CARDS, 1, [cards[at] for at in up_last], DEALERS, canvas.width - CARDS - 2)


def _figure(canvas: Canvas, shown: Shown, scene: Scene, felt: str) -> None:
    """The dealer's cards, and beside them the cards that form a figure."""
    canvas.put(LEFT, 0, "DEALER", f"bold {TEXT} on {felt}")
    draw_row(canvas, LEFT, 1, scene.layout.cards("dealer"), DEALERS, CARDS - LEFT)
    rows, columns = (max(at[axis] for at in shown.game.lies.values()) for axis in (0, 1))
    for place, at in shown.game.lies.items():
        row, column = rows - at[0], columns - at[1]  # the document says where cards lie as the dealer sees them
        cards = scene.layout.cards(place)
        draw_row(canvas, CARDS + 4 + column * (SMALL[0] + 1), row * SMALL[1], cards, SMALL, SMALL[0])
    name = scene.names.get(("dealer", 1), "")
    canvas.put(LEFT, 5, name, f"{SECOND} on {felt}", width=CARDS - LEFT + 2) if name else None


# --- your side


def _call(canvas: Canvas, shown: Shown, felt: str) -> None:
    """The question, with the clock."""
    words = ""
    if shown.asking is not None:
        about = f"your {shown.asking.about}" if shown.asking.about == "decision" else shown.asking.about
        words = "Place your wagers" if shown.stage == "wagers" else f"{about[:1].upper()}{about[1:]}?"
    elif shown.over is not None:
        words = result_words(shown)
    if not words:
        return
    room = CARDS - LEFT + (2 if shown.game.lies else ROOM - CARDS + LEFT)
    seconds = shown.seconds
    clock = f" {seconds} s " if seconds is not None else ""
    canvas.put(LEFT, CALL, f" {words} "[: room - len(clock)], f"bold {ON_BRASS} on {FACE}")
    canvas.put(LEFT + min(len(words) + 2, room - len(clock)), CALL, clock, f"bold {CLOCK} on {FACE}")


def result_words(shown: Shown) -> str:
    """The net of the round, in words."""
    assert shown.over is not None
    if not shown.over.ends:
        return "The round is over"
    won = sum(end.returned - end.money for end in shown.over.ends)
    return f"You won {dollars(won)}" if won > 0 else f"You lost {dollars(-won)}" if won else "Neither won nor lost"


def _areas(canvas: Canvas, shown: Shown, scene: Scene, felt: str) -> None:
    """The betting areas, in two columns. While wagers are placed, one of them is chosen."""
    placing = shown.stage == "wagers"
    areas = shown.betting.areas if placing else [*_staked(scene), *_to_come(shown)]
    rows = 2 if shown.game.lies else 3 if len(areas) <= 6 else 4
    top = HAND - 1 - rows
    for number, area in enumerate(areas[: 2 * rows]):
        x, y = LEFT + number // rows * 22, top + number % rows
        chosen = placing and number == shown.betting.focus
        mark = "▸" if chosen else " "
        canvas.put(x - 1, y, mark, f"bold {BRASS} on {felt}")
        canvas.put(x, y, area.wager.capitalize(), f"{TEXT if chosen else SECOND} on {felt}", width=14)
        if area.staked:
            canvas.put(x + 14, y, f"● {dollars(area.staked)}", f"bold {WON} on {felt}")
        elif area.meant:
            canvas.put(x + 14, y, f"┆{dollars(area.meant)}{'' if placing else '?'}┆", f"bold {BRASS} on {felt}")
        elif placing:
            canvas.put(x + 14, y, "┆    ┆", f"{BRASS if area.open else SECOND} on {felt}")
        if placing:
            canvas.place(f"area:{area.wager}", x - 1, y, 20, 1)
    if placing:
        _tray(canvas, shown, felt)


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
    return [Area(choice.name, 0, cost, False) for choice, cost in costs] if len(costs) == 1 else []


def _tray(canvas: Canvas, shown: Shown, felt: str) -> None:
    """The chips to choose from, in two rows."""
    canvas.put(LEFT, HAND, "CHIPS", f"bold {TEXT} on {felt}")
    for number, chip in enumerate(CHIPS, 1):
        words = f" {number}  {dollars(chip):<7}"
        style = f"bold {ON_BRASS} on {BRASS}" if chip == shown.betting.chip else f"{TEXT} on {RAISED}"
        x, y = LEFT + (number - 1) % 3 * (len(words) + 1), HAND + 1 + (number - 1) // 3 * 2
        canvas.put(x, y, words, style)
        canvas.place(f"chip:{number}", x, y, len(words), 1)


def _own_hands(canvas: Canvas, shown: Shown, scene: Scene, felt: str) -> None:
    if not scene.own:
        return
    place = seat_place(scene.own)
    hands = [(number, hand) for (at, number), hand in scene.layout.hands.items() if at == place and hand.cards]
    if not hands:
        return
    if len(hands) == 1:
        number, hand = hands[0]
        canvas.put(LEFT, HAND - 1, "YOUR HAND", f"bold {TEXT} on {felt}")
        name = _state(hand) or scene.names.get((place, number), "")
        end = draw_row(canvas, LEFT, HAND, hand.cards, OWN, ROOM, dim=hand.folded or hand.void)
        if len(name) <= ROOM - 11 or end + len("horizontal") > RIGHT:
            canvas.put(LEFT + 11, HAND - 1, name[: ROOM - 11], f"bold {BRASS} on {felt}")
            return
        for row, part in enumerate(part for one in name.split("; ") for part in wrapped(one, RIGHT - end - 2)):
            canvas.put(end + 1, HAND + row, part, f"bold {BRASS} on {felt}")
        return
    playing = _hand_in_play(shown)
    width = ROOM // len(hands)
    size: Size = SMALL if len(hands) > 2 else DEALERS
    for column, (number, hand) in enumerate(sorted(hands, key=lambda one: -one[0])):  # the first hand lies at our right
        x, mark = LEFT + column * width, "▸" if number == playing else " "
        total = scene.names.get((place, number), "")
        sum_of = sum(amount for _, amount in scene.layout.stakes_of(scene.own, hand=number))
        style = f"bold {BRASS if number == playing else TEXT} on {felt}"
        canvas.put(x, HAND - 1, f"{mark}{number}: {total} {_state(hand)}", style, width=width - 1)
        draw_row(canvas, x, HAND, hand.cards, size, width - 1, dim=hand.folded or hand.void)
        canvas.put(x, HAND + size[1], dollars(sum_of), f"{WON} on {felt}")


def _hand_in_play(shown: Shown) -> int:
    """The number of the hand that you are asked about."""
    return next((choice.offer.hand for choice in shown.decisions.values() if choice.offer.hand), 0)


def _state(hand: Hand) -> str:
    return "folded" if hand.folded else "void" if hand.void else ""


# --- seats and choices


def _seats(canvas: Canvas, shown: Shown, scene: Scene, felt: str, x: int) -> None:
    """The seats in deal order, with a mark at the turn."""
    people = scene.seats[:MOST_SEATS]
    width, top = 33, 5
    canvas.box(x, top, width, len(people) + 2, f"{SECOND} on {felt}", "Seats", f"bold {SECOND} on {felt}")
    for row, (seat, name) in enumerate(people, top + 1):
        mine, turn = seat == scene.own, seat in scene.waits
        staked = sum(amount for _, amount in scene.layout.stakes_of(seat))
        word, colour = _word(shown, scene, seat, turn)
        style = f"bold {BRASS} on {TURN}" if mine and turn else f"{'bold ' * mine}{TEXT} on {felt}"
        canvas.put(x + 1, row, f"{'▸' if turn else ' '}{seat} ", style)
        canvas.put(x + 4, row, "You" if mine else name, style, width=10)
        canvas.put(x + 14, row, f"{dollars(staked) if staked else '':>7} ", style)
        ground = TURN if mine and turn else felt
        canvas.put(x + 22, row, word, f"bold {colour} on {ground}", width=10)


def _word(shown: Shown, scene: Scene, seat: int, turn: bool) -> tuple[str, str]:
    """The state of a seat in a word. A seat that is done shows what it has."""
    hand = scene.layout.hands.get((seat_place(seat), 1), Hand())
    if shown.over is not None and seat in shown.over.nets:
        net = shown.over.nets[seat]
        return (f"+{dollars(net)}", WON) if net > 0 else (dollars(net) if net else "push", LOST if net else SECOND)
    if turn:
        return ("your turn" if seat == scene.own else "decides"), BRASS
    if _state(hand):
        return _state(hand), SECOND
    if hand.actions:
        return hand.actions[-1], WON
    known = scene.names.get((seat_place(seat), 1), "") if seat != scene.own else ""
    return (known or ("waits" if any(scene.layout.stakes_of(seat)) else "")), SECOND
