"""The audit proves a sound house, and names every kind of damage."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import func, select, update

from audits import audited, played, url_of
from pitboss.cli import main
from pitboss.house.audit import heads, signing
from pitboss.house.audit.tables import ACT, BALANCE, CHAIN, LEFT_BEHIND, METER, MONEY, SIGNATURE, STAFF
from pitboss.house.audit.whole_house import acts_stored, audit_house
from pitboss.house.people import staff
from pitboss.house.storage.database import migrate, open_database, writing
from pitboss.house.storage.schema import game_table, meter_move
from self_playing import SelfPlayingHouse

MOVES = {"contribution", "contribution taken back", "jackpot won", "seed"}
KEY = signing.new_key()
PUBLISHED = signing.public_key_text(KEY)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with wins of meters, staff acts and signed heads. It is small, since every test audits all of it."""
    for number in range(50):  # cards are random: in half of the houses, meters have not made every kind of move so soon
        path = tmp_path_factory.mktemp("audit") / "house.db"
        if played_with_jackpots(path, 100 * number):
            return path
    pytest.fail("meters made no move of some kind in fifty houses")


def played_with_jackpots(path: Path, seed: int) -> bool:
    """Play a little. Returns whether meters have made every kind of move."""
    engine = open_database(url_of(path))
    migrate(engine)
    with writing(engine) as connection:
        heads.give_key(connection, KEY, 0)
    kinds: set[str] = set()
    for part in range(2):
        played(path, seed + part, 25)
        with writing(engine) as connection:
            heads.sign_left(connection, KEY, 1)
            kinds = set(connection.execute(select(meter_move.c.kind).distinct()).scalars())
        if kinds == MOVES:
            break
    with writing(engine) as connection:
        for number in range(3):
            staff.record(connection, number, "ann", "fill", {"table": "t1", "units": number})
        first = connection.execute(select(func.min(game_table.c.id))).scalar_one()
        staff.record(connection, 3, "ann", "staffing", {"table": first, "validate_above": 7})
        settings = '{"staffing":{"validate_above":7}}'
        connection.execute(update(game_table).where(game_table.c.id == first).values(settings=settings))
        heads.sign_left(connection, KEY, 1)
    engine.dispose()
    return kinds == MOVES


@pytest.fixture
def copy(house: Path, tmp_path: Path) -> Path:
    """A copy of the house to damage, with what its write-ahead log may still hold."""
    path = tmp_path / "house.db"
    with closing(sqlite3.connect(house)) as whole, closing(sqlite3.connect(path)) as made:
        whole.backup(made)
    return path


# --- a sound house


def test_a_sound_house_is_clean_and_everything_is_counted(house: Path) -> None:
    audit = audited(house, PUBLISHED)
    assert audit.findings == []
    settings, people, starts, signed = audit.on_trust
    assert settings.startswith("the names of tables, who opened them")
    assert people.startswith("the names, passwords and sessions of people")
    assert starts == (
        "the starting money of 9 people, $90,000,000 in all: nothing signed says who came, or how much they got;"
        " the usual amount is $10,000,000"
    )
    assert signed.startswith("that the house signed nothing after signature")
    with sqlite3.connect(house) as database:

        def rows(of: str) -> int:
            return int(database.execute(f"SELECT count(*) FROM {of}").fetchone()[0])

        counts = audit.counts
        assert counts.people == rows("person")
        for table in ("act", "entry", "posting", "account", "meter", "staff_act", "signed_head"):
            assert getattr(counts, f"{table}s" if table != "entry" else "entries") == rows(table)
        assert (counts.tables, counts.moves) == (rows("game_table"), rows("meter_move"))
        assert {kind for (kind,) in database.execute("SELECT DISTINCT kind FROM meter_move")} == MOVES
        assert counts.rounds + counts.in_progress == rows("(SELECT DISTINCT table_id, round FROM act WHERE round > 0)")
    assert counts.rounds > 0
    assert counts.in_progress > 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_house_that_plays_by_the_rules_is_clean(tmp_path: Path, seed: int) -> None:
    """Property: all games, side wagers, meters linked and not, coupons, voids, joins, leaves, and a restart."""
    path = tmp_path / "house.db"
    for part in range(2):
        played(path, 10 * seed + part, 60)
        assert audited(path).findings == []


