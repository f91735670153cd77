"""Tests of the health and metrics pages for operators, and of the server's log."""

from __future__ import annotations

import json
import logging
import re
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
from prometheus_client.parser import text_string_to_metric_families

from companion.system.logs import JsonLines, configure_handler, current_table_id
from companion.table.journal_errors import JournalError
from companion.web.request.services import services_of


def figures(client):
    told = client.get("/metrics")
    assert told.status_code == 200
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(told.text)
        for sample in family.samples
    }


def test_it_lives_and_is_ready(client):
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").get_json() == {"ready": True, "sentence": ""}


def test_it_is_not_ready_while_its_journal_does_not_answer(client, room, monkeypatch):
    def broken():
        raise JournalError("unreachable", "The journal cannot be opened.")

    monkeypatch.setattr(room.tables.journal, "ping", broken)
    told = client.get("/readyz")
    assert (told.status_code, told.get_json()["sentence"]) == (503, "The journal cannot be opened.")
    assert client.get("/healthz").status_code == 200


def test_answers_are_counted_by_view_and_status(client, table, post):
    before = figures(client)
    post(f"/t/{table.id}/corrections", 1, path="coins/0", value=2)
    post(f"/t/{table.id}/corrections", 1, path="coins/0", value=3)  # outdated
    after = figures(client)

    def increase(name, **labels):
        key = (name, *sorted(labels.items()))
        return after[key] - before.get(key, 0)

    view = "corrections.correct"
    assert increase("companion_answers_total", view=view, status="200") == 1
    assert increase("companion_answers_total", view=view, status="409") == 1
    assert increase("companion_answer_seconds_count", view=view) == 2
    assert after[("companion_tables_open",)] == 1
    assert after[("companion_draining",)] == 0


def test_the_figures_name_no_table_and_nobody(client, table, post):
    post(f"/t/{table.id}/corrections", 1, path="coins/0", value=2)
    text = client.get("/metrics").text
    assert table.id not in text
    assert table.setup.players[0].name not in text


def test_draining_says_so_then_stops(serving):
    serving.server.drain(0.5)
    with pytest.raises(urllib.error.HTTPError) as told:
        urllib.request.urlopen(f"{serving.address}/readyz", timeout=30)
    assert told.value.code == 503
    with urllib.request.urlopen(f"{serving.address}/healthz", timeout=30) as answer:
        assert answer.status == 200  # devices that are connected are still served
    serving._thread.join(20)
    assert not serving._thread.is_alive()


def test_a_log_line_is_json_and_names_its_table(app, client, table, capsys):
    handler = configure_handler(logging.StreamHandler(), as_json=True)
    log = logging.getLogger("tests.health")
    log.addHandler(handler)
    try:

        @app.before_request
        def speak():
            log.warning("a line with “quotes” and\na break")

        client.get(f"/t/{table.id}/state")
        thread = threading.Thread(target=log.warning, args=("of no table",))
        thread.start()
        thread.join()
        try:
            raise ValueError("why")
        except ValueError:
            log.exception("it failed")
    finally:
        log.removeHandler(handler)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    assert lines[0]["table"] == table.id
    assert lines[0]["message"] == "a line with “quotes” and\na break"
    assert "table" not in lines[1]
    assert "ValueError: why" in lines[2]["exception"]
    assert isinstance(handler.formatter, JsonLines)
    assert time.strptime(lines[0]["time"][:19], "%Y-%m-%dT%H:%M:%S")


def test_a_line_for_people_names_the_table_too(capsys):
    handler = configure_handler(logging.StreamHandler(), as_json=False)
    token = current_table_id.set("kobura")
    try:
        handler.handle(logging.makeLogRecord({"msg": "hello", "levelname": "INFO", "name": "x"}))
    finally:
        current_table_id.reset(token)
    assert "x [kobura]: hello" in capsys.readouterr().err


def test_the_dashboard_and_the_docs_name_figures_that_there_are(app, client):
    services_of(app).health.backups = SimpleNamespace(last=None, failed="")
    client.get("/healthz")
    there = {name.removesuffix("_bucket") for name, *_ in figures(client)}
    docs = Path(__file__).parents[2] / "docs"
    for page in ("grafana.json", "deployment.md"):
        named = set(re.findall(r"\b(?:companion|process)_[a-z_]+\b", (docs / page).read_text("utf-8")))
        named = {name.removesuffix("_bucket") for name in named} - {"companion_answer_seconds"}
        assert named
        assert named - there == set()
    json.loads((docs / "grafana.json").read_text("utf-8"))
