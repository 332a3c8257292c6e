#!/usr/bin/env python3
"""The connection to the database ends in mid-commit: before the commit gets there, or before its answer comes back.
A request with a key is decided again by what the journal says. It is answered `ok`, counts once, and nobody reads an
error.

usage: unknown.py PARLOR SOURCE
"""

import os
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "server")]
from forward import Forwarder  # noqa: E402
from parlor_server import Client, Server, done, equal, ok  # noqa: E402
from postgres import Postgres  # noqa: E402


class Fickle(Forwarder):
    """Loses a commit of the next transaction that has `mark` in it, or the answer to that commit."""

    def __init__(self, target, listen):
        self.mark, self.moment, self.marked, self.deaf = None, None, None, None
        self.lost = 0
        super().__init__(target, listen)

    def lose(self, moment, mark):
        with self.lock:
            self.moment, self.mark, self.marked, self.deaf = moment, mark.encode(), None, None

    def ends(self, end, part):
        if self.mark and end in self.near and self.mark in part:
            self.marked, self.mark = end, None
        if self.marked is end and b"COMMIT" in part:
            self.marked = None
            if self.moment == "before":
                self.lost += 1
                return True
            self.deaf = self.pairs[end]  # it hears of the commit, and its answer is lost
            return False
        if self.deaf is end:
            self.deaf = None
            self.lost += 1
            return True
        return False


def journal(table):
    return [row["text"] for row in
            database.rows(f"SELECT text FROM events WHERE table_id = '{table}' ORDER BY n")]


def count(table, part):
    return sum(part in text for text in journal(table))


def ask(client, moment, what, key, **members):
    """Sends a request whose transaction is lost; returns the answer."""
    lost = way.lost
    way.lose(moment, f'"e":"{what}"')
    reply = client.ask(what, key=key, **members)
    equal(way.lost, lost + 1, f"{what}: the connection ended {moment} the commit")
    return reply


def test_requests(moment):
    """Each kind of request, with somebody who looks on."""
    name = f"{moment} the commit"
    ann, bob = Client(node), Client(node)
    reply = ask(ann, moment, "create", f"make-{moment}", game="null", seats=2, start="host")
    table = reply.get("table")
    ok(reply.get("ok") and count(table, '"e":"create"') == 1, f"{name}: create makes one table", reply)
    ann.until(lambda c: table in c.tables)
    reply = ask(bob, moment, "sit", f"sit-{moment}", table=table)
    equal((reply.get("ok"), reply.get("chair"), count(table, '"e":"sit"')), (True, 1, 2), f"{name}: sit takes a chair")
    looker = Client(node)
    looker.ask("open", table=table)
    for what, members, part in (("talk", {"text": "hello"}, "hello"), ("start", {}, '"e":"start"'),
                                ("move", {"text": "show"}, '"e":"move"')):
        reply = ask(ann, moment, what, f"{what}-{moment}", table=table, **members)
        equal((reply.get("ok"), count(table, part)), (True, 1), f"{name}: {what} counts once")
    bob.ask("move", table=table, text="show", key=f"last-{moment}")
    for c in (ann, bob, looker):
        c.until(lambda c: c.tables.get(table, {}).get("phase") == "over")
    reply = ask(bob, moment, "rematch", f"again-{moment}", table=table)
    equal((reply.get("ok"), ann.ask("rematch", table=table).get("table"), count(table, '"e":"rematch"')),
          (True, reply.get("table"), 1), f"{name}: rematch makes one table")
    events = [e["n"] for m in looker.whole if m.get("table") == table for e in m.get("events", [])]
    equal(events, sorted(set(events)), f"{name}: who looks on hears of each event once")
    for c in (ann, bob, looker):
        c.close()


def pair():
    ann, bob = Client(node), Client(node)
    table = ann.ask("create", game="null", seats=2, key=f"pair-{ann.me[:6]}")["table"]
    bob.ask("sit", table=table, key="sit")
    for c in (ann, bob):
        c.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    return ann, bob, table


def test_without_key():
    """Nobody can tell whether it was carried out: it is refused, and the table shows it."""
    ann, bob, table = pair()
    way.lose("after", "nameless")
    equal(ann.error("talk", table=table, text="nameless"), "store.failed", "without a key: the outcome is not known")
    bob.until(lambda c: any(m.get("table") == table and "game" in m for m in c.whole[-3:]))
    equal(count(table, "nameless"), 1, "without a key: nothing is repeated")
    ann.close()
    bob.close()


def test_away():
    """The database is away for a moment, and then for long."""
    ann, bob, table = pair()
    other = Client(node)
    listed = other.ask("create", game="null", seats=2, start="host", key="waits")["table"]
    database.stop("immediate")
    numbers = [ann.request("move", table=table, text="show", key="in-the-dark"),
               ann.request("talk", table=table, text="second", key="second")]
    number = other.request("talk", table=listed, text="patient", key="patient")
    time.sleep(1)
    numbers.append(ann.request("talk", table=table, text="behind the others"))
    database.start()
    equal([ann.reply(n).get("ok") for n in numbers] + [other.reply(number).get("ok")], [True] * 4,
          "away for a moment: requests with keys wait and are carried out")
    texts = journal(table)
    moved, said = [next(i for i, text in enumerate(texts) if part in text) for part in ("in-the-dark", '"second"')]
    ok(count(table, "in-the-dark") == 1 and moved < said
       and "behind the others" in texts[-1], "away for a moment: once, in their order", texts)
    database.stop("immediate")
    began = time.time()
    equal(bob.error("move", table=table, text="show", key="too-long"), "store.failed", "away for long: it is refused")
    ok(time.time() - began >= 5, f"away for long: after a while ({time.time() - began:.1f} s)")
    database.start()
    for c in (ann, bob, other):
        c.close()


def test_crowd():
    """Many requests of one turn are lost together; each is answered, and counts once."""
    people = [pair() for _ in range(4)]
    database.pause()
    asked = [(c, c.request("talk", table=table, text=f"words-{i}", key=f"words-{i}"), table, i)
             for i, (ann, bob, table) in enumerate(people) for c in (ann, bob)]
    time.sleep(0.3)
    way.lose("after", "words-")
    threading.Timer(0.2, database.resume).start()
    equal([c.reply(n).get("ok") for c, n, _, _ in asked], [True] * len(asked), "a turn of many: all are answered ok")
    equal({count(table, f'"text":"words-{i}"') for _, _, table, i in asked}, {2}, "a turn of many: each counts once")
    for ann, bob, _ in people:
        ann.close()
        bob.close()


with Postgres(settings={"fsync": "off"}) as database:
    folder = os.path.join(database.folder, "way")
    os.mkdir(folder)
    os.chmod(folder, 0o755)
    way = Fickle(database.socket_path(), os.path.join(folder, f".s.PGSQL.{database.port}"))
    node = Server("--store", database.url(folder), "--bot-delay", "0")
    try:
        test_requests("before")
        test_requests("after")
        test_without_key()
        test_crowd()
        test_away()
        ok(node.process.poll() is None, "the node is there")
    finally:
        equal(node.close(), 0, "the node stops cleanly")
        way.close()
done()
