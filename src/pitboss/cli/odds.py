"""``pitboss odds``, ``advise`` and ``chart``: exact odds, the exact value of each choice, and pictures of both."""

from __future__ import annotations

import csv
import importlib.util
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer
from rich.console import Console
from rich.text import Text

from pitboss.basics.errors import Defect, GameError
from pitboss.basics.files import same_file, written_whole
from pitboss.basics.money import dollars, read_number
from pitboss.cli.arguments import (
    AsStudy,
    Force,
    GameName,
    Json,
    RulesFile,
    Settings,
    Unusable,
    check_output,
    flag,
    game_named,
    game_names,
    is_standard_output,
    option,
    priced_rules,
    strategy_file,
    usable,
)
from pitboss.cli.output import complain, console, in_background, print_json, progress, share_counted, waiting
from pitboss.cli.parsing import given_to
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import TableRules
from pitboss.mathematics import any_game
from pitboss.mathematics.results import BELOW_ZERO, Advice, Distribution, GameOdds, WagerOdds, ratio
from pitboss.report import draw, stamped, value_distribution, with_steps, write
from pitboss.report.drawing import PAR_SHEET, PICTURE, suffix_of
from pitboss.report.exposure import EXPOSURE, write_exposure
from pitboss.terminal.seat.drawing import hang, print_rows

if TYPE_CHECKING:
    from pitboss.mathematics.choices import Mathematics, Strategy
    from pitboss.mathematics.exposure import Exposure, Known

StrategyName = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="The player's strategy: a name listed by 'pitboss odds GAME --strategies', or file.py:function for your"
        " own. Your function receives the cards by place and returns a decision. A card is the number 4 x rank"
        " (a two is 0) + suit (cdhs).",
    ),
]


OneGame = Annotated[
    str, typer.Argument(metavar="[GAME]", autocompletion=game_names, help="A game's name, or use --all.")
]
WIDEST = 40
"""The longest exact value that is shown, in characters."""


