"""Writes a line for each finished play into a CSV file, through the companion's API; standard library only.

    python3 examples/score_logger.py http://localhost:8000 scores.csv

It asks every 30 seconds, writes each play once, and may be stopped and started at any time. With --once it
asks once and ends.
"""

import csv
import json
import sys
import time
import urllib.request
from pathlib import Path

COLUMNS = ("play", "ended", "game", "player", "total", "rank", "winner")
PART = 100
"""Plays that are asked for at once."""


def cell(text):
    """A name as a cell: a spreadsheet would run one that begins like a formula."""
    return f"'{text}" if text.lstrip(" \t").startswith(("=", "+", "-", "@", "\t", "\r")) else text


def plays(address):
    """The finished plays, the last ended first."""
    offset = 0
    while True:
        with urllib.request.urlopen(f"{address}/api/v1/plays?limit={PART}&offset={offset}") as answer:
            found = json.load(answer)["plays"]
        yield from found
        if len(found) < PART:
            return
        offset += PART


def log(address, file):
    """Adds the plays that the file does not have; how many there were."""
    written = set()
    if file.exists():
        with file.open(newline="", encoding="utf-8") as lines:
            written = {line["play"] for line in csv.DictReader(lines)}
    new = [play for play in plays(address) if play["id"] not in written]
    with file.open("a", newline="", encoding="utf-8") as lines:
        table = csv.writer(lines)
        if not lines.tell():
            table.writerow(COLUMNS)
        for play in reversed(new):
            for player, result in zip(play["players"], play["results"], strict=True):
                what = (play["id"], play["ended"], play["game"], cell(player["name"]))
                table.writerow((*what, result["total"], result["rank"], result["winner"]))
    return len(new)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    while True:
        print(f"{log(sys.argv[1].rstrip('/'), Path(sys.argv[2]))} new")
        if "--once" in sys.argv:
            break
        time.sleep(30)
