"""A declaration that can't be played is refused when its game is loaded, in a sentence with the file and the line.

Each case changes one place of the game that ``pitboss new-game`` writes, which is refused for nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from pitboss.basics.errors import GameError
from pitboss.cli.new_game import write
from pitboss.engine import registry
from pitboss.engine.declared.defects import TYPED, defects
from pitboss.terminal.seat.answers import QUIT
from pitboss.terminal.seat.seat import BESIDE, HINT, SAME

NAME = "bad_game"
AFTER_THE_LAST = 'earned="ante",\n        ),'
END_OF_ROUND = """default="fold",
        ),
    ),"""
CHOICES = """choices=(
                Fold(clause="6(c)", means="give up the ante"),
                Place(do="raise", wager="raise", means="place a wager equal to the ante"),
            ),"""

ASK = f"""Ask(
            about="raise or fold",
            clause="6(b)",
            {CHOICES}
            default="fold",
        ),"""


def another(more: str) -> tuple[str, str, str]:
    """One more wager, after all others."""
    clauses = 'clause="8(d)", wins="8(d)", loses="8(d)"'
    bet = f'Bet(name="more", means="", by=(HAND,), settle=settle.pair_bonus, {clauses}, {more})'
    return "Bet", AFTER_THE_LAST, f"{AFTER_THE_LAST}\n        {bet},"


def last(step: str) -> tuple[str, str, str]:
    """One more step, after all others."""
    return step.partition("(")[0], END_OF_ROUND, f"{END_OF_ROUND.removesuffix('    ),')}        {step},\n    ),"


def choices(*said: str) -> tuple[str, str, str]:
    """Other choices, the last of which is wrong. Each has its line."""
    return said[-1].partition("(")[0], CHOICES, "choices=(\n" + "".join(f"{one},\n" for one in said) + "),"


FOLD, STAY, RAISE = "Fold()", 'Stay(do="stay")', 'Place(do="raise", wager="raise", means="wager again")'
AGAIN = f'Ask(about="again", clause="6(b)", choices=({FOLD}, {STAY}), default="fold")'
LINES = 'HAND = Hand(of=(PLAYER,), clauses=RANKS, also=("7(a)",)'

WRONG = [
    # words in places where others belong
    (("Ask", CHOICES, "choices=Fold(),"), "choices of Ask must be a tuple, with a comma even after a single one"),
    (("Bet", "by=(HAND,)", "by=(HAND)"), "by of Bet must be a tuple, with a comma even after a single one, as in (a,)"),
    (("Bet", '("high card",)', '("high card")'), "lost of Bet must be a tuple"),
    (("Bet", "base=True", "base=1"), "base of Bet must be bool, not 1"),
    (("Deal", "Deal(2, DEALER", 'Deal("2", DEALER'), "cards of Deal must be int, not '2'"),
    (("Deal", 'Deal(2, DEALER, "6(a)")', "Deal(2, DEALER, 6)"), "clause of Deal must be str, not 6"),
    (("declare", "wagers=(", "wagers=[], limited=("), "wagers of WholeDeclaration must be a tuple"),
    (
        ("declare", "rules=BadGameRules", "rules=BadGameRules()"),
        "rules must be a class of TableRules, not BadGameRules(",
    ),
    (("declare", "clauses=Clauses(", "clauses=dict("), "clauses must be Clauses(...), not {'round': '1:round'"),
    (("declare", "wagers=(", "wagers=(HAND,"), "wagers may hold only Bet, not Hand("),
    (("declare", "round=(", 'round=("shuffle",'), "round may hold only Deal, Turn, Ask, not 'shuffle'"),
    (("Bet", "by=(HAND,)", "by=(PLAYER,)"), "by may hold only Hand, Contest, not 'player'"),
    (("Ask", "choices=(", "choices=(None,"), "choices may hold only Fold, Stay, Place, TakeBack, not None"),
    (("declare", ASK, ""), "players have nothing to decide: round needs an Ask"),
    # wagers
    (("declare", "base=True", "base=False"), "exactly one wager must be the base wager, with base=True, not 0"),
    (another("base=True"), "exactly one wager must be the base wager, with base=True, not 2"),
    (("Bet", 'name="raise"', 'name="ante"'), "two wagers are called 'ante'"),
    (("Bet", "base=True", "base=True,\nside=True"), "'ante' has base and side, and only one of them can be true"),
    (("Bet", 'earned="ante",', ""), "nobody can place 'pair bonus': it has neither base, equals, side nor earned"),
    (("Bet", 'earned="ante"', 'earned="anti"'), "'pair bonus' depends on 'anti', which is no wager above it"),
    (another('earned="pair bonus"'), "'more' depends on 'pair bonus', which has no stake of its own"),
    (another('equals="raise"'), "'more' is placed before the deal, and 'raise', which it equals, after it"),
    (
        another('equals="ante", times=0'),
        "times of 'more' says how many times the wager of equals it is, so it can't be 0",
    ),
    (("Bet", "base=True", "base=True,\ntimes=2"), "times of 'ante' says how many times"),
    # the round
    (("Deal", "Deal(2, DEALER", 'Deal(2, "shoe"'), "cards are dealt to 'shoe', but there are only player, dealer and"),
    (("Deal", "Deal(2, DEALER", "Deal(0, DEALER"), "0 cards can't be dealt"),
    (("Deal", 'DEALER, "6(a)"', 'DEALER, "6(a)", "open"'), "a card lies 'up' or 'down', not 'open'"),
    (last('Turn(1, PLAYER, "6(a)")'), "cards can be turned at dealer and community only, not at 'player'"),
    (last('Turn(3, DEALER, "6(a)")'), "3 cards of the dealer can't be turned: 2 lie face down there"),
    (last('Turn(0, DEALER, "6(a)")'), "0 cards of the dealer can't be turned"),
    (("Ask", 'Deal(2, PLAYER, "6(a)"),\n', ""), "'raise or fold' is asked before its player sees a card, so it would"),
    (last(AGAIN), "its player sees no new card between 'raise or fold' and 'again': ask one question"),
    (("Ask", 'about="raise or fold"', 'about="wagers"'), "'wagers' can't be the name of this question"),
    (last('Deal(1, COMMUNITY, "6(a)")'), "1 card of the community lies face down to the end: no Turn turns it"),
    (
        last('Deal(47, COMMUNITY, "6(a)")'),
        "2 players need more cards than the pack of 52 has, and the rules allow them",
    ),
    (last('Deal(3, COMMUNITY, "6(a)")'), "3 cards of the community lie face down to the end: no Turn turns them"),
    (
        ("declare", 'Deal(2, PLAYER, "6(a)"),\n        Deal(2, DEALER, "6(a)"),', 'Deal(2, DEALER, "6(a)", UP),'),
        "no cards are dealt to the players",
    ),
    (("Deal", "Deal(2, DEALER", "Deal(51, DEALER"), "one player needs more cards than the pack of 52 has"),
    # choices
    (
        ("Ask", 'default="fold"', 'default="pass"'),
        "the default of 'raise or fold' must be one of its choices, fold, raise, not",
    ),
    (
        ("Place", 'default="fold"', 'default="raise"'),
        "the default of 'raise or fold' places a wager for a player who did not",
    ),
    (("Ask", CHOICES, f"choices=({RAISE},),"), "'raise or fold' leaves no choice: it needs two or more"),
    (("Ask", 'do="raise"', 'do="fold"'), "two choices of 'raise or fold' are called 'fold'"),
    (("Place", 'do="raise"', 'do="wager"'), "a choice can't be called 'wager': players do so at every table"),
    (("Place", 'do="raise"', 'do=""'), "a choice needs a name: do is empty"),
    (("Place", 'do="raise"', 'do="hint"'), "a choice can't be called 'hint': at every table, typing it does something"),
    (
        ("Place", 'wager="raise", means', 'wager="raise", times=0, means'),
        "'raise' has no cost: it must place at least once",
    ),
    (
        ("Place", 'do="raise", wager="raise"', 'do="raise", wager="rise"'),
        "'raise' places 'rise', which is no wager of the",
    ),
    (("Place", 'means="place a wager equal to the ante"', 'means=""'), "means of 'raise' is empty: say in a few words"),
    (
        ("Place", 'do="raise"', 'do="no more bets"'),
        "a choice can't be called 'no more bets': at every table, typing it",
    ),
    (
        ("Place", 'do="raise"', 'do="raise,2"'),
        "a choice can't be called 'raise,2': a name is words of letters and digits",
    ),
    (("Bet", 'name="pair bonus"', 'name="pair,bonus"'), "a wager can't be called 'pair,bonus': a name is words of"),
    (("declare", 'title="Bad Game"', 'title=" "'), "a game needs a title: title is empty"),
    (
        ("Bet", "by=(HAND,)", "by=HAND"),
        "by of Bet must be a tuple, with a comma even after a single one, as in (a,), not Hand(...)",
    ),
    (("Hand", LINES, f'{LINES}, lines=("a", "b"), line=lambda strength: "a"'), "but its hands fall into 'a'"),
    (
        ("Hand", LINES, f'{LINES}, lines=("a", "b"), line=lambda strength: 1 // 0'),
        "line fails: integer division or modulo by zero (game.py, line",
    ),
    (choices(FOLD, RAISE, 'Place(do="all", wager="none")'), "'all' places 'none', which is no"),
    (choices(FOLD, RAISE, 'Place(do="all", wager="ante")'), "'all' places 'ante', which was placed"),
    (choices(FOLD, RAISE, 'Place(do="all", wager="pair bonus")'), "which is earned and has no"),
    (choices(FOLD, RAISE, 'TakeBack(wager="raise")'), "which is no wager that lies on the table"),
    (choices(FOLD, RAISE, 'TakeBack(wager="ante")'), "takes back 'ante', the base wager, which must"),
    # hands
    (("Hand", "HAND = Hand(of=(PLAYER,)", 'HAND = Hand(of=(PLAYER, "shoe")'), "a hand can't hold cards of 'shoe'"),
    (("Hand", "HAND = Hand(of=(PLAYER,)", "HAND = Hand(of=(PLAYER, PLAYER)"), "a hand names a place twice"),
    (("Hand", "Deal(2, PLAYER", "Deal(4, PLAYER"), "4 cards are dealt to it, and only hands of two, three or five"),
    (
        ("Hand", 'RANKS = ("7(c)", "7(b)")', 'RANKS = ("7(c)",)'),
        "has 2 categories, from high card up to pair, and clauses names 1",
    ),
    (("Hand", LINES, f'{LINES}, lines=("nothing", "pair")'), "lines and line belong together"),
    (("Hand", LINES, f'{LINES}, lines=("all", "all"), line=lambda s: s > 5'), "two of its lines have the same name"),
    (
        ("Hand", LINES, f'{LINES}, lines=("low", "high", "top"), line=lambda s: int(s > 5)'),
        "its lines have the numbers 0 to 2, but its hands fall into 0, 1",
    ),
    (last('Deal(1, COMMUNITY, "6(a)", UP)'), "cards are dealt to the community, and no wager is decided by them"),
    (("Hand", "by=(HAND,)", "by=(AGAINST.dealers,)"), "a hand of the dealer's cards decides a wager only in a Contest"),
    (("Contest", "own=HAND", "own=Hand(of=(DEALER,), clauses=RANKS)"), "own must be a hand without the dealer's cards"),
    (
        ("Contest", "Contest(own=HAND", "Contest(qualifies=92, own=HAND"),
        "qualifies is the strength of a hand, from 1 to 91, or 0",
    ),
    (("Contest", "Contest(own=HAND", "Contest(qualifies=9, own=HAND"), "qualifies and qualifying belong together"),
    # payments
    (("Bet", "by=(HAND,)", "by=()"), "nothing decides 'pair bonus': by names no hand and no contest"),
    (("Bet", 'pays="pair_bonus"', 'pays="bonus"'), "the rules have no pay table 'bonus'"),
    (
        ("Bet", 'lost=("high card",)', "lost=()"),
        "the pay table 'pair_bonus' has no line for 'high card', and lost does not",
    ),
    (
        ("Bet", '("high card",)', '("high card", "flush")'),
        "'flush' is no line of what decides 'pair bonus', which has high card, pair",
    ),
    (
        ("Bet", '("high card",)', '("high card", "pair")'),
        "'pair' is among the lost lines of 'pair bonus', and its pay table",
    ),
    (("Bet", "settle=settle.ante", "settle=max"), "settle of 'ante', on 'lower than the dealer', fails:"),
    (("Bet", "settle=settle.ante", "settle=lambda r, s, a: -s"), "must return whole cents from 0 up, not -2"),
    (("Bet", "settle=settle.ante", "settle=lambda r, s, a: s / 2"), "must return whole cents from 0 up, not 1.0"),
    (
        ("Bet", "settle=settle.ante", "settle=lambda r, s, a: -(-s * 39 // 20)"),
        "returns 4 of 2 cents, and 3900 of 2000: payments must",
    ),
    (
        ("Bet", "settle=settle.ante", "settle=lambda r, s, a: a * s + 100 * (s == 20_000)"),
        "on 'lower than the dealer', returns 0 of 2 cents, and 100 of 20000: payments must",
    ),
    (
        ("Bet", "settle=settle.ante", "settle=lambda r, s, a: a * s + (s == 777)"),
        "on 'lower than the dealer', returns 0 of 2 cents, and 1 of 777: payments must",
    ),
    (
        ("Bet", "settle.pair_bonus", "lambda r, s, a: s * a"),
        "on 'pair', returns 2 of 2 cents also if the pay table 'pair_bonus' says 2 to 1: it must read the pay table",
    ),
    (("Bet", 'pushes="8(b)",', ""), "on 'equal to the dealer', gives the wager back, and pushes names no clause"),
    (
        ("Bet", "settle.pair_bonus", "lambda r, s, a: s"),
        "on 'high card', returns 2 of 2 cents, though lost names this line",
    ),
    (
        ("Bet", "settle.pair_bonus", "lambda r, s, a: 3 * s * a"),
        "on 'pair', returns 6 of 2 cents, but the pay table 'pair_bonus' says 1 to 1",
    ),
    (("declare", "felt=", 'limit="cap", limited="8(d)", felt='), "the rules have no option 'cap', which limit names"),
    (
        ("declare", "felt=", 'limit="shuffler", limited="8(d)", felt='),
        "the option 'shuffler', which limit names, must be whole cents, of type int",
    ),
    (("declare", "felt=", 'limit="chip", felt='), "limit and limited belong together"),
    # clauses
    (("Bet", 'loses="8(d)"', 'loses="8(z)"'), "loses is '8(z)', which is no clause of clauses.tsv"),
    (("Fold", 'Fold(clause="6(c)"', 'Fold(clause="6"'), "clause is '6', which is no clause of clauses.tsv"),
    (("Deal", 'Deal(2, DEALER, "6(a)")', 'Deal(2, DEALER, "")'), "clause is '', which is no clause of clauses.tsv"),
    (("Hand", LINES, LINES.replace("7(a)", "7(d)")), "also is '7(d)', which is no clause of clauses.tsv"),
    (("Clauses", 'jam="9(c)"', 'jam="9(x)"'), "jam is '9(x)', which is no clause of clauses.tsv"),
]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package of a new game, which can be changed and then loaded."""
    write(NAME, "Bad Game", tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "src")
    yield tmp_path / "src" / NAME
    for module in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[module]


