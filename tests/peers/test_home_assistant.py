"""A test with Home Assistant and a real broker: it finds the table, follows it and presses its buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.home_automation.broker import Broker
from companion.home_automation.discovery import BUTTONS, SENSORS
from companion.home_automation.mqtt import MqttStations
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from tests.home_automation.conftest import Mosquitto
from tests.peers.home_assistant import VERSIONS, HomeAssistant
from tests.web.drawn import eventually

pytestmark = pytest.mark.peer


@pytest.mark.parametrize("version", VERSIONS)
def test_home_assistant_follows_a_table_and_takes_a_step_back(
    tmp_path: Path, mosquitto: Mosquitto, version: str
) -> None:
    home = HomeAssistant(version, mosquitto.port)
    room = Room(Tables(Journal(tmp_path / "journal.db")), address="http://127.0.0.1:8000/")
    told = MqttStations(room, Broker("127.0.0.1", mosquitto.port, False, "den"))
    told.start()
    try:
        game = games.load(games.default_name())
        players = (Player("Ann", game.colours[0]), Player("Ben", game.colours[1]))
        table = room.tables.create(game.name, Setup(players), seed=1, settings=Settings(draws="virtual"))
        room.home.activate(table.id)
        turn = "sensor.table_den_turn"
        home.until(turn, _turn(table))
        # It makes its buttons when it is done with its sensors, or before.
        every = len(SENSORS) + len(BUTTONS) + 1  # and the alarm
        eventually(lambda: len(home.states("table_den")) >= every)
        assert len(found := home.states("table_den")) == every, sorted(found)
        home.until("binary_sensor.table_den_alarm", "off")
        home.until("sensor.table_den_game", game.title)

        question = table.questions[0]
        option = table.game.options(table.state, question.player)[0]
        table.submit(option.decision, table.number, "ha-00001", "test")
        home.until(turn, _turn(table))
        number = table.number
        home.ask("/api/services/button/press", {"entity_id": "button.table_den_undo"})
        eventually(lambda: table.entries()[-1].kind == "undo")
        assert table.number == number + 1
        home.until(turn, _turn(table))

        told.close()
        home.until(turn, "unavailable")
        told = MqttStations(room, Broker("127.0.0.1", mosquitto.port, False, "den"))
        told.start()
        home.until(turn, _turn(table))
        mosquitto.stop()
        home.until(turn, "unavailable")
        mosquitto.start()
        home.until(turn, _turn(table))
    finally:
        told.close()
        room.close()
        home.close()


def _turn(table: Table[Any]) -> str:
    return table.setup.players[table.questions[0].player].name