def odds(
    game: OneGame = "",
    every: bool = flag("--all", "Price every game."),
    rules: RulesFile = None,
    settings: Settings = None,
    study: AsStudy = False,
    strategy: StrategyName = "optimal",
    meter: str = option(
        "",
        "$",
        "The amounts on the progressive meters, in dollars: 250000, or mega=250000,major=9000. Default: each"
        " meter's seed.",
    ),
    compare: bool = flag("--compare", "Compare with the document's default rules: edges and changed decisions."),
    outcomes: bool = flag("--outcomes", "Show the probability of every outcome of each wager."),
    strategies: bool = flag("--strategies", "List the game's named strategies and exit."),
    states: Path | None = option(
        None, "F", "Write every decision, with the value of each action, to F as CSV. Use - to print it."
    ),
    report: Path | None = option(None, "F", "Write a par sheet to F: .html, .xlsx or .csv."),
    seen: bool = flag("--exposure", "Add to the par sheet what it is worth to see hidden cards."),
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Count the exact odds of every wager over all deals, under any rules and strategy.

    With --rules or --set, the odds are those of that table. By default they cover every side wager and pay table that
    the document allows. The first count of a game takes seconds. Counts are cached in your cache folder.

    Rules that the document forbids are rejected, unless you ask for a study with --set or --study. A study is marked
    on every output and can't be dealt.

    In every output, a house edge above zero is the house's gain, below zero the player's. An expected value is the
    player's: above zero, the player gains.

    [bold]Examples[/]

      pitboss odds caribbean_stud
      pitboss odds caribbean_stud --strategy at-least:AKJ83 --json
      pitboss odds caribbean_stud --rules my.toml --report par.html
      pitboss odds caribbean_stud --set bet.flush=6 --set progressive_rate=60
      pitboss odds --all
    """
    if every == bool(game):
        raise Unusable(f"name one game or use --all; the games are {', '.join(registry.games())}")
    if every and (rules or settings or study or report or states):
        raise Unusable("--rules, --set, --study, --report and --states work with one game: name it instead of --all")
    games = list(filter(has_odds, map(registry.game, registry.games()))) if every else [game_named(game)]
    if strategies:
        if report or states or as_json or outcomes or compare:
            others = "--report, --states, --outcomes, --compare and --json"
            raise Unusable(f"--strategies only lists names: leave out {others}")
        for known in games:
            show_strategies(known)
        return
    inputs = (rules, strategy_file(strategy))
    settled = None if every else priced_rules(games[0], rules, settings, study)
    if report:
        with usable():
            suffix_of(report, *PAR_SHEET)
        check_output(report, *inputs, replace=force)
    if seen and report is None:
        raise Unusable("--exposure adds to a par sheet: use it with --report FILE")
    if states:
        more = report or as_json or outcomes or compare or meter or strategy != "optimal"
        check_states(games[0], states, more=bool(more), report=report)
        if not is_standard_output(states):
            check_output(states, *inputs, replace=force)
        count = write_states(games[0], settled, states, replace=force)
        if not is_standard_output(states) and not as_json:
            console().print(f"{count:,} decisions are in {states}.")
        if not more:
            return
    found = [price(one, settled, strategy, meter) for one in games]
    if report:
        chapter = exposed(games[0], settled) if seen else None
        with usable():
            in_background(lambda: write(found[0], report, seen=chapter, replace=force))
    beside = [compared(one, strategy) if compare else {} for one in found]
    if as_json:
        said = [one.as_dict() | against for one, against in zip(found, beside, strict=True)]
        print_json(said if every else said[0])
        return
    for one, against in zip(found, beside, strict=True):
        show(one, outcomes=outcomes, others=not_in_force(one) if settled is None else ())
        if against:
            show_compared(one, against)
    if report:
        console().print(f"The par sheet is in {report}.")


def has_odds(game: Game) -> bool:
    """Whether a game has odds to price. A sentence says why if it does not."""
    try:
        registry.part(game, "odds")
    except (GameError, ImportError) as error:
        if isinstance(error, ImportError) and registry.package(game.name).startswith(registry.GROUP):
            raise  # an extra is missing
        complain(f"the odds of {game.title} are left out: {error}")
        return False
    return True


def price(game: Game, rules: TableRules | None, strategy: str, meter: str = "") -> GameOdds:
    chosen = strategy_named(strategy)
    with usable(), share_counted(f"counting {game.name}") as tick:
        found = in_background(lambda: with_mistakes(any_game.odds(game, rules, strategy=chosen, tick=tick)))
    return found.at_meters(showing(found, meter)) if meter else found


def compared(odds: GameOdds, strategy: str) -> dict[str, Any]:
    chosen = strategy_named(strategy)
    with usable(), share_counted(f"comparing {odds.game}") as tick:
        return in_background(lambda: any_game.against_document(odds, chosen, tick))


def with_mistakes(odds: GameOdds) -> GameOdds:
    """The odds, with the costliest mistakes already computed, since that takes a moment."""
    _ = odds.mistakes
    return odds


def check_states(game: Game, path: Path, *, more: bool, report: Path | None) -> None:
    """Reject decisions that are too many to list, or that would be mixed with other output."""
    if any_game.mathematics(game).choices is None:
        raise Unusable(f"{game.name} has too many decisions to list; 'pitboss advise' values one at a time")
    if more and is_standard_output(path):
        raise Unusable(f"--states {path} prints the decisions, so other output needs a file: use --states FILE")
    if report is not None and same_file(path, report):
        raise Unusable(f"--states and --report can't both write {path}")


def write_states(game: Game, rules: TableRules | None, path: Path, *, replace: bool = False) -> int:
    """Write every decision of a game, up to suits: the cards, how many deals it stands for, each action's exact value.

    Returns the number of decisions.
    """
    choices = any_game.mathematics(game).choices
    assert choices is not None
    printed = is_standard_output(path)
    settled = any_game.rules_for(game, rules)
    with usable(), share_counted(f"counting {game.name}") as tick:
        made = in_background(lambda: choices(settled, tick))
    with nullcontext(sys.stdout) if printed else text_file(path, replace=replace) as file:
        out = csv.writer(file)
        heads, marks = (["study"], [settled.study]) if settled.study else ([], [])
        exactly = (f"{action}, exactly" for action in made.actions)
        out.writerow(["cards", "stands for", *made.actions, *exactly, "best", *heads])
        with progress("writing", len(made.weights), long=20_000) as bar:
            for state, weight in enumerate(made.weights.tolist()):
                worth = made.options(state)
                values = [*(f"{float(value):.12g}" for value in worth.values()), *map(ratio, worth.values())]
                out.writerow([made.describe(state), weight, *values, made.actions[int(made.best[state])], *marks])
                bar.tick()
    return len(made.weights)


@contextmanager
def text_file(path: Path, *, replace: bool) -> Iterator[TextIO]:
    with written_whole(path, replace=replace) as partial, partial.open("w", newline="", encoding="utf-8") as file:
        yield file


def strategy_named(name: str) -> Strategy:
    """A strategy's name, or the function that ``file.py:function`` names."""
    if name.endswith(".py"):
        raise Unusable(f"name a function in the file too, as in {name}:function")
    if strategy_file(name) is None:
        return name
    path, _, function = name.rpartition(":")
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if not Path(path).exists():
        raise Unusable(f"{path} does not exist")
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise Unusable(f"the strategy {path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Unusable(f"the strategy {path} fails to load: {type(error).__name__}: {error}") from None
    found: Any = getattr(module, function, None)
    if not callable(found):
        raise Unusable(f"{path} has no function '{function}'; a strategy takes the known cards and returns an action")
    chooser: Strategy = found
    return chooser


def showing(found: GameOdds, said: str) -> dict[str, int]:
    """The meters' amounts in cents, read from dollars: ``250000`` or ``mega=250000,major=9000``."""
    names = {meter.name for wager in found.wagers.values() if wager.progressive for meter in wager.progressive.meters}
    if not names:
        raise Unusable(f"--meter needs a progressive wager, and {found.game} has none under these rules")
    shown: dict[str, int] = {}
    for one in said.split(","):
        name, _, amount = one.strip().rpartition("=")
        try:
            cents = round(read_number(amount.strip().lstrip("$")) * 100)
        except ValueError:
            raise Unusable(f"--meter takes dollars, as 250000 or mega=250000,major=9000, not {said}") from None
        if cents < 0:
            raise Unusable(f"--meter must not be negative: {said}")
        if name and name not in names:
            raise Unusable(f"--meter: there is no meter '{name}'; the meters are {', '.join(sorted(names))}")
        if name in shown:
            raise Unusable(f"--meter {said} gives {name} twice")
        shown |= {name: cents} if name else dict.fromkeys(names, cents)
    return shown


def show_strategies(game: Game) -> None:
    out, found = console(), any_game.mathematics(game)
    plain, compiled = asked_how(found)
    functions = [("FILE.py:NAME, plain", plain), ("FILE.py:NAME, compiled by numba", compiled)]
    out.print(Text(game.title, "bold green"))
    print_rows(out, ("strategy", "what it does"), [*found.strategies.items(), *functions])


def asked_how(found: Mathematics) -> tuple[str, str]:
    """How a strategy function is called and what it returns: a plain one, and a compiled one."""
    first, names = found.at_first, ", ".join(name.replace(" ", "_") for name in found.asks)
    before = f"; with no hand yet, {' or '.join(first)}" if first else ""
    plain = f"a function that takes the known cards by place and returns {', '.join(found.actions)}{before}"
    before = f"; with no hand yet, {_numbered(first)}" if first else ""
    return plain, f"called as NAME({names}), returns {_numbered(found.actions)}{before}"


def _numbered(actions: Sequence[str]) -> str:
    return ", ".join(f"{at} {action}" for at, action in enumerate(actions))


def not_in_force(odds: GameOdds) -> list[str]:
    """The wagers and pay tables that a table does not have by default."""
    game = registry.game(odds.game)
    default = any_game.odds(game, game.rules()).wagers
    return [name for name in odds.wagers if name not in default]


def exposure(
    game: GameName = "",
    rules: RulesFile = None,
    settings: Settings = None,
    study: AsStudy = False,
    seats: int | None = option(
        None, "N", "Seats that share their cards. Default: from 2 to all seats of the table, or of the document."
    ),
    out: Path | None = option(None, "F", "Also write F: a page of HTML, or a picture in SVG or PNG."),
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Count what a game is worth to a player who sees hidden cards or knows marked ones.

    The cards are known from the first decision on, not before the wagers. The player stakes the same in every round, on
    the base wager alone, and makes the best of the choices that the document gives. The first count of a game takes a
    few minutes.

    Where the players' cards lie face down, it also simulates what each of several seats gains that know each other's
    cards, until the standard error is at most 0.02% of the base wager.

    If the cards of a shoe last for several rounds, it also says what one card less of each rank changes, and which
    balanced counts follow that best.

    [bold]Examples[/]

      pitboss exposure caribbean_stud
      pitboss exposure double_down_stud --json
      pitboss exposure boston_5_stud --out exposure.html
      pitboss exposure caribbean_stud --set bet.flush=6
      pitboss exposure boston_5_stud --seats 9
      pitboss exposure double_attack_blackjack --set hole_card="hole card"
    """
    found = game_named(game)
    if out:
        with usable():
            suffix_of(out, *EXPOSURE)
        check_output(out, rules, replace=force)
    settled = priced_rules(found, rules, settings, study)
    counted = exposed(found, settled, seats)
    if out:
        with usable():
            write_exposure(counted, out, replace=force)
    if as_json:
        print_json(counted.as_dict())
    else:
        show_exposure(counted)
        if out:
            console().print(f"The exposure is in {out}.", markup=False)


def exposed(game: Game, rules: TableRules | None, seats: int | None = None) -> Exposure:
    """What it is worth to know more, counted with a progress bar."""
    from pitboss.mathematics.exposure import exposure

    with usable(), share_counted(f"counting {game.name}") as tick:
        return in_background(lambda: exposure(game, rules, seats=seats, tick=tick))


def show_exposure(found: Exposure) -> None:
    out = console()
    out.print(Text.assemble((found.title, "bold green"), f"  {found.game}, rules {found.rules_hash[:12]}"))
    show_study(out, found.study)
    numbers = ("worth", "gain", "plays on", "for zero")
    rows = [("no more than the document shows", f"{float(found.value):+.4%}", "", "", "")]

    def row(one: Known) -> tuple[str, ...]:
        share = found.share_for_zero(one)
        needed = "never" if share is None else f"{float(share):.2%}"
        return one.what, f"{float(one.value):+.4%}", f"{float(found.gain(one)):+.4%}", f"{float(one.plays):.2%}", needed

    print_rows(out, ("what a player sees", *numbers), [*rows, *map(row, found.known)], numbers)
    if found.marked:
        out.print()
        print_rows(out, ("what the backs tell", *numbers), list(map(row, found.marked)), numbers)
    worth = (
        f"Worth and gain are of the {found.base} wager, on average over all deals. 'Plays on' is how often the player"
        " makes the further wager and does not fold or pass. 'For zero' is the share of rounds in which the cards must"
        " be seen for an average result of zero; the other rounds are played as everybody plays them."
    )
    hang(out, Text("  ", "dim"), Text(worth, "dim"), in_one_line=True)
    show_shared(out, found)
    if found.removals:
        show_counts(out, found)
    out.print()


def show_shared(out: Console, found: Exposure) -> None:
    """What each seat gains if several share their cards, and what that means."""
    numbers = ("worth", "gain", "SE", "changes", "deals", "for zero")
    rows = [
        (
            f"{one.seats} seats",
            f"{float(found.worth(one)):+.3%}",
            f"{float(one.gain):+.3%}",
            f"{one.standard_error:.3%}",
            f"{float(one.changed):.2%}",
            f"{one.deals:,}",
            "never" if (share := found.share_for_zero(one)) is None else f"{float(share):.2%}",
        )
        for one in found.shared
    ]
    out.print()
    if rows:
        print_rows(out, ("who share their cards", *numbers), rows, numbers)
    hang(out, Text("  "), Text(found.sharing), in_one_line=True)
    if rows:
        told = (
            "Each of these seats knows the cards of all of them before the first decision. Worth and gain are of a"
            " seat. So many deals are simulated; in each, all that the unseen cards can be is counted. 'SE' is the"
            " standard error of both. 'Changes' is how often the cards of the others change a seat's best choice."
        )
        hang(out, Text("  ", "dim"), Text(told, "dim"), in_one_line=True)


def show_counts(out: Console, found: Exposure) -> None:
    """What one card less changes, the tags of the best counts, and how well they follow."""
    wagers = [one for one in found.removals if not one.part_of]
    names = [one.wager for one in wagers]
    limits = [f"{-one.most} to {one.most}" for one in found.counts]

    def changes(rank: str) -> tuple[str, ...]:
        effects = (f"{float(one.effects[rank]):+.5%}" for one in wagers)
        return (*effects, *(f"{one.tags[rank]:+}" if one.tags[rank] else "0" for one in found.counts))

    out.print()
    alike = groupby(wagers[0].without, changes)
    rows = [(f"{', '.join(ranks)}", *said) for said, ranks in alike]
    full = ("none", *(f"{float(one.value):+.4%}" for one in wagers), *("" for _ in limits))
    print_rows(out, ("card out", *names, *limits), [full, *rows], (*names, *limits))
    told = (
        "The first row is what each wager is worth from a full shoe; the others say what one card less of a rank"
        " changes, off the top and by the best play. The last columns are the tags of the balanced counts that follow"
        f" the {names[0]} best. "
    ) + " ".join(f"{one.wager.capitalize()}: {one.means}." for one in wagers)
    hang(out, Text("  ", "dim"), Text(told, "dim"), in_one_line=True)
    out.print()
    more = ("playing", "gain", "even at")
    lines = [
        (
            limit,
            *(f"{one.correlations[name]:.4f}" for name in names),
            "" if one.playing is None else f"{one.playing:.4f}",
            f"{float(one.gain):+.4%}",
            f"{float(one.even):+.2f}",
        )
        for limit, one in zip(limits, found.counts, strict=True)
    ]
    print_rows(out, ("count", *names, *more), lines, (*names, *more))
    told = (
        "Correlations of the tags with what each card changes, over all cards of a pack: that with the"
        f" {names[0]} is the betting correlation, that with insurance the insurance correlation. 'Playing' is the"
        " playing efficiency: of all that choices after the first wager gain by the cards that are gone, half way"
        " through the shoe, the share that the count gains. It is an estimate. 'Gain' is what a true count of one adds,"
        " and 'even at' the true count at which it makes up for the house's edge, by the line that fits best. A true"
        " count is the sum of the tags seen, for each pack that is left."
    )
    hang(out, Text("  ", "dim"), Text(told, "dim"), in_one_line=True)


# --- for people


def show(odds: GameOdds, *, outcomes: bool = False, others: Collection[str] = ()) -> None:
    out = console()
    out.print(Text.assemble((odds.title, "bold green"), f"  {odds.game}, rules {odds.rules_hash[:12]}"))
    show_study(out, odds.study, odds.defects)
    hang(out, Text("  strategy: ", "dim"), Text(f"{odds.strategy}: {odds.summary}"), in_one_line=True)
    line = Text.assemble(
        "  ",
        ("house edge ", "dim"),
        (f"{odds.house_edge:.4%}", "bold"),
        ("  element of risk ", "dim"),
        f"{odds.element_of_risk:.4%}",
        ("  standard deviation ", "dim"),
        f"{odds.standard_deviation:.4f}",
        ("  over ", "dim"),
        f"{odds.combinations:,}",
        (" deals", "dim"),
    )
    out.print(line)
    taken = ", ".join(f"{action} {float(share):.4%}" for action, share in odds.action_frequency.items())
    hang(out, Text("  decisions: ", "dim"), Text(taken), in_one_line=True)
    if odds.cost:
        out.print(Text(f"  costs {float(odds.cost):.4%} of the base wager compared with optimal play"))
    numbers = ("house edge", "SD", "hits", "placed")
    wagers = [(f"{one.name} *" if name in others else one.name, *row(one)) for name, one in odds.wagers.items()]
    print_rows(out, ("wager", *numbers, ""), wagers, numbers)
    if any(wager.house_edge < 0 for wager in odds.wagers.values()):
        out.print(Text(f"  {BELOW_ZERO}", "dim"))
    if others:
        out.print(Text("  * The document has it, but a table has it only if its rules choose it.", "dim"))
    if odds.mistakes:
        show_mistakes(out, odds)
    if outcomes:
        for wager in odds.wagers.values():
            show_outcomes(out, wager)
    costs = "costs" if odds.set_cap else "is the lowest allowed; it would cost"
    for one in odds.caps:
        if one.cost:
            words = f"a payout limit of {dollars(one.cap)} {costs} {float(one.cost):.4%} at a base wager of"
            out.print(Text(f"  {words} {dollars(one.base)}"))
    for note in odds.notes:
        hang(out, Text("  ", "dim"), Text(note, "dim"), in_one_line=True)
    out.print()


def row(wager: WagerOdds) -> tuple[str, str, str, str, str]:
    words = wager.note
    if wager.estimate:
        words = f"an estimate, standard error {wager.estimate.standard_error:.2%}"
    elif wager.progressive:
        meters = ", ".join(f"{one.name} at {dollars(one.at)}" for one in wager.progressive.meters)
        even = [int(wager.progressive.break_even(one.name)) for one in wager.progressive.meters]
        words = f"{meters}; breaks even at {', '.join(dollars(cents) if cents else 'any amount' for cents in even)}"
    edge, how_often = f"{wager.house_edge:.4%}", "earned" if wager.earned else f"{float(wager.placed):.2%}"
    return edge, f"{wager.standard_deviation:.4f}", f"{float(wager.hit_frequency):.4%}", how_often, words


def show_mistakes(out: Console, odds: GameOdds) -> None:
    numbers = ("lost each time", "lost in all")
    rows = [
        (one.state, one.action, one.best, f"{float(one.each):.6f}", f"{float(one.cost):.6%}") for one in odds.mistakes
    ]
    print_rows(out, ("costliest mistakes", "plays", "better", *numbers), rows, numbers)


def show_outcomes(out: Console, wager: WagerOdds) -> None:
    numbers = ("deals", "probability", "return")
    total, placed, rows = wager.combinations, wager.placed, []
    for one in wager.outcomes:
        share = float(one.count / total)
        back = "" if one.net is None or not placed else f"{float(Fraction(one.count) / total / placed * one.net):+.8f}"
        rows.append((one.name, one.pays, f"{float(one.count):,.0f}", f"{share:.10f}", back))
    print_rows(out, (wager.name, "pays", *numbers), rows, numbers)


def advise(
    context: typer.Context,
    game: GameName = "",
    rules: RulesFile = None,
    settings: Settings = None,
    study: AsStudy = False,
    as_json: Json = False,
) -> None:
    """Give the exact value of each choice, in units of the base wager.

    Every way that the unseen cards can fall is counted.

    [bold]Examples[/]

      pitboss advise caribbean_stud --hand "As Kd Qh 7c 3s" --up Qd
      pitboss advise boston_5_stud --hand "7c 3d 2h"
      pitboss advise double_down_stud --hand As --board "Ks Qs Js" --seen "2d 2h"
      pitboss advise double_attack_blackjack --hand "8s 8d" --up 6c --seen "Kd 5h"
      pitboss advise double_cross_poker --hand "Ah Kd" --vertical Qs --horizontal 2c
      pitboss advise caribbean_stud --hand "2s 2d 5h 7c 9s" --up Qd --set bet.pair=0
    """
    found = game_named(game)
    with usable(), waiting(f"counting {found.name}: the first time takes longer"):
        settled = priced_rules(found, rules, settings, study)
        advice = in_background(lambda: any_game.advise(found, settled, **given_to(context)))
    if as_json:
        print_json(advice.as_dict())
    else:
        show_advice(advice)


def show_advice(advice: Advice) -> None:
    out = console()
    known = ", ".join(f"{place} {cards}" for place, cards in advice.known.items())
    out.print(Text.assemble((registry.game(advice.game).title, "bold green"), f"  {known}"))
    show_study(out, advice.study)
    rows = []
    fractions = {action: str(value) for action, value in advice.options.items()}
    long = any(len(one) > WIDEST for one in fractions.values())
    for action, value in sorted(advice.options.items(), key=lambda one: -one[1]):
        best, exact = action == advice.best, fractions[action]
        shown = exact if len(exact) <= WIDEST else f"a fraction of {sum(map(str.isdigit, exact))} digits"
        costs = "best" if best else f"{float(value - advice.options[advice.best]):+.6f}"
        rows.append((Text(action, "bold" if best else ""), f"{float(value):+.6f}", shown, costs))
    print_rows(out, ("choice", "value", "exact value", ""), rows, ("value",))
    words = f"In units of the base wager, over {advice.deals:,} ways that the unseen cards can fall."
    out.print(Text(words, "dim"))
    if long:
        out.print(Text("Every value is exact. --json prints all digits.", "dim"))
    if advice.note:
        hang(out, Text(""), Text(advice.note, "dim"), in_one_line=True)


def show_study(out: Console, mark: str, defects: Sequence[Defect] = ()) -> None:
    """Mark a study, and say what the document forbids in it. Nothing for lawful rules."""
    if mark:
        out.print(Text(f"  {mark}", "bold yellow"))
    for defect in defects:
        hang(out, Text("  forbidden: ", "yellow"), Text(str(defect)), in_one_line=True)


def show_compared(odds: GameOdds, found: Mapping[str, Any]) -> None:
    """Compare with the document's default rules: the edge of each wager, then the decisions that change."""
    out, document, numbers = console(), found["document"], ("document", "here", "difference")
    edges = [("round", document["house_edge"], odds.house_edge)]
    edges += [
        (name, document["wagers"][name]["house_edge"], wager.house_edge)
        for name, wager in odds.wagers.items()
        if name in document["wagers"]
    ]
    rows = [(name, f"{there:.4%}", f"{here:.4%}", f"{here - there:+.4%}") for name, there, here in edges]
    print_rows(out, ("house edge", *numbers), rows, numbers)
    changed = found["decisions"]
    if changed is None:
        return
    out.print(Text(f"  {changed['count']:,} of {changed['of']:,} decisions change, {changed['share']:.4%} of all"))
    if changed["examples"]:
        gains = ["" if one["gain"] is None else f"{float(Fraction(one['gain'])):+.6f}" for one in changed["examples"]]
        rows = [
            (one["state"], one["before"], one["after"], gain)
            for one, gain in zip(changed["examples"], gains, strict=True)
        ]
        print_rows(out, ("for example", "document", "here", "gains"), rows, ("gains",))
    out.print()


def chart(
    game: GameName = "",
    out: Path | None = option(None, "F", "The picture's file, .svg or .png. Default: GAME.svg."),
    which: str = option("", "NAME", "The picture to draw. Default: the strategy."),
    every: bool = flag("--all", "Draw every picture of the game, each in a file named after it."),
    rules: RulesFile = None,
    settings: Settings = None,
    study: AsStudy = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Print a game's short strategy, and draw its strategy chart and other pictures of its odds.

    The short strategy is a list of rules: the first that fits decides. --json prints it and draws nothing.

    [bold]Examples[/]

      pitboss chart double_attack_blackjack --out chart.svg
      pitboss chart caribbean_stud --which results --out results.png
      pitboss chart double_cross_poker --all --out cross.svg
      pitboss chart double_down_stud --set pays.flush=6
    """
    found = game_named(game)
    if as_json:
        if out or which or every:
            raise Unusable("--json prints the short strategy and draws nothing, so --out, --which and --all do not fit")
        settled = priced_rules(found, rules, settings, study)
        with usable(), share_counted(f"counting {found.name}") as tick:
            listed = in_background(lambda: any_game.short_strategy(found, settled, tick=tick))
        print_json(listed.as_dict())
        return
    path = out or Path(f"{found.name}.svg")
    with usable():
        suffix_of(path, *PICTURE)
    if not every:
        check_output(path, rules, replace=force)
    settled = priced_rules(found, rules, settings, study)
    with usable(), share_counted(f"counting {found.name}") as tick:
        pictures = in_background(lambda: any_game.pictures(found, settled, tick=tick))
        odds = in_background(lambda: any_game.odds(found, settled, tick=tick))
        if isinstance(odds.results, Distribution):
            pictures.append(value_distribution(odds))
        short = (
            in_background(lambda: any_game.short_strategy(found, settled, tick=tick))
            if registry.has(found, "short_strategy")
            else None
        )
    if short:
        pictures[0] = with_steps(pictures[0], short)
    named = {picture.name: stamped(picture, odds) for picture in pictures}
    if which and which not in named:
        raise Unusable(f"{found.name} has no picture '{which}'; its pictures are {', '.join(named)}")
    wanted = list(named) if every else [which or next(iter(named))]
    targets = {name: path.with_stem(f"{path.stem}-{name}") if every else path for name in wanted}
    for target in targets.values():  # the names of the pictures are known only now
        check_output(target, rules, replace=force)
    if short:
        console().print(*str(short).splitlines(), sep="\n", markup=False)
    for name, target in targets.items():
        with usable():
            draw(named[name], target, replace=force)
        console().print(f"{named[name].title}: {target}")
    others = [name for name in named if name not in wanted]
    if others:
        console().print(f"[dim]For other pictures, use --which {', '.join(others)}; for all of them, --all.[/]")
