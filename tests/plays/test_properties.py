"""Property tests with any names and texts: nothing is lost, nothing runs as a formula, nothing raises."""

from __future__ import annotations

import csv
import io
import json
from urllib.parse import unquote

from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.plays.bgstats import bgsplay, create_play, link
from companion.plays.export import to_csv
from companion.plays.pdf import score_pdf
from companion.plays.play import play_from_json, play_to_json, summary_from_json, summary_to_json
from companion.plays.statistics import statistics
from tests.default_run import examples
from tests.plays.conftest import named_play

FRONTIERS = games.load("new-frontiers")
words = st.text(st.characters(exclude_categories=("Cs",)), max_size=24)
plays = st.builds(
    lambda names, comment, location: named_play(*names, comment=comment, location=location),
    st.lists(words.filter(str.strip), min_size=1, max_size=4, unique=True),
    words,
    words,
)


@given(plays)
@settings(max_examples=examples(60), deadline=None)
def test_a_play_comes_back_from_json(play):
    assert play_from_json(json.loads(json.dumps(play_to_json(play)))) == play
    assert summary_from_json(json.loads(json.dumps(summary_to_json(play.brief)))) == play.brief


@given(plays)
@settings(max_examples=examples(60), deadline=None)
def test_csv_gives_back_what_was_written_and_runs_nothing(play):
    rows = list(csv.DictReader(io.StringIO(to_csv([play.brief]).removeprefix("\ufeff"), newline="")))
    for row in rows:
        assert not any(cell[:1] in set("=+-@\t\r") for name, cell in row.items() if name != "vp")
        who = play.players[int(row["seat"]) - 1].name
        assert row["player"] in (who, f"'{who}")
        assert row["comment"] in (play.comment, f"'{play.comment}")


@given(plays)
@settings(max_examples=examples(60), deadline=None)
def test_the_link_and_the_file_hold_what_they_say(play):
    address = link(play, FRONTIERS)
    assert address.isascii()
    assert json.loads(unquote(address.partition("?data=")[2])) == create_play(play, FRONTIERS)
    data = json.loads(bgsplay(play, FRONTIERS))
    names = {player["id"]: player["name"] for player in data["players"]}
    scores = data["plays"][0]["playerScores"]
    assert [names[s["playerRefId"]] for s in scores] == [p.name for p in play.players]


@given(st.lists(plays, max_size=4))
@settings(max_examples=examples(40), deadline=None)
def test_statistics_count_every_seat_once(some):
    found = statistics(play.brief for play in some)
    assert sum(s.plays for s in found) == sum(len(play.players) for play in some)
    assert sum(s.wins for s in found) == len(some)
    for s in found:
        assert sum(row.plays for row in s.counts) == s.plays
        assert abs(sum(vp for _, vp in s.sources) - s.average) < 1e-9


@given(plays)
@settings(max_examples=examples(8), deadline=None)
def test_a_pdf_is_made_of_any_words(play):
    made = score_pdf(
        title=play.location,
        players=[(p.name, p.colour) for p in play.players],
        sheet=play.sheet,
        course=play.course,
        notes=(play.comment,),
    )
    assert made.startswith(b"%PDF")
