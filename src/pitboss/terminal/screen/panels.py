"""The bar above the felt, the coach below it, and the row of keys."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction

from rich.table import Table
from rich.text import Text

from pitboss.basics.money import dollars, whole_cents
from pitboss.engine.game import Game
from pitboss.log.narration import meter_name, with_symbols
from pitboss.terminal.screen.canvas import (
    BRASS,
    CAPTION,
    INFO,
    LOST,
    ON_BRASS,
    PANEL,
    RAISED,
    SECOND,
    TEXT,
    WON,
    Canvas,
)
from pitboss.terminal.screen.felt import result_words, wrapped
from pitboss.terminal.screen.model import Shown
from pitboss.terminal.screen.stage import RoundOver
from pitboss.terminal.seat.bets import difference
from pitboss.terminal.seat.drawing import Page
from pitboss.terminal.seat.hints import Hint, lateness, mistakes, money

BAR, RAIL_BAR = 10, 6
"""The cells of a bar, below the felt and in a rail."""
WIDE_ENOUGH = 36
"""The columns that a value with its bar takes."""
HOW = "Space puts a chip, 1 to 6 choose it, arrows the area. Enter deals."
NEEDED = ("report", "coach", "pays")
"""Keys that go only if the row is too long with its least spaces."""
SENTENCE = re.compile(r"[.?](?= |$)")
SENTENCES = re.compile(r"\S.*?[.?](?= |$)")
"""The end of a sentence, and whole sentences."""
RAIL = 8
"""The height from which a panel stands in a rail at the right."""
COACH, LEAST_LOG = 12, 8
"""The rows of the coach, and the least rows of the log, where there is room for pay tables between them."""
BESIDE = {"drill": "F5", "history": "F6"}
"""What can be opened above the table."""
WATCHED = ("W", "P or F2", "G", "/", "Q")
"""What somebody can do who watches."""
Row = tuple[str, str, str]
"""Words at the left, words at the right, and the style of both."""


def draw_bar(canvas: Canvas, shown: Shown, where: str) -> None:
    """Game, table and round, the meters, and your money."""
    ground = f"{TEXT} on {PANEL}"
    canvas.put(1, 0, "♠ Pitboss", f"bold {BRASS} on {PANEL}")
    place = " · ".join(filter(None, (where, f"round {shown.round}" if shown.round else "")))
    scene = shown.scene
    right = dollars(scene.cash) if scene is not None and (scene.own or scene.cash) else ""
    meters = [
        f"{meter_name(name).capitalize()} {dollars(cents)}" for name, cents in (scene.meters if scene else {}).items()
    ]
    room = canvas.width - len(right) - 2
    canvas.put(room + 1, 0, right, f"bold {ground}")
    if meters and len(place) + len(meters[0]) + 14 < room:
        canvas.put(room - len(meters[0]) - 2, 0, meters[0], f"bold {BRASS} on {PANEL}")
        room -= len(meters[0]) + 3
    canvas.put(12, 0, place[: room - 12], ground)


def draw_coach(canvas: Canvas, shown: Shown, *, coaching: bool, why_off: str = "") -> None:
    """The coach's answer with the value of each choice, or the result; then what happened last, with its clause.

    ``why_off`` says why there is no coach here.
    """
    title = "Result" if shown.over is not None and shown.asking is None else "Coach"
    draw_section(canvas, 0, title)
    if shown.note:
        canvas.put(11, 0, f" {shown.note[: canvas.width - 15]} ", f"{LOST} on {PANEL}")
    rail = canvas.height > RAIL
    last = canvas.height - 1
    if rail:
        last = draw_rail(canvas, shown) - 1
    if shown.alert:
        canvas.put_rows(2, 1, wrapped(shown.alert, canvas.width - 4)[:2], f"bold {LOST} on {PANEL}")
    elif title == "Result":
        _result(canvas, shown, last)
    elif shown.stage == "decide":
        _hint(canvas, shown, last, coaching=coaching, why_off=why_off)
    elif shown.stage == "wagers":
        _wagers(canvas, shown, last, rail=rail, why_off=why_off)
        if not rail:
            return
    else:
        words = shown.mistake or "Nothing to decide now."
        if shown.between is not None:
            words = shown.between.prompt
        canvas.put(2, 1, words, f"{LOST if words == shown.mistake else SECOND} on {PANEL}", width=canvas.width - 4)
    if not rail and title != "Result":
        _last_row(canvas, shown, last)


def _last_row(canvas: Canvas, shown: Shown, row: int) -> None:
    """What happened last, and what the hint rests on. A note of the coach that had no room above comes before both."""
    hint = None if shown.alert else shown.this_hint
    if hint is not None and canvas.width < WIDE_ENOUGH * len(hint.values) and len(_value_rows(canvas, hint)) > 1:
        return  # the values take this row too
    note = "" if hint is None or _beside_answer(canvas, hint) == hint.note else whole(hint.note, canvas.width - 4)
    if note:
        canvas.put(2, row, note, f"{SECOND} on {PANEL}")
        return
    rests, said = hint.rests_on if hint is not None else "", shown.last_said
    canvas.put(canvas.width - len(rests) - 2, row, rests, f"{CAPTION} on {PANEL}")
    if said is None:
        return
    x = len(said.clause) + 4
    room = canvas.width - x - 2 - (len(rests) + 2 if rests else 0)
    fits = [words for words in (said.words, said.brief) if words and len(words) <= room]
    if fits or not rests:
        canvas.put(2, row, said.clause, f"{INFO} on {PANEL}")
        canvas.put(x, row, fits[0] if fits else said.brief or said.words, f"{SECOND} on {PANEL}", width=room)


def whole(words: str, width: int) -> str:
    """As many whole sentences as fit this width, from the first on. Empty if the first does not fit.

    >>> whole("You lost $5. In all: down $35 after 2 rounds.", 30), whole("Too long for this.", 8)
    ('You lost $5.', '')
    """
    ends = [found.end() for found in SENTENCE.finditer(words) if found.end() <= width]
    return words[: ends[-1]] if ends else ""


def _wagers(canvas: Canvas, shown: Shown, last: int, *, rail: bool, why_off: str) -> None:
    """While wagers are placed: how to place them, what each costs on average, and how the last round ended.

    Below the felt, the keys are told until the first round is over. Then the row at the foot is enough.
    """
    room, told = canvas.width - 4, _last_round(shown.game, shown.last) if shown.last is not None else ""
    how = HOW if rail or not told else ""
    if shown.least and shown.scene is not None:
        how = f"You have {dollars(shown.scene.cash)}, too little for the least wager. Enter buys chips."
    top = [(row, TEXT) for row in wrapped(how, room)] + [("", TEXT)] * rail
    prices = [row for words in _prices(shown) for row in wrapped(words, room)]
    if rail:
        foot = wrapped(told or why_off, room)[-3:]
    else:
        foot = [whole(told, room) or _last_round(shown.game, shown.last, ends=False)] if shown.last is not None else []
        prices = together(_prices(shown) or [why_off], room)
    prices = prices[: max(last - len(top) - len(foot), 0)]
    while prices and not prices[-1].endswith("."):  # only whole sentences
        prices.pop()
    rows = [*top, *((words, SECOND) for words in prices)]
    for row, (words, colour) in enumerate(rows, 1):
        canvas.put(2, row, words, f"{colour} on {PANEL}", width=room)
    canvas.put_rows(2, last + 1 - len(foot), foot, f"{SECOND} on {PANEL}", width=room)


def together(sentences: Sequence[str], width: int) -> list[str]:
    """Sentences in lines of this width. One that does not fit behind another begins a line.

    >>> together(["One is.", "Two are.", "Three."], 16)
    ['One is. Two are.', 'Three.']
    """
    rows: list[str] = []
    for words in sentences:
        if rows and len(rows[-1]) + 1 + len(words) <= width:
            rows[-1] += f" {words}"
        else:
            rows += wrapped(words, width)
    return rows


def _prices(shown: Shown) -> list[str]:
    """What each wager costs on average, in a sentence each. The price of the base wager is that of the whole hand."""
    base = shown.game.base
    return [
        f"With perfect play, the whole hand {_of(costs, base)} on average."
        if wager == base
        else f"{shown.game.shown(wager).capitalize()} {costs}."
        for wager, costs in (shown.prices.edges if shown.prices is not None else ())
    ]


def _of(costs: str, wager: str) -> str:
    """What a hand costs as a part of a wager: ``costs 5.22% of the ante wager``."""
    return f"{'is ' * costs.startswith('yours')}{costs} of the {wager} wager"


def _hint(canvas: Canvas, shown: Shown, last: int, *, coaching: bool, why_off: str) -> None:
    hint = shown.this_hint
    if hint is None:
        done = shown.hinted == shown.asked and shown.hinted > 0
        words = "The coach is counting." if coaching else why_off or "The coach is off. K turns it on."
        if done:
            words = f"{shown.why_no_hint[:1].upper()}{shown.why_no_hint[1:]}."
        canvas.put_rows(2, 1, wrapped(words, canvas.width - 4)[:2], f"{SECOND} on {PANEL}")
        return
    if canvas.height > RAIL:
        answer = wrapped(hint.answer, canvas.width - 4)
        canvas.put_rows(2, 1, answer, f"bold {TEXT} on {PANEL}")
        row = 4 + len(hint.values)
        for part in (hint.in_words, f"{hint.rests_on}.", *SENTENCES.findall(hint.note)):
            lines = wrapped(part, canvas.width - 4)
            if row + len(lines) > last + 1:  # what has no room is left out whole
                continue
            for line in lines:
                canvas.put(2, row, line, f"{SECOND} on {PANEL}")
                row += 1
    else:
        canvas.put(2, 1, hint.answer, f"bold {TEXT} on {PANEL}")
        canvas.put(len(hint.answer) + 4, 1, _beside_answer(canvas, hint), f"{SECOND} on {PANEL}")
    draw_values(canvas, hint, last if canvas.height > RAIL else last + 1)


def _beside_answer(canvas: Canvas, hint: Hint) -> str:
    """The coach's note, or else whether the choices win or lose, if there is room for it beside the answer."""
    room = canvas.width - len(hint.answer) - 6
    return next((words for words in (hint.note, hint.in_words) if words and len(words) <= room), "")