def change(file: Path, old: str, new: str) -> int:
    """Change one place of a file. Returns the number of the line on which the new text begins."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1) if old != "by=(HAND,)" else new.join(text.rsplit(old, 1)), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def loaded() -> str:
    """Why the game can't be loaded."""
    with pytest.raises(GameError) as refused:
        import_module(NAME)
    return str(refused.value)


def test_what_new_game_writes_is_refused_for_nothing(package: Path) -> None:
    assert import_module(NAME).GAME.title == "Bad Game"


@pytest.mark.parametrize("name", [name for name in registry.games() if registry.game(name).declared])
def test_what_our_games_declare_has_no_defect(name: str) -> None:
    assert [f"{word.said_at}: {wrong}" for word, wrong in defects(registry.game(name).declared)] == []


@pytest.mark.parametrize(("made", "sentence"), WRONG, ids=[sentence[:40] for _, sentence in WRONG])
def test_a_wrong_declaration_names_the_line(package: Path, made: tuple[str, str, str], sentence: str) -> None:
    word, old, new = made
    game = package / "game.py"
    imports = "COMMUNITY, UP, Stay, TakeBack, Turn, "
    change(game, "import DEALER, ", f"import {imports}DEALER, ")
    change(game, old, new)
    said = loaded()
    assert sentence in said
    found = said.partition("game.py, line ")[2].partition(":")[0]
    assert f"{word}(" in game.read_text("utf-8").splitlines()[int(found) - 1], said


