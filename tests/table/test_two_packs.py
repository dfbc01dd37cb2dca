"""Two alternating packs (2(b) of each stud game): when each is shuffled and counted, and what lies in the rack."""

from __future__ import annotations

from random import Random

import pytest

from looks import citing, looked_at
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.procedures.shoe import commit, opens, parse_order
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Question
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table
from pitboss.log.journal import LogWriter
from pitboss.log.proof import prove

clause = pytest.mark.clause
STUDS = ("double_down_stud", "boston_5_stud", "caribbean_stud", "double_cross_poker")
COUNTED = ("boston_5_stud", "caribbean_stud", "double_cross_poker")
THE_TURN = "the other pack comes into play, this one goes to the shuffler"


def table_of(game: str, **rules: object) -> Table:
    table = Table(game, {"packs": 2, **rules}, seed=4)
    table.sit("Ann")
    table.sit("Bob")
    return table


def played(table: Table) -> Round:
    return drive(table.open_round(), table.game.basic, Random(1))


def shuffling(round: Round) -> int:
    """The pack that the shuffler is asked for: the other one, once the pack in play is in order."""
    in_order = any(isinstance(e, ev.Shuffled | ev.Announced) for e in round.events)
    return 3 - round.state.pack if in_order else round.state.pack


def rounds_of(table: Table, number: int) -> list[Round]:
    return [played(table) for _ in range(number)]


def events_of(rounds: list[Round], kind: type[Event]) -> list[list[Event]]:
    return [looked_at(one.game.name, [event for event in one.events if isinstance(event, kind)]) for one in rounds]


# --- 2(b)(3): one is shuffled while the other is in play


@pytest.mark.parametrize("game", [pytest.param(game, marks=clause(game, "2(b)(3)")) for game in STUDS])
def test_2b3_the_next_rounds_pack_is_shuffled_and_committed_to_while_this_one_is_played(game: str) -> None:
    table = table_of(game)
    _, second, third, fourth = rounds_of(table, 4)
    assert [e.pack for e in second.events if isinstance(e, ev.Shuffled)] == [1]
    assert [e.pack for e in third.events if isinstance(e, ev.Shuffled)] == [2]
    for earlier, later in ((second, third), (third, fourth)):
        (made, published) = citing(earlier, "2(b)(3)")
        assert isinstance(made, ev.Shuffled)
        assert isinstance(published, ev.Committed)
        assert made.pack == published.pack
        assert made.ruling == published.ruling == "shuffled-meanwhile"
        bets_close = next(i for i, e in enumerate(earlier.events) if isinstance(e, ev.Announced))
        first_card = next(i for i, e in enumerate(earlier.events) if isinstance(e, ev.Dealt))
        assert bets_close < earlier.events.index(made) < earlier.events.index(published) < first_card
        assert (earlier.state.order, earlier.state.key) == (made.order, made.key)
        assert published.commitments == commit(parse_order(made.order)[0], made.key)
        dealt = [event.card for event in later.events if isinstance(event, ev.Dealt)]
        assert dealt
        assert dealt == made.order.split()[: len(dealt)]


@pytest.mark.parametrize("game", [pytest.param(game, marks=clause(game, "3(d)")) for game in STUDS])
@pytest.mark.parametrize("after", ["a new table", "an idle spread"])
def test_3d_both_packs_are_shuffled_and_committed_to_before_the_first_bets(game: str, after: str) -> None:
    table = table_of(game)
    if after == "an idle spread":
        table.open_round().do("dealer", "spread")
    round = table.open_round()
    assert round.phase == "wagers"
    assert [e.pack for e in round.events if isinstance(e, ev.Shuffled)] == [1, 2]
    assert [e.pack for e in round.events if isinstance(e, ev.Committed)] == [1, 2]
    (made, published) = [e for e in citing(round, "3(d)") if isinstance(e, ev.Shuffled | ev.Committed)]
    assert (made.pack, made.ruling, published.ruling) == (2, "shuffled-meanwhile", "shuffled-meanwhile")
    drive(round, table.game.basic, Random(1))
    assert [e.pack for e in round.events if isinstance(e, ev.Shuffled)] == [1, 2]
    assert table.state.order == made.order
    dealt = [event.card for event in played(table).events if isinstance(event, ev.Dealt)]
    assert dealt == made.order.split()[: len(dealt)]


