"""Players of the house at live tables: when they come and go, what they store, and whose figures they touch."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, func, select

from in_process import Socket, connected, play_round, seated
from pitboss.basics.money import UNITS
from pitboss.checker import check_log
from pitboss.engine import registry
from pitboss.house.audit import heads
from pitboss.house.audit.signing import new_key
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.money import books, ledger
from pitboss.house.money.hold_report import Tally
from pitboss.house.people.house_players import HousePlayer, Skill, is_house_player
from pitboss.house.process import house as process
from pitboss.house.process import house_players
from pitboss.house.process.house import House
from pitboss.house.settings import PACE_ZERO, HouseSettings, Pace, PlayersSettings, TableSettings
from pitboss.house.storage import schema
from pitboss.house.storage.database import migrate, open_database, reading, writing
from pitboss.house.tables.running_table import RunningTable
from pitboss.protocol import messages as msg
from pitboss.server.routes.floor import house_players as house_players_of
from pitboss.server.routes.table import described
from stored_logs import written_logs
from waiting import HANG_S, until_async

STUD = "double_down_stud"
TWO = PlayersSettings(at_table=2)
Test = Callable[[House], Awaitable[None]]


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house look all the time who is to come or go."""
    monkeypatch.setattr(process, "PLAYERS_S", 0.01)


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Somebody looks at the lobby all the time, until the test says otherwise."""

    def look(looks: bool) -> None:
        monkeypatch.setattr(house_players, "LINGER_MS", 10**15 if looks else -(10**15))

    look(True)
    return look


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    on_file = request.param == "sqlite"
    engine = open_database(f"sqlite:///{tmp_path}/house.db" if on_file else request.getfixturevalue("postgres_url"))
    migrate(engine)
    yield engine
    engine.dispose()


def run_in(
    engine: Engine,
    test: Test,
    *,
    players: PlayersSettings = TWO,
    games: dict[str, Any] | None = None,
    key: Any = None,
    pace: Pace = PACE_ZERO,
) -> None:
    """Open a house on this database, with these tables unless it has some, run a test there, and audit it."""
    key = key or new_key()

    async def run() -> None:
        with writing(engine) as connection:
            if not heads.keys_given(connection):
                heads.give_key(connection, key, House.now())
        house = House(engine, HouseSettings(pace=pace, seed_tables=False, players=players), key)
        house.players.random = Random(7)
        await house.open()
        if not house.tables:
            for game, rules in (games or {STUD: {}}).items():
                await house.open_table(game, rules, name=game)
        try:
            await asyncio.wait_for(test(house), 5 * HANG_S)
        finally:
            await house.close()

    asyncio.run(run())
    assert audit_house(engine).findings == []


def only(house: House) -> RunningTable:
    (table,) = house.tables.values()
    return table


def of_house(table: RunningTable) -> list[str]:
    return [player for _, player in table.live.table.seats if is_house_player(player)]


def acts(engine: Engine) -> int:
    with reading(engine) as connection:
        return connection.execute(select(func.count()).select_from(schema.act)).scalar_one()


def balance(engine: Engine, account: str) -> int:
    with reading(engine) as connection:
        return ledger.balance(connection, account) // UNITS


async def plays(table: RunningTable, rounds: int = 1) -> None:
    """Wait until so many more rounds are over."""
    wanted = table.live.round_number + rounds
    await until_async(lambda: table.live.round_number > wanted or table.why)
    assert not table.why


async def are(table: RunningTable, number: int) -> None:
    await until_async(lambda: len(of_house(table)) == number)


# --- when they come and go


def test_nothing_is_stored_while_nobody_looks(database: Engine) -> None:
    async def test(house: House) -> None:
        before = acts(database)
        for _ in range(10):
            await house.players.look()
        await house.settled()
        assert acts(database) == before
        assert of_house(only(house)) == []

    run_in(database, test)


def test_they_come_and_play_while_somebody_looks_and_leave_when_nobody_does(database: Engine, looked_at: Any) -> None:
    async def test(house: House) -> None:
        table = only(house)
        await are(table, 2)
        await plays(table, 3)
        assert table.live.viewers.people == set()  # nobody counts them as watchers
        looked_at(False)
        await are(table, 0)
        await house.settled()
        before = acts(database)
        for _ in range(10):
            await house.players.look()
        await house.settled()
        assert acts(database) == before
        assert table.live.till.chips(HousePlayer.at(table.id, 1).id) == 0

    run_in(database, test)


def test_who_watches_a_table_has_company_there_and_nowhere_else(
    database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        watched, other = house.tables.values()
        (await connected(house)).say(msg.Watch(table=watched.id))
        await are(watched, 2)
        await plays(watched)
        assert of_house(other) == []
        assert other.live.round_number == 0

    run_in(database, test, games={STUD: {}, "boston_5_stud": {}})


def test_a_look_at_the_lobby_lets_them_come(database: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_players, "LINGER_MS", 10**9)

    async def test(house: House) -> None:
        await house.players.look()
        assert of_house(only(house)) == []
        house.players.note_lobby()
        await house.players.look()
        await are(only(house), 1)

    run_in(database, test, players=PlayersSettings(at_table=1))


def test_a_house_has_none_unless_it_is_told_to(database: Engine, looked_at: Any) -> None:
    async def test(house: House) -> None:
        (await connected(house)).say(msg.Watch(table=only(house).id))
        await until_async(lambda: only(house).live.viewers.people)
        for _ in range(10):
            await house.players.look()
        assert only(house).live.seq == 1

    run_in(database, test, players=HouseSettings().players)


@pytest.mark.parametrize("kind", ["private", "practice"])
def test_they_sit_at_no_table_of_somebody(database: Engine, looked_at: Any, kind: str) -> None:
    async def test(house: House) -> None:
        own = await house.open_table(STUD, settings=TableSettings(**{kind: True}))
        public = next(one for one in house.tables.values() if one is not own)
        await are(public, 2)
        assert of_house(own) == []

    run_in(database, test)


LINKED = {"progressive": "D", "progressive_linked": True}


def test_they_sit_at_no_linked_table_unless_the_operator_says_so(database: Engine, looked_at: Any) -> None:
    async def stay_away(house: House) -> None:
        linked, other = house.tables.values()
        await are(other, 2)
        await house.players.look()
        assert of_house(linked) == []

    async def come(house: House) -> None:
        linked = next(iter(house.tables.values()))
        before = dict(house.meters)
        await are(linked, 2)
        await plays(linked, 2)
        await house._show_meters()
        assert before in ({}, house.meters)
        assert list(house.meters.values()) == [{"meter": 10_000_00}]

    games, key = {"caribbean_stud": LINKED, STUD: {}}, new_key()
    run_in(database, stay_away, games=games, key=key)
    run_in(database, come, games=games, key=key, players=PlayersSettings(at_table=2, at_meters=True))


# --- people first


def test_each_person_who_sits_down_takes_the_place_of_one(database: Engine, looked_at: Any) -> None:
    async def test(house: House) -> None:
        table = only(house)
        await are(table, 2)
        for number in (1, 0):
            _, answer = await sits_down(house, table)
            assert isinstance(answer, msg.Done)
            began = table.live.round_number
            await are(table, number)
            assert table.live.round_number <= began + 1

    run_in(database, test)


async def sits_down(house: House, table: RunningTable, seat: int = 0, key: str = "sit") -> tuple[Socket, Any]:
    """A person who sits down, and the answer."""
    person = await connected(house)
    person.say(msg.Watch(table=table.id))
    person.say(msg.Sit(table=table.id, seat=seat, key=key))
    return person, await person.answer(key)


def hurries(house: House, *what: str) -> None:
    """Let the player at the only table do now what it thinks about, if it is one of these."""
    at = house.players.at(only(house))
    at.comes = 0
    for mind in at.minds.values():
        if mind.about and mind.about[0] in what:
            mind.due = 0
    house.players.at_rest(only(house))


def thinks(house: House, slow: str) -> bool:
    """Whether the only player of the house thinks about its first bet, or about its first decision."""
    hurries(house, "buy in", "next")
    what = "bet" if slow == "betting" else "decide"
    return any(one.about[:1] == (what,) for one in house.players.at(only(house)).minds.values())


@pytest.mark.parametrize("slow", ["betting", "decision"])
def test_whoever_wants_a_seat_has_it_after_the_round(database: Engine, looked_at: Any, slow: str) -> None:
    """The player of the house thinks for minutes about the first bet, or about the first decision."""

    async def test(house: House) -> None:
        table = only(house)
        await until_async(lambda: thinks(house, slow))
        (seat,) = [seat for seat, _ in table.live.table.seats]
        person, answer = await sits_down(house, table, seat)
        assert (answer.code, answer.why.partition(" (")[2]) == (
            "seat",
            f"house) gives up seat {seat} for you: sit down when this round is over",
        )
        hurries(house, "bet", "decide")
        await until_async(lambda: all(one != seat for one, _ in table.live.table.seats))
        await until_async(lambda: table.live.round_number > 1 or ((round := table.live.table.round) and round.over))
        person.say(msg.Sit(table=table.id, seat=seat, key="again"))
        assert isinstance(await person.answer("again"), msg.Done)

    pace = msgspec.structs.replace(PACE_ZERO, **{slow: 3600.0})
    run_in(database, test, players=PlayersSettings(at_table=1), pace=pace)


def test_a_seat_that_a_person_wants_is_kept_from_them(database: Engine, looked_at: Any) -> None:
    async def test(house: House) -> None:
        table = only(house)
        house.players.at(table).kept = dict.fromkeys(range(1, 5), house.now() + house_players.KEPT_MS)
        looked_at(True)
        await are(table, 1)
        assert table.live.table.seats[0][0] in (5, 6)

    looked_at(False)  # or somebody sits down before the seats are kept
    run_in(database, test, players=PlayersSettings(at_table=1))


def test_a_full_table_has_a_seat_for_a_person_after_the_round(database: Engine, looked_at: Any) -> None:
    async def test(house: House) -> None:
        table = only(house)
        await until_async(lambda: thinks(house, "decision"))
        _, sat = await sits_down(house, table)
        bob, refused = await sits_down(house, table)
        assert (type(sat), refused.code) == (msg.Done, "seat")
        hurries(house, "decide")
        await are(table, 0)
        bob.say(msg.Sit(table=table.id, key="again"))
        assert isinstance(await bob.answer("again"), msg.Done)

    pace = msgspec.structs.replace(PACE_ZERO, decision=3600.0)
    run_in(database, test, players=PlayersSettings(at_table=1), games={STUD: {"positions": 2}}, pace=pace)


def test_one_seat_stays_open_for_people(database: Engine, looked_at: Any) -> None:
    async def test(house: House) -> None:
        await are(only(house), 1)
        for _ in range(10):
            await house.players.look()
        assert len(only(house).live.table.seats) == 1

    run_in(database, test, players=PlayersSettings(at_table=5), games={STUD: {"positions": 2}})


# --- the money


def held(engine: Engine) -> Tally:
    tally = Tally()
    with reading(engine) as connection:
        tally.count(connection)
    return tally


def staked(tally: Tally, table: str) -> tuple[int, int, int, int]:
    sums = tally.tables[table]
    return sums.rounds, sums.handle, sums.kept, sums.drop


def test_figures_of_people_do_not_move_by_a_cent_while_they_play(database: Engine, looked_at: Any) -> None:
    async def test(house: House) -> None:
        await are(only(house), 2)
        await plays(only(house), 5)

    run_in(database, test)
    tally = held(database)
    (table,) = tally.tables
    assert staked(tally, table) == (0, 0, 0, 0)
    assert not tally.lines
    assert tally.players.rounds >= 5
    assert tally.players.handle > 0
    with reading(database) as connection:
        issued = connection.execute(select(schema.account.c.units).where(schema.account.c.name == books.ISSUED)).all()
    assert issued == []


def test_figures_of_people_beside_them_are_those_of_people_alone(database: Engine, looked_at: Any) -> None:
    """What the hold says of the table is what the statement of the only person there says."""
    people: list[str] = []

    async def test(house: House) -> None:
        await are(only(house), 2)
        person = await connected(house)
        table = await seated(house, person)
        people.append(person.messages[0].person)
        played = await play_round(person, table.id)
        assert len(of_house(table)) == 1
        person.say(msg.Leave(table=table.id, key="leave"))
        await person.answer("leave")
        assert played

    run_in(database, test)
    tally = held(database)
    ((table, sums),) = tally.tables.items()
    (line,) = tally.lines.values()
    (hand,) = line.values()
    won = 10_000_00 - balance(database, books.wallet(people[0]))
    assert (sums.rounds, sums.kept, sums.drop) == (1, won, 100_00)
    assert (hand.hands, hand.staked, hand.kept) == (1, sums.handle, won)
    of_table = -balance(database, books.house(table)) - balance(database, books.inventory(table))
    on_table = balance(database, books.layout(table)) + sum(
        balance(database, books.chips(table, HousePlayer.at(table, number).id)) for number in (1, 2)
    )
    assert balance(database, books.PLAYERS) + on_table == of_table + won


def test_a_meter_does_not_move_and_pays_nobody_for_their_hands(database: Engine, looked_at: Any) -> None:
    """At a table with a meter of its own they play alone: a hand of one could pay a person an envy bonus."""

    async def test(house: House) -> None:
        table = only(house)
        await are(table, 2)
        await plays(table, 3)
        await house._show_meters()
        assert house.meters[table.id] == {"meter": 10_000_00}
        await sits_down(house, table)
        await are(table, 0)

    run_in(database, test, games={"caribbean_stud": {}})


def test_the_floor_tells_their_account_and_their_result_apart(database: Engine, looked_at: Any) -> None:
    async def test(house: House) -> None:
        table = only(house)
        await are(table, 2)
        await plays(table, 2)
        looked_at(False)
        await are(table, 0)
        await house.settled()
        account = balance(database, books.PLAYERS)
        found = house_players_of(house, [], account, set())
        assert found is not None
        assert (found.at_table, found.seated, found.chips, found.result) == (2, 0, 0, account)
        silent = house_players_of(house, [], account, {table.id, "elsewhere"})
        assert silent is not None
        assert silent.result is None  # their chips there are not known

    run_in(database, test)
    assert held(database).players.kept == -balance(database, books.PLAYERS)


def test_a_house_without_them_tells_nothing_of_them(database: Engine) -> None:
    async def test(house: House) -> None:
        assert house_players_of(house, [], 0, set()) is None

    run_in(database, test, players=PlayersSettings())


# --- what clients are told


def test_they_are_marked_wherever_people_see_them(database: Engine) -> None:
    async def test(house: House) -> None:
        table = only(house)
        watching = await connected(house)
        watching.say(msg.Watch(table=table.id))  # they come because of that
        sat = await watching.until(lambda one: isinstance(one, msg.Update) and one.act.get("type") == "sat")
        assert (sat.act["house"], sat.act["name"].endswith(" (house)")) == (True, True)
        await are(table, 2)
        person, _ = await sits_down(house, table)
        own = {"type": "sat", "player": person.messages[0].person}
        seen = await watching.until(lambda one: isinstance(one, msg.Update) and one.act.items() >= own.items())
        assert "house" not in seen.act
        seats = described(house, table)["seats"]
        assert {one.house for one in seats} == {True, False}
        assert all(one.house == one.name.endswith(" (house)") == is_house_player(one.person) for one in seats)
        assert described(house, table)["watchers"] == 2

    run_in(database, test, players=PlayersSettings(at_table=2))


# --- when something goes wrong


def test_after_a_restart_they_go_on_where_they_were(database: Engine, looked_at: Any) -> None:
    async def begin(house: House) -> None:
        await are(only(house), 2)
        await until_async(lambda: only(house).live.table.round and only(house).live.table.round.layout.stakes)

    async def go_on(house: House) -> None:
        table = only(house)
        assert len(of_house(table)) == 2
        await plays(table, 2)

    key = new_key()
    run_in(database, begin, key=key)
    run_in(database, go_on, key=key)


def test_after_a_restart_without_them_they_end_the_round_and_leave(database: Engine, looked_at: Any) -> None:
    async def begin(house: House) -> None:
        await are(only(house), 2)
        await until_async(lambda: only(house).live.table.round and only(house).live.table.round.layout.stakes)

    async def end(house: House) -> None:
        began = only(house).live.round_number
        await are(only(house), 0)
        assert only(house).live.round_number <= began + 1

    key = new_key()
    run_in(database, begin, key=key)
    run_in(database, end, key=key, players=PlayersSettings())


def test_an_error_of_theirs_stops_no_table(database: Engine, looked_at: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def broken(turn: Any) -> Any:
        tried.append(turn)
        raise KeyError("Ks")

    async def test(house: House) -> None:
        monkeypatch.setattr(house_players.moves, "bet", broken)
        monkeypatch.setattr(house_players, "FAULT_MS", 10**9)
        await until_async(lambda: tried)
        _, answer = await sits_down(house, only(house))
        assert isinstance(answer, msg.Done)
        assert only(house).state == "open"
        assert len(tried) == 1

    run_in(database, test, players=PlayersSettings(at_table=2))


def test_a_table_closes_although_they_sit_there(database: Engine, looked_at: Any) -> None:
    async def test(house: House) -> None:
        table = only(house)
        await are(table, 2)
        table.order_close("ada")
        await until_async(lambda: not house.tables)

    run_in(database, test)


# --- the coach


class Coach:
    """Says that one choice is the best, when it is told to."""

    worker = SimpleNamespace(pid=1)

    def __init__(self, best: str) -> None:
        self.best = best
        self.asked: list[Any] = []

    async def ask(self, asked: Any, person: str, *, behind: bool = False) -> Any:
        self.asked.append((asked, person, behind))
        return [{"choices": [{"do": "double", "best": False}, {"do": self.best, "best": True}]}]

    def expect(self, game: str) -> None:
        """Never asked."""

    async def close(self) -> None:
        """Nothing runs."""


def advised(house: House) -> bool:
    """Let the player at the only table decide if the coach has answered. Never true."""
    at = house.players.at(only(house))
    if any(one.advice is not None and one.advice.done() for one in at.minds.values()):
        hurries(house, "decide")
    return False


@pytest.fixture
def experts(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them are experts."""
    at = HousePlayer.at
    monkeypatch.setattr(
        house_players, "HousePlayer", type("Expert", (), {"at": lambda *a: at(*a)._replace(skill=Skill.EXPERT)})
    )


