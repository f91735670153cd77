"""A scan's steps can be made again. Entries of the kind "clock" may come: older programs do not know them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    there = sa.inspect(op.get_bind())
    # The tables beside the journal's are laid out when they are first wanted, and later programs of form 1
    # gave this one the column themselves.
    if there.has_table("scan_steps") and "redo" not in {it["name"] for it in there.get_columns("scan_steps")}:
        op.add_column("scan_steps", sa.Column("redo", sa.Integer))