def draw_values(canvas: Canvas, hint: Hint, last: int) -> None:
    """Each choice with its value, a bar, and what it costs against the best. As many as there is room for."""
    best = hint.values[hint.best]
    widest = max((abs(value) for value in hint.values.values()), default=Fraction(1)) or Fraction(1)
    x, y, rail = 2, 2, canvas.height > RAIL
    if rail:
        x, y = 2, 3
    elif canvas.width < WIDE_ENOUGH * len(hint.values):
        canvas.put_rows(2, y, _value_rows(canvas, hint)[: max(last - y, 1)], f"{TEXT} on {PANEL}")
        return
    label = max(len(hint.called(action)) for action in hint.values) + 1
    figure = max(len(hint.money(value)) for value in hint.values.values()) + 3
    longest = max(len(f"costs {hint.money(best - value)}") for value in hint.values.values())
    bar = max(min(RAIL_BAR, canvas.width - 4 - label - figure - longest), 1) if rail else BAR
    for action, value in hint.ordered:
        cells = max(round(abs(value) / widest * bar), 1) if value else 0
        costs = "" if action == hint.best else f"costs {hint.money(best - value)} more" if best > value else "as good"
        words = f"{hint.called(action).capitalize()} ".ljust(label if rail else 0)
        tail = f" {hint.money(value)}  ".ljust(figure if rail else 0)
        length = len(words) + bar + 1 + len(tail) + len(costs)
        costs = costs.removesuffix(" more") if x + length > canvas.width else costs
        if (x + length > canvas.width or rail) and x > 2:
            x, y = 2, y + 1
            if y >= last:
                return
        canvas.put(x, y, words, f"{'bold ' * (not costs)}{TEXT} on {PANEL}")
        x += len(words)
        _value(canvas, x, y, bar, cells if value >= 0 else -cells, BRASS if not costs else CAPTION)
        canvas.put(x + bar + 1, y, tail, f"{TEXT} on {PANEL}")
        canvas.put(x + bar + 1 + len(tail), y, costs, f"{LOST if best > value else SECOND} on {PANEL}")
        x += bar + 1 + len(tail) + len(costs) + (2 if costs else 0)