@pytest.mark.parametrize("game", ["caribbean_stud", "double_cross_poker"])
def test_a_pack_that_waits_is_shuffled_anew_if_the_shuffler_is_removed_before_the_first_bets(game: str) -> None:
    table = table_of(game)
    round = table.open_round()
    assert round.state.order
    round.do("supervisor", "remove", what="shuffler")
    assert round.state.order == ""
    drive(round, table.game.basic, Random(1))
    second = played(table)
    assert [(e.pack, e.by) for e in second.events if isinstance(e, ev.Shuffled)] == [(1, "manual")]


@pytest.mark.parametrize("game", COUNTED)
def test_a_pack_found_short_at_the_opening_of_an_idle_table_is_replaced(game: str) -> None:
    table = table_of(game, dealing="automated shoe", shuffler_counts=True)
    whole = table.attendants["shuffler"]
    short_of(table, {2: 51})
    round = table.open_round()
    assert (round.state.missing, round.state.order) == ((2,), "")
    table.attendants["shuffler"] = whole
    round.do("dealer", "spread", what="face down")
    opened = table.open_round()
    steps = [(e.step, e.pack) for e in opened.events if isinstance(e, ev.Procedure)]
    assert [pack for step, pack in steps if step.endswith("turned face up")] == [1]
    assert [pack for step, pack in steps if step == "receive the cards"] == [2]
    assert [pack for step, pack in steps if "wash" in step] == [1, 2]
    assert (opened.state.missing, bool(opened.state.order)) == ((), True)


@pytest.mark.parametrize("game", STUDS)
def test_2b3_what_everyone_saw_opens_the_commitments_of_the_round_before(game: str) -> None:
    first, second = rounds_of(table_of(game), 2)
    (published,) = [e for e in first.events if isinstance(e, ev.Committed) and e.pack == 2]
    (opened,) = [e for e in second.events if isinstance(e, ev.Opened)]
    assert opened.pack == 2
    assert opened.cards
    for at, card, salt in opened.cards:
        assert opens(published.commitments[at], card, salt)


@pytest.mark.parametrize("game", STUDS)
def test_an_idle_spread_has_both_packs_washed_and_the_next_one_shuffled_anew(game: str) -> None:
    table = table_of(game)
    rounds_of(table, 1)
    ready = table.state.order
    table.open_round().do("dealer", "spread")
    assert table.state.order == ""
    third = played(table)
    anew = [e for e in third.events if isinstance(e, ev.Shuffled)]
    assert [e.pack for e in anew] == [2, 1]
    assert anew[0].order != ready


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=clause(g, p)) for g, p in zip(COUNTED, ("4(c)", "4(e)", "4(e)"), strict=True)]
)
def test_both_packs_of_an_idle_table_are_turned_face_up_when_a_player_arrives(game: str) -> None:
    table = table_of(game)
    table.open_round().do("dealer", "spread", what="face down")
    opened = table.open_round()
    turned = [e for e in opened.events if isinstance(e, ev.Procedure) and e.step.endswith("are turned face up")]
    assert [e.pack for e in turned] == [1, 2]
    assert {e.clause for e in turned} == {table.game.procedures.idle}


# --- 2(b)(4), 2(b)(5): they alternate, and the rack holds one


