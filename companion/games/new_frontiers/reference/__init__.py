"""The rules reference of New Frontiers: its texts, and which tiles they are about."""
