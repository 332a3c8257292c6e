"""Tables of people who play random legal moves through real sockets, game after game, and talk meanwhile.

Each table has a thread. If a request is lost, refused or slow, they connect again, open the table and go on from what
they see there. A request whose outcome they do not know is sent again with its key, if the server knows keys.
"""

import hashlib
import random
import threading
import time

from history import GONE, Person

SETUPS = [("null", 2, 0), ("luz", 3, 1), ("photograph", 2, 0), ("smitten", 2, 0), ("null", 3, 0), ("luz", 3, 0),
          ("photograph", 3, 1)]  # game, seats, bots
UNKNOWN = {"store.failed", "table.busy", "limit.rate"}  # these say nothing about an earlier try


def seal_of(number):
    return hashlib.blake2b(b"parlor fair 2 number" + bytes.fromhex(number), digest_size=32).hexdigest()


class Deadline:
    """When a run ends; not known at its beginning."""

    def __init__(self):
        self.at = None

    def is_over(self):
        return self.at is not None and time.time() > self.at


class Given(Exception):
    """The time is over, or nothing more can be done at this table."""


class Table(threading.Thread):
    def __init__(self, server, history, index, stop, paths=True, watched=False, patience=5):
        super().__init__(daemon=True)
        self.server, self.history, self.stop, self.paths = server, history, stop, paths
        self.chance = random.Random(index)
        self.index = index
        self.patience = patience
        self.watched = watched  # somebody looks on
        self.games, self.said, self.oks, self.unknown = 0, 0, 0, 0
        self.talks = 0  # finished games with talk
        self.error = None

    def run(self):
        try:
            while not self.stop.is_over():
                self.play_game(*SETUPS[self.index % len(SETUPS)])
                self.index += 1
        except Given:
            pass
        except Exception as error:  # pylint: disable=broad-except
            self.error = repr(error)  # the test tells it

    # ---- requests ----

    def come(self, person):
        """The person is connected, and has the table open if there is one. Raises what a connection may raise."""
        if person.client is not None:
            return person.client
        client = person.connect(f"/ws/{self.table}" if self.paths and self.table else "/ws")
        if client is None:
            raise Given
        if self.table is not None:
            known = person.seen.get(self.table)
            after = {"after": known["n"]} if known is not None and self.chance.random() < 0.8 else {}
            reply = client.ask("open", table=self.table, **after)
            if reply.get("error", {}).get("id") == "table.none" and known is None:
                raise Given  # it was never stored
            if not reply.get("ok"):
                person.drop()
                time.sleep(0.05)
                raise TimeoutError
            if known is not None:
                client.tables[self.table] = {**known, **client.tables.get(self.table, {})}
        person.is_back()
        return client

    def keep(self, person):
        """What the person knows of the table outlives the connection."""
        if person.client is not None and self.table in person.client.tables:
            person.seen[self.table] = person.client.tables[self.table]

    def leave(self, person):
        self.keep(person)
        person.drop()

    def lose(self, person):
        """The connection is gone."""
        person.is_gone()
        self.leave(person)

    def ask(self, person, what, **members):
        """The answer, or None if nobody knows: the table shows it."""
        key, began = None, time.time()
        while not self.stop.is_over():
            try:
                client = self.come(person)
                if key is None and client.keys:
                    key = person.new_key()
                    members["key"] = key
                reply = client.ask(what, **members)
                if reply.get("error", {}).get("id") not in UNKNOWN:
                    self.oks += reply.get("ok", False)
                    person.waited = max(person.waited, time.time() - began)
                    return reply
                time.sleep(0.05)
            except GONE:
                self.lose(person)
            self.unknown += 1
            if key is None:
                return None
        raise Given

    # ---- a game ----

    def play_game(self, game, seats, bots):
        self.table = None
        said = self.said
        people = getattr(self, "people", [])
        while len(people) < seats - bots:
            people.append(Person(self.server, self.history, self.stop, self.patience))
        self.people, playing = people, people[:seats - bots]
        looker = [people[-1]] if self.watched and len(people) > len(playing) else []
        for p in people:
            p.seen, p.number = {}, self.chance.randbytes(32).hex()
            self.leave(p)
        more = {"bots": ["random"] * bots} if bots else {}
        reply = self.ask(playing[0], "create", game=game, seats=seats, seal=seal_of(playing[0].number), **more)
        if not reply or "table" not in reply:
            return
        self.table = reply["table"]
        self.keep(playing[0])
        if self.paths:
            self.leave(playing[0])
        while self.go_round(playing, looker) and not self.stop.is_over():
            pass
        over = all(p.seen.get(self.table, {}).get("phase") == "over" for p in playing)
        self.games += over
        self.talks += over and self.said > said

    def go_round(self, playing, looker):
        """Everybody does what there is to do; false: the game is over."""
        for p in playing + looker:
            try:
                client = self.come(p)
                client.catch_up()
                if self.table in client.closed:
                    self.leave(p)
                    continue
                self.keep(p)
                if p in playing:
                    self.act(p, p.seen.get(self.table, {}))
            except GONE:
                self.lose(p)
        states = [p.seen.get(self.table, {}) for p in playing + looker]
        if all(s.get("phase") == "over" for s in states):
            return False
        if not any(s.get("legal") for s in states):
            time.sleep(0.005)
        return True

    def act(self, person, state):
        if not state:
            return
        chair = state["you"]["chair"]
        draw = state.get("draw")
        if chair is None and state["phase"] == "open":
            self.ask(person, "sit", table=self.table, seal=seal_of(person.number))
            person.client and person.client.catch_up(0.2)
        elif draw and draw["on"] and chair in draw["waiting"]:
            self.ask(person, "reveal", table=self.table, number=person.number)
            person.client and person.client.catch_up(0.2)
        elif state.get("legal") and self.chance.random() < 0.9:
            self.ask(person, "move", table=self.table, text=self.chance.choice(state["legal"]), seen=state["n"])
            person.client and person.client.catch_up(0.2)
        elif self.chance.random() < 0.05 and state["game"] != "smitten":
            self.said += 1
            self.ask(person, "talk", table=self.table, text=f"{person.id()} says {self.said} {self.chance.random()}")
        if person.client is not None:
            self.keep(person)


class Crowd:
    """So many tables at once."""

    def __init__(self, server, history, tables, paths=True, seed=0, patience=5):
        self.stop = Deadline()
        self.tables = [Table(server, history, seed + i, self.stop, paths=paths, watched=i % 2 == 1, patience=patience)
                       for i in range(tables)]
        for table in self.tables:
            table.start()

    def join(self, seconds=60):
        """Ends the play; returns what went wrong with players."""
        self.stop.at = self.stop.at or time.time()
        for table in self.tables:
            table.join(seconds)
        return [t.error or "does not end" for t in self.tables if t.error or t.is_alive()]

    def play_until(self, seconds=60, **counts):
        """Until there are so many of each, or the time is over: a slow machine needs longer."""
        end = time.time() + seconds
        while time.time() < end and any(self.count(what) < n for what, n in counts.items()):
            time.sleep(0.1)

    def stop_in(self, seconds):
        self.stop.at = time.time() + seconds
        time.sleep(seconds)

    def people(self):
        return [p for t in self.tables for p in getattr(t, "people", [])]

    def count(self, what):
        return sum(getattr(t, what) for t in self.tables)
