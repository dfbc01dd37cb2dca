"""Signed heads: what a signature covers, how the key is kept, and what the database holds."""

from __future__ import annotations

import os
import shutil
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from msgspec.structs import replace
from sqlalchemy import Connection, create_engine, func, select, update

from pitboss.house import signing
from pitboss.house.schema import metadata, signed_head
from pitboss.house.signing import SignedHead, SigningError, house_key, public_key_text, verify_head

KEY, OTHER = signing.new_key(), signing.new_key()
PUBLIC = public_key_text(KEY)
HEAD = "0123456789abcdef" * 4
SIGNED = signing.signed(KEY, "t1", 7, HEAD, 1000)

posix = pytest.mark.skipif(os.name != "posix", reason="files have no modes here")


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.connect() as connection:
        yield connection


# --- signatures


def test_the_house_signs_and_a_player_checks_the_download() -> None:
    download = msgspec.json.encode(SIGNED)
    assert verify_head(PUBLIC, msgspec.json.decode(download, type=SignedHead))
    assert SIGNED.key == PUBLIC
    assert SIGNED.signature == signing.sign_head(KEY, "t1", 7, HEAD, 1000)


@pytest.mark.parametrize(
    "altered", [{"chain": "t2"}, {"seq": 8}, {"head": "f" * 64}, {"at": 1001}, {"chain": "t1\n7", "seq": 7}]
)
def test_a_signature_covers_every_part(altered: dict[str, Any]) -> None:
    assert not verify_head(PUBLIC, replace(SIGNED, **altered))


def test_only_the_key_of_the_house_counts() -> None:
    forged = signing.signed(OTHER, "t1", 7, HEAD, 1000)
    assert verify_head(forged.key, forged)
    assert not verify_head(PUBLIC, forged)
    assert not verify_head(PUBLIC, replace(forged, key=PUBLIC))


@pytest.mark.parametrize("signature", ["", "no base64!", "ä", "\ud800", b64encode(bytes(64)).decode(), "AAAA"])
def test_what_is_no_signature_is_none(signature: str) -> None:
    assert not verify_head(PUBLIC, replace(SIGNED, signature=signature))


def test_a_head_with_half_a_character_is_not_signed() -> None:
    assert not verify_head(PUBLIC, replace(SIGNED, chain="\ud800"))


