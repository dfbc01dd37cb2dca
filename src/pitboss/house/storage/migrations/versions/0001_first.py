"""The first version: tables of play, acts, money, meters, people and staff.

Revision ID: 0001
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# SQLite makes a BIGINT primary key an ordinary column, so it can't number rows by itself.
Serial = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "game_table",
        Column("id", String(64), primary_key=True),
        Column("name", Text, nullable=False),
        Column("game", String(64), nullable=False),
        Column("rules", Text, nullable=False),
        Column("settings", Text, nullable=False),
        Column("link", String(64), nullable=False, server_default=""),
        Column("opened_by", String(64), nullable=False),
        Column("opened_at", BigInteger, nullable=False),
        Column("closed_at", BigInteger),
        Column("snapshot", BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "act",
        Column("table_id", String(64), ForeignKey("game_table.id"), primary_key=True),
        Column("seq", BigInteger, primary_key=True),
        Column("round", BigInteger, nullable=False),
        Column("key", String(128)),
        Column("person", String(64), nullable=False, server_default=""),
        Column("at", BigInteger, nullable=False),
        Column("body", LargeBinary, nullable=False),
        Column("head", String(64), nullable=False),
        UniqueConstraint("table_id", "key"),
    )
    op.create_table(
        "entry",
        Column("id", String(200), primary_key=True),
        Column("kind", String(32), nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("table_id", String(64), nullable=False, server_default=""),
        Column("seq", BigInteger, nullable=False, server_default="0"),
        Column("person", String(64), nullable=False, server_default=""),
        Column("memo", Text, nullable=False, server_default=""),
    )
    op.create_table(
        "posting",
        Column("entry", String(200), ForeignKey("entry.id"), primary_key=True),
        Column("line", Integer, primary_key=True),
        Column("account", String(200), nullable=False),
        Column("units", BigInteger, nullable=False),
    )
    op.create_index("posting_account", "posting", ["account"])
    op.create_table(
        "account",
        Column("name", String(200), primary_key=True),
        Column("units", BigInteger, nullable=False),
        CheckConstraint(
            "units >= 0 OR name LIKE 'house:%' OR name IN ('house', 'issued', 'coupon:issued')",
            name="account_not_below_zero",
        ),
    )
    op.create_table(
        "meter",
        Column("id", String(200), primary_key=True),
        Column("units", BigInteger, nullable=False),
        Column("memory", LargeBinary, nullable=False),
        Column("terms", Text, nullable=False),
    )
    op.create_table(
        "meter_move",
        Column("meter", String(200), ForeignKey("meter.id"), primary_key=True),
        Column("number", BigInteger, primary_key=True),
        Column("kind", String(32), nullable=False),
        Column("table_id", String(64), nullable=False),
        Column("round", BigInteger, nullable=False),
        Column("what", Text, nullable=False),
        Column("units", BigInteger, nullable=False),
        Column("after", BigInteger, nullable=False),
        Column("at", BigInteger, nullable=False),
    )
    op.create_table(
        "person",
        Column("id", String(64), primary_key=True),
        Column("name", Text, nullable=False),
        Column("login", String(64), unique=True),
        Column("password", Text),
        Column("roles", Text, nullable=False),
        Column("made_at", BigInteger, nullable=False),
        Column("disabled_at", BigInteger),
    )
    op.create_table(
        "session",
        Column("id", String(64), primary_key=True),
        Column("person", String(64), ForeignKey("person.id"), nullable=False),
        Column("made_at", BigInteger, nullable=False),
        Column("expires_at", BigInteger, nullable=False),
        Column("revoked_at", BigInteger),
    )
    op.create_index("session_person", "session", ["person"])
    op.create_table(
        "staff_act",
        Column("number", Serial, primary_key=True),
        Column("at", BigInteger, nullable=False),
        Column("person", String(64), nullable=False),
        Column("what", String(64), nullable=False),
        Column("body", Text, nullable=False),
        Column("head", String(64), nullable=False),
    )
    op.create_table(
        "signed_head",
        Column("number", BigInteger, primary_key=True, autoincrement=False),
        Column("before", String(64), nullable=False),
        Column("chain", String(200), nullable=False),
        Column("seq", BigInteger, nullable=False),
        Column("head", String(64), nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("key", Text, nullable=False),
        Column("signature", Text, nullable=False),
        UniqueConstraint("chain", "seq"),
    )
    op.create_table(
        "owner",
        Column("table_id", String(64), ForeignKey("game_table.id"), primary_key=True),
        Column("epoch", BigInteger, nullable=False),
        Column("process", String(64), nullable=False),
        Column("address", Text, nullable=False),
        Column("backend", BigInteger, nullable=False, server_default="0"),
        Column("beat_at", BigInteger, nullable=False),
    )
    op.create_table("setting", Column("name", String(64), primary_key=True), Column("value", Text, nullable=False))