@pytest.mark.parametrize("game", [pytest.param(game, marks=clause(game, "2(b)(4)")) for game in STUDS])
def test_2b4_the_packs_alternate_round_by_round(game: str) -> None:
    turns = [
        [(e.step, e.pack) for e in citing(one, "2(b)(4)") if isinstance(e, ev.Procedure)]
        for one in rounds_of(table_of(game), 5)
    ]
    assert turns == [[], [(THE_TURN, 2)], [(THE_TURN, 1)], [(THE_TURN, 2)], [(THE_TURN, 1)]]


@pytest.mark.parametrize("game", [pytest.param(game, marks=clause(game, "2(b)(5)")) for game in STUDS])
def test_2b5_the_rack_holds_cards_of_one_pack_only_and_all_of_them_before_it_is_shuffled(game: str) -> None:
    """According to the events alone, a pack fills the rack and goes to the shuffler before the other pack comes."""
    in_play, rack, emptied = 1, {1: 0, 2: 0}, []
    for one in rounds_of(table_of(game), 4):
        for event in looked_at(game, one.events):
            match event:
                case ev.Procedure(clause="2(b)(4)", also=("2(b)(5)",)):
                    emptied.append((in_play, rack[in_play]))
                    rack[in_play], in_play = 0, event.pack
                case ev.Collected():
                    rack[in_play] += len(event.cards)
                case ev.Burned():
                    rack[in_play] += 1
                case ev.Stub():
                    rack[in_play] += event.cards
                case ev.Shuffled() if "2(b)(3)" in event.also:
                    assert rack[event.pack] == 0
            assert not (rack[1] and rack[2])
    assert emptied == [(1, 52), (2, 52), (1, 52)]


@pytest.mark.parametrize("game", [pytest.param(game, marks=clause(game, "2(b)(1)")) for game in STUDS])
def test_2b1_each_pack_is_inspected_and_holds_the_52_cards(game: str) -> None:
    first = played(table_of(game))
    inspected = [
        e.pack for e in citing(first, "2(b)(1)") if isinstance(e, ev.Procedure) and e.step.startswith("dealer inspects")
    ]
    assert inspected == [1, 2]
    orders = [e.order.split() for e in first.events if isinstance(e, ev.Shuffled)]
    assert [len(set(order)) for order in orders] == [52, 52]
    assert orders[0] != orders[1]
    for given in (e for e in first.inputs if e.do == "shuffle"):
        short = make(by="shuffler", do="shuffle", cards=given.cards[3:], key=given.key)
        again = Table(game, {"packs": 2}, attendants={"shuffler": lambda round, ask, short=short: short})
        again.sit("Ann")
        with pytest.raises(Exception, match="1 missing, 0 extra"):
            again.open_round()


# --- ruling count-each-pack


def counts(table: Table, number: int) -> list[tuple[int, int]]:
    """The rounds in which the dealer counted a pack, and which pack."""
    found = []
    for at, one in enumerate(rounds_of(table, number), 1):
        made = [e for e in looked_at(one.game.name, one.events) if isinstance(e, ev.Counted)]
        found += [(at, e.pack) for e in made]
        assert all(e.found == e.expected == 52 for e in made)
    return found


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("boston_5_stud", marks=clause("boston_5_stud", "7(f)", "7(f)(1)")),
        pytest.param("caribbean_stud", marks=clause("caribbean_stud", "7(g)", "7(g)(1)")),
        pytest.param("double_cross_poker", marks=clause("double_cross_poker", "7(e)", "7(e)(1)")),
    ],
)
@pytest.mark.parametrize(
    ("every", "made"),
    [
        (1, [(1, 1), (2, 2), (3, 1), (4, 2)]),
        (2, [(2, 2), (3, 1), (5, 1), (6, 2), (8, 2), (9, 1), (11, 1), (12, 2)]),
        (3, [(3, 1), (6, 2), (9, 1), (12, 2)]),
        (4, [(4, 2), (7, 1), (11, 1), (12, 2), (16, 2)]),
        (5, [(5, 1), (10, 2), (15, 1), (20, 2)]),
    ],
)
def test_each_of_two_packs_is_counted_as_often_as_the_rules_say(
    game: str, every: int, made: list[tuple[int, int]]
) -> None:
    found = counts(table_of(game, count_every=every), made[-1][0])
    for start in range(1, made[-1][0] - every + 2):  # the rule itself, for any run of this many rounds
        assert any(start <= at < start + every for at, _ in found)
    for pack in (1, 2):
        of_pack = [at for at in range(1, made[-1][0] + 1) if at % 2 == pack % 2]
        for start in range(len(of_pack) - every + 1):
            window = of_pack[start : start + every]
            assert any(at in window and counted == pack for at, counted in found)
    assert found == made


