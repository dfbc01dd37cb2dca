"""Signed heads in the database: a chain of their own, one head for one act, and the first that covers an act."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from pitboss.house.audit import heads, signing
from pitboss.house.audit.signing import SigningError, public_key_text, verify_head
from pitboss.house.people import staff
from pitboss.house.storage.database import migrate, open_database, reading, writing

KEY, OTHER = signing.new_key(), signing.new_key()
PUBLIC = public_key_text(KEY)
HEAD = "0123456789abcdef" * 4


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    migrate(engine)
    with writing(engine) as connection:
        yield connection


def sign(connection: Connection, *wanted: tuple[str, int], head: str = HEAD, key: Any = KEY) -> list[int]:
    """Sign acts of chains. Returns the numbers of the signatures."""
    return [one.number for one in heads.sign(connection, key, [(*one, head) for one in wanted], 1000)]


def test_signatures_are_numbered_and_each_covers_the_one_before(connection: Connection) -> None:
    assert sign(connection, ("t1", 7), ("t2", 3)) == [1, 2]
    assert sign(connection, ("t1", 9)) == [3]
    stored = list(heads.all_heads(connection))
    assert [(one.number, one.chain, one.seq) for one in stored] == [(1, "t1", 7), (2, "t2", 3), (3, "t1", 9)]
    assert [one.before for one in stored] == [staff.GENESIS, stored[0].digest, stored[1].digest]
    assert all(verify_head(PUBLIC, one) for one in stored)
    assert heads.newest(connection) == stored[-1]


def test_the_first_signature_of_a_head_stays(connection: Connection) -> None:
    sign(connection, ("t1", 7))
    assert sign(connection, ("t1", 7), ("t1", 8), ("t1", 8)) == [2]
    assert sign(connection) == []
    assert len(list(heads.all_heads(connection))) == 2


def test_a_second_head_for_one_act_is_rejected(connection: Connection) -> None:
    sign(connection, ("t1", 7))
    with pytest.raises(SigningError, match="has signed another head of t1 after act 7"):
        sign(connection, ("t1", 7), head="f" * 64)


def test_the_head_that_covers_an_act_is_the_first_at_or_after_it(connection: Connection) -> None:
    sign(connection, ("t1", 12), ("t1", 7), ("t2", 8))
    late, early, _ = heads.all_heads(connection)
    assert heads.head_covering(connection, "t1", 1) == early
    assert heads.head_covering(connection, "t1", 7) == early
    assert heads.head_covering(connection, "t1", 8) == late
    assert heads.head_covering(connection, "t1", 13) is None
    assert heads.last_head(connection, "t1") == late
    assert heads.last_head(connection, "t3") is None


def test_the_staff_journal_is_signed_only_if_somebody_has_acted(connection: Connection) -> None:
    assert heads.staff_head(connection) == []
    head = staff.record(connection, 1, "ann", "login", {})
    assert heads.staff_head(connection) == [(staff.CHAIN, 1, head)]
    heads.sign(connection, KEY, heads.staff_head(connection), 2)
    assert heads.staff_head(connection) == []


def test_two_processes_that_sign_at_once_make_one_list(url: str) -> None:
    engines = [open_database(url) for _ in range(4)]
    migrate(engines[0])

    def work(mine: int) -> None:
        for seq in range(1, 11):
            with writing(engines[mine]) as connection:
                sign(connection, (f"t{mine}", seq))

    threads = [Thread(target=work, args=(mine,)) for mine in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    with reading(engines[0]) as connection:
        stored = list(heads.all_heads(connection))
    assert [one.number for one in stored] == list(range(1, 41))
    assert [one.before for one in stored[1:]] == [one.digest for one in stored[:-1]]
    for one in engines:
        one.dispose()


def test_a_process_that_hangs_does_not_keep_others_from_signing(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs, goes_on = open_database(postgres_url), open_database(postgres_url)
    migrate(hangs)
    with hangs.connect() as first:
        with monkeypatch.context() as short:
            short.setattr(heads, "IDLE_MS", 50)
            heads.hold(first)
        with writing(goes_on) as second:  # waits until the server has ended the first
            staff.record(second, 1, "ann", "login", {})
            heads.sign(second, KEY, heads.staff_head(second), 2)
        with pytest.raises(DBAPIError, match="idle-in-transaction timeout"):
            staff.last(first)
    for one in (hangs, goes_on):
        one.dispose()
