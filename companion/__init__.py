"""A companion for board games on a real table: it follows the game, lights the table and keeps the score."""

__version__ = "1.1.0"
