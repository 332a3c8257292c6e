"""A forwarder between a node and its database, or between any two: a test pauses it, cuts it, or lets one side
believe that the other is still there.

It listens on a UNIX socket (a path) or on a port of this machine, and passes on to another one. `target` may change:
connections made from then on go there.
"""

import os
import selectors
import socket
import threading


def dial(target):
    kind = socket.AF_UNIX if isinstance(target, str) else socket.AF_INET
    s = socket.socket(kind, socket.SOCK_STREAM)
    s.settimeout(5)
    s.connect(target)
    s.setblocking(False)
    return s


class Forwarder:
    PART = 65536

    def __init__(self, target, listen=None):
        """`listen` is a path; without it a free port is taken."""
        self.target = target
        self.path = listen
        self.address = listen or ("127.0.0.1", 0)
        self.lock = threading.RLock()
        self.paused = self.closing = False
        self.listener = None
        self.pairs = {}  # each end of a connection: the other one, or None if that is gone unnoticed
        self.waiting = {}  # bytes on their way to an end
        self.selector = selectors.DefaultSelector()
        self.wake_in, self.wake_out = socket.socketpair()
        self.wake_in.setblocking(False)
        self.selector.register(self.wake_in, selectors.EVENT_READ)
        self.mend()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    # ---- what a test does to it ----

    def pause(self):
        """Bytes stay where they are, and new connections are not answered: a network that is silent."""
        with self.lock:
            self.paused = True
        self._wake()

    def resume(self):
        with self.lock:
            self.paused = False
        self._wake()

    def cut(self):
        """Ends all connections, and refuses new ones."""
        with self.lock:
            if self.listener is not None:
                self._forget(self.listener)
                self.listener = None
                if self.path:
                    os.unlink(self.path)
            self.drop()

    def mend(self):
        """Listens again after a cut."""
        with self.lock:
            if self.listener is not None:
                return
            self.listener = socket.socket(socket.AF_UNIX if self.path else socket.AF_INET, socket.SOCK_STREAM)
            if not self.path:
                self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.listener.bind(self.address)
            self.address = self.listener.getsockname()
            if self.path:
                os.chmod(self.path, 0o777)
            self.listener.listen(64)
            self.listener.setblocking(False)
            self.selector.register(self.listener, selectors.EVENT_READ)
        self._wake()

    def drop(self):
        """Ends the connections of this moment; new ones are taken."""
        with self.lock:
            for end in list(self.pairs):
                self._forget(end)
            self.pairs, self.waiting = {}, {}

    def half_open(self):
        """The far side of each connection is gone, and the near side is not told: it talks to nobody."""
        with self.lock:
            for end, other in list(self.pairs.items()):
                if other is not None and end in self.near:
                    self._forget(other)
                    self.pairs.pop(other, None)
                    self.pairs[end] = None

    near = frozenset()

    def count(self):
        with self.lock:
            return sum(1 for end in self.pairs if end in self.near)

    def close(self):
        with self.lock:
            self.cut()
            self.closing = True
        self._wake()
        self.thread.join(10)

    def ends(self, end, part):
        """Whether these bytes from one end are lost, and the connection with them: for a test's own forwarder."""
        return False

    # ---- the thread ----

    def _wake(self):
        self.wake_out.send(b".")

    def _forget(self, end):
        try:
            self.selector.unregister(end)
        except (KeyError, ValueError):
            pass
        end.close()

    def _run(self):
        while not self.closing:
            for key, events in self.selector.select(1):
                with self.lock:
                    if key.fileobj is self.wake_in:
                        self.wake_in.recv(4096)
                    elif key.fileobj is self.listener:
                        self._accept()
                    elif not self.paused and key.fileobj in self.pairs:
                        self._move(key.fileobj, events)
            with self.lock:
                self._choose()

    def _choose(self):
        """Whose bytes are wanted now; nobody's while it is paused."""
        for end, other in self.pairs.items():
            want = 0
            if not self.paused:
                if other is None or len(self.waiting[other]) < 16 * self.PART:
                    want |= selectors.EVENT_READ
                if self.waiting[end]:
                    want |= selectors.EVENT_WRITE
            registered = self.selector.get_map().get(end)
            if want and registered is None:
                self.selector.register(end, want)
            elif want and registered.events != want:
                self.selector.modify(end, want)
            elif not want and registered is not None:
                self.selector.unregister(end)

    def _accept(self):
        end, _ = self.listener.accept()
        end.setblocking(False)
        try:
            other = dial(self.target)
        except OSError:
            end.close()
            return
        self.pairs[end], self.pairs[other] = other, end
        self.waiting[end], self.waiting[other] = b"", b""
        self.near = frozenset([*(e for e in self.near if e in self.pairs), end])

    def _move(self, end, events):
        other = self.pairs[end]
        try:
            if events & selectors.EVENT_WRITE and self.waiting[end]:
                sent = end.send(self.waiting[end])
                self.waiting[end] = self.waiting[end][sent:]
            if events & selectors.EVENT_READ:
                part = end.recv(self.PART)
                if not part or self.ends(end, part):
                    raise ConnectionResetError
                if other is not None:
                    self.waiting[other] += part
        except BlockingIOError:
            pass
        except OSError:
            self._end(end, other)

    def _end(self, end, other):
        """One end is gone; the other one still gets what is on its way, as far as it takes it at once."""
        for side in (end, other):
            if side is not None:
                self.pairs.pop(side, None)
                rest = self.waiting.pop(side, b"")
                if side is other and rest:
                    try:
                        side.send(rest)
                    except OSError:
                        pass
                self._forget(side)
