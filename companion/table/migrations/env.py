"""Run by Alembic: brings the journal of the connection that it was given up to a revision."""

from alembic import context

from companion.table.sql_tables import REVISION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=REVISION_TABLE)
with context.begin_transaction():
    context.run_migrations()
