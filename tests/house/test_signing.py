"""A signed head: what the signature covers, and how a stranger checks it."""

from __future__ import annotations

import shutil
import subprocess
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec.structs import replace

from pitboss.house.audit import signing
from pitboss.house.audit.signing import SignedHead, SigningError, public_key_text, verify_head

KEY, OTHER = signing.new_key(), signing.new_key()
PUBLIC = public_key_text(KEY)
HEAD = "0123456789abcdef" * 4
BEFORE = "fedcba9876543210" * 4
SIGNED = signing.signed(KEY, "t1", 7, HEAD, 1000, number=3, before=BEFORE)


def test_the_house_signs_and_a_player_checks_the_download() -> None:
    download = msgspec.json.encode(SIGNED)
    assert verify_head(PUBLIC, msgspec.json.decode(download, type=SignedHead))
    assert SIGNED.key == PUBLIC
    assert SIGNED.digest == sha256(f"pitboss head 1\n3\n{BEFORE}\nt1\n7\n{HEAD}\n1000\n".encode()).hexdigest()


@pytest.mark.parametrize(
    "altered",
    [
        {"number": 4},
        {"before": "f" * 64},
        {"chain": "t2"},
        {"seq": 8},
        {"head": "f" * 64},
        {"at": 1001},
        {"chain": "t1\n7", "seq": 7},
    ],
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
        signing.signed(KEY, chain, 7, HEAD, 0)


@pytest.mark.parametrize("head", ["", "f" * 63, "F" * 64, "g" * 64])
def test_what_is_no_head_is_not_signed(head: str) -> None:
    with pytest.raises(SigningError, match="64 hexadecimal digits"):
        signing.signed(KEY, "t1", 7, head, 0)
    with pytest.raises(SigningError, match="64 hexadecimal digits"):
        signing.signed(KEY, "t1", 7, HEAD, 0, before=head)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
@pytest.mark.parametrize(("key", "status"), [(KEY, 0), (OTHER, 1)])
def test_a_stranger_checks_with_openssl(tmp_path: Path, key: Any, status: int) -> None:
    pem = f"-----BEGIN PUBLIC KEY-----\n{public_key_text(key)}\n-----END PUBLIC KEY-----\n"
    (tmp_path / "key.pem").write_text(pem)
    (tmp_path / "message").write_text(f"pitboss head 1\n3\n{BEFORE}\nt1\n7\n{HEAD}\n1000\n")
    (tmp_path / "signature").write_bytes(b64decode(SIGNED.signature))
    command = "openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in message -sigfile signature"
    assert subprocess.run(command.split(), cwd=tmp_path, capture_output=True).returncode == status