def _value_rows(canvas: Canvas, hint: Hint) -> list[str]:
    """The choices with their values, below the felt where there is no room for bars. None is cut."""
    rows: list[str] = []
    for action, value in hint.ordered:
        words = f"{hint.called(action).capitalize()} {hint.money(value)}"
        if rows and len(rows[-1]) + 3 + len(words) <= canvas.width - 4:
            rows[-1] += f" · {words}"
        else:
            rows.append(words)
    return rows


def _value(canvas: Canvas, x: int, y: int, width: int, cells: int, colour: str) -> None:
    """A bar on its axis, which stands at zero: what loses lies at its left, what wins at its right."""
    rest = width - abs(cells)
    axis, bar, track = (
        x if cells > 0 else x + width,
        x + 1 if cells > 0 else x + rest,
        x + 1 + cells if cells > 0 else x,
    )
    canvas.put(axis, y, "│", f"{SECOND} on {PANEL}")
    canvas.put(bar, y, "█" * abs(cells), f"{colour} on {PANEL}")
    canvas.put(track, y, "░" * rest, f"{RAISED} on {PANEL}")


def _result(canvas: Canvas, shown: Shown, last: int) -> None:
    assert shown.over is not None
    won = sum(end.returned - end.money for end in shown.over.ends)
    words, why = f"{result_words(shown)}.", shown.over.why
    canvas.put(2, 1, words, f"bold {WON if won > 0 else LOST if won < 0 else TEXT} on {PANEL}")
    total = shown.over.total
    if shown.review is not None and shown.review.round == shown.round:
        review = shown.review.review
        said = f"Mistakes cost {money(review.cost)}." if mistakes(review, shown.game.words) else "No mistake."
        late = f" Time ran out: {money(review.late)}." if lateness(review, shown.game.words) else ""
        total = f"{said}{late} Luck: {difference(whole_cents(review.luck))}. {total}"
    elif shown.mistake:
        total = shown.mistake
    top = 2
    if canvas.height > RAIL:
        told = wrapped(total, canvas.width - 4)
        canvas.put_rows(2, top, told, f"{SECOND} on {PANEL}")
        top += len(told) + 1
    else:
        canvas.put(len(words) + 4, 1, whole(total, canvas.width - len(words) - 6), f"{SECOND} on {PANEL}")
    parts = _ends(shown.game, shown.over)
    room, width = max(last + 1 - top, 0), canvas.width - 4
    told, each = ([row for part in some for row in wrapped(part, width)] for some in (why, parts))
    joined = wrapped("; ".join(parts), width)
    fitting = [rows for rows in ([*told, *each], [*told, *joined]) if len(rows) <= room]
    if not fitting and len(why) == 1 and len(told) < room:
        fitting = [[*told, *joined]]  # as far as there is room
    lines = next(iter(fitting), each if len(each) <= room else joined)
    canvas.put_rows(2, top, lines[:room], f"{SECOND} on {PANEL}")


