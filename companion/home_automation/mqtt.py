"""Publishes the table of each station to an MQTT broker, and handles its buttons.

paho-mqtt, the Eclipse client that Home Assistant itself uses, keeps the connection and reconnects by itself.
It is plain Python without dependencies, and an extra (`table-companion[mqtt]`).
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from companion.games.contract import Illegal, State
from companion.home_automation import table_state
from companion.home_automation.broker import Broker
from companion.home_automation.discovery import STATUS_TOPIC, Topics, device
from companion.system.steady_time import steady
from companion.table.journal_errors import JournalError
from companion.table.referee import ProposalClosed
from companion.table.snapshot import NoSuchTable, Now, ReadOnly, Stale
from companion.table.table import Table
from companion.table.undo_rights import NeedsConfirmation
from companion.translation import SOURCE, _, marked, speaking

if TYPE_CHECKING:
    from companion.room.room import Room
    from companion.room.station import Station

POLL_SECONDS = 0.5
"""Interval of checks which table is served."""
RECONNECT_SECONDS = (1, 60)
"""Between attempts to reach the broker: the first and the longest."""
NEW_TABLE_SECONDS = 5.0
"""A table that began so short before the last look, or later, was begun here: its first entry is news."""
FAULT_SECONDS = 2.0
"""After a fault of ours, until the table is followed again."""
MAX_QUEUED_MESSAGES = 1000
"""While the broker is away."""

_log = logging.getLogger(__name__)


class MqttStations:
    """A device at a broker for each station of a room, whichever there are. `start` it, and `close` it."""

    def __init__(self, room: Room, broker: Broker, language: str = SOURCE) -> None:
        self._room = room
        self._broker = broker
        self._language = language
        self._devices: dict[str, MqttTable] = {}
        """By station."""
        self._fault = ""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mqtt stations", daemon=True)

    @property
    def trouble(self) -> str:
        """What the smart home is not told at the moment, a sentence marked for translation; "": nothing."""
        found = (self._fault, *(mqtt_table.trouble for mqtt_table in tuple(self._devices.values())))
        return next((trouble for trouble in found if trouble), "")

    def start(self) -> None:
        """Returns at once; a broker that is away is tried again until `close`."""
        self._poll()
        self._thread.start()

    def close(self) -> None:
        """Publishes every station as offline. A second call does nothing."""
        self._ended.set()
        self._thread.join(5)
        for mqtt_table in self._devices.values():
            mqtt_table.close()
        self._devices.clear()

    def _run(self) -> None:
        while not self._ended.wait(POLL_SECONDS):
            try:
                self._poll()
                self._fault = ""
            except Exception as wrong:  # the next look may find threads and memory again
                self._fault = _of_fault(wrong)
                _log.exception("MQTT: the stations could not be looked at")
                self._ended.wait(FAULT_SECONDS)

    def _poll(self) -> None:
        present = {station.id: station for station in self._room.stations}
        for gone in self._devices.keys() - present.keys():
            self._devices.pop(gone).forget()
        for id, station in present.items():
            if id not in self._devices:
                mqtt_table = MqttTable(self._room, self._broker, self._language, station)
                mqtt_table.start()
                self._devices[id] = mqtt_table


class MqttTable:
    """The table that a station serves (None: a home's only one), as a device at a broker. `start` it, and
    `close` it. The home's is called as the broker's address says, another station's number is added."""

    def __init__(
        self, room: Room, broker: Broker, language: str = SOURCE, station: Station | None = None
    ) -> None:
        self._station = station or room.home
        if self._station is not room.home:
            broker = replace(broker, node=f"{broker.node}-{self._station.id}")
        self.topics = Topics(broker.node)
        self._room = room
        self._broker = broker
        self._language = language
        self._looked = steady()
        """When it was last seen which table is served."""
        self._ended = threading.Event()
        self._resend = threading.Event()
        """Set when the state is to be sent though nothing changed."""
        self._message = ""
        self._confirm: int | None = None
        self._reached: bool | None = None
        """Whether the broker was reached at the last look; None: not tried yet."""
        self._away = ""
        """Why the broker is not reached."""
        self._faults: dict[str, str] = {}
        """By what goes wrong ("table", "loop"): a sentence, until it goes well again."""
        self._client = self._make_client()
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    def _make_client(self) -> paho.Client:
        client = _Client(CallbackAPIVersion.VERSION2, client_id=f"companion-{self._broker.node}")
        client.on_fault = self._on_fault
        client.suppress_exceptions = True  # one in a call below would end paho's thread: logged instead
        client.on_log = _log_error
        if self._broker.user is not None:
            client.username_pw_set(self._broker.user, self._broker.password)
        if self._broker.tls:
            client.tls_set()
        client.will_set(self.topics.availability, "offline", qos=1, retain=True)
        client.reconnect_delay_set(*RECONNECT_SECONDS)
        client.max_queued_messages_set(MAX_QUEUED_MESSAGES)
        client.on_connect = self._on_connect
        client.on_connect_fail = lambda *_args: self._lost(marked("it does not answer"))
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        return client

    @property
    def trouble(self) -> str:
        """As of `MqttStations`."""
        if self._away:
            return marked(
                "The smart home's broker at {host} is away ({why}): it is told again once it answers.",
                host=self._broker.host,
                why=self._away,
            )
        return next(iter(tuple(self._faults.values())), "")

    def start(self) -> None:
        """Returns at once; a broker that is away is tried again until `close`."""
        self._client.connect_async(self._broker.host, self._broker.port)
        self._thread.start()
        try:
            self._client.loop_start()
        except RuntimeError:  # no thread is left
            self._ended.set()
            raise

    def close(self) -> None:
        """Publishes the table as offline, if the broker is reached. A second call does nothing."""
        if self._ended.is_set():
            return
        self._ended.set()
        self._thread.join(5)
        message = self._client.publish(self.topics.availability, "offline", qos=1, retain=True)
        if self._reached:
            with suppress(RuntimeError):  # the connection was lost: the broker publishes the will
                message.wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def forget(self) -> None:
        """Closes, and removes the device's description: the station was removed."""
        self._client.publish(self.topics.config, "", qos=1, retain=True)
        self.close()

    # --- the table, in a thread of its own

    def _run(self) -> None:
        self._send_state(None, None)
        while not self._ended.is_set():
            try:
                self._follow_what_is_served()
                self._faults.pop("table", None)
            except Exception as wrong:  # the home is told less for a while, and play goes on
                self._faults["table"] = _of_fault(wrong)
                _log.exception("MQTT: the table could not be followed; it is tried again")
                self._ended.wait(FAULT_SECONDS)

    def _follow_what_is_served(self) -> None:
        table = self._served()
        if table is not None:
            self._follow(table)
            self._send_state(None, None)
        else:
            self._looked = steady()
            self._ended.wait(POLL_SECONDS)

    def _served(self) -> Table[State] | None:
        try:
            return self._station.served
        except (NoSuchTable, LookupError, JournalError):
            return None

    def _follow(self, table: Table[State]) -> None:
        """Publishes every change of the table until another one is served."""
        begun_here = table.seconds_since(1) <= steady() - self._looked + NEW_TABLE_SECONDS
        with table.subscribe(after=0 if begun_here else None) as subscription:
            while not self._ended.is_set() and self._station.active == table.id and not subscription.closed:
                self._looked = steady()
                news = subscription.get(timeout=POLL_SECONDS)
                if news is None:
                    if self._resend.is_set():
                        self._resend.clear()
                        self._send_state(table, table.now)
                    continue
                self._send_entries(table, news.entries)
                self._send_state(table, news.now)
                self._faults.pop("table", None)

    def _send_entries(self, table: Table[State], numbers: range) -> None:
        """Those of these numbers: what came later comes with the next change."""
        if not numbers:
            return
        with speaking(self._language):
            after = numbers.start - 1
            lines = [line for line in table.history(after=after) if line.entry.number in numbers]
        for line in lines:
            entry = line.entry
            data = {
                "table": table.id,
                "number": entry.number,
                "kind": entry.kind,
                "player": entry.player,
                "words": line.words,
            }
            self._client.publish(self.topics.entry, _text(data), qos=1)

    def _send_state(self, table: Table[State] | None, now: Now[State] | None) -> None:
        with speaking(self._language):
            try:
                if table is None or now is None:
                    data = table_state.empty_state(self._message)
                else:
                    data = table_state.state(table, now, self._message)
            except Exception as wrong:  # a game's own code: the home is told less, and play goes on
                self._faults["state"] = _of_fault(wrong)
                _log.exception("the state of table %s cannot be told over MQTT", table and table.id)
                return
            self._faults.pop("state", None)
        self._client.publish(self.topics.state, _text(data), qos=1, retain=True)

    # --- the broker, in paho's thread

    def _on_connect(self, client: paho.Client, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        if code.is_failure:
            self._lost(str(code))
            return
        if not self._reached:
            _log.info("MQTT: the table is %s at %s", self._broker.node, self._broker.host)
        self._reached, self._away = True, ""
        self._faults.pop("loop", None)
        client.subscribe([(self.topics.undo, 1), (self.topics.next, 1), (STATUS_TOPIC, 1)])
        self._describe()

    def _describe(self) -> None:
        with speaking(self._language):
            several = len(self._room.stations) > 1
            name = self._station.name if several else self._broker.label
            data = device(self.topics, self._room.address, name)
        self._client.publish(self.topics.config, _text(data), qos=1, retain=True)
        self._client.publish(self.topics.availability, "online", qos=1, retain=True)
        self._resend.set()

    def _on_disconnect(self, _client: Any, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        if code.is_failure:
            self._lost(str(code))

    def _lost(self, why: str) -> None:
        """One line in the log for each time that it is away, however often it is tried."""
        if self._reached is not False and not self._ended.is_set():
            _log.warning(
                "MQTT: the broker at %s:%d is away (%s); it is tried again until it answers",
                self._broker.host,
                self._broker.port,
                why,
            )
        self._reached, self._away = False, why

    def _on_fault(self, wrong: Exception) -> bool:
        """After a fault within paho's own loop; whether it is to be tried again."""
        self._faults["loop"] = _of_fault(wrong)
        _log.error("MQTT: the connection was given up and is made anew: %r", wrong)
        return not self._ended.wait(FAULT_SECONDS)

    def _on_message(self, _client: paho.Client, _data: Any, message: paho.MQTTMessage) -> None:
        if message.topic == STATUS_TOPIC:
            if message.payload == b"online":
                self._describe()
        elif not message.retain:  # a retained message is no press
            table = self._served()
            if table is not None:
                with speaking(self._language):
                    self._message = self._press(table, message.topic == self.topics.undo)
                self._resend.set()

    def _press(self, table: Table[State], undo: bool) -> str:
        """What to say of it; "": it was done."""
        confirm, self._confirm = self._confirm, None
        try:
            if undo:
                table_state.undo(table, confirm)
            else:
                table_state.take_next_step(table, self._station.referee)
        except NeedsConfirmation as wanted:
            self._confirm = wanted.number
            return _("{sentence} Press again.", sentence=wanted.sentence)
        except (Illegal, Stale, ReadOnly, JournalError, ProposalClosed) as refused:
            return _(refused.sentence)
        return ""


class _Client(paho.Client):
    """paho takes only an OSError for a broker that is away, and that only where it connects: another error,
    or one in between (a topic that is not UTF-8, no memory), would end its thread."""

    on_fault: Callable[[Exception], bool]
    """Told of each; False: it ends."""

    def loop_forever(self, timeout: float = 1.0, retry_first_connection: bool = False) -> paho.MQTTErrorCode:
        while True:
            try:
                return super().loop_forever(timeout, retry_first_connection)
            except Exception as wrong:
                if not self.on_fault(wrong):
                    return paho.MQTTErrorCode.MQTT_ERR_UNKNOWN
            with suppress(OSError):  # else it is away, which the loop deals with
                self.reconnect()

    def reconnect(self) -> paho.MQTTErrorCode:
        try:
            return super().reconnect()
        except OSError:
            raise
        except Exception as wrong:
            raise OSError(str(wrong) or type(wrong).__name__) from wrong


def _log_error(_client: paho.Client, _data: Any, level: int, text: str) -> None:
    """paho's word on an exception in a callback."""
    if level == paho.MQTT_LOG_ERR:
        _log.error("MQTT: %s", text)


def _of_fault(wrong: Exception) -> str:
    return marked(
        "The smart home is told less than it should be ({why}); it is tried again by itself.",
        why=str(wrong) or type(wrong).__name__,
    )


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
