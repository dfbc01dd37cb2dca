"""Draws pictures as SVG and PNG: grids of decisions, heat maps, bars and sessions.

The layout of a picture is computed in points from the widths of its texts, so that nothing is clipped or overlaps.
Colour is never the only difference between two things: each has a letter or a number too. Colour-blind people can also
distinguish the colours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.basics import __version__
from pitboss.basics.extras import needs
from pitboss.basics.files import check_free, put
from pitboss.basics.money import dollars
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import TableRules
from pitboss.mathematics.results import Bars, Cell, GameOdds, Grid, Heat, Picture, WagerOdds
from pitboss.report.numbers import cents, percent, printed, scientific, signed, with_minus

if TYPE_CHECKING:
    from matplotlib.colors import Colormap, Normalize
    from matplotlib.figure import Figure

    from pitboss.mathematics.evening import Evening
    from pitboss.mathematics.short_strategy import ShortStrategy
    from pitboss.simulation.sessions import Sessions

DOTS_PER_INCH = 200

INK, FAINT, RULE, PAPER, BLANK = "#1d2733", "#5b6672", "#d9dde2", "#ffffff", "#f2f3f5"
# Paul Tol's "light" scheme: fills for dark text that stay apart in every kind of colour vision.
COLOURS = ("#77aadd", "#eedd88", "#44bb99", "#ee8866", "#99ddff", "#ffaabb", "#bbcc33", "#aaaa00", "#dddddd")
OF_ITSELF = {"win": COLOURS[0], "lose": COLOURS[3], **dict.fromkeys(("push", "fold", "pass"), COLOURS[8])}
"""Kinds with the same colour in every picture. Grey means that nothing more is at risk."""
HEAT = "RdBu"
FONTS = ("DejaVu Sans", "Verdana", "Arial")
TITLE, HEAD, TEXT, SMALL = 13.0, 9.5, 9.0, 7.5
MARGIN, GAP = 18.0, 8.0
STEP = 15.0
"""The height of a line of the short strategy."""
STEPS = (1, 2, 5, 10)


def draw(picture: Picture, path: Path, *, replace: bool = False) -> None:
    """Draw a picture into an SVG or PNG file, by its suffix. An existing file is kept unless ``replace``."""
    put_drawn(path, partial(_figure, picture), picture.name, picture.title, replace=replace)


def svg(picture: Picture) -> str:
    """A picture as SVG, with texts as text. The output is reproducible."""
    return _drawn(partial(_figure, picture), ".svg", picture.name, picture.title).decode()


def with_steps(picture: Picture, short: ShortStrategy) -> Picture:
    """The chart of the strategy with the short strategy above it."""
    if not isinstance(picture, Grid):
        return picture
    differ = ("Where this list differs from the chart, the chart is right.",) if short.cost else ()
    return msgspec.structs.replace(picture, steps=(*str(short).splitlines(), *differ))


def put_drawn(path: Path, figure: Callable[[], Figure], name: str, title: str, *, replace: bool) -> None:
    """Write a figure into an SVG or PNG file, by its suffix. ``figure`` is called when the style is set."""
    form = suffix_of(path, *PICTURE)
    check_free(path, replace=replace)
    put(path, _drawn(figure, form, name, title), replace=replace)


def _drawn(figure: Callable[[], Figure], form: str, name: str, title: str) -> bytes:
    with needs("drawing needs"):
        import matplotlib
    about: dict[str, Any] = {"Date": None, "Creator": f"Pitboss {__version__}", "Title": title}
    if form == ".png":
        about = {"Software": f"Pitboss {__version__}"}
    looks: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": name,
        "font.family": ["sans-serif"],
        "font.sans-serif": list(FONTS),
        "axes.unicode_minus": True,
    }
    with matplotlib.rc_context(looks):
        file = BytesIO()
        dots = DOTS_PER_INCH if form == ".png" else "figure"
        figure().savefig(file, format=form[1:], facecolor=PAPER, dpi=dots, metadata=about)
    return file.getvalue()


def _figure(picture: Picture) -> Figure:
    match picture:
        case Grid():
            return _grid(picture)
        case Heat():
            return _heat(picture)
        case Bars():
            return _bars(picture)


# --- a sheet of paper


@cache
def width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=FONTS[0], size=size, weight="bold" if bold else "normal")
    measured = text_to_path.get_text_width_height_descent(with_minus(text) or " ", font, ismath=False)[0]
    return 1.02 * float(measured)  # screens round letters to whole pixels, which makes some wider


def _widest(texts: Sequence[str], size: float, bold: bool = False) -> float:
    return max((width(text, size, bold) for text in texts), default=0.0)


def wrapped(text: str, room: float, size: float, bold: bool = False) -> list[str]:
    """A text wrapped between words into lines of at most ``room`` points."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