def test_what_is_typed_at_every_table_names_no_choice() -> None:
    typed = {*QUIT, *SAME, *HINT, *BESIDE, "coach", "table", "pay", "more", "clause", "report", "help"}
    assert typed <= set(TYPED)


def test_hands_of_different_sizes_are_not_compared(package: Path) -> None:
    change(
        package / "game.py", "dealers=Hand(of=(DEALER,), clauses=RANKS", "dealers=Hand(of=(DEALER,), clauses=RANKS * 3"
    )
    change(package / "game.py", "Deal(2, DEALER", "Deal(3, DEALER")
    assert "hands of 2 and of 3 cards can't be compared" in loaded()


def test_a_missing_argument_names_the_line(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice without a cost: it does not say which wager it places."""
    line = change(package / "game.py", ' wager="raise",', "")
    monkeypatch.setattr(registry, "packages", lambda: {NAME: NAME})
    with pytest.raises(GameError, match=rf"Missing required argument 'wager' \(game\.py, line {line}\)"):
        registry.game(NAME)


def test_more_players_than_the_pack_has_cards_for_are_refused(package: Path) -> None:
    change(package / "rules.py", "<= 7", "<= 26")
    assert (
        "26 players need more cards than the pack of 52 has, and the rules allow them: defects() of BadGameRules"
        in loaded()
    )


def test_defaults_that_the_document_forbids_are_refused(package: Path) -> None:
    change(package / "rules.py", "<= 7", "<= 4")
    assert "the document forbids the defaults of BadGameRules: positions: must be between 1 and" in loaded()


@pytest.mark.parametrize(
    ("old", "option"),
    [
        ("self.shuffler != AUTOMATED or ", "shuffler='manual'"),
        ("self.preshuffled or ", "preshuffled=True"),
        (" or self.packs != 1", "packs=2"),
    ],
)
def test_options_that_a_declared_table_does_not_have_must_be_forbidden(package: Path, old: str, option: str) -> None:
    change(package / "rules.py", old, "")
    said = "must forbid " + option + ": a declared game has one pack and an automated shuffler"
    assert f"defects() of BadGameRules {said}" in loaded()


def test_a_pay_table_that_is_computed_is_refused(package: Path) -> None:
    text = (package / "rules.py").read_text("utf-8")
    (package / "rules.py").write_text(
        f"{text}\n    @property\n    def other(self) -> PayTable:\n        return self.pair_bonus\n", "utf-8"
    )
    change(package / "game.py", 'pays="pair_bonus"', 'pays="other"')
    assert "BadGameRules.other is computed, and the pay table of a wager must be an option" in loaded()


def test_a_payment_that_is_capped_is_refused(package: Path) -> None:
    """However high the cap is: the odds could not see it."""
    text = (package / "settle.py").read_text("utf-8")
    (package / "settle.py").write_text(
        f"{text}\n\ndef capped(*given: Any) -> int:\n    return min(ante(*given), 1_000_000)\n"
    )
    change(package / "game.py", "settle=settle.ante,", "settle=settle.capped,")
    assert "payments must grow with the stake" in loaded()


def test_a_function_that_fails_names_its_own_line(package: Path) -> None:
    text = (package / "settle.py").read_text("utf-8")
    (package / "settle.py").write_text(f"{text}\n\ndef broken(*given: Any) -> int:\n    return int(given[9])\n")
    change(package / "game.py", "settle=settle.ante,", "settle=settle.broken,")
    assert f"fails: tuple index out of range (settle.py, line {text.count(chr(10)) + 4})" in loaded()


def test_an_option_without_a_description_is_refused(package: Path) -> None:
    change(
        package / "rules.py", 'Annotated[PayTable, Meta(description="Pay table of the pair bonus (8(d)).")]', "PayTable"
    )
    assert "BadGameRules.pair_bonus has no description: write pair_bonus: Annotated[" in loaded()


def test_as_many_players_as_the_pack_has_cards_for_are_not_refused(package: Path) -> None:
    change(package / "rules.py", "<= 7", "<= 25")
    assert import_module(NAME).GAME.name == NAME


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "3(b)\tcode\t\t",
            "3(b) code ",
            "clauses.tsv, line 5: a row has four columns with tabs between them: id, kind, ",
        ),
        ("id\tkind", "number\tkind", "clauses.tsv, line 1: a row has four columns with tabs between them"),
        ("3(b)\tcode", "3(b)\tcoded", "clauses.tsv, line 5: a clause is code or premises, not 'coded'"),
        ("3(b)\tcode", "3(a)\tcode", "clauses.tsv, line 5: '3(a)' is listed twice"),
    ],
)
def test_a_list_of_clauses_that_cannot_be_read_names_the_line(package: Path, old: str, new: str, sentence: str) -> None:
    change(package / "clauses.tsv", old, new)
    assert sentence in loaded()
