"""Pairs of people who play Luz with a bot, game after game, on a server that somebody maltreats.

They come back with the number of the last event that they saw, and remember every move that was answered `ok`.
"""

import json
import random
import threading
import time

from parlor_server import Client, Closed, equal, ok
from rows import query


class Pairs:
    def __init__(self, server, pairs, stop):
        self.server = server
        self.stop = stop  # when to stop, in seconds since 1970
        self.lock = threading.Lock()
        self.acked, self.faults, self.games, self.refused = [], [], 0, 0
        self.threads = [threading.Thread(target=self.play, args=(i,)) for i in range(pairs)]
        for thread in self.threads:
            thread.start()

    def connect(self, cookie):
        while True:
            try:
                return Client(self.server, cookie=cookie)
            except (OSError, Closed, TimeoutError, KeyError):
                time.sleep(0.02)

    def open_again(self, p, table, seen):
        """False: there is no such table, so it was never acknowledged."""
        reply = p.ask("open", table=table, **({"after": seen} if seen is not None else {}))
        if reply.get("ok"):
            p.closed.discard(table)
        return reply.get("error", {}).get("id") != "table.none"

    def move(self, p, table, chance):
        legal = p.tables[table]["legal"]
        if not legal:
            return
        n, text = p.tables[table]["n"], chance.choice(legal)
        reply = p.ask("move", table=table, text=text)
        if reply.get("ok"):
            with self.lock:
                self.acked.append((table, p.tables[table]["you"]["seat"], text, n))
            p.until(lambda c: c.tables[table]["n"] > n or table in c.closed, 10)
        self.refused += reply.get("error", {}).get("id") == "store.failed"

    def play_on(self, people, table, chance):
        """One round at the table; returns the table, or None when it is over."""
        if table is None:
            table = people[0].ask("create", game="luz", seats=3, bots=["random"])["table"]
        if people[1].tables.get(table, {}).get("you", {}).get("chair") is None:
            people[1].ask("sit", table=table)
        for p in people:
            if table in p.closed:
                self.open_again(p, table, p.tables.get(table, {}).get("n"))
        if any(p.tables.get(table, {}).get("phase") not in ("play", "over") for p in people):
            time.sleep(0.02)
        elif any(p.tables[table]["phase"] == "over" for p in people):
            self.games += 1
            return None
        else:
            for p in people:
                self.move(p, table, chance)
        for p in people:
            while p.ready():
                p.receive(10)
        time.sleep(0.005)
        return table

    def play(self, index):
        chance = random.Random(index)
        people = [self.connect(None), self.connect(None)]
        cookies = [p.cookie for p in people]
        table = None
        while time.time() < self.stop:
            try:
                table = self.play_on(people, table, chance)
            except AssertionError as error:
                self.faults.append(str(error))
                return
            except KeyError:
                time.sleep(0.02)  # refused
            except (OSError, Closed, TimeoutError):
                old = [p.tables for p in people]
                people = [self.connect(c) for c in cookies]
                for p, tables in zip(people, old):
                    if table is None:
                        continue
                    p.tables = dict(tables)
                    p.closed.add(table)
                    try:
                        if not self.open_again(p, table, tables.get(table, {}).get("n")):
                            table = None
                    except (OSError, Closed, TimeoutError):
                        pass

    def join(self):
        for thread in self.threads:
            thread.join(60)

    def check(self):
        """What was acknowledged is stored; returns the ids of all tables."""
        journal = {}
        for table, n, text in query(self.server, "SELECT table_id, n, text FROM events"):
            journal.setdefault(table, {})[n] = json.loads(text)
        missing = [a for a in self.acked if not any(
            e["e"] == "move" and e["seat"] == a[1] and e["text"] == a[2] and n > a[3]
            for n, e in journal.get(a[0], {}).items())]
        ok(len(self.acked) > 50, f"{len(self.acked)} moves were acknowledged, {self.games} games finished")
        equal(missing[:3], [], "every acknowledged move is in the journal")
        equal(self.faults[:3], [], "no client saw a gap")
        gaps = [t for t, events in journal.items() if sorted(events) != list(range(len(events)))]
        equal(gaps, [], "no journal has a gap")
        return list(journal)
