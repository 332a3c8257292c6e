#!/usr/bin/env python3
"""Bots of several levels at tables with people: whole games, while the server answers others at once."""

import json
import os
import random
import sqlite3
import tempfile
import time

from parlor_server import Client, Run, Server, done, equal, ok
from rows import is_shared

TABLES = [
    ("photograph", 4, ["easy", "medium", "hard"]),
    ("luz", 3, ["easy", "medium"]),
    ("smitten", 2, ["hard"]),
    ("smitten", 2, ["literal"]),
    ("null", 2, ["random"]),
]
server = Server("--bot-delay", "0", "--bot-threads", "2", "--bot-seconds", "1", "--solve-threads", "2")


def play(game, seats, levels, chance, **plan):
    """A person's whole game with bots; returns the client and the table."""
    me = Client(server)
    table = me.ask("create", game=game, seats=seats, bots=levels, **plan)["table"]
    while True:
        me.until(lambda c: c.tables.get(table, {}).get("legal") or c.tables.get(table, {}).get("phase") == "over")
        if me.tables[table]["phase"] == "over":
            return me, table
        n, legal = me.tables[table]["n"], me.tables[table]["legal"]
        # A bot may have moved first if several seats can act; then the next view shows it.
        if me.ask("move", table=table, text=chance.choice(legal)).get("ok"):
            me.until(lambda c: c.tables[table]["n"] > n)
        elif me.tables[table]["n"] == n:
            me.receive()


def test_games(folder):
    chance = random.Random(4)
    for game, seats, levels in TABLES:
        me, table = play(game, seats, levels, chance)
        name = f"{game} with {', '.join(levels)}"
        record = me.ask("record", table=table)["record"]
        equal(sorted(n for n in record["names"] if n.startswith("bot:")), sorted("bot:" + l for l in levels),
              f"{name}: a whole game")
        path = os.path.join(folder, "game.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
        equal(Run("verify", path).status, 0, f"{name}: legal, with a fair deal")
        mine = me.tables[table]["you"]["seat"]
        moves = [e for e in record["events"] if isinstance(e[0], int) and e[0] != mine]
        ok(moves or game == "smitten", f"{name}: the bots have moved {len(moves)} times")
        ok(not any(e["e"] == "standin" for raw in me.heard for e in json.loads(raw).get("events", [])),
           f"{name}: no stand-in played")
    ok(server.metric("bot_moves_total") > 50, "the bots' moves are counted")


def test_others():
    """While experts think up to a second per move, others are answered at once."""
    thinkers = [Client(server) for _ in range(3)]
    tables = [c.ask("create", game="luz", seats=4, bots=["expert"] * 3, sit=True)["table"] for c in thinkers]
    other = Client(server)
    worst = 0.0
    for _ in range(20):
        began = time.time()
        ok_now = other.ask("mine").get("ok")
        worst = max(worst, time.time() - began)
        time.sleep(0.05)
    ok(ok_now and worst < 1, f"others wait at most {1000 * worst:.0f} ms")
    thinkers[0].until(lambda c: any(e["e"] == "move" for raw in c.heard for e in json.loads(raw).get("events", []))
                      or c.tables.get(tables[0], {}).get("legal"), 120)
    ok(True, "experts make their choice")
    for c in thinkers:
        c.close()


def test_kept():
    """A mode of solo Smitten without a book: the expert solves it, and the server keeps the result."""
    host = Client(server)
    table = host.ask("create", game="smitten", seats=1, bots=["expert"], sit=False,
                     options={"card4": "near", "card9": "none"})["table"]
    host.ask("start", table=table)
    end = time.time() + 120
    while not any(name.startswith("smitten-first-turns-") for name in os.listdir(server.data)) and time.time() < end:
        time.sleep(0.1)
    names = [name for name in os.listdir(server.data) if name.startswith("smitten-first-turns-")]
    equal(len(names), 1, "a book that was solved on demand is kept in the data folder")
    host.close()


def test_rows():
    """Bots and clocks append events, and seldom write the table's row."""
    db = sqlite3.connect(os.path.join(server.data, "parlor.db"), timeout=10)
    db.executescript("CREATE TABLE written(n); INSERT INTO written VALUES(0);"
                     "CREATE TRIGGER count AFTER UPDATE ON tables BEGIN UPDATE written SET n = n + 1; END;")
    before = server.metric("moves_total")
    me, table = play("luz", 3, ["random", "random"], random.Random(2), clock={"kind": "live", "move": 60, "bank": 60})
    moves, rows = server.metric("moves_total") - before, db.execute("SELECT n FROM written").fetchone()[0]
    db.executescript("DROP TRIGGER count; DROP TABLE written")
    db.close()
    ok(moves > 100 and 0 < rows < 30, f"{rows:.0f} rows were written for {moves:.0f} moves", me.tables[table]["phase"])
    me.close()


with tempfile.TemporaryDirectory() as place:
    test_games(place)
test_others()
test_kept()
if not is_shared():  # it counts by a trigger of SQLite
    test_rows()
equal(server.close(), 0, "the server stops cleanly")
done()
