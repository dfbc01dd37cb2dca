"""Which key does what. A decision has the key that its game declares, or else a letter of its name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from pitboss.terminal.plain.pages import Page
from pitboss.terminal.seat.answers import Choice

BESIDE = {"drill": "F5", "history": "F6"}
"""What can be opened above the table."""
WATCHED = ("W", "P or F2", "G", "/", "Q")
"""What somebody can do who watches."""
TAKEN = frozenset("kgwq")
"""Keys of the screen that no decision may have."""


def keys_of(known: Iterable[Choice]) -> dict[str, Choice]:
    """A key for each open choice.

    >>> from pitboss.engine.round.asks import Offer
    >>> from pitboss.terminal.seat.answers import choices
    >>> offers = [Offer(do=do, clause="") for do in ("double", "pass", "dance", "quack")]
    >>> {key: choice.name for key, choice in keys_of(choices(offers)).items()}
    {'d': 'double', 'p': 'pass', 'a': 'dance', 'u': 'quack'}
    """
    found: dict[str, Choice] = {}
    for choice in [one for one in known if not one.offer.why_not]:
        letters = [choice.words.key.lower(), *choice.name.lower(), *"abcdefghijlmnoprstuvxyz"]
        key = next(letter for letter in letters if letter.isalpha() and letter not in TAKEN and letter not in found)
        found[key] = choice
    return found


def row_of_keys(
    decisions: dict[str, Choice],
    stage: str,
    *,
    same: bool,
    hints: bool,
    reports: bool,
    beside: Sequence[str] = (),
    plays: bool = True,
    short: bool = False,
) -> Sequence[tuple[str, str, str]]:
    """The keys at the foot of the screen: the key, its word, and what it does. What can't be done is left out.

    ``beside`` is what can be opened above the table. ``plays`` says whether you have a seat, and ``short`` whether you
    have too few chips to wager.
    """
    row: list[tuple[str, str, str]] = []
    if stage == "decide":
        row += [(key.upper(), choice.shown, f"take:{choice.name}") for key, choice in decisions.items()]
    elif short:
        row += [("Enter", "buy", "rebuy")]
    elif stage == "wagers":
        row += [("Space", "chip", "chip"), ("Enter", "deal", "deal")]
        row += [("L", "same", "same")] if same else []
        row += [("Z", "clear", "clear"), ("B", "buy", "rebuy")]
    elif stage == "broke":
        row += [("Enter", "take $1,000", "buy")]
    elif stage == "between":
        row += [("Enter", "same again" if same else "next", "next")]
        row += [("C", "change bets", "change")] if same else []
        row += [("B", "buy", "rebuy")]
    elif stage == "wait" and plays:
        row += [("B", "buy", "rebuy")]
    row += [("K", "coach", "coach")] if hints else []
    row += [("W", "why", "why")]
    row += [("P" if "p" not in decisions else "F2", "pays", "pays")]
    row += [("R" if "r" not in decisions else "F4", "report", "report")] if reports else []
    row += [(key, word, word) for word, key in BESIDE.items() if word in beside]
    return [*row, ("G", "log", "log"), ("?", "help", "help"), ("Q", "leave", "leave"), ("/", "type", "command")]


def keys_page(stage: str, *, same: bool, hints: bool, reports: bool, beside: Sequence[str], amounts: bool) -> Page:
    """What the keys do. What is not offered is not listed."""
    rows = [
        ("1 to 6", "choose a chip"),
        ("arrows", "choose a betting area"),
        ("Space", "put a chip down (Backspace: take it back; Z: all of them)"),
        ("Enter", "deal; after a round, the next one"),
        ("L", "place the wagers of your last round again") if same else ("", ""),
        ("C", "after a round, change your wagers") if same else ("", ""),
        ("B", "buy chips, while wagers are placed or between rounds"),
        ("a letter", "take the choice whose button shows it"),
        ("+ and -", "change the amount of a choice") if amounts else ("", ""),
        ("K", "turn the coach on or off") if hints else ("", ""),
        ("W", "why: the clauses of what you may do and of what happened"),
        ("P or F2", "the pay tables of this game"),
        ("R or F4", "report an irregularity") if reports else ("", ""),
        ("G", "the log of this session"),
        ("F5", "drill decisions of this game") if "drill" in beside else ("", ""),
        ("F6", "your rounds, step by step") if "history" in beside else ("", ""),
        ("/", "type a command, as the next page lists them"),
        ("Q", "leave the table (so do Ctrl-C and Ctrl-D)"),
    ]
    grid = Table.grid(padding=(0, 3, 0, 0))
    for key, does in rows:
        if key and not (stage == "watch" and key not in WATCHED):
            grid.add_row(Text(key, "bold #E6BC63"), does)
    return Page("Keys", grid)
