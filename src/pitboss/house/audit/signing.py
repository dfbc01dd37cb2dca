"""The house signs the heads of its hash chains with Ed25519.

Whoever holds all of a chain can compute it anew with other content. They can't do so with a chain whose heads were
signed and given away. The key is in a file that only the house can read; it is never in the database or in a log.

A player downloads a ``SignedHead`` as JSON and checks it with the public key that the house has published. The key in
the download itself proves nothing, since anyone can sign with a key of their own.

>>> key = new_key()
>>> published = public_key_text(key)
>>> download = msgspec.json.encode(signed(key, "table-7", 42, "ab" * 32, at=1_700_000_000_000))
>>> mine = msgspec.json.decode(download, type=SignedHead)
>>> verify_head(published, mine)
True
>>> verify_head(published, msgspec.structs.replace(mine, head="cd" * 32))
False

What is signed is this text, in which every line ends with a line break: the number of the signature, the SHA-256 of
the text that was signed before it, the chain, the act, the head and the time. So the signatures of a house are a chain
too, and none can be taken out of its middle.

>>> print(mine.message.decode(), end="")
pitboss head 1
1
0000000000000000000000000000000000000000000000000000000000000000
table-7
42
abababababababababababababababababababababababababababababababab
1700000000000

The public key is its SubjectPublicKeyInfo, and the signature its 64 bytes, both in base64. So OpenSSL can check them:
``openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in message -sigfile signature``.

A player needs no database to check one; ``heads.py`` has the list of them in the database.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from functools import lru_cache
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key

from pitboss.log.lines import GENESIS
from pitboss.protocol import tables as wire


class SigningError(ValueError):
    """A key that can't be used, or a head that can't be signed."""


class SignedHead(wire.SignedHead, frozen=True, kw_only=True):
    """The head of a chain after an act, signed by the house. The chain is a table's id, or ``staff``."""

    @property
    def message(self) -> bytes:
        """What the signature covers."""
        parts = self.number, self.before, self.chain, self.seq, self.head, self.at
        return "".join(f"{part}\n" for part in ("pitboss head 1", *parts)).encode()

    @property
    def digest(self) -> str:
        """What the next signature calls ``before``."""
        return sha256(self.message).hexdigest()


def signed(
    key: Ed25519PrivateKey, chain: str, seq: int, head: str, at: int, *, number: int = 1, before: str = GENESIS
) -> SignedHead:
    """A head with its signature. Default: the first that the house signs."""
    if not chain.isprintable() or not 1 <= len(chain) <= 200:
        raise SigningError(f"a chain must have a name of 1 to 200 printable characters, unlike {chain!a}")
    for one in (head, before):
        if len(one) != 64 or not set(one) <= set("0123456789abcdef"):
            raise SigningError(f"a head must have 64 hexadecimal digits, unlike {one!a}")
    public = public_key_text(key)
    made = SignedHead(number=number, before=before, chain=chain, seq=seq, head=head, at=at, key=public, signature="")
    return msgspec.structs.replace(made, signature=b64encode(key.sign(made.message)).decode())


def verify_head(published: str, signed: SignedHead) -> bool:
    """Whether the house with this public key signed exactly this."""
    key = public_key(published)
    try:
        key.verify(b64decode(signed.signature, validate=True), signed.message)
    except (InvalidSignature, ValueError):  # a wrong signature, or none at all
        return False
    return True


class _Kept(msgspec.Struct):
    """A file that holds a signed head: the download of a round, or the result of an audit."""

    signed: SignedHead | None = None
    newest: SignedHead | None = None


def kept_head(content: bytes) -> SignedHead:
    """The signed head in a file that somebody has kept: a head by itself, a round, or an audit.

    >>> mine = signed(new_key(), "table-7", 42, "ab" * 32, at=0)
    >>> kept_head(msgspec.json.encode({"round": 3, "signed": mine})) == mine
    True
    """
    try:
        holds = msgspec.json.decode(content, type=_Kept)
        found = holds.signed or holds.newest or msgspec.json.decode(content, type=SignedHead)
    except (msgspec.MsgspecError, UnicodeError):
        raise SigningError("it holds no signed head") from None
    if not verify_head(found.key, found):
        raise SigningError("it holds a signed head with a wrong signature")
    return found


def new_key() -> Ed25519PrivateKey:
    """A key that is kept nowhere, for a house in memory."""
    return Ed25519PrivateKey.generate()


def public_key_text(key: Ed25519PrivateKey) -> str:
    """The public key as one line. Between the two usual lines it is a PEM file."""
    return b64encode(key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()


@lru_cache(maxsize=64)
def public_key(text: str) -> Ed25519PublicKey:
    """The key that a text stands for."""
    try:
        key = load_der_public_key(b64decode(text, validate=True))
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise SigningError(f"{text!a} is not a public key of a house")
    return key