def test_the_audit_sees_one_state_of_a_house_that_runs(tmp_path: Path) -> None:
    path, stop = tmp_path / "house.db", Event()
    played(path, 21, 20)

    def play_on() -> None:
        worker = SelfPlayingHouse(url_of(path), 22, lambda line: None)
        worker.start()
        while not stop.is_set():
            worker.step()
        worker.stop()

    playing = Thread(target=play_on)
    playing.start()
    engine = open_database(url_of(path))
    before = acts_stored(engine)
    audits = [audit_house(engine) for _ in range(3)]
    stop.set()
    playing.join()
    assert [found for audit in audits for found in audit.findings] == []
    assert audits[-1].counts.acts > before


# --- damage

Damage = Callable[[sqlite3.Connection], object]


def sql(*statements: str) -> Damage:
    def damage(database: sqlite3.Connection) -> None:
        for one in statements:
            assert database.execute(one).rowcount != 0, one

    return damage


OF_A_ROUND = "(SELECT id FROM entry WHERE kind = 'round' ORDER BY id LIMIT 1)"
A_PART = "(SELECT rowid FROM meter_move WHERE kind = 'contribution' ORDER BY rowid LIMIT 1)"
A_WIN = "(SELECT rowid FROM meter_move WHERE kind = 'jackpot won' ORDER BY rowid LIMIT 1)"


def money_between_two_players(database: sqlite3.Connection) -> None:
    """Change an act's postings and the balances with them, so that the ledger itself still balances."""
    entry, line, account = database.execute(
        "SELECT entry, line, account FROM posting JOIN entry ON entry.id = entry"
        " WHERE kind = 'round' AND account LIKE 'chips:%' AND units < 0 ORDER BY entry, line"
    ).fetchone()
    other = database.execute(
        "SELECT name FROM account WHERE name LIKE 'chips:%' AND name <> ? AND units > 0 ORDER BY units DESC", [account]
    ).fetchone()[0]
    database.execute("UPDATE posting SET account = ? WHERE entry = ? AND line = ?", [other, entry, line])
    units = database.execute("SELECT units FROM posting WHERE entry = ? AND line = ?", [entry, line]).fetchone()[0]
    database.execute("UPDATE account SET units = units - ? WHERE name = ?", [units, account])
    database.execute("UPDATE account SET units = units + ? WHERE name = ?", [units, other])


def a_claim_twice(database: sqlite3.Connection) -> None:
    """Pay a share again, with all that belongs to it: the move, the entry, the balances, the meter and its memory."""
    meter, kind, table, round, what = database.execute(
        f"SELECT meter, kind, table_id, round, what FROM meter_move WHERE rowid = {A_WIN}"
    ).fetchone()
    number, after = database.execute(
        "SELECT number, after FROM meter_move WHERE meter = ? ORDER BY number DESC", [meter]
    ).fetchone()
    again = [meter, number + 1, kind, table, round, what, -1, after - 1, 0]
    database.execute("INSERT INTO meter_move VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", again)
    id = f"{meter}#{number + 1}"
    database.execute("INSERT INTO entry (id, kind, at, table_id) VALUES (?, ?, 0, ?)", [id, kind, table])
    for line, account, gained in ((1, f"meter:{meter}", -1), (2, f"jackpot:{table}", 1)):
        database.execute("INSERT INTO posting VALUES (?, ?, ?, ?)", [id, line, account, gained])
        database.execute("UPDATE account SET units = units + ? WHERE name = ?", [gained, account])
    database.execute("UPDATE meter SET units = units - 1 WHERE id = ?", [meter])


def start_of(person: str, at: int, into: str) -> tuple[str, ...]:
    """Statements that give a person starting money of 1,000,000 units."""
    return (
        "INSERT INTO entry (id, kind, at, person, memo)"
        f" VALUES ('{person}/start', 'issue', {at}, '{person}', 'to begin with')",
        f"INSERT INTO posting VALUES ('{person}/start', 1, 'issued', -1000000)",
        f"INSERT INTO posting VALUES ('{person}/start', 2, '{into}', 1000000)",
        f"INSERT INTO account VALUES ('{into}', 1000000) ON CONFLICT DO UPDATE SET units = units + 1000000",
        "UPDATE account SET units = units - 1000000 WHERE name = 'issued'",
    )


MALLORY = "INSERT INTO person (id, name, roles, made_at) VALUES ('mallory', 'Mallory', 'player', 0)"

