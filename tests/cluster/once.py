#!/usr/bin/env python3
"""Exactly once across nodes: a request with its key counts once, at whichever node it arrives, and how often.

usage: once.py PARLOR SOURCE
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "server")]
from parlor_server import Client, Server, done, equal, ok  # noqa: E402
from postgres import Postgres  # noqa: E402

ROUNDS = int(os.environ.get("ONCE_ROUNDS", "20"))


def count(database, table, part):
    return len(database.rows(f"SELECT n FROM events WHERE table_id = '{table}' AND text LIKE '%{part}%'"))


def whole(database, table):
    numbers = [row["n"] for row in database.rows(f"SELECT n FROM events WHERE table_id = '{table}' ORDER BY n")]
    return bool(numbers) and numbers == list(range(len(numbers)))


def test_after(database, one, two):
    """One node carries a request out, another one hears it again."""
    ann = Client(one)
    there = Client(two, cookie=ann.cookie)
    asked = {"game": "null", "seats": 2, "key": "make"}
    table = ann.ask("create", **asked)["table"]
    equal((there.ask("create", **asked).get("table"), count(database, table, '"e":"create"')), (table, 1),
          "create: one table")
    there.until(lambda c: table in c.tables)
    bob, other = Client(two), Client(one)
    bob.ask("sit", table=table, key="sit")
    other = Client(one, cookie=bob.cookie)
    equal((other.ask("sit", table=table, key="sit").get("chair"), count(database, table, '"e":"sit"')), (1, 2),
          "sit: one chair")
    for what, members, part in (("talk", {"text": "hello"}, "hello"), ("move", {"text": "show"}, '"e":"move"')):
        replies = [c.ask(what, table=table, key="k-" + what, **members).get("ok") for c in (ann, there, ann, there)]
        equal((replies, count(database, table, part)), ([True] * 4, 1), f"{what}: one event")


def test_together(database, one, two):
    """The same request arrives at both nodes at the same moment."""
    ann = Client(one)
    there = Client(two, cookie=ann.cookie)
    made, said, lost = set(), 0, 0
    for i in range(ROUNDS):
        key = f"round-{i}"
        asked = {"game": "null", "seats": 2, "key": key}
        numbers = [(c, c.request("create", **asked)) for c in (ann, there)]
        replies = [c.reply(n) for c, n in numbers]
        tables = {r.get("table") for r in replies}
        lost += len(tables) != 1 or None in tables
        table = tables.pop()
        made.add(table)
        numbers = [(c, c.request("talk", table=table, text=key, key="talk")) for c in (ann, there)]
        replies = [c.reply(n).get("ok") for c, n in numbers]
        said += replies == [True, True] and count(database, table, f'"text":"{key}"') == 1
        lost += not whole(database, table) or count(database, table, '"e":"create"') != 1
        for c in (ann, there):
            c.ask("close", table=table)
    equal((len(made), said, lost), (ROUNDS, ROUNDS, 0), "create and talk at both nodes at once: one of each")


def test_rematch(database, one, two):
    """Two people ask for a rematch at two nodes at the same moment: they meet at one table."""
    same = 0
    for _ in range(5):
        ann, bob = Client(one), Client(two)
        table = ann.ask("create", game="null", seats=2)["table"]
        bob.ask("sit", table=table)
        for c in (ann, bob):
            c.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
            c.ask("move", table=table, text="show")
        for c in (ann, bob):
            c.until(lambda c: c.tables.get(table, {}).get("phase") == "over")
        numbers = [(c, c.request("rematch", table=table, key="again")) for c in (ann, bob)]
        tables = {c.reply(n).get("table") for c, n in numbers}
        same += len(tables) == 1 and count(database, table, '"e":"rematch"') == 1 and whole(database, min(tables, key=str))
        ann.close(), bob.close()
    equal(same, 5, "a rematch asked for at two nodes is one table")


with Postgres(settings={"fsync": "off"}) as shared:
    nodes = [Server("--store", shared.url(), "--bot-delay", "0") for _ in range(2)]
    try:
        test_after(shared, *nodes)
        test_together(shared, *nodes)
        test_rematch(shared, *nodes)
        ok(all(node.process.poll() is None for node in nodes), "both nodes are there")
    finally:
        for node in nodes:
            node.close()
done()
