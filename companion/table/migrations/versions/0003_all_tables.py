"""Plays, timers, access and scans have their tables in every journal. Programs before made each when it was
first wanted, so that any of them may be there. Types of foreign keys are given: a table made here knows no
other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "access",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "kept_plays",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("comment", sa.Text, nullable=False),
        sa.Column("location", sa.Text, nullable=False),
        sa.Column("brief", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        if_not_exists=True,
    )
    # By itself: a table that is there keeps its index, which the table's own would be made beside.
    op.create_index("ix_kept_plays_ended", "kept_plays", ["ended"], if_not_exists=True)
    op.create_table(
        "kept_plays_looked",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "timers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("keys", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "scans",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("deleted", sa.String(32)),
        if_not_exists=True,
    )
    op.create_table(
        "scan_steps",
        sa.Column("scan_id", sa.String(16), sa.ForeignKey("scans.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("change", sa.Text, nullable=False),
        sa.Column("undid", sa.Text, nullable=False),
        sa.Column("before", sa.Integer),
        sa.Column("redo", sa.Integer),
        sa.Column("draft", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.UniqueConstraint("scan_id", "key"),
        if_not_exists=True,
    )
    op.create_table(
        "scan_photos",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("scan_id", sa.String(16), sa.ForeignKey("scans.id"), nullable=False),
        sa.Column("jpeg", sa.LargeBinary, nullable=False),
        sa.Column("read", sa.Text, nullable=False),
        sa.Column("tiles", sa.String(64), nullable=False),
        if_not_exists=True,
    )
