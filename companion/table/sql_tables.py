"""The SQL tables of a journal's database, all of them, as the newest revision has them.

The journal itself needs TABLES and ENTRIES; the rest lies beside it, so that one file or one server holds all
that a house keeps. Each table is read and written by one module, which its comment names. A change here needs
a file in `migrations/versions` that changes the databases there are, and its revision in `journal_schema`.
"""

from __future__ import annotations

import sqlalchemy as sa

META = sa.MetaData()

# --- journal_schema.py

REVISION_TABLE = "companion_revision"
REVISION = sa.Table(REVISION_TABLE, META, sa.Column("version_num", sa.String(32), primary_key=True))
LEGACY = sa.Table("companion_schema", META, sa.Column("version", sa.Integer, nullable=False))
"""The version as programs from before REVISION read it."""

# --- journal.py

TABLES = sa.Table(
    "tables",
    META,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("created", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("archived", sa.Text),
    sa.Column("deleted", sa.Text),
)
ENTRIES = sa.Table(
    "entries",
    META,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("player", sa.Integer),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("target", sa.Integer),
    sa.UniqueConstraint("table_id", "key"),
)
NOTES = sa.Table(
    "notes",
    META,
    sa.Column("table_id", sa.String(16), nullable=False, index=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("what", sa.String(16), nullable=False),
    sa.Column("player", sa.Integer),
)
"""No line has a number of its own: a note can never be the one that keeps an entry from being written."""

# --- places.py

PLACES = sa.Table(
    "places",
    META,
    sa.Column("follower", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
)
"""The entry up to which each follower has taken each table."""

# --- companion/access/store.py: PINs, tokens, and a house's stations

ACCESS = sa.Table(
    "access",
    META,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

# --- companion/plays/store.py

PLAYS = sa.Table(
    "kept_plays",
    META,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("ended", sa.String(32), nullable=False, index=True),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    sa.Column("location", sa.Text, nullable=False),
    sa.Column("brief", sa.Text, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)

# --- companion/timer/store.py

TIMERS = sa.Table(
    "timers",
    META,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("keys", sa.Text, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)

# --- companion/scan/scans.py

SCAN_PHOTOS = sa.Table(
    "scan_photos",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("scan_id", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("jpeg", sa.LargeBinary, nullable=False),
    sa.Column("read", sa.Text, nullable=False),
    sa.Column("tiles", sa.String(64), nullable=False),
)
"""The photos of finished tables that people scan."""
