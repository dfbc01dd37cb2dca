"""The colours of the full-screen table. No colour speaks alone: a word or a mark goes with it."""

from __future__ import annotations

PAGE, PANEL, RAISED = "#0D1013", "#14181D", "#262E38"
TEXT, SECOND, CAPTION = "#F4F0E7", "#BDB8AC", "#9E998D"
BRASS, WON, LOST, INFO = "#E6BC63", "#63D69E", "#FF8F7E", "#86BEFF"
INK, RED, FACE = "#14181C", "#C4122F", "#FCFAF4"
BACK, LATTICE = "#23375F", "#7F92BC"
ON_BRASS = "#1B1407"