def _last_round(game: Game, over: RoundOver, *, ends: bool = True) -> str:
    """How the last round ended, while the next one is wagered. ``ends`` tells of each wager, not of the net alone."""
    nets: dict[str, int] = {}
    for end in over.ends if ends else ():
        nets[end.wager] = nets.get(end.wager, 0) + end.returned - end.money
    each = ", ".join(f"{game.shown(wager)} {_signed(net)}" for wager, net in nets.items())
    net = sum(end.returned - end.money for end in over.ends)
    return f"Last round: {difference(net)}{f' ({each})' if each else ''}. {over.total}".rstrip()


def _ends(game: Game, over: RoundOver) -> list[str]:
    """How each wager ended, and why. Those that ended alike stand together, and so do those of split hands."""
    alike: dict[tuple[str, str], dict[str, int]] = {}
    for end in over.ends:
        nets = alike.setdefault((_reason(end.line, end.result), end.clause), {})
        nets[end.wager] = nets.get(end.wager, 0) + end.returned - end.money
    return [
        f"{', '.join(f'{game.shown(wager)} {_signed(net)}' for wager, net in nets.items())} {reason} {clause}"
        for (reason, clause), nets in alike.items()
    ]


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents) if cents else "±$0"


def _reason(line: str, result: str) -> str:
    return f"({with_symbols(line)})" if line and line != result else f"({result})"


