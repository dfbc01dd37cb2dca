"""What is wrong with a declaration. One that can't be played is refused when its game is loaded.

Each defect is a sentence, with the word at whose line it was found. The checks come in an order in which each may rely
on those before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from traceback import extract_tb
from typing import Any

from msgspec.structs import replace

from pitboss.basics.clauses import read
from pitboss.basics.errors import GameError
from pitboss.basics.money import Odds
from pitboss.basics.poker import ladder
from pitboss.engine.declared.words import (
    COMMUNITY,
    DEALER,
    DOWN,
    PLAYER,
    UP,
    Ask,
    Bet,
    Clauses,
    Contest,
    Deal,
    Declaration,
    Declared,
    Fold,
    Hand,
    Place,
    Stay,
    TakeBack,
    Turn,
    WholeDeclaration,
    in_brief,
)
from pitboss.engine.rules import MANUAL, TableRules, describe, options_of, permits

PACK = 52
PLACES = f"{PLAYER}, {DEALER} and {COMMUNITY}"
VERBS = ("wager", "withdraw", "redeem", "cash", "cut", "recut", "refuse")
"""What players do at every table. No choice may be called so."""
TYPED = (
    "no more bets",
    *("quit", "q", "exit", "leave", "help", "hint", "advice", "coach", "table", "pay", "pays", "more"),
    *("clause", "report", "same", "again", "same again", "history", "drill"),
)
"""What people type at every table for something else."""
PHASES = ("wagers", "the cut", "settlement")
"""The parts of every round. No question may be called so."""

STAKES = (500, 777, 20_000, 1_000_000_00)
"""Further stakes in cents at which wagers are settled. What is no whole cent may be rounded."""
UNLAWFUL = {"shuffler": MANUAL, "preshuffled": True, "packs": 2}
"""Options of tables that a declared game does not have: it has one pack and an automated shuffler."""
NAME = re.compile(r"[^\W_]+(?:[ '-][^\W_]+)*")
"""What people can type and read: words of letters and digits."""

Defects = Iterator[tuple[Declared, str]]


def check(declared: Declaration) -> None:
    """Refuse a declaration with a defect, and name the file and the line."""
    for word, wrong in defects(declared):
        raise GameError(f"{declared.title} can't be played: {word.said_at}: {wrong}")


def defects(declared: Declaration) -> Defects:
    """Every defect, with the word that has it."""
    yield from _wrong_words(declared)
    yield from _wrong_wagers(declared)
    yield from _wrong_round(declared)
    yield from _wrong_hands(declared)
    yield from _wrong_pays(declared)
    yield from _wrong_clauses(declared)


def _wrong_words(declared: Declaration) -> Defects:
    """Words in places where others belong."""
    if not (isinstance(declared.rules, type) and issubclass(declared.rules, TableRules)):
        yield declared, f"rules must be a class of TableRules, not {declared.rules!r}"
    elif wrong := next(iter(declared.rules().defects()), None):
        yield declared, f"the document forbids the defaults of {declared.rules.__name__}: {wrong}"
    elif silent := [option for option, means in describe(declared.rules).items() if not means]:
        kind = f"{declared.rules.__name__}.{silent[0]}"
        yield declared, f"{kind} has no description: write {silent[0]}: Annotated[TYPE, Meta(description=...)]"
    elif isinstance(declared, WholeDeclaration):
        for option, value in UNLAWFUL.items():
            if not any(replace(declared.rules(), **{option: value}).defects()):
                said = "a declared game has one pack and an automated shuffler"
                yield declared, f"defects() of {declared.rules.__name__} must forbid {option}={value!r}: {said}"
    if isinstance(declared, WholeDeclaration) and not isinstance(declared.clauses, Clauses):
        yield declared, f"clauses must be Clauses(...), not {declared.clauses!r}"
    if not declared.title.strip():
        yield declared, "a game needs a title: title is empty"
    if not any(isinstance(step, Ask) for step in declared.round):
        yield declared, "players have nothing to decide: round needs an Ask"
    yield from _only(declared, "wagers", declared.wagers, (Bet,))
    yield from _only(declared, "round", declared.round, (Deal, Turn, Ask))
    for bet in declared.wagers:
        yield from _only(bet, "by", bet.by, (Hand, Contest))
    for ask in declared.asks:
        yield from _only(ask, "choices", ask.choices, (Fold, Stay, Place, TakeBack))


def _only(word: Declared, field: str, said: Iterable[Any], kinds: tuple[type, ...]) -> Defects:
    for one in said:
        if not isinstance(one, kinds):
            yield word, f"{field} may hold only {', '.join(kind.__name__ for kind in kinds)}, not {in_brief(one)}"


# --- wagers


def _wrong_wagers(declared: Declaration) -> Defects:
    bases = [bet for bet in declared.wagers if bet.base]
    if len(bases) != 1:
        word = bases[1] if bases else declared
        yield word, f"exactly one wager must be the base wager, with base=True, not {len(bases)}"
    places = [choice for ask in declared.asks for choice in ask.choices if isinstance(choice, Place)]
    placed = {choice.wager for choice in places}
    unknown = next((choice for choice in places if choice.wager not in declared.by_name), None)
    above: dict[str, Bet] = {}
    for bet in declared.wagers:
        said = [name for name in ("base", "equals", "side", "earned") if getattr(bet, name)]
        if not NAME.fullmatch(bet.name):
            yield bet, f"a wager can't be called '{bet.name}': a name is words of letters and digits"
        if bet.name in above:
            yield bet, f"two wagers are called '{bet.name}'"
        if len(said) > 1:
            yield bet, f"'{bet.name}' has {said[0]} and {said[1]}, and only one of them can be true"
        if not said and bet.name not in placed and unknown:  # a misspelt name
            yield unknown, _is_none(unknown)
        elif not said and bet.name not in placed:
            yield (
                bet,
                f"nobody can place '{bet.name}': it has neither base, equals, side nor earned, and no Place names it",
            )
        for other in filter(None, (bet.equals, bet.earned)):
            if other not in above:
                yield bet, f"'{bet.name}' depends on '{other}', which is no wager above it"
            elif above[other].earned:
                yield bet, f"'{bet.name}' depends on '{other}', which has no stake of its own"
            elif bet.equals and not above[other].first:
                yield bet, f"'{bet.name}' is placed before the deal, and '{other}', which it equals, after it"
        if bet.times < 1 or (bet.times > 1 and not bet.equals):
            yield (
                bet,
                f"times of '{bet.name}' says how many times the wager of equals it is, so it can't be {bet.times}",
            )
        above[bet.name] = bet


def _is_none(choice: Place) -> str:
    return f"'{choice.do}' places '{choice.wager}', which is no wager of the game"


# --- the round


def _wrong_round(declared: Declaration) -> Defects:
    hidden = dict.fromkeys((DEALER, COMMUNITY), 0)
    lies = {bet.name for bet in declared.wagers if bet.first}
    asked: list[str] = []
    seen = new = 0
    for step in declared.round:
        match step:
            case Deal(cards=cards, to=place, face=face):
                if place not in declared.dealt:
                    yield step, f"cards are dealt to '{place}', but there are only {PLACES}"
                elif cards < 1:
                    yield step, f"{_cards(cards)} can't be dealt"
                elif face not in (UP, DOWN):
                    yield step, f"a card lies '{UP}' or '{DOWN}', not '{face}'"
                elif place == PLAYER or face == UP:
                    seen, new = seen + cards, new + cards
                else:
                    hidden[place] += cards
            case Turn(cards=cards, at=place):
                if place not in hidden:
                    yield step, f"cards can be turned at {DEALER} and {COMMUNITY} only, not at '{place}'"
                elif not 1 <= cards <= hidden[place]:
                    lie = f"{hidden[place]} {_lie(hidden[place])} face down there"
                    yield step, f"{_cards(cards)} of the {place} can't be turned: {lie}"
                else:
                    hidden[place] -= cards
                    seen, new = seen + cards, new + cards
            case Ask(about=about):
                if not seen:
                    yield step, f"'{about}' is asked before its player sees a card, so it would depend on hidden ones"
                elif not new:
                    yield step, f"its player sees no new card between '{asked[-1]}' and '{about}': ask one question"
                if about in asked or about in PHASES:
                    yield step, f"'{about}' can't be the name of this question: another part of the round has it"
                yield from _wrong_choices(declared, step, lies)
                lies |= {choice.wager for choice in step.choices if isinstance(choice, Place)}
                lies -= {choice.wager for choice in step.choices if isinstance(choice, TakeBack)}
                asked.append(about)
                new = 0
    yield from _too_many_cards(declared)
    if number := hidden[COMMUNITY]:
        word = [deal for deal in declared.deals if deal.to == COMMUNITY][-1]
        said = f"{_cards(number)} of the {COMMUNITY} {_lie(number)} face down to the end"
        yield word, f"{said}: no Turn turns {'it' if number == 1 else 'them'}"


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _lie(number: int) -> str:
    return "lies" if number == 1 else "lie"


def _too_many_cards(declared: Declaration) -> Defects:
    own = declared.dealt[PLAYER]
    if not own:
        yield declared, "no cards are dealt to the players"
        return
    room = (PACK - declared.dealt[DEALER] - declared.dealt[COMMUNITY]) // own
    if room < 1:
        yield declared.deals[-1], f"one player needs more cards than the pack of {PACK} has"
    elif not any(defect.option == "positions" for defect in declared.rules(positions=room + 1).defects()):
        yield (
            declared.deals[-1],
            f"{room + 1} players need more cards than the pack of {PACK} has, and the rules allow them: defects() of"
            f" {declared.rules.__name__} must limit positions to {room} or fewer",
        )


def _wrong_choices(declared: Declaration, ask: Ask, lies: set[str]) -> Defects:
    names = [choice.do for choice in ask.choices]
    if len(names) < 2:
        yield ask, f"'{ask.about}' leaves no choice: it needs two or more"
    if twice := [name for name in names if names.count(name) > 1]:
        yield ask, f"two choices of '{ask.about}' are called '{twice[0]}'"
    if ask.default not in names:
        yield ask, f"the default of '{ask.about}' must be one of its choices, {', '.join(names)}, not '{ask.default}'"
    for choice in ask.choices:
        if not choice.do:
            yield choice, "a choice needs a name: do is empty"
        elif not NAME.fullmatch(choice.do):
            yield choice, f"a choice can't be called '{choice.do}': a name is words of letters and digits"
        elif choice.do in VERBS:
            yield choice, f"a choice can't be called '{choice.do}': players do so at every table"
        elif choice.do in TYPED:
            yield choice, f"a choice can't be called '{choice.do}': at every table, typing it does something else"
        if isinstance(choice, Place):
            yield from _wrong_place(declared, ask, choice, lies)
        elif isinstance(choice, TakeBack):
            if choice.wager not in lies:
                yield (
                    choice,
                    f"'{choice.do}' takes back '{choice.wager}', which is no wager that lies on the table then",
                )
            elif declared.by_name[choice.wager].base:
                yield choice, f"'{choice.do}' takes back '{choice.wager}', the base wager, which must stay"
        if isinstance(declared, WholeDeclaration) and not choice.means:
            yield choice, f"means of '{choice.do}' is empty: say in a few words what it is"


def _wrong_place(declared: Declaration, ask: Ask, choice: Place, lies: set[str]) -> Defects:
    if choice.times < 1:
        yield (
            choice,
            f"'{choice.do}' has no cost: it must place at least once the base wager, not {choice.times} times",
        )
    if choice.wager not in declared.by_name:
        yield choice, _is_none(choice)
    elif declared.by_name[choice.wager].earned:
        yield choice, f"'{choice.do}' places '{choice.wager}', which is earned and has no stake"
    elif choice.wager in lies or declared.by_name[choice.wager].first:
        yield choice, f"'{choice.do}' places '{choice.wager}', which was placed before"
    if choice.do == ask.default:
        yield choice, f"the default of '{ask.about}' places a wager for a player who did not act: choose another"


# --- hands


def _wrong_hands(declared: Declaration) -> Defects:
    for hand in dict.fromkeys(declared.hands):
        yield from _wrong_hand(declared, hand)
    used = {place for hand in declared.hands for place in hand.of}
    for deal in declared.deals:
        if deal.to not in used:
            yield deal, f"cards are dealt to the {deal.to}, and no wager is decided by them"
    for bet in declared.wagers:
        for reading in bet.by:
            if isinstance(reading, Contest):
                yield from _wrong_contest(declared, reading)
            elif DEALER in reading.of:
                yield reading, f"a hand of the {DEALER}'s cards decides a wager only in a Contest"


def _wrong_hand(declared: Declaration, hand: Hand) -> Defects:
    if unknown := [place for place in hand.of if place not in declared.dealt]:
        yield hand, f"a hand can't hold cards of '{unknown[0]}': there are only {PLACES}"
        return
    if len(hand.of) != len(set(hand.of)):
        yield hand, "a hand names a place twice"
        return
    size = declared.size(hand)
    if size not in (2, 3, 5):
        yield hand, f"{size} cards are dealt to it, and only hands of two, three or five cards are ranked"
        return
    known = ladder(size)
    if len(hand.clauses) != len(known.categories):
        said = f"{len(known.categories)} categories, from {known.categories[0]} up to {known.categories[-1]}"
        yield hand, f"a hand of {size} cards has {said}, and clauses names {len(hand.clauses)}"
    if bool(hand.lines) != bool(hand.line):
        yield hand, "lines and line belong together: the names, and the function that says which one a hand falls into"
    elif hand.line:
        if len(hand.lines) != len(set(hand.lines)):
            yield hand, "two of its lines have the same name"
        try:
            found = {hand.line(strength) for strength in range(1, len(known.category_of))}
        except Exception as error:  # whatever an author's function does
            yield hand, f"line fails: {error}{_where(error)}"
            return
        if found != set(range(len(hand.lines))):
            fall = ", ".join(map(repr, sorted(found, key=repr)))
            yield hand, f"its lines have the numbers 0 to {len(hand.lines) - 1}, but its hands fall into {fall}"


def _wrong_contest(declared: Declaration, contest: Contest) -> Defects:
    if DEALER in contest.own.of or DEALER not in contest.dealers.of or PLAYER in contest.dealers.of:
        yield contest, f"own must be a hand without the {DEALER}'s cards, and dealers one with them"
    own, dealers = declared.size(contest.own), declared.size(contest.dealers)
    if own != dealers:
        yield contest, f"hands of {own} and of {dealers} cards can't be compared"
    most = len(ladder(dealers).category_of) - 1
    if not 0 <= contest.qualifies <= most:
        yield contest, f"qualifies is the strength of a hand, from 1 to {most}, or 0, not {contest.qualifies}"
    if bool(contest.qualifies) != bool(contest.qualifying):
        yield contest, "qualifies and qualifying belong together: the least strength, and the clause that says so"


# --- payments


def _wrong_pays(declared: Declaration) -> Defects:
    rules = declared.rules()
    for bet in declared.wagers:
        if not bet.by:
            yield bet, f"nothing decides '{bet.name}': by names no hand and no contest"
            continue
        if bet.pays and not isinstance(getattr(rules, bet.pays, None), dict):
            yield bet, f"the rules have no pay table '{bet.pays}'"
            continue
        if bet.pays and bet.pays not in options_of(declared.rules):
            kind = f"{declared.rules.__name__}.{bet.pays}"
            yield bet, f"{kind} is computed, and the pay table of a wager must be an option, which can be set"
            continue
        if bet.fixed and bet.fixed not in declared.rules.fixed:
            yield bet, f"the rules have no pays '{bet.fixed}' that the document fixes"
            continue
        table, lines = declared.table(bet, rules), declared.lines(bet.by[0])
        paid = {**table, **(getattr(rules, bet.fixed) if bet.fixed else {})}
        if bet.pays and (lacking := [line for line in lines if line not in paid and line not in bet.lost]):
            yield bet, f"the pay table '{bet.pays}' has no line for '{lacking[0]}', and lost does not name it"
        if strange := [line for line in (*paid, *bet.lost) if line not in lines]:
            yield bet, f"'{strange[0]}' is no line of what decides '{bet.name}', which has {', '.join(lines)}"
        if both := [line for line in bet.lost if line in table]:
            yield bet, f"'{both[0]}' is among the lost lines of '{bet.name}', and its pay table pays it"
    for bet in declared.wagers:
        yield from _wrong_settlement(declared, bet, rules)
    if declared.limit and not hasattr(rules, declared.limit):
        yield declared, f"the rules have no option '{declared.limit}', which limit names"
    elif declared.limit and type(getattr(rules, declared.limit)) is not int:
        yield declared, f"the option '{declared.limit}', which limit names, must be whole cents, of type int"
    if isinstance(declared, WholeDeclaration) and bool(declared.limit) != bool(declared.limited):
        yield declared, "limit and limited belong together: the option of the rules, and the clause on it"


def _wrong_settlement(declared: Declaration, bet: Bet, rules: TableRules) -> Defects:
    """Settle every line. Odds count in units of the stake, so the payment must grow with it.

    What one hand or one contest decides is paid as the pay table says. With several, ``settle`` combines them.
    """
    unit, names, table = declared.unit(rules), declared.lines(bet.by[0]), declared.table(bet, rules)
    raised, stakes = _raised(bet, rules), (1000 * unit, *STAKES)
    for lines in product(*(range(len(declared.lines(reading))) for reading in bet.by)):
        on = f"settle of '{bet.name}', on '{names[lines[0]]}'"
        try:
            once, *others = (bet.settle(rules, stake, *lines) for stake in (unit, *stakes))
        except Exception as error:  # whatever an author's function does
            yield bet, f"{on}, fails: {error}{_where(error)}"
            return
        if type(once) is not int or once < 0:
            yield bet, f"{on}, must return whole cents from 0 up, not {once!r}"
        elif odd := [pair for pair in zip(others, stakes, strict=True) if not _grows(once, unit, *pair)]:
            said = f"returns {once} of {unit} cents, and {odd[0][0]} of {odd[0][1]}"
            yield bet, f"{on}, {said}: payments must grow with the stake, and fractions stand in a pay table"
        elif once == unit and not bet.earned and not bet.pushes:
            yield bet, f"{on}, gives the wager back, and pushes names no clause on that"
        elif once and names[lines[0]] in bet.lost:
            yield bet, f"{on}, returns {once} of {unit} cents, though lost names this line"
        elif len(lines) == 1 and names[lines[0]] in table:
            odds = table[names[lines[0]]]
            back, per = odds.back
            if once * per != unit * (back - per if bet.earned else back):
                yield bet, f"{on}, returns {once} of {unit} cents, but the pay table '{bet.pays}' says {odds}"
            elif raised is not None and bet.settle(raised, unit, *lines) == once:
                more = declared.table(bet, raised)[names[lines[0]]]
                said = f"returns {once} of {unit} cents also if the pay table '{bet.pays}' says {more}"
                yield bet, f"{on}, {said}: it must read the pay table from the rules that it is given"


def _where(error: Exception) -> str:
    """The line on which a function of an author failed."""
    last = extract_tb(error.__traceback__)[-1]
    return f" ({Path(last.filename).name}, line {last.lineno})"


def _grows(once: int, unit: int, back: int, stake: int) -> bool:
    """Whether as much of a stake goes back as of the unit, up to a part of a cent."""
    return abs(back * unit - once * stake) < unit


def _raised(bet: Bet, rules: TableRules) -> TableRules | None:
    """The same rules with each line of a wager's pay table raised by one. None if the document does not permit that."""
    table = getattr(rules, bet.pays) if bet.pays else {}
    more = {line: Odds(odds.pays + odds.per, odds.kind, odds.per) for line, odds in table.items()}
    return replace(rules, **{bet.pays: more}) if more and permits(rules, bet.pays, more) else None


