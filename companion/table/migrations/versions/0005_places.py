"""Every follower that must lose nothing has its places in one table; the kept plays had one of their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "places",
        sa.Column("follower", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    op.execute(
        "INSERT INTO places (follower, table_id, number) "
        "SELECT 'plays', table_id, number FROM kept_plays_looked"
    )
    op.drop_table("kept_plays_looked")
