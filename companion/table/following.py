"""Following a table, one way for all: pages, lights, a smart home, the coach, kept plays, the box.

A follower is told ranges of entries ("entries 41 to 44") with the table as it is since. A slow one gets
several as one range: it misses no entry, only what the table was in between. Nobody waits for a follower.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Generic

from companion.games.contract import S
from companion.table.snapshot import Now


@dataclass(frozen=True, slots=True)
class News(Generic[S]):
    """What a follower of a table has not been told yet: the entries `first` to `last`, and what holds `now`.

    table: its id. first is last + 1 where no entry came: what is shown beside them, the settings or the title
    changed, or the follower has just begun.
    """

    table: str
    first: int
    last: int
    now: Now[S]

    @property
    def entries(self) -> range:
        """The numbers of the entries, possibly none."""
        return range(self.first, self.last + 1)

    def after(self, waiting: News[S] | None) -> News[S]:
        """These news and older ones that were not taken yet, as one range."""
        return self if waiting is None else replace(self, first=min(waiting.first, self.first))


OnNews = Callable[[News[S] | None], None]
"""Called with what is new; None: it ends, the table is closed."""


class Subscription(Generic[S]):
    """Holds the news not yet taken, as one range. Close it when done, or use it in a `with`."""

    def __init__(self, hub: Hub[S], follows: bool) -> None:
        self._hub = hub
        self.follows = follows
        self._ready = threading.Condition()
        self._waiting: News[S] | None = None
        self._closed = False

    def get(self, timeout: float | None = None) -> News[S] | None:
        """Waits for news since those last taken; None after `timeout` seconds or when closed."""
        with self._ready:
            self._ready.wait_for(lambda: self._waiting is not None or self._closed, timeout)
            waiting, self._waiting = self._waiting, None
            return waiting

    def put(self, news: News[S]) -> None:
        with self._ready:
            self._waiting = news.after(self._waiting)
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

    def __iter__(self) -> Iterator[News[S]]:
        """The news as they come, until closed."""
        while (news := self.get()) is not None:
            yield news

    def __enter__(self) -> Subscription[S]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Hub(Generic[S]):
    """Hands everything published to all followers: those who wait for it in threads of their own
    (`subscribe`) and those who are called (`listen`), in no order that matters."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: set[Subscription[S]] = set()
        self._listeners: dict[object, tuple[OnNews[S], bool]] = {}

    def subscribe(self, first: News[S], follows: bool) -> Subscription[S]:
        """A new subscription; `first` is waiting in it. follows: whether it counts among those for whom the
        news are published; one that only serves them does not."""
        subscription = Subscription(self, follows)
        subscription.put(first)
        with self._lock:
            self._subscriptions.add(subscription)
        return subscription

    def listen(self, call: OnNews[S], follows: bool = True) -> Callable[[], None]:
        """Calls `call`, in the publisher's thread, after each publish and with None when the hub closes; it
        must not block, nor raise. Returns a function that stops this. follows: as for `subscribe`."""
        name = object()
        with self._lock:
            self._listeners[name] = call, follows

        def stop() -> None:
            with self._lock:
                self._listeners.pop(name, None)

        return stop

    def publish(self, news: News[S]) -> None:
        with self._lock:
            for subscription in self._subscriptions:
                subscription.put(news)
            listeners = tuple(self._listeners.values())
        for call, _follows in listeners:
            call(news)

    def forget(self, subscription: Subscription[S]) -> None:
        with self._lock:
            self._subscriptions.discard(subscription)

    def close(self) -> None:
        """Ends every subscription."""
        with self._lock:
            subscriptions = tuple(self._subscriptions)
            listeners = tuple(self._listeners.values())
        for call, _follows in listeners:
            call(None)
        for subscription in subscriptions:
            subscription.close()

    def __len__(self) -> int:
        """Those who follow, together."""
        with self._lock:
            called = sum(follows for _call, follows in self._listeners.values())
            return sum(one.follows for one in self._subscriptions) + called