DAMAGES: dict[str, tuple[Damage, str, str]] = {
    "an amount in a posting": (
        sql(f"UPDATE posting SET units = units + 10000 WHERE line = 1 AND entry = {OF_A_ROUND}"),
        *(MONEY, "sum to 10000 units, not to 0"),
    ),
    "a posting for another player": (money_between_two_players, MONEY, "but its records make"),
    "an entry without its postings": (
        sql(f"DELETE FROM posting WHERE entry = {OF_A_ROUND}"),
        *(MONEY, "has no postings"),
    ),
    "an entry that no act makes": (
        sql(
            "INSERT INTO entry (id, kind, at) VALUES ('x/1', 'gift', 0)",
            "INSERT INTO posting SELECT 'x/1', 1, 'house', -5",
            "INSERT INTO posting SELECT 'x/1', 2, name, 5 FROM account WHERE name LIKE 'chips:%' LIMIT 1",
        ),
        *(MONEY, "no act makes the entry x/1"),
    ),
    "the body of an act": (
        sql(
            "UPDATE act SET body = CAST(replace(CAST(body AS TEXT), '\"amount\":', '\"amount\":1') AS BLOB)"
            " WHERE seq > 5 AND CAST(body AS TEXT) LIKE '%amount%'"
        ),
        *(CHAIN, "act"),
    ),
    "an act that is gone": (
        sql("DELETE FROM act WHERE seq = 7 AND table_id = (SELECT min(table_id) FROM act WHERE seq = 8)"),
        *(CHAIN, "an act is missing after act 6"),
    ),
    "the first act gone": (sql("DELETE FROM act WHERE seq = 1"), CHAIN, "the acts before it are missing"),
    "the last act gone": (
        sql(
            "DELETE FROM act WHERE (table_id, seq) IN (SELECT table_id, max(seq) FROM act GROUP BY table_id)"
            " AND seq > (SELECT snapshot FROM game_table WHERE id = table_id)"
        ),
        *(CHAIN, "was signed by the house and is missing"),
    ),
    "two acts exchanged": (
        sql(
            "UPDATE act SET seq = -8 WHERE seq = 8",
            "UPDATE act SET seq = 8 WHERE seq = 9",
            "UPDATE act SET seq = 9 WHERE seq = -8",
        ),
        *(CHAIN, "act 8"),
    ),
    "a head": (sql(f"UPDATE act SET head = '{'ab' * 32}' WHERE seq = 9"), CHAIN, "the chain is broken"),
    "the round of an act": (sql("UPDATE act SET round = round + 1 WHERE seq = 9"), CHAIN, "the chain is broken"),
    "the person of an act": (
        sql("UPDATE act SET person = 'mallory' WHERE key IS NOT NULL"),
        *(CHAIN, "the chain is broken"),
    ),
    "the snapshot": (sql("UPDATE game_table SET snapshot = 3"), ACT, "is recovered from act 3"),
    "the rules": (
        sql("UPDATE game_table SET rules = replace(rules, '\"table_minimum\":', '\"table_minimum\":1')"),
        *(ACT, "its rules are not those of its log"),
    ),
    "a meter's value": (sql("UPDATE meter SET units = units + 1"), METER, "its seed and its moves make"),
    "a meter's memory": (
        sql('UPDATE meter SET memory = \'{"units":\' || units || \',"fed":[["t",1,1,"progressive"]]}\''),
        *(METER, "its memory of open wagers"),
    ),
    "a meter that is gone": (
        sql("DELETE FROM meter_move WHERE meter LIKE 'main/%'", "DELETE FROM meter WHERE id LIKE 'main/%'"),
        *(METER, "is missing"),
    ),
    "a contribution of another wager": (
        sql(f"UPDATE meter_move SET what = 'progressive at seat 9' WHERE rowid = {A_PART}"),
        *(METER, "has a move and no record"),
    ),
    "a contribution in another round": (
        sql(f"UPDATE meter_move SET round = round + 1 WHERE rowid = {A_PART}"),
        *(METER, "has no move"),
    ),
    "a move that is gone": (sql("DELETE FROM meter_move WHERE number = 2"), METER, "move 2 is missing"),
    "the units of a move": (
        sql("UPDATE meter_move SET units = units + 1 WHERE number = 2"),
        *(METER, "but the moves before it make"),
    ),
    "a claim twice": (a_claim_twice, METER, "was paid twice"),
    "a win of another question": (
        sql(f"UPDATE meter_move SET what = 'question 99' WHERE rowid = {A_WIN}"),
        *(METER, "read nothing, but the moves make"),
    ),
    "money that nobody ordered": (
        sql(
            "INSERT INTO entry (id, kind, at, person) VALUES ('m/1', 'gift', 1, 'm')",
            "INSERT INTO posting VALUES ('m/1', 1, 'issued', -5), ('m/1', 2, 'wallet:p1', 5)",
            "UPDATE account SET units = units - 5 WHERE name = 'issued'",
            "UPDATE account SET units = units + 5 WHERE name = 'wallet:p1'",
        ),
        *(MONEY, "no order of staff says so"),
    ),
    "starting money of nobody": (
        sql(*start_of("mallory", 0, "wallet:mallory")),
        *(MONEY, "gives starting money to a person who does not exist"),
    ),
    "starting money at another time": (
        sql(MALLORY, *start_of("mallory", 10**12, "wallet:mallory")),
        *(MONEY, "at another time than the person came"),
    ),
    "starting money for another": (
        sql(MALLORY, *start_of("mallory", 0, "wallet:p1")),
        *(MONEY, "gives starting money to wallet:p1, and not to wallet:mallory"),
    ),
    "a person who is gone": (sql("DELETE FROM person WHERE id = 'p1'"), STAFF, "the person p1, who does not exist"),
    "a wallet of nobody": (
        sql("INSERT INTO account VALUES ('wallet:mallory', 0)"),
        *(STAFF, "the account wallet:mallory belongs to the person mallory, who does not exist"),
    ),
    "the kind of a transfer": (
        sql("UPDATE entry SET kind = 'gift' WHERE kind = 'cash out'"),
        *(MONEY, "is called gift, but its postings make it a cash out"),
    ),
    "the memo of a transfer": (
        sql("UPDATE entry SET memo = 'from boss' WHERE kind = 'buy in'"),
        *(MONEY, "has the memo 'from boss', but the house writes ''"),
    ),
    "the time of an entry": (
        sql(f"UPDATE entry SET at = at + 1 WHERE id = {OF_A_ROUND}"),
        *(MONEY, "has another time than its act"),
    ),
    "a table that is marked as closed": (
        sql("UPDATE game_table SET closed_at = opened_at"),
        *(ACT, "is marked as closed, but no act closed it"),
    ),
    "the amount to validate": (
        sql("UPDATE game_table SET settings = replace(settings, ':7', ':8') WHERE settings LIKE '%:7%'"),
        *(STAFF, "its settings have another amount to validate than the staff journal"),
    ),
    "when a table opened": (sql("UPDATE game_table SET opened_at = 5"), ACT, "opened at another time"),
    "the terms of a meter": (sql("UPDATE meter SET terms = '{}'"), METER, "its terms are stored as '{}'"),
    "a balance": (
        sql("UPDATE account SET units = units + 1 WHERE name LIKE 'wallet:%'"),
        *(BALANCE, "but its postings sum to"),
    ),
    "an account that is gone": (sql("DELETE FROM account WHERE name LIKE 'wallet:p1'"), BALANCE, "holds 0 units"),
    "a signature": (sql("UPDATE signed_head SET signature = 'A' || signature"), *(SIGNATURE, "has a wrong signature")),
    "a head that was signed": (
        sql(f"UPDATE signed_head SET head = '{'ab' * 32}' WHERE chain <> 'staff'"),
        *(CHAIN, "is not the one that the house signed"),
    ),
    "a staff act": (sql("UPDATE staff_act SET person = 'mallory' WHERE number = 2"), STAFF, "staff act 2"),
    "a staff act that is gone": (sql("DELETE FROM staff_act WHERE number = 2"), STAFF, "staff act 2 is missing"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_named(copy: Path, damage: str) -> None:
    do, what, words = DAMAGES[damage]
    with sqlite3.connect(copy) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        do(database)
    database.close()
    findings = audited(copy, PUBLISHED).findings
    assert [found for found in findings if found.what == what and words in found.sentence], findings


def test_a_broken_table_does_not_hide_another(copy: Path) -> None:
    with sqlite3.connect(copy) as database:
        first, second = [id for (id,) in database.execute("SELECT table_id FROM act WHERE seq = 10 ORDER BY 1 LIMIT 2")]
        for table in (first, second):
            database.execute(f"UPDATE act SET head = '{'ab' * 32}' WHERE seq = 9 AND table_id = ?", [table])
    database.close()
    findings = audited(copy).findings
    assert [(found.what, found.table, found.act) for found in findings if found.what == CHAIN] == [
        (CHAIN, first, 9),
        (CHAIN, second, 9),
    ]
    assert {found.table for found in findings} == {first, second}


def test_chips_of_somebody_who_left_are_named(copy: Path) -> None:
    with sqlite3.connect(copy) as database:
        table = database.execute("SELECT min(id) FROM game_table").fetchone()[0]
        database.execute("INSERT INTO person (id, name, roles, made_at) VALUES ('ghost', 'Ghost', 'player', 0)")
        database.execute(
            "INSERT INTO entry (id, kind, at, person, memo)"
            " VALUES ('ghost/start', 'issue', 0, 'ghost', 'to begin with')"
        )
        for line, account, units in ((1, "issued", -5), (2, "wallet:ghost", 5)):
            database.execute("INSERT INTO posting VALUES ('ghost/start', ?, ?, ?)", [line, account, units])
        database.execute("INSERT INTO entry (id, kind, at) VALUES ('y', 'buy in', 0)")
        for line, account, units in ((1, "wallet:ghost", -5), (2, f"chips:{table}:ghost", 5)):
            database.execute("INSERT INTO posting VALUES ('y', ?, ?, ?)", [line, account, units])
        database.execute("UPDATE account SET units = units - 5 WHERE name = 'issued'")
        database.execute("INSERT INTO account VALUES (?, 5), ('wallet:ghost', 0)", [f"chips:{table}:ghost"])
    database.close()
    assert [(found.what, found.table) for found in audited(copy).findings] == [(LEFT_BEHIND, table)]


def test_starting_money_of_another_amount_is_told(copy: Path) -> None:
    """Nothing signed says how much a person gets, so the audit tells what is not usual."""
    with sqlite3.connect(copy) as database:
        sql(MALLORY, *start_of("mallory", 0, "wallet:mallory"))(database)
        database.execute("UPDATE posting SET units = units * 2 WHERE entry = 'p1/start'")
        for account, sign in (("wallet:p1", "+"), ("issued", "-")):
            more = f"UPDATE account SET units = units {sign} 10000000000000 WHERE name = '{account}'"
            assert database.execute(more).rowcount == 1
    database.close()
    audit = audited(copy, PUBLISHED)
    assert audit.findings == []
    (told,) = [one for one in audit.on_trust if "starting money" in one]
    assert told.startswith("the starting money of 10 people, $100,000,001 in all:")
    assert told.endswith("but the person mallory got $1, the person p1 got $20,000,000")


# --- the command


def test_the_command_proves_a_house(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--database", url_of(house), "--key", PUBLISHED]) == 0
    out, error = capsys.readouterr()
    assert out.startswith("Proved.")
    assert "acts in unbroken chains" in out
    assert error == ""
    assert main(["audit", "--database", url_of(house), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["clean"], said["findings"], len(said["on_trust"])) == (True, [], 5)
    assert said["counts"]["tables"] == 7


def test_the_command_misses_a_head_that_was_kept(
    house: Path, copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "audit.json"
    assert main(["audit", "--database", url_of(house), "--json"]) == 0
    kept.write_text(capsys.readouterr().out)
    assert main(["audit", "--database", url_of(house), "--kept", str(kept)]) == 0
    with sqlite3.connect(copy) as database:
        (last,) = database.execute("SELECT max(number) FROM signed_head").fetchone()
        database.execute("DELETE FROM signed_head WHERE number = ?", [last])
    database.close()
    capsys.readouterr()
    assert main(["audit", "--database", url_of(copy), "--kept", str(kept)]) == 1
    assert f"signature {last} of " in capsys.readouterr().err
    for content, words in (("{}", "holds no signed head"), (kept.read_text().replace('"at": 1', '"at": 2'), "wrong")):
        kept.write_text(content)
        assert main(["audit", "--database", url_of(copy), "--kept", str(kept)]) == 2
        assert words in capsys.readouterr().err
    assert main(["audit", "--database", url_of(copy), "--kept", str(tmp_path / "no")]) == 2


def test_the_command_names_a_break(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(copy) as database:
        database.execute("UPDATE account SET units = units + 1 WHERE name = 'wallet:p1'")
    database.close()
    assert main(["audit", "--database", url_of(copy)]) == 1
    out, error = capsys.readouterr()
    assert "Proved." not in out
    assert error.startswith("pitboss: balance: wallet:p1 holds")
    assert main(["audit", "--database", url_of(copy), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert [found["what"] for found in said["findings"]] == [BALANCE, BALANCE]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--database", "sqlite:////nowhere/house.db"], "there is no directory"),
        (["--database", "house"], "the address of the database can't be read"),
        (["--key", "x"], "'x' is not a public key of a house"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", *arguments]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert words in error
    assert error.count("\n") == 1


def test_an_empty_database_has_no_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    open_database(url_of(tmp_path / "empty.db")).dispose()
    assert main(["audit", "--database", url_of(tmp_path / "empty.db")]) == 2
    assert capsys.readouterr().err == "pitboss: this database is empty: it has no house.\n"
