"""WLED's serial interface on a pty, as far as it is documented: its answers, and what it ignores.

Streamed pixels (Adalight, TPM2) hold the strip for REALTIME_SECONDS, then the effect returns. A JSON object
that is not complete within 100 ms is dropped silently, and the byte after an object is always dropped. Single
LEDs that are set by JSON stay until something else takes the strip.
"""

import json
import os
import select
import threading
import time
import tty

from tests.firmware_bridge.wled_segments import Segments

REALTIME_SECONDS = 2.0


class WledStandIn:
    """`port` is its serial port; `leds` what the strip shows; `lossy`: reported colours are a little off."""

    def __init__(self, count=13, build="2405180", segments=({"id": 0},)):
        self.count, self.build = count, build
        state = {"on": True, "bri": 128, "transition": 7, "mainseg": 0, "lor": 0, "seg": list(segments)}
        self.segments = Segments(count, state)
        self.lossy = self.deaf = False
        self.secretive = False
        self.dropped = 0
        self.realtime_until = 0.0
        self._streamed = [0] * count
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.port = os.ttyname(self.slave)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def leds(self):
        return list(self._streamed) if time.monotonic() < self.realtime_until else self.segments.leds

    @property
    def state(self):
        return self.segments.state

    def fall_back(self):
        """An effect was chosen on its web page."""
        self.state["seg"][0]["frz"] = False

    def close(self):
        self._stop.set()
        self._thread.join()
        os.close(self.master)
        os.close(self.slave)

    def _byte(self, seconds):
        ready, _, _ = select.select([self.master], [], [], seconds)
        return os.read(self.master, 1) if ready else b""

    def _run(self):
        while not self._stop.is_set():
            byte = self._byte(0.05)
            if self.deaf or not byte:
                continue
            if byte == b"v":
                self._say(f"WLED {self.build}")
            elif byte == b"l":
                shown = [led ^ 0x010101 if self.lossy else led for led in self.leds]
                self._say(json.dumps(shown, separators=(",", ":")))
            elif byte == b"{":
                self._object()
            elif byte == b"A":
                self._adalight()

    def _say(self, text):
        os.write(self.master, text.encode() + b"\r\n")

    def _object(self):
        text, depth = b"{", 1
        while depth:
            byte = self._byte(0.1)
            if not byte:
                self.dropped += 1
                return
            depth += {b"{": 1, b"}": -1}.get(byte, 0)
            text += byte
        try:
            said = json.loads(text)
        except ValueError:
            self.dropped += 1
            return
        self._byte(0.005)  # the byte after an object is lost
        self.segments.take(said)
        if said.get("v") and not self.secretive:
            info = {"ver": "0.14.4", "leds": {"count": self.count}}
            self._say(json.dumps({"state": self.state, "info": info}, separators=(",", ":")))

    def _adalight(self):
        head = b"".join(self._byte(0.1) for _ in range(5))
        if len(head) < 5 or head[:2] != b"da" or head[2] ^ head[3] ^ 0x55 != head[4]:
            return
        for at in range(min(self.count, (head[2] << 8 | head[3]) + 1)):
            red, green, blue = (self._byte(0.1)[0] for _ in range(3))
            self._streamed[at] = red << 16 | green << 8 | blue
        self.realtime_until = time.monotonic() + REALTIME_SECONDS
