"""Scoring of tables that were not tracked."""
