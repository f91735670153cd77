"""A bot that plays a seat of any game through the companion's API, at random; standard library only.

python3 examples/bot.py http://localhost:8000 kobura 0      plays the first seat of the table kobura
"""

import json
import os
import random
import sys
import urllib.error
import urllib.request
import uuid

HEADERS = {"Content-Type": "application/json", "X-Device": "bot"}
if "COMPANION_TOKEN" in os.environ:
    HEADERS["Authorization"] = f"Bearer {os.environ['COMPANION_TOKEN']}"


def moments(table, seat):
    """The table as the seat may know it, now and after each change."""
    request = urllib.request.Request(f"{table}/events?seat={seat}", headers=HEADERS)
    with urllib.request.urlopen(request, timeout=60) as stream:
        for line in stream:
            if line.startswith(b'data: {"state"'):
                yield json.loads(line[6:])["state"]


def post(table, what, seen, **body):
    """Whether to wait for the next moment: it was done, or the table has moved on. False: not allowed."""
    data = json.dumps({"seen": seen, "key": uuid.uuid4().hex, **body}).encode()
    try:
        urllib.request.urlopen(urllib.request.Request(f"{table}/{what}", data, HEADERS), timeout=60).close()
    except urllib.error.HTTPError as refused:
        if refused.code not in (409, 422):
            raise
        return refused.code == 409
    return True


def value(form):
    """A random value of a form; its sum may still be refused."""
    if form["form"] == "amount":
        return random.randint(form["lowest"], form["highest"])
    if form["form"] == "subset":
        free = [item["id"] for item in form["items"] if not item["refused"]]
        return random.sample(free, random.randint(form["least"], min(form["most"], len(free))))
    bag = [token["id"] for token in form["tokens"] for _ in range(token["count"])]
    chosen = random.sample(bag, random.randint(form["least"], min(form["most"], len(bag))))
    places = {t: [p["id"] for p in form["places"] if not p["accepts"] or t in p["accepts"]] for t in bag}
    laid = [(token, random.choice(places[token])) for token in chosen]
    return [[token, place, laid.count((token, place))] for token, place in set(laid)]


def answer(table, seen, question):
    form = question["answer"]
    if form["form"] in ("draw", "roll"):
        return post(table, "draws", seen)  # the companion draws
    if form["form"] == "choice":
        options = random.sample(form["options"], len(form["options"]))
        return any(post(table, "decisions", seen, decision=option["decision"]) for option in options)
    asked = {"question": question["kind"], "player": question["player"]}
    return any(post(table, "answers", seen, value=value(form), **asked) for _ in range(1000))


def play(address, table_id, seat):
    """Plays to the end of the game; returns the last state that was seen."""
    table = f"{address}/api/v1/tables/{table_id}"
    for state in moments(table, seat):
        if state["over"]:
            break
        asked = [q for q in state["questions"] if q["player"] in (seat, None) and not q["aside"]]
        any(answer(table, state["number"], q) for q in asked if q["answer"]["form"] != "elsewhere")
    return state


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    print(play(sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3]))["last"])