class Paper:
    """A figure whose coordinates are points from its top left corner."""

    def __init__(self, wide: float, high: float) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self.figure = Figure(figsize=(wide / 72, high / 72))
        FigureCanvasAgg(self.figure)
        self.wide, self.high = wide, high
        self._axes = self.figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._axes.set_xlim(0, wide)
        self._axes.set_ylim(high, 0)

    def text(
        self, x: float, y: float, words: str, *, size: float = TEXT, colour: str = INK, bold: bool = False,
        across: str = "center", turned: bool = False, over: bool = False,
    ) -> None:  # fmt: skip
        """Write text at a point. ``turned`` text reads upward. ``over`` hides what is behind the text."""
        self._axes.text(
            x, y, with_minus(words), fontsize=size, color=colour, fontweight="bold" if bold else "normal", ha=across,
            va="center" if turned else "center_baseline", rotation=90 if turned else 0, parse_math=False,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.8} if over else None,
        )  # fmt: skip

    def box(self, x: float, y: float, wide: float, high: float, colour: Any, edge: str = PAPER) -> None:
        from matplotlib.patches import Rectangle

        self._axes.add_patch(Rectangle((x, y), wide, high, facecolor=colour, edgecolor=edge, linewidth=0.8))

    def line(self, x0: float, y0: float, x1: float, y1: float, colour: str = RULE, *, over: bool = False) -> None:
        """Draw a line, behind everything else or in front of it."""
        self._axes.plot(
            (x0, x1), (y0, y1), color=colour, linewidth=0.7, solid_capstyle="butt", zorder=4 if over else 0.5
        )

    def inset(self, x: float, y: float, wide: float, high: float) -> Any:
        """Separate axes on a part of the paper."""
        return self.figure.add_axes((x / self.wide, 1 - (y + high) / self.high, wide / self.wide, high / self.high))


class Frame:
    """The frame of every picture: the title and the steps above, the legend and the notes below."""

    def __init__(
        self,
        title: str,
        legend: Sequence[tuple[str, str, str]],
        notes: Sequence[str],
        wide: float,
        steps: Sequence[str] = (),
    ) -> None:
        self.wide = max(wide, 420.0 if steps else 250.0)
        self.titles = wrapped(title, self.wide, TITLE, True)
        self.swatch = max(16.0, _widest([letter for letter, _, _ in legend], SMALL, True) + 6)
        self.legend = _legend_lines(legend, self.wide, self.swatch)
        self.note = [line for words in notes for line in wrapped(words, self.wide, SMALL)]
        self.steps = [line for step in steps for line in wrapped(step, self.wide, HEAD)]
        self.head = MARGIN + len(self.titles) * TITLE * 1.35 + GAP
        self.top = self.head + (len(self.steps) * STEP + GAP if steps else 0.0)

    def paper(self, high: float) -> Paper:
        """Paper with title, legend and note, and a space of height ``high`` for the picture between them."""
        below = GAP + len(self.legend) * 18.0 + len(self.note) * SMALL * 1.5 + (GAP / 2 if self.note else 0)
        paper = Paper(self.wide + 2 * MARGIN, self.top + high + below + MARGIN)
        for at, line in enumerate(self.titles):
            paper.text(MARGIN, MARGIN + TITLE * (0.5 + 1.35 * at), line, size=TITLE, bold=True, across="left")
        for at, line in enumerate(self.steps):
            paper.text(MARGIN, self.head + STEP * (0.5 + at), line, size=HEAD, across="left")
        y = self.top + high + GAP + 9.0
        for entries in self.legend:
            x = MARGIN
            for letter, colour, words in entries:
                paper.box(x, y - 6, self.swatch, 12, colour, edge=RULE)
                paper.text(x + self.swatch / 2, y, letter, size=SMALL, bold=True)
                paper.text(x + self.swatch + 5, y, words, size=TEXT, across="left")
                x += _legend_width(words, self.swatch)
            y += 18.0
        y += GAP / 2 - 3
        for line in self.note:
            paper.text(MARGIN, y, line, size=SMALL, colour=FAINT, across="left")
            y += SMALL * 1.5
        return paper