def test_experts_play_without_the_coach_where_its_process_does_not_run(
    database: Engine, looked_at: Any, experts: None
) -> None:
    async def test(house: House) -> None:
        await are(only(house), 2)
        await plays(only(house), 3)
        assert house.coach.worker.started == 0

    run_in(database, test)


def test_experts_ask_the_coach_after_all_people_and_do_what_it_says(
    database: Engine, looked_at: Any, experts: None
) -> None:
    """The coach's best choice is one that the simple rule never takes."""

    async def test(house: House) -> None:
        coach: Any = Coach("pass")
        house.coach = coach
        await until_async(lambda: advised(house) or only(house).live.round_number > 6)
        assert {behind for _, _, behind in coach.asked} == {True}
        assert {one.player for one, _, _ in coach.asked} == set(of_house(only(house)))
        hidden = [event for one, _, _ in coach.asked for event in one.events if getattr(event, "order", None)]
        assert hidden == []

    pace = msgspec.structs.replace(PACE_ZERO, decision=3600.0)
    run_in(database, test, players=PlayersSettings(at_table=1), pace=pace)
    with reading(database) as connection:
        bodies = b"".join(connection.execute(select(schema.act.c.body)).scalars())
    assert b'"do":"pass"' in bodies
    assert b'"do":"double"' not in bodies