@pytest.mark.parametrize("game", COUNTED)
@pytest.mark.parametrize("every", [2, 4])
@pytest.mark.parametrize("bad", [1, 2])
def test_a_card_that_lacks_is_noticed_in_either_pack(game: str, every: int, bad: int) -> None:
    """The case of an audit: a first pack of 51 cards went unnoticed for 200 rounds."""
    table = table_of(game, count_every=every)
    whole = table.attendants["shuffler"]

    def lacks_one(round: Round, question: Question) -> Input:
        given = whole(round, question)
        if shuffling(round) != bad:
            return given
        order = given.cards.split()
        order.remove("2c")
        return make(by="shuffler", do="shuffle", cards=" ".join(order), key=given.key, source="planted")

    table.attendants["shuffler"] = lacks_one
    for _ in range(2 * every):
        one = played(table)
        wrong = [e for e in one.events if isinstance(e, ev.Counted) and e.found == 51]
        if wrong:
            break
    assert [(e.pack, e.expected) for e in wrong] == [(bad, 52)]
    assert one.layout.void
    assert all(end.result == "void" for end in one.settlements)
    assert table.state.missing == (bad,)
    table.attendants["shuffler"] = whole
    received = [e.pack for e in played(table).events if isinstance(e, ev.Procedure) and "wash" in e.step]
    assert received == [bad]


VOIDING = {
    "boston_5_stud": ("misdeal", {"place": "dealer", "amount": 4}),
    "caribbean_stud": ("misdeal", {"place": "dealer", "amount": 7}),
    "double_cross_poker": ("misdeal", {"place": "seat 1", "amount": 3}),
}


def void_round(table: Table) -> Round:
    """A round that a misdeal voids before the stub."""
    what, more = VOIDING[table.game.name]
    round = table.open_round()
    round.do("dealer", "report", what=what, **more)
    played = drive(round, table.game.basic, Random(1))
    assert played.layout.void
    assert not [e for e in played.events if isinstance(e, ev.Stub)]
    return played


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("boston_5_stud", marks=clause("boston_5_stud", "7(f)(1)")),
        pytest.param("caribbean_stud", marks=clause("caribbean_stud", "7(g)(1)")),
        pytest.param("double_cross_poker", marks=clause("double_cross_poker", "7(e)(1)")),
    ],
)
@pytest.mark.parametrize("packs", [1, 2])
def test_a_count_that_a_void_cut_off_is_made_before_the_pack_is_shuffled_again(game: str, packs: int) -> None:
    table = table_of(game, packs=packs, count_every=2)
    rounds_of(table, 1)
    void_round(table)
    third = played(table)
    made = [e for e in looked_at(game, third.events) if isinstance(e, ev.Counted)]
    first = made[0]
    assert (first.pack, first.found, first.ruling) == (2 if packs == 2 else 0, 52, "count-each-pack")
    assert third.events.index(first) < next(i for i, e in enumerate(third.events) if isinstance(e, ev.Shuffled))


