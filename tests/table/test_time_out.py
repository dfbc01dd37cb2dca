"""Ruling time-out: every question to a player has a default, and the clock may do nothing else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest

from attack_scene import AttackScene, dealt
from offered import rounds_of
from pitboss import Table
from pitboss import game as game_named
from pitboss.engine.auto.drive import step
from pitboss.engine.auto.policy import Turn, random_legal, staff
from pitboss.engine.registry import games
from pitboss.engine.round.asks import Party
from pitboss.engine.round.inputs import CHIPS, Input, make
from pitboss.engine.round.records import encode
from pitboss.engine.round.round import Round
from pitboss.log.journal import LogWriter
from pitboss.log.proof import prove

from scene import Scene, snapshot

every_game = pytest.mark.parametrize("name", games())
DEFAULTS = {
    "the cut": "refuse",
    "second or fold": "fold",
    "bet or fold": "fold",
    "fold or raise": "fold",
    "expose or conceal": "expose",
    "double": "pass",
    "double attack": "pass",
    "insurance": "pass",
    "double with the caller": "pass",
    "decision": "stand",
    "the card drawn in error": "take card",
    "the second card": "take card",
    "the forgotten card": "take card",
    "cover the split or name a hand": "designate",
}
"""The ruling's default for each question to a player. The window for wagers has none."""
IN_THE_WINDOW = {*CHIPS, "consent", "burn card"}
"""The acts of players while bets are open."""
NO_CARD = "stand"
"""A player who has refused a card drawn in error can't take a late card (15(f)), so the hand stands."""


def expected(round: Round, party: Party) -> str:
    """The ruling's default for a party now. Empty if the party need not answer."""
    assert round.asking is not None
    open_to = {offer.do for offer in round.offers(party) if not offer.why_not and not offer.optional}
    if round.asking.about == "wagers":
        return "withdraw" if lacks_its_first_wager(round, party) else ""
    if not open_to:
        return ""
    default = DEFAULTS[round.asking.about]
    return NO_CARD if default == "take card" and default not in open_to else default


def lacks_its_first_wager(round: Round, party: Party) -> bool:
    """Boston 5: an ante lies alone, so the dealer can't close bets."""
    mine = {stake[3] for stake, _ in round.layout.stakes_of(party.seat, party.player)}
    return round.game.name == "boston_5_stud" and mine == {"ante"}


def chosen(round: Round, party: Party) -> str:
    default = round.default(party)
    return default.do if default else ""


def players(round: Round) -> list[Party]:
    return [party for party in round.waiting if party.by == "player"]


# --- the defaults


@every_game
def test_every_question_to_a_player_has_the_default_of_the_ruling(name: str) -> None:
    """Random play under random rules, with irregularities. Questions without a default are reported at the end."""
    found, wrong = Counter[str](), Counter[str]()

    def look(round: Round, random: Random) -> None:
        assert round.asking is not None
        for party in players(round):
            right, said = expected(round, party), chosen(round, party)
            found[right] += 1
            if said != right:
                wrong[f"{round.asking.about}: {said or 'nothing'}, and should be {right or 'nothing'}"] += 1
            elif right:
                taken = round.default(party)
                assert taken is not None
                assert round.allows(taken), round.check(taken)

    rounds_of(name, 60, look, irregularities=0.15)
    assert found[""]
    assert len(found) > 1
    assert sorted(wrong) == []


def on_one_box(cards: str, *moves: str | tuple[str, int]) -> AttackScene:
    """Ann at box 1, and Bob standing behind it, with wagers on the same hand."""
    scene = AttackScene(cards, standing=("Bob",)).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", 500, seat=1)
    scene.no_more_bets().no_more_bets()
    return scene.move(*moves)


def exposed_in_error() -> AttackScene:
    """Ann doubles, and a card is exposed in error while Bob is asked to join. Its hand has had no turn since."""
    scene = on_one_box("7s 8h 3d Kc Jd", ("double", 1000))
    scene.report("card exposed in error")
    return scene.move("pass")


def short_hand() -> AttackScene:
    scene = AttackScene("7s Kh 8h 4d 9d Kc", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000)
    scene.report("short hand", place="seat 1", amount=1)
    scene.no_more_bets().no_more_bets()
    return scene