# --- which houses have them

IF_NEW = PlayersSettings(at_table=2, if_new=True)


def at_table(engine: Engine, given: PlayersSettings) -> int:
    """How many a start with these settings puts at a table."""
    with writing(engine) as connection:
        found = house_players.as_remembered(connection, given)
    assert not found.if_new
    return found.at_table


def test_a_new_house_remembers_them(database: Engine) -> None:
    assert [at_table(database, one) for one in (IF_NEW, IF_NEW)] == [2, 2]

    async def played(house: House) -> None:
        await house.settled()

    run_in(database, played)
    other = msgspec.structs.replace(IF_NEW, at_table=5)
    assert at_table(database, other) == 2


def test_no_upgrade_of_an_older_house_starts_them(database: Engine) -> None:
    async def played(house: House) -> None:
        await house.settled()

    run_in(database, played, players=PlayersSettings())
    assert at_table(database, IF_NEW) == 0


# --- many rounds


def logs_of(engine: Engine, folder: Path) -> Iterator[Path]:
    with reading(engine) as connection:
        tables = connection.execute(select(schema.game_table.c.id)).scalars().all()
    for table in tables:
        (folder / table).mkdir()
        yield from written_logs(engine, table, folder / table)


@pytest.mark.parametrize(
    ("database", "rounds"),
    [
        ("sqlite", 4),
        pytest.param("postgresql", 4, marks=pytest.mark.long),
        pytest.param("sqlite", 200, marks=pytest.mark.long),
    ],
    indirect=["database"],
)
def test_the_independent_checker_settles_their_rounds_at_all_games_again(
    database: Engine, looked_at: Any, tmp_path: Path, rounds: int
) -> None:
    games = registry.games()

    async def test(house: House) -> None:
        await until_async(lambda: all(one.live.round_number > rounds for one in house.tables.values()))
        looked_at(False)
        await until_async(lambda: not any(of_house(one) for one in house.tables.values()))
        await until_async(lambda: all(one.live.table.round.over for one in house.tables.values()))

    run_in(database, test, games={game: {} for game in games})
    played = 0
    for path in logs_of(database, tmp_path):
        report = check_log(path, {})
        assert report.faults == []
        played += report.round
    assert played >= rounds * len(games)
    assert held(database).players.kept == -balance(database, books.PLAYERS)