@pytest.mark.parametrize("game", COUNTED)
@pytest.mark.parametrize("packs", [1, 2])
def test_a_pack_found_short_by_such_a_count_leaves_the_table(game: str, packs: int) -> None:
    table = table_of(game, packs=packs, count_every=1)
    whole = table.attendants["shuffler"]

    def lacks_one(round: Round, question: Question) -> Input:
        given = whole(round, question)
        if shuffling(round) == 2:
            return given
        return make(by="shuffler", do="shuffle", cards=given.cards[:-3], key=given.key, source="planted")

    table.attendants["shuffler"] = lacks_one
    round = table.open_round()
    table.attendants["shuffler"] = whole
    what, more = VOIDING[game]
    round.do("dealer", "report", what=what, **more)
    drive(round, table.game.basic, Random(1))
    assert table.state.uncounted == 51
    second = played(table)
    (made, *_) = [e for e in second.events if isinstance(e, ev.Counted)]
    assert (made.found, made.expected, made.ruling) == (51, 52, "count-each-pack")
    steps = [e.step for e in second.events if isinstance(e, ev.Procedure)]
    assert steps.index("the pack is removed from the table") < steps.index("receive the cards")
    assert not second.layout.void


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("boston_5_stud", marks=clause("boston_5_stud", "9(f)")),
        pytest.param("caribbean_stud", marks=clause("caribbean_stud", "9(g)")),
        pytest.param("double_cross_poker", marks=clause("double_cross_poker", "7(f)")),
    ],
)
def test_a_shuffler_that_counts_finds_the_other_pack_short_while_this_one_is_played(game: str) -> None:
    table = table_of(game, dealing="automated shoe", shuffler_counts=True)
    whole = table.attendants["shuffler"]
    opening = played(table)
    assert [(e.pack, e.found) for e in opening.events if isinstance(e, ev.Counted)] == [(1, 52), (2, 52)]
    round = table.open_round()

    def lacks_one(round: Round, question: Question) -> Input:
        given = whole(round, question)
        return make(by="shuffler", do="shuffle", cards=given.cards[3:], key=given.key, source="planted")

    round.attendants = {**round.attendants, "shuffler": lacks_one}
    drive(round, table.game.basic, Random(1))
    found = [(e.pack, e.found, e.by) for e in looked_at(game, round.events) if isinstance(e, ev.Counted)]
    assert found == [(1, 51, "shuffler")]
    assert not round.layout.void  # nothing was dealt from that pack
    assert (table.state.missing, table.state.order) == ((1,), "")
    third = played(table)
    assert [e.pack for e in third.events if isinstance(e, ev.Procedure) and "wash" in e.step] == [1]
    assert [(e.pack, e.found) for e in third.events if isinstance(e, ev.Counted)] == [(1, 52), (2, 52)]


@pytest.mark.parametrize("game", COUNTED)
def test_a_count_that_is_due_of_this_pack_is_made_though_the_other_leaves_the_table(game: str) -> None:
    """The shuffler does not count pre-shuffled cards, and finds the other pack short each time."""
    table = table_of(game, dealing="automated shoe", shuffler_counts=True, preshuffled=True, count_every=1)
    whole = table.attendants["shuffler"]

    def lacks_one(round: Round, question: Question) -> Input:
        given = whole(round, question)
        if shuffling(round) == round.state.pack:
            return given
        return make(by="shuffler", do="shuffle", cards=given.cards[3:], key=given.key, source="planted")

    table.attendants["shuffler"] = lacks_one
    counts = [
        [(e.pack, e.found, e.by) for e in round.events if isinstance(e, ev.Counted)] for round in rounds_of(table, 2)
    ]
    assert counts == [[(2, 51, "shuffler"), (1, 52, "dealer")], [(1, 51, "shuffler"), (2, 52, "dealer")]]
    assert table.state.missing == (1,)


