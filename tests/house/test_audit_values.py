"""Whatever a row of the database holds, the audit names it and goes on. SQLite stores any value in any column."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import BigInteger, Integer, LargeBinary, Table, select

from audits import audited, played, url_of
from long import first_of
from pitboss.cli import main
from pitboss.house.audit import heads, signing
from pitboss.house.audit.tables import VALUE
from pitboss.house.people import drill, people, staff, statistics
from pitboss.house.storage.database import open_database, writing
from pitboss.house.storage.schema import game_table, metadata, setting
from pitboss.protocol.coaching import ReviewInfo

KEY = signing.new_key()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house that has a row in every table but that of owners."""
    path = tmp_path_factory.mktemp("values") / "house.db"
    played(path, 1, 60)
    engine = open_database(url_of(path))
    with writing(engine) as connection:
        heads.give_key(connection, KEY, 0)
        ada = people.register(connection, None, "ada", people.Hashed("$argon2id$"), "Ada", 0)
        people.grant(connection, ada.id, people.Role.ADMINISTRATOR)
        staff.record(connection, 0, ada.id, staff.FIRST_ADMINISTRATOR, {})
        people.open_session(connection, ada, 0, 1)
        connection.execute(setting.insert().values(name="x", value="y"))
        drill.ask(connection, ada.id, "double_down_stud", "5-0", "{}", 0)
        table = connection.execute(select(game_table.c.id)).scalars().first() or ""
        seen = ReviewInfo(table=table, round=1, decisions=(), net=0, perfect=0.0, cost=0.0, luck=0.0, exact=True)
        statistics.keep(connection, ada.id, [seen])
        heads.sign_left(connection, KEY, 1)
    engine.dispose()
    return path


@pytest.fixture
def copy(house: Path, tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    with closing(sqlite3.connect(house)) as whole, closing(sqlite3.connect(path)) as made:
        whole.backup(made)
    return path


def test_the_house_is_sound_before(house: Path) -> None:
    assert audited(house).findings == []


@pytest.mark.parametrize("value", first_of(["'abc'", "x'ff00'"]))
@pytest.mark.parametrize(
    "table", [one for one in metadata.sorted_tables if one.name != "owner"], ids=lambda one: one.name
)
def test_a_value_of_another_type_is_named_with_its_row(copy: Path, table: Table, value: str) -> None:
    """All columns of a row at once. A text is wrong where a number belongs, and a blob in most columns."""
    first = f"rowid = (SELECT min(rowid) FROM {table.name})"
    due = []
    with sqlite3.connect(copy) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        for column in table.c:
            number = isinstance(column.type, BigInteger | Integer)
            text = not number and not isinstance(column.type, LargeBinary)
            if column is table.c.get("number") and table.name == "staff_act":
                continue  # SQLite itself holds that this is a number
            if number or (text and value == "x'ff00'"):
                database.execute(f"UPDATE {table.name} SET {column.name} = {value} WHERE {first}")
                due.append(column.name)
    database.close()
    findings = [one.sentence for one in audited(copy).findings if one.what == VALUE]
    for column_name in due:
        words = f": {column_name} is "
        assert [one for one in findings if one.startswith(f"{table.name}, row with ") and words in one], findings


DAMAGES = {
    "a posting": "UPDATE posting SET units = 'abc' WHERE rowid = (SELECT min(rowid) FROM posting)",
    "a balance": "UPDATE account SET units = 'abc' WHERE name = 'wallet:p1'",
    "the time of a staff act": "UPDATE staff_act SET at = 'abc' WHERE number = 1",
    "the time of an act": "UPDATE act SET at = 'abc' WHERE seq = 3",
    "the times of signatures": "UPDATE signed_head SET at = 'abc'",
    "the settings of a table": "UPDATE game_table SET settings = '{'",
    "settings that are a list": "UPDATE game_table SET settings = '[]'",
    "the rules of a table": "UPDATE game_table SET rules = '{'",
    "the body of a staff act": "UPDATE staff_act SET body = '['",
    "a sum that is too large": "UPDATE posting SET units = 9223372036854775807",
    "a text that is none": "UPDATE entry SET kind = CAST(x'ff' AS TEXT)",
    "a name of a table that is none": "UPDATE game_table SET name = CAST(x'ff' AS TEXT)",
    "a time that no calendar has": "UPDATE signed_head SET at = 9223372036854775807",
}


@pytest.mark.long
@pytest.mark.parametrize("damage", DAMAGES)
def test_the_command_names_whatever_a_row_holds(copy: Path, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(copy) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute(DAMAGES[damage])
    database.close()
    assert main(["audit", "--database", url_of(copy)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines
    assert all(line.startswith("pitboss: ") for line in lines), lines
    assert main(["audit", "--database", url_of(copy), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["findings"]


def test_many_rows_are_counted(copy: Path) -> None:
    with sqlite3.connect(copy) as database:
        rows = database.execute("UPDATE posting SET units = 'abc'").rowcount
    database.close()
    findings = [one.sentence for one in audited(copy).findings if one.what == VALUE]
    assert len([one for one in findings if "units is 'abc'" in one]) == 5
    assert f"posting: units is not a whole number in {rows - 5} more rows" in findings