def draw_keys(canvas: Canvas, shown: Shown, *, hints: bool, beside: Collection[str]) -> None:
    """The keys that do something now. ``beside`` is what can be opened above the table."""
    if shown.leaving:
        draw_key_row(canvas, [("Q", "leave", "leave"), ("Any other key", "stay", "stay")])
        return
    row = row_of_keys(shown, hints, beside)
    asked = shown.stage in ("decide", "wagers")
    first = ("rebuy", "history", "drill", "log", "why") if asked else ("log", "why", "rebuy", "history", "drill")
    for least in ("command", *first, "report", "coach", "pays"):  # what the help shows too
        gap = 1 if least in NEEDED else 2
        if _length(row, gap) > canvas.width:
            row = [one for one in row if one[2] != least]
    if _length(row, 1) > canvas.width:  # only the keys of what is no decision
        row = [(key, word if does.startswith("take:") else "", does) for key, word, does in row]
    draw_key_row(canvas, row)


def row_of_keys(shown: Shown, hints: bool, beside: Collection[str]) -> list[tuple[str, str, str]]:
    """The keys at the foot of the screen: the key, its word, and what it does. What can't be done is left out."""
    decisions, stage, same = shown.decisions, shown.stage, shown.repeats
    row: list[tuple[str, str, str]] = []
    if stage == "decide":
        row += [(key.upper(), choice.shown, f"take:{choice.name}") for key, choice in decisions.items()]
    elif shown.least:
        row += [("Enter", "buy", "rebuy")]
    elif stage == "wagers":
        row += [("Space", "chip", "chip"), ("Enter", "deal", "deal")]
        row += [("L", "same", "same")] if same else []
        row += [("Z", "clear", "clear"), ("B", "buy", "rebuy")]
    elif stage == "broke":
        row += [("Enter", "take $1,000", "buy")]
    elif stage == "between":
        row += [("Enter", "same again" if shown.again else "next", "next")]
        row += [("C", "change bets", "change")] if shown.again else []
        row += [("B", "buy", "rebuy")]
    elif stage == "wait" and shown.plays:
        row += [("B", "buy", "rebuy")]
    row += [("K", "coach", "coach")] if hints else []
    row += [("W", "why", "why")]
    row += [("P" if "p" not in decisions else "F2", "pays", "pays")]
    row += [("R" if "r" not in decisions else "F4", "report", "report")] if shown.may_report else []
    row += [(key, word, word) for word, key in BESIDE.items() if word in beside]
    return [*row, ("G", "log", "log"), ("?", "help", "help"), ("Q", "leave", "leave"), ("/", "type", "command")]


def keys_page(shown: Shown, *, hints: bool, beside: Collection[str]) -> Page:
    """What the keys do. What is not offered is not listed."""
    same, amounts = shown.repeats, any(one.offer.least < one.offer.most for one in shown.decisions.values())
    rows = [
        ("1 to 6", "choose a chip"),
        ("arrows", "choose a betting area"),
        ("Space", "put a chip down (Backspace: take it back; Z: all of them)"),
        ("Enter", "place the wagers that the button names, and deal"),
        ("L", "place the wagers of your last round again") if same else ("", ""),
        ("C", "after a round, change your wagers") if same else ("", ""),
        ("B", "buy chips, while wagers are placed or between rounds"),
        ("a letter", "take the choice whose button shows it"),
        ("+ and -", "change the amount of a choice") if amounts else ("", ""),
        ("K", "turn the coach on or off") if hints else ("", ""),
        ("W", "why: the clauses of what you may do and of what happened"),
        ("P or F2", "the pay tables of this game"),
        ("R or F4", "report an irregularity") if shown.may_report else ("", ""),
        ("G", "the log of this session"),
        ("F5", "drill decisions of this game") if "drill" in beside else ("", ""),
        ("F6", "your rounds, step by step") if "history" in beside else ("", ""),
        ("/", "type a command, as the next page lists them"),
        ("Q", "leave the table (so do Ctrl-C and Ctrl-D)"),
    ]
    grid = Table.grid(padding=(0, 3, 0, 0))
    for key, does in rows:
        if key and (shown.plays or key in WATCHED):
            grid.add_row(Text(key, "bold #E6BC63"), does)
    return Page("Keys", grid)


