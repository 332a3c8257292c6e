"""Clients that write down what they asked, what they were answered and what they were told.

A history is a list of entries, each a dictionary with `who` (the person), `conn` (the connection; numbers are
never used again) and `kind`:

    ask     `id`, `do` and the members of the request
    answer  the reply: `re`, and `ok` or `error`
    told    `message`: an update, with the sight unfolded
    fault   `what`: a message that made no sense to the client
    end     the connection is gone

Entries of one connection are in the order in which they happened.
"""

import itertools
import json
import threading
import time

from parlor_server import Client, Closed

GONE = (OSError, Closed, TimeoutError)


class History:
    def __init__(self):
        self.entries = []
        self.lock = threading.Lock()
        self.numbers = itertools.count(1)

    def add(self, **entry):
        with self.lock:
            self.entries.append(entry)

    def next(self):
        with self.lock:
            return next(self.numbers)


class Witness(Client):
    """One connection that is written down. It judges nothing: that is the checker's part."""

    def __init__(self, server, history, cookie=None, path="/ws", patience=5):
        self.history = history
        self.conn = history.next()
        self.patience = patience  # seconds that it waits for anything
        self.who = None
        super().__init__(server, cookie=cookie, hello=False, path=path)
        self.socket.settimeout(patience)
        try:
            reply = self.ask("hello", protocol=2)
            self.who = self.me = reply["you"]["id"]
            self.keys = reply.get("keys", 0)
        except (*GONE, KeyError) as error:
            self.close()
            raise Closed() from error

    def note(self, **entry):
        if self.who is not None:
            self.history.add(who=self.who, conn=self.conn, **entry)

    def request(self, what, **members):
        self.note(kind="ask", id=self.id + 1, do=what, **members)
        return super().request(what, **members)

    def reply(self, number, seconds=None):
        return super().reply(number, seconds or self.patience)

    def receive(self, seconds=None):
        try:
            message = super().receive(seconds or self.patience)
        except (AssertionError, ValueError, IndexError) as error:
            self.note(kind="fault", what=str(error)[:300])
            raise Closed() from error
        if "re" in message:
            self.note(kind="answer", **message)
        elif "table" in message:
            self.note(kind="told", message=message)
        return message

    def _learn(self, m):
        self.tables[m["table"]] = {**self.tables.get(m["table"], {}), **m}

    def catch_up(self, seconds=0.0):
        """Takes what has come, and waits so long for something."""
        if not self.data and seconds > 0:
            try:
                self.receive(seconds)
            except TimeoutError:
                return
        while self.ready():
            self.receive()

    def close(self):
        self.note(kind="end")
        super().close()


def save(history, path):
    with open(path, "w", encoding="utf-8") as file:
        for entry in history.entries:
            file.write(json.dumps(entry, separators=(",", ":")) + "\n")


def load(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class Person:
    """Somebody who comes back under the same cookie, through whatever happens to servers."""

    def __init__(self, server, history, stop, patience=5):
        self.server, self.history, self.stop, self.patience = server, history, stop, patience
        self.cookie = None
        self.client = None
        self.waiting = 0.05
        self.failures = 0  # to connect, since the last success
        self.count = 0
        self.seen = {}  # what the person knows of each table
        self.gone = None  # since when the connection is gone, unwanted
        self.away = self.waited = 0  # the longest interruption, and the longest time until an answer, in seconds

    def is_gone(self):
        self.gone = self.gone or time.time()

    def is_back(self):
        """The person sees the table again."""
        if self.gone is not None:
            self.away = max(self.away, time.time() - self.gone)
        self.gone = None

    def id(self):
        return self.client.me

    def connect(self, path="/ws"):
        """A connection, or None when the time is over."""
        while self.client is None and not self.stop.is_over():
            try:
                server, way = self.server.route(path, self.failures) if hasattr(self.server, "route") else (
                    self.server, path)
                self.client = Witness(server, self.history, self.cookie, way, self.patience)
                self.cookie = self.client.cookie
                self.waiting, self.failures = 0.05, 0
            except GONE:
                self.failures += 1
                time.sleep(self.waiting)
                self.waiting = min(2 * self.waiting, 1)
        return self.client

    def drop(self):
        if self.client is not None:
            self.client.close()
        self.client = None

    def new_key(self):
        self.count += 1
        return f"{self.client.me[:8]}-{self.count}"