def _legend_width(words: str, swatch: float) -> float:
    return swatch + 5 + width(words, TEXT) + 18


def _legend_lines(
    entries: Sequence[tuple[str, str, str]], room: float, swatch: float
) -> list[list[tuple[str, str, str]]]:
    """Legend entries (letter, colour, words), wrapped into lines."""
    lines: list[list[tuple[str, str, str]]] = []
    used = room
    for entry in entries:
        needed = _legend_width(entry[2], swatch)
        if not lines or used + needed > room + 18:
            lines.append([])
            used = 0.0
        lines[-1].append(entry)
        used += needed
    return lines


# --- colours


def contrasting(colour: Any) -> str:
    """The text colour, dark or white, that is easier to read on a colour."""
    from matplotlib.colors import to_rgb

    def light(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    def luminance(of: Any) -> float:
        red, green, blue = map(light, to_rgb(of))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    on = luminance(colour)
    return INK if (on + 0.05) / (luminance(INK) + 0.05) >= 1.05 / (on + 0.05) else PAPER


def _colours(kinds: Sequence[str]) -> dict[str, str]:
    fixed = {kind: OF_ITSELF[kind] for kind in kinds if kind in OF_ITSELF}
    free = [colour for colour in COLOURS if colour not in fixed.values()]
    others = (kind for kind in kinds if kind not in fixed)
    return fixed | {kind: free[at % len(free)] for at, kind in enumerate(others)}


def _letters(kinds: Sequence[str]) -> dict[str, str]:
    """The shortest prefix of each kind that no earlier kind has: D for double, then De for depends."""
    taken: dict[str, str] = {}
    for kind in kinds:
        word = kind[:1].upper() + kind[1:]
        short = (word[:length] for length in range(1, len(word) + 1))
        taken[kind] = next((letters for letters in short if letters not in taken.values()), word)
    return taken


# --- a grid of decisions


def _grid(grid: Grid) -> Figure:
    cells = [cell for row in grid.cells for cell in row]
    found = dict.fromkeys(cell.kind for cell in cells)
    kinds = [kind for kind in grid.legend if kind in found] + [kind for kind in found if kind not in grid.legend]
    texts = {kind: {cell.text for cell in cells if cell.kind == kind} for kind in kinds}
    empty = [kind for kind in kinds if texts[kind] == {""}]
    colours = _colours([kind for kind in kinds if kind not in empty]) | dict.fromkeys(empty, BLANK)
    told = _tell_apart(texts)
    letters = ({kind: _example(texts[kind]) for kind in kinds} if told else _letters(kinds)) | dict.fromkeys(empty, "")
    legend = [
        (letters[kind], colours[kind], grid.legend[kind].removeprefix(f"{letters[kind]}: "))
        for kind in kinds
        if kind in grid.legend
    ]
    bold = told and _widest([cell.text for cell in cells], TEXT, True) < 20.0

    def paint(paper: Paper, cell: Cell, x: float, y: float, wide: float, high: float) -> None:
        colour = colours[cell.kind]
        paper.box(x, y, wide, high, colour)
        paper.text(x + wide / 2, y + high / 2, cell.text, colour=contrasting(colour), bold=bold)
        if not told:
            paper.text(x + 3, y + 5.5, letters[cell.kind], size=5.5, across="left")

    widest = _widest([cell.text for cell in cells], TEXT, bold) + (14.0 if told else 22.0)
    return _table(grid, legend, max(widest, 26.0), 21.0, grid.cells, paint)


def _tell_apart(texts: dict[str, set[str]]) -> bool:
    """Whether texts distinguish the kinds without colours: a word for each, and numbers for at most one."""
    words = [next(iter(found)) for found in texts.values() if len(found) == 1 and not _has_digits(found)]
    return len(set(words)) == len(words) >= len(texts) - 1


def _has_digits(texts: set[str]) -> bool:
    return any(letter.isdigit() for text in texts for letter in text)


def _example(texts: set[str]) -> str:
    """The sign of a kind in the legend: its only word, or ``%`` if all texts are percentages."""
    if len(texts) == 1:
        return next(iter(texts))
    return "%" if all(text.endswith("%") for text in texts) else ""


def _table(
    picture: Grid | Heat, legend: Sequence[tuple[str, str, str]], cell_wide: float, cell_high: float,
    cells: Sequence[Sequence[Any]], paint: Any, beside: float = 0.0,
) -> Figure:  # fmt: skip
    """Draw rows by columns with their names. ``beside`` is free space at the right."""
    names = _widest(picture.rows, TEXT, True) + GAP
    cell_wide = max(cell_wide, _widest(picture.columns, TEXT, True) + 8.0)
    breaks = picture.breaks if isinstance(picture, Grid) else ()
    across, down = cell_wide * len(picture.columns), cell_high * len(picture.rows) + GAP * len(breaks)
    title = width(picture.row_title, HEAD) if picture.row_title else 0.0
    turned = names < title <= down
    above = title > names and not turned
    labels = names + (18.0 if turned else 0.0)
    head = 16.0 * (1 + bool(picture.column_title) + above)
    steps = picture.steps if isinstance(picture, Grid) else ()
    notes = picture.note, *picture.stamp
    frame = Frame(picture.title, legend, notes, max(labels + across + beside, title), steps)
    paper = frame.paper(head + down)
    left, top = MARGIN + labels, frame.top + head
    if picture.column_title:
        paper.text(left + across / 2, top - 25, picture.column_title, size=HEAD, colour=FAINT)
    if turned:
        paper.text(MARGIN + 7, top + down / 2, picture.row_title, size=HEAD, colour=FAINT, turned=True)
    elif picture.row_title:
        paper.text(
            MARGIN, frame.top + 7 if above else top - 8, picture.row_title, size=HEAD, colour=FAINT, across="left"
        )
    for at, name in enumerate(picture.columns):
        paper.text(left + cell_wide * (at + 0.5), top - 8, name, bold=True)
    for at_row, (name, row) in enumerate(zip(picture.rows, cells, strict=True)):
        y = top + cell_high * at_row + GAP * sum(one <= at_row for one in breaks)
        paper.text(left - GAP, y + cell_high / 2, name, bold=True, across="right")
        for at, cell in enumerate(row):
            paint(paper, cell, left + cell_wide * at, y, cell_wide, cell_high)
    if beside and isinstance(picture, Heat):
        _colour_bar(paper, picture, left + across + 18, top, min(down, 300.0))
    return paper.figure


# --- a heat map


def _heat(heat: Heat) -> Figure:
    texts = heat.texts or tuple(tuple("" if v is None else signed(v, ".2f") for v in row) for row in heat.values)
    colours, scale = _scale(heat)

    def paint(paper: Paper, cell: tuple[float | None, str], x: float, y: float, wide: float, high: float) -> None:
        value, text = cell
        colour = BLANK if value is None else colours(scale(value))
        paper.box(x, y, wide, high, colour)
        paper.text(x + wide / 2, y + high / 2, text, size=SMALL, colour=contrasting(colour))

    cells = [tuple(zip(values, words, strict=True)) for values, words in zip(heat.values, texts, strict=True)]
    widest = _widest([text for row in texts for text in row], SMALL) + 8.0
    ticks = [signed(tick) for tick in _ticks(heat)]
    beside = 18 + 12 + 8 + _widest(ticks, SMALL) + (16 if heat.unit else 0)
    return _table(heat, (), max(widest, 32.0), 22.0, cells, paint, beside)


def _range(heat: Heat) -> tuple[float, float]:
    """The lowest and the highest value. The range includes zero."""
    values = [value for row in heat.values for value in row if value is not None]
    return min([*values, 0.0]), max([*values, 0.0])


def _scale(heat: Heat) -> tuple[Colormap, Normalize]:
    """A colour scale centred at zero. The smaller side is stretched up to four times to stay visible."""
    from matplotlib import colormaps
    from matplotlib.colors import TwoSlopeNorm

    low, high = _range(heat)
    most = max(-low, high) or 1.0
    return colormaps[HEAT], TwoSlopeNorm(0.0, min(low, -most / 4), max(high, most / 4))


def _ticks(heat: Heat) -> list[float]:
    """Zero and a few round numbers on either side of it."""
    from matplotlib.ticker import MaxNLocator

    low, high = _range(heat)
    below = [tick for tick in MaxNLocator(3, steps=STEPS).tick_values(low, 0.0) if low <= tick < 0] if low else []
    above = [tick for tick in MaxNLocator(3, steps=STEPS).tick_values(0.0, high) if 0 < tick <= high] if high else []
    return [float(tick) for tick in (*below, 0.0, *above)]


def _colour_bar(paper: Paper, heat: Heat, x: float, y: float, high: float) -> None:
    from matplotlib.cm import ScalarMappable

    colours, scale = _scale(heat)
    axes = paper.inset(x, y, 12, high)
    bar = paper.figure.colorbar(ScalarMappable(scale, colours), cax=axes)
    if bar.solids is not None:
        bar.solids.set_edgecolor("face")  # no seams between the steps
    bar.outline.set_visible(False)
    ticks = _ticks(heat)
    bar.set_ticks(ticks, labels=[signed(tick) for tick in ticks])
    least, most = _range(heat)
    axes.set_ylim(least, most if most > least else 1.0)
    axes.tick_params(labelsize=SMALL, labelcolor=FAINT, color=RULE, length=3)
    if heat.unit:
        axes.set_ylabel(heat.unit, fontsize=SMALL, color=FAINT, parse_math=False)


# --- bars


def _bars(bars: Bars) -> Figure:
    kinds = list(dict.fromkeys(bars.kinds))
    colours = _colours([*bars.legend, *(kind for kind in kinds if kind not in bars.legend)])
    letters = _letters(list(colours))
    legend = [(letters[kind], colours[kind], words) for kind, words in bars.legend.items()]
    texts = [_figure_text(value, bars) for value in bars.values]
    marks = [letters[kind] for kind in bars.kinds] or [""] * len(bars.labels)
    labels = _widest(bars.labels, TEXT) + GAP
    axis, values = 300.0, _widest(texts, SMALL) + 10
    place, ticks = _axis(bars, axis)
    left_text = values if min(bars.values, default=0.0) < 0 else 0.0
    step, below = 19.0, 18.0 + (14.0 if bars.unit else 0.0)
    frame = Frame(bars.title, legend, (bars.note, *bars.stamp), labels + left_text + axis + values)
    high = step * len(bars.labels)
    paper = frame.paper(high + below)
    left, top = MARGIN + labels + left_text, frame.top
    for at, words in ticks:
        paper.line(left + at, top, left + at, top + high)
        paper.text(left + at, top + high + 9, words, size=SMALL, colour=FAINT)
    if bars.unit:
        paper.text(left + axis / 2, top + high + 24, bars.unit, size=SMALL, colour=FAINT)
    zero = place(0.0)
    for row, (name, value, text, mark) in enumerate(zip(bars.labels, bars.values, texts, marks, strict=True)):
        y, end = top + step * (row + 0.5), place(value)
        paper.text(MARGIN + labels - GAP, y, name, across="right")
        if value:
            colour = colours[bars.kinds[row]] if bars.kinds else COLOURS[0]
            paper.box(left + min(zero, end), y - 6.5, max(abs(end - zero), 0.8), 13, colour)
            if mark and abs(end - zero) > 14:
                paper.text(left + min(zero, end) + 4, y, mark, size=6, colour=INK, across="left")
        if value < 0:
            paper.text(left + end - 4, y, text, size=SMALL, colour=FAINT, across="right", over=True)
        else:
            paper.text(left + end + 4, y, text, size=SMALL, colour=FAINT, across="left", over=True)
    paper.line(left + zero, top, left + zero, top + high, FAINT, over=True)
    return paper.figure


def _figure_text(value: float, bars: Bars) -> str:
    """The text of a value beside its bar, with enough digits to distinguish it from its neighbours."""
    if value == 0:
        return "0"
    if abs(value) < 0.001:
        return scientific(value)
    form = ".4f" if max(map(abs, bars.values)) < 10 else ".4g"
    return signed(value, form) if min(bars.values) < 0 else f"{value:{form}}"


def _axis(bars: Bars, wide: float) -> tuple[Any, list[tuple[float, str]]]:
    """A function from a value to its place on the axis in points, and the ticks with their labels."""
    from matplotlib.ticker import MaxNLocator

    least, most = min([*bars.values, 0.0]), max([*bars.values, 0.0])
    found = [float(tick) for tick in MaxNLocator(6, steps=STEPS).tick_values(least, most if most > least else 1.0)]
    first, last = found[0], found[-1]
    ticks = [((tick - first) / (last - first) * wide, printed(f"{tick:g}")) for tick in found]
    return (lambda value: (value - first) / (last - first) * wide), ticks


# --- stamps: what a picture tells of its rules


SHOWN = 16
"""How many characters of a hash are shown."""
ODDS = (" to ", " for ", "%")
"""What the odds of a winning outcome have in them."""


def stamped(picture: Picture, odds: GameOdds) -> Picture:
    """A picture with the stamp of these odds below it."""
    return msgspec.structs.replace(picture, stamp=stamp(odds))


def stamp(odds: GameOdds) -> tuple[str, ...]:
    """Sentences that tell for which rules a picture is true.

    >>> from pitboss import odds
    >>> print(*stamp(odds("boston_5_stud")), sep="\\n")  # doctest: +ELLIPSIS
    With optimal play, the house keeps 19.5153% of the ante wager.
    First and second: 1 to 1 player higher.
    Ante bonus: 1,000 to 1 royal flush; 200 to 1 straight flush; ...
    Rules 77996adf... Pitboss ...
    """
    game = registry.game(odds.game)
    tables: dict[str, list[str]] = {}
    for name, wager in odds.wagers.items():
        if not wager.side and (said := _pays(wager)):
            tables.setdefault(said, []).append(name)
    return (
        f"With {odds.strategy} play, the house keeps {percent(odds.house_edge)} of the {game.base} wager.",
        *(f"{_listed(names)}{said}." for said, names in tables.items()),
        of_rules(game, odds.rules),
    )


def of_rules(game: Game, rules: TableRules) -> str:
    """The decks, the hash of the rules and the version, for a picture without odds."""
    decks = game.decks(rules)
    packs = f"{decks} decks of {len(game.pack)} cards. " if decks > 1 else ""
    return f"{packs}Rules {rules.digest[:SHOWN]}. Pitboss {__version__}."


def _pays(wager: WagerOdds) -> str:
    """The winning lines of a wager. What all of them need is said once."""
    won = {one.name: one.pays for one in wager.outcomes if any(part in one.pays for part in ODDS)}
    needs = {name.rpartition(", ")[0] for name in won}
    (need,) = needs if len(needs) == 1 else {""}
    lines: dict[str, list[str]] = {}
    for name, pays in won.items():
        lines.setdefault(pays, []).append(name.removeprefix(f"{need}, "))
    said = "; ".join(f"{pays} {', '.join(names)}" for pays, names in lines.items())
    return said and f"{f', {need}' if need else ''}: {said}"


def _listed(names: list[str]) -> str:
    *first, last = names
    every = f"{', '.join(first)} and {last}" if first else last
    return every[:1].upper() + every[1:]


# --- the suffixes of files


PAR_SHEET = ("a par sheet", (".html", ".xlsx", ".csv"))
PICTURE = ("a picture", (".svg", ".png"))


class FileNameError(ValueError):
    """A file name with an unsupported suffix."""


def suffix_of(path: Path, what: str, taken: Sequence[str]) -> str:
    """The suffix of a path in lower case. It must be one of ``taken``.

    >>> suffix_of(Path("Par.HTML"), "a par sheet", (".html", ".csv"))
    '.html'
    """
    suffix = path.suffix.lower()
    if suffix not in taken:
        *others, last = taken
        allowed = f"{', '.join(others)} or {last}" if others else last
        given = f"'{suffix}'" if suffix else "empty"
        raise FileNameError(f"{path}: the suffix of {what} must be {allowed}, not {given}")
    return suffix


# --- sessions: the spread of bankrolls over the rounds, and their final values


BANDS = (("0.01", "0.99", "#e3f4ee"), ("0.05", "0.95", "#b9e3d5"), ("0.25", "0.75", "#7fcfb6"))
NAMED = {"0.99": "99%", "0.95": "95%", "0.75": "75%", "0.5": "half", "0.25": "25%", "0.05": "5%", "0.01": "1%"}
PATH = "#17614a"
WIDE, HIGH, BESIDE, STRIP = 440.0, 290.0, 120.0, 46.0


def draw_sessions(
    found: Sessions | Evening, title: str, path: Path, *, stamp: Sequence[str] = (), replace: bool = False
) -> None:
    """Draw sessions, or a counted evening, into an SVG or PNG file, by its suffix. The output is reproducible.

    ``stamp`` tells for which rules the picture is true. An existing file is kept unless ``replace``.
    """
    heading = f"{title}: {found.rounds:,} rounds with {dollars(found.bankroll)}"
    put_drawn(path, partial(_sessions, found, heading, stamp), "sessions", heading, replace=replace)


def _sessions(found: Sessions | Evening, heading: str, stamp: Sequence[str] = ()) -> Figure:
    low, high = _bankrolls(found)
    ticks = _amounts(low, high)
    money = max(width(dollars(tick), SMALL) for tick in ticks) + GAP
    labels = max(width(words, SMALL) for words in NAMED.values()) + GAP
    about = dollars(found.histogram.width // 2)
    words = {"win": f"{about} ahead or more", "push": "nearer to even", "lose": f"{about} behind or more"}
    shares = _shares(found)
    legend = [("", OF_ITSELF[kind], f"{said}: {percent(shares[kind], 1)}") for kind, said in words.items()]
    frame = Frame(heading, legend, (_sessions_note(found), *stamp), money + WIDE + labels + BESIDE)
    head = 16.0
    paper = frame.paper(head + HIGH + GAP * 2 + STRIP + 32.0)
    left, top = MARGIN + money, frame.top + head
    beside = left + WIDE + labels
    paper.text(left, top - 9, "bankroll", size=SMALL, colour=FAINT, across="left")
    paper.text(beside, top - 9, "at the end", size=SMALL, colour=FAINT, across="left")
    _fan(paper, found, left, top, low, high, ticks)
    _ends(paper, found, beside, top, low, high, ticks)
    _playing(paper, found, left, top + HIGH + GAP * 2)
    return paper.figure


def _sessions_note(found: Sessions | Evening) -> str:
    from pitboss.simulation.sessions import Sessions

    wagers = ", ".join(f"{name} {dollars(stake)}" for name, stake in found.stakes.items())
    if not isinstance(found, Sessions):
        return (
            f"Counted, not played: strategy {found.strategy}, wagers: {wagers}. Shades show the middle 50%, 90% and 98%"
            f" of bankrolls. {percent(found.ruin, 2)} of players stop early with less than {dollars(found.covers)}, the"
            f" most that one round can cost."
            + (f" {percent(found.reached, 2)} reach the goal of {dollars(found.goal)}." if found.goal else "")
        )
    house = found.house
    return (
        f"{found.players:,} players, strategy {found.strategy}, wagers: {wagers}. Shades show the middle 50%, 90% and"
        f" 98% of bankrolls. Thin lines are single players. The mean result is {cents(Fraction(found.result.mean))}."
        f" {percent(found.ruin, 2)} of players stopped early with less than {dollars(found.covers)}, the most that one"
        f" round can cost. Of {house.crowds:,} groups of {house.crowd:,} players, {percent(house.loses, 1)} won against"
        " the house."
    )


def _bankrolls(found: Sessions | Evening) -> tuple[float, float]:
    """The lowest and highest bankroll of the picture, with a small margin."""
    every = [value for side in ("0.01", "0.99") for value in found.paths.quantiles[side]]
    low, high = min(every), max(every)
    room = 0.06 * max(high - low, found.covers)
    return max(low - room, -0.02 * (high - low)), high + room


def _amounts(low: float, high: float) -> list[int]:
    from matplotlib.ticker import MaxNLocator

    return [round(tick) for tick in MaxNLocator(7, steps=STEPS).tick_values(low, high) if low <= tick <= high]


def _axes(paper: Paper, x: float, y: float, wide: float, high: float) -> Any:
    axes = paper.inset(x, y, wide, high)
    axes.set_facecolor(PAPER)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(labelsize=SMALL, labelcolor=FAINT, color=RULE, length=0, pad=4)
    axes.set_axisbelow(True)
    return axes


def _rules(axes: Any, found: Sessions | Evening, low: float, high: float, ticks: list[int]) -> None:
    """Draw horizontal lines at round amounts, at the initial bankroll and at the cost of a round."""
    axes.set_ylim(low, high)
    axes.set_yticks(ticks, labels=[dollars(tick).replace("$", r"\$") for tick in ticks])
    axes.grid(axis="y", color=RULE, linewidth=0.6)
    axes.axhline(found.bankroll, color=INK, linewidth=0.8, dashes=(4, 3), zorder=3)
    if low < found.covers:
        axes.axhline(found.covers, color=OF_ITSELF["lose"], linewidth=1.0, zorder=3)


def _fan(
    paper: Paper, found: Sessions | Evening, x: float, y: float, low: float, high: float, ticks: list[int]
) -> None:
    axes, paths = _axes(paper, x, y, WIDE, HIGH), found.paths
    axes.set_xlim(0, found.rounds)
    axes.set_xticks([])
    _rules(axes, found, low, high, ticks)
    for lower, upper, colour in BANDS:
        axes.fill_between(paths.rounds, paths.quantiles[lower], paths.quantiles[upper], color=colour, linewidth=0)
    for one in paths.samples:
        axes.plot(paths.rounds, one, color=PATH, linewidth=0.6, alpha=0.55)
    axes.plot(paths.rounds, paths.quantiles["0.5"], color=INK, linewidth=1.6)
    last = None
    for name, words in NAMED.items():
        at = y + HIGH * (high - paths.quantiles[name][-1]) / (high - low)
        if last is None or at - last >= SMALL * 1.15:
            paper.text(x + WIDE + 4, at, words, size=SMALL, colour=FAINT, across="left", bold=name == "0.5")
            last = at


def _ends(
    paper: Paper, found: Sessions | Evening, x: float, y: float, low: float, high: float, ticks: list[int]
) -> None:
    axes, bars = _axes(paper, x, y, BESIDE, HIGH), found.histogram
    _rules(axes, found, low, high, ticks)
    axes.set_yticklabels([])
    axes.set_xticks([])
    for at, count in enumerate(bars.counts):
        middle = bars.first + (at + 0.5) * bars.width
        axes.barh(found.bankroll + middle, count, bars.width * 0.86, color=OF_ITSELF[_kind(found, at)], linewidth=0)
    axes.set_xlim(0, max(bars.counts) * 1.02)


def _kind(found: Sessions | Evening, bar: int) -> str:
    """Whether the results of a bar are ahead, behind or about even."""
    bars = found.histogram
    middle = bars.first + (bar + 0.5) * bars.width
    return "push" if abs(middle) < bars.width / 4 else "win" if middle > 0 else "lose"


def _shares(found: Sessions | Evening) -> dict[str, float]:
    """The share of players with results of each kind, including results beyond the bars."""
    bars = found.histogram
    counts = {"win": bars.above, "push": 0, "lose": bars.below}
    for at, count in enumerate(bars.counts):
        counts[_kind(found, at)] += count
    return {kind: count / sum(counts.values()) for kind, count in counts.items()}


def _playing(paper: Paper, found: Sessions | Evening, x: float, y: float) -> None:
    axes, paths = _axes(paper, x, y, WIDE, STRIP), found.paths
    axes.set_xlim(0, found.rounds)
    axes.set_ylim(0, 1.04)
    axes.set_yticks([0, 0.5, 1], labels=["0%", "50%", "100%"])
    axes.grid(axis="y", color=RULE, linewidth=0.6)
    axes.fill_between(paths.rounds, paths.playing, color=COLOURS[8], linewidth=0)
    axes.plot(paths.rounds, paths.playing, color=FAINT, linewidth=1.0)
    paper.text(
        x + WIDE + 4, y + 8, f"{percent(paths.playing[-1], 1)} played them all", size=SMALL, colour=FAINT, across="left"
    )
    paper.text(x + WIDE / 2, y + STRIP + 24, "rounds, and the share of players still playing", size=SMALL, colour=FAINT)
