"""A timer for a table, with or without a tracked game: `clock` counts, `store` keeps it in the database."""
