"""What a review found in each round that a person played, for their statistics.

Revision ID: 0004
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Text

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviewed",
        Column("person", String(64), ForeignKey("person.id"), primary_key=True),
        Column("table_id", String(64), ForeignKey("game_table.id"), primary_key=True),
        Column("round", BigInteger, primary_key=True, autoincrement=False),
        Column("staked", BigInteger, nullable=False),
        Column("perfect", BigInteger, nullable=False),
        Column("cost", BigInteger, nullable=False),
        Column("late", BigInteger, nullable=False),
        Column("exact", Integer, nullable=False),
        Column("left_out", Text, nullable=False),
        Column("decisions", Text, nullable=False),
    )
