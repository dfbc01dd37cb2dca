"""The colours of the full-screen table. No colour speaks alone: a word or a mark goes with it."""

from __future__ import annotations

import re
from functools import cache

PAGE, PANEL, RAISED = "#0D1013", "#14181D", "#262E38"
TEXT, SECOND, CAPTION = "#F4F0E7", "#BDB8AC", "#9E998D"
BRASS, WON, LOST, INFO = "#E6BC63", "#63D69E", "#FF8F7E", "#86BEFF"
INK, RED, FACE, DIM_FACE = "#14181C", "#C4122F", "#FCFAF4", "#B9B6AE"
BACK, LATTICE = "#23375F", "#7F92BC"
ON_BRASS, TURN, CLOCK = "#1B1407", "#4A3A12", "#8A3B00"

BLACK, WHITE, BRIGHT, CYAN, BLUE = "#000000", "#AAAAAA", "#FFFFFF", "#00AAAA", "#0000AA"
YELLOW, DARK_RED, GREY = "#FFFF55", "#AA0000", "#555555"
FEW = {
    **dict.fromkeys((PAGE, PANEL, RAISED, INK, ON_BRASS, TURN), BLACK),
    **dict.fromkeys((TEXT, FACE), BRIGHT),
    **dict.fromkeys((SECOND, CAPTION, DIM_FACE), WHITE),
    **dict.fromkeys((BRASS, LATTICE), YELLOW),
    WON: "#55FF55",
    LOST: "#FF5555",
    INFO: "#55FFFF",
    **dict.fromkeys((RED, CLOCK), DARK_RED),
    BACK: BLUE,
}
"""Our colours on a terminal with 16. A felt is cyan."""
ON_CYAN = {BRIGHT: BRIGHT, WHITE: BLACK, YELLOW: YELLOW, "#55FF55": BRIGHT, "#FF5555": DARK_RED}
"""What can be read on a felt."""
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


@cache
def in_few(style: str) -> str:
    """A style in the colours of a terminal that has 16.

    >>> in_few("bold #E6BC63 on #14181D"), in_few("#BDB8AC on #0B3B40"), in_few("bold #C4122F on #FCFAF4")
    ('bold #FFFF55 on #000000', '#000000 on #00AAAA', 'bold #AA0000 on #FFFFFF')
    """
    words, on, ground = style.partition(" on ")
    ground = _COLOUR.sub(lambda found: FEW.get(found[0], CYAN), ground)
    words = _COLOUR.sub(lambda found: FEW.get(found[0], BRIGHT), words)
    if ground == YELLOW:
        words = _COLOUR.sub(BLACK, words)
    elif ground == CYAN:
        words = _COLOUR.sub(lambda found: ON_CYAN.get(found[0], BRIGHT), words)
    return f"{words}{on}{ground}"
