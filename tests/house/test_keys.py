"""The signing key: its file, and what happens if a house does not find the key that it had."""

from __future__ import annotations

import os
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from sqlalchemy import Engine, delete, insert, select, update

from pitboss.house.audit import heads, signing
from pitboss.house.audit.heads import house_key, open_key
from pitboss.house.audit.signing import SigningError, public_key_text
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.people import staff
from pitboss.house.storage.database import migrate, reading, writing
from pitboss.house.storage.schema import act, game_table, signed_head, staff_act

KEY = signing.new_key()
HEAD = "0123456789abcdef" * 4

posix = pytest.mark.skipif(os.name != "posix", reason="files have no modes here")


# --- the file


def test_a_key_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "house.key"
    made = public_key_text(house_key(path))
    assert public_key_text(house_key(path)) == made
    assert public_key_text(house_key(tmp_path / "other.key")) != made
    assert sorted(file.name for file in tmp_path.iterdir()) == ["house.key", "other.key"]


@posix
def test_only_the_owner_can_use_a_new_key_file(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        house_key(tmp_path / "house.key")
    finally:
        os.umask(before)
    assert (tmp_path / "house.key").stat().st_mode & 0o777 == 0o600


@posix
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620, 0o602])
def test_a_key_file_that_others_can_use_is_rejected(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "house.key"
    house_key(path)
    path.chmod(mode)
    with pytest.raises(SigningError, match=rf"others .* \(mode 0{mode:o}\): set its mode to 0600"):
        house_key(path)


def test_processes_that_start_together_use_one_key(tmp_path: Path) -> None:
    path = tmp_path / "house.key"
    with ThreadPoolExecutor(8) as pool:
        made = set(pool.map(lambda _: public_key_text(house_key(path)), range(32)))
    assert len(made) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["house.key"]


def private_pem(key: Any) -> bytes:
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    assert isinstance(pem, bytes)
    return pem


@pytest.mark.parametrize(
    "content",
    [b"", b"no key", private_pem(KEY)[:-60], private_pem(generate_private_key(SECP256R1()))],
    ids=["empty", "text", "cut off", "of another kind"],
)
def test_a_file_without_a_key_is_rejected_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "house.key"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(SigningError, match="has no Ed25519 key without a password") as caught:
        house_key(path)
    assert path.read_bytes() == content
    assert "PRIVATE" not in str(caught.value)


def test_a_key_file_that_can_not_be_made_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "house.key"
    with pytest.raises(SigningError, match="can't be used: no such file or directory"):
        house_key(path)
    with pytest.raises(SigningError, match="can't be used: is a directory"):
        house_key(tmp_path)


# --- the key that a house has


@pytest.fixture
def house(engine: Engine) -> Engine:
    migrate(engine)
    return engine


def opened(engine: Engine, path: Path, now: int = 1, *, new: bool = False) -> str:
    """Open the house with the key in a file. Returns the public key."""
    with writing(engine) as connection:
        return public_key_text(open_key(connection, path, now, new=new))


def refused(engine: Engine, path: Path, *, new: bool = False) -> str:
    """Why the house does not open with the key in a file. Nothing may change, and no file may appear."""
    files, before = sorted(path.parent.iterdir()), stored(engine)
    with pytest.raises(SigningError) as caught:
        opened(engine, path, 99, new=new)
    assert (sorted(path.parent.iterdir()), stored(engine)) == (files, before)
    return str(caught.value)


def stored(engine: Engine) -> list[Any]:
    with reading(engine) as connection:
        return [connection.execute(select(table)).all() for table in (staff_act, signed_head)]


def test_a_new_house_gets_a_key_that_the_journal_names_and_that_signs_this(house: Engine, tmp_path: Path) -> None:
    key = opened(house, tmp_path / "key")
    with reading(house) as connection:
        (given,) = heads.keys_given(connection)
        assert (given.act, given.key, given.signed, given.last) == (1, key, 0, staff.GENESIS)
        first = heads.newest(connection)
        assert first is not None
        assert (first.number, first.chain, first.seq, first.key) == (1, staff.CHAIN, 1, key)
    before = stored(house)
    assert opened(house, tmp_path / "key", 2) == key
    assert stored(house) == before
    assert audit_house(house, [key]).findings == []


def test_a_house_does_not_open_without_its_key(house: Engine, tmp_path: Path) -> None:
    path = tmp_path / "key"
    key = opened(house, path)
    path.rename(tmp_path / "lost")
    assert refused(house, path) == (
        f"the key file {path} of this house is missing: bring it back, or start once with --new-signing-key"
    )
    house_key(path)
    assert refused(house, path) == (
        f"the key file {path} does not have the key that this house signs with:"
        " name the right file with --key, or start once with --new-signing-key"
    )
    assert opened(house, tmp_path / "lost") == key


def test_a_house_without_its_journal_still_knows_its_key_by_the_signed_heads(house: Engine, tmp_path: Path) -> None:
    opened(house, tmp_path / "key")
    with writing(house) as connection:
        connection.execute(delete(staff_act))
    assert "does not have the key" in refused(house, made(tmp_path / "other"))


def test_a_house_without_its_signed_heads_still_knows_its_key_by_the_journal(house: Engine, tmp_path: Path) -> None:
    opened(house, tmp_path / "key")
    with writing(house) as connection:
        connection.execute(delete(signed_head))
    assert "does not have the key" in refused(house, made(tmp_path / "other"))


def test_a_house_that_was_played_in_takes_no_key_silently(house: Engine, tmp_path: Path) -> None:
    with writing(house) as connection:
        play(connection)
    assert refused(house, made(tmp_path / "key")) == (
        "this house has been played in, but nothing says with which key it signs:"
        " restore a backup, or start once with --new-signing-key"
    )
    assert opened(house, tmp_path / "key", new=True) == opened(house, tmp_path / "key")


def test_a_new_key_is_in_the_journal_and_the_audit_knows_both(house: Engine, tmp_path: Path) -> None:
    path = tmp_path / "key"
    first = opened(house, path)
    path.rename(tmp_path / "old")
    second = opened(house, path, 2, new=True)
    with reading(house) as connection:
        assert [(one.key, one.signed) for one in heads.keys_given(connection)] == [(first, 0), (second, 1)]
        newest = heads.newest(connection)
        assert newest is not None
        assert (newest.number, newest.chain, newest.seq, newest.key) == (2, staff.CHAIN, 2, second)
    assert opened(house, path, 3) == second
    assert audit_house(house, [first, second]).findings == []
    assert [found.sentence for found in audit_house(house, [second]).findings] == [
        f"the key {first} of signature 1 is not one that the house has published"
    ]
    assert "does not have the key" in refused(house, tmp_path / "old")


def test_a_key_that_the_house_has_or_had_is_not_a_new_one(house: Engine, tmp_path: Path) -> None:
    for name in ("one", "two"):
        opened(house, tmp_path / name, new=name == "two")
    for name in ("one", "two"):
        assert refused(house, tmp_path / name, new=True) == (
            f"the key in the file {tmp_path / name} is not new to this house:"
            " start without --new-signing-key, or name another file with --key"
        )


def test_a_process_with_the_old_key_signs_no_more(house: Engine, tmp_path: Path) -> None:
    old, path = house_key(made(tmp_path / "old")), tmp_path / "new"
    opened(house, tmp_path / "old")
    opened(house, path, new=True)
    with pytest.raises(SigningError, match="the house signs with a new key"), writing(house) as connection:
        heads.sign(connection, old, [("t1", 1, HEAD)], 3)
    with writing(house) as connection:
        assert [one.number for one in heads.sign(connection, house_key(path), [("t1", 1, HEAD)], 3)] == [3]


def test_a_damaged_journal_is_one_sentence(house: Engine, tmp_path: Path) -> None:
    opened(house, tmp_path / "key")
    with writing(house) as connection:
        connection.execute(update(staff_act).values(body="{}"))
    assert refused(house, tmp_path / "key") == "staff act 1 (signing key) can't be read"


def test_what_a_process_left_unsigned_is_signed_at_the_next_start(house: Engine, tmp_path: Path) -> None:
    opened(house, tmp_path / "key")
    with writing(house) as connection:
        play(connection)
        play(connection, "closed just now", closed_at=2)
        play(connection, "closed long ago", closed_at=-heads.LATE_MS)
        staff.record(connection, 2, "ann", "login", {})
    opened(house, tmp_path / "key")
    with reading(house) as connection:
        last = {chain: heads.last_head(connection, chain) for chain in ("t1", "closed just now", "closed long ago")}
        assert {chain: one and one.seq for chain, one in last.items()} == {
            "t1": 2,
            "closed just now": 2,
            "closed long ago": None,
        }
        assert heads.staff_head(connection) == []


def made(path: Path) -> Path:
    """A key file."""
    house_key(path)
    return path


def play(connection: Any, id: str = "t1", **values: Any) -> None:
    """Store a table with two acts."""
    values |= {"name": id, "game": "g", "rules": "{}", "settings": "{}", "opened_by": "", "opened_at": 1}
    connection.execute(insert(game_table).values(id=id, **values))
    for seq in (1, 2):
        connection.execute(insert(act).values(table_id=id, seq=seq, round=1, at=seq, body=b"", head=f"{seq:064}"))


def test_the_database_does_not_hold_the_key(house: Engine, tmp_path: Path) -> None:
    public = opened(house, tmp_path / "key")
    secret = house_key(tmp_path / "key").private_bytes_raw()
    content = str(stored(house))
    assert public in content
    assert not any(text in content for text in (secret.hex(), b64encode(secret).decode(), "PRIVATE"))