def _length(row: Sequence[tuple[str, str, str]], gap: int) -> int:
    """The columns that keys take with so many spaces before and behind each word. The last needs none behind it."""
    return sum(len(key) + len(word) + 2 + gap for key, word, _ in row) - max(gap - 1, 0)


def draw_key_row(canvas: Canvas, row: Sequence[tuple[str, str, str]]) -> None:
    """Keys, each with its word. Spaces between them go where they do not fit."""
    x, gap = 0, 2
    while gap and _length(row, gap) > canvas.width:
        gap -= 1
    canvas.fill(0, 0, canvas.width, 1, f"{TEXT} on {RAISED}")
    for key, word, does in row:
        length = len(key) + 2 + len(word) + gap
        canvas.put(x, 0, f" {key} ", f"bold {ON_BRASS} on {BRASS}")
        canvas.put(x + len(key) + 2 + min(gap, 1), 0, word, f"{TEXT} on {RAISED}")
        canvas.place(does, x, 0, length, 1)
        x += length


def draw_section(canvas: Canvas, y: int, title: str) -> None:
    """A line across the panel with a title."""
    canvas.put(0, y, "─" * canvas.width, f"{RAISED} on {PANEL}")
    canvas.put(2, y, f" {title} ", f"bold {BRASS} on {PANEL}")


def draw_rail(canvas: Canvas, shown: Shown) -> int:
    """The log, and above it as many pay tables as there is room for. Returns the row where the coach ends."""
    top, rows = COACH, pay_rows(shown, canvas.height - COACH - LEAST_LOG - 2)
    if not rows:
        top = canvas.height // 2
        _log(canvas, shown, top)
        return top
    draw_section(canvas, top, "Pays")
    for y, (left, right, style) in enumerate(rows, top + 1):
        room = canvas.width - 4
        canvas.put(2, y, left, style, width=room - len(right) - 1)
        canvas.put(2 + room - len(right), y, right, style)
    _log(canvas, shown, top + len(rows) + 1)
    return top


def pay_rows(shown: Shown, most: int) -> list[Row]:
    """The pay tables in so many rows: whole ones, the longest first, those of side wagers last.

    Then the key that shows all of them.
    """
    rows: list[Row] = []
    left_out = False
    side = tuple(wager.name for wager in shown.game.wagers if wager.side)
    sheet = sorted(shown.pays.items(), key=lambda one: (one[0].lower().startswith(side), -len(one[1])))
    for title, lines in sheet:
        if len(rows) + 1 + len(lines) > most - 1:  # the last row names the key
            left_out = True
            continue
        rows.append((f"{title[:1].upper()}{title[1:]}", "", f"bold {TEXT} on {PANEL}"))
        rows += [(line, pays, f"{SECOND} on {PANEL}") for line, pays in lines.items()]
    return [*rows, ("P shows all of them.", "", f"{SECOND} on {PANEL}")] if rows and left_out else rows


def _log(canvas: Canvas, shown: Shown, top: int) -> None:
    """What happened before, the last at the bottom."""
    draw_section(canvas, top, "Log")
    lines: list[tuple[str, str]] = []
    for said in reversed([said for said in shown.log[-canvas.height :] if said.words]):
        rows = [(row, said.style) for row in wrapped(f"{said.clause}  {said.words}", canvas.width - 4)]
        if lines and len(rows) + len(lines) > canvas.height - top - 1:
            break  # only whole sentences
        lines = rows + lines
    for row, (words, style) in enumerate(lines[-(canvas.height - top - 1) :], top + 1):
        canvas.put(2, row, words, f"{LOST if 'red' in style else SECOND} on {PANEL}")
