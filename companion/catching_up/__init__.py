"""Catching up: which legal decisions lead from where the tracker stands to what lies on the table now."""
