"""Publish and subscribe: the latest value for each subscriber, without blocking the publisher.

A slow subscriber misses values in between, never the last one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Generic, TypeVar

T = TypeVar("T")


class Subscription(Generic[T]):
    """Holds the newest value not yet taken. Close it when done, or use it in a `with`."""

    def __init__(self, hub: Hub[T], follows: bool = True) -> None:
        self._hub = hub
        self.follows = follows
        self._ready = threading.Condition()
        self._latest: T | None = None
        self._closed = False

    def get(self, timeout: float | None = None) -> T | None:
        """Waits for a value newer than the last one taken; None after `timeout` seconds or when closed."""
        with self._ready:
            self._ready.wait_for(lambda: self._latest is not None or self._closed, timeout)
            latest, self._latest = self._latest, None
            return latest

    def put(self, value: T) -> None:
        with self._ready:
            self._latest = value
            self._ready.notify_all()

    def close(self) -> None:
        """Ends the subscription and wakes the threads that wait in `get`."""
        self._hub.forget(self)
        with self._ready:
            self._closed = True
            self._ready.notify_all()

    @property
    def closed(self) -> bool:
        return self._closed

    def __iter__(self) -> Iterator[T]:
        """The values as they come, until closed."""
        while (value := self.get()) is not None:
            yield value

    def __enter__(self) -> Subscription[T]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Hub(Generic[T]):
    """Hands every published value to all subscriptions."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: set[Subscription[T]] = set()
        self._listeners: dict[object, Callable[[], None]] = {}

    def subscribe(self, first: T | None = None, follows: bool = True) -> Subscription[T]:
        """A new subscription; `first` is waiting in it. follows: whether it counts among those for whom the
        values are published; one that only serves them does not."""
        subscription = Subscription(self, follows)
        if first is not None:
            subscription.put(first)
        with self._lock:
            self._subscriptions.add(subscription)
        return subscription

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Calls `call`, in the publisher's thread, after each publish and when the hub closes; it must not
        block. Returns a function that stops this."""
        name = object()
        with self._lock:
            self._listeners[name] = call

        def stop() -> None:
            with self._lock:
                self._listeners.pop(name, None)

        return stop

    def publish(self, value: T) -> None:
        with self._lock:
            for subscription in self._subscriptions:
                subscription.put(value)
            listeners = tuple(self._listeners.values())
        for call in listeners:
            call()

    def forget(self, subscription: Subscription[T]) -> None:
        with self._lock:
            self._subscriptions.discard(subscription)

    def close(self) -> None:
        """Ends every subscription."""
        with self._lock:
            subscriptions = tuple(self._subscriptions)
            listeners = tuple(self._listeners.values())
        for call in listeners:
            call()
        for subscription in subscriptions:
            subscription.close()

    def __len__(self) -> int:
        """Subscriptions that follow, and listeners, together."""
        with self._lock:
            return sum(one.follows for one in self._subscriptions) + len(self._listeners)
