"""The firmware's own Board class under CPython, with a clock that tests move: every byte, without waiting."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import firmware_bridge
from firmware_bridge import frames
from firmware_bridge.firmware import config, scene

MAIN = Path(firmware_bridge.__file__).parent / "firmware" / "main.py"


class SimulatedBoard:
    """`take` bytes, `pass_time`, read `out`; `latched` has what each write of the LEDs sent."""

    def __init__(self) -> None:
        self.ms = 0
        self.out = bytearray()
        self.latched: list[bytes] = []
        self._line = bytearray()
        poller = SimpleNamespace(ipoll=lambda ms: [1] if self._line else [])
        source = SimpleNamespace(readinto=self._readinto)
        self._board = self._load().Board(SimpleNamespace(write=self.out.extend), poller, source)
        self._wakes = self._board.wait()

    def _load(self) -> ModuleType:
        latched = self.latched

        class NeoPixel:
            def __init__(self, pin, count):
                self.buf = bytearray(count * 3)

            def write(self):
                latched.append(bytes(self.buf))

        stand_ins = {
            "gc": SimpleNamespace(collect=lambda: 0),  # a board's heap is small, this process's is not
            "micropython": SimpleNamespace(native=lambda function: function),
            "machine": SimpleNamespace(Pin=lambda number: number),
            "neopixel": SimpleNamespace(NeoPixel=NeoPixel),
            "time": SimpleNamespace(ticks_ms=lambda: self.ms, ticks_diff=lambda a, b: a - b),
            "config": config,
            "frames": frames,
            "scene": scene,
        }
        before = {name: sys.modules.get(name) for name in stand_ins}
        sys.modules.update(stand_ins)  # type: ignore[arg-type]
        try:
            spec = importlib.util.spec_from_file_location("lights_main", MAIN)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        finally:
            for name, old in before.items():
                if old is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = old
        return module

    def take(self, data: bytes) -> None:
        self._line += data
        while self._line:
            self._board.take()
        if data:
            self._wakes = self.ms + self._board.wait()

    def _readinto(self, one: bytearray) -> int:
        one[0] = self._line.pop(0)
        return 1

    def pass_time(self, ms: int) -> None:
        """Lets time pass without bytes from the host, as the firmware's loop does."""
        end = self.ms + ms
        while self._wakes <= end:
            self.ms = self._wakes
            self._board.quiet()
            self._board.draw()
            self._wakes = self.ms + self._board.wait()
        self.ms = end

    def answers(self) -> list[tuple[int, str, str] | None]:
        """The frames sent since the last call."""
        found = frames.Lines().feed(bytes(self.out))
        self.out.clear()
        return found

    def leds(self) -> list[tuple[int, int, int]]:
        data = self.latched[-1]
        return [(data[i + 1], data[i], data[i + 2]) for i in range(0, len(data), 3)]
