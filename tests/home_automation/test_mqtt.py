"""Tests of a table with a real Mosquitto broker: messages to Home Assistant, and its buttons."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from email.message import Message
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest

from companion import games
from companion.access.kept_stations import KeptStation
from companion.games.contract import Player, Setup
from companion.home_automation import discovery, mqtt
from companion.home_automation.broker import BadBroker, Broker, broker
from companion.home_automation.discovery import BUTTONS, SENSORS, Topics, device
from companion.home_automation.mqtt import MqttStations, MqttTable
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.referee_view import Disagreement, RefereeView
from companion.table.settings import Settings
from companion.table.snapshot import DeviceState
from companion.table.tables import Tables
from tests.default_run import first_by_default

pytestmark = pytest.mark.waits

STATE, ENTRY, UNDO, NEXT = (f"companion/den/{name}" for name in ("state", "entry", "undo", "next"))
CONFIG, AVAILABLE = "homeassistant/device/companion_den/config", "companion/den/availability"


@pytest.fixture
def room(tmp_path: Any) -> Iterator[Room]:
    room = Room(Tables(Journal(tmp_path / "journal.db")), address="http://10.0.0.9:8000/")
    yield room
    room.close()


@pytest.fixture
def table(room: Room) -> Any:
    """A table of a game that asks one player after another."""
    game = games.load(games.default_name())
    players = (Player("Ann", game.colours[0]), Player("Ben", game.colours[1]))
    table = room.tables.create(game.name, Setup(players), seed=1, settings=Settings(draws="hand"))
    room.home.activate(table.id)
    return table


@pytest.fixture
def mqtt_table(
    mosquitto: Any, listener: Any, room: Room, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MqttTable]:
    monkeypatch.setattr(mqtt, "POLL_SECONDS", 0.02)
    monkeypatch.setattr(mqtt, "RECONNECT_SECONDS", (1, 1))
    made = MqttTable(room, Broker("127.0.0.1", mosquitto.port, False, "den"))
    made.start()
    yield made
    made.close()


def take(table: Any, rng: Random) -> None:
    """Takes one step of a game, by chance where a random draw is asked for."""
    question = table.questions[0]
    if question.chance is not None:
        table.sample_chance(table.number, f"mqtt-{table.number:05}")
        return
    option = rng.choice(table.game.options(table.state, question.player))
    table.submit(option.decision, table.number, f"mqtt-{table.number:05}", "test")


def until(true: Any) -> None:
    end = monotonic() + 20
    while not true():
        assert monotonic() < end
        sleep(0.01)


def test_every_change_is_heard_once_and_in_order(listener: Any, table: Any, mqtt_table: MqttTable) -> None:
    listener.until(STATE, lambda said: said["number"] == table.number)
    rng = Random(3)
    for _step in range(30):
        take(table, rng)
    table.undo(table.number, "mqtt-undo", "test")
    said = listener.until(STATE, lambda said: said["number"] == table.number)
    heard = [(entry["number"], entry["kind"]) for entry in listener.heard[ENTRY]]
    assert heard == [(entry.number, entry.kind) for entry in table.entries()]
    phase = table.game.phase(table.state)
    assert (said["round"], said["phase"], said["over"]) == (phase.round, phase.words, phase.over)
    assert said["turn"] == table.setup.players[table.questions[0].player].name


def test_a_table_that_begins_is_heard_from_its_first_entry(
    listener: Any, room: Room, mqtt_table: MqttTable
) -> None:
    """One that was begun before is not told anew."""
    game = games.load(games.default_name())
    players = (Player("Ann", game.colours[0]), Player("Ben", game.colours[1]))
    before, table = (
        room.tables.create(game.name, Setup(players), seed=1, settings=Settings(draws="hand"))
        for _n in (1, 2)
    )
    room.home.activate(table.id)
    listener.until(ENTRY, lambda said: said["table"] == table.id and said["number"] == table.number)
    assert [entry["number"] for entry in listener.heard[ENTRY]] == list(range(1, table.number + 1))
    mqtt_table._looked += 60
    room.home.activate(before.id)
    listener.until(STATE, lambda said: said["table"] == before.id)
    take(before, Random(3))
    listener.until(ENTRY, lambda said: said["table"] == before.id)
    assert {entry["number"] for entry in listener.heard[ENTRY] if entry["table"] == before.id} == {
        before.number
    }


def test_the_device_keeps_the_name_that_its_owner_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    assert device(Topics("k-che"), "", "Küche")["device"]["name"] == "Table Küche"
    assert "support_url" not in device(Topics("den"), "")["origin"]
    package = Message()
    package["Project-URL"] = "Issues, https://example.org/issues"
    monkeypatch.setattr(discovery, "metadata", lambda _name: package)
    assert device(Topics("den"), "")["origin"]["support_url"] == "https://example.org/issues"


def test_the_device_is_described_whole(listener: Any, table: Any, mqtt_table: MqttTable) -> None:
    device = listener.until(CONFIG, bool)
    assert device["device"]["identifiers"] == ["companion_den"]
    assert device["device"]["configuration_url"] == "http://10.0.0.9:8000/"
    parts = device["components"]
    assert set(parts) == {*SENSORS, "alarm", *BUTTONS}
    assert all(part["platform"] and part["unique_id"] and part["name"] for part in parts.values())
    assert {parts[name]["command_topic"] for name in BUTTONS} == {UNDO, NEXT}
    state = listener.until(STATE, lambda said: said["table"] == table.id)
    assert set(SENSORS) | {"alarm"} <= set(state)
    listener.until(AVAILABLE, lambda said: said == "online")
    diagnostic = {name for name, part in parts.items() if part.get("entity_category") == "diagnostic"}
    assert {"alarm", "camera", "lights"} <= diagnostic
    assert not {"turn", "round", "undo", "next"} & diagnostic
    listener.heard.clear()
    listener.client.publish("homeassistant/status", "online")  # as after a restart
    assert listener.until(CONFIG, bool) == device


def test_undo_asks_again_where_a_secret_would_go(listener: Any, room: Room, mqtt_table: MqttTable) -> None:
    """In the first game that has secret answers; a button press alone does not reveal an answer."""
    for name in games.names():
        game = games.load(name)
        players = tuple(Player(c.title(), c) for c in game.colours[: game.seats[0]])
        table = room.tables.create(name, Setup(players), seed=1)
        asked = next((q for q in table.questions if q.secret and not q.form), None)
        if asked is not None:
            break
    assert asked is not None
    room.home.activate(table.id)
    option = table.game.options(table.state, asked.player)[0]
    table.submit(option.decision, table.number, "mqtt-secret", "test")
    number = table.number
    listener.until(STATE, lambda said: said["number"] == number)
    listener.client.publish(UNDO, "PRESS", 1)
    said = listener.until(STATE, lambda said: bool(said["message"]))
    assert "Press again" in said["message"]
    assert option.words not in said["message"]
    assert table.number == number
    listener.client.publish(UNDO, "PRESS", 1)
    listener.until(STATE, lambda said: said["number"] == number + 1 and not said["message"])
    assert table.entries()[-1].kind == "undo"


def test_undo_and_next(listener: Any, table: Any, mqtt_table: MqttTable) -> None:
    rng = Random(3)
    listener.until(STATE, lambda said: said["number"] == table.number)
    take(table, rng)
    undoes = listener.until(STATE, lambda said: said["number"] == table.number)["undoes"]
    assert undoes == table.undo_words
    number = table.number
    listener.client.publish(UNDO, "PRESS", 1)
    listener.until(STATE, lambda said: said["number"] == number + 1)
    assert [entry.kind for entry in table.entries()[-1:]] == ["undo"]
    assert table.entries()[-1].by == "Home Assistant"
    # Where players have a choice nothing is done; a draw that could be entered by hand is made.
    listener.client.publish(NEXT, "PRESS", 1)
    listener.until(STATE, lambda said: "more than one way" in said["message"])
    assert table.number == number + 1
    while table.questions[0].chance is None:
        take(table, rng)
    number = table.number
    listener.client.publish(NEXT, "PRESS", 1)
    listener.until(STATE, lambda said: said["number"] > number and not said["message"])
    assert table.entries()[number].kind == "draw"


def test_the_alarm_says_what_is_wrong(listener: Any, table: Any, mqtt_table: MqttTable) -> None:
    listener.until(STATE, lambda said: said["table"] == table.id and said["alarm"] == [])
    table.show(
        served=table.id,
        camera=DeviceState("lost", "The camera is gone."),
        lights=DeviceState("online", "Well."),
    )
    said = listener.until(STATE, lambda said: said["camera"] == "lost")
    assert (said["alarm"], said["lights"]) == (["The camera is gone."], "online")
    differs = Disagreement((), (), ("A tile lies elsewhere.",), (), 0.0)
    table.show(camera=None, lights=None, referee=RefereeView(disagreement=differs))
    listener.until(STATE, lambda said: said["alarm"] == ["A tile lies elsewhere."])
    table.show(referee=None)
    listener.until(STATE, lambda said: said["alarm"] == [])


def test_a_broker_that_goes_away_is_found_again(
    mosquitto: Any, listener: Any, table: Any, mqtt_table: MqttTable, caplog: pytest.LogCaptureFixture
) -> None:
    listener.until(STATE, lambda said: said["number"] == table.number)
    mosquitto.stop()
    rng = Random(3)
    for _step in range(5):
        take(table, rng)
    mosquitto.start()
    listener.until(STATE, lambda said: said["number"] == table.number)
    heard = [entry["number"] for entry in listener.heard[ENTRY]]
    assert heard == list(range(1, table.number + 1))
    away = [record for record in caplog.records if "is away" in record.getMessage()]
    assert len(away) == 1
    assert mqtt_table.trouble == ""


@pytest.mark.parametrize("fault", first_by_default([RecursionError, MemoryError, UnicodeError, OSError]))
def test_whatever_is_thrown_the_table_is_told_and_its_buttons_work(
    listener: Any, table: Any, mqtt_table: MqttTable, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    monkeypatch.setattr(mqtt, "FAULT_SECONDS", 0.02)
    listener.until(STATE, lambda said: said["number"] == table.number)
    rng, thrown = Random(3), list[str]()

    def throwing(whose: object, name: str) -> None:
        kept = getattr(whose, name)

        def throw(*given: Any) -> Any:
            if name in thrown:
                return kept(*given)
            thrown.append(name)
            raise fault("thrown")

        monkeypatch.setattr(whose, name, throw)

    throwing(MqttTable, "_send_entries")  # in the thread that follows the table
    take(table, rng)
    listener.until(STATE, lambda said: said["number"] == table.number)
    until(lambda: not mqtt_table.trouble)
    throwing(mqtt.table_state, "undo")  # in paho's thread
    listener.client.publish(UNDO, "PRESS", 1)
    listener.client.publish(UNDO, "PRESS", 1)
    number = table.number
    listener.until(STATE, lambda said: said["number"] == number + 1)
    assert thrown == ["_send_entries", "undo"]


@pytest.mark.parametrize("fault", first_by_default([RecursionError, MemoryError, UnicodeError, OSError]))
def test_the_connection_is_made_anew_whatever_its_own_loop_throws(
    listener: Any, table: Any, mqtt_table: MqttTable, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    """Say, a packet whose topic is not UTF-8; it is said on the page meanwhile."""
    monkeypatch.setattr(mqtt, "FAULT_SECONDS", 0.0)
    listener.until(STATE, lambda said: said["number"] == table.number)
    client: Any = mqtt_table._client
    handle, thrown = client._packet_handle, list[str]()

    def throw() -> Any:
        if thrown:
            return handle()
        thrown.append("thrown")
        raise fault("thrown in the loop")

    looked_at, reconnect = threading.Event(), client.reconnect
    monkeypatch.setattr(client, "reconnect", lambda: looked_at.wait(60) and reconnect())
    monkeypatch.setattr(client, "_packet_handle", throw)
    listener.client.publish(UNDO, "PRESS", 1)
    until(lambda: mqtt_table.trouble)
    assert "thrown in the loop" in mqtt_table.trouble
    looked_at.set()
    until(lambda: not mqtt_table.trouble)
    take(table, Random(3))
    listener.until(STATE, lambda said: said["number"] == table.number)
    number = table.number
    listener.client.publish(UNDO, "PRESS", 1)
    listener.until(STATE, lambda said: said["number"] == number + 1)


def test_a_state_that_cannot_be_told_is_said_until_it_can(
    listener: Any, table: Any, mqtt_table: MqttTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener.until(STATE, lambda said: said["number"] == table.number)

    def thrown(*_given: Any) -> Any:
        raise RecursionError("too deep")

    with monkeypatch.context() as broken:
        broken.setattr(mqtt.table_state, "state", thrown)
        take(table, Random(3))
        until(lambda: "too deep" in mqtt_table.trouble)
    take(table, Random(3))
    until(lambda: not mqtt_table.trouble)


def test_a_broker_s_name_that_cannot_be_asked_for_is_a_broker_that_is_away(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(mqtt, "RECONNECT_SECONDS", (1, 1))
    made = MqttTable(room, Broker("a" * 70 + ".example", 1883, False, "den"))
    made.start()
    end = monotonic() + 20
    while not (away := [said for said in caplog.messages if "is away" in said]) and monotonic() < end:
        sleep(0.02)
    assert len(away) == 1
    assert "is away" in made.trouble
    assert "it is told again once it answers" in made.trouble
    assert made._client._thread is not None
    assert made._client._thread.is_alive()  # it goes on trying
    made.close()


def test_the_end_is_said(listener: Any, table: Any, mqtt_table: MqttTable, room: Room) -> None:
    listener.until(STATE, lambda said: said["table"] == table.id)
    room.home.activate(None)
    listener.until(STATE, lambda said: said["table"] is None and said["turn"] == "")
    mqtt_table.close()
    listener.until(AVAILABLE, lambda said: said == "offline")


def test_every_station_is_a_device_of_its_own(
    mosquitto: Any, listener: Any, table: Any, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mqtt, "POLL_SECONDS", 0.02)
    game = games.load(games.default_name())
    players = (Player("Cy", game.colours[0]), Player("Di", game.colours[1]))
    other = room.tables.create(game.name, Setup(players), seed=2, settings=Settings(draws="hand"))
    stations = MqttStations(room, Broker("127.0.0.1", mosquitto.port, False, "den"))
    stations.start()
    try:
        listener.until(STATE, lambda said: said["table"] == table.id)
        first, window = KeptStation("1", "1", table=table.id), KeptStation("2", "Window", table=other.id)
        room.arrange([first, window])
        there = listener.until("companion/den-2/state", lambda said: said["table"] == other.id)
        assert there["turn"] != listener.heard[STATE][-1]["turn"]
        described = listener.until("homeassistant/device/companion_den-2/config", bool)
        assert described["device"]["name"] == "Table Window"
        take(other, Random(3))
        listener.until("companion/den-2/state", lambda said: said["number"] == other.number)
        assert listener.heard[STATE][-1]["number"] == table.number
        number = other.number
        listener.client.publish("companion/den-2/undo", "PRESS", 1)
        listener.until("companion/den-2/state", lambda said: said["number"] == number + 1)
        assert (other.entries()[-1].kind, table.number) == ("undo", listener.heard[STATE][-1]["number"])
        room.arrange([first])  # the second station is removed
        listener.until("homeassistant/device/companion_den-2/config", lambda said: said == "")
        listener.until("companion/den-2/availability", lambda said: said == "offline")
    finally:
        stations.close()
    listener.until(AVAILABLE, lambda said: said == "offline")


@pytest.mark.parametrize(
    "address", ["10.0.0.2", "http://10.0.0.2", "mqtt://", "mqtt://10.0.0.2:x", "mqtt://h:99999"]
)
def test_a_bad_address_is_one_sentence(address: str) -> None:
    with pytest.raises(BadBroker, match="like mqtt://"):
        broker(address)


def test_an_address_names_all_of_it() -> None:
    found = broker("mqtts://me:p%40ss@broker.local:8884/The%20Den!")
    assert found == Broker("broker.local", 8884, True, "the-den", "me", "p@ss", "The Den!")
    assert "p@ss" not in repr(found)
    assert broker("mqtt://b/K%C3%BCche").label == broker("mqtt://b/Küche").label == "Küche"
