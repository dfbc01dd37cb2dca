"""The drill: puzzles that people were asked, and their answers.

Revision ID: 0002
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Text

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "drill",
        Column("person", String(64), ForeignKey("person.id"), primary_key=True),
        Column("game", String(64), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("puzzle", String(64), nullable=False),
        Column("rules", Text, nullable=False),
        Column("asked_at", BigInteger, nullable=False),
        Column("answered_at", BigInteger),
        Column("chosen", String(64), nullable=False, server_default=""),
        Column("cost", BigInteger, nullable=False, server_default="0"),
        Column("rating", Integer, nullable=False),
        Column("due_at", BigInteger),
    )
    op.create_index("drill_due", "drill", ["person", "game", "due_at"])