@pytest.mark.parametrize("game", STUDS)
def test_a_log_of_two_packs_is_proved(game: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("log") / "two.jsonl"
    table = table_of(game, **({} if game == "double_down_stud" else {"count_every": 2}))
    with LogWriter(path, table.game, table.rules) as log:
        for one in rounds_of(table, 6):
            log.add(one)
    proof = prove(path, registry.game)
    assert (proof.rounds, proof.seeded, proof.commitments) == (6, 7, 7 * 52)


# --- findings of an audit


def short_of(table: Table, cards: dict[int, int]) -> None:
    """Let the shuffler return packs of these sizes, for the pack in play or for the other pack during a round."""
    whole = table.attendants["shuffler"]

    def attend(round: Round, question: Question) -> Input:
        given = whole(round, question)
        order = given.cards.split()[: cards.get(shuffling(round), 52)]
        return make(by="shuffler", do="shuffle", cards=" ".join(order), key=given.key, source="planted")

    table.attendants["shuffler"] = attend


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("boston_5_stud", marks=clause("boston_5_stud", "9(f)")),
        pytest.param("caribbean_stud", marks=clause("caribbean_stud", "9(g)")),
    ],
)
def test_a_shuffler_that_counts_does_so_while_the_automated_shoe_is_away(game: str) -> None:
    table = table_of(game, packs=1, dealing="automated shoe", shuffler_counts=True, count_every=1)
    first = table.open_round()
    first.do("supervisor", "remove", what="automated shoe")
    drive(first, table.game.basic, Random(1))
    short_of(table, {1: 51})
    second = table.open_round()
    assert [(e.by, e.found) for e in looked_at(game, second.events) if isinstance(e, ev.Counted)] == [("shuffler", 51)]
    assert second.over


@pytest.mark.parametrize("game", ["boston_5_stud", "caribbean_stud"])
def test_a_count_that_is_due_is_made_though_the_other_pack_is_found_wrong(game: str) -> None:
    table = table_of(game, dealing="automated shoe", shuffler_counts=True, count_every=1)
    short_of(table, {2: 51})
    round = table.open_round()
    round.do("supervisor", "remove", what="automated shoe")
    drive(round, table.game.basic, Random(1))
    counted = [(e.by, e.pack, e.found) for e in round.events if isinstance(e, ev.Counted)]
    assert counted == [("shuffler", 1, 52), ("shuffler", 2, 51), ("dealer", 1, 52)]


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("game", COUNTED)
def test_a_pack_that_leaves_in_mid_deal_takes_its_due_count_with_it(game: str, packs: int) -> None:
    """It runs out before the stub that was to be counted. The pack in its place is whole and owes no count."""
    table = table_of(game, packs=packs, count_every=1)
    whole = table.attendants["shuffler"]
    short_of(table, {1: 6})
    assert played(table).layout.void
    assert (table.state.uncounted, table.state.pack_since) == (0, (0, 0) if packs == 2 else ())
    table.attendants["shuffler"] = whole
    again = table.open_round()
    assert not [e for e in again.events if isinstance(e, ev.Counted)]
    assert not again.over


def test_two_packs_that_are_both_wrong_are_both_replaced() -> None:
    game = "double_cross_poker"
    table = table_of(game, shuffler_counts=True, preshuffled=True)
    table.sit("Cyd")
    whole = table.attendants["shuffler"]
    short_of(table, {1: 12, 2: 51})  # enough to cut, but too few for three players, the dealer and the cross
    first = played(table)
    assert first.layout.void
    assert table.state.missing == (1, 2)
    table.attendants["shuffler"] = whole
    second = played(table)
    steps = [e for e in second.events if isinstance(e, ev.Procedure)]
    assert [e.pack for e in steps if e.step == "receive the cards"] == [1]
    assert "the cards come pre-shuffled" in [e.step for e in steps]
    assert table.state.missing == ()


def test_the_event_names_the_pack_that_is_received() -> None:
    table = table_of("caribbean_stud", count_every=1)
    short_of(table, {1: 51})
    played(table)
    second = played(table)
    received = [e.pack for e in second.events if isinstance(e, ev.Procedure) and e.step == "receive the cards"]
    assert received == [1]
    assert second.state.pack == 2
