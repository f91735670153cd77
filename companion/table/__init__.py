"""A table: its journal of entries, its state, and the rules by which entries are added."""
