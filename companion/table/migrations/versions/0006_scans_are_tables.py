"""A scan of a finished table is a table: its steps become entries, each with all that held after it. Its
photos stay, and are of a table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from alembic import op

from companion.games.contract import Illegal
from companion.games.scanned.draft import Draft
from companion.games.scanned.moves import Earlier
from companion.table.steps import Steps

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    connection = op.get_bind()
    op.create_table(
        "scan_photos_of_tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("scan_id", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("jpeg", sa.LargeBinary, nullable=False),
        sa.Column("read", sa.Text, nullable=False),
        sa.Column("tiles", sa.String(64), nullable=False),
    )
    old = sa.MetaData()
    old.reflect(connection, only=["tables", "entries", "scans", "scan_steps", "scan_photos", "kept_plays"])
    tables, steps = old.tables["tables"], old.tables["scan_steps"]
    taken = set(connection.execute(sa.select(tables.c.id)).scalars())
    for scan in connection.execute(old.tables["scans"].select()).all():
        rows = connection.execute(
            steps.select().where(steps.c.scan_id == scan.id).order_by(steps.c.number)
        ).all()
        if not rows:
            continue
        id = next(name for name in _names(scan.id) if name not in taken)
        taken.add(id)
        connection.execute(
            tables.insert().values(
                id=id,
                game=f"finished:{scan.game}",
                title="",
                created=scan.created,
                settings="{}",
                deleted=scan.deleted,
            )
        )
        connection.execute(old.tables["entries"].insert(), [{"table_id": id, **e} for e in _entries(rows)])
        if id != scan.id:
            _rename_play(connection, old.tables["kept_plays"], scan.id, id)
        connection.execute(
            sa.text(
                "INSERT INTO scan_photos_of_tables (id, scan_id, jpeg, read, tiles) "
                "SELECT id, :new, jpeg, read, tiles FROM scan_photos WHERE scan_id = :old"
            ),
            {"new": id, "old": scan.id},
        )
    for name in ("scan_photos", "scan_steps", "scans"):
        op.drop_table(name)
    op.rename_table("scan_photos_of_tables", "scan_photos")


def _names(id: str) -> Iterator[str]:
    """The scan's own id, unless a table has it."""
    yield id
    yield from (f"{id}{n}" for n in range(2, 1000))


def _rename_play(connection: sa.Connection, plays: sa.Table, before: str, id: str) -> None:
    """The play of a scan follows it to its new id."""
    wanted = plays.c.id == f"scan-{before}"
    for play in connection.execute(plays.select().where(wanted)).all():
        was, now = f'"scan-{before}"', f'"scan-{id}"'
        data = play.data.replace(was, now).replace(f'"source":"{before}"', f'"source":"{id}"')
        texts = {"data": data, "brief": play.brief.replace(was, now)}
        connection.execute(plays.update().where(wanted).values(id=f"scan-{id}", **texts))


def _entries(rows: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """rows: a scan's steps by number, from 1 without a gap; `before` and `redo` are where these led."""
    steps = Steps()
    for row in rows:
        draft, said, undid = json.loads(row.draft), json.loads(row.change), json.loads(row.undid)
        if "homes" in draft:  # as versions before 0.2 called it
            draft["mats"] = draft.pop("homes")
        entry = {
            "number": row.number, "kind": "decision", "player": None, "by": "scan", "key": row.key,
            "at": row.at, "target": None, "words": "",
        }  # fmt: skip
        if row.number == 1:
            way = {"way": "numbers"} if draft.get("by_numbers") else {}
            setup = {"players": draft["players"], "options": way, "chance": {}}
            yield {**entry, "kind": "setup", "data": _dump({"setup": setup, "seed": 0})}
            steps.add(steps.begin(row.key))
            continue
        before = rows[row.number - 2]
        again = rows[before.redo - 1] if before.redo is not None else None
        kind: Literal["undo", "redo", "said"]
        if undid is not None:
            kind = "undo"
        elif again is not None and (row.before, row.redo) == (again.before, again.redo):
            kind = "redo"
        elif row.before != row.number - 1:
            # The score was asked for, which left what undo and redo do.
            data = {"do": "score", "player": None, "doubt": "", "keep": bool(draft.get("kept"))}
            yield {**entry, "data": _dump(data), "at": draft.get("ended") or row.at}
            steps.add(steps.note(row.key))
            continue
        else:
            kind = "said"
        try:
            step = steps.change(row.key) if kind == "said" else steps.move(kind, row.key)
        except Illegal:
            kind, step = "said", steps.change(row.key)
        if kind == "said":
            data = {"do": "earlier", "player": None, "doubt": "", "draft": draft, "said": said}
            yield {**entry, "data": _dump(data), "words": _words(draft, said)}
        else:
            done = "Taken back" if kind == "undo" else "Restored"
            words = f"{done}: {_words(draft, undid or said)}"
            yield {**entry, "kind": kind, "data": "{}", "target": step.state, "words": words}
        steps.add(step)


def _words(draft: Any, said: Any) -> str:
    return Earlier(draft=draft, said=said).told(msgspec.convert(draft, Draft), str)


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
