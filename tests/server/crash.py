#!/usr/bin/env python3
"""Kills the server at random moments under load and compares every acknowledged move with the journal.

CRASH_SECONDS sets the time (default 60; ./check sets less in slow builds, more with --long). After each
kill the clients reconnect with the number of the last event that they saw, and play on.
"""

import json
import os
import random
import sqlite3
import threading
import time

from parlor_server import Client, Closed, Server, done, equal, ok

SECONDS = float(os.environ.get("CRASH_SECONDS", "60"))
server = Server("--bot-delay", "0")
stop = time.time() + SECONDS
lock = threading.Lock()
acked, faults, games = [], [], [0]


def connect(cookie):
    while True:
        try:
            return Client(server, cookie=cookie)
        except (OSError, Closed, TimeoutError, KeyError):
            time.sleep(0.02)


def play_pair(index):
    """Two people and a bot play Luz, game after game."""
    chance = random.Random(index)
    people = [connect(None), connect(None)]
    cookies = [p.cookie for p in people]
    table = None
    while time.time() < stop:
        try:
            if table is None:
                table = people[0].ask("create", game="luz", seats=3, bots=["random"])["table"]
                people[1].ask("sit", table=table)
            for p in people:
                p.until(lambda c: c.tables.get(table, {}).get("phase") in ("play", "over"), 10)
            if any(p.tables[table]["phase"] == "over" for p in people):
                games[0] += 1
                table = None
                continue
            for p in people:
                legal = p.tables[table]["legal"]
                if not legal:
                    continue
                n, text = p.tables[table]["n"], chance.choice(legal)
                reply = p.ask("move", table=table, text=text)
                if reply.get("ok"):
                    with lock:
                        acked.append((table, p.tables[table]["you"]["seat"], text, n))
                    p.until(lambda c: c.tables[table]["n"] > n, 10)
            for p in people:
                while p.ready():
                    p.receive(10)
            time.sleep(0.005)
        except AssertionError as error:
            faults.append(str(error))
            return
        except (OSError, Closed, TimeoutError, KeyError):
            old = [p.tables for p in people]
            people = [connect(c) for c in cookies]
            for p, tables in zip(people, old):
                if table is None:
                    continue
                try:
                    seen = tables.get(table, {}).get("n")
                    p.tables = dict(tables)
                    reply = p.ask("open", table=table, **({"after": seen} if seen is not None else {}))
                    if "error" in reply:
                        table = None  # it was never acknowledged
                except (OSError, Closed, TimeoutError):
                    pass


threads = [threading.Thread(target=play_pair, args=(i,)) for i in range(4)]
for thread in threads:
    thread.start()
kills = 0
chance = random.Random(1)
while time.time() < stop - 1:
    time.sleep(chance.uniform(0.2, 1.2))
    server.restart()
    kills += 1
for thread in threads:
    thread.join(60)
server.stop()
db = sqlite3.connect(os.path.join(server.data, "parlor.db"))
journal = {}
for table, n, text in db.execute("SELECT table_id, n, text FROM events"):
    journal.setdefault(table, {})[n] = json.loads(text)
db.close()
missing = [a for a in acked if not any(
    e["e"] == "move" and e["seat"] == a[1] and e["text"] == a[2] and n > a[3]
    for n, e in journal.get(a[0], {}).items())]
ok(kills >= 3, f"the server was killed {kills} times")
ok(len(acked) > 50, f"{len(acked)} moves were acknowledged, {games[0]} games finished")
equal(missing[:3], [], "every acknowledged move is in the journal")
equal(faults[:3], [], "no client saw a gap")
gaps = [t for t, events in journal.items() if sorted(events) != list(range(len(events)))]
equal(gaps, [], "no journal has a gap")
server.start()
whole = Client(server)
good = all("error" not in whole.ask("open", table=t) and "error" not in whole.ask("close", table=t)
           for t in journal)
ok(good, f"all {len(journal)} tables go on")
equal(server.close(), 0, "the server stops cleanly")
done()
