"""The felt in lines, on a terminal that is too small for cards."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.basics.money import dollars
from pitboss.engine.round.events import seat_place
from pitboss.log.narration import card_text
from pitboss.terminal.screen.canvas import BRASS, FACE, LOST, ON_BRASS, RAISED, SECOND, TEXT, Canvas
from pitboss.terminal.screen.choices import buttons_of, wrapped
from pitboss.terminal.screen.model import CHIPS, Shown
from pitboss.terminal.screen.stage import Scene
from pitboss.terminal.screen.states import areas_of, call_of, hand_in_play, state_of, word_of

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
    lines += [[(line, strong, "")] for line in _own(shown, scene)]
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
    lines += _in_rows(_areas(shown, scene, felt), canvas.width - 2)
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


def _cards(cards: Sequence[str | None]) -> str:
    return " ".join(HIDDEN if card is None else card_text(card) for card in cards)


def _dealers_side(shown: Shown, scene: Scene) -> list[str]:
    """The cards that are not a player's, in a line a place."""
    game, cards = shown.game, scene.layout.cards
    lines = []
    for place in game.places:
        if place not in game.lies and not place.startswith("seat") and cards(place):
            name = scene.names.get((place, 1), "")
            title = "Community cards" if place == "community" else place.capitalize()
            lines.append(f"{title}: {_cards(cards(place))}  {name}".rstrip())
    return [*lines, *_figure(shown, scene)]


def _figure(shown: Shown, scene: Scene) -> list[str]:
    """The cards that form a figure, in its rows. The document says where they lie as the dealer sees them."""
    lies, cards = shown.game.lies, scene.layout.cards
    if not any(cards(place) for place in lies):
        return []
    at = {where: _cards(cards(place)) for place, where in lies.items()}
    rows, columns = (max(where[axis] for where in at) for axis in (0, 1))
    wide = max(map(len, at.values())) + 1
    return [
        "".join(at.get((row, column), "").ljust(wide) for column in range(columns, -1, -1)).rstrip()
        for row in range(rows, -1, -1)
    ]


def _own(shown: Shown, scene: Scene) -> list[str]:
    """Your hands, in a line each."""
    place, playing = seat_place(scene.own), hand_in_play(shown)
    hands = [(number, hand) for (at, number), hand in scene.layout.hands.items() if at == place and hand.cards]
    many = len(hands) > 1
    return [
        f"{'▸' if many and number == playing else ''}You{f' {number}' if many else ''}: {_cards(hand.cards)}"
        f"  {state_of(hand) or scene.names.get((place, number), '')}".rstrip()
        for number, hand in hands
        if scene.own
    ]


def _areas(shown: Shown, scene: Scene, felt: str) -> list[Part]:
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
