"""The tables of the database. Migrations make them (``migrations/``); a test holds that the two agree.

Money is in whole units of 1/10,000 cent. Times are seconds since 1970, as whole milliseconds. Bodies are JSON.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

# SQLite makes a BIGINT primary key an ordinary column, so it can't number rows by itself.
Serial = BigInteger().with_variant(Integer, "sqlite")

game_table = Table(
    "game_table",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", String(64), nullable=False),
    Column("rules", Text, nullable=False),  # the first line of its log names their digest
    Column("settings", Text, nullable=False),  # TableSettings as JSON
    Column("link", String(64), nullable=False, server_default=""),  # the link that its meters belong to
    Column("opened_by", String(64), nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    Column("snapshot", BigInteger, nullable=False, server_default="0"),  # the act from which it is recovered
)

act = Table(
    "act",
    metadata,
    Column("table_id", String(64), ForeignKey("game_table.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("round", BigInteger, nullable=False),
    Column("key", String(128)),  # of the command; none for acts that nobody asked for
    Column("person", String(64), nullable=False, server_default=""),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # acts.py
    Column("head", String(64), nullable=False),  # of the table's chain, after the act
    UniqueConstraint("table_id", "key"),
)

entry = Table(
    "entry",
    metadata,
    Column("id", String(200), primary_key=True),  # TABLE/SEQ for an act; PERSON/KEY for other movements
    Column("kind", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("table_id", String(64), nullable=False, server_default=""),
    Column("seq", BigInteger, nullable=False, server_default="0"),
    Column("person", String(64), nullable=False, server_default=""),
    Column("memo", Text, nullable=False, server_default=""),
)

posting = Table(
    "posting",
    metadata,
    Column("entry", String(200), ForeignKey("entry.id"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("account", String(200), nullable=False),
    Column("units", BigInteger, nullable=False),
    Index("posting_account", "account"),
)

account = Table(
    "account",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("units", BigInteger, nullable=False),
    CheckConstraint(
        "units >= 0 OR name LIKE 'house:%' OR name IN ('house', 'issued', 'coupon:issued')",
        name="account_not_below_zero",
    ),
)

meter = Table(
    "meter",
    metadata,
    Column("id", String(200), primary_key=True),  # LINK/NAME or TABLE/NAME
    Column("units", BigInteger, nullable=False),
    Column("memory", LargeBinary, nullable=False),  # MeterMemory: open wagers, claims, and their past
    Column("terms", Text, nullable=False),
)

meter_move = Table(
    "meter_move",
    metadata,
    Column("meter", String(200), ForeignKey("meter.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("kind", String(32), nullable=False),  # contribution, contribution taken back, jackpot won, seed
    Column("table_id", String(64), nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("what", Text, nullable=False),  # the part or the claim
    Column("units", BigInteger, nullable=False),
    Column("after", BigInteger, nullable=False),  # the value after the move
    Column("at", BigInteger, nullable=False),
)

person = Table(
    "person",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", Text, nullable=False),  # as others see it; not unique
    Column("login", String(64), unique=True),  # none for a guest
    Column("password", Text),  # an argon2 hash, or the hash of a one-time code (people.py)
    Column("roles", Text, nullable=False),  # player, dealer, supervisor, auditor, administrator; separated by spaces
    Column("made_at", BigInteger, nullable=False),
    Column("disabled_at", BigInteger),
)

session = Table(
    "session",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the token, which only the client has
    Column("person", String(64), ForeignKey("person.id"), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
    Index("session_person", "person"),
)

staff_act = Table(
    "staff_act",
    metadata,
    Column("number", Serial, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person", String(64), nullable=False),
    Column("what", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("head", String(64), nullable=False),
)

signed_head = Table(
    "signed_head",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),  # from 1, without a gap
    Column("before", String(64), nullable=False),  # the digest of the one before it
    Column("chain", String(200), nullable=False),  # a table's id, or 'staff'
    Column("seq", BigInteger, nullable=False),
    Column("head", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("key", Text, nullable=False),  # the public key
    Column("signature", Text, nullable=False),
    UniqueConstraint("chain", "seq"),
)

owner = Table(
    "owner",
    metadata,
    Column("table_id", String(64), ForeignKey("game_table.id"), primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    Column("process", String(64), nullable=False),
    Column("address", Text, nullable=False),
    Column("backend", BigInteger, nullable=False, server_default="0"),  # PostgreSQL's process id of its connection
    Column("beat_at", BigInteger, nullable=False),
)

drill = Table(
    "drill",
    metadata,
    Column("person", String(64), ForeignKey("person.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1, for each person and game
    Column("puzzle", String(64), nullable=False),
    Column("rules", Text, nullable=False),  # the options that differ from the document's defaults, as JSON
    Column("asked_at", BigInteger, nullable=False),
    Column("answered_at", BigInteger),
    Column("chosen", String(64), nullable=False, server_default=""),
    Column("cost", BigInteger, nullable=False, server_default="0"),  # millionths of the base wager
    Column("rating", Integer, nullable=False),  # of the person, after the answer
    Column("due_at", BigInteger),  # when the puzzle comes back
    Column("kind", String(128), nullable=False, server_default=""),  # of decision, in words
    Index("drill_due", "person", "game", "due_at"),
)

reviewed = Table(
    "reviewed",
    metadata,
    Column("person", String(64), ForeignKey("person.id"), primary_key=True),
    Column("table_id", String(64), ForeignKey("game_table.id"), primary_key=True),
    Column("round", BigInteger, primary_key=True, autoincrement=False),
    Column("staked", BigInteger, nullable=False),  # cents; what was won is in the ledger
    Column("perfect", BigInteger, nullable=False),  # units: what the wagers were worth with the best play
    Column("cost", BigInteger, nullable=False),  # units that mistakes lost on average
    Column("late", BigInteger, nullable=False),  # units that were lost on average because time ran out
    Column("exact", Integer, nullable=False),  # 1 or 0
    Column("left_out", Text, nullable=False),  # the wagers that have no price, as JSON
    Column("decisions", Text, nullable=False),  # statistics.py
)

setting = Table(
    "setting", metadata, Column("name", String(64), primary_key=True), Column("value", Text, nullable=False)
)