def other_kind() -> str:
    public = generate_private_key(SECP256R1()).public_key()
    return b64encode(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()


@pytest.mark.parametrize("text", ["", "no base64!", "AAAA", "ä", other_kind()])
def test_a_text_that_is_no_public_key_is_rejected(text: str) -> None:
    with pytest.raises(SigningError, match="is not a public key of a house"):
        verify_head(text, SIGNED)


@pytest.mark.parametrize("chain", ["", "t\n1", "\ud800", "t" * 201])
def test_a_chain_without_a_proper_name_is_not_signed(chain: str) -> None:
    with pytest.raises(SigningError, match="1 to 200 printable characters"):
        signing.sign_head(KEY, chain, 7, HEAD, 0)


@pytest.mark.parametrize("head", ["", "f" * 63, "F" * 64, "g" * 64])
def test_what_is_no_head_is_not_signed(head: str) -> None:
    with pytest.raises(SigningError, match="64 hexadecimal digits"):
        signing.sign_head(KEY, "t1", 7, head, 0)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
@pytest.mark.parametrize(("key", "status"), [(KEY, 0), (OTHER, 1)])
def test_a_stranger_checks_with_openssl(tmp_path: Path, key: Any, status: int) -> None:
    pem = f"-----BEGIN PUBLIC KEY-----\n{public_key_text(key)}\n-----END PUBLIC KEY-----\n"
    (tmp_path / "key.pem").write_text(pem)
    (tmp_path / "message").write_text(f"pitboss head 1\nt1\n7\n{HEAD}\n1000\n")
    (tmp_path / "signature").write_bytes(b64decode(SIGNED.signature))
    command = "openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in message -sigfile signature"
    assert subprocess.run(command.split(), cwd=tmp_path, capture_output=True).returncode == status


# --- the key and its file


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


@pytest.mark.parametrize(
    ("database", "path"),
    [
        ("sqlite:///house.db", "house.db.key"),
        ("sqlite:////srv/house.db", "/srv/house.db.key"),
        ("postgresql+psycopg://user:secret@host:5433/floor", "floor.key"),
        ("postgresql://", "pitboss.key"),
        ("sqlite://", None),
        ("sqlite:///:memory:", None),
        ("sqlite:///file:house.db?uri=true", "house.db.key"),
        ("sqlite:///file:house?mode=memory&uri=true", None),
    ],
)
def test_the_key_lies_beside_the_database(database: str, path: str | None) -> None:
    assert signing.key_path(database) == (None if path is None else Path(path))


# --- in the database


def test_a_stored_head_comes_back_and_is_still_signed(connection: Connection) -> None:
    assert signing.store_head(connection, SIGNED) == SIGNED
    found = signing.last_head(connection, "t1")
    assert found == SIGNED
    assert verify_head(PUBLIC, found)


def test_the_database_does_not_hold_the_key(connection: Connection) -> None:
    signing.store_head(connection, SIGNED)
    secret = KEY.private_bytes_raw()
    stored = str(connection.execute(select(signed_head)).all())
    assert PUBLIC in stored
    assert not any(text in stored for text in (secret.hex(), b64encode(secret).decode(), "PRIVATE"))


def test_the_first_signature_of_a_head_stays(connection: Connection) -> None:
    signing.store_head(connection, SIGNED)
    assert signing.store_head(connection, signing.signed(OTHER, "t1", 7, HEAD, 2000)) == SIGNED
    assert connection.execute(select(func.count()).select_from(signed_head)).scalar_one() == 1


def test_a_second_head_for_one_act_is_rejected(connection: Connection) -> None:
    signing.store_head(connection, SIGNED)
    with pytest.raises(SigningError, match="has signed another head of t1 after act 7"):
        signing.store_head(connection, signing.signed(KEY, "t1", 7, "f" * 64, 2000))
    assert signing.last_head(connection, "t1") == SIGNED


def test_the_head_that_covers_an_act_is_the_first_at_or_after_it(connection: Connection) -> None:
    early, late = SIGNED, signing.signed(KEY, "t1", 12, "a" * 64, 2000)
    for one in (late, early, signing.signed(KEY, "t2", 8, "b" * 64, 2000)):
        signing.store_head(connection, one)
    assert signing.head_covering(connection, "t1", 1) == early
    assert signing.head_covering(connection, "t1", 7) == early
    assert signing.head_covering(connection, "t1", 8) == late
    assert signing.head_covering(connection, "t1", 13) is None
    assert signing.last_head(connection, "t1") == late
    assert signing.last_head(connection, "t3") is None


@pytest.mark.parametrize("altered", [{"head": "f" * 64}, {"at": 1}, {"chain": "t2"}, {"seq": 8}, {"signature": ""}])
def test_an_altered_head_is_found(connection: Connection, altered: dict[str, Any]) -> None:
    signing.store_head(connection, SIGNED)
    assert signing.check_heads(connection, [PUBLIC]) == []
    connection.execute(update(signed_head).values(altered))
    chain, seq = altered.get("chain", "t1"), altered.get("seq", 7)
    wrong = f"the signed head of {chain} after act {seq} has a wrong signature"
    assert signing.check_heads(connection, [PUBLIC]) == [wrong]


def test_a_house_may_have_had_several_keys(connection: Connection) -> None:
    signing.store_head(connection, SIGNED)
    signing.store_head(connection, signing.signed(OTHER, "t1", 8, HEAD, 2000))
    assert signing.check_heads(connection, [PUBLIC, public_key_text(OTHER)]) == []
    assert len(signing.check_heads(connection, [PUBLIC])) == 1
    assert len(signing.check_heads(connection, [])) == 2
