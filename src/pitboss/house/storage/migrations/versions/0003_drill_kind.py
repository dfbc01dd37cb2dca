"""The kind of decision of each answer in the drill.

Revision ID: 0003
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, String

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("drill", Column("kind", String(128), nullable=False, server_default=""))
