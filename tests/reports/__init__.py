"""Inputs as people reported them: photos, files and names with which the companion failed (README.md)."""

from pathlib import Path

REPORTS = Path(__file__).parent