def late_card() -> AttackScene:
    scene = dealt("7s 5h 6d 9c Kc")
    scene.report("forgotten card", place="seat 1")
    return scene.move("hit")


def late_card_after_a_refusal() -> AttackScene:
    """Ann is asked about a late card. She refuses a card exposed in error, and gets no more cards."""
    scene = late_card()
    scene.report("card exposed in error")
    return scene.move("refuse")


@pytest.mark.parametrize(
    ("scene", "about", "player", "do", "what"),
    [
        (lambda: on_one_box("7s 8h 8d Kc 9c Jd"), "decision", "Ann", "stand", ""),
        (
            lambda: on_one_box("7s 8h 8d Kc 9c Jd", "split"),
            "cover the split or name a hand",
            "Bob",
            "designate",
            "hand 1",
        ),
        (lambda: on_one_box("7s 8h 3d Kc Jd", ("double", 1000)), "double with the caller", "Bob", "pass", ""),
        (exposed_in_error, "the card drawn in error", "Ann", "take card", ""),
        (short_hand, "the second card", "Ann", "take card", ""),
        (late_card, "the forgotten card", "Ann", "take card", ""),
        (late_card_after_a_refusal, "the forgotten card", "Ann", "stand", ""),
    ],
    ids=["decision", "split", "double", "exposed card", "second card", "late card", "late card after a refusal"],
)
def test_the_rare_questions_of_double_attack_have_their_defaults(
    scene: object, about: str, player: str, do: str, what: str
) -> None:
    assert callable(scene)
    round = scene().round
    assert (round.asking.about, round.waiting[0].player) == (about, player)
    default = round.default(round.waiting[0])
    assert default is not None
    assert (default.do, default.what) == (do, what)
    round.do(default)


def test_nobody_has_a_default_but_players_who_are_asked() -> None:
    scene = Scene("caribbean_stud", players=("Ann", "Bob")).wager("Ann", ante=500).wager("Bob", ante=500)
    round = scene.round
    assert [round.default(party) for party in round.waiting] == [
        None
    ] * 3  # bets are open, and the clock places no wagers
    scene.no_more_bets()
    ann, bob = Party("player", 1, "Ann"), Party("player", 2, "Bob")
    fold = make(by="clock", player="Ann", seat=1, do="fold", ruling="time-out")
    assert msgspec.structs.replace(round.default(ann), turn=0) == fold
    assert round.default(bob) is None
    assert [round.default(Party(by)) for by in ("dealer", "supervisor", "shuffler", "meter")] == [None] * 4
    round.do(fold)
    assert round.default(ann) is None
    assert chosen(round, bob) == "fold"


def test_a_round_that_is_over_has_no_default() -> None:
    round = Scene("caribbean_stud").wager("Ann", ante=500).no_more_bets().round
    round.do(round.default(Party("player", 1, "Ann")))
    assert round.over
    assert round.default(Party("player", 1, "Ann")) is None


# --- rounds played by the clock


def by_the_clock(round: Round, most: int = 400) -> Round:
    """From now on players do nothing. The clock and the staff play the round to its end."""
    for _ in range(most):
        if round.over:
            return round
        given = next(filter(None, (moved(round, party) for party in round.waiting)), None)
        assert given is not None, f"nobody acts while the round waits for: {round.asking}"
        round.do(given)
    pytest.fail(f"the round does not come to its end: {round}")


def moved(round: Round, party: Party) -> Input | None:
    if party.by == "player":
        return round.default(party)
    return staff(Turn(round, party, round.offers(party), Random(1)))


def wagered(table: Table, random: Random) -> Round:
    """A round in which everyone who wants to has wagered."""
    round = table.open_round()
    for _ in range(20):
        for party in players(round):
            if round.asking is not None and round.asking.about != "wagers":
                round.do(round.default(party))
            elif (given := random_legal(Turn(round, party, round.offers(party), random))) is not None:
                round.do(given)
    return round