# --- clauses


def _wrong_clauses(declared: Declaration) -> Defects:
    """Clauses that the list beside the declaration does not have."""
    file = declared.source.with_name("clauses.tsv")
    if not file.is_file():
        return
    listed = read(declared.name, file)
    for word, field, clause in _cited(declared):
        if clause not in listed:
            yield word, f"{field} is '{clause}', which is no clause of {file.name}"


OPTIONAL = {"pushes", "qualifying", "limited", "in_error", "seen"}


def _cited(declared: Declaration) -> Iterator[tuple[Declared, str, str]]:
    """Every clause that a declaration names, with its word and field."""
    contests = [reading for bet in declared.wagers for reading in bet.by if isinstance(reading, Contest)]
    choices = [choice for ask in declared.asks for choice in ask.choices if choice.clause]
    named = ("clause", "clauses", "also", "wins", "loses", "pushes", "qualifying", "limited")
    shared = (declared.clauses,) if isinstance(declared, WholeDeclaration) else ()
    for word in (*declared.wagers, *declared.hands, *contests, *declared.round, *choices, declared, *shared):
        for field in word.__struct_fields__ if isinstance(word, Clauses) else named:
            said = getattr(word, field, "")
            for clause in said if isinstance(said, tuple) else (said,) if isinstance(said, str) else ():
                if clause or (field not in OPTIONAL and hasattr(word, field)):
                    yield word, field, clause
