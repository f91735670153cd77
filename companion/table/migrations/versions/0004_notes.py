"""Notes lie beside the entries: help shown, answers refused, calls of the staff."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("player", sa.Integer),
        if_not_exists=True,
    )
    op.create_index("ix_notes_table_id", "notes", ["table_id"], if_not_exists=True)