@every_game
def test_a_round_that_the_clock_and_the_staff_play_comes_to_its_end_and_is_proved(name: str, tmp_path: Path) -> None:
    table, random = Table(name, seed=3), Random(3)
    for who in ("Ann", "Bob", "Cyd"):
        table.sit(who)
    path = tmp_path / "rounds.jsonl"
    with LogWriter(path, table.game, table.rules) as log:
        rounds = [by_the_clock(wagered(table, random)) for _ in range(10)]
        for round in rounds:
            log.add(round)
    assert prove(path, game_named).rounds == 10
    acts = [given for round in rounds for given in round.inputs if given.by in ("player", "clock")]
    assert not [given for given in acts if given.by == "player" and given.do not in IN_THE_WINDOW]
    clocked = [msgspec.json.decode(encode(given)) for given in acts if given.by == "clock"]
    assert len(clocked) > 5
    assert {(line["type"], line["by"], line["ruling"]) for line in clocked} == {("input/decision", "clock", "time-out")}
    assert {line["player"] for line in clocked} <= {"Ann", "Bob", "Cyd"}
    assert not [given for given in acts if given.by == "player" and given.ruling]


@every_game
def test_whoever_stops_in_the_middle_of_wagering_holds_nobody_up(name: str) -> None:
    """The base wager stays on the layout, and the player does nothing more. An ante without its first wager goes
    back."""
    table = Table(name, seed=3)
    table.sit("Ann")
    table.sit("Bob")
    round = table.open_round()
    while round.asking is not None and round.asking.about != "wagers":
        round.do(moved(round, round.waiting[0]))
    (base,) = [wager.name for wager in table.game.wagers if wager.base]
    whole = {base: 1000} | ({"first": 2000} if name == "boston_5_stud" else {})
    for wager, amount in whole.items():
        round.do("Bob", "wager", wager, amount)
    round.do("Ann", "wager", base, 1000)
    by_the_clock(round)
    alone = name == "boston_5_stud"
    ended = {end.player for end in round.settlements if end.wager == base and end.stake == 1000}
    assert ended == ({"Bob"} if alone else {"Ann", "Bob"})


@every_game
def test_the_clock_can_do_nothing_but_the_default(name: str) -> None:
    table, random, tried = Table(name, seed=3), Random(3), 0
    for who in ("Ann", "Bob"):
        table.sit(who)
    for _ in range(4):
        round = table.open_round()
        while not round.over:
            for party in round.waiting:
                tried += others_are_refused(round, party)
            step(round, random)
    assert tried > 50


def others_are_refused(round: Round, party: Party) -> int:
    """Let the clock try every offer to a party, and variants of the default. Returns the number of tries."""
    default, before = round.default(party), snapshot(round)
    tried = [
        msgspec.structs.replace(given, by="clock", ruling=ruling)
        for offer in round.offers(party)
        if party.by == "player"
        for given in (offer.taken(party, offer.least), offer.taken(party, offer.most))
        for ruling in ("time-out", "", "min-chip")
    ]
    if default is not None:
        tried += [
            msgspec.structs.replace(default, **other) for other in ({"amount": 1}, {"player": "Zoe"}, {"hand": 9})
        ]
    wrong = [given for given in tried if default is None or given != msgspec.structs.replace(default, turn=0)]
    assert [given for given in wrong if round.allows(given)] == []
    assert default is None or round.allows(default)
    assert snapshot(round) == before
    return len(wrong)


def test_the_clock_is_told_what_it_can_not_do() -> None:
    round = Scene("caribbean_stud").wager("Ann", ante=500).no_more_bets().round
    bet = make(by="clock", player="Ann", seat=1, do="bet", amount=1000, ruling="time-out")
    refusal = round.check(bet)
    assert refusal is not None
    assert refusal.wrong == "the clock can't do 'bet' for Ann"


def test_a_clock_that_strikes_after_the_player_has_acted_changes_nothing() -> None:
    scene = Scene("double_cross_poker", players=("Ann", "Bob")).wager("Ann", ante=500).wager("Bob", ante=500)
    round = scene.no_more_bets().round
    ann = round.waiting[0]
    assert round.asking is not None
    turn = round.asking.turn
    late = msgspec.structs.replace(make(by="clock", player=ann.player, seat=ann.seat, do="fold"), turn=turn)
    late = msgspec.structs.replace(late, ruling="time-out")
    round.do(ann.player, "fold")
    before = snapshot(round)
    assert not round.allows(late)
    assert snapshot(round) == before
