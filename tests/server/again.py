#!/usr/bin/env python3
"""Exactly once: a request whose outcome nobody knows is sent again with its key.

The server is killed after a request was sent and before its answer is read, so that the request is stored or not.
Sent again, it is answered `ok`, and the journal has it once. Nobody else ever sees a key.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time

from cutter import Cutter
from parlor_server import PARLOR, SOURCE, Client, Run, Server, done, equal, ok, sanitizers
from rows import query

ROUNDS = int(os.environ.get("AGAIN_ROUNDS", "2"))
server = Server("--bot-delay", "0")
chance = random.Random(int(os.environ.get("AGAIN_SEED", "1")))
made = 0


def key():
    """A new key, which the test can find wherever it leaks."""
    global made
    made += 1
    return f"Key-of-a-request_{made}"


def events(table):
    return [json.loads(row[0]) for row in query(server, "SELECT text FROM events WHERE table_id = ? ORDER BY n", table)]


def count(table, **members):
    return sum(all(e.get(k) == v for k, v in members.items()) for e in events(table))


def come_back(client, *tables):
    again = Client(server, cookie=client.cookie)
    again.heard = client.heard
    for table in tables:
        again.ask("open", table=table)
    return again


def kill_after(client, wait, what, **members):
    """Sends a request and kills the server that much later, before the answer is read; then sends it again."""
    client.request(what, **members)
    time.sleep(wait)
    server.restart()
    again = come_back(client)
    return again, again.ask(what, **members)


def pair():
    """Two people at a table that has begun."""
    a, b = Client(server), Client(server)
    table = a.ask("create", game="null", seats=2, key=key())["table"]
    b.ask("sit", table=table, key=key())
    a.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    return a, b, table


def test_killed(wait):
    a = Client(server)
    k = key()
    a, reply = kill_after(a, wait, "create", game="null", seats=2, start="host", key=k)
    table = reply.get("table")
    mine = [row["table"] for row in a.ask("mine")["tables"]]
    equal((reply.get("ok"), mine), (True, [table]), f"create, killed after {wait}: one table")
    a.until(lambda c: table in c.tables)
    ok(a.tables[table]["you"]["chair"] == 0, "its maker sits there, and sees it")
    b, k = Client(server), key()
    b, reply = kill_after(b, wait, "sit", table=table, key=k)
    equal((reply.get("ok"), reply.get("chair"), count(table, e="sit", key=k)), (True, 1, 1), "sit: one event")
    b.until(lambda c: table in c.tables)
    k = key()
    b, reply = kill_after(b, wait, "talk", table=table, text="once", key=k)
    equal((reply.get("ok"), count(table, e="talk", text="once")), (True, 1), "talk: one event")
    a, k = come_back(a, table), key()
    a, reply = kill_after(a, wait, "start", table=table, key=k)
    equal((reply.get("ok"), count(table, e="start")), (True, 1), "start: one event")
    a, k = come_back(a, table), key()
    a, reply = kill_after(a, wait, "move", table=table, text="show", key=k)
    equal((reply.get("ok"), count(table, e="move", key=k)), (True, 1), "move: one event")


def test_answers():
    """A repetition has the form of the first answer, and disturbs nobody."""
    a, b, table = pair()
    k = key()
    first = a.ask("move", table=table, text="hide", key=k)
    b.drain()
    heard = len(b.heard)
    again = a.ask("move", table=table, text="hide", key=k)
    other = a.ask("move", table=table, text="hide", key=k, seen=0)
    b.drain()
    equal(({**first, "re": 0}, {**other, "re": 0}, len(b.heard)), ({**again, "re": 0}, {**again, "re": 0}, heard),
          "a move again: the same answer, and nobody else hears of it")
    ok(b.error("move", table=table, text="show", key=k) is None and count(table, e="move", key=k) == 2,
       "the same key of another person is another request")
    words = [a.ask("talk", table=table, text="hello", key="the-same") for _ in range(30)]
    equal((sum(m.get("ok", False) for m in words), count(table, e="talk", text="hello")), (30, 1),
          "a repetition costs nothing of the rate of talk")
    for bad in ("", "a b", "ä", "x" * 25, 7, None):
        equal(a.error("talk", table=table, text="no", key=bad), "request.member", f"no key: {bad!r}")
    equal(a.error("why", table=table, text="no", key="the-same"), a.error("why", table=table, text="no"),
          "what changes nothing may have a key, too")
    a.close()
    b.close()


def test_removed():
    """Who sat down and was removed since learns no more by sending that again."""
    a, b = Client(server), Client(server)
    table = a.ask("create", game="null", seats=2, start="host", key=key())["table"]
    k = key()
    b.ask("sit", table=table, key=k)
    a.ask("remove", table=table, player=b.me, key=key())
    b = come_back(b)
    heard = len(b.whole)
    reply = b.ask("sit", table=table, key=k)
    b.drain()
    equal(({**reply, "re": 0}, [m for m in b.whole[heard:] if m.get("table")]),
          ({"re": 0, "ok": True, "chair": None}, []), "a person who was removed is answered, and sees nothing")
    equal(b.error("sit", table=table, key=key()), "table.removed", "and cannot come back")


def test_rematch():
    a, b, table = pair()
    for p in (a, b):
        p.ask("move", table=table, text="show", key=key())
    a.until(lambda c: c.tables.get(table, {}).get("phase") == "over")
    a, reply = kill_after(a, 0.003, "rematch", table=table, key=key())
    b = come_back(b, table)
    equal((reply.get("ok"), b.ask("rematch", table=table)["table"], count(table, e="rematch")),
          (True, reply.get("table"), 1), "rematch: one table for all")


def test_others():
    """No text that anybody received, no log, record or export has a key."""
    a, b, table = pair()
    spectator = Client(server)
    spectator.ask("open", table=table)
    k = key()
    a.ask("talk", table=table, text="hello", key=k)
    for p in (a, b):
        p.ask("move", table=table, text="show", key=key())
    spectator.until(lambda c: c.tables.get(table, {}).get("phase") == "over")
    a.drain()
    fresh = Client(server)
    fresh.ask("open", table=table)
    fresh.ask("open", table=table, after=1)
    path = a.ask("share", table=table).get("path", "/none")
    texts = [a.ask("record", table=table), server.http("GET", path)[2].decode(), server.text(),
             server.http("GET", "/healthz")[2].decode(), Run("export", *server.place()).out]
    ok(a.tables[table]["phase"] == "over" and '"parlor":1' in texts[1], "there is a record to look at", texts[:2])
    heard = [text for c in (a, b, spectator, fresh) for text in c.heard]
    leaks = [t for t in [*heard, *map(str, texts)] if (b"Key-of" if isinstance(t, bytes) else "Key-of") in t]
    equal(leaks, [], f"no key in {len(heard)} texts, log, record, export")


def start(*args):
    """The program with these arguments and a home of its own."""
    home = tempfile.mkdtemp(prefix="parlor-test-")
    return subprocess.Popen([PARLOR, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env={"PATH": os.environ["PATH"], "HOME": home, **sanitizers()}, text=True)


def is_whole(table):
    """Whether no key of a person is there twice."""
    keys = [e["key"] for e in events(table) if "key" in e]
    return keys and len(keys) == len(set(keys))


def test_bots():
    """Two programs play over connections that are cut before or after a request: the game goes on."""
    host = Client(server)
    table = host.ask("create", game="luz", seats=3, bots=["random"], sit=False)["table"]
    cutter = Cutter(server, ["move", "sit", "reveal"], every=3, most=6)
    older = Cutter(server, ["move"], every=4, most=2, old=True)
    links = [f"http://127.0.0.1:{one.port}/t/{table}" for one in (cutter, older)]
    bot = f"{sys.executable} {os.path.join(SOURCE, 'examples', 'bot.py')}"
    players = [start("bot", link, "--exec", bot, "--name", name) for link, name in zip(links, ("Ann", "Bob"))]
    ends = [p.communicate(timeout=120) for p in players]
    host.until(lambda c: c.tables.get(table, {}).get("phase") == "over")
    ok(all(p.returncode == 0 for p in players), "both programs play to the end", ends)
    lost, unheard = cutter.lost + older.lost, cutter.unheard + older.unheard
    ok(lost >= 3 and unheard >= 3 and is_whole(table),
       f"{lost} requests were lost, {unheard} answers: each request counts once", events(table))
    equal((set(cutter.paths), set(older.paths)), ({"/ws/" + table}, {"/ws/" + table, "/ws"}),
          "they come by the table's path, and to an older server without it")
    equal(count(table, e="standin"), 0, "and nobody needed a stand-in")
    cutter.close()
    older.close()


def test_paths():
    """A server that wants people by the paths of their tables gets them there, and the game goes on."""
    spread = Server("--bot-delay", "0", "--paths")
    cutter = Cutter(spread, [])
    equal(Client(spread).hello.get("paths"), True, "the server says that it wants paths")
    load = start("load", "--port", str(cutter.port), "--tables", "2", "--seats", "2", "--seconds", "1", "--paths")
    out, err = load.communicate(timeout=120)
    got = json.loads(out or "{}")
    by_table = {path for path in cutter.paths if path != "/ws"}
    ok(load.returncode == 0 and got["games"] > 0 and got["reconnects"] == 0 and len(by_table) >= got["games"],
       f"load plays each game by its path: {got}", err)
    seen = len(cutter.paths)
    play = start("play", "--plain", f"http://127.0.0.1:{cutter.port}", "luz", "--seats", "3", "--bots", "random")
    until = time.time() + 20
    while len(cutter.paths) < seen + 2 and time.time() < until:
        time.sleep(0.02)
    play.kill()
    play.communicate()
    equal([path[:4] for path in cutter.paths[seen:seen + 2]], ["/ws", "/ws/"], "a host goes on by the new table's path")
    cutter.close()
    spread.close()


def test_load():
    """`parlor load` goes on while the server is killed, and what it sent is in the journals once."""
    load = start("load", "--port", str(server.port), "--tables", "6", "--seats", "2", "--seconds", "3")
    for wait in (0.8, 1):
        time.sleep(wait)
        server.restart()
    out, err = load.communicate(timeout=120)
    got = json.loads(out or "{}")
    stored = [json.loads(row[0]) for row in query(server, "SELECT text FROM events WHERE text LIKE '%\"load-%'")]
    keys, moves = [e["key"] for e in stored], sum(e["e"] == "move" for e in stored)
    ok(load.returncode == 0 and got.get("reconnects", 0) >= 12, f"load comes back after each kill: {out}", err)
    ok(got.get("moves", 0) <= moves <= got.get("moves", 0) + 6 and len(keys) == len(set(keys)),
       f"{moves} moves are stored, none twice", got)


for _ in range(ROUNDS):
    for wait in (0, chance.uniform(0, 0.004), chance.uniform(0.004, 0.05)):
        test_killed(wait)
test_answers()
test_removed()
test_rematch()
test_others()
test_bots()
test_paths()
test_load()
equal(server.close(), 0, "the server stops cleanly")
done()
