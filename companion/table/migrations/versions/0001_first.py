"""The form of journals from before Alembic kept it: `companion_schema` says 1."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    pass
